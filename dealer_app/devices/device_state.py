"""The state of one device since the start, what may follow from its report, and its settings.

What a restart must not forget is in the journal instead. This state is lost with the program, as it should
be: a report of an earlier session is never dealt.
"""

from enum import Enum

from msgspec import Struct

from dealer_app.device_questions import (
    DeviceIdentity,
    DeviceKind,
    DeviceRecord,
    Link,
    ListeningState,
    QueueEntry,
)
from dealer_app.domain.cards import Card
from dealer_app.domain.round.state import Command, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.observations import Observation, ShoeResult
from dealer_app.station_events import Incident


class Automation(Enum):
    """A step that the station may take by itself. A table by hand has none of them, and is the same otherwise."""

    ACCEPT_CARDS = "accept-cards"
    ACCEPT_CUTTING_CARD = "accept-cutting-card"
    ACCEPT_DICE = "accept-dice"
    LIGHT_LAMPS = "light-lamps"
    CLOSE_BETS = "close-bets"
    """When the time for bets is over."""
    SETTLE = "settle"
    """As soon as the result is announced."""


USUAL_AUTOMATION = frozenset(
    {Automation.ACCEPT_CARDS, Automation.ACCEPT_CUTTING_CARD, Automation.ACCEPT_DICE, Automation.LIGHT_LAMPS}
)
"""A table whose devices are relied on, and whose dealer presses what is announced."""


class Approval(Enum):
    """Whether something takes a second person."""

    NOT_NEEDED = "not-needed"
    NEEDED = "needed"


class ListeningSettings(Struct, frozen=True, kw_only=True):
    """How devices are listened to at a table."""

    terminal: str
    """The terminal at the table: who is signed in there gives what a device reports."""
    automation: frozenset[Automation] = USUAL_AUTOMATION
    command: Approval = Approval.NEEDED
    """Of a command to a device: lock, unlock, cancel an error, confirm a game."""
    betting_seconds: int = 0
    """How long bets are open where the station closes them."""

    def is_automatic(self, step: Automation) -> bool:
        return step in self.automation


class DeviceResult(Struct, frozen=True, kw_only=True):
    """The device's own result of a round, not compared yet; which it was is not known any more after a restart."""

    round: int
    said: ShoeResult | None


class BurnProgress(Struct, frozen=True, kw_only=True):
    """The first card of a shoe, and how many were reported after it."""

    first: Card
    after: int = 0


class Trust(Enum):
    """Whether what is known of a tumble can be relied on."""

    WHOLE = "whole"
    DOUBTED = "doubted"
    """Part of it may be missing, or the device says that it has a fault."""


class TumbleProgress(Struct, frozen=True, kw_only=True):
    """The tumbler runs, in this round."""

    round: int
    tumbles: int = 0
    trust: Trust = Trust.WHOLE


class DeviceState(Struct, frozen=True, kw_only=True):
    """The state of one device, from all its reports so far."""

    device: str
    kind: DeviceKind
    generation: int = 0
    sequence: str | None = None
    """The number of the last report; None while none had a number."""
    last: "Observation | None" = None
    result: DeviceResult | None = None
    burning: BurnProgress | None = None
    tumbling: TumbleProgress | None = None
    unheard: int = 0
    """Reports that came while the station was not ready for them."""
    damaged: bool = False
    """Something arrived damaged, and no number of a report has shown since whether any was lost by it."""
    made_good: int = 0
    """Cards that the dealer has keyed for what arrived damaged, since the last number."""

    @property
    def has_numbers(self) -> bool:
        """Whether the device numbers its reports, as far as is known."""
        return self.sequence is not None


class TableView(Struct, frozen=True, kw_only=True):
    """What a report is judged by: the state of the table, who is there, what is asked already."""

    rules: Rules
    table: TableState
    listening: ListeningState
    settings: ListeningSettings
    attended: bool

    @property
    def round(self) -> int | None:
        return None if self.table.round is None else self.table.round.number

    def device_record(self, device: str) -> DeviceRecord:
        return self.listening.devices.get(device, DeviceRecord(link=Link.LOST))


# What follows


class RecordIncident(Struct, frozen=True, kw_only=True):
    """An incident for the journal."""

    incident: Incident
    detail: str
    identity: DeviceIdentity | None = None


class Send(Struct, frozen=True, kw_only=True):
    """A command, by the dealer who is signed in at the table."""

    command: Command


class Log(Struct, frozen=True, kw_only=True):
    """A line in the log, and nothing else. It never says what a card or a die shows."""

    why: str


class WithdrawQuestion(Struct, frozen=True, kw_only=True):
    """What was asked under this number has answered itself."""

    number: int


class EndLateReports(Struct, frozen=True, kw_only=True):
    """What was keyed by hand will not be reported any more: the device counts on from after it."""


ReportEffect = QueueEntry | RecordIncident | Send | Log | WithdrawQuestion | EndLateReports
