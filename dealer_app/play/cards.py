"""The real cards on a table that is played: a shoe in which every card is, whatever the record says."""

from collections.abc import Iterable, Sequence
from random import Random

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round import events, mending_events

_LEFT_AT_MOST = 60
"""How many cards of earlier rounds may still lie on the table."""


class RealCards:
    """The shoe and the faces of the cards that lie on the table, in drawn order.

    A card leaves the shoe when the engine says that it was drawn; until then the same one is on top.
    """

    def __init__(self, shoe: Sequence[Card] = ()) -> None:
        self._shoe = list(reversed(shoe))
        self._table: list[Card] = []
        self._before: list[Card] = []
        self._to_burn: list[int] = []

    def fill(self, decks: int, chance: Random) -> None:
        self._shoe = list(DECK) * decks
        chance.shuffle(self._shoe)

    @property
    def left(self) -> int:
        return len(self._shoe)

    @property
    def top(self) -> Card:
        return self._shoe[-1]

    def take(self, number: int) -> list[Card]:
        """The next cards, drawn without being dealt: burned or set aside."""
        return [self._shoe.pop() for _ in range(min(number, len(self._shoe)))]

    def at(self, places: Iterable[int]) -> tuple[Card, ...]:
        return tuple(self._table[place] for place in places)

    def carried(self, place: int, lying: int) -> Card:
        """Of so many cards that wait for the next round the one of this place."""
        return self._lying[len(self._lying) - lying + place]

    def note(self, happened: Iterable[events.Event]) -> None:
        """Follows what happened: cards come to the table, change their order, and go over to the next round."""
        carried = 0
        held: list[Card] = []
        for event in happened:
            match event:
                case events.RoundBegan():
                    self._burn()
                    self._before, self._table = [*self._before, *self._table][-_LEFT_AT_MOST:], []
                case events.CardCarriedIn():
                    carried += 1
                case mending_events.CarriedCardsDecided(use="return", carried=lying):
                    # Into the shoe again: the first of them is on top.
                    self._shoe += reversed(self._take_from_table(lying))
                case mending_events.CarriedCardsDecided(carried=lying, burned=burned):
                    self._to_burn = [lying - place for place in burned]
                    if not self._table:
                        self._burn()
                case events.SettlementUndone():
                    self._to_burn = []
                case events.CardDrawn(card=card):
                    self._table.append(self._drawn(card))
                case mending_events.CardHeldOver(card=card):
                    held.append(self._drawn(card))
                case events.RoundVoided():
                    self._lying.extend(held)
                    held = []
                case mending_events.CardCorrected(place=place, card=card):
                    self._reread(place, card)
                case events.CardsReordered(cards=order) | mending_events.CardsTakenAsTheyLie(cards=order):
                    self._table = [self._table[place] for place in order]
                case _:
                    pass
        self._before += held
        if carried:
            self._table += self._before[-carried:]

    def _take_from_table(self, number: int) -> list[Card]:
        """The cards that were drawn last and lie there for the next round."""
        first = max(0, len(self._lying) - number)
        taken = self._lying[first:]
        del self._lying[first:]
        return taken

    def _burn(self) -> None:
        """Only when the next round has begun: until then the last one may turn out to need what was burned."""
        for behind in sorted(self._to_burn, reverse=True):
            del self._lying[len(self._lying) - behind]
        self._to_burn = []

    @property
    def _lying(self) -> list[Card]:
        """Where the cards for the next round are: behind those of the last one, or of the one before it."""
        return self._table or self._before

    def _reread(self, place: int, card: Card) -> None:
        """It was this card all the time, and the one that had been read is still in the shoe."""
        if card in self._shoe:
            self._shoe[self._shoe.index(card)] = self._table[place]
        self._table[place] = card

    def _drawn(self, card: Card | None) -> Card:
        if card is None or (self._shoe and self._shoe[-1] is card):
            return self._shoe.pop()
        if card in self._shoe:
            self._shoe.remove(card)
        return card
