"""`dealer-station people`: who works at a station. Nobody is known before the first run, and no PIN comes with it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import NoReturn

import click

from dealer_app.cli.bars import with_a_bar
from dealer_app.cli.data_folder import data_dir
from dealer_app.cli.ending import need_people, nobody_yet, stop, told_clearly
from dealer_app.cli.keyboard import Terminal
from dealer_app.cli.own_memory import keep_memory
from dealer_app.cli.people_lines import as_json, as_lines, listed
from dealer_app.cli.terminal_text import echo
from dealer_app.demonstration_mark import is_marked
from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.recovery import recover
from dealer_app.journal.trouble import JournalError
from dealer_app.people.accounts import AccountChange, AddAccount, DisableAccount, ResetPin
from dealer_app.people.events import Kind
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position
from dealer_app.station.core import Done
from dealer_app.station.facts import StationStopped
from dealer_app.station.fold import folding
from dealer_app.station.proof import Proof
from dealer_app.station.proposals import ProposePeople
from dealer_app.terminal import starting
from dealer_app.terminal.reception import NoPinError, Reception, badge_of
from dealer_app.terminal.two_people import called_alike, decided_by_two, first_run, new_person, unlocked_by_two
from dealer_app.wording import Language, Words

_HERE = "people"
"""The terminal at which these commands are keyed, as the journal names it."""


@click.group(name="people")
def command() -> None:
    """Who works at a station: people, their positions and PINs. What is changed here takes two people.

    Exit status 1, with the reason, if something is refused; 2 if the data folder cannot be used.
    """
    keep_memory()


@command.command()
@click.option("--demo", is_flag=True, help="At the first run: a folder to demonstrate with, which never becomes live.")
@data_dir
def add(folder: Path, *, demo: bool) -> None:
    """Add a person; in a folder without people, the first two, in one sitting."""
    with _sitting(folder) as desk:
        if desk.station.state.people.kind is None:
            kind = Kind.DEMO if demo or is_marked(folder) else Kind.LIVE
            accepted(desk, first_run(desk, kind))
            for known, account in list(desk.station.state.people.accounts.items())[1:]:
                called_alike(desk, known, account.name)
            names = " and ".join(desk.station.state.people.accounts)
            echo(f"{names} are known here now. This folder is {kind.value}, for ever.")
            return
        if demo:
            stop("Only the first run makes a folder one for demonstration; people work here already.", 1)
        asker = who_asks(desk)
        echo("Who is to be added:")
        badge, name, position = new_person(desk.keyboard, Position)
        if badge in desk.station.state.people.accounts:
            # It would be refused in the end: better before two people have keyed their PINs.
            stop(desk.words.put("people-refusal", "badge-taken", {"badge": badge}), 1)
        called_alike(desk, badge, name)
        _change(desk, asker, AddAccount(badge=badge, name=name, position=position), lambda: desk.new_pin(badge))
    echo(f"{badge} is added as {position.value}.")


@command.command(name="list")
@click.option("--json", "in_json", is_flag=True, help="One JSON array.")
@data_dir
def list_people(folder: Path, *, in_json: bool) -> None:
    """List everybody who has an account, with position and standing, also while the station plays."""
    need_people(folder)
    with told_clearly():
        state = recover(folder, folding(starting.program().version)).state
    if state.people.kind is None:
        nobody_yet(folder)
    now = starting.system_clock().now()
    people = listed(state, now)
    echo(as_json(people) if in_json else "\n".join(as_lines(people, state.people.kind)))


@command.command()
@click.argument("badge", metavar="BADGE")
@click.option("--reason", metavar="TEXT", prompt="Reason", help="Why.")
@data_dir
def disable(badge: str, folder: Path, reason: str) -> None:
    """Disable the account of BADGE: whatever this person does here ends at once."""
    badge = badge_of(badge)
    with founded(folder) as desk:
        _change(desk, who_asks(desk), DisableAccount(badge=badge, reason=reason.strip()))
    echo(f"The account of {badge} is disabled.")


@command.command()
@click.argument("badge", metavar="BADGE")
@click.option("--reset", is_flag=True, help="The old PIN is forgotten: two people decide it.")
@data_dir
def pin(badge: str, folder: Path, *, reset: bool) -> None:
    """Give yourself a new PIN, the old one first; or, with --reset, have BADGE key a new one."""
    badge = badge_of(badge)
    with founded(folder) as desk:
        if reset:
            _change(desk, who_asks(desk), ResetPin(badge=badge), lambda: desk.new_pin(badge))
        else:
            _own_pin(desk, badge)
    echo(f"{badge} has a new PIN.")


@command.command()
@click.argument("badge", metavar="BADGE")
@data_dir
def unlock(badge: str, folder: Path) -> None:
    """End the lock of BADGE before its time: two others decide it, one of them a supervisor or above."""
    badge = badge_of(badge)
    with founded(folder) as desk:
        accepted(desk, unlocked_by_two(desk, badge))
    echo(f"{badge} is not locked out any more.")


def _own_pin(desk: Reception, badge: str) -> None:
    """The new PIN is keyed and hashed after the old one was right, and set by the session that it began."""
    session = desk.sign_in(badge)
    if isinstance(session, Refusal):
        _refused(desk, session)
    accepted(desk, desk.station.people.set_own_pin(session, desk.new_pin(badge)))


# What these share


@contextmanager
def _sitting(folder: Path, *, without_second_head: bool = False) -> Iterator[Reception]:
    """A station for one sitting, stopped in order whatever comes of it: at its table nothing happened meanwhile."""
    with (
        told_clearly(),
        starting.pin_work() as pins,
        starting.station_at(
            folder, starting.system_clock(), with_a_bar, without_second_head=without_second_head
        ) as station,
    ):
        words = Words.load(Language.EN)
        desk = Reception(station=station, pins=pins, keyboard=Terminal(), words=words, terminal=_HERE, pause=sleep)
        try:
            yield desk
        except JournalError:
            raise
        except NoPinError:
            station.note(StationStopped())
            stop("No PIN was keyed that could be taken. Nothing was changed.", 1)
        except BaseException:
            station.note(StationStopped())
            raise
        if _HERE in station.state.people.sessions:
            station.people.sign_out(_HERE)
        station.note(StationStopped())


@contextmanager
def founded(folder: Path, *, without_second_head: bool = False) -> Iterator[Reception]:
    """The same, where the first run has been."""
    need_people(folder)
    with _sitting(folder, without_second_head=without_second_head) as desk:
        if desk.station.state.people.kind is None:
            nobody_yet(folder)
        yield desk


def who_asks(desk: Reception) -> Proof:
    """Who asks signs in."""
    session = desk.sign_in(badge_of(desk.keyboard.line("Badge of who asks: ")))
    if isinstance(session, Refusal):
        _refused(desk, session)
    return session


def _change(
    desk: Reception, asker: Proof, change: AccountChange, new_pin: Callable[[], HashedPin] | None = None
) -> None:
    accepted(desk, decided_by_two(desk, asker, ProposePeople(change=change), new_pin))


def accepted(desk: Reception, done: Done | Refusal) -> None:
    if isinstance(done, Refusal):
        _refused(desk, done)


def _refused(desk: Reception, refusal: Refusal) -> NoReturn:
    stop(desk.words.refusal(refusal), 1)
