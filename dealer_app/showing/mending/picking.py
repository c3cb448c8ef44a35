"""What every form is made of: choices to touch, texts to type, pads for digits, cards and dice, and lists in pages."""

from collections.abc import Sequence

from dealer_app.domain.money import Money
from dealer_app.domain.values import replace
from dealer_app.people.pins import MOST_DIGITS, Pin
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Entry, Keys, Row, Rows, Weight
from dealer_app.showing.card_signs import RANK_KEYS, SUIT_KEYS
from dealer_app.showing.chips import against_chips
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.letters import left, touched
from dealer_app.showing.mending.saying import money, say
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put

PIN = "pin"
"""What `writes` names while digits go to the PIN: it is kept apart, and never among the texts."""
_LEAF, _LETTERS = "badge-leaf", "letters"
"""Which leaf of keys lies open for a badge."""
_LONGEST_AMOUNT = 12


def choice(  # noqa: PLR0913 - a key with all that can stand on it
    seeing: Seeing, name: str, value: str, label: Line, *, key: str = "", sub: Line = EMPTY, usual: str = ""
) -> Control:
    """One of several; touched again it stays. `usual` is the one that is meant while none is touched."""
    fingers = seeing.fingers
    return Control(
        name=f"{name}:{value}",
        label=label,
        sub=sub,
        act=Change(left(fingers.picked(name, value))),
        key=key,
        picked=(fingers.pick(name) or usual) == value,
    )


def toggle(seeing: Seeing, name: str, label: Line, *, key: str = "") -> Control:
    """Yes or no; touched again it is taken back."""
    on = seeing.fingers.pick(name) == "yes"
    return Control(
        name=name,
        label=label,
        act=Change(left(seeing.fingers.picked(name, "" if on else "yes"))),
        key=key,
        picked=on,
    )


def is_on(fingers: Fingers, name: str) -> bool:
    return fingers.pick(name) == "yes"


def text_entry(seeing: Seeing, name: str, label: Line, *, hint: Line = EMPTY, waits_for_touch: bool = False) -> Entry:
    """In own words: touched, it brings its keyboard. `waits_for_touch` where a panel never begins with it."""
    fingers = seeing.fingers
    return Entry(
        name=name,
        label=label,
        value=fingers.text(name),
        hint=hint,
        writing=fingers.writes == name,
        act=Change(touched(fingers, name)),
        waits_for_touch=waits_for_touch,
    )


def reason_blocks(seeing: Seeing, codes: Sequence[str], *, label: str = "reason") -> tuple[Block, ...]:
    """The usual reasons to touch, and a text for any other."""
    keys = tuple(choice(seeing, "reason", code, say(seeing, code)) for code in codes)
    return (
        Keys(controls=keys, columns=2, title=say(seeing, label)),
        text_entry(seeing, "reason", say(seeing, "own-words")),
    )


def reason_of(seeing: Seeing) -> str:
    """What was typed, or else what was touched; nothing if neither."""
    typed, picked = seeing.fingers.text("reason").strip(), seeing.fingers.pick("reason")
    return typed or (say(seeing, picked).first if picked else "")


# Pads


def digit_pad(seeing: Seeing, name: str) -> Keys:
    """Digits for a text, or for the PIN; for a badge letters as well, for fingers where there is no keyboard."""
    fingers = seeing.fingers
    written = fingers.pin.text if name == PIN else fingers.text(name)
    if name != PIN and fingers.pick(_LEAF) == _LETTERS:
        return _letter_pad(seeing, name, written)

    def key(label: str, then: str) -> Control:
        return Control(
            name=f"digit:{label}", label=Line(label), act=Change(_written(fingers, name, then)), weight=Weight.USUAL
        )

    digits = [key(digit, (written + digit)[:MOST_DIGITS]) for digit in "1234567890"]
    first = (
        Control(name="digit:clear", label=say(seeing, "clear"), act=Change(_written(fingers, name, "")))
        if name == PIN
        else _turns(seeing, "pad-letters", _LETTERS)
    )
    back = Control(name="digit:back", label=say(seeing, "back"), act=Change(_written(fingers, name, written[:-1])))
    return Keys(controls=(*digits, first, back), columns=6)


def _letter_pad(seeing: Seeing, name: str, written: str) -> Keys:
    """The other leaf of a badge: its letters."""
    fingers = seeing.fingers
    letters = [
        Control(
            name=f"letter:{letter}",
            label=Line(letter),
            act=Change(_written(fingers, name, (written + letter)[:MOST_DIGITS])),
        )
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    ]
    back = Control(name="digit:back", label=say(seeing, "back"), act=Change(_written(fingers, name, written[:-1])))
    return Keys(controls=(*letters, _turns(seeing, "pad-digits", ""), back), columns=6)


def _turns(seeing: Seeing, code: str, leaf: str) -> Control:
    act = Change(seeing.fingers.picked(_LEAF, leaf))
    return Control(name="digit:leaf", label=put(seeing.words, "house", code), act=act)


def _written(fingers: Fingers, name: str, text: str) -> Fingers:
    if name == PIN:
        return fingers.secretly(PIN, Pin(text))
    return fingers.typed(name, text)


def card_pad(seeing: Seeing) -> tuple[Block, ...]:
    """First the rank, then the suit; their keys are the same, one after the other.

    Five ranks stand in a line, or four suits: a twentieth of it is their common measure.
    """
    fingers = seeing.fingers
    ranks = tuple(
        Control(
            name=f"rank:{rank}",
            label=Line(shown),
            act=Change(fingers.but(rank=rank, writes="")),
            key="" if fingers.rank else _presses(fingers, key),
            picked=fingers.rank == rank,
        )
        for rank, shown, key in RANK_KEYS
    )
    clear = Control(name="card:clear", label=say(seeing, "clear"), act=Change(fingers.but(rank="", suit="")))
    suits = tuple(
        Control(
            name=f"suit:{suit}",
            label=Line(glyph),
            act=Change(fingers.but(suit=suit, writes="")),
            key=_presses(fingers, key) if fingers.rank else "",
            picked=fingers.suit == suit,
        )
        for suit, glyph, key in SUIT_KEYS
    )
    spans = (*(4 for _ in ranks), 8, *(5 for _ in suits))
    keys = (*ranks, clear, *suits)
    wide = tuple(replace(key, span=span) for key, span in zip(keys, spans, strict=True))
    return (Keys(controls=wide, columns=20, few_lines=keys),)


def dice_pad(seeing: Seeing) -> Keys:
    """Three dice as they lie, one digit each."""
    fingers = seeing.fingers
    faces = tuple(
        Control(
            name=f"die:{face}",
            label=Line(face),
            act=Change(fingers.but(dice=(fingers.dice + face)[:3], writes="")),
            key=_presses(fingers, face),
        )
        for face in "123456"
    )
    clear = Control(name="die:clear", label=say(seeing, "clear"), act=Change(fingers.but(dice="")), span=3)
    return Keys(controls=(*faces, clear), columns=3, title=Line(" ".join(fingers.dice.ljust(3, "·"))))


def dice_keyed(fingers: Fingers) -> tuple[int, int, int] | None:
    if len(fingers.dice) != 3 or not set(fingers.dice) <= set("123456"):
        return None
    first, second, third = map(int, fingers.dice)
    return first, second, third


def amount_blocks(
    seeing: Seeing, *, label: str = "amount", hint: Line = EMPTY, wrong: Line | None = None
) -> tuple[Block, ...]:
    """The amount that is keyed, and its keys for as long as digits go there: not while a badge or a PIN is written.

    Where several things are keyed, the one with the caret takes the digits; touched, it takes them again. `hint` stands
    there while nothing is keyed; `wrong` is what is said of it, or else that the chips of the table do not make it.
    """
    fingers = seeing.fingers
    keyed = money_keyed(seeing, fingers.digits) if fingers.digits else None
    entry = Entry(
        name="amount",
        label=say(seeing, label),
        value=fingers.digits if keyed is None else money(seeing, keyed),
        hint=hint,
        writing=not fingers.writes,
        wrong=against_chips(seeing, keyed) if wrong is None else wrong,
        act=Change(left(fingers)),
    )
    return (entry,) if fingers.writes else (entry, money_pad(seeing))


def money_pad(seeing: Seeing) -> Keys:
    """Digits of an amount, in whole units of money; the keypad types them as well, unless it writes elsewhere."""
    fingers = seeing.fingers
    keys = [
        Control(
            name=f"amount:{digit}",
            label=Line(digit),
            act=Change(_typed(fingers, digit)),
            key=_presses(fingers, _AMOUNT_KEYS.get(digit, digit)),
        )
        for digit in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")
    ]
    shorter = Change(fingers.but(digits=fingers.digits[:-1], writes=""))
    back = Control(name="amount:back", label=say(seeing, "back"), act=shorter, key=_presses(fingers, "-"))
    if not _in_fractions(seeing):
        return Keys(controls=(*keys, back), columns=6)
    pointed = fingers.digits + ("." if fingers.digits and "." not in fingers.digits else "")
    act = Change(fingers.but(digits=pointed, writes=""))
    point = Control(name="amount:point", label=Line("."), act=act, key=_presses(fingers, "hold ."))
    return Keys(controls=(*keys, point, back), columns=7)


def _in_fractions(seeing: Seeing) -> bool:
    """Whether the smallest chip of the table is no whole unit of money."""
    table = seeing.state.table.table
    return table is not None and table.unit is not None and table.unit % 10**seeing.words.first.decimals != 0


def _presses(fingers: Fingers, key: str) -> str:
    """The key of a pad; none while what is typed goes to a text, a badge or a PIN."""
    return "" if fingers.writes else key


_AMOUNT_KEYS = {"00": "."}


def _typed(fingers: Fingers, digit: str) -> Fingers:
    return fingers.but(digits=(fingers.digits + digit)[:_LONGEST_AMOUNT], writes="")


def money_keyed(seeing: Seeing, digits: str) -> Money | None:
    """What these digits come to in minor units; nothing where they are no amount of this money."""
    decimals = seeing.words.first.decimals
    whole, _, part = digits.partition(".")
    if not (whole + part).isdecimal() or len(part) > decimals or len(whole) > _LONGEST_AMOUNT:
        return None
    return Money(int(whole or "0") * 10**decimals + int(part.ljust(decimals, "0") or "0"))


# Lists


def paged(seeing: Seeing, rows: Sequence[Row], most: int, *, dense: bool = False) -> Rows:
    """So many at a time; keys turn the page where there are more."""
    if len(rows) <= most:
        return Rows(rows=tuple(rows), dense=dense)
    pages = -(-len(rows) // most)
    page = min(max(seeing.fingers.page, 0), pages - 1)

    def turn(name: str, to: int, key: str = "") -> Control:
        return Control(
            name=f"page:{name}",
            label=say(seeing, f"page-{name}"),
            sub=Line(f"{page + 1}/{pages}"),
            act=Change(seeing.fingers.but(page=to % pages)) if to >= 0 else None,
            waits=say(seeing, "first-page") if to < 0 else EMPTY,
            key=key,
        )

    # The key turns on and on; back there is nothing before the first.
    more = (turn("before", page - 1), turn("after", page + 1, "+"))
    return Rows(rows=tuple(rows[page * most : (page + 1) * most]), more=more, dense=dense)
