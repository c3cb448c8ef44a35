"""The same table with other values of what nobody may know: whatever is shown of both is the same."""

from dealer_app.domain.cards import DECK
from dealer_app.domain.round.state import DrawnCard, Round, TableState
from dealer_app.domain.values import replace


def swap_hidden(state: TableState, by: int = 17) -> TableState:
    """Other values of all that lies face down or is held back."""

    def swap_card(drawn: DrawnCard) -> DrawnCard:
        if drawn.card is None or (drawn.turned and drawn.seal is None):
            return drawn
        return replace(drawn, card=DECK[(DECK.index(drawn.card) + by) % len(DECK)])

    def swap_round(round_: Round | None) -> Round | None:
        return None if round_ is None else replace(round_, cards=tuple(map(swap_card, round_.cards)))

    other = {"card": "AS"}
    cases = (
        replace(case, hidden={name: other.get(name, f"other {text}") for name, text in case.hidden.items()})
        for case in state.cases
    )
    return replace(
        state,
        round=swap_round(state.round),
        last=swap_round(state.last),
        carried=tuple(map(swap_card, state.carried)),
        cases=tuple(cases),
    )
