"""Streams of bytes for the framings: each device's reports, and what a framing makes of any cut."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeGuard

from msgspec import Struct

from dealer_app.domain.cards import CARDS, DECK
from dealer_app.observations import BytesRejected, Destination, Observation, OutsideGame, ShoeWinner
from drivers.framing import Framing
from drivers.shoe.angel_eye.encoding import drawn, drawn_outside, report, result
from drivers.shoe.angel_eye.protocol import AngelEyeFraming
from drivers.shoe.line_scanner.protocol import LineScannerFraming, LineScannerSettings
from drivers.shoe.text_shoe.protocol import TextShoeFraming, event
from drivers.tumbler.bin7a.encoding import Command, answer
from drivers.tumbler.bin7a.protocol import Bin7aFraming
from drivers.tumbler.tum.encoding import TUMBLER, sentence
from drivers.tumbler.tum.protocol import TumFraming

SILENCE = 10.0
"""Longer than any framing waits for the rest of a frame."""


class Spoken(Struct, frozen=True, kw_only=True):
    """A device: its framing, its reports in order, whether a check guards them, and the most its buffer may hold."""

    name: str
    framing: Callable[[], Framing]
    frames: tuple[bytes, ...]
    checked: bool
    longest: int


_PLAYER, _BANKER = Destination.PLAYER, Destination.BANKER
_ANGEL_EYE = (
    b"S",
    b"P",
    drawn(CARDS["9H"], _PLAYER, 1),
    drawn(CARDS["KS"], _BANKER, 1),
    drawn(CARDS["AD"], _PLAYER, 2),
    drawn(CARDS["TC"], _BANKER, 2),
    drawn(None, _PLAYER, 3),
    drawn(CARDS["TC"], _BANKER, 2, letter=b"R"),
    result(ShoeWinner.BANKER, player_pair=True, banker_pair=False),
    b"C",
    b"E\xc2",
    b"e\x82",
    b"L\x81",
    drawn_outside(CARDS["QH"], OutsideGame.IN_ERROR, 1),
    b"M010090",
)
_TEXT_SHOE = (
    *(event("Game", f"Card:{card.text}") for card in DECK[::7]),
    event("Game", "Card:10H"),
    event("Manual Burn Cards", "Card:3H"),
    event("Game", "Game"),
    event("Game", "Alarm:E3 Card Not Read"),
    event("GameAlarm", "Alarm:E7"),
    event("", "W0x01"),
)
_TUM = (
    ("READY",),
    ("START",),
    ("TUMBLE", "1"),
    ("TUMBLE", "2"),
    ("TUMBLE", "3"),
    ("REST", "2", "5", "6", "FFF"),
    ("REST", "4", "4", "4", "FFC"),
    ("FAULT", "12"),
)
DEVICES = (
    Spoken(
        name="angel_eye",
        framing=AngelEyeFraming,
        frames=tuple(report(str(number % 10), data) for number, data in enumerate(_ANGEL_EYE)),
        checked=True,
        longest=128,
    ),
    Spoken(name="text_shoe", framing=TextShoeFraming, frames=_TEXT_SHOE, checked=False, longest=128),
    Spoken(
        name="line_scanner",
        framing=lambda: LineScannerFraming(LineScannerSettings(same_scan_within=0)),
        frames=tuple(f"{card.text}\r\n".encode() for card in DECK[::5]),
        checked=False,
        longest=128,
    ),
    Spoken(
        name="tum",
        framing=TumFraming,
        frames=tuple(sentence(TUMBLER, str(number), *fields) for number, fields in enumerate(_TUM)),
        checked=True,
        longest=82,
    ),
    Spoken(
        name="bin7a",
        framing=Bin7aFraming,
        frames=tuple(answer(Command.QUERY, dice) for dice in ((1, 2, 3), (6, 6, 6), (4, 1, 5))),
        checked=True,
        longest=9,
    ),
)


def heard(framing: Framing, stream: bytes, cuts: Iterable[int] = ()) -> tuple[Observation, ...]:
    """What a framing makes of a stream that arrives in the pieces between these cuts."""
    places = [0, *sorted({cut for cut in cuts if 0 < cut < len(stream)}), len(stream)]
    return merged([it for start, end in pairwise(places) for it in framing.feed(stream[start:end])])


def after_silence(framing: Framing) -> tuple[Observation, ...]:
    """What follows when the line falls silent for good."""
    return (*framing.tick(0.0), *framing.tick(SILENCE))


def merged(observations: Sequence[Observation]) -> tuple[Observation, ...]:
    """Bytes thrown away in a row for one reason as one observation: pieces of a stream tell them piece by piece."""
    row: list[Observation] = []
    for it in observations:
        last = row[-1] if row else None
        if _unnumbered(it) and _unnumbered(last) and it.reason is last.reason:
            row[-1] = BytesRejected(reason=it.reason, count=last.count + it.count)
        else:
            row.append(it)
    return tuple(row)


def _unnumbered(it: Observation | None) -> TypeGuard[BytesRejected]:
    return isinstance(it, BytesRejected) and it.sequence is None
