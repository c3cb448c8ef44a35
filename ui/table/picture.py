"""A layout as pictures: one with all that is printed, and a copy with the present states and stakes.

The first is painted again only when its key changes: layout, size, side or theme. In the second only the
areas that changed are painted again.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap

from dealer_app.domain.rulebook import Layout
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts import Drawing, layout_drawing
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import require_layout
from dealer_app.screens.screen import AreaShown, AreaState, Stake, TableShown
from ui.table import side_notes
from ui.table.artwork.template import ArtworkTemplate
from ui.table.box_contents import BoxContents, fill_box
from ui.table.geometry import Box, Shapes, layout_shapes
from ui.table.lettering import SMALLEST
from ui.table.painter import paint_badge, paint_box, paint_empty_box, paint_felt, paint_lying
from ui.table.tabs import GridHalf, grid_halves
from ui.theme.fonts import font
from ui.theme.theme import ColourTheme


class PictureKey(Struct, frozen=True, kw_only=True):
    """All on which the printed picture depends: a change of any has it painted again."""

    game: str
    letter: str
    seats: tuple[int, ...]
    badges: tuple[str, ...]
    """What is written on the badge of each seat."""
    turned: bool
    with_odds: bool
    limits: tuple[str, ...]
    """Those of each area, where they are to be on the layout."""
    closed: bool
    size: QSize
    ratio: float
    half: int
    theme: ColourTheme
    family: str
    template: ArtworkTemplate | None

    def badge_text(self, seat: int) -> str:
        """The text on the badge of this seat: its number where the layout has more seats than are shown."""
        return dict(zip(self.seats, self.badges, strict=True)).get(seat, str(seat))

    def has_same_places(self, other: "PictureKey") -> bool:
        """Whether all boxes are in the same place on both."""
        return self._places() == other._places()

    def _places(self) -> tuple[object, ...]:
        return self.game, self.letter, self.seats, self.turned, self.size, self.ratio, self.half, self.template

    def shapes(self, drawn: Drawing) -> Shapes:
        size = self.size.width(), self.size.height()
        if self.template is not None:
            return self.template.shapes(size, self.seats, turned=self.turned)
        return layout_shapes(drawn, self.seats, size, turned=self.turned, half=self.half)

    def pixel_rect(self, rectangle: QRect) -> QRect:
        """The rectangle with its edges where pixels of the screen end: at a ratio of 1.25 that is every fourth."""
        grid = next((step for step in range(1, 21) if abs(step * self.ratio - round(step * self.ratio)) < 1e-6), 0)
        everything = QRect(0, 0, self.size.width(), self.size.height())
        if not grid:
            return everything
        left, top = rectangle.left() // grid * grid, rectangle.top() // grid * grid
        right, bottom = -(-(rectangle.right() + 1) // grid) * grid, -(-(rectangle.bottom() + 1) // grid) * grid
        return QRect(left, top, right - left, bottom - top).intersected(everything)


def make_picture_key(
    shown: TableShown,
    size: QSize,
    theme: ColourTheme,
    *,
    ratio: float = 1.0,
    half: int = 0,
    template: ArtworkTemplate | None = None,
) -> PictureKey:
    """What the printed picture of this depends on. An artwork is used only for what it shows, where it can be read."""
    seats = tuple(seat.number for seat in shown.seats)
    if template is not None and (template.game, template.letter) != (shown.game, shown.letter):
        template = None
    if template is not None and not template.can_show(seats, (size.width(), size.height())):
        template = None
    return PictureKey(
        game=shown.game,
        letter=shown.letter,
        seats=seats,
        badges=tuple(seat.keyed or str(seat.number) for seat in shown.seats),
        turned=shown.turned,
        with_odds=shown.with_odds,
        limits=_area_limits(shown),
        closed=_is_mostly_closed(shown),
        size=size,
        ratio=ratio,
        half=half,
        theme=theme,
        family=",".join(font(SMALLEST).families()),
        template=template,
    )


def _area_limits(shown: TableShown) -> tuple[str, ...]:
    limits = tuple(area.limits for area in shown.areas)
    return limits if any(limits) else ()


def _is_mostly_closed(shown: TableShown) -> bool:
    """The printed picture has the border of an open box unless none is open: so that few differ from it."""
    return not any(area.state is AreaState.OPEN for area in shown.areas)


_BESIDE = 4
"""About as many boxes reach into the part in which one is painted."""
_PIECE = 10
"""So many boxes are painted in one turn of the loop."""
_FEW = 4
"""So many that change together are painted at once: a bet, or what is selected."""


class TablePicture:
    """The picture of a layout with its states and stakes, and the shapes by which a touch is found in it.

    It is whole when it is made; one that is made over several turns of the loop is whole once its `pieces` have been
    gone through, and shows what was to be seen when it was begun.
    """

    def __init__(self, shown: TableShown, ground: PictureKey, *, by_pieces: bool = False) -> None:
        self.shown = shown
        self.key = ground
        self.theme = ground.theme
        self.drawing: Drawing = layout_drawing(shown.game, shown.letter)
        self.layout: Layout = require_layout(load_rulebook(shown.game), self.drawing.letter)
        self.shapes = ground.shapes(self.drawing)
        self.areas = _areas_by_place(shown)
        self._halves_seen = self.halves
        self._noted_of: tuple[TableShown | None, frozenset[str]] = None, frozenset()
        self.printed = tuple(_print_texts(self.box_area(box)) for box in self.shapes.boxes)
        self.base = self._blank_pixmap()
        self.pixmap = self.base
        self.filled: tuple[BoxContents, ...] = ()
        self._selected: frozenset[int] = frozenset()
        """The seats whose badge is painted so."""
        self._lit_notes: frozenset[int] = frozenset()
        self.pieces = self._paint_pieces()
        if not by_pieces:
            for _ in self.pieces:
                pass

    def set_shown(self, shown: TableShown) -> None:
        """What can be touched now, before it is painted."""
        self.shown, self.areas = shown, _areas_by_place(shown)

    def show(self, shown: TableShown) -> list[QRect]:
        """The states and stakes of now. Comes back with what has to be painted on the screen."""
        before, selected = self.filled, self._selected
        self.set_shown(shown)
        self.filled = self._all_filled()
        changed: list[QRect] = []
        for old, new in zip(before, self.filled, strict=True):
            if old is not new:
                changed.append(old.bounds.united(new.bounds).toAlignedRect())
        self._selected = _seat_selection(shown)
        changed += (self.badge_bounds(number).toAlignedRect() for number in selected ^ self._selected)
        lit_before, self._lit_notes = self._lit_notes, self._winning_notes()
        changed += (self.shapes.side_notes[place].place.toAlignedRect() for place in lit_before ^ self._lit_notes)
        whole = [self.key.pixel_rect(rectangle) for rectangle in changed]
        for rectangle in self._join_rects(whole):
            self._paint_now(rectangle)
        before_halves, self._halves_seen = self._halves_seen, self.halves
        if self._halves_seen != before_halves:
            whole += (tab.toAlignedRect() for tab in self.shapes.tabs)
        return whole

    def _join_rects(self, rectangles: list[QRect]) -> list[QRect]:
        """As one where so many have changed that most boxes would be painted several times: beside each lie others."""
        painted = sum(self._has_changes(number, each) for number, each in enumerate(self.filled))
        if len(rectangles) * _BESIDE <= painted:
            return rectangles
        everything = QRect()
        for rectangle in rectangles:
            everything = everything.united(rectangle)
        return [everything]

    @property
    def halves(self) -> tuple[GridHalf, ...]:
        """What there is on each half of a grid that is seen in halves."""
        return grid_halves(self.drawing, self.areas) if self.shapes.tabs else ()

    def box_area(self, box: Box) -> AreaShown:
        """What is shown of the area whose box this is."""
        return self.areas.get((box.area, box.seat)) or self.areas.get((box.area, None)) or _empty_area(box)

    def badge_bounds(self, seat: int) -> QRectF:
        found = next((badge for badge in self.shapes.badges if badge.seat == seat), None)
        if found is None:
            return QRectF()
        radius = found.radius + 2
        return QRectF(found.middle.x() - radius, found.middle.y() - radius, 2 * radius, 2 * radius)

    def _blank_pixmap(self) -> QPixmap:
        size, ratio = self.key.size, self.key.ratio
        made = QPixmap(size * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(self.theme.bg)
        return made

    def _paint_pieces(self) -> Iterator[None]:
        """Felt, boxes, names and odds as they lie there with nothing on them, and on a copy of it what is there now."""
        self._paint_felt()
        for some in _batches(range(len(self.shapes.boxes))):
            yield
            self._print(some)
        yield
        yield from self.repaint_pieces()

    def repaint_pieces(self) -> Iterator[None]:
        """Another copy with the states and stakes of now, in pieces; it replaces the one before when it is whole."""
        filled, selected, pixmap = self._all_filled(), _seat_selection(self.shown), self.base.copy()
        changed = [number for number, each in enumerate(filled) if self._has_changes(number, each)]
        for some in _batches(changed):
            yield
            with QPainter(pixmap) as painter:
                _set_sharp(painter)
                self._paint_boxes(painter, [filled[number] for number in some])
        for some in _batches([number for number in changed if filled[number].lying.named]):
            yield
            with QPainter(pixmap) as painter:
                _set_sharp(painter)
                for number in some:
                    paint_lying(painter, filled[number], self.theme, self.shapes.scale)
        self.filled, self._selected, self.pixmap = filled, selected, pixmap
        self._lit_notes = self._winning_notes()
        everything = QRectF(QPointF(), self.key.size.toSizeF())
        with QPainter(self.pixmap) as painter:
            _set_sharp(painter)
            self._paint_lit_notes(painter, everything)
            self._paint_selected(painter, everything)

    def changes_much(self, shown: TableShown) -> bool:
        """Whether so many boxes look otherwise that they are painted in pieces."""
        areas = _areas_by_place(shown)
        changed = [
            place for place, area in areas.items() if _area_look(area) != _area_look(self.areas.get(place, area))
        ]
        return len(changed) > _FEW

    def _paint_felt(self) -> None:
        with QPainter(self.base) as painter:
            _set_sharp(painter)
            paint_felt(painter, self.shapes, self.theme)
            if self.shown.with_odds:
                limits = side_notes.block_limits(self.shown, self.shapes)
                side_notes.paint_side_notes(painter, self.shapes, self.layout, self.theme, limits)

    def _print(self, numbers: Sequence[int]) -> None:
        """These boxes as printed, and over the last of them the badges of the seats."""
        with QPainter(self.base) as painter:
            _set_sharp(painter)
            for number in numbers:
                box = self.shapes.boxes[number]
                plain = self._fill(_plain_area(self.box_area(box), closed=self.key.closed), box, ())
                paint_box(painter, plain, self.theme, self.shapes.scale)
            if numbers[-1] == len(self.shapes.boxes) - 1:
                for badge in self.shapes.badges:
                    text = self.key.badge_text(badge.seat)
                    paint_badge(painter, badge, self.theme, text=text, selected=False)

    def _all_filled(self) -> tuple[BoxContents, ...]:
        """Each box with what it shows; one that looks as before is the same as before."""
        lying = self._stakes_by_box()
        made = []
        for number, box in enumerate(self.shapes.boxes):
            shown, lies = self.box_area(box), lying.get(number, ())
            before = self.filled[number] if self.filled else None
            as_before = before is not None and _area_look(before.shown) == _area_look(shown) and before.stakes == lies
            made.append(before if before is not None and as_before else self._fill(shown, box, lies))
        return tuple(made)

    def _fill(self, shown: AreaShown, box: Box, lying: tuple[Stake, ...]) -> BoxContents:
        """The limits of a block of cells are in its note, or in its cells if they have no room there."""
        scale, odds = self.shapes.scale, self.shown.with_odds
        if not (box.noted and shown.limits and side_notes.area_kind(box.area) in self._kinds_with_limits()):
            return fill_box(box, shown, lying, scale=scale, odds=odds, table=self.shapes)
        unlimited = replace(shown, limits="")
        return replace(fill_box(box, unlimited, lying, scale=scale, odds=odds, table=self.shapes), shown=shown)

    def _kinds_with_limits(self) -> frozenset[str]:
        """Looked for once for all cells of what is shown."""
        if self._noted_of[0] is not self.shown:
            limits = side_notes.block_limits(self.shown, self.shapes)
            self._noted_of = self.shown, side_notes.kinds_with_limits(self.shapes, self.layout, limits)
        return self._noted_of[1]

    def _stakes_by_box(self) -> dict[int, tuple[Stake, ...]]:
        """Which stakes lie on which box: of an area that is drawn twice, on the drawing that is nearer to the seat."""
        copies: dict[tuple[Area, int | None], list[int]] = {}
        for number, box in enumerate(self.shapes.boxes):
            copies.setdefault((box.area, box.seat), []).append(number)
        lying: dict[int, tuple[Stake, ...]] = {}
        for numbers in copies.values():
            for stake in self.box_area(self.shapes.boxes[numbers[0]]).stakes:
                nearest = min(numbers, key=lambda number: self._seat_distance(self.shapes.boxes[number], stake.seat))
                lying[nearest] = (*lying.get(nearest, ()), stake)
        return lying

    def _seat_distance(self, box: Box, seat: int | None) -> float:
        """How far a box is from a seat, along the table; all are as near where there is none."""
        badge = next((each for each in self.shapes.badges if each.seat == seat), None)
        return 0.0 if badge is None else abs(badge.middle.x() - box.middle.x())

    def _paint_now(self, rectangle: QRect) -> None:
        """Paints this part of the picture of now: what is printed, and over it each box that has something about it."""
        with QPainter(self.pixmap) as painter:
            _set_sharp(painter)
            painter.setClipRect(rectangle)
            ratio = self.key.ratio
            source = QRectF(
                rectangle.x() * ratio, rectangle.y() * ratio, rectangle.width() * ratio, rectangle.height() * ratio
            )
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawPixmap(QRectF(rectangle), self.base, source)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            touched = QRectF(rectangle)
            self._paint_lit_notes(painter, touched)
            more = [each for number, each in enumerate(self.filled) if self._has_changes(number, each)]
            self._paint_boxes(painter, [each for each in more if each.bounds.intersects(touched)])
            self._paint_selected(painter, touched)

    def _paint_boxes(self, painter: QPainter, boxes: Sequence[BoxContents]) -> None:
        """Stakes after all boxes: those of a narrow one reach over its neighbours."""
        for paint in (paint_empty_box, paint_lying):
            for each in boxes:
                paint(painter, each, self.theme, self.shapes.scale)

    def _winning_notes(self) -> frozenset[int]:
        if not self.shown.with_odds:
            return frozenset()
        return side_notes.find_paid_notes(self.shown, self.shapes, self.layout)

    def _paint_lit_notes(self, painter: QPainter, touched: QRectF) -> None:
        if not self._lit_notes:
            return
        limits = side_notes.block_limits(self.shown, self.shapes)
        for place in sorted(self._lit_notes):
            letters = self.shapes.side_notes[place]
            if letters.note is not None and letters.place.intersects(touched):
                limit = limits.get(letters.note.odds_of, "")
                side_notes.paint_lit_note(painter, letters, self.shapes, self.layout, self.theme, limit)

    def _paint_selected(self, painter: QPainter, touched: QRectF) -> None:
        for badge in self.shapes.badges:
            if badge.seat in self._selected and self.badge_bounds(badge.seat).intersects(touched):
                text = self.key.badge_text(badge.seat)
                paint_badge(painter, badge, self.theme, text=text, selected=True)

    def _has_changes(self, number: int, each: BoxContents) -> bool:
        """Whether it is otherwise than printed."""
        usual = AreaState.CLOSED if self.key.closed else AreaState.OPEN
        return (
            bool(each.lying.rows) or each.shown.state is not usual or _print_texts(each.shown) != self.printed[number]
        )


def _areas_by_place(shown: TableShown) -> dict[tuple[Area, int | None], AreaShown]:
    return {(area.area, area.seat): area for area in shown.areas}


def _seat_selection(shown: TableShown) -> frozenset[int]:
    return frozenset(seat.number for seat in shown.seats if seat.selected)


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(numbers), _PIECE):
        yield numbers[first : first + _PIECE]


def _plain_area(shown: AreaShown, *, closed: bool) -> AreaShown:
    return replace(shown, state=AreaState.CLOSED if closed else AreaState.OPEN, stakes=(), word="")


def _area_look(shown: AreaShown) -> tuple[object, ...]:
    """What is seen of it: what a touch does may change with every key."""
    return shown.state, shown.stakes, shown.odds, shown.limits, shown.word


def _print_texts(shown: AreaShown) -> tuple[str, str]:
    return shown.odds, shown.limits


def _empty_area(box: Box) -> AreaShown:
    """A box of which nothing is said: it is printed, and that is all."""
    return AreaShown(area=box.area, seat=box.seat, label="", glyph="", short="", odds="", state=AreaState.CLOSED)


def _set_sharp(painter: QPainter) -> None:
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
