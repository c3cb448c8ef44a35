"""The letters: Inter for what is read, Inter Display for what is large, Noto Sans for the Chinese.

All of them are bundled and are cut to what the station shows. Where a file is missing the station goes on with what
the system has, and says what is missing.
"""

from enum import Enum
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from PySide6.QtGui import QFont, QFontDatabase

FILES = (
    "Inter-Medium.otf",
    "Inter-SemiBold.otf",
    "Inter-Bold.otf",
    "Inter-ExtraBold.otf",
    "InterDisplay-Bold.otf",
    "InterDisplay-ExtraBold.otf",
    "NotoSansCJKtc-Regular.otf",
    "NotoSansCJKtc-Bold.otf",
    "NotoSansCJKsc-Regular.otf",
    "NotoSansCJKsc-Bold.otf",
)
_TEXT = "Inter"
_DISPLAY = "Inter Display"
_WHATEVER_THE_SYSTEM_HAS = "sans-serif"


class Han(Enum):
    """The form of the Chinese characters that both languages share."""

    TRADITIONAL = "Noto Sans CJK TC"
    SIMPLIFIED = "Noto Sans CJK SC"


_preferred = [Han.TRADITIONAL]


def install() -> tuple[str, ...]:
    """Loads what is bundled; what could not be loaded comes back as words, empty where all is well."""
    folder = resources.files("resources") / "fonts"
    return tuple(missing for name in FILES if (missing := _load(name, _bytes(folder / name))))


def _bytes(file: Traversable) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _load(name: str, data: bytes) -> str:
    if not data:
        return f"the font {name} is missing"
    return "" if QFontDatabase.addApplicationFontFromData(data) >= 0 else f"the font {name} cannot be read"


def prefer(han: Han) -> None:
    """From now on fonts write Chinese in this form first, and in the other what this one lacks."""
    _preferred[0] = han


def font(px: int, weight: int = 500, *, display: bool = False) -> QFont:
    """Of so many pixels; weights are 500, 600, 700 and 800. Figures are all of one width."""
    return _font(px, weight, display, _preferred[0])


@cache
def _font(px: int, weight: int, display: bool, han: Han) -> QFont:
    made = QFont()
    other = next(each for each in Han if each is not han)
    latin = [_DISPLAY, _TEXT] if display else [_TEXT]
    made.setFamilies([*latin, han.value, other.value, _WHATEVER_THE_SYSTEM_HAS])
    made.setPixelSize(px)
    made.setWeight(QFont.Weight(weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made
