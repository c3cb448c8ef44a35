"""`dealer-station people`: adds, lists, disables and unlocks people, and gives them new PINs.

Nobody is known before the first run, and no PIN comes with the program. Changes take two people.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep
from typing import NoReturn

import click
from msgspec import Struct
from msgspec.structs import asdict

from dealer_app.cli.output import echo, follow_with_bar
from dealer_app.cli.process import (
    data_dir_option,
    explain_errors,
    protect_memory,
    require_people,
    stop,
    stop_without_people,
)
from dealer_app.cli.prompts import CommandLineKeyboard
from dealer_app.clock import Timestamp
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.journal.recovery import recover
from dealer_app.journal_errors import JournalError
from dealer_app.people.accounts import AccountChange, AddAccount, DisableAccount, ResetPin, namesakes
from dealer_app.people.authority import has_acting_ended, time_left
from dealer_app.people.events import FolderKind
from dealer_app.people.lockout import MINUTE, clock_time_text, wait_time
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position
from dealer_app.people.state import Failures
from dealer_app.station import startup
from dealer_app.station.core import Done, Proof
from dealer_app.station.fold import station_fold_method
from dealer_app.station.startup import is_demonstration_folder
from dealer_app.station.state import StationState
from dealer_app.station.two_people import ProposePeople
from dealer_app.station_events import StationStopped
from dealer_app.terminal.reception import (
    NoPinError,
    Reception,
    ask_new_person,
    decide_by_two,
    first_run,
    parse_badge,
    unlock_by_two,
    warn_same_name,
)
from dealer_app.texts import Language, Words


class AccountRow(Struct, frozen=True, kw_only=True):
    """One person. Nothing here says anything of a PIN."""

    badge: str
    name: str
    position: str
    enabled: bool
    acting: str | None
    acting_until: str | None
    locked_minutes: int
    locked_until: str | None
    same_name: tuple[str, ...]
    """The badges of others who are called the same."""


def account_rows(state: StationState, now: Timestamp) -> list[AccountRow]:
    """Everybody, by badge, with their state now."""
    people, found = state.people, []
    now = replace(now, counter=_lock_counter(state, now))
    same_names = namesakes(people)
    for badge, account in sorted(people.accounts.items()):
        acting = people.acting.get(badge)
        acts = acting is not None and not has_acting_ended(acting, now)
        locked = wait_time(people.failures.get(badge, Failures()), now.counter)
        found.append(
            AccountRow(
                badge=badge,
                name=account.name,
                position=account.position.value,
                enabled=account.enabled,
                acting=acting.position.value if acting is not None and acts else None,
                acting_until=_local_time(now.utc + time_left(acting, now), now.offset)
                if acting is not None and acts
                else None,
                locked_minutes=-(-locked // MINUTE),
                locked_until=clock_time_text(now, locked) if locked and state.running else None,
                same_name=same_names.get(badge, ()),
            )
        )
    return found


def _lock_counter(state: StationState, now: Timestamp) -> int:
    """The counter of a station that runs on this computer; of one that was stopped, its last value: locks wait too."""
    return max(now.counter, state.people.latest) if state.running else state.people.latest


def _local_time(utc: int, offset: int) -> str:
    return (datetime.fromtimestamp(utc // 1_000_000, UTC) + timedelta(minutes=offset)).strftime("%Y-%m-%d %H:%M")


def accounts_json(people: list[AccountRow]) -> str:
    return json.dumps([asdict(person) for person in people], ensure_ascii=False, indent=2)


def account_lines(people: list[AccountRow], kind: FolderKind) -> Iterator[str]:
    yield f"{'badge':<14}{'name':<32}{'position':<26}{'account':<10}standing"
    for person in people:
        account = "enabled" if person.enabled else "disabled"
        yield f"{person.badge:<14}{person.name:<32}{person.position:<26}{account:<10}{_status_text(person)}".rstrip()
    if kind is FolderKind.DEMO:
        yield "This folder is for demonstration; nothing in it is live."


def _status_text(person: AccountRow) -> str:
    said = []
    if person.acting is not None:
        said.append(f"acting {person.acting} until {person.acting_until}")
    if person.locked_minutes:
        until = "" if person.locked_until is None else f", until {person.locked_until}"
        said.append(f"locked out for {person.locked_minutes} minutes{until}")
    if person.same_name:
        said.append(f"called the same as {', '.join(person.same_name)}")
    return ", ".join(said)


_PEOPLE_TERMINAL = "people"
"""The terminal at which these commands are keyed, as the journal names it."""


@click.group(name="people")
def command() -> None:
    """Who works at a station: people, their positions and PINs. What is changed here takes two people.

    Exit status 1, with the reason, if something is refused; 2 if the data folder cannot be used.
    """
    protect_memory()


@command.command()
@click.option("--demo", is_flag=True, help="At the first run: a folder to demonstrate with, which never becomes live.")
@data_dir_option
def add(folder: Path, *, demo: bool) -> None:
    """Add a person; in a folder without people, the first two, in one sitting."""
    with _open_sitting(folder) as desk:
        if desk.station.state.people.kind is None:
            kind = FolderKind.DEMO if demo or is_demonstration_folder(folder) else FolderKind.LIVE
            stop_if_refused(desk, first_run(desk, kind))
            for known, account in list(desk.station.state.people.accounts.items())[1:]:
                warn_same_name(desk, known, account.name)
            names = " and ".join(desk.station.state.people.accounts)
            echo(f"{names} are known here now. This folder is {kind.value}, for ever.")
            return
        if demo:
            stop("Only the first run makes a folder one for demonstration; people work here already.", 1)
        asker = sign_in_requester(desk)
        echo("Who is to be added:")
        badge, name, position = ask_new_person(desk.keyboard, Position)
        if badge in desk.station.state.people.accounts:
            # It would be refused in the end: better before two people have keyed their PINs.
            stop(desk.words.text("people-refusal", "badge-taken", {"badge": badge}), 1)
        warn_same_name(desk, badge, name)
        _change_account(
            desk, asker, AddAccount(badge=badge, name=name, position=position), lambda: desk.ask_new_pin(badge)
        )
    echo(f"{badge} is added as {position.value}.")


@command.command(name="list")
@click.option("--json", "in_json", is_flag=True, help="One JSON array.")
@data_dir_option
def list_people(folder: Path, *, in_json: bool) -> None:
    """List everybody who has an account, with position and standing, also while the station plays."""
    require_people(folder)
    with explain_errors():
        state = recover(folder, station_fold_method(startup.make_program().version)).state
    if state.people.kind is None:
        stop_without_people(folder)
    now = startup.make_clock().now()
    people = account_rows(state, now)
    echo(accounts_json(people) if in_json else "\n".join(account_lines(people, state.people.kind)))


@command.command()
@click.argument("badge", metavar="BADGE")
@click.option("--reason", metavar="TEXT", prompt="Reason", help="Why.")
@data_dir_option
def disable(badge: str, folder: Path, reason: str) -> None:
    """Disable the account of BADGE: whatever this person does here ends at once."""
    badge = parse_badge(badge)
    with open_reception(folder) as desk:
        _change_account(desk, sign_in_requester(desk), DisableAccount(badge=badge, reason=reason.strip()))
    echo(f"The account of {badge} is disabled.")


@command.command()
@click.argument("badge", metavar="BADGE")
@click.option("--reset", is_flag=True, help="The old PIN is forgotten: two people decide it.")
@data_dir_option
def pin(badge: str, folder: Path, *, reset: bool) -> None:
    """Give yourself a new PIN, the old one first; or, with --reset, have BADGE key in a new one."""
    badge = parse_badge(badge)
    with open_reception(folder) as desk:
        if reset:
            _change_account(desk, sign_in_requester(desk), ResetPin(badge=badge), lambda: desk.ask_new_pin(badge))
        else:
            _change_own_pin(desk, badge)
    echo(f"{badge} has a new PIN.")


@command.command()
@click.argument("badge", metavar="BADGE")
@data_dir_option
def unlock(badge: str, folder: Path) -> None:
    """End the lock of BADGE before its time: two others decide it, one of them a supervisor or above."""
    badge = parse_badge(badge)
    with open_reception(folder) as desk:
        stop_if_refused(desk, unlock_by_two(desk, badge))
    echo(f"{badge} is not locked out any more.")


def _change_own_pin(desk: Reception, badge: str) -> None:
    """The new PIN is keyed and hashed after the old one was right, and set by the session that it began."""
    session = desk.begin_session(badge)
    if isinstance(session, Refusal):
        _stop_refused(desk, session)
    stop_if_refused(desk, desk.station.people.set_own_pin(session, desk.ask_new_pin(badge)))


# What these share


@contextmanager
def _open_sitting(folder: Path, *, without_second_head: bool = False) -> Iterator[Reception]:
    """A station for one sitting, stopped in order whatever comes of it: at its table nothing happened meanwhile."""
    with (
        explain_errors(),
        startup.make_pin_work() as pins,
        startup.open_station(
            folder, startup.make_clock(), follow_with_bar, without_second_head=without_second_head
        ) as station,
    ):
        words = Words.load(Language.EN)
        desk = Reception(
            station=station,
            pins=pins,
            keyboard=CommandLineKeyboard(),
            words=words,
            terminal=_PEOPLE_TERMINAL,
            pause=sleep,
        )
        try:
            yield desk
        except JournalError:
            raise
        except NoPinError:
            station.record(StationStopped())
            stop("No valid PIN was keyed in. Nothing was changed.", 1)
        except BaseException:
            station.record(StationStopped())
            raise
        if _PEOPLE_TERMINAL in station.state.people.sessions:
            station.people.end_session(_PEOPLE_TERMINAL)
        station.record(StationStopped())


@contextmanager
def open_reception(folder: Path, *, without_second_head: bool = False) -> Iterator[Reception]:
    """The same, where the first run has been."""
    require_people(folder)
    with _open_sitting(folder, without_second_head=without_second_head) as desk:
        if desk.station.state.people.kind is None:
            stop_without_people(folder)
        yield desk


def sign_in_requester(desk: Reception) -> Proof:
    """Who asks signs in."""
    session = desk.begin_session(parse_badge(desk.keyboard.line("Badge of the requester: ")))
    if isinstance(session, Refusal):
        _stop_refused(desk, session)
    return session


def _change_account(
    desk: Reception, asker: Proof, change: AccountChange, new_pin: Callable[[], HashedPin] | None = None
) -> None:
    stop_if_refused(desk, decide_by_two(desk, asker, ProposePeople(change=change), new_pin))


def stop_if_refused(desk: Reception, done: Done | Refusal) -> None:
    if isinstance(done, Refusal):
        _stop_refused(desk, done)


def _stop_refused(desk: Reception, refusal: Refusal) -> NoReturn:
    stop(desk.words.refusal(refusal), 1)
