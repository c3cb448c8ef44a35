"""The tumbler that speaks `tum` as a profile. With sending on, its lamps show the winning areas (Tai Sai 5.10)."""

from drivers.driver import Profile, ProfileKind, ReportCheck
from drivers.requests import Sending
from drivers.tumbler.tum.protocol import TumFraming, TumSettings
from drivers.tumbler.tum.simulator import SimulatedTum


def _make_framing(sending: Sending) -> TumFraming:
    return TumFraming(TumSettings(sending=sending))


TUM = Profile(
    name="tum",
    kind=ProfileKind.TUMBLER,
    about="dice tumbler with the station's own open protocol",
    baudrates=(9600,),
    checking=ReportCheck.CHECKED,
    framing=_make_framing,
    simulator=SimulatedTum,
)
