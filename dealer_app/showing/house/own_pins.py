"""A PIN that somebody gives himself, keyed twice: what is against it is said under its entry."""

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.pins import against_pin
from dealer_app.showing.house.forms import Field, pin_field
from dealer_app.showing.house.saying import say
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line


def pin_twice(seeing: Seeing, name: str, badge: str, against: Refusal | None = None) -> tuple[Field, Field]:
    """The entry of this name and the same again; `against` is what else there is to say against it."""
    pin = seeing.fingers.secret(name)
    known = (against_pin(pin, badge) or against) if pin.text else None
    first = Field(name=name, label=say(seeing, "pin"), value=pin.text, lacks=_said(seeing, known))
    again = pin_field(seeing, f"{name}-again", say(seeing, "pin-again"))
    differs = bool(again.value) and again.value != pin.text
    lacks = say(seeing, "pins-differ") if differs else EMPTY
    return first, Field(name=again.name, label=again.label, value=again.value, lacks=lacks)


def _said(seeing: Seeing, refusal: Refusal | None) -> Line:
    return EMPTY if refusal is None else line(seeing.words, lambda each: each.refusal(refusal))
