"""`dealer-station journal new-volume` and `volumes`, and all volumes of `verify`. The options are in journal."""

from collections.abc import Iterator
from pathlib import Path

from dealer_app.cli.bars import bar, with_a_bar
from dealer_app.cli.ending import stop, told_clearly
from dealer_app.cli.own_memory import keep_memory
from dealer_app.cli.people import accepted, founded, who_asks
from dealer_app.cli.terminal_text import echo
from dealer_app.journal.reader import read_only
from dealer_app.journal.volumes import (
    Described,
    all_volumes,
    check_closed,
    described,
    missing_before,
    number_of,
)
from dealer_app.station.new_volume import NotAgreedError, begin_volume
from dealer_app.station.proposals import ProposeVolume
from dealer_app.terminal import starting
from dealer_app.terminal.heads import head_line, told_head
from dealer_app.terminal.two_people import decided_by_two


def new_volume(folder: Path) -> None:
    """The whole command."""
    keep_memory()
    with founded(folder) as desk:
        if not desk.station.second_compared:
            stop("The second head cannot be reached. Begin a new volume when it can.", 1)
        number = _number(folder) + 1
        desk.keyboard.say(f"The journal goes on in volume {number}. A supervisor or above asks, a technician agrees.")
        accepted(desk, decided_by_two(desk, who_asks(desk), ProposeVolume(volume=number)))
    with told_clearly():
        try:
            begun = begin_volume(folder, starting.program(), starting.system_clock(), with_a_bar)
        except NotAgreedError:
            stop("The station was started meanwhile. The journal goes on as it was; ask for a new volume again.", 1)
    echo(f"The volume before is closed and kept in {begun.closed}. It ends with {told_head(begun.until)}.")
    echo(f"Volume {begun.volume} has begun. {head_line(begun.head)}")


def _number(folder: Path) -> int:
    reader = read_only(folder)
    try:
        return number_of(reader)
    finally:
        reader.close()


def listed_volumes(folder: Path) -> Iterator[str]:
    """A line for each volume, the oldest first, and for each that is missing."""
    for name in missing_volumes(folder):
        yield f"{name}: missing"
    for path in all_volumes(folder):
        yield _line(described(path), "" if path == folder else path.name)


def _line(volume: Described, name: str) -> str:
    where = name or f"volume {volume.number}, in use"
    after = "" if volume.base.sequence or volume.number == 1 else ", begun after a damaged one"
    events = f"events {volume.base.sequence + 1} to {volume.head.sequence}{after}"
    return f"{where}: {events}, ends with {told_head(volume.head)}"


def followed_volumes(folder: Path) -> tuple[str, ...]:
    """Follows all that are closed. A line for each; raises JournalError for the first that is not as it was closed."""
    with bar("Verifying what is closed") as told:
        return tuple(f"{_line(each, each.folder.name)}; the chain is whole" for each in check_closed(folder, told))


def missing_line(folder: Path) -> str:
    """What is missing beside the journal; nothing if nothing is."""
    missing = missing_volumes(folder)
    return f"Missing beside the journal: {', '.join(missing)}." if missing else ""


def say_missing(folder: Path) -> None:
    """So that nobody takes what was found for all there is."""
    missing = missing_line(folder)
    if missing:
        echo(f"{missing} Nothing of it was looked through.", err=True)


def missing_volumes(folder: Path) -> tuple[str, ...]:
    """By name."""
    return missing_before(folder, _number(folder))
