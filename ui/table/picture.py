"""A layout as pictures: one with all that is printed, and a copy with the states and stakes of now.

The first is made anew only for another layout, size, side or theme; in the second only the areas that changed are
painted again.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPixmap

from dealer_app.domain.rulebook import Layout
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts import Drawing, drawing
from dealer_app.rulebooks import approved
from dealer_app.rulebooks.finding import layout_of
from dealer_app.showing.screen import AreaShown, AreaState, Stake, TableShown
from ui.table import beside
from ui.table.filling import Filled, filled
from ui.table.geometry import Box
from ui.table.ground import Ground
from ui.table.halves import Half, halves_of
from ui.table.painter import paint_badge, paint_box, paint_felt

_BESIDE = 4
"""About as many boxes reach into the part in which one is painted."""
_PIECE = 10
"""So many boxes are painted in one turn of the loop."""
_FEW = 4
"""So many that change together are painted at once: a bet, or what is selected."""


class Picture:
    """See the module. Shapes stand in it for whoever looks for what was touched.

    It is whole when it is made; one that is made for several turns of the loop is when its `pieces` have been gone
    through, and shows what was to be seen when it was begun.
    """

    def __init__(self, shown: TableShown, ground: Ground, *, by_pieces: bool = False) -> None:
        self.shown = shown
        self.ground = ground
        self.theme = ground.theme
        self.drawing: Drawing = drawing(shown.game, shown.letter)
        self.layout: Layout = layout_of(approved(shown.game), self.drawing.letter)
        self.shapes = ground.shapes(self.drawing)
        self.areas = _by_place(shown)
        self._halves_seen = self.halves
        self._noted_of: tuple[TableShown | None, frozenset[str]] = None, frozenset()
        self.printed = tuple(_printed(self.area_of(box)) for box in self.shapes.boxes)
        self.base = self._bare()
        self.pixmap = self.base
        self.filled: tuple[Filled, ...] = ()
        self._selected: frozenset[int] = frozenset()
        """The seats whose badge is painted so."""
        self.pieces = self._painted_by_pieces()
        if not by_pieces:
            for _ in self.pieces:
                pass

    def see(self, shown: TableShown) -> None:
        """What can be touched now, before it is painted."""
        self.shown, self.areas = shown, _by_place(shown)

    def show(self, shown: TableShown) -> list[QRect]:
        """The states and stakes of now. Comes back with what has to be painted on the screen."""
        before, selected = self.filled, self._selected
        self.see(shown)
        self.filled = self._all_filled()
        changed: list[QRect] = []
        for old, new in zip(before, self.filled, strict=True):
            if old is not new:
                changed.append(old.bounds.united(new.bounds).toAlignedRect())
        self._selected = _selected(shown)
        changed += (self.badge_bounds(number).toAlignedRect() for number in selected ^ self._selected)
        whole = [self.ground.on_pixels(rectangle) for rectangle in changed]
        for rectangle in self._parts(whole):
            self._paint_now(rectangle)
        before_halves, self._halves_seen = self._halves_seen, self.halves
        if self._halves_seen != before_halves:
            whole += (tab.toAlignedRect() for tab in self.shapes.tabs)
        return whole

    def _parts(self, rectangles: list[QRect]) -> list[QRect]:
        """As one where so many have changed that most boxes would be painted several times: beside each lie others."""
        painted = sum(self._is_more(number, each) for number, each in enumerate(self.filled))
        if len(rectangles) * _BESIDE <= painted:
            return rectangles
        everything = QRect()
        for rectangle in rectangles:
            everything = everything.united(rectangle)
        return [everything]

    @property
    def halves(self) -> tuple[Half, ...]:
        """What there is on each half of a grid that is seen in halves."""
        return halves_of(self.drawing, self.areas) if self.shapes.tabs else ()

    def area_of(self, box: Box) -> AreaShown:
        """What is shown of the area whose box this is."""
        return self.areas.get((box.area, box.seat)) or self.areas.get((box.area, None)) or _nothing(box)

    def badge_bounds(self, seat: int) -> QRectF:
        found = next((badge for badge in self.shapes.badges if badge.seat == seat), None)
        if found is None:
            return QRectF()
        radius = found.radius + 2
        return QRectF(found.middle.x() - radius, found.middle.y() - radius, 2 * radius, 2 * radius)

    def _bare(self) -> QPixmap:
        size, ratio = self.ground.size, self.ground.ratio
        made = QPixmap(size * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(self.theme.bg)
        return made

    def _painted_by_pieces(self) -> Iterator[None]:
        """Felt, boxes, names and odds as they lie there with nothing on them, and on a copy of it what is there now."""
        self._paint_felt()
        for some in _some(range(len(self.shapes.boxes))):
            yield
            self._print(some)
        yield
        yield from self.shown_anew()

    def shown_anew(self) -> Iterator[None]:
        """Another copy with the states and stakes of now, in pieces; it stands for the one before when it is whole."""
        filled, selected, pixmap = self._all_filled(), _selected(self.shown), self.base.copy()
        for some in _some([number for number, each in enumerate(filled) if self._is_more(number, each)]):
            yield
            with QPainter(pixmap) as painter:
                _sharp(painter)
                self._paint_boxes(painter, [filled[number] for number in some])
        self.filled, self._selected, self.pixmap = filled, selected, pixmap
        with QPainter(self.pixmap) as painter:
            _sharp(painter)
            self._paint_selected(painter, QRectF(QPointF(), self.ground.size.toSizeF()))

    def changes_much(self, shown: TableShown) -> bool:
        """Whether so many boxes look otherwise that they are painted in pieces."""
        areas = _by_place(shown)
        changed = [place for place, area in areas.items() if _look(area) != _look(self.areas.get(place, area))]
        return len(changed) > _FEW

    def _paint_felt(self) -> None:
        with QPainter(self.base) as painter:
            _sharp(painter)
            paint_felt(painter, self.shapes, self.theme)
            if self.shown.with_odds:
                limits = beside.limits_of_blocks(self.shown, self.shapes)
                beside.paint(painter, self.shapes, self.layout, self.theme, limits)

    def _print(self, numbers: Sequence[int]) -> None:
        """These boxes as printed, and over the last of them the badges of the seats."""
        with QPainter(self.base) as painter:
            _sharp(painter)
            for number in numbers:
                box = self.shapes.boxes[number]
                plain = self._fill(_plain(self.area_of(box), closed=self.ground.closed), box, ())
                paint_box(painter, plain, self.theme, self.shapes.scale)
            if numbers[-1] == len(self.shapes.boxes) - 1:
                for badge in self.shapes.badges:
                    text = self.ground.badge_of(badge.seat)
                    paint_badge(painter, badge, self.theme, text=text, selected=False)

    def _all_filled(self) -> tuple[Filled, ...]:
        """Each box with what it shows; one that looks as before is the same as before."""
        lying = self._lying()
        made = []
        for number, box in enumerate(self.shapes.boxes):
            shown, lies = self.area_of(box), lying.get(number, ())
            before = self.filled[number] if self.filled else None
            as_before = before is not None and _look(before.shown) == _look(shown) and before.stakes == lies
            made.append(before if before is not None and as_before else self._fill(shown, box, lies))
        return tuple(made)

    def _fill(self, shown: AreaShown, box: Box, lying: tuple[Stake, ...]) -> Filled:
        """The limits of a block of cells stand in its note, or in its cells if they have no room there."""
        scale, odds = self.shapes.scale, self.shown.with_odds
        if not (box.noted and shown.limits and beside.kind_of(box.area) in self._noted()):
            return filled(box, shown, lying, scale=scale, odds=odds)
        return replace(filled(box, replace(shown, limits=""), lying, scale=scale, odds=odds), shown=shown)

    def _noted(self) -> frozenset[str]:
        """Looked for once for all cells of what is shown."""
        if self._noted_of[0] is not self.shown:
            limits = beside.limits_of_blocks(self.shown, self.shapes)
            self._noted_of = self.shown, beside.noted_kinds(self.shapes, self.layout, limits)
        return self._noted_of[1]

    def _lying(self) -> dict[int, tuple[Stake, ...]]:
        """Which stakes lie on which box: of an area that is drawn twice, on the drawing that is nearer to the seat."""
        copies: dict[tuple[Area, int | None], list[int]] = {}
        for number, box in enumerate(self.shapes.boxes):
            copies.setdefault((box.area, box.seat), []).append(number)
        lying: dict[int, tuple[Stake, ...]] = {}
        for numbers in copies.values():
            for stake in self.area_of(self.shapes.boxes[numbers[0]]).stakes:
                nearest = min(numbers, key=lambda number: self._away(self.shapes.boxes[number], stake.seat))
                lying[nearest] = (*lying.get(nearest, ()), stake)
        return lying

    def _away(self, box: Box, seat: int | None) -> float:
        """How far a box is from a seat, along the table; all are as near where there is none."""
        badge = next((each for each in self.shapes.badges if each.seat == seat), None)
        return 0.0 if badge is None else abs(badge.middle.x() - box.middle.x())

    def _paint_now(self, rectangle: QRect) -> None:
        """Paints this part of the picture of now: what is printed, and over it each box that has something about it."""
        with QPainter(self.pixmap) as painter:
            _sharp(painter)
            painter.setClipRect(rectangle)
            ratio = self.ground.ratio
            source = QRectF(
                rectangle.x() * ratio, rectangle.y() * ratio, rectangle.width() * ratio, rectangle.height() * ratio
            )
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawPixmap(QRectF(rectangle), self.base, source)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            touched = QRectF(rectangle)
            more = [each for number, each in enumerate(self.filled) if self._is_more(number, each)]
            self._paint_boxes(painter, [each for each in more if each.bounds.intersects(touched)])
            self._paint_selected(painter, touched)

    def _paint_boxes(self, painter: QPainter, boxes: Sequence[Filled]) -> None:
        for each in boxes:
            paint_box(painter, each, self.theme, self.shapes.scale)

    def _paint_selected(self, painter: QPainter, touched: QRectF) -> None:
        for badge in self.shapes.badges:
            if badge.seat in self._selected and self.badge_bounds(badge.seat).intersects(touched):
                text = self.ground.badge_of(badge.seat)
                paint_badge(painter, badge, self.theme, text=text, selected=True)

    def _is_more(self, number: int, each: Filled) -> bool:
        """Whether it is otherwise than printed."""
        usual = AreaState.CLOSED if self.ground.closed else AreaState.OPEN
        return bool(each.lying.rows) or each.shown.state is not usual or _printed(each.shown) != self.printed[number]


def _by_place(shown: TableShown) -> dict[tuple[Area, int | None], AreaShown]:
    return {(area.area, area.seat): area for area in shown.areas}


def _selected(shown: TableShown) -> frozenset[int]:
    return frozenset(seat.number for seat in shown.seats if seat.selected)


def _some(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(numbers), _PIECE):
        yield numbers[first : first + _PIECE]


def _plain(shown: AreaShown, *, closed: bool) -> AreaShown:
    return replace(shown, state=AreaState.CLOSED if closed else AreaState.OPEN, stakes=(), word="")


def _look(shown: AreaShown) -> tuple[object, ...]:
    """What is seen of it: what a touch does may change with every key."""
    return shown.state, shown.stakes, shown.odds, shown.limits, shown.word


def _printed(shown: AreaShown) -> tuple[str, str]:
    return shown.odds, shown.limits


def _nothing(box: Box) -> AreaShown:
    """A box of which nothing is said: it is printed, and that is all."""
    return AreaShown(area=box.area, seat=box.seat, label="", glyph="", short="", odds="", state=AreaState.CLOSED)


def _sharp(painter: QPainter) -> None:
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
