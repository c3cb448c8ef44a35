"""Limits before bets are closed: bets over a limit or under the minimum, and chips for bets on behalf."""

from collections.abc import Mapping, Sequence

from dealer_app.domain.limits import bets_below_minimum, heavy_sides
from dealer_app.domain.policies import ExcessNoticed, UnderMinimum
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.betting import acceptance_order, bets_in_excess, excess_clauses
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import PlacedBet, Who
from dealer_app.domain.wagers import SEATED, bettor_box, box_stakes
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.labels import (
    COLOURS,
    STANDING_PREFIX,
    bettor_name,
    clause_control,
    list_text,
    make_announcement,
)
from dealer_app.screens.round.table_context import TableContext, guide_announcement
from dealer_app.screens.round.totals import differential_notes
from dealer_app.screens.screen import Announcement

MISSING_CHIPS = "missing"
ORDER_PICK = "placed-first"
_MOST_DIGIT_KEYS = 9


def excess_blocks(at: TableContext) -> tuple[Block, ...]:
    """Of each bet over a limit what goes back, by the rule of the document, and in which order bets are accepted.

    The order of keying is a proposal: the dealer confirms it, or puts first what was placed first (ruling L6); in
    Tai Sai the dealer says whose chips go back (L10).
    """
    rests_on = excess_clauses(at.rules, at.state)
    clauses = tuple(clause_control(at.context, clause) for clause in rests_on)
    first = priority_numbers(at)
    accepted = bets_in_excess(at.rules, at.state, first)
    cut = {bet.wager.area for bet in at.round.in_play if bet.number in accepted}
    lying = [bet for bet in acceptance_order(at.round.in_play, first) if bet.wager.area in cut]
    # Over the maximum of a bet alone it is nobody else's affair which was placed first.
    shared = cut if rests_on != (HOUSE_POLICY,) else set()
    crowded = {area for area in shared if len({bet.who for bet in lying if bet.wager.area == area}) > 1}
    shown = [bet for bet in lying if bet.number in accepted or bet.wager.area in crowded]
    rows = tuple(
        _excess_row(
            at, bet, accepted.get(bet.number), _order_key(at, shown, bet) if bet.wager.area in crowded else None
        )
        for bet in shown
    )
    heading = HeadingBlock(text=at.text("goes-back"), clauses=clauses, tone=Tone.ATTENTION)
    order = (NoteBlock(text=at.text("order-of-placing"), tone=Tone.QUIET),) if crowded else ()
    return (heading, *order, RowsBlock(rows=rows), *differential_notes(at))


def priority_numbers(at: TableContext) -> tuple[int, ...]:
    """The bets that the dealer has put first, as long as they lie there."""
    known = {bet.number for bet in at.round.in_play}
    return tuple(number for number in map(int, at.input_state.pick(ORDER_PICK).split()) if number in known)


def _order_key(at: TableContext, shown: list[PlacedBet], bet: PlacedBet) -> str:
    """Where digits choose a seat, one key brings the hindmost to the front; elsewhere each has its digit."""
    place = shown.index(bet)
    if at.seats:
        return "*" if place == len(shown) - 1 else ""
    return str(place + 1) if place < _MOST_DIGIT_KEYS else ""


def _excess_row(at: TableContext, bet: PlacedBet, accepted: int | None, key: str | None) -> ListRow:
    """`key` is there where others have bet on the area: the row can be put first."""
    stake, rest = bet.wager.stake, [number for number in priority_numbers(at) if number != bet.number]
    first = " ".join(map(str, (bet.number, *rest)))
    whole = at.text("accepted-whole", stake=at.money_text(stake))
    part = at.text("accepted-of", accepted=at.money_text(accepted or 0), stake=at.money_text(stake))
    return ListRow(
        name=f"excess:{bet.number}",
        title=_bet_name(at, bet),
        badge=at.bettor_badge(bet.who),
        lines=(whole.first if accepted is None else part.first,),
        right="" if accepted is None else at.money_text(stake - accepted),
        tone=Tone.PLAIN if accepted is None else Tone.ATTENTION,
        act=None if key is None else _pick_action(at, ORDER_PICK, first),
        key=key or "",
    )


def close_bets_blocks(at: TableContext) -> tuple[Block, ...]:
    """What is to be put right, or asked, before bets are closed."""
    return (*_ask_bettors_notes(at), *_minimum_blocks(at), *_limit_blocks(at), *_behalf_blocks(at))


def _ask_bettors_notes(at: TableContext) -> tuple[Block, ...]:
    """Where the document has bettors asked, and nothing is rejected by the house (MBS 5.18)."""
    if at.rules.book.policies.excess_noticed.value is not ExcessNoticed.ASK_BETTORS:
        return ()
    wagers = [bet.wager for bet in at.round.in_play]
    clause = clause_control(at.context, at.rules.clause("excess"))
    return tuple(
        NoteBlock(
            text=at.text("differential-over", area=at.area_name(heavy.side), amount=at.money_text(heavy.overrun)),
            tone=Tone.ATTENTION,
            framed=True,
            clauses=(clause,),
        )
        for heavy in heavy_sides(at.rules.book, at.table.limits, wagers)
    )


def _guide_numbers(at: TableContext, fact: str) -> frozenset[int]:
    return frozenset(map(int, at.guide.facts.get(fact, "").split()))


def _minimum_blocks(at: TableContext) -> tuple[Block, ...]:
    """The bettors below the minimum, whom the dealer informs, and who may raise or withdraw (5.2)."""
    below = _guide_numbers(at, "under_minimum")
    if not below:
        return ()
    rows = tuple(_raise_row(at, bet) for bet in at.round.in_play if bet.number in below)
    clause = clause_control(at.context, at.rules.clause("under-minimum"))
    return (
        HeadingBlock(text=at.text("raise-or-withdraw"), clauses=(clause,), tone=Tone.ATTENTION),
        RowsBlock(rows=rows),
    )


def _limit_blocks(at: TableContext) -> tuple[Block, ...]:
    """Where the document neither rejects it nor asks about it: a bet outside the limits displayed (MBS 3.5.1).

    Once bets are closed the one below them is settled a single time (5.14), the one above to the maximum only (5.15).
    """
    book, limits, policies = at.rules.book, at.table.limits, at.rules.book.policies
    if policies.under_minimum.value is not UnderMinimum.ONCE_ONLY:
        return ()
    bets = at.round.in_play
    wagers = [bet.wager for bet in bets]
    whole = box_stakes(wagers)
    below = [bets[place] for place in bets_below_minimum(book, limits, wagers)]
    above = [
        bet
        for bet in bets
        if whole[bettor_box(bet.wager)] > (limits.maximum(bet.wager.area) or whole[bettor_box(bet.wager)])
    ]
    return (
        *_limit_section(at, "raise-or-withdraw", policies.under_minimum.clause, [_raise_row(at, bet) for bet in below]),
        *_limit_section(at, "take-less", policies.maximum_unnoticed.clause, [_lower_row(at, bet) for bet in above]),
    )


def _limit_section(at: TableContext, code: str, settled_by: str, rows: list[ListRow]) -> tuple[Block, ...]:
    clauses = tuple(clause_control(at.context, clause) for clause in (at.rules.clause("limits"), settled_by))
    heading = HeadingBlock(text=at.text(code), clauses=clauses, tone=Tone.ATTENTION)
    return (heading, RowsBlock(rows=tuple(rows))) if rows else ()


def _lower_row(at: TableContext, bet: PlacedBet) -> ListRow:
    most = at.table.limits.maximum(bet.wager.area) or 0
    return ListRow(
        name=f"over:{bet.number}",
        title=_bet_name(at, bet),
        badge=at.bettor_badge(bet.who),
        lines=(at.text("maximum-is", maximum=at.money_text(most)).first,),
        right=at.money_text(bet.wager.stake),
        controls=(withdraw_key(at, bet, "over"),),
        tone=Tone.ATTENTION,
    )


def _raise_row(at: TableContext, bet: PlacedBet) -> ListRow:
    least = at.table.limits.minimum(bet.wager.area) or 0
    seat, bettor = bet.who
    raises = Control(
        name=f"raise:{bet.number}",
        label=at.text("raise"),
        act=at.set_input(seat=seat, bettor=bettor, area=bet.wager.area, digits=""),
    )
    return ListRow(
        name=f"under:{bet.number}",
        title=_bet_name(at, bet),
        badge=at.bettor_badge(bet.who),
        lines=(at.text("minimum-is", minimum=at.money_text(least)).first,),
        right=at.money_text(bet.wager.stake),
        controls=(raises, withdraw_key(at, bet, "under")),
        tone=Tone.ATTENTION,
    )


def _behalf_blocks(at: TableContext) -> tuple[Block, ...]:
    """A bet on behalf exists only with its chips on the layout: each is asked for before bets are closed."""
    asked = _guide_numbers(at, "on_behalf")
    if not asked:
        return ()
    rows = tuple(_behalf_row(at, bet) for bet in at.round.in_play if bet.number in asked)
    clause = clause_control(at.context, at.rules.clause("on-behalf"))
    return (HeadingBlock(text=at.text("chips-there"), clauses=(clause,)), RowsBlock(rows=rows))


def _behalf_row(at: TableContext, bet: PlacedBet) -> ListRow:
    pick = f"chips:{bet.number}"
    missing = at.input_state.pick(pick) == MISSING_CHIPS
    there = Control(
        name=f"{pick}:there", label=at.text("chips-lie"), act=_pick_action(at, pick, ""), picked=not missing
    )
    none = Control(
        name=f"{pick}:none", label=at.text("no-chips"), act=_pick_action(at, pick, MISSING_CHIPS), picked=missing
    )
    return ListRow(
        name=f"behalf:{bet.number}",
        title=_bet_name(at, bet),
        badge=at.bettor_badge(bet.who),
        right=at.money_text(bet.wager.stake),
        controls=(there, none),
    )


def _pick_action(at: TableContext, name: str, value: str) -> SetInput:
    return at.set_input(picks={**at.input_state.picks, name: value})


def bets_without_chips(at: TableContext) -> frozenset[int]:
    """The bets on behalf whose chips do not lie there, as the dealer has said."""
    return frozenset(
        number for number in _guide_numbers(at, "on_behalf") if at.input_state.pick(f"chips:{number}") == MISSING_CHIPS
    )


def withdraw_key(at: TableContext, bet: PlacedBet, kind: str) -> Control:
    may = at.is_allowed(commands.WithdrawBet)
    act = (
        SendCommand(command=new_command(commands.WithdrawBet, number=bet.number), then=at.input_state) if may else None
    )
    return Control(name=f"withdraw:{kind}:{bet.number}", label=at.text("withdraw"), act=act, waits=at.text("not-now"))


def _bet_name(at: TableContext, bet: PlacedBet) -> str:
    """Where no disc says whose it is, the colour does."""
    area, name = at.area_name(bet.wager.area).first, at.owner_text(bet.who)
    return area if bet.who[0] is not None or not name else f"{name} · {area}"


_AMOUNTS_SHOWN = 2
"""Of more bettors the amounts are in the rows below alone."""


def bettor_request_text(at: TableContext) -> ScreenText:
    """Nothing where the guide's own words will do."""
    if at.guide.step is Step.REJECT_EXCESS:
        return _return_text(at)
    if at.guide.step is not Step.NO_MORE_BETS:
        return NO_TEXT
    advised = bets_to_advise(at)
    if advised:
        return at.text("ask-to-raise", who=_bettors_text(at, advised))
    behalf = _guide_bets(at, "on_behalf")
    return at.text("ask-for-chips", who=_bettors_text(at, behalf)) if behalf else NO_TEXT


def bets_to_advise(at: TableContext) -> tuple[PlacedBet, ...]:
    """The bets below the minimum whose bettors have not been asked yet: bets are closed after it (5.2)."""
    if at.guide.step is not Step.NO_MORE_BETS:
        return ()
    return tuple(bet for bet in _guide_bets(at, "under_minimum") if bet.number not in at.input_state.advised)


def bettor_announcement(at: TableContext) -> Announcement | None:
    """What is said to those whose bets are over a limit, or below the minimum: not yet that bets are closed."""
    if at.guide.step is Step.REJECT_EXCESS:
        return make_announcement(at.context, lambda words: words.text("play", "say-over-the-limit"))
    least = dict.fromkeys(at.table.limits.minimum(bet.wager.area) or 0 for bet in bets_to_advise(at))
    if not least:
        return guide_announcement(at.context)
    minimum = ", ".join(map(at.money_text, least))
    return make_announcement(at.context, lambda words: words.text("play", "say-minimum", {"minimum": minimum}))


def _guide_bets(at: TableContext, fact: str) -> tuple[PlacedBet, ...]:
    """The bets that the guide names."""
    numbers = frozenset(map(int, at.guide.facts.get(fact, "").split()))
    return tuple(bet for bet in at.round.in_play if bet.number in numbers)


def _return_text(at: TableContext) -> ScreenText:
    accepted = bets_in_excess(at.rules, at.state, priority_numbers(at))
    over: dict[Who, list[PlacedBet]] = {}
    for bet in at.round.in_play:
        if bet.number in accepted:
            over.setdefault(bet.who, []).append(bet)
    if len(over) > _AMOUNTS_SHOWN:
        return at.text("return-excess", who=_bettors_text(at, [bet for bets in over.values() for bet in bets]))
    each = [
        at.text("back-to", amount=_excess_text(at, bets, accepted), who=_bettors_text(at, bets))
        for bets in over.values()
    ]
    return at.text("return-to-each", each=_join_names(at, each))


def _excess_text(at: TableContext, bets: Sequence[PlacedBet], accepted: Mapping[int, int]) -> str:
    return at.money_text(sum(bet.wager.stake - accepted[bet.number] for bet in bets))


def _bettors_text(at: TableContext, bets: Sequence[PlacedBet]) -> ScreenText:
    """By seats; by colours where there are none, and by the area where bettors are not distinguished."""
    whos = tuple(dict.fromkeys(bet.who for bet in bets))
    seats = [at.bettor_badge(who) for who in whos if who[0] is not None]
    named = []
    if len(seats) == 1:
        (seat, bettor) = next(who for who in whos if who[0] is not None)
        stands = bettor != SEATED and bettor.startswith(STANDING_PREFIX)
        named.append(at.text("who-stands-at" if stands else "who-sits-at", seat=str(seat)))
    elif seats:
        named.append(at.text("who-sit-at", seats=list_text(at.context.words, seats)))
    named += [bettor_name(at.context.words, who) for who in whos if who[0] is None and who[1] in COLOURS]
    areas = [bet.wager.area for bet in bets if bet.who[0] is None and bet.who[1] not in COLOURS]
    named += [at.text("who-bet-on", area=at.area_name(area)) for area in dict.fromkeys(areas)]
    return _join_names(at, named)


def _join_names(at: TableContext, lines: Sequence[ScreenText]) -> ScreenText:
    listed = lines[0]
    for each in lines[1:]:
        listed = at.text("one-and-other", first=listed, more=each)
    return listed
