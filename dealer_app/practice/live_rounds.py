"""A round of a live journal, as practice takes it over: its decisions, and the cards that left the shoe.

Reading it from the journal is for `screens.recall.live_reader`; what practice makes of it for `taken_rounds`.
"""

from collections.abc import Sequence

from msgspec import Struct

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round import commands, correction_events, events
from dealer_app.domain.round.state import Case, Command, Person, Round, TableState
from dealer_app.domain.round.table_settings import Rules, Table


class LiveDecision(Struct, frozen=True):
    """What the journal has of one decision: the table before it, what happened, and who acted."""

    before: TableState
    happened: tuple[events.Event, ...]
    by: Person


class LiveRound(Struct, frozen=True, kw_only=True):
    """A round of a live journal, with all that was put right in it until the next one began."""

    number: int
    rules: Rules
    decisions: tuple[LiveDecision, ...]
    after: TableState

    @property
    def table(self) -> Table:
        table = self.decisions[0].before.table
        assert table is not None, "a round is played at an open table"
        return table

    @property
    def round(self) -> Round | None:
        """As it ended; nothing while it is on."""
        return self.after.last if self.after.round is None else None

    @property
    def cases(self) -> tuple[Case, ...]:
        """What went wrong in it."""
        happened = (event for each in self.decisions for event in each.happened)
        return tuple(event.case for event in happened if isinstance(event, events.CaseOpened))


class DrawnCards:
    """Follows which cards leave the shoe in live rounds, in their order, and learns their faces as they are turned."""

    def __init__(self) -> None:
        self._drawn: list[Card | None] = []
        self._lying: list[int] = []
        self._looked_at: list[int] = []
        """Cards that have left the shoe and wait to be looked at: the station does not count them yet."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """One that nobody has ever seen is any other."""
        rest = iter([card for card in DECK if card not in self._drawn] * 8)
        return tuple(next(rest) if card is None else card for card in self._drawn)

    def begin_round(self) -> None:
        self._lying = []

    def follow(self, given: Sequence[Command], happened: tuple[events.Event, ...]) -> None:
        asked = [command.card for command in given if isinstance(command, commands.DrawCard)]
        for card in asked:
            self._looked_at.append(len(self._drawn))
            self._drawn.append(card)
        for event in happened:
            match event:
                case events.CardDrawn(card=card) | correction_events.CardHeldOver(card=card) if self._looked_at:
                    place = self._looked_at.pop(0)
                    self._learn(place, card)
                    if isinstance(event, events.CardDrawn):
                        self._lying.append(place)
                case events.CardsTurned(places=places, cards=cards) if len(places) == len(cards):
                    for at, card in zip(places, cards, strict=True):
                        if at < len(self._lying):
                            self._learn(self._lying[at], card)
                case events.CardsReordered(cards=order) | correction_events.CardsTakenAsTheyLie(cards=order):
                    if len(order) == len(self._lying):
                        self._lying = [self._lying[at] for at in order]
                case _:
                    pass

    def _learn(self, place: int, card: Card | None) -> None:
        if self._drawn[place] is None:
            self._drawn[place] = card
