"""The shapes of a layout, in the pixels in which they are painted and hit."""

from ui.table.geometry.boxes import Badge, Box, Lettered, Rank, Shapes
from ui.table.geometry.shapes_of import shapes_of

__all__ = ["Badge", "Box", "Lettered", "Rank", "Shapes", "shapes_of"]
