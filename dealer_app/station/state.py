"""The state of a station: its people, its table, and what of itself still matters."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.round.state import TableState
from dealer_app.people.state import PeopleState
from dealer_app.station import facts
from dealer_app.station.backups import Backups
from dealer_app.station.hand_dealing import ByHand
from dealer_app.station.listening.questions import Listening
from dealer_app.station.set_up import SetUp


class Outage(Enum):
    """What is still to be said about an outage before anything else is done at the table."""

    NONE = "none"
    ASKED = "asked"
    PLAYED_ON = "played-on"


class StationState(Struct, frozen=True, kw_only=True):
    """Everything that the journal says of this station up to an event."""

    station: str = ""
    running: bool = False
    outage: Outage = Outage.NONE
    people: PeopleState = field(default_factory=PeopleState)
    table: TableState = field(default_factory=TableState)
    book: facts.RulebookInForce | None = None
    confirmed: Mapping[str, facts.RulebookInForce] = field(default_factory=dict)
    """By document, how two people have last confirmed that it is read."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """By table, the limits that two people have confirmed."""
    shift: int | None = None
    shifts: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    listening: Listening = field(default_factory=Listening)
    second_head: str = ""
    """The file in which the head is kept a second time; empty if it is not."""
    second_head_waived: tuple[int, int] = (0, 0)
    """From when and until when, by the clock, the station may start without comparing with it."""
    by_hand: ByHand = field(default_factory=dict)
    """By the kind of the device that cannot be heard, the dealer who may key for it by himself."""
    set_up: SetUp = field(default_factory=SetUp)
    backups: Backups = field(default_factory=Backups)
    clock_synchronised: bool = True
    """As the system has said last; where it never told, it is taken so."""
