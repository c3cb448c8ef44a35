"""The operator's own artwork: what is right is painted and hit, what is wrong is told all at once."""

import pytest
from PySide6.QtCore import QPointF, QSize

from dealer_app.layouts import layout_drawing
from dealer_app.rulebooks import load_rulebook
from tests.support.long_tests import mostly_long
from tests.ui.table.layout_sizes import LAYOUTS
from ui.table.artwork.template import TemplateFaultsError, parse_template
from ui.table.export.svg import layout_svg
from ui.table.picture import TablePicture, make_picture_key
from ui.table.thumbnails import empty_table
from ui.theme.theme import BRIGHT, DARK

pytestmark = pytest.mark.usefixtures("letters")
SIZE = QSize(1336, 560)
GAME = "tiger-baccarat-mbs-v3"
AREAS = ("tie", "tiger", "small_tiger", "big_tiger", "tiger_tie", "tiger_pair")


def rectangles(*names: str, head: str = "", attributes: str = "") -> str:
    """A drawing with these names beside one another."""
    shapes = "\n".join(
        f'<rect id="{name}" x="{10 + number * 90}" y="10" width="80" height="60"/>' for number, name in enumerate(names)
    )
    return f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 100" {attributes}>\n{shapes}\n</svg>'


def right(seat: int = 3) -> tuple[str, ...]:
    return (*AREAS, f"player.seat-{seat}", f"banker.seat-{seat}", f"seat-{seat}")


def faults(text: str) -> str:
    with pytest.raises(TemplateFaultsError) as refused:
        parse_template(text.encode(), GAME, "A")
    return "\n".join(refused.value.faults)


@pytest.mark.parametrize(("game", "letter"), mostly_long(LAYOUTS, keep_every=5))
def test_a_drawing_of_the_station_can_be_read_back(game: str, letter: str) -> None:
    size = QSize(1336, round(layout_drawing(game, letter).kind.height))
    shown = empty_table(game, letter)
    own = TablePicture(shown, make_picture_key(shown, size, BRIGHT)).shapes
    template = parse_template(layout_svg(shown, size, BRIGHT, "title").encode(), game, letter)
    read = template.shapes((size.width(), size.height()), template.seats)
    assert [box.name for box in read.boxes] == [box.name for box in own.boxes]
    for box, again in zip(own.boxes, read.boxes, strict=True):
        for point in (box.middle, *(box.path.pointAtPercent(share / 8) for share in range(8))):
            inwards = point + (box.middle - point) * 0.02
            assert again.path.contains(inwards) == box.path.contains(inwards)
        away = box.bounds.bottomRight() + QPointF(1, 1)
        assert again.path.contains(away) == box.path.contains(away)
    assert [badge.seat for badge in read.badges] == [badge.seat for badge in own.badges]


def test_an_artwork_is_painted_and_hit_in_its_own_shapes() -> None:
    template = parse_template(rectangles(*right(), "tie.2").encode(), GAME, "A")
    shapes = template.shapes((1600, 100), (3,))
    hit = shapes.find_box(QPointF(20, 20))
    assert hit is not None
    assert hit.name == "tie"
    assert len(shapes.area_boxes(hit.area, None)) == 2
    assert shapes.find_box(QPointF(5, 5)) is None


def test_an_artwork_stands_for_its_own_layout_and_seats() -> None:
    template = parse_template(rectangles(*right(1)).encode(), GAME, "A")
    assert make_picture_key(empty_table(GAME, "A", positions=1), SIZE, DARK, template=template).template is template
    assert make_picture_key(empty_table(GAME, "A", positions=2), SIZE, DARK, template=template).template is None
    assert make_picture_key(empty_table(GAME, "B", positions=1), SIZE, DARK, template=template).template is None
    shown = empty_table(GAME, "A", positions=1)
    picture = TablePicture(shown, make_picture_key(shown, SIZE, DARK, template=template))
    assert {box.name for box in picture.shapes.boxes} == set(right(1)) - {"seat-1"}


def test_all_that_is_wrong_is_told_at_once() -> None:
    told = faults(
        rectangles(
            *AREAS[1:], "lucky", "player.seat-3", "player", "tie.seat-3", "player.seat-4", "tiger.3", "seat-9", "Tie!"
        )
    )
    assert "tie is missing" in told
    assert "banker.seat-3 is missing" in told
    assert "lucky is unknown" in told
    assert "player is drawn for nobody" in told
    assert "tie.seat-3 is drawn for a seat" in told
    assert "player.seat-4 is unknown" in told
    assert "tiger.3 is there without" in told
    assert "seat-9 is unknown" in told
    assert "Tie! is not the name of an area" in told


def test_a_name_that_stands_twice_is_told() -> None:
    assert "tie is there twice" in faults(rectangles(*right(), "tie"))


def test_boxes_over_one_another_are_told() -> None:
    text = rectangles(*right()).replace('x="100"', 'x="60"')
    assert "tie and tiger are on top of one another" in faults(text)


def test_names_of_a_drawing_program_and_what_is_not_drawn_are_left_out() -> None:
    text = rectangles(*right(), "rect1234", "art-dragon").replace(
        "</svg>",
        '<defs><rect id="nonsense" width="9" height="9"/></defs><g id="layer1"><text id="text2">x</text></g></svg>',
    )
    assert len(parse_template(text.encode(), GAME, "A").boxes) == len(right()) - 1


def test_every_kind_of_shape_and_transform_is_read() -> None:
    text = rectangles(*right()).replace("0 0 1600 100", "0 0 900 100")
    shapes = (
        ('<rect id="tie" x="10" y="10" width="80" height="60"/>', '<circle id="tie" cx="50" cy="40" r="30"/>'),
        (
            '<rect id="tiger" x="100" y="10" width="80" height="60"/>',
            '<polygon id="tiger" points="100,10 180,10 140,70"/>',
        ),
        (
            '<rect id="small_tiger" x="190" y="10" width="80" height="60"/>',
            '<g transform="translate(190 10)"><path id="small_tiger" d="M0 0h40v30h-40z" transform="scale(2)"/></g>',
        ),
        (
            '<rect id="big_tiger" x="280" y="10" width="80" height="60"/>',
            '<ellipse id="big_tiger" cx="320" cy="40" rx="40" ry="30"/>',
        ),
    )
    for old, new in shapes:
        assert old in text
        text = text.replace(old, new)
    template = parse_template(text.encode(), GAME, "A")
    by_name = {box.name: box.path for box in template.boxes}
    assert not by_name["tie"].contains(QPointF(22, 12))
    assert by_name["tiger"].contains(QPointF(140, 60))
    assert by_name["small_tiger"].boundingRect().getRect() == (190, 10, 80, 60)
    for box in template.boxes:
        assert box.path.contains(box.middle)
        assert box.width > 10


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (rectangles(*right(), head='<!DOCTYPE svg [<!ENTITY a "b">]>'), "document type"),
        (rectangles(*right(), head='<!DOCTYPE svg SYSTEM "http://x.invalid/y.dtd">'), "document type"),
        ("<svg", "line 1"),
        ("", "line"),
        ("<html/>", "no svg element"),
        (rectangles(*right()).replace('width="80"', 'width="none"', 1), "not a list of numbers"),
        (rectangles(*right()).replace('width="80"', 'width="0"', 1), "no surface"),
        (rectangles(*right()).replace("<rect ", '<rect transform="spin(1)" ', 1), "not a transform"),
        ("<g>" * 100, "too deep"),
        ("x" * 4_000_001, "larger than 4 MB"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, says: str) -> None:
    assert says in faults(text)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(TemplateFaultsError, match="UTF-8"):
        parse_template(b"\xff\xfe\x00<svg/>", GAME, "A")


def test_every_bet_of_the_book_is_asked_for() -> None:
    told = faults(rectangles("seat-3"))
    for area in load_rulebook(GAME).areas:
        assert area in told
