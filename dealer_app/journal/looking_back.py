"""Looking back through all volumes of a journal: each has an index of its own, and the latest is asked first."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.journal.checking import as_acknowledged
from dealer_app.journal.found import Found
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, read_only
from dealer_app.journal.recall import (
    NoSuchRoundError,
    Recalled,
    RoundOnError,
    Step,
    recall,
    recall_last,
    voided_before,
)
from dealer_app.journal.search import MOST, Answer, Wanted, search
from dealer_app.journal.verifying import Told
from dealer_app.journal.volumes import all_volumes, of_volume

Voided = tuple[tuple[frozenset[int], Step], ...]


class _Volume(Struct, frozen=True):
    path: Path
    reader: Reader
    index: Index


class LookingBack:
    """The volumes of a journal, opened to be asked of their rounds."""

    def __init__(self, folder: Path, volumes: tuple[_Volume, ...]) -> None:
        self._folder = folder
        self._volumes = volumes

    def recall(self, number: int) -> tuple[Recalled, ...]:
        """The round of this number. Raises NoSuchRoundError if there is none, RoundOnError while it is being played."""
        found: list[Recalled] = []
        on: RoundOnError | None = None
        for volume, voided in self._latest_first():
            try:
                with of_volume(volume.path, self._folder):
                    some = recall(volume.reader, volume.index, number)
            except NoSuchRoundError:
                continue
            except RoundOnError as problem:
                on = problem
                continue
            found = [*(_noted(one, voided) for one in some), *found]
        if found:
            return tuple(found)
        raise on or NoSuchRoundError(number)

    def recall_last(self, count: int) -> tuple[Recalled, ...]:
        """The last rounds that have ended, the latest first."""
        found: list[Recalled] = []
        for volume, voided in self._latest_first():
            if len(found) < count:
                with of_volume(volume.path, self._folder):
                    some = recall_last(volume.reader, volume.index, count - len(found))
                found += [_noted(one, voided) for one in some]
        return tuple(found)

    def search(self, wanted: Wanted, most: int = MOST) -> Answer:
        """The latest rounds that have all that is wanted, and whether there are more."""
        rounds: tuple[Found, ...] = ()
        more = False
        for volume, voided in self._latest_first():
            numbers = frozenset[int]().union(*(numbers for numbers, _ in voided))
            with of_volume(volume.path, self._folder):
                answer = search(volume.reader, volume.index, wanted, most - len(rounds), numbers)
            rounds, more = (*rounds, *answer.rounds), more or answer.more
        return Answer(rounds=rounds, more=more)

    def _latest_first(self) -> Iterator[tuple[_Volume, Voided]]:
        """With what later volumes of the same chain made void."""
        voided: Voided = ()
        for volume in reversed(self._volumes):
            yield volume, voided
            goes_on = volume.reader.base().sequence
            with of_volume(volume.path, self._folder):
                voided = (*voided_before(volume.reader, volume.index), *voided) if goes_on else ()


def _noted(recalled: Recalled, voided: Voided) -> Recalled:
    """The last of what made it void, as in one volume."""
    later = tuple(step for numbers, step in voided if recalled.number in numbers)
    return replace(recalled, notes=later[-1:] or recalled.notes)


@contextmanager
def looking_back(
    folder: Path, shown: Callable[[], AbstractContextManager[Told]], *, anew: bool = False
) -> Iterator[LookingBack]:
    """All volumes, each with its index up to date, or made anew; `shown` shows how far one is read."""
    with ExitStack() as opened:
        volumes = []
        for path in all_volumes(folder):
            reader = read_only(path)
            opened.callback(reader.close)
            index = Index(path, reader)
            opened.callback(index.close)
            with of_volume(path, folder), shown() as told:
                as_acknowledged(path)
                (index.make_anew if anew else index.catch_up)(told)
            volumes.append(_Volume(path, reader, index))
        yield LookingBack(folder, tuple(volumes))
