"""What lies on the table by type of bet, and the state of the Differentials: live while bets are open."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.limits import TableLimits, heavy_sides
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.state import PlacedBet, Who
from dealer_app.domain.rulebook import Differential, Rulebook, RuleFamily
from dealer_app.domain.values import cache_last
from dealer_app.domain.wagers import Area
from dealer_app.screens.blocks import Block, HeadingBlock, ListRow, NoteBlock, RowsBlock, ScreenText, Tone
from dealer_app.screens.labels import amounts_text, clause_control, short_owner
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.round.top_bar import difference_text, sides_text

AREA_TONES = {Area("player"): Tone.PLAYER, Area("banker"): Tone.BANKER, Area("tie"): Tone.TIE}
AREAS_SHOWN = 6
"""Of dice bets only those with the most on them are listed; the layout shows all."""

AreaSums = tuple[tuple[Area, int, int], ...]


def bet_total_blocks(at: TableContext) -> tuple[Block, ...]:
    """Each type with its bets and what lies there; with bets off nothing is known."""
    if not at.has_keyed_bets:
        return (NoteBlock(text=at.text("bets-off"), tone=Tone.QUIET, framed=True),)
    bets = at.round.in_play
    heading = HeadingBlock(text=at.text("bets-lying"), right=_count_text(at, len(bets)))
    return (heading, RowsBlock(rows=_total_rows(at, bets), dense=True), *return_notes(at), *differential_notes(at))


def return_notes(at: TableContext) -> tuple[NoteBlock, ...]:
    """Whose bets went back in the course of the round, and how much: `1: 1,100 · 3S: 500`; then of insurance."""
    round_ = at.round
    back: dict[Who, Fraction] = {}
    if round_.returned:
        for number, who, stake in round_.chips:
            if number in round_.returned:
                back[who] = back.get(who, Fraction(0)) + stake
    amounts = _amounts_text(at, back)
    returned = (NoteBlock(text=at.text("gone-back", amounts=amounts), tone=Tone.ATTENTION),) if amounts.first else ()
    return (*returned, *_insurance_return_notes(at))


def _insurance_return_notes(at: TableContext) -> tuple[NoteBlock, ...]:
    """What goes back of insurance at the settlement, because its Original Bet counts for less now (ruling I12)."""
    if not at.has_keyed_bets or not at.round.insurance_in_play:
        return ()
    counted = insurance_counts(at.rules, at.state)
    back: dict[Who, Fraction] = {}
    for bet in at.round.insurance_in_play:
        counts = counted[bet.number].counts or Fraction(0)
        back[bet.who] = back.get(bet.who, Fraction(0)) + bet.stake - counts
    amounts, book = _amounts_text(at, back), at.rules.book.insurance
    if not amounts.first or book is None:
        return ()
    clauses = (clause_control(at.context, book.cap_clause),)
    return (NoteBlock(text=at.text("insurance-back", amounts=amounts), tone=Tone.ATTENTION, clauses=clauses),)


def _amounts_text(at: TableContext, back: Mapping[Who, Fraction]) -> ScreenText:
    whose = ((short_owner(at.context, who), at.money_text(amount)) for who, amount in back.items() if amount)
    return amounts_text(at.context.words, whose)


def _total_rows(at: TableContext, bets: tuple[PlacedBet, ...]) -> tuple[ListRow, ...]:
    sums = _area_sums(bets)
    if at.rules.book.house is RuleFamily.TAI_SAI:
        most = sorted(sums, key=lambda one: -one[2])[:AREAS_SHOWN]
        return tuple(_total_row(at, area, count, total) for area, count, total in most)
    known = {area: (count, total) for area, count, total in sums}
    main = tuple(_total_row(at, area, *known.get(area, (0, 0))) for area in AREA_TONES)
    count = sum(count for area, count, _ in sums if area not in AREA_TONES)
    total = sum(total for area, _, total in sums if area not in AREA_TONES)
    side = ListRow(
        name="total:side", title=at.text("side-bets").first, lines=(_count_text(at, count),), right=at.money_text(total)
    )
    return (*main, side)


def _total_row(at: TableContext, area: Area, count: int, total: int) -> ListRow:
    tone = AREA_TONES.get(area, Tone.PLAIN)
    title = at.area_name(area).first
    lines = (_count_text(at, count),)
    return ListRow(name=f"total:{area}", title=title, lines=lines, right=at.money_text(total), tone=tone)


def _count_text(at: TableContext, count: int) -> str:
    return bets_count_text(at, count).first


def bets_count_text(at: TableContext, count: int) -> ScreenText:
    return at.text("one-bet") if count == 1 else at.text("bets-count", bets=str(count))


def amount_of_bets_text(at: TableContext, count: int, amount: int) -> str:
    """`600 · 6 bets`: the sum comes first, so that no number before it can be read as a factor."""
    return f"{at.money_text(amount)} · {bets_count_text(at, count).first}"


@cache_last
def _area_sums(bets: tuple[PlacedBet, ...]) -> AreaSums:
    counts: dict[Area, tuple[int, int]] = {}
    for bet in bets:
        count, total = counts.get(bet.wager.area, (0, 0))
        counts[bet.wager.area] = count + 1, total + bet.wager.stake
    return tuple((area, count, total) for area, (count, total) in counts.items())


def differential_notes(at: TableContext) -> tuple[NoteBlock, ...]:
    """A line for each Differential: how far it is used, and its clause."""
    return tuple(
        _differential_note(at, differential)
        for differential in at.rules.book.limits.differentials
        if differential.code in at.table.limits.differentials
    )


@cache_last
def _excess_differentials(book: Rulebook, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> tuple[Differential, ...]:
    """The Differentials that these bets exceed."""
    return tuple(heavy.differential for heavy in heavy_sides(book, limits, (bet.wager for bet in bets)))


def _differential_note(at: TableContext, differential: Differential) -> NoteBlock:
    limit = at.table.limits.differentials[differential.code]
    over = differential in _excess_differentials(
        at.rules.book, at.table.limits, () if at.state.round is None else at.round.in_play
    )
    facts: dict[str, str | ScreenText] = {
        "difference": difference_text(at, differential),
        "limit": at.money_text(limit),
    }
    several = len(at.rules.book.limits.differentials) > 1
    if several:
        facts["sides"] = sides_text(at, differential)
    return NoteBlock(
        text=at.text("differential-of-sides" if several else "differential-of", **facts),
        tone=Tone.ATTENTION if over else Tone.GOOD,
        clauses=(clause_control(at.context, at.rules.clause("excess")),),
        spare=not over,
    )
