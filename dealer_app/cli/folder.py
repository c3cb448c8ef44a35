"""`dealer-station folder`: who can read the data folder, how far its journal goes, and where it is kept once more."""

from pathlib import Path

import click

from dealer_app.cli.bars import bar
from dealer_app.cli.data_folder import data_dir
from dealer_app.cli.ending import need_people, stop, told_clearly
from dealer_app.cli.people import accepted, founded, who_asks
from dealer_app.cli.terminal_text import echo
from dealer_app.journal.backup_work import mark_of, mark_place
from dealer_app.journal.checking import as_acknowledged
from dealer_app.journal.comparison import compare_second_head
from dealer_app.journal.noted import head_after, noted_last
from dealer_app.journal.reader import Reader, read_only
from dealer_app.journal.record import Head
from dealer_app.journal.recovery import recover
from dealer_app.journal.second_head import (
    Kept,
    MissedError,
    compare,
    file_at,
    in_time,
    named,
    read_kept,
    write_kept,
)
from dealer_app.journal.trouble import DamagedError
from dealer_app.journal.verifying import verify
from dealer_app.journal.volumes import chain_of, damaged_volume, described
from dealer_app.private_files import account, keeps_modes, keeps_owners, links_in, of_other_accounts, secure
from dealer_app.station.backups import AT_CLOSE, MOST_HOURS, MOST_KEPT
from dealer_app.station.fold import folding
from dealer_app.station.proposals import ProposeBackups, ProposeSecondHead, ProposeWithoutSecondHead
from dealer_app.station.second_place import WAIVED_FOR
from dealer_app.terminal import starting
from dealer_app.terminal.heads import told_head
from dealer_app.terminal.house_alarms import copy_text, plan_lines
from dealer_app.terminal.two_people import decided_by_two
from dealer_app.wording import Language, Words


@click.group(name="folder")
def command() -> None:
    """The data folder of a station: only its own account may read it, and its head is kept a second time elsewhere.

    Exit status 1, with the reason, if something is refused or not as it should be; 2 if the data folder cannot be used.
    """


@command.command(name="secure")
@data_dir
def secure_folder(folder: Path) -> None:
    """Give the folder and everything in it to this account alone, also while the station plays."""
    if not folder.is_dir():
        stop(f"There is no folder {folder}. Name the data folder of a station.", 2)
    try:
        if not keeps_modes(folder):
            stop(
                f"The disk of {folder} keeps no rights of files, so that nothing can be put right there. Keep the "
                "folder on a disk that does.",
                1,
            )
        changed, refused = secure(folder)
        others = of_other_accounts(folder) if keeps_owners(folder) else refused
        linked = links_in(folder)
    except OSError as problem:
        stop(f"{folder} cannot be put right: {problem.strerror}. Do it as the account that it belongs to.", 2)
    if others:
        stop(
            f"{len(others)} files of {folder} belong to another account, {others[0].name} first, and no right "
            "of a file holds against its owner. Run the station as that account, or give them to this one: "
            f"chown -R {account()} {folder}",
            1,
        )
    if refused:
        stop(f"The rights of {len(refused)} files of {folder} cannot be set, {refused[0].name} first.", 1)
    if linked:
        stop(
            f"{len(linked)} files of {folder} are links to elsewhere, {linked[0].name} first, and who can read what "
            "lies there is not known. Put the file or folder itself in its place.",
            1,
        )
    echo(f"{folder} can be read by this account alone; {changed} of its files were not so.")


@command.command()
@click.option("--at", "sequence", metavar="SEQUENCE", type=click.IntRange(min=1), help="As it was after this event.")
@data_dir
def head(folder: Path, sequence: int | None) -> None:
    """Show how far the journal goes, as it is noted, and compare it with the second place if there is one."""
    with told_clearly():
        # What is noted has to be true.
        with bar("Verifying") as told:
            verify(folder, told)
        as_acknowledged(folder)
        reader = read_only(folder)
        try:
            _show(folder, reader, sequence)
        finally:
            reader.close()
        found = compare_second_head(folder)
    if found is None:
        echo("It is kept at no second place.")
        return
    if found.kept is None:
        stop(f"The second head {found.file} cannot be read: {found.missed}.", 1)
    echo(f"At the second place, {found.file}: {told_head(found.kept.head)}")


def _then(folder: Path, sequence: int) -> Head | None:
    """The head after an event, in whichever volume it is, which is followed for it."""
    volume = next((each for each in map(described, chain_of(folder)) if sequence <= each.head.sequence), None)
    if volume is None:
        return None
    if volume.folder != folder:
        try:
            verify(volume.folder)
        except DamagedError as problem:
            raise damaged_volume(volume.folder, problem) from problem
    reader = read_only(volume.folder)
    try:
        return head_after(reader, sequence)
    finally:
        reader.close()


def _show(folder: Path, reader: Reader, sequence: int | None) -> None:
    if sequence is not None:
        then = _then(folder, sequence)
        if then is None:
            stop(f"This journal has no event {sequence}; it ends with {reader.head().sequence}.", 1)
        echo(f"Head then: {told_head(then)}")
        return
    echo(f"Head: {told_head(reader.head())}")
    noted = noted_last(reader)
    if noted is not None:
        echo(f"As shown at the last closing of a table or shift: {told_head(noted)}")


@command.command(name="second-head")
@click.argument("place", metavar="[FOLDER]", type=click.Path(path_type=Path), required=False)
@click.option("--none", "nowhere", is_flag=True, help="Keep it at no second place any more.")
@data_dir
def second_head(folder: Path, place: Path | None, *, nowhere: bool) -> None:
    """Keep the head in a FOLDER on another disk or share as well: two managers decide it.

    A journal that ends before that head is damaged: it was cut short, or copied back.
    """
    if (place is None) is not nowhere:
        raise click.UsageError("name a FOLDER, or --none")
    with founded(folder) as desk:
        file = "" if place is None else str(_prepared(folder, place.resolve()))
        accepted(desk, decided_by_two(desk, who_asks(desk), ProposeSecondHead(file=file)))
    if place is not None:
        # What the decision itself wrote is behind it now.
        _prepared(folder, place.resolve())
    echo(f"The head is kept in {file} as well." if file else "The head is kept at no second place any more.")


def _prepared(folder: Path, place: Path) -> Path:
    """The file there, with the head as it is: what cannot be written now would be missed at the next start."""
    if place.is_relative_to(folder.resolve()):
        stop("A second place is another folder than the data folder, best on another disk.", 1)
    reader = read_only(folder)
    try:
        journal = named(reader).journal
        file = file_at(place, journal)
        lies = in_time(lambda: read_kept(file))
        if lies is not None:
            compare(reader, lies, file)
        now = reader.head()
        in_time(lambda: write_kept(file, Kept(now, journal)))
    except MissedError as problem:
        stop(f"{place} cannot be used as a second place: {problem}.", 1)
    finally:
        reader.close()
    return file


@command.command()
@click.argument("place", metavar="[FOLDER]", type=click.Path(path_type=Path), required=False)
@click.option("--every", "hours", metavar="HOURS", type=click.IntRange(1, MOST_HOURS), help="So many hours apart.")
@click.option("--at-close", is_flag=True, help="Whenever a table has closed.")
@click.option("--keep", "most", metavar="N", type=click.IntRange(1, MOST_KEPT), default=7, show_default=True)
@click.option("--none", "nowhere", is_flag=True, help="Make none any more.")
@data_dir
def backups(folder: Path, place: Path | None, *, hours: int | None, at_close: bool, most: int, nowhere: bool) -> None:
    """Have the station make backups of its journal in a FOLDER on another disk while it plays: two managers decide it.

    The latest N are kept, and of the older ones only those are removed that the station has made itself. Without
    anything the command shows what is planned.
    """
    if place is None and not nowhere:
        if hours is not None or at_close:
            raise click.UsageError("name a FOLDER")
        _show_plan(folder)
        return
    if place is not None and (nowhere or at_close is (hours is not None)):
        raise click.UsageError("name a FOLDER with --every HOURS or with --at-close, or --none alone")
    with founded(folder) as desk:
        whole = None if place is None else place.resolve()
        mark = "" if whole is None else _marked(folder, whole)
        planned = ProposeBackups(place=str(whole or ""), mark=mark, hours=hours or AT_CLOSE, most=most if whole else 1)
        accepted(desk, decided_by_two(desk, who_asks(desk), planned))
        for line in plan_lines(desk.station.state.backups, desk.words):
            echo(line)


def _show_plan(folder: Path) -> None:
    need_people(folder)
    with told_clearly():
        state = recover(folder, folding(starting.program().version)).state
    for line in plan_lines(state.backups, Words.load(Language.EN)):
        echo(line)
    for copy in state.backups.made:
        echo(copy_text(copy))


def _marked(folder: Path, place: Path) -> str:
    """The file by which the place is known again: a disk that is not plugged in leaves an empty folder behind."""
    if place.is_relative_to(folder.resolve()):
        stop("Backups lie in another folder than the data folder, best on another disk.", 1)
    reader = read_only(folder)
    try:
        mark = mark_of(named(reader).journal)
        same_disk = in_time(lambda: mark_place(place, mark)) == folder.stat().st_dev
    except MissedError as problem:
        stop(f"{place} cannot be used for backups: {problem}.", 1)
    finally:
        reader.close()
    if same_disk:
        echo("This is the disk of the data folder: what takes the one takes the other too. Better name another disk.")
    return mark


@command.command(name="without-second-head")
@data_dir
def without_second_head(folder: Path) -> None:
    """Let the station start for a day though its second head cannot be reached: two people decide it.

    One is a supervisor or above, and so is the other. A journal that is behind its second head is not started so.
    """
    need_people(folder)
    with founded(folder, without_second_head=True) as desk:
        state, known = desk.station.state, desk.station.last_known
        if not state.second_head:
            stop("The head is kept at no second place: nothing stands in the way.", 1)
        if desk.station.second_compared:
            stop(f"{state.second_head} can be reached: nothing stands in the way.", 1)
        desk.keyboard.say(f"The second head {state.second_head} cannot be reached.")
        desk.keyboard.say(f"Compare what is noted with the head as it was found here: {told_head(known)}")
        now = desk.station.now().utc
        proposal = ProposeWithoutSecondHead(since=now, until=now + WAIVED_FOR)
        accepted(desk, decided_by_two(desk, who_asks(desk), proposal))
    echo("The station may start without its second head for 24 hours. What it finds there is compared all the same.")
