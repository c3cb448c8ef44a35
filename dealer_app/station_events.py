"""What happens to the station itself: starts and stops, the clock, shifts, settings, devices, its rules.

Like all events they are frozen values; what they add up to is in state.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.device_questions import DeviceIdentity, DeviceKind, EntrySubject, Question, Reply
from dealer_app.domain.cards import Card
from dealer_app.domain.round.state import Source
from dealer_app.practice_list_events import PracticeListEvent

RulingChoices = tuple[tuple[str, str], ...]
"""Rulings by number, each with the option in force."""


class StationStarted(Struct, frozen=True, kw_only=True):
    """A program began to write this journal; by its version, and the SHA-256 of the rulebooks it has."""

    station: str
    program: str
    rulebooks: str


class StationStopped(Struct, frozen=True, kw_only=True):
    """The station was stopped in order: the next start knows what was left, and asks nothing."""


class UncleanStop(Struct, frozen=True, kw_only=True):
    """The station was cut off: the last event before, and the round that was on, if one was."""

    last: int
    round: int | None


class ClockJumped(Struct, frozen=True, kw_only=True):
    """The wall clock, or its distance from UTC, moved by itself; order is by the sequence, as always."""

    microseconds: int
    offset_before: int
    offset: int


class ClockChecked(Struct, frozen=True, kw_only=True):
    """Whether the system keeps the wall clock right by others: written where it says otherwise than before."""

    synchronised: bool


class ResultDisplayed(Struct, frozen=True, kw_only=True):
    """The customer display has painted the result of a round: the SHA-256 of all that it said of it."""

    round: int
    digest: str


class OutageAnswered(Struct, frozen=True, kw_only=True):
    """Whether the table went on without the station while it was out."""

    played_on: bool


class RulebookInForce(Struct, frozen=True, kw_only=True):
    """By which document, read how, the table is opened that follows."""

    game: str
    fingerprint: str
    rulings: RulingChoices


class RulingsConfirmed(Struct, frozen=True, kw_only=True):
    """Two people have confirmed how this document is read, each ruling that asks for it."""

    game: str
    fingerprint: str
    rulings: RulingChoices
    approval: int


class LimitsConfirmed(Struct, frozen=True, kw_only=True):
    """Two people have confirmed that the sign at this table shows these limits, in the words that were asked."""

    table: str
    limits: str
    approval: int


class ShiftBegan(Struct, frozen=True, kw_only=True):
    number: int


class ShiftEnded(Struct, frozen=True, kw_only=True):
    number: int


class SupervisorCalled(Struct, frozen=True, kw_only=True):
    """The dealer has called a supervisor: the screen of the table says so until one has come."""

    time: str
    """The time of day at the table, as it is shown beside the call."""


class SupervisorCame(Struct, frozen=True, kw_only=True):
    """The call is answered, or taken back: the dealer says so, or a supervisor has signed at the table."""


class DisputeStep(Enum):
    """What the law wants of a dispute that the House and the guest cannot settle, and how it ends."""

    NOTIFIED = "notified"
    """The inspector is notified."""
    INFORMED = "informed"
    """The guest is informed of the right to an investigation, and of the seven days for it."""
    REQUESTED = "requested"
    """The guest has asked for the investigation."""
    ACCEPTED = "accepted"
    """The guest accepts the decision of the House: nothing more is to be done."""


class DisputeBegan(Struct, frozen=True, kw_only=True):
    """A dispute is kept by the law of the house from now on, also after the hold on the table has ended.

    Disputes are numbered through, over tables and shifts. `claim` is the number of the dispute at its table.
    """

    number: int
    claim: int
    table: str
    round: int
    at: int
    """By the wall clock, in UTC."""
    offset: int


class DisputeStepNoted(Struct, frozen=True, kw_only=True):
    """A step of a dispute is done: by whom it was noted, when, and in words to whom it was said, or a reference."""

    number: int
    step: DisputeStep
    by: str
    at: int
    offset: int
    words: str = ""


class ClosingNoticed(Struct, frozen=True, kw_only=True):
    """Notice is given to the guests that the table closes: how many rounds had begun by then, and when it was."""

    table: str
    rounds: int
    at: int
    offset: int


class ClosedWithoutNotice(Struct, frozen=True, kw_only=True):
    """The table is closed although its last round did not begin after a notice: a supervisor signs for the reason."""

    table: str
    by: str
    reason: str


class SettingChanged(Struct, frozen=True, kw_only=True):
    setting: str
    before: str
    after: str
    approval: int | None = None
    """Of what two people decide."""


class SecondHeadPlaced(Struct, frozen=True, kw_only=True):
    """Two people have decided in which file the head is kept a second time; empty: in none."""

    before: str
    after: str
    approval: int
    """None was needed where a new journal takes it over from a damaged one: then it is 0."""


class SecondHeadWaived(Struct, frozen=True, kw_only=True):
    """Two people let the station start without its second head, which cannot be reached; until then, by the clock."""

    file: str
    since: int
    until: int
    approval: int


class NewVolumeAgreed(Struct, frozen=True, kw_only=True):
    """Two people have agreed that the journal goes on in a new volume. It is begun when the station has stopped."""

    volume: int
    approval: int


class BackupsPlanned(Struct, frozen=True, kw_only=True):
    """Two people have decided where the station keeps copies of the journal, how often it makes one, and how many stay.

    `mark` is the file by which it knows that folder: without it another disk is there, or none.
    """

    place: str
    """Empty: none are made any more."""
    mark: str
    hours: int
    """Between two; 0: one whenever a table has closed."""
    most: int
    approval: int
    """None was needed where a new journal takes it over from a damaged one: then it is 0."""


class BackupMade(Struct, frozen=True, kw_only=True):
    """A copy is whole: its chain was followed, and it ends with this head. By its name within the place."""

    place: str
    name: str
    sequence: int
    hash: str
    begun: int
    """By the wall clock."""
    counter: int
    closings: int
    """How many times a table had closed when it was begun."""


class NoBackup(Enum):
    """Why a copy was not made, or an older one not removed."""

    AWAY = "away"
    """The place is not there, or is another than the one that was named."""
    FORBIDDEN = "forbidden"
    FULL = "full"
    DAMAGED = "damaged"
    """The copy, or the journal itself, is not whole."""
    UNANSWERED = "unanswered"
    FAULTY = "faulty"
    NOT_REMOVED = "not-removed"


class BackupFailed(Struct, frozen=True, kw_only=True):
    """A copy that was due was not made; in the words of the system why, if it had any."""

    place: str
    why: NoBackup
    detail: str
    at: int
    """By the wall clock."""
    counter: int


class BackupsRemoved(Struct, frozen=True, kw_only=True):
    """Of the copies that the station has made these are removed, and those were not there any more or were changed."""

    place: str
    removed: tuple[str, ...]
    unknown: tuple[str, ...]


class BackupAlarmSeen(Struct, frozen=True, kw_only=True):
    """Who is in charge knows that copies are not made, and why; by whom is in the entry."""

    why: NoBackup


class DevicesSetUp(Struct, frozen=True, kw_only=True):
    """From here on the station listens to these devices, by name, and to no others. Written where they have changed."""

    devices: Mapping[str, DeviceKind]


class Incident(Enum):
    """What became of a device."""

    CONNECTED = "connected"
    LOST = "lost"
    TROUBLE = "trouble"
    OVER = "over"
    """What was in trouble is so no more."""
    NOTED = "noted"
    """Worth keeping, and the device goes on."""
    REPLACED = "replaced"
    RESULT_KEPT = "result-kept"
    """It has reported its own result of a round, whose number is here, and that cannot be compared yet."""
    RESULT_DONE = "result-done"
    """That result is compared, or of no use any more."""
    REFUSED = "refused"
    """What speaks there is no device but a program, and nothing that it says is taken."""
    COUNTED = "counted"
    """So many incidents more than are written one by one, and the error that it holds after all of them."""


class DeviceIncident(Struct, frozen=True, kw_only=True):
    device: str
    incident: Incident
    detail: str
    identity: DeviceIdentity | None = None
    """Of what was connected, or refused."""
    count: int = 0


class DeviceAsked(Struct, frozen=True, kw_only=True):
    """A device brings up what only the dealer can say. Under the same number again, another question about it.

    It comes after all that is asked already, or with `front` before it. What is hidden is written apart.
    """

    number: int
    device: str
    what: EntrySubject
    question: Question
    round: int | None
    facts: Mapping[str, str] = field(default_factory=dict)
    hidden: Mapping[str, str] = field(default_factory=dict)
    front: bool = False
    source: Source | None = None
    """The report that brought it up, or who keyed what is dealt by it."""


class QuestionEnding(Enum):
    """How a question came to its end."""

    ANSWERED = "answered"
    TAKEN = "taken"
    """Its turn came, and it fitted."""
    OVERTAKEN = "overtaken"
    """What happened at the table since has answered it."""


class DeviceSettled(Struct, frozen=True, kw_only=True):
    """A question about a device is at its end; by whom is in the entry, and the answer here, but for cards."""

    number: int
    ending: QuestionEnding
    reply: Reply | None = None
    cards: int = 0
    """How many cards were keyed."""
    approved_by: str = ""


class HandDealingAllowed(Struct, frozen=True, kw_only=True):
    """A second person lets this dealer key cards, or dice, alone while every device of this kind is lost.

    It ends by itself: when one of them reports again, another dealer comes, the shoe ends, or the table is closed.
    """

    kind: DeviceKind
    devices: tuple[str, ...]
    dealer: str
    terminal: str
    approved_by: str
    approval: int


class KeyedByHand(Struct, frozen=True, kw_only=True):
    """What of this round was keyed and may still be reported late by a device: cards by their places, or the dice.

    It takes the place of what was awaited before.
    """

    round: int
    places: tuple[int, ...] = ()
    dice: bool = False


class DeviceConfirmed(Struct, frozen=True, kw_only=True):
    """A device has reported late what had been keyed by then, and it is the same: the card at this place, or the
    dice.
    """

    round: int
    place: int | None
    source: Source


class ProgramFailed(Struct, frozen=True, kw_only=True):
    """The program found a fault of its own, and stopped: by its code on the screen, and where in the program it was."""

    code: str
    where: str


class DiskFilledUp(Struct, frozen=True, kw_only=True):
    """The reserve was given up so that the round in hand could end; no other begins until there is room again."""


class AlarmKind(Enum):
    """What somebody has to act on. Each has its action in words, and its priority in `station.supervisor.alarms`."""

    SHOE_ORDER = "shoe-order"
    DISK_FULL = "disk-full"
    DEVICE_LOST = "device-lost"
    CALL_UNANSWERED = "call-unanswered"
    HEAD_MISSED = "head-missed"
    DISK_LOW = "disk-low"
    BACKUP_FAILED = "backup-failed"
    DISPLAY_LOST = "display-lost"
    MONITOR_LOST = "monitor-lost"
    CLOCK_OFF = "clock-off"


class AlarmRaised(Struct, frozen=True, kw_only=True):
    """An alarm, numbered through; `subject` says which device or shoe it is about, where there are several."""

    number: int
    alarm: AlarmKind
    subject: str
    at: int
    offset: int


class AlarmEnded(Struct, frozen=True, kw_only=True):
    """What was wrong is so no more. The alarm stays until somebody in charge has acknowledged it."""

    number: int


class AlarmAcknowledged(Struct, frozen=True, kw_only=True):
    number: int
    by: str
    at: int
    offset: int


class AlarmShelved(Struct, frozen=True, kw_only=True):
    """Nobody need act on it before a moment of the wall clock, for a reason."""

    number: int
    by: str
    reason: str
    until: int


class ShoeOrderFound(Struct, frozen=True, kw_only=True):
    """The open cards of a shoe lie in the order of a new deck, or of an earlier shoe (RWS v4 5.5.5, MBS 5.1).

    `cards` are those that were looked at, in drawn order, with the round of each; nothing is in the place of a card
    that nobody saw. Of a new deck `order` names which, and `links` how many of them follow the one before.
    """

    shoe: int
    round: int
    first: int
    """The place of the first of them in the shoe, counted from 1."""
    cards: tuple[Card | None, ...]
    rounds: tuple[int, ...]
    order: str = ""
    links: int = 0
    earlier_day: str = ""
    earlier_shoe: int = 0
    """Of a repeat: the gaming day and the number of the shoe that lay so."""
    compared: int = 0
    """With how many earlier shoes it was compared."""
    at: int
    offset: int


class TableHeld(Struct, frozen=True, kw_only=True):
    """A supervisor holds the table: no bets are opened until two people have keyed the finding."""

    by: str
    at: int
    offset: int


class OrderOutcome(Enum):
    """What two people have found after the shoe's order was found."""

    SHUFFLED = "shuffled"
    """The shoe was shuffled: play goes on with it."""
    CHANGE_SHOE = "change-shoe"
    VOID_ROUND = "void-round"
    """The last round is void, and the shoe is changed; only before the next round has begun (RWS v4 5.6)."""


class ShoeOrderDecided(Struct, frozen=True, kw_only=True):
    """The finding of two people, with the reference of surveillance; the hold on the table ends."""

    shoe: int
    outcome: OrderOutcome
    surveillance: str
    approval: int


class ChecklistKind(Enum):
    """When a checklist of the house is gone through."""

    OPENING = "opening"
    CLOSING = "closing"


class ChecklistAnswer(Struct, frozen=True, kw_only=True):
    """An item that was looked at; what is not in order is said in words."""

    item: str
    in_order: bool
    note: str = ""


class ChecklistSigned(Struct, frozen=True, kw_only=True):
    """A supervisor signs a checklist that was gone through: which list, each of its items, and after which round."""

    checklist: ChecklistKind
    family: str
    table: str
    rounds: int
    answers: tuple[ChecklistAnswer, ...]
    by: str
    at: int
    offset: int


class LiveOddsSwitched(Struct, frozen=True, kw_only=True):
    """Two people have switched live odds on, for the shoe in use; or one person has switched them off."""

    on: bool
    by: str
    agreed_by: str = ""
    approval: int = 0
    at: int
    offset: int


class LookBegan(Struct, frozen=True, kw_only=True):
    """Somebody looks at live odds between two rounds; the looks of a shoe are numbered."""

    number: int
    by: str
    round: int
    """The last round before."""
    at: int
    offset: int
    counter: int


class LookEnded(Struct, frozen=True, kw_only=True):
    """The look is over: how long it lasted, in milliseconds; nothing where the station was cut off meanwhile."""

    number: int
    milliseconds: int | None


StationEvent = (
    StationStarted
    | StationStopped
    | UncleanStop
    | ClockJumped
    | ClockChecked
    | ResultDisplayed
    | OutageAnswered
    | RulebookInForce
    | RulingsConfirmed
    | LimitsConfirmed
    | ShiftBegan
    | ShiftEnded
    | SupervisorCalled
    | SupervisorCame
    | DisputeBegan
    | DisputeStepNoted
    | ClosingNoticed
    | ClosedWithoutNotice
    | SettingChanged
    | SecondHeadPlaced
    | SecondHeadWaived
    | NewVolumeAgreed
    | PracticeListEvent
    | BackupsPlanned
    | BackupMade
    | BackupFailed
    | BackupsRemoved
    | BackupAlarmSeen
    | DevicesSetUp
    | DeviceIncident
    | DeviceAsked
    | DeviceSettled
    | HandDealingAllowed
    | KeyedByHand
    | DeviceConfirmed
    | DiskFilledUp
    | ProgramFailed
    | AlarmRaised
    | AlarmEnded
    | AlarmAcknowledged
    | AlarmShelved
    | ShoeOrderFound
    | TableHeld
    | ShoeOrderDecided
    | ChecklistSigned
    | LiveOddsSwitched
    | LookBegan
    | LookEnded
)
