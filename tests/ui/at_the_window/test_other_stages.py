"""What goes wrong at other stages of a round, at the real window: each kind comes up, and is put right to its end."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.events import CaseOpened, ClaimClosed, Event, NeedsChanged, WagersAllowed
from dealer_app.domain.round.mending_events import (
    BettorsAreTwo,
    CarriedCardsDecided,
    NewPlayerMarked,
    WinningsHandedOver,
)
from dealer_app.domain.round.trouble import Trouble
from dealer_app.people.positions import Position
from dealer_app.showing.mending import irregularities
from tests.support.at_window import AtTable, at_window
from tests.support.kinds_at_window import ELSEWHERE, OFFERED
from tests.support.signers import CASINO_MANAGER
from tests.support.window_hands import ByKeys, ByTouch, Hands
from tests.support.window_mending import amiss, mends, reports, row_of
from tests.support.window_money import journalled
from tests.support.window_rounds import (
    INSURANCE,
    MBS,
    TAI_SAI,
    V4,
    brings_cards,
    calls_bets,
    demonstrated,
    prepares,
    pulls,
    takes_bets,
    to_the_end,
)

Play = Callable[[Hands], Awaitable[None]]
TWOS = ("2S",) * 6
"""A round of them alone: a tie of six. Of one card there are eight in a shoe."""


async def _with(hands: Hands, game: str, *settings: str) -> None:
    await hands.table.found()
    await hands.table.employs_chief()
    await prepares(hands, game, {V4: "P", INSURANCE: "A", MBS: "A", TAI_SAI: "C"}[game], *settings)


async def finds(hands: Hands, code: str) -> None:
    """What the list has under this name is opened, and no more."""
    await hands.press("irregularity")
    await hands.press(await row_of(hands, code))


async def _over_maximum(hands: Hands) -> None:
    """Found at a closing that was announced late: nobody refuses it any more."""
    await _with(hands, V4)
    await calls_bets(hands, (3, "banker", 30_000))
    await pulls(hands.table, "2S")
    await hands.press("announced:yes")


async def _differential_exceeded(hands: Hands) -> None:
    await _with(hands, MBS)
    await calls_bets(hands, *((seat, "banker", 20_000) for seat in (1, 2, 3)))
    await pulls(hands.table, "2S")
    await hands.press("announced:yes")


async def _impossible_card(hands: Hands) -> None:
    await _with(hands, V4)
    await takes_bets(hands)
    await pulls(hands.table, *TWOS)
    await to_the_end(hands)
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, "2S", "2S", "2S")


async def _misplaced_cards(hands: Hands) -> None:
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "2S", "3H", "4D")
    await _lays_cards(hands)


async def _lays_cards(hands: Hands) -> None:
    """The second card lies with the Player's."""
    await finds(hands, "lay-cards")
    await hands.press("put:1:P")
    await hands.on()


async def _tumble_before_closing(hands: Hands) -> None:
    await _with(hands, TAI_SAI)
    await calls_bets(hands, (None, "big", 1500))
    demonstrated(hands.table)._tumbler.tumble(Tumble((2, 4, 6)))
    await hands.table.until(lambda: hands.table.station.state.table.cases)
    await hands.table.settled()


async def _announced_before_tumble(hands: Hands) -> None:
    await _tumble_before_closing(hands)
    await hands.press("announced:yes")


async def _tumbled_too_early(hands: Hands) -> None:
    await _tumble_before_closing(hands)
    await hands.press("announced:no")


async def _wrong_take_or_pay(hands: Hands) -> None:
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "9S", "2H", "KD", "3C")
    await to_the_end(hands)
    await finds(hands, "wrong-take-or-pay")
    await hands.press("who:3")
    await hands.press("wrong-way:paid-too-little")
    await hands.press("amount:5")
    await hands.press("amount:00")
    await hands.on()


async def _cutting_card_first(hands: Hands) -> None:
    await _with(hands, MBS, "hlga:yes")
    await takes_bets(hands, (3, "banker", 1500))
    await reports(hands, "cutting-card-out")
    await reports(hands, "cutting-card-first")


async def _first_round(hands: Hands, game: str = V4) -> None:
    """Is over; seat 3 has won."""
    await _with(hands, game)
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, "2H", "9S", "3C", "KD")
    await to_the_end(hands)


async def _error_of_earlier_round(hands: Hands) -> None:
    await _first_round(hands)
    await reports(hands, "error-of-earlier-round")


async def _limits_of_earlier_round(hands: Hands) -> None:
    await _first_round(hands)
    await reports(hands, "limits-of-earlier-round")


async def _excess(hands: Hands) -> None:
    """A fifth card beside two hands that are complete."""
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 1500))
    await pulls(hands.table, "2H", "9S", "3C", "KD", "5H")


async def _excess_card_seen(hands: Hands) -> None:
    await _excess(hands)
    await mends(hands)
    await reports(hands, "excess-card-seen")


async def _open_card_carried(hands: Hands) -> None:
    """It is the first of the next round, and everybody has seen it."""
    await _excess_card_seen(hands)
    await mends(hands)
    await to_the_end(hands)


async def _squeezed(hands: Hands, code: str) -> None:
    """By Method C, which somebody higher than a supervisor opens a table with."""
    await hands.table.found()
    await hands.table.employs_chief()
    await hands.table.employs(CASINO_MANAGER, "Casino Manager 1", Position.ASSISTANT_CASINO_MANAGER)
    for name in (f"game:{MBS}", "layout:A", "leaf:table", "dealing:face-down", "hlga:yes", "method:C"):
        await hands.press(name)
    await hands.enters("badge-opens")
    await hands.fills(CASINO_MANAGER.badge, CASINO_MANAGER.pin.text)
    await brings_cards(hands)
    await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
    await pulls(hands.table, "2S", "3H")
    await reports(hands, code)


async def _cards_not_passed(hands: Hands) -> None:
    await _squeezed(hands, "cards-not-passed")


async def _card_seen_as_device_moved(hands: Hands) -> None:
    await _squeezed(hands, "card-seen-as-device-moved")


async def _missed_insurance(hands: Hands) -> None:
    """The fifth card is drawn though nobody was asked."""
    await _with(hands, INSURANCE)
    await takes_bets(hands, (1, "banker", 1000))
    await pulls(hands.table, "2S", "3H", "2D", "2C", "5H")
    await hands.press("announced:no")


STAGES: Mapping[Trouble, tuple[Play, ...]] = {
    Trouble.OVER_MAXIMUM: (_over_maximum,),
    Trouble.CARD_BEFORE_CLOSING: (_over_maximum,),
    Trouble.DIFFERENTIAL_EXCEEDED: (_differential_exceeded,),
    Trouble.IMPOSSIBLE_CARD: (_impossible_card,),
    Trouble.MISPLACED_CARDS: (_misplaced_cards,),
    Trouble.TUMBLE_BEFORE_CLOSING: (_announced_before_tumble, _tumbled_too_early),
    Trouble.TUMBLED_TOO_EARLY: (_tumbled_too_early,),
    Trouble.WRONG_TAKE_OR_PAY: (_wrong_take_or_pay,),
    Trouble.CHIPS_MOVED: (_wrong_take_or_pay,),
    Trouble.CUTTING_CARD_FIRST: (_cutting_card_first,),
    Trouble.ERROR_OF_EARLIER_ROUND: (_error_of_earlier_round,),
    Trouble.LIMITS_OF_EARLIER_ROUND: (_limits_of_earlier_round,),
    Trouble.EXCESS_CARD: (_excess,),
    Trouble.EXCESS_CARD_SEEN: (_excess_card_seen,),
    Trouble.OPEN_CARD_CARRIED: (_open_card_carried,),
    Trouble.CARDS_NOT_PASSED: (_cards_not_passed,),
    Trouble.CARD_SEEN_AS_DEVICE_MOVED: (_card_seen_as_device_moved,),
    Trouble.CARD_DURING_OFFER: (_missed_insurance,),
    Trouble.MISSED_INSURANCE: (_missed_insurance,),
}
_ALL = [(trouble, play) for trouble, plays in STAGES.items() for play in plays]


@pytest.mark.parametrize("way", [ByKeys, ByTouch], ids=["keys", "touch"])
@pytest.mark.parametrize(("trouble", "begins"), _ALL, ids=[f"{one.value}-{begins.__name__}" for one, begins in _ALL])
def test_it_comes_up_and_is_put_right(
    qapp: QApplication, tmp_path: Path, trouble: Trouble, begins: Play, way: type[Hands]
) -> None:
    async def play(table: AtTable) -> None:
        hands = way(table)
        await begins(hands)
        await mends(hands)
        assert not amiss(table)

    at_window(qapp, tmp_path, play)
    assert trouble.value in [opened.case.trouble for opened in journalled(tmp_path, CaseOpened)]


# What else is put right from the list


async def _allows_wagers(hands: Hands) -> None:
    await _with(hands, MBS)
    await reports(hands, "allow-wagers")


async def _hands_over(hands: Hands) -> None:
    """Seat 3 leaves, and wins."""
    await _with(hands, V4)
    await takes_bets(hands, (3, "banker", 500))
    await pulls(hands.table, "2H", "9S", "3C", "KD")
    await reports(hands, "player-left")
    await mends(hands)
    await to_the_end(hands)
    assert hands.table.station.state.table.unclaimed
    await reports(hands, "hand-over")
    assert not hands.table.station.state.table.unclaimed


async def _new_player(hands: Hands) -> None:
    await _with(hands, MBS)
    await reports(hands, "new-player")


async def _returns_carried_cards(hands: Hands) -> None:
    await _excess(hands)
    await mends(hands)
    await to_the_end(hands)
    assert hands.table.station.state.table.carried
    await reports(hands, "return-carried-cards")


async def _two_persons(hands: Hands) -> None:
    await _with(hands, V4)
    await reports(hands, "same-person")
    assert hands.table.station.state.table.persons
    await reports(hands, "two-persons")
    assert not hands.table.station.state.table.persons


async def _cannot_reconstruct(hands: Hands) -> None:
    await _misplaced_cards(hands)
    await reports(hands, "cannot-reconstruct")


async def _holds_for_claim(hands: Hands) -> None:
    await _first_round(hands)
    await reports(hands, "hold-for-claim")
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


@pytest.mark.parametrize("way", [ByKeys, ByTouch], ids=["keys", "touch"])
@pytest.mark.parametrize("code", FORMS)
def test_what_else_the_list_has_is_done(qapp: QApplication, tmp_path: Path, code: str, way: type[Hands]) -> None:
    does, told = FORMS[code]

    async def play(table: AtTable) -> None:
        hands = way(table)
        await does(hands)
        await mends(hands)
        assert not amiss(table)

    at_window(qapp, tmp_path, play)
    assert journalled(tmp_path, told)


@pytest.mark.assurance("A42")
def test_no_kind_of_irregularity_is_left_out() -> None:
    """Each is played to its end at the real window: here, from the list in a round, or by Correct last."""
    offered = frozenset[str]().union(*OFFERED.values())
    played = {trouble.value for trouble in (*STAGES, *ELSEWHERE)} | offered
    assert {trouble.value for trouble in Trouble} - played == set()
    assert {code for code, _ in irregularities._FORMS} - offered == set(FORMS)


def test_what_is_played_elsewhere_is_played_there() -> None:
    corrections = Path(__file__).with_name("test_corrections.py").read_text(encoding="utf-8")
    assert not [name for name in ELSEWHERE.values() if f"def {name}(" not in corrections]
