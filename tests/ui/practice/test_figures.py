"""Tables of figures, charts and panels: all of a title is written, grades differ by shape, nothing leaves its room."""

import pytest

from dealer_app.charts import BarChart, CourseChart, ListBar, ListChart
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    ChartsBlock,
    ChartTile,
    FigureCell,
    FiguresBlock,
    FiguresRow,
    Meter,
    PanelsBlock,
    PlanPanel,
    ScreenText,
    Tone,
)
from ui.blocks.block import plan_block
from ui.blocks.plan import BlockPlan, ChartPicture, Dress, GradeMark
from ui.theme import fonts
from ui.theme.sizes import Measures
from ui.theme.theme import BRIGHT, DARK

pytestmark = pytest.mark.usefixtures("qapp")
SIZES = ((1920, 1080, 880), (1366, 768, 860))
LONG = "Power failure, no outcome yet, all bets stay"
TABLE = FiguresBlock(
    headings=tuple(ScreenText(each) for each in ("Drawing", "Irregu- larities", "sessions to go")),
    rows=(
        FiguresRow(
            name="person:1",
            title=LONG,
            line="5.4 of 14",
            cells=(
                FigureCell(text="100", grade=5),
                FigureCell(text="not seen", grade=0),
                FigureCell(text="11", tone=Tone.ATTENTION),
            ),
            act=Practise("person", "1"),
        ),
    ),
)
COURSE = CourseChart(names=("1", "2", "3"), values=(80, None, 95), low=50, high=100, standard=90)
BARS = ListChart(bars=(ListBar(name=LONG * 3, value=3, figure="3", note="126,850"),))
CHARTS = ChartsBlock(
    tiles=(
        ChartTile(title=ScreenText("Limits and bets", "限額與投注"), figure="94 %", grade=2, chart=COURSE),
        ChartTile(title=ScreenText("Errors"), note="of 917", chart=BARS),
        ChartTile(title=ScreenText("Due"), chart=BarChart(names=("18", "19"), values=(13, 0), limit=100)),
    ),
    columns=3,
)
LADDER = PanelsBlock(
    panels=tuple(
        PlanPanel(
            name=f"rung:{number}",
            title=ScreenText("3 Results and areas", "結果與投注區"),
            meters=(Meter(name="right", per_cent=share, reach=90, text=f"{share} %"),),
            lines=("streak 19", "begun 58 of 58 skills"),
            figure="3 min",
        )
        for number, share in enumerate((0, 75, 100))
    ),
    rising=True,
)


def planned(block: FiguresBlock | ChartsBlock | PanelsBlock, size: tuple[int, int, int]) -> BlockPlan:
    width, height, room = size
    fonts.install_fonts()
    return plan_block(block, room, Dress(DARK, Measures.from_size(width, height)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("block", [TABLE, CHARTS, LADDER])
def test_nothing_leaves_its_room_and_no_word_of_a_title_is_cut(
    block: FiguresBlock | ChartsBlock | PanelsBlock, size: tuple[int, int, int]
) -> None:
    plan = planned(block, size)
    for part in plan.parts:
        assert part.rect.left() >= -0.5
        assert part.rect.right() <= size[2] + 0.5
        assert part.rect.bottom() <= plan.height + 0.5
    assert not [text.text for text in plan.texts if text.text.endswith("…")]


def test_every_word_of_a_row_is_there_and_the_whole_row_is_touched() -> None:
    plan = planned(TABLE, SIZES[1])
    written = " ".join(text.text for text in plan.texts)
    assert all(word in written for word in LONG.split())
    (place,) = plan.places
    assert place.rect.width() == SIZES[1][2]
    assert place.rect.height() >= 64
    assert [part.grade for part in plan.parts if isinstance(part, GradeMark)] == [5, 0]


def test_a_name_over_a_bar_is_cut_where_it_would_leave_the_chart() -> None:
    drawings = [part.svg for part in planned(CHARTS, SIZES[0]).parts if isinstance(part, ChartPicture)]
    assert len(drawings) == 3
    assert LONG * 3 not in drawings[1]
    assert "…" in drawings[1]


def test_a_rung_begins_higher_than_the_one_before() -> None:
    tops = [part.rect.top() for part in planned(LADDER, SIZES[0]).parts if part.rect.height() > 100]
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) == 3


def test_both_themes_give_charts_their_colours() -> None:
    plans = [plan_block(CHARTS, 900, Dress(theme, Measures.from_size(1920, 1080))) for theme in (DARK, BRIGHT)]
    dark, bright = ([part.svg for part in plan.parts if isinstance(part, ChartPicture)] for plan in plans)
    assert dark != bright
