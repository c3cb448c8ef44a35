"""A dealer at a station in another process, who goes on wherever he finds the table: he looks, and does what is next.

What really lies on the table he knows by himself: the bets that bettors put there, the cards that left the shoe, the
dice that came to rest. A station that was killed has to be brought back to just that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct

from dealer_app.domain.round.guide import guide
from dealer_app.domain.round.guided import Guide, Step
from dealer_app.domain.round.state import Round
from dealer_app.station.listening.questions import Awaiting, Question
from dealer_app.station.reading import rules_of
from dealer_app.station.state import Outage, StationState
from tests.support.run_station import Running
from tests.support.told_at_terminal import is_prompt
from tests.support.typist import PINS
from tests.support.watched_journal import WatchedJournal

Bet = tuple[str, str, int]
"""Whose, as it is typed, on which area, and how much."""
_APPROVES = "Badge of who approves"


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


def typed(line: str, *more: str) -> Deed:
    return Deed((line, *more), (f"{line} => ",))


class Dealer(ABC):
    """See the module."""

    game: str
    letter = "A"

    def __init__(self, folder: Path, device: str, seed: int) -> None:
        self.journal = WatchedJournal(folder)
        self.device = device
        self.seed = seed
        self.waits: Waits | None = None
        """For what came of the deed in hand, until it is shown."""

    # What is done

    def goes_on(self, station: Running, before: Callable[[], None] = lambda: None) -> None:
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

    def was_told(self, shown: list[str]) -> bool:
        """Whether a station that was killed had still shown what came of the deed in hand."""
        assert self.waits is not None
        later = shown[self.waits.seen :]
        return any(each in line for line in later for each in self.waits.answered)

    @staticmethod
    def _types(station: Running, *lines: str) -> None:
        try:
            station.types(*lines)
        except BrokenPipeError as problem:
            raise StationGoneError from problem

    @staticmethod
    def _answer(station: Running, seen: int, *answers: str) -> str:
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
        first = state.listening.first
        if first is not None and first.question is not Question.WAITS:
            return self._answered(state, first)
        if state.table.table is None or state.book is None:
            return Deed(("as M2 open", PINS["M2"]), ("Table T1 is open",))
        rules = rules_of(state.book, state.table.table.layout)
        return self._step(state, guide(rules, state.table))

    def _step(self, state: StationState, step: Guide) -> Deed:
        round_ = state.table.round
        match step.step:
            case Step.PLACE_YOUR_BETS:
                return typed("place your bets")
            case Step.NO_MORE_BETS if round_ is not None:
                return self._next_bet(round_)
            case Step.ANNOUNCE_RESULT:
                return typed("result")
            case Step.SETTLE:
                return typed("settled")
            case Step.APPROVE:
                # What a power failure comes to, a supervisor decides.
                return Deed(("as M2 approve", PINS["M2"]), ("approve => ",))
            case Step.VOID:
                return typed("void")
            case _:
                return self._own_step(state, step)

    def _next_bet(self, round_: Round) -> Deed:
        """The bets lie there one after the other: those that the station has are the first of them, each once."""
        planned = self.bets(round_.number)
        taken = [(self.whose(bet.who), bet.wager.area, bet.wager.stake) for bet in round_.bets]
        assert taken == planned[: len(taken)], f"round {round_.number}: {taken} of {planned}"
        if len(taken) == len(planned):
            return typed("no more bets")
        return typed("bet {} {} {}".format(*planned[len(taken)]))

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
    def _answered(self, state: StationState, entry: Awaiting) -> Deed:
        """What is asked about the device, answered by what really lies there."""
