"""The right order of a drill is the one in which the station asks when the case is played to its end."""

import pytest

from dealer_app.domain.round import commands, correction_commands, needs
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS, decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import make_guide
from dealer_app.domain.round.irregularities.resolution import option_bettors
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, TableState
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import Ask, DrillTable, NotAskedError
from dealer_app.practice.irregularity_drills import ask_irregularity
from dealer_app.practice.skills import DrillKind, Skill, load_skills
from dealer_app.practice.troubled_rounds import TroubledRound, make_troubled_round
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.scripts.language import DEALER, make_person

TABLES = {game: DrillTable(make_rules(load_rulebook(game), load_rulebook(game).layouts[-1])) for game in GAMES}
TOLD = [skill for skill in load_skills().skills if skill.drill is DrillKind.IRREGULARITY and "story" in skill.wish]
BY_CHOICE_OF_PERSON = (needs.MissingCardNeeded, needs.RemovalNeeded, needs.AffectedRoundsNeeded, needs.RulingNeeded)
"""Met by what somebody finds or decides: the rest of the course is in the case all the same."""


def meet_need(state: TableState, need: needs.Need) -> list[Command]:
    """As it is meant: everybody agrees, stays and puts right what is wrong."""
    at = 0
    match need:
        case needs.ApprovalNeeded(role=role):
            return [commands.Approve(by=make_person(role), at=at)]
        case needs.OptionsNeeded():
            stay = commands.Option.CONTINUE
            chosen: list[Command] = [
                commands.ChooseOption(by=DEALER, at=at, who=who, option=stay) for who in option_bettors(state)
            ]
            return [*chosen, commands.ApplyOptions(by=DEALER, at=at)]
        case needs.OrderNeeded(role=role):
            assert state.round is not None
            order = tuple(range(len(state.round.cards)))
            return [commands.DecideOrder(by=make_person(role), at=at, order=order)]
        case needs.LateOfferNeeded(role=role):
            return [correction_commands.CloseLateOffer(by=make_person(role), at=at)]
        case needs.IntentionsNeeded(role=role):
            return [correction_commands.NameIntentions(by=make_person(role), at=at, named=())]
        case needs.CardsAsideNeeded(cards=cards):
            return [correction_commands.SetCardsAside(by=DEALER, at=at, cards=cards)]
        case needs.ChangesNeeded():
            return [correction_commands.EndChanges(by=DEALER, at=at)]
        case _:
            role = getattr(need, "role", DEALER.role)
            return [BARE_NEED_COMMANDS[type(need)](by=make_person(role), at=at)]


def play_case(found: TroubledRound) -> list[str]:
    """The steps that the guide names one after the other, until the case is closed or somebody decides freely."""
    rules, state = found.rules, found.state
    steps = []
    while any(case.number == found.case.number for case in state.cases):
        need = state.cases[-1].needs[0]
        steps.append(make_guide(rules, state).step.value)
        if isinstance(need, BY_CHOICE_OF_PERSON):
            break
        for command in meet_need(state, need):
            happened = decide(rules=rules, state=state, command=command)
            assert not isinstance(happened, Refusal), (need, happened)
            state = fold(state, happened)
    return steps


@pytest.mark.parametrize("skill", TOLD, ids=lambda skill: skill.id)
def test_the_right_course_is_the_one_that_the_guide_leads_through(skill: Skill) -> None:
    compared = 0
    for game in skill.clauses:
        for seed in range(8):
            ask = Ask(TABLES[game], skill, seed)
            try:
                found = make_troubled_round(ask)
            except NotAskedError:
                continue
            ((right,),) = ask_irregularity(ask).questions[-1].right
            steps = play_case(found)
            course = [step for step in right.split() if step != "go-on"]
            assert course[: len(steps)] == steps
            assert ("void" in course) is (found.case.needs != () and "void" in steps)
            compared += 1
    assert compared


@pytest.mark.parametrize("skill", TOLD, ids=lambda skill: skill.id)
def test_the_case_of_an_exercise_is_that_of_the_document(skill: Skill) -> None:
    """Its clause is one of the document or a policy of the house."""
    for game in skill.clauses:
        try:
            exercise = ask_irregularity(Ask(TABLES[game], skill, 3))
        except NotAskedError:
            continue
        known = {*TABLES[game].rules.book.clauses, "house policy"}
        assert {question.clause for question in exercise.questions} <= known
