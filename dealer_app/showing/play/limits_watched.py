"""What the limits say before bets are closed: what is over them, whom to tell of the minimum, bets on behalf."""

from dealer_app.domain.limits import heavy_sides
from dealer_app.domain.limits_open import below_minimum
from dealer_app.domain.policies import ExcessNoticed, UnderMinimum
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.betting import as_placed, excess_clauses, in_excess
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import PlacedBet
from dealer_app.domain.wagers import own, wholes
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row, Rows
from dealer_app.showing.lines import Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.totals import differentials
from dealer_app.showing.texts import clause_control

MISSING = "missing"
ORDER = "placed-first"
_DIGITS = 9


def over_limits(at: AtTable) -> tuple[Block, ...]:
    """Of each bet over a limit what goes back, by the rule of the document, and in which order bets are accepted.

    The order of keying is a proposal: the dealer confirms it, or puts first what was placed first (ruling L6); in
    Tai Sai he says whose chips go back (L10).
    """
    rests_on = excess_clauses(at.rules, at.state)
    clauses = tuple(clause_control(at.seeing, clause) for clause in rests_on)
    first = placed_first(at)
    accepted = in_excess(at.rules, at.state, first)
    cut = {bet.wager.area for bet in at.round.in_play if bet.number in accepted}
    lying = [bet for bet in as_placed(at.round.in_play, first) if bet.wager.area in cut]
    # Over the maximum of a bet alone it is nobody else's affair which was placed first.
    shared = cut if rests_on != (HOUSE_POLICY,) else set()
    crowded = {area for area in shared if len({bet.who for bet in lying if bet.wager.area == area}) > 1}
    shown = [bet for bet in lying if bet.number in accepted or bet.wager.area in crowded]
    rows = tuple(
        _over(at, bet, accepted.get(bet.number), _order_key(at, shown, bet) if bet.wager.area in crowded else None)
        for bet in shown
    )
    heading = Heading(text=at.label("goes-back"), clauses=clauses, tone=Tone.ATTENTION)
    order = (Note(text=at.label("order-of-placing"), tone=Tone.QUIET),) if crowded else ()
    return (heading, *order, Rows(rows=rows), *differentials(at))


def placed_first(at: AtTable) -> tuple[int, ...]:
    """The bets that the dealer has put first, as long as they lie there."""
    known = {bet.number for bet in at.round.in_play}
    return tuple(number for number in map(int, at.fingers.pick(ORDER).split()) if number in known)


def _order_key(at: AtTable, shown: list[PlacedBet], bet: PlacedBet) -> str:
    """Where digits choose a seat, one key brings the hindmost to the front; elsewhere each has its digit."""
    place = shown.index(bet)
    if at.seats:
        return "*" if place == len(shown) - 1 else ""
    return str(place + 1) if place < _DIGITS else ""


def _over(at: AtTable, bet: PlacedBet, accepted: int | None, key: str | None) -> Row:
    """`key` is there where others have bet on the area: the row can be put first."""
    stake, rest = bet.wager.stake, [number for number in placed_first(at) if number != bet.number]
    first = " ".join(map(str, (bet.number, *rest)))
    whole = at.label("accepted-whole", stake=at.money(stake))
    part = at.label("accepted-of", accepted=at.money(accepted or 0), stake=at.money(stake))
    return Row(
        name=f"excess:{bet.number}",
        title=_what(at, bet),
        badge=at.badge(bet.who),
        lines=(whole.first if accepted is None else part.first,),
        right="" if accepted is None else at.money(stake - accepted),
        tone=Tone.PLAIN if accepted is None else Tone.ATTENTION,
        act=None if key is None else _picks(at, ORDER, first),
        key=key or "",
    )


def at_closing(at: AtTable) -> tuple[Block, ...]:
    """What is to be put right, or asked, before bets are closed."""
    return (*_asked_to_change(at), *_under_minimum(at), *_outside_limits(at), *_on_behalf(at))


def _asked_to_change(at: AtTable) -> tuple[Block, ...]:
    """Where the document has bettors asked, and nothing is rejected by the house (MBS 5.18)."""
    if at.rules.book.policies.excess_noticed.value is not ExcessNoticed.ASK_BETTORS:
        return ()
    wagers = [bet.wager for bet in at.round.in_play]
    clause = clause_control(at.seeing, at.rules.clause("excess"))
    return tuple(
        Note(
            text=at.label("differential-over", area=at.area(heavy.side), amount=at.money(heavy.over)),
            tone=Tone.ATTENTION,
            framed=True,
            clauses=(clause,),
        )
        for heavy in heavy_sides(at.rules.book, at.table.limits, wagers)
    )


def _numbers(at: AtTable, fact: str) -> frozenset[int]:
    return frozenset(map(int, at.guide.facts.get(fact, "").split()))


def _under_minimum(at: AtTable) -> tuple[Block, ...]:
    """Whose bettors are told of the minimum, and may raise or withdraw (5.2)."""
    below = _numbers(at, "under_minimum")
    if not below:
        return ()
    rows = tuple(_to_raise(at, bet) for bet in at.round.in_play if bet.number in below)
    clause = clause_control(at.seeing, at.rules.clause("under-minimum"))
    return (Heading(text=at.label("raise-or-withdraw"), clauses=(clause,), tone=Tone.ATTENTION), Rows(rows=rows))


def _outside_limits(at: AtTable) -> tuple[Block, ...]:
    """Where the document neither rejects it nor asks about it: a bet outside the limits displayed (MBS 3.5.1).

    Once bets are closed the one below them is settled a single time (5.14), the one above to the maximum only (5.15).
    """
    book, limits, policies = at.rules.book, at.table.limits, at.rules.book.policies
    if policies.under_minimum.value is not UnderMinimum.ONCE_ONLY:
        return ()
    bets = at.round.in_play
    wagers = [bet.wager for bet in bets]
    whole = wholes(wagers)
    below = [bets[place] for place in below_minimum(book, limits, wagers)]
    above = [bet for bet in bets if whole[own(bet.wager)] > (limits.maximum(bet.wager.area) or whole[own(bet.wager)])]
    return (
        *_outside(at, "raise-or-withdraw", policies.under_minimum.clause, [_to_raise(at, bet) for bet in below]),
        *_outside(at, "take-less", policies.maximum_unnoticed.clause, [_to_lower(at, bet) for bet in above]),
    )


def _outside(at: AtTable, code: str, settled_by: str, rows: list[Row]) -> tuple[Block, ...]:
    clauses = tuple(clause_control(at.seeing, clause) for clause in (at.rules.clause("limits"), settled_by))
    heading = Heading(text=at.label(code), clauses=clauses, tone=Tone.ATTENTION)
    return (heading, Rows(rows=tuple(rows))) if rows else ()


def _to_lower(at: AtTable, bet: PlacedBet) -> Row:
    most = at.table.limits.maximum(bet.wager.area) or 0
    return Row(
        name=f"over:{bet.number}",
        title=_what(at, bet),
        badge=at.badge(bet.who),
        lines=(at.label("maximum-is", maximum=at.money(most)).first,),
        right=at.money(bet.wager.stake),
        controls=(withdrawing(at, bet, "over"),),
        tone=Tone.ATTENTION,
    )


def _to_raise(at: AtTable, bet: PlacedBet) -> Row:
    least = at.table.limits.minimum(bet.wager.area) or 0
    seat, bettor = bet.who
    raises = Control(
        name=f"raise:{bet.number}",
        label=at.label("raise"),
        act=at.change(seat=seat, bettor=bettor, area=bet.wager.area, digits=""),
    )
    return Row(
        name=f"under:{bet.number}",
        title=_what(at, bet),
        badge=at.badge(bet.who),
        lines=(at.label("minimum-is", minimum=at.money(least)).first,),
        right=at.money(bet.wager.stake),
        controls=(raises, withdrawing(at, bet, "under")),
        tone=Tone.ATTENTION,
    )


def _on_behalf(at: AtTable) -> tuple[Block, ...]:
    """A bet on behalf exists only with its chips on the layout: each is asked for before bets are closed."""
    asked = _numbers(at, "on_behalf")
    if not asked:
        return ()
    rows = tuple(_chips_asked(at, bet) for bet in at.round.in_play if bet.number in asked)
    clause = clause_control(at.seeing, at.rules.clause("on-behalf"))
    return (Heading(text=at.label("chips-there"), clauses=(clause,)), Rows(rows=rows))


def _chips_asked(at: AtTable, bet: PlacedBet) -> Row:
    pick = f"chips:{bet.number}"
    missing = at.fingers.pick(pick) == MISSING
    there = Control(name=f"{pick}:there", label=at.label("chips-lie"), act=_picks(at, pick, ""), picked=not missing)
    none = Control(name=f"{pick}:none", label=at.label("no-chips"), act=_picks(at, pick, MISSING), picked=missing)
    return Row(
        name=f"behalf:{bet.number}",
        title=_what(at, bet),
        badge=at.badge(bet.who),
        right=at.money(bet.wager.stake),
        controls=(there, none),
    )


def _picks(at: AtTable, name: str, value: str) -> Change:
    return at.change(picks={**at.fingers.picks, name: value})


def without_chips(at: AtTable) -> frozenset[int]:
    """The bets on behalf whose chips do not lie there, as the dealer has said."""
    return frozenset(number for number in _numbers(at, "on_behalf") if at.fingers.pick(f"chips:{number}") == MISSING)


def withdrawing(at: AtTable, bet: PlacedBet, kind: str) -> Control:
    may = at.may(commands.WithdrawBet)
    act = Give(command=asking(commands.WithdrawBet, number=bet.number), then=at.fingers) if may else None
    return Control(name=f"withdraw:{kind}:{bet.number}", label=at.label("withdraw"), act=act, waits=at.label("not-now"))


def _what(at: AtTable, bet: PlacedBet) -> str:
    """Where no disc says whose it is, the colour does."""
    area, name = at.area(bet.wager.area).first, at.whose(bet.who)
    return area if bet.who[0] is not None or not name else f"{name} · {area}"
