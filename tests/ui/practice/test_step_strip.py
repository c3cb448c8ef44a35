"""The steps of a practised round: whole at every size, never how many are to come, and counts in a small window."""

import pytest

from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.screen import StepDone, StepsShown
from ui.blocks.plan import Dress, Frame, ToneMark
from ui.blocks.text_metrics import ELLIPSIS
from ui.practice.step_strip import plan_steps
from ui.theme.sizes import Measures
from ui.theme.theme import DARK

pytestmark = pytest.mark.usefixtures("letters")
LARGE, SMALL = Dress(DARK, Measures.from_size(1920, 1080)), Dress(DARK, Measures.from_size(1366, 768))


def steps(count: int, tone: Tone = Tone.GOOD) -> StepsShown:
    done = tuple(
        StepDone(label=ScreenText(f"Collect and pay {place}"), tone=tone, time="1.2 s") for place in range(count)
    )
    return StepsShown(
        heading=ScreenText("Steps of this round", "本局步驟"),
        right=ScreenText(f"{count} of {count} right first try"),
        steps=(*done, StepDone(label=ScreenText("?"), time="3.0 s", now=True)),
        counts=((Tone.GOOD, str(count), ScreenText("right")), (Tone.STOP, "0", ScreenText("wrong"))),
    )


@pytest.mark.parametrize("count", [0, 3, 40])
def test_two_empty_fields_follow_however_many_steps_there_are(count: int) -> None:
    plan = plan_steps(steps(count), 1336, 166, LARGE)
    dashed = [part for part in plan.parts if isinstance(part, Frame) and part.dashed]
    assert len(dashed) == 2
    assert all(part.rect.right() <= 1336 for part in plan.parts)


def test_of_many_steps_the_last_are_there_whole() -> None:
    texts = [text.text for text in plan_steps(steps(40), 1336, 166, LARGE).texts]
    assert "?" in texts
    assert "39" in " ".join(texts)
    assert not [text for text in texts if ELLIPSIS in text]


def test_an_exam_shows_no_marks() -> None:
    plan = plan_steps(steps(5, Tone.PLAIN), 1336, 166, LARGE)
    assert not [part for part in plan.parts if isinstance(part, ToneMark)]


def test_a_small_window_has_the_counts_in_one_line() -> None:
    plan = plan_steps(steps(5), 926, 64, SMALL)
    assert [text.text for text in plan.texts] == ["5", "right", "0", "wrong", "5 of 5 right first try"]
    assert all(text.rect.bottom() <= 64 for text in plan.texts)
