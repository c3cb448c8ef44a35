"""What has little room is whole all the same: labels of entries, picked keys, keys in a frame, captions, reasons."""

import pytest

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import EntryBlock, GalleryBlock, ListRow, RowsBlock, ScreenText
from tests.support.rounds import V4
from tests.ui.sample_controls import clause_chip, sample_act, sample_control
from tests.ui.sample_rails import INSURANCE
from ui.blocks.control_plan import ControlLook, plan_control
from ui.blocks.entry import plan_entry
from ui.blocks.gallery import plan_gallery
from ui.blocks.plan import FOLDS, Dress, Frame
from ui.blocks.rows import plan_rows
from ui.blocks.text_metrics import ELLIPSIS
from ui.rail import RICH, plan_guide
from ui.theme import fonts
from ui.theme.sizes import TARGET, Measures
from ui.theme.theme import DARK

SMALL = Dress(DARK, Measures.from_size(1366, 768))
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def letters() -> None:
    fonts.install_fonts()


def test_a_label_without_room_on_its_line_is_said_in_short() -> None:
    close = next(SMALL._replace(fold=fold) for fold in FOLDS if fold.close)
    label = ScreenText("赌场副经理或以上职级人员的编号", "Badge", "赌场副经理编号")
    texts = [text.text for text in plan_entry(EntryBlock(name="badge", label=label, value=""), 196, close).texts]
    assert texts[0] == "赌场副经理编号"


@pytest.mark.parametrize("second", ["Seated", "Recorded"])
def test_a_picked_key_keeps_its_words_off_its_frame(second: str) -> None:
    label = ScreenText("座客", second)
    look = ControlLook.from_control(replace(sample_control("key", label), picked=True))
    plan = plan_control(look, 80, 64, SMALL)
    assert label.first in [text.text for text in plan.texts]
    assert min(text.rect.left() for text in plan.texts) >= 5


def test_a_long_reason_is_whole_in_the_second_language() -> None:
    second = (
        "牌靴現在報告一張牌，與先前人手輸入的不同。請查看牌面。"
        "若為同一張牌，請擱置此項並更正所輸入的牌；若為另一張牌，則計入。"
    )
    rail = replace(INSURANCE, why=ScreenText("Look at the cards.", second), clauses=(clause_chip("5.8"),))
    texts = [text.text for text in plan_guide(rail, 412, RICH, SMALL).texts]
    assert not [text for text in texts if ELLIPSIS in text]
    assert second in "".join(texts)


def test_the_keys_of_a_row_alone_leave_its_frame_in_sight() -> None:
    again = sample_control("another-bet", ScreenText("Another bet", "另選注碼"))
    row = ListRow(name="bet:2", title="Seat 2", badge="2", controls=(again,), framed=True, act=sample_act("bet:2"))
    plan = plan_rows(RowsBlock(rows=(row,)), 780, SMALL)
    frame = next(part.rect for part in plan.parts if isinstance(part, Frame) and part.border is not None)
    key = next(place.rect for place in plan.places if place.control.name == "another-bet")
    assert key.height() >= TARGET
    assert frame.adjusted(3, 3, -3, -3).contains(key)


def test_a_caption_below_a_layout_is_clear_of_its_frame() -> None:
    layout = sample_control("layout:A", ScreenText("A", "", "up to 6 seats"), sub=ScreenText("PAIR, TIE", "", "PAIR"))
    plan = plan_gallery(GalleryBlock(game=V4, layouts=(layout,)), 200, SMALL)
    caption = next(text for text in plan.texts if text.text == "PAIR")
    frame = next(part.rect for part in plan.parts if isinstance(part, Frame))
    assert caption.rect.bottom() + 3 <= frame.bottom()
