"""What all observations and requests are: frozen values whose plain text is silent about cards and dice."""

from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.dice import Tumble


class Observation(Struct, frozen=True, kw_only=True):
    """One thing that a device said, or that its line did."""

    sequence: str | None = None
    """The number that the device gave its report, as it wrote it; None where it does not number them."""

    def blanked(self) -> "Observation":
        """The same without what a sealed or face-down card would be told by."""
        return self

    def told(self) -> str:
        """All of it in one line: `CardRead sequence=2 card=9H destination=player`."""
        return _line(self)

    def __repr__(self) -> str:
        return _line(self.blanked())


class Request(Struct, frozen=True, kw_only=True):
    """What the station asks of a device. It is sent only where the settings allow the station to send."""

    def __repr__(self) -> str:
        return _line(self)


class Blanked(Observation, frozen=True, kw_only=True):
    """An observation of this name came, and what it said is not told."""

    name: str


class Secret(Observation, frozen=True, kw_only=True):
    """An observation whose content may be hidden from those who look on."""

    def blanked(self) -> Observation:
        return Blanked(sequence=self.sequence, name=type(self).__name__)


def _line(value: Observation | Request) -> str:
    told = ((field.name, getattr(value, field.name)) for field in fields(value))
    words = (f"{name}={_word(it)}" for name, it in told if it not in (None, ""))
    return " ".join([type(value).__name__, *words])


def _word(value: Any) -> str:
    match value:
        case Enum():
            return str(value.value)
        case Tumble():
            return "-".join(map(str, value.dice))
        case Observation():
            return f"({value.told()})"
        case Request():
            return f"({value!r})"
        case tuple():
            return ",".join(map(_word, value))
        case _:
            return str(value)
