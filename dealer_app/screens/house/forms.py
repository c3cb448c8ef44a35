"""Forms for everything that is keyed: fields, the entry in focus, key pads, exact amounts.

A form has one order of its fields. Enter goes to the next field that is empty or wrong; once all are
complete it does what the form is for. The keys on the screen write into the entry in focus.
"""

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.money import Money
from dealer_app.domain.values import replace
from dealer_app.people.pins import MOST_DIGITS, Pin
from dealer_app.screens.actions import Credentials, SetInput
from dealer_app.screens.blocks import NO_TEXT, Block, Control, EntryBlock, GapBlock, KeysBlock, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.kit import form_next_step
from dealer_app.screens.labels import badge_entry_text, label_text, unit_fault_text
from dealer_app.screens.pads import (
    AMOUNT_PAD,
    LETTER_BOARD_COLUMNS,
    PIN_PAD_COLUMNS,
    arrange_amount_keys,
    digit_keys,
    letter_keys,
)

LONGEST_TEXT = 60
_PAIR = 2
_MOST_ENTRIES = 4
"""As many, two in each line, as have room in a rail with their keys."""
BADGE_PREFIX = "badge"
PIN_PREFIX = "pin"
"""How the name of every entry begins into which a PIN is keyed: what is written there goes to no text."""


class Pad(Enum):
    """Which keys on the screen write in an entry. A badge and a name have two leaves of keys, to be turned."""

    DIGITS = "digits"
    AMOUNT = "amount"
    BADGE = "badge"
    LETTERS = "letters"


class Field(Struct, frozen=True, kw_only=True):
    """One entry: its value, and what is wrong with it.

    `wrong` is said at once; `lacks` only when it has been left, for it may just not be finished yet.
    """

    name: str
    label: ScreenText
    value: str
    wrong: ScreenText = NO_TEXT
    lacks: ScreenText = NO_TEXT
    hint: ScreenText = NO_TEXT
    needed: bool = True
    pad: Pad = Pad.DIGITS
    proved: bool = True
    """Whether what is keyed is right once it is whole. A badge and its PIN are only found to be so when given."""
    is_new: bool = False
    """Of a badge: nobody has it yet. Digits of any other that begin no badge may be a PIN, and are not shown."""

    @property
    def is_secret(self) -> bool:
        return self.name.startswith(PIN_PREFIX)

    @property
    def fault(self) -> ScreenText:
        return self.wrong or self.lacks

    @property
    def is_complete(self) -> bool:
        return not self.fault and (bool(self.value.strip()) or not self.needed)


class EntryForm(Struct, frozen=True):
    """Entries in their order, on the screen of the person who keys them."""

    context: ScreenContext
    fields: tuple[Field, ...]
    start: str = ""
    """Where the keyboard writes while nothing has been chosen and nothing is missing."""

    @property
    def first_incomplete(self) -> Field | None:
        """The first that is empty or wrong."""
        return next((field for field in self.fields if not field.is_complete), None)

    @property
    def focus_field(self) -> Field | None:
        """The one that somebody has chosen to write in."""
        return self._find_field(self.context.input_state.writes)

    def _find_field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)

    @property
    def current(self) -> Field | None:
        """The one in which the keyboard writes: that which was chosen, or else the first that is empty or wrong."""
        return self.focus_field or self.first_incomplete or self._find_field(self.start)

    @property
    def writes(self) -> str:
        return "" if self.current is None else self.current.name

    def entry_block(self, field: Field) -> EntryBlock:
        input_state, writing = self.context.input_state, field is self.current
        return EntryBlock(
            name=field.name,
            label=field.label,
            value=self._shown_value(field),
            hint=field.hint,
            secret=field.is_secret,
            writing=writing,
            wrong=field.wrong or (NO_TEXT if writing or not field.value else field.lacks),
            act=SetInput(input_state if writing and input_state.writes else self._focus_input(field)),
        )

    def _shown_value(self, field: Field) -> str:
        if field.is_secret:
            return "\N{BULLET}" * len(field.value)
        # A badge that is entered for the first time is read as it is typed.
        known = field.name.startswith(BADGE_PREFIX) and not field.is_new
        return badge_entry_text(self.context, field.value) if known else field.value

    def _focus_input(self, field: Field) -> InputState:
        """Moves the keyboard there. A PIN belongs to one badge: going back to the badge clears the PIN after it.

        After a refusal the badge is cleared too: nobody learns which of the two was wrong.
        """
        input_state, pin = self.context.input_state.replace(writes=field.name), self._pin_field(field)
        if pin is None or input_state.writes == self.context.input_state.writes:
            return input_state
        input_state = input_state.with_pin(pin.name, Pin(""))
        return input_state if self.context.refusal is None else input_state.with_text(field.name, "")

    def _pin_field(self, field: Field) -> Field | None:
        """The PIN that is weighed with this badge."""
        if field.proved or field.is_secret:
            return None
        return self.fields[self.fields.index(field) + 1]

    def entry_blocks(self) -> tuple[EntryBlock, ...]:
        return tuple(self.entry_block(field) for field in self.fields)

    def rail_blocks(self) -> tuple[Block, ...]:
        """Where there is little room: the entries in their order with the keys of the one that is written in.

        Each keeps its place, whichever is written. Of more than go beside each other only that one is an entry, and
        the others are keys.
        """
        low = () if self.current is None else (field_pad(self.context, self.current, low=True),)
        if len(self.fields) <= _MOST_ENTRIES or self.current is None:
            return (*self.entry_blocks(), *low)
        others = self._pair_keys(field for field in self.fields if field is not self.current)
        return (*others, self.entry_block(self.current), *low)

    def foot_blocks(self) -> tuple[Block, ...]:
        """The entries at the foot of the rail, over them the keys of the one that is written in, or other things."""
        low = () if self.focus_field is None else (field_pad(self.context, self.focus_field, low=True),)
        return (*low, GapBlock(), *self.entry_blocks())

    def pair_blocks(self) -> tuple[Block, ...]:
        """All of them, two in each line, while something else is written."""
        return self._pair_keys(self.fields)

    def _pair_keys(self, fields: Iterable[Field]) -> tuple[KeysBlock, ...]:
        """As keys, which a finger reaches: as many lines as high as these would need twice the room."""
        keys = tuple(self._entry_key(field) for field in fields)
        return (KeysBlock(controls=keys, columns=_PAIR),) if keys else ()

    def _entry_key(self, field: Field) -> Control:
        """Where it is written; a name of its own, for the entry may be elsewhere too."""
        return Control(
            name=f"entry:{field.name}",
            label=field.label,
            sub=ScreenText(self._shown_value(field)),
            act=SetInput(self._focus_input(field)),
        )

    def pad_keys(self, *, titled: bool = True) -> tuple[KeysBlock, ...]:
        """The keys for the entry that is written in; none while there is none. Without a title if it is framed."""
        if self.current is None:
            return ()
        keys = field_pad(self.context, self.current)
        return (keys if titled else replace(keys, title=NO_TEXT),)

    def next_control(self, done: Control) -> Control:
        """The next step: to the next entry, or what the form is for."""
        current, left = self.current, self.first_incomplete
        pin = None if current is None else self._pin_field(current)
        if current is None or (left is None and pin is None):
            return done
        if not current.is_complete:
            asked = label_text(self.context, "house.key", what=current.label.first)
            second = label_text(self.context, "house.key", what=current.label.second or current.label.first)
            blank = not current.value.strip()
            waits = ScreenText(asked.first, second.second) if blank else current.fault
            return form_next_step(done.name, done.label, None, waits=waits, sub=done.sub)
        # From a badge always to its PIN: what is keyed next is never shown where a badge is.
        following = pin or self._next_incomplete(current) or left or current
        label = ScreenText(
            label_text(self.context, "house.next", what=following.label.first).first,
            label_text(self.context, "house.next", what=following.label.second or following.label.first).second,
        )
        return form_next_step("next-entry", label, SetInput(self.context.input_state.replace(writes=following.name)))

    def _next_incomplete(self, current: Field) -> Field | None:
        place = self.fields.index(current)
        return next((field for field in self.fields[place + 1 :] if not field.is_complete), None)


def secret_text(context: ScreenContext, name: str) -> str:
    """What is keyed of a PIN; only its length is ever shown."""
    return context.input_state.secret(name).text


def badge_field(context: ScreenContext, name: str, label: ScreenText, *, needed: bool = True) -> Field:
    return Field(name=name, label=label, value=context.input_state.text(name), needed=needed, pad=Pad.BADGE)


def pin_field(context: ScreenContext, name: str, label: ScreenText, *, needed: bool = True) -> Field:
    return Field(name=name, label=label, value=secret_text(context, name), needed=needed)


def credential_fields(
    context: ScreenContext, whose: str, label: ScreenText, *, needed: bool = True
) -> tuple[Field, Field]:
    """Badge and PIN of somebody who confirms one thing."""
    return (
        replace(badge_field(context, f"badge-{whose}", label, needed=needed), proved=False),
        replace(
            pin_field(context, f"{PIN_PREFIX}-{whose}", label_text(context, "house.pin"), needed=needed), proved=False
        ),
    )


def read_credentials(context: ScreenContext, whose: str) -> Credentials | None:
    """Who keyed badge and PIN there, once both are."""
    badge, pin = context.input_state.text(f"badge-{whose}"), context.input_state.secret(f"{PIN_PREFIX}-{whose}")
    return Credentials(normalize_badge(badge), pin) if badge.strip() and pin.text else None


def normalize_badge(typed: str) -> str:
    """A badge as it is typed, small letters or not."""
    return typed.strip().upper()


# The keys on the screen

LEAF_PREFIX = "pad-"
_BESIDE_AMOUNTS = ("clear", "none", ".")
"""What a form needs beside the pad of all amounts."""
_LEAVES = {"letters": Pad.LETTERS, "digits": Pad.BADGE}


def field_pad(context: ScreenContext, field: Field, *, low: bool = False) -> KeysBlock:
    """The keys that write in this entry; `low` where there is no room for its title."""
    title = NO_TEXT if low else field.label
    match open_leaf(context, field):
        case Pad.AMOUNT:
            digits = {key: pad_key(context, field, key) for line in AMOUNT_PAD for key in line}
            beside = (pad_key(context, field, key) for key in _BESIDE_AMOUNTS)
            return replace(arrange_amount_keys(digits, *beside), title=title)
        case Pad.LETTERS:
            keys, columns = letter_keys(), LETTER_BOARD_COLUMNS
        case leaf:
            keys, columns = digit_keys(turns="letters" if leaf is Pad.BADGE else "clear"), PIN_PAD_COLUMNS
    controls = tuple(pad_key(context, field, key) for key in keys)
    return KeysBlock(controls=controls, columns=columns, title=title, fixed=True)


def open_leaf(context: ScreenContext, field: Field) -> Pad:
    """The leaf of keys that is open for this field."""
    return _LEAVES.get(context.input_state.pick(LEAF_PREFIX + field.name), field.pad)


def is_board_open(form: EntryForm) -> bool:
    """Whether the letters are open for the entry that is written in."""
    return form.current is not None and open_leaf(form.context, form.current) is Pad.LETTERS


def pad_key(context: ScreenContext, field: Field, key: str) -> Control:
    label = ScreenText(key) if len(key) == 1 or key.isdigit() else label_text(context, f"house.pad-{key}")
    if key in _LEAVES:
        turned = context.input_state.replace(writes=field.name).with_pick(LEAF_PREFIX + field.name, key)
        return Control(name=f"pad:{key}", label=label, act=SetInput(turned))
    text = {"clear": "", "none": "", "delete": field.value[:-1]}.get(key)
    if text is None:
        text = _text_so_far(context.input_state, field) + (" " if key == "space" else key)
    return Control(name=f"pad:{key}", label=label, act=SetInput(write_field(context.input_state, field, text)))


def _text_so_far(input_state: InputState, field: Field) -> str:
    """What one goes on typing: not the usual value, in the place of which one types."""
    return field.value if field.is_secret else input_state.text(field.name)


def write_field(input_state: InputState, field: Field, text: str) -> InputState:
    """The input with this text in the entry."""
    there = input_state.replace(writes=field.name)
    if field.is_secret:
        return there.with_pin(field.name, Pin(text[:MOST_DIGITS]))
    return there.with_text(field.name, text[:LONGEST_TEXT])


MOST_AMOUNT_DIGITS = 12


def parse_amount(text: str, decimals: int) -> Money | None:
    """`1,200` and `2.50` in minor units; nothing for what is no amount that coins or chips can have."""
    plain = text.strip().replace(",", "")
    whole, _, part = plain.partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > MOST_AMOUNT_DIGITS or len(part) > decimals:
        return None
    return Money(int(Fraction(plain.rstrip(".")) * 10**decimals))


def parse_number(text: str) -> int | None:
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) <= MOST_AMOUNT_DIGITS else None


def amount_fault(context: ScreenContext, text: str, unit: Money | None = None) -> ScreenText:
    """What is wrong with an amount, also that chips of this unit do not make it; nothing where none is typed."""
    if not text.strip():
        return NO_TEXT
    found = parse_amount(text, context.words.first.decimals)
    return label_text(context, "house.no-amount") if found is None else unit_fault_text(context, unit, found)


def number_fault(context: ScreenContext, text: str) -> ScreenText:
    return NO_TEXT if not text.strip() or parse_number(text) is not None else label_text(context, "house.no-number")
