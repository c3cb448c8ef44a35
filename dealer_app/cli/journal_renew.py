"""`dealer-station journal renew`: a new journal after a damaged one, begun by two people. The option is in journal."""

import secrets
from collections.abc import Callable
from pathlib import Path
from time import sleep

from dealer_app.cli.ending import stop, told_clearly
from dealer_app.cli.keyboard import Terminal
from dealer_app.cli.own_memory import keep_memory
from dealer_app.cli.people_lines import as_lines, listed
from dealer_app.cli.terminal_text import echo
from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.reader import read_only
from dealer_app.journal.replacing import SUMS
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.station.core import Done
from dealer_app.station.proof import Proof
from dealer_app.station.renewal import NobodyLeftError, NotDamagedError, Renewal, renewing
from dealer_app.terminal import starting
from dealer_app.terminal.reception import Reception, badge_of
from dealer_app.wording import Language, Words

_HERE = "renewal"
_TRIES = 3
_NOBODY = (
    "The accounts of a supervisor and a technician cannot be read from this journal any more. Restore a backup into "
    "another folder: `dealer-station journal restore`."
)


def renew(folder: Path) -> None:
    """The whole command."""
    keep_memory()
    words = Words.load(Language.EN)
    with told_clearly(), starting.pin_work() as pins:
        if folder.is_dir():
            _renew(folder, pins, words)
        else:
            read_only(folder)


def _renew(folder: Path, pins: PinWork, words: Words) -> None:
    try:
        with renewing(folder, starting.program(), starting.system_clock(), starting.around()) as renewal:
            echo(words.journal(renewal.damage))
            _sitting(renewal, pins, words)
    except NotDamagedError:
        stop(f"The journal in {folder} is in order, and nothing was changed.", 1)
    except NobodyLeftError:
        stop(_NOBODY, 2)


def _sitting(renewal: Renewal, pins: PinWork, words: Words) -> None:
    station = renewal.begin(starting.program(), lambda: pins.hash(_nobodys_pin()).result())
    if renewal.salvaged.lost:
        echo(f"PINs that cannot be checked any more: {', '.join(renewal.salvaged.lost)}. Have them reset later.")
    desk = Reception(station=station, pins=pins, keyboard=Terminal(), words=words, terminal=_HERE, pause=sleep)
    _decided(desk, "supervisor or above", renewal.ask)
    _decided(desk, "technician", renewal.agree)
    if renewal.takes_three:
        desk.keyboard.say("What became of the accounts behind the damage is not known for sure: a third person agrees.")
        _decided(desk, "third, again a supervisor or above", renewal.agree_as_third)
    renewed = renewal.carry_out()
    true, now = renewed.true_up_to, renewed.head
    echo(f"The damaged files lie in {renewed.aside.folder}, with their SHA-256 in {SUMS}.")
    echo(f"The new journal follows event {true.sequence} {true.hash.hex()}.")
    echo(f"Its head: {now.sequence} {now.hash.hex()}. Compare the people with your own list:")
    people = station.state.people
    assert people.kind is not None, "there are two people who began it"
    for line in as_lines(listed(station.state, starting.system_clock().now()), people.kind):
        echo(line)


def _decided(desk: Reception, who: str, done: Callable[[Proof], Done | Refusal]) -> None:
    """One of them, who may try again after a slip."""
    for _ in range(_TRIES):
        proof = desk.confirm(badge_of(desk.keyboard.line(f"Badge of the {who}: ")))
        against = proof if isinstance(proof, Refusal) else done(proof)
        if not isinstance(against, Refusal):
            return
        desk.keyboard.say(desk.words.refusal(against))
    stop("The damaged journal stays as it is.", 1)


def _nobodys_pin() -> Pin:
    """Longer than any PIN may be, and kept nowhere."""
    return Pin("".join(secrets.choice("0123456789") for _ in range(64)))
