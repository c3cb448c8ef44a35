"""The line scanner as a profile, with the plain pattern. A site whose cards bear other codes gives its own settings."""

from drivers.asking import Sending
from drivers.profile import Checking, Kind, Profile
from drivers.shoe.line_scanner.protocol import LineScannerFraming, LineScannerSettings
from drivers.shoe.line_scanner.simulator import SimulatedLineScanner


def _framing(sending: Sending) -> LineScannerFraming:
    del sending
    return LineScannerFraming(LineScannerSettings())


LINE_SCANNER = Profile(
    name="line_scanner",
    kind=Kind.SHOE,
    about="bar-code or character reader in serial mode",
    baudrates=(9600, 115200),
    checking=Checking.UNCHECKED,
    framing=_framing,
    simulator=SimulatedLineScanner,
)
