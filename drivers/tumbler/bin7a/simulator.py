"""A simulated dice machine that speaks `bin7a`: it answers commands with the points, and reports nothing else.

The answer's form is a guess of ours (open): no maker has published it.
"""

from collections.abc import Callable
from random import Random

from dealer_app.domain.dice import DIE_FACES, Tumble
from drivers.simulation.devices import SimulatedTumbler
from drivers.simulation.line import SimulatedLine

BEGIN, END = 0x7A, 0x55
SHAKE, START, STOP, QUERY = 3, 4, 5, 6
_COMMAND = 6


class SimulatedBin7a(SimulatedTumbler):
    check_at = -2

    def __init__(self, line: SimulatedLine, *, address: int = 1, roll: Callable[[], Tumble] | None = None) -> None:
        """`roll` gives the dice of a shake that the station asks for; without it they roll by a fixed seed."""
        super().__init__(line)
        self._address = address
        self._roll = roll or _roll_by_chance(Random(0))  # noqa: S311 - a simulated tumbler guards nothing
        self._heard = bytearray()
        self.shaking = False
        self.dice = self._roll()

    def start(self) -> None:
        self._heard.clear()
        self.shaking = False

    def activate(self) -> None:
        """The machine reports neither this nor its tumbles."""
        self.shaking = True

    def report_tumble(self, number: int) -> None:
        """It reports none."""

    def rest(self, dice: Tumble, *, cocked: frozenset[int] = frozenset()) -> None:  # noqa: ARG002 - it cannot see them
        """It cannot see whether a die lies flat."""
        self.shaking = False
        self.dice = dice
        self._points(SHAKE)

    def answer(self, timeout: float = 0.0) -> None:
        self._heard += self.line.hear(timeout)
        while len(self._heard) >= _COMMAND:
            frame = bytes(self._heard[:_COMMAND])
            if not self._is_command(frame):
                del self._heard[0]
                continue
            del self._heard[:_COMMAND]
            self._obey(frame[2])

    def _is_command(self, frame: bytes) -> bool:
        begin, length, command, address, check, end = frame
        whole = (begin, length, end) == (BEGIN, 3, END) and check == (length + command + address) % 256
        return whole and address == self._address

    def _obey(self, command: int) -> None:
        match command:
            case 3 | 5:
                self.shaking = False
                self.dice = self._roll()
                self._points(command)
            case 4:
                self.shaking = True
            case 6:
                self._points(command)
            case _:
                pass  # an unknown command is not answered

    def _points(self, command: int) -> None:
        self._report(bytes([command, self._address, *self.dice.dice]))

    def _frame(self, content: bytes) -> bytes:
        body = bytes([len(content) + 1]) + content
        return bytes([BEGIN]) + body + bytes([sum(body) % 256, END])


def _roll_by_chance(chance: Random) -> Callable[[], Tumble]:
    return lambda: Tumble((chance.choice(DIE_FACES), chance.choice(DIE_FACES), chance.choice(DIE_FACES)))
