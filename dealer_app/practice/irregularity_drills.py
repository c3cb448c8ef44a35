"""Drills on irregularities: what it is, whether an outcome is established and by which bet, who decides, what guests
may choose, and what is done in which order.

Every right answer is read from the case that the station opens. A wrong one is what the same station says of changed
facts: by the rules of another document, with an outcome where there is none, of another irregularity.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from random import Random

from dealer_app.domain.baccarat.reconstruction import INITIAL_PLACES
from dealer_app.domain.cards import Card
from dealer_app.domain.round.guide import DEALER_ROLE, NEED_STEPS, Step
from dealer_app.domain.round.irregularities.kinds import (
    IrregularityKind,
    case_plan,
    option_loss_clause,
)
from dealer_app.domain.round.irregularities.plans import CasePlan, OutcomeContext, is_judged_by_result
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    ChangesNeeded,
    LateOfferNeeded,
    Need,
    OptionsNeeded,
    RulingNeeded,
    Scope,
    VoidNeeded,
)
from dealer_app.domain.round.state import DrawnCard, TableState
from dealer_app.domain.round.table_settings import Rules, make_rules
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.practice.card_drills import gather_mistakes
from dealer_app.practice.drill_table import Ask
from dealer_app.practice.holder_drills import ask_holder
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, DrillScene, Exercise, Slip
from dealer_app.practice.troubled_rounds import TroubledRound, can_happen, make_troubled_round
from dealer_app.rulebooks import GAMES, load_rulebook

_YES, _NO = "yes", "no"
_CHOICES = 4
_GO_ON = "go-on"
_Slips = Iterator[tuple[Answer, Slip]]


def ask_irregularity(ask: Ask) -> Exercise:
    """Cards or dice and bets show what has happened; then it is asked in the order of the station."""
    if ask.text("decisions"):
        return _ask_decision(ask)
    if ask.text("holds"):
        return ask_holder(ask)
    found = make_troubled_round(ask)
    return ask.exercise(found.scene, make_case_questions(found, ask.chance()))


def make_case_questions(found: TroubledRound, chance: Random) -> tuple[DrillQuestion, ...]:
    """What is asked of an open case, in the order in which the station asks; what its clause leaves out is left out."""
    questions = (
        _ask_kind(found, chance),
        _ask_established(found),
        _ask_deciding_bet(found),
        _ask_decider(found),
        _ask_options(found),
        _ask_course(found, chance),
    )
    return tuple(question for question in questions if question is not None)


# What is it?


_ALIKE = (
    (
        IrregularityKind.EXCESS_CARD,
        IrregularityKind.EXPOSED_CARD,
        IrregularityKind.MISPLACED_CARDS,
        IrregularityKind.CARD_TO_WRONG_PERSON,
        IrregularityKind.TOGETHER_ORDER_LOST,
        IrregularityKind.TOGETHER_ORDER_KNOWN,
        IrregularityKind.ORDER_LOST,
        IrregularityKind.MISSED_CARD,
        IrregularityKind.WRONG_NUMBER_OF_CARDS,
        IrregularityKind.CARD_BEFORE_CLOSING,
        IrregularityKind.MISSED_INSURANCE,
    ),
    (
        IrregularityKind.FOREIGN_CARD,
        IrregularityKind.WRONG_DECK,
        IrregularityKind.NOT_SHUFFLED,
        IrregularityKind.INSUFFICIENT_CARDS,
        IrregularityKind.CARD_SEEN_IN_DEVICE,
        IrregularityKind.CARD_CORRECTED,
        IrregularityKind.DEVICE_RESET,
        IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED,
        IrregularityKind.CUTTING_CARD_FIRST,
        IrregularityKind.CARDS_NOT_PASSED,
        IrregularityKind.LEFT_WITH_CARD,
    ),
    (
        IrregularityKind.LATE_BET,
        IrregularityKind.WITHDRAWN_BET,
        IrregularityKind.MOVED_BET,
        IrregularityKind.STAKE_WITHOUT_VALUE,
        IrregularityKind.OVER_MAXIMUM,
        IrregularityKind.DIFFERENTIAL_EXCEEDED,
    ),
    (
        IrregularityKind.TUMBLED_TOO_EARLY,
        IrregularityKind.TOO_FEW_TUMBLES,
        IrregularityKind.COCKED_DIE,
        IrregularityKind.DAMAGED_DICE,
        IrregularityKind.WRONG_LAMPS,
    ),
    (
        IrregularityKind.POWER_FAILURE,
        IrregularityKind.PLAYER_LEFT,
        IrregularityKind.WRONG_DISPLAY,
        IrregularityKind.ERROR_OF_EARLIER_ROUND,
        IrregularityKind.LIMITS_OF_EARLIER_ROUND,
        IrregularityKind.OTHER,
    ),
)
"""What is taken for one another: wrong names come from the same row first."""
_SAME_SIGHT = (
    {IrregularityKind.ORDER_LOST, IrregularityKind.TOGETHER_ORDER_LOST},
    {IrregularityKind.ORDER_LOST, IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED},
    {IrregularityKind.WRONG_NUMBER_OF_CARDS, IrregularityKind.MISSED_CARD},
    {IrregularityKind.WRONG_NUMBER_OF_CARDS, IrregularityKind.EXCESS_CARD},
    {IrregularityKind.MISSED_CARD, IrregularityKind.MISSED_INSURANCE},
    {IrregularityKind.EXCESS_CARD, IrregularityKind.CARD_BEFORE_CLOSING},
    {IrregularityKind.LIMITS_OF_EARLIER_ROUND, IrregularityKind.ERROR_OF_EARLIER_ROUND},
    {IrregularityKind.LEFT_WITH_CARD, IrregularityKind.PLAYER_LEFT},
    {IrregularityKind.OVER_MAXIMUM, IrregularityKind.DIFFERENTIAL_EXCEEDED},
    {IrregularityKind.CARD_TO_WRONG_PERSON, IrregularityKind.CARDS_NOT_PASSED},
)
"""Each of these could be called the other too: neither is a wrong name for it."""


def _ask_kind(found: TroubledRound, chance: Random) -> DrillQuestion:
    kind = found.story.kind
    others = _other_kinds(found, chance)
    choices = _shuffled(chance, (kind.value, *(other.value for other in others)))
    right: tuple[Answer, ...] = ((kind.value,),)
    return DrillQuestion(
        code="trouble",
        form=AnswerForm.CHOICE,
        part="trouble",
        choices=choices,
        right=right,
        mistakes=gather_mistakes(right, _kind_slips(found, others)),
        usual=Slip(Cause.IRREGULARITY_CLASS, "kind-misjudged"),
        clause=found.case.clause,
        facts={"kind": kind.value},
        why="trouble",
    )


def _other_kinds(found: TroubledRound, chance: Random) -> Sequence[IrregularityKind]:
    kind, rules = found.story.kind, found.rules
    fitting = [
        other
        for row in sorted(_ALIKE, key=lambda row: kind not in row)
        for other in chance.sample(row, len(row))
        if other is not kind and can_happen(rules, other) and {kind, other} not in _SAME_SIGHT
    ]
    return fitting[: _CHOICES - 1]


def _kind_slips(found: TroubledRound, others: Sequence[IrregularityKind]) -> _Slips:
    """With the clause by which the station would have treated the other one."""
    for other in others:
        clause = case_plan(found.rules, _as_told(found), other, _any_places(found)).clause
        yield (
            (other.value,),
            Slip(Cause.IRREGULARITY_CLASS, "taken-for-another", {"kind": other.value, "clause": clause}),
        )


def _any_places(found: TroubledRound) -> tuple[int, ...]:
    count = len(found.round.cards)
    return found.case.places or tuple(range(max(0, count - 2), count))


def _as_told(found: TroubledRound) -> TableState:
    """The table with its round, also where that is void or has just ended."""
    return found.state if found.state.round is not None else replace(found.state, round=found.round)


# Is an outcome established, and by which bet?


def _ask_established(found: TroubledRound) -> DrillQuestion | None:
    """Left out where the clause does not ask for it."""
    established = found.case.established
    if established is None:
        return None
    right: tuple[Answer, ...] = ((_YES if established else _NO,),)
    return DrillQuestion(
        code="established",
        form=AnswerForm.CHOICE,
        part="answer",
        choices=(_YES, _NO),
        right=right,
        mistakes=gather_mistakes(right, _outcome_slips(found)),
        usual=Slip(Cause.OUTCOME, "outcome-misjudged"),
        clause=found.case.clause,
        facts={"established": right[0][0], "cards": str(len(found.round.cards))},
        why=f"established-{right[0][0]}",
    )


def _outcome_slips(found: TroubledRound) -> _Slips:
    """What is found with one card more or less, or when only some of the bets are looked at."""
    baccarat, seen = found.rules.baccarat, found.visible_cards
    if baccarat is None:
        return
    decided = baccarat.decide_with_unknown(seen)
    placed = {bet.wager.area for bet in found.round.in_play}
    areas = {*decided.won, *decided.lost}
    yield (_YES if areas & placed else _NO,), Slip(Cause.OUTCOME, "only-bets-placed")
    yield (_YES if areas & {*_HANDS} else _NO,), Slip(Cause.OUTCOME, "only-the-winner")
    yield (_YES if areas else _NO,), Slip(Cause.OUTCOME, "any-bet-counted")
    if None in seen:
        counted = baccarat.decide_with_unknown([card or _ANY_CARD for card in seen])
        yield (_YES if counted.is_established else _NO,), Slip(Cause.OUTCOME, "face-down-card-counted")


_ANY_CARD = Card.ACE_OF_SPADES
"""In the place of one that lies face down: whichever it is, it decides some bet or none."""


def _ask_deciding_bet(found: TroubledRound) -> DrillQuestion | None:
    """Any area that is decided will do; with dice every one is, and nothing is asked.

    Where the outcome is the one between Player and Banker (ruling E5) only their own bets are.
    """
    baccarat = found.rules.baccarat
    if baccarat is None or not found.case.established:
        return None
    decided = baccarat.decide_with_unknown(found.visible_cards)
    of_hands = is_judged_by_result(found.rules, _CONTEXTS.get(found.story.case_kind, OutcomeContext.OPTIONS))
    areas = tuple(
        area
        for area in (_HANDS if of_hands else found.rules.layout.areas)
        if area in decided.won or area in decided.lost
    )
    if not areas:
        return None
    return DrillQuestion(
        code="decided-bet",
        form=AnswerForm.AREAS,
        choices=tuple(found.rules.layout.areas),
        right=(*((area,) for area in areas), areas) if len(areas) > 1 else (areas,),
        one_is_enough=True,
        usual=Slip(Cause.AREA_WRONG, "not-decided"),
        clause=found.case.clause,
        facts={"area": areas[0], "result": "won" if areas[0] in decided.won else "lost", "count": str(len(areas))},
        why="decided-bet",
    )


_HANDS = (Area("player"), Area("banker"))
_CONTEXTS = {
    IrregularityKind.POWER_FAILURE: OutcomeContext.INTERRUPTION,
    IrregularityKind.MISSED_INSURANCE: OutcomeContext.NEGLECT,
}


# Who decides?


def _ask_decider(found: TroubledRound) -> DrillQuestion | None:
    """Left out where nobody but the dealer has anything to do with it."""
    need = next((need for need in found.needs if getattr(need, "role", "")), None)
    if need is None:
        return None
    clause: str = getattr(need, "clause", found.case.clause)
    elsewhere = ((game, _first_role(plan.needs)) for game, plan in _plans_elsewhere(found))
    return _role_question(found.rules, NEED_STEPS[type(need)].value, getattr(need, "role", ""), clause, elsewhere)


def _first_role(needs: Sequence[Need]) -> str:
    return next((role for role in (getattr(need, "role", "") for need in needs) if role), DEALER_ROLE)


def _role_question(
    rules: Rules, what: str, role: str, clause: str, elsewhere: Iterator[tuple[str, str]]
) -> DrillQuestion:
    """`what` is decided by this role, or by any above it."""
    roles = tuple(each.code for each in rules.book.roles)
    right: tuple[Answer, ...] = ((role,),)
    slips = (*_rank_slips(rules, role), *_elsewhere_slips(roles, elsewhere))
    return DrillQuestion(
        code="decider",
        form=AnswerForm.CHOICE,
        part="role",
        choices=roles,
        right=right,
        mistakes=gather_mistakes(right, iter(slips)),
        usual=Slip(Cause.IRREGULARITY_APPROVER, "rank-misjudged"),
        clause=clause,
        facts={"what": what, "role": role},
        why="decider",
    )


def _rank_slips(rules: Rules, right: str) -> _Slips:
    for role in rules.book.roles:
        if role.code == right:
            continue
        code = "rank-too-high" if rules.may_act(role.code, right) else "rank-too-low"
        beside = not rules.may_act(role.code, right) and not rules.may_act(right, role.code)
        facts = {"role": role.code}
        yield (role.code,), Slip(Cause.IRREGULARITY_APPROVER, "rank-beside" if beside else code, facts)


def _elsewhere_slips(roles: Sequence[str], elsewhere: Iterator[tuple[str, str]]) -> _Slips:
    for game, role in elsewhere:
        if role in roles:
            yield (role,), Slip(Cause.IRREGULARITY_APPROVER, "other-document", {"book": game})


def _ask_decision(ask: Ask) -> Exercise:
    """Who decides one of the things that come up at a table though nothing is wrong.

    What the document says itself is asked before what the house has settled.
    """
    rules = ask.table.rules
    known = [code for code in ask.text("decisions").split() if rules.has_decider(code)]
    stated = [code for code in known if rules.decider(code)[1] in rules.book.clauses]
    decision = ask.chance().choice(stated or known)
    role, clause = rules.decider(decision)
    elsewhere = (
        (game, other.decider(decision)[0])
        for game in GAMES
        if game != rules.book.game and (other := _rules_of(game)).has_decider(decision)
    )
    return ask.exercise(DrillScene(story=decision), (_role_question(rules, decision, role, clause, elsewhere),))


# What may guests choose?


class GuestChoice(Enum):
    """What guests may do with their bets after an irregularity."""

    NOTHING = "nothing"
    """The round goes on, and their bets with it."""
    ALL_BACK = "all-back"
    """It is void: every bet goes back, and nobody is asked."""
    ALL_OR_NONE = "all-or-none"
    """Play on, or take back all that they have."""
    UNDECIDED_BACK = "undecided-back"
    """Play on, or take back what is not decided yet."""
    CHANGE_STAKES = "change-stakes"
    INSURE = "insure"


def _guest_choice(needs: Sequence[Need]) -> GuestChoice:
    for need in needs:
        match need:
            case OptionsNeeded(_, scope):
                return GuestChoice.ALL_OR_NONE if scope is Scope.ALL_BETS else GuestChoice.UNDECIDED_BACK
            case VoidNeeded():
                return GuestChoice.ALL_BACK
            case ChangesNeeded():
                return GuestChoice.CHANGE_STAKES
            case LateOfferNeeded():
                return GuestChoice.INSURE
            case _:
                pass
    return GuestChoice.NOTHING


_USUAL_CHOICES = (
    GuestChoice.NOTHING,
    GuestChoice.ALL_OR_NONE,
    GuestChoice.UNDECIDED_BACK,
    GuestChoice.ALL_BACK,
)


def _ask_options(found: TroubledRound) -> DrillQuestion | None:
    """Left out where somebody decides freely what becomes of the bets."""
    needs = found.case.needs
    if any(isinstance(need, RulingNeeded | AffectedRoundsNeeded) for need in needs):
        return None
    chosen = _guest_choice(needs)
    choices = _USUAL_CHOICES if chosen in _USUAL_CHOICES else (*_USUAL_CHOICES[:-1], chosen)
    right: tuple[Answer, ...] = ((chosen.value,),)
    offered = tuple(choice.value for choice in choices)
    return DrillQuestion(
        code="options",
        form=AnswerForm.CHOICE,
        part="option",
        choices=offered,
        right=right,
        mistakes=gather_mistakes(
            right, ((answer, slip) for answer, slip in _option_slips(found) if answer[0] in offered)
        ),
        usual=Slip(Cause.IRREGULARITY_OPTION, "options-misjudged"),
        clause=_option_clause(found),
        facts={"options": chosen.value},
        why="options",
    )


def _option_clause(found: TroubledRound) -> str:
    """That gives the choice, or withholds it because an outcome is established."""
    asked = next((need.clause for need in found.case.needs if isinstance(need, OptionsNeeded)), None)
    lost = option_loss_clause(found.rules, found.case.trouble, established=bool(found.case.established))
    return asked or lost or found.case.clause


def _option_slips(found: TroubledRound) -> _Slips:
    for game, plan in _plans_elsewhere(found):
        facts = {"book": game}
        yield (_guest_choice(plan.needs).value,), Slip(Cause.IRREGULARITY_OPTION, "other-document", facts)
    turned = _plan_with_outcome_turned(found)
    if turned is not None:
        yield (_guest_choice(turned.needs).value,), Slip(Cause.IRREGULARITY_OPTION, _turned_code(found))
    asked = any(isinstance(need, OptionsNeeded) for need in found.case.needs)
    for choice in (GuestChoice.ALL_OR_NONE, GuestChoice.UNDECIDED_BACK):
        code = "wrong-part-back" if asked else "options-without-clause"
        yield (choice.value,), Slip(Cause.IRREGULARITY_OPTION, code)
    yield (GuestChoice.ALL_BACK.value,), Slip(Cause.IRREGULARITY_OPTION, "void-without-clause")
    yield (GuestChoice.NOTHING.value,), Slip(Cause.IRREGULARITY_OPTION, "options-withheld")


def _turned_code(found: TroubledRound) -> str:
    return "as-if-open" if found.case.established else "as-if-established"


# What is done, in which order?


def _course(needs: Sequence[Need]) -> str:
    """The steps by which it is put right, in their order, and whether the round goes on after them."""
    steps = [NEED_STEPS[type(need)].value for need in needs]
    ends = {Step.VOID.value, Step.RULING.value, Step.STATE_AFFECTED_ROUNDS.value}
    return " ".join(steps if ends & {*steps} else [*steps, _GO_ON])


def _ask_course(found: TroubledRound, chance: Random) -> DrillQuestion:
    course = _course(found.needs)
    right: tuple[Answer, ...] = ((course,),)
    wrong = gather_mistakes(right, _course_slips(found))[: _CHOICES - 1]
    return DrillQuestion(
        code="course",
        form=AnswerForm.CHOICE,
        part="course",
        choices=_shuffled(chance, (course, *(mistake.answer[0] for mistake in wrong))),
        right=right,
        mistakes=wrong,
        usual=Slip(Cause.IRREGULARITY_ORDER, "course-misjudged"),
        clause=found.case.clause,
        facts={"course": course},
        why="course",
    )


def _course_slips(found: TroubledRound) -> _Slips:
    """First what another document or another outcome would ask for, then steps forgotten, added or exchanged."""
    needs = found.needs
    for game, plan in _plans_elsewhere(found):
        yield (_course(plan.needs),), Slip(Cause.IRREGULARITY_ORDER, "other-document", {"book": game})
    turned = _plan_with_outcome_turned(found)
    if turned is not None:
        yield (_course(turned.needs),), Slip(Cause.OUTCOME, _turned_code(found))
    asked = tuple(need for need in needs if isinstance(need, OptionsNeeded))
    rest = tuple(need for need in needs if not isinstance(need, OptionsNeeded))
    if asked and rest:
        yield (_course((*rest, *asked)),), Slip(Cause.IRREGULARITY_ORDER, "asked-too-late")
    if asked:
        yield (_course(rest),), Slip(Cause.IRREGULARITY_OPTION, "options-withheld")
    alone = tuple(need for need in needs if not getattr(need, "role", ""))
    if alone and alone != needs:
        yield (_course(alone),), Slip(Cause.IRREGULARITY_APPROVER, "nobody-asked")
    yield (f"{Step.APPROVE.value} {Step.VOID.value}",), Slip(Cause.IRREGULARITY_ORDER, "void-without-clause")
    yield (_GO_ON,), Slip(Cause.IRREGULARITY_ORDER, "went-on")
    yield (Step.RULING.value,), Slip(Cause.IRREGULARITY_APPROVER, "ruling-though-covered")
    yield (f"{Step.OPTIONS.value} {_GO_ON}",), Slip(Cause.IRREGULARITY_OPTION, "options-without-clause")


# The same table by other facts


@cache
def _rules_of(game: str) -> Rules:
    """Of a document as it was approved, on its first layout."""
    book = load_rulebook(game)
    return make_rules(book, book.layouts[0])


def _plans_elsewhere(found: TroubledRound) -> Iterator[tuple[str, CasePlan]]:
    """What other documents of the same kind of game make of it, while an outcome is as it is here."""
    kind, own = found.story.case_kind, found.case
    state = _as_told(found)
    if not _is_planned_alike(own.needs, case_plan(found.rules, state, kind, own.places).needs):
        return
    for game in GAMES:
        rules = _rules_of(game)
        if game == found.rules.book.game or rules.book.house is not found.rules.book.house:
            continue
        if not can_happen(rules, kind):
            continue
        plan = case_plan(rules, state, kind, own.places)
        if None in (plan.established, own.established) or plan.established == own.established:
            yield game, plan


def _is_planned_alike(needs: Sequence[Need], planned: Sequence[Need]) -> bool:
    """Whether the case has what its plan says, and nothing that was answered since."""
    return [type(need) for need in needs] == [type(need) for need in planned]


_NATURAL = tuple(
    DrawnCard(card, put, turned=True)
    for card, put in zip(
        (Card.ACE_OF_SPADES, Card.TWO_OF_HEARTS, Card.EIGHT_OF_CLUBS, Card.KING_OF_DIAMONDS),
        INITIAL_PLACES,
        strict=True,
    )
)
"""Four cards on which nobody draws: everything is decided."""


def _plan_with_outcome_turned(found: TroubledRound) -> CasePlan | None:
    """What would be done with an outcome where there is none, or without one; None where that changes no facts."""
    own, state = found.case, _as_told(found)
    if own.established is None or state.round is None:
        return None
    round_ = state.round
    if found.rules.baccarat is None:
        turned = replace(round_, dice=None if own.established else (1, 2, 3))
    elif own.established:
        turned = replace(round_, cards=())
    else:
        turned = replace(round_, cards=_NATURAL)
    plan = case_plan(found.rules, replace(state, round=turned), found.story.case_kind, own.places)
    return None if plan.established == own.established else plan


def _shuffled(chance: Random, choices: Sequence[str]) -> tuple[str, ...]:
    return tuple(chance.sample(choices, len(choices)))
