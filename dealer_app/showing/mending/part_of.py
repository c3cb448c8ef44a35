"""What every part of a case has in common: its page, whether an outcome is established, who decides, its track."""

from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AttendanceNeeded,
    CarriedCardNeeded,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    Need,
    OptionsNeeded,
    OrderNeeded,
    RemovalNeeded,
    RulingNeeded,
)
from dealer_app.domain.round.state import Case
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Heading
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.page import case_page, established_note
from dealer_app.showing.mending.saying import clauses_of, each_clause_once, primary, rules_of, say
from dealer_app.showing.part import Part
from dealer_app.showing.screen import StepState, TrackStep
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

OfARole = (
    InspectionNeeded
    | OrderNeeded
    | RulingNeeded
    | LateOfferNeeded
    | IntentionsNeeded
    | AttendanceNeeded
    | RemovalNeeded
    | CarriedCardNeeded
    | AffectedRoundsNeeded
)
"""What somebody of a role decides, who need not be the dealer."""


def case_part(seeing: Seeing, case: Case, work: tuple[Block, ...], next_step: Control) -> Part:
    """The rail of a case, and its page in the place of the table."""
    note = established_note(seeing, case, brief=isinstance(case.needs[0], OptionsNeeded))
    (once,) = each_clause_once((*note, *work))
    return Part(
        work=once,
        primary=next_step,
        track=_track(seeing, case),
        page=case_page(seeing, case),
    )


def _track(seeing: Seeing, case: Case) -> tuple[TrackStep, ...]:
    steps = [TrackStep(say(seeing, "track-stop"), StepState.DONE)]
    if case.established is not None:
        steps.append(TrackStep(say(seeing, "track-outcome"), StepState.DONE))
    states = (StepState.NOW, StepState.NEXT)
    for place, need in enumerate(case.needs):
        state = states[place] if place < len(states) else StepState.LATER
        steps.append(TrackStep(_need_name(seeing, need), state))
    return tuple(steps)


def _need_name(seeing: Seeing, need: Need) -> Line:
    return line(seeing.words, lambda words: words.need(need))


def who_decides(seeing: Seeing, role: str, clause: str) -> Heading:
    """The role that decides, and the clause that says so, or that it is the policy of the house."""
    return Heading(
        text=say(seeing, "needs-role", role=rules_of(seeing).title(role)),
        clauses=clauses_of(seeing, clause),
        tone=Tone.ATTENTION,
    )


def ask_for(seeing: Seeing, code: str, *, sub: Line = EMPTY) -> Control:
    """The next step where somebody else decides: it opens the panel in which he does."""
    act = Change(seeing.fingers.but(panel=Panel.APPROVAL))
    return primary(code, say(seeing, code), act=act, sub=sub)


def opens_form(seeing: Seeing, form: str, label: Line, *, icon: str = "pencil") -> Control:
    """A form of the panel for reports."""
    act = Change(seeing.fingers.closed().but(panel=Panel.REPORT).picked("report", form))
    return Control(name=f"form:{form}", label=label, act=act, icon=icon)
