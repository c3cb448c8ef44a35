"""`dealer-station folder`: who can read the data folder, how far its journal goes, and where it is kept once more."""

from pathlib import Path

import click

from dealer_app.cli.output import echo, progress_bar
from dealer_app.cli.people import open_reception, sign_in_requester, stop_if_refused
from dealer_app.cli.process import data_dir_option, explain_errors, require_people, stop
from dealer_app.domain.plain_text import quote_text
from dealer_app.journal.backup_work import backup_mark, mark_place
from dealer_app.journal.heads import event_head, last_noted_head
from dealer_app.journal.reader import Reader, open_reader, verify_chain
from dealer_app.journal.records import Head
from dealer_app.journal.recovery import check_acknowledged_end, recover
from dealer_app.journal.second_head import (
    MissedError,
    SecondHeadRecord,
    compare_heads,
    compare_second_head,
    journal_identity,
    read_second_head,
    run_with_timeout,
    second_head_file,
    write_second_head,
)
from dealer_app.journal.volumes import chain_folders, read_volume_info, volume_damage
from dealer_app.journal_errors import DamagedError
from dealer_app.practice.skills import skills_by_id
from dealer_app.private_files import can_keep_modes, can_keep_owners, find_links, foreign_files, own_account, secure
from dealer_app.station import startup
from dealer_app.station.backups import AT_CLOSE, MOST_HOURS, MOST_KEPT
from dealer_app.station.fold import station_fold_method
from dealer_app.station.practice_list import EXAM, MOST_DAYS, demand_text, is_public_key
from dealer_app.station.two_people import ProposeBackups, ProposeCurrency, ProposeSecondHead, ProposeWithoutSecondHead
from dealer_app.station.watches import WAIVER_LASTS
from dealer_app.terminal.lines import backup_copy_text, backup_plan_lines, full_head_text
from dealer_app.terminal.reception import decide_by_two
from dealer_app.texts import Language, Words


@click.group(name="folder")
def command() -> None:
    """The data folder of a station: only its own account may read it, and its head is kept a second time elsewhere.

    Exit status 1, with the reason, if something is refused or not as it should be; 2 if the data folder cannot be used.
    """


@command.command(name="secure")
@data_dir_option
def secure_folder(folder: Path) -> None:
    """Give the folder and everything in it to this account alone, also while the station plays."""
    if not folder.is_dir():
        stop(f"There is no folder {folder}. Name the data folder of a station.", 2)
    try:
        if not can_keep_modes(folder):
            stop(
                f"The disk of {folder} keeps no rights of files, so that nothing can be put right there. Keep the "
                "folder on a disk that does.",
                1,
            )
        changed, refused = secure(folder)
        others = foreign_files(folder) if can_keep_owners(folder) else refused
        linked = find_links(folder)
    except OSError as problem:
        stop(f"{folder} cannot be put right: {problem.strerror}. Do it as the account that it belongs to.", 2)
    if others:
        stop(
            f"{len(others)} files of {folder} belong to another account, {others[0].name} first, and no right "
            "of a file holds against its owner. Run the station as that account, or give them to this one: "
            f"chown -R {own_account()} {folder}",
            1,
        )
    if refused:
        stop(f"The rights of {len(refused)} files of {folder} cannot be set, {refused[0].name} first.", 1)
    if linked:
        stop(
            f"{len(linked)} files of {folder} are links to elsewhere, {linked[0].name} first, and it is not known who "
            "can read what is there. Put the file or folder itself in its place.",
            1,
        )
    echo(f"{folder} can be read by this account alone; {changed} of its files were not so.")


@command.command()
@click.option("--at", "sequence", metavar="SEQUENCE", type=click.IntRange(min=1), help="As it was after this event.")
@data_dir_option
def head(folder: Path, sequence: int | None) -> None:
    """Show how far the journal goes, as it is noted, and compare it with the second place if there is one."""
    with explain_errors():
        # What is noted has to be true.
        with progress_bar("Verifying") as on_progress:
            verify_chain(folder, on_progress)
        check_acknowledged_end(folder)
        reader = open_reader(folder)
        try:
            _show_head(folder, reader, sequence)
        finally:
            reader.close()
        found = compare_second_head(folder)
    if found is None:
        echo("It is kept at no second place.")
        return
    if found.kept is None:
        stop(f"The second head {found.file} cannot be read: {found.missed}.", 1)
    echo(f"At the second place, {found.file}: {full_head_text(found.kept.head)}")


def _find_head(folder: Path, sequence: int) -> Head | None:
    """The head after an event, in whichever volume it is, which is followed for it."""
    volume = next(
        (each for each in map(read_volume_info, chain_folders(folder)) if sequence <= each.head.sequence), None
    )
    if volume is None:
        return None
    if volume.folder != folder:
        try:
            verify_chain(volume.folder)
        except DamagedError as problem:
            raise volume_damage(volume.folder, problem) from problem
    reader = open_reader(volume.folder)
    try:
        return event_head(reader, sequence)
    finally:
        reader.close()


def _show_head(folder: Path, reader: Reader, sequence: int | None) -> None:
    if sequence is not None:
        then = _find_head(folder, sequence)
        if then is None:
            stop(f"This journal has no event {sequence}; it ends with {reader.head().sequence}.", 1)
        echo(f"Head then: {full_head_text(then)}")
        return
    echo(f"Head: {full_head_text(reader.head())}")
    noted = last_noted_head(reader)
    if noted is not None:
        echo(f"As shown at the last closing of a table or shift: {full_head_text(noted)}")


@command.command(name="second-head")
@click.argument("place", metavar="[FOLDER]", type=click.Path(path_type=Path), required=False)
@click.option("--none", "nowhere", is_flag=True, help="Keep it at no second place any more.")
@data_dir_option
def second_head(folder: Path, place: Path | None, *, nowhere: bool) -> None:
    """Keep the head in a FOLDER on another disk or share as well: two managers decide it.

    A journal that ends before that head is damaged: it was cut short, or copied back.
    """
    if (place is None) is not nowhere:
        raise click.UsageError("name a FOLDER, or --none")
    with open_reception(folder) as desk:
        file = "" if place is None else str(_prepare_second_head(folder, place.resolve()))
        stop_if_refused(desk, decide_by_two(desk, sign_in_requester(desk), ProposeSecondHead(file=file)))
    if place is not None:
        # What the decision itself wrote is behind it now.
        _prepare_second_head(folder, place.resolve())
    echo(f"The head is kept in {file} as well." if file else "The head is kept at no second place any more.")


def _prepare_second_head(folder: Path, place: Path) -> Path:
    """The file there, with the head as it is: what cannot be written now would be missed at the next start."""
    if place.is_relative_to(folder.resolve()):
        stop("A second place is another folder than the data folder, best on another disk.", 1)
    reader = open_reader(folder)
    try:
        journal = journal_identity(reader).journal
        file = second_head_file(place, journal)
        lies = run_with_timeout(lambda: read_second_head(file))
        if lies is not None:
            compare_heads(reader, lies, file)
        now = reader.head()
        run_with_timeout(lambda: write_second_head(file, SecondHeadRecord(now, journal)))
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
@data_dir_option
def backups(folder: Path, place: Path | None, *, hours: int | None, at_close: bool, most: int, nowhere: bool) -> None:
    """Have the station make backups of its journal in a FOLDER on another disk while it plays: two managers decide it.

    The latest N are kept, and of the older ones only those are removed that the station has made itself. Without
    anything the command shows what is planned.
    """
    if place is None and not nowhere:
        if hours is not None or at_close:
            raise click.UsageError("name a FOLDER")
        _show_backup_plan(folder)
        return
    if place is not None and (nowhere or at_close is (hours is not None)):
        raise click.UsageError("name a FOLDER with --every HOURS or with --at-close, or --none alone")
    with open_reception(folder) as desk:
        whole = None if place is None else place.resolve()
        mark = "" if whole is None else _mark_backup_place(folder, whole)
        planned = ProposeBackups(place=str(whole or ""), mark=mark, hours=hours or AT_CLOSE, most=most if whole else 1)
        stop_if_refused(desk, decide_by_two(desk, sign_in_requester(desk), planned))
        for line in backup_plan_lines(desk.station.state.backups, desk.words):
            echo(line)


def _show_backup_plan(folder: Path) -> None:
    require_people(folder)
    with explain_errors():
        state = recover(folder, station_fold_method(startup.make_program().version)).state
    for line in backup_plan_lines(state.backups, Words.load(Language.EN)):
        echo(line)
    for copy in state.backups.made:
        echo(backup_copy_text(copy))


def _mark_backup_place(folder: Path, place: Path) -> str:
    """The file by which the place is known again: a disk that is not plugged in leaves an empty folder behind."""
    if place.is_relative_to(folder.resolve()):
        stop("Keep backups in another folder than the data folder, best on another disk.", 1)
    reader = open_reader(folder)
    try:
        mark = backup_mark(journal_identity(reader).journal)
        same_disk = run_with_timeout(lambda: mark_place(place, mark)) == folder.stat().st_dev
    except MissedError as problem:
        stop(f"{place} cannot be used for backups: {problem}.", 1)
    finally:
        reader.close()
    if same_disk:
        echo("This is the disk of the data folder: what takes the one takes the other too. Better name another disk.")
    return mark


@command.command(name="currency")
@click.argument("file", metavar="[FILE]", type=click.Path(path_type=Path), required=False)
@click.option(
    "--key", metavar="KEY", help="The public half of the practice folder's key: `practice currency` shows it."
)
@click.option("--days", metavar="N", type=click.IntRange(1, MOST_DAYS), default=90, show_default=True)
@click.option("--skill", metavar="SKILL", default=EXAM, help="A skill of practice.  [default: an exam at the standard]")
@click.option("--none", "nothing", is_flag=True, help="Ask for nothing any more.")
@data_dir_option
def currency(folder: Path, file: Path | None, *, key: str | None, days: int, skill: str, nothing: bool) -> None:
    """Let only those deal a game who have shown in practice what it takes: two managers decide it.

    FILE is the list that `practice currency` signs; it is read when somebody first opens the betting at a table.
    Without anything the command shows what is asked for.
    """
    if file is None and key is None and not nothing:
        require_people(folder)
        with explain_errors():
            state = recover(folder, station_fold_method(startup.make_program().version)).state
        echo(f"Currency list: {demand_text(state.currency)}")
        return
    if nothing is not (file is None and key is None) or (file is None) is not (key is None):
        raise click.UsageError("name a FILE and its --key, or --none alone")
    if key is not None and not is_public_key(key):
        stop("A key has 64 digits, 0 to 9 and a to f: `practice currency` shows it.", 2)
    whole = None if file is None else file.resolve()
    if whole is not None and any(startup.is_practice_folder(each) for each in whole.parents):
        stop("The list lies in a practice folder, which no table opens: put it elsewhere.", 1)
    if skill != EXAM and skill not in skills_by_id():
        stop(f"There is no skill {quote_text(skill)}. `practice skills` lists them.", 2)
    with open_reception(folder) as desk:
        wanted = ProposeCurrency(
            key=key or "", file=str(whole or ""), days=0 if nothing else days, skill=EXAM if nothing else skill
        )
        stop_if_refused(desk, decide_by_two(desk, sign_in_requester(desk), wanted))
        echo(f"Currency list: {demand_text(desk.station.state.currency)}")


@command.command(name="without-second-head")
@data_dir_option
def without_second_head(folder: Path) -> None:
    """Let the station start for a day though its second head cannot be reached: two people decide it.

    One is a supervisor or above, and so is the other. A journal that is behind its second head is not started so.
    """
    require_people(folder)
    with open_reception(folder, without_second_head=True) as desk:
        state, known = desk.station.state, desk.station.last_known
        if not state.second_head:
            stop("The head is kept at no second place: nothing prevents a start.", 1)
        if desk.station.second_compared:
            stop(f"{state.second_head} can be reached: nothing prevents a start.", 1)
        desk.keyboard.say(f"The second head {state.second_head} cannot be reached.")
        desk.keyboard.say(f"Compare what is noted with the head as it was found here: {full_head_text(known)}")
        now = desk.station.now().utc
        proposal = ProposeWithoutSecondHead(since=now, until=now + WAIVER_LASTS)
        stop_if_refused(desk, decide_by_two(desk, sign_in_requester(desk), proposal))
    echo("The station may start without its second head for 24 hours. What it finds there is compared all the same.")
