"""One round at a station, to be cut through the middle; and decisions that take some room, for a journal alone."""

from contextlib import closing
from functools import cache
from pathlib import Path

from dealer_app.domain.round.commands import PlaceYourBets
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import Record, SealedValue, Secret
from dealer_app.journal.store import SqliteJournal
from dealer_app.station.core import Done
from tests.support.house_run import find_script
from tests.support.journals import WRITTEN, PlayedScript, play_script
from tests.support.live_station import StaffedStation

LONG = "x" * 3_000


def append_decision(journal: SqliteJournal, number: int) -> None:
    """A decision that takes several pages, and brings something beside the chain as well."""
    records = [
        Record(name=f"part-{part}", version=1, body=LONG, sealed=(SealedValue(f"{number}-{part}", LONG, "salt"),))
        for part in range(4)
    ]
    journal.append(records, WRITTEN, [Secret(f"secret-{number}", LONG)])


def count_rows(folder: Path) -> tuple[int, int, int]:
    """How many entries, sealed values and secrets there are."""
    reader = open_reader(folder)
    with closing(reader.connection) as connection:
        return tuple(
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table in ("events", "sealed", "secrets")
        )


@cache
def golden_script() -> PlayedScript:
    return play_script(find_script("ts-normal"))


def begin_commands() -> int:
    """How many commands it takes to begin the round."""
    return 1 + next(at for at, command in enumerate(golden_script().given) if isinstance(command, PlaceYourBets))


def next_command() -> Command:
    """The first command of the round that is begun."""
    return golden_script().given[begin_commands()]


def begin_round(house: StaffedStation) -> None:
    """A round is begun."""
    house.play_all(golden_script().given[: begin_commands()], golden_script().rules)
    assert house.station.state.table.round is not None


def end_round(house: StaffedStation) -> None:
    house.play_all(golden_script().given[begin_commands() :], golden_script().rules)
    assert house.station.state.table.round is None


def begin_another(house: StaffedStation) -> Done | Refusal:
    return house.play(golden_script().given[begin_commands() - 1], golden_script().rules)


def event_names(folder: Path) -> list[str]:
    reader = open_reader(folder)
    with closing(reader.connection):
        return [entry.name for entry in reader.entries()]
