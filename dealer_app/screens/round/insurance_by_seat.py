"""Insurance where bets are not keyed: who is at a seat answers without an amount; the chips decide."""

from collections.abc import Sequence

from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import InsuranceOffer, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.actions import Action, SendCommand, new_command
from dealer_app.screens.blocks import Block, Control, HeadingBlock, ListRow, RowsBlock
from dealer_app.screens.kit import clause_controls
from dealer_app.screens.labels import STANDING_PLACES, bettor_row_name
from dealer_app.screens.pads import page_key
from dealer_app.screens.round.table_context import TableContext

NO_BET = "no-bet"
ROWS_OF_A_PAGE = 9
BettorOffer = tuple[Who, InsuranceOffer]


def seat_answer_blocks(at: TableContext, offers: tuple[InsuranceOffer, ...]) -> tuple[Block, ...]:
    """1 Insures, 2 No, 3 No bet, 4 somebody stands there too; + goes to the next."""
    rows = seat_offers(at, offers)
    framed = current_offer(at, rows)
    pages = max(1, -(-len(rows) // ROWS_OF_A_PAGE))
    page = at.input_state.page % pages
    begin = page * ROWS_OF_A_PAGE
    answered = str(len(rows) - len(silent_offers(at, rows)))
    heading = HeadingBlock(
        text=at.text("who-insures"),
        right=at.text("answered-of", answered=answered, rows=str(len(rows))).first,
        clauses=cap_clauses(at),
    )
    shown = tuple(
        _seat_row(at, asked, framed=asked == framed, named=len(offers) > 1)
        for asked in rows[begin : begin + ROWS_OF_A_PAGE]
    )
    return (heading, RowsBlock(rows=shown, more=page_key(at, page, pages)))


def cap_clauses(at: TableContext) -> tuple[Control, ...]:
    """The clause on how much can be insured, where the document has one."""
    insurance = at.rules.book.insurance
    return () if insurance is None else clause_controls(at.context, insurance.cap_clause)


def seat_offers(at: TableContext, offers: tuple[InsuranceOffer, ...]) -> tuple[BettorOffer, ...]:
    found: list[BettorOffer] = []
    for offer in offers:
        for seat in at.seats:
            found.append(((seat, SEATED), offer))
            found += [((seat, place), offer) for place in STANDING_PLACES[: _stander_count(at, seat)]]
    return tuple(sorted(found, key=lambda asked: asked[0][0] or 0))


def _stander_count(at: TableContext, seat: int) -> int:
    """How many standing bettors of this seat the dealer has named, or have answered."""
    named = int(at.input_state.pick(f"standing:{seat}", "0"))
    answered = {who[1] for who, _, _ in at.round.answered if who[0] == seat and who[1] != SEATED}
    return min(max(named, len(answered)), len(STANDING_PLACES))


def _is_answered(at: TableContext, asked: BettorOffer) -> bool:
    who, offer = asked
    return (who, offer.stage, offer.side) in at.round.answered


def _has_no_bet(at: TableContext, asked: BettorOffer) -> bool:
    return at.input_state.pick(_offer_row_name(asked)) == NO_BET


def _offer_row_name(asked: BettorOffer) -> str:
    who, offer = asked
    return bettor_row_name("insure", who, offer.side.value)


def silent_offers(at: TableContext, rows: tuple[BettorOffer, ...]) -> tuple[BettorOffer, ...]:
    return tuple(asked for asked in rows if not _is_answered(at, asked) and not _has_no_bet(at, asked))


def current_offer(at: TableContext, rows: tuple[BettorOffer, ...]) -> BettorOffer | None:
    silent = silent_offers(at, rows)
    touched = next((asked for asked in silent if _offer_row_name(asked) == at.input_state.framed), None)
    return touched or next_silent(at, silent)


def next_silent(at: TableContext, silent: Sequence[BettorOffer]) -> BettorOffer | None:
    """The first who has not answered behind the one who answered last: who asks around the table goes on from there."""
    last = _last_answer(at)
    if last is None:
        return silent[0] if silent else None
    behind = (asked for asked in silent if _seat_order(asked[0], asked[1].side) > _seat_order(*last))
    return next(behind, silent[0] if silent else None)


def _seat_order(who: Who, side: Side) -> tuple[int, str, str]:
    return who[0] or 0, who[1], side.value


def _last_answer(at: TableContext) -> tuple[Who, Side] | None:
    """Whose answer was keyed last in this round, and on which hand."""
    entry = at.state.entered[-1] if at.state.entered else None
    if entry is None:
        return None
    if entry.answer is not None:
        who, _, side = entry.answer
        return who, side
    return next(((bet.who, bet.side) for bet in at.round.insurance if bet.number == entry.number), None)


def silent_seats(at: TableContext) -> list[str]:
    """Nobody knows who has a bet there: seats are named that have said nothing."""
    answered = {who[0] for who, _, _ in at.round.answered}
    without_bet = {name.split(":")[1] for name, value in at.input_state.picks.items() if value == NO_BET}
    return [str(seat) for seat in at.seats if seat not in answered and str(seat) not in without_bet]


def _seat_row(at: TableContext, asked: BettorOffer, *, framed: bool, named: bool) -> ListRow:
    who, offer = asked
    name, done = _offer_row_name(asked), _is_answered(at, asked)
    taken = any((bet.who, bet.stage, bet.side) == (who, offer.stage, offer.side) for bet in at.round.insurance)
    then = at.input_state.replace(framed="")
    insures = SendCommand(command=new_command(commands.TakeInsurance, who=who, side=offer.side, stake=0), then=then)
    declines = SendCommand(command=new_command(commands.DeclineInsurance, who=who, side=offer.side), then=then)
    takes = insures if at.is_allowed(commands.TakeInsurance) and not done else None
    passes = declines if at.is_allowed(commands.DeclineInsurance) and not done else None
    no_bet = _has_no_bet(at, asked)
    waits = at.text("answered" if done else "not-now")
    controls = [
        _answer_key(at, f"{name}:yes", "insures", takes, key="1" if framed else "", picked=taken),
        _answer_key(at, f"{name}:no", "no", passes, key="2" if framed else "", picked=done and not taken),
        _answer_key(
            at,
            f"{name}:no-bet",
            NO_BET,
            None if done else _no_bet_action(at, asked),
            key="3" if framed else "",
            picked=no_bet,
        ),
    ]
    if who[1] == SEATED and _stander_count(at, who[0] or 0) < len(STANDING_PLACES):
        controls.append(
            _answer_key(
                at, f"{name}:standing", "plus-standing", _add_stander_action(at, who[0] or 0), key="4" if framed else ""
            )
        )
    return ListRow(
        name=name,
        title=at.text(offer.side.value).first if named else "",
        badge=at.bettor_badge(who, *((who[0], place) for place in STANDING_PLACES[: _stander_count(at, who[0] or 0)])),
        controls=tuple(one if one.act is not None else replace(one, waits=waits) for one in controls),
        framed=framed,
        done=done or no_bet,
        act=at.set_input(framed=name),
    )


def _no_bet_action(at: TableContext, asked: BettorOffer) -> Action:
    name = _offer_row_name(asked)
    value = "" if _has_no_bet(at, asked) else NO_BET
    return at.set_input(framed="", picks={**at.input_state.picks, name: value})


def _add_stander_action(at: TableContext, seat: int) -> Action:
    return at.set_input(picks={**at.input_state.picks, f"standing:{seat}": str(_stander_count(at, seat) + 1)})


def _answer_key(
    at: TableContext, name: str, code: str, act: Action | None, *, key: str = "", picked: bool = False
) -> Control:
    return Control(name=name, label=at.text(code), act=act, key=key, picked=picked)
