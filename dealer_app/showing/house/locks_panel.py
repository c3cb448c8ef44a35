"""Who is locked out, until when, and the end of a lock before that, by two others: one a supervisor or above."""

from dealer_app.people.lockout import time_of_day, wait
from dealer_app.people.unlocking import locked
from dealer_app.showing.acts import Change, EndLock
from dealer_app.showing.blocks import Control, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import Form, credential_fields, credentials
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

_FIRST, _OTHER = "unlocks", "unlocks-too"


def locks(seeing: Seeing) -> Overlay:
    """At the left who is locked out, at the right badge and PIN of the two; nobody need be signed in."""
    badges = locked(seeing.state.people, seeing.moment)
    chosen = _chosen(seeing, badges)
    fields = (
        *credential_fields(seeing, _FIRST, say(seeing, "badge-unlocks")),
        *credential_fields(seeing, _OTHER, say(seeing, "badge-unlocks-too")),
    )
    form = Form(seeing, fields if chosen else ())
    first, second = credentials(seeing, _FIRST), credentials(seeing, _OTHER)
    act = None
    if chosen and first is not None and second is not None:
        act = EndLock(badge=chosen, first=first, second=second, then=seeing.fingers.closed())
    done = next_step("end-lock", say(seeing, "end-lock", badge=chosen), act) if chosen else _back(seeing)
    return Overlay(
        name=Panel.LOCKS.value,
        title=say(seeing, "locks"),
        sub=say(seeing, "locks-sub"),
        left_column=(Rows(rows=tuple(_row(seeing, badge, chosen) for badge in badges)),)
        if badges
        else (Note(text=say(seeing, "nobody-locked")),),
        right_column=form.on_the_rail(),
        primary=form.step(done),
        close=back(seeing),
        writes=form.writes,
    )


def _back(seeing: Seeing) -> Control:
    return next_step("back", say(seeing, "back"), back(seeing).act)


def _chosen(seeing: Seeing, badges: tuple[str, ...]) -> str:
    """The one that was touched; where there is only one, it need not be."""
    if seeing.fingers.framed in badges:
        return seeing.fingers.framed
    return badges[0] if len(badges) == 1 else ""


def _row(seeing: Seeing, badge: str, chosen: str) -> Row:
    people, moment = seeing.state.people, seeing.moment
    until = time_of_day(moment, wait(people.failures[badge], moment.counter))
    return Row(
        name=f"lock:{badge}",
        title=f"{people.accounts[badge].name} ({badge})",
        right=say(seeing, "locked-until", until=until).first,
        framed=badge == chosen,
        act=Change(seeing.fingers.but(framed=badge, writes="")),
    )
