"""A window with a customer display, in a process of its own that is killed: what guests see before and after.

    python -m tests.ui.at_the_window.display_until_kill FOLDER CARD...

begins and has these cards drawn, to the end of the round where there are four; or goes on after a kill. Its lines
have the state of the display and the SHA-256 of its picture, without its foot, in which the time and the counter are.
"""

import asyncio
import json
import sys
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication

from dealer_app.station.state import Outage
from tests.support.rounds import V4
from tests.support.signers import DEALER, PINS
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.kill_window import STILL
from tests.ui.at_the_window.window_devices import finishes_round, pulls
from ui.display.display_window import DisplayWindow
from ui.display.formats import choose_format
from ui.theme import fonts

_UNTIL_KILLED_SECONDS = 60
WHOLE = 4
"""The cards of a round that ends with them, as a natural has them."""


async def tells(table: AtWindow, moment: str) -> None:
    """What guests see now, once all that is read behind the window is there."""
    await table.read_ahead()
    table.desk.show()
    await table.settle()
    display = next(each for each in QApplication.topLevelWidgets() if isinstance(each, DisplayWindow))
    picture = display.grab().toImage()
    design = choose_format(display.size())
    top = round(design.foot.top() * design.scale(display.size())) - 1
    with QPainter(picture) as painter:
        painter.fillRect(QRect(0, top, picture.width(), picture.height() - top), QColor("black"))
    shown = display._shown
    assert shown is not None
    digest = sha256(bytes(picture.constBits())).hexdigest()
    print(json.dumps({"moment": moment, "state": shown.state.value, "picture": digest}), flush=True)


async def answers_outage(table: AtWindow, hands: ByKeys) -> None:
    """After a kill: before anybody has said whether the table has played on, and then."""
    await tells(table, "asked")
    await hands.fills(DEALER.badge, PINS[DEALER.badge])
    assert table.station.state.outage is Outage.ASKED
    await hands.press("played-on:no")
    await hands.press_next()
    await tells(table, "again")


async def plays(table: AtWindow, cards: tuple[str, ...]) -> None:
    hands = ByKeys(table)
    table.application.display.toggle()
    if table.station.state.people.kind is not None:
        await answers_outage(table, hands)
    else:
        await starts_table(hands, V4, "A")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, *cards)
        if len(cards) == WHOLE:
            await finishes_round(hands)
    await tells(table, "last")
    await asyncio.sleep(_UNTIL_KILLED_SECONDS)


def main(folder: Path, cards: tuple[str, ...]) -> None:
    app = QApplication([])
    fonts.install_fonts()
    at_window(app, folder, lambda table: plays(table, cards), STILL)


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]))
