"""Acting positions: who acts in which for how long, assigned by somebody of that position or above (RWS v4 1.17)."""

from dealer_app.people.lockout import MINUTE
from dealer_app.people.positions import Position
from dealer_app.people.standing import left
from dealer_app.people.state import Acting
from dealer_app.showing.acts import AssignActing, Change, EndActing
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import Form, badge_field, badge_of, credential_fields, credentials
from dealer_app.showing.house.saying import back, choice, next_step, say
from dealer_app.showing.lines import EMPTY
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put

_WHO, _BY = "badge-acts", "assigns"
_POSITION, _HOURS = "acting-position", "acting-hours"
_CHOICES = ("1", "2", "4", "8", "12")
_MINUTES = 60


def acting(seeing: Seeing) -> Overlay:
    """At the left who acts now, at the right somebody who is to act, or whose acting is taken back."""
    fingers = seeing.fingers
    ended = fingers.framed if fingers.framed in seeing.state.people.acting else ""
    who = () if ended else (badge_field(seeing, _WHO, say(seeing, "badge-acts")),)
    form = Form(seeing, (*who, *credential_fields(seeing, _BY, say(seeing, "badge-assigns"))))
    return Overlay(
        name=Panel.ACTING.value,
        title=say(seeing, "acting"),
        sub=say(seeing, "acting-sub"),
        left_column=(_now(seeing), *(() if ended else _choices(seeing))),
        right_column=form.on_the_rail(),
        primary=form.step(_done(seeing, ended)),
        close=back(seeing),
        writes=form.writes,
    )


def _done(seeing: Seeing, ended: str) -> Control:
    by, then = credentials(seeing, _BY), seeing.fingers.closed().but(panel=Panel.ACTING)
    if ended:
        act = None if by is None else EndActing(badge=ended, by=by, then=then)
        return next_step("end-acting", say(seeing, "end-acting", badge=ended), act)
    if by is None:
        return next_step("assign-acting", say(seeing, "assign-acting"), None)
    assigned = AssignActing(
        badge=badge_of(seeing.fingers.text(_WHO)),
        position=_position(seeing),
        minutes=int(seeing.fingers.pick(_HOURS, _CHOICES[1])) * _MINUTES,
        by=by,
        then=then,
    )
    return next_step("assign-acting", say(seeing, "assign-acting"), assigned)


def _position(seeing: Seeing) -> Position:
    return Position(seeing.fingers.pick(_POSITION, Position.PIT_SUPERVISOR.value))


def _now(seeing: Seeing) -> Block:
    people = seeing.state.people
    if not people.acting:
        return Note(text=say(seeing, "nobody-acts"))
    return Rows(rows=tuple(_row(seeing, badge, of) for badge, of in sorted(people.acting.items())))


def _row(seeing: Seeing, badge: str, of: Acting) -> Row:
    """Touched, it is to be taken back; touched again, not."""
    fingers, framed = seeing.fingers, seeing.fingers.framed == badge
    minutes = left(of, seeing.moment) // MINUTE
    return Row(
        name=f"acting:{badge}",
        title=seeing.state.people.accounts[badge].name,
        lines=(put(seeing.words, "position", of.position.value).first,),
        right=say(seeing, "minutes-left", minutes=str(minutes)).first,
        framed=framed,
        act=Change(fingers.but(framed="" if framed else badge, writes="")),
    )


def _choices(seeing: Seeing) -> tuple[Block, ...]:
    at_tables = seeing.positions.at_tables()
    positions = tuple(
        choice(
            seeing,
            each.value,
            put(seeing.words, "position", each.value),
            of=_POSITION,
            picked=each is _position(seeing),
        )
        for each in Position
        if each in at_tables and each is not Position.DEALER
    )
    now = seeing.fingers.pick(_HOURS, _CHOICES[1])
    hours = tuple(
        choice(seeing, each, say(seeing, "hours", hours=each), of=_HOURS, picked=each == now) for each in _CHOICES
    )
    return (
        Heading(text=say(seeing, "acts-as")),
        Keys(controls=positions, columns=2, title=EMPTY),
        Keys(controls=hours, columns=len(hours), title=say(seeing, "acts-for")),
    )
