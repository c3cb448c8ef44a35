"""The columns that all rows of a list share: its marks, badges and keys are as wide as the widest of them needs."""

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Row, Rows
from ui.blocks.control_plan import key_width, least_width, natural_width
from ui.blocks.control_words import Look
from ui.blocks.plan import Dress
from ui.blocks.tones import marked
from ui.blocks.writing import Letters, advance, figures

GAP = 6
_WIDEST_KEY = 150
_TICK = 26
"""What the tick of a picked key takes at its corner."""


class Columns(Struct, frozen=True, kw_only=True):
    """What all rows of a list share; `keys` are the widths from the right, empty where they stand below the text."""

    mark: float
    badge: float
    keys: tuple[float, ...]
    padding: float
    dense: bool
    steps: bool
    boxed: bool = False
    """Every row has a frame: some of them are touched as a whole."""
    cap: float = 0.0
    """The width of the key that presses the framed row, kept free in all of them."""

    @property
    def text(self) -> float:
        return self.padding + self.mark + self.badge

    def keys_of(self, row: Row, dress: Dress) -> tuple[float, ...]:
        """The first may take the room of those that this row does not have, for all it has to say."""
        unused = self.keys[: len(self.keys) - len(row.controls)]
        first, *others = self.keys[len(unused) :]
        free = sum(unused) + dress.measures.px(GAP, 5) * len(unused)
        look = Look.of(row.controls[0])
        wished = natural_width(look, dress) + (dress.measures.px(_TICK) if look.picked else 0)
        return (max(first, min(first + free, wished)), *others)

    def room_of_keys(self, row: Row, dress: Dress) -> float:
        used = self.keys_of(row, dress)
        return sum(used) + dress.measures.px(GAP, 5) * (len(used) - 1)


def columns_of(block: Rows, width: float, dress: Dress) -> Columns:
    px = dress.measures.px
    marks = any(row.done or row.framed or row.icon or marked(row.tone) for row in block.rows)
    steps = block.dense and any(row.done or row.framed for row in block.rows)
    mark = float(px(30, 24)) if marks else 0.0
    badge = float(disc_size(dress, dense=block.dense) + px(14, 8)) if any(row.badge for row in block.rows) else 0.0
    keys = _key_widths(block, width - mark - badge, dress)
    boxed = not block.dense and any((not row.controls or not keys) or row.framed for row in block.rows)
    padding = float(px(12, 8) if boxed else px(8, 6) if block.dense and marks else 0)
    if boxed and keys:
        keys = _key_widths(block, width - mark - badge - 2 * padding, dress)
    caps = [key_width(row.key, dress) + px(8) for row in block.rows if row.key and not row.controls]
    return Columns(
        mark=mark,
        badge=badge,
        keys=keys,
        padding=padding,
        dense=block.dense,
        steps=steps,
        boxed=any(row.act is not None and not row.controls for row in block.rows),
        cap=max(caps, default=0.0),
    )


def disc_size(dress: Dress, *, dense: bool) -> int:
    return dress.measures.px(36, 34) if dense else dress.measures.px(46, 40)


def _key_widths(block: Rows, room: float, dress: Dress) -> tuple[float, ...]:
    """The widths of the keys beside the text, from the left; empty where there is no room beside it."""
    count = max((len(row.controls) for row in block.rows), default=0)
    if not count:
        return ()
    natural, least = [0.0] * count, [0.0] * count
    for row in block.rows:
        for place, control in enumerate(row.controls, start=count - len(row.controls)):
            look = Look.of(replace(control, key=""))
            natural[place] = max(natural[place], natural_width(look, dress))
            least[place] = max(least[place], least_width(look, dress))
    text = [_text_need(row, dress) for row in block.rows]
    gaps = dress.measures.px(GAP, 5) * count
    for widths, need in (
        (natural, max(wished for wished, _ in text)),
        (least, max(wished for wished, _ in text)),
        (least, max(narrowest for _, narrowest in text)),
    ):
        free = room - need - gaps
        if sum(widths) <= free:
            return _widened(widths, natural, free - sum(widths), dress)
    return ()


def _widened(widths: list[float], natural: list[float], free: float, dress: Dress) -> tuple[float, ...]:
    """What is left over goes first to the keys that could say more with it, from the left; then to all alike."""
    found = []
    for wide, wish in zip(widths, natural, strict=True):
        more = wish - wide if 0 < wish - wide <= free else 0.0
        free -= more
        found.append(wide + more)
    each = min(free / len(found), dress.measures.px(24))
    largest = dress.measures.px(_WIDEST_KEY)
    return tuple(max(wide, min(wide + each, largest)) for wide in found)


def _text_need(row: Row, dress: Dress) -> tuple[float, float]:
    """What its text wishes for beside keys, and the least: whole amounts, and words that are not broken."""
    measures = dress.measures
    title, small = title_letters(row, dense=False, dress=dress), Letters(measures.text(16))
    right = advance(row.right, right_letters(row, dense=False, dress=dress)) + 12 if row.right else 0.0
    lines = [(row.title, title), *((line, small) for line in row.lines)]
    whole = max(advance(text, letters) for text, letters in lines)
    words = [([text] if figures(text) else text.split(), letters) for text, letters in lines]
    narrow = max((advance(word, letters) for split, letters in words for word in split), default=0.0)
    return min(whole, measures.px(190, 150)) + right, narrow + right + 1


def title_letters(row: Row, *, dense: bool, dress: Dress) -> Letters:
    text = dress.measures.text
    if dense:
        return Letters(text(18, 16), 600)
    return Letters(text(24, 20), 700) if figures(row.title) else Letters(text(19, 17), 700)


def right_letters(row: Row, *, dense: bool, dress: Dress) -> Letters:
    text = dress.measures.text
    if figures(row.right) and not dense:
        return Letters(text(28, 22), 700)
    return Letters(text(16), 500) if dense else Letters(text(18, 16), 600)
