"""What lies on the table by type of bet, and how it stands to the Differentials: live while bets are open."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.limits import TableLimits, heavy_sides
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import PlacedBet, Who
from dealer_app.domain.rulebook import Differential, House, Rulebook
from dealer_app.domain.wagers import Area
from dealer_app.showing.blocks import Block, Heading, Note, Row, Rows
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import bettor_line
from dealer_app.showing.play.top_bar import difference_now, sides_of
from dealer_app.showing.texts import clause_control

TONES = {Area("player"): Tone.PLAYER, Area("banker"): Tone.BANKER, Area("tie"): Tone.TIE}
MOST_AREAS = 6
"""Of dice bets only those with the most on them are listed; the layout shows all."""

Sums = tuple[tuple[Area, int, int], ...]


def bets_by_type(at: AtTable) -> tuple[Block, ...]:
    """Each type with its bets and what lies there; with bets off nothing is known."""
    if not at.keyed:
        return (Note(text=at.label("bets-off"), tone=Tone.QUIET, framed=True),)
    bets = at.round.in_play
    heading = Heading(text=at.label("bets-lying"), right=_count(at, len(bets)))
    return (heading, Rows(rows=_rows(at, bets), dense=True), *gone_back(at), *differentials(at))


def gone_back(at: AtTable) -> tuple[Note, ...]:
    """Whose bets went back in the course of the round, and how much: `1: 1,100 · 3S: 500`; then of insurance."""
    round_ = at.round
    back: dict[Who, Fraction] = {}
    if round_.returned:
        for number, who, stake in round_.chips:
            if number in round_.returned:
                back[who] = back.get(who, Fraction(0)) + stake
    told = _amounts(at, back)
    returned = (Note(text=at.label("gone-back", amounts=told), tone=Tone.ATTENTION),) if told else ()
    return (*returned, *_insurance_back(at))


def _insurance_back(at: AtTable) -> tuple[Note, ...]:
    """What goes back of insurance at the settlement, because its Original Bet counts for less now (ruling I12)."""
    if not at.keyed or not at.round.insured:
        return ()
    counted = insurance_counts(at.rules, at.state)
    back: dict[Who, Fraction] = {}
    for bet in at.round.insured:
        counts = counted[bet.number].counts or Fraction(0)
        back[bet.who] = back.get(bet.who, Fraction(0)) + bet.stake - counts
    told, book = _amounts(at, back), at.rules.book.insurance
    if not told or book is None:
        return ()
    clauses = (clause_control(at.seeing, book.cap_clause),)
    return (Note(text=at.label("insurance-back", amounts=told), tone=Tone.ATTENTION, clauses=clauses),)


def _amounts(at: AtTable, back: Mapping[Who, Fraction]) -> str:
    whose = {who: at.badge(who) or bettor_line(at.seeing.words, who).first for who in back}
    return " · ".join(f"{whose[who]}: {at.money(amount)}" for who, amount in back.items() if amount)


def _rows(at: AtTable, bets: tuple[PlacedBet, ...]) -> tuple[Row, ...]:
    sums = _sums(bets)
    if at.rules.book.house is House.TAI_SAI:
        most = sorted(sums, key=lambda one: -one[2])[:MOST_AREAS]
        return tuple(_row(at, area, count, total) for area, count, total in most)
    known = {area: (count, total) for area, count, total in sums}
    main = tuple(_row(at, area, *known.get(area, (0, 0))) for area in TONES)
    count = sum(count for area, count, _ in sums if area not in TONES)
    total = sum(total for area, _, total in sums if area not in TONES)
    side = Row(name="total:side", title=at.label("side-bets").first, lines=(_count(at, count),), right=at.money(total))
    return (*main, side)


def _row(at: AtTable, area: Area, count: int, total: int) -> Row:
    tone = TONES.get(area, Tone.PLAIN)
    title = at.area(area).first
    lines = (_count(at, count),)
    return Row(name=f"total:{area}", title=title, lines=lines, right=at.money(total), tone=tone)


def _count(at: AtTable, count: int) -> str:
    return bets_count(at, count).first


def bets_count(at: AtTable, count: int) -> Line:
    return at.label("one-bet") if count == 1 else at.label("bets-count", bets=str(count))


@last_remembered
def _sums(bets: tuple[PlacedBet, ...]) -> Sums:
    counts: dict[Area, tuple[int, int]] = {}
    for bet in bets:
        count, total = counts.get(bet.wager.area, (0, 0))
        counts[bet.wager.area] = count + 1, total + bet.wager.stake
    return tuple((area, count, total) for area, (count, total) in counts.items())


def differentials(at: AtTable) -> tuple[Note, ...]:
    """A line for each Differential: how far it is used, and its clause."""
    return tuple(
        _differential(at, differential)
        for differential in at.rules.book.limits.differentials
        if differential.code in at.table.limits.differentials
    )


@last_remembered
def _exceeded(book: Rulebook, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> tuple[Differential, ...]:
    """The Differentials that these bets exceed."""
    return tuple(heavy.differential for heavy in heavy_sides(book, limits, (bet.wager for bet in bets)))


def _differential(at: AtTable, differential: Differential) -> Note:
    limit = at.table.limits.differentials[differential.code]
    over = differential in _exceeded(at.rules.book, at.table.limits, () if at.state.round is None else at.round.in_play)
    facts: dict[str, str | Line] = {"difference": difference_now(at, differential), "limit": at.money(limit)}
    several = len(at.rules.book.limits.differentials) > 1
    if several:
        facts["sides"] = sides_of(at, differential)
    return Note(
        text=at.label("differential-of-sides" if several else "differential-of", **facts),
        tone=Tone.ATTENTION if over else Tone.GOOD,
        clauses=(clause_control(at.seeing, at.rules.clause("excess")),),
        spare=not over,
    )
