"""Everything that is seldom, in one place, and of it only what is possible now."""

from collections.abc import Iterator

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.values import replace
from dealer_app.people.unlocking import locked
from dealer_app.showing.absent_devices import absent_devices
from dealer_app.showing.acts import Act, Change, Give, SignOut, StopStation, asking
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Weight
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import Field, Form, credential_fields, credentials
from dealer_app.showing.house.opening_table import look
from dealer_app.showing.house.saying import back, next_step, same, say
from dealer_app.showing.in_charge import in_charge_here
from dealer_app.showing.lines import EMPTY
from dealer_app.showing.mending.card_by_hand import by_hand
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing, Theme
from dealer_app.showing.texts import line
from dealer_app.station.between_rounds import round_on
from dealer_app.wording import Language

STOP, CLOSE_TABLE = "stop-station", "close-table"
_STOPS = "stops"
_SECONDS = (0, 20, 30, 45, 60)
_NAMES = {Language.EN: "English", Language.ZH_HANT: "繁體中文", Language.ZH_HANS: "简体中文"}


def menu(seeing: Seeing) -> Overlay:
    """Touched, each of these opens its panel, or is done at once."""
    form = Form(seeing, _stopping_fields(seeing))
    primary = next_step("back", say(seeing, "back"), back(seeing).act)
    if form.fields:
        primary = form.step(_stops_below(seeing))
    return Overlay(
        name=Panel.MENU.value,
        title=say(seeing, "menu"),
        left_column=tuple(_of_the_table(seeing)),
        right_column=form.on_the_rail() if form.fields else tuple(_of_the_screen(seeing)),
        primary=primary,
        grave=_stop(seeing),
        close=back(seeing),
        writes=form.writes,
    )


def allowed(seeing: Seeing, command: type[Command]) -> bool:
    """Whether the table would hear this command now."""
    return seeing.guide is not None and command in seeing.guide.allowed and seeing.signed_in is not None


def _of_the_table(seeing: Seeing) -> Iterator[Block]:
    yield Heading(text=say(seeing, "menu-table"))
    yield Keys(controls=tuple(_table_keys(seeing)), columns=2)
    yield Heading(text=say(seeing, "menu-people"))
    yield Keys(controls=tuple(_people_keys(seeing)), columns=2)


def _table_keys(seeing: Seeing) -> Iterator[Control]:
    state = seeing.state.table
    if state.table is not None:
        yield _opens(seeing, Panel.LIMITS)
    if allowed(seeing, commands.CuttingCardOut):
        done = Give(command=asking(commands.CuttingCardOut), then=seeing.fingers.closed())
        yield _does(seeing, commands.CuttingCardOut, "cutting-card-out", done)
    if allowed(seeing, commands.EndShoe):
        yield _opens(seeing, Panel.SHOE)
    elif allowed(seeing, mending_commands.ChangeDice):
        yield replace(_opens(seeing, Panel.SHOE), label=say(seeing, "change-of-dice"))
    keys = by_hand(seeing) if seeing.signed_in is not None else None
    if keys is not None:
        yield replace(_opens(seeing, Panel.CARD), act=Change(keys))
    if seeing.devices or absent_devices(seeing):
        yield _opens(seeing, Panel.DEVICES)
    if seeing.chronicle.now or state.last is not None or seeing.history.marks or seeing.history.tumbles:
        yield _opens(seeing, Panel.RECALL)
    yield _opens(seeing, Panel.KEYS)
    if allowed(seeing, commands.CloseTable):
        yield _grave(seeing, CLOSE_TABLE, Give(command=asking(commands.CloseTable), then=seeing.fingers.closed()))


def _people_keys(seeing: Seeing) -> Iterator[Control]:
    state, signed_in = seeing.state, seeing.signed_in
    if state.people.kind is None:
        return
    if locked(state.people, seeing.moment):
        yield _opens(seeing, Panel.LOCKS)
    if state.backups.place:
        yield _opens(seeing, Panel.BACKUPS)
    if state.table.table is not None and state.table.round is None and signed_in is not None:
        yield _opens(seeing, Panel.RELIEF)
    if signed_in is not None and (state.shift is None or round_on(state) is None):
        yield _opens(seeing, Panel.SHIFT)
    if signed_in is not None:
        yield _opens(seeing, Panel.ACTING)
        yield replace(_opens(seeing, Panel.PEOPLE), label=say(seeing, "add-or-pin"))
        yield _opens(seeing, Panel.SETTINGS)
        yield Control(name="sign-out", label=say(seeing, "sign-out"), sub=same(signed_in.name), act=SignOut())


def _of_the_screen(seeing: Seeing) -> Iterator[Block]:
    looks = seeing.looks
    yield Heading(text=say(seeing, "menu-screen"))
    for name, now in (("language", looks.first), ("second-language", looks.second)):
        languages = tuple(
            Control(
                name=f"looks:{name}:{each.value}",
                label=same(_NAMES[each]),
                act=Change(seeing.fingers.picked("looks", f"{name}={each.value}")),
                picked=each is now,
            )
            for each in Language
        )
        yield Keys(controls=languages, columns=3, title=say(seeing, name))
    yield Keys(controls=tuple(_turned_over(seeing)), columns=2)
    yield Keys(controls=tuple(_switches(seeing)), columns=3, title=say(seeing, "switches"))
    yield Keys(controls=tuple(_countdowns(seeing)), columns=len(_SECONDS), title=say(seeing, "countdown"))


def _countdowns(seeing: Seeing) -> Iterator[Control]:
    """The betting time that is shown; it closes nothing."""
    now = seeing.looks.countdown_seconds
    for seconds in _SECONDS:
        label = say(seeing, "seconds", seconds=str(seconds)) if seconds else say(seeing, "none")
        act = Change(seeing.fingers.picked("looks", f"countdown={seconds}"))
        yield Control(name=f"looks:countdown:{seconds}", label=label, act=act, picked=seconds == now)


def _turned_over(seeing: Seeing) -> Iterator[Control]:
    """Of each there are two: the key says which it is now; touched, it becomes the other."""
    looks = seeing.looks
    theme = Theme.BRIGHT if looks.theme is Theme.DARK else Theme.DARK
    yield _other_look(seeing, "theme", "theme", now=looks.theme.value, then=theme.value)
    for title, name, is_on in (
        ("layout-shown", "turned", looks.turned),
        ("collect", "by-area", looks.by_area),
        ("seat-order", "last-seat-first", looks.last_seat_first),
    ):
        now, then = ("on", "off") if is_on else ("off", "on")
        yield _other_look(seeing, title, name, now=now, then=then)


def _other_look(seeing: Seeing, title: str, name: str, *, now: str, then: str) -> Control:
    becomes = look(seeing, name, then, picked=False)
    return replace(becomes, label=say(seeing, title), sub=say(seeing, f"{name}-{now}"))


def _switches(seeing: Seeing) -> Iterator[Control]:
    """Each is picked while it is on; touched, it becomes the other."""
    looks = seeing.looks
    on = {"sound": looks.sound, "motion": looks.motion, "limits-on-layout": looks.limits_on_layout}
    for name, is_on in on.items():
        value = "off" if is_on else "on"
        yield Control(
            name=f"looks:{name}:{value}",
            label=say(seeing, name),
            sub=say(seeing, "sound-unheard") if name == "sound" and seeing.unheard is not None else EMPTY,
            act=Change(seeing.fingers.picked("looks", f"{name}={value}")),
            picked=is_on,
        )


def _opens(seeing: Seeing, panel: Panel) -> Control:
    fingers = seeing.fingers.but(panel=panel, writes="", framed="", page=0, confirming="")
    return Control(name=f"open:{panel.value}", label=say(seeing, f"menu-{panel.value}"), act=Change(fingers))


def _does(seeing: Seeing, command: type[Command], name: str, act: Act) -> Control:
    return Control(name=name, label=line(seeing.words, lambda each: each.command(command)), act=act)


def _grave(seeing: Seeing, name: str, act: Act) -> Control:
    """Pressed twice: the second time it says what it does."""
    confirming = seeing.fingers.confirming == name
    return Control(
        name=name,
        label=say(seeing, f"{name}-really" if confirming else name),
        act=act if confirming else Change(seeing.fingers.but(confirming=name)),
        weight=Weight.GRAVE,
    )


# The stop


def _stop(seeing: Seeing) -> Control | None:
    """Between rounds only; who is in charge stops the station, or keys his PIN for it. Enter never does."""
    if seeing.state.people.kind is None or round_on(seeing.state) is not None or seeing.signed_in is None:
        return None
    if in_charge_here(seeing):
        return _grave(seeing, STOP, StopStation())
    by = credentials(seeing, _STOPS) if seeing.fingers.confirming == STOP else None
    if by is not None:
        return _grave(seeing, STOP, StopStation(by=by))
    return Control(
        name=STOP,
        label=say(seeing, STOP),
        act=Change(seeing.fingers.but(confirming=STOP, writes=f"badge-{_STOPS}")),
        weight=Weight.GRAVE,
        picked=seeing.fingers.confirming == STOP,
    )


def _stopping_fields(seeing: Seeing) -> tuple[Field, ...]:
    if seeing.fingers.confirming != STOP or in_charge_here(seeing) or _stop(seeing) is None:
        return ()
    return credential_fields(seeing, _STOPS, say(seeing, "badge-in-charge"))


def _stops_below(seeing: Seeing) -> Control:
    """Once badge and PIN are keyed nothing is left to Enter: the station is stopped where it was begun."""
    return next_step("stop-now", say(seeing, STOP), None, waits=say(seeing, "stop-again"))
