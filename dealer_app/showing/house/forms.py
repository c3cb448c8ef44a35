"""What is typed: the entries of a form, which of them the keyboard writes in, and the step to the next of them.

A form has one order of its entries. Enter goes to the next that is empty or wrong; only when none is, it does what the
form is for. The keys on the screen write where the keyboard writes, so that a touch alone is enough.
"""

from collections.abc import Iterable, Sequence
from enum import Enum

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.people.pins import MOST_DIGITS, Pin
from dealer_app.showing.acts import Change, Credentials
from dealer_app.showing.blocks import Block, Control, Entry, Keys
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.house.saying import next_step, same, say
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.seeing import Seeing

LONGEST_TEXT = 60
_BESIDE = 2
PIN = "pin"
"""How the name of every entry begins into which a PIN is keyed: what is written there goes to no text."""


class Pad(Enum):
    """Which keys on the screen write in an entry. A badge and a name have two leaves of keys, to be turned."""

    DIGITS = "digits"
    AMOUNT = "amount"
    BADGE = "badge"
    LETTERS = "letters"


class Field(Struct, frozen=True, kw_only=True):
    """One entry: what stands in it, and what is against it.

    `wrong` is said at once; `lacks` only when it has been left, for it may just not be finished yet.
    """

    name: str
    label: Line
    value: str
    wrong: Line = EMPTY
    lacks: Line = EMPTY
    hint: Line = EMPTY
    needed: bool = True
    pad: Pad = Pad.DIGITS
    proved: bool = True
    """Whether what is keyed is right once it is whole. A badge and its PIN are only found to be so when given."""

    @property
    def secret(self) -> bool:
        return self.name.startswith(PIN)

    @property
    def against(self) -> Line:
        return self.wrong or self.lacks

    @property
    def complete(self) -> bool:
        return not self.against and (bool(self.value) or not self.needed)


class Form(Struct, frozen=True):
    """Entries in their order, on the screen of whoever keys them."""

    seeing: Seeing
    fields: tuple[Field, ...]
    start: str = ""
    """Where the keyboard writes while nothing has been chosen and nothing is missing."""

    @property
    def incomplete(self) -> Field | None:
        """The first that is empty or wrong."""
        return next((field for field in self.fields if not field.complete), None)

    @property
    def touched(self) -> Field | None:
        """The one that somebody has chosen to write in."""
        return self._named(self.seeing.fingers.writes)

    def _named(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)

    @property
    def current(self) -> Field | None:
        """The one in which the keyboard writes: that which was chosen, or else the first that is empty or wrong."""
        return self.touched or self.incomplete or self._named(self.start)

    @property
    def writes(self) -> str:
        return "" if self.current is None else self.current.name

    def entry(self, field: Field) -> Entry:
        fingers, writing = self.seeing.fingers, field is self.current
        return Entry(
            name=field.name,
            label=field.label,
            value="\N{BULLET}" * len(field.value) if field.secret else field.value,
            hint=field.hint,
            secret=field.secret,
            writing=writing,
            wrong=field.wrong or (EMPTY if writing or not field.value else field.lacks),
            act=Change(fingers if writing and fingers.writes else self._entering(field)),
        )

    def _entering(self, field: Field) -> Fingers:
        """The keyboard goes there. A PIN is of one badge: who goes back to the badge keys the PIN behind it anew.

        After a refusal the badge is keyed anew too: which of both was wrong nobody is told.
        """
        fingers, pin = self.seeing.fingers.but(writes=field.name), self._pin_of(field)
        if pin is None or fingers.writes == self.seeing.fingers.writes:
            return fingers
        fingers = fingers.secretly(pin.name, Pin(""))
        return fingers if self.seeing.refusal is None else fingers.typed(field.name, "")

    def _pin_of(self, field: Field) -> Field | None:
        """The PIN that is weighed with this badge."""
        if field.proved or field.secret:
            return None
        return self.fields[self.fields.index(field) + 1]

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.entry(field) for field in self.fields)

    def on_the_rail(self) -> tuple[Block, ...]:
        """Where there is little room: the entry that is written in with its keys, the others as keys.

        Two, as badge and PIN, stand beside each other in their order.
        """
        if len(self.fields) <= _BESIDE:
            return (*self.entries(), *(() if self.current is None else (pad(self.seeing, self.current, low=True),)))
        written_in = (
            () if self.current is None else (self.entry(self.current), pad(self.seeing, self.current, low=True))
        )
        return (*self._in_pairs(field for field in self.fields if field is not self.current), *written_in)

    def one_by_one(self, *, keys: bool) -> tuple[Block, ...]:
        """Where there is less room still: more than two stand side by side below the one that is written in.

        Without keys where these lie elsewhere.
        """
        current = self.current
        low = (pad(self.seeing, current, low=True),) if current is not None and keys else ()
        if len(self.fields) <= _BESIDE or current is None:
            return (*self.entries(), *low)
        return (self.entry(current), *low, self.keys())

    def lines(self) -> tuple[Block, ...]:
        """All of them, two in each line, while something else is written."""
        return self._in_pairs(self.fields)

    def _in_pairs(self, fields: Iterable[Field]) -> tuple[Keys, ...]:
        """As keys, which a finger reaches: as many lines as high as these would need twice the room."""
        keys = tuple(self._key(field) for field in fields)
        return (Keys(controls=keys, columns=_BESIDE),) if keys else ()

    def keys(self) -> Keys:
        """All of them side by side, while something else is written."""
        return Keys(controls=tuple(self._key(field) for field in self.fields), columns=len(self.fields))

    def _key(self, field: Field) -> Control:
        """Where it is written; a name of its own, for the entry may stand elsewhere too."""
        return Control(
            name=f"entry:{field.name}",
            label=field.label,
            sub=Line("\N{BULLET}" * len(field.value) if field.secret else field.value),
            act=Change(self._entering(field)),
        )

    def pad(self, *, titled: bool = True) -> tuple[Keys, ...]:
        """The keys for the entry that is written in; none while there is none. Without a title if it is framed."""
        if self.current is None:
            return ()
        keys = pad(self.seeing, self.current)
        return (keys if titled else replace(keys, title=EMPTY),)

    def digits(self) -> tuple[Keys, ...]:
        """Digits for whatever is written in; letters stand elsewhere, in `letters`."""
        return () if self.current is None else (_keys(self.seeing, self.current, _ROWS[Pad.DIGITS], titled=True),)

    def letters(self) -> tuple[Keys, ...]:
        """A whole keyboard of letters where there is the width for it, while a text is written."""
        field = self.current
        if field is None or field.pad not in (Pad.BADGE, Pad.LETTERS):
            return ()
        return (_keys(self.seeing, field, _KEYBOARD, titled=False),)

    def step(self, done: Control) -> Control:
        """The next step: to the next entry, or what the form is for."""
        current, left = self.current, self.incomplete
        pin = None if current is None else self._pin_of(current)
        if current is None or (left is None and pin is None):
            return done
        if not current.complete:
            asked = say(self.seeing, "key", what=current.label.first)
            second = say(self.seeing, "key", what=current.label.second or current.label.first)
            waits = current.against if current.value else Line(asked.first, second.second)
            return next_step(done.name, done.label, None, waits=waits, sub=done.sub)
        # From a badge always to its PIN: what is keyed next is never read where a badge stands.
        following = pin or self._after(current) or left or current
        label = Line(
            say(self.seeing, "next", what=following.label.first).first,
            say(self.seeing, "next", what=following.label.second or following.label.first).second,
        )
        return next_step("next-entry", label, Change(self.seeing.fingers.but(writes=following.name)))

    def _after(self, current: Field) -> Field | None:
        place = self.fields.index(current)
        return next((field for field in self.fields[place + 1 :] if not field.complete), None)


def secret(seeing: Seeing, name: str) -> str:
    """What is keyed of a PIN; only its length is ever shown."""
    return seeing.fingers.secret(name).text


def badge_field(seeing: Seeing, name: str, label: Line, *, needed: bool = True) -> Field:
    return Field(name=name, label=label, value=seeing.fingers.text(name), needed=needed, pad=Pad.BADGE)


def pin_field(seeing: Seeing, name: str, label: Line, *, needed: bool = True) -> Field:
    return Field(name=name, label=label, value=secret(seeing, name), needed=needed)


def credential_fields(seeing: Seeing, whose: str, label: Line, *, needed: bool = True) -> tuple[Field, Field]:
    """Badge and PIN of somebody who confirms one thing."""
    return (
        replace(badge_field(seeing, f"badge-{whose}", label, needed=needed), proved=False),
        replace(pin_field(seeing, f"{PIN}-{whose}", say(seeing, "pin"), needed=needed), proved=False),
    )


def credentials(seeing: Seeing, whose: str) -> Credentials | None:
    """Who keyed badge and PIN there, once both are."""
    badge, pin = seeing.fingers.text(f"badge-{whose}"), seeing.fingers.secret(f"{PIN}-{whose}")
    return Credentials(badge_of(badge), pin) if badge.strip() and pin.text else None


def badge_of(typed: str) -> str:
    """A badge as it is typed, small letters or not."""
    return typed.strip().upper()


# The keys on the screen

TURNED = "pad-"
_ROWS = {
    Pad.DIGITS: ("789", "456", "123", ("clear", "0", "delete")),
    Pad.AMOUNT: (("7", "8", "9", "delete"), ("4", "5", "6", "clear"), ("1", "2", "3", "."), ("0", "00", "000", "none")),
    Pad.BADGE: ("789", "456", "123", ("letters", "0", "delete")),
    Pad.LETTERS: ("ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", ("Y", "Z", "-", "space", "digits", "delete")),
}
_LOW_ROWS = {
    Pad.DIGITS: ("12345", "67890", ("clear", "delete")),
    Pad.BADGE: ("12345", "67890", ("letters", "clear", "delete")),
}
"""The same in three rows."""
_KEYBOARD = ("QWERTYUIOP", "ASDFGHJKL-", (*"ZXCVBNM", "space"))
"""What takes a letter back stands among the digits."""
_WIDE = {"space": 3}
_LEAVES = {"letters": Pad.LETTERS, "digits": Pad.BADGE}


def pad(seeing: Seeing, field: Field, *, low: bool = False) -> Keys:
    """The keys that write in this entry."""
    leaf = leaf_open(seeing, field)
    rows = _LOW_ROWS.get(leaf, _ROWS[leaf]) if low else _ROWS[leaf]
    return _keys(seeing, field, rows, titled=not low)


def leaf_open(seeing: Seeing, field: Field) -> Pad:
    """The leaf of keys that lies open for it."""
    return _LEAVES.get(seeing.fingers.pick(TURNED + field.name), field.pad)


def _keys(seeing: Seeing, field: Field, rows: Sequence[Sequence[str]], *, titled: bool) -> Keys:
    keys = tuple(
        replace(key_of(seeing, field, key), span=_WIDE.get(key, 1) if rows is _KEYBOARD else 1)
        for row in rows
        for key in row
    )
    return Keys(controls=keys, columns=len(rows[0]), title=field.label if titled else EMPTY)


def key_of(seeing: Seeing, field: Field, key: str) -> Control:
    label = same(key) if len(key) == 1 or key.isdigit() else say(seeing, f"pad-{key}")
    if key in _LEAVES:
        turned = seeing.fingers.but(writes=field.name).picked(TURNED + field.name, key)
        return Control(name=f"pad:{key}", label=label, act=Change(turned))
    text = {"clear": "", "none": "", "delete": field.value[:-1]}.get(key)
    if text is None:
        text = _begun(seeing.fingers, field) + (" " if key == "space" else key)
    return Control(name=f"pad:{key}", label=label, act=Change(written(seeing.fingers, field, text)))


def _begun(fingers: Fingers, field: Field) -> str:
    """What one goes on typing: not the usual value, in the place of which one types."""
    return field.value if field.secret else fingers.text(field.name)


def written(fingers: Fingers, field: Field, text: str) -> Fingers:
    """The fingers with this text in the entry."""
    there = fingers.but(writes=field.name)
    if field.secret:
        return there.secretly(field.name, Pin(text[:MOST_DIGITS]))
    return there.typed(field.name, text[:LONGEST_TEXT])
