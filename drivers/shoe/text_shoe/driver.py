"""The text shoe as a profile. It is only listened to: it knows no commands."""

from drivers.driver import Profile, ProfileKind, ReportCheck
from drivers.requests import Sending
from drivers.shoe.text_shoe.protocol import TextShoeFraming
from drivers.shoe.text_shoe.simulator import SimulatedTextShoe


def _make_framing(_sending: Sending) -> TextShoeFraming:
    return TextShoeFraming()


TEXT_SHOE = Profile(
    name="text_shoe",
    kind=ProfileKind.SHOE,
    about="shoe that reports in words (Bee-Tek type)",
    baudrates=(9600,),
    checking=ReportCheck.UNCHECKED,
    framing=_make_framing,
    simulator=SimulatedTextShoe,
)
