"""What a drill shows in the terminal: the same facts as at the screen."""

from dealer_app.cli.practice_lines import scene_lines
from dealer_app.practice.questions import DrillScene
from dealer_app.practice.wording import sign_text, story_text
from dealer_app.texts import Language, Words
from tests.practice.test_drills import SKILLS, make_exercises

WORDS = Words.load(Language.EN)


def scene_of(skill: str) -> DrillScene:
    (found,) = (each for each in SKILLS if each.id == skill)
    return make_exercises(found, range(1))[0].scene


def test_what_has_happened_is_told_first() -> None:
    scene = scene_of("irregularity.bet.moved")
    assert next(iter(scene_lines(WORDS, scene))) == story_text(WORDS, scene)


def test_a_card_that_is_face_down_has_its_number_and_no_face() -> None:
    scene = scene_of("irregularity.excess.established")
    assert f"On no hand: {len(scene.lying)}:--" in list(scene_lines(WORDS, scene))


def test_cards_of_which_nobody_knows_the_order_have_no_number() -> None:
    told = " ".join(scene_lines(WORDS, scene_of("irregularity.together.later")))
    assert told.count("?:--") == 2


def test_the_sign_is_told() -> None:
    scene = scene_of("limits.accept.differential")
    assert scene.limits is not None
    assert f"Sign: {sign_text(WORDS, scene.limits)}" in list(scene_lines(WORDS, scene))
