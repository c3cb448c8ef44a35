"""A table that is played: gives commands to the engine, folds what happens, and keeps the books beside it."""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256

from dealer_app.domain.round import commands, events, mending_commands
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.guide import guide
from dealer_app.domain.round.guided import Guide, Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.round.table import Burn, Method, Rules, Table
from dealer_app.domain.values import replace
from dealer_app.play.books import Books
from dealer_app.play.people import DEALER, SUPERVISOR, person


@dataclass(slots=True)
class Tally:
    """What happened so far, in numbers."""

    concluded: int = 0
    void: int = 0
    cases: Counter[str] = field(default_factory=Counter)

    def note(self, event: events.Event) -> None:
        match event:
            case events.RoundConcluded():
                self.concluded += 1
            case events.RoundVoided():
                self.void += 1
            case events.CaseOpened(case=case):
                self.cases[case.trouble] += 1
            case _:
                pass


class Session:
    """`usual` is how the table is opened when nobody says otherwise."""

    def __init__(self, rules: Rules, usual: Table, *, seed: int = 0) -> None:
        self.rules = rules
        self.usual = usual
        self._seed = seed
        self.state = TableState()
        self.books = Books(rules)
        self.tally = Tally()
        self.at = 0

    def give(self, command: Command) -> tuple[events.Event, ...] | Refusal:
        """What a command comes to; only if it is allowed is anything changed."""
        happened = decide(rules=self.rules, state=self.state, command=self._salted(command))
        if isinstance(happened, Refusal):
            return happened
        self.at += 1
        self.state = fold(self.state, happened)
        self.books.note(happened)
        for event in happened:
            self.tally.note(event)
        return happened

    def _salted(self, command: Command) -> Command:
        """A card that is given without a salt gets one, so that a script need not have any."""
        if not isinstance(command, commands.DrawCard) or command.salt:
            return command
        return replace(command, salt=sha256(f"{self._seed} {self.at}".encode()).hexdigest()[:16])

    def guide(self) -> Guide:
        return guide(self.rules, self.state)

    def _opener(self) -> Person:
        """Whoever may choose the way of dealing opens the table with it (MBS 3.9.2)."""
        if self.usual.method is None:
            return SUPERVISOR
        decision = "method_c" if self.usual.method is Method.C else "method_a_or_b"
        return person(self.rules.decider(decision)[0])

    def opening(self, step: Step) -> Command | None:
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
                return mending_commands.ChangeDice(
                    by=DEALER, at=at, set_name=f"dice-{self.state.rounds}", inspected_by=SUPERVISOR.name
                )
            case Step.CHECK_CARDS:
                return work(by=DEALER, at=at, work=commands.ShoeWork.CHECK, second=SUPERVISOR.name)
            case Step.SHUFFLE:
                return work(by=DEALER, at=at, work=commands.ShoeWork.SHUFFLE)
            case Step.CUT:
                return work(by=DEALER, at=at, work=commands.ShoeWork.CUT)
            case Step.BURN if (self.state.table or self.usual).burn is Burn.FIXED:
                return commands.BurnCards(
                    by=DEALER, at=at, cards=(), unseen=(self.state.table or self.usual).burn_fixed
                )
            case _:
                return None
