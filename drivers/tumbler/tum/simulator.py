"""A simulated dice tumbler that speaks `tum`, and shows on its lamps what the station sends."""

import re
from functools import reduce
from operator import xor

from dealer_app.domain.dice import Tumble
from drivers.simulation.devices import SimulatedTumbler
from drivers.simulation.line import SimulatedLine

_NUMBERS = 1000
_LONGEST = 82
_SENTENCE = re.compile(rb"\$([^*$\r\n]*)\*([0-9A-F]{2})\r\n")
_LAMPS = re.compile(r"(\d+),(\d+),(.*)")


class SimulatedTum(SimulatedTumbler):
    check_at = -3

    def __init__(self, line: SimulatedLine) -> None:
        super().__init__(line)
        self._number = 0
        self._heard = bytearray()
        self._parts: list[str] = []
        self.lamps: tuple[str, ...] = ()
        """The areas that are lit."""
        self.refuses: str | None = None
        """The code with which everything is refused while it is set."""

    def start(self) -> None:
        self._number = 0
        self._heard.clear()
        self._parts.clear()
        self.lamps = ()
        self._say("READY")

    def activate(self) -> None:
        self._say("START")

    def report_tumble(self, number: int) -> None:
        self._say(f"TUMBLE,{number}")

    def rest(self, dice: Tumble, *, cocked: frozenset[int] = frozenset()) -> None:
        flat = "".join("C" if place in cocked else "F" for place in range(3))
        self._say(f"REST,{','.join(map(str, dice.dice))},{flat}")

    def fault(self, code: int) -> None:
        self._say(f"FAULT,{code}")

    def answer(self, timeout: float = 0.0) -> None:
        self._heard += self.line.hear(timeout)
        while found := _SENTENCE.search(bytes(self._heard)):
            del self._heard[: found.end()]
            self._obey(found[1], found[2], len(found[0]))
        del self._heard[: max(0, len(self._heard) - _LONGEST)]

    def _obey(self, content: bytes, check: bytes, length: int) -> None:
        talker, number, what, *rest = [*content.decode("ascii", errors="replace").split(",", 3), "", ""][:5]
        if talker != "STN" or not number.isdecimal():
            return
        if self.refuses is not None:
            self._say(f"NAK,{number},{self.refuses}")
        elif check != _check_digits(content) or length > _LONGEST:
            self._say(f"NAK,{number},1")
        elif what == "POLL" or (what == "LAMPS" and self._light_lamps(rest[0])):
            self._say(f"ACK,{number}")
        else:
            self._say(f"NAK,{number},2")

    def _light_lamps(self, words: str) -> bool:
        """Takes one part of the areas; the lamps change with the last one."""
        lamps = _LAMPS.fullmatch(words)
        if lamps is None:
            return False
        part, parts = int(lamps[1]), int(lamps[2])
        if part == 1:
            self._parts.clear()
        if part != len(self._parts) + 1 or part > parts:
            return False
        self._parts.append(lamps[3])
        if part == parts:
            self.lamps = tuple(area for each in self._parts for area in each.split(";") if area)
        return True

    def _say(self, words: str) -> None:
        self._report(words.encode("ascii"))

    def _frame(self, content: bytes) -> bytes:
        body = f"TUM,{self._number},".encode() + content
        self._number = (self._number + 1) % _NUMBERS
        return b"$" + body + b"*" + _check_digits(body) + b"\r\n"


def _check_digits(body: bytes) -> bytes:
    return b"%02X" % reduce(xor, body, 0)
