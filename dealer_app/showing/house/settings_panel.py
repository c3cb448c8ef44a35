"""The settings of the house: when its gaming day changes, and how long sessions stand idle. A manager sets them."""

from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.standing import held_for
from dealer_app.showing.acts import Change, ChangeSetting
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import Field, Form, Pad, credential_fields, credentials
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.house.two_people import confirming_fields, decided, forgotten
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put
from dealer_app.station.listening.identity import REFUSED, SIMULATED
from dealer_app.station.proposals import ProposeSetting
from dealer_app.station.settings import (
    ALONE,
    DAY,
    GAMING_DAY,
    HAND_DEALING,
    IDLE,
    TWO,
    TWO_PEOPLE,
    day_changes_at,
    fits,
    idle_minutes,
    keys_alone,
    names,
)

_WANTED, _MANAGER = "setting", "manager"
_HOUR, _SHORTEST_TIME, _LONGEST_TIME = 60, 3, 4


def settings(seeing: Seeing) -> Overlay:
    """At the left what is in force, at the right another value for what is framed."""
    of = seeing.fingers.framed if seeing.fingers.framed in names() else GAMING_DAY
    minutes = _wanted(of, seeing.fingers.text(_WANTED))
    form = Form(seeing, (_field(seeing, of, minutes), *_who(seeing, of, minutes)))
    return Overlay(
        name=Panel.SETTINGS.value,
        title=say(seeing, "settings"),
        sub=say(seeing, "settings-sub"),
        left_column=_in_force(seeing, of),
        right_column=form.on_the_rail(),
        primary=form.step(_done(seeing, of, minutes)),
        close=back(seeing),
        writes=form.writes,
    )


def _in_force(seeing: Seeing, of: str) -> tuple[Block, ...]:
    idle = tuple(f"{IDLE}:{position.value}" for position in Position)
    nobody = (
        () if _manages(seeing) or _managers(seeing) else (Note(text=say(seeing, "no-manager"), tone=Tone.ATTENTION),)
    )
    return (
        *nobody,
        Rows(rows=tuple(_row(seeing, name, of) for name in (GAMING_DAY, HAND_DEALING, SIMULATED))),
        Heading(text=say(seeing, "idle-times")),
        Rows(rows=tuple(_row(seeing, name, of) for name in idle)),
    )


def _row(seeing: Seeing, name: str, of: str) -> Row:
    """Touched, another value is keyed for it."""
    return Row(
        name=f"setting:{name}",
        title=_name(seeing, name).first,
        right=_shown(seeing, name, _now(seeing, name)).first,
        framed=name == of,
        act=Change(seeing.fingers.typed(_WANTED, "").but(framed=name, writes=_WANTED)),
    )


def _name(seeing: Seeing, name: str) -> Line:
    if name == GAMING_DAY:
        return say(seeing, "gaming-day-changes")
    if name == HAND_DEALING:
        return say(seeing, "hand-dealing")
    if name == SIMULATED:
        return say(seeing, "simulated-devices")
    return put(seeing.words, "position", name.removeprefix(f"{IDLE}:"))


def _now(seeing: Seeing, name: str) -> int:
    kept = seeing.state.settings
    if name == GAMING_DAY:
        return day_changes_at(kept)
    if name == HAND_DEALING:
        return ALONE if keys_alone(kept) else TWO
    if name == SIMULATED:
        return int(kept.get(SIMULATED, REFUSED))
    return idle_minutes(kept, seeing.positions)[Position(name.removeprefix(f"{IDLE}:"))]


def _shown(seeing: Seeing, name: str, minutes: int) -> Line:
    if name == GAMING_DAY:
        return Line(f"{minutes // _HOUR:02}:{minutes % _HOUR:02}")
    if name == HAND_DEALING:
        return say(seeing, "keys-alone" if minutes == ALONE else "keys-with-two")
    if name == SIMULATED:
        return say(seeing, "programs-refused" if minutes == REFUSED else "programs-allowed")
    return say(seeing, "minutes", minutes=str(minutes))


# What is keyed


def _wanted(of: str, text: str) -> int | None:
    """A time of day, or a number of minutes; nothing where it is neither."""
    digits = text.strip().replace(":", "")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > _LONGEST_TIME:
        return None
    if of != GAMING_DAY:
        return int(digits) if fits(of, int(digits)) else None
    hours, minutes = divmod(int(digits), 100)
    whole = len(digits) >= _SHORTEST_TIME and minutes < _HOUR
    return hours * _HOUR + minutes if whole and hours * _HOUR + minutes < DAY else None


_NO = {GAMING_DAY: "no-time", HAND_DEALING: "no-people", SIMULATED: "no-programs"}
_HINTS = {GAMING_DAY: "time-hint", HAND_DEALING: "people-hint", SIMULATED: "programs-hint"}


def _field(seeing: Seeing, of: str, minutes: int | None) -> Field:
    text = seeing.fingers.text(_WANTED)
    lacks = EMPTY
    if text and minutes is None:
        lacks = say(seeing, _NO.get(of, "no-minutes"))
    elif minutes == _now(seeing, of):
        lacks = say(seeing, "so-already")
    label = _name(seeing, of) if of in _NO else say(seeing, "idle-of", position=_name(seeing, of))
    return Field(
        name=_WANTED,
        label=label,
        value=text,
        lacks=lacks,
        hint=say(seeing, _HINTS.get(of, "minutes-hint")),
        pad=Pad.DIGITS,
    )


# Who sets it


def _manages(seeing: Seeing) -> bool:
    who = seeing.signed_in
    return who is not None and held_for(seeing.state.people, who.badge, MANAGERS, seeing.moment) is not None


def _managers(seeing: Seeing) -> bool:
    people = seeing.state.people
    return any(
        account.enabled and held_for(people, badge, MANAGERS, seeing.moment) is not None
        for badge, account in people.accounts.items()
    )


def _proposed(of: str, value: int) -> ProposeSetting:
    return ProposeSetting(setting=of, value=value)


def _who(seeing: Seeing, of: str, minutes: int | None) -> tuple[Field, ...]:
    if of in TWO_PEOPLE:
        return confirming_fields(seeing, _proposed(of, minutes or 0))
    return () if _manages(seeing) else credential_fields(seeing, _MANAGER, say(seeing, "badge-manager"))


def _done(seeing: Seeing, of: str, minutes: int | None) -> Control:
    by = credentials(seeing, _MANAGER)
    label = say(seeing, "change-setting")
    if of in TWO_PEOPLE:
        two = None
        if minutes is not None and minutes != _now(seeing, of):
            then = forgotten(seeing.fingers.closed()).but(panel=Panel.SETTINGS, framed=of)
            two = decided(seeing, _proposed(of, minutes), then)
        return next_step("change-setting", label, two, sub=EMPTY if minutes is None else _shown(seeing, of, minutes))
    if minutes is None or (by is None and not _manages(seeing)):
        return next_step("change-setting", label, None)
    then = seeing.fingers.closed().but(panel=Panel.SETTINGS, framed=of)
    act = ChangeSetting(setting=of, minutes=minutes, by=None if _manages(seeing) else by, then=then)
    return next_step("change-setting", label, act, sub=_shown(seeing, of, minutes))
