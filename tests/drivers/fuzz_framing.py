"""Feeds the framings what no device would send, and keeps what is new: `make fuzz`, or a bounded run among the tests.

An input is pieces of true reports, of garbage and of earlier inputs, damaged and cut at random. One that takes a
framing where none took it before, line after line of its code, is kept and damaged further. Of every input is asked
that nothing raises, that its cuts do not matter, that the buffer stays small, and that the device's next report is
read.
"""

import argparse
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from dealer_app.observations import BytesRejected, CardRead, DiceAtRest, Observation
from drivers.decoder import StreamFraming
from tests.drivers.framing_streams import DEVICES, SILENCE, DeviceStream, feed_pieces

DRIVERS = str(Path(__file__).parents[2] / "drivers")
MOST_KEPT = 400
LONGEST_INPUT = 600
TRACED_EVERY = 8
"""Following the lines costs ten times the rest: it is done for some of the inputs."""
CONTROL = b"\x02\x03\x05\x06\x15\x7a\x55$*,\r\n[]<>: 0F"

Edge = tuple[str, int, int]


@dataclass(slots=True)
class Fuzzer:
    """One device's run. `edges` are the steps from line to line that any input has made."""

    device: DeviceStream
    chance: random.Random
    corpus: list[bytes] = field(default_factory=list)
    edges: set[Edge] = field(default_factory=set)
    inputs: int = 0

    def run(self, inputs: int) -> None:
        for _ in range(inputs):
            data = self._input()
            self.inputs += 1
            if self.inputs % TRACED_EVERY == 1:
                before = len(self.edges)
                follow_steps(lambda data=data: self.device.framing().feed(data), self.edges)  # type: ignore[misc]
                if len(self.edges) > before and len(self.corpus) < MOST_KEPT:
                    self.corpus.append(data)
            try:
                self._judge(data)
            except Exception as fault:
                raise AssertionError(f"{self.device.name}: {fault!r} after {data!r}") from fault

    def _input(self) -> bytes:
        pieces = [self._piece() for _ in range(self.chance.randint(1, 8))]
        return b"".join(pieces)[:LONGEST_INPUT]

    def _piece(self) -> bytes:
        chance = self.chance
        match chance.randrange(5):
            case 0:
                return chance.randbytes(chance.randint(1, 24))
            case 1:
                return bytes(chance.choices(CONTROL, k=chance.randint(1, 12)))
            case 2 if self.corpus:
                return damage_frame(chance.choice(self.corpus), chance)
            case 3:
                return chance.choice(self.device.frames)
            case _:
                return damage_frame(chance.choice(self.device.frames), chance)

    def _judge(self, data: bytes) -> None:
        whole, cut = self.device.framing(), self.device.framing()
        assert isinstance(whole, StreamFraming)
        cuts = [self.chance.randrange(len(data) + 1) for _ in range(self.chance.randint(1, 6))]
        found = feed_pieces(whole, data)
        assert found == feed_pieces(cut, data, cuts), f"cut at {cuts}"
        assert buffer_size(whole) < self.device.longest
        ended = (*whole.tick(0.0), *whole.tick(SILENCE))
        assert buffer_size(whole) == 0
        rejected = sum(it.count for it in (*found, *ended) if isinstance(it, BytesRejected))
        assert rejected <= len(data), "more bytes thrown away than came"
        first = next(frame for frame in self.device.frames if facts(self.device.framing().feed(frame)))
        # The number of this frame may have been the last one's: then it is a conflict, which is raised.
        assert whole.feed(first), "deaf after a silence"


def facts(observations: tuple[Observation, ...]) -> list[Observation]:
    return [it for it in observations if isinstance(it, CardRead | DiceAtRest)]


def buffer_size(framing: StreamFraming) -> int:
    return len(framing._buffer)


def damage_frame(frame: bytes, chance: random.Random) -> bytes:
    """The same with a few bits flipped, bytes lost, doubled or put between."""
    broken = bytearray(frame)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(broken) + 1)
        match chance.randrange(4):
            case 0 if place < len(broken):
                broken[place] ^= 1 << chance.randrange(8)
            case 1:
                del broken[place : place + chance.randint(1, 4)]
            case 2:
                broken[place:place] = broken[place : place + chance.randint(1, 8)]
            case _:
                broken.insert(place, chance.choice(CONTROL))
    return bytes(broken)


def follow_steps(work: Callable[[], object], edges: set[Edge]) -> None:
    """Runs `work` and notes each step from line to line that it makes in the drivers."""
    last = {"line": 0}

    def lines(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            edges.add((frame.f_code.co_filename, last["line"], frame.f_lineno))
            last["line"] = frame.f_lineno
        return lines

    def calls(frame: FrameType, _event: str, _: Any) -> Any:
        return lines if frame.f_code.co_filename.startswith(DRIVERS) else None

    before = sys.gettrace()
    sys.settrace(calls)
    try:
        work()
    finally:
        sys.settrace(before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for device in DEVICES:
        fuzzer = Fuzzer(device=device, chance=random.Random(asked.seed))
        fuzzer.run(-(-asked.inputs // len(DEVICES)))
        told = f"{fuzzer.inputs} inputs, {len(fuzzer.corpus)} kept, {len(fuzzer.edges)} steps"
        print(f"{device.name:<14} {told}, seed {asked.seed}", flush=True)


if __name__ == "__main__":
    main()
