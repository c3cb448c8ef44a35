"""Two lanes on one axis: a second is always as long, words are whole, and the moment in question is in sight."""

import pytest

from dealer_app.screens.blocks import Lane, LaneFlag, LaneRemark, LanesBlock, LaneSpan, ScreenText, TimeBlock, Tone
from ui.blocks.plan import BlockPlan, Dress, Frame, TextPart
from ui.blocks.text_metrics import ELLIPSIS
from ui.practice.lanes import PIXELS_A_SECOND, plan_lanes, plan_time
from ui.theme.sizes import Measures
from ui.theme.theme import BRIGHT, DARK

pytestmark = pytest.mark.usefixtures("letters")
LARGE, SMALL = Dress(DARK, Measures.from_size(1920, 1080)), Dress(BRIGHT, Measures.from_size(1366, 768))
WIDTHS = [pytest.param(1288, LARGE, id="1920"), pytest.param(902, SMALL, id="1366")]


def part(begin: float, end: float, title: str, *lines: str, tone: Tone = Tone.PLAIN, missing: bool = False) -> LaneSpan:
    return LaneSpan(
        begin=round(begin * 1000), end=round(end * 1000), title=title, lines=lines, tone=tone, missing=missing
    )


def lanes(focus: float = 0, seconds: int = 70) -> LanesBlock:
    later = part(30, seconds, "Pay 3 to 5", "1,500 · 2,000")
    return LanesBlock(
        caption=ScreenText("Phase seconds"),
        phases=(part(0, 5.9, "Deal", "5.9"), part(30, seconds, "Pay", "40 of 20 s", tone=Tone.ATTENTION)),
        upper=Lane(
            name=ScreenText("The book", "規則"),
            tone=Tone.GOOD,
            parts=(part(0, 5.9, "Deal four cards", "3.10"), part(5.9, 9.8, "Offer"), later),
        ),
        lower=Lane(
            name=ScreenText("Done", "實際"),
            parts=(part(5.9, 9.8, "none", missing=True, tone=Tone.STOP), part(9.8, 10.4, "Drew 5", tone=Tone.STOP)),
        ),
        flags=(LaneFlag(number=1, at=7_800), LaneFlag(number=2, at=(seconds - 4) * 1000, tone=Tone.ATTENTION)),
        remarks=(
            LaneRemark(at=8_000, text="“Eyes on the shoe.” Trainer 1, at step 7"),
            LaneRemark(at=9_000, text="“Better.” Trainer 1, at step 8"),
        ),
        focus=round(focus * 1000),
    )


def written(plan: BlockPlan) -> list[str]:
    return [each.text for each in plan.parts if isinstance(each, TextPart)]


@pytest.mark.parametrize(("width", "dress"), WIDTHS)
@pytest.mark.parametrize("focus", [0, 66])
def test_what_is_written_is_whole_and_in_its_place(width: int, dress: Dress, focus: float) -> None:
    plan = plan_lanes(lanes(focus), width, dress)
    assert plan.texts
    for text in plan.texts:
        assert ELLIPSIS not in text.text
        assert text.letters.px >= 16
        assert text.rect.left() >= -0.01
        assert text.rect.right() <= width + 0.01
        assert text.rect.bottom() <= plan.height + 0.01
    remarks = [text.rect for text in plan.texts if text.text.startswith("“")]
    assert not [1 for one in remarks for other in remarks if one is not other and one.intersects(other)]


@pytest.mark.parametrize(("width", "dress"), WIDTHS)
def test_a_second_is_as_long_in_every_window(width: int, dress: Dress) -> None:
    dashed = [each for each in plan_lanes(lanes(), width, dress).parts if isinstance(each, Frame) and each.dashed]
    assert [round(each.rect.width() + 2) for each in dashed] == [round(3.9 * PIXELS_A_SECOND)]


@pytest.mark.parametrize(("width", "dress"), WIDTHS)
def test_a_long_round_shows_the_moment_that_it_is_about(width: int, dress: Dress) -> None:
    begins, ends = (written(plan_lanes(lanes(focus, seconds=200), width, dress)) for focus in (0, 196))
    assert "Deal four cards" in " ".join(begins)
    assert "Deal" not in ends
    assert "2" in ends, "its flag is there"
    assert "2" not in begins


def test_a_part_without_room_for_its_words_has_none_of_them() -> None:
    assert "Drew" not in " ".join(written(plan_lanes(lanes(), 1288, LARGE)))


@pytest.mark.parametrize(("per_mille", "share"), [(0, 0), (500, 0.5), (1500, 1)])
def test_the_bar_of_a_limit_is_as_long_as_the_time_that_has_gone(per_mille: int, share: float) -> None:
    plan = plan_time(TimeBlock(text=ScreenText("3.0 s of 6 s"), per_mille=per_mille), 536, LARGE)
    bars = [each.rect.width() for each in plan.parts if isinstance(each, Frame)]
    assert bars[1:] == ([pytest.approx(bars[0] * share)] if share else [])
