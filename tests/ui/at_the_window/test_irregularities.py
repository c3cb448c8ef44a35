"""What goes wrong at the real window: reported from the list or detected, and put right to its end with PINs keyed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round.events import RoundVoided
from dealer_app.screens.irregularity.menus import report_codes
from dealer_app.screens.screen import TableStage
from tests.support.folder_events import journal_events
from tests.support.long_tests import mostly_long
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4
from tests.support.signers import PINS, SUPERVISOR
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys, WindowHands
from tests.support.window_irregularities import advances, has_irregularity, reports_irregularity, resolves_all
from tests.support.window_rounds import calls_bets, current_round, prepares, starts_table, takes_bets
from tests.ui.at_the_window.kinds_at_window import OFFERED
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.window_devices import keys_cards, pulls, simulates, tumbles
from tests.ui.at_the_window.window_money import layout_chips

APPENDIX = {V4: "P", INSURANCE: "A", MBS: "A", TAI_SAI: "C"}
FACE_DOWN = "dealing:face-down"
MOST_FOLDERS = 30


def lamp_of(table: AtWindow, name: str) -> str:
    return next(cell.value for cell in table.screen.top_bar.right if cell.name == name)


def on_layout_or_nothing(table: AtWindow) -> dict[str, tuple[str, ...]]:
    """The chips on the layout, unless a case stands in its place."""
    return layout_chips(table) if isinstance(table.screen.stage, TableStage) else {}


async def with_two_cards(hands: WindowHands, game: str, *settings: str) -> None:
    """A round with bets, and two cards or the dice on the table."""
    await hands.table.begin_house()
    await hands.table.employs_chief()
    await prepares(hands, game, APPENDIX[game], *settings)
    if game == TAI_SAI:
        await takes_bets(hands, (None, "big", 1500))
        await tumbles(hands.table, 2, 4, 6)
        return
    await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
    await pulls(hands.table, "2S", "3H")


@pytest.mark.parametrize(
    ("game", "settings"),
    mostly_long([(MBS, (FACE_DOWN,)), (INSURANCE, ()), (V4, ()), (TAI_SAI, ())], keep_every=3),
    ids=["mbs", "insurance", "v4", "tai-sai"],
)
def test_everything_that_the_list_offers_is_put_right(
    qapp: QApplication, tmp_path: Path, game: str, settings: tuple[str, ...]
) -> None:
    """As many as one round bears, then in a new folder those that are left: none of them is without an end.

    By keys alone or by touches alone: what v4 and insurance have in common is told in one way there, in the other here.
    """
    told: list[str] = []
    left: list[str] | None = None
    for number in range(MOST_FOLDERS):
        before = len(told)

        async def play(table: AtWindow) -> None:
            nonlocal left
            await with_two_cards(ByTouch(table), game, *settings)
            if left is None:
                left = list(report_codes(table.context))
            while left and left[0] in report_codes(table.context) and table.station.state.table.round is not None:
                code = left.pop(0)
                by_keys = (sum(map(ord, code)) + (game in (V4, TAI_SAI))) % 2
                hands = ByKeys(table) if by_keys else ByTouch(table)
                await reports_irregularity(hands, code)
                await resolves_all(hands)
                assert not has_irregularity(table)
                told.append(code)

        folder = tmp_path / str(number)
        folder.mkdir()
        at_window(qapp, folder, play)
        if not left:
            assert frozenset(told) == OFFERED[game], "test_other_stages counts on it"
            return
        assert len(told) > before, f"{left[0]} is listed and cannot be told"
    raise AssertionError(f"not told: {left}")


# What a device brings up by itself


def test_a_card_in_excess_opens_its_case(qapp: QApplication, tmp_path: Path) -> None:
    """By keys alone: who asked is not who approves, and the card is sealed for the next round."""

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await with_two_cards(hands, V4)
        await pulls(table, "7S", "6H", "KD")
        assert table.station.state.table.cases
        assert "KD" not in repr(table.screen), "a card in excess stays sealed"
        await resolves_all(hands)
        excess = current_round(table).cards[-1]
        assert (excess.put, excess.turned) == (Place.NEITHER, False)

    at_window(qapp, tmp_path, play)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_card_before_no_more_bets_is_a_question(qapp: QApplication, tmp_path: Path, answer: str) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await table.begin_house()
        await table.employs_chief()
        await prepares(hands, V4, "P")
        await calls_bets(hands, (3, "banker", 1500))
        await pulls(table, "2S")
        assert table.control("answer").act is None, "neither answer is the default"
        await hands.press(f"announced:{answer}")
        await resolves_all(hands)

    at_window(qapp, tmp_path, play)


@pytest.mark.parametrize("what", ["under-tumbled", "cocked-die"])
def test_dice_that_do_not_count_void_the_round(qapp: QApplication, tmp_path: Path, what: str) -> None:
    """All bets go back, by a grave key that is pressed twice."""

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await starts_table(hands, TAI_SAI, "C")
        await takes_bets(hands, (None, "big", 1500))
        table.devices.simulate("tumbler", what)
        await table.soon(lambda: hands.primary().name != "next:tumble")
        assert on_layout_or_nothing(table) in ({}, {"big": ("1,500",)})
        await resolves_all(hands)
        assert table.station.state.table.round is None

    at_window(qapp, tmp_path, play)
    assert len(journal_events(tmp_path, RoundVoided)) == 1


def test_the_void_stands_in_sight_however_many_bets_go_back(qapp: QApplication, tmp_path: Path) -> None:
    """In the smallest window for a live table, too: nobody has to look for the only thing that is left to do."""

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await starts_table(hands, TAI_SAI, "C")
        areas = ("big", "small", "odd", "even", "single:4", "sum:7", "domino:12")
        await takes_bets(hands, *((None, area, 500) for area in areas))
        await simulates(table, "tumbler", "under-tumbled")
        await table.soon(lambda: has_irregularity(table))
        await advances(hands, until="void-waits")
        for size in ((1280, 720), (1366, 768), (1920, 1080)):
            table.window.resize(*size)
            await table.settle()
            table.spot("void-round")
        await resolves_all(hands)

    at_window(qapp, tmp_path, play)


def test_an_unreadable_card_is_keyed(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await with_two_cards(hands, V4)
        await simulates(table, "shoe", "unreadable")
        await hands.press("reply:deal")
        await hands.press("rank:K")
        await hands.press("suit:C")
        await hands.press_next()
        # What the shoe could not read takes a second person, whose PIN is keyed under the question.
        await hands.press(f"person:{SUPERVISOR.badge}")
        await hands.writes(PINS[SUPERVISOR.badge])
        await hands.press_next()
        await table.soon(lambda: len(current_round(table).cards) == 3)
        assert str(current_round(table).cards[2].card) == "KC"

    at_window(qapp, tmp_path, play)


@pytest.mark.assurance("A22")
def test_a_shoe_that_is_unplugged_is_said_and_its_cards_are_keyed(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    expect_log("was lost: check plug and power")

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await with_two_cards(hands, V4)
        lamp = lamp_of(table, "lamp:shoe")
        await simulates(table, "shoe", "unplug")
        assert lamp_of(table, "lamp:shoe") != lamp
        # Whether a card was drawn while nobody heard it is asked first.
        await table.soon(lambda: hands.primary().name == "answer-device")
        await resolves_all(hands)
        await keys_cards(hands, "4D", "KC")
        assert len(current_round(table).cards) == 4

    at_window(qapp, tmp_path, play)


# What a person brings up


def test_a_claim_holds_the_game_until_it_is_closed(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await with_two_cards(hands, V4)
        await pulls(table, "7S", "6H")
        await hands.press_next()
        await hands.press("claim")
        await hands.press("reason:claims-payment")
        await hands.press_next()
        assert table.station.state.table.claim is not None
        await resolves_all(hands)
        assert table.station.state.table.claim is None

    at_window(qapp, tmp_path, play)


def test_undo_takes_back_a_bet_and_says_which(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await starts_table(hands, V4, "P")
        await calls_bets(hands, (3, "banker", 1500), (5, "player", 500))
        await hands.press("undo")
        assert layout_chips(table) == {"banker.seat-3": ("1,500",)}

    at_window(qapp, tmp_path, play)
