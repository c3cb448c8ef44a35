"""Plans of cards in a row, of tiles with hands or facts, and of the bar of a shoe's cards."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.screens.blocks import (
    BarBlock,
    BarPart,
    CardRowBlock,
    CardShown,
    Cell,
    CellsBlock,
    Control,
    Face,
    ScreenText,
    Tile,
    TilesBlock,
    Tone,
)
from ui.blocks.plan import (
    BlockPlan,
    CardPicture,
    ControlPaint,
    ControlPlace,
    Dress,
    Frame,
    PlanDraft,
    ToneMark,
    has_mark,
)
from ui.blocks.text_metrics import TextStyle, advance, wrap_text
from ui.painting.marks import mark_colour, tint_colour

_CARD_HEIGHT = 1.4
_OVERHANG = 12
_POINTS = 2
"""The points of a hand are of no more letters; a tile with a longer text is a fact."""


def plan_card_row(block: CardRowBlock, width: float, dress: Dress) -> BlockPlan:
    draft, measures = PlanDraft(dress), dress.measures
    px = measures.px
    if not block.cards:
        return draft.plan(width, 0.0)
    gap, overhang = px(16, 10), px(_OVERHANG) if any(card.number is not None for card in block.cards) else 0
    wished = px(140, 92) if not dress.fold.close else px(92, 62)
    high, wide = _card_size(block.cards, width - overhang, (wished, gap), dress)
    x, top, foot = 0.0, float(overhang), 0.0
    for card in block.cards:
        foot = max(foot, _draw_card(card, QRectF(x, top, wide, high), wide + gap - px(4), draft))
        x += wide + gap
    return draft.plan(width, foot)


def _card_size(
    cards: tuple[CardShown, ...], width: float, wanted: tuple[float, float], dress: Dress
) -> tuple[float, float]:
    """The height of the cards and the width of the column of each."""
    high, gap = wanted
    word, note = TextStyle(dress.measures.text(16), 700), TextStyle(dress.measures.text(16))
    widest = max(
        max(advance(card.word.first, word) + dress.measures.px(24), advance(card.note.first, note)) for card in cards
    )
    sideways = any(card.sideways for card in cards)
    column = (width - gap * (len(cards) - 1)) / len(cards)
    most = column if not sideways else column / _CARD_HEIGHT
    high = min(high, most * _CARD_HEIGHT)
    card_wide = high if sideways else high / _CARD_HEIGHT
    return high, min(column, max(card_wide, min(widest, dress.measures.px(170))))


def _draw_card(card: CardShown, rect: QRectF, room: float, draft: PlanDraft) -> float:
    """One card in its column, its number at its corner, its word and note below; gives back its foot."""
    measures, theme = draft.dress.measures, draft.dress.theme
    high, wide = rect.height(), rect.height() / _CARD_HEIGHT
    if card.sideways:
        face = QRectF(rect.left(), rect.top() + (high - wide) / 2, high, wide)
    else:
        face = QRectF(rect.left(), rect.top(), wide, high)
    draft.parts.append(CardPicture(card=card, rect=face))
    y = rect.bottom() + measures.px(6)
    word, note = TextStyle(measures.text(16), 700), TextStyle(measures.text(16))
    if card.word and not _is_word_inside(card):
        x = rect.left()
        if has_mark(card.tone):
            size = measures.px(16)
            draft.parts.append(ToneMark(tone=card.tone, rect=QRectF(x, y + (word.height - size) / 2, size, size)))
            x += size + measures.px(6)
        lines = wrap_text(card.word.first, word, room - (x - rect.left()), 2)
        y = draft.write_lines(lines, (x, y), word, theme.t1)
    if card.note:
        y = draft.write_lines(wrap_text(card.note.first, note, room, 2), (rect.left(), y), note, theme.t2)
    _place_touch(card, face, draft)
    return y


def _is_word_inside(card: CardShown) -> bool:
    """Whether its word is written in the place of the card."""
    return card.face in {Face.PLACE, Face.HIDDEN}


def _place_touch(card: CardShown, face: QRectF, draft: PlanDraft) -> None:
    if card.act is not None:
        control = Control(
            name=card.name, label=card.word or ScreenText(card.card or card.name), act=card.act, sub=card.note
        )
        draft.places.append(ControlPlace(control=control, rect=face, kind=ControlPaint.BARE))


def plan_tiles(block: TilesBlock, width: float, dress: Dress) -> BlockPlan:
    """In one line, of equal width and height; in two where they would be too narrow."""
    draft, px = PlanDraft(dress), dress.measures.px
    if not block.tiles:
        return draft.plan(width, 0.0)
    gap = px(8)
    columns = max(1, min(len(block.tiles), int((width + gap) // px(210, 180))))
    wide = (width - gap * (columns - 1)) / columns
    y = 0.0
    for start in range(0, len(block.tiles), columns):
        line = block.tiles[start : start + columns]
        plans = [_plan_tile(tile, wide, dress) for tile in line]
        high = max(plan.height for plan in plans)
        for number, (tile, plan) in enumerate(zip(line, plans, strict=True)):
            x = number * (wide + gap)
            draft.parts.append(_tile_frame(tile, QRectF(x, y, wide, high), dress))
            draft.add_plan(plan, x, y)
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


def _plan_tile(tile: Tile, width: float, dress: Dress) -> BlockPlan:
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    padding = px(14, 10)
    right = width - padding
    points = TextStyle(measures.text(48, 36), 700, display=True)
    title = TextStyle(measures.text(18, 16), 700)
    beside = bool(tile.points) and len(tile.points) <= _POINTS
    if beside:
        wide = advance(tile.points, points)
        draft.write(tile.points, (right - wide, px(4)), points, theme.lit if tile.tone is Tone.WINNER else theme.t1)
        right -= wide + px(8)
    x, y = float(padding), float(padding)
    if has_mark(tile.tone):
        size = px(20)
        draft.parts.append(ToneMark(tone=tile.tone, rect=QRectF(x, y + (title.height - size) / 2, size, size)))
        x += size + px(8)
    said = [tile.title.first]
    if tile.title.second and advance(f"{said[0]} {tile.title.second}", title) <= right - x:
        said = [f"{said[0]} {tile.title.second}"]
    y = draft.write_lines(wrap_text(said[0], title, max(1.0, right - x), 2), (x, y), title, theme.t1)
    if beside:
        y = max(y, px(4) + points.height)
    elif tile.points:
        y = _draw_fact(tile.points, (float(padding), y), width - 2 * padding, draft)
    if tile.cards:
        y = _draw_tile_cards(tile.cards, (padding, y + px(6)), width - 2 * padding, draft)
    y = max(y, float(padding))
    body = TextStyle(measures.text(16))
    for line in tile.lines:
        y = draft.write_lines(wrap_text(line.first, body, width - 2 * padding), (padding, y + px(2)), body, theme.t2)
    return draft.plan(width, y + (px(8, 6) if dress.fold.close else px(12, 10)))


def _draw_fact(text: str, at: tuple[float, float], room: float, draft: PlanDraft) -> float:
    """What is longer than the points of a hand: below the title, as large as it fits."""
    text_px = draft.dress.measures.text
    for pixels in range(text_px(26, 22), text_px(18, 16), -1):
        letters = TextStyle(pixels, 700)
        if advance(text, letters) <= room:
            return draft.write_lines((text,), at, letters, draft.dress.theme.t1)
    letters = TextStyle(text_px(18, 16), 700)
    return draft.write_lines(wrap_text(text, letters, room, 3), at, letters, draft.dress.theme.t1)


def _draw_tile_cards(cards: tuple[CardShown, ...], at: tuple[float, float], width: float, draft: PlanDraft) -> float:
    px = draft.dress.measures.px
    gap = px(8)
    sides = [_CARD_HEIGHT if card.sideways or _is_word_inside(card) else 1.0 for card in cards]
    wide = min(px(74, 52), (width - gap * (len(cards) - 1)) / sum(sides))
    x, y = at
    for card, side in zip(cards, sides, strict=True):
        high = wide if card.sideways else wide * _CARD_HEIGHT
        face = QRectF(x, y + (wide * _CARD_HEIGHT - high) / 2, wide * side, high)
        draft.parts.append(CardPicture(card=card, rect=face))
        _place_touch(card, face, draft)
        x += wide * side + gap
    return y + wide * _CARD_HEIGHT


_LEAST_PART = 12
"""A part of a single card is seen too."""


def plan_bar(block: BarBlock, width: float, dress: Dress) -> BlockPlan:
    """A bar of parts. A word that has no room in its part goes above it, on a line of its own if another one is in
    its way.
    """
    draft, measures = PlanDraft(dress), dress.measures
    px = measures.px
    letters, over = TextStyle(measures.text(18, 16), 700), TextStyle(measures.text(16), 600)
    wide = _part_widths(block.parts, width, float(px(_LEAST_PART)))
    x, y, free, inside = 0.0, 0.0, 0.0, []
    for part, each in zip(block.parts, wide, strict=True):
        inside.append(not part.word or advance(part.word, letters) + px(16) <= each)
        if not inside[-1]:
            left = max(0.0, min(x, width - advance(part.word, over)))
            if left < free:
                y += over.height
            free = draft.write(part.word, (left, y), over, _part_ink(part.tone, dress), room=width - left).right() + px(
                12
            )
        x += each
    top = 0.0 if all(inside) else y + over.height + px(4)
    x, high = 0.0, float(px(50, 40))
    for part, each, within in zip(block.parts, wide, inside, strict=True):
        draft.parts.append(_part_frame(part, QRectF(x, top, each, high), dress))
        if within:
            at = (x + (each - advance(part.word, letters)) / 2, top + (high - letters.height) / 2)
            draft.write(part.word, at, letters, dress.theme.onfill if part.tone is Tone.PLAIN else dress.theme.t1)
        x += each
    return draft.plan(width, top + high)


def plan_cells(block: CellsBlock, width: float, dress: Dress) -> BlockPlan:
    """In one line, or in two where a word has no room in its cell."""
    draft, measures = PlanDraft(dress), dress.measures
    gap = measures.px(4)
    word = TextStyle(measures.text(16), 600)
    columns = len(block.cells)
    widest = max((advance(cell.word, word) for cell in block.cells), default=0.0) + measures.px(4)
    if columns and (width - gap * (columns - 1)) / columns < widest:
        columns = -(-columns // 2)
    wide = (width - gap * (columns - 1)) / max(columns, 1)
    high = float(measures.px(66, 50) if columns == len(block.cells) else measures.px(54, 50))
    for number, cell in enumerate(block.cells):
        line, place = divmod(number, columns)
        _draw_cell(cell, QRectF(place * (wide + gap), line * (high + gap), wide, high), word, draft)
    lines = -(-len(block.cells) // max(columns, 1))
    return draft.plan(width, max(0.0, lines * (high + gap) - gap))


def _draw_cell(cell: Cell, rect: QRectF, word: TextStyle, draft: PlanDraft) -> None:
    """Filled in the colour of its hand, or dashed and empty: different at a glance, without reading the word."""
    theme, px = draft.dress.theme, draft.dress.measures.px
    off = cell.tone is Tone.OFF
    fill = None if off else tint_colour(cell.tone, theme)
    border = theme.edge if off else mark_colour(cell.tone, theme)
    draft.parts.append(Frame(rect=rect, radius=px(8), fill=fill, border=border, stroke=1.6, dashed=off))
    number, ink = TextStyle(draft.dress.measures.text(26, 20), 700), theme.t3 if off else theme.t1
    top = rect.center().y() - (number.height + word.height) / 2
    for text, letters, y in ((cell.text, number, top), (cell.word, word, top + number.height)):
        draft.write(text, (rect.center().x() - advance(text, letters) / 2, y), letters, ink)


def _part_widths(parts: tuple[BarPart, ...], width: float, least: float) -> list[float]:
    """As long as their cards, but none too short to be seen: the longest gives what that takes."""
    whole = sum(part.cards for part in parts) or 1
    wide = [max(least, width * part.cards / whole) for part in parts]
    longest = max(range(len(wide)), key=wide.__getitem__)
    wide[longest] -= sum(wide) - width
    return wide


def _part_frame(part: BarPart, rect: QRectF, dress: Dress) -> Frame:
    theme = dress.theme
    fill = theme.back if part.tone is Tone.PLAIN else tint_colour(part.tone, theme)
    border = theme.edge if part.tone in {Tone.PLAIN, Tone.QUIET} else mark_colour(part.tone, theme)
    return Frame(rect=rect, radius=dress.measures.px(6), fill=fill, border=border, stroke=1.5)


def _part_ink(tone: Tone, dress: Dress) -> QColor:
    return dress.theme.t1 if tone in {Tone.PLAIN, Tone.QUIET} else mark_colour(tone, dress.theme)
