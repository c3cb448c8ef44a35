"""The state of a station without what nobody may see yet, as a snapshot holds it, and with it again.

A snapshot lies beside the journal as plain text. What is sealed stands in it by its digest alone, as in an event; value
and salt come from the journal's table `sealed` when it is read.
"""

from collections.abc import Callable, Mapping

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.state import DrawnCard, Round, Seal, TableState
from dealer_app.domain.values import replace
from dealer_app.journal.codec import Find, hidden_from, hidden_sealed
from dealer_app.journal.trouble import DamagedError
from dealer_app.station.state import StationState

_OfCards = Callable[[DrawnCard], DrawnCard]
_OfHidden = Callable[[Mapping[str, str]], Mapping[str, str]]


def without_sealed(state: StationState) -> StationState:
    """What a snapshot may hold: digests in the place of what they stand for."""
    return _each(state, _digest_of_card, _digest_of_hidden)


def with_sealed(state: StationState, find: Find) -> StationState:
    """The inverse of `without_sealed`. Raises DamagedError if what is sealed is not what lies in the journal."""

    def card(drawn: DrawnCard) -> DrawnCard:
        if drawn.seal is None or drawn.seal.salt:
            return drawn
        value, salt = find(drawn.seal.digest)
        return replace(drawn, card=CARDS[value], seal=Seal(drawn.seal.digest, salt))

    def hidden(digest: Mapping[str, str]) -> Mapping[str, str]:
        return hidden_from(digest, find)

    return _each(state, card, hidden)


def can_be_kept(state: StationState, find: Find) -> bool:
    """Whether a snapshot of it would tell nothing that lies face down, and could be read again.

    A card face down that a device has read is not sealed: it waits until the round is over and mended no more.
    """
    if any(drawn.card is not None and drawn.seal is None and not drawn.turned for drawn in _lying(state.table)):
        return False
    try:
        return with_sealed(without_sealed(state), find) == state
    except DamagedError:
        return False


def _lying(table: TableState) -> tuple[DrawnCard, ...]:
    rounds = (round_ for round_ in (table.round, table.last) if round_ is not None)
    return (*table.carried, *(drawn for round_ in rounds for drawn in round_.cards))


def _digest_of_card(drawn: DrawnCard) -> DrawnCard:
    if drawn.seal is None or drawn.card is None:
        return drawn
    return replace(drawn, card=None, seal=Seal(drawn.seal.digest, ""))


def _digest_of_hidden(hidden: Mapping[str, str]) -> Mapping[str, str]:
    return {"digest": hidden_sealed(hidden).digest}


def _each(state: StationState, card: _OfCards, hidden: _OfHidden) -> StationState:
    """All that can be sealed stands in these places; a test looks for others."""
    table = state.table
    return replace(
        state,
        table=replace(
            table,
            round=_in_round(table.round, card),
            last=_in_round(table.last, card),
            carried=tuple(map(card, table.carried)),
            cases=tuple(replace(case, hidden=hidden(case.hidden)) if case.hidden else case for case in table.cases),
        ),
        listening=replace(
            state.listening,
            row=tuple(
                replace(entry, hidden=hidden(entry.hidden)) if entry.hidden else entry for entry in state.listening.row
            ),
        ),
    )


def _in_round(round_: Round | None, card: _OfCards) -> Round | None:
    return None if round_ is None else replace(round_, cards=tuple(map(card, round_.cards)))
