"""The parser that one would write first for the shoe's reports: one function, a buffer, ETX sought, the check made.

The measure for the framing. It makes the same observation of a card and knows nothing else: no other report, no
repeat, no lost report, no bound, no requests, no way back from garbage but to throw the frame away.
"""

from dealer_app.domain.cards import CARDS
from dealer_app.observations import CardRead, Destination, Origin

_DESTINATIONS = {0: Destination.PLAYER, 1: Destination.BANKER}
_CARDS = {
    0x80 | suit << 4 | rank: CARDS[rank_text + suit_text]
    for suit, suit_text in enumerate("DCSH", start=1)
    for rank, rank_text in enumerate("A23456789TJQK", start=1)
}


def parse(buffer: bytearray, data: bytes) -> list[CardRead]:
    buffer += data
    found: list[CardRead] = []
    while True:
        end = buffer.find(3)
        if end < 0 or len(buffer) < end + 3:
            return found
        check = 0
        for byte in buffer[1 : end + 1]:
            check ^= byte
        if buffer[end + 1 : end + 3] == b"%02X" % check and buffer[2] == ord("D"):
            place = buffer[3]
            found.append(
                CardRead(
                    sequence=chr(buffer[1]),
                    card=_CARDS[buffer[4]],
                    destination=_DESTINATIONS[place >> 4 & 7],
                    origin=Origin.DRAWN,
                    draw=place & 15,
                )
            )
        del buffer[: end + 3]
