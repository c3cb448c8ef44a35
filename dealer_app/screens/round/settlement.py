"""The rail of the settlement: what is collected, what is paid with its formula, and the winning areas.

The house chooses the order: by seat from the first or the last, or area by area. Dice are always settled
area by area, from the top of the layout down.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.devices.tumbler import LAMP_ERROR
from dealer_app.domain.money import Odds
from dealer_app.domain.round import commands
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.decide.settlement import areas_won
from dealer_app.domain.round.state import Round, SettledBet, Who
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import cache_last, replace
from dealer_app.domain.wagers import Area, Result
from dealer_app.screens.actions import Action, SendCommand, SendCommands, new_command
from dealer_app.screens.blocks import (
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    Tone,
)
from dealer_app.screens.kit import command_next_step
from dealer_app.screens.labels import bettor_name, bettor_row_name, clause_control, colour_icon
from dealer_app.screens.pads import page_key
from dealer_app.screens.round.disputes import claim_keys, remedy_blocks
from dealer_app.screens.round.felt import INSURANCE_AREAS, insurance_area
from dealer_app.screens.round.table_context import TableContext, result_announcement
from dealer_app.screens.round.top_bar import TUMBLER_KIND
from dealer_app.screens.round.track import round_track
from dealer_app.screens.screen import RailContent


class SettlementLine(Struct, frozen=True):
    """A line of the settlement with the bet that it settles."""

    line: SettledBet
    who: Who
    area: Area
    stake: int

    @property
    def is_win(self) -> bool:
        """A bet of which nothing counts, as one under the minimum, goes back whole, whatever won (MBS 5.14)."""
        return self.line.result == Result.WIN.value and self.line.counts > 0

    @property
    def is_loss(self) -> bool:
        return self.line.net < 0

    @property
    def moves(self) -> Fraction:
        return self.line.chip_amount

    @property
    def return_amount(self) -> int:
        """What goes back to its bettor whole, neither won nor lost."""
        return 0 if self.is_win or self.line.net else self.stake


def settlement_lines(round_: Round) -> tuple[SettlementLine, ...]:
    """Every line, in the order of placing, insurance last; among them each bet that goes back whole (RWS v4 5.12.3)."""
    bets = {bet.number: (bet.who, bet.wager.area, int(bet.wager.stake)) for bet in round_.bets}
    bets |= {bet.number: (bet.who, insurance_area(bet.side), int(bet.stake)) for bet in round_.insurance}
    lines = {line.number: line for line in round_.settled}
    lines |= {number: _return_line(number) for number in round_.returned}
    return tuple(SettlementLine(lines[number], *bet) for number, bet in bets.items() if number in lines)


def _return_line(number: int) -> SettledBet:
    nothing = Fraction(0)
    return SettledBet(
        number=number,
        result=Result.PUSH.value,
        counts=nothing,
        gross=nothing,
        commission=nothing,
        net=nothing,
        payable=None,
    )


def formula_lines(at: TableContext, settling: SettlementLine, *, alone: bool, named: bool = True) -> tuple[str, ...]:
    """`BANKER 2,500 x 1 to 2 = 1,250`; with a commission also gross and what is taken of it."""
    line, name = settling.line, at.area_name(settling.area).first
    begins = f"{name} " if named else ""
    counts = at.money_text(line.counts)
    if not settling.is_win:
        code = "returned-before" if line.number in at.round.returned else "returned-whole"
        return (at.text(code, area=name, amount=at.money_text(settling.stake)).first,)
    odds = at.odds_text(gross_odds(at, settling))
    total = "" if alone and not line.commission else f" = {at.money_text(line.gross)}"
    found = [f"{begins}{counts} × {odds}{total}"]
    if line.commission:
        facts = {"commission": at.money_text(line.commission), "net": at.money_text(line.net)}
        found.append(at.text("less-commission", **facts).first)
    if line.counts != settling.stake:
        found.append(at.text("counts-of", counts=counts, stake=at.money_text(settling.stake)).first)
    # Of a bettor's only bet the row says it at its head.
    if line.payable is not None and line.payable != line.net and not (alone and named):
        found.append(at.text("exactly", exact=at.money_text(line.net), payable=at.money_text(line.payable)).first)
    return tuple(found)


def gross_odds(at: TableContext, settling: SettlementLine) -> Odds:
    """With a commission the gross odds, of which it is taken."""
    commission = at.rules.book.commission
    if commission is not None and settling.area == commission.area:
        return commission.gross
    ratio = settling.line.gross / settling.line.counts
    return Odds(ratio.numerator, ratio.denominator)


def chips_total(lines: Iterable[SettlementLine]) -> Fraction:
    """The sum of what chips move, from the house to the bettors."""
    return sum((settling.moves for settling in lines), Fraction(0))


def exact_total(lines: Iterable[SettlementLine]) -> Fraction:
    """The same as the books have it."""
    return sum((settling.line.net for settling in lines), Fraction(0))


def is_ticked(at: TableContext, lines: tuple[SettlementLine, ...]) -> bool:
    return all(settling.line.number in at.round.ticked for settling in lines)


def group_lines(lines: tuple[SettlementLine, ...], *, by_area: bool) -> Mapping[Who | Area, tuple[SettlementLine, ...]]:
    """The lines of each bettor, or of each area."""
    found: dict[Who | Area, tuple[SettlementLine, ...]] = {}
    for settling in lines:
        key: Who | Area = settling.area if by_area else settling.who
        found[key] = (*found.get(key, ()), settling)
    return found


def winner_areas(at: TableContext) -> tuple[tuple[Area, Odds], ...]:
    """The areas that won. Of insurance, which only some bettors take, only what is held; with bets off, none."""
    won = _winner_areas(at.rules, at.round)
    if not at.has_keyed_bets:
        return won
    counted = insurance_counts(at.rules, at.state)
    held = {insurance_area(bet.side) for bet in at.round.insurance_in_play if counted[bet.number].counts}
    return tuple(one for one in won if one[0] in held or one[0] not in INSURANCE_AREAS)


def winner_clauses(at: TableContext) -> tuple[str, ...]:
    """The clause of the guide, and with bets off that of each area which is paid: no bet below names it."""
    if at.has_keyed_bets:
        return (at.guide.why,)
    won = dict(winner_areas(at))
    paid = (pay.clause for pay in at.rules.layout.pays if won.get(pay.area) == pay.odds)
    book = at.rules.book.insurance
    insured = () if book is None or not won.keys() & set(INSURANCE_AREAS) else (book.clause,)
    return tuple(dict.fromkeys((at.guide.why, *paid, *insured)))


@cache_last
def _winner_areas(rules: Rules, round_: Round) -> tuple[tuple[Area, Odds], ...]:
    return areas_won(rules, round_)


def lamp_notes(at: TableContext) -> tuple[Block, ...]:
    """They light by themselves where the tumbler has them; lit here and there are the same areas."""
    if at.rules.book.house is not RuleFamily.TAI_SAI:
        return ()
    clauses = (clause_control(at.context, at.rules.clause("wrong-lamps")),)
    tumblers = (name for name, kind in at.context.devices.items() if kind == TUMBLER_KIND)
    known = at.context.state.listening.devices
    if any(name in known and known[name].error == LAMP_ERROR for name in tumblers):
        return (NoteBlock(text=at.text("lamps-fail"), tone=Tone.ATTENTION, clauses=clauses),)
    return (NoteBlock(text=at.text("lamps-told", areas=str(len(winner_areas(at)))), tone=Tone.QUIET, clauses=clauses),)


ROWS_SHOWN = 9
ROWS_OF_A_PAGE = 5
ROWS_WITH_CLAIM = 4
"""With more rows than these a claim is raised from the list of irregularities, which always has it."""
TAGS_SHOWN = 12
"""Losing bets are named one by one; with more of them than these the areas are collected, each with its seats."""
MOST_STACKS = 4
PayGroup = tuple[Who | Area, tuple[SettlementLine, ...]]


def settlement_rail(at: TableContext) -> RailContent:
    primary = command_next_step(
        at, commands.SettleAll, "settled", sub=at.text("settled-sub", round=str(at.round.number))
    )
    work = _settlement_blocks(at) if at.has_keyed_bets else _winner_blocks(at)
    crowded = at.has_keyed_bets and len(_pay_groups(at)) > ROWS_WITH_CLAIM
    return RailContent(
        work=(*remedy_blocks(at), *lamp_notes(at), *work, GapBlock(), *(() if crowded else claim_keys(at))),
        primary=primary,
        track=round_track(at),
        instruction=_order_text(at),
        clauses=winner_clauses(at),
        say=result_announcement(at.context),
    )


def is_by_area(at: TableContext) -> bool:
    return at.context.looks.by_area or at.rules.book.house is RuleFamily.TAI_SAI


def _order_text(at: TableContext) -> ScreenText:
    """In which order is paid."""
    if not at.has_keyed_bets:
        return ScreenText("")
    if at.rules.book.house is RuleFamily.TAI_SAI:
        return at.text("collect-top-down")
    if is_by_area(at):
        return at.text("collect-by-area")
    first, last = at.seats[0], at.seats[-1]
    if at.context.looks.last_seat_first:
        first, last = last, first
    return at.text("collect-by-seat", first=str(first), last=str(last))


def _settlement_blocks(at: TableContext) -> tuple[Block, ...]:
    lines = settlement_lines(at.round)
    lost = _lost_lines(lines)
    return (*_collect_blocks(at, lost), *_pay_blocks(at, lines))


# Collecting


def _lost_lines(lines: tuple[SettlementLine, ...]) -> tuple[SettlementLine, ...]:
    return tuple(one for one in lines if one.is_loss)


def _is_collected_by_area(lost: tuple[SettlementLine, ...]) -> bool:
    return len(lost) > TAGS_SHOWN


def _collect_blocks(at: TableContext, lost: tuple[SettlementLine, ...]) -> tuple[Block, ...]:
    total = -chips_total(lost)
    done = is_ticked(at, lost)
    act = None if done else _tick_action(at, lost)
    tags = [Tag(text, Tone.QUIET if done else Tone.PLAIN, icon) for text, icon in _loss_tags(at, lost)]
    if len(tags) > TAGS_SHOWN:
        rest = at.text("and-more", more=str(len(tags) - TAGS_SHOWN + 1)).first
        tags = [*tags[: TAGS_SHOWN - 1], Tag(rest)]
    title = at.text("collect")
    collected = ListRow(
        name="collected",
        title=f"{title.first} {title.second}".strip(),
        lines=() if lost else (at.text("nothing-to-collect").first,),
        right=at.money_text(total),
        framed=not done,
        done=done,
        act=act,
        key="" if act is None else "+",
        tags=() if done and _is_collected_by_area(lost) else tuple(tags),
    )
    return (RowsBlock(rows=(collected,)),)


def _loss_tags(at: TableContext, lost: tuple[SettlementLine, ...]) -> tuple[tuple[str, str], ...]:
    """Each with its icon. Bet by bet, as seat, area and amount; more than a table of usual size has area by area,
    with the seats: `BANKER PAIR 300: 1 2 5S`.
    """
    if not _is_collected_by_area(lost):
        # The way the dealer goes round the table, not the order of keying.
        backwards = -1 if at.context.looks.last_seat_first else 1
        by_seat = sorted(lost, key=lambda one: backwards * (one.who[0] or 0))
        return tuple((_bet_tag(at, one), colour_icon(one.who)) for one in by_seat)
    areas: dict[Area, list[SettlementLine]] = {}
    for one in lost:
        areas.setdefault(one.area, []).append(one)
    return tuple((_area_tag(at, area, own), "") for area, own in areas.items())


def _area_tag(at: TableContext, area: Area, own: list[SettlementLine]) -> str:
    seats = " ".join(dict.fromkeys(at.owner_text(one.who) for one in own)).strip()
    return _area_and_amount(at, area, at.money_text(-chips_total(own))) + (f": {seats}" if seats else "")


def _bet_tag(at: TableContext, one: SettlementLine) -> str:
    return f"{at.owner_text(one.who)} {_area_and_amount(at, one.area, _collect_text(at, one))}".strip()


def _collect_text(at: TableContext, one: SettlementLine) -> str:
    """What is collected of a bet; of one that counts in part also of how much, for the rest of its chips goes back."""
    amount, counts = at.money_text(-one.moves), at.money_text(one.line.counts)
    if one.line.counts == one.stake:
        return amount
    part = at.text("counts-of", counts=counts, stake=at.money_text(one.stake)).first
    return part if amount == counts else f"{amount} · {part}"


def _area_and_amount(at: TableContext, area: Area, amount: str) -> str:
    """The numbers of a bet on dice are no part of the amount beside them."""
    return f"{at.area_name(area).first} {'· ' if ':' in area else ''}{amount}"


def _tick_action(at: TableContext, lines: Iterable[SettlementLine]) -> Action | None:
    """One tick a bet, so that each can be undone."""
    open_lines = [one.line.number for one in lines if one.line.number not in at.round.ticked]
    ticks = tuple(new_command(commands.TickBet, number=number) for number in open_lines)
    if not ticks or not at.is_allowed(commands.TickBet):
        return None
    then = at.input_state.replace(framed="")
    return SendCommand(command=ticks[0], then=then) if len(ticks) == 1 else SendCommands(commands=ticks, then=then)


# Paying


def _pay_blocks(at: TableContext, lines: tuple[SettlementLine, ...]) -> tuple[Block, ...]:
    paid = tuple(one for one in lines if not one.is_loss)
    groups = _pay_groups(at)
    house = at.text("house-total", amount=at.money_text(-chips_total(lines))).first
    heading = HeadingBlock(text=at.text("pay"), note=house, right=at.money_text(chips_total(paid)), tone=Tone.WINNER)
    collected = is_ticked(at, _lost_lines(lines))
    framed = _group_in_frame(at, groups) if collected or at.input_state.framed else None
    of_a_page = ROWS_SHOWN if len(groups) <= ROWS_SHOWN else ROWS_OF_A_PAGE
    pages = max(1, -(-len(groups) // of_a_page))
    page = _page_number(at, groups, framed, (pages, of_a_page))
    begin = page * of_a_page
    shown = groups[begin : begin + of_a_page]
    rows = tuple(_group_row(at, group, framed=group == framed, keyed=collected and group == framed) for group in shown)
    # Of a long table the list of areas may need the room until all is collected: then the list of areas goes.
    waits = not collected and not at.input_state.framed and _is_collected_by_area(_lost_lines(lines))
    listed = RowsBlock(
        rows=rows,
        more=page_key(at, page, pages, chosen=pages),
        spare=len(rows) if waits else 0,
        together=waits,
    )
    return (heading, *_exact_sum_notes(at, lines), listed)


def _exact_sum_notes(at: TableContext, lines: tuple[SettlementLine, ...]) -> tuple[Block, ...]:
    """Where chips cannot pay what is exactly due, the sums of the books are beside those of the chips (ruling B9)."""
    sums = {
        "collected": (one for one in lines if one.is_loss),
        "paid": (one for one in lines if not one.is_loss),
    }
    if all(one.moves == one.line.net for one in lines):
        return ()
    facts = {name: at.money_text(abs(exact_total(own))) for name, own in sums.items()}
    return (NoteBlock(text=at.text("exact-sums", **facts, house=at.money_text(-exact_total(lines))), tone=Tone.QUIET),)


def _pay_groups(at: TableContext) -> tuple[PayGroup, ...]:
    """What is paid, in the order of the house."""
    return _order_groups(at, tuple(one for one in settlement_lines(at.round) if not one.is_loss))


def _page_number(
    at: TableContext, groups: tuple[PayGroup, ...], framed: PayGroup | None, paging: tuple[int, int]
) -> int:
    """The page that was turned to, or the one with the next group to be paid."""
    pages, of_a_page = paging
    if at.input_state.page >= pages:
        return at.input_state.page % pages
    return groups.index(framed) // of_a_page if framed is not None else 0


def _order_groups(at: TableContext, paid: tuple[SettlementLine, ...]) -> tuple[PayGroup, ...]:
    groups = tuple(group_lines(paid, by_area=is_by_area(at)).items())
    if not is_by_area(at):
        backwards = -1 if at.context.looks.last_seat_first else 1
        return tuple(sorted(groups, key=lambda group: backwards * (group[1][0].who[0] or 0)))
    places = {area: place for place, area in enumerate(at.rules.layout.areas)}
    if at.rules.book.house is RuleFamily.TAI_SAI:
        return tuple(sorted(groups, key=lambda group: places.get(group[1][0].area, len(places))))
    # Side bets come area by area before both hands (house policy).
    hands = (Area("player"), Area("banker"))
    return tuple(sorted(groups, key=lambda group: (group[1][0].area in hands, places.get(group[1][0].area, 0))))


def _group_in_frame(at: TableContext, groups: tuple[PayGroup, ...]) -> PayGroup | None:
    open_groups = [group for group in groups if not is_ticked(at, group[1])]
    touched = (group for group in open_groups if _group_name(group) == at.input_state.framed)
    return next(touched, open_groups[0] if open_groups else None)


def next_area(at: TableContext) -> Area | None:
    """The area where chips are collected or paid next, in the order of the layout; nothing once all is done."""
    lost = [one.area for one in _lost_lines(settlement_lines(at.round)) if one.line.number not in at.round.ticked]
    if lost and not at.input_state.framed:
        return min(lost, key=at.rules.layout.areas.index)
    group = _group_in_frame(at, _pay_groups(at))
    return None if group is None else next(one.area for one in group[1] if one.line.number not in at.round.ticked)


def _group_name(group: PayGroup) -> str:
    key, lines = group
    return f"pay:{key}" if isinstance(key, str) else bettor_row_name("pay", lines[0].who)


def _group_row(at: TableContext, group: PayGroup, *, framed: bool, keyed: bool) -> ListRow:
    key, lines = group
    done = is_ticked(at, lines)
    act = None if done else _tick_action(at, lines)
    area = key if isinstance(key, str) else None
    if area is not None and 1 < len(lines) <= MOST_STACKS:
        return _area_row(at, area, group, framed=framed, keyed=keyed)
    formulas = tuple(
        text for one in lines for text in formula_lines(at, one, alone=len(lines) == 1, named=area is None)
    )
    return ListRow(
        name=_group_name(group),
        title=at.area_name(area).first if area is not None else _group_title(at, lines),
        badge="" if area is not None else at.bettor_badge(lines[0].who),
        lines=_stack_lines(at, formulas, lines) if area is not None else formulas,
        right=at.money_text(chips_total(lines)) if any(not one.return_amount for one in lines) else "",
        framed=framed,
        done=done,
        tone=Tone.WINNER if any(one.is_win for one in lines) else Tone.PLAIN,
        act=act,
        key="+" if keyed and act is not None else "",
        icon=colour_icon(lines[0].who) if len(lines) == 1 else "",
    )


def _area_row(at: TableContext, area: Area, group: PayGroup, *, framed: bool, keyed: bool) -> ListRow:
    """An area of several bettors opens into its stacks, which are ticked one by one."""
    _, lines = group
    following = next((one.line.number for one in lines if one.line.number not in at.round.ticked), 0)
    stacks = tuple(_stack_key(at, one, key="+" if keyed and one.line.number == following else "") for one in lines)
    return ListRow(
        name=_group_name(group),
        title=at.area_name(area).first,
        lines=tuple(at.odds_text(gross_odds(at, one)) for one in lines if one.is_win)[:1],
        right=at.money_text(chips_total(lines)),
        controls=stacks,
        framed=framed,
        done=is_ticked(at, lines),
        tone=Tone.WINNER if any(one.is_win for one in lines) else Tone.PLAIN,
        act=None if is_ticked(at, lines) else at.set_input(framed=_group_name(group)),
    )


def _stack_key(at: TableContext, one: SettlementLine, *, key: str) -> Control:
    number = one.line.number
    done = number in at.round.ticked
    return Control(
        name=f"pay:stack:{number}",
        label=ScreenText(f"{at.owner_text(one.who)} {at.money_text(one.stake)}".strip()),
        sub=at.text("returned") if one.return_amount else ScreenText(f"+{at.money_text(one.moves)}"),
        act=None if done else _tick_action(at, (one,)),
        waits=at.text("paid-already"),
        key=key,
        picked=done,
    )


def _group_title(at: TableContext, lines: tuple[SettlementLine, ...]) -> str:
    """Whose it is where no disc says it; what goes back or went back, and what is exactly due beside the chips.

    What went back in the course of the round is only checked here: it is never returned a second time.
    """
    who, exact = lines[0].who, exact_total(lines)
    before = sum(one.return_amount for one in lines if one.line.number in at.round.returned)
    back = sum(one.return_amount for one in lines) - before
    parts = [] if who[0] is not None else [bettor_name(at.context.words, who).first]
    if back:
        parts.append(at.text("return-amount", amount=at.money_text(back)).first)
    if before:
        parts.append(at.text("check-returned", amount=at.money_text(before)).first)
    if exact != chips_total(lines):
        parts.append(at.text("exactly-due", amount=at.money_text(exact)).first)
    return " · ".join(parts)


def _stack_lines(at: TableContext, formulas: tuple[str, ...], lines: tuple[SettlementLine, ...]) -> tuple[str, ...]:
    """An area of several bettors is settled stack by stack."""
    if len(lines) == 1:
        name = at.owner_text(lines[0].who)
        return (f"{name}: {formulas[0]}", *formulas[1:]) if name else formulas
    ends = (at.text("returned").first if one.return_amount else f"+{at.money_text(one.moves)}" for one in lines)
    named = (f"{at.owner_text(one.who)} {at.money_text(one.stake)}".strip() for one in lines)
    return tuple(f"{stack} {end}" for stack, end in zip(named, ends, strict=True))


# Bets off


_MOST_AREA_ROWS = 5
"""More winning areas than these are only read: at a table of dice a total may win with all its combinations."""
_DONE_PICK = "done:"
"""Begins the names of the choices that say what has been collected or paid: bets are not keyed, so no book has it."""


def _winner_blocks(at: TableContext) -> tuple[Block, ...]:
    """No amounts are known: what is collected, and the winning areas with their odds, ticked one after the other."""
    won = winner_areas(at)
    if len(won) > _MOST_AREA_ROWS:
        facts = tuple(replace(_won_area_row(at, *each), done=False, act=None, lines=()) for each in won)
        heading = HeadingBlock(text=at.text("pay-these"), note=at.text("not-tracked").first)
        return (heading, RowsBlock(rows=facts, dense=True))
    title = at.text("collect")
    collected = _tick_row(
        at, "collected", f"{title.first} {title.second}".strip(), line=at.text("collect-lost-areas").first
    )
    rows = (collected, *(_won_area_row(at, *each) for each in won))
    framed = next((row for row in rows if not row.done), None)
    shown = tuple(replace(row, framed=True, key="+") if row is framed else row for row in rows)
    pay = HeadingBlock(text=at.text("pay"), note=at.text("not-tracked").first, tone=Tone.WINNER)
    return (RowsBlock(rows=shown[:1]), *((pay, RowsBlock(rows=shown[1:])) if won else ()))


def _won_area_row(at: TableContext, area: Area, odds: Odds) -> ListRow:
    """A winning area, and who is paid there: of insurance those who took it, of all else every stack of chips."""
    insured = " ".join(
        at.bettor_badge(bet.who) for bet in at.round.insurance_in_play if insurance_area(bet.side) == area
    )
    line = at.text("paid-insured", seats=insured) if insured else at.text("paid-every-stack")
    row = _tick_row(at, f"wins:{area}", at.area_name(area).first, line=line.first)
    return replace(row, right=at.odds_text(odds), tone=Tone.WINNER)


def _tick_row(at: TableContext, name: str, title: str, *, line: str) -> ListRow:
    """Touched it is done, touched again it is not: a help for the eye, of which nothing is written."""
    picks, done = at.input_state.picks, bool(at.input_state.pick(_DONE_PICK + name))
    act = at.set_input(picks={**picks, _DONE_PICK + name: "" if done else "yes"})
    return ListRow(name=name, title=title, lines=(line,), done=done, act=act)
