"""Every profile that the station has, by name. A device that is not here can be used by hand only."""

from drivers.driver import Profile
from drivers.shoe.angel_eye.driver import ANGEL_EYE
from drivers.shoe.line_scanner.driver import LINE_SCANNER
from drivers.shoe.text_shoe.driver import TEXT_SHOE
from drivers.tumbler.bin7a.driver import BIN7A
from drivers.tumbler.tum.driver import TUM

PROFILES: dict[str, Profile] = {it.name: it for it in (ANGEL_EYE, TEXT_SHOE, LINE_SCANNER, TUM, BIN7A)}
