"""Words of what went wrong: labels of this part of the window, and how bettors, bets, clauses and roles are named."""

from collections.abc import Sequence
from fractions import Fraction

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, Who
from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Act
from dealer_app.showing.bettors import badge, crowd_of
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Weight
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import clause_control, line, put
from dealer_app.wording import amount


def say(seeing: Seeing, code: str, **facts: str | Line) -> Line:
    """A label of this part, in both languages."""
    return put(seeing.words, "mending", code, **facts)


def rules_of(seeing: Seeing) -> Rules:
    assert seeing.rules is not None, "asked only at an open table"
    return seeing.rules


def trouble_name(seeing: Seeing, code: str) -> Line:
    return line(seeing.words, lambda words: words.trouble(code).name)


def trouble_line(seeing: Seeing, code: str) -> Line:
    return line(seeing.words, lambda words: words.trouble(code).line)


def bettor_text(seeing: Seeing, who: Who) -> str:
    """`Seat 3`, `Seat 5, standing 1`, or a label where the table has no seats."""
    return seeing.words.first.put("mending", "bettor", {"bettor": bettor_fact(who)})


def bettor_fact(who: Who) -> str:
    """A bettor as the wording takes him."""
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"


def badge_text(seeing: Seeing, who: Who) -> str:
    """What stands in the disc of a row, as at the table; nothing where there are no seats."""
    table = seeing.state.table
    return badge(who, crowd_of(table.round or table.last))


def money(seeing: Seeing, minor: Fraction | int) -> str:
    return amount(minor, seeing.words.first.decimals)


def area_text(seeing: Seeing, area: str) -> str:
    return seeing.words.first.area(area)


def bet_text(seeing: Seeing, bet: PlacedBet) -> str:
    """`BANKER 800`."""
    return f"{area_text(seeing, bet.wager.area)} {money(seeing, bet.wager.stake)}"


def insurance_text(seeing: Seeing, bet: InsuranceBet) -> str:
    """`BANKER INSURANCE 600`; bets not keyed, the amount need not have been told."""
    area = area_text(seeing, f"{bet.side.value}_insurance")
    return f"{area} {money(seeing, bet.stake)}" if bet.stake else area


def clauses_of(seeing: Seeing, *clauses: str) -> tuple[Control, ...]:
    return tuple(clause_control(seeing, clause) for clause in dict.fromkeys(clauses) if clause)


def each_clause_once(*columns: Sequence[Block]) -> tuple[tuple[Block, ...], ...]:
    """A clause stands where it is named first: it is one control, and the later ones would be another of that name."""
    named: set[str] = set()
    return tuple(tuple(_with_new_clauses(block, named) for block in column) for column in columns)


def _with_new_clauses(block: Block, named: set[str]) -> Block:
    if not isinstance(block, Heading | Note | Keys) or not block.clauses:
        return block
    new = tuple(clause for clause in block.clauses if clause.name not in named)
    named.update(clause.name for clause in new)
    return block if len(new) == len(block.clauses) else replace(block, clauses=new)


def primary(name: str, label: Line, *, act: Act | None = None, waits: Line = EMPTY, sub: Line = EMPTY) -> Control:
    """The one next step. Without an act it is dashed, and says what it waits for."""
    assert act is not None or waits, f"{name} neither does anything nor says what it waits for"
    return Control(
        name=name,
        label=label,
        act=act,
        waits=EMPTY if act is not None else waits,
        sub=sub,
        key="Enter",
        weight=Weight.NEXT,
    )


def refusal_line(seeing: Seeing, refusal: Refusal) -> Line:
    """What the table said, or would say, to something that it does not allow."""
    return line(seeing.words, lambda words: words.refusal(refusal))


def refusal_note(seeing: Seeing) -> tuple[Note, ...]:
    """Why the last touch was refused, where the rail lies behind a panel."""
    refusal = seeing.refusal
    if refusal is None:
        return ()
    return (
        Note(
            text=refusal_line(seeing, refusal),
            tone=Tone.STOP,
            framed=True,
            clauses=clauses_of(seeing, refusal.clause),
        ),
    )
