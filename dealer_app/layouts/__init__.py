"""Where everything is on the 43 approved drawings, and what is printed there: data, without a window.

Bets and odds are the rulebook's; a drawing that has another box than its layout's bets is a fault of the data, and is
found when it is read. How it becomes shapes is `ui.table`.
"""

from dealer_app.layouts.drawing import (
    ArcDrawing,
    BoxLegend,
    Drawing,
    GridBlock,
    GridDrawing,
    LayoutNote,
    LongDrawing,
    SceneRect,
    box_legend,
)
from dealer_app.layouts.loader import DrawingFaultsError, layout_drawing

__all__ = [
    "ArcDrawing",
    "BoxLegend",
    "Drawing",
    "DrawingFaultsError",
    "GridBlock",
    "GridDrawing",
    "LayoutNote",
    "LongDrawing",
    "SceneRect",
    "box_legend",
    "layout_drawing",
]
