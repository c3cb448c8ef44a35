"""The rail beside a page of practice, and the side keys that such a page has."""

from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import NO_TEXT, Block, Control, KeysBlock, ScreenText
from dealer_app.screens.practice.view import PracticePage, PracticeView
from dealer_app.screens.screen import Rail

_TOOLS = 3
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def page_rail(
    view: PracticeView,
    instruction: str | ScreenText,
    work: tuple[Block, ...],
    step: Control,
    *,
    tools: tuple[Control, ...] = (),
) -> Rail:
    """`instruction` is a code of practice, or a text; the way out is always the last of the side keys."""
    said = view.text(instruction) if isinstance(instruction, str) else instruction
    return Rail(
        caption=view.text("caption"),
        since="",
        instruction=said,
        say=None,
        why=NO_TEXT,
        why_caption=NO_TEXT,
        clauses=(),
        refusal=view.notice,
        work=work,
        primary=step,
        track=(),
        tools=_side_tools(view, tools),
    )


def _side_tools(view: PracticeView, tools: tuple[Control, ...]) -> tuple[Control, ...]:
    """Those of the page, and behind them what there is room for; one way out is enough."""
    taken = {tool.key for tool in tools}
    others = tuple(key for key in side_keys(view) if key.key not in taken)
    return (*tools, *others[: max(0, _TOOLS - len(tools))])


def side_keys(view: PracticeView) -> tuple[Control, ...]:
    """The way out first; language and colours have keys on every page, and a place where there is one."""
    return (stop_key(view), *look_keys(view))


def stop_key(view: PracticeView) -> Control:
    """Out of a page or a session; asked once where something ends."""
    is_leaving = view.keyed.page in (PracticePage.HOME, PracticePage.TRAINEES)
    code = "stop-sure" if view.keyed.stopping else "stop"
    if is_leaving and view.is_from_demo and not view.keyed.stopping:
        return Control(name="stop", label=view.room_text("to-demonstration"), act=Practise("stop"), key="Esc")
    return Control(name="stop", label=view.text(code), act=Practise("stop"), key="Esc")


def look_keys(view: PracticeView) -> tuple[Control, ...]:
    """Language and colours."""
    return (
        Control(name="language", label=view.text("language"), act=Practise("language"), key="F8"),
        Control(name="theme", label=view.text("theme"), act=Practise("theme"), key="F9"),
    )


def trainer_key(view: PracticeView) -> Control:
    """The way to the trainer's room, which a PIN opens."""
    return Control(name="trainer", label=view.room_text("trainer-room"), act=Practise("trainer"), key="F10")


def course_key(view: PracticeView) -> Control:
    """The way to the own course."""
    return Control(name="course", label=view.room_text("my-course"), act=Practise("course"), key="*")


def close_key(view: PracticeView, where: str) -> Control:
    """Back to another page."""
    return Control(name="close", label=view.room_text("close"), act=Practise(where), key="Esc")


def letter_board() -> KeysBlock:
    """Letters and digits to touch; who has a keyboard types."""
    signs = (*"1234567890", *_LETTERS, " ", "⌫")
    return KeysBlock(
        controls=tuple(
            Control(
                name=f"letter:{sign}",
                label=ScreenText("␣" if sign == " " else sign),
                act=Practise("letter", sign),
            )
            for sign in signs
        ),
        columns=13,
    )
