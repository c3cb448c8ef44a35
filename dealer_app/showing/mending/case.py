"""A case on the screen: for each kind of need what stands on the rail and the one next step.

What somebody else decides opens a panel in which he does (see deciding); what the dealer says or does stands here.
"""

from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CardCorrection,
    CardsAsideNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ComparisonNeeded,
    DiceCorrection,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    MissingCardNeeded,
    OptionsNeeded,
    OrderNeeded,
    ReconstructionNeeded,
    RemovalNeeded,
    ReplacementNeeded,
    ResetNeeded,
    RulingNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.state import Case
from dealer_app.domain.round.trouble import Trouble
from dealer_app.people.standing import badge_of
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Control, Keys, Note
from dealer_app.showing.mending import answering, doing
from dealer_app.showing.mending.answering import Work
from dealer_app.showing.mending.approving import chips_rows
from dealer_app.showing.mending.part_of import OfARole, ask_for, case_part, opens_form, who_decides
from dealer_app.showing.mending.saying import say
from dealer_app.showing.part import Part
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

ASKED: dict[type[OfARole], str] = {
    InspectionNeeded: "ask-inspection",
    OrderNeeded: "ask-order",
    RulingNeeded: "ask-ruling",
    LateOfferNeeded: "ask-late-offer",
    IntentionsNeeded: "ask-intentions",
    AttendanceNeeded: "ask-attendance",
    RemovalNeeded: "ask-removal",
    CarriedCardNeeded: "ask-carried",
    AffectedRoundsNeeded: "ask-affected",
}


def case(seeing: Seeing) -> Part:
    """The case that was opened last comes first."""
    opened = seeing.state.table.cases[-1]
    work, next_step = _work(seeing, opened)
    return case_part(seeing, opened, work, next_step)


def _work(seeing: Seeing, case: Case) -> Work:
    need = case.needs[0]
    match need:
        case AnswerNeeded():
            return answering.answer(seeing, case)
        case OptionsNeeded():
            return answering.options(seeing, case, need)
        case ReconstructionNeeded():
            return doing.reconstruction(seeing, need)
        case ComparisonNeeded():
            return doing.comparison(seeing, need)
        case VoidNeeded():
            return doing.void(seeing, need)
        case CardsAsideNeeded():
            return doing.cards_aside(seeing, need)
        case MissingCardNeeded():
            return doing.missing_cards(seeing, case)
        case ReplacementNeeded():
            return doing.replacement(seeing, need)
        case ResetNeeded():
            return doing.done(seeing, "device-reset", asking(mending_commands.ConfirmReset), note="reset-line")
        case ChangesNeeded():
            return doing.changes(seeing, need)
        case ApprovalNeeded():
            return _approval(seeing, case, need)
        case _:
            return _somebody_decides(seeing, need)


def _approval(seeing: Seeing, case: Case, need: ApprovalNeeded) -> Work:
    work: list[Block] = []
    if case.trouble == Trouble.CHIPS_MOVED.value:
        work += chips_rows(seeing, case)
    work += answering.options_withheld(seeing, case)
    if any(isinstance(later, ReconstructionNeeded) for later in case.needs):
        forms = (
            opens_form(seeing, "lay-cards", say(seeing, "not-what-happened")),
            opens_form(seeing, "cannot-reconstruct", say(seeing, "cannot-reconstruct"), icon="warning"),
        )
        work.append(Keys(controls=forms, columns=2))
    work += _withdrawing(seeing, case)
    blind = isinstance(need.applies, CardCorrection | DiceCorrection)
    work += [
        Note(text=say(seeing, "approval-line" if blind else "approval-line-open")),
        who_decides(seeing, need.role, need.clause),
    ]
    return tuple(work), ask_for(seeing, "ask-approval")


def _withdrawing(seeing: Seeing, case: Case) -> tuple[Block, ...]:
    """Who asked for a correction takes it back, as one that he keyed wrongly, while nobody has decided it."""
    here, allowed = seeing.signed_in, () if seeing.guide is None else seeing.guide.allowed
    asked = mending_commands.WithdrawCorrection in allowed
    if not asked or here is None or here.badge != badge_of(case.reported_by):
        return ()
    label = line(seeing.words, lambda words: words.command(mending_commands.WithdrawCorrection))
    act = Give(command=asking(mending_commands.WithdrawCorrection), then=seeing.fingers.closed())
    return (Keys(controls=(Control(name="withdraw-correction", label=label, act=act, icon="back"),), columns=1),)


def _somebody_decides(seeing: Seeing, need: OfARole) -> Work:
    code = ASKED[type(need)]
    work = (Note(text=say(seeing, f"{code}-line")), who_decides(seeing, need.role, need.clause))
    return work, ask_for(seeing, code)
