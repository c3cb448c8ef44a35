"""The Angel Eye II-EX as a profile: 4800 baud as delivered, 9600 at some sites; a local port or a device server."""

from drivers.asking import Sending
from drivers.profile import Checking, Kind, Profile
from drivers.shoe.angel_eye.protocol import AngelEyeFraming, AngelEyeSettings
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye


def _framing(sending: Sending) -> AngelEyeFraming:
    return AngelEyeFraming(AngelEyeSettings(sending=sending))


ANGEL_EYE = Profile(
    name="angel_eye",
    kind=Kind.SHOE,
    about="Angel Eye II-EX card-reading shoe",
    baudrates=(4800, 9600),
    checking=Checking.CHECKED,
    framing=_framing,
    simulator=SimulatedAngelEye,
)
