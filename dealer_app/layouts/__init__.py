"""What lies where on the 43 approved drawings, and what is printed there: data, without a window.

Bets and odds are the rulebook's; a drawing that has another box than its layout's bets is a fault of the data, and is
found when it is read. How it becomes shapes is `ui.table`.
"""

from dealer_app.layouts.drawing import ArcDrawing, Block, Drawing, GridDrawing, LongDrawing, Note, Place
from dealer_app.layouts.printed import Printed, printed
from dealer_app.layouts.reading import DrawingFaultsError, drawing

__all__ = [
    "ArcDrawing",
    "Block",
    "Drawing",
    "DrawingFaultsError",
    "GridDrawing",
    "LongDrawing",
    "Note",
    "Place",
    "Printed",
    "drawing",
    "printed",
]
