"""The life of a shoe as a list: what is done of it, what is now, what is still to come."""

from enum import Enum

from dealer_app.domain.round import events
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.state import ShoeStep
from dealer_app.domain.round.table import CardDevice
from dealer_app.showing.blocks import Row, Rows
from dealer_app.showing.house.saying import say
from dealer_app.showing.lines import Tone
from dealer_app.showing.screen import StepState, TrackStep
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.told import actor, time_of


class ShoeLine(Enum):
    """The lines of the list, in their order, each by the code of its words."""

    OLD_SHOE = "shoe-old-shoe"
    SEALED = "shoe-sealed"
    CARDS_IN = "shoe-cards-in"
    CHECK = "shoe-check"
    SHUFFLE = "shoe-shuffle"
    CUT = "shoe-cut"
    CUTTING_CARD = "shoe-cutting-card"
    BURN = "shoe-burn"
    ROADS = "shoe-roads"
    OPEN = "shoe-open"


_OF_ALL = "shoe-"
_OF_A_SHUFFLER = frozenset(ShoeLine) - {ShoeLine.CUT, ShoeLine.CUTTING_CARD, ShoeLine.BURN}
"""A loaded shuffler is neither cut nor burned from (RWS v4 1.11)."""
_NOW = {
    Step.END_SHOE: ShoeLine.OLD_SHOE,
    Step.BRING_CARDS: ShoeLine.CARDS_IN,
    Step.CHECK_CARDS: ShoeLine.CHECK,
    Step.SHUFFLE: ShoeLine.SHUFFLE,
    Step.CUT: ShoeLine.CUT,
    Step.BURN: ShoeLine.BURN,
}
_TRACK = (ShoeLine.OLD_SHOE, ShoeLine.CARDS_IN, ShoeLine.CHECK, ShoeLine.SHUFFLE, ShoeLine.CUT, ShoeLine.BURN)


def lines_of(seeing: Seeing) -> tuple[ShoeLine, ...]:
    """Those that this table has. Where no shoe was in use before, none is to be ended."""
    table, shoe = seeing.state.table.table, seeing.state.table.shoe
    known = _OF_A_SHUFFLER if table is not None and table.device is CardDevice.SHUFFLER else frozenset(ShoeLine)
    first = shoe.step is ShoeStep.NONE or (shoe.number == 1 and shoe.step is not ShoeStep.ENDED)
    without = {ShoeLine.OLD_SHOE, ShoeLine.SEALED} if first and _step(seeing) is not Step.END_SHOE else set[ShoeLine]()
    if not _was_carried(seeing):
        without.add(ShoeLine.SEALED)
    return tuple(line for line in ShoeLine if line in known and line not in without)


def _was_carried(seeing: Seeing) -> bool:
    """Whether there is, or was at the end of the old shoe, a card that may not cross to the next (ruling O6)."""
    ended = [one.event for one in seeing.chronicle.now if isinstance(one.event, events.ShoeEnded)]
    return bool(ended[-1].burned_unseen) if ended else bool(seeing.state.table.carried)


def _step(seeing: Seeing) -> Step:
    assert seeing.guide is not None, "asked only at an open table"
    return seeing.guide.step


def state_of(seeing: Seeing, line: ShoeLine) -> StepState:
    now = _NOW.get(_step(seeing), ShoeLine.OLD_SHOE)
    order = list(ShoeLine)
    if line is now:
        return StepState.NOW
    return StepState.DONE if order.index(line) < order.index(now) else StepState.LATER


_BY_STEP = {
    ShoeStep.CHECKED: (ShoeLine.CHECK,),
    ShoeStep.SHUFFLED: (ShoeLine.SHUFFLE,),
    ShoeStep.READY: (ShoeLine.SHUFFLE,),
    ShoeStep.CUT: (ShoeLine.CUT, ShoeLine.CUTTING_CARD),
}
_HOURS_AND_MINUTES = 5
_TONES = {StepState.DONE: Tone.GOOD, StepState.NOW: Tone.PLAIN, StepState.LATER: Tone.QUIET}


def step_rows(seeing: Seeing) -> Rows:
    """All of them on the rail."""
    rows = []
    for line in lines_of(seeing):
        state = state_of(seeing, line)
        rows.append(
            Row(
                name=f"shoe:{line.value.removeprefix(_OF_ALL)}",
                title=say(seeing, line.value).first,
                right=_who_and_when(seeing, line) if state is StepState.DONE else "",
                done=state is StepState.DONE,
                framed=state is StepState.NOW,
                tone=_TONES[state],
            )
        )
    return Rows(rows=tuple(rows), dense=True)


def _who_and_when(seeing: Seeing, line: ShoeLine) -> str:
    """Of what is done: `Dealer 1, Supervisor 1 21:47`, from what happened since the round before."""
    done = next((one for one in reversed(seeing.chronicle.now) if _is_of(one.event, line)), None)
    if done is None:
        return ""
    who = ", ".join(name for name in (actor(seeing, done), _second(seeing, done.event)) if name)
    return f"{who} {time_of(done)[:_HOURS_AND_MINUTES]}"


def _second(seeing: Seeing, event: object) -> str:
    """Who counted and checked with him."""
    if not isinstance(event, events.ShoeStepDone) or event.step is not ShoeStep.CHECKED or event.second is None:
        return ""
    account = seeing.state.people.accounts.get(event.second)
    return event.second if account is None else account.name


def _is_of(event: object, line: ShoeLine) -> bool:
    match event:
        case events.ShoeEnded():
            return line in (ShoeLine.OLD_SHOE, ShoeLine.SEALED)
        case events.CardsBrought():
            return line is ShoeLine.CARDS_IN
        case events.ShoeStepDone(step=step):
            return line in _BY_STEP.get(step, ())
        case events.CardsBurned():
            return line is ShoeLine.BURN
        case _:
            return False


def shoe_track(seeing: Seeing) -> tuple[TrackStep, ...]:
    there = lines_of(seeing)
    return tuple(TrackStep(say(seeing, line.value), state_of(seeing, line)) for line in _TRACK if line in there)
