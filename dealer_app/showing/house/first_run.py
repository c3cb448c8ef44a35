"""The first run: nobody is known here yet. Two people begin together, each with a PIN of his own, keyed twice."""

from msgspec import Struct

from dealer_app.people.events import Kind
from dealer_app.people.namesakes import is_same_name
from dealer_app.people.pins import against_same_pin
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.showing.acts import FoundHouse, NewPersonKeyed
from dealer_app.showing.blocks import Block, Heading, Keys, Note
from dealer_app.showing.house.forms import PIN, Field, Form, Pad, badge_of
from dealer_app.showing.house.own_pins import pin_twice
from dealer_app.showing.house.saying import choice, next_step, say
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.part import Part
from dealer_app.showing.screen import Page
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put

_FIRST, _SECOND = "1", "2"
_POSITIONS = {
    Kind.DEMO: ((Position.DEALER,), (Position.PIT_SUPERVISOR,)),
    Kind.LIVE: (tuple(each for each in Position if each in MANAGERS),) * 2,
}
"""Who begins a data folder of each kind, in the order in which they are usual."""


def kind_of(seeing: Seeing) -> Kind:
    """What this folder is to be for: devices are simulated at a demonstration and nowhere else."""
    return Kind.DEMO if seeing.simulated else Kind.LIVE


class _Someone(Struct, frozen=True):
    """One of the two, as far as he is keyed."""

    seeing: Seeing
    number: str

    @property
    def badge(self) -> str:
        return badge_of(self.seeing.fingers.text(f"badge-{self.number}"))

    @property
    def name(self) -> str:
        return self.seeing.fingers.text(f"name-{self.number}").strip()

    @property
    def positions(self) -> tuple[Position, ...]:
        return _POSITIONS[kind_of(self.seeing)][self.number == _SECOND]

    @property
    def position(self) -> Position:
        usual = self.positions[0].value
        return Position(self.seeing.fingers.pick(f"position-{self.number}", usual))

    @property
    def keyed(self) -> NewPersonKeyed:
        pin = self.seeing.fingers.secret(f"{PIN}-{self.number}")
        return NewPersonKeyed(badge=self.badge, name=self.name, position=self.position, pin=pin)


def first_run(seeing: Seeing) -> Part:
    """The page with two persons; everything else waits for them."""
    first, second = _Someone(seeing, _FIRST), _Someone(seeing, _SECOND)
    one, other = _fields(seeing, first, None), _fields(seeing, second, first)
    form = Form(seeing, (*one, *other))
    kind = kind_of(seeing)
    found = FoundHouse(kind=kind, people=(first.keyed, second.keyed))
    done = next_step("found", say(seeing, "found"), found, sub=say(seeing, f"found-{kind.value}"))
    return Part(
        work=(*form.digits(), Note(text=_note(seeing, first, second))),
        primary=form.step(done),
        page=Page(
            title=say(seeing, "first-run"),
            sub=say(seeing, f"first-run-{kind.value}"),
            columns=(_column(seeing, first, form, one), _column(seeing, second, form, other)),
            foot=form.letters(),
        ),
        instruction=say(seeing, "do-first-run"),
        why=say(seeing, "why-first-run"),
        writes=form.writes,
    )


def _note(seeing: Seeing, first: _Someone, second: _Someone) -> Line:
    """What a PIN is; or that both have one name, for it may be one person with two badges."""
    if second.name and is_same_name(first.name, second.name):
        return say(seeing, "same-name", others=first.badge)
    return say(seeing, "pin-note")


def _column(seeing: Seeing, who: _Someone, form: Form, fields: tuple[Field, ...]) -> tuple[Block, ...]:
    positions = tuple(
        choice(
            seeing,
            each.value,
            put(seeing.words, "position", each.value),
            of=f"position-{who.number}",
            picked=each is who.position,
        )
        for each in who.positions
    )
    only = put(seeing.words, "position", who.position.value).first if len(positions) == 1 else ""
    keys = () if only else (Keys(controls=positions, columns=len(positions), title=say(seeing, "position")),)
    heading = Heading(text=say(seeing, f"person-{who.number}"), right=only)
    return (heading, *(form.entry(field) for field in fields), *keys)


def _fields(seeing: Seeing, who: _Someone, other: _Someone | None) -> tuple[Field, ...]:
    number, fingers = who.number, seeing.fingers
    same = None if other is None else against_same_pin(who.keyed.pin, other.keyed.pin)
    return (
        Field(
            name=f"badge-{number}",
            label=say(seeing, "badge"),
            value=fingers.text(f"badge-{number}"),
            lacks=_against_badge(seeing, who, other),
            pad=Pad.BADGE,
        ),
        Field(
            name=f"name-{number}",
            label=say(seeing, "name"),
            value=fingers.text(f"name-{number}"),
            pad=Pad.LETTERS,
        ),
        *pin_twice(seeing, f"{PIN}-{number}", who.badge, same),
    )


def _against_badge(seeing: Seeing, who: _Someone, other: _Someone | None) -> Line:
    if not who.badge:
        return EMPTY
    if not (who.badge.isascii() and who.badge.isalnum()):
        return say(seeing, "badge-form")
    return say(seeing, "badge-taken") if other is not None and other.badge == who.badge else EMPTY
