"""What goes wrong at other stages of a round, at the real window: each kind comes up, and is put right to its end."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.correction_events import (
    BettorsAreTwo,
    CarriedCardsDecided,
    NewPlayerMarked,
    WinningsHandedOver,
)
from dealer_app.domain.round.events import CaseOpened, ClaimClosed, Event, NeedsChanged, WagersAllowed
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.people.positions import Position
from dealer_app.screens.irregularity import menus
from dealer_app.station.house_law import DEVICE_FAULT_LAW, LAW_OFF, LAW_ON
from dealer_app.station_events import SettingChanged
from tests.support.folder_events import journal_events
from tests.support.long_tests import mostly_long
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4
from tests.support.signers import CASINO_MANAGER
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys, WindowHands
from tests.support.window_irregularities import find_row, has_irregularity, reports_irregularity, resolves_all
from tests.support.window_rounds import brings_cards, calls_bets, prepares, takes_bets
from tests.ui.at_the_window.kinds_at_window import ELSEWHERE, OFFERED
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.window_devices import demo_devices, finishes_round, pulls

Play = Callable[[WindowHands], Awaitable[None]]
TWOS = ("2S",) * 6
"""A round of them alone: a tie of six. Of one card there are eight in a shoe."""


async def _with(hands: WindowHands, game: str, *settings: str) -> None:
    await hands.table.begin_house()
    await hands.table.employs_chief()
    await prepares(hands, game, {V4: "P", INSURANCE: "A", MBS: "A", TAI_SAI: "C"}[game], *settings)


async def finds(hands: WindowHands, code: str) -> None:
    """What the list has under this name is opened, and no more."""
    await hands.press("irregularity")
    await hands.press(await find_row(hands, code))


async def _over_maximum(hands: WindowHands) -> None:
    """Found at a closing that was announced late: nobody refuses it any more."""
    await _with(hands, V4)
    await calls_bets(hands, (3, "banker", 30_000))
    await pulls(hands.table, "2S")
    await hands.press("announced:yes")


async def _differential_exceeded(hands: WindowHands) -> None:
    await _with(hands, MBS)
    await calls_bets(hands, *((seat, "banker", 20_000) for seat in (1, 2, 3)))
    await pulls(hands.table, "2S")
    await hands.press("announced:yes")


async def _impossible_card(hands: WindowHands) -> None:
    await _with(hands, V4)
    await takes_bets(hands)
    await pulls(hands.table, *TWOS)
    await finishes_round(hands)
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, "2S", "2S", "2S")


async def _misplaced_cards(hands: WindowHands) -> None:
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "2S", "3H", "4D")
    await _lays_cards(hands)


async def _lays_cards(hands: WindowHands) -> None:
    """The second card lies with the Player's."""
    await finds(hands, "lay-cards")
    await hands.press("put:1:P")
    await hands.press_next()


async def _tumble_before_closing(hands: WindowHands) -> None:
    await _with(hands, TAI_SAI)
    await calls_bets(hands, (None, "big", 1500))
    demo_devices(hands.table)._tumbler.tumble(Tumble((2, 4, 6)))
    await hands.table.soon(lambda: hands.table.station.state.table.cases)
    await hands.table.settle()


async def _announced_before_tumble(hands: WindowHands) -> None:
    await _tumble_before_closing(hands)
    await hands.press("announced:yes")


async def _tumbled_too_early(hands: WindowHands) -> None:
    await _tumble_before_closing(hands)
    await hands.press("announced:no")


async def _wrong_take_or_pay(hands: WindowHands) -> None:
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "9S", "2H", "KD", "3C")
    await finishes_round(hands)
    await finds(hands, "wrong-take-or-pay")
    await hands.press("who:3")
    await hands.press("wrong-way:paid-too-little")
    await hands.press("amount:5")
    await hands.press("amount:00")
    await hands.press_next()


async def _cutting_card_first(hands: WindowHands) -> None:
    await _with(hands, MBS, "hlga:yes")
    await takes_bets(hands, (3, "banker", 1500))
    await reports_irregularity(hands, "cutting-card-out")
    await reports_irregularity(hands, "cutting-card-first")


async def _first_round(hands: WindowHands, game: str = V4) -> None:
    """Is over; seat 3 has won."""
    await _with(hands, game)
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, "2H", "9S", "3C", "KD")
    await finishes_round(hands)


async def _error_of_earlier_round(hands: WindowHands) -> None:
    await _first_round(hands)
    await reports_irregularity(hands, "error-of-earlier-round")


async def _limits_of_earlier_round(hands: WindowHands) -> None:
    await _first_round(hands)
    await reports_irregularity(hands, "limits-of-earlier-round")


async def _device_fault(hands: WindowHands) -> None:
    """Where two people have switched the law of the place on (ruling O26)."""
    await _with(hands, V4)
    law = SettingChanged(setting=DEVICE_FAULT_LAW, before=str(LAW_OFF), after=str(LAW_ON))
    hands.table.station.record(law)
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "2H", "9S")
    await reports_irregularity(hands, "device-fault")


async def _excess(hands: WindowHands) -> None:
    """A fifth card beside two hands that are complete."""
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "2H", "9S", "3C", "KD", "5H")


async def _excess_card_seen(hands: WindowHands) -> None:
    await _excess(hands)
    await resolves_all(hands)
    await reports_irregularity(hands, "excess-card-seen")


async def _open_card_carried(hands: WindowHands) -> None:
    """It is the first of the next round, and everybody has seen it."""
    await _excess_card_seen(hands)
    await resolves_all(hands)
    await finishes_round(hands)


async def _squeezed(hands: WindowHands, code: str) -> None:
    """By Method C, which somebody higher than a supervisor opens a table with."""
    await hands.table.begin_house()
    await hands.table.employs_chief()
    await hands.table.employs(CASINO_MANAGER, "Casino Manager 1", Position.ASSISTANT_CASINO_MANAGER)
    for name in (f"game:{MBS}", "layout:A", "leaf:table", "dealing:face-down", "hlga:yes", "method:C"):
        await hands.press(name)
    await hands.enters("badge-opens")
    await hands.fills(CASINO_MANAGER.badge, CASINO_MANAGER.pin.text)
    await brings_cards(hands)
    await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
    await pulls(hands.table, "2S", "3H")
    await reports_irregularity(hands, code)


async def _cards_not_passed(hands: WindowHands) -> None:
    await _squeezed(hands, "cards-not-passed")


async def _card_seen_as_device_moved(hands: WindowHands) -> None:
    await _squeezed(hands, "card-seen-as-device-moved")


async def _missed_card(hands: WindowHands) -> None:
    """The first four lie there, and the Player's third card is due."""
    await _with(hands, V4)
    await takes_bets(hands, (1, "banker", 1000))
    await pulls(hands.table, "2S", "3H", "2D", "2C")
    await reports_irregularity(hands, "missed-card")


async def _missed_insurance(hands: WindowHands) -> None:
    """The fifth card is drawn though nobody was asked."""
    await _with(hands, INSURANCE)
    await takes_bets(hands, (1, "banker", 1000))
    await pulls(hands.table, "2S", "3H", "2D", "2C", "5H")
    await hands.press("announced:no")


STAGES: Mapping[IrregularityKind, tuple[Play, ...]] = {
    IrregularityKind.OVER_MAXIMUM: (_over_maximum,),
    IrregularityKind.CARD_BEFORE_CLOSING: (_over_maximum,),
    IrregularityKind.DIFFERENTIAL_EXCEEDED: (_differential_exceeded,),
    IrregularityKind.IMPOSSIBLE_CARD: (_impossible_card,),
    IrregularityKind.MISPLACED_CARDS: (_misplaced_cards,),
    IrregularityKind.TUMBLE_BEFORE_CLOSING: (_announced_before_tumble, _tumbled_too_early),
    IrregularityKind.TUMBLED_TOO_EARLY: (_tumbled_too_early,),
    IrregularityKind.WRONG_TAKE_OR_PAY: (_wrong_take_or_pay,),
    IrregularityKind.CHIPS_MOVED: (_wrong_take_or_pay,),
    IrregularityKind.CUTTING_CARD_FIRST: (_cutting_card_first,),
    IrregularityKind.DEVICE_FAULT: (_device_fault,),
    IrregularityKind.ERROR_OF_EARLIER_ROUND: (_error_of_earlier_round,),
    IrregularityKind.LIMITS_OF_EARLIER_ROUND: (_limits_of_earlier_round,),
    IrregularityKind.EXCESS_CARD: (_excess,),
    IrregularityKind.EXCESS_CARD_SEEN: (_excess_card_seen,),
    IrregularityKind.OPEN_CARD_CARRIED: (_open_card_carried,),
    IrregularityKind.CARDS_NOT_PASSED: (_cards_not_passed,),
    IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED: (_card_seen_as_device_moved,),
    IrregularityKind.CARD_DURING_OFFER: (_missed_insurance,),
    IrregularityKind.MISSED_INSURANCE: (_missed_insurance,),
    IrregularityKind.MISSED_CARD: (_missed_card,),
}
_ALL = [(trouble, play) for trouble, plays in STAGES.items() for play in plays]


@pytest.mark.parametrize("way", mostly_long([ByKeys, ByTouch], keep_every=2), ids=["keys", "touch"])
@pytest.mark.parametrize(
    ("trouble", "begins"),
    mostly_long(_ALL, keep_every=4),
    ids=[f"{one.value}-{begins.__name__}" for one, begins in _ALL],
)
def test_it_comes_up_and_is_put_right(
    qapp: QApplication, tmp_path: Path, trouble: IrregularityKind, begins: Play, way: type[WindowHands]
) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await begins(hands)
        await resolves_all(hands)
        assert not has_irregularity(table)

    at_window(qapp, tmp_path, play)
    assert trouble.value in [opened.case.trouble for opened in journal_events(tmp_path, CaseOpened)]


# What else is put right from the list


async def _allows_wagers(hands: WindowHands) -> None:
    await _with(hands, MBS)
    await reports_irregularity(hands, "allow-wagers")


async def _hands_over(hands: WindowHands) -> None:
    """Seat 3 leaves, and wins."""
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, "2H", "9S", "3C", "KD")
    await reports_irregularity(hands, "player-left")
    await resolves_all(hands)
    await finishes_round(hands)
    assert hands.table.station.state.table.winnings_unclaimed
    await reports_irregularity(hands, "hand-over")
    assert not hands.table.station.state.table.winnings_unclaimed


async def _new_player(hands: WindowHands) -> None:
    await _with(hands, MBS)
    await reports_irregularity(hands, "new-player")


async def _returns_carried_cards(hands: WindowHands) -> None:
    await _excess(hands)
    await resolves_all(hands)
    await finishes_round(hands)
    assert hands.table.station.state.table.carried
    await reports_irregularity(hands, "return-carried-cards")


async def _two_persons(hands: WindowHands) -> None:
    await _with(hands, V4)
    await reports_irregularity(hands, "same-person")
    assert hands.table.station.state.table.persons
    await reports_irregularity(hands, "two-persons")
    assert not hands.table.station.state.table.persons


async def _cannot_reconstruct(hands: WindowHands) -> None:
    await _misplaced_cards(hands)
    await reports_irregularity(hands, "cannot-reconstruct")


async def _holds_for_claim(hands: WindowHands) -> None:
    await _first_round(hands)
    await reports_irregularity(hands, "hold-for-claim")
    assert hands.table.station.state.table.claim is not None


FORMS: Mapping[str, tuple[Play, type[Event]]] = {
    "allow-wagers": (_allows_wagers, WagersAllowed),
    "cannot-reconstruct": (_cannot_reconstruct, NeedsChanged),
    "hand-over": (_hands_over, WinningsHandedOver),
    "hold-for-claim": (_holds_for_claim, ClaimClosed),
    "new-player": (_new_player, NewPlayerMarked),
    "return-carried-cards": (_returns_carried_cards, CarriedCardsDecided),
    "two-persons": (_two_persons, BettorsAreTwo),
}


@pytest.mark.parametrize("way", mostly_long([ByTouch, ByKeys], keep_every=2), ids=["touch", "keys"])
@pytest.mark.parametrize("code", mostly_long(FORMS, keep_every=4))
def test_what_else_the_list_has_is_done(qapp: QApplication, tmp_path: Path, code: str, way: type[WindowHands]) -> None:
    does, told = FORMS[code]

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await does(hands)
        await resolves_all(hands)
        assert not has_irregularity(table)

    at_window(qapp, tmp_path, play)
    assert journal_events(tmp_path, told)


@pytest.mark.assurance("A42")
def test_no_kind_of_irregularity_is_left_out() -> None:
    """Each is played to its end at the real window: here, from the list in a round, or by Correct last."""
    offered = frozenset[str]().union(*OFFERED.values())
    played = {trouble.value for trouble in (*STAGES, *ELSEWHERE)} | offered
    assert {trouble.value for trouble in IrregularityKind} - played == set()
    assert {code for code, _ in menus._FORMS} - offered == set(FORMS)


def test_what_is_played_elsewhere_is_played_there() -> None:
    corrections = Path(__file__).with_name("test_corrections.py").read_text(encoding="utf-8")
    assert not [name for name in ELSEWHERE.values() if f"def {name}(" not in corrections]
