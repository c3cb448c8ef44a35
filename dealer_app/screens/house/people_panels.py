"""The panels of people: accounts, PINs, relief of a dealer, shifts, locks, and joint decisions.

A person keys the own PIN twice. What two people decide is keyed in one sitting, each with badge and PIN.
"""

from collections.abc import Iterator

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.values import replace
from dealer_app.people.accounts import AddAccount, ResetPin, find_namesakes
from dealer_app.people.approvals import lockout_badges
from dealer_app.people.events import Handover, ShownLimit
from dealer_app.people.lockout import clock_time_text, wait_time
from dealer_app.people.pins import against_pin
from dealer_app.people.positions import Position
from dealer_app.people.sessions import ALL_AREAS, Relief, relieve_dealer, table_handover
from dealer_app.people.state import Account
from dealer_app.screens.actions import (
    BeginShift,
    Credentials,
    DecideByTwo,
    EndLock,
    EndShift,
    Relieve,
    SetInput,
    SignIn,
)
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext, is_supervisor_here
from dealer_app.screens.house.forms import (
    PIN_PREFIX,
    EntryForm,
    Field,
    Pad,
    credential_fields,
    field_pad,
    normalize_badge,
    pin_field,
    read_credentials,
)
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.kit import back_step, choice_control, close_control, form_next_step
from dealer_app.screens.labels import label_text, reason_label, refusal_text, table_label
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay
from dealer_app.station.core import is_recent_session
from dealer_app.station.desks import open_round_refusal
from dealer_app.station.two_people import Proposal, ProposePeople, proposal_deciders
from dealer_app.texts import amount_text

_INCOMING, _IN_CHARGE = "incoming", "in-charge"
_DASH = "\N{EN DASH}"


def relief_panel(context: ScreenContext) -> Overlay:
    """The incoming dealer signs in, sees the state of the table, and confirms exactly that.

    The dealer who deals here already is asked for the incoming dealer; their own badge is refused in words.
    """
    against = _relief_refusal(context)
    form = EntryForm(context, ())
    done = form_next_step(
        "relieve",
        label_text(context, "house.relieve"),
        None if against else Relieve(),
        waits=refusal_text(context, against),
    )
    if against is not None and against.code in ("deals-already", "nobody-signed-in", "no-dealer-here"):
        form = EntryForm(context, credential_fields(context, _INCOMING, label_text(context, "house.badge-incoming")))
        who = read_credentials(context, _INCOMING)
        signed = (
            None if who is None else SignIn(who, then=context.input_state.close_panel().replace(panel=Panel.RELIEF))
        )
        waits = NO_TEXT
        if who is not None and who.badge == context.state.people.dealing.get(context.terminal):
            signed, waits = None, refusal_text(context, simple_refusal("deals-already", HOUSE_POLICY))
        done = form_next_step("sign-in", label_text(context, "house.sign-in"), signed, waits=waits)
    return Overlay(
        name=Panel.RELIEF.value,
        title=label_text(context, "house.relief"),
        sub=label_text(context, "house.relief-sub"),
        left_column=tuple(_handover_blocks(context)),
        right_column=(*_relief_notes(context, against), *form.rail_blocks()),
        primary=form.next_control(done),
        close=close_control(context),
        writes=form.writes,
    )


def _relief_notes(context: ScreenContext, against: Refusal | None) -> Iterator[NoteBlock]:
    """Who takes over from whom; or that the dealer who is signed in deals here already."""
    if against is not None:
        if against.code == "deals-already":
            yield NoteBlock(text=refusal_text(context, against), framed=True)
        return
    outgoing = context.state.people.dealing.get(context.terminal)
    incoming = context.current_account
    assert incoming is not None, "nobody is refused only where somebody is signed in"
    first = label_text(context, "house.relief-first", name=incoming.name)
    if outgoing is not None:
        account = context.state.people.accounts[outgoing]
        first = label_text(context, "house.relief-from", outgoing=account.name, name=incoming.name)
    yield NoteBlock(text=first, framed=True)
    yield NoteBlock(text=table_label(context, "house.relief-note"))


def relief_notice(context: ScreenContext) -> ScreenText:
    """Who deals from now on, said once the panel has closed."""
    dealing = context.state.people.accounts[context.state.people.dealing[context.terminal]]
    return label_text(context, "house.relief-done", name=dealing.name)


def _relief_refusal(context: ScreenContext) -> Refusal | None:
    """Asked of the very rule that decides it."""
    table, who = context.state.table, context.current_account
    decided = relieve_dealer(
        context.positions,
        context.state.people,
        Relief(terminal=context.terminal, by="" if who is None else who.badge, confirmed=table_handover(table)),
        rules=open_table(context).rules,
        table=table,
        at=context.moment,
    )
    return decided if isinstance(decided, Refusal) else None


def _handover_blocks(context: ScreenContext) -> Iterator[Block]:
    seen = table_handover(context.state.table)
    rows = [_fact_row(context, "table", seen.table), *(_limit_row(context, each) for each in seen.limits)]
    if seen.decks:
        rows += _shoe_rows(context, seen)
    rows += [
        _fact_row(context, "claim-open", _claim_words(context), bad=seen.claim is not None),
        _fact_row(context, "cases-open", _case_names(context, seen) or _DASH, bad=bool(seen.cases)),
        _fact_row(context, "unclaimed", str(seen.unclaimed), bad=bool(seen.unclaimed)),
    ]
    yield RowsBlock(rows=tuple(rows), dense=True)


def _claim_words(context: ScreenContext) -> str:
    """What is disputed: the number by which the journal names it says nothing to a dealer."""
    claim = context.state.table.claim
    return _DASH if claim is None else reason_label(context, claim.text).first


def _shoe_rows(context: ScreenContext, seen: Handover) -> Iterator[ListRow]:
    step = label_text(context, f"shoe.{seen.shoe_step}").first
    yield _fact_row(context, "shoe", f"{seen.shoe}  {seen.set_name}  {step}")
    yield _fact_row(context, "cards-used", str(seen.cards_used))
    yield _fact_row(
        context, "cutting-card", label_text(context, "house.is-out" if seen.cutting_card_out else "house.is-in").first
    )
    yield _fact_row(context, "sealed-carried", f"{seen.sealed} / {seen.carried}", bad=bool(seen.carried))


def _case_names(context: ScreenContext, seen: Handover) -> str:
    return ", ".join(context.words.first.irregularity(code).name for code in seen.cases)


def _limit_row(context: ScreenContext, shown: ShownLimit) -> ListRow:
    words = context.words.first
    if shown.of == ALL_AREAS:
        name = label_text(context, "house.all-bets").first
    elif shown.of in _differential_codes(context):
        name = label_text(context, "house.differential").first
    else:
        name = words.area(shown.of)
    texts = [_DASH if each is None else amount_text(each, words.decimals) for each in (shown.minimum, shown.maximum)]
    # A Differential has no minimum.
    shown_texts = texts[1:] if shown.of in _differential_codes(context) else texts
    return ListRow(name=f"fact:limit:{shown.of}", title=name, right=f" {_DASH} ".join(shown_texts))


def _differential_codes(context: ScreenContext) -> frozenset[str]:
    return frozenset(each.code for each in open_table(context).rules.book.limits.differentials)


def _fact_row(context: ScreenContext, code: str, value: str, *, bad: bool = False) -> ListRow:
    tone = Tone.ATTENTION if bad else Tone.PLAIN
    return ListRow(name=f"fact:{code}", title=label_text(context, f"house.fact-{code}").first, right=value, tone=tone)


def shift_panel(context: ScreenContext) -> Overlay:
    """Begun and ended by who is in charge: they are signed in, or key a PIN for it."""
    state = context.state
    own = is_supervisor_here(context)
    form = EntryForm(
        context, () if own else credential_fields(context, _IN_CHARGE, label_text(context, "house.badge-in-charge"))
    )
    by = None if own else read_credentials(context, _IN_CHARGE)
    keyed = own or by is not None
    if state.shift is None:
        label = label_text(context, "house.begin-shift", shift=str(state.shifts + 1))
        done = form_next_step("begin-shift", label, BeginShift(by=by) if keyed else None)
    else:
        against = open_round_refusal(state)
        possible = keyed and against is None
        waits = NO_TEXT if against is None else label_text(context, "house.round-first")
        done = _end_shift_step(context, EndShift(by=by) if possible else None, waits)
    note = (
        label_text(context, "house.no-shift")
        if state.shift is None
        else label_text(context, "house.shift-on", shift=str(state.shift))
    )
    return Overlay(
        name=Panel.SHIFT.value,
        title=label_text(context, "house.shift"),
        left_column=(NoteBlock(text=note),),
        right_column=form.rail_blocks(),
        primary=form.next_control(done),
        close=close_control(context),
        writes=form.writes,
    )


_END_SHIFT = "end-shift"


def _end_shift_step(context: ScreenContext, act: EndShift | None, waits: ScreenText) -> Control:
    """Pressed twice."""
    shift, confirming = str(context.state.shift), act is not None and context.input_state.confirming == _END_SHIFT
    label = label_text(context, "house.end-shift-really" if confirming else "house.end-shift", shift=shift)
    first = SetInput(context.input_state.replace(confirming=_END_SHIFT))
    return form_next_step(_END_SHIFT, label, act if confirming or act is None else first, waits=waits)


def new_pin_fields(
    context: ScreenContext, name: str, badge: str, against: Refusal | None = None
) -> tuple[Field, Field]:
    """The entry of this name and the same again; `against` is what else there is to say against it."""
    pin = context.input_state.secret(name)
    known = (against_pin(pin, badge) or against) if pin.text else None
    first = Field(name=name, label=label_text(context, "house.pin"), value=pin.text, lacks=refusal_text(context, known))
    again = pin_field(context, f"{name}-again", label_text(context, "house.pin-again"))
    differs = bool(again.value) and again.value != pin.text
    lacks = label_text(context, "house.pins-differ") if differs else NO_TEXT
    return first, Field(name=again.name, label=again.label, value=again.value, lacks=lacks)


SECOND_PERSON, THIRD_PERSON = "second", "third"


def _is_decider(context: ScreenContext, who: Account, proposal: Proposal) -> bool:
    return who.position in proposal_deciders(context.positions, context.state.people.kind, proposal)


def is_asker_decider(context: ScreenContext, proposal: Proposal) -> bool:
    """Whether who is signed in is one of the two: they may decide it, and have just keyed a PIN."""
    session, who = context.state.people.sessions.get(context.terminal), context.current_account
    if session is None or who is None or not _is_decider(context, who, proposal):
        return False
    return is_recent_session(session, context.moment)


def confirm_fields(context: ScreenContext, proposal: Proposal) -> tuple[Field, ...]:
    """Badge and PIN of each who has to agree."""
    second = credential_fields(context, SECOND_PERSON, label_text(context, "house.badge-agrees"))
    if is_asker_decider(context, proposal):
        return second
    return (*second, *credential_fields(context, THIRD_PERSON, label_text(context, "house.badge-agrees-too")))


def joint_decision(context: ScreenContext, proposal: Proposal, then: InputState) -> DecideByTwo | None:
    """Their common act, once all of them have keyed."""
    second, third = read_credentials(context, SECOND_PERSON), read_credentials(context, THIRD_PERSON)
    if is_asker_decider(context, proposal):
        third = None
    elif third is None:
        return None
    return None if second is None else DecideByTwo(proposal=proposal, second=second, third=third, then=then)


def clear_credentials(input_state: InputState) -> InputState:
    """Without what two people keyed: it was for that one thing."""
    texts = {name: text for name, text in input_state.texts.items() if not name.startswith("badge-")}
    return input_state.replace(texts=texts, pins={}, writes="")


_WHAT_PICK, _ADDS, _RESETS = "newcomers", "adds", "resets"
_BADGE, _NAME, _POSITION = "badge-of-account", "name-of-account", "position-of-account"
_NEW, _OWN = f"{PIN_PREFIX}-new", f"{PIN_PREFIX}-own-again"


def account_panel(context: ScreenContext) -> Overlay:
    """At the left what is wanted, at the right what is keyed for it."""
    asker, proposal = context.current_account, _account_proposal(context)
    assert asker is not None, "opened by who is signed in"
    again = _is_decider(context, asker, proposal) and not is_asker_decider(context, proposal)
    form = EntryForm(
        context,
        _own_pin_fields(context, asker) if again else (*_account_fields(context), *confirm_fields(context, proposal)),
    )
    done = _sign_in_control(context, asker) if again else _account_control(context, proposal)
    return Overlay(
        name=Panel.PEOPLE.value,
        title=label_text(context, "house.add-or-pin"),
        sub=label_text(context, "house.add-or-pin-sub"),
        left_column=(
            *_account_choices(context),
            NoteBlock(text=_account_note(context, again=again)),
            *(() if again else form.pair_blocks()),
        ),
        right_column=_current_entry(form),
        primary=form.next_control(done),
        close=close_control(context),
        writes=form.writes,
    )


def _account_note(context: ScreenContext, *, again: bool) -> ScreenText:
    """What is keyed next; or who has the name already that was keyed, for it may be one person with two badges."""
    others = find_namesakes(context.state.people, context.input_state.text(_NAME)) if _is_adding(context) else ()
    if others:
        return label_text(context, "house.same-name", others=", ".join(others))
    return label_text(context, "house.own-pin-note" if again else "house.newcomers-note")


def _current_entry(form: EntryForm) -> tuple[Block, ...]:
    """The entry that is keyed now, with its keys; the entries already keyed are at the left, a line each."""
    field = form.current
    return () if field is None else (form.entry_block(field), field_pad(form.context, field, low=True))


def _is_adding(context: ScreenContext) -> bool:
    return context.input_state.pick(_WHAT_PICK, _ADDS) == _ADDS


def _account_badge(context: ScreenContext) -> str:
    return normalize_badge(context.input_state.text(_BADGE))


def _account_position(context: ScreenContext) -> Position:
    return Position(context.input_state.pick(_POSITION, Position.DEALER.value))


def _account_proposal(context: ScreenContext) -> ProposePeople:
    if not _is_adding(context):
        return ProposePeople(change=ResetPin(badge=_account_badge(context)))
    name = context.input_state.text(_NAME).strip()
    return ProposePeople(
        change=AddAccount(badge=_account_badge(context), name=name, position=_account_position(context))
    )


def _account_fields(context: ScreenContext) -> tuple[Field, ...]:
    adds = _is_adding(context)
    badge = Field(
        name=_BADGE,
        label=label_text(context, "house.badge-added" if adds else "house.badge-reset"),
        value=context.input_state.text(_BADGE),
        lacks=_badge_fault(context),
        pad=Pad.BADGE,
        is_new=adds,
    )
    text = context.input_state.text(_NAME)
    name = Field(name=_NAME, label=label_text(context, "house.name-added"), value=text, pad=Pad.LETTERS)
    return (badge, *((name,) if adds else ()), *new_pin_fields(context, _NEW, _account_badge(context)))


def _badge_fault(context: ScreenContext) -> ScreenText:
    """It would be refused in the end: better before two people have keyed their PINs."""
    badge, adds = _account_badge(context), _is_adding(context)
    if not badge:
        return NO_TEXT
    if not (badge.isascii() and badge.isalnum()):
        return label_text(context, "house.badge-form")
    if (badge in context.state.people.accounts) is adds:
        return label_text(context, "house.badge-in-use" if adds else "house.badge-unknown")
    return NO_TEXT


def _account_control(context: ScreenContext, proposal: ProposePeople) -> Control:
    name = "add-person" if _is_adding(context) else "reset-pin"
    act = joint_decision(context, proposal, context.input_state.close_panel())
    keyed = None if act is None else replace(act, new_pin=context.input_state.secret(_NEW))
    return form_next_step(name, label_text(context, f"house.{name}", badge=_account_badge(context)), keyed)


def _own_pin_fields(context: ScreenContext, asker: Account) -> tuple[Field, ...]:
    """A session that was left open decides nothing: who asks is one of the two only by a PIN keyed just now."""
    return (pin_field(context, _OWN, label_text(context, "house.own-pin", name=asker.name)),)


def _sign_in_control(context: ScreenContext, asker: Account) -> Control:
    who = Credentials(asker.badge, context.input_state.secret(_OWN))
    return form_next_step(
        "own-pin", label_text(context, "house.own-pin-keyed"), SignIn(who, then=context.input_state.replace(writes=""))
    )


def _account_choices(context: ScreenContext) -> tuple[Block, ...]:
    now = _ADDS if _is_adding(context) else _RESETS
    what = tuple(
        choice_control(context, each, label_text(context, f"house.{each}"), of=_WHAT_PICK, picked=each == now)
        for each in (_ADDS, _RESETS)
    )
    keys = KeysBlock(controls=what, columns=len(what))
    if now == _RESETS:
        return (keys,)
    positions = tuple(
        choice_control(
            context,
            each.value,
            label_text(context, f"position.{each.value}"),
            of=_POSITION,
            picked=each is _account_position(context),
        )
        for each in Position
    )
    return (keys, KeysBlock(controls=positions, columns=3, title=label_text(context, "house.position")))


_FIRST_UNLOCKER, _OTHER_UNLOCKER = "unlocks", "unlocks-too"


def locks_panel(context: ScreenContext) -> Overlay:
    """At the left who is locked out, at the right badge and PIN of the two; nobody need be signed in."""
    badges = lockout_badges(context.state.people, context.moment)
    chosen = _badge_to_unlock(context, badges)
    fields = (
        *credential_fields(context, _FIRST_UNLOCKER, label_text(context, "house.badge-unlocks")),
        *credential_fields(context, _OTHER_UNLOCKER, label_text(context, "house.badge-unlocks-too")),
    )
    form = EntryForm(context, fields if chosen else ())
    first, second = read_credentials(context, _FIRST_UNLOCKER), read_credentials(context, _OTHER_UNLOCKER)
    act = None
    if chosen and first is not None and second is not None:
        act = EndLock(badge=chosen, first=first, second=second, then=context.input_state.close_panel())
    done = (
        form_next_step("end-lock", label_text(context, "house.end-lock", badge=chosen), act)
        if chosen
        else _back_control(context)
    )
    return Overlay(
        name=Panel.LOCKS.value,
        title=label_text(context, "house.locks"),
        sub=label_text(context, "house.locks-sub"),
        left_column=(RowsBlock(rows=tuple(_lock_row(context, badge, chosen) for badge in badges)),)
        if badges
        else (NoteBlock(text=label_text(context, "house.nobody-locked")),),
        right_column=form.rail_blocks(),
        primary=form.next_control(done),
        close=close_control(context),
        writes=form.writes,
    )


def _back_control(context: ScreenContext) -> Control:
    return back_step(context)


def _badge_to_unlock(context: ScreenContext, badges: tuple[str, ...]) -> str:
    """The one that was touched; where there is only one, it need not be."""
    if context.input_state.framed in badges:
        return context.input_state.framed
    return badges[0] if len(badges) == 1 else ""


def _lock_row(context: ScreenContext, badge: str, chosen: str) -> ListRow:
    people, moment = context.state.people, context.moment
    until = clock_time_text(moment, wait_time(people.failures[badge], moment.counter))
    return ListRow(
        name=f"lock:{badge}",
        title=f"{people.accounts[badge].name} ({badge})",
        right=label_text(context, "house.locked-until", until=until).first,
        framed=badge == chosen,
        act=SetInput(context.input_state.replace(framed=badge, writes="")),
    )
