"""Cuts the bundled fonts out of the whole ones: `make fonts`, after a catalogue has got new characters.

The whole fonts are inter-ui of npm and Debian's fonts-noto-cjk, the cutting is fonttools'. What stays is the Latin of
the station and every character of resources; the regular Chinese faces have the common characters of GB 2312 and Big5
too, so that a name can be typed. Each file gets a family of its own: no font of the machine takes its place, and no
system groups the weights in its own way.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools import subset
from msgspec import Struct

from tests.ui.theme.character_set import visible_characters
from ui.theme.font_files import FONT_FILES

FONTS = Path(__file__).parents[3] / "resources" / "fonts"
INTER = {"Inter": "web", "InterDisplay": "display"}
NOTO = Path("usr/share/fonts/opentype/noto")
FEATURES = ("kern", "liga", "calt", "tnum", "lnum", "case", "ccmp", "locl", "mark", "mkmk")
LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "–—‘’“”„•…‹›€−×÷≤≥→←↑↓"
# The numbers of the faces in Debian's collections.
FACES = {"TC": 3, "SC": 2}
_FAMILY, _STYLE, _FULL_NAME, _POSTSCRIPT_NAME, _TYPOGRAPHIC = 1, 2, 4, 6, (16, 17)


class Cut(Struct, frozen=True, kw_only=True):
    whole: Path
    face: int
    name: str
    characters: str


def common_characters(face: str) -> str:
    """Level 1 of GB 2312 for the simplified face, of Big5 for the traditional one."""
    if face == "SC":
        rows, columns, codec = range(0xB0, 0xD8), [*range(0xA1, 0xFF)], "gb2312"
    else:
        rows, columns, codec = range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)], "big5"
    pairs = (bytes((row, column)) for row in rows for column in columns)
    return "".join(pair.decode(codec, errors="ignore") for pair in pairs)


def cuts(whole: Path) -> Iterator[Cut]:
    shown = visible_characters()
    for name in (name for name in FONT_FILES if name.startswith("Inter")):
        family, _, _ = name.partition("-")
        source = (whole / "package" / INTER[family] / name).with_suffix(".woff2")
        yield Cut(whole=source, face=-1, name=name, characters=LATIN + shown)
    for face, number in FACES.items():
        for weight, more in (("Regular", common_characters(face)), ("Bold", "")):
            collection = whole / NOTO / f"NotoSansCJK-{weight}.ttc"
            yield Cut(whole=collection, face=number, name=f"NotoSans{face}-{weight}.otf", characters=shown + more)


def cut_font(cut: Cut) -> None:
    options = subset.Options(font_number=cut.face, layout_features=FEATURES, hinting=False)
    options.drop_tables += ["DSIG", "BASE"]
    font = subset.load_font(str(cut.whole), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=cut.characters)
    cutter.subset(font)
    font.flavor = None
    _rename(font["name"], FONT_FILES[cut.name])
    # The same characters give the same file.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    subset.save_font(font, str(FONTS / cut.name), options)


def _rename(names: Any, family: str) -> None:
    for number in _TYPOGRAPHIC:
        names.removeNames(nameID=number)
    names.setName(family, _FAMILY, 3, 1, 0x409)
    names.setName("Regular", _STYLE, 3, 1, 0x409)
    names.setName(family, _FULL_NAME, 3, 1, 0x409)
    names.setName(family.replace(" ", ""), _POSTSCRIPT_NAME, 3, 1, 0x409)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("whole", type=Path, help="the folder into which both packages were unpacked")
    for cut in cuts(parser.parse_args().whole):
        cut_font(cut)
        print(f"{cut.name:<28} {(FONTS / cut.name).stat().st_size:>9}")


if __name__ == "__main__":
    main()
