"""Cards in a row with their numbers and words, and tiles: framed hands, or framed facts with cards."""

from PySide6.QtCore import QRectF

from dealer_app.showing.blocks import CardRow, CardShown, Control, Face, Tile, Tiles
from dealer_app.showing.lines import Line, Tone
from ui.blocks.plan import Draft, Dress, Frame, Kind, Mark, Picture, Place, Plan
from ui.blocks.tones import marked
from ui.blocks.writing import Letters, advance, wrapped
from ui.painting.marks import mark_colour, tint_colour

_SHAPE = 1.4
_OVERHANG = 12
_POINTS = 2
"""The points of a hand are of no more letters; a tile with a longer text tells a fact."""


def plan_card_row(block: CardRow, width: float, dress: Dress) -> Plan:
    draft, measures = Draft(dress), dress.measures
    px = measures.px
    if not block.cards:
        return draft.plan(width, 0.0)
    gap, overhang = px(16, 10), px(_OVERHANG) if any(card.number is not None for card in block.cards) else 0
    wished = px(140, 92) if not dress.fold.close else px(92, 62)
    high, wide = _size(block.cards, width - overhang, (wished, gap), dress)
    x, top, foot = 0.0, float(overhang), 0.0
    for card in block.cards:
        foot = max(foot, _card(card, QRectF(x, top, wide, high), wide + gap - px(4), draft))
        x += wide + gap
    return draft.plan(width, foot)


def _size(cards: tuple[CardShown, ...], width: float, wanted: tuple[float, float], dress: Dress) -> tuple[float, float]:
    """The height of the cards and the width of the column of each."""
    high, gap = wanted
    word, note = Letters(dress.measures.text(16), 700), Letters(dress.measures.text(16))
    widest = max(
        max(advance(card.word.first, word) + dress.measures.px(24), advance(card.note.first, note)) for card in cards
    )
    sideways = any(card.sideways for card in cards)
    column = (width - gap * (len(cards) - 1)) / len(cards)
    most = column if not sideways else column / _SHAPE
    high = min(high, most * _SHAPE)
    card_wide = high if sideways else high / _SHAPE
    return high, min(column, max(card_wide, min(widest, dress.measures.px(170))))


def _card(card: CardShown, rect: QRectF, room: float, draft: Draft) -> float:
    """One card in its column, its number at its corner, its word and note below; gives back its foot."""
    measures, theme = draft.dress.measures, draft.dress.theme
    high, wide = rect.height(), rect.height() / _SHAPE
    if card.sideways:
        face = QRectF(rect.left(), rect.top() + (high - wide) / 2, high, wide)
    else:
        face = QRectF(rect.left(), rect.top(), wide, high)
    draft.parts.append(Picture(card=card, rect=face))
    y = rect.bottom() + measures.px(6)
    word, note = Letters(measures.text(16), 700), Letters(measures.text(16))
    if card.word and not _inside(card):
        x = rect.left()
        if marked(card.tone):
            size = measures.px(16)
            draft.parts.append(Mark(tone=card.tone, rect=QRectF(x, y + (word.height - size) / 2, size, size)))
            x += size + measures.px(6)
        lines = wrapped(card.word.first, word, room - (x - rect.left()), 2)
        y = draft.lines(lines, (x, y), word, theme.t1)
    if card.note:
        y = draft.lines(wrapped(card.note.first, note, room, 2), (rect.left(), y), note, theme.t2)
    _touchable(card, face, draft)
    return y


def _inside(card: CardShown) -> bool:
    """Whether its word stands in the place of the card."""
    return card.face in {Face.PLACE, Face.HIDDEN}


def _touchable(card: CardShown, face: QRectF, draft: Draft) -> None:
    if card.act is not None:
        control = Control(name=card.name, label=card.word or Line(card.card or card.name), act=card.act, sub=card.note)
        draft.places.append(Place(control=control, rect=face, kind=Kind.BARE))


def plan_tiles(block: Tiles, width: float, dress: Dress) -> Plan:
    """In one line, of equal width and height; in two where they would be too narrow."""
    draft, px = Draft(dress), dress.measures.px
    if not block.tiles:
        return draft.plan(width, 0.0)
    gap = px(8)
    columns = max(1, min(len(block.tiles), int((width + gap) // px(210, 180))))
    wide = (width - gap * (columns - 1)) / columns
    y = 0.0
    for start in range(0, len(block.tiles), columns):
        line = block.tiles[start : start + columns]
        plans = [_tile(tile, wide, dress) for tile in line]
        high = max(plan.height for plan in plans)
        for number, (tile, plan) in enumerate(zip(line, plans, strict=True)):
            x = number * (wide + gap)
            draft.parts.append(_tile_frame(tile, QRectF(x, y, wide, high), dress))
            draft.take(plan, x, y)
        y += high + gap
    return draft.plan(width, y - gap)


def _tile_frame(tile: Tile, rect: QRectF, dress: Dress) -> Frame:
    border = dress.theme.line if tile.tone is Tone.PLAIN else mark_colour(tile.tone, dress.theme)
    return Frame(
        rect=rect,
        radius=dress.measures.px(12),
        fill=tint_colour(tile.tone, dress.theme),
        border=border,
        stroke=1.5,
        dashed=tile.tone is Tone.OFF,
    )


def _tile(tile: Tile, width: float, dress: Dress) -> Plan:
    draft, measures, theme = Draft(dress), dress.measures, dress.theme
    px = measures.px
    padding = px(14, 10)
    right = width - padding
    points = Letters(measures.text(48, 36), 700, display=True)
    title = Letters(measures.text(18, 16), 700)
    beside = bool(tile.points) and len(tile.points) <= _POINTS
    if beside:
        wide = advance(tile.points, points)
        draft.write(tile.points, (right - wide, px(4)), points, theme.lit if tile.tone is Tone.WINNER else theme.t1)
        right -= wide + px(8)
    x, y = float(padding), float(padding)
    if marked(tile.tone):
        size = px(20)
        draft.parts.append(Mark(tone=tile.tone, rect=QRectF(x, y + (title.height - size) / 2, size, size)))
        x += size + px(8)
    said = [tile.title.first]
    if tile.title.second and advance(f"{said[0]} {tile.title.second}", title) <= right - x:
        said = [f"{said[0]} {tile.title.second}"]
    y = draft.lines(wrapped(said[0], title, max(1.0, right - x), 2), (x, y), title, theme.t1)
    if beside:
        y = max(y, px(4) + points.height)
    elif tile.points:
        y = _fact(tile.points, (float(padding), y), width - 2 * padding, draft)
    if tile.cards:
        y = _tile_cards(tile.cards, (padding, y + px(6)), width - 2 * padding, draft)
    y = max(y, float(padding))
    body = Letters(measures.text(16))
    for line in tile.lines:
        y = draft.lines(wrapped(line.first, body, width - 2 * padding), (padding, y + px(2)), body, theme.t2)
    return draft.plan(width, y + px(12, 10))


def _fact(text: str, at: tuple[float, float], room: float, draft: Draft) -> float:
    """What is longer than the points of a hand: below the title, as large as it fits."""
    text_px = draft.dress.measures.text
    for pixels in range(text_px(26, 22), text_px(18, 16), -1):
        letters = Letters(pixels, 700)
        if advance(text, letters) <= room:
            return draft.lines((text,), at, letters, draft.dress.theme.t1)
    letters = Letters(text_px(18, 16), 700)
    return draft.lines(wrapped(text, letters, room, 3), at, letters, draft.dress.theme.t1)


def _tile_cards(cards: tuple[CardShown, ...], at: tuple[float, float], width: float, draft: Draft) -> float:
    px = draft.dress.measures.px
    gap = px(8)
    sides = [_SHAPE if card.sideways or _inside(card) else 1.0 for card in cards]
    wide = min(px(74, 52), (width - gap * (len(cards) - 1)) / sum(sides))
    x, y = at
    for card, side in zip(cards, sides, strict=True):
        high = wide if card.sideways else wide * _SHAPE
        face = QRectF(x, y + (wide * _SHAPE - high) / 2, wide * side, high)
        draft.parts.append(Picture(card=card, rect=face))
        _touchable(card, face, draft)
        x += wide * side + gap
    return y + wide * _SHAPE
