"""The frame of a supervisor's page, as the shoe's order and live odds have it: the whole window is about one thing.

It takes the place of the room, or of the table of a supervisor who is signed in there. The top bar and the simulated
devices stay; of the table nothing can be pressed until the page is left.
"""

from dealer_app.screens.actions import Action, SetInput
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.menu import demo_ribbon
from dealer_app.screens.irregularity.menus import supervisor_call_text
from dealer_app.screens.kit import clause_controls
from dealer_app.screens.labels import label_text, refusal_text
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.screen import Rail, RailContent, Screen
from dealer_app.screens.supervisor.room import room_top_bar


def frame_page(
    context: ScreenContext,
    content: RailContent,
    left_tool: Control,
    *,
    caption: ScreenText | None = None,
    since: str = "",
    leave: Action | None = None,
) -> Screen:
    """The page of this content with its rail. Esc leaves it by the last of the rail's tools.

    At the left of the foot is what is grave, or ends it; `leave` is what going back does, where that is more than to
    close the page.
    """
    assert content.page is not None, "the content of a page has its page"
    up, down = (label_text(context, f"window.{code}").first for code in ("further-up", "further-down"))
    back = _back_control(context, leave)
    said = (context.notice or NO_TEXT) if context.refusal is None else refusal_text(context, context.refusal)
    rail = Rail(
        caption=caption or label_text(context, "room.next-for-you"),
        since=since,
        instruction=content.instruction,
        say=content.say,
        why=content.why,
        why_caption=label_text(context, "play.why"),
        clauses=clause_controls(context, *content.clauses),
        refusal=said,
        work=content.work,
        primary=content.primary,
        track=(),
        tools=(left_tool, back),
    )
    return Screen(
        top_bar=room_top_bar(context) if context.is_room else build_top_bar(context),
        ribbon=demo_ribbon(context),
        stage=content.page,
        rail=rail,
        overlay=None,
        writes=content.writes,
        moves=(up, down),
        call=supervisor_call_text(context),
        leave=back,
    )


def _back_control(context: ScreenContext, leave: Action | None) -> Control:
    return Control(
        name="close",
        label=label_text(context, "room.title" if context.is_room else "house.back"),
        act=leave or SetInput(context.input_state.close_panel()),
        key="Esc",
        icon="undo",
    )
