"""The door of the trainer's room and what is behind it for the whole house: trainers, PINs, the rule of grades."""

from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    Block,
    Control,
    EntryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Weight,
)
from dealer_app.screens.practice.drill_rail import digit_pad, primary
from dealer_app.screens.practice.page_rail import close_key, letter_board, look_keys, page_rail
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail

NAME_FIELD, PIN_FIELD, AGAIN_FIELD = range(3)
_PIN_MARK = "•"


def trainer_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Name, PIN, and the PIN again: of the first trainer of a folder, or of another one."""
    keyed = view.keyed
    entries: list[Block] = []
    is_new = keyed.texts[0] != OWN_PIN
    if is_new:
        entries.append(
            EntryBlock(
                name="trainer-name",
                label=view.room_text("trainer-name"),
                value=keyed.texts[1],
                writing=keyed.field == NAME_FIELD,
                act=Practise("field", str(NAME_FIELD)),
            )
        )
    for code, field, pin in (("pin", PIN_FIELD, keyed.pin), ("pin-again", AGAIN_FIELD, keyed.pin_again)):
        entries.append(
            EntryBlock(
                name=code,
                label=view.room_text(code),
                value=_PIN_MARK * len(pin.text),
                secret=True,
                writing=keyed.field == field,
                act=Practise("field", str(field)),
            )
        )
    is_first = not view.room.trainers
    title = view.room_text("first-trainer" if is_first else "new-trainer" if is_new else "my-pin")
    pad = (digit_pad(),) if keyed.field != NAME_FIELD else ()
    page = PageStage(
        title=title,
        sub=view.room_text("first-trainer-line") if is_first else ScreenText(""),
        columns=((*entries, NoteBlock(text=view.room_text("pin-line"))), pad),
        foot=(letter_board(),) if keyed.field == NAME_FIELD else (),
    )
    last = keyed.field == AGAIN_FIELD
    act = Practise("keep-trainer") if last else Practise("field", str(keyed.field + 1))
    label = view.room_text("keep") if last else view.room_text("next-field")
    back = "close-room" if is_first else "trainers"
    return page, page_rail(
        view, title, (GapBlock(),), primary("keep-trainer", label, act), tools=(close_key(view, back), *look_keys(view))
    )


OWN_PIN = "own"
"""In the first text of the form: a trainer sets a PIN of their own, and no name."""


def trainer_pin_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Who trains, and the PIN."""
    rows = tuple(
        ListRow(
            name=f"trainer:{each.trainer}",
            title=each.name,
            framed=number == view.keyed.place,
            act=Practise("choose-trainer", str(number)),
        )
        for number, each in enumerate(view.room.trainers)
    )
    left: tuple[Block, ...] = (HeadingBlock(text=view.room_text("who-trains")), RowsBlock(rows=rows))
    if len(rows) > 1:
        key = Control(name="next-trainer", label=view.room_text("next-row"), act=Practise("next-trainer"), key="+")
        left = (*left, KeysBlock(controls=(key,), columns=1))
    entry = EntryBlock(
        name="pin", label=view.room_text("pin"), value=_PIN_MARK * len(view.keyed.pin.text), secret=True, writing=True
    )
    page = PageStage(title=view.room_text("trainer-room"), columns=(left, (entry, digit_pad())))
    step = primary(
        "open-room",
        view.room_text("open-room"),
        Practise("open-room") if view.keyed.pin.text else None,
        view.room_text("waits-pin"),
    )
    work = (NoteBlock(text=view.room_text("trainer-room-line")), GapBlock())
    return page, page_rail(
        view, view.room_text("trainer-pin"), work, step, tools=(close_key(view, "close-room"), *look_keys(view))
    )


def trainers_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Who trains here: add one, set the own PIN, remove the framed one."""
    assert view.room.trainer is not None, "a trainer is signed in"
    rows = tuple(
        ListRow(
            name=f"trainer:{each.trainer}",
            title=each.name,
            lines=(each.trainer,),
            framed=number == view.keyed.place,
            act=Practise("choose-trainer", str(number)),
        )
        for number, each in enumerate(view.room.trainers)
    )
    can_remove = len(rows) > 1
    keys = KeysBlock(
        controls=(
            Control(name="new-trainer", label=view.room_text("new-trainer"), act=Practise("new-trainer"), key="1"),
            Control(name="my-pin", label=view.room_text("my-pin"), act=Practise("my-pin"), key="2"),
            Control(name="next-trainer", label=view.room_text("next-row"), act=Practise("next-trainer"), key="+"),
        ),
        columns=1,
    )
    chosen = view.room.trainers[min(view.keyed.place, len(rows) - 1)]
    remove = Control(
        name="remove-trainer",
        label=view.room_text("remove-sure" if view.keyed.stopping else "remove", name=chosen.name),
        act=Practise("remove-trainer", chosen.trainer) if can_remove else None,
        waits=view.room_text("last-trainer"),
        key="-",
        weight=Weight.GRAVE,
    )
    page = PageStage(title=view.room_text("trainers"), columns=((RowsBlock(rows=rows),),))
    step = primary("class", view.room_text("back-to-class"), Practise("class"))
    work = (keys, GapBlock(), KeysBlock(controls=(remove,), columns=1))
    return page, page_rail(view, page.title, work, step, tools=(close_key(view, "class"), *look_keys(view)))


def grades_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The rule of grades, a field for each figure; it is printed with every grade."""
    keyed = view.keyed
    columns: list[tuple[Block, ...]] = []
    for place, code in enumerate(("right", "in-time")):
        entries = tuple(
            EntryBlock(
                name=f"grade:{grade}:{code}",
                label=view.room_text(f"grade-{code}", grade=str(grade)),
                value=keyed.texts[2 * number + place],
                writing=keyed.field == 2 * number + place,
                act=Practise("field", str(2 * number + place)),
            )
            for number, grade in enumerate((5, 4, 3, 2))
        )
        columns.append((HeadingBlock(text=view.room_text(code)), *entries))
    columns.append((digit_pad(),))
    page = PageStage(
        title=view.room_text("grades"),
        sub=view.room_text("grades-line"),
        columns=tuple(columns),
        foot=(NoteBlock(text=view.room_text("grades-foot")),),
    )
    last = keyed.field == len(keyed.texts) - 1
    step = (
        primary("keep-grades", view.room_text("keep"), Practise("keep-grades"))
        if last
        else primary("next-field", view.room_text("next-field"), Practise("field", str(keyed.field + 1)))
    )
    keep = Control(name="keep-now", label=view.room_text("keep"), act=Practise("keep-grades"), key="+")
    usual = Control(name="usual-grades", label=view.room_text("usual-grades"), act=Practise("usual-grades"), key="/")
    work = (GapBlock(), KeysBlock(controls=(keep, usual), columns=2))
    return page, page_rail(
        view, view.room_text("grades"), work, step, tools=(close_key(view, "class"), *look_keys(view))
    )
