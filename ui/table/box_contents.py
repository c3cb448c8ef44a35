"""Lays out the contents of a box: letters, dice, stakes, and the corner in which the mark of its state has room."""

from collections.abc import Iterator, Sequence
from math import hypot, inf, radians, sin

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath

from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import BoxLegend, box_legend
from dealer_app.screens.screen import AreaShown, AreaState, Stake
from ui.table import symbols
from ui.table.geometry import Badge, Box, BoxRank, Shapes
from ui.table.lettering import SMALLEST, BoxLine, Foot, Lettering, fit_lettering, label_width, limit_lines, odds_line
from ui.table.stakes import (
    AS_DRAWN,
    LEAST_LINE,
    LOW_LINE,
    MOST_SHOWN,
    Pile,
    PileWay,
    make_pile,
    pile_bounds,
    pile_parts,
    stack_stakes,
)

_WORDED = (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID)
_INSURANCE = frozenset(Area(f"{side.value}_insurance") for side in Side)
"""Their odds are not printed: they are those of the hand that is offered it."""
_OVER = 14.0
"""An amount without a disc may reach so far over the padding of a narrow box, half of it on each side."""
_FLAT = PileWay(discs=False)
_CLOSE = PileWay(discs=False, close=True)
_LOW = PileWay(discs=False, close=True, line=LOW_LINE)
_LEAST = PileWay(discs=False, close=True, line=LEAST_LINE)
_END_WIDE = 60.0
"""At the round end of a long table an amount may reach so far over the room for text: beside it is bare felt, or the
wedge of the hand that lost."""
_INWARD_SHARE = 0.65
"""How much of what an amount is too wide for its wedge it is moved inwards."""
_LEAST_DIE = 20.0
_INWARD = 0.8
_AT_BORDER = 0.6
"""Where the middle of a mark is, in its radius from the border: in a cell it reaches over the border."""


class BoxContents(Struct, frozen=True, kw_only=True):
    """A box as it is to be painted: what is printed in it and what lies on it."""

    box: Box
    shown: AreaShown
    lying: Pile
    letters: Lettering
    stakes: tuple[Stake, ...] = ()
    dice: tuple[tuple[int, QRectF], ...] = ()

    @property
    def pile_middle(self) -> QPointF:
        return box_point(self.box, self.letters.stakes_across, self.letters.stakes_down)

    @property
    def bounds(self) -> QRectF:
        """All that is painted of it: a pile may reach over the border of a narrow box."""
        around = self.box.bounds.adjusted(-8, -8, 8, 8)
        return around.united(pile_bounds(self.lying, self.pile_middle)) if self.lying.rows else around


def box_point(box: Box, across: float, down: float) -> QPointF:
    """A point of the box's own frame, in the picture."""
    return symbols.rotate_point(box.angle, QPointF(across, down)) + box.middle


def fill_box(
    box: Box, shown: AreaShown, lying: tuple[Stake, ...], *, scale: float, odds: bool, table: Shapes | None = None
) -> BoxContents:
    """What fits into this box: chips give up their discs, then prizes their place, before a name or a die is lost.

    What lies at the round end of this table keeps off its other boxes and the discs of its seats.
    """
    made = replace(_best_contents(box, shown, lying, scale, odds=odds), stakes=lying)
    if not lying and not box.dice:
        return _clear_mark(made, _box_foot(box, shown, odds=odds), scale)
    return _keep_off(made, table) if box.upright and made.lying.rows and table is not None else made


def _best_contents(box: Box, shown: AreaShown, lying: tuple[Stake, ...], scale: float, *, odds: bool) -> BoxContents:
    foot = _box_foot(box, shown, odds=odds)
    nameless = least = None
    for piled, room in _possible_piles(box, lying, scale, layout_legend(box.area, shown)):
        made = _lay_out_box(box, shown, piled, foot, scale, room=room)
        if _pile_excess(made) <= 0:
            if _names_bet(made, scale):
                return made
            nameless = nameless or made
        least = made if least is None or _pile_excess(made) < _pile_excess(least) else least
    if nameless is not None:
        return nameless
    assert least is not None
    if _pile_excess(least) <= _OVER or box.seat is not None:
        return least
    for way in (_FLAT, replace(_FLAT, worded=False), replace(_LOW, worded=False)):
        # Rather their sum than chips that lie on the next box.
        made = _lay_out_box(box, shown, make_pile(box, lying, scale, replace(way, singly=1)), foot, scale, room=0.0)
        if _pile_excess(made) <= 0 and _names_bet(made, scale):
            return made
        least = made if _pile_excess(made) < _pile_excess(least) else least
    return least


_TICK_ROOM = 1.6
"""How much of the height of a mark is kept free below a name: the corners beside the odds are free too."""


def _clear_mark(made: BoxContents, foot: Foot, scale: float) -> BoxContents:
    """With fewer letters where the mark of its state would lie on them, or on the next box."""
    radius = mark_radius(made) * max(1.0, scale)
    if not radius or _has_clear_mark(made, radius):
        return made
    printed = layout_legend(made.box.area, made.shown)
    for below in (foot, Foot()):
        taken = _TICK_ROOM * radius
        fewer = replace(made, letters=fit_lettering(made.box, printed, below, taken=taken, scale=scale))
        if any(line.name for line in fewer.letters.lines) and _has_clear_mark(fewer, radius):
            return fewer
    return made


def _has_clear_mark(made: BoxContents, radius: float) -> bool:
    place = mark_place(made, radius)
    return clear_distance(made, place) >= radius * _SEEN and _inside_share(made.box, place, radius * _SEEN) == 1.0


_STEP, _MOST_STEPS = 6.0, 7
_BESIDE_BOX, _FAR = 0.3, 0.12
_WAYS = tuple(
    (across / 2, down / 2) for across in range(-2, 3) for down in range(-2, 3) if 2 in (abs(across), abs(down))
)
_PROBES = tuple((wide, high) for wide in (0.02, 0.25, 0.5, 0.75, 0.98) for high in (0.05, 0.5, 0.95))
"""Where of the width and the height of an amount it is looked at what it covers."""


def _keep_off(made: BoxContents, table: Shapes) -> BoxContents:
    """What lies on a wedge, moved as little as it needs to cover nothing else: an amount is wider than a wedge."""
    reach = _STEP * _MOST_STEPS
    around = made.bounds.adjusted(-reach, -reach, reach, reach)
    taken = [box.path for box in table.boxes if box.name != made.box.name and box.bounds.intersects(around)]
    discs = [badge for badge in table.badges if badge.bounds.intersects(around)]
    made = replace(made, letters=replace(made.letters, stakes_across=0.0))
    found, least = made, _covered_ground(made, taken, discs, inf)
    for far in range(1, _MOST_STEPS + 1):
        if _FAR * far >= least:
            break
        for across, down in _WAYS:
            moved = _move_pile(made, across * far * _STEP, down * far * _STEP)
            way = _FAR * far * hypot(across, down)
            covered = way + _covered_ground(moved, taken, discs, least - way)
            if covered < least:
                found, least = moved, covered
    return found


def _move_pile(made: BoxContents, across: float, down: float) -> BoxContents:
    letters = made.letters
    return replace(
        made,
        letters=replace(letters, stakes_across=letters.stakes_across + across, stakes_down=letters.stakes_down + down),
    )


def _covered_ground(made: BoxContents, taken: Sequence[QPainterPath], discs: Sequence[Badge], enough: float) -> float:
    """How much of a pile lies on another box, on the disc of a seat or on its own name; beside its own box a little.

    It is not counted further than to what is `enough`.
    """
    covered = 0.0
    for part in pile_parts(made.lying, made.pile_middle):
        for wide, high in _PROBES:
            point = QPointF(part.left() + wide * part.width(), part.top() + high * part.height())
            if not made.box.path.contains(point):
                covered += _BESIDE_BOX
                covered += any(path.contains(point) for path in taken)
                covered += any(hypot(*(point - disc.middle).toTuple()) < disc.radius for disc in discs)
            elif _letters_distance(made, point) <= 0:
                covered += 1.0
            if covered >= enough:
                return covered
    return covered


def _box_foot(box: Box, shown: AreaShown, *, odds: bool) -> Foot:
    """The word of a state, or the odds and beside them the limits; those of a block that is noted are in its note.

    A winning cell says at what it is paid all the same: its note may have several odds.
    """
    if shown.word and shown.state in _WORDED:
        return Foot(text=shown.word, urgent=True)
    if box.noted and odds and shown.state is AreaState.LIT:
        return Foot(text=shown.odds)
    if not odds or box.noted:
        return Foot(limits=shown.limits if odds else "")
    offered = box.area in _INSURANCE and shown.state is AreaState.SELECTED
    return Foot(text=shown.odds, limits=shown.limits, urgent=offered)


def _names_bet(made: BoxContents, scale: float) -> bool:
    """Whether the name is there, or dice that are large enough beside a disc."""
    if made.dice:
        side = made.dice[0][1].width()
        return not made.lying.discs or side >= _LEAST_DIE * max(1.0, scale)
    return made.lying.named or any(line.name for line in made.letters.lines)


_LEANS = 0.5
"""How much of what an upright amount rises over a box that leans counts: the rest is in the padding of the box."""


def _pile_excess(made: BoxContents) -> float:
    """By how much a pile is larger than the room that its box has for it; nothing or less where it has room."""
    lying, box = made.lying, made.box
    over = 0.0 if lying.discs else _END_WIDE if box.upright and made.shown.state is AreaState.LIT else _OVER
    high = lying.height
    if lying.lean:
        # Each amount is upright itself: it is higher in a box that leans.
        high += lying.widest * abs(lying.lean) * _LEANS
    return max(high - box.height, lying.width - box.width - over)


def _possible_piles(
    box: Box, lying: tuple[Stake, ...], scale: float, printed: BoxLegend
) -> Iterator[tuple[Pile, float]]:
    """Ways to lay these stakes, the best first, and how much room their corners get besides."""
    if len(lying) > 1 and any(stake.wins for stake in lying):
        # Each win beside its own stake.
        for way in (replace(AS_DRAWN, paired=True), replace(_FLAT, paired=True)):
            if len(lying) <= MOST_SHOWN:
                yield make_pile(box, lying, scale, way), 0.0
    large = make_pile(box, lying, scale)
    # A chip is upright over a name that is turned: its corners need room.
    leaning = abs(sin(radians(box.angle))) * 0.3
    yield large, leaning * min(large.width, box.width)
    if lying:
        low = make_pile(box, lying, scale, _FLAT)
        yield low, leaning * min(low.width, box.width)
        yield low, 0.0
        if len(lying) <= MOST_SHOWN:
            yield make_pile(box, lying, scale, _CLOSE), 0.0
        if len(lying) > MOST_SHOWN:
            # Its name says more than how many they are, which the rail has too.
            yield make_pile(box, lying, scale, replace(_FLAT, worded=False)), 0.0
        if any(stake.wins for stake in lying):
            # Name, stake and win: each stake with its win in a row, or their sum; the rail has them one by one.
            if 1 < len(lying) <= MOST_SHOWN:
                yield make_pile(box, lying, scale, replace(_LOW, paired=True)), 0.0
            for singly in (MOST_SHOWN, 1):
                yield make_pile(box, lying, scale, replace(_LOW, singly=singly)), 0.0
                yield make_pile(box, lying, scale, replace(_LOW, singly=singly, worded=False)), 0.0
                yield make_pile(box, lying, scale, replace(_LEAST, singly=singly, worded=False)), 0.0
            if box.upright or box.rank is BoxRank.MAIN:
                # It is wide enough for two rows, not high enough for three.
                named = replace(_LEAST, singly=1, worded=False, name=printed.alone)
                yield make_pile(box, lying, scale, named), 0.0
            # What is to be paid is never left out: rather the stake that it is paid on.
            alone = tuple(map(_without_amount, lying if len(lying) <= MOST_SHOWN else (stack_stakes(lying),)))
            yield make_pile(box, alone, scale, _FLAT), 0.0
            yield make_pile(box, alone, scale, _CLOSE), 0.0


def _without_amount(stake: Stake) -> Stake:
    return replace(stake, amount="") if stake.wins else stake


def layout_legend(area: Area, shown: AreaShown) -> BoxLegend:
    """What is printed in its box, with what this layout says of when it wins."""
    printed = box_legend(area)
    return replace(printed, legend=shown.legend, chinese=shown.chinese) if shown.legend else printed


def _lay_out_box(box: Box, shown: AreaShown, lying: Pile, foot: Foot, scale: float, *, room: float) -> BoxContents:
    if box.dice:
        return _lay_out_dice(box, shown, lying, foot, scale)
    taken = lying.height + 2 + room if lying.rows else 0.0
    letters = fit_lettering(box, layout_legend(box.area, shown), foot, taken=taken, scale=scale, across=lying.width)
    if box.upright and lying.width > box.width:
        # Towards the middle of the table: outside of the wedge is the disc of its seat.
        letters = replace(letters, stakes_across=box.inward * (lying.width - box.width) * _INWARD_SHARE)
    return BoxContents(box=box, shown=shown, lying=lying, letters=letters)


def _lay_out_dice(box: Box, shown: AreaShown, lying: Pile, foot: Foot, scale: float) -> BoxContents:
    """Dice above, then stakes, the odds at the foot; dice and chips side by side where the box is wide."""
    px = round(SMALLEST * max(1.0, scale))
    line = px * 1.2
    text = odds_line(layout_legend(box.area, shown), foot.text, px, box.width)
    fits = bool(text) and box.height - lying.height - line >= line
    high = box.height - lying.height - (line if fits else 0.0)
    beside = bool(lying.rows) and box.width > 2 * box.height
    if beside:
        high = box.height - (line if fits else 0.0)
    room = QRectF(box.middle.x() - box.width / 2, box.middle.y() - box.height / 2, box.width, high)
    over = 0.0
    if beside:
        room.setWidth(box.width - lying.width)
        if not lying.discs and not symbols.die_places(box.area, room, scale):
            # Rather the amount reaches over the border of a narrow box than that nothing says on what it is.
            over = _OVER / 2 * max(1.0, scale)
            room.setWidth(room.width() + over)
    texts = (text,) if fits else ()
    below = () if lying.rows or not fits else limit_lines(foot.limits, px, box.width)
    least = _LEAST_DIE * max(1.0, scale)
    if (
        below
        and _smallest_die(symbols.die_places(box.area, room.adjusted(0, 0, 0, -line * len(below)), scale)) >= least
    ):
        texts = (*texts, *below)
        room.setHeight(high - line * len(below))
    lines = tuple(
        BoxLine(each, px, box.height / 2 - line * (len(texts) - number - 0.5), name=False)
        for number, each in enumerate(texts)
    )
    down = 0.0 if beside else room.bottom() + lying.height / 2 - box.middle.y()
    return BoxContents(
        box=box,
        shown=shown,
        lying=lying,
        letters=Lettering(lines, down, box.width / 2 - lying.width / 2 + over if beside else 0.0),
        dice=symbols.die_places(box.area, room, scale),
    )


def _smallest_die(places: tuple[tuple[int, QRectF], ...]) -> float:
    return min((place.width() for _, place in places), default=0.0)


def mark_radius(each: BoxContents) -> float:
    """How large the mark of the state is at 1920 x 1080; nothing where a state has none."""
    cell = each.box.rank is BoxRank.CELL
    match each.shown.state:
        case AreaState.LIT if not each.shown.stakes:
            return 7.0 if cell else 9.0
        case AreaState.DIMMED if each.shown.stakes:
            return 7.0 if cell else 8.0
        case AreaState.RETURNED:
            return 7.0
        case AreaState.VOID:
            return 7.0 if cell else 9.0
        case _:
            return 0.0


def mark_place(each: BoxContents, radius: float) -> QPointF:
    """In a corner of the box that is free: of a cell the upper one first, of any other the lower one.

    All of it is within the box where that is possible, for on its neighbour it would be taken for the neighbour's; the
    less it is, the more of it may lie on bare felt. Where no corner is free it covers a name rather than an amount.
    """
    best, most = each.box.middle, (-1.0, -inf, -inf)
    small = each.shown.state is AreaState.DIMMED
    for place, step in _mark_places(each.box, radius):
        clear = clear_distance(each, place) - radius
        beside_pile = _pile_distance(each, place) - radius * _SEEN
        # A free corner that reaches over the border comes before one that is not free, but a small cross is rather on
        # a name than most of it on the next box.
        worth = 1.0 if clear >= 0 else _ON_NAME if small and beside_pile >= 0 else 0.0
        inside = worth * _inside_share(each.box, place, radius * _SEEN) if worth > most[0] else 0.0
        if inside == 1.0:
            return place
        found = inside, min(beside_pile, 0.0), clear - step
        if found > most:
            best, most = place, found
    return best


_ON_NAME = 0.7
_SEEN = 0.75
"""How much of the radius of a mark is painted: a cross is smaller than a disc."""
_INSETS = (1.0, _INWARD, _AT_BORDER, 0.0)
"""How far the middle of a mark may be from the border, in its radius: first those in which it is whole in the box."""


def _mark_places(box: Box, radius: float) -> Iterator[tuple[QPointF, int]]:
    """The corners, further and further out; at an edge that is round they follow it."""
    cell = box.rank is BoxRank.CELL
    room = box.bounds.size() if cell else QSizeF(box.width, box.height)
    ways = ((1, -1), (-1, -1), (1, 1), (-1, 1)) if cell else ((1, 1), (1, -1), (-1, 1), (-1, -1))
    for step, inset in enumerate(_INSETS):
        across, down = room.width() / 2 - radius * inset, room.height() / 2 - radius * inset
        round_edge = across * across / (2 * box.bow) if box.bow else 0.0
        for right, below in ways:
            yield box_point(box, across * right, down * below - round_edge), step
        if step == 0 and not cell:
            # Beside what lies in the middle of a wedge, before it reaches over the border.
            for right, beside in ((1, 0.5), (-1, 0.5), (1, -0.5), (-1, -0.5), (1, 0), (-1, 0)):
                yield box_point(box, across * right, down * beside - round_edge), step


def _inside_share(box: Box, place: QPointF, radius: float) -> float:
    """How much of a mark is within its box, by the ends of its two diagonals and its middle."""
    side = radius * 0.7
    ends = [QPointF(across, down) + place for across in (-side, side) for down in (-side, side)]
    return sum(box.path.contains(point) for point in (place, *ends)) / 5


def clear_distance(each: BoxContents, point: QPointF) -> float:
    """How far a point is from the nearest letters, dice or stakes."""
    dice = (_rect_distance(place, point) for _, place in each.dice)
    return min(_pile_distance(each, point), _letters_distance(each, point), *dice)


def _letters_distance(each: BoxContents, point: QPointF) -> float:
    own = symbols.rotate_point(-each.box.angle, point - each.box.middle)
    found = inf
    for line in each.letters.lines:
        half, high = label_width(line.text, line.px, line.weight) / 2, line.px * 0.4
        rect = QRectF(line.across - half, line.down - high, 2 * half, 2 * high)
        found = min(found, _rect_distance(rect, own))
    return found


def _pile_distance(each: BoxContents, point: QPointF) -> float:
    if not each.lying.rows:
        return inf
    return min(_rect_distance(part, point) for part in pile_parts(each.lying, each.pile_middle))


def _rect_distance(place: QRectF, point: QPointF) -> float:
    across = max(place.left() - point.x(), 0.0, point.x() - place.right())
    down = max(place.top() - point.y(), 0.0, point.y() - place.bottom())
    return hypot(across, down)
