"""The keys by which an amount is typed, by touch or on the keypad: digits, two noughts, and one that takes back.

They lie as on the keypad, so that both hands find them.
"""

from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import Control, Keys
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.typing_amounts import POINT, fraction_full, more, pointed

COLUMNS = 4
DOUBLE_NOUGHT = "00"


def digit_pad(at: AtTable, *, back: Act | None = None) -> Keys:
    """`back` is what the key that takes back does while nothing is typed."""
    digits = at.fingers.digits
    delete = Control(
        name="digit:back",
        label=at.label("delete"),
        act=at.change(digits=digits[:-1]) if digits else back,
        key="-",
        icon="back",
    )
    noughts = Control(name="digit:00", label=Line(DOUBLE_NOUGHT), act=_types(at, DOUBLE_NOUGHT), key=".")
    keys = (*_digits(at, "789"), delete, *_digits(at, "456"), noughts, *_digits(at, "1230"))
    few_lines = (*_digits(at, "1234567890"), noughts, delete)
    return Keys(controls=keys, columns=COLUMNS, few_lines=few_lines)


def _digits(at: AtTable, digits: str) -> tuple[Control, ...]:
    return tuple(
        Control(name=f"digit:{digit}", label=Line(digit), act=_types(at, digit), key=digit) for digit in digits
    )


def _types(at: AtTable, digits: str) -> Act:
    typed = at.fingers.digits
    if POINT not in typed:
        return at.change(digits=more(typed, digits))
    for digit in digits:
        typed = typed if fraction_full(typed, at.seeing.words.first.decimals) else more(typed, digit)
    return at.change(digits=typed)


def in_fractions(at: AtTable) -> bool:
    """Whether the smallest chip of the table is no whole unit of money, as one of 2.50."""
    return at.table.unit is not None and at.table.unit % 10**at.seeing.words.first.decimals != 0


def point_key(at: AtTable) -> tuple[Control, ...]:
    """A key of its own it has not: it is the key of the two noughts, held."""
    digits = at.fingers.digits
    if not in_fractions(at) or pointed(digits) == digits:
        return ()
    return (Control(name="key:point", label=Line(POINT), act=at.change(digits=pointed(digits)), key="hold ."),)
