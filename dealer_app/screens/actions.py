"""The actions that a control can carry: what a touch or a key does, and which panel it opens.

SendCommand (a command for the table) and SetInput (a change of this screen alone) are the common ones. An
action that needs a PIN carries the credentials of the person who keyed it.
"""

from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.state import Command, Person, Who
from dealer_app.domain.round.table_settings import Table
from dealer_app.domain.rulebook import RuleFamily, Side
from dealer_app.people.events import FolderKind
from dealer_app.people.pins import Pin
from dealer_app.people.positions import Position
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.station.report_orders import ReportOrder
from dealer_app.station_events import ChecklistAnswer, DisputeStep, RulebookInForce

if TYPE_CHECKING:
    from dealer_app.devices.answers import DealerAnswer
    from dealer_app.observations import DeviceRequest
    from dealer_app.station.report_orders import ReportOrder
    from dealer_app.station.two_people import Proposal


CommandT = TypeVar("CommandT", bound=Command)
_NOBODY = Person("", "")


def new_command(kind: type[CommandT], **facts: object) -> CommandT:
    """A command as a screen asks for it. The station puts in who and when, and ignores what these fields hold here."""
    return kind(by=_NOBODY, at=0, **facts)


class Credentials(Struct, frozen=True):
    """A badge and the PIN keyed for it; the PIN is checked once and kept nowhere."""

    badge: str
    pin: Pin


class SetInput(Struct, frozen=True):
    """Nothing happens but on this screen."""

    input_state: InputState


class SendCommand(Struct, frozen=True, kw_only=True):
    """A command for the table: by who is signed in, or by somebody who keys a PIN for this one thing.

    `then` is what the screen becomes once it was taken; a refusal leaves it as it is.
    """

    command: Command
    by: Credentials | None = None
    second: Credentials | None = None
    """The second person: the other of two who count the cards, or who sees what is keyed in a device's place."""
    allows_keying_alone: bool = False
    """Whether the approval is for more than this: the dealer may key alone while no device works."""
    surveillance: str | None = None
    then: InputState | None = None


class SendCommands(Struct, frozen=True, kw_only=True):
    """Several commands one after the other, until one is refused: one touch, as `the same bets as before`."""

    commands: tuple[Command, ...]
    then: InputState | None = None


class AnswerDevice(Struct, frozen=True, kw_only=True):
    """The answer to what a device brought up, with a second person where the settings ask for one."""

    number: int
    answer: "DealerAnswer"
    second: Credentials | None = None
    then: InputState | None = None


class PutAside(Struct, frozen=True, kw_only=True):
    """Says that nothing lies on the table of all that devices reported under these numbers."""

    numbers: tuple[int, ...]
    then: InputState | None = None


class AskDevice(Struct, frozen=True, kw_only=True):
    """Something that is asked of a device: lamps, a cancelled error, a lock."""

    device: str
    request: "DeviceRequest"
    second: Credentials | None = None


class AnswerOutage(Struct, frozen=True):
    played_on: bool


class SignIn(Struct, frozen=True):
    who: Credentials
    then: InputState | None = None


class SignOut(Struct, frozen=True):
    """In the supervisor's room it closes the room, and the dealer stays signed in below."""


class EnterRoom(Struct, frozen=True, kw_only=True):
    """A supervisor opens their room over the dealer's screen, which goes on below it."""

    by: Credentials
    then: InputState | None = None


class NewPersonKeyed(Struct, frozen=True, kw_only=True):
    """Somebody who has no account yet, as they were typed in."""

    badge: str
    name: str
    position: Position
    pin: Pin


class FoundHouse(Struct, frozen=True, kw_only=True):
    """The first run: who begins this data folder."""

    kind: FolderKind
    people: tuple[NewPersonKeyed, ...]


class OpenTableAction(Struct, frozen=True, kw_only=True):
    table: Table
    game: RulebookInForce
    by: Credentials | None = None
    then: InputState | None = None


class DecideByTwo(Struct, frozen=True, kw_only=True):
    """What one asks and another agrees to, in one sitting: limits, rulings, people.

    `third` agrees as well where who is signed in asks and is not one of the two.
    """

    proposal: "Proposal"
    second: Credentials
    third: Credentials | None = None
    new_pin: Pin | None = None
    then: InputState | None = None


class EndLock(Struct, frozen=True, kw_only=True):
    """Two other people end the lock of a badge, each with their PIN; who is signed in does not change."""

    badge: str
    first: Credentials
    second: Credentials
    then: InputState | None = None


class Relieve(Struct, frozen=True):
    """The incoming dealer, who is signed in, takes over the table as they have seen it."""


class AssignActing(Struct, frozen=True, kw_only=True):
    """Somebody acts in a position from now on for so many minutes, assigned by one of that position or above."""

    badge: str
    position: Position
    minutes: int
    by: Credentials
    then: InputState | None = None


class EndActing(Struct, frozen=True, kw_only=True):
    badge: str
    by: Credentials
    then: InputState | None = None


class BeginShift(Struct, frozen=True, kw_only=True):
    by: Credentials | None = None


class EndShift(Struct, frozen=True, kw_only=True):
    by: Credentials | None = None


class ChangeSetting(Struct, frozen=True, kw_only=True):
    """When the gaming day changes, or how long sessions of a position may be idle, by a manager."""

    setting: str
    minutes: int
    by: Credentials | None = None
    then: InputState | None = None


class NoteBackupAlarm(Struct, frozen=True, kw_only=True):
    """Who is in charge knows that a backup was not made."""

    by: Credentials | None = None
    then: InputState | None = None


class AcknowledgeAlarm(Struct, frozen=True, kw_only=True):
    """A supervisor has seen an alarm."""

    number: int
    by: Credentials | None = None
    then: InputState | None = None


class RestartDisplay(Struct, frozen=True, kw_only=True):
    """A supervisor has the customer display opened again, and has seen its alarm."""

    number: int
    by: Credentials | None = None
    then: InputState | None = None


class ShelveAlarm(Struct, frozen=True, kw_only=True):
    """A supervisor puts an alarm aside for so many minutes, for a reason."""

    number: int
    reason: str
    minutes: int
    by: Credentials | None = None
    then: InputState | None = None


class HoldTable(Struct, frozen=True, kw_only=True):
    """A supervisor holds the table: no bets are opened until two people have keyed the finding."""

    by: Credentials | None = None
    then: InputState | None = None


class BeginLook(Struct, frozen=True, kw_only=True):
    """A supervisor looks at live odds."""

    by: Credentials | None = None
    then: InputState | None = None


class EndLook(Struct, frozen=True, kw_only=True):
    then: InputState | None = None


class SwitchOddsOff(Struct, frozen=True, kw_only=True):
    """A supervisor switches live odds off: one person is enough for that."""

    by: Credentials | None = None
    then: InputState | None = None


class SignChecklist(Struct, frozen=True, kw_only=True):
    """A supervisor signs the checklist that is due, with what they found of each item."""

    family: RuleFamily
    answers: tuple[ChecklistAnswer, ...]
    by: Credentials | None = None
    then: InputState | None = None


SupervisorAction = (
    AcknowledgeAlarm | RestartDisplay | ShelveAlarm | HoldTable | BeginLook | EndLook | SwitchOddsOff | SignChecklist
)


class CloseTableAction(Struct, frozen=True, kw_only=True):
    """The table is closed; with the reason of a supervisor where no notice was given in time."""

    by: Credentials | None = None
    reason: str = ""
    then: InputState | None = None


class GiveNotice(Struct, frozen=True, kw_only=True):
    """The guests hear that the table closes."""

    then: InputState | None = None


class NoteDisputeStep(Struct, frozen=True, kw_only=True):
    """A step that the law asks for is done in a dispute, by a supervisor."""

    number: int
    step: DisputeStep
    words: str = ""
    by: Credentials | None = None
    then: InputState | None = None


class SaveReport(Struct, frozen=True, kw_only=True):
    """A report is made of the journal and written to a file; nothing of the table waits for it."""

    order: ReportOrder


class TakeDrill(Struct, frozen=True):
    """The past round that is looked at becomes a scenario of practice, without names; nothing of the table waits."""


class CallSupervisor(Struct, frozen=True):
    """To the table, until one has come; `time` is the time of day of the call."""

    time: str
    then: InputState | None = None


class EndCall(Struct, frozen=True):
    """The supervisor who was called is here, or is not wanted any more."""

    then: InputState | None = None


class StopStation(Struct, frozen=True, kw_only=True):
    """In order, between rounds; the window closes after it."""

    by: Credentials | None = None


class ShowReport(Struct, frozen=True, kw_only=True):
    """The pages of a report, for somebody who may have it."""

    order: "ReportOrder"
    by: Credentials | None = None
    then: InputState | None = None


class UseReport(Struct, frozen=True, kw_only=True):
    """The report of which the pages are shown is saved in a place, in this form, or printed."""

    task: str
    form: str
    place: str


class CancelReport(Struct, frozen=True, kw_only=True):
    """What is made of a report is given up; with `forget` its pages are gone, too, and another is chosen."""

    forget: bool = False


class CheckDevices(Struct, frozen=True):
    """Reopens the line of every device, before a table is opened."""

    then: InputState


class Simulate(Struct, frozen=True):
    """At a demonstration table only: has a simulated device do something, as a card being pulled from the shoe."""

    device: str
    what: str


class ToggleDisplay(Struct, frozen=True):
    """At a demonstration: opens the customer display beside the window, or closes it."""


class Practise(Struct, frozen=True):
    """A step of practice, on a screen that has no station behind it: by its code, with what it is about."""

    what: str
    value: str = ""


Action = (
    SetInput
    | Practise
    | ToggleDisplay
    | SendCommand
    | SendCommands
    | AnswerDevice
    | PutAside
    | AskDevice
    | AnswerOutage
    | SignIn
    | SignOut
    | EnterRoom
    | FoundHouse
    | OpenTableAction
    | DecideByTwo
    | EndLock
    | Relieve
    | AssignActing
    | EndActing
    | BeginShift
    | EndShift
    | ChangeSetting
    | NoteBackupAlarm
    | CloseTableAction
    | GiveNotice
    | NoteDisputeStep
    | SaveReport
    | TakeDrill
    | CallSupervisor
    | EndCall
    | StopStation
    | ShowReport
    | UseReport
    | CancelReport
    | CheckDevices
    | Simulate
    | SupervisorAction
)


CARD_PICK = "about-card"
"""Names the card that was touched: by its place in the drawn order, or those that are carried over."""
CARRIED_CARDS = "carried"
TURN_PICK = "turning"
"""The choice that says for which card, by its place in the drawn order, the value is keyed as it is turned."""


def report_card_action(input_state: InputState, which: str) -> SetInput:
    return SetInput(input_state.close_panel().replace(panel=Panel.IRREGULARITIES).with_pick(CARD_PICK, which))


GRANT_PICK, METHOD_PICK, HAND_PICK, WHO_PICK = "grant", "method", "hand", "who"
"""The choices that say what the open panel is about: what is granted, which method, which hand, to whom."""


class Grant(Enum):
    METHOD = "method"
    """MBS 3.9.2."""
    SQUEEZE = "squeeze"
    """RWS 3.9."""
    EQUAL = "equal"
    """Which of equal highest wagers has the cards (MBS 3.10.4.1)."""
    ANOTHER = "another"
    """Any card to anybody (MBS 3.21)."""
    WAIVER = "waiver"
    """Insurance Plus 3.14."""
    DEVICE = "device"
    """A guest draws without a wager (MBS 3.12.2)."""


def request_grant(
    input_state: InputState, grant: Grant, *, method: str = "", hand: Side | None = None, who: Who | None = None
) -> SetInput:
    """The panel, with as much of it chosen as the key has said."""
    picks = {
        GRANT_PICK: grant.value,
        METHOD_PICK: method,
        HAND_PICK: "" if hand is None else hand.value,
        WHO_PICK: "" if who is None else who_word(who),
    }
    chosen = {name: value for name, value in picks.items() if value}
    return SetInput(input_state.close_panel().replace(panel=Panel.APPROVAL, picks=chosen))
