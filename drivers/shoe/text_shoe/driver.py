"""The text shoe as a profile. It is only listened to: it knows no commands."""

from drivers.asking import Sending
from drivers.profile import Checking, Kind, Profile
from drivers.shoe.text_shoe.protocol import TextShoeFraming
from drivers.shoe.text_shoe.simulator import SimulatedTextShoe


def _framing(sending: Sending) -> TextShoeFraming:
    del sending
    return TextShoeFraming()


TEXT_SHOE = Profile(
    name="text_shoe",
    kind=Kind.SHOE,
    about="shoe that reports in words (Bee-Tek type)",
    baudrates=(9600,),
    checking=Checking.UNCHECKED,
    framing=_framing,
    simulator=SimulatedTextShoe,
)
