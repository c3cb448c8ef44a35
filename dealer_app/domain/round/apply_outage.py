"""The fold of rounds that were dealt while the station was out: what they leave on the table and in the record.

Nothing of them can be mended here, for the station saw neither their cards nor their chips; claims are still heard.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.round import mending_events
from dealer_app.domain.round.apply_mended import ROUNDS_KEPT, known_prefix
from dealer_app.domain.round.outage import CardRound, OutageRound
from dealer_app.domain.round.state import DrawnCard, PastRound, Phase, Round, TableState
from dealer_app.domain.values import replace


def left_over(state: TableState, rounds: tuple[OutageRound, ...]) -> tuple[DrawnCard, ...]:
    """The cards that still open the next round after these by hand: those that lay there and that none of them took.

    Where nobody noted how many a round took, all that lay there are gone, but for what is in excess of a hand that was
    finished before the outage (ruling O6).
    """
    lay = (*(state.round.cards if state.round is not None else ()), *state.carried)
    used = 0
    for place, dealt in enumerate(rounds):
        taken = len(dealt.cards) if isinstance(dealt, CardRound) else 0
        taken = taken or (_finished(state) if place == 0 else 0)
        if not taken:
            return ()
        used += taken
    return lay[used:]


def _finished(state: TableState) -> int:
    """How many cards the hands of the interrupted round had, if they were finished."""
    known = known_prefix(state.round.cards) if state.round is not None else ()
    hands = coup(known)
    return len(known) - len(hands.carry) if hands.complete else 0


def _entered(state: TableState, event: mending_events.OutageRoundsEntered) -> TableState:
    count = len(event.rounds)
    last = event.first + count - 1
    shoe = state.shoe
    if shoe.decks:
        more = count if shoe.cutting_card_out else 0
        shoe = replace(
            shoe,
            composition_known=False,
            used=shoe.used + event.cards,
            rounds_after_cutting_card=shoe.rounds_after_cutting_card + more,
        )
    dice, sitting = state.dice_set, state.sittings
    numbers = range(event.first, last + 1)
    past = tuple(PastRound(number=number, nets=(), dice_set=dice, sitting=sitting) for number in numbers)
    return replace(
        state,
        round=None,
        last=Round(number=last, phase=Phase.BY_HAND),
        rounds=last,
        carried=left_over(state, event.rounds),
        carried_for="",
        cases=(),
        left=frozenset(),
        device_with=None,
        shoe=shoe,
        history=(*state.history, *past)[-ROUNDS_KEPT:],
    )


OF_OUTAGES: Mapping[type, Callable[[TableState, Any], TableState]] = {mending_events.OutageRoundsEntered: _entered}
