"""A person is added, or is given a new PIN: two people decide it in one sitting, and the PIN is keyed by its owner.

It can be done while a case waits: a decision may need somebody whom nobody has entered yet.
"""

from dealer_app.domain.values import replace
from dealer_app.people.accounts import AddAccount, ResetPin
from dealer_app.people.namesakes import called_so
from dealer_app.people.positions import Position
from dealer_app.people.state import Account
from dealer_app.showing.acts import Credentials, SignIn
from dealer_app.showing.blocks import Block, Control, Keys, Note
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import PIN, Field, Form, Pad, badge_of, pad, pin_field
from dealer_app.showing.house.own_pins import pin_twice
from dealer_app.showing.house.saying import back, choice, next_step, say
from dealer_app.showing.house.two_people import asker_counts, confirming_fields, decided, deciders
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put
from dealer_app.station.proposals import ProposePeople

_WHAT, _ADDS, _RESETS = "newcomers", "adds", "resets"
_BADGE, _NAME, _POSITION = "badge-of-account", "name-of-account", "position-of-account"
_NEW, _OWN = f"{PIN}-new", f"{PIN}-own-again"


def newcomers(seeing: Seeing) -> Overlay:
    """At the left what is wanted, at the right what is keyed for it."""
    asker, proposal = seeing.signed_in, _proposal(seeing)
    assert asker is not None, "opened by who is signed in"
    again = asker.position in deciders(seeing, proposal) and not asker_counts(seeing, proposal)
    form = Form(seeing, _own(seeing, asker) if again else (*_fields(seeing), *confirming_fields(seeing, proposal)))
    done = _signs_in(seeing, asker) if again else _done(seeing, proposal)
    return Overlay(
        name=Panel.PEOPLE.value,
        title=say(seeing, "add-or-pin"),
        sub=say(seeing, "add-or-pin-sub"),
        left_column=(
            *_choices(seeing),
            Note(text=_note(seeing, again=again)),
            *(() if again else form.lines()),
        ),
        right_column=_written(form),
        primary=form.step(done),
        close=back(seeing),
        writes=form.writes,
    )


def _note(seeing: Seeing, *, again: bool) -> Line:
    """What is keyed next; or who has the name already that was keyed, for it may be one person with two badges."""
    others = called_so(seeing.state.people, seeing.fingers.text(_NAME)) if _adds(seeing) else ()
    if others:
        return say(seeing, "same-name", others=", ".join(others))
    return say(seeing, "own-pin-note" if again else "newcomers-note")


def _written(form: Form) -> tuple[Block, ...]:
    """What is keyed now with all of its keys; what is keyed already stands at the left, a line each."""
    field = form.current
    return () if field is None else (form.entry(field), pad(form.seeing, field, low=True))


def _adds(seeing: Seeing) -> bool:
    return seeing.fingers.pick(_WHAT, _ADDS) == _ADDS


def _badge(seeing: Seeing) -> str:
    return badge_of(seeing.fingers.text(_BADGE))


def _position(seeing: Seeing) -> Position:
    return Position(seeing.fingers.pick(_POSITION, Position.DEALER.value))


def _proposal(seeing: Seeing) -> ProposePeople:
    if not _adds(seeing):
        return ProposePeople(change=ResetPin(badge=_badge(seeing)))
    name = seeing.fingers.text(_NAME).strip()
    return ProposePeople(change=AddAccount(badge=_badge(seeing), name=name, position=_position(seeing)))


def _fields(seeing: Seeing) -> tuple[Field, ...]:
    adds = _adds(seeing)
    badge = Field(
        name=_BADGE,
        label=say(seeing, "badge-added" if adds else "badge-reset"),
        value=seeing.fingers.text(_BADGE),
        lacks=_against_badge(seeing),
        pad=Pad.BADGE,
    )
    text = seeing.fingers.text(_NAME)
    name = Field(name=_NAME, label=say(seeing, "name-added"), value=text, pad=Pad.LETTERS)
    return (badge, *((name,) if adds else ()), *pin_twice(seeing, _NEW, _badge(seeing)))


def _against_badge(seeing: Seeing) -> Line:
    """It would be refused in the end: better before two people have keyed their PINs."""
    badge, adds = _badge(seeing), _adds(seeing)
    if not badge:
        return EMPTY
    if not (badge.isascii() and badge.isalnum()):
        return say(seeing, "badge-form")
    if (badge in seeing.state.people.accounts) is adds:
        return say(seeing, "badge-in-use" if adds else "badge-unknown")
    return EMPTY


def _done(seeing: Seeing, proposal: ProposePeople) -> Control:
    name = "add-person" if _adds(seeing) else "reset-pin"
    act = decided(seeing, proposal, seeing.fingers.closed())
    keyed = None if act is None else replace(act, new_pin=seeing.fingers.secret(_NEW))
    return next_step(name, say(seeing, name, badge=_badge(seeing)), keyed)


def _own(seeing: Seeing, asker: Account) -> tuple[Field, ...]:
    """A session that was left open decides nothing: who asks is one of the two only by a PIN keyed just now."""
    return (pin_field(seeing, _OWN, say(seeing, "own-pin", name=asker.name)),)


def _signs_in(seeing: Seeing, asker: Account) -> Control:
    who = Credentials(asker.badge, seeing.fingers.secret(_OWN))
    return next_step("own-pin", say(seeing, "own-pin-keyed"), SignIn(who, then=seeing.fingers.but(writes="")))


def _choices(seeing: Seeing) -> tuple[Block, ...]:
    now = _ADDS if _adds(seeing) else _RESETS
    what = tuple(choice(seeing, each, say(seeing, each), of=_WHAT, picked=each == now) for each in (_ADDS, _RESETS))
    keys = Keys(controls=what, columns=len(what))
    if now == _RESETS:
        return (keys,)
    positions = tuple(
        choice(
            seeing,
            each.value,
            put(seeing.words, "position", each.value),
            of=_POSITION,
            picked=each is _position(seeing),
        )
        for each in Position
    )
    return (keys, Keys(controls=positions, columns=3, title=say(seeing, "position")))
