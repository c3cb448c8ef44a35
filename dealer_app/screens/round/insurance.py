"""The rail while insurance is offered: a row for each bettor with quick amounts, and the waiver."""

from fractions import Fraction

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.counts import QuickStake, floor_to_chips, quick_stakes
from dealer_app.domain.round.decide.insurance import insurance_stake_refusal, most_insurance_stake, original_bet_stake
from dealer_app.domain.round.state import InsuranceBet, Who
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.domain.round.visible import insurable_bettors, open_offers
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, Grant, SendCommand, SendCommands, new_command, request_grant
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.kit import command_next_step, round_next_step
from dealer_app.screens.labels import bettor_name, bettor_row_name, bilingual_text, clause_control
from dealer_app.screens.pads import amount_pad, format_digits, is_too_long, money_digits, page_key, parse_digits
from dealer_app.screens.round.insurance_by_seat import (
    cap_clauses,
    next_silent,
    seat_answer_blocks,
    seat_offers,
    silent_offers,
    silent_seats,
)
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.round.track import round_track
from dealer_app.screens.screen import RailContent


def waiver_keys(at: TableContext) -> tuple[Block, ...]:
    """Only where the table would take it: while the Banker has 0, 1 or 2 and so draws on anything."""
    if not at.is_allowed(commands.WaiveInsurance):
        return ()
    role, clause = at.rules.decider("banker_third_card_first")
    act: Action = SendCommand(command=new_command(commands.WaiveInsurance), then=NO_INPUT)
    sub = at.text("waive-sub")
    if not at.can_decide(role):
        act = request_grant(at.input_state, Grant.WAIVER)
        sub = at.text("asks-role", role=bilingual_text(at.context.words, lambda each: each.role(role)))
    control = Control(name="waive", label=at.text("waive"), sub=sub, act=act)
    return (KeysBlock(controls=(control,), columns=1, clauses=(clause_control(at.context, clause),)),)


ROWS_SHOWN = 6
ROWS_OF_A_PAGE = 5
SPARE_QUICK = QuickStake.HALF
"""The quick amount that a small window leaves out of the rows."""
BettorOffer = tuple[Who, InsuranceOffer]


def insurance_rail(at: TableContext) -> RailContent:
    offers = open_offers(at.rules, at.state, at.round)
    rows = _bettor_offers(at, offers) if at.has_keyed_bets else ()
    framed = _offer_in_frame(at, rows)
    return RailContent(
        work=_insurance_blocks(at, offers, rows, framed), primary=_next_control(at, rows, framed), track=round_track(at)
    )


def _bettor_offers(at: TableContext, offers: tuple[InsuranceOffer, ...]) -> tuple[BettorOffer, ...]:
    """Who may insure what: by seat; where there are several pages who has not answered comes first."""
    found = [
        (who, offer) for offer in offers for who in insurable_bettors(at.rules, at.round, offer, left=at.state.left)
    ]
    found.sort(key=lambda asked: (asked[0][0] or 0, asked[0][1]))
    if len(found) > ROWS_SHOWN:
        found.sort(key=lambda asked: _is_answered(at, asked))
    return tuple(found)


def _is_answered(at: TableContext, asked: BettorOffer) -> bool:
    who, offer = asked
    return (who, offer.stage, offer.side) in at.round.answered


def _offer_row_name(asked: BettorOffer) -> str:
    who, offer = asked
    return bettor_row_name("insure", who, offer.side.value)


def _offer_in_frame(at: TableContext, rows: tuple[BettorOffer, ...]) -> BettorOffer | None:
    """The row for which digits and + are: the one that was touched, or the next that has not answered."""
    silent = [asked for asked in rows if not _is_answered(at, asked)]
    touched = next((asked for asked in silent if _offer_row_name(asked) == at.input_state.framed), None)
    return touched or next_silent(at, silent)


def _insurance_blocks(
    at: TableContext, offers: tuple[InsuranceOffer, ...], rows: tuple[BettorOffer, ...], framed: BettorOffer | None
) -> tuple[Block, ...]:
    lammer = _lammer_notes(at, offers)
    if not at.has_keyed_bets:
        return (*lammer, *seat_answer_blocks(at, offers), GapBlock())
    if at.input_state.framed and framed is not None and _offer_row_name(framed) == at.input_state.framed:
        return (*lammer, *_amount_blocks(at, framed), GapBlock())
    return (
        *lammer,
        _offer_heading(at, offers),
        _offer_rows(at, rows, framed),
        *_sum_notes(at, offers, rows),
        *_all_no_keys(at, rows),
        *waiver_keys(at),
        GapBlock(),
    )


def _all_no_keys(at: TableContext, rows: tuple[BettorOffer, ...]) -> tuple[Block, ...]:
    """All who have not answered say No, with one touch; each can be undone."""
    silent = [asked for asked in rows if not _is_answered(at, asked)]
    if len(silent) < 2 or not at.is_allowed(commands.DeclineInsurance):
        return ()
    declines = tuple(new_command(commands.DeclineInsurance, who=who, side=offer.side) for who, offer in silent)
    code = "rest-no" if len(silent) < len(rows) else "all-no"
    key = Control(name="insure:all-no", label=at.text(code), act=SendCommands(commands=declines, then=NO_INPUT))
    return (KeysBlock(controls=(key,), columns=1, spare=True),)


def _lammer_notes(at: TableContext, offers: tuple[InsuranceOffer, ...]) -> tuple[Block, ...]:
    """Which lammer lies on the table, and when it comes back."""
    if at.table.insurance is not InsuranceShown.LAMMER:
        return ()
    odds_by_side = [(at.text(offer.side.value), f"{offer.odds.win}:{offer.odds.stake}") for offer in offers]
    odds = ScreenText(
        " · ".join(f"{side.first} {odds}" for side, odds in odds_by_side),
        " · ".join(f"{side.second} {odds}" for side, odds in odds_by_side),
    )
    return (NoteBlock(text=at.text("lammer-out", odds=odds), tone=Tone.GOOD),)


def _offer_heading(at: TableContext, offers: tuple[InsuranceOffer, ...]) -> HeadingBlock:
    named = [at.text(offer.side.value) for offer in offers]
    sides = ScreenText(" · ".join(side.first for side in named), " · ".join(side.second for side in named))
    right = at.text("insure").first
    return HeadingBlock(text=at.text("seat-and-bet", hand=sides), right=right, clauses=cap_clauses(at))


def _offer_rows(at: TableContext, asked: tuple[BettorOffer, ...], framed: BettorOffer | None) -> RowsBlock:
    if len(asked) <= ROWS_SHOWN:
        return RowsBlock(rows=tuple(_offer_row(at, one, asked, framed) for one in asked))
    pages = -(-len(asked) // ROWS_OF_A_PAGE)
    page = at.input_state.page % pages
    begin = page * ROWS_OF_A_PAGE
    rows = tuple(_offer_row(at, one, asked, framed) for one in asked[begin : begin + ROWS_OF_A_PAGE])
    return RowsBlock(rows=rows, more=page_key(at, page, pages))


def _offer_row(
    at: TableContext, asked: BettorOffer, rows: tuple[BettorOffer, ...], framed: BettorOffer | None
) -> ListRow:
    who, offer = asked
    original = original_bet_stake(at.rules, at.state, who, offer) or Fraction(0)
    most = most_insurance_stake(at.rules, at.state, who, offer) or Fraction(0)
    several = len({one.side for _, one in rows}) > 1
    hand = f"{at.text(offer.side.value).first} " if several else ""
    answered = _is_answered(at, asked)
    is_framed = asked == framed
    act = None if answered else at.set_input(framed=_offer_row_name(asked), digits="")
    return ListRow(
        name=_offer_row_name(asked),
        title=at.money_text(original),
        badge=at.bettor_badge(who),
        lines=(f"{hand}{at.text('cap', most=at.money_text(floor_to_chips(at.table, most))).first}",),
        controls=_answer_keys(at, asked, original, most, keyed=is_framed),
        framed=is_framed,
        done=answered,
        act=act,
    )


def _answer_keys(
    at: TableContext, asked: BettorOffer, original: Fraction, most: Fraction, *, keyed: bool
) -> tuple[Control, ...]:
    """Cover, Half, Max, No; once it is answered they stay where they are, with the tick on what it was."""
    who, offer = asked
    name = _offer_row_name(asked)
    answered = _is_answered(at, asked)
    taken = _insurance_bet(at, asked)
    found: list[Control] = []
    for quick, stake in quick_stakes(at.table, offer.odds, original, most):
        waits = _stake_fault(at, asked, stake)
        take = new_command(commands.TakeInsurance, who=who, side=offer.side, stake=stake)
        found.append(
            Control(
                name=f"{name}:{quick.value}",
                label=at.text(quick.value),
                sub=ScreenText(at.money_text(stake)),
                act=None if waits else SendCommand(command=take, then=NO_INPUT),
                waits=waits,
                picked=taken is not None and taken.stake == stake and not any(one.picked for one in found),
                spare=quick is SPARE_QUICK,
            )
        )
    if taken is not None and not any(one.picked for one in found):
        own = ScreenText(at.money_text(taken.stake))
        found.append(Control(name=f"{name}:own", label=own, waits=at.text("answered"), picked=True))
    no = replace(_decline_key(at, asked, f"{name}:no", keyed=keyed), picked=answered and taken is None)
    return (*found, no)


def _stake_fault(at: TableContext, asked: BettorOffer, stake: Money) -> ScreenText:
    """Why the table would not take this stake of the bettor now; nothing where it would."""
    who, offer = asked
    if _is_answered(at, asked):
        return at.text("answered")
    if not stake:
        return at.text("nothing-to-stake")
    unfit = insurance_stake_refusal(at.rules, at.state, who, offer, stake)
    if unfit is not None:
        return at.refusal_text(unfit)
    return NO_TEXT if at.is_allowed(commands.TakeInsurance) else at.text("not-now")


def _decline_key(at: TableContext, asked: BettorOffer, name: str, *, keyed: bool) -> Control:
    who, offer = asked
    give = SendCommand(command=new_command(commands.DeclineInsurance, who=who, side=offer.side), then=NO_INPUT)
    waits = NO_TEXT if at.is_allowed(commands.DeclineInsurance) else at.text("not-now")
    if _is_answered(at, asked):
        waits = at.text("answered")
    return Control(name=name, label=at.text("no"), act=None if waits else give, waits=waits, key="/" if keyed else "")


def _insurance_bet(at: TableContext, asked: BettorOffer) -> InsuranceBet | None:
    who, offer = asked
    same = (bet for bet in at.round.insurance if (bet.who, bet.stage, bet.side) == (who, offer.stage, offer.side))
    return next(same, None)


def _amount_blocks(at: TableContext, asked: BettorOffer) -> tuple[Block, ...]:
    """Another amount of the row that was touched: typed, up to its cap."""
    who, offer = asked
    most = most_insurance_stake(at.rules, at.state, who, offer) or Fraction(0)
    original = original_bet_stake(at.rules, at.state, who, offer) or Fraction(0)
    stake = parse_digits(at.input_state.digits, at.context.words.first.decimals)
    entry = EntryBlock(
        name="insurance",
        label=at.text("amount"),
        value=format_digits(at.input_state.digits),
        writing=True,
        wrong=_stake_fault(at, asked, stake) if stake else NO_TEXT,
    )
    whose = bettor_name(at.context.words, who)
    heading = HeadingBlock(text=whose, right=at.text("cap", most=at.money_text(floor_to_chips(at.table, most))).first)
    quick = KeysBlock(controls=_quick_keys(at, asked, original, most), columns=4)
    return (heading, entry, quick, amount_pad(at, back=at.set_input(framed="", digits="")))


def _quick_keys(at: TableContext, asked: BettorOffer, original: Fraction, most: Fraction) -> tuple[Control, ...]:
    """The quick amounts go into the entry; `*` goes from one to the next."""
    decimals = at.context.words.first.decimals
    stakes = quick_stakes(at.table, asked[1].odds, original, most)
    amounts = [(quick.value, money_digits(stake, decimals)) for quick, stake in stakes]
    digits = [text for _, text in amounts]
    following = digits.index(at.input_state.digits) + 1 if at.input_state.digits in digits else 0
    found = tuple(
        Control(
            name=f"quick:{code}",
            label=at.text(code),
            act=at.set_input(digits=text) if text else None,
            waits=at.text("nothing-to-stake"),
            key="*" if place == following % len(amounts) else "",
        )
        for place, (code, text) in enumerate(amounts)
    )
    return (*found, _decline_key(at, asked, "quick:no", keyed=True))


def _sum_notes(
    at: TableContext, offers: tuple[InsuranceOffer, ...], rows: tuple[BettorOffer, ...]
) -> tuple[Block, ...]:
    """What is in and what it would pay; who has nothing to insure."""
    stages = {(offer.stage, offer.side): offer.odds for offer in offers}
    taken = [bet for bet in at.round.insurance if (bet.stage, bet.side) in stages]
    stake = sum(bet.stake for bet in taken)
    pays = sum((stages[bet.stage, bet.side].prize(Fraction(bet.stake)) for bet in taken), Fraction(0))
    text = at.text("insured-sum", stake=at.money_text(stake), pays=at.money_text(pays))
    betting = {who[0] for who, _ in rows}
    without = " ".join(str(seat) for seat in at.seats if seat not in betting)
    notes = [NoteBlock(text=text)]
    if without:
        notes.append(NoteBlock(text=at.text("seats-without", seats=without), tone=Tone.QUIET))
    notes.append(NoteBlock(text=at.text("other-amount"), tone=Tone.QUIET))
    return tuple(notes)


def _next_control(at: TableContext, rows: tuple[BettorOffer, ...], framed: BettorOffer | None) -> Control:
    if framed is not None and _offer_row_name(framed) == at.input_state.framed and not at.input_state.digits:
        # An answer was begun here: Enter closes the offer only from where nothing is.
        return round_next_step("insure", at.text("bet-unfinished"), waits=at.text("amount-hint"))
    if is_too_long(at.input_state.digits):
        return round_next_step("insure", at.text("bet-unfinished"), waits=at.text("amount-too-long"))
    if framed is not None and at.input_state.digits:
        who, offer = framed
        stake = parse_digits(at.input_state.digits, at.context.words.first.decimals)
        text = at.text("insures-for", who=at.bettor_badge(who), amount=at.money_text(stake))
        against = _stake_fault(at, framed, stake)
        if against:
            return round_next_step("insure", text, waits=against)
        take = new_command(commands.TakeInsurance, who=who, side=offer.side, stake=stake)
        return round_next_step("insure", text, SendCommand(command=take, then=NO_INPUT))
    return command_next_step(at, commands.CloseOffer, "offer-closed", sub=_silent_text(at, rows), then=NO_INPUT)


def _silent_text(at: TableContext, rows: tuple[BettorOffer, ...]) -> ScreenText:
    """Who has not answered is taken as No (Insurance Plus 5.3)."""
    clause = at.rules.clause("insurance-forgone")
    if not at.has_keyed_bets:
        silent = silent_seats(at)
    else:
        silent = list(dict.fromkeys(at.bettor_badge(asked[0]) for asked in rows if not _is_answered(at, asked)))
    if not silent:
        return at.text("all-answered")
    return at.text("taken-as-no", seats=" ".join(silent), clause=clause)


def _silent_rows(at: TableContext) -> tuple[BettorOffer, ...]:
    """The rows that have not answered."""
    offers = open_offers(at.rules, at.state, at.round)
    if at.has_keyed_bets:
        return tuple(asked for asked in _bettor_offers(at, offers) if not _is_answered(at, asked))
    return silent_offers(at, seat_offers(at, offers))


def frame_seat_action(at: TableContext, seat: int) -> Action | None:
    """A seat that is touched is framed, if somebody there has not answered: then an amount can be typed."""
    begins = f"insure:{seat}:"
    name = next((name for name in map(_offer_row_name, _silent_rows(at)) if name.startswith(begins)), None)
    return None if name is None else at.set_input(framed=name, digits="")


def next_bettor_action(at: TableContext) -> Action | None:
    """The next who has not answered is framed, with the keys for another amount; with bets off only framed."""
    silent = _silent_rows(at)
    now = next_silent(at, silent)
    if now is None:
        return None
    names = [_offer_row_name(asked) for asked in silent]
    if at.input_state.framed in names:
        return at.set_input(framed=names[(names.index(at.input_state.framed) + 1) % len(names)], digits="")
    # Where the frame is by itself the first + opens the row in it; with bets off nothing is to be opened.
    place = silent.index(now) + (0 if at.has_keyed_bets else 1)
    return at.set_input(framed=names[place % len(names)], digits="")
