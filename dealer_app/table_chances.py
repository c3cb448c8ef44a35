"""How likely each bet of a table wins from a full shoe, for the customer display of a house that shows it.

`dealer-station odds` reckons it in a process of its own: that takes a moment, and a library that no table needs.
"""

import json
import logging
import subprocess
import sys
import threading
from fractions import Fraction

from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.wagers import Area
from dealer_app.screens.display.pay_table import Chances

LOG = logging.getLogger(__name__)
_SECONDS = 60
_TENTHS_OF_PER_CENT = 1000
_TableKey = tuple[str, str, int | None]


class TableChances:
    """Asked as often as one likes: the answer is empty until it has been reckoned, once for each layout."""

    def __init__(self) -> None:
        self._known: dict[_TableKey, Chances] = {}

    def find(self, rules: Rules, decks: int | None) -> Chances:
        """What is known of this layout; reckons it behind the window where nobody has asked yet."""
        key = rules.book.game, rules.layout.letter, decks
        if key not in self._known:
            self._known[key] = {}
            threading.Thread(target=self._reckon, args=key, name="chances", daemon=True).start()
        return self._known[key]

    def _reckon(self, game: str, layout: str, decks: int | None) -> None:
        of_shoe = () if decks is None else ("--decks", str(decks))
        words = (sys.executable, "-m", "dealer_app", "odds", game, "--layout", layout, *of_shoe, "--json")
        try:
            done = subprocess.run(words, check=True, capture_output=True, timeout=_SECONDS)
            self._known[game, layout, decks] = read_chances(done.stdout)
        except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as problem:
            LOG.warning("the chances of %s %s are not known: %s", game, layout, problem)


def read_chances(text: bytes) -> Chances:
    """The chance to win of each bet to a tenth of a per cent, from what the command prints."""
    bets = json.loads(text)["bets"]
    return {Area(area): _per_cent(str(bet["win"])) for area, bet in bets.items()}


def _per_cent(chance: str) -> str:
    tenths = round(Fraction(chance) * _TENTHS_OF_PER_CENT)
    return f"{tenths // 10}.{tenths % 10} %"
