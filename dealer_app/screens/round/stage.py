"""The usual stage: hands or dice, the layout, and the roads of the shoe or the trail of tumbles."""

from collections.abc import Mapping

from dealer_app.domain.dice import Tumble
from dealer_app.domain.roads import OutageGap, RoadCounts, Roads, RoundMark, build_roads
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.tai_sai.bets import BIG, SMALL
from dealer_app.domain.values import cache_last
from dealer_app.domain.wagers import Area
from dealer_app.layouts import box_legend, layout_drawing
from dealer_app.screens.blocks import NO_TEXT, ScreenText, Tone
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.labels import glyph_in_text, label_text, section_text
from dealer_app.screens.round.dice import dice_shown
from dealer_app.screens.round.felt import area_glyph
from dealer_app.screens.round.hands import both_hands
from dealer_app.screens.round.layout import layout_shown
from dealer_app.screens.round.table_context import TableContext, table_context
from dealer_app.screens.screen import (
    AreaShown,
    AreaState,
    DiceShown,
    HandShown,
    HandsShown,
    PastTumble,
    RoadsShown,
    SeatShown,
    TableShown,
    TableStage,
    TrailShown,
)
from dealer_app.texts import LanguagePair, Words

TUMBLES_SHOWN = 18
ROADS = ("bead-plate", "big-road", "big-eye-boy", "small-road", "cockroach-road")
BIG_AREA, SMALL_AREA, ODD, EVEN, TRIPLE = (Area(name) for name in ("big", "small", "odd", "even", "any_triple"))
_UNKNOWN_TOTAL = "?"
_CHANCE_AREAS = (BIG_AREA, SMALL_AREA, ODD, EVEN, TRIPLE)


def past_results(at: TableContext) -> RoadsShown | TrailShown:
    if at.rules.book.house is RuleFamily.TAI_SAI:
        return trail_shown(at)
    drawn = _shoe_roads(at.context.results_history.marks)
    first, second, third, fourth, fifth = (at.text(road) for road in ROADS)
    return RoadsShown(
        roads=drawn,
        rounds=rounds_text(at, drawn.counts),
        counts=result_counts(at, drawn.counts),
        pairs=at.text("pairs", banker=str(drawn.counts.banker_pairs), player=str(drawn.counts.player_pairs)).first,
        headings=(first, second, third, fourth, fifth),
        asks=(at.text("next-banker"), at.text("next-player")),
        points_on_beads=at.context.looks.points_on_beads,
    )


def rounds_text(at: TableContext, counts: RoadCounts) -> ScreenText:
    return at.text("one-round") if counts.total == 1 else at.text("rounds", rounds=str(counts.total))


def result_counts(at: TableContext, counts: RoadCounts) -> tuple[tuple[Tone, str, int], ...]:
    """How often each hand won, and how often neither."""
    return tuple(
        (tone, glyph_in_text(at.context.words, area, area_glyph(area)), count)
        for tone, area, count in (
            (Tone.BANKER, Area("banker"), counts.banker),
            (Tone.PLAYER, Area("player"), counts.player),
            (Tone.TIE, Area("tie"), counts.tie),
        )
    )


@cache_last
def _shoe_roads(marks: Mapping[int, RoundMark | OutageGap | None]) -> Roads:
    """The roads change with a result and with nothing else."""
    return build_roads(mark for _, mark in sorted(marks.items()) if mark is not None)


def trail_shown(at: TableContext, most: int = TUMBLES_SHOWN) -> TrailShown:
    chances = tuple(area for area in _CHANCE_AREAS if area in at.rules.layout.areas)
    tumbles, counts, counted = _trail_facts(at.context.results_history.tumbles, most, chances)
    words = at.context.words
    all_of_them = at.text("all-tumbles", tumbles=str(counted))
    return TrailShown(
        headings=_trail_headings(words.first, words.second, most), tumbles=tumbles, counted=all_of_them, counts=counts
    )


@cache_last
def _trail_headings(first: Words, second: Words, most: int) -> tuple[ScreenText, ...]:
    """How many are seen is known where they are painted."""
    words = LanguagePair(first, second)
    several = (section_text(words, "play", "last-tumbles", tumbles=str(number)) for number in range(most + 1))
    return tuple(
        section_text(words, "play", "last-tumble") if number == 1 else text for number, text in enumerate(several)
    )


@cache_last
def _trail_facts(
    known: Mapping[int, tuple[int, int, int] | OutageGap | None], most: int, chances: tuple[Area, ...]
) -> tuple[tuple[PastTumble, ...], tuple[tuple[str, int], ...], int]:
    """The last of them; how often each chance of this layout came in all of them; and how many these are."""
    ordered = sorted(known.items())
    last = ordered[-1][0] if ordered else 0
    shown = tuple(_past_tumble(dice, chances, now=number == last) for number, dice in ordered[-most:])
    marks = [chance_marks(dice, chances) for _, dice in ordered if isinstance(dice, tuple)]
    counts = tuple((area_glyph(mark), sum(area_glyph(mark) in each for each in marks)) for mark in chances)
    return shown, counts, len(marks)


def _past_tumble(dice: tuple[int, int, int] | OutageGap | None, chances: tuple[Area, ...], *, now: bool) -> PastTumble:
    if isinstance(dice, OutageGap):
        return PastTumble(dice=None, total=_UNKNOWN_TOTAL, marks=(), noted=False, now=now)
    if dice is None:
        return PastTumble(dice=None, total="", marks=(), now=now)
    return PastTumble(dice=dice, total=str(sum(dice)), marks=chance_marks(dice, chances), now=now)


def chance_marks(dice: tuple[int, int, int], chances: tuple[Area, ...]) -> tuple[str, ...]:
    """Which of these chances came. A triple is neither big nor small, neither odd nor even."""
    tumble = Tumble(dice)
    if tumble.is_triple:
        came: tuple[Area, ...] = (TRIPLE,)
    else:
        size = BIG_AREA if tumble.total in BIG else SMALL_AREA
        assert size is BIG_AREA or tumble.total in SMALL, "every total is one of the two"
        came = (size, ODD if tumble.total % 2 else EVEN)
    return tuple(area_glyph(area) for area in came if area in chances)


USUAL_GAME, USUAL_LAYOUT, USUAL_SEATS = "tiger-buffalo-v4", "A", (1, 2, 3, 5, 6, 7)
"""What is painted while no table is open: without odds, for no document is in force."""


def build_stage(context: ScreenContext) -> TableStage:
    at = table_context(context)
    return _empty_stage(context) if at is None else _table_stage(at)


def hands_or_dice(context: ScreenContext) -> HandsShown | DiceShown | None:
    """The hands or the dice alone: what the eye waits for. Nothing without an open table."""
    at = table_context(context)
    return None if at is None else _table_result(at)


def _table_stage(at: TableContext) -> TableStage:
    return TableStage(result=_table_result(at), table=layout_shown(at), past=past_results(at))


def _table_result(at: TableContext) -> HandsShown | DiceShown:
    return dice_shown(at) if at.rules.book.house is RuleFamily.TAI_SAI else both_hands(at)


def _empty_stage(context: ScreenContext) -> TableStage:
    """The stage while no table is open: empty, and nothing can be touched."""

    def hand(tone: Tone, name: ScreenText, area: Area) -> HandShown:
        glyph = glyph_in_text(context.words, area, area_glyph(area))
        return HandShown(tone=tone, name=name, glyph=glyph, note=NO_TEXT, cards=(), points="")

    return TableStage(
        result=HandsShown(
            player=hand(Tone.PLAYER, label_text(context, "play.player"), Area("player")),
            banker=hand(Tone.BANKER, label_text(context, "play.banker"), Area("banker")),
            turned=context.looks.turned,
        ),
        table=_usual_table(context),
        past=None,
    )


def _usual_table(context: ScreenContext) -> TableShown:
    """A whole layout, whose boxes are closed."""
    drawn = layout_drawing(USUAL_GAME, USUAL_LAYOUT)
    areas = tuple(
        _closed_area(area, seat)
        for area in sorted(drawn.areas)
        for seat in (USUAL_SEATS if area in drawn.seat_areas else (None,))
    )
    return TableShown(
        game=USUAL_GAME,
        letter=USUAL_LAYOUT,
        seats=tuple(SeatShown(number=seat) for seat in USUAL_SEATS),
        areas=areas,
        turned=context.looks.turned,
    )


def _closed_area(area: Area, seat: int | None) -> AreaShown:
    printed = box_legend(area)
    return AreaShown(
        area=area,
        seat=seat,
        label=printed.label,
        glyph=printed.glyph,
        short=printed.short,
        odds="",
        state=AreaState.CLOSED,
    )
