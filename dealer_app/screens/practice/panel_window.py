"""The second window of practice: the trainer's panel beside what the trainee sees. Its touches and keys are its own.

Nothing that is pressed there is taken for the trainee: only the steps of the panel are done.
"""

from collections.abc import Callable
from typing import Protocol

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, Practise
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.key_input import BACKSPACE, ENTER, screen_controls
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.practice.panel_control import PanelControl
from dealer_app.screens.practice.trainer_panel import panel_screen
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import Cue, DiceShown, Screen, TableStage


class PanelWindowDesk(Protocol):
    """What the second window needs of the first one's screen."""

    panel: PanelControl
    screen: Screen

    def perform_panel(self, act: Practise) -> None:
        """Does a step of the panel, and shows both windows."""

    def sound(self, cue: Cue) -> None: ...


class PanelWindow:
    """The screen behind the second window, as the window asks for it."""

    def __init__(self, desk: PanelWindowDesk, window: Callable[[], WindowPort]) -> None:
        self._desk = desk
        self._window = window
        self.screen: Screen | None = None

    def open(self) -> bool:
        """Whether there can be a second window."""
        return self._window().open_second(self)

    def show(self, view: PracticeView, looks: Looks) -> None:
        """Shows it as it is now; once it is closed the window goes."""
        if not self._desk.panel.is_beside:
            if self.screen is not None:
                self.screen = None
                self._window().close_second()
            return
        stage, ribbon = self._desk.screen.stage, self._desk.screen.ribbon
        assert ribbon is not None, "practice says on each screen that it is practice"
        self.screen = panel_screen(view, _mirror(stage) if isinstance(stage, TableStage) else None, ribbon)
        self._window().show_second(self.screen, looks)

    def press(self, act: Action, _name: str = "") -> None:
        """A touch."""
        if isinstance(act, Practise) and act.what in self._desk.panel.steps:
            self._desk.perform_panel(act)

    def press_key(self, key: str) -> None:
        """A key, while this window has the keyboard."""
        screen, panel = self.screen, self._desk.panel
        if screen is None:
            return
        if key != ENTER and panel.type_key(key):
            self._desk.perform_panel(Practise("panel-look"))
            return
        wanted = "-" if key == BACKSPACE else key
        fit = [each for each in screen_controls(screen) if each.key.casefold() == wanted.casefold()]
        found = next((each for each in fit if each.act is not None), fit[0] if fit else None)
        if found is not None and found.act is not None:
            self.press(found.act)
        elif found is not None:
            self.show_wait(found)
        else:
            self._desk.sound(Cue.REFUSED)

    def show_wait(self, control: Control) -> None:
        """What cannot be pressed now says why."""
        self._desk.sound(Cue.REFUSED)
        self._desk.panel.notice = control.waits or ScreenText("")
        self._desk.perform_panel(Practise("panel-look"))

    def leave(self) -> None:
        """Somebody closes the window by its corner."""
        self._desk.perform_panel(Practise("panel-close"))


def _mirror(stage: TableStage) -> TableStage:
    """What the trainee sees, which nobody can touch here."""
    table = replace(
        stage.table,
        areas=tuple(replace(area, act=None) for area in stage.table.areas),
        seats=tuple(replace(seat, act=None) for seat in stage.table.seats),
        turn=None,
    )
    result = stage.result
    if isinstance(result, DiceShown):
        # Beside the panel there is no room for how often they tumbled.
        result = replace(result, tumbles=None, tumbles_word=NO_TEXT, lines=())
    return replace(stage, table=table, result=result)
