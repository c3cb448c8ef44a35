"""The colours by their meaning, in a dark theme for the pit and in a bright one, and their contrast.

Blue, red and green belong to the game; actions are `go`, winners `lit`, attention `warn`, faults `stop`,
devices in order `ok`, practice `prac`. Which pairs of colours must have how much contrast (WCAG 2.1) is
listed here.
"""

from msgspec import Struct
from msgspec.structs import fields
from PySide6.QtGui import QColor


class ColourTheme(Struct, frozen=True, kw_only=True, eq=False):
    """One colour a meaning. Two themes are the same only if they are one object."""

    bg: QColor
    """The pit behind everything."""
    s1: QColor
    """A panel."""
    s2: QColor
    """A row on a panel."""
    s3: QColor
    """A raised button, a raised cell."""
    t1: QColor
    t2: QColor
    t3: QColor
    """Captions, what is to come, what cannot be pressed."""
    edge: QColor
    """The border of a control."""
    line: QColor
    """A hairline that only decorates."""
    felt: QColor
    felt2: QColor
    feltline: QColor
    feltt: QColor
    feltt2: QColor
    player: QColor
    player_mark: QColor
    player_tint: QColor
    banker: QColor
    banker_mark: QColor
    banker_tint: QColor
    tie: QColor
    tie_mark: QColor
    tie_tint: QColor
    onfill: QColor
    """Text on the fills of the game and of a fault, and marks on the back of a card."""
    go: QColor
    """The next step, and the outline of what is selected."""
    goink: QColor
    pick: QColor
    """The fill of a selected choice."""
    lit: QColor
    """What wins: an area's border, the points."""
    litink: QColor
    """Text on a ground of `lit`."""
    glow: QColor
    """Painted over the ground of an area that wins; its opacity says how strongly."""
    off: QColor
    field: QColor
    """The ground of what is written in, which no key has."""
    offline: QColor
    """The border of what is `off`."""
    offtext: QColor
    warn: QColor
    warnt: QColor
    stop: QColor
    stopf: QColor
    ok: QColor
    okt: QColor
    okink: QColor
    """What is drawn on a disc or triangle of `ok`, `warn`, `stop` or `prac`."""
    prac: QColor
    pract: QColor
    hatch: QColor
    """The stripes on the ribbon of practice."""
    card: QColor
    ink: QColor
    red: QColor
    suit: QColor
    """The red suits on a key."""
    back: QColor
    pill: QColor
    """The ground of an amount beside its chip."""
    pilltext: QColor
    shade: QColor
    """Painted over the station while a dialog is open; not opaque."""


def _make_theme(**colours: str) -> ColourTheme:
    return ColourTheme(**{name: QColor(text) for name, text in colours.items()})


DARK = _make_theme(
    bg="#0B0E11",
    s1="#14191E",
    s2="#1D242B",
    s3="#2A333D",
    t1="#F3F6F8",
    t2="#BCC6D0",
    t3="#98A5B3",
    edge="#6C7A89",
    line="#323D48",
    felt="#0F2A26",
    felt2="#16382F",
    feltline="#4E8577",
    feltt="#D5E8E0",
    feltt2="#A9CABF",
    player="#2569C4",
    player_mark="#7DB9FF",
    player_tint="#10294A",
    banker="#BE2F3C",
    banker_mark="#FF8A8A",
    banker_tint="#45161D",
    tie="#1F7A4A",
    tie_mark="#62D69A",
    tie_tint="#123E29",
    onfill="#FFFFFF",
    go="#F4EBD8",
    goink="#16120A",
    pick="#3B3A35",
    lit="#FFE08A",
    litink="#15181B",
    glow="#42FFE08A",
    off="#10191A",
    field="#0B0E11",
    offline="#66756F",
    offtext="#93A69E",
    warn="#FFB454",
    warnt="#3D2A0C",
    stop="#FF7AC6",
    stopf="#A81E72",
    ok="#5BD6C8",
    okt="#0D3935",
    okink="#0B0E11",
    prac="#BFA6FF",
    pract="#2B1F4F",
    hatch="#38296B",
    card="#F7F3EA",
    ink="#15181B",
    red="#C3202F",
    suit="#FF8A8A",
    back="#33475C",
    pill="#0B0E11",
    pilltext="#F3F6F8",
    shade="#B30B0E11",
)

BRIGHT = _make_theme(
    bg="#D9DFE5",
    s1="#FBFCFD",
    s2="#EFF2F5",
    s3="#DFE5EB",
    t1="#11171D",
    t2="#38444F",
    t3="#4F5C69",
    edge="#71808F",
    line="#C3CCD5",
    felt="#D3E6DE",
    felt2="#C4DCD2",
    feltline="#43776A",
    feltt="#10332A",
    feltt2="#2A5247",
    player="#2569C4",
    player_mark="#1D5CB2",
    player_tint="#CFE1F8",
    banker="#BE2F3C",
    banker_mark="#AE2431",
    banker_tint="#F8D5D8",
    tie="#1F7A4A",
    tie_mark="#17693D",
    tie_tint="#C3E6D1",
    onfill="#FFFFFF",
    go="#29220F",
    goink="#FFF7E4",
    pick="#F1E3BF",
    lit="#6E4B00",
    litink="#FFFFFF",
    glow="#B3FFD257",
    off="#DDE3E0",
    field="#FFFFFF",
    offline="#74817B",
    offtext="#52605A",
    warn="#8C5000",
    warnt="#FFE9C4",
    stop="#A81E72",
    stopf="#A81E72",
    ok="#0B6C61",
    okt="#CDEFEA",
    okink="#FFFFFF",
    prac="#5B3BC4",
    pract="#E7DFFF",
    hatch="#D6CAFB",
    card="#FFFDF8",
    ink="#15181B",
    red="#C3202F",
    suit="#B3182A",
    back="#33475C",
    pill="#15181B",
    pilltext="#F3F6F8",
    shade="#99303A44",
)


def colour_names() -> tuple[str, ...]:
    return tuple(field.name for field in fields(ColourTheme))


TEXT_CONTRAST = 4.5
SHAPE_CONTRAST = 3.0

TEXT_PAIRS = (
    *((text, ground) for text in ("t1", "t2", "t3") for ground in ("bg", "s1", "s2", "s3", "field")),
    *((text, ground) for text in ("feltt", "feltt2") for ground in ("felt", "felt2")),
    *(("onfill", fill) for fill in ("player", "banker", "tie", "stopf", "back")),
    *(("t1", tint) for tint in ("player_tint", "banker_tint", "tie_tint", "warnt", "okt", "pract", "pick")),
    *(("feltt", tint) for tint in ("player_tint", "banker_tint", "tie_tint")),
    *(("lit", ground) for ground in ("felt", "felt2", "player_tint", "banker_tint", "tie_tint", "s1", "s2")),
    ("goink", "go"),
    ("go", "pick"),
    ("litink", "lit"),
    ("offtext", "off"),
    ("prac", "pract"),
    ("prac", "hatch"),
    ("warn", "warnt"),
    ("ok", "okt"),
    ("ink", "card"),
    ("red", "card"),
    *(("suit", ground) for ground in ("bg", "s1", "s2", "s3", "pick")),
    ("pilltext", "pill"),
    *((tone, ground) for tone in ("warn", "stop", "ok") for ground in ("s1", "s2")),
)
"""What is read: a colour of letters, and the colour under it."""

SHAPE_PAIRS = (
    *(("edge", ground) for ground in ("s1", "s2", "bg", "field")),
    ("feltline", "felt"),
    *(("offline", ground) for ground in ("off", "felt")),
    *((f"{side}_mark", ground) for side in ("player", "banker", "tie") for ground in ("s1", "s2", "bg")),
    *((f"{side}_mark", f"{side}_tint") for side in ("player", "banker", "tie")),
    *(("go", ground) for ground in ("bg", "s1", "s2", "s3", "felt", "player_tint", "banker_tint", "tie_tint")),
    *(("okink", disc) for disc in ("ok", "warn", "stop", "prac")),
    ("prac", "s1"),
    ("stop", "bg"),
)
"""What is seen: the colour of a border or of a mark, and the colour under it."""


def contrast_ratio(one: QColor, other: QColor) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    red, green, blue = (_linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
