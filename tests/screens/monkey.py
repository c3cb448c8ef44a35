"""Somebody who presses anything that a screen offers, and types anything: the same for one seed.

What must hold after each press is in `check_screen`. It is no fool in one thing: where a badge or a PIN is asked for it
mostly keys one that there is, or no screen behind it would ever be seen.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from dealer_app.domain.round.events import RoundConcluded
from dealer_app.screens import actions
from dealer_app.screens.input_state import Panel
from dealer_app.screens.screen import Screen
from tests.screens.desk_bench import AtDesk, ByDesk
from tests.screens.simulated_hand import SimulatedHand
from tests.screens.stages import plays_to_step
from tests.screens.touches import ScreenTouch, screen_touches
from tests.support.screen_checks import KEYS, SELDOM, check_screen
from tests.support.signers import CHIEF, DEALER, PINS, SUPERVISOR
from tests.support.window_irregularities import resolves_all

_TYPED = (*"0123456789", "x", " ", "Ω", "大", "Backspace", "Tab")
_A_LITTLE = 0.1
_SECOND = 1_000_000
_LONGEST_LOCK = 7_200 * _SECOND


@dataclass
class Monkey:
    """At one desk, until the station is stopped by him or he has had enough."""

    table: AtDesk
    chance: Random
    did: list[str] = field(default_factory=list)
    """What he did, in its order: enough to do it again."""
    acted: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.table.simulate = SimulatedHand(self.table, self.chance).moves
        self._rounds = RoundBalance(self.table)
        self._hands = ByDesk(self.table)

    async def presses(self, times: int) -> None:
        for _ in range(times):
            if self.table.left:
                return
            before = self.table.station.state
            act = await self._does()
            check_screen(self.table.screen)
            self._check_effect(act, before)
            self._rounds.balance()

    async def puts_right(self) -> None:
        """Whatever he has made of it, somebody who knows what he does brings the round to its end."""
        table, hands = self.table, self._hands
        self.did.append("puts right")
        if table.left or table.station.state.table.table is None:
            return
        await table.key("Esc", "Esc", "Esc")
        table.simulate("shoe", "plug")
        table.simulate("tumbler", "plug")
        await table.settle()
        # Wrong PINs may have locked him out, or let no other be tried for a while.
        await table.passes(_LONGEST_LOCK)
        if table.context.current_account is None:
            await table.give(actions.SignIn(DEALER))
        await resolves_all(hands)
        await plays_to_step(hands, None)
        self._rounds.balance()

    async def _does(self) -> actions.Action | None:
        whim, table = self.chance.random(), self.table
        writes = table.screen.writes
        if writes and whim < 0.35:
            await self._writes(writes)
            return None
        if whim < 0.5:
            return await self._touches(list(screen_touches(table.screen)))
        if whim < 0.75:
            return await self._touches(list(_first_touches(table.screen)))
        if whim < 0.97:
            await self._keys(self.chance.choice(_TYPED if writes and whim < 0.9 else KEYS))
            return None
        wait = self.chance.choice((1, 61, 200, 1_900)) * _SECOND
        self.did.append(f"waits {wait}")
        await table.passes(wait)
        return None

    async def _touches(self, there: list[ScreenTouch]) -> actions.Action | None:
        kinds: dict[str, list[ScreenTouch]] = {}
        for each in there:
            kinds.setdefault(each.name.partition(":")[0], []).append(each)
        often = [each for each in kinds if each not in SELDOM or self.chance.random() < _A_LITTLE]
        if not often:
            return None
        kind = self.chance.choice(often)
        touched = self.chance.choice(kinds[kind])
        self.did.append(touched.name)
        self.acted[touched.name.partition(":")[0]] += 1
        await self.table.touch(touched)
        return touched.act

    async def _keys(self, *keys: str) -> None:
        self.did += [f"key {key}" for key in keys]
        await self.table.key(*keys)

    async def _writes(self, name: str) -> None:
        """A badge that there is, the PIN of who was keyed last, or a number."""
        if not name.startswith(("badge", "pin")):
            await self._keys(*self.chance.choice(("100", "12", "0", "BLUE1", "999999999999999", "seen so")), "Enter")
            return
        if name.startswith("badge"):
            badge = self.chance.choice((DEALER.badge, SUPERVISOR.badge, CHIEF.badge, "Z9"))
            await self._keys(*["Backspace"] * len(self.table.input_state.text(name)), *badge, "Enter")
            return
        keyed = self.table.input_state.text(name.replace("pin", "badge")) or DEALER.badge
        await self._keys(*PINS.get(keyed, "111222"), "Enter")

    def _check_effect(self, act: actions.Action | None, before: object) -> None:
        """What was given has been done, or waits for who signs it, or is refused in words."""
        if act is None or isinstance(act, BESIDE_THE_STATION):
            return
        desk = self.table.desk
        if self.table.station.state is not before or self.table.input_state.panel is Panel.HAND:
            return
        assert desk._refusal is not None, f"{act} did nothing"
        assert desk.screen.rail.refusal.first, f"{desk._refusal} is said in no words"


BESIDE_THE_STATION = (
    actions.SetInput,
    actions.Simulate,
    actions.ToggleDisplay,
    actions.ShowReport,
    actions.SaveReport,
    actions.TakeDrill,
    actions.UseReport,
    actions.CancelReport,
)
"""What the screen, a device, the window or another process does: the station has no part in it."""


def _first_touches(screen: Screen) -> Iterable[ScreenTouch]:
    """The next step, and what it may wait for."""
    step = screen.rail.primary if screen.overlay is None else screen.overlay.primary
    if step is not None and step.act is not None:
        return [ScreenTouch(name=step.name, act=step.act, control=step)]
    return (each for each in screen_touches(screen) if each.act is not None and not each.name.startswith("simulate"))


class RoundBalance:
    """Adds up what was settled, round by round, and compares it with what the round came to."""

    def __init__(self, table: AtDesk) -> None:
        self._table = table
        self._concluded: list[RoundConcluded] = []
        table.station.add_follower(self._follow)

    def _follow(self, happened: Iterable[object], *_: object) -> None:
        self._concluded += [each for each in happened if isinstance(each, RoundConcluded)]

    def balance(self) -> None:
        for ended in self._concluded:
            last = self._table.station.state.table.last
            if last is None or not last.settled:
                continue
            nets = sum((line.net for line in last.settled), Fraction(0))
            assert nets == ended.paid - ended.collected, f"{nets} is not {ended.paid} less {ended.collected}"
        self._concluded = []
