"""People at the real window: the first run, signing in and out, wrong PINs, and how the screen is set, live."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.events import TableOpened
from dealer_app.people.accounts import AddAccount, DisableAccount
from dealer_app.people.events import DealerRelieved, FolderKind, LockedOut, LockEnded
from dealer_app.people.lockout import FAILURES
from dealer_app.people.pins import Pin
from dealer_app.people.positions import Position
from dealer_app.screens import actions
from dealer_app.station.two_people import ProposePeople
from tests.support.folder_events import journal_events
from tests.support.rounds import MBS, V4
from tests.support.signers import CHIEF, SUPERVISOR
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import opens, prepares, starts_table
from tests.ui.at_the_window.touch_hands import Ways, both_ways

FIRST_RUN = ("D1", "DEALER 1", "482913", "482913", "S1", "SUPERVISOR 1", "730264", "730264")


def signed_in(table: AtWindow) -> str | None:
    session = table.station.state.people.sessions.get("table")
    return None if session is None else session.badge


@both_ways
def test_first_run_and_opening(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """A new folder: two people are made, one signs in, a supervisor opens the table."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await hands.fills(*FIRST_RUN)
        assert table.station.state.people.kind is FolderKind.DEMO
        await hands.fills("D1", "482913")
        assert signed_in(table) == "D1"
        await opens(hands, MBS, "D")
        assert table.station.state.table.table is not None

    at_window(qapp, tmp_path, play)
    assert [opened.table.layout for opened in journal_events(tmp_path, TableOpened)] == ["D"]


@both_ways
def test_a_wrong_pin_is_refused_and_a_right_one_taken(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await table.begin_house()
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        assert signed_in(table) is None
        await hands.fills("D1", "482914")
        assert table.screen.rail.refusal
        assert signed_in(table) is None
        assert table.screen.writes == "pin-own"
        await hands.fills("482913")
        assert signed_in(table) == "D1"

    at_window(qapp, tmp_path, play)


def test_an_unknown_badge_is_refused_in_the_words_of_a_wrong_pin(qapp: QApplication, tmp_path: Path) -> None:
    """Who tries badges does not learn which there are."""
    said = []

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await table.begin_house()
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        for badge in ("Z9", "S1"):
            await hands.fills(badge, "111222")
            said.append(table.screen.rail.refusal)
            await hands.enters("badge-own")
            await table.key("Backspace", "Backspace")
        assert signed_in(table) is None

    at_window(qapp, tmp_path, play)
    assert said[0] == said[1]
    assert said[0]


@both_ways
def test_five_wrong_pins_lock_out_who_keyed_them_and_nobody_else(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """For minutes that are said; then the right PIN is not weighed either."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await table.begin_house()
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        await hands.writes("D1")
        await hands.press_next()
        for _ in range(FAILURES):
            await hands.fills("482914")
            assert signed_in(table) is None
        await hands.fills("482913")
        assert signed_in(table) is None
        assert "15" in table.screen.rail.refusal.first
        await hands.enters("badge-own")
        for _ in "D1":
            await hands.erases()
        await hands.fills("S1", "730264")
        assert signed_in(table) == "S1"

    at_window(qapp, tmp_path, play)
    assert len(journal_events(tmp_path, LockedOut)) == 1


@both_ways
def test_two_others_end_a_lock(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """Whoever is signed in, nobody among them."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await table.begin_house()
        await table.employs_chief()
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        await hands.fills("D1", *["482914"] * FAILURES)
        await hands.opens_menu()
        await hands.press("open:locks")
        await hands.fills(CHIEF.badge, CHIEF.pin.text, SUPERVISOR.badge, SUPERVISOR.pin.text)
        assert table.screen.overlay is None
        await hands.fills("D1", "482913")
        assert signed_in(table) == "D1"

    at_window(qapp, tmp_path, play)
    assert [ended.by for ended in journal_events(tmp_path, LockEnded)] == [(CHIEF.badge, SUPERVISOR.badge)]


def test_somebody_who_is_disabled_is_refused_in_the_words_of_a_wrong_pin(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await table.begin_house()
        await table.employs_chief()
        away = DisableAccount(badge=CHIEF.badge, reason="left the house")
        await table.give(actions.DecideByTwo(proposal=ProposePeople(change=away), second=SUPERVISOR))
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        await hands.fills(CHIEF.badge, CHIEF.pin.text)
        assert signed_in(table) is None
        said = table.screen.rail.refusal
        await hands.fills("111222")
        assert table.screen.rail.refusal == said
        assert said

    at_window(qapp, tmp_path, play)


@both_ways
def test_a_dealer_is_relieved_by_another_who_confirms_how_the_table_stands(
    qapp: QApplication, tmp_path: Path, way: Ways
) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await table.begin_house()
        comes = AddAccount(badge="D2", name="Dealer 2", position=Position.DEALER)
        hired = actions.DecideByTwo(proposal=ProposePeople(change=comes), second=SUPERVISOR, new_pin=Pin("604417"))
        await table.give(hired)
        await prepares(hands, V4, "P")
        await hands.opens_menu()
        await hands.press("open:relief")
        await hands.press_next()
        await hands.opens_menu()
        await hands.press("open:relief")
        await hands.fills("D2", "604418")
        assert signed_in(table) == "D1", "a wrong PIN relieves nobody"
        await hands.fills("604417")
        assert signed_in(table) == "D2"
        await hands.press_next()
        assert table.screen.overlay is None
        assert "Dealer 2 is the dealer of this table now." in str(table.screen.rail)
        await hands.press_next()
        assert table.station.state.table.round is not None

    at_window(qapp, tmp_path, play)
    relieved = [(each.outgoing, each.incoming) for each in journal_events(tmp_path, DealerRelieved)]
    assert relieved == [(None, "D1"), ("D1", "D2")]


@both_ways
def test_language_and_theme_are_switched_live(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "P")
        said, painted = {}, {}
        for language in ("zh-Hant", "zh-Hans", "en"):
            await hands.opens_menu()
            await hands.press(f"looks:language:{language}")
            await hands.press_next()
            said[language] = table.screen.rail.primary.label.first
            painted[language] = table.picture()
        assert len(set(said.values())) == 3
        assert painted["zh-Hant"] != painted["zh-Hans"] != painted["en"]
        await hands.opens_menu()
        await hands.press("looks:theme:bright")
        await hands.press_next()
        assert table.picture().pixelColor(4, 1000).lightness() > painted["en"].pixelColor(4, 1000).lightness() + 100

    at_window(qapp, tmp_path, play)
