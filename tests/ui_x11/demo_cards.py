"""The program itself, with the cards and dice of its simulated devices in a given order.

python -m tests.ui_x11.demo_cards "9S 2H KD 3C" "2 4 6" run --demo --data-dir FOLDER
"""

import sys

from dealer_app.__main__ import main as run
from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from drivers.simulation.demonstration import Demonstration


def stack_demo(cards: str, dice: str) -> None:
    """Whatever demonstration begins from now on gives these first."""
    one, two, three = map(int, dice.split())
    tumble, drawn = Tumble((one, two, three)), tuple(CARDS[card] for card in cards.split())
    usual = Demonstration.__init__

    def begins(self: Demonstration, *given: object, **named: object) -> None:
        usual(self, *given, **(named | {"cards": drawn, "dice": (tumble,)}))  # type: ignore[arg-type]

    Demonstration.__init__ = begins  # type: ignore[method-assign]


if __name__ == "__main__":
    stack_demo(*sys.argv[1:3])
    sys.argv[1:] = sys.argv[3:]
    run()
