"""The finding of the shoe's order and live odds as whole pages: every word has its room, at both sizes.

With the plans of what only they have: the run of cards, the new deck, the edges, the chart on a scale of powers of ten.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from dealer_app.charts import ChanceChart, ChartInk, draw_chart
from dealer_app.domain.cards import Suit
from dealer_app.domain.values import replace
from dealer_app.screens.blocks import (
    NO_TEXT,
    CardRunBlock,
    DeckBlock,
    EdgeRow,
    EdgesBlock,
    RunCard,
    ScreenText,
    SuitLine,
    Tone,
)
from dealer_app.screens.input_state import Panel
from dealer_app.screens.screen import Screen
from tests.screens.test_supervisor_pages import KEYED, open_look, set_stage, show, with_odds
from tests.support.scenes import SceneStage
from tests.ui.pictures import Camera
from tests.ui.test_at_one_glance import PAIRS, SIZES, looks_of
from ui.blocks.block import BlockWidget
from ui.blocks.plan import Dress, Frame, Icon, ToneMark
from ui.blocks.scroller import Scroller
from ui.blocks.text_metrics import ELLIPSIS
from ui.supervisor.card_runs import plan_card_run, plan_deck
from ui.supervisor.edges import plan_edges
from ui.theme.sizes import Measures
from ui.theme.theme import DARK

LARGE, SMALL = Measures.from_size(1920, 1080), Measures.from_size(1366, 768)


def found(stage: SceneStage) -> Screen:
    return show(stage, Panel.SHOE_ORDER)


def followed(stage: SceneStage) -> Screen:
    return show(stage, Panel.SHOE_ORDER, picks={"order-leaf": "order"})


def keyed(stage: SceneStage) -> Screen:
    stage.house.check_done(stage.house.station.order.hold(stage.house.m1))
    return show(stage, Panel.SHOE_ORDER, picks={"order-form": "open"})


def decided(stage: SceneStage) -> Screen:
    keyed(stage)
    return show(stage, Panel.SHOE_ORDER, **KEYED)


def looked_at(stage: SceneStage) -> Screen:
    return open_look(with_odds(stage))


def switched_off(stage: SceneStage) -> Screen:
    return show(stage, Panel.LIVE_ODDS)


PAGES: Mapping[str, Callable[[SceneStage], Screen]] = {
    "found": found,
    "followed": followed,
    "keyed": keyed,
    "decided": decided,
    "odds": looked_at,
    "odds-off": switched_off,
}


@pytest.fixture(scope="module", params=sorted(SIZES))
def camera(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Camera]:
    assert qapp is not None
    made = Camera(SIZES[request.param])
    yield made
    made.close()


@pytest.mark.parametrize("language", PAIRS)
@pytest.mark.parametrize("page", PAGES)
def test_no_word_of_a_page_is_cut_and_nothing_of_it_has_to_be_moved(camera: Camera, page: str, language: str) -> None:
    stage = set_stage(looks=looks_of(language))
    is_compact = camera.window.width() < 1920
    stage.desk._window = replace(stage.desk._window, is_compact=lambda: is_compact)
    camera.window.show_screen(PAGES[page](stage), looks_of(language))
    camera.window.show()
    QApplication.processEvents()
    shown = [each for each in camera.window.findChildren(BlockWidget) if each.isVisible()]
    assert not [text.text for each in shown for text in each.plan.texts if ELLIPSIS in text.text]
    for each in shown:
        assert all(text.rect.right() <= each.width() + 1 for text in each.plan.texts)
    moved = [each for each in camera.window.findChildren(Scroller) if each.isVisible() and each.has_overflow]
    assert not moved


def test_a_run_has_a_frame_around_each_card_of_it_and_an_arrow_where_one_follows() -> None:
    cards = tuple(RunCard(card="KS", note=str(place), lit=place > 1, leads=place in (2, 3)) for place in range(5))
    plan = plan_card_run(CardRunBlock(cards=cards, columns=5), 700, Dress(DARK, LARGE))
    framed = [part for part in plan.parts if isinstance(part, Frame) and part.border is not None]
    arrows = [part.rect for part in plan.parts if isinstance(part, Icon)]
    assert len(framed) == 3
    assert len(arrows) == 2
    assert not any(arrow.intersects(part.rect) for arrow in arrows for part in framed)


@pytest.mark.parametrize("measures", [LARGE, SMALL])
def test_the_ranks_of_a_new_deck_are_whole_in_their_cells(measures: Measures) -> None:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    deck = DeckBlock(suits=tuple(SuitLine(suit=suit, ranks=ranks, lit=frozenset({0, 9})) for suit in Suit))
    plan = plan_deck(deck, 610, Dress(DARK, measures))
    lit = [part.rect for part in plan.parts if isinstance(part, Frame)]
    assert len(lit) == 8
    inside = [text.text for text in plan.texts if any(rect.contains(text.rect) for rect in lit)]
    assert inside == ["A", "10"] * 4
    assert all(text.rect.right() <= 610 for text in plan.texts)


def edges(*now: int) -> EdgesBlock:
    rows = tuple(
        EdgeRow(
            name=ScreenText(f"BET {place}"),
            pays="8 to 1",
            chance="9.52 %",
            now=value,
            now_text=f"{value}",
            full=1436,
            full_text="14.36 %",
            against=ScreenText("against the house") if value < 0 else NO_TEXT,
        )
        for place, value in enumerate(now)
    )
    heading = ScreenText("heading")
    return EdgesBlock(headings=(heading,) * 6, rows=rows, zero="0 %", legend=ScreenText("legend"))


@pytest.mark.parametrize(("measures", "width"), [(LARGE, 1288.0), (SMALL, 902.0)])
def test_a_bar_reaches_from_the_line_to_the_side_of_who_has_the_edge(measures: Measures, width: float) -> None:
    plan = plan_edges(edges(2500, -700, 1000), width, Dress(DARK, measures))
    frames = [part for part in plan.parts if isinstance(part, Frame)]
    line = max((part.rect for part in frames if part.rect.width() == 2), key=QRectF.height).center().x()
    bars = [part.rect for part in frames if part.radius == 3]
    assert [round(bar.left() - line) for bar in bars] == [0, round(-bars[1].width()), 0]
    assert bars[0].width() == pytest.approx(2.5 * bars[2].width())
    marks = [part for part in plan.parts if isinstance(part, ToneMark)]
    assert [mark.tone for mark in marks] == [Tone.ATTENTION]
    ticks = [part.rect for part in frames if part.rect.width() == 3]
    assert len(ticks) == 3
    assert not any(mark.rect.intersects(each) for mark in marks for each in (*ticks, *bars))


INK = ChartInk(text="#111", quiet="#222", line="#333", mark="#444", good="#555", attention="#666", ground="#777")


def test_each_power_of_ten_is_a_step_of_the_chart_and_what_was_found_has_a_frame() -> None:
    chart = ChanceChart(
        names=("0", "1", "2", "3"),
        depths=(0, 100, 200, 300),
        grid=((0, "1"), (300, "千分之一")),
        limit=2,
        limit_name="alarm from 2",
        found=3,
    )
    svg = draw_chart(chart, (400, 200), INK)
    boxes = re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="([\d.]+)" height="[\d.]+" rx="\d" fill="#(\d+)"', svg)
    bars = [(float(y), fill) for y, _, fill in boxes if fill != "111"]
    steps = [later[0] - sooner[0] for sooner, later in pairwise(bars)]
    assert max(steps) - min(steps) <= 0.2
    assert [fill for _, fill in bars] == ["222", "222", "666", "666"]
    assert [fill for _, _, fill in boxes].index("111") == 3, "the frame is behind the bar that was found"
    names = [float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="end"', svg)]
    assert min(names) >= 4 * 16, "the name of a line has its room"
