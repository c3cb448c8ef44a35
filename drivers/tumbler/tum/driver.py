"""The tumbler that speaks `tum` as a profile. With sending on, its lamps show the winning areas (Tai Sai 5.10)."""

from drivers.asking import Sending
from drivers.profile import Checking, Kind, Profile
from drivers.tumbler.tum.protocol import TumFraming, TumSettings
from drivers.tumbler.tum.simulator import SimulatedTum


def _framing(sending: Sending) -> TumFraming:
    return TumFraming(TumSettings(sending=sending))


TUM = Profile(
    name="tum",
    kind=Kind.TUMBLER,
    about="dice tumbler with the station's own open protocol",
    baudrates=(9600,),
    checking=Checking.CHECKED,
    framing=_framing,
    simulator=SimulatedTum,
)
