"""What was: the five roads of the shoe, or the last tumbles."""

from collections.abc import Mapping

from dealer_app.domain.dice import Tumble
from dealer_app.domain.roads import Gap, Roads, RoundMark, roads
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.rulebook import House
from dealer_app.domain.tai_sai.bets import BIG, SMALL
from dealer_app.domain.wagers import Area
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.felt import glyph
from dealer_app.showing.play.labels import label
from dealer_app.showing.screen import PastTumble, RoadsShown, TrailShown
from dealer_app.wording import Both, Words

TUMBLES_SHOWN = 18
ROADS = ("bead-plate", "big-road", "big-eye-boy", "small-road", "cockroach-road")
BIG_AREA, SMALL_AREA, ODD, EVEN, TRIPLE = (Area(name) for name in ("big", "small", "odd", "even", "any_triple"))
_NOT_NOTED = "?"
_MARKS = (BIG_AREA, SMALL_AREA, ODD, EVEN, TRIPLE)


def past(at: AtTable) -> RoadsShown | TrailShown:
    if at.rules.book.house is House.TAI_SAI:
        return trail_shown(at)
    drawn = _roads(at.seeing.history.marks)
    counts = drawn.counts
    first, second, third, fourth, fifth = (at.label(road) for road in ROADS)
    return RoadsShown(
        roads=drawn,
        rounds=at.label("one-round") if counts.total == 1 else at.label("rounds", rounds=str(counts.total)),
        counts=((Tone.BANKER, "庄", counts.banker), (Tone.PLAYER, "閒", counts.player), (Tone.TIE, "和", counts.tie)),
        pairs=at.label("pairs", banker=str(counts.banker_pairs), player=str(counts.player_pairs)).first,
        headings=(first, second, third, fourth, fifth),
    )


@last_remembered
def _roads(marks: Mapping[int, RoundMark | Gap | None]) -> Roads:
    """The roads change with a result and with nothing else."""
    return roads(mark for _, mark in sorted(marks.items()) if mark is not None)


def trail_shown(at: AtTable) -> TrailShown:
    tumbles, counts, counted = _trail(at.seeing.history.tumbles)
    words = at.seeing.words
    all_of_them = at.label("all-tumbles", tumbles=str(counted))
    return TrailShown(
        headings=_headings(words.first, words.second), tumbles=tumbles, counted=all_of_them, counts=counts
    )


@last_remembered
def _headings(first: Words, second: Words) -> tuple[Line, ...]:
    """How many are seen is known where they are painted."""
    words = Both(first, second)
    several = (label(words, "last-tumbles", tumbles=str(number)) for number in range(TUMBLES_SHOWN + 1))
    return tuple(label(words, "last-tumble") if number == 1 else text for number, text in enumerate(several))


@last_remembered
def _trail(
    known: Mapping[int, tuple[int, int, int] | Gap | None],
) -> tuple[tuple[PastTumble, ...], tuple[tuple[str, int], ...], int]:
    """The last of them; how often each chance came in all of them; and how many these are."""
    ordered = sorted(known.items())
    last = ordered[-1][0] if ordered else 0
    shown = tuple(_past(dice, now=number == last) for number, dice in ordered[-TUMBLES_SHOWN:])
    marks = [marks_of(dice) for _, dice in ordered if isinstance(dice, tuple)]
    counts = tuple((glyph(mark), sum(glyph(mark) in each for each in marks)) for mark in _MARKS)
    return shown, counts, len(marks)


def _past(dice: tuple[int, int, int] | Gap | None, *, now: bool) -> PastTumble:
    if isinstance(dice, Gap):
        return PastTumble(dice=None, total=_NOT_NOTED, marks=(), noted=False, now=now)
    if dice is None:
        return PastTumble(dice=None, total="", marks=(), now=now)
    return PastTumble(dice=dice, total=str(sum(dice)), marks=marks_of(dice), now=now)


def marks_of(dice: tuple[int, int, int]) -> tuple[str, ...]:
    """A triple is neither big nor small, neither odd nor even."""
    tumble = Tumble(dice)
    if tumble.triple:
        return (glyph(TRIPLE),)
    size = BIG_AREA if tumble.total in BIG else SMALL_AREA
    assert size is BIG_AREA or tumble.total in SMALL, "every total is one of the two"
    return glyph(size), glyph(ODD if tumble.total % 2 else EVEN)
