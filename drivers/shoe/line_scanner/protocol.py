"""Framing of a reader that sends one line a card, found by a pattern of the site's own.

The code on a card has no check that the station knows: what the pattern matches is believed to be that card. Scanning
a card twice is a common slip, so the same code again within a second is one scan. The reader is only listened to.
"""

import re
from collections.abc import Mapping

from msgspec import Struct, field

from dealer_app.domain.cards import CARDS, Card, Rank, Suit
from dealer_app.observations import (
    BytesRejected,
    CardRead,
    CardUnreadable,
    Observation,
    Origin,
    Rejection,
    ScanRepeated,
)
from drivers.decoder import StreamFraming
from drivers.framing import Seconds, reject

LONGEST = 128
MOST_REMEMBERED = 64
_END = re.compile(rb"[\r\n]")
_NOT_PRINTABLE = re.compile(rb"[^\t -~]")

RANKS: Mapping[str, Rank] = {rank.value: rank for rank in Rank} | {"10": Rank.TEN}
SUITS: Mapping[str, Suit] = {suit.value: suit for suit in Suit}


class LineScannerSettings(Struct, frozen=True, kw_only=True):
    """`pattern` must match the whole line, prefix and all, so that no line with a card in its tail passes for one."""

    pattern: str = "(?P<rank>10|[A2-9TJQK])(?P<suit>[CDHS])"
    ranks: Mapping[str, Rank] = field(default_factory=lambda: RANKS)
    suits: Mapping[str, Suit] = field(default_factory=lambda: SUITS)
    unread: frozenset[str] = frozenset()
    """What the reader sends for a card that it could not read."""
    same_scan_within: Seconds = 1.0
    """Zero for a reader whose every line is meant."""

    def __post_init__(self) -> None:
        missing = {"rank", "suit"} - set(re.compile(self.pattern).groupindex)
        if missing:
            raise ValueError(f"the pattern {self.pattern!r} has no group {' and no group '.join(sorted(missing))}")


class LineScannerFraming(StreamFraming):
    def __init__(self, settings: LineScannerSettings | None = None) -> None:
        super().__init__()
        self._settings = settings or LineScannerSettings()
        self._pattern = re.compile(self._settings.pattern)
        self._in_long_line = False
        self._now: Seconds = 0.0
        self._seen: dict[str, Seconds] = {}

    def tick(self, now: Seconds) -> tuple[Observation, ...]:
        self._now = now
        return super().tick(now)

    def _has_fragment(self) -> bool:
        return self._in_long_line or super()._has_fragment()

    def _drop_fragment(self) -> tuple[Observation, ...]:
        self._in_long_line = False
        return super()._drop_fragment()

    def _read(self, found: list[Observation]) -> None:
        buffer = self._buffer
        while buffer:
            end = _END.search(buffer, 0, LONGEST)
            if end is not None:
                line = bytes(buffer[: end.start()])
                del buffer[: end.end()]
                self._line(line, found)
            elif len(buffer) >= LONGEST:
                reject(Rejection.TOO_LONG, LONGEST, found)
                del buffer[:LONGEST]
                self._in_long_line = True
            else:
                return

    def _line(self, line: bytes, found: list[Observation]) -> None:
        if self._in_long_line:
            # The tail of a line is no line, even if it looks like a card.
            self._in_long_line = False
            reject(Rejection.TOO_LONG, len(line) + 1, found)
        elif _NOT_PRINTABLE.search(line):
            reject(Rejection.NOISE, len(line) + 1, found)
        elif line:
            found.append(self._decode_scan(line.decode("ascii")))

    def _decode_scan(self, code: str) -> Observation:
        if code in self._settings.unread:
            return CardUnreadable(origin=Origin.SCANNED)
        card = self._card(code)
        if card is None:
            return BytesRejected(reason=Rejection.NOT_UNDERSTOOD, count=len(code) + 1)
        if self._is_repeat(code):
            return ScanRepeated(card=card)
        return CardRead(card=card, origin=Origin.SCANNED)

    def _card(self, code: str) -> Card | None:
        match = self._pattern.fullmatch(code)
        if match is None:
            return None
        rank, suit = self._settings.ranks.get(match["rank"]), self._settings.suits.get(match["suit"])
        return None if rank is None or suit is None else CARDS[rank.value + suit.value]

    def _is_repeat(self, code: str) -> bool:
        """Counted from the last time that it was seen: a card held before the reader is one scan however long."""
        last = self._seen.pop(code, None)
        self._seen[code] = self._now
        if len(self._seen) > MOST_REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return last is not None and self._now - last < self._settings.same_scan_within
