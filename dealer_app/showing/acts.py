"""What a touch or a key means. A control carries one of these; `performing` has it done, or the window does it alone.

Only the first two are common: a command for the table, given by whoever is signed in, and a change of nothing but the
screen. Everything that needs a PIN carries who keyed it.
"""

from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from dealer_app.domain.round.command import Command
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table import Table
from dealer_app.people.events import Kind
from dealer_app.people.pins import Pin
from dealer_app.people.positions import Position
from dealer_app.showing.fingers import Fingers
from dealer_app.station.facts import RulebookInForce

if TYPE_CHECKING:
    # What is said of devices, and proposed to a second person: nobody who signs in has one.
    from dealer_app.observations import Request
    from dealer_app.station.listening.answers import Said
    from dealer_app.station.proposals import Proposal

Asked = TypeVar("Asked", bound=Command)
_NOBODY = Person("", "")


def asking(kind: type[Asked], **facts: object) -> Asked:
    """A command as a screen asks it: who and when are put into it by the station, whatever stands there."""
    return kind(by=_NOBODY, at=0, **facts)


class Credentials(Struct, frozen=True):
    """A badge and the PIN keyed for it; the PIN is checked once and kept nowhere."""

    badge: str
    pin: Pin


class Change(Struct, frozen=True):
    """Nothing happens but on this screen."""

    fingers: Fingers


class Give(Struct, frozen=True, kw_only=True):
    """A command for the table: by who is signed in, or by somebody who keys his PIN for this one thing.

    `then` is what the screen becomes once it was taken; a refusal leaves it as it is.
    """

    command: Command
    by: Credentials | None = None
    second: Credentials | None = None
    """Who signs beside him: the other of two who count the cards, or who sees what is keyed in a device's place."""
    standing: bool = False
    """Whether that one allows more than this: that the dealer keys alone while no device is heard."""
    surveillance: str | None = None
    then: Fingers | None = None


class GiveAll(Struct, frozen=True, kw_only=True):
    """Several commands one after the other, until one is refused: one touch, as `the same bets as before`."""

    commands: tuple[Command, ...]
    then: Fingers | None = None


class AnswerDevice(Struct, frozen=True, kw_only=True):
    """The answer to what a device brought up, with a second person where the settings ask for one."""

    number: int
    said: "Said"
    second: Credentials | None = None
    then: Fingers | None = None


class PutAside(Struct, frozen=True, kw_only=True):
    """Nothing lies there of all that devices brought up under these numbers."""

    numbers: tuple[int, ...]
    then: Fingers | None = None


class AskDevice(Struct, frozen=True, kw_only=True):
    """Something that is asked of a device: lamps, a cancelled error, a lock."""

    device: str
    request: "Request"
    second: Credentials | None = None


class AnswerOutage(Struct, frozen=True):
    played_on: bool


class SignIn(Struct, frozen=True):
    who: Credentials
    then: Fingers | None = None


class SignOut(Struct, frozen=True):
    pass


class NewPersonKeyed(Struct, frozen=True, kw_only=True):
    """Somebody who has no account yet, as he was typed in."""

    badge: str
    name: str
    position: Position
    pin: Pin


class FoundHouse(Struct, frozen=True, kw_only=True):
    """The first run: who begins this data folder."""

    kind: Kind
    people: tuple[NewPersonKeyed, ...]


class OpenTable(Struct, frozen=True, kw_only=True):
    table: Table
    game: RulebookInForce
    by: Credentials | None = None
    then: Fingers | None = None


class DecideByTwo(Struct, frozen=True, kw_only=True):
    """What one asks and another agrees to, in one sitting: limits, rulings, people.

    `third` agrees as well where who is signed in asks and is not one of the two himself.
    """

    proposal: "Proposal"
    second: Credentials
    third: Credentials | None = None
    new_pin: Pin | None = None
    then: Fingers | None = None


class EndLock(Struct, frozen=True, kw_only=True):
    """Two others end the lock of a badge, each with his PIN; whoever is signed in stays so."""

    badge: str
    first: Credentials
    second: Credentials
    then: Fingers | None = None


class Relieve(Struct, frozen=True):
    """Whoever is signed in takes the table over as he has seen it."""


class AssignActing(Struct, frozen=True, kw_only=True):
    """Somebody acts in a position from now on for so many minutes, assigned by one of that position or above."""

    badge: str
    position: Position
    minutes: int
    by: Credentials
    then: Fingers | None = None


class EndActing(Struct, frozen=True, kw_only=True):
    badge: str
    by: Credentials
    then: Fingers | None = None


class BeginShift(Struct, frozen=True, kw_only=True):
    by: Credentials | None = None


class EndShift(Struct, frozen=True, kw_only=True):
    by: Credentials | None = None


class ChangeSetting(Struct, frozen=True, kw_only=True):
    """When the gaming day changes, or how long sessions of a position stand idle, by a manager."""

    setting: str
    minutes: int
    by: Credentials | None = None
    then: Fingers | None = None


class NoteBackupAlarm(Struct, frozen=True, kw_only=True):
    """Who is in charge knows that a backup was not made."""

    by: Credentials | None = None
    then: Fingers | None = None


class StopStation(Struct, frozen=True, kw_only=True):
    """In order, between rounds; the window closes after it."""

    by: Credentials | None = None


class CheckDevices(Struct, frozen=True):
    """The line of every device is opened anew, before a table is opened."""

    then: Fingers


class Simulate(Struct, frozen=True):
    """At a demonstration table only: has a simulated device do something, as a card being pulled from the shoe."""

    device: str
    what: str


Act = (
    Change
    | Give
    | GiveAll
    | AnswerDevice
    | PutAside
    | AskDevice
    | AnswerOutage
    | SignIn
    | SignOut
    | FoundHouse
    | OpenTable
    | DecideByTwo
    | EndLock
    | Relieve
    | AssignActing
    | EndActing
    | BeginShift
    | EndShift
    | ChangeSetting
    | NoteBackupAlarm
    | StopStation
    | CheckDevices
    | Simulate
)
