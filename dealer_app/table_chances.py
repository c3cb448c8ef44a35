"""How likely each bet of a table wins: from a full shoe for guests, over the cards not seen for supervisors.

`dealer-station odds` reckons it in a process of its own: that takes a moment, and a library that no table needs.
"""

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.wagers import Area
from dealer_app.odds.results import LiveBet
from dealer_app.screens.display.pay_table import Chances
from dealer_app.station.supervisor.odds_looks import count_seen

LOG = logging.getLogger(__name__)
_SECONDS = 60
_TENTHS_OF_PER_CENT = 1000
BetFields = Mapping[str, object]
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


class LiveOdds:
    """The odds over the cards not seen, of one shoe at a time: empty until they have been reckoned."""

    def __init__(self) -> None:
        self._asked: tuple[str, ...] = ()
        self._found: tuple[LiveBet, ...] = ()
        self._full: dict[tuple[str, ...], Mapping[str, BetFields]] = {}

    def find(self, rules: Rules, table: TableState) -> tuple[LiveBet, ...]:
        """What is known of this shoe as it is now; reckons it where nobody has asked yet."""
        seen = count_seen(table)
        if seen is None:
            return ()
        gone = " ".join(card.text for card in sorted(seen.elements(), key=str))
        asked = (rules.book.game, rules.layout.letter, str(table.shoe.decks), gone)
        if asked != self._asked:
            self._asked, self._found = asked, ()
            threading.Thread(target=self._reckon, args=(asked,), name="live-odds", daemon=True).start()
        return self._found

    def _reckon(self, asked: tuple[str, ...]) -> None:
        game, layout, decks, gone = asked
        words = (sys.executable, "-m", "dealer_app", "odds", game, "--layout", layout, "--decks", decks, "--json")
        try:
            if asked[:3] not in self._full:
                self._full[asked[:3]] = _run_odds(words)
            found = read_live_bets(_run_odds((*words, "--removed", gone)), self._full[asked[:3]])
        except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as problem:
            LOG.warning("the live odds of %s %s are not known: %s", game, layout, problem)
            return
        # The shoe may have gone on meanwhile: then these are of no use any more.
        if asked == self._asked:
            self._found = found


def _run_odds(words: tuple[str, ...]) -> Mapping[str, BetFields]:
    done = subprocess.run(words, check=True, capture_output=True, timeout=_SECONDS)
    bets: Mapping[str, BetFields] = json.loads(done.stdout)["bets"]
    return bets


def read_live_bets(now: Mapping[str, BetFields], full: Mapping[str, BetFields]) -> tuple[LiveBet, ...]:
    """Each bet of the layout, from what the command prints of the cards not seen and of the full shoe."""
    return tuple(
        LiveBet(
            area=Area(area),
            win=Fraction(str(bet["win"])),
            edge=Fraction(str(bet["edge"])),
            full_edge=Fraction(str(full[area]["edge"])),
        )
        for area, bet in now.items()
    )


def read_chances(text: bytes) -> Chances:
    """The chance to win of each bet to a tenth of a per cent, from what the command prints."""
    bets = json.loads(text)["bets"]
    return {Area(area): _per_cent(str(bet["win"])) for area, bet in bets.items()}


def _per_cent(chance: str) -> str:
    tenths = round(Fraction(chance) * _TENTHS_OF_PER_CENT)
    return f"{tenths // 10}.{tenths % 10} %"
