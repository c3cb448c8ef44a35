"""What the station does of itself as the table goes on: compares results, lights lamps, takes steps that it may."""

from collections.abc import Callable

from dealer_app.domain.round.command import Command
from dealer_app.domain.round.commands import NoMoreBets, SettleAll
from dealer_app.domain.round.decide.settling import winning
from dealer_app.domain.round.state import DEALER, Phase, Round
from dealer_app.domain.values import replace
from dealer_app.station.listening.automation import Automation
from dealer_app.station.listening.comparing import to_compare
from dealer_app.station.listening.heard import Heard, View

Areas = tuple[str, ...]
_SECOND = 1_000_000


def compared(view: View, heard: Heard) -> tuple[Heard, Command | None]:
    """The device's own result, once it can be compared; each is compared once."""
    found = to_compare(view, heard)
    if found is False or heard.result is None or not view.attended:
        return heard, None
    return replace(heard, result=None), None if found is True else found


def not_running(heard: Heard) -> Heard:
    """The dealer says that the tumbler does not run: what it tells of this run is not relied on."""
    return replace(heard, tumbling=None)


class Watch:
    """What was lit last, and since when bets are open: as far as the station has seen it in this run."""

    def __init__(self) -> None:
        self._lit: Areas = ()
        self._betting: tuple[int, int] | None = None

    def lamps(self, view: View) -> Areas | None:
        """What the lamps are to show from now on; None if that has not changed (Tai Sai 3.9, 5.10)."""
        if view.rules.book.dice is None or not view.settings.may(Automation.LIGHT_LAMPS):
            return None
        round_ = view.table.round
        won: Areas = ()
        if round_ is not None and round_.phase is Phase.ANNOUNCED:
            won = tuple(area for area, _ in winning(view.rules, round_))
        if won == self._lit:
            return None
        self._lit = won
        return won

    def step(self, view: View, counter: Callable[[], int]) -> Command | None:
        """The step that is due by the settings, if any; nothing while anything is asked or unresolved."""
        round_ = view.table.round
        if round_ is None or round_.phase is not Phase.BETTING:
            self._betting = None
        if round_ is None or view.table.cases or view.table.claim is not None or view.listening.row:
            return None
        if round_.phase is Phase.ANNOUNCED and view.settings.may(Automation.SETTLE):
            return SettleAll(by=DEALER, at=0)
        return self._closing(view, round_, counter()) if round_.phase is Phase.BETTING else None

    def _closing(self, view: View, round_: Round, counter: int) -> Command | None:
        """Whose chips lie on the layout for somebody else only the dealer sees: with such bets he closes himself."""
        if self._betting is None or self._betting[0] != round_.number:
            self._betting = (round_.number, counter)
        elapsed = counter - self._betting[1] >= view.settings.betting_seconds * _SECOND
        may = view.settings.may(Automation.CLOSE_BETS) and elapsed
        return NoMoreBets(by=DEALER, at=0) if may and not any(bet.on_behalf for bet in round_.in_play) else None
