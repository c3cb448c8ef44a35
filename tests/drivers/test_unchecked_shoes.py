"""The shoes without a check: one that reports in words, and readers that send a line for each card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import CARDS, DECK, Card, Rank, Suit
from dealer_app.observations import (
    BytesRejected,
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    Destination,
    DeviceError,
    ErrorRaised,
    Observation,
    Origin,
    OutsideGame,
    Rejection,
    ScanRepeated,
    WarningGiven,
)
from drivers.shoe.line_scanner.protocol import LineScannerFraming, LineScannerSettings
from drivers.shoe.text_shoe.protocol import TextShoeFraming, event_bytes

EVENTS: dict[bytes, Observation] = {
    b" [Game]<Card:4S> ": CardRead(card=CARDS["4S"]),
    b" [Game]<Card:TD> ": CardRead(card=CARDS["TD"]),
    b" [Game]<Card:10H> ": CardRead(card=CARDS["TH"]),
    b" [Manual Burn Cards]<Card:3H> ": CardRead(card=CARDS["3H"], destination=Destination.BURN),
    b" [Game]<Game> ": CardUnreadable(),
    b" [Game]<Alarm:E3 Card Not Read> ": ErrorRaised(error=DeviceError.CANNOT_READ, code="E3", text="Card Not Read"),
    b" [GameAlarm]<Alarm:E9> ": ErrorRaised(error=DeviceError.OTHER, code="E9"),
    b" <W0x01> ": WarningGiven(code="W0x01"),
    b" [Game]<Card:1S> ": CardUnreadable(),
    b" [Game]<Card:> ": CardUnreadable(),
    b" [Manual Burn Cards]<Card:?> ": CardUnreadable(destination=Destination.BURN),
    b" [Gane]<Card:4S> ": CardOutsideGame(card=CARDS["4S"], state=OutsideGame.UNKNOWN, code="Gane"),
    b" <Card:4S> ": CardOutsideGame(card=CARDS["4S"], state=OutsideGame.UNKNOWN, code=""),
}


class TestTextShoe:
    @pytest.mark.parametrize("line", EVENTS)
    def test_an_event(self, line: bytes) -> None:
        assert TextShoeFraming().feed(line) == (EVENTS[line],)

    @given(card=st.sampled_from(DECK))
    def test_a_card_comes_back_as_it_was_written(self, card: Card) -> None:
        assert TextShoeFraming().feed(event_bytes("Game", f"Card:{card.text}")) == (CardRead(card=card),)

    @pytest.mark.parametrize("words", ["Hello", "W0x1", "w0x01", ""])
    def test_words_that_are_in_no_table_are_named(self, words: str) -> None:
        line = event_bytes("Game", words).strip()
        assert TextShoeFraming().feed(line) == (BytesRejected(reason=Rejection.NOT_UNDERSTOOD, count=len(line)),)

    def test_an_event_broken_off_by_the_next_is_named_and_the_next_is_heard(self) -> None:
        assert TextShoeFraming().feed(b" [Game]<Card:4 [Game]<Card:5H> ") == (
            BytesRejected(reason=Rejection.BROKEN_OFF, count=14),
            CardRead(card=CARDS["5H"]),
        )

    def test_the_same_card_twice_is_two_cards(self) -> None:
        """It numbers nothing: a card told twice by mistake only the shoe's composition and the deal can show."""
        assert len(TextShoeFraming().feed(event_bytes("Game", "Card:4S") * 2)) == 2


def scanner(**settings: object) -> LineScannerFraming:
    return LineScannerFraming(LineScannerSettings(**settings))  # type: ignore[arg-type]


class TestLineScanner:
    @pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\n\r"])
    def test_a_line_may_end_in_each_way(self, end: bytes) -> None:
        found = scanner().feed(b"4S" + end + b"10H" + end)
        assert found == tuple(CardRead(card=CARDS[face], origin=Origin.SCANNED) for face in ("4S", "TH"))

    def test_pattern_and_maps_are_the_sites_own(self) -> None:
        framing = scanner(
            pattern=r"CARD-(?P<suit>\d)(?P<rank>\d\d)-\d+",
            ranks={f"{place:02d}": rank for place, rank in enumerate(Rank, start=1)},
            suits=dict(zip("1234", Suit, strict=True)),
        )
        (found,) = framing.feed(b"CARD-213-000417\r\n")
        assert found == CardRead(card=CARDS["KH"], origin=Origin.SCANNED)
        (other,) = framing.feed(b"CARD-914-000417\r\n")
        assert other == BytesRejected(reason=Rejection.NOT_UNDERSTOOD, count=16)

    @pytest.mark.parametrize("pattern", ["(?P<rank>.)", "(?P<suit>.)", "."])
    def test_a_pattern_without_its_groups_is_refused(self, pattern: str) -> None:
        with pytest.raises(ValueError, match="has no group"):
            LineScannerSettings(pattern=pattern)

    @pytest.mark.parametrize("line", [b"4S5H", b"x4S", b"4Sx", b"11S", b"4s"])
    def test_a_line_that_is_not_a_card_from_end_to_end_is_named(self, line: bytes) -> None:
        assert scanner().feed(line + b"\r") == (BytesRejected(reason=Rejection.NOT_UNDERSTOOD, count=len(line) + 1),)

    def test_a_card_that_the_reader_could_not_read(self) -> None:
        assert scanner(unread=frozenset({"NR"})).feed(b"NR\r") == (CardUnreadable(origin=Origin.SCANNED),)

    def test_a_line_with_bytes_that_nobody_prints_is_noise(self) -> None:
        assert scanner().feed(b"4S\x00\r") == (BytesRejected(reason=Rejection.NOISE, count=4),)

    def test_the_tail_of_an_endless_line_is_no_card(self) -> None:
        found = scanner().feed(b"x" * 128 + b"4S\r5H\r")
        assert found == (
            BytesRejected(reason=Rejection.TOO_LONG, count=131),
            CardRead(card=CARDS["5H"], origin=Origin.SCANNED),
        )

    @staticmethod
    def _scans(*times: float, **settings: object) -> list[type[Observation]]:
        framing, found = scanner(**settings), []
        for time in times:
            framing.tick(time)
            found += [type(it) for it in framing.feed(b"4S\r")]
        return found

    def test_the_same_code_within_a_second_is_one_scan(self) -> None:
        assert self._scans(5.0, 5.99) == [CardRead, ScanRepeated]
        assert self._scans(5.0, 6.0) == [CardRead, CardRead]

    def test_a_card_held_before_the_reader_is_one_scan_however_long(self) -> None:
        assert self._scans(0.0, 0.9, 1.8, 2.7) == [CardRead, ScanRepeated, ScanRepeated, ScanRepeated]

    def test_a_reader_whose_every_line_is_meant_says_so(self) -> None:
        assert self._scans(0.0, 0.0, same_scan_within=0) == [CardRead, CardRead]

    def test_another_code_between_does_not_hide_the_repeat(self) -> None:
        framing = scanner()
        framing.tick(3.0)
        assert [type(it) for it in framing.feed(b"4S\r5H\r4S\r")] == [CardRead, CardRead, ScanRepeated]
