"""The third-card table: draw and stand are told apart by shape, colour and word, whole at every width."""

import pytest

from dealer_app.screens.blocks import Cell, CellsBlock, Tone
from ui.blocks.cards import plan_cells
from ui.blocks.plan import Dress, Frame
from ui.theme.sizes import Measures
from ui.theme.theme import BRIGHT, DARK, ColourTheme

pytestmark = pytest.mark.usefixtures("letters")
LARGE, SMALL = Measures.from_size(1920, 1080), Measures.from_size(1366, 768)
DRAWS = CellsBlock(
    cells=tuple(
        Cell(text=str(points), word="stand" if points == 8 else "draw", tone=Tone.OFF if points == 8 else Tone.BANKER)
        for points in range(10)
    )
)


@pytest.mark.parametrize("theme", [DARK, BRIGHT], ids=["dark", "bright"])
def test_standing_is_dashed_and_empty_and_drawing_is_filled(theme: ColourTheme) -> None:
    frames = [part for part in plan_cells(DRAWS, 536.0, Dress(theme, LARGE)).parts if isinstance(part, Frame)]
    assert [points for points, frame in enumerate(frames) if frame.dashed] == [8]
    assert [points for points, frame in enumerate(frames) if frame.fill is None] == [8]


@pytest.mark.parametrize(("width", "measures", "lines"), [(536.0, LARGE, 1), (412.0, SMALL, 2)])
def test_each_word_is_whole_in_its_cell(width: float, measures: Measures, lines: int) -> None:
    plan = plan_cells(DRAWS, width, Dress(DARK, measures))
    frames = [part.rect for part in plan.parts if isinstance(part, Frame)]
    assert len({rect.top() for rect in frames}) == lines
    words = [text for text in plan.texts if not text.text.isdigit()]
    assert [text.text for text in words] == [cell.word for cell in DRAWS.cells]
    assert all(any(rect.contains(text.rect) for rect in frames) for text in plan.texts)
    assert all(text.letters.px >= 16 for text in plan.texts)
    assert max(rect.right() for rect in frames) <= width + 0.01
    assert max(rect.bottom() for rect in frames) <= plan.height + 0.01
