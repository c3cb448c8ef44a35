"""The station at a terminal: one typed line after another, each by a known person, and the guide's words after it.

`hear` takes one line and is done with it when it returns: whatever else brings commands to the table can be heard in
between. It asks for more, a PIN above all, through the keyboard that the reception has.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache

from msgspec import Struct

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.cases import needs_now
from dealer_app.domain.round.needs import ApprovalNeeded
from dealer_app.domain.round.reading import is_read_blind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.table_events import TableClosed
from dealer_app.people.events import Purpose
from dealer_app.people.position_file import positions
from dealer_app.play.language import LIMITS, LineError, phrases, read_line, usages
from dealer_app.play.tables import usual_table
from dealer_app.play.telling import covered_words, guide_words, reason_words, refusal_words, told
from dealer_app.play.trouble_verbs import reading_words
from dealer_app.play.verbs import WordsError
from dealer_app.rulebooks import GAMES, approved
from dealer_app.station.clock import Clock
from dealer_app.station.core import Done
from dealer_app.station.listening.questions import KnownDevice, Link, Question
from dealer_app.station.proof import Proof
from dealer_app.station.reading import rules_of
from dealer_app.station.second_codes import SECOND_NEEDED, STANDING
from dealer_app.terminal import opening
from dealer_app.terminal.asked import asked_lines, device_words
from dealer_app.terminal.found import outage_words
from dealer_app.terminal.heads import head_line, second_head_line
from dealer_app.terminal.house_alarms import HouseState, alarm_lines, changed_lines, house_state
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.terminal.news import OF_ROUNDS, News, end_of_round, news_lines
from dealer_app.terminal.reception import Reception, badge_of

Who = Callable[[], Proof | Refusal]
"""Proves who gives a command, when it comes to that: whoever is signed in, or somebody who keys his PIN for it."""

QUIT, HELP, AS, APPROVE = "quit", "?", "as", "approve"
_rules = lru_cache(maxsize=4)(rules_of)


class Going(Enum):
    """Whether there is a next line."""

    ON = "on"
    STOPPED = "stopped"
    LEFT = "left"
    """Without a stop in order: the next start asks what happened meanwhile."""


class Verb(Struct, frozen=True):
    """What is typed to the station itself: its words, and what it does with those after them."""

    usage: str
    do: Callable[["Console", list[str], Who], Done | Refusal | None]


def _second(command: Command) -> str:
    """The badge of who checks cards or inspects dice with who gives the command, as it was typed."""
    match command:
        case commands.DoShoeWork(work=commands.ShoeWork.CHECK, second=second):
            return second or ""
        case mending_commands.ChangeDice(inspected_by=second):
            return second
        case _:
            return ""


class Console:
    """One terminal of a station. `usual` is what `open` takes where it says nothing else."""

    def __init__(
        self, desk: Reception, clock: Clock, verbs: Mapping[str, Verb], *, usual: opening.Usual | None = None
    ) -> None:
        self.desk = desk
        self.station = desk.station
        self.clock = clock
        self.usual = usual or opening.Usual()
        self.positions = positions()
        self.say = desk.keyboard.say
        # Nobody is signed in: a session that never was stands for nobody.
        self.session = Proof(desk.terminal, Purpose.SIGN_IN, 0)
        self.going = Going.ON
        self.asked: int | None = None
        """The question of a device that was shown last: an answer is to this one and to no other."""
        self._news = News(self.station)
        self._verbs = dict(sorted(verbs.items(), key=lambda verb: -len(verb[0].split())))
        self._warned = False
        self._head_missed = ""
        self._said = HouseState()

    def run(self) -> Going:
        """Until it is stopped, left, or nobody types any more. Raises JournalError for what ends it at once."""
        self._news.skip()
        while self.going is Going.ON:
            self._look()
            self.tell()
            self.show()
            try:
                line = self.desk.keyboard.line(f"{self.signed_in() or 'nobody'}> ")
                # What was found while somebody was typing comes before what he typed.
                self._look()
                self.tell()
                self.hear(line)
                self._news.skip()
            except NoMoreInputError:
                self.going = Going.LEFT
        return self.going

    def happened(self) -> None:
        """Something may have happened while nobody typed: what has, and the guide anew."""
        self._look()
        if self.tell():
            self.show()

    def say_head(self) -> None:
        """How far the journal goes now, to be noted: at the end of a shift, of a table, of the day."""
        self.say(head_line(self.station.journal.head()))

    def _look(self) -> None:
        missed = self.station.second_missed()
        if bool(missed) != bool(self._head_missed):
            self.say(second_head_line(missed))
        self._head_missed = missed
        self.station.people.look_at_the_clock()
        self.station.look_around()
        self._say_what_changed()
        self.station.devices.look()
        self.station.keep()

    def _say_what_changed(self) -> None:
        """Of the clock and of backups: once when it goes wrong, and once when it is right again."""
        now = house_state(self.station.state)
        for line in changed_lines(self._said, now, self.desk.words):
            self.say(line)
        self._said = now

    def tell(self) -> bool:
        """What happened of itself; whether anything did."""
        news, rules = self._news.take(), self.rules
        for line in news_lines(news, self.desk.words):
            self.say(line)
        if rules is not None:
            for line in end_of_round(news, rules, self.station):
                self.say(line)
        return bool(news)

    def signed_in(self) -> str | None:
        """The badge of who is signed in here."""
        session = self.station.state.people.sessions.get(self.desk.terminal)
        return None if session is None else session.badge

    @property
    def rules(self) -> Rules | None:
        table, book = self.station.state.table.table, self.station.state.book
        return None if table is None or book is None else _rules(book, table.layout)

    # What is shown

    def show(self) -> None:
        """The guide's words, or what has to be said first."""
        state, step, rules = self.station.state, self.station.table.guide(), self.rules
        self.say("")
        self._show_devices()
        for line in alarm_lines(self.station.state, self.desk.words):
            self.say(line)
        outage = outage_words(state)
        if outage:
            self.say(outage)
            return
        if step is None or rules is None:
            self.say(f"No table is open. `{opening.USAGE}` opens one; `{HELP}` shows what else there is.")
            return
        self.say(guide_words(step, rules, state.table))
        self.say(f"  why: {reason_words(step)} [{step.why}]")
        self.say(f"  allowed: {', '.join(phrases(step.allowed))}")

    def _show_devices(self) -> None:
        """How the devices of the table stand, also those that this start lacks, and what is asked before all else."""
        listening, words = self.station.state.listening, self.desk.words
        names, absent = self.station.devices.names, self.station.devices.absent
        known = {**listening.devices, **dict.fromkeys(absent, KnownDevice(link=Link.LOST))}
        here = [device_words(name, known[name], words) for name in (*names, *absent) if name in known]
        if here:
            self.say(f"  devices: {'; '.join(here)}")
        first = listening.first
        self.asked = None if first is None or first.question is Question.WAITS else first.number
        for line in asked_lines(listening, self.station.state.table, words):
            self.say(line)

    def _help(self) -> None:
        step = self.station.table.guide()
        of_table = [] if step is None else usages(step.allowed)
        for usage in (*of_table, *(verb.usage for verb in self._verbs.values()), f"{AS} BADGE COMMAND", QUIT):
            self.say(f"  {usage}")

    def refuse(self, refusal: Refusal) -> None:
        self.say(f"refused: {refusal_words(refusal)}")

    # What is heard

    def hear(self, line: str) -> None:
        """One line, to its end."""
        words = line.split()
        if words == [QUIT]:
            self._quit()
            return
        self._warned = False
        if words == [HELP]:
            self._help()
        elif words:
            self._heard(words)

    def _quit(self) -> None:
        if self._warned:
            self.going = Going.LEFT
            return
        self._warned = True
        self.say(
            f"Not stopped: the next start will ask what happened meanwhile. `stop` ends in order; `{QUIT}` leaves."
        )

    def _heard(self, words: list[str]) -> None:
        who: Who = lambda: self.session  # noqa: E731 - one of two ways to prove who it is
        if words[0] == AS and len(words) > 2:
            badge, words = badge_of(words[1]), words[2:]
            who = lambda: self.desk.confirm(badge)  # noqa: E731
        verb = next(
            (verb for phrase, verb in self._verbs.items() if words[: len(phrase.split())] == phrase.split()), None
        )
        try:
            if verb is not None:
                done = verb.do(self, words, who)
                if isinstance(done, Refusal):
                    self.refuse(done)
                return
            self.command(words, who)
        except (WordsError, LineError) as problem:
            self.say(str(problem))

    def command(self, words: list[str], who: Who) -> None:
        """A command for the table."""
        surveillance = None
        if words[0] == APPROVE:
            words, surveillance = self._approval(words[1:])
        table = self.station.state.table.table
        if table is None:
            book = approved(GAMES[0])
            table = usual_table(book, book.layouts[0])
        command = read_line(" ".join(words), table=table, at=0)
        if words[0] == LIMITS and isinstance(command, commands.ChangeLimits):
            against = opening.confirm_limits(self.desk, self.session, table.name, command.limits)
            if against is not None:
                self.refuse(against)
                return
        second = _second(command)
        if second:
            # Who counts with the dealer stands here too, and says so himself. Before the one who gives the command:
            # at one terminal one thing is confirmed at a time.
            beside = self.desk.confirm(badge_of(second))
            if isinstance(beside, Refusal):
                self.refuse(beside)
                return
        # What is asked as he reads it; his PIN takes a moment to key, and meanwhile it may become something else.
        request = self.station.table.asked()
        proof = who()
        done = proof if isinstance(proof, Refusal) else self.give(proof, command, request, surveillance)
        if isinstance(done, Refusal):
            self.refuse(done)

    def _approval(self, said: list[str]) -> tuple[list[str], str | None]:
        """The command with what he read, and what remains as the reference of surveillance.

        Blind reading is the policy of the house: what lies on the table to be read is asked for if he has not said it.
        """
        need = needs_now(self.station.state.table)
        read: list[str] = []
        if isinstance(need, ApprovalNeeded) and is_read_blind(need.applies):
            read, said = reading_words(said)
            read = read or self.desk.keyboard.line("What lies there, read by who approves (4S, or 2 5 6): ").split()
            if not read:
                raise WordsError("nothing was read")
        return [APPROVE, *read], " ".join(said) or None

    def give(
        self, proof: Proof, command: Command, request: str | None = None, surveillance: str | None = None
    ) -> Done | Refusal:
        """A command of a known person, and what came of it."""
        rules, give = self.rules, self.station.table.give

        def given(approval: Proof | None, standing: bool) -> Done | Refusal:
            return give(
                proof, command, request=request, surveillance=surveillance, approval=approval, standing=standing
            )

        done = seconded(self, proof, given)
        if isinstance(done, Refusal) or rules is None:
            return done
        state, step = self.station.state.table, self.station.table.guide()
        happened = tuple(event for event in done if isinstance(event, OF_ROUNDS))
        if step is None:
            self.say(", ".join(covered_words(happened)))
        else:
            self.say(told(command, happened, step, rules, state, covered=True))
        for line in end_of_round(happened, rules, self.station):
            self.say(line)
        if any(isinstance(event, TableClosed) for event in done):
            self.say_head()
        return done


def seconded(console: Console, proof: Proof, attempt: Callable[[Proof | None, bool], Done | Refusal]) -> Done | Refusal:
    """Where it takes a second person, he is called to this terminal and keys his PIN: for this, or while it lasts."""
    done = attempt(None, False)
    # A PIN that was keyed for this one command is used up by now: then the dealer who is signed in asks.
    if not isinstance(done, Refusal) or done.code not in SECOND_NEEDED or proof != console.session:
        return done
    console.refuse(done)
    approval = console.desk.confirm(badge_of(console.desk.keyboard.line("Badge of who approves: ")))
    return approval if isinstance(approval, Refusal) else attempt(approval, done.code in STANDING)
