"""Who decides: the person of a role, who keys his badge and PIN for this one thing, or who is signed in himself.

A PIN stands in the fingers alone until it is given; nothing here writes it among the texts.
"""

from msgspec import Struct

from dealer_app.people.standing import badge_of
from dealer_app.showing.acts import Change, Credentials
from dealer_app.showing.blocks import Block, Control, Entry, Heading, Keys, Note, Row, Rows
from dealer_app.showing.in_charge import may_decide
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.picking import PIN, digit_pad
from dealer_app.showing.mending.saying import clauses_of, rules_of, say
from dealer_app.showing.seeing import Seeing

_MOST_NAMES = 4
"""More people than this are not offered by name: the badge is keyed."""


class Signature(Struct, frozen=True, kw_only=True):
    """The blocks in which it is keyed, who it is once it is whole, and what it waits for until then."""

    blocks: tuple[Block, ...]
    by: Credentials | None
    waits: Line

    @property
    def ready(self) -> bool:
        return not self.waits


def signature(seeing: Seeing, role: str, clause: str, *, asked_by: str = "", always_keyed: bool = False) -> Signature:
    """By a person of this role or above who is not the one who asked.

    Who is signed in and may decide needs no PIN, but where `always_keyed` says that two persons sign.
    """
    here = seeing.signed_in
    heading = Heading(
        text=say(seeing, "needs-role", role=rules_of(seeing).title(role)),
        clauses=clauses_of(seeing, clause),
    )
    asker = badge_of(asked_by)
    if not always_keyed and here is not None and here.badge != asker and may_decide(seeing, here.badge, role):
        return Signature(
            blocks=(heading, Note(text=say(seeing, "signs-as", name=here.name), tone=Tone.GOOD)), by=None, waits=EMPTY
        )
    return _keyed(seeing, role, asker, heading)


def _keyed(seeing: Seeing, role: str, asker: str, heading: Heading) -> Signature:
    fingers = seeing.fingers
    badge, pin = fingers.text("badge").strip().upper(), fingers.pin
    wrong = EMPTY
    if badge and badge == asker:
        wrong = say(seeing, "same-person")
    elif badge in seeing.state.people.accounts and not may_decide(seeing, badge, role):
        wrong = say(seeing, "not-this-role")
    secret = Entry(
        name=PIN,
        label=say(seeing, "pin"),
        value="•" * len(pin.text),
        secret=True,
        writing=fingers.writes == PIN,
        act=Change(fingers.but(writes=PIN)),
    )
    blocks: list[Block] = [heading, *_two_persons(seeing, asker, badge)]
    if badge not in seeing.state.people.accounts:
        blocks += _names(seeing, role, asker)
    blocks += [_badge(seeing, wrong), secret]
    if fingers.writes in ("badge", PIN):
        blocks.append(digit_pad(seeing, fingers.writes))
    waits = EMPTY
    if wrong:
        waits = wrong
    elif not badge:
        waits = say(seeing, "waits-badge")
    elif not pin.text:
        waits = say(seeing, "waits-pin")
    return Signature(blocks=tuple(blocks), by=None if waits else Credentials(badge, pin), waits=waits)


def _badge(seeing: Seeing, wrong: Line) -> Entry:
    fingers = seeing.fingers
    return Entry(
        name="badge",
        label=say(seeing, "badge"),
        value=fingers.text("badge"),
        writing=fingers.writes == "badge",
        act=Change(fingers.but(writes="badge")),
        wrong=wrong,
    )


def _two_persons(seeing: Seeing, asker: str, badge: str) -> tuple[Block, ...]:
    """Who asked, and who is about to decide, by the names that the house knows."""
    accounts = seeing.state.people.accounts
    asked, decides = accounts.get(asker), accounts.get(badge)
    rows = []
    if asked is not None:
        rows.append(Row(name="who-asks", title=asked.name, right=say(seeing, "asks").first, icon="person"))
    if decides is not None:
        rows.append(Row(name="who-decides", title=decides.name, right=say(seeing, "decides").first, icon="badge"))
    return (Rows(rows=tuple(rows), dense=True),) if rows else ()


def _names(seeing: Seeing, role: str, asker: str) -> tuple[Block, ...]:
    """Where few may decide they are offered by name, so that nobody has to type a badge; where nobody may, it is said.

    A panel that waits for somebody whom nobody has entered would otherwise wait for ever.
    """
    may = [
        account
        for badge, account in seeing.state.people.accounts.items()
        if badge != asker and account.enabled and may_decide(seeing, badge, role)
    ]
    if not may:
        nobody = say(seeing, "nobody-may", role=rules_of(seeing).title(role))
        return (Note(text=nobody, tone=Tone.ATTENTION, framed=True),)
    if len(may) > _MOST_NAMES:
        return ()
    fingers = seeing.fingers
    keys = tuple(
        Control(
            name=f"person:{account.badge}",
            label=Line(account.name),
            sub=Line(account.badge),
            act=Change(fingers.typed("badge", account.badge).but(writes=PIN)),
            picked=fingers.text("badge") == account.badge,
        )
        for account in may
    )
    return (Keys(controls=keys, columns=2),)
