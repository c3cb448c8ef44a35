"""The state of a station: its people, its table, its settings, and what of itself still matters."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app import station_events
from dealer_app.clock import DAY_CHANGE_MINUTE
from dealer_app.device_questions import ALLOWED, REFUSED, SIMULATED_DEVICES, ListeningState
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Table
from dealer_app.people.positions import Position, Positions
from dealer_app.people.state import PeopleState
from dealer_app.station.backups import BackupState
from dealer_app.station.device_fold import DeviceSetup, HandDealings
from dealer_app.station.house_law import LAW_OFF, LAW_ON, LAWS, LawState
from dealer_app.station.practice_list import CurrencyState
from dealer_app.station.supervisor.alarms import AlarmBoard
from dealer_app.station.supervisor.checklists import CHECKLISTS, NEEDED, NOT_NEEDED, ChecklistState
from dealer_app.station.supervisor.odds_looks import LiveOddsState
from dealer_app.station.supervisor.order_watch import OrderState


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
    book: station_events.RulebookInForce | None = None
    last_table: Table | None = None
    """As the table was that was closed last: what is proposed for the next one."""
    confirmed: Mapping[str, station_events.RulebookInForce] = field(default_factory=dict)
    """By document, how two people have last confirmed that it is read."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """By table, the limits that two people have confirmed."""
    shift: int | None = None
    shifts: int = 0
    called: str = ""
    """Since when, by the time of day, a supervisor is called to the table; empty while none is."""
    settings: Mapping[str, str] = field(default_factory=dict)
    listening: ListeningState = field(default_factory=ListeningState)
    second_head: str = ""
    """The file in which the head is kept a second time; empty if it is not."""
    second_head_waived: tuple[int, int] = (0, 0)
    """From when and until when, by the clock, the station may start without comparing with it."""
    by_hand: HandDealings = field(default_factory=dict)
    """By the kind of the device that is lost, the dealer who may key for it alone."""
    set_up: DeviceSetup = field(default_factory=DeviceSetup)
    backups: BackupState = field(default_factory=BackupState)
    law: LawState = field(default_factory=LawState)
    clock_synchronised: bool = True
    """As the system has said last; taken so where it never said."""
    alarms: AlarmBoard = field(default_factory=AlarmBoard)
    order: OrderState = field(default_factory=OrderState)
    live_odds: LiveOddsState = field(default_factory=LiveOddsState)
    checklists: ChecklistState = field(default_factory=ChecklistState)
    currency: CurrencyState = field(default_factory=CurrencyState)
    for_practice: bool = False
    """Whether the journal is that of a practice folder, in which no table is played."""


GAMING_DAY = "gaming-day"
"""At which minute after midnight, local time, the gaming day changes."""
SHIFT_LENGTH = "shift-length"
"""How many minutes a shift lasts: a longer one is said on its report, and where none is begun reports go by it."""
USUAL_SHIFT_MINUTES = 8 * 60
IDLE = "idle"
"""With a position behind a colon: after how many minutes its sessions end."""
HAND_DEALING = "hand-dealing"
"""How many people it takes to key cards or dice at a table for which no device is set up: the dealer alone, or two."""
DEALER_ALONE, DEALER_AND_SECOND = 1, 2
TABLE_CLOSING = "table-closing"
"""Who closes a table: the dealer, or a supervisor, who signs for it at the table."""
CLOSED_BY_DEALER, CLOSED_BY_SUPERVISOR = 1, 2
TWO_PERSON_SETTINGS = frozenset({SIMULATED_DEVICES, *LAWS})
"""What no manager sets alone."""
MINUTES_A_DAY = 24 * 60
_MICROSECONDS_A_MINUTE = 60_000_000


def list_settings() -> tuple[str, ...]:
    """Every setting there is."""
    return (
        GAMING_DAY,
        SHIFT_LENGTH,
        HAND_DEALING,
        TABLE_CLOSING,
        CHECKLISTS,
        SIMULATED_DEVICES,
        *LAWS,
        *(f"{IDLE}:{position.value}" for position in Position),
    )


def is_valid_setting(setting: str, value: int) -> bool:
    """Whether there is such a setting and it can have this value."""
    if setting == HAND_DEALING:
        return value in (DEALER_ALONE, DEALER_AND_SECOND)
    if setting == TABLE_CLOSING:
        return value in (CLOSED_BY_DEALER, CLOSED_BY_SUPERVISOR)
    if setting == CHECKLISTS:
        return value in (NOT_NEEDED, NEEDED)
    if setting == SIMULATED_DEVICES:
        return value in (REFUSED, ALLOWED)
    if setting in LAWS:
        return value in (LAW_OFF, LAW_ON)
    return setting in list_settings() and (0 if setting == GAMING_DAY else 1) <= value < MINUTES_A_DAY


def may_key_alone(settings: Mapping[str, str]) -> bool:
    """Whether the dealer keys alone where no device is set up."""
    return int(settings.get(HAND_DEALING, DEALER_ALONE)) == DEALER_ALONE


def may_dealer_close(settings: Mapping[str, str]) -> bool:
    """Whether the dealer closes the table without a supervisor."""
    return int(settings.get(TABLE_CLOSING, CLOSED_BY_SUPERVISOR)) == CLOSED_BY_DEALER


def day_change_minute(settings: Mapping[str, str]) -> int:
    return int(settings.get(GAMING_DAY, DAY_CHANGE_MINUTE))


def shift_minutes(settings: Mapping[str, str]) -> int:
    return int(settings.get(SHIFT_LENGTH, USUAL_SHIFT_MINUTES))


def shift_start(utc: int, offset: int, settings: Mapping[str, str]) -> int:
    """When the shift of a moment begins by the clock, in microseconds: counted from the change of the gaming day."""
    local = utc // _MICROSECONDS_A_MINUTE + offset - day_change_minute(settings)
    since_change = local % MINUTES_A_DAY
    start = local - since_change % shift_minutes(settings)
    return (start + day_change_minute(settings) - offset) * _MICROSECONDS_A_MINUTE


def idle_minutes(settings: Mapping[str, str], positions: Positions) -> Mapping[Position, int]:
    usual = positions.idle_minutes()
    return {place: int(settings.get(f"{IDLE}:{place.value}", minutes)) for place, minutes in usual.items()}
