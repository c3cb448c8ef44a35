"""Where texts stand, asked of the plans: none is cut off, none lies over another, none is smaller than can be read."""

from itertools import combinations, product

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from dealer_app.screens.blocks import (
    Block,
    Control,
    GalleryBlock,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    TagsBlock,
    Tile,
    TilesBlock,
    Tone,
    Weight,
)
from tests.ui.sample_controls import sample_act
from tests.ui.sample_pages import PAGES
from tests.ui.sample_panels import OVERLAYS
from tests.ui.sample_rails import RAILS
from ui.blocks.block import plan_block
from ui.blocks.control_plan import (
    ControlLook,
    control_height,
    has_room,
    is_wide_enough,
    least_width,
    natural_width,
    plan_control,
    text_candidates,
)
from ui.blocks.plan import FOLDS, BlockPlan, ColumnFold, ControlPaint, Dress
from ui.blocks.text_metrics import ELLIPSIS, TextStyle, advance, elide_text, wrap_text
from ui.rail import LEANER, GuideTrim, plan_guide, plan_track
from ui.theme.sizes import SMALLEST_TEXT, TARGET, Measures
from ui.theme.theme import BRIGHT, DARK

LARGE, SMALL = Dress(DARK, Measures.from_size(1920, 1080)), Dress(BRIGHT, Measures.from_size(1366, 768))
HUGE = Dress(DARK, Measures.from_size(2560, 1440))
DRESSES = [pytest.param(LARGE, id="1920"), pytest.param(SMALL, id="1366"), pytest.param(HUGE, id="2560")]
pytestmark = pytest.mark.usefixtures("letters")


def blocks() -> list[Block]:
    found = [block for rail in RAILS.values() for block in rail.work]
    found += [block for page in PAGES.values() for column in page.columns for block in column]
    return found + [block for panel in OVERLAYS.values() for block in (*panel.left_column, *panel.right_column)]


def assert_sound(plan: BlockPlan) -> None:
    """All of it inside, each text as wide as its letters, and none over another."""
    inside = QRectF(0, 0, plan.width, plan.height).adjusted(-1, -1, 1, 1)
    for text in plan.texts:
        assert inside.contains(text.rect), text
        assert QFontMetricsF(text.letters.font).horizontalAdvance(text.text) <= text.rect.width() + 0.01
        assert text.letters.px >= SMALLEST_TEXT
    for one, other in combinations(plan.texts, 2):
        covered = one.rect.intersected(other.rect)
        assert covered.width() <= 1 or covered.height() <= 7, (one.text, other.text)
    places = [place for place in plan.places if place.kind is ControlPaint.PAINTED]
    for place in places:
        assert inside.contains(place.rect), place.control.name
        for text in plan.texts:
            covered = place.rect.intersected(text.rect)
            assert covered.width() <= 1 or covered.height() <= 3, (place.control.name, text.text)
    for place, another in combinations(places, 2):
        covered = place.rect.intersected(another.rect)
        assert covered.width() <= 1 or covered.height() <= 1, (place.control.name, another.control.name)


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("width", [412, 468, 536, 700, 828, 1288])
def test_every_block_has_room_for_its_texts(dress: Dress, width: int) -> None:
    for block in blocks():
        plan = plan_block(block, dress.measures.px(width), dress)
        assert_sound(plan)
        for place in plan.places:
            size = place.rect.width(), place.rect.height()
            if place.kind is ControlPaint.PAINTED:
                assert_sound(plan_control(ControlLook.from_control(place.control), *size, dress))


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("width", [412, 536, 828])
def test_a_finger_finds_every_key(dress: Dress, width: int) -> None:
    """Clause chips are smaller; what surrounds them gives them their 64 pixels."""
    for block in blocks():
        for place in plan_block(block, dress.measures.px(width), dress).places:
            if place.control.weight is not Weight.CLAUSE and not place.control.name.startswith("card:"):
                assert place.rect.height() >= TARGET - 1, place.control.name
                assert place.rect.width() >= TARGET - 1, place.control.name


FOLDED = [
    pytest.param(dress._replace(fold=fold), id=f"{dress.measures.width}-{number}")
    for dress in (LARGE, SMALL)
    for number, fold in enumerate(FOLDS)
]


@pytest.mark.parametrize("dress", FOLDED)
@pytest.mark.parametrize("width", [412, 480, 536, 828])
def test_folded_every_block_has_room_for_its_texts_and_a_finger_for_every_key(dress: Dress, width: int) -> None:
    for block in blocks():
        plan = plan_block(block, dress.measures.px(width), dress)
        assert_sound(plan)
        for place in plan.places:
            if place.control.weight is not Weight.CLAUSE and not place.control.name.startswith("card:"):
                assert place.rect.height() >= TARGET - 1, place.control.name
                assert place.rect.width() >= TARGET - 1, place.control.name


@pytest.mark.parametrize("dress", FOLDED)
def test_folded_a_list_keeps_a_touch_for_every_row_and_the_keys_of_the_framed_one(dress: Dress) -> None:
    for block in blocks():
        if not isinstance(block, RowsBlock):
            continue
        names = {place.control.name for place in plan_block(block, dress.measures.px(412), dress).places}
        assert {row.name for row in block.rows if row.act is not None} <= names
        framed = (control for row in block.rows if row.framed for control in row.controls if not control.spare)
        assert {control.name for control in framed if control.act is not None} <= names


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("name", RAILS)
@pytest.mark.parametrize("lean", LEANER)
def test_the_guide_has_room_for_its_words(name: str, dress: Dress, lean: GuideTrim) -> None:
    rail = RAILS[name]
    width = dress.measures.rail_width - 2 * dress.measures.rail_padding
    assert_sound(plan_guide(rail, width, lean, dress))
    assert_sound(plan_track(rail.track, width, dress.measures.px(74), dress))


def test_the_instruction_is_never_cut() -> None:
    for dress in (LARGE, SMALL):
        width = dress.measures.rail_width - 2 * dress.measures.rail_padding
        for rail in RAILS.values():
            assert any(rail.instruction.first == text.text for text in plan_guide(rail, width, LEANER[0], dress).texts)


LABELS = (
    ScreenText("No", "不買"),
    ScreenText("Continue", "繼續"),
    ScreenText("Call supervisor", "通知主管", "Supervisor"),
    ScreenText("Ask the shift manager to choose for all bettors", "請當值經理為所有客人選擇", "Shift manager"),
    ScreenText("7F3AC21E" * 4),
)


WIDTHS = {Weight.NEXT: (330, 400, 536), Weight.GRAVE: (150, 184, 248)}
FACES = (("", "", True, False), ("F2", "warning", True, True), ("Enter", "", False, False))
SUBS = (ScreenText(""), ScreenText("1,062.50"), ScreenText("waiting for seat 7 and for the supervisor", "", "waits"))


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("weight", list(Weight))
@pytest.mark.parametrize("label", LABELS)
def test_a_control_says_what_it_can_in_any_room(dress: Dress, weight: Weight, label: ScreenText) -> None:
    widths = WIDTHS.get(weight, (64, 80, 101, 128, 200, 536))
    for width, sub, (key, icon, possible, picked) in product(widths, SUBS, FACES):
        control = Control(
            name="any",
            label=label,
            act=sample_act("any") if possible else None,
            waits=ScreenText("") if possible else sub,
            sub=sub,
            key=key if width > 80 else "",
            weight=weight,
            picked=picked,
            icon=icon if width > 80 else "",
        )
        size = float(dress.measures.px(width)), float(control_height(control, dress))
        plan = plan_control(ControlLook.from_control(control), *size, dress)
        assert_sound(plan)
        assert any(text.text != key for text in plan.texts), (label, width)


@pytest.mark.parametrize("dress", DRESSES)
def test_in_its_natural_width_a_control_says_all_it_has_to_say(dress: Dress) -> None:
    for label in LABELS[:4]:
        for sub in (ScreenText(""), ScreenText("1,000")):
            look = ControlLook.from_control(Control(name="any", label=label, sub=sub, act=sample_act("any")))
            wide = float(natural_width(look, dress))
            said = {text.text for text in plan_control(look, wide, 64.0 * dress.measures.scale, dress).texts}
            assert {label.first, label.second} <= said
            assert least_width(look, dress) <= wide


@pytest.mark.parametrize("dress", DRESSES)
def test_what_fits_into_a_width_fits_into_any_that_is_wider(dress: Dress) -> None:
    """The least width is looked for by halves."""
    for label, sub in product(
        LABELS, (ScreenText(""), ScreenText("1,000"), ScreenText("waiting for seat 7", "等候7號位"))
    ):
        look = ControlLook.from_control(Control(name="any", label=label, sub=sub, act=sample_act("any")))
        high = dress.measures.target - 2 * dress.measures.px(3, 2)
        widths = range(dress.measures.target, dress.measures.px(400), 4)
        rooms = [width - 2 * dress.measures.px(10, 4) for width in widths]
        fitting = [any(has_room(lines, room, high) for lines in text_candidates(look, dress, room)) for room in rooms]
        assert fitting == sorted(fitting)
        assert least_width(look, dress) == next(
            (width for width, fits_in in zip(widths, fitting, strict=True) if fits_in), natural_width(look, dress)
        )
        for width in range(TARGET // 2, 900, 7):
            assert is_wide_enough(look, width + 0.5, dress) == (least_width(look, dress) <= width + 0.5)


def test_what_cannot_be_pressed_says_what_it_waits_for() -> None:
    look = ControlLook.from_control(
        Control(name="apply", label=ScreenText("Apply"), waits=ScreenText("waiting for seat 7"), weight=Weight.NEXT)
    )
    assert "waiting for seat 7" in {text.text for text in plan_control(look, 536.0, 96.0, LARGE).texts}


def test_a_text_that_is_cut_says_so() -> None:
    letters = TextStyle(18)
    shown = elide_text("Ends round 37 and the cards may be cleared", letters, 120.0)
    assert shown.endswith(ELLIPSIS)
    assert advance(shown, letters) <= 120.0


def test_chinese_breaks_between_any_two_characters_but_not_before_what_closes() -> None:
    letters = TextStyle(20)
    text = "「莊六點，贏閒五點。老虎三張，老虎對一對。」"
    for width in range(60, 400, 20):
        lines = wrap_text(text, letters, float(width), 40)
        assert "".join(lines) == text
        assert all(line[0] not in "，。」" for line in lines)
        assert all(advance(line, letters) <= width for line in lines)


def test_words_are_not_broken_while_they_fit() -> None:
    text = "By which bet is not said while cards are face down"
    assert " ".join(wrap_text(text, TextStyle(18), 200.0)) == text


@pytest.mark.parametrize("tone", list(Tone))
def test_every_tone_has_a_plan(tone: Tone) -> None:
    for block in (
        HeadingBlock(text=ScreenText("Heading", "標題"), tone=tone, note="a remark", right="1,900"),
        NoteBlock(
            text=ScreenText("A sentence.", "一句。"), tone=tone, title=ScreenText("Title"), framed=True, mark="NO"
        ),
        NoteBlock(text=ScreenText("A sentence.", "一句。"), tone=tone),
        RowsBlock(
            rows=(ListRow(name="one", title="One", tone=tone, right="Ready"), ListRow(name="two", title="Two")),
            dense=True,
        ),
        TagsBlock(tags=(Tag("7 TIE 100", tone),)),
        TilesBlock(
            tiles=(Tile(title=ScreenText("PLAYER", "閒"), tone=tone, points="6", lines=(ScreenText("stands"),)),)
        ),
    ):
        assert_sound(plan_block(block, 412, SMALL))


@pytest.mark.parametrize("dress", DRESSES)
def test_which_bets_a_layout_has_is_said_whole(dress: Dress) -> None:
    gallery = next(block for block in blocks() if isinstance(block, GalleryBlock))
    plan = plan_block(gallery, dress.measures.px(1288, 902), dress)
    assert not [text.text for text in plan.texts if text.text.endswith(ELLIPSIS)]


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("fold", FOLDS)
def test_a_list_that_is_folded_keeps_the_key_for_more_of_it(dress: Dress, fold: ColumnFold) -> None:
    """Facts behind one another too: without that key the older lines of a round could not be reached."""
    facts = tuple(ListRow(name=f"told:{place}", title=f"Line {place}", right="21:47:08") for place in range(8))
    more = Control(name="more-lines", label=ScreenText("More"), act=sample_act("more"))
    plan = plan_block(RowsBlock(rows=facts, more=(more,), dense=True), 700, dress._replace(fold=fold))
    assert [place.control.name for place in plan.places] == ["more-lines"]
    assert_sound(plan)
