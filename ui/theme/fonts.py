"""The letters: Inter for what is read, Inter Display for what is large, Noto Sans for the Chinese.

All of them are bundled and cut to what the station shows. The bold Chinese has only what the catalogues say: a name
that is typed is written with the regular one. Where a file is missing the station goes on with what the system has,
and says what is missing.
"""

from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from dealer_app.screens.context import AssetFault
from ui.theme.font_files import FONT_FILES

_WHATEVER_THE_SYSTEM_HAS = "sans-serif"
_BOLD = 600
_BOLDEST_TEXT = 700


class Han(Enum):
    """The form of the Chinese characters that both languages share."""

    TRADITIONAL = "Station Noto Sans TC"
    SIMPLIFIED = "Station Noto Sans SC"


_HAN_HINTS = {Han.TRADITIONAL: QFont.StyleHint.AnyStyle, Han.SIMPLIFIED: QFont.StyleHint.SansSerif}
_han = [Han.TRADITIONAL]
_loaded: set[Path] = set()


class MissingFont(NamedTuple):
    file: str
    why: AssetFault


def install_fonts() -> tuple[MissingFont, ...]:
    """Loads what is bundled; what could not be loaded comes back with the reason, empty where all is well."""
    folder = Path(str(resources.files("resources") / "fonts"))
    return tuple(MissingFont(name, why) for name in FONT_FILES if (why := _load_file(folder / name)))


def start_qt() -> QGuiApplication:
    """Qt without a window, with the bundled letters; the caller keeps it as long as it draws."""
    application = QGuiApplication.instance()
    made = application if isinstance(application, QGuiApplication) else QGuiApplication([])
    install_fonts()
    return made


def _load_file(file: Path) -> AssetFault | None:
    """By its path: Qt then reads of some megabytes only the letters that are shown."""
    try:
        missing = not file.is_file()
    except OSError:
        missing = True
    if missing:
        return AssetFault.ABSENT
    if file not in _loaded:
        # Once: Qt keeps every one that it is given.
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            return AssetFault.BROKEN
        _loaded.add(file)
    return None


def set_current_han(han: Han) -> None:
    """From now on fonts write Chinese in this form first, and in the other what this one lacks."""
    _han[0] = han


def current_han() -> Han:
    """In which form Chinese is written now."""
    return _han[0]


def font(px: int, weight: int = 500, *, display: bool = False) -> QFont:
    """Of so many pixels; weights are 500, 600, 700 and 800. Figures are all of one width."""
    return _make_font(px, weight, display, _han[0])


@cache
def _make_font(px: int, weight: int, display: bool, han: Han) -> QFont:
    made = QFont()
    other = next(each for each in Han if each is not han)
    latin = [f"Station Inter {weight}"]
    if display:
        latin.insert(0, f"Station Inter Display {max(weight, _BOLDEST_TEXT)}")
    regular = [han.value, other.value]
    bold = [f"{family} Bold" for family in regular]
    chinese = [*bold, *regular] if weight >= _BOLD else [*regular, *bold]
    made.setFamilies([*latin, *chinese, _WHATEVER_THE_SYSTEM_HAS])
    # Qt remembers by the first family and by this hint, not by the others: it would keep to the form it showed first.
    made.setStyleHint(_HAN_HINTS[han])
    made.setPixelSize(px)
    made.setWeight(QFont.Weight(weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made
