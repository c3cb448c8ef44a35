"""The answers of the drills on irregularities are those of the documents, and differ where these differ."""

from random import Random

import pytest

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.wagers import Result
from dealer_app.practice.drill_table import DrillTable, NotAskedError
from dealer_app.practice.drills import make_exercise
from dealer_app.practice.grading import grade_answer
from dealer_app.practice.questions import Cause, DrillQuestion, Exercise
from dealer_app.practice.skills import DrillKind, load_skills
from dealer_app.practice.stories import STORIES
from dealer_app.rulebooks import load_rulebook

V4, INSURED, MBS, DICE = (
    "tiger-buffalo-v4",
    "tiger-buffalo-insurance",
    "tiger-baccarat-mbs-v3",
    "tai-sai-open-cover-v5",
)
SKILLS = {skill.id: skill for skill in load_skills().skills if skill.drill is DrillKind.IRREGULARITY}
TABLES = {
    game: DrillTable(make_rules(load_rulebook(game), load_rulebook(game).layouts[0]))
    for game in (V4, INSURED, MBS, DICE)
}
SEEDS = range(6)


def ask(game: str, skill: str, seed: int = 1) -> Exercise:
    return make_exercise(TABLES[game], SKILLS.get(f"irregularity.{skill}") or SKILLS[skill], seed)


def find_question(exercise: Exercise, code: str) -> DrillQuestion:
    (found,) = (question for question in exercise.questions if question.code == code)
    return found


def right_answer(game: str, skill: str, code: str) -> str:
    """Of whatever is dealt the same."""
    answers = {find_question(ask(game, skill, seed), code).right[0] for seed in SEEDS}
    assert len(answers) == 1, answers
    return answers.pop()[0]


clause = pytest.mark.clause


@clause(V4, "5.11")
@clause(INSURED, "5.10")
@clause(MBS, "5.8.2.2")
@pytest.mark.parametrize(("game", "role"), [(V4, "pit_supervisor"), (INSURED, "pit_supervisor"), (MBS, "pit_manager")])
def test_who_says_which_of_two_cards_is_first_is_asked_by_the_document(game: str, role: str) -> None:
    assert right_answer(game, "together.later", "decider") == role


@clause(MBS, "5.8.2.1")
def test_two_of_the_first_four_cards_at_once_void_the_round_only_by_mbs() -> None:
    assert right_answer(MBS, "together.first", "course") == "approve void"
    assert right_answer(MBS, "together.first", "options") == "all-back"
    assert right_answer(V4, "together.first", "course") == "options decide-order go-on"


@clause(MBS, "5.8.2.2")
def test_what_is_undecided_goes_back_only_by_mbs_and_the_other_document_is_named() -> None:
    assert right_answer(MBS, "together.later", "options") == "undecided-back"
    assert right_answer(V4, "together.later", "options") == "all-or-none"
    question = find_question(ask(V4, "together.later"), "options")
    slips = grade_answer(question, ("undecided-back",)).slips
    assert slips[0].cause is Cause.IRREGULARITY_OPTION
    assert (slips[0].code, slips[0].facts) == ("other-document", {"book": MBS})


@clause(V4, "5.8.1")
def test_an_outcome_takes_the_options_after_a_card_in_excess() -> None:
    assert right_answer(V4, "excess.open", "options") == "all-or-none"
    assert right_answer(V4, "excess.established", "options") == "nothing"
    found = find_question(ask(V4, "excess.established"), "options")
    assert found.clause == "5.8.1"
    codes = [slip.code for slip in grade_answer(found, ("all-or-none",)).slips]
    assert "as-if-open" in codes


@clause(MBS, "6.1")
def test_a_card_in_excess_is_for_the_shift_manager_by_mbs() -> None:
    assert right_answer(MBS, "excess.established", "decider") == "shift_manager"
    assert right_answer(V4, "excess.established", "decider") == "pit_supervisor"


@clause(V4, "5.9")
def test_cards_on_the_wrong_hand_are_put_right_after_the_options() -> None:
    assert right_answer(V4, "misplaced.open", "course") == "options approve reconstruct go-on"
    assert right_answer(V4, "misplaced.established", "course") == "approve reconstruct go-on"
    question = find_question(ask(V4, "misplaced.open"), "course")
    late = [mistake for mistake in question.mistakes if mistake.answer == ("approve reconstruct options go-on",)]
    assert all(slip.cause is Cause.IRREGULARITY_ORDER for mistake in late for slip in mistake.slips)


@clause(V4, "5.4.1")
@clause(V4, "5.4.2")
@clause(MBS, "5.17.1")
@clause(DICE, "5.4.1")
@clause(DICE, "5.4.2")
def test_a_power_cut_is_answered_by_whether_an_outcome_is_established() -> None:
    assert right_answer(V4, "power.open", "course") == "approve void"
    assert right_answer(V4, "power.established", "course") == "go-on"
    assert right_answer(MBS, "power.open", "options") == "all-or-none"
    assert right_answer(DICE, "power.open", "course") == "approve void"
    assert right_answer(DICE, "power.established", "course") == "go-on"


@clause(INSURED, "5.13.1")
@clause(INSURED, "5.13.2")
def test_insurance_that_was_forgotten_is_offered_late_or_those_who_meant_to_are_named() -> None:
    assert right_answer(INSURED, "offer-missed.open", "course") == "offer-late go-on"
    assert right_answer(INSURED, "offer-missed.open", "decider") == "pit_manager"
    assert right_answer(INSURED, "offer-missed.established", "course") == "name-intentions go-on"


@clause(MBS, "5.11")
def test_the_whole_search_for_a_missing_card_is_asked() -> None:
    steps = "sign-attendance set-cards-aside name-missing-cards replace-missing-cards go-on"
    assert right_answer(MBS, "gone-with-card", "course") == steps


@clause(MBS, "5.18.1")
@clause(MBS, "5.18.3")
def test_wagers_over_the_differential_are_changed_then_removed() -> None:
    assert right_answer(MBS, "bet.differential", "course") == "change-wagers remove-wagers go-on"
    assert right_answer(MBS, "bet.differential", "decider") == "pit_manager"


@clause(DICE, "5.6")
def test_which_rounds_damaged_dice_affected_is_for_the_shift_manager() -> None:
    assert right_answer(DICE, "die-damaged", "decider") == "shift_manager"
    assert all(question.code != "options" for question in ask(DICE, "die-damaged").questions)


@pytest.mark.parametrize("skill", ["power.established", "misplaced.established"])
@pytest.mark.parametrize("game", [V4, INSURED, MBS])
def test_each_area_that_is_called_decided_ends_the_same_whatever_comes(game: str, skill: str) -> None:
    table = TABLES[game]
    assert table.rules.baccarat is not None
    judge, areas, chance = table.rules.baccarat.judge, table.rules.layout.areas, Random(7)
    deck = list(Card)
    for seed in SEEDS:
        exercise = ask(game, skill, seed)
        known = [lies.card for lies in exercise.scene.lying]
        assert None not in known
        question = find_question(exercise, "decided-bet")
        rows = [
            judge.coup_row([card for card in known if card] + chance.choices(deck, k=6 - len(known)))
            for _ in range(300)
        ]
        ends = {area: {row[place].result for row in rows} for place, area in enumerate(areas)}
        decided = {area for right in question.right for area in right}
        assert decided
        assert all(ends[area] in ({Result.WIN}, {Result.LOSE}) for area in areas if area in decided)


def test_any_decided_areas_are_right_and_one_that_is_open_is_wrong() -> None:
    question = next(
        found
        for seed in range(40)
        if len((found := find_question(ask(V4, "power.established", seed), "decided-bet")).right) > 3
    )
    every = question.right[-1]
    assert grade_answer(question, every[:2]).right
    assert grade_answer(question, every[-1:]).right
    assert not grade_answer(question, ()).right
    open_area = next(area for area in question.choices if area not in every)
    mark = grade_answer(question, (every[0], open_area))
    assert (mark.right, mark.wrong, mark.missed) == (False, (open_area,), ())


def test_no_card_that_lies_face_down_or_in_disorder_is_shown() -> None:
    for skill in ("excess.open", "together.later", "wrong-person"):
        drawn = ask(V4, skill).scene.lying
        hidden = [lies for lies in drawn if lies.card is None]
        assert hidden
        assert all(lies.card is None for lies in drawn if lies.disputed)
    assert [lies.disputed for lies in ask(V4, "together.later").scene.lying] == [False] * 4 + [True] * 2


@clause(V4, "5.5.3")
def test_a_hand_with_the_wrong_number_of_cards_is_seen_to_have_it() -> None:
    for seed in SEEDS:
        scene = ask(V4, "hand-miscounted", seed).scene
        right = make_coup([lies.card for lies in scene.lying[:-1] if lies.card])
        counts = [len(scene.player) - len(right.player.cards), len(scene.banker) - len(right.banker.cards)]
        assert sorted(counts) == [0, 1]


def test_every_story_is_told_by_a_skill() -> None:
    told = {name for skill in SKILLS.values() for name in str(skill.wish.get("story", "")).split()}
    assert told == set(STORIES)


def test_the_name_of_an_irregularity_is_among_names_that_the_document_knows() -> None:
    for seed in SEEDS:
        names = find_question(ask(DICE, "bet.after-closing", seed), "trouble").choices
        assert len(names) == 4
        assert not {name for name in names if "card" in name or "insurance" in name}


def test_a_story_that_the_document_does_not_know_is_not_asked() -> None:
    with pytest.raises(NotAskedError):
        make_exercise(TABLES[V4], SKILLS["irregularity.device-reset"], 1)


@clause(MBS, "3.8")
@clause(V4, "5.17")
@pytest.mark.parametrize("game", [V4, INSURED, MBS, DICE])
def test_a_dealer_may_bet_for_a_guest_who_asks(game: str) -> None:
    assert right_answer(game, "decision.on-behalf", "decider") == "dealer"


@clause(MBS, "3.9.2")
@clause(MBS, "3.10.4.1")
@clause(MBS, "3.12.2")
def test_method_c_is_for_an_assistant_casino_manager_and_nobody_beside_him() -> None:
    found = {
        exercise.scene.story: exercise.questions[0].right[0][0]
        for exercise in (ask(MBS, "decision.dealing", seed) for seed in range(60))
    }
    assert found == {
        "equal_highest_bets": "pit_supervisor",
        "hand_revealed_first": "dealer",
        "drawing_without_a_wager": "assistant_casino_manager",
        "withdrawal_when_cutting_card_is_first": "dealer",
        "fewer_wagers_per_area": "pit_manager",
        "method_a_or_b": "pit_manager",
        "method_c": "assistant_casino_manager",
    }


@clause(V4, "3.9")
def test_the_highest_stake_of_the_table_may_squeeze_by_v4() -> None:
    for seed in range(20):
        exercise = ask(V4, "holder.first", seed)
        stakes = {str(bet.wager.seat): bet.wager.stake for bet in exercise.scene.bets}
        best = {seat for seat, stake in stakes.items() if stake == max(stakes.values())}
        assert {answer[0] for answer in exercise.questions[0].right} == best


@clause(MBS, "3.10.2")
@clause(MBS, "3.10.4")
def test_a_hand_goes_to_the_highest_wager_on_it_of_equal_ones_the_first_by_mbs() -> None:
    for seed in range(20):
        exercise = ask(MBS, "holder.first", seed)
        own = [bet.wager for bet in exercise.scene.bets if bet.wager.area == exercise.scene.story_facts["side"]]
        first = max(own, key=lambda wager: wager.stake)
        assert exercise.questions[0].right == ((str(first.seat),),)


@clause(MBS, "3.10.3")
def test_a_hand_that_was_declined_goes_to_somebody_else_on_it() -> None:
    for seed in range(20):
        exercise = ask(MBS, "holder.next", seed)
        own = {
            str(bet.wager.seat): bet.wager.stake
            for bet in exercise.scene.bets
            if bet.wager.area == exercise.scene.story_facts["side"]
        }
        declined = exercise.scene.story_facts["guest"]
        ((right,),) = exercise.questions[0].right
        assert own[declined] >= own[right] == max(stake for seat, stake in own.items() if seat != declined)


@clause(MBS, "3.11.2")
@clause(MBS, "3.12.8")
def test_the_dealer_keeps_the_hands_in_method_b_and_a_guest_the_device_in_method_c() -> None:
    kinds = set()
    for seed in range(20):
        exercise = ask(MBS, "holder.kept", seed)
        kinds.add(exercise.questions[0].code)
        keeper = exercise.scene.story_facts.get("holder", "dealer")
        assert exercise.questions[0].right == ((keeper,),)
    assert kinds == {"holder", "device"}


@clause(MBS, "3.7")
def test_an_area_takes_three_wagers_and_what_is_added_to_one_of_them_by_mbs() -> None:
    counts = set()
    for seed in range(20):
        exercise = ask(MBS, "holder.area", seed)
        there = {bet.wager.bettor for bet in exercise.scene.bets}
        ((right,),) = exercise.questions[0].right
        counts.add(len(there))
        assert right not in there
        assert (right == "nobody") is (len(there) < 3)
    assert counts == {2, 3}
