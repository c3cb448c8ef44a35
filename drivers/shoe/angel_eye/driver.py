"""The Angel Eye II-EX as a profile: 4800 baud as delivered, 9600 at some sites; a local port or a device server."""

from drivers.driver import Profile, ProfileKind, ReportCheck
from drivers.requests import Sending
from drivers.shoe.angel_eye.protocol import AngelEyeFraming, AngelEyeSettings
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye


def _make_framing(sending: Sending) -> AngelEyeFraming:
    return AngelEyeFraming(AngelEyeSettings(sending=sending))


ANGEL_EYE = Profile(
    name="angel_eye",
    kind=ProfileKind.SHOE,
    about="Angel Eye II-EX card-reading shoe",
    baudrates=(4800, 9600),
    checking=ReportCheck.CHECKED,
    framing=_make_framing,
    simulator=SimulatedAngelEye,
)
