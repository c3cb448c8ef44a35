"""A dealer at a station in another process, who goes on from any state of the table: looks, and does what is next.

The dealer knows what is really on the table: the bets that bettors put there, the cards that left the shoe, the dice
that came to rest. A station that was killed has to be brought back to just that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct

from dealer_app.device_questions import Question, QueueEntry
from dealer_app.domain.round.guide import Guide, Step, make_guide
from dealer_app.domain.round.state import Round
from dealer_app.station.state import Outage, StationState
from dealer_app.station.table import load_rules
from tests.faults.terminal_events import is_prompt
from tests.support.journal_watch import WatchedJournal
from tests.support.run_station import StationProcess
from tests.support.typist import PINS

Bet = tuple[str, str, int]
"""Whose, as it is typed, on which area, and how much."""
_APPROVES = "Badge of the approver"


class StationGoneError(Exception):
    """The station has ended while something was waited for."""


class Deed(Struct, frozen=True):
    """One thing that is typed or done at a device, and the words of which one shows that it was taken."""

    typed: tuple[str, ...]
    answered: tuple[str, ...]
    moves: Callable[[], None] | None = None


class Waits(Struct, frozen=True):
    """After how many lines one of these is waited for."""

    seen: int
    answered: tuple[str, ...]


def line_deed(line: str, *more: str) -> Deed:
    return Deed((line, *more), (f"{line} => ",))


class TableDealer(ABC):
    """Plays rounds at a station in another process, by what its journal says of the table."""

    game: str
    letter = "A"

    def __init__(self, folder: Path, device: str, seed: int) -> None:
        self.journal = WatchedJournal(folder)
        self.device = device
        self.seed = seed
        self.waits: Waits | None = None
        """For what came of the deed in hand, until it is shown."""

    # What is done

    def plays_next(self, station: StationProcess, before: Callable[[], None] = lambda: None) -> None:
        """The next deed, to its end. StationGoneError if the station has not lived so long."""
        deed = self._deed(self.journal.look())
        seen = len(station.lines)
        before()
        self.waits = Waits(seen, deed.answered)
        if deed.moves is not None:
            deed.moves()
        self._types(station, *deed.typed)
        line = self._answer(station, seen, *deed.answered, _APPROVES)
        if _APPROVES in line:
            seen = len(station.lines)
            self._types(station, "M2", PINS["M2"])
            self._answer(station, seen, *deed.answered)
        self.waits = None

    def has_shown_answer(self, shown: list[str]) -> bool:
        """Whether a station that was killed had still shown what came of the deed in hand."""
        assert self.waits is not None
        later = shown[self.waits.seen :]
        return any(each in line for line in later for each in self.waits.answered)

    @staticmethod
    def _types(station: StationProcess, *lines: str) -> None:
        try:
            station.types(*lines)
        except BrokenPipeError as problem:
            raise StationGoneError from problem

    @staticmethod
    def _answer(station: StationProcess, seen: int, *answers: str) -> str:
        """The line that has one of these, when the station waits for the next one after it."""

        def line(shown: list[str]) -> int | None:
            found = (at for at in range(seen, len(shown)) if any(each in shown[at] for each in answers))
            return next(found, None)

        def shown_whole(shown: list[str]) -> bool:
            refused = [each for each in shown[seen:] if each.startswith("refused:") and "second-needed" not in each]
            assert not refused, f"{refused} instead of {answers}"
            at = line(shown)
            return at is not None and (_APPROVES in shown[at] or any(map(is_prompt, shown[at + 1 :])))

        if not station.shows(shown_whole):
            raise StationGoneError
        shown = station.lines
        at = line(shown)
        assert at is not None
        return shown[at]

    # What is next

    def _deed(self, state: StationState) -> Deed:
        if "terminal" not in state.people.sessions:
            return Deed(("sign in M1", PINS["M1"]), ("Signed in: ",))
        if state.outage is Outage.ASKED:
            return Deed(("not played on",), ("Noted: ",))
        first = state.listening.first_entry
        if first is not None and first.question is not Question.WAITS:
            return self._answer_question(state, first)
        if state.table.table is None or state.book is None:
            return Deed(("as M2 open", PINS["M2"]), ("Table T1 is open",))
        rules = load_rules(state.book, state.table.table.layout)
        return self._step(state, make_guide(rules, state.table))

    def _step(self, state: StationState, step: Guide) -> Deed:
        round_ = state.table.round
        match step.step:
            case Step.PLACE_YOUR_BETS:
                return line_deed("place your bets")
            case Step.NO_MORE_BETS if round_ is not None:
                return self._next_bet(round_)
            case Step.ANNOUNCE_RESULT:
                return line_deed("result")
            case Step.SETTLE:
                return line_deed("settled")
            case Step.APPROVE:
                # What a power failure comes to, a supervisor decides.
                return Deed(("as M2 approve", PINS["M2"]), ("approve => ",))
            case Step.VOID:
                return line_deed("void")
            case _:
                return self._own_step(state, step)

    def _next_bet(self, round_: Round) -> Deed:
        """The bets lie there one after the other: those that the station has are the first of them, each once."""
        planned = self.bets(round_.number)
        taken = [(self.whose(bet.who), bet.wager.area, bet.wager.stake) for bet in round_.bets]
        assert taken == planned[: len(taken)], f"round {round_.number}: {taken} of {planned}"
        if len(taken) == len(planned):
            return line_deed("no more bets")
        return line_deed("bet {} {} {}".format(*planned[len(taken)]))

    def chance(self, *what: object) -> Random:
        return Random(" ".join(map(str, (self.seed, *what))))

    @staticmethod
    @abstractmethod
    def whose(who: tuple[int | None, str]) -> str:
        """A bettor as he is typed."""

    @abstractmethod
    def bets(self, number: int) -> list[Bet]:
        """What bettors put on the layout in this round."""

    @abstractmethod
    def _own_step(self, state: StationState, step: Guide) -> Deed:
        """What only this game has."""

    @abstractmethod
    def _answer_question(self, state: StationState, entry: QueueEntry) -> Deed:
        """The answer to a question about the device, by what is really on the table."""
