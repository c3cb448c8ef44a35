"""The stage of a practised round: hands or dice and the layout as a live table shows them, and the steps so far.

There is no second table: the stage is that of `screens.round`. While the guide is silent it loses what would say the
next step: what the third places expect, which bets the open cards have decided, and which hand can be insured.
"""

from dealer_app.clock import Timestamp
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.people.positions import load_positions
from dealer_app.practice.questions import AnswerForm, DrillQuestion
from dealer_app.practice.round_questions import STEP_PART
from dealer_app.practice.round_session import RoundDecision
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import NO_TEXT, CardShown, Face, ScreenText, Tone
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.drill_stage import list_numbered_cards, scene_hands
from dealer_app.screens.practice.round_view import SessionView
from dealer_app.screens.practice.round_words import round_text, seconds_text
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.round.felt import INSURANCE_AREAS
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.screen import (
    AreaShown,
    AreaState,
    DiceShown,
    HandShown,
    HandsShown,
    StepDone,
    StepsShown,
    TableShown,
    TableStage,
)
from dealer_app.station.state import StationState
from dealer_app.texts import LanguagePair

_NO_MOMENT = Timestamp(utc=0, offset=0, counter=0)
_HINTS = (AreaState.LIT, AreaState.DIMMED, AreaState.RETURNED)


def round_context(rules: Rules, state: TableState, words: LanguagePair, looks: Looks) -> ScreenContext:
    """The table of practice as the screens of a live one see it: nobody is signed in, and nothing can be touched."""
    return ScreenContext(
        state=StationState(table=state),
        rules=rules,
        guide=None,
        approval_request=None,
        words=words,
        positions=load_positions(),
        moment=_NO_MOMENT,
        terminal="",
        looks=looks,
    )


def round_stage(view: PracticeView, session: SessionView) -> TableStage:
    """The table as it lies at this moment, without a hint where the trainee is to say what comes next."""
    shown = silent_stage(view, session.asked.moment.state, is_silent=not session.is_guided)
    table, result, scene = shown.table, shown.result, session.asked.scene
    if not session.is_step_asked:
        table = _without_payouts(table)
        table = replace(table, areas=tuple(_asked_area(view, session, area) for area in table.areas))
        if isinstance(result, HandsShown) and list_numbered_cards(scene):
            # What is asked is about their order: it is shown as a drill shows it.
            result = scene_hands(view, scene)
    return TableStage(result=result, table=table, past=steps_shown(view, session))


def silent_stage(view: PracticeView, state: TableState, *, is_silent: bool) -> TableStage:
    """The stage of a live table for this state, which nobody can touch."""
    shown = build_stage(round_context(view.table.rules, state, view.words, view.looks))
    result, table = shown.result, _without_touches(shown.table)
    if is_silent:
        result = result if isinstance(result, DiceShown) else _without_notes(result)
        table = _without_hints(table, state)
    return TableStage(result=result, table=table, past=None)


def _asked_area(view: PracticeView, session: SessionView, area: AreaShown) -> AreaShown:
    """The bet that is asked about is lit; where areas are asked for they can be touched."""
    question = session.question.question
    if question.form is AnswerForm.AREAS:
        if area.area not in question.choices:
            return area
        chosen = area.area in view.keyed.chosen
        state = AreaState.SELECTED if chosen else AreaState.OPEN
        return replace(area, state=state, word="", act=Practise("area", area.area))
    if session.question.asked is None:
        return area
    wager = session.asked.scene.bets[session.question.asked].wager
    own = area.area == wager.area and area.seat in (None, wager.seat)
    return replace(area, state=AreaState.SELECTED, word="") if own else area


# The steps so far


def steps_shown(view: PracticeView, session: SessionView) -> StepsShown:
    """The decisions of this round; an exam, and a round that is played for real, say nothing of how they went."""
    own = [each for each in session.decisions if each.round == session.round - 1]
    marked = session.says_verdict or session.is_guided
    steps = [
        StepDone(
            label=decision_label(view, each.question) if marked else answer_label(view, each),
            tone=_decision_tone(each) if marked else Tone.PLAIN,
            time=_seconds(view, each.milliseconds),
        )
        for each in own
    ]
    right = sum(each.mark.right and not each.hints for each in own)
    late = sum(each.mark.right and each.is_late for each in own)
    count = view.text("of-all", right=str(right), all=str(len(own)))
    return StepsShown(
        heading=view.text("steps-of-round"),
        right=count if marked else view.text("guide-silent"),
        steps=(*steps, StepDone(label=ScreenText("?"), time=_seconds(view, session.waited), now=True)),
        counts=(
            (Tone.GOOD, str(right), view.text("right")),
            (Tone.ATTENTION, str(late), round_text(view, "late")),
            (Tone.STOP, str(len(own) - right), view.text("wrong")),
        )
        if marked
        else ((Tone.PLAIN, str(len(own)), round_text(view, "answered")),),
    )


def _seconds(view: PracticeView, milliseconds: int) -> str:
    return round_text(view, "seconds", seconds=seconds_text(milliseconds)).first


def _decision_tone(decision: RoundDecision) -> Tone:
    if not decision.mark.right:
        return Tone.STOP
    return Tone.ATTENTION if decision.is_late else Tone.GOOD


def decision_label(view: PracticeView, question: DrillQuestion) -> ScreenText:
    """What was to be done, in a word or two: of a step the one that the book has."""
    if question.code == STEP_PART:
        return section_text(view.words, "round-step", question.right[0][0])
    kind = question.code.partition(".")[0]
    kind = kind if kind in _SHORT_KINDS else kind.partition("-")[0]
    return round_text(view, f"asked-{kind if kind in _SHORT_KINDS else 'trouble'}")


def answer_label(view: PracticeView, decision: RoundDecision) -> ScreenText:
    """What was answered, where nothing is said of what was to be done."""
    if decision.question.code == STEP_PART:
        return section_text(view.words, "round-step", decision.answer[0])
    return decision_label(view, decision.question)


_SHORT_KINDS = frozenset(
    {"words", "pay", "device", "trouble", "established", "decided-bet", "decider", "options", "course"}
)


def _without_touches(table: TableShown) -> TableShown:
    """Nothing of it is keyed here: the answer is keyed at the rail."""
    return replace(
        table,
        areas=tuple(replace(area, act=None) for area in table.areas),
        seats=tuple(replace(seat, act=None) for seat in table.seats),
        turn=None,
    )


def _without_notes(hands: HandsShown) -> HandsShown:
    return replace(hands, player=_silent_hand(hands.player), banker=_silent_hand(hands.banker))


def _silent_hand(hand: HandShown) -> HandShown:
    return replace(hand, note=NO_TEXT, cards=tuple(_silent_card(card) for card in hand.cards))


def _silent_card(card: CardShown) -> CardShown:
    if card.face is not Face.PLACE:
        return replace(card, act=None)
    return replace(card, word=NO_TEXT, note=NO_TEXT, tone=Tone.OFF)


def _without_hints(table: TableShown, state: TableState) -> TableShown:
    """Before the result is announced no area says what the cards have decided, and none that it could be insured.

    No odds are printed, and after the result not what is paid: both may be asked.
    """
    if state.round is None or state.round.phase is not Phase.CLOSED:
        return _without_payouts(replace(table, with_odds=False))
    return replace(table, with_odds=False, areas=tuple(_silent_area(area) for area in table.areas))


def _without_payouts(table: TableShown) -> TableShown:
    """Which stakes win is seen, but not what they are paid."""
    return replace(table, areas=tuple(_unpaid_area(area) for area in table.areas))


def _unpaid_area(area: AreaShown) -> AreaShown:
    if not any(stake.wins for stake in area.stakes):
        return area
    return replace(area, stakes=tuple(replace(stake, wins="") for stake in area.stakes))


def _silent_area(area: AreaShown) -> AreaShown:
    if area.area in INSURANCE_AREAS:
        return replace(area, state=AreaState.CLOSED, word="", state_alt_text="", odds="", act=None)
    if area.state in _HINTS:
        stakes = tuple(replace(stake, struck=False, back=False, wins="") for stake in area.stakes)
        return replace(area, state=AreaState.CLOSED, word="", state_alt_text="", stakes=stakes)
    return area
