"""The journal commands that begin a new file: `new-volume` and `renew`; and the lines of all volumes.

The options are declared in `cli.journal`; here is what the commands do.
"""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

from dealer_app.cli.output import echo, follow_with_bar, progress_bar
from dealer_app.cli.people import account_lines, account_rows, open_reception, sign_in_requester, stop_if_refused
from dealer_app.cli.process import explain_errors, protect_memory, stop
from dealer_app.cli.prompts import CommandLineKeyboard
from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.reader import open_reader
from dealer_app.journal.replacement import SUMS_FILE
from dealer_app.journal.volumes import (
    VolumeInfo,
    all_volumes,
    find_missing_volumes,
    read_volume_info,
    verify_closed_volumes,
    volume_number,
)
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.station import startup
from dealer_app.station.core import Done, Proof
from dealer_app.station.renewal import (
    NobodyLeftError,
    NotAgreedError,
    NotDamagedError,
    Renewal,
    begin_new_volume,
    open_renewal,
)
from dealer_app.station.two_people import ProposeVolume
from dealer_app.terminal.lines import full_head_text, head_note_line
from dealer_app.terminal.reception import Reception, decide_by_two, parse_badge
from dealer_app.texts import Language, Words


def run_new_volume(folder: Path) -> None:
    """The whole command."""
    protect_memory()
    with open_reception(folder) as desk:
        if not desk.station.second_compared:
            stop("The second head cannot be reached. Begin a new volume when it can.", 1)
        number = _current_volume_number(folder) + 1
        desk.keyboard.say(f"The journal goes on in volume {number}. A supervisor or above asks, a technician agrees.")
        stop_if_refused(desk, decide_by_two(desk, sign_in_requester(desk), ProposeVolume(volume=number)))
    with explain_errors():
        try:
            begun = begin_new_volume(folder, startup.make_program(), startup.make_clock(), follow_with_bar)
        except NotAgreedError:
            stop("The station was started meanwhile. The journal goes on as it was; ask for a new volume again.", 1)
    echo(f"The volume before is closed and kept in {begun.closed}. It ends with {full_head_text(begun.until)}.")
    echo(f"Volume {begun.volume} has begun. {head_note_line(begun.head)}")


def _current_volume_number(folder: Path) -> int:
    reader = open_reader(folder)
    try:
        return volume_number(reader)
    finally:
        reader.close()


def volume_lines(folder: Path) -> Iterator[str]:
    """A line for each volume, the oldest first, and for each that is missing."""
    for name in list_missing_volumes(folder):
        yield f"{name}: missing"
    for path in all_volumes(folder):
        yield _volume_line(read_volume_info(path), "" if path == folder else path.name)


def _volume_line(volume: VolumeInfo, name: str) -> str:
    where = name or f"volume {volume.number}, in use"
    after = "" if volume.base.sequence or volume.number == 1 else ", begun after a damaged one"
    events = f"events {volume.base.sequence + 1} to {volume.head.sequence}{after}"
    return f"{where}: {events}, ends with {full_head_text(volume.head)}"


def verification_lines(folder: Path) -> tuple[str, ...]:
    """Follows all that are closed. A line for each; raises JournalError for the first that is not as it was closed."""
    with progress_bar("Verifying what is closed") as on_progress:
        return tuple(
            f"{_volume_line(each, each.folder.name)}; the chain is whole"
            for each in verify_closed_volumes(folder, on_progress)
        )


def absent_volumes_line(folder: Path) -> str:
    """What is missing beside the journal; nothing if nothing is."""
    missing = list_missing_volumes(folder)
    return f"Missing beside the journal: {', '.join(missing)}." if missing else ""


def warn_missing_volumes(folder: Path) -> None:
    """So that nobody takes what was found for all there is."""
    missing = absent_volumes_line(folder)
    if missing:
        echo(f"{missing} Nothing of it was looked through.", err=True)


def list_missing_volumes(folder: Path) -> tuple[str, ...]:
    """By name."""
    return find_missing_volumes(folder, _current_volume_number(folder))


_RENEWAL_TERMINAL = "renewal"
_BADGE_TRIES = 3
_NOBODY_LEFT_TEXT = (
    "The accounts of a supervisor and a technician cannot be read from this journal any more. Restore a backup into "
    "another folder: `dealer-station journal restore`."
)


def run_renew(folder: Path) -> None:
    """The whole command."""
    protect_memory()
    words = Words.load(Language.EN)
    with explain_errors(), startup.make_pin_work() as pins:
        if folder.is_dir():
            _renew_folder(folder, pins, words)
        else:
            open_reader(folder)


def _renew_folder(folder: Path, pins: PinWork, words: Words) -> None:
    try:
        with open_renewal(folder, startup.make_program(), startup.make_clock(), startup.make_environment()) as renewal:
            echo(words.journal(renewal.damage))
            _hold_sitting(renewal, pins, words)
    except NotDamagedError:
        stop(f"The journal in {folder} is in order, and nothing was changed.", 1)
    except NobodyLeftError:
        stop(_NOBODY_LEFT_TEXT, 2)


def _hold_sitting(renewal: Renewal, pins: PinWork, words: Words) -> None:
    station = renewal.begin(startup.make_program(), lambda: pins.hash(_random_pin()).result())
    if renewal.salvaged.lost:
        echo(f"PINs that cannot be checked any more: {', '.join(renewal.salvaged.lost)}. Have them reset later.")
    desk = Reception(
        station=station, pins=pins, keyboard=CommandLineKeyboard(), words=words, terminal=_RENEWAL_TERMINAL, pause=sleep
    )
    _ask_decision(desk, "supervisor or above", renewal.ask)
    _ask_decision(desk, "technician", renewal.agree)
    if renewal.is_third_needed:
        desk.keyboard.say("What became of the accounts behind the damage is not known for sure: a third person agrees.")
        _ask_decision(desk, "third, again a supervisor or above", renewal.agree_as_third)
    renewed = renewal.complete()
    true, now = renewed.true_up_to, renewed.head
    echo(f"The damaged files are in {renewed.aside.folder}, with their SHA-256 in {SUMS_FILE}.")
    echo(f"The new journal follows event {true.sequence} {true.hash.hex()}.")
    echo(f"Its head: {now.sequence} {now.hash.hex()}. Compare the people with your own list:")
    people = station.state.people
    assert people.kind is not None, "there are two people who began it"
    for line in account_lines(account_rows(station.state, startup.make_clock().now()), people.kind):
        echo(line)


def _ask_decision(desk: Reception, who: str, done: Callable[[Proof], Done | Refusal]) -> None:
    """One of them, who may try again after a slip."""
    for _ in range(_BADGE_TRIES):
        proof = desk.confirm_badge(parse_badge(desk.keyboard.line(f"Badge of the {who}: ")))
        against = proof if isinstance(proof, Refusal) else done(proof)
        if not isinstance(against, Refusal):
            return
        desk.keyboard.say(desk.words.refusal(against))
    stop("The damaged journal stays as it is.", 1)


def _random_pin() -> Pin:
    """Longer than any PIN may be, and kept nowhere."""
    return Pin("".join(secrets.choice("0123456789") for _ in range(64)))
