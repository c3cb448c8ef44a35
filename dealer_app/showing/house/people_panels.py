"""The panels of people: a dealer takes over from another, a shift begins or ends."""

from collections.abc import Iterator

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.events import Handover, ShownLimit
from dealer_app.people.relief import EVERYWHERE, Relief, handover, relieve
from dealer_app.showing.acts import BeginShift, EndShift, Relieve, SignIn
from dealer_app.showing.blocks import Block, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import Form, credential_fields, credentials
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.in_charge import in_charge_here
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line, put
from dealer_app.station.between_rounds import round_on
from dealer_app.wording import amount

_INCOMING, _IN_CHARGE = "incoming", "in-charge"
_DASH = "\N{EN DASH}"


def relief(seeing: Seeing) -> Overlay:
    """The incoming dealer signs in, sees how the table stands, and confirms exactly that."""
    against = _against_relief(seeing)
    form = Form(seeing, ())
    done = next_step("relieve", say(seeing, "relieve"), None if against else Relieve(), waits=_said(seeing, against))
    if against is not None and against.code in ("deals-already", "nobody-signed-in", "no-dealer-here"):
        form = Form(seeing, credential_fields(seeing, _INCOMING, say(seeing, "badge-incoming")))
        who = credentials(seeing, _INCOMING)
        signed = None if who is None else SignIn(who, then=seeing.fingers.closed().but(panel=Panel.RELIEF))
        done = next_step("sign-in", say(seeing, "sign-in"), signed)
    return Overlay(
        name=Panel.RELIEF.value,
        title=say(seeing, "relief"),
        sub=say(seeing, "relief-sub"),
        left_column=tuple(_stands(seeing)),
        right_column=form.on_the_rail() or (Note(text=say(seeing, "relief-note")),),
        primary=form.step(done),
        close=back(seeing),
        writes=form.writes,
    )


def _said(seeing: Seeing, refusal: Refusal | None) -> Line:
    return EMPTY if refusal is None else line(seeing.words, lambda each: each.refusal(refusal))


def _against_relief(seeing: Seeing) -> Refusal | None:
    """Asked of the very rule that decides it."""
    table, who = seeing.state.table, seeing.signed_in
    assert seeing.rules is not None, "the menu offers it at an open table"
    decided = relieve(
        seeing.positions,
        seeing.state.people,
        Relief(terminal=seeing.terminal, by="" if who is None else who.badge, confirmed=handover(table)),
        rules=seeing.rules,
        table=table,
        at=seeing.moment,
    )
    return decided if isinstance(decided, Refusal) else None


def _stands(seeing: Seeing) -> Iterator[Block]:
    seen = handover(seeing.state.table)
    rows = [_fact(seeing, "table", seen.table), *(_limit(seeing, each) for each in seen.limits)]
    if seen.decks:
        rows += _cards(seeing, seen)
    rows += [
        _fact(seeing, "claim-open", _DASH if seen.claim is None else str(seen.claim), bad=seen.claim is not None),
        _fact(seeing, "cases-open", _cases(seeing, seen) or _DASH, bad=bool(seen.cases)),
        _fact(seeing, "unclaimed", str(seen.unclaimed), bad=bool(seen.unclaimed)),
    ]
    yield Rows(rows=tuple(rows), dense=True)


def _cards(seeing: Seeing, seen: Handover) -> Iterator[Row]:
    step = put(seeing.words, "shoe", seen.shoe_step).first
    yield _fact(seeing, "shoe", f"{seen.shoe}  {seen.set_name}  {step}")
    yield _fact(seeing, "cards-used", str(seen.cards_used))
    yield _fact(seeing, "cutting-card", say(seeing, "is-out" if seen.cutting_card_out else "is-in").first)
    yield _fact(seeing, "sealed-carried", f"{seen.sealed} / {seen.carried}", bad=bool(seen.carried))


def _cases(seeing: Seeing, seen: Handover) -> str:
    return ", ".join(seeing.words.first.trouble(code).name for code in seen.cases)


def _limit(seeing: Seeing, shown: ShownLimit) -> Row:
    words = seeing.words.first
    if shown.of == EVERYWHERE:
        name = say(seeing, "all-bets").first
    elif shown.of in _codes(seeing):
        name = say(seeing, "differential").first
    else:
        name = words.area(shown.of)
    texts = [_DASH if each is None else amount(each, words.decimals) for each in (shown.minimum, shown.maximum)]
    # A Differential has no minimum.
    shown_texts = texts[1:] if shown.of in _codes(seeing) else texts
    return Row(name=f"fact:limit:{shown.of}", title=name, right=f" {_DASH} ".join(shown_texts))


def _codes(seeing: Seeing) -> frozenset[str]:
    assert seeing.rules is not None, "the menu offers it at an open table"
    return frozenset(each.code for each in seeing.rules.book.limits.differentials)


def _fact(seeing: Seeing, code: str, value: str, *, bad: bool = False) -> Row:
    tone = Tone.ATTENTION if bad else Tone.PLAIN
    return Row(name=f"fact:{code}", title=say(seeing, f"fact-{code}").first, right=value, tone=tone)


def shift(seeing: Seeing) -> Overlay:
    """Begun and ended by who is in charge: he is signed in, or keys his PIN for it."""
    state = seeing.state
    own = in_charge_here(seeing)
    form = Form(seeing, () if own else credential_fields(seeing, _IN_CHARGE, say(seeing, "badge-in-charge")))
    by = None if own else credentials(seeing, _IN_CHARGE)
    keyed = own or by is not None
    if state.shift is None:
        label = say(seeing, "begin-shift", shift=str(state.shifts + 1))
        done = next_step("begin-shift", label, BeginShift(by=by) if keyed else None)
    else:
        against = round_on(state)
        possible = keyed and against is None
        waits = EMPTY if against is None else say(seeing, "round-first")
        label = say(seeing, "end-shift", shift=str(state.shift))
        done = next_step("end-shift", label, EndShift(by=by) if possible else None, waits=waits)
    note = say(seeing, "no-shift") if state.shift is None else say(seeing, "shift-on", shift=str(state.shift))
    return Overlay(
        name=Panel.SHIFT.value,
        title=say(seeing, "shift"),
        left_column=(Note(text=note),),
        right_column=form.on_the_rail(),
        primary=form.step(done),
        close=back(seeing),
        writes=form.writes,
    )
