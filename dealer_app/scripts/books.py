"""The books of a table that is played: where each chip came from and where it went.

A second wording: chips and cards are followed from the events alone, and what each bet should have come to is worked
out again here from the cards and the pay table. Nothing is read from the state or from the engine's settlement.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from dealer_app.domain.baccarat.insurance import insurance_verdict
from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import InsuranceBet, SettledBet
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.wagers import RETURNED, Area, Result, Verdict

_MOST_FAULTS = 20


@dataclass(slots=True)
class _Chips:
    """A stake that lies on the layout."""

    stake: int
    area: Area
    insurance: InsuranceBet | None = None


def _insurance_chips(bet: InsuranceBet) -> _Chips:
    return _Chips(bet.stake, Area(f"{bet.side.value}_insurance"), bet)


@dataclass(slots=True)
class Books:
    """Staked is what bettors put down; it is returned, collected, or lies there still. Paid comes from the house.

    What lay there at an outage and was settled without the station is by hand: the books cannot say where it went.
    """

    rules: Rules
    staked: Fraction = Fraction(0)
    returned: Fraction = Fraction(0)
    collected: Fraction = Fraction(0)
    paid: Fraction = Fraction(0)
    by_hand: Fraction = Fraction(0)
    faults: list[str] = field(default_factory=list)
    _lies: dict[int, _Chips] = field(default_factory=dict)
    _given_back: dict[int, int] = field(default_factory=dict)
    _cards: list[Card | None] = field(default_factory=list)
    _dice: tuple[int, int, int] | None = None
    _round: int = 0
    _lines: tuple[SettledBet, ...] = ()
    _lost: dict[int, Fraction] = field(default_factory=dict)
    """What could not be recovered of a round."""
    _concluded: tuple[Fraction, Fraction, Fraction, dict[int, _Chips]] | None = None
    """The books before the settlement of the last round, which a missed card can still undo."""
    _undone: (
        tuple[tuple[Fraction, Fraction, Fraction], tuple[Fraction, Fraction, Fraction, dict[int, _Chips]]] | None
    ) = None
    """What a settlement had come to that was undone, and the books before it."""

    def copy(self) -> "Books":
        """The same books, to be kept on by themselves."""
        return replace(
            self,
            faults=[*self.faults],
            _lies=dict(self._lies),
            _given_back=dict(self._given_back),
            _cards=[*self._cards],
            _lost=dict(self._lost),
        )

    @property
    def amount_on_layout(self) -> int:
        return sum(chips.stake for chips in self._lies.values())

    @property
    def is_balanced(self) -> bool:
        return not self.faults and self.staked == self.returned + self.collected + self.by_hand + self.amount_on_layout

    def note_events(self, happened: Iterable[events.Event]) -> None:
        for event in happened:
            self._note_event(event)

    def _note_event(self, event: events.Event) -> None:
        match event:
            case events.RoundBegan(number=number):
                self._round = number
                self._lies, self._cards, self._dice, self._lines = {}, [], None, ()
                self._given_back, self._concluded = {}, None
            case events.BetPlaced(bet=bet):
                self._place_chips(bet.number, _Chips(bet.wager.stake, bet.wager.area))
            case events.InsuranceTaken(bet=insurance):
                self._place_chips(insurance.number, _insurance_chips(insurance))
            case events.BetTakenBack(number=number) | events.BetNeverPlaced(number=number):
                self._give_back(number)
            case events.EntryUndone(entry=entry, number=number) if entry != "tick":
                self._give_back(number)
            case events.BetCut(number=number, accepted=accepted):
                self.returned += self._lies[number].stake - accepted
                self._lies[number].stake = accepted
                if not accepted:
                    del self._lies[number]
            case events.BetsReturned(numbers=numbers):
                for number in numbers:
                    self._give_back(number)
            case events.RoundVoided():
                for number in tuple(self._lies):
                    self._give_back(number)
            case events.ResultAnnounced(settled=settled):
                self._lines = settled
            case events.RoundConcluded():
                self._conclude(event)
            case _:
                self._note_correction(event)
                self._note_cards(event)

    def _note_correction(self, event: events.Event) -> None:
        match event:
            case events.SettlementUndone():
                self._undo_settlement()
            case correction_events.SettlementRestored():
                self._restore_settlement()
            case correction_events.BetCorrected(number=number, bet=corrected):
                chips = None if corrected is None else _Chips(corrected.wager.stake, corrected.wager.area)
                self._correct(number, chips)
            case correction_events.InsuranceCorrected(number=number, bet=insured):
                self._correct(number, None if insured is None else _insurance_chips(insured))
            case correction_events.OutageRoundsEntered(settled_by_hand=numbers):
                self._settle_by_hand(numbers)
            case correction_events.RoundsVoided(numbers=numbers, nets=nets, not_recovered=lost, kept=kept):
                for _, _, net in nets:
                    self._reverse(net)
                self._note_unrecovered(
                    numbers, sum((amount for _, _, amount in lost), Fraction(0)), reckoned=kept is not None
                )
            case correction_events.ChipsNotRecovered(amount=amount):
                # Paid by a settlement that was taken back, and gone with who had it.
                self.paid += amount
                self._lost[self._round] = self._lost.get(self._round, Fraction(0)) + amount
            case _:
                pass

    def _note_cards(self, event: events.Event) -> None:
        match event:
            case events.CardDrawn(card=card) | events.CardCarriedIn(card=card):
                self._cards.append(card)
            case events.CardsTurned(places=places, cards=cards):
                values = iter(cards)
                for place in places:
                    if self._cards[place] is None:
                        self._cards[place] = next(values)
            case events.CardsReordered(cards=order) | correction_events.CardsTakenAsTheyLie(cards=order):
                self._cards = [self._cards[place] for place in order]
            case correction_events.CardCorrected(place=place, card=card):
                self._cards[place] = card
            case correction_events.CarriedCardsTurned(places=places, cards=cards, carried=lying):
                values, first = iter(cards), len(self._cards) - lying
                for place in places:
                    if first + place >= 0 and self._cards[first + place] is None:
                        self._cards[first + place] = next(values, None)
            case (
                correction_events.CarriedCardsDecided(use="return", carried=gone) | events.ShoeEnded(burned_unseen=gone)
            ):
                # What is no longer on the table is no card of the last round, should that be corrected.
                del self._cards[max(0, len(self._cards) - gone) :]
            case events.DiceRead(dice=dice) | correction_events.DiceCorrected(dice=dice):
                self._dice = dice
            case _:
                pass

    def _fault(self, text: str) -> None:
        """The first few are enough to find what is wrong, and a long run stays small."""
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(f"round {self._round}: {text}")

    def _place_chips(self, number: int, chips: _Chips) -> None:
        self.staked += chips.stake
        self._lies[number] = chips
        self._given_back.pop(number, None)

    def _give_back(self, number: int) -> None:
        chips = self._lies.pop(number, None)
        if chips is None:
            self._fault(f"bet {number} was returned and is not on the layout")
        else:
            self.returned += chips.stake
            self._given_back[number] = chips.stake

    def _correct(self, number: int, corrected: _Chips | None) -> None:
        """The record was wrong, not the chips: what was staked is what the bet really was."""
        stake = 0 if corrected is None else corrected.stake
        if number in self._given_back:
            change = stake - self._given_back[number]
            self.staked += change
            self.returned += change
            self._given_back[number] = stake
            return
        before = self._lies.pop(number, None)
        self.staked -= 0 if before is None else before.stake
        if corrected is not None:
            self._place_chips(number, corrected)

    def _settle_by_hand(self, numbers: frozenset[int]) -> None:
        if numbers != set(self._lies):
            self._fault(f"settled by hand {sorted(numbers)}, on the layout {list(self._lies)}")
        self.by_hand += self.amount_on_layout
        self._lies, self._concluded = {}, None

    def _undo_settlement(self) -> None:
        """The chips of a round that was concluded lie on the layout again."""
        if self._concluded is not None:
            self._undone = (self.returned, self.collected, self.paid), self._concluded
            self.returned, self.collected, self.paid, self._lies = self._concluded
            self._concluded = None

    def _restore_settlement(self) -> None:
        """They are where they were before: the report for which they were to move is taken back."""
        if self._undone is None:
            self._fault("a settlement is restored that was not undone")
            return
        (self.returned, self.collected, self.paid), (*before, lay) = self._undone
        returned, collected, paid = before
        self._concluded, self._lies, self._undone = (returned, collected, paid, lay), {}, None

    def _reverse(self, net: Fraction) -> None:
        """What a bettor was paid comes back from them, what was collected goes back to them."""
        self.paid -= max(net, Fraction(0))
        self.collected -= max(-net, Fraction(0))
        self.returned += max(-net, Fraction(0))

    def _note_unrecovered(self, numbers: tuple[int, ...], lost: Fraction, *, reckoned: bool) -> None:
        """What could not be recovered stays paid; it replaces what had been noted of these rounds before."""
        if reckoned:
            self.paid += lost - sum(self._lost.pop(number, Fraction(0)) for number in numbers)
            self._lost |= dict.fromkeys(numbers[-1:], lost)

    def _conclude(self, event: events.RoundConcluded) -> None:
        if {line.number for line in self._lines} != set(self._lies):
            self._fault(f"settled {[one.number for one in self._lines]}, on the layout {list(self._lies)}")
            return
        self._concluded = self.returned, self.collected, self.paid, dict(self._lies)
        self._undone = None
        collected = paid = Fraction(0)
        for line in self._lines:
            chips = self._lies.pop(line.number)
            net = self._net(chips, line.counts)
            if net != line.net or not 0 <= line.counts <= chips.stake:
                self._fault(f"bet {line.number} on {chips.area}: {line.net} on {line.counts}, not {net}")
            collected += max(-net, Fraction(0))
            paid += max(net, Fraction(0))
            self.returned += chips.stake + min(net, Fraction(0))
        self.collected += collected
        self.paid += paid
        if (event.collected, event.paid) != (collected, paid):
            self._fault(f"concluded with {event.collected} and {event.paid}, not {collected} and {paid}")

    def _net(self, chips: _Chips, counts: Fraction) -> Fraction:
        verdict = self._verdict(chips)
        if verdict.result is Result.WIN:
            assert verdict.odds is not None, "a bet that won has odds"
            return counts * verdict.odds.win / verdict.odds.stake
        return -counts if verdict.result is Result.LOSE else Fraction(0)

    def _verdict(self, chips: _Chips) -> Verdict:
        layout = self.rules.layout
        if self.rules.baccarat is None:
            assert self.rules.tai_sai is not None, "without cards there are dice"
            assert self._dice is not None, "a round that ended has dice"
            return self.rules.tai_sai.verdict_row(Tumble(self._dice))[layout.areas.index(chips.area)]
        cards = self._open_cards()
        if chips.insurance is None:
            return self.rules.baccarat.judge.coup_row(cards)[layout.areas.index(chips.area)]
        seen = cards[:4] if chips.insurance.stage is InsuranceStage.AFTER_FOUR else cards[:5]
        offers = self.rules.baccarat.situation_offers(coup_situation(seen))
        offer = next((offer for offer in offers if offer.side is chips.insurance.side), None)
        if offer is None:
            return RETURNED  # A card corrected since leaves nothing that was to be offered.
        ended = make_coup(cards)
        return insurance_verdict(offer, ended.player.points, ended.banker.points)

    def _open_cards(self) -> tuple[Card, ...]:
        """The cards of the round in their order; those in excess, which lie unseen, come after its end."""
        end = self._cards.index(None) if None in self._cards else len(self._cards)
        return tuple(card for card in self._cards[:end] if card is not None)
