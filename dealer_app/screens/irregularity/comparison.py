"""What a correction changes and what became of the bets of a round, bettor by bettor.

For a correction it compares before and after. Insurance has its own review: which offers were due, made or
missed, and the answers.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.decide.settlement import areas_won, settlement_lines
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, Phase, Round, SettledBet, Who
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.domain.round.visible import has_blind_reading
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.screens.blocks import (
    Block,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    TagsBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity.bettors import has_keyed_bets
from dealer_app.screens.irregularity.round_cards import open_undisputed_cards
from dealer_app.screens.kit import (
    area_text,
    bet_text,
    bettor_text,
    insurance_text,
)
from dealer_app.screens.labels import amounts_text, badge_text, label_text, money_text, short_owner
from dealer_app.screens.pads import page_rows
from dealer_app.screens.round.table_context import TableContext, open_table


def outcome_texts(at: TableContext, round_: Round, cards: list[Card]) -> tuple[ScreenText, ...]:
    """The points, what has won by these cards, what on which somebody bet is still open, and what each bettor gets."""
    context = at.context
    hands = make_coup(cards)
    lines = [label_text(context, "mending.hands-are", player=str(hands.player.points), banker=str(hands.banker.points))]
    baccarat = at.rules.baccarat
    assert baccarat is not None, "cards are corrected only where there are cards"
    decided = baccarat.decisions[coup_situation(cards)]
    if decided.won:
        lines.append(_areas_text(context, "areas-win", tuple(decided.won)))
    if not hands.is_complete:
        sure = {*decided.won, *decided.lost}
        lying = tuple(dict.fromkeys(bet.wager.area for bet in round_.in_play if bet.wager.area not in sure))
        return (*lines, *((_areas_text(context, "areas-open", lying),) if lying else ()))
    return (*lines, *_bettor_texts(at, round_, cards))


def _areas_text(context: ScreenContext, code: str, areas: tuple[Area, ...]) -> ScreenText:
    words = context.words
    first = words.first.join_texts("chances", *(words.first.area(area) for area in areas))
    second = words.second.join_texts("chances", *(words.second.area(area) for area in areas))
    return label_text(context, f"mending.{code}", areas=ScreenText(first, second))


def _bettor_texts(at: TableContext, round_: Round, cards: list[Card]) -> tuple[ScreenText, ...]:
    """What the chips of each come to if these are the cards: `1: +1,000 · 3S: -500`."""
    if not has_keyed_bets(at.context):
        return ()
    lie = tuple(replace(drawn, card=card) for drawn, card in zip(round_.cards, cards, strict=False))
    nets = _bettor_nets(at, replace(round_, cards=(*lie, *round_.cards[len(lie) :])))
    return (_nets_text(at.context, nets),) if nets else ()


def _bettor_nets(at: TableContext, round_: Round) -> Mapping[Who, Fraction]:
    lines = settlement_lines(at.rules, replace(at.context.state.table, round=round_))
    whose = {number: who for number, who, _ in round_.chips}
    nets: dict[Who, Fraction] = {}
    for line in lines:
        nets[whose[line.number]] = nets.get(whose[line.number], Fraction(0)) + line.chip_amount
    return nets


def _nets_text(context: ScreenContext, nets: Mapping[Who, Fraction]) -> ScreenText:
    """`1: +1,000 · 3S: -500`."""
    amounts = (
        (short_owner(context, who), f"{'+' if net > 0 else ''}{money_text(context, net)}") for who, net in nets.items()
    )
    return amounts_text(context.words, amounts)


# A bet that is corrected


BeforeAfterLines = tuple[tuple[str, ...], tuple[str, ...]]
"""What is shown under Before and under After."""


def correction_effect(at: TableContext, role: str, round_: Round | None) -> BeforeAfterLines:
    """What becomes of the round once somebody of this role has approved what is asked of a bet."""
    after = _round_if_approved(at, role)
    return ((), ()) if round_ is None or after is None else _bets_effect(at, round_, after)


def _round_if_approved(at: TableContext, role: str) -> Round | None:
    """The round as it is once somebody of the role has approved what is asked; nothing where nobody can."""
    rules, table = at.rules, at.context.state.table
    approved = decide(rules=rules, state=table, command=commands.Approve(by=Person("", role), at=0))
    if isinstance(approved, Refusal):
        return None
    changed = fold(table, approved)
    return changed.round or changed.last


def _bets_effect(at: TableContext, before: Round, after: Round) -> BeforeAfterLines:
    """Before and after: what lies on the areas and for the bettors that differ, and what these get by the result."""
    context = at.context
    differ = {*_bet_stakes(before)} ^ {*_bet_stakes(after)}
    areas = tuple(dict.fromkeys(area for _, area, _ in sorted(differ, key=str)))
    people = tuple(dict.fromkeys(who for who, _, _ in sorted(differ, key=str)))
    if not differ:
        return (), ()
    gets: tuple[Mapping[Who, Fraction], ...] = ({}, {})
    if _is_result_open(at, before):
        gets = _bettor_nets(at, before), _bettor_nets(at, after)
        people = tuple(who for who in {**gets[0], **gets[1]} if gets[0].get(who) != gets[1].get(who) or who in people)
    insured = _insurance_texts(context, before), _insurance_texts(context, after)
    capped = insured if insured[0] != insured[1] else ((), ())
    first, second = (
        (_sums_text(context, round_, areas, people), *lines, *_net_lines(context, nets, people))
        for round_, lines, nets in zip((before, after), capped, gets, strict=True)
    )
    return first, second


def _insurance_texts(context: ScreenContext, round_: Round) -> tuple[str, ...]:
    """Each insurance that counts in part, as its Original Bet counts (ruling I12): the rest of it goes back."""
    counted = insurance_counts(open_table(context).rules, replace(context.state.table, round=round_))
    return tuple(
        label_text(
            context,
            "mending.insured-counts",
            what=f"{bettor_text(context, bet.who)} · {area_text(context, f'{bet.side.value}_insurance')}",
            counts=money_text(context, counted[bet.number].counts or Fraction(0)),
            stake=money_text(context, bet.stake),
        ).first
        for bet in round_.insurance_in_play
        if counted[bet.number].counts != bet.stake
    )


def _bet_stakes(round_: Round) -> tuple[tuple[Who, Area, int], ...]:
    insured = ((bet.who, Area(f"{bet.side.value}_insurance"), int(bet.stake)) for bet in round_.insurance)
    return (*((bet.who, bet.wager.area, int(bet.wager.stake)) for bet in round_.in_play), *insured)


def _sums_text(context: ScreenContext, round_: Round, areas: Sequence[Area], people: Sequence[Who]) -> str:
    """`BANKER in all 600 · Seat 1 in all 900`."""
    lying = _bet_stakes(round_)
    of_areas = ((area_text(context, one), sum(stake for _, area, stake in lying if area == one)) for one in areas)
    of_people = ((bettor_text(context, one), sum(stake for who, _, stake in lying if who == one)) for one in people)
    return " · ".join(
        label_text(context, "mending.in-all", what=what, amount=money_text(context, total)).first
        for what, total in (*of_areas, *of_people)
    )


def _net_lines(context: ScreenContext, nets: Mapping[Who, Fraction], people: Sequence[Who]) -> tuple[str, ...]:
    concerned = {who: nets.get(who, Fraction(0)) for who in people}
    return (label_text(context, "mending.comes-to", nets=_nets_text(context, concerned)).first,) if nets else ()


def _is_result_open(at: TableContext, round_: Round) -> bool:
    """Whether all that decides the round lies open, and none of it is in dispute or under a second reading."""
    context = at.context
    if not has_keyed_bets(context) or round_.phase is Phase.BETTING:
        return False
    if at.rules.baccarat is None:
        return round_.dice is not None and not has_blind_reading(context.state.table)
    cards = open_undisputed_cards(context, round_, None)
    return len(cards) == len(round_.cards) and make_coup(cards).is_complete


_SEPARATOR = " · "


def settlement_review(context: ScreenContext, round_: Round, most: int) -> tuple[Block, ...]:
    """A row for each bettor with all their bets, and at its head what they come to together."""
    heading = HeadingBlock(text=label_text(context, "mending.bets-closing"))
    if not has_keyed_bets(context):
        return (heading, *_area_blocks(context, round_))
    people = tuple(dict.fromkeys(who for _, who, _ in round_.chips))
    if not people:
        return heading, NoteBlock(text=label_text(context, "mending.no-bets"), tone=Tone.QUIET)
    return heading, page_rows(context, [_bettor_row(context, round_, who) for who in people], most, dense=True)


def _bettor_row(context: ScreenContext, round_: Round, who: Who) -> ListRow:
    lines = {line.number: line for line in round_.settled}
    bets = [(bet.number, bet_text(context, bet)) for bet in round_.bets if bet.who == who]
    bets += [(bet.number, insurance_text(context, bet)) for bet in round_.insurance if bet.who == who]
    bet_lines = tuple(
        f"{text}{_SEPARATOR}{_bet_result_text(context, lines.get(number))}" if number in round_.to_tick else text
        for number, text in bets
    )
    net = sum((_chip_move(lines[number]) for number, _ in bets if number in lines), Fraction(0))
    return ListRow(
        name=f"came:{badge_text(context, who) or who[1]}",
        title=_SEPARATOR.join(
            (bettor_text(context, who), *((_amount_with_sign(context, net),) if round_.settled else ()))
        ),
        badge=badge_text(context, who),
        lines=bet_lines,
    )


def _chip_move(line: SettledBet) -> Fraction:
    return line.net if line.payable is None else Fraction(line.payable)


def _bet_result_text(context: ScreenContext, line: SettledBet | None) -> str:
    """What it won or lost in chips; what neither wins nor loses went back."""
    if line is None or not line.net:
        return label_text(context, "mending.went-back").first
    return _amount_with_sign(context, _chip_move(line))


def _amount_with_sign(context: ScreenContext, net: Fraction) -> str:
    return f"{'+' if net > 0 else ''}{money_text(context, net)}"


def _area_blocks(context: ScreenContext, round_: Round) -> tuple[Block, ...]:
    note = NoteBlock(text=label_text(context, "mending.bets-not-keyed"), tone=Tone.QUIET)
    if round_.phase not in (Phase.ANNOUNCED, Phase.CONCLUDED):
        return (note,)
    tags = tuple(
        Tag(
            f"{label_text(context, 'mending.area-wins', area=area).first} · {open_table(context).odds_text(odds)}",
            Tone.WINNER,
        )
        for area, odds in areas_won(open_table(context).rules, round_)
    )
    return note, TagsBlock(tags=tags)


def insurance_review(at: TableContext, round_: Round) -> tuple[Block, ...]:
    """Each offer that was due, made or missed or waived, and the answers (Insurance Plus 3.12, 3.14, 5.13)."""
    context = at.context
    rules, table = at.rules, at.table
    if rules.book.insurance is None or table.insurance is InsuranceShown.NOT_OFFERED:
        return ()
    due = round_.offers_closed | round_.neglected | round_.offered_late
    rows = tuple(_offer_row(context, round_, stage) for stage in InsuranceStage if stage in due)
    if round_.insurance_waived:
        rows += (ListRow(name="offer:waived", title=label_text(context, "mending.insurance-was-waived").first),)
    if not rows:
        return ()
    by = "shown-by-lammer" if table.insurance is InsuranceShown.LAMMER else ""
    note = label_text(context, f"mending.{by}").first if by else ""
    return HeadingBlock(text=label_text(context, "mending.insurance-stood"), note=note), RowsBlock(
        rows=rows, dense=True
    )


def _offer_row(context: ScreenContext, round_: Round, stage: InsuranceStage) -> ListRow:
    code = "offer-made"
    if stage in round_.neglected:
        code = "offer-missed"
    elif stage in round_.offered_late:
        code = "offer-made-late"
    taken = {(bet.who, bet.stage, bet.side): bet for bet in round_.insurance}
    answers = [
        f"{badge_text(context, who) or who[1]}: "
        + (
            insurance_text(context, taken[who, at, side])
            if (who, at, side) in taken
            else label_text(context, "mending.took-none").first
        )
        for who, at, side in sorted(round_.answered, key=str)
        if at is stage
    ]
    return ListRow(
        name=f"offer:{stage.value}",
        title=label_text(context, f"mending.stage-{stage.value}").first,
        right=label_text(context, f"mending.{code}").first,
        lines=(_SEPARATOR.join(answers),) if answers else (),
    )
