"""The fold of rounds that were dealt while the station was out: what they leave on the table and in the record.

Nothing of them can be mended here, for the station saw neither their cards nor their chips; claims are still heard.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.round import mending_events
from dealer_app.domain.round.apply_mended import ROUNDS_KEPT, after_round
from dealer_app.domain.round.evolve import evolve
from dealer_app.domain.round.state import DrawnCard, PastRound, Phase, Round, TableState


def left_over(state: TableState, rounds: int) -> tuple[DrawnCard, ...]:
    """The cards that still open the next round, after so many rounds by hand.

    What lay there at the outage opened the first of them; only a card in excess of the interrupted round, if that was
    the last one dealt, is left (ruling O6).
    """
    if state.round is None or state.round.phase is Phase.BETTING or rounds > 1:
        return ()
    return after_round(state, state.round).carried


def _entered(state: TableState, event: mending_events.OutageRoundsEntered) -> TableState:
    count = len(event.rounds)
    last = event.first + count - 1
    shoe = state.shoe
    if shoe.decks:
        more = count if shoe.cutting_card_out else 0
        shoe = evolve(
            shoe,
            composition_known=False,
            used=shoe.used + event.cards,
            rounds_after_cutting_card=shoe.rounds_after_cutting_card + more,
        )
    past = tuple(PastRound(number=number, nets=()) for number in range(event.first, last + 1))
    return evolve(
        state,
        round=None,
        last=Round(number=last, phase=Phase.BY_HAND),
        rounds=last,
        carried=left_over(state, count),
        carried_for="",
        cases=(),
        left=frozenset(),
        device_with=None,
        shoe=shoe,
        history=(*state.history, *past)[-ROUNDS_KEPT:],
    )


OF_OUTAGES: Mapping[type, Callable[[TableState, Any], TableState]] = {mending_events.OutageRoundsEntered: _entered}
