"""A table that is played, and the cards that really lie on it.

The session gives commands to the engine, folds the events and keeps the books.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import Guide, Step, make_guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, TableState
from dealer_app.domain.round.table_settings import BurnRule, Method, Rules, Table
from dealer_app.domain.values import replace
from dealer_app.scripts.books import Books
from dealer_app.scripts.language import DEALER, SUPERVISOR, make_person


@dataclass(slots=True)
class SessionTally:
    """What happened so far, in numbers."""

    concluded: int = 0
    void: int = 0
    cases: Counter[str] = field(default_factory=Counter)

    def note_event(self, event: events.Event) -> None:
        match event:
            case events.RoundConcluded():
                self.concluded += 1
            case events.RoundVoided():
                self.void += 1
            case events.CaseOpened(case=case):
                self.cases[case.trouble] += 1
            case _:
                pass


class PlaySession:
    """`usual` is how the table is opened when nobody says otherwise."""

    def __init__(self, rules: Rules, usual: Table, *, seed: int = 0) -> None:
        self.rules = rules
        self.usual = usual
        self._seed = seed
        self.state = TableState()
        self.books = Books(rules)
        self.tally = SessionTally()
        self.at = 0

    def copy(self) -> "PlaySession":
        """The same table, to be played on by itself."""
        other = copy(self)
        other.books = self.books.copy()
        other.tally = SessionTally(self.tally.concluded, self.tally.void, self.tally.cases.copy())
        return other

    def give_command(self, command: Command) -> tuple[events.Event, ...] | Refusal:
        """What a command comes to; only if it is allowed is anything changed."""
        happened = decide(rules=self.rules, state=self.state, command=self._add_salt(command))
        if isinstance(happened, Refusal):
            return happened
        self.at += 1
        self.state = fold(self.state, happened)
        self.books.note_events(happened)
        for event in happened:
            self.tally.note_event(event)
        return happened

    def _add_salt(self, command: Command) -> Command:
        """A card that is given without a salt gets one, so that a script need not have any."""
        if not isinstance(command, commands.DrawCard) or command.salt:
            return command
        return replace(command, salt=sha256(f"{self._seed} {self.at}".encode()).hexdigest()[:16])

    def guide(self) -> Guide:
        return make_guide(self.rules, self.state)

    def _opener(self) -> Person:
        """The person who opens the table: one who may choose its way of dealing (MBS 3.9.2)."""
        if self.usual.method is None:
            return SUPERVISOR
        decision = "method_c" if self.usual.method is Method.C else "method_a_or_b"
        return make_person(self.rules.decider(decision)[0])

    def setup_command(self, step: Step) -> Command | None:
        """The command that opens the table or prepares the shoe as usual; None if the step is neither."""
        work, at = commands.DoShoeWork, self.at
        match step:
            case Step.OPEN_TABLE:
                return commands.OpenTable(by=self._opener(), at=at, table=self.usual)
            case Step.BRING_CARDS:
                table = self.state.table or self.usual
                number = self.state.shoe.number + 1
                return commands.BringCards(by=DEALER, at=at, set_name=f"set-{number}", decks=table.decks or 0)
            case Step.CHANGE_DICE:
                return correction_commands.ChangeDice(
                    by=DEALER, at=at, set_name=f"dice-{self.state.rounds}", inspected_by=SUPERVISOR.name
                )
            case Step.CHECK_CARDS:
                return work(by=DEALER, at=at, work=commands.ShoeWork.CHECK, second=SUPERVISOR.name)
            case Step.SHUFFLE:
                return work(by=DEALER, at=at, work=commands.ShoeWork.SHUFFLE)
            case Step.CUT:
                return work(by=DEALER, at=at, work=commands.ShoeWork.CUT)
            case Step.BURN if (self.state.table or self.usual).burn is BurnRule.FIXED:
                return commands.BurnCards(
                    by=DEALER, at=at, cards=(), unseen=(self.state.table or self.usual).burn_fixed
                )
            case _:
                return None


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
        self._burn_again: list[int] = []
        """What was to be burned before a settlement was undone, should it be restored."""

    def fill_shoe(self, decks: int, chance: Random) -> None:
        self._shoe = list(DECK) * decks
        chance.shuffle(self._shoe)

    def copy(self) -> "RealCards":
        """The same cards, to be played on by themselves."""
        other = RealCards()
        for name, cards in vars(self).items():
            setattr(other, name, list(cards))
        return other

    @property
    def cards_left(self) -> int:
        return len(self._shoe)

    @property
    def top_card(self) -> Card:
        return self._shoe[-1]

    def take_cards(self, number: int) -> list[Card]:
        """The next cards, drawn without being dealt: burned or set aside."""
        return [self._shoe.pop() for _ in range(min(number, len(self._shoe)))]

    def cards_on_table(self, places: Iterable[int]) -> tuple[Card, ...]:
        return tuple(self._table[place] for place in places)

    def next_round_card(self, place: int, lying: int) -> Card:
        """Of so many cards that wait for the next round the one of this place."""
        return self._cards_waiting[len(self._cards_waiting) - lying + place]

    def note_events(self, happened: Iterable[events.Event]) -> None:
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
                case correction_events.CarriedCardsDecided(use="return", carried=lying):
                    # Into the shoe again: the first of them is on top.
                    self._shoe += reversed(self._take_from_table(lying))
                case correction_events.CarriedCardsDecided(carried=lying, burned=burned):
                    self._to_burn = [lying - place for place in burned]
                    if not self._table:
                        self._burn()
                case events.SettlementUndone():
                    self._burn_again, self._to_burn = self._to_burn, []
                case correction_events.SettlementRestored():
                    self._to_burn = self._burn_again
                case events.CardDrawn(card=card):
                    self._table.append(self._draw_card(card))
                case correction_events.CardHeldOver(card=card):
                    held.append(self._draw_card(card))
                case events.RoundVoided():
                    self._cards_waiting.extend(held)
                    held = []
                case correction_events.CardCorrected(place=place, card=card):
                    self._reread(place, card)
                case events.CardsReordered(cards=order) | correction_events.CardsTakenAsTheyLie(cards=order):
                    self._table = [self._table[place] for place in order]
                case _:
                    pass
        self._before += held
        if carried:
            self._table += self._before[-carried:]

    def _take_from_table(self, number: int) -> list[Card]:
        """The cards that were drawn last and lie there for the next round."""
        first = max(0, len(self._cards_waiting) - number)
        taken = self._cards_waiting[first:]
        del self._cards_waiting[first:]
        return taken

    def _burn(self) -> None:
        """Only when the next round has begun: until then the last one may turn out to need what was burned."""
        for behind in sorted(self._to_burn, reverse=True):
            del self._cards_waiting[len(self._cards_waiting) - behind]
        self._to_burn = []

    @property
    def _cards_waiting(self) -> list[Card]:
        """Where the cards for the next round are: behind those of the last one, or of the one before it."""
        return self._table or self._before

    def _reread(self, place: int, card: Card) -> None:
        """It was this card all the time, and the one that had been read is still in the shoe."""
        if card in self._shoe:
            self._shoe[self._shoe.index(card)] = self._table[place]
        self._table[place] = card

    def _draw_card(self, card: Card | None) -> Card:
        if card is None or (self._shoe and self._shoe[-1] is card):
            return self._shoe.pop()
        if card in self._shoe:
            self._shoe.remove(card)
        return card
