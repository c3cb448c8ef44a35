"""The cards of a table, counted from its events alone: nothing of decide or apply is used."""

from collections import Counter
from itertools import takewhile

from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.table_settings import CardDevice


class CardLedger:
    """Checks that every card that left the shoe is in the round, was carried into it, was burned or is gone with
    its round.
    """

    def __init__(self) -> None:
        self.out = self.decks = 0
        self.known: Counter[str] = Counter()
        self.round: list[str | None] = []
        self.sealed: set[int] = set()
        self.held: list[tuple[str | None, bool]] = []
        self.burned: set[int] = set()
        self.to_burn_again: set[int] = set()
        self.shuffler = False

    def note(self, event: events.Event, carried: int) -> None:
        """`carried` is how many cards lie on the table for the next round."""
        match event:
            case events.CardsBrought(decks=decks):
                self.out, self.known, self.decks = 0, Counter(), decks
            case events.CardsBurned(cards=cards, unseen=unseen):
                self.out += len(cards) + unseen
                self.known.update(card.text for card in cards)
            case events.CardDrawn(card=card, seal=seal):
                self.out += 1
                if seal is not None:
                    self.sealed.add(len(self.round))
                self.round.append(card.text if card is not None else None)
                if card is not None and seal is None:
                    self.known[card.text] += 1
            case events.CardCarriedIn(card=card, seal=seal):
                if seal is not None:
                    self.sealed.add(len(self.round))
                self.round.append(card.text if card is not None else None)
            case events.CardUnsealed(card=card):
                self.known[card.text] += 1
            case events.CardsTurned(places=places, cards=cards):
                self.sealed -= set(places)
                unknown = [place for place in places if self.round[place] is None]
                for place, card in zip(unknown, cards, strict=True):
                    self.round[place] = card.text
                    self.known[card.text] += 1
            case correction_events.CardCorrected(place=place, before=before, card=card):
                self._correct(place, before.text if before is not None else None, card.text)
            case events.CardsReordered(cards=order):
                self.round = [self.round[place] for place in order]
                self.sealed = {new for new, old in enumerate(order) if old in self.sealed}
            case _:
                self._note_carried(event, carried)
                self._note_held_over(event)

    def _note_carried(self, event: events.Event, carried: int) -> None:
        """The cards that wait for the next round come into it, or are gone."""
        match event:
            case events.TableOpened(table=table):
                self.shuffler = table.device is CardDevice.SHUFFLER
            case events.RoundBegan():
                if self.shuffler:
                    self._give_back(carried)
                self.round, self.sealed, self.held, self.burned = [], set(), [], set()
            case events.BetsClosed():
                self.held = []
            case correction_events.CarriedCardsDecided(use="return"):
                self.out -= carried
                self._take_away(carried)
            case events.ShoeEnded(counted=counted, expected=expected, difference=difference):
                assert expected in (None, 52 * self.decks - self.out), "what must be left is what never came out"
                assert (difference != "") == (expected is not None and counted != expected)
                self._take_away(carried)
            case correction_events.CarriedCardsDecided(burned=burned):
                self.burned = {carried - place for place in burned}
            case _:
                pass

    def _take_away(self, carried: int) -> None:
        """They are in the shoe again, or burned: the round that ended has them no more."""
        del self.round[max(0, len(self.round) - carried) :]

    def _give_back(self, carried: int) -> None:
        """A shuffler has every card again but those that open the next round."""
        lying = [(text, place in self.sealed) for place, text in enumerate(self.round)] + self.held
        lying = [one for place, one in enumerate(lying) if len(lying) - place not in self.burned]
        self.out = carried
        opening = lying[len(lying) - carried :]
        self.known = Counter(text for text, hidden in opening if text is not None and not hidden)

    def _note_held_over(self, event: events.Event) -> None:
        """It has left the shoe, and comes into a round only when bets are closed; or nobody saw which cards left it."""
        if isinstance(event, correction_events.OutageRoundsEntered):
            self.out += event.cards
            self.round, self.sealed = [], set()
        if isinstance(event, events.SettlementUndone):
            self.to_burn_again, self.burned = self.burned, set()
        if isinstance(event, correction_events.SettlementRestored):
            self.burned = self.to_burn_again
        if isinstance(event, correction_events.CardHeldOver):
            self.out += 1
            self.held.append((event.card.text if event.card is not None else None, event.seal is not None))
            if event.card is not None and event.seal is None:
                self.known[event.card.text] += 1

    def _correct(self, place: int, before: str | None, after: str) -> None:
        assert self.round[place] == before
        self.round[place] = after
        if place not in self.sealed:
            self.known.subtract([before] if before else [])
            self.known[after] += 1

    @property
    def ranks(self) -> str:
        """The ranks in drawn order, up to the first that is unknown."""
        return "".join(text[0] for text in takewhile(bool, self.round) if text)
