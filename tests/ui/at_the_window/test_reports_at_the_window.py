"""At the real window: a report is chosen, its pages looked at, saved; who may not have it, and a play that goes on."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.screens.reports import report_maker
from dealer_app.screens.screen import Overlay
from tests.support.rounds import V4
from tests.support.signers import DEALER, SUPERVISOR
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.window_devices import pulls

CARDS = ("9S", "2H", "KD", "3C")


@pytest.fixture(autouse=True)
def no_sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_maker, "_MOUNTS", Path("/nowhere"))


def overlay(table: AtWindow) -> Overlay:
    shown = table.screen.overlay
    assert shown is not None
    return shown


async def plays_round(hands: ByKeys) -> None:
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, *CARDS)
    await hands.press_next()
    await hands.press_next()
    await hands.table.settle()


def test_a_round_sheet_is_looked_at_and_saved_and_the_journal_stays_as_it_was(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await plays_round(hands)
        head = table.station.journal.head()
        await hands.opens_menu()
        await hands.press("open:reports")
        await hands.press("report-kind:round")
        await hands.press_next()
        await table.soon(lambda: overlay(table).name == "reports-pages")
        await hands.press("report-form:csv")
        await hands.press_next()
        await table.soon(lambda: "Saved" in str(overlay(table).right_column))
        assert (tmp_path / "reports" / "round-1.csv").read_text(encoding="utf-8").startswith("report,round\n")
        assert table.station.journal.head() == head
        await table.key("Esc")
        assert table.screen.overlay is None
        await plays_round(hands)
        assert table.station.state.table.rounds == 2

    at_window(qapp, tmp_path, play)


def test_while_nobody_is_signed_in_a_shift_report_takes_a_supervisor(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        await table.soon(lambda: table.context.current_account is None)
        await hands.opens_menu()
        await hands.press("open:reports")
        assert overlay(table).writes == "badge-report-reader"
        await hands.fills(DEALER.badge, DEALER.pin.text)
        await table.soon(lambda: table.context.refusal is not None)
        assert "Ask a Pit Supervisor" in str(overlay(table).left_column)
        await table.key("Esc")
        await hands.opens_menu()
        await hands.press("open:reports")
        await hands.fills(SUPERVISOR.badge, SUPERVISOR.pin.text)
        await table.soon(lambda: overlay(table).name == "reports-pages")

    at_window(qapp, tmp_path, play)
