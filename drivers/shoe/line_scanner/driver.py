"""The line scanner as a profile: with the plain pattern, or with the settings of a site that has other codes."""

from drivers.driver import Profile, ProfileKind, ReportCheck
from drivers.requests import Sending
from drivers.shoe.line_scanner.protocol import LineScannerFraming, LineScannerSettings
from drivers.shoe.line_scanner.simulator import SimulatedLineScanner


def line_scanner_profile(settings: LineScannerSettings) -> Profile:
    """The reader of a site."""

    def framing(_sending: Sending) -> LineScannerFraming:
        return LineScannerFraming(settings)

    return Profile(
        name="line_scanner",
        kind=ProfileKind.SHOE,
        about="bar-code or character reader in serial mode",
        baudrates=(9600, 115200),
        checking=ReportCheck.UNCHECKED,
        framing=framing,
        simulator=SimulatedLineScanner,
    )


LINE_SCANNER = line_scanner_profile(LineScannerSettings())
