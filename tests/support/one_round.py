"""One round at a station, to be cut through the middle; and decisions that take some room, for a journal alone."""

from contextlib import closing
from functools import cache
from pathlib import Path

from dealer_app.domain.round.command import Command
from dealer_app.domain.round.commands import PlaceYourBets
from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.reader import read_only
from dealer_app.journal.record import Record, Sealed, Secret
from dealer_app.journal.store import SqliteJournal
from dealer_app.station.core import Done
from tests.support.journals import WRITTEN, Played, played
from tests.support.live_station import House
from tests.support.running_house import script_named

LONG = "x" * 3_000


def append(journal: SqliteJournal, number: int) -> None:
    """A decision that takes several pages, and brings something beside the chain as well."""
    records = [
        Record(name=f"part-{part}", version=1, body=LONG, sealed=(Sealed(f"{number}-{part}", LONG, "salt"),))
        for part in range(4)
    ]
    journal.append(records, WRITTEN, [Secret(f"secret-{number}", LONG)])


def held(folder: Path) -> tuple[int, int, int]:
    """How many entries, sealed values and secrets there are."""
    reader = read_only(folder)
    with closing(reader.connection) as connection:
        return tuple(
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table in ("events", "sealed", "secrets")
        )


@cache
def known() -> Played:
    return played(script_named("ts-normal"))


def begun() -> int:
    """How many commands it takes to begin the round."""
    return 1 + next(at for at, command in enumerate(known().given) if isinstance(command, PlaceYourBets))


def next_command() -> Command:
    """The first command of the round that is begun."""
    return known().given[begun()]


def begin(house: House) -> None:
    """A round is begun."""
    house.play_all(known().given[: begun()], known().rules)
    assert house.station.state.table.round is not None


def end(house: House) -> None:
    house.play_all(known().given[begun() :], known().rules)
    assert house.station.state.table.round is None


def begin_another(house: House) -> Done | Refusal:
    return house.play(known().given[begun() - 1], known().rules)


def names(folder: Path) -> list[str]:
    reader = read_only(folder)
    with closing(reader.connection):
        return [entry.name for entry in reader.entries()]
