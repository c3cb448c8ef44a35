"""The sheets of the compliance file: what they say is the book's, and all of it can be read."""

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize

from dealer_app.layouts import layout_drawing
from dealer_app.layouts.compliance import OURS_NOTE, SHEET_NOTE, bet_rows, document_title, effective_text, offer_groups
from dealer_app.layouts.drawing import box_legend, odds_legend
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import GAMES, require_layout
from ui.table.box_contents import clear_distance
from ui.table.export.sheets import PAGE, list_drawings, scene_place, scene_size, sheet_marks, sheet_texts
from ui.table.export.svg import find_example_marks
from ui.table.picture import TablePicture, make_picture_key
from ui.table.thumbnails import empty_table
from ui.theme.theme import BRIGHT

pytestmark = pytest.mark.usefixtures("letters")
SHEETS = tuple(list_drawings(GAMES))
INSURANCE, MBS, TAI_SAI = "tiger-buffalo-insurance", "tiger-baccarat-mbs-v3", "tai-sai-open-cover-v5"
EXAMPLES = ("B", "D", "F")


def said(game: str, letter: str) -> list[str]:
    return [text.text.replace("\u00a0", " ") for text in sheet_texts(game, letter)]


@pytest.mark.parametrize(("game", "letter"), SHEETS)
def test_nothing_on_a_sheet_lies_over_anything_else_or_off_the_page(game: str, letter: str) -> None:
    page, drawn = QRectF(0, 0, PAGE.width(), PAGE.height()), scene_place(game, letter)
    assert page.contains(drawn)
    texts = sheet_texts(game, letter)
    for text in texts:
        assert page.contains(text.bounds), text.text
        assert not drawn.intersects(text.bounds), text.text
    for one, other in combinations(texts, 2):
        apart = one.bounds.adjusted(-5, 0, 5, 0)
        assert not apart.intersects(other.bounds), (one.text, other.text)


@pytest.mark.parametrize(("game", "letter"), SHEETS)
def test_a_drawing_is_as_large_as_the_page_and_its_bets_allow(game: str, letter: str) -> None:
    *rest, foot = sorted(text.place.y() for text in sheet_texts(game, letter))
    drawn = scene_place(game, letter)
    as_wide = drawn.width() == pytest.approx(PAGE.width() * (0.8 if sheet_marks(game, letter) else 1))
    assert as_wide or foot - rest[-1] < 40
    assert drawn.width() >= PAGE.width() * 0.8


@pytest.mark.parametrize(("game", "letter"), SHEETS)
def test_every_sheet_says_whence_its_geometry_is(game: str, letter: str) -> None:
    assert any(SHEET_NOTE in text and load_rulebook(game).fingerprint in text for text in said(game, letter))


@pytest.mark.parametrize(("game", "letter"), SHEETS)
def test_a_sheet_has_every_bet_with_its_odds_and_its_clause(game: str, letter: str) -> None:
    book = load_rulebook(game)
    layout = require_layout(book, layout_drawing(game, letter).letter)
    rows, texts = bet_rows(book, layout), said(game, letter)
    for row in rows:
        assert {row.name, row.pays, row.clause} <= set(texts)
        assert any("\u4e00" <= character <= "\u9fff" for character in row.name), row.name
        assert "_" not in row.name
    assert {row.clause for row in rows} == {pay.clause for pay in layout.pays}
    for pay in layout.pays:
        odds = "0.95 to 1" if pay.odds.stake == 20 else f"{pay.odds.win} to {pay.odds.stake}"
        assert any(odds in row.pays and row.clause == pay.clause for row in rows)
    whole = " ".join(texts)
    for area in layout.areas:
        kind, _, numbers = area.partition(":")
        assert kind == "sum" or " ".join(numbers) in whole
        assert numbers or box_legend(area).full_label.casefold() in whole.casefold() or box_legend(area).glyph in whole


def test_odds_less_a_commission_are_as_printed_in_the_box() -> None:
    book = load_rulebook(MBS)
    for layout in book.layouts:
        (banker,) = (row for row in bet_rows(book, layout) if row.name.startswith("BANKER "))
        assert banker.pays == odds_legend(layout, layout.areas[0]) == "0.95 to 1"


@pytest.mark.clause("tai-sai-open-cover-v5", "4.1.2")
def test_dice_bets_have_the_names_of_their_document_and_chinese_ones() -> None:
    book = load_rulebook(TAI_SAI)
    named = {row.name: row for row in bet_rows(book, require_layout(book, "C"))}
    assert named["Domino Combination Bet 骨牌†"].numbers[:3] == ("1 4", "1 2", "2 4")
    assert named["Double Numbers With Single Dice Combination Bet 對子加單骰†"].pays == "50 to 1"
    assert named["Total Sum Combination (4 or 17) Bet 4、17 點†"].pays == "62 to 1"
    assert named["Single Dice Bet 三軍†"].pays == "1 die 1 to 1, 2 dice 2 to 1, 3 dice 12 to 1"


@pytest.mark.parametrize(("game", "letter"), SHEETS)
def test_a_sheet_marks_the_chinese_that_no_drawing_of_its_document_shows(game: str, letter: str) -> None:
    texts = said(game, letter)
    assert any(OURS_NOTE in text for text in texts)
    assert not [text for text in texts if text in ("Big Bet 大†", "Odd Bet 单†")]
    ours = {"tiger-buffalo-v4": {"TIE 和†"}, INSURANCE: {"TIE 和†"}, MBS: {"TIE 和†", "BANKER 庄†", "PLAYER 閒†"}}
    assert ours.get(game, set()) <= set(texts)
    if game in ("tiger-buffalo-v4", INSURANCE):
        assert {"PLAYER 閒", "BANKER 庄"} <= set(texts)


@pytest.mark.parametrize(("game", "letter"), SHEETS)
def test_a_sheet_says_where_its_drawing_has_a_line_that_could_not_be_read(game: str, letter: str) -> None:
    told = any("BIG and SMALL" in text and "could not be read" in text for text in said(game, letter))
    assert told is (game == TAI_SAI and letter in "AB")


@pytest.mark.clause("tiger-buffalo-insurance", "4.1.8")
def test_the_sheets_have_every_line_of_the_insurance_pay_table() -> None:
    book = load_rulebook(INSURANCE)
    assert book.insurance is not None
    offers = offer_groups(book.insurance)
    assert sum(len(each.lines) for each in offers) == len(book.insurance.offers) == 17
    for layout in book.layouts:
        texts = said(INSURANCE, layout.letter)
        for each in offers:
            assert each.title in texts
            for line in each.lines:
                assert f"Player {line.player}, Banker {line.banker}" in texts
                assert line.pays in texts
        assert texts.count("10 to 1*") == 2
        assert texts.count("10 to 1") == 2
        assert "PLAYER INSURANCE PLUS 閒保險†" in texts
        assert any("25% of the maximum permissible limit" in text for text in texts)
        assert any(text.startswith("* Paid on a Tie too.") for text in texts)
        assert {"4.1.8", "3.12.2", "4.2.1"} <= set(texts)


def test_a_sheet_says_since_when_its_document_is_in_force() -> None:
    dates = {
        game: (document_title(load_rulebook(game).identity), effective_text(load_rulebook(game).identity))
        for game in GAMES
    }
    assert dates[INSURANCE][1] == "from 14 May 2024, 0800 hours"
    assert "unnumbered" not in dates[INSURANCE][0]
    assert dates[MBS] == ("Tiger Baccarat (MBS), version 3", "from 9 March 2022")


@pytest.mark.parametrize("letter", EXAMPLES)
@pytest.mark.parametrize("scale", [1, 2])
def test_the_marks_of_an_example_cover_nothing_of_what_they_mark(letter: str, scale: int) -> None:
    shown = empty_table(TAI_SAI, letter)
    size = scene_size(TAI_SAI, letter) * scale
    picture = TablePicture(shown, make_picture_key(shown, QSize(size), BRIGHT))
    found = tuple(find_example_marks(picture))
    assert [mark.name for mark in found] == [name for _, name in layout_drawing(TAI_SAI, letter).kind.examples]  # type: ignore[union-attr]
    for mark, (area, _) in zip(found, layout_drawing(TAI_SAI, letter).kind.examples, strict=True):  # type: ignore[union-attr]
        for each in picture.filled:
            assert clear_distance(each, mark.middle) >= mark.radius, (area, each.box.name)
        boxes = [each.box for each in picture.filled if each.box.area == area]
        assert any(box.bounds.contains(mark.middle) for box in boxes)
    for one, other in combinations(found, 2):
        between: QPointF = one.middle - other.middle
        assert QPointF.dotProduct(between, between) > (one.radius + other.radius) ** 2
