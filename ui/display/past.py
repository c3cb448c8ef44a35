"""The rounds before, as guests read them: the roads of the shoe with their counts, or the last tumbles."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPen

from dealer_app.domain.roads import DerivedRoadKind
from dealer_app.screens.blocks import Tone
from dealer_app.screens.display.customer_screen import CustomerScreen
from dealer_app.screens.screen import PastTumble, RoadsShown, TrailShown
from ui.display.band import Brush, join_both
from ui.display.formats import DisplayFormat, RoadPlace
from ui.painting.cards import draw_die
from ui.painting.marks import draw_mark, draw_outcome
from ui.painting.shapes import LEFT, MIDDLE, RIGHT, choose_text, draw_text, fit_font, middle_square, text_width
from ui.roads import RoadGrid, draw_ask_mark, draw_bead, draw_big_road, draw_derived_road, draw_grid

_HEADING = 26
_DERIVED = (DerivedRoadKind.BIG_EYE_BOY, DerivedRoadKind.SMALL_ROAD, DerivedRoadKind.COCKROACH_ROAD)
_HAND_TONES = {0: Tone.BANKER, 1: Tone.PLAYER}


def paint_roads(brush: Brush, design: DisplayFormat, shown: CustomerScreen) -> None:
    """The five roads, the counts and what the next round would add; a long road scrolls by whole columns."""
    past = shown.past
    if not isinstance(past, RoadsShown):
        return
    grids = [_grid(brush, place) for place in design.roads.values()]
    for grid, heading in zip(grids, past.headings, strict=True):
        high = brush.px(_HEADING)
        room = QRectF(grid.x, grid.y - high, grid.cell * grid.columns, high - 2)
        letters = brush.font(20, 600)
        words = choose_text(heading, letters, room.width(), both=True)
        draw_text(brush.painter, room, words, letters, brush.theme.t2)
    roads, theme, painter = past.roads, brush.theme, brush.painter
    glyphs = {} if past.points_on_beads else {tone: glyph for tone, glyph, _ in past.counts}
    bead = grids[0].scroll(max((each.cell.column for each in roads.bead_plate), default=0))
    draw_grid(painter, bead, theme)
    for each in roads.bead_plate:
        if (rect := bead.cell_rect(each.cell)) is not None:
            draw_bead(painter, rect, each.mark, glyphs, theme)
    big = grids[1].scroll(max((entry.drawn.column for entry in roads.big_road.entries), default=0))
    draw_grid(painter, big, theme)
    draw_big_road(painter, big, roads.big_road, theme)
    for road, grid in zip(roads.all_derived_roads, grids[2:], strict=True):
        draw_derived_road(painter, grid, road, theme)
    beside = {part: brush.rect(rect) for part, rect in design.beside_roads.items()}
    _paint_counts(brush, beside["counts"], past, shown)
    _paint_asks(brush, beside["ask"], past, shown)


def _grid(brush: Brush, place: RoadPlace) -> RoadGrid:
    return RoadGrid(
        x=brush.px(place.x), y=brush.px(place.y), cell=max(4, round(brush.px(place.cell))), columns=place.columns
    )


def _paint_counts(brush: Brush, rect: QRectF, past: RoadsShown, shown: CustomerScreen) -> None:
    """How often each hand won: beside one another where there is little height, else below."""
    flat = rect.height() < brush.px(140)
    pairs = shown.pairs
    lines = len(past.counts) + len(pairs)
    for number, (tone, glyph, count) in enumerate(past.counts):
        if flat:
            wide = rect.width() / len(past.counts)
            row = QRectF(rect.x() + number * wide, rect.y(), wide - brush.px(30), rect.height())
        else:
            high = rect.height() / (lines + 1) * 1.2
            row = QRectF(rect.x(), rect.y() + number * high, rect.width(), high)
        side = brush.px(30)
        draw_mark(brush.painter, tone, QRectF(row.x(), row.center().y() - side / 2, side, side), brush.theme)
        room = row.adjusted(side + brush.px(16), 0, 0, 0)
        figure = brush.font(54, 800)
        draw_text(brush.painter, room, str(count), figure, brush.theme.t1, RIGHT)
        name, free = _hand_name(shown, tone, glyph), room.width() - text_width(str(count), figure) - brush.px(10)
        letters = fit_font(name, free, brush.fonts((36, 32, 28, 24)))
        draw_text(brush.painter, QRectF(room.x(), room.y(), free, room.height()), name, letters, brush.theme.t1, LEFT)
    if flat:
        return
    high = rect.height() / (lines + 1)
    y = rect.y() + len(past.counts) * high * 1.2 + high * 0.2
    for pair, count in pairs:
        row = QRectF(rect.x(), y, rect.width(), high)
        draw_text(brush.painter, row, join_both(pair, " "), brush.font(26, 500), brush.theme.t2, LEFT)
        draw_text(brush.painter, row, str(count), brush.font(30, 700), brush.theme.t1, RIGHT)
        y += high


def _name_fonts(brush: Brush) -> list[QFont]:
    return brush.fonts((24, 22, 20, 18, 16), 700)


def _hand_name(shown: CustomerScreen, tone: Tone, glyph: str) -> str:
    return next((join_both(name, " ") for each, name in shown.hand_names if each is tone), glyph)


def _paint_asks(brush: Brush, rect: QRectF, past: RoadsShown, shown: CustomerScreen) -> None:
    """The marks that a win of the Banker, and of the Player, would add to each derived road."""
    brush.box(rect, brush.theme.s1, brush.theme.s1)
    inside = rect.adjusted(brush.px(20), brush.px(4), -brush.px(20), -brush.px(4))
    roads = past.roads.all_derived_roads
    asked = ([road.ask_banker for road in roads], [road.ask_player for road in roads])
    flat = rect.height() < brush.px(100)
    caption = shown.next_round
    head = inside.height() if flat else inside.height() * 0.3
    words = QRectF(inside.x(), inside.y(), inside.width() * (0.42 if flat else 1), head)
    letters = fit_font(join_both(caption, " "), words.width(), brush.fonts((22, 20, 18, 16), 500))
    draw_text(brush.painter, words, join_both(caption, " "), letters, brush.theme.t2)
    side = brush.px(34)
    for number, marks in enumerate(asked):
        if flat:
            wide = inside.width() * 0.29
            row = QRectF(words.right() + number * wide, inside.y(), wide, inside.height())
        else:
            high = (inside.height() - head) / 2
            row = QRectF(inside.x(), inside.y() + head + number * high, inside.width(), high)
        mark = QRectF(row.x(), row.center().y() - side / 2, side, side)
        draw_mark(brush.painter, _HAND_TONES[number], mark, brush.theme)
        if not flat:
            beside = QRectF(mark.right() + brush.px(12), row.y(), brush.px(180), row.height())
            name = _hand_name(shown, _HAND_TONES[number], "")
            draw_text(brush.painter, beside, name, fit_font(name, beside.width(), _name_fonts(brush)), brush.theme.t1)
        step = (row.width() - side) / 4 if flat else brush.px(56)
        for place, (kind, added) in enumerate(zip(_DERIVED, marks, strict=True)):
            x = row.x() + side + step * (place + 1) - side / 2 if flat else row.right() - step * (3 - place)
            draw_ask_mark(brush.painter, QRectF(x, row.center().y() - side / 2, side, side), kind, added, brush.theme)


def paint_trail(brush: Brush, places: Mapping[str, QRectF], trail: TrailShown) -> None:
    """The last tumbles, the newest at the right, and how often each chance came in all of them."""
    rect = brush.rect(places["trail"])
    head = brush.px(34)
    pitch = brush.px(56)
    fitting = max(1, int(rect.width() // pitch))
    seen = trail.tumbles[-fitting:]
    says = trail.headings[min(len(seen), len(trail.headings) - 1)]
    room = QRectF(rect.x(), rect.y(), rect.width(), head)
    draw_text(brush.painter, room, join_both(says, " "), brush.font(22, 600), brush.theme.t2)
    for number, tumble in enumerate(seen):
        column = QRectF(rect.x() + number * pitch, rect.y() + head, pitch, rect.height() - head)
        _paint_tumble(brush, column, tumble)
    counts = brush.rect(places["trail_counts"])
    draw_text(
        brush.painter,
        QRectF(counts.x(), counts.y(), counts.width(), head),
        choose_text(trail.counted, brush.font(22, 600), counts.width(), both=True),
        brush.font(22, 600),
        brush.theme.t2,
    )
    high = min(brush.px(62), (counts.height() - head) / max(1, len(trail.counts)))
    for number, (glyph, count) in enumerate(trail.counts):
        row = QRectF(counts.x(), counts.y() + head + number * high, counts.width(), high)
        side = min(brush.px(42), high * 0.8)
        draw_outcome(brush.painter, glyph, QRectF(row.x(), row.center().y() - side / 2, side, side), brush.theme)
        draw_text(brush.painter, row, str(count), brush.font(44, 800), brush.theme.t1, RIGHT)


def _paint_tumble(brush: Brush, column: QRectF, tumble: PastTumble) -> None:
    theme = brush.theme
    inside = column.adjusted(brush.px(2), 0, -brush.px(2), -brush.px(2))
    if tumble.now:
        brush.box(inside, theme.s2, theme.go, 3)
    side = round(min(brush.px(42), (inside.height() - brush.px(10)) / 6.2))
    y = inside.y() + brush.px(6)
    if tumble.dice is None and tumble.noted:
        draw_mark(brush.painter, Tone.STOP, middle_square(QRectF(inside.x(), y, inside.width(), side), side), theme)
    for face in sorted(tumble.dice or ()):
        draw_die(brush.painter, QRectF(round(inside.center().x() - side / 2), round(y), side, side), face, theme)
        y += side + brush.px(3)
    y = inside.y() + brush.px(6) + 3 * (side + brush.px(3))
    draw_text(
        brush.painter, QRectF(inside.x(), y, inside.width(), side), tumble.total, brush.font(32, 700), theme.t1, MIDDLE
    )
    y += side
    for glyph in tumble.marks:
        place = middle_square(QRectF(inside.x(), y, inside.width(), side), side * 0.92)
        draw_outcome(brush.painter, glyph, place, theme)
        y += side + brush.px(2)
    brush.painter.setPen(QPen(theme.line, 1))
    if not tumble.now:
        brush.painter.drawLine(column.topRight(), column.bottomRight())
