"""The station at a terminal: one typed line after another, each by a known person, and the guide's words after it.

`run_line` takes one line and is done with it when it returns: devices can bring commands to the table in between. It
asks for more, a PIN above all, through the keyboard that the reception has.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache

from msgspec import Struct

from dealer_app.clock import Clock
from dealer_app.device_questions import DeviceRecord, Link, Question
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.events import TableClosed
from dealer_app.domain.round.irregularities.cases import current_need
from dealer_app.domain.round.needs import ApprovalNeeded, can_be_read_blind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import Rules, usual_table
from dealer_app.people.events import Purpose
from dealer_app.people.positions import load_positions
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.scripts.irregularity_verbs import split_blind_reading
from dealer_app.scripts.language import LIMITS, ScriptLineError, read_command, verb_phrases, verb_usages
from dealer_app.scripts.narration import (
    AT_TABLE,
    public_event_words,
    table_guide_words,
    table_reason_words,
    table_refusal_words,
    trace_line,
)
from dealer_app.scripts.verbs import WordsError
from dealer_app.station.core import Done, Proof
from dealer_app.station.table import load_rules
from dealer_app.station.two_people import LASTING_CODES, SECOND_CODES
from dealer_app.terminal import table_opening
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.terminal.lines import (
    ROUND_EVENT_TYPES,
    HouseState,
    News,
    alarm_change_lines,
    alarm_lines,
    device_text,
    head_note_line,
    news_lines,
    question_lines,
    read_house_state,
    round_end_lines,
    second_head_line,
)
from dealer_app.terminal.reception import Reception, parse_badge
from dealer_app.terminal.table_opening import outage_text
from dealer_app.texts import amount_text

ProveAuthor = Callable[[], Proof | Refusal]
"""Proves who gives a command, when that is needed: the person who is signed in, or one who keys a PIN for it."""

QUIT, HELP, AS, APPROVE = "quit", "?", "as", "approve"
_table_rules = lru_cache(maxsize=4)(load_rules)


class Going(Enum):
    """Whether there is a next line."""

    ON = "on"
    STOPPED = "stopped"
    LEFT = "left"
    """Without a stop in order: the next start asks what happened meanwhile."""


class ConsoleVerb(Struct, frozen=True):
    """What is typed to the station itself: its words, and what it does with those after them."""

    usage: str
    do: Callable[["Console", list[str], ProveAuthor], Done | Refusal | None]


def _second_badge(command: Command) -> str:
    """The badge of who checks cards or inspects dice with who gives the command, as it was typed."""
    match command:
        case commands.DoShoeWork(work=commands.ShoeWork.CHECK, second=second):
            return second or ""
        case correction_commands.ChangeDice(inspected_by=second):
            return second
        case _:
            return ""


class Console:
    """One terminal of a station. `usual` is what `open` takes where it says nothing else."""

    def __init__(
        self,
        desk: Reception,
        clock: Clock,
        verbs: Mapping[str, ConsoleVerb],
        *,
        usual: table_opening.UsualTable | None = None,
    ) -> None:
        self.desk = desk
        self.station = desk.station
        self.clock = clock
        self.usual = usual or table_opening.UsualTable()
        self.positions = load_positions()
        self.say = desk.keyboard.say
        # Nobody is signed in: a session that was never opened belongs to nobody.
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
            self._run_checks()
            self.say_news()
            self.show_guide()
            try:
                line = self.desk.keyboard.line(f"{self.session_badge() or 'nobody'}> ")
                # What was found while somebody was typing comes before the typed line.
                self._run_checks()
                self.say_news()
                self.run_line(line)
                self._news.skip()
            except NoMoreInputError:
                self.going = Going.LEFT
        return self.going

    def show_news(self) -> None:
        """Shows what has happened while nobody typed, and the guide again."""
        self._run_checks()
        if self.say_news():
            self.show_guide()

    def say_head(self) -> None:
        """How far the journal goes now, to be noted: at the end of a shift, of a table, of the day."""
        self.say(head_note_line(self.station.journal.head()))

    def _run_checks(self) -> None:
        missed = self.station.second_miss_reason()
        if bool(missed) != bool(self._head_missed):
            self.say(second_head_line(missed))
        self._head_missed = missed
        self.station.people.end_expired()
        self.station.run_checks()
        self._say_changes()
        self.station.devices.advance()
        self.station.snapshot_if_due()

    def _say_changes(self) -> None:
        """Of the clock and of backups: once when it goes wrong, and once when it is right again."""
        now = read_house_state(self.station.state)
        for line in alarm_change_lines(self._said, now, self.desk.words):
            self.say(line)
        self._said = now

    def say_news(self) -> bool:
        """What happened of itself; whether anything did."""
        news, rules = self._news.take(), self.rules
        for line in news_lines(news, self.desk.words):
            self.say(line)
        if rules is not None:
            for line in round_end_lines(news, rules, self.station):
                self.say(line)
        return bool(news)

    def session_badge(self) -> str | None:
        """The badge of who is signed in here."""
        session = self.station.state.people.sessions.get(self.desk.terminal)
        return None if session is None else session.badge

    @property
    def rules(self) -> Rules | None:
        table, book = self.station.state.table.table, self.station.state.book
        return None if table is None or book is None else _table_rules(book, table.layout)

    # What is shown

    def show_guide(self) -> None:
        """The guide's words, or what has to be said first."""
        state, step, rules = self.station.state, self.station.table.guide(), self.rules
        self.say("")
        self._show_devices()
        for line in alarm_lines(self.station.state, self.desk.words):
            self.say(line)
        outage = outage_text(state)
        if outage:
            self.say(outage)
            return
        if step is None or rules is None:
            self.say(f"No table is open. `{table_opening.OPEN_USAGE}` opens one; `{HELP}` shows what else there is.")
            return
        self.say(table_guide_words(step, rules, state.table))
        self.say(f"  why: {table_reason_words(step)} [{step.why}]")
        self.say(f"  allowed: {', '.join(verb_phrases(step.allowed))}")
        if commands.PlaceBet in step.allowed:
            self.say("  amounts are typed in minor units, and shown in the unit of the table: 1000 is 10")

    def _show_devices(self) -> None:
        """The state of the devices of the table, also of those that this start lacks, and what is asked before all
        else.
        """
        listening, words = self.station.state.listening, self.desk.words
        names, absent = self.station.devices.device_names, self.station.devices.absent_names
        known = {**listening.devices, **dict.fromkeys(absent, DeviceRecord(link=Link.LOST))}
        here = [device_text(name, known[name], words) for name in (*names, *absent) if name in known]
        if here:
            self.say(f"  devices: {'; '.join(here)}")
        first = listening.first_entry
        self.asked = None if first is None or first.question is Question.WAITS else first.number
        for line in question_lines(listening, self.station.state.table, words):
            self.say(line)

    def _help(self) -> None:
        step = self.station.table.guide()
        of_table = [] if step is None else verb_usages(step.allowed)
        for usage in (*of_table, *(verb.usage for verb in self._verbs.values()), f"{AS} BADGE COMMAND", QUIT):
            self.say(f"  {usage}")

    def refuse(self, refusal: Refusal) -> None:
        self.say(f"refused: {table_refusal_words(refusal)}")

    # Lines that are typed

    def run_line(self, line: str) -> None:
        """One line, to its end."""
        words = line.split()
        if words == [QUIT]:
            self._quit()
            return
        self._warned = False
        if words == [HELP]:
            self._help()
        elif words:
            self._run_words(words)

    def _quit(self) -> None:
        if self._warned:
            self.going = Going.LEFT
            return
        self._warned = True
        self.say(
            f"Not stopped: the next start will ask what happened meanwhile. `stop` ends in order; `{QUIT}` leaves."
        )

    def _run_words(self, words: list[str]) -> None:
        who: ProveAuthor = lambda: self.session  # noqa: E731 - one of two ways to prove who it is
        if words[0] == AS and len(words) > 2:
            badge, words = parse_badge(words[1]), words[2:]
            who = lambda: self.desk.confirm_badge(badge)  # noqa: E731
        verb = next(
            (verb for phrase, verb in self._verbs.items() if words[: len(phrase.split())] == phrase.split()), None
        )
        try:
            if verb is not None:
                done = verb.do(self, words, who)
                if isinstance(done, Refusal):
                    self.refuse(done)
                return
            self.run_command(words, who)
        except (WordsError, ScriptLineError) as problem:
            self.say(str(problem))

    def run_command(self, words: list[str], who: ProveAuthor) -> None:
        """A command for the table."""
        surveillance = None
        if words[0] == APPROVE:
            words, surveillance = self._parse_approval(words[1:])
        table = self.station.state.table.table
        if table is None:
            book = load_rulebook(GAMES[0])
            table = usual_table(book, book.layouts[0])
        command = read_command(" ".join(words), table=table, at=0)
        if words[0] == LIMITS and isinstance(command, commands.ChangeLimits):
            against = table_opening.confirm_limits(self.desk, self.session, table.name, command.limits)
            if against is not None:
                self.refuse(against)
                return
        second = _second_badge(command)
        if second:
            # Who counts with the dealer is here too, and confirms it. Before the one who gives the command:
            # at one terminal one thing is confirmed at a time.
            beside = self.desk.confirm_badge(parse_badge(second))
            if isinstance(beside, Refusal):
                self.refuse(beside)
                return
        # What is asked as it is read: keying a PIN takes a moment, and meanwhile it may become something else.
        request = self.station.table.approval_digest()
        proof = who()
        done = proof if isinstance(proof, Refusal) else self.give(proof, command, request, surveillance)
        if isinstance(done, Refusal):
            self.refuse(done)

    def _parse_approval(self, said: list[str]) -> tuple[list[str], str | None]:
        """The command with the approver's reading, and what remains as the reference of surveillance.

        Blind reading is the policy of the house: what lies on the table to be read is asked for if it was not typed.
        """
        need = current_need(self.station.state.table)
        read: list[str] = []
        if isinstance(need, ApprovalNeeded) and can_be_read_blind(need.applies):
            read, said = split_blind_reading(said)
            read = (
                read
                or self.desk.keyboard.line("Card or dice on the table, read by the approver (4S, or 2 5 6): ").split()
            )
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

        done = ask_second(self, proof, given)
        if isinstance(done, Refusal) or rules is None:
            return done
        state, step = self.station.state.table, self.station.table.guide()
        happened = tuple(event for event in done if isinstance(event, ROUND_EVENT_TYPES))
        if step is None:
            self.say(", ".join(public_event_words(happened, amount_text)))
        else:
            self.say(trace_line(command, happened, step, rules, state, AT_TABLE))
        for line in round_end_lines(happened, rules, self.station):
            self.say(line)
        if any(isinstance(event, TableClosed) for event in done):
            self.say_head()
        return done


def ask_second(
    console: Console, proof: Proof, attempt: Callable[[Proof | None, bool], Done | Refusal]
) -> Done | Refusal:
    """Where it takes a second person, they come to this terminal and key a PIN: for this, or while it lasts."""
    done = attempt(None, False)
    # A PIN that was keyed for this one command is used up by now: then the dealer who is signed in asks.
    if not isinstance(done, Refusal) or done.code not in SECOND_CODES or proof != console.session:
        return done
    console.refuse(done)
    approval = console.desk.confirm_badge(parse_badge(console.desk.keyboard.line("Badge of the approver: ")))
    return approval if isinstance(approval, Refusal) else attempt(approval, done.code in LASTING_CODES)
