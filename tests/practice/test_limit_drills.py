"""Limits as they are asked, reckoned a second time from what lies in the scene and on the sign."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable, NotAskedError
from dealer_app.practice.drills import make_exercise
from dealer_app.practice.grading import grade_answer
from dealer_app.practice.questions import DrillQuestion, DrillScene, SceneBet
from dealer_app.practice.skills import load_skills
from dealer_app.rulebooks import GAMES, load_rulebook

TABLES = [
    DrillTable(make_rules(load_rulebook(game), layout)) for game in GAMES for layout in load_rulebook(game).layouts[:2]
]
SKILLS = {skill.id: skill for skill in load_skills().skills}


def _asked(skill: str) -> Iterator[tuple[DrillTable, DrillScene, DrillQuestion]]:
    for table in TABLES:
        if table.rules.book.game not in SKILLS[skill].clauses:
            continue
        for seed in range(40):
            try:
                exercise = make_exercise(table, SKILLS[skill], seed)
            except NotAskedError:
                break
            yield table, exercise.scene, exercise.questions[0]


def _bet(scene: DrillScene) -> SceneBet:
    assert scene.asked is not None
    return scene.bets[scene.asked]


def _heavy_share(scene: DrillScene) -> Fraction:
    """The lighter side and the Differential, of what lies on the heavier side (L2)."""
    assert scene.limits is not None
    area = _bet(scene).wager.area
    heavy = sum(bet.wager.stake for bet in scene.bets if bet.wager.area == area)
    light = sum(bet.wager.stake for bet in scene.bets if bet.wager.area != area)
    (limit,) = scene.limits.differentials.values()
    return Fraction(light + limit, heavy)


def _amount(question: DrillQuestion) -> int:
    return int(question.right[0][0])


def _codes(question: DrillQuestion, amount: int) -> set[str]:
    return {slip.code for slip in grade_answer(question, (str(amount),)).slips}


def test_a_bet_of_the_heavier_side_counts_in_its_share() -> None:
    for _, scene, question in _asked("limits.count.differential"):
        share, stake = _heavy_share(scene), _bet(scene).wager.stake
        assert share < 1
        assert _amount(question) == share * stake
        assert "whole-stake" in _codes(question, stake)


def test_no_share_is_under_the_minimum() -> None:
    for _, scene, question in _asked("limits.count.floor"):
        assert scene.limits is not None
        stake, minimum = _bet(scene).wager.stake, scene.limits.general.minimum
        assert minimum is not None
        assert _heavy_share(scene) * stake < minimum <= stake
        assert _amount(question) == minimum


def test_a_bet_under_the_minimum_is_not_cut() -> None:
    for _, scene, question in _asked("limits.count.under-minimum"):
        assert scene.limits is not None
        assert scene.limits.general.minimum is not None
        assert _amount(question) == _bet(scene).wager.stake < scene.limits.general.minimum
        assert "returned-under-minimum" in _codes(question, 0)


def test_a_maximum_is_the_most_of_a_bet_at_mbs_and_shared_in_its_box_at_tai_sai() -> None:
    for table, scene, question in _asked("limits.count.maximum"):
        assert scene.limits is not None
        maximum = scene.limits.general.maximum
        assert maximum is not None
        if table.rules.book.game == "tiger-baccarat-mbs-v3":
            assert _amount(question) == maximum
        else:
            total = sum(bet.wager.stake for bet in scene.bets)
            assert _amount(question) == Fraction(maximum * _bet(scene).wager.stake, total)


def test_a_bet_under_the_minimum_counts_once_it_is_too_late_and_at_mbs_not_a_second_time() -> None:
    for _, scene, question in _asked("limits.count.minimum"):
        assert _amount(question) == _bet(scene).wager.stake
    for _, scene, question in _asked("limits.count.minimum-again"):
        assert _amount(question) == 0
        assert "whole-stake" in _codes(question, _bet(scene).wager.stake)


def test_before_closing_there_is_room_for_so_much_in_the_order_of_placing() -> None:
    for _, scene, question in _asked("limits.accept.differential"):
        assert scene.asked is not None
        area = _bet(scene).wager.area
        heavy = sum(bet.wager.stake for bet in scene.bets if bet.wager.area == area)
        before = sum(bet.wager.stake for bet in scene.bets[: scene.asked] if bet.wager.area == area)
        assert _amount(question) == _heavy_share(scene) * heavy - before


def test_the_seated_bettor_is_taken_before_the_standing_one_who_placed_first() -> None:
    for _, scene, question in _asked("limits.accept.seated-first"):
        standing, seated, _ = scene.bets
        room = _heavy_share(scene) * (standing.wager.stake + seated.wager.stake)
        expected = seated.wager.stake if scene.asked == 1 else room - seated.wager.stake
        assert _amount(question) == expected
        assert any(slip.code == "seated-not-first" for each in question.mistakes for slip in each.slips)


def test_a_part_under_the_minimum_is_no_bet() -> None:
    for _, _, question in _asked("limits.accept.part-under"):
        assert _amount(question) == 0
        assert any(slip.code == "part-under-minimum" for each in question.mistakes for slip in each.slips)


def test_a_side_is_over_only_above_the_limit() -> None:
    sides = set()
    for _, scene, question in _asked("limits.side"):
        assert scene.limits is not None
        lies: dict[str, int] = {}
        for bet in scene.bets:
            lies[bet.wager.area] = lies.get(bet.wager.area, 0) + bet.wager.stake
        (light, less), (heavy, more) = sorted(lies.items(), key=lambda one: one[1])
        (limit,) = scene.limits.differentials.values()
        assert question.right == ((heavy if more - less > limit else "none",),)
        assert {slip.code for slip in grade_answer(question, (light,)).slips} == {"lighter-side"}
        sides.add(more - less - limit == 0)
    assert sides == {True, False}, "the limit that is just reached is asked too"


def test_the_overrun_is_what_is_above_the_lighter_side_and_the_limit() -> None:
    for _, scene, question in _asked("limits.overrun"):
        assert scene.limits is not None
        lies: dict[str, int] = {}
        for bet in scene.bets:
            lies[bet.wager.area] = lies.get(bet.wager.area, 0) + bet.wager.stake
        less, more = sorted(lies.values())
        (limit,) = scene.limits.differentials.values()
        assert _amount(question) == more - less - limit > 0


def test_the_minimum_is_of_a_bettor_at_cards_and_of_the_box_at_dice() -> None:
    for table, scene, question in _asked("limits.minimum.advised"):
        assert scene.limits is not None
        assert scene.limits.general.minimum is not None
        by_box = table.rules.book.limits.minimum_of.value == "box"
        expected = []
        for place, bet in enumerate(scene.bets):
            lies = [one for one in scene.bets if by_box and one.wager.area == bet.wager.area] or [bet]
            if sum(one.wager.stake for one in lies) < scene.limits.general.minimum:
                expected.append(question.choices[place])
        assert list(question.right[0]) == expected


@pytest.mark.parametrize(
    ("skill", "role"), [("limits.decider.maximum", "shift_manager"), ("limits.decider.differential", "pit_manager")]
)
def test_who_decides_is_the_role_of_the_clause(skill: str, role: str) -> None:
    for _, _, question in _asked(skill):
        assert question.right == ((role,),)
        assert grade_answer(question, ("dealer",)).slips[0].code == "role-too-low"
