"""What was heard of one device since the station was started, and what may follow from a report.

What a restart must not forget is in the journal instead (see questions). This is gone with the program, as it should
be: a report of a former session is never dealt.
"""

from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.cards import Card
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.observations import Observation, ShoeResult
from dealer_app.station.facts import Incident
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.identity import Identity
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import KnownDevice, Link, Listening, Question, What


class Reported(Struct, frozen=True, kw_only=True):
    """What came from a device: in which session of its line, and what it says."""

    device: str
    generation: int
    observation: Observation


class Result(Struct, frozen=True, kw_only=True):
    """The device's own result of a round, not compared yet; which it was is not known any more after a restart."""

    round: int
    said: ShoeResult | None


class Burning(Struct, frozen=True, kw_only=True):
    """The first card of a shoe, and how many were reported after it."""

    first: Card
    after: int = 0


class Trust(Enum):
    """Whether what is known of a tumble can be relied on."""

    WHOLE = "whole"
    DOUBTED = "doubted"
    """Something of it may not have been heard, or the device says that it has a fault."""


class Tumbling(Struct, frozen=True, kw_only=True):
    """The tumbler runs, in this round."""

    round: int
    tumbles: int = 0
    trust: Trust = Trust.WHOLE


class Heard(Struct, frozen=True, kw_only=True):
    """One device as it was heard so far."""

    device: str
    kind: DeviceKind
    generation: int = 0
    sequence: str | None = None
    """The number of the last report; None while none had a number."""
    last: "Observation | None" = None
    result: Result | None = None
    burning: Burning | None = None
    tumbling: Tumbling | None = None
    unheard: int = 0
    """Reports that came while the station was not ready for them."""
    damaged: bool = False
    """Something arrived damaged, and no number of a report has shown since whether any was lost by it."""
    made_good: int = 0
    """Cards that the dealer has keyed for what arrived damaged, since the last number."""

    @property
    def numbers(self) -> bool:
        """Whether the device numbers its reports, as far as is known."""
        return self.sequence is not None


class View(Struct, frozen=True, kw_only=True):
    """What a report is judged by: the table as it stands, who is there, what is asked already."""

    rules: Rules
    table: TableState
    listening: Listening
    settings: ListeningSettings
    attended: bool

    @property
    def round(self) -> int | None:
        return None if self.table.round is None else self.table.round.number

    def known(self, device: str) -> KnownDevice:
        return self.listening.devices.get(device, KnownDevice(link=Link.LOST))


# What follows


class Bring(Struct, frozen=True, kw_only=True):
    """Something for the table: it is taken if it fits, asked about if not, and waits behind what is asked already."""

    what: What
    question: Question = Question.WAITS
    facts: dict[str, str] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)


class Tell(Struct, frozen=True, kw_only=True):
    """An incident for the journal."""

    incident: Incident
    detail: str
    identity: Identity | None = None


class Give(Struct, frozen=True, kw_only=True):
    """A command, by the dealer who is signed in at the table."""

    command: Command


class Note(Struct, frozen=True, kw_only=True):
    """A line in the log, and nothing else. It never says what a card or a die shows."""

    why: str


class Withdraw(Struct, frozen=True, kw_only=True):
    """What was asked under this number has answered itself."""

    number: int


class NoneLate(Struct, frozen=True, kw_only=True):
    """What was keyed by hand will not be told any more: the device counts on from behind it."""


Following = Bring | Tell | Give | Note | Withdraw | NoneLate
