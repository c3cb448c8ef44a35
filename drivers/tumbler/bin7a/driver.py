"""The dice machine that speaks `bin7a` as a profile. Tumbles and flatness are asked of the dealer; its answer's form is
a guess (open)."""

from drivers.driver import Profile, ProfileKind, ReportCheck
from drivers.requests import Sending
from drivers.tumbler.bin7a.protocol import Bin7aFraming, Bin7aSettings
from drivers.tumbler.bin7a.simulator import SimulatedBin7a


def _make_framing(sending: Sending) -> Bin7aFraming:
    return Bin7aFraming(Bin7aSettings(sending=sending))


BIN7A = Profile(
    name="bin7a",
    kind=ProfileKind.TUMBLER,
    about="dice machine with six-byte commands",
    baudrates=(9600,),
    checking=ReportCheck.CHECKED,
    framing=_make_framing,
    simulator=SimulatedBin7a,
)
