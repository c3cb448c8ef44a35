"""What a receiver set to one speed makes of bytes sent at another, bit for bit: a start bit, eight bits, a stop bit.

All times are whole numbers of a unit in which both bit lengths are whole.
"""

from collections.abc import Iterator

BITS = 10
_STOP = 9


def resampled(data: bytes, *, sent_at: int, read_at: int) -> bytes:
    """The bytes that arrive; a byte without its stop bit arrives as 0, as the system hands it over."""
    if sent_at == read_at or not data:
        return data
    return bytes(_received(_bits(data), sent=2 * read_at, read=2 * sent_at))


def _bits(data: bytes) -> tuple[bool, ...]:
    """The line while these bytes are sent without a pause; before and after it rests at True."""
    return tuple(bit for byte in data for bit in (False, *(bool(byte >> place & 1) for place in range(8)), True))


def _received(bits: tuple[bool, ...], *, sent: int, read: int) -> Iterator[int]:
    """`sent` and `read` are the bit lengths of the two sides."""
    end = len(bits) * sent

    def level(time: int) -> bool:
        return bits[time // sent] if time < end else True

    time = 0
    while time < end:
        if level(time):
            time = _next(bits, time, sent, level=False)
            continue
        # Each bit is read in its middle.
        middles = [time + place * read + read // 2 for place in range(BITS)]
        if level(middles[_STOP]):
            yield sum(level(middles[place + 1]) << place for place in range(8))
            time = middles[_STOP]
        else:
            # The receiver waits for the line to rest before it believes in another start.
            yield 0
            time = _next(bits, middles[_STOP], sent, level=True)


def _next(bits: tuple[bool, ...], time: int, sent: int, *, level: bool) -> int:
    """When the line has this level next; after all bits if it does not."""
    place = time // sent
    while place < len(bits) and bits[place] is not level:
        place += 1
    return place * sent
