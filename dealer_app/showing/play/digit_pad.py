"""The keys by which an amount is typed, by touch or on the keypad: digits, two noughts, and one that takes back.

They lie as on the keypad, so that both hands find them.
"""

from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import Control, Keys
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.typing_amounts import more

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
    return at.change(digits=more(at.fingers.digits, digits))
