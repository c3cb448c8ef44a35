"""The customer display of one station: opened and closed, fed with each screen, asked whether it is alive."""

from collections.abc import Callable

from PySide6.QtCore import QTimer

from dealer_app.domain.round.table_settings import Rules
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.display.customer_presenter import CustomerPresenter, DisplayOptions
from dealer_app.screens.display.customer_screen import CustomerScreen
from dealer_app.screens.display.pay_table import Chances
from ui.display.display_window import DisplayWindow


class DisplayHost:
    """`keep` is given the round and the digest of each result that was painted, in a later turn of the loop."""

    def __init__(
        self,
        options: DisplayOptions,
        find_chances: Callable[[Rules, int | None], Chances],
        keep: Callable[[int, str], None],
    ) -> None:
        self._options = options
        self._find_chances = find_chances
        self._keep = keep
        self._window: DisplayWindow | None = None
        self._presenter: CustomerPresenter | None = None

    def open_if_wanted(self) -> None:
        """At a start: a house that has a monitor for guests need not ask for it."""
        if self._options.monitor is not None:
            self.toggle()

    def toggle(self) -> None:
        """Opens the display, or closes the one that is open."""
        if self._window is not None:
            self.close()
            return
        self._window = DisplayWindow(self._options.monitor, self._note_painted)
        self._presenter = CustomerPresenter(
            self._options, self._window.show_screen, self._keep_later, self._find_chances
        )
        self._window.open()

    def restart(self) -> None:
        """A new window in the place of the one that is open: what was wrong with that is gone with it."""
        if self._window is not None:
            self.close()
            self.toggle()

    def close(self) -> None:
        if self._window is not None:
            self._window.end()
            self._window = self._presenter = None

    def update(self, make_context: Callable[[], ScreenContext]) -> None:
        """Shows the table as it is now, where there is a display."""
        if self._presenter is not None:
            self._presenter.update(make_context())

    def is_alive(self) -> bool | None:
        """Nothing where there is no display."""
        return None if self._window is None else self._window.is_alive

    def _note_painted(self, shown: CustomerScreen) -> None:
        if self._presenter is not None:
            self._presenter.note_painted(shown)

    def _keep_later(self, round_number: int, digest: str) -> None:
        """It is found while a picture is being painted: nothing is decided in the middle of that."""
        QTimer.singleShot(0, lambda: self._keep(round_number, digest))
