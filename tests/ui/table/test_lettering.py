"""Nothing is cut off: every letter lies within its box, for every layout, at three sizes, in all three languages."""

from itertools import pairwise

import pytest

from dealer_app.domain.values import replace
from dealer_app.layouts import box_legend, layout_drawing
from dealer_app.screens.screen import AreaState, Stake, TableShown
from dealer_app.texts import Language, Words
from tests.support.long_tests import mostly_long
from tests.ui.table.layout_sizes import LAYOUTS, layout_halves, layout_sizes, seat_numbers, the_layout
from tests.ui.table.letter_check import check_letters
from tests.ui.table.table_samples import make_stake, with_state_words
from ui.table.box_contents import BoxContents, fill_box
from ui.table.geometry import Shapes, layout_shapes
from ui.table.lettering import SMALLEST
from ui.table.stakes import MOST_SHOWN
from ui.table.thumbnails import empty_table

pytestmark = pytest.mark.usefixtures("letters")


def all_filled(shown: TableShown, shapes: Shapes, *stakes: Stake) -> list[BoxContents]:
    areas = {(area.area, area.seat): area for area in shown.areas}
    return [fill_box(box, areas[box.area, box.seat], stakes, scale=shapes.scale, odds=True) for box in shapes.boxes]


def shapes_at(game: str, letter: str, *, all_seats: bool) -> list[tuple[TableShown, Shapes]]:
    layout, drawn = the_layout(game, letter), layout_drawing(game, letter)
    seats = list(seat_numbers(layout))
    return [
        (
            empty_table(game, letter, positions=len(some) or None),
            layout_shapes(drawn, some, size, turned=side, half=half),
        )
        for some in (seats if all_seats else seats[-1:])
        for size in layout_sizes(layout)
        for side in (False, True)
        for half in layout_halves(layout, size[0])
    ]


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_box_has_its_name_and_nothing_is_cut_off(game: str, letter: str) -> None:
    for shown, shapes in shapes_at(game, letter, all_seats=True):
        for each in all_filled(shown, shapes):
            assert each.dice or any(line.name for line in each.letters.lines), each.box.name
            check_letters(each)


@pytest.mark.parametrize(
    ("game", "letter", "language"),
    mostly_long([(*each, language) for each in LAYOUTS for language in Language], keep_every=2),
)
def test_words_of_states_are_not_cut_off_in_any_language(game: str, letter: str, language: Language) -> None:
    for state in (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID):
        for shown, shapes in shapes_at(game, letter, all_seats=False):
            for each in all_filled(with_state_words(shown, state, language), shapes):
                check_letters(each)


@pytest.mark.parametrize("count", mostly_long([1, 2, 3, 4, 9], keep_every=4))
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_chips_leave_no_letter_outside_of_its_box(game: str, letter: str, count: int) -> None:
    stakes = [Stake(amount="20,000", minor=2_000_000, standing=f"S{number}") for number in range(1, count + 1)]
    for shown, shapes in shapes_at(game, letter, all_seats=False):
        for each in all_filled(shown, shapes, *stakes):
            check_letters(each)
            tokens = [token for row in each.lying.rows for token in row]
            summed = len(tokens) == 1 and tokens[0].stack and each.box.seat is None
            assert summed or len(tokens) == (count if count <= MOST_SHOWN else 1)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("letter", [letter for game, letter in LAYOUTS if game == "tiger-buffalo-insurance"])
def test_insurance_that_is_not_offered_or_is_says_so_in_words(letter: str, language: Language) -> None:
    """A state is never its colour alone: a name becomes shorter first."""
    words = Words.load(language)
    said = [words.text("play", code) for code in ("not-offered", "offered-not-now")]
    for shown, shapes in shapes_at("tiger-buffalo-insurance", letter, all_seats=True):
        areas = {area.area: area for area in shown.areas}
        for box in shapes.boxes:
            if not box.area.endswith("insurance"):
                continue
            for word in said:
                away = replace(areas[box.area], state=AreaState.NOT_OFFERED, word=word)
                printed = [line.text for line in fill_box(box, away, (), scale=shapes.scale, odds=True).letters.lines]
                assert word in printed, (shapes.size, box.name, printed)
                assert len(printed) > 1
            offer = replace(areas[box.area], state=AreaState.SELECTED, odds="1.5 to 1")
            assert "1.5 to 1" in [
                line.text for line in fill_box(box, offer, (), scale=shapes.scale, odds=True).letters.lines
            ]


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_no_box_that_has_a_line_to_spare_is_without_its_chinese_name(game: str, letter: str) -> None:
    for shown, shapes in shapes_at(game, letter, all_seats=False):
        line = SMALLEST * max(1.0, shapes.scale) * 1.2
        for each in all_filled(shown, shapes):
            glyph, lines = box_legend(each.box.area).glyph, each.letters.lines
            if len([one for one in lines if one.name]) < 3 and line * (len(lines) + 1) <= each.box.height:
                assert each.box.dice or any(glyph in one.text for one in lines), (shapes.size, each.box.name)


def test_odds_leave_small_buffalo_its_chinese_name() -> None:
    """On the long table of Insurance its box is the smallest of all that have both."""
    shown, shapes = next(
        made for made in shapes_at("tiger-buffalo-insurance", "K", all_seats=False) if made[1].size.width() == 1336
    )
    (each,) = [each for each in all_filled(shown, shapes) if each.box.area == "small_buffalo"]
    assert [line.text for line in each.letters.lines] == ["SMALL", "BUFFALO", "小水牛 20 to 1"]


@pytest.mark.parametrize("stakes", [(), (make_stake(1_000),)], ids=["empty", "a bet"])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_no_two_areas_read_the_same(game: str, letter: str, stakes: tuple[Stake, ...]) -> None:
    """Above all the two CHAR SIU before a seat, in a small window and with chips on them."""
    for shown, shapes in shapes_at(game, letter, all_seats=False):
        said: dict[tuple[str, ...], str] = {}
        for each in all_filled(shown, shapes, *stakes):
            names = tuple(line.text for line in each.letters.lines if line.name)
            if not each.box.dice:
                assert said.setdefault(names, each.box.area) == each.box.area, (shapes.size, names)


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_every_box_of_dice_bets_has_its_odds_or_its_note_in_a_small_window(letter: str) -> None:
    for shown, shapes in shapes_at("tai-sai-open-cover-v5", letter, all_seats=False):
        for each in all_filled(shown, shapes):
            text = " ".join(line.text for line in each.letters.lines)
            assert each.box.noted or "1 WINS" in text or "1:" in text, (shapes.size, each.box.name)


def test_lines_of_a_box_lie_below_one_another() -> None:
    for game, letter in LAYOUTS:
        for shown, shapes in shapes_at(game, letter, all_seats=False):
            for each in all_filled(shown, shapes):
                downs = [(line.down, line.px) for line in each.letters.lines]
                for (one, px), (other, _) in pairwise(downs):
                    assert other - one >= px * 0.95


def test_more_than_three_stakes_are_one_stack_with_its_sum() -> None:
    shown, shapes = shapes_at("tiger-baccarat-mbs-v3", "A", all_seats=False)[0]
    stakes = [Stake(amount="262.50", minor=26_250), *[Stake(amount="100", minor=10_000)] * 3]
    each = all_filled(shown, shapes, *stakes)[0]
    ((token,),) = each.lying.rows
    assert (token.mark, token.text, token.behind) == ("", "562.50", "")


@pytest.mark.parametrize(("game", "letter"), [("tiger-baccarat-mbs-v3", "A"), ("tiger-buffalo-v4", "K")])
def test_several_stakes_say_their_sum_and_then_how_many_they_are(game: str, letter: str) -> None:
    stakes = [Stake(amount="20,000", minor=2_000_000, together="9 bets")] * 9
    for shown, shapes in shapes_at(game, letter, all_seats=False):
        for each in all_filled(shown, shapes, *stakes):
            check_letters(each)
            said = " ".join(f"{one.text} {one.behind}".strip() for row in each.lying.rows for one in row)
            assert said in ("180,000 · 9 bets", "180,000 9 bets", "180,000"), "never a factor before the sum"
