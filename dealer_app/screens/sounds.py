"""Which sound goes with a change of the screen, or is due again: each has its picture and word on the screen too."""

from dealer_app.domain.round.guide import DEALER_ROLE
from dealer_app.screens.blocks import Tone
from dealer_app.screens.context import ScreenContext, can_decide_here, is_supervisor_here
from dealer_app.screens.key_input import enter_control
from dealer_app.screens.screen import Cue, HandsShown, PageStage, Screen, TableStage
from dealer_app.station_events import AlarmKind

_REMINDER_INTERVAL = 20_000_000
"""Microseconds between two knocks while somebody is waited for."""


def choose_cue(before: Screen | None, now: Screen, *, refused: bool) -> Cue | None:
    """The gravest that fits; nothing where nothing has changed."""
    if before is None:
        return None
    if refused and before.rail.refusal != now.rail.refusal:
        return Cue.REFUSED
    if _is_stopped(now) and not _is_stopped(before):
        return Cue.STOP
    if _lamp_tones(now) != _lamp_tones(before) and _lamps_in_trouble(now) > _lamps_in_trouble(before):
        return Cue.DEVICE
    if _can_press_next(now) and not (_can_press_next(before) and before.step == now.step):
        return Cue.YOUR_TURN
    return Cue.TAKEN if now.rail.work != before.rail.work or _has_new_cards(before, now) else None


def _can_press_next(screen: Screen) -> bool:
    """Whether the one next step can be pressed: it may come to that by a chip, without a step between."""
    control = enter_control(screen)
    return control is not None and control.act is not None


def _has_new_cards(before: Screen, now: Screen) -> bool:
    """Whether another card or die lies there, which may lead to the same thing to do once more."""
    lay, lies = _cards_or_dice(before), _cards_or_dice(now)
    return lay is not None and lies is not None and lay != lies


def _cards_or_dice(screen: Screen) -> tuple[object, ...] | None:
    """The cards or the dice, without the words around them."""
    if not isinstance(screen.stage, TableStage):
        return None
    result = screen.stage.result
    if isinstance(result, HandsShown):
        return tuple((card.face, card.card) for hand in (result.player, result.banker) for card in hand.cards)
    return (*(die.face for die in result.dice), result.tumbles)


def _is_stopped(screen: Screen) -> bool:
    """A page of a supervisor stops nothing: who has opened it knows what it is about."""
    return (
        screen.leave is None
        and isinstance(screen.stage, PageStage)
        and screen.stage.tone in (Tone.ATTENTION, Tone.STOP)
    )


def _lamp_tones(screen: Screen) -> tuple[Tone, ...]:
    bar = screen.top_bar
    return tuple(cell.lamp for cell in (*bar.left, *bar.right) if cell.lamp is not None)


def _lamps_in_trouble(screen: Screen) -> int:
    return sum(lamp in (Tone.ATTENTION, Tone.STOP) for lamp in _lamp_tones(screen))


def is_waiting_for_person(context: ScreenContext) -> bool:
    """Whether the table waits for a person who is not signed in here: to decide something open, or because called."""
    if context.state.called and not is_supervisor_here(context):
        return True
    table, guide = context.state.table, context.guide
    if guide is None or guide.who == DEALER_ROLE or not (table.cases or table.claim is not None):
        return False
    return not can_decide_here(context, guide.who)


class AlarmSounds:
    """One falling tone for an alarm, three for a finding of the shoe's order: each once, in the room alone.

    What was raised while the room was closed sounds when it is opened, where nobody has seen it yet; what was shelved
    sounds again when its shelf ends.
    """

    def __init__(self) -> None:
        self._sounded: frozenset[int] = frozenset()

    def find_cue(self, context: ScreenContext) -> Cue | None:
        """The gravest of what has not sounded."""
        alarms = context.state.alarms.open
        self._sounded -= {number for number, alarm in alarms.items() if alarm.is_shelved(context.moment)}
        if not context.is_room:
            return None
        waiting = [
            alarm
            for number, alarm in alarms.items()
            if number not in self._sounded and not alarm.seen_by and not alarm.is_shelved(context.moment)
        ]
        self._sounded |= {alarm.number for alarm in waiting}
        if not waiting:
            return None
        return Cue.STOP if any(alarm.kind is AlarmKind.SHOE_ORDER for alarm in waiting) else Cue.DEVICE


class WaitReminder:
    """For whom the table waits: at once, and again every while. Time comes from outside."""

    def __init__(self) -> None:
        self._last_reminder: int | None = None

    def is_due(self, now: int, *, waits: bool) -> bool:
        if not waits:
            self._last_reminder = None
            return False
        if self._last_reminder is not None and now - self._last_reminder < _REMINDER_INTERVAL:
            return False
        self._last_reminder = now
        return True
