"""Alarms: what somebody has to act on, since when, who has seen it, and how many there are in an hour.

Everything else is a line in the log. An alarm stays until somebody in charge has acknowledged it, also when what was
wrong is so no more, and over a restart. What is wrong follows from the state and from signals of the machine; the
desk (`station.supervisor.supervisor_desks`) compares it with what is raised already.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from dealer_app.clock import Timestamp
from dealer_app.device_questions import Link, ListeningState
from dealer_app.domain.values import replace
from dealer_app.station_events import AlarmAcknowledged, AlarmEnded, AlarmKind, AlarmRaised, AlarmShelved

ALARM_PRIORITIES: Mapping[AlarmKind, int] = {
    AlarmKind.SHOE_ORDER: 1,
    AlarmKind.DISK_FULL: 1,
    AlarmKind.DEVICE_LOST: 2,
    AlarmKind.CALL_UNANSWERED: 2,
    AlarmKind.HEAD_MISSED: 2,
    AlarmKind.DISK_LOW: 3,
    AlarmKind.BACKUP_FAILED: 3,
    AlarmKind.DISPLAY_LOST: 3,
    AlarmKind.MONITOR_LOST: 3,
    AlarmKind.CLOCK_OFF: 3,
}
"""1 is the gravest: play waits for it, and it cannot be shelved."""
GRAVEST = 1
CALL_PATIENCE = 60_000_000
"""After so long a call to the table is an alarm, in microseconds."""
MOST_SHELVED = 8 * 3600 * 1_000_000
"""For so long an alarm can be shelved: a shift."""
RATE_GOAL = 6
"""An hour has fewer alarms than this where only what must be acted on is one."""
_HOUR = 3600 * 1_000_000
_MOST_TIMES = 100

AlarmEvent = AlarmRaised | AlarmEnded | AlarmAcknowledged | AlarmShelved
AlarmSubject = tuple[AlarmKind, str]
"""What is wrong, and with which device or shoe."""


class Alarm(Struct, frozen=True, kw_only=True):
    """One alarm with all that became of it."""

    number: int
    kind: AlarmKind
    subject: str = ""
    at: int
    offset: int
    over: bool = False
    """What was wrong is so no more; nobody has acknowledged it yet."""
    seen_by: str = ""
    seen_at: int = 0
    shelved_by: str = ""
    reason: str = ""
    until: int = 0

    @property
    def priority(self) -> int:
        return ALARM_PRIORITIES[self.kind]

    def is_shelved(self, now: Timestamp) -> bool:
        return now.utc < self.until


class AlarmBoard(Struct, frozen=True, kw_only=True):
    """The alarms that somebody still has to do something about, by their numbers, and when the last ones came."""

    open: Mapping[int, Alarm] = field(default_factory=dict)
    raised: int = 0
    times: tuple[int, ...] = ()
    aside: tuple[Alarm, ...] = ()
    """Shelved ones that are gone: what is wrong again before that ends is still shelved."""

    def find_number(self, subject: AlarmSubject) -> int | None:
        """The number of the alarm about this that is not over."""
        return next(
            (one.number for one in self.open.values() if (one.kind, one.subject) == subject and not one.over), None
        )


class AlarmSignals(Struct, frozen=True, kw_only=True):
    """What the machine says, and no journal: the disk, the second head, both other monitors, a call that waits."""

    disk_low: bool = False
    disk_full: bool = False
    head_missed: bool = False
    display_lost: bool = False
    monitor_lost: bool = False
    call_waits: bool = False


NO_SIGNALS = AlarmSignals()


def machine_subjects(signals: AlarmSignals) -> frozenset[AlarmSubject]:
    """What is wrong with the machine."""
    found = (
        (AlarmKind.DISK_FULL, signals.disk_full),
        (AlarmKind.DISK_LOW, signals.disk_low and not signals.disk_full),
        (AlarmKind.HEAD_MISSED, signals.head_missed),
        (AlarmKind.DISPLAY_LOST, signals.display_lost),
        (AlarmKind.MONITOR_LOST, signals.monitor_lost),
        (AlarmKind.CALL_UNANSWERED, signals.call_waits),
    )
    return frozenset((kind, "") for kind, is_so in found if is_so)


def find_lost_devices(listening: ListeningState, board: AlarmBoard, *, in_round: bool) -> frozenset[AlarmSubject]:
    """Devices lost while a round is on; one that was stays an alarm until it is back."""
    lost = {(AlarmKind.DEVICE_LOST, name) for name, each in listening.devices.items() if each.link is Link.LOST}
    return frozenset(one for one in lost if in_round or board.find_number(one) is not None)


def order_alarms(board: AlarmBoard, now: Timestamp) -> tuple[Alarm, ...]:
    """The gravest first, of the same priority the oldest; those that are shelved come last."""
    return tuple(sorted(board.open.values(), key=lambda one: (one.is_shelved(now), one.priority, one.number)))


def count_needing(board: AlarmBoard, now: Timestamp) -> int:
    """How many want somebody now: neither shelved nor acknowledged."""
    return sum(not one.is_shelved(now) and not one.seen_by for one in board.open.values())


def alarm_rate(board: AlarmBoard, now: Timestamp) -> int:
    """How many have come within the last hour."""
    return sum(0 <= now.utc - at < _HOUR for at in board.times)


def can_shelve(alarm: Alarm) -> bool:
    return alarm.priority != GRAVEST and not alarm.over


# The fold


def apply_alarm_event(board: AlarmBoard, event: AlarmEvent) -> AlarmBoard:
    match event:
        case AlarmRaised():
            # The same again takes the place of one that was over and that nobody had seen.
            still = {number: one for number, one in board.open.items() if not _is_same(one, event)}
            aside = tuple(one for one in board.aside if one.until > event.at and not _is_same(one, event))
            times = (*(at for at in board.times if event.at - at < _HOUR), event.at)
            return AlarmBoard(
                open={**still, event.number: _raise_alarm(board, event)},
                raised=event.number,
                times=times[-_MOST_TIMES:],
                aside=aside,
            )
        case AlarmEnded():
            alarm = board.open[event.number]
            return _drop_alarm(board, alarm) if alarm.seen_by else _change_alarm(board, replace(alarm, over=True))
        case AlarmAcknowledged():
            alarm = board.open[event.number]
            seen = replace(alarm, seen_by=event.by, seen_at=event.at)
            return _drop_alarm(board, alarm) if alarm.over else _change_alarm(board, seen)
        case AlarmShelved():
            alarm = board.open[event.number]
            shelved = replace(alarm, shelved_by=event.by, reason=event.reason, until=event.until)
            return _change_alarm(board, shelved)


def _is_same(alarm: Alarm, event: AlarmRaised) -> bool:
    return (alarm.kind, alarm.subject) == (event.alarm, event.subject)


def _raise_alarm(board: AlarmBoard, event: AlarmRaised) -> Alarm:
    """Shelved, if the one before it still is: what comes and goes is what alarms are shelved for."""
    alarm = Alarm(number=event.number, kind=event.alarm, subject=event.subject, at=event.at, offset=event.offset)
    shelved = next(
        (one for one in (*board.open.values(), *board.aside) if _is_same(one, event) and one.until > event.at), None
    )
    if shelved is None:
        return alarm
    return replace(alarm, shelved_by=shelved.shelved_by, reason=shelved.reason, until=shelved.until)


def _change_alarm(board: AlarmBoard, alarm: Alarm) -> AlarmBoard:
    return replace(board, open={**board.open, alarm.number: alarm})


def _drop_alarm(board: AlarmBoard, alarm: Alarm) -> AlarmBoard:
    still = {number: one for number, one in board.open.items() if number != alarm.number}
    return replace(board, open=still, aside=(*board.aside, alarm) if alarm.until else board.aside)
