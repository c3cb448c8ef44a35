"""`dealer-station journal`: verify, look back, search, export, count and copy the record of a station."""

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec

from dealer_app.cli.journal_files import absent_volumes_line, verification_lines, volume_lines, warn_missing_volumes
from dealer_app.cli.journal_files import run_new_volume as begun
from dealer_app.cli.journal_files import run_renew as renewed
from dealer_app.cli.output import echo, progress_bar
from dealer_app.cli.process import atomic_output, data_dir_option
from dealer_app.clock import Timestamp
from dealer_app.domain.round import events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.journal import recall as recalling
from dealer_app.journal.backup import make_backup
from dealer_app.journal.backup import restore_backup as restored
from dealer_app.journal.export import EntrySpan, ExportFormat, Stats, count_all_volumes
from dealer_app.journal.export import export_entries as exported
from dealer_app.journal.reader import last_public_sequence
from dealer_app.journal.recall import RecalledRound, RecallStep, entry_author, entry_time_text
from dealer_app.journal.recovery import check_acknowledged_end, verify_all
from dealer_app.journal.round_summaries import RoundSummary
from dealer_app.journal.search import RoundQuery, open_past_rounds
from dealer_app.journal.second_head import compare_second_head
from dealer_app.journal.volumes import open_chain
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from dealer_app.people.positions import load_positions
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_facts import bet_text
from dealer_app.screens.event_texts import author_text, source_text
from dealer_app.screens.recall.record_texts import record_text
from dealer_app.screens.timeline import TimelineEvent, find_bet, find_subject
from dealer_app.station.fold import station_fold_method
from dealer_app.station.state import StationState
from dealer_app.texts import Language, LanguagePair, Words, amount_text

if TYPE_CHECKING:
    from dealer_app.journal.search import PastRounds


_RECALL_MARK = "recall | "


def recall_lines(words: Words, recalled: RecalledRound, *, raw: bool = False) -> Iterator[str]:
    """Each line is marked, so that none can be taken for the game on the table. Sentences as in the window, or `raw`
    what a trace has.
    """
    facts = {"round": str(recalled.number)}
    about = [f"gaming day {recalled.day}", f"table {recalled.table}", recalled.game]
    if recalled.shoe:
        about.append(f"shoe {recalled.shoe}")
    yield _RECALL_MARK + words.text("recall", "title", facts)
    yield _RECALL_MARK + ", ".join(filter(None, about))
    context = None if raw else _reading_context(words)
    steps = [step.event for step in recalled.steps]
    yield from (_RECALL_MARK + _step_line(step, steps[:place], context) for place, step in enumerate(recalled.steps))
    yield from (f"{_RECALL_MARK}later: {_step_line(step, steps, context)}" for step in recalled.notes)
    if recalled.is_on:
        yield _RECALL_MARK + words.text("recall", "not-settled", facts)
    yield _RECALL_MARK + words.text("recall", "end", facts)


def _step_line(step: RecallStep, before: Sequence[object], context: ScreenContext | None) -> str:
    entry = step.entry
    if context is None:
        author, words = entry_author(entry), step.words
    else:
        author, words = author_text(context, entry.badge, entry.position), _step_sentence(step, before, context)
    return f"{entry.sequence:>8}  {entry_time_text(entry)}  {author:<24}  {words}"


def _reading_context(words: Words) -> ScreenContext:
    """Of nobody, at no table: what the sentences of the window are made of."""
    return ScreenContext(
        state=StationState(),
        rules=None,
        guide=None,
        approval_request=None,
        words=LanguagePair(words, words),
        positions=load_positions(),
        moment=Timestamp(utc=0, offset=0, counter=0),
        terminal="",
    )


def _step_sentence(step: RecallStep, before: Sequence[object], context: ScreenContext) -> str:
    """With what each bet came to, named by seat and area, and with the cards that lay open.

    What a newer program has written is known by its name alone, which is all that can be said of it.
    """
    event, entry = step.event, step.entry
    if event is None:
        return context.words.first.text("recall", "newer", {"name": entry.name})
    one = TimelineEvent(event, entry.utc, entry.offset, entry.badge, entry.position, find_subject(before, event))
    details = ""
    match event:
        case events.ResultAnnounced(settled=settled):
            details = ", ".join(
                f"{_settled_bet(context, before, each.number)} {each.result} "
                f"{amount_text(each.net, context.words.first.decimals)}"
                for each in settled
            )
        case events.CardsTurned():
            details = " ".join(word for word in step.words.split() if "=" in word and word[0].isdecimal())
        case _:
            pass
    parts = (record_text(context, one).first, details, source_text(context, one))
    return ", ".join(part for part in parts if part)


def _settled_bet(context: ScreenContext, before: Sequence[object], number: int) -> str:
    """By seat, area and amount; by its number only where nothing that is left of the round says what it was."""
    bet = find_bet(before, number)
    return f"bet {number}" if bet is None else bet_text(context, bet).first


def round_line(found: RoundSummary) -> str:
    shown = [
        f"round {found.number}",
        found.day,
        f"table {found.table}" if found.table else "",
        f"shoe {found.shoe}" if found.shoe else "",
        found.result or "no result",
        f"seats {' '.join(map(str, sorted(found.seats)))}" if found.seats else "",
        f"by {' '.join(sorted(found.badges))}" if found.badges else "",
        " ".join(sorted(found.troubles)),
        f"events {found.first}-{found.last}",
    ]
    return "  ".join(filter(None, shown))


def stats_lines(stats: Stats) -> Iterator[str]:
    yield f"{stats.head.sequence} events, {stats.size} bytes, head {stats.head.sequence} {stats.head.hash.hex()}"
    yield f"{stats.rounds} rounds on {len(stats.days)} gaming days, {_tenths_text(stats.rounds_an_hour)} rounds an hour"
    yield from (f"  {day.day}  {day.rounds}" for day in stats.days)
    yield "irregularities"
    yield from (f"  {code:<32}{count}" for code, count in stats.irregularities.items())
    yield "decisions and corrections, by person"
    yield from (f"  {badge or 'station':<16}{name:<32}{count}" for (badge, name), count in stats.overrides.items())
    yield "events by name"
    yield from (f"  {name:<32}{count}" for name, count in stats.names.items())


def _tenths_text(exact: Fraction | None) -> str:
    if exact is None:
        return "no"
    tenths = round(exact * 10)
    return f"{tenths // 10}.{tenths % 10}"


_DAMAGE_FAULTS = (JournalFault.DAMAGED, JournalFault.VOLUME, JournalFault.COPIED_BACK)
_EXPORT_FORMS = ("json", "csv")


@click.group(name="journal")
def command() -> None:
    """The record of a station: verify it, look back, take a copy. It is only read, also while the station plays; a
    damaged one is left as it is, and two people begin a new one with `renew`.

    Exit status 1 if the journal is damaged or does not have what is asked for; 2, with one line that says why, if it
    cannot be read at all.
    """


@command.command()
@data_dir_option
def verify(folder: Path) -> None:
    """Follow the whole chain, and compare its end and what is sealed with what was acknowledged.

    All volumes are followed, from the first one; the status is 1 if one is missing.
    """
    with _explain_journal_errors(folder):
        with progress_bar("Verifying") as on_progress:
            head = verify_all(folder, on_progress)
        for line in verification_lines(folder):
            echo(line)
        missing = absent_volumes_line(folder)
    compared = _second_head_line(folder)
    echo(f"{head.sequence} events, the chain is whole. Head: {head.sequence} {head.hash.hex()}")
    if compared:
        echo(compared)
    if missing:
        _stop(f"{missing} What came before the first event here was not checked.", 1)


def _second_head_line(folder: Path) -> str:
    """What the second head says, if there is one: a chain without its end, or of another journal, is whole as well."""
    with _explain_journal_errors(folder):
        found = compare_second_head(folder)
    if found is None:
        return ""
    if found.kept is None:
        return f"It was not compared with the second head {found.file}: {found.missed}."
    head = found.kept.head
    return f"It goes at least as far as the second head {found.file}, which is {head.sequence} {head.hash.hex()}."


@command.command(name="new-volume")
@data_dir_option
def new_volume(folder: Path) -> None:
    """Close the journal and go on in a new volume: a supervisor or above and a technician, each with badge and PIN.

    No table may be open. The volume that is closed is kept beside the journal and only read; a start follows the new
    one alone, which takes over the people, the settings and all else that holds.
    """
    begun(folder)


@command.command()
@data_dir_option
def volumes(folder: Path) -> None:
    """List the volumes of the journal, and how far each goes."""
    with compare_journal(folder):
        for line in volume_lines(folder):
            echo(line)


@command.command()
@click.argument("number", metavar="[ROUND]", type=click.IntRange(min=1), required=False)
@click.option("--last", "count", metavar="N", type=click.IntRange(1, 1000), help="The last N rounds, the latest last.")
@click.option("--raw", is_flag=True, help="The events by their names and fields instead of sentences.")
@data_dir_option
def recall(number: int | None, count: int | None, folder: Path, *, raw: bool) -> None:
    """Show a past ROUND step by step in sentences, or the last rounds (ten, if nothing is said). Nothing face down is
    shown.
    """
    if number is not None and count is not None:
        raise click.UsageError("ROUND and --last are two questions: ask one at a time")
    words = Words.load(Language.EN)
    with _past_rounds(folder) as looking:
        try:
            found = looking.recall(number) if number is not None else looking.recall_last(count or 10)[::-1]
        except recalling.RoundInPlayError as problem:
            _stop(words.text("recall", "on", {"round": str(problem.number)}), 1)
        except recalling.NoSuchRoundError as problem:
            _stop(words.text("recall", "none", {"round": str(problem.number)}), 1)
    for one in found:
        for line in recall_lines(words, one, raw=raw):
            echo(line)


def _parse_day(_context: click.Context, option: click.Parameter, text: str | None) -> str | None:
    try:
        return None if text is None else date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a day; a day is written 2026-01-31", param=option) from None


@command.command()
@click.option("--date", "day", metavar="DAY", callback=_parse_day, help="This gaming day alone, as 2026-01-31.")
@click.option("--from", "since", metavar="DAY", callback=_parse_day, help="From this gaming day on.")
@click.option("--to", "until", metavar="DAY", callback=_parse_day, help="Up to this gaming day.")
@click.option("--table", metavar="NAME", help="At this table.")
@click.option("--shoe", metavar="N", type=int, help="From this shoe.")
@click.option("--round", "number", metavar="N", type=int, help="Of this number.")
@click.option("--seat", metavar="N", type=int, help="With a bet at this seat.")
@click.option("--result", metavar="WORD", help="player, banker, tie, void, by-hand, or dice as 1-2-3.")
@click.option(
    "--irregularity",
    metavar="CODE",
    type=click.Choice([*(trouble.value for trouble in IrregularityKind), "claim"]),
    help="With this irregularity, by its code; claim for a dispute.",
)
@click.option("--person", metavar="BADGE", help="In which this person acted.")
@click.option("--clause", metavar="CLAUSE", help="With an event that rests on this clause, as 5.14.")
@click.option("--most", metavar="N", type=click.IntRange(1, 10_000), default=50, show_default=True)
@click.option("--rebuild", is_flag=True, help="Throw the index away first and read the whole journal again.")
@data_dir_option
def search(folder: Path, *, day: str | None, most: int, rebuild: bool, **wanted: Any) -> None:
    """Find rounds that have all that is asked for, the latest first. Each is confirmed from its events."""
    if day is not None:
        if wanted["since"] or wanted["until"]:
            raise click.UsageError("--date is one day, --from and --to are several: ask one or the other")
        wanted |= {"since": day, "until": day}
    with _past_rounds(folder, rebuild=rebuild) as looking:
        answer = looking.search(RoundQuery(**wanted), most)
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
@data_dir_option
def export(folder: Path, *, form: str, output: Path | None, first: int | None, last: int | None) -> None:
    """Write the events with the proof of their chain, up to the end of the last round.

    It goes through all volumes of the chain, or with --first and --last through one, as `journal volumes` lists them.
    Either form is checked by docs/verify_export.py, which needs nothing of this program.
    """
    with compare_journal(folder), open_chain(folder) as chain:
        end, there = last_public_sequence(chain.journal), chain.base().sequence + 1
        first = first or there
        span = EntrySpan(first, min(end, last or end))
        if span.last < first or first < there:
            begin = f"from {there} on; " if first < there else ""
            _stop(f"There are no events {first} to {last or end} to export; {begin}the last one is {end}.", 1)
        with atomic_output(output) as out, progress_bar("Exporting", quiet=output is None) as on_progress:
            head = exported(chain, out, ExportFormat(form), span, on_progress)
    echo(f"events {first} to {head.sequence}; head: {head.sequence} {head.hash.hex()}", err=True)


@command.command()
@data_dir_option
def stats(folder: Path) -> None:
    """Count what is in all volumes: events, rounds, days, speed, irregularities, and who decided what."""
    with compare_journal(folder):
        found = count_all_volumes(folder)
        warn_missing_volumes(folder)
    for line in stats_lines(found):
        echo(line)


@command.command()
@click.argument("into", metavar="FOLDER", type=click.Path(path_type=Path))
@data_dir_option
def backup(into: Path, folder: Path) -> None:
    """Copy the journal into a new folder within FOLDER, also while the station plays."""
    with compare_journal(folder):
        made = make_backup(folder, into)
    echo(f"{made.folder}: {made.head.sequence} events, head {made.head.sequence} {made.head.hash.hex()}")


@command.command()
@click.argument("copy", metavar="BACKUP", type=click.Path(path_type=Path))
@data_dir_option
def restore(copy: Path, folder: Path) -> None:
    """Make an empty data folder of a BACKUP, and prove that both are equal: head, chain, and what they come to."""
    with _explain_journal_errors(copy), progress_bar("Verifying") as on_progress:
        head = restored(copy, folder, station_fold_method(""), on_progress)
    echo(f"{folder}: {head.sequence} events, equal to the backup. Head: {head.sequence} {head.hash.hex()}")
    warn_missing_volumes(folder)


@command.command()
@data_dir_option
def renew(folder: Path) -> None:
    """Begin a new journal after a damaged one: a supervisor or above and a technician, each with badge and PIN.

    Nothing of the damaged files is changed: they are copied aside, and the new journal says how far they are true and
    takes over the people. The table, the shoe and what was confirmed have to be opened and confirmed again.
    """
    renewed(folder)


# What all of them share


@contextmanager
def _explain_journal_errors(folder: Path) -> Iterator[None]:
    """Whatever is wrong with the journal is one sentence, with what to do."""
    if not _is_folder(folder):
        _stop_with_error(JournalError(JournalFault.FOLDER_MISSING, {"folder": str(folder)}))
    try:
        check_acknowledged_end(folder)
        yield
    except JournalError as problem:
        _stop_with_error(problem)
    except (sqlite3.DatabaseError, msgspec.MsgspecError) as problem:
        _stop_with_error(DamagedError(str(problem), 0))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as problem:
        _stop_with_error(
            JournalError(JournalFault.NOT_READ, {"file": str(path), "reason": problem.strerror or str(problem)})
        )


def _stop_with_error(problem: JournalError) -> NoReturn:
    _stop(Words.load(Language.EN).journal(problem), 1 if problem.fault in _DAMAGE_FAULTS else 2)


@contextmanager
def compare_journal(folder: Path) -> Iterator[None]:
    """The same for commands that look back or copy: a journal that is behind its second head is damaged, and none is
    shown.

    A second place that cannot be reached is reported, and prevents nothing.
    """
    with _explain_journal_errors(folder):
        found = compare_second_head(folder)
        if found is not None and found.missed:
            echo(f"The journal was not compared with the second head {found.file}: {found.missed}.", err=True)
        yield


@contextmanager
def _past_rounds(folder: Path, *, rebuild: bool = False) -> Iterator["PastRounds"]:
    with (
        compare_journal(folder),
        open_past_rounds(folder, lambda: progress_bar("Reading the journal"), rebuild=rebuild) as looking,
    ):
        warn_missing_volumes(folder)
        yield looking


def _stop(sentence: str, status: int) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(status)
