"""The shapes of a layout, in the pixels in which they are painted and hit."""

from ui.table.geometry.boxes import Badge, Box, BoxRank, Shapes, SideNote
from ui.table.geometry.shape_layout import layout_shapes

__all__ = ["Badge", "Box", "BoxRank", "Shapes", "SideNote", "layout_shapes"]
