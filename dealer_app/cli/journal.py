"""`dealer-station journal`: is the record whole, what happened in a round, and the record for somebody else."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec

from dealer_app.cli.bars import bar
from dealer_app.cli.data_folder import data_dir
from dealer_app.cli.journal_lines import recalled_lines, round_line, stats_lines
from dealer_app.cli.journal_renew import renew as renewed
from dealer_app.cli.journal_volumes import followed_volumes, listed_volumes, missing_line, say_missing
from dealer_app.cli.journal_volumes import new_volume as begun
from dealer_app.cli.terminal_text import echo
from dealer_app.cli.whole_file import whole_file
from dealer_app.domain.round.trouble import Trouble
from dealer_app.journal import recall as recalling
from dealer_app.journal.backup import back_up
from dealer_app.journal.backup import restore as restored
from dealer_app.journal.checking import as_acknowledged, check_all
from dealer_app.journal.comparison import compare_second_head
from dealer_app.journal.export import Form, Span
from dealer_app.journal.export import export as exported
from dealer_app.journal.in_play import last_to_tell
from dealer_app.journal.looking_back import looking_back
from dealer_app.journal.search import Wanted
from dealer_app.journal.stats import stats_of_all
from dealer_app.journal.trouble import DamagedError, Fault, JournalError
from dealer_app.journal.volumes import read_chain
from dealer_app.station.fold import folding
from dealer_app.wording import Language, Words

if TYPE_CHECKING:
    from dealer_app.journal.looking_back import LookingBack

_DAMAGE = (Fault.DAMAGED, Fault.VOLUME, Fault.COPIED_BACK)
_EXPORT_FORMS = ("json", "csv")


@click.group(name="journal")
def command() -> None:
    """The record of a station: verify it, look back, take a copy. It is only read, also while the station plays; a
    damaged one is left as it is, and two people begin a new one with `renew`.

    Exit status 1 if the journal is damaged or does not have what is asked for; 2, with one line that says why, if it
    cannot be read at all.
    """


@command.command()
@data_dir
def verify(folder: Path) -> None:
    """Follow the whole chain, and compare its end and what is sealed with what was acknowledged.

    All volumes are followed, from the first one; the status is 1 if one is missing.
    """
    with _told_clearly(folder):
        with bar("Verifying") as told:
            head = check_all(folder, told)
        for line in followed_volumes(folder):
            echo(line)
        missing = missing_line(folder)
    compared = _second_head_line(folder)
    echo(f"{head.sequence} events, the chain is whole. Head: {head.sequence} {head.hash.hex()}")
    if compared:
        echo(compared)
    if missing:
        _stop(f"{missing} What lies before the first event that is here was not followed.", 1)


def _second_head_line(folder: Path) -> str:
    """What the second head says, if there is one: a chain without its end, or of another journal, is whole as well."""
    with _told_clearly(folder):
        found = compare_second_head(folder)
    if found is None:
        return ""
    if found.kept is None:
        return f"It was not compared with the second head {found.file}: {found.missed}."
    head = found.kept.head
    return f"It goes at least as far as the second head {found.file}, which is {head.sequence} {head.hash.hex()}."


@command.command(name="new-volume")
@data_dir
def new_volume(folder: Path) -> None:
    """Close the journal and go on in a new volume: a supervisor or above and a technician, each with badge and PIN.

    No table may be open. The volume that is closed is kept beside the journal and only read; a start follows the new
    one alone, which takes over the people, the settings and all else that holds.
    """
    begun(folder)


@command.command()
@data_dir
def volumes(folder: Path) -> None:
    """List the volumes of the journal, and how far each goes."""
    with _compared(folder):
        for line in listed_volumes(folder):
            echo(line)


@command.command()
@click.argument("number", metavar="[ROUND]", type=click.IntRange(min=1), required=False)
@click.option("--last", "count", metavar="N", type=click.IntRange(1, 1000), help="The last N rounds, the latest last.")
@data_dir
def recall(number: int | None, count: int | None, folder: Path) -> None:
    """Show a past ROUND step by step, or the last rounds (ten, if nothing is said). Nothing face down is shown."""
    if number is not None and count is not None:
        raise click.UsageError("ROUND and --last are two questions: ask one at a time")
    words = Words.load(Language.EN)
    with _looking_back(folder) as looking:
        try:
            found = looking.recall(number) if number is not None else looking.recall_last(count or 10)[::-1]
        except recalling.RoundOnError as problem:
            _stop(words.put("recall", "on", {"round": str(problem.number)}), 1)
        except recalling.NoSuchRoundError as problem:
            _stop(words.put("recall", "none", {"round": str(problem.number)}), 1)
    for one in found:
        for line in recalled_lines(words, one):
            echo(line)


def _day(_context: click.Context, option: click.Parameter, text: str | None) -> str | None:
    try:
        return None if text is None else date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.BadParameter(f"{text!r} is no day; a day is written 2026-01-31", param=option) from None


@command.command()
@click.option("--date", "day", metavar="DAY", callback=_day, help="This gaming day alone, as 2026-01-31.")
@click.option("--from", "since", metavar="DAY", callback=_day, help="From this gaming day on.")
@click.option("--to", "until", metavar="DAY", callback=_day, help="Up to this gaming day.")
@click.option("--table", metavar="NAME", help="At this table.")
@click.option("--shoe", metavar="N", type=int, help="From this shoe.")
@click.option("--round", "number", metavar="N", type=int, help="Of this number.")
@click.option("--seat", metavar="N", type=int, help="With a bet at this seat.")
@click.option("--result", metavar="WORD", help="player, banker, tie, void, by-hand, or dice as 1-2-3.")
@click.option(
    "--irregularity",
    metavar="CODE",
    type=click.Choice([*(trouble.value for trouble in Trouble), "claim"]),
    help="With this irregularity, by its code; claim for a dispute.",
)
@click.option("--person", metavar="BADGE", help="In which this person acted.")
@click.option("--most", metavar="N", type=click.IntRange(1, 10_000), default=50, show_default=True)
@click.option("--anew", is_flag=True, help="Throw the index away first and read the whole journal again.")
@data_dir
def search(folder: Path, *, day: str | None, most: int, anew: bool, **wanted: Any) -> None:
    """Find rounds that have all that is asked for, the latest first. Each is confirmed from its events."""
    if day is not None:
        if wanted["since"] or wanted["until"]:
            raise click.UsageError("--date is one day, --from and --to are several: ask one or the other")
        wanted |= {"since": day, "until": day}
    with _looking_back(folder, anew=anew) as looking:
        answer = looking.search(Wanted(**wanted), most)
    for found in answer.rounds:
        echo(round_line(found))
    more = f"; there are more, ask for them with --most {most * 10}" if answer.more else ""
    echo(f"{len(answer.rounds)} rounds{more}", err=True)
    sys.exit(0 if answer.rounds else 1)


@command.command()
@click.option("--form", type=click.Choice(_EXPORT_FORMS), default="json", show_default=True)
@click.option(
    "--output", metavar="FILE", type=click.Path(path_type=Path), help="Write there; it is whole or not there."
)
@click.option("--first", metavar="SEQUENCE", type=click.IntRange(min=1), help="[default: the first there is]")
@click.option("--last", metavar="SEQUENCE", type=click.IntRange(min=1), help="[default: the end of the last round]")
@data_dir
def export(folder: Path, *, form: str, output: Path | None, first: int | None, last: int | None) -> None:
    """Write the events with the proof of their chain, up to the end of the last round.

    It goes through all volumes of the chain, or with --first and --last through one, as `journal volumes` lists them.
    Either form is checked by docs/verify_export.py, which needs nothing of this program.
    """
    with _compared(folder), read_chain(folder) as chain:
        end, there = last_to_tell(chain.journal), chain.base().sequence + 1
        first = first or there
        span = Span(first, min(end, last or end))
        if span.last < first or first < there:
            begin = f"from {there} on; " if first < there else ""
            _stop(f"There are no events {first} to {last or end} to export; {begin}the last one is {end}.", 1)
        with whole_file(output) as out, bar("Exporting", quiet=output is None) as told:
            head = exported(chain, out, Form(form), span, told)
    echo(f"events {first} to {head.sequence}; head: {head.sequence} {head.hash.hex()}", err=True)


@command.command()
@data_dir
def stats(folder: Path) -> None:
    """Count what is in all volumes: events, rounds, days, speed, irregularities, and who decided what."""
    with _compared(folder):
        found = stats_of_all(folder)
        say_missing(folder)
    for line in stats_lines(found):
        echo(line)


@command.command()
@click.argument("into", metavar="FOLDER", type=click.Path(path_type=Path))
@data_dir
def backup(into: Path, folder: Path) -> None:
    """Copy the journal into a new folder within FOLDER, also while the station plays."""
    with _compared(folder):
        made = back_up(folder, into)
    echo(f"{made.folder}: {made.head.sequence} events, head {made.head.sequence} {made.head.hash.hex()}")


@command.command()
@click.argument("copy", metavar="BACKUP", type=click.Path(path_type=Path))
@data_dir
def restore(copy: Path, folder: Path) -> None:
    """Make an empty data folder of a BACKUP, and prove that both are equal: head, chain, and what they come to."""
    with _told_clearly(copy), bar("Verifying") as told:
        head = restored(copy, folder, folding(""), told)
    echo(f"{folder}: {head.sequence} events, equal to the backup. Head: {head.sequence} {head.hash.hex()}")
    say_missing(folder)


@command.command()
@data_dir
def renew(folder: Path) -> None:
    """Begin a new journal after a damaged one: a supervisor or above and a technician, each with badge and PIN.

    Nothing of the damaged files is changed: they are copied aside, and the new journal says how far they are true and
    takes over the people. The table, the shoe and what was confirmed have to be opened and confirmed anew.
    """
    renewed(folder)


# What all of them share


@contextmanager
def _told_clearly(folder: Path) -> Iterator[None]:
    """Whatever is wrong with the journal is one sentence, with what to do."""
    if not _is_folder(folder):
        _stop_for(JournalError(Fault.FOLDER_MISSING, {"folder": str(folder)}))
    try:
        as_acknowledged(folder)
        yield
    except JournalError as problem:
        _stop_for(problem)
    except (sqlite3.DatabaseError, msgspec.MsgspecError) as problem:
        _stop_for(DamagedError(str(problem), 0))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as problem:
        _stop_for(JournalError(Fault.NOT_READ, {"file": str(path), "reason": problem.strerror or str(problem)}))


def _stop_for(problem: JournalError) -> NoReturn:
    _stop(Words.load(Language.EN).journal(problem), 1 if problem.fault in _DAMAGE else 2)


@contextmanager
def _compared(folder: Path) -> Iterator[None]:
    """The same for who looks back or copies: a journal that is behind its second head is damaged, and nothing is told.

    A second place that cannot be reached is said, and stands in nobody's way.
    """
    with _told_clearly(folder):
        found = compare_second_head(folder)
        if found is not None and found.missed:
            echo(f"The journal was not compared with the second head {found.file}: {found.missed}.", err=True)
        yield


@contextmanager
def _looking_back(folder: Path, *, anew: bool = False) -> Iterator["LookingBack"]:
    with (
        _compared(folder),
        looking_back(folder, lambda: bar("Reading the journal"), anew=anew) as looking,
    ):
        say_missing(folder)
        yield looking


def _stop(sentence: str, status: int) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(status)
