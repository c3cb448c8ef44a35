"""What became of the bets of a round, bettor by bettor, and how its insurance stood: for who decides a dispute.

Bets not keyed, the areas that won are all that is known. Nothing is told of it before the result is announced.
"""

from fractions import Fraction

from dealer_app.domain.money import Odds
from dealer_app.domain.round.decide.settling import winning
from dealer_app.domain.round.state import Phase, Round, SettledBet, Who
from dealer_app.domain.round.table import InsuranceShown
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.showing.blocks import Block, Heading, Note, Row, Rows, Tag, Tags
from dealer_app.showing.lines import Tone
from dealer_app.showing.mending.bettors import bets_keyed
from dealer_app.showing.mending.picking import paged
from dealer_app.showing.mending.saying import (
    badge_text,
    bet_text,
    bettor_text,
    insurance_text,
    money,
    rules_of,
    say,
)
from dealer_app.showing.play.felt import odds_told
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put

_BETWEEN = " · "


def came_to(seeing: Seeing, round_: Round, most: int) -> tuple[Block, ...]:
    """A row for each bettor with all his bets, and at its head what they come to together."""
    heading = Heading(text=say(seeing, "bets-closing"))
    if not bets_keyed(seeing):
        return (heading, *_areas(seeing, round_))
    people = tuple(dict.fromkeys(who for _, who, _ in round_.chips))
    if not people:
        return heading, Note(text=say(seeing, "no-bets"), tone=Tone.QUIET)
    return heading, paged(seeing, [_bettor(seeing, round_, who) for who in people], most, dense=True)


def _bettor(seeing: Seeing, round_: Round, who: Who) -> Row:
    lines = {line.number: line for line in round_.settled}
    bets = [(bet.number, bet_text(seeing, bet)) for bet in round_.bets if bet.who == who]
    bets += [(bet.number, insurance_text(seeing, bet)) for bet in round_.insurance if bet.who == who]
    told = tuple(
        f"{text}{_BETWEEN}{_became(seeing, lines.get(number))}" if number in round_.to_tick else text
        for number, text in bets
    )
    net = sum((_moves(lines[number]) for number, _ in bets if number in lines), Fraction(0))
    return Row(
        name=f"came:{badge_text(seeing, who) or who[1]}",
        title=_BETWEEN.join((bettor_text(seeing, who), *((_signed(seeing, net),) if round_.settled else ()))),
        badge=badge_text(seeing, who),
        lines=told,
    )


def _moves(line: SettledBet) -> Fraction:
    return line.net if line.payable is None else Fraction(line.payable)


def _became(seeing: Seeing, line: SettledBet | None) -> str:
    """What it won or lost in chips; what neither wins nor loses went back."""
    if line is None or not line.net:
        return say(seeing, "went-back").first
    return _signed(seeing, _moves(line))


def _signed(seeing: Seeing, net: Fraction) -> str:
    return f"{'+' if net > 0 else ''}{money(seeing, net)}"


def _areas(seeing: Seeing, round_: Round) -> tuple[Block, ...]:
    note = Note(text=say(seeing, "bets-not-keyed"), tone=Tone.QUIET)
    if round_.phase not in (Phase.ANNOUNCED, Phase.CONCLUDED):
        return (note,)
    tags = tuple(
        Tag(f"{say(seeing, 'area-wins', area=area).first} · {_odds(seeing, odds)}", Tone.WINNER)
        for area, odds in winning(rules_of(seeing), round_)
    )
    return note, Tags(tags=tags)


def _odds(seeing: Seeing, odds: Odds) -> str:
    win, stake = odds_told(odds)
    return put(seeing.words, "play", "odds", win=win, stake=stake).first


def insurance_stood(seeing: Seeing, round_: Round) -> tuple[Block, ...]:
    """Each offer that was due, made or missed or waived, and the answers (Insurance Plus 3.12, 3.14, 5.13)."""
    table = seeing.state.table.table
    if rules_of(seeing).book.insurance is None or table is None or table.insurance is InsuranceShown.NOT_OFFERED:
        return ()
    due = round_.offers_closed | round_.neglected | round_.offered_late
    rows = tuple(_offer(seeing, round_, stage) for stage in InsuranceStage if stage in due)
    if round_.insurance_waived:
        rows += (Row(name="offer:waived", title=say(seeing, "insurance-was-waived").first),)
    if not rows:
        return ()
    by = "shown-by-lammer" if table.insurance is InsuranceShown.LAMMER else ""
    note = say(seeing, by).first if by else ""
    return Heading(text=say(seeing, "insurance-stood"), note=note), Rows(rows=rows, dense=True)


def _offer(seeing: Seeing, round_: Round, stage: InsuranceStage) -> Row:
    code = "offer-made"
    if stage in round_.neglected:
        code = "offer-missed"
    elif stage in round_.offered_late:
        code = "offer-made-late"
    taken = {(bet.who, bet.stage, bet.side): bet for bet in round_.insurance}
    answers = [
        f"{badge_text(seeing, who) or who[1]}: "
        + (insurance_text(seeing, taken[who, at, side]) if (who, at, side) in taken else say(seeing, "took-none").first)
        for who, at, side in sorted(round_.answered, key=str)
        if at is stage
    ]
    return Row(
        name=f"offer:{stage.value}",
        title=say(seeing, f"stage-{stage.value}").first,
        right=say(seeing, code).first,
        lines=(_BETWEEN.join(answers),) if answers else (),
    )
