"""The rail: the guide's words, the work of whoever has the word, the one next step, and the four tools."""

from dealer_app.domain.round import commands
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending import irregularities, supervising
from dealer_app.showing.part import Part
from dealer_app.showing.play import saying, undoing
from dealer_app.showing.screen import Rail, StepState, TrackStep
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import clause_control, line, put, time_text


def rail(seeing: Seeing, part: Part) -> Rail:
    guide, words = seeing.guide, seeing.words
    instruction, why, clauses, say = part.instruction, part.why, part.clauses, part.say
    if guide is not None and not instruction:
        instruction = line(words, lambda each: each.instruction(guide))
        why = why or line(words, lambda each: each.reason(guide))
        clauses = clauses or (guide.why,)
        say = say or saying.announcement(seeing)
    refusal = seeing.refusal
    told = seeing.said or EMPTY if refusal is None else line(words, lambda each: each.refusal(refusal))
    return Rail(
        caption=put(words, "play", "next-step"),
        since=time_text(max(0, seeing.moment.counter - seeing.since)),
        instruction=instruction,
        say=say,
        why=why,
        why_caption=put(words, "play", "why"),
        clauses=tuple(clause_control(seeing, clause) for clause in clauses),
        refusal=told,
        work=part.work,
        primary=part.primary,
        track=part.track,
        tools=_tools(seeing),
        step=_step(seeing, part.track),
    )


def _step(seeing: Seeing, track: tuple[TrackStep, ...]) -> Line:
    """Which step of how many it is."""
    now = next((place for place, step in enumerate(track, start=1) if step.state is StepState.NOW), None)
    return EMPTY if now is None else put(seeing.words, "play", "step-of", step=str(now), steps=str(len(track)))


def _tools(seeing: Seeing) -> tuple[Control, ...]:
    """Always there, always at the same place."""
    words, fingers, allowed = seeing.words, seeing.fingers, () if seeing.guide is None else seeing.guide.allowed
    at_table = seeing.state.table.table is not None and seeing.signed_in is not None

    def opens(panel: Panel, *, possible: bool) -> Change | None:
        return Change(fingers.but(panel=panel)) if possible else None

    can_undo = commands.Undo in allowed
    correct = opens(Panel.CORRECT, possible=at_table and irregularities.correctable(seeing))
    return (
        Control(
            name="irregularity",
            label=put(words, "play", "irregularity"),
            act=opens(Panel.IRREGULARITIES, possible=at_table),
            key="F2",
            icon="warning",
        ),
        Control(
            name="supervisor",
            label=put(words, "play", "supervisor"),
            sub=supervising.called(seeing) if fingers.called else EMPTY,
            # Before anybody is known here nobody can be called.
            act=opens(Panel.SUPERVISOR, possible=seeing.state.people.kind is not None),
            key="F1",
            icon="person",
        ),
        Control(name="correct", label=put(words, "play", "correct"), act=correct, key="F3", icon="pencil"),
        Control(
            name="undo",
            label=put(words, "play", "undo"),
            sub=undoing.undo_names(seeing) if can_undo else EMPTY,
            act=Give(command=asking(commands.Undo)) if can_undo else None,
            icon="undo",
        ),
    )
