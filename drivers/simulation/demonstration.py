"""A shoe and a tumbler for a table at which nothing is plugged in: they do what is touched on the screen.

Both speak their real bytes on ends of their own, from one thread, so that the station reads them as it reads any.
"""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random

from dealer_app.domain.cards import Card
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.observations import Destination, DeviceError
from drivers.shoe.angel_eye.driver import ANGEL_EYE
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from drivers.simulation.devices import DealOrder, Mishap, shuffle_decks
from drivers.simulation.line import DeviceFault, End, SimulatedLine
from drivers.tumbler.tum.driver import TUM
from drivers.tumbler.tum.simulator import SimulatedTum

SHOE, TUMBLER = "shoe", "tumbler"
_DECKS = 8
_FEWEST_LEFT = 20
_LISTEN_SECONDS = 0.02


class Demonstration:
    """`start`, then `ask` for what is to happen, by name; `stop` unplugs both. What is not known is not done."""

    def __init__(
        self,
        ends: Callable[[str], End],
        *,
        order: DealOrder,
        seed: int,
        cards: Sequence[Card] = (),
        dice: Sequence[Tumble] = (),
    ) -> None:
        """Given cards and dice come first, in their order."""
        self._shoe_end, self._tumbler_end = ends(SHOE), ends(TUMBLER)
        self._shoe = SimulatedAngelEye(SimulatedLine(self._shoe_end, baudrate=ANGEL_EYE.baudrate))
        self._tumbler = SimulatedTum(SimulatedLine(self._tumbler_end, baudrate=TUM.baudrate))
        self._order = order
        self._seed = seed
        self._chance = Random(seed)  # noqa: S311 - a simulated device guards nothing
        self._given_cards, self._given_dice = deque(cards), deque(dice)
        self._left: list[Card] = []
        self._drawn: list[Card] = []
        self._hands: dict[Destination, list[Card]] = {}
        self._asked: deque[tuple[str, str]] = deque()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demonstration")

    @property
    def addresses(self) -> Mapping[str, tuple[str, str]]:
        """Profile and port of each, by its name."""
        return {
            SHOE: (ANGEL_EYE.name, self._shoe_end.address),
            TUMBLER: (TUM.name, self._tumbler_end.address),
        }

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        self._shoe_end.unplug()
        self._tumbler_end.unplug()

    def ask(self, device: str, what: str) -> None:
        """From any thread."""
        self._asked.append((device, what))

    # On its thread

    def _run(self) -> None:
        while not self._stopping.is_set():
            while self._asked:
                device, what = self._asked.popleft()
                deeds = self._shoe_actions if device == SHOE else self._tumbler_actions
                deed = deeds().get(what)
                if deed is not None:
                    deed()
            # An end that was unplugged has nobody to answer.
            with suppress(OSError):
                self._shoe.answer(_LISTEN_SECONDS)
                self._tumbler.answer(_LISTEN_SECONDS)

    def _shoe_actions(self) -> Mapping[str, Callable[[], None]]:
        return {
            "card": self._pull,
            "burn": self._burn,
            "stand-by": self._end_round,
            "new": self._new_shoe,
            "cutting-card": self._shoe.draw_cutting_card,
            "unreadable": self._unreadable,
            "lost": lambda: self._shoe.suffer(DeviceFault.LOST_REPORT),
            "error": lambda: self._shoe.raise_error(DeviceError.OVERDRAW),
            "cancel-error": self._cancel,
            "unplug": self._shoe_end.unplug,
            "plug": self._shoe_end.plug,
        }

    def _tumbler_actions(self) -> Mapping[str, Callable[[], None]]:
        return {
            "tumble": lambda: self._tumble(Mishap.NONE),
            Mishap.UNDER_TUMBLED.value: lambda: self._tumble(Mishap.UNDER_TUMBLED),
            Mishap.COCKED_DIE.value: lambda: self._tumble(Mishap.COCKED_DIE),
            "unplug": self._tumbler_end.unplug,
            "plug": self._tumbler_end.plug,
        }

    def _new_shoe(self) -> None:
        self._seed += 1
        self._left = shuffle_decks(seed=self._seed, decks=_DECKS)
        self._drawn, self._hands = [], {}
        self._shoe.start()

    def _next(self) -> Card:
        if self._given_cards:
            return self._given_cards.popleft()
        if len(self._left) < _FEWEST_LEFT:
            self._left = shuffle_decks(seed=self._seed, decks=_DECKS)
            self._seed += 1
        return self._left.pop()

    def _end_round(self) -> None:
        if self._drawn:
            self._drawn, self._hands = [], {}
            self._shoe.report_standby()

    def _burn(self) -> None:
        """The first card, and as many unseen as it counts: an ace one, a ten or a picture ten."""
        first = self._next()
        self._shoe.draw(first, Destination.FIRST_CARD)
        for _ in range(first.points or 10):
            self._shoe.draw(self._next(), Destination.BURN)

    def _pull(self) -> None:
        said = self._order(self._drawn)
        to = said.next_to or Destination.PLAYER
        card = self._next()
        self._drawn.append(card)
        self._hands.setdefault(to, []).append(card)
        self._shoe.draw(card, to)
        ended = self._order(self._drawn)
        if ended.winner is not None:
            hands = self._hands
            self._shoe.result(
                ended.winner, player=hands.get(Destination.PLAYER, ()), banker=hands.get(Destination.BANKER, ())
            )
            self._drawn, self._hands = [], {}
            self._shoe.report_standby()

    def _unreadable(self) -> None:
        said = self._order(self._drawn)
        self._drawn.append(self._next())
        self._shoe.draw(None, said.next_to or Destination.PLAYER)

    def _cancel(self) -> None:
        if self._shoe.error is not None:
            self._shoe.cancel_error()

    def _tumble(self, mishap: Mishap) -> None:
        one, two, three = (self._chance.choice(DIE_FACES) for _ in range(3))
        dice = self._given_dice.popleft() if self._given_dice else Tumble((one, two, three))
        self._tumbler.tumble(dice, mishap)
