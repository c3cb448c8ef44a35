"""How far two colours stand off from each other, by WCAG 2.1, and which pairs have to."""

from PySide6.QtGui import QColor

TEXT = 4.5
SHAPE = 3.0

TEXTS = (
    *((text, ground) for text in ("t1", "t2", "t3") for ground in ("bg", "s1", "s2", "s3")),
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
"""What is read: a colour of letters, and what it lies on."""

SHAPES = (
    *(("edge", ground) for ground in ("s1", "s2", "bg")),
    ("feltline", "felt"),
    *(("offline", ground) for ground in ("off", "felt")),
    *((f"{side}_mark", ground) for side in ("player", "banker", "tie") for ground in ("s1", "s2", "bg")),
    *((f"{side}_mark", f"{side}_tint") for side in ("player", "banker", "tie")),
    *(("go", ground) for ground in ("bg", "s1", "s2", "s3", "felt", "player_tint", "banker_tint", "tie_tint")),
    *(("okink", disc) for disc in ("ok", "warn", "stop", "prac")),
    ("prac", "s1"),
    ("stop", "bg"),
)
"""What is seen: the colour of a border or of a mark, and what it lies on."""


def ratio(one: QColor, other: QColor) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    red, green, blue = (_linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
