"""The keyboard for a text on the page of an opening: it takes the place of the leaf while somebody types by touch.

All of it is in sight at once, digits too, so that no name is typed on two leaves of keys. When the text is done, the
leaf is there again.
"""

from dealer_app.domain.values import replace
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.house.forms import TURNED, Field, Form, Pad, key_of, leaf_open
from dealer_app.showing.house.saying import say

_ROWS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL-", (*"ZXCVBNM", "space"))
_SPACE, _CORRECTS, _DONE = 3, 3, 4


def lettered(form: Form) -> Field | None:
    """What is written in letters: a text that was touched, or a badge of which letters were asked for."""
    field = form.touched
    return field if field is not None and leaf_open(form.seeing, field) is Pad.LETTERS else None


def put_away(fingers: Fingers, field: Field) -> Fingers:
    """A text is left; a badge goes on with its digits."""
    return fingers.picked(TURNED + field.name, "digits") if field.pad is Pad.BADGE else fingers.but(writes="")


def keyboard(form: Form, field: Field) -> tuple[Block, ...]:
    seeing = form.seeing
    letters = (key_of(seeing, field, key) for row in _ROWS for key in row)
    corrects = (replace(key_of(seeing, field, key), span=_CORRECTS) for key in ("clear", "delete"))
    away = Change(put_away(seeing.fingers, field))
    done = Control(name="pad:done", label=say(seeing, "pad-done"), act=away, span=_DONE)
    keys = (replace(key, span=_SPACE) if key.name == "pad:space" else key for key in letters)
    return (Keys(controls=(*keys, *corrects, done), columns=len(_ROWS[0])),)
