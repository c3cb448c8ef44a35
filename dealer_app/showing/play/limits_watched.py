"""What the limits say before bets are closed: what is over them, whom to tell of the minimum, bets on behalf."""

from dealer_app.domain.limits import heavy_sides
from dealer_app.domain.policies import ExcessNoticed
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.betting import in_excess
from dealer_app.domain.round.state import PlacedBet
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row, Rows
from dealer_app.showing.lines import Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.totals import differentials
from dealer_app.showing.texts import clause_control

MISSING = "missing"


def over_limits(at: AtTable) -> tuple[Block, ...]:
    """Of each bet over a limit what goes back, by the rule of the document."""
    clause = clause_control(at.seeing, at.rules.clause("excess"))
    accepted = in_excess(at.rules, at.state)
    rows = tuple(
        Row(
            name=f"excess:{bet.number}",
            title=_what(at, bet),
            badge=at.badge(bet.who),
            lines=(
                at.label("accepted-of", accepted=at.money(accepted[bet.number]), stake=at.money(bet.wager.stake)).first,
            ),
            right=at.money(bet.wager.stake - accepted[bet.number]),
            tone=Tone.ATTENTION,
        )
        for bet in at.round.in_play
        if bet.number in accepted
    )
    heading = Heading(text=at.label("goes-back"), clauses=(clause,), tone=Tone.ATTENTION)
    return (heading, Rows(rows=rows), *differentials(at))


def at_closing(at: AtTable) -> tuple[Block, ...]:
    """What is to be put right, or asked, before bets are closed."""
    return (*_asked_to_change(at), *_under_minimum(at), *_on_behalf(at))


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
    return at.area(bet.wager.area).first
