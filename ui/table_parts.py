"""What a table is shown by: its hands, its layout, its roads. Made with the first table, and shown together."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from dealer_app.showing.screen import DiceShown, TableStage
from ui.hands.widget import HandsWidget
from ui.roads.widget import RoadsWidget
from ui.table.template import Template
from ui.table.widget import TableWidget, layout_height
from ui.theme.measures import Measures
from ui.theme.tokens import Theme
from ui.touch import OnAct
from ui.turns import Turns


class TableParts:
    """Widgets of the window beneath it; where they stand within the room for a stage."""

    def __init__(self, window: QWidget, on_act: OnAct, turns: Turns) -> None:
        self.hands = HandsWidget(window)
        self.table, self.roads = TableWidget(window, turns=turns), RoadsWidget(window, turns=turns)
        self.hands.on_act = on_act
        self.table.acted.connect(lambda act: on_act(act, ""))

    def dress(self, theme: Theme, measures: Measures, *, motion: bool) -> None:
        for part in (self.hands, self.roads):
            part.set_theme(theme)
            part.set_measures(measures)
        self.table.set_theme(theme)
        self.hands.motion = motion

    def show(self, stage: TableStage, template: Template | None) -> None:
        """What the dealer's eye waits for comes first: the card."""
        self.hands.show_hands(stage.result)
        self.table.set_template(template)
        self.table.show_table(stage.table)
        self.roads.show_past(stage.past)

    def arrange(self, shown: TableStage, stage: QRect, measures: Measures) -> None:
        """From the dealer's side the players and their seats are far, above; the hands are near, below the layout."""
        layout = layout_height(shown.table, stage.width())
        dice = isinstance(shown.result, DiceShown)
        rows = measures.rows(stage.height(), layout, dice=dice, past=shown.past is not None)
        hands_below = shown.table.turned and not dice
        hands, table = (stage.y() + rows.layout, stage.y()) if hands_below else (stage.y(), stage.y() + rows.result)
        self.hands.setGeometry(0, hands, stage.width(), rows.result)
        self.table.setGeometry(0, table, stage.width(), rows.layout)
        self.roads.setGeometry(0, stage.bottom() + 1 - rows.past, stage.width(), rows.past)

    def set_visible(self, shown: TableStage | None) -> None:
        for part in (self.hands, self.table):
            part.setVisible(shown is not None)
        self.roads.setVisible(shown is not None and shown.past is not None)
