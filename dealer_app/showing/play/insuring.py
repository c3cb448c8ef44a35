"""Insurance is offered: a row for each bettor who may insure, answered seat by seat until the offer is closed."""

from fractions import Fraction

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.insuring import most_insurance, original_stake, unfit_stake
from dealer_app.domain.round.insurance_stakes import Quick, in_chips, quick_stakes
from dealer_app.domain.round.seen import able, open_offers
from dealer_app.domain.round.state import InsuranceBet, Who
from dealer_app.domain.round.table import InsuranceShown
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Entry, Gap, Heading, Keys, Note, Row, Rows
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.part import Part
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import bettor_line, row_name
from dealer_app.showing.play.digit_pad import digit_pad
from dealer_app.showing.play.insuring_bets_off import seats_asked, silent_names, silent_seats
from dealer_app.showing.play.nexts import given, next_step
from dealer_app.showing.play.track import track
from dealer_app.showing.play.typing_amounts import digits_of, shown, too_long, typed
from dealer_app.showing.play.waiving import waiving
from dealer_app.showing.texts import clause_control

ROWS_SHOWN = 6
ROWS_OF_A_PAGE = 5
SPARE = Quick.HALF
"""The quick amount that a small window leaves out of the rows."""
Asked = tuple[Who, InsuranceOffer]


def insuring(at: AtTable) -> Part:
    offers = open_offers(at.rules, at.state, at.round)
    rows = _asked(at, offers) if at.keyed else ()
    framed = _framed(at, rows)
    return Part(work=_work(at, offers, rows, framed), primary=_primary(at, rows, framed), track=track(at))


def _asked(at: AtTable, offers: tuple[InsuranceOffer, ...]) -> tuple[Asked, ...]:
    """Who may insure what: by seat; where there are several pages who has not answered comes first."""
    found = [(who, offer) for offer in offers for who in able(at.rules, at.round, offer, left=at.state.left)]
    found.sort(key=lambda asked: (asked[0][0] or 0, asked[0][1]))
    if len(found) > ROWS_SHOWN:
        found.sort(key=lambda asked: _answered(at, asked))
    return tuple(found)


def _answered(at: AtTable, asked: Asked) -> bool:
    who, offer = asked
    return (who, offer.stage, offer.side) in at.round.answered


def _name(asked: Asked) -> str:
    who, offer = asked
    return row_name("insure", who, offer.side.value)


def _framed(at: AtTable, rows: tuple[Asked, ...]) -> Asked | None:
    """The row for which digits and + are: the one that was touched, or the first that has not answered."""
    silent = [asked for asked in rows if not _answered(at, asked)]
    return next((asked for asked in silent if _name(asked) == at.fingers.framed), silent[0] if silent else None)


def _work(
    at: AtTable, offers: tuple[InsuranceOffer, ...], rows: tuple[Asked, ...], framed: Asked | None
) -> tuple[Block, ...]:
    lammer = _lammer(at, offers)
    if not at.keyed:
        return (*lammer, *seats_asked(at, offers), Gap())
    if at.fingers.framed and framed is not None and _name(framed) == at.fingers.framed:
        return (*lammer, *_other_amount(at, framed), Gap())
    return (*lammer, _heading(at, offers), _rows(at, rows, framed), *_sums(at, offers, rows), *waiving(at), Gap())


def _lammer(at: AtTable, offers: tuple[InsuranceOffer, ...]) -> tuple[Block, ...]:
    """Which lammer lies on the table, and when it comes back."""
    if at.table.insurance is not InsuranceShown.LAMMER:
        return ()
    told = [(at.label(offer.side.value), f"{offer.odds.win}:{offer.odds.stake}") for offer in offers]
    odds = Line(
        " · ".join(f"{side.first} {odds}" for side, odds in told),
        " · ".join(f"{side.second} {odds}" for side, odds in told),
    )
    return (Note(text=at.label("lammer-out", odds=odds), tone=Tone.GOOD),)


def _heading(at: AtTable, offers: tuple[InsuranceOffer, ...]) -> Heading:
    named = [at.label(offer.side.value) for offer in offers]
    sides = Line(" · ".join(side.first for side in named), " · ".join(side.second for side in named))
    cap = "" if at.rules.book.insurance is None else at.rules.book.insurance.cap_clause
    clauses = (clause_control(at.seeing, cap),) if cap else ()
    return Heading(text=at.label("seat-and-bet", hand=sides), right=at.label("insure").first, clauses=clauses)


def _rows(at: AtTable, asked: tuple[Asked, ...], framed: Asked | None) -> Rows:
    if len(asked) <= ROWS_SHOWN:
        return Rows(rows=tuple(_row(at, one, asked, framed) for one in asked))
    pages = -(-len(asked) // ROWS_OF_A_PAGE)
    page = at.fingers.page % pages
    begin = page * ROWS_OF_A_PAGE
    turn = at.change(page=(page + 1) % pages)
    text = at.label("page", page=str(page + 1), pages=str(pages))
    more = Control(name="page", label=text, act=turn)
    return Rows(rows=tuple(_row(at, one, asked, framed) for one in asked[begin : begin + ROWS_OF_A_PAGE]), more=(more,))


def _row(at: AtTable, asked: Asked, rows: tuple[Asked, ...], framed: Asked | None) -> Row:
    who, offer = asked
    original = original_stake(at.rules, at.state, who, offer) or Fraction(0)
    most = most_insurance(at.rules, at.state, who, offer) or Fraction(0)
    several = len({one.side for _, one in rows}) > 1
    hand = f"{at.label(offer.side.value).first} " if several else ""
    answered = _answered(at, asked)
    is_framed = asked == framed
    act = None if answered else at.change(framed=_name(asked), digits="")
    return Row(
        name=_name(asked),
        title=at.money(original),
        badge=at.badge(who),
        lines=(f"{hand}{at.label('cap', most=at.money(in_chips(at.table, most))).first}",),
        controls=_answers(at, asked, original, most, keyed=is_framed),
        framed=is_framed,
        done=answered,
        act=act,
    )


def _answers(at: AtTable, asked: Asked, original: Fraction, most: Fraction, *, keyed: bool) -> tuple[Control, ...]:
    """Cover, Half, Max, No; once it is answered only what it was, which can be taken back only by Undo."""
    who, offer = asked
    name = _name(asked)
    answered = _answered(at, asked)
    taken = _taken(at, asked)
    found: list[Control] = []
    for quick, stake in quick_stakes(at.table, offer.odds, original, most):
        waits = _against(at, asked, stake)
        take = asking(commands.TakeInsurance, who=who, side=offer.side, stake=stake)
        found.append(
            Control(
                name=f"{name}:{quick.value}",
                label=at.label(quick.value),
                sub=Line(at.money(stake)),
                act=None if waits else Give(command=take, then=NOTHING),
                waits=waits,
                picked=taken is not None and taken.stake == stake and not any(one.picked for one in found),
                spare=quick is SPARE,
            )
        )
    if taken is not None and not any(one.picked for one in found):
        own = Line(at.money(taken.stake))
        found.append(Control(name=f"{name}:own", label=own, waits=at.label("answered"), picked=True))
    no = replace(_declines(at, asked, f"{name}:no", keyed=keyed), picked=answered and taken is None)
    return tuple(one for one in (*found, no) if one.picked or not answered)


def _against(at: AtTable, asked: Asked, stake: Money) -> Line:
    """Why the table would not take this stake of him now; nothing where it would."""
    who, offer = asked
    if _answered(at, asked):
        return at.label("answered")
    if not stake:
        return at.label("nothing-to-stake")
    unfit = unfit_stake(at.rules, at.state, who, offer, stake)
    if unfit is not None:
        return at.refusal(unfit)
    return EMPTY if at.may(commands.TakeInsurance) else at.label("not-now")


def _declines(at: AtTable, asked: Asked, name: str, *, keyed: bool) -> Control:
    who, offer = asked
    give = Give(command=asking(commands.DeclineInsurance, who=who, side=offer.side), then=NOTHING)
    waits = EMPTY if at.may(commands.DeclineInsurance) else at.label("not-now")
    if _answered(at, asked):
        waits = at.label("answered")
    return Control(name=name, label=at.label("no"), act=None if waits else give, waits=waits, key="/" if keyed else "")


def _taken(at: AtTable, asked: Asked) -> InsuranceBet | None:
    who, offer = asked
    same = (bet for bet in at.round.insurance if (bet.who, bet.stage, bet.side) == (who, offer.stage, offer.side))
    return next(same, None)


def _other_amount(at: AtTable, asked: Asked) -> tuple[Block, ...]:
    """Another amount of the row that was touched: typed, up to its cap."""
    who, offer = asked
    most = most_insurance(at.rules, at.state, who, offer) or Fraction(0)
    original = original_stake(at.rules, at.state, who, offer) or Fraction(0)
    stake = typed(at.fingers.digits, at.seeing.words.first.decimals)
    entry = Entry(
        name="insurance",
        label=at.label("amount"),
        value=shown(at.fingers.digits),
        writing=True,
        wrong=_against(at, asked, stake) if stake else EMPTY,
    )
    whose = bettor_line(at.seeing.words, who)
    heading = Heading(text=whose, right=at.label("cap", most=at.money(in_chips(at.table, most))).first)
    quick = Keys(controls=_quick(at, asked, original, most), columns=4)
    return (heading, entry, quick, digit_pad(at, back=at.change(framed="", digits="")))


def _quick(at: AtTable, asked: Asked, original: Fraction, most: Fraction) -> tuple[Control, ...]:
    """The quick amounts go into the entry; `*` goes from one to the next."""
    decimals = at.seeing.words.first.decimals
    stakes = quick_stakes(at.table, asked[1].odds, original, most)
    amounts = [(quick.value, digits_of(stake, decimals)) for quick, stake in stakes]
    digits = [text for _, text in amounts]
    following = digits.index(at.fingers.digits) + 1 if at.fingers.digits in digits else 0
    found = tuple(
        Control(
            name=f"quick:{code}",
            label=at.label(code),
            act=at.change(digits=text) if text else None,
            waits=at.label("nothing-to-stake"),
            key="*" if place == following % len(amounts) else "",
        )
        for place, (code, text) in enumerate(amounts)
    )
    return (*found, _declines(at, asked, "quick:no", keyed=True))


def _sums(at: AtTable, offers: tuple[InsuranceOffer, ...], rows: tuple[Asked, ...]) -> tuple[Block, ...]:
    """What is in and what it would pay; who has nothing to insure."""
    stages = {(offer.stage, offer.side): offer.odds for offer in offers}
    taken = [bet for bet in at.round.insurance if (bet.stage, bet.side) in stages]
    stake = sum(bet.stake for bet in taken)
    pays = sum((stages[bet.stage, bet.side].prize(Fraction(bet.stake)) for bet in taken), Fraction(0))
    text = at.label("insured-sum", stake=at.money(stake), pays=at.money(pays))
    betting = {who[0] for who, _ in rows}
    without = " ".join(str(seat) for seat in at.seats if seat not in betting)
    notes = [Note(text=text)]
    if without:
        notes.append(Note(text=at.label("seats-without", seats=without), tone=Tone.QUIET))
    notes.append(Note(text=at.label("other-amount"), tone=Tone.QUIET))
    return tuple(notes)


def _primary(at: AtTable, rows: tuple[Asked, ...], framed: Asked | None) -> Control:
    if framed is not None and _name(framed) == at.fingers.framed and not at.fingers.digits:
        # An answer was begun here: Enter closes the offer only from where nothing is.
        return next_step("insure", at.label("bet-unfinished"), waits=at.label("amount-hint"))
    if too_long(at.fingers.digits):
        return next_step("insure", at.label("bet-unfinished"), waits=at.label("amount-too-long"))
    if framed is not None and at.fingers.digits:
        who, offer = framed
        stake = typed(at.fingers.digits, at.seeing.words.first.decimals)
        text = at.label("insures-for", who=at.badge(who), amount=at.money(stake))
        against = _against(at, framed, stake)
        if against:
            return next_step("insure", text, waits=against)
        take = asking(commands.TakeInsurance, who=who, side=offer.side, stake=stake)
        return next_step("insure", text, Give(command=take, then=NOTHING))
    return given(at, commands.CloseOffer, "offer-closed", sub=_silent(at, rows), then=NOTHING)


def _silent(at: AtTable, rows: tuple[Asked, ...]) -> Line:
    """Who has not answered is taken as No (Insurance Plus 5.3)."""
    clause = at.rules.clause("insurance-forgone")
    if not at.keyed:
        silent = silent_seats(at)
    else:
        silent = list(dict.fromkeys(at.badge(asked[0]) for asked in rows if not _answered(at, asked)))
    if not silent:
        return at.label("all-answered")
    return at.label("taken-as-no", seats=" ".join(silent), clause=clause)


def _silent_names(at: AtTable) -> list[str]:
    """The rows that have not answered."""
    offers = open_offers(at.rules, at.state, at.round)
    if at.keyed:
        return [_name(asked) for asked in _asked(at, offers) if not _answered(at, asked)]
    return silent_names(at, offers)


def seat_asked(at: AtTable, seat: int) -> Act | None:
    """A seat that is touched is framed, if somebody there has not answered: then an amount can be typed."""
    begins = f"insure:{seat}:"
    name = next((name for name in _silent_names(at) if name.startswith(begins)), None)
    return None if name is None else at.change(framed=name, digits="")


def next_asked(at: AtTable) -> Act | None:
    """The next who has not answered is framed, with the keys for another amount; with bets off only framed."""
    names = _silent_names(at)
    if not names:
        return None
    place = names.index(at.fingers.framed) + 1 if at.fingers.framed in names else 0
    return at.change(framed=names[place % len(names)], digits="")
