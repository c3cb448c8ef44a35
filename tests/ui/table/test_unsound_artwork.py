"""Whatever bytes an artwork is, it becomes one or has faults, soon; and nothing is taken that cannot be used."""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize

from dealer_app.screens.context import AssetFault
from tests.support.long_tests import examples
from tests.support.rounds import V4
from ui.table.artwork import template
from ui.table.artwork.svg_shapes import LARGEST_FILE, read_shapes
from ui.table.artwork.template import ArtworkFolder, TemplateFaultsError, parse_template, read_template
from ui.table.export import sheets
from ui.table.picture import make_picture_key
from ui.table.thumbnails import empty_table
from ui.theme.theme import DARK

pytestmark = pytest.mark.usefixtures("letters")
GAME = "tiger-baccarat-mbs-v3"
NAMES = ("tie", "tiger", "small_tiger", "big_tiger", "tiger_tie", "tiger_pair", "player.seat-3", "banker.seat-3")
SOON = 10.0
"""Seconds, on a computer that has much else to do; what is meant are minutes and hours."""


def drawn(**instead: str) -> str:
    """A sound artwork, with other shapes for some of its names."""
    shapes = {
        name: f'<rect id="{name}" x="{10 + number * 160}" y="10" width="140" height="100"/>'
        for number, name in enumerate(NAMES)
    }
    shapes["seat-3"] = '<circle id="seat-3" cx="1200" cy="150" r="20"/>'
    shapes |= {name.replace("__", ".").replace("_3", "-3"): shape for name, shape in instead.items()}
    inside = "\n".join(shapes.values())
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1336 560">\n{inside}\n</svg>'


def told(text: str | bytes) -> str:
    """The faults, a line each; nothing of a sound one."""
    began = time.monotonic()
    try:
        parse_template(text if isinstance(text, bytes) else text.encode(), GAME, "A").shapes((926, 388), (3,))
    except TemplateFaultsError as refused:
        return "\n".join(refused.faults)
    finally:
        assert time.monotonic() - began < SOON
    return ""


def test_the_drawing_of_these_tests_is_sound() -> None:
    assert told(drawn()) == ""


@pytest.mark.parametrize(
    "data",
    [
        "A1e300 1e300 0 0 0 90 70",
        "A1e999 1 0 0 0 90 70",
        "A1e-320 1e-320 0 0 0 90 70",
        "A1e-200 1e200 0 0 0 90 70",
        "A5 5 1e999 0 0 90 70",
        "A5 5 0 0 0 -1e999 70",
        "C1e999 0 0 0 0 0",
        "L1e7 0",
    ],
)
def test_numbers_without_measure_are_faults_with_their_line(data: str) -> None:
    assert "line 2: path: " in told(drawn(tie=f'<path id="tie" d="M20 20{data}z"/>'))


@pytest.mark.parametrize("transform", ["scale(1e6)", "translate(1e6) scale(10)", "matrix(1e6 1e6 -1e6 1e6 0 0)"])
def test_transforms_within_one_another_do_not_lead_out_of_all_bounds(transform: str) -> None:
    shape = '<rect id="tie" width="1" height="1"/>'
    text = drawn(tie=f'<g transform="{transform}">' * 52 + shape + "</g>" * 52)
    assert "move or enlarge too far" in told(text)


@pytest.mark.parametrize(
    ("shape", "says"),
    [
        ('<path id="tie" d="M20 20L120 90"/>', "tie has no surface: draw it as a closed shape"),
        ('<path id="tie" d="M20 20h80m0 0v60"/>', "tie has no surface"),
        ('<polygon id="tie" points="20,20 120,90 20,20"/>', "tie has no surface"),
        ('<rect id="tie" x="9000" y="10" width="140" height="100"/>', "tie is outside of the sheet"),
        ('<rect id="tie" x="-60" y="10" width="140" height="100"/>', "tie is outside of the sheet: move it inside"),
        ('<rect id="tie" x="10" y="10" width="1" height="1"/>', "a finger needs 22 x 22: make it larger"),
        ('<rect id="tie" x="10" y="10" width="140" height="5"/>', "a finger needs 22 x 22"),
        ('<path id="tie" d="M10 10L14 10L144 110L140 110z"/>', "tie has"),
        ('<rect id="tie" x="10" y="10" width="140" height="100" display="none"/>', "tie is hidden: show it"),
        ('<rect id="tie" x="10" y="10" width="140" height="100" style="fill:red; DISPLAY: none"/>', "tie is hidden"),
        ('<g opacity="0.0"><rect id="tie" width="140" height="100"/></g>', "tie is hidden"),
        ('<g visibility="hidden"><rect id="tie" width="140" height="100"/></g>', "tie is hidden"),
        ('<style>.a{display:none}</style><rect id="tie" width="140" height="100"/>', "a style sheet hides elements"),
        ('<g style="transform:scale(2)"><rect id="tie" width="140" height="100"/></g>', "write it as an attribute"),
        ('<svg x="9"><rect id="tie" width="140" height="100"/></svg>', "a drawing within the drawing"),
        ('<rect id="tie" width="140" height="-100"/>', "its height is below nought"),
        ("", "tie is missing: draw it"),
    ],
)
def test_an_area_that_cannot_be_seen_read_or_hit_is_told_by_its_name(shape: str, says: str) -> None:
    faults = told(drawn(tie=shape))
    assert says in faults
    assert "tie is missing" not in faults or not shape


@pytest.mark.parametrize(
    ("shape", "says"),
    [
        ("", "seat-3 is missing: draw a disc where the number of the seat is"),
        ('<circle id="seat-3" cx="1400" cy="150" r="20"/>', "seat-3 is outside of the sheet"),
        ('<circle id="seat-3" cx="1200" cy="150" r="3"/>', "seat-3 is too small for its number"),
        ('<circle id="seat-3" cx="80" cy="60" r="20"/>', "tie and seat-3 are on top of one another"),
    ],
)
def test_the_number_of_a_seat_has_its_own_place(shape: str, says: str) -> None:
    assert says in told(drawn(seat_3=shape))


def test_a_name_that_has_no_room_is_told() -> None:
    # Wide enough for a finger, not for the shortest of its names.
    narrow = '<rect id="player.seat-3" x="970" y="10" width="33" height="100"/>'
    assert told(drawn(player__seat_3=narrow)) == ""
    narrow = '<rect id="tiger_pair" x="810" y="10" width="33" height="100"/>'
    assert "tiger_pair has no room for its name, TIGER PAIR" in told(drawn(tiger_pair=narrow))


def test_a_common_edge_is_no_overlap() -> None:
    assert told(drawn(tie='<path id="tie" d="M10 10H170V110H10z"/>')) == ""
    assert "tie and tiger are on top of one another" in told(drawn(tie='<path id="tie" d="M10 10H174V110H10z"/>'))


def test_an_artwork_stands_only_where_its_names_can_be_read() -> None:
    narrow = '<rect id="tiger_pair" x="810" y="10" width="60" height="50"/>'
    template = parse_template(drawn(tiger_pair=narrow).encode(), GAME, "A")
    shown = empty_table(GAME, "A", positions=1)
    seats = tuple(seat.number for seat in shown.seats)
    assert template.seats == (3,)
    assert not template.can_show((3,), (926, 388))
    assert template.can_show((3,), (1336, 560))
    assert seats == (1,)
    assert make_picture_key(shown, QSize(1336, 560), DARK, template=template).template is None


def _laughs() -> str:
    entities = "".join(f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 12))
    return f'<!DOCTYPE svg [<!ENTITY l0 "ha">{entities}]><svg viewBox="0 0 9 9"><g id="&l11;"/></svg>'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (_laughs(), "document type"),
        ("<g>" * 1_000_000, "too deep"),
        (drawn(tie="<g/>" * 30_000), "too many elements"),
        (drawn(tie='<path id="tie" d="M' + "1" * 3_000_000 + '"/>'), "too large"),
        (drawn(tie='<path id="tie" d="M0 0A' + "2" * 3_000_000 + '"/>'), "A takes 7 numbers"),
        (drawn(tie='<path id="tie" d="M0 0A1 1 ' + "22 " * 1_000_000 + '"/>'), "A takes 7 numbers"),
        (drawn(tie='<g transform="' + "scale(" * 600_000 + '"/>'), "not a transform"),
        (drawn(tie='<path id="tie" d="M0 0' + "l9 9 5 0z" * 400_000 + '"/>'), "too many points"),
        (drawn(tie=f'<rect id="art-{"0" * 3_000_000}&#10;x" width="9" height="9"/>'), "too long for a name"),
        ("<svg " + " ".join(f'a{number}="1"' for number in range(200_000)), "line 1"),
    ],
    ids=["laughs", "deep", "elements", "digits", "arc-digits", "arc-numbers", "transforms", "points", "name", "given"],
)
def test_a_file_that_is_made_to_take_long_does_not(text: str, says: str) -> None:
    assert len(text) < LARGEST_FILE
    assert says in told(text)


def test_scribbles_of_all_the_points_that_there_may_be_are_looked_at_soon() -> None:
    chance = random.Random(7)
    shapes = {}
    for name in NAMES:
        corners = " ".join(f"{chance.uniform(0, 1336):.2f},{chance.uniform(0, 560):.2f}" for _ in range(990))
        shapes[name.replace(".", "__").replace("-3", "_3")] = f'<polygon id="{name}" points="{corners}"/>'
    assert "are on top of one another" in told(drawn(**shapes))


SOUND = drawn()
PIECES = st.sampled_from(
    ["1e999", "-1e308", "1e-320", "nan", "0", "-0", "99999999", "A1 1 0 0 1 9 9", "<g>", "</g>", "<svg>", '"', "&#0;",
     "&amp;", "id=", "tie", 'transform="scale(0)"', 'd="M0 0"', "<!--", "]]>", "<![CDATA[", "<?x?>", "\ufffe", "%"]
)  # fmt: skip


@examples(300)
@given(st.lists(st.tuples(st.integers(0, len(SOUND)), st.integers(0, 12), PIECES), max_size=6))
def test_no_mutation_of_a_drawing_is_more_than_a_fault(changes: list[tuple[int, int, str]]) -> None:
    text = SOUND
    for place, gone, piece in changes:
        text = text[:place] + piece + text[place + gone :]
    told(text)


@examples(200)
@given(st.binary(max_size=200))
def test_no_bytes_are_more_than_a_fault(data: bytes) -> None:
    assert read_shapes(data).faults
    told(b'<svg viewBox="0 0 9e9 9">' + data)


NUMBER = st.floats(allow_nan=False, allow_infinity=False).map(repr) | st.integers(-200, 1400).map(str)


@examples(300)
@given(st.lists(st.tuples(st.sampled_from("MLHVCSQTAZmlhvcsqtaz"), st.lists(NUMBER, max_size=8)), max_size=8))
def test_no_path_is_more_than_a_fault(commands: list[tuple[str, list[str]]]) -> None:
    data = "M0 0" + "".join(letter + " ".join(numbers) for letter, numbers in commands)
    told(drawn(tie=f'<path id="tie" d="{data}"/>'))


@examples(200)
@given(NUMBER, NUMBER, NUMBER, st.sampled_from(["0 0", "0 1", "1 0", "1 1"]), NUMBER, NUMBER)
def test_no_arc_is_more_than_a_fault(across: str, down: str, turn: str, flags: str, x: str, y: str) -> None:
    told(drawn(tie=f'<path id="tie" d="M20 20A{across} {down} {turn} {flags} {x} {y}z"/>'))


def test_a_station_draws_itself_what_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: Callable[[str], None]
) -> None:
    """Whatever goes wrong with a drawing, the table goes on."""
    expect_log("cannot be read")

    def fails(*_: object) -> None:
        raise RuntimeError

    sheets.write_svg(tmp_path, V4, "A")
    heard: list[tuple[AssetFault, int]] = []
    monkeypatch.setattr(template, "read_template", fails)
    assert ArtworkFolder(tmp_path, lambda reason, more: heard.append((reason, more))).find_template(V4, "A") is None
    assert heard == [(AssetFault.BROKEN, 0)]


def test_how_many_faults_there_are_is_said_and_all_of_them_are_in_the_log(
    tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    expect_log("tie is missing: draw it; tiger is missing")
    (tmp_path / f"{GAME}-A.svg").write_text(drawn(tie="", tiger=""), encoding="utf-8")
    with pytest.raises(TemplateFaultsError):
        read_template(tmp_path / f"{GAME}-A.svg", GAME, "A")
    heard: list[tuple[AssetFault, int]] = []
    assert ArtworkFolder(tmp_path, lambda reason, more: heard.append((reason, more))).find_template(GAME, "A") is None
    assert heard == [(AssetFault.NOT_FITTING, 2)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("kind", ["pipe", "link to a pipe", "device", "link to a device", "folder"])
def test_what_is_no_regular_file_is_no_artwork(tmp_path: Path, kind: str, expect_log: Callable[[str], None]) -> None:
    """A pipe has no end and a device no size: nothing of either is read, and the table is drawn all the same."""
    file, pipe = tmp_path / f"{GAME}-A.svg", tmp_path / "pipe"
    os.mkfifo(pipe)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    elif kind == "device":
        file = Path("/dev/zero")
    else:
        file.symlink_to(pipe if kind == "link to a pipe" else "/dev/zero")
    began = time.monotonic()
    with pytest.raises(OSError, match="it is"):
        read_template(file, GAME, "A")
    if kind != "device":
        faulty: list[AssetFault] = []
        expect_log(r"-A.svg cannot be read: it is")
        artwork = ArtworkFolder(tmp_path, lambda why, _: faulty.append(why))
        assert artwork.find_template(GAME, "A") is None
        assert faulty == [AssetFault.BROKEN]
    assert time.monotonic() - began < SOON


def test_of_a_file_without_an_end_no_more_is_read_than_an_artwork_may_have(tmp_path: Path) -> None:
    file = tmp_path / "huge.svg"
    with file.open("wb") as sparse:
        sparse.truncate(50_000_000_000)
    with pytest.raises(TemplateFaultsError, match="larger than 4 MB"):
        read_template(file, GAME, "A")
