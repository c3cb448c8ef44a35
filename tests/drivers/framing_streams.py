"""Streams of bytes for the framings: each device's reports, and what a framing makes of any cut."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeGuard

from msgspec import Struct

from dealer_app.domain.cards import CARDS, DECK
from dealer_app.observations import BytesRejected, Destination, Observation, OutsideGame, ShoeWinner
from drivers.framing import Framing
from drivers.shoe.angel_eye.encoding import draw_data, outside_draw_data, report_frame, result_data
from drivers.shoe.angel_eye.protocol import AngelEyeFraming
from drivers.shoe.line_scanner.protocol import LineScannerFraming, LineScannerSettings
from drivers.shoe.text_shoe.protocol import TextShoeFraming, event_bytes
from drivers.tumbler.bin7a.protocol import Bin7aCommand, Bin7aFraming, answer_frame
from drivers.tumbler.tum.protocol import TUMBLER, TumFraming, make_sentence

SILENCE = 10.0
"""Longer than any framing waits for the rest of a frame."""


class DeviceStream(Struct, frozen=True, kw_only=True):
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
    draw_data(CARDS["9H"], _PLAYER, 1),
    draw_data(CARDS["KS"], _BANKER, 1),
    draw_data(CARDS["AD"], _PLAYER, 2),
    draw_data(CARDS["TC"], _BANKER, 2),
    draw_data(None, _PLAYER, 3),
    draw_data(CARDS["TC"], _BANKER, 2, letter=b"R"),
    result_data(ShoeWinner.BANKER, player_pair=True, banker_pair=False),
    b"C",
    b"E\xc2",
    b"e\x82",
    b"L\x81",
    outside_draw_data(CARDS["QH"], OutsideGame.IN_ERROR, 1),
    b"M010090",
)
_TEXT_SHOE = (
    *(event_bytes("Game", f"Card:{card.text}") for card in DECK[::7]),
    event_bytes("Game", "Card:10H"),
    event_bytes("Manual Burn Cards", "Card:3H"),
    event_bytes("Game", "Game"),
    event_bytes("Game", "Alarm:E3 Card Not Read"),
    event_bytes("GameAlarm", "Alarm:E7"),
    event_bytes("", "W0x01"),
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
    DeviceStream(
        name="angel_eye",
        framing=AngelEyeFraming,
        frames=tuple(report_frame(str(number % 10), data) for number, data in enumerate(_ANGEL_EYE)),
        checked=True,
        longest=128,
    ),
    DeviceStream(name="text_shoe", framing=TextShoeFraming, frames=_TEXT_SHOE, checked=False, longest=128),
    DeviceStream(
        name="line_scanner",
        framing=lambda: LineScannerFraming(LineScannerSettings(same_scan_within=0)),
        frames=tuple(f"{card.text}\r\n".encode() for card in DECK[::5]),
        checked=False,
        longest=128,
    ),
    DeviceStream(
        name="tum",
        framing=TumFraming,
        frames=tuple(make_sentence(TUMBLER, str(number), *fields) for number, fields in enumerate(_TUM)),
        checked=True,
        longest=82,
    ),
    DeviceStream(
        name="bin7a",
        framing=Bin7aFraming,
        frames=tuple(answer_frame(Bin7aCommand.QUERY, dice) for dice in ((1, 2, 3), (6, 6, 6), (4, 1, 5))),
        checked=True,
        longest=9,
    ),
)


def feed_pieces(framing: Framing, stream: bytes, cuts: Iterable[int] = ()) -> tuple[Observation, ...]:
    """What a framing makes of a stream that arrives in the pieces between these cuts."""
    places = [0, *sorted({cut for cut in cuts if 0 < cut < len(stream)}), len(stream)]
    return merge_rejections([it for start, end in pairwise(places) for it in framing.feed(stream[start:end])])


def after_silence(framing: Framing) -> tuple[Observation, ...]:
    """What follows when the line falls silent for good."""
    return (*framing.tick(0.0), *framing.tick(SILENCE))


def merge_rejections(observations: Sequence[Observation]) -> tuple[Observation, ...]:
    """Bytes thrown away in a row for one reason as one observation: pieces of a stream tell them piece by piece."""
    row: list[Observation] = []
    for it in observations:
        last = row[-1] if row else None
        if _is_unnumbered(it) and _is_unnumbered(last) and it.reason is last.reason:
            row[-1] = BytesRejected(reason=it.reason, count=last.count + it.count)
        else:
            row.append(it)
    return tuple(row)


def _is_unnumbered(it: Observation | None) -> TypeGuard[BytesRejected]:
    return isinstance(it, BytesRejected) and it.sequence is None
