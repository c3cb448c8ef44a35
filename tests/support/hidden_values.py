"""The same table with other values of what nobody may know: whatever is shown of both is the same."""

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round.state import DrawnCard, Round, TableState
from dealer_app.domain.values import replace


def swap_hidden(state: TableState, by: int = 17) -> TableState:
    """Other values of all that lies face down or is held back."""
    cases = tuple(
        replace(case, hidden={name: "AS" if name == "card" else f"other {text}" for name, text in case.hidden.items()})
        for case in state.cases
    )
    return replace(
        state,
        round=_swap_round(state.round, by),
        last=_swap_round(state.last, by),
        carried=tuple(_swap_card(drawn, by) for drawn in state.carried),
        cases=cases,
    )


def _other(card: Card, by: int) -> Card:
    return DECK[(DECK.index(card) + by) % len(DECK)]


def _swap_card(drawn: DrawnCard, by: int) -> DrawnCard:
    if drawn.card is None or (drawn.turned and drawn.seal is None):
        return drawn
    return replace(drawn, card=_other(drawn.card, by))


def _swap_round(round_: Round | None, by: int) -> Round | None:
    if round_ is None:
        return None
    return replace(round_, cards=tuple(_swap_card(drawn, by) for drawn in round_.cards))
