"""The bare way to say the same in another language: as many plain buttons as a panel has, set, laid out and painted."""

from itertools import cycle

from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from ui.theme import fonts

COLUMNS, ROWS = 8, 10
_SAID = ("Call the supervisor, {} of the shoe", "請主管到場，本靴第{}局")


class BarePanel(QWidget):
    """A window of its own; every button stands in a grid of Qt's and is painted by its style."""

    def __init__(self) -> None:
        super().__init__()
        self.resize(1920, 1080)
        self._texts = cycle(_SAID)
        self._buttons = [QPushButton(self) for _ in range(COLUMNS * ROWS)]
        grid = QGridLayout(self)
        for number, button in enumerate(self._buttons):
            button.setFont(fonts.font(18, 600))
            grid.addWidget(button, number // COLUMNS, number % COLUMNS)
        self.say()

    def say(self) -> None:
        """All of it, in the other language."""
        text = next(self._texts)
        for number, button in enumerate(self._buttons):
            button.setText(text.format(number))
