"""The chips and the cards of a table, counted from its events alone.

A second wording: nothing of decide, apply or settlement is used, only what the events say, the odds that the rulebook
prints and, for baccarat, the definitions of the bets told a second time.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.table import CardDevice
from dealer_app.domain.rulebook import House, Layout, Rulebook
from tests.support.baccarat_second_wording import deal, outcome


class Chips:
    """Every stake is on the table, given back, or collected; every prize is at printed odds."""

    def __init__(self, book: Rulebook, layout: Layout) -> None:
        self.book, self.layout = book, layout
        self.lies: dict[int, tuple[str, Fraction]] = {}
        self.insured_odds: set[Fraction] = set()
        if book.insurance is not None:
            self.insured_odds = {offer.odds.ratio for offer in book.insurance.offers}
        self.placed = self.given_back = self.collected = self.by_hand = Fraction(0)
        self.lines: tuple[Any, ...] = ()
        self.ended: tuple[dict[int, tuple[str, Fraction]], Fraction, Fraction] | None = None

    @property
    def balanced(self) -> bool:
        on_table = sum((stake for _, stake in self.lies.values()), Fraction(0))
        return self.placed == self.given_back + self.collected + self.by_hand + on_table

    def note(self, event: events.Event, ranks: str) -> None:
        match event:
            case events.BetPlaced(bet=bet):
                self._place(bet.number, bet.wager.area, bet.wager.stake)
            case events.InsuranceTaken(bet=insured):
                self._place(insured.number, "insurance", insured.stake)
            case events.BetTakenBack(number=number) | events.BetNeverPlaced(number=number):
                self._give_back(number)
            case events.EntryUndone(entry="bet" | "insurance", number=number):
                self._give_back(number)
            case events.BetCut(number=number, accepted=accepted):
                stake = self.lies[number][1]
                assert accepted < stake, "only what is too much is pushed back"
                self._give_back(number, stake - accepted)
            case mending_events.BetCorrected(number=number, bet=corrected):
                if number in self.lies:
                    self._give_back(number)
                if corrected is not None:
                    self._place(number, corrected.wager.area, corrected.wager.stake)
            case events.BetsReturned(numbers=numbers):
                for number in numbers & self.lies.keys():
                    self._give_back(number)
            case events.RoundVoided():
                for number in tuple(self.lies):
                    self._give_back(number)
            case _:
                self._note_result(event, ranks)

    def _note_result(self, event: events.Event, ranks: str) -> None:
        match event:
            case events.ResultAnnounced(settled=lines):
                self.lines = lines
            case events.RoundConcluded(collected=collected, paid=paid):
                self._settle(collected, paid, ranks)
            case events.SettlementUndone() if self.ended is not None:
                self.lies, self.given_back, self.collected = self.ended
                self.ended = None
            case events.RoundBegan():
                self.ended = None
            case mending_events.OutageRoundsEntered(settled_by_hand=numbers):
                assert numbers == self.lies.keys(), "each bet on the table was settled by hand, and no other"
                self.by_hand += sum((stake for _, stake in self.lies.values()), Fraction(0))
                self.lies, self.lines, self.ended = {}, (), None
            case mending_events.RoundsVoided(nets=nets):
                lost = sum((-net for _, _, net in nets if net < 0), Fraction(0))
                self.collected -= lost
                self.given_back += lost
            case _:
                pass

    def _place(self, number: int, area: str, stake: int) -> None:
        assert number not in self.lies
        assert stake > 0
        self.lies[number] = area, Fraction(stake)
        self.placed += stake

    def _give_back(self, number: int, part: Fraction | None = None) -> None:
        area, stake = self.lies.pop(number)
        back = stake if part is None else part
        self.given_back += back
        if back < stake:
            self.lies[number] = area, stake - back

    def _settle(self, collected: Fraction, paid: Fraction, ranks: str) -> None:
        assert sorted(line.number for line in self.lines) == sorted(self.lies), "each bet on the table is settled once"
        self.ended = dict(self.lies), self.given_back, self.collected
        for line in self.lines:
            area, stake = self.lies.pop(line.number)
            assert 0 <= line.counts <= stake
            lost = -line.net if line.net < 0 else Fraction(0)
            if line.result == "win":
                assert line.net == line.counts * self._ratio(area, line, ranks)
            else:
                assert line.net == (-line.counts if line.result == "lose" else 0)
                assert area == "insurance" or not ranks or self._prize(area, ranks) == line.result
            self.collected += lost
            self.given_back += stake - lost
            collected, paid = collected - lost, paid - max(line.net, Fraction(0))
        assert collected == paid == 0, "the round says what its lines say"
        self.lines = ()

    def _prize(self, area: str, ranks: str) -> str:
        dealt = deal(ranks)
        assert not dealt.due, "settled only when the hands are finished"
        return outcome(area, dealt.player, dealt.banker)

    def _ratio(self, area: str, line: Any, ranks: str) -> Fraction:
        """What the book pays for one unit, net of commission."""
        if area == "insurance":
            ratio = line.net / line.counts if line.counts else next(iter(self.insured_odds))
            assert ratio in self.insured_odds
            return Fraction(ratio)
        commission = self.book.commission
        if commission is not None and commission.area == area:
            return commission.gross.ratio * (1 - commission.rate)
        prizes = {prize.value: odds.ratio for prize, odds in self.layout.prizes(area).items()}  # type: ignore[arg-type]
        if self.book.house is House.BACCARAT:
            prize = self._prize(area, ranks)
            return prizes[prize] if prize in prizes else next(iter(prizes.values()))
        ratio = line.net / line.counts
        assert ratio in prizes.values()
        return Fraction(ratio)


class Cards:
    """Every card that left the shoe lies in the round, was carried into it, was burned or is gone with its round."""

    def __init__(self) -> None:
        self.out = 0
        self.known: Counter[str] = Counter()
        self.round: list[str | None] = []
        self.sealed: set[int] = set()
        self.held: list[tuple[str | None, bool]] = []
        self.burned: set[int] = set()
        self.shuffler = False

    def note(self, event: events.Event, carried: int) -> None:
        """`carried` is how many cards lie on the table for the next round."""
        match event:
            case events.CardsBrought():
                self.out, self.known = 0, Counter()
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
            case mending_events.CardCorrected(place=place, before=before, card=card):
                self._correct(place, before.text if before is not None else None, card.text)
            case events.CardsReordered(cards=order):
                self.round = [self.round[place] for place in order]
                self.sealed = {new for new, old in enumerate(order) if old in self.sealed}
            case _:
                self._note_carried(event, carried)
                self._note_held_over(event)

    def _note_carried(self, event: events.Event, carried: int) -> None:
        """What lies there for the next round comes into it, or is gone."""
        match event:
            case events.TableOpened(table=table):
                self.shuffler = table.device is CardDevice.SHUFFLER
            case events.RoundBegan():
                if self.shuffler:
                    self._give_back(carried)
                self.round, self.sealed, self.held, self.burned = [], set(), [], set()
            case events.BetsClosed():
                self.held = []
            case mending_events.CarriedCardsDecided(use="return"):
                self.out -= carried
                self._take_away(carried)
            case events.ShoeEnded():
                self._take_away(carried)
            case mending_events.CarriedCardsDecided(burned=burned):
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
        if isinstance(event, mending_events.OutageRoundsEntered):
            self.out += event.cards
            self.round, self.sealed = [], set()
        if isinstance(event, events.SettlementUndone):
            self.burned = set()
        if isinstance(event, mending_events.CardHeldOver):
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
        """The ranks in drawn order, nothing while one of them is unknown."""
        return "" if None in self.round else "".join(text[0] for text in self.round if text)
