"""Which sound goes with a change of the screen, or is due again: each has its picture and word on the screen too."""

from dealer_app.domain.round.guided import DEALER
from dealer_app.showing.in_charge import decides_here, in_charge_here
from dealer_app.showing.keyboard import next_step
from dealer_app.showing.lines import Tone
from dealer_app.showing.screen import Cue, Hands, Page, Screen, TableStage
from dealer_app.showing.seeing import Seeing

_KNOCKS_EVERY = 20_000_000
"""Microseconds between two knocks while somebody is waited for."""


def cue_of(before: Screen | None, now: Screen, *, refused: bool) -> Cue | None:
    """The gravest that fits; nothing where nothing has changed."""
    if before is None:
        return None
    if refused and before.rail.refusal != now.rail.refusal:
        return Cue.REFUSED
    if _stopped(now) and not _stopped(before):
        return Cue.STOP
    if _lamps(now) != _lamps(before) and _off_ready(now) > _off_ready(before):
        return Cue.DEVICE
    if _possible(now) and not (_possible(before) and before.step == now.step):
        return Cue.YOUR_TURN
    return Cue.TAKEN if now.rail.work != before.rail.work or _came(before, now) else None


def _possible(screen: Screen) -> bool:
    """Whether the one next step can be pressed: it may come to that by a chip, without a step between."""
    control = next_step(screen)
    return control is not None and control.act is not None


def _came(before: Screen, now: Screen) -> bool:
    """Whether another card or die lies there, which may lead to the same thing to do once more."""
    lay, lies = _lying(before), _lying(now)
    return lay is not None and lies is not None and lay != lies


def _lying(screen: Screen) -> tuple[object, ...] | None:
    """The cards or the dice, without the words around them."""
    if not isinstance(screen.stage, TableStage):
        return None
    result = screen.stage.result
    if isinstance(result, Hands):
        return tuple((card.face, card.card) for hand in (result.player, result.banker) for card in hand.cards)
    return (*(die.face for die in result.dice), result.tumbles)


def _stopped(screen: Screen) -> bool:
    return isinstance(screen.stage, Page) and screen.stage.tone in (Tone.ATTENTION, Tone.STOP)


def _lamps(screen: Screen) -> tuple[Tone, ...]:
    bar = screen.top_bar
    return tuple(cell.lamp for cell in (*bar.left, *bar.right) if cell.lamp is not None)


def _off_ready(screen: Screen) -> int:
    return sum(lamp in (Tone.ATTENTION, Tone.STOP) for lamp in _lamps(screen))


def waits_for_somebody(seeing: Seeing) -> bool:
    """Whether the table waits for a person who is not signed in here: to decide something open, or because called."""
    if seeing.fingers.called and not in_charge_here(seeing):
        return True
    table, guide = seeing.state.table, seeing.guide
    if guide is None or guide.who == DEALER or not (table.cases or table.claim is not None):
        return False
    return not decides_here(seeing, guide.who)


class Knocks:
    """For whom the table waits: at once, and again every while. Time comes from outside."""

    def __init__(self) -> None:
        self._last: int | None = None

    def due(self, now: int, *, waits: bool) -> bool:
        if not waits:
            self._last = None
            return False
        if self._last is not None and now - self._last < _KNOCKS_EVERY:
            return False
        self._last = now
        return True
