"""The shoe-order watch of a station: which cards it is given, what was found, and the hold of a supervisor.

Only cards that lay open are given to it, in drawn order, when their round has ended; what is found is shown to
supervisors alone, between rounds (RWS v4 5.5.5, MBS 5.1). The counting itself is in `odds.shoe_order`.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from dealer_app.domain.cards import Card
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import DrawnCard, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.odds.shoe_order import EarlierShoes, OrderFinding, ShoeOrderWatch
from dealer_app.station_events import OrderOutcome, ShoeOrderDecided, ShoeOrderFound, TableHeld

OrderEvent = ShoeOrderFound | TableHeld | ShoeOrderDecided
OpenCards = tuple[Card | None, ...]
"""Cards in drawn order; nothing in the place of one that did not lie open."""


class OrderState(Struct, frozen=True, kw_only=True):
    """What was found and is not decided yet, and the hold on the table."""

    finding: ShoeOrderFound | None = None
    hold: TableHeld | None = None
    decided: ShoeOrderDecided | None = None
    """The last decision."""


def open_cards(cards: Sequence[DrawnCard]) -> OpenCards:
    """What everybody at the table has seen of these cards."""
    return tuple(drawn.card if drawn.turned and drawn.seal is None else None for drawn in cards)


def hold_refusal(state: OrderState, rules: Rules | None) -> Refusal | None:
    """Refuses that bets are opened while a supervisor holds the table."""
    return None if state.hold is None else simple_refusal("table-held", order_clause(rules))


def order_clause(rules: Rules | None) -> str:
    """The clause about cards that came into play without a shuffle, where the document has one."""
    return rules.clause("not-shuffled") if rules is not None and rules.has_clause("not-shuffled") else HOUSE_POLICY


def final_clause(rules: Rules | None) -> str:
    """The clause by which a round is final once the next has begun, where the document has one."""
    return rules.clause(_FINAL) if rules is not None and rules.has_clause(_FINAL) else ""


_FINAL = "earlier-rounds-stand"


def can_void_last(table: TableState) -> bool:
    """Whether the last round can still be voided: only while the next has not begun (RWS v4 5.6)."""
    return table.round is None and table.last is not None


def possible_outcomes(state: OrderState, table: TableState) -> tuple[OrderOutcome, ...]:
    """What two people can decide of the finding now."""
    if state.finding is None or table.round is not None:
        return ()
    if state.finding.shoe != table.shoe.number or table.table is None:
        # That shoe is in use no more: there is nothing left to change.
        return (OrderOutcome.SHUFFLED,)
    left = [OrderOutcome.SHUFFLED, OrderOutcome.CHANGE_SHOE]
    return (*left, OrderOutcome.VOID_ROUND) if can_void_last(table) else tuple(left)


class ShoeLabel(Struct, frozen=True):
    """Which earlier shoe it was."""

    day: str
    shoe: int


class EarlierShoe(Struct, frozen=True):
    """A shoe that was dealt before, with the cards of it that lay open."""

    label: ShoeLabel
    cards: OpenCards


class OrderFigures(Struct, frozen=True, kw_only=True):
    """What the watch has seen of the shoe in use: so many open cards, and how near they come to a finding."""

    cards: int = 0
    most_links: int = 0
    longest_repeat: int = 0
    shoes: int = 0
    """With so many earlier shoes they are compared."""


class ShoeRecord:
    """The open cards of the shoe in use, round by round, and the watch that has counted them."""

    def __init__(self) -> None:
        self.earlier = EarlierShoes()
        self.labels: list[ShoeLabel] = []
        self._own: list[EarlierShoe] = []
        """The shoes that were dealt since the station started."""
        self._rounds: dict[int, OpenCards] = {}
        self._watch = ShoeOrderWatch(self.earlier)
        self.label = ShoeLabel("", 0)

    @property
    def cards(self) -> OpenCards:
        return tuple(card for part in self._rounds.values() for card in part)

    @property
    def round_numbers(self) -> tuple[int, ...]:
        """The round of each of the cards."""
        return tuple(number for number, part in self._rounds.items() for _ in part)

    @property
    def figures(self) -> OrderFigures:
        watch = self._watch
        return OrderFigures(
            cards=watch.open_cards,
            most_links=watch.most_links,
            longest_repeat=watch.longest_repeat,
            shoes=self.earlier.shoes,
        )

    def use_earlier(self, earlier: EarlierShoes, labels: Sequence[ShoeLabel]) -> None:
        """From now on the cards are compared with these too; those of this run stay."""
        for own in self._own:
            earlier.add_shoe(own.cards)
        self.earlier, self.labels = earlier, [*labels, *(own.label for own in self._own)]
        self._count_again()

    def begin_shoe(self, label: ShoeLabel) -> None:
        """Other cards were brought: what was dealt is an earlier shoe now."""
        if any(self.cards):
            own = EarlierShoe(self.label, self.cards)
            self._own.append(own)
            self.labels.append(own.label)
            self.earlier.add_shoe(own.cards)
        self._rounds, self.label = {}, label
        self._watch = ShoeOrderWatch(self.earlier)

    def restore_rounds(self, rounds: Mapping[int, OpenCards], label: ShoeLabel) -> tuple[OrderFinding, ...]:
        """What the journal says of the shoe in use, from before this run; what is found in all of it."""
        self._rounds = {**rounds, **self._rounds}
        self.label = label
        return self._count_again()

    def add_round(self, number: int, cards: OpenCards) -> tuple[OrderFinding, ...]:
        """The cards of a round that has ended; of one that was corrected all are counted again."""
        if number in self._rounds:
            changed = self._rounds[number] != cards
            self._rounds[number] = cards
            if changed:
                self._count_again()
            return ()
        self._rounds[number] = cards
        return tuple(found for card in cards for found in self._watch.add_card(card))

    def _count_again(self) -> tuple[OrderFinding, ...]:
        self._watch = ShoeOrderWatch(self.earlier)
        return tuple(found for card in self.cards for found in self._watch.add_card(card))


# The fold


def apply_order_event(before: OrderState, event: OrderEvent) -> OrderState:
    match event:
        case ShoeOrderFound():
            return replace(before, finding=event)
        case TableHeld():
            return replace(before, hold=event)
        case ShoeOrderDecided():
            return OrderState(decided=event)
