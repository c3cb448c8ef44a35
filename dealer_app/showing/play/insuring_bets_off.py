"""Insurance where bets are not keyed: who is at a seat answers without an amount; the chips decide."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Row, Rows
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import STANDING_PLACES, row_name
from dealer_app.showing.texts import clause_control

NO_BET = "no-bet"
ROWS_OF_A_PAGE = 9
Asked = tuple[Who, InsuranceOffer]


def seats_asked(at: AtTable, offers: tuple[InsuranceOffer, ...]) -> tuple[Block, ...]:
    """1 Insures, 2 No, 3 No bet, 4 somebody stands there too; + goes to the next."""
    rows = asked_rows(at, offers)
    framed = framed_row(at, rows)
    pages = max(1, -(-len(rows) // ROWS_OF_A_PAGE))
    page = at.fingers.page % pages
    begin = page * ROWS_OF_A_PAGE
    more = Control(
        name="page",
        label=at.label("page", page=str(page + 1), pages=str(pages)),
        act=at.change(page=(page + 1) % pages),
    )
    answered = str(len(rows) - len(silent_rows(at, rows)))
    cap = "" if at.rules.book.insurance is None else at.rules.book.insurance.cap_clause
    heading = Heading(
        text=at.label("who-insures"),
        right=at.label("answered-of", answered=answered, rows=str(len(rows))).first,
        clauses=(clause_control(at.seeing, cap),) if cap else (),
    )
    shown = tuple(
        _row(at, asked, framed=asked == framed, named=len(offers) > 1) for asked in rows[begin : begin + ROWS_OF_A_PAGE]
    )
    return (heading, Rows(rows=shown, more=(more,) if pages > 1 else ()))


def asked_rows(at: AtTable, offers: tuple[InsuranceOffer, ...]) -> tuple[Asked, ...]:
    found: list[Asked] = []
    for offer in offers:
        for seat in at.seats:
            found.append(((seat, SEATED), offer))
            found += [((seat, place), offer) for place in STANDING_PLACES[: _standing(at, seat)]]
    return tuple(sorted(found, key=lambda asked: asked[0][0] or 0))


def _standing(at: AtTable, seat: int) -> int:
    """How many standing bettors of this seat the dealer has named, or have answered."""
    named = int(at.fingers.pick(f"standing:{seat}", "0"))
    answered = {who[1] for who, _, _ in at.round.answered if who[0] == seat and who[1] != SEATED}
    return min(max(named, len(answered)), len(STANDING_PLACES))


def _answered(at: AtTable, asked: Asked) -> bool:
    who, offer = asked
    return (who, offer.stage, offer.side) in at.round.answered


def _has_no_bet(at: AtTable, asked: Asked) -> bool:
    return at.fingers.pick(_name(asked)) == NO_BET


def _name(asked: Asked) -> str:
    who, offer = asked
    return row_name("insure", who, offer.side.value)


def silent_rows(at: AtTable, rows: tuple[Asked, ...]) -> tuple[Asked, ...]:
    return tuple(asked for asked in rows if not _answered(at, asked) and not _has_no_bet(at, asked))


def framed_row(at: AtTable, rows: tuple[Asked, ...]) -> Asked | None:
    silent = silent_rows(at, rows)
    return next((asked for asked in silent if _name(asked) == at.fingers.framed), silent[0] if silent else None)


def silent_names(at: AtTable, offers: tuple[InsuranceOffer, ...]) -> list[str]:
    return [_name(asked) for asked in silent_rows(at, asked_rows(at, offers))]


def silent_seats(at: AtTable) -> list[str]:
    """Nobody knows who has a bet there: seats are named that have said nothing."""
    answered = {who[0] for who, _, _ in at.round.answered}
    told = {name.split(":")[1] for name, value in at.fingers.picks.items() if value == NO_BET}
    return [str(seat) for seat in at.seats if seat not in answered and str(seat) not in told]


def _row(at: AtTable, asked: Asked, *, framed: bool, named: bool) -> Row:
    who, offer = asked
    name, done = _name(asked), _answered(at, asked)
    taken = any((bet.who, bet.stage, bet.side) == (who, offer.stage, offer.side) for bet in at.round.insurance)
    then = at.fingers.but(framed="")
    insures = Give(command=asking(commands.TakeInsurance, who=who, side=offer.side, stake=0), then=then)
    declines = Give(command=asking(commands.DeclineInsurance, who=who, side=offer.side), then=then)
    takes = insures if at.may(commands.TakeInsurance) and not done else None
    passes = declines if at.may(commands.DeclineInsurance) and not done else None
    no_bet = _has_no_bet(at, asked)
    waits = at.label("answered" if done else "not-now")
    controls = [
        _control(at, f"{name}:yes", "insures", takes, key="1" if framed else "", picked=taken),
        _control(at, f"{name}:no", "no", passes, key="2" if framed else "", picked=done and not taken),
        _control(
            at,
            f"{name}:no-bet",
            NO_BET,
            None if done else _picks(at, asked),
            key="3" if framed else "",
            picked=no_bet,
        ),
    ]
    if who[1] == SEATED and _standing(at, who[0] or 0) < len(STANDING_PLACES):
        controls.append(
            _control(at, f"{name}:standing", "plus-standing", _adds(at, who[0] or 0), key="4" if framed else "")
        )
    return Row(
        name=name,
        title=at.label(offer.side.value).first if named else "",
        badge=at.badge(who, *((who[0], place) for place in STANDING_PLACES[: _standing(at, who[0] or 0)])),
        controls=tuple(one if one.act is not None else replace(one, waits=waits) for one in controls),
        framed=framed,
        done=done or no_bet,
        act=at.change(framed=name),
    )


def _picks(at: AtTable, asked: Asked) -> Act:
    name = _name(asked)
    value = "" if _has_no_bet(at, asked) else NO_BET
    return at.change(framed="", picks={**at.fingers.picks, name: value})


def _adds(at: AtTable, seat: int) -> Act:
    return at.change(picks={**at.fingers.picks, f"standing:{seat}": str(_standing(at, seat) + 1)})


def _control(at: AtTable, name: str, code: str, act: Act | None, *, key: str = "", picked: bool = False) -> Control:
    return Control(name=name, label=at.label(code), act=act, key=key, picked=picked)
