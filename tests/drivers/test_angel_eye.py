"""The Angel Eye II-EX: the vectors of its interface, every card and place, its counter, and what it is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import CARDS, DECK, Card
from dealer_app.observations import (
    BytesRejected,
    CancelError,
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    ConfirmGame,
    CuttingCardDrawn,
    Destination,
    DeviceError,
    DeviceRequest,
    DeviceStarted,
    ErrorCancelled,
    ErrorRaised,
    Halted,
    LightAreas,
    LockChanged,
    LockShoe,
    LockState,
    NotDone,
    Observation,
    Origin,
    OutsideGame,
    PresetChanged,
    ReadAnswered,
    Rejection,
    ReportRepeated,
    ReportsLost,
    RequestDone,
    RequestFailed,
    SequenceConflict,
    ShoeResult,
    ShoeWinner,
    StandBy,
    UnlockShoe,
)
from drivers.requests import Sending
from drivers.shoe.angel_eye.encoding import (
    CHECKS,
    DESTINATIONS,
    ETX,
    STATES,
    STX,
    CheckStart,
    RefusalCode,
    check_byte,
    draw_data,
    outside_draw_data,
    refusal_frame,
    report_frame,
    result_data,
)
from drivers.shoe.angel_eye.protocol import Acknowledgement, AngelEyeFraming, AngelEyeSettings
from tests.drivers.framing_streams import after_silence, feed_pieces

P, B = Destination.PLAYER, Destination.BANKER
VECTORS: dict[str, Observation] = {
    "05 30 53 03 36 30": DeviceStarted(sequence="0"),
    "05 31 50 03 36 32": StandBy(sequence="1"),
    "05 32 44 81 C9 03 33 44": CardRead(sequence="2", card=CARDS["9H"], destination=P, draw=1),
    "05 33 44 91 BD 03 35 38": CardRead(sequence="3", card=CARDS["KS"], destination=B, draw=1),
    "05 34 44 82 91 03 36 30": CardRead(sequence="4", card=CARDS["AD"], destination=P, draw=2),
    "05 35 44 92 AA 03 34 41": CardRead(sequence="5", card=CARDS["TC"], destination=B, draw=2),
    "05 36 47 90 03 45 32": ShoeResult(sequence="6", winner=ShoeWinner.PLAYER, player_pair=False, banker_pair=False),
    "05 37 47 C3 03 42 30": ShoeResult(sequence="7", winner=ShoeWinner.BANKER, player_pair=True, banker_pair=True),
    "05 38 43 03 37 38": CuttingCardDrawn(sequence="8"),
    "05 39 45 C2 03 42 44": ErrorRaised(sequence="9", error=DeviceError.OVERDRAW, code="2", halted=Halted.YES),
    "05 30 65 82 03 44 34": ErrorCancelled(sequence="0", error=DeviceError.OVERDRAW, code="2"),
    "05 31 4C 81 03 46 46": LockChanged(sequence="1", lock=LockState.LOCKED),
    "05 32 64 91 CC 03 30 38": CardOutsideGame(sequence="2", card=CARDS["QH"], state=OutsideGame.IN_ERROR, code="1"),
}
COMMANDS: dict[str, DeviceRequest] = {
    "02 4F 50 4C 4B 30 32 03 31 42": LockShoe(),
    "02 4F 50 4C 4B 30 31 03 31 38": UnlockShoe(),
    "02 4F 50 45 43 30 32 03 31 41": CancelError(error=DeviceError.OVERDRAW),
    "02 4F 50 47 50 30 30 03 30 39": ConfirmGame(),
}
ACK = b"\x06"

cards = st.sampled_from(DECK)


def told(*frames: bytes) -> tuple[Observation, ...]:
    return AngelEyeFraming().feed(b"".join(frames))


def sending(**settings: Acknowledgement | CheckStart) -> AngelEyeFraming:
    return AngelEyeFraming(AngelEyeSettings(sending=Sending.ON, **settings))  # type: ignore[arg-type]


class TestReports:
    def test_the_vectors_of_the_interface_in_their_order(self) -> None:
        framing = AngelEyeFraming()
        assert [framing.feed(bytes.fromhex(it)) for it in VECTORS] == [(it,) for it in VECTORS.values()]

    @given(number=st.integers(0, 9), card=cards, draw=st.integers(0, 15), again=st.booleans())
    @pytest.mark.parametrize("destination", DESTINATIONS.values())
    def test_a_card_drawn_comes_back_as_it_was_written(
        self, destination: Destination, number: int, card: Card, draw: int, again: bool
    ) -> None:
        frame = report_frame(str(number), draw_data(card, destination, draw, letter=b"R" if again else b"D"))
        origin = Origin.SENT_AGAIN if again else Origin.DRAWN
        assert told(frame) == (
            CardRead(sequence=str(number), card=card, destination=destination, origin=origin, draw=draw),
        )

    @given(card=st.none() | cards, code=st.integers(0, 15), state=st.sampled_from([*STATES.values()]))
    def test_a_card_outside_of_the_game_comes_back_as_it_was_written(
        self, card: Card | None, code: int, state: OutsideGame
    ) -> None:
        (found,) = told(report_frame("4", outside_draw_data(card, state, code)))
        assert found == CardOutsideGame(sequence="4", card=card, state=state, code=str(code))

    @given(winner=st.sampled_from(ShoeWinner), player_pair=st.booleans(), banker_pair=st.booleans())
    def test_a_result_comes_back_as_it_was_written(
        self, winner: ShoeWinner, player_pair: bool, banker_pair: bool
    ) -> None:
        (found,) = told(report_frame("4", result_data(winner, player_pair=player_pair, banker_pair=banker_pair)))
        assert found == ShoeResult(sequence="4", winner=winner, player_pair=player_pair, banker_pair=banker_pair)

    def test_all_the_bytes_of_a_card_mean_a_card_or_an_unreadable_one(self) -> None:
        read = set()
        for face in range(0x80, 0x100):
            (found,) = told(report_frame("1", bytes([ord("D"), 0x81, face])))
            if isinstance(found, CardRead):
                read.add(found.card)
                continue
            assert isinstance(found, CardUnreadable)
            assert found.destination is P
            assert face & 15 in (0, 14, 15) or face >> 4 & 7 in (0, 5, 6, 7)
        assert read == set(DECK)

    @pytest.mark.parametrize("data", [b"D", b"D\x81", b"D\x81\xc9\xc9", b"D\x81\x49", b"R\x81"])
    def test_a_card_whose_bytes_mean_none_is_still_a_card_that_left_the_shoe(self, data: bytes) -> None:
        (found,) = told(report_frame("1", data))
        assert isinstance(found, CardUnreadable)

    def test_a_place_that_no_table_knows_is_said_to_be_unknown(self) -> None:
        (found,) = told(report_frame("1", b"D\xb1\xc9"))
        assert isinstance(found, CardRead)
        assert found.destination is Destination.UNKNOWN

    @pytest.mark.parametrize("code", range(64))
    def test_every_error_code_is_told_and_no_two_errors_share_one(self, code: int) -> None:
        raised, cancelled = told(
            report_frame("1", bytes([ord("E"), 0x80 | code])), report_frame("2", bytes([ord("e"), 0x80 | code]))
        )
        assert isinstance(raised, ErrorRaised)
        assert isinstance(cancelled, ErrorCancelled)
        assert raised.error is cancelled.error
        assert raised.code == cancelled.code == str(code)
        assert raised.halted is Halted.NO
        named = [*DeviceError][code - 1] if 1 <= code <= 7 else DeviceError.OTHER
        assert raised.error is named

    def test_the_shoe_unlocked_and_a_preset_changed(self) -> None:
        assert told(report_frame("1", b"L\x80"), report_frame("2", b"M010090")) == (
            LockChanged(sequence="1", lock=LockState.UNLOCKED),
            PresetChanged(sequence="2", address="01", value="0090"),
        )

    @pytest.mark.parametrize(
        "data",
        [b"X", b"S1", b"P0", b"C\x80", b"G", b"G\xb0", b"G\x10", b"E\x02", b"e", b"L\x81\x81", b"M01", b"M0100\x8090"],
    )
    def test_a_whole_report_that_is_in_no_table_is_named_with_its_number(self, data: bytes) -> None:
        frame = report_frame("1", data)
        assert told(frame) == (BytesRejected(sequence="1", reason=Rejection.NOT_UNDERSTOOD, count=len(frame)),)

    def test_an_answer_to_a_read_is_handed_on(self) -> None:
        """Its check begins after STX."""
        body = b"VR0102" + bytes([ETX])
        assert told(bytes([STX]) + body + CHECKS[check_byte(body)]) == (ReadAnswered(text="VR0102"),)

    def test_128_bytes_are_a_frame_and_129_are_garbage(self) -> None:
        longest = report_frame("1", b"X" * 123)
        assert len(longest) == 128
        (found,) = told(longest)
        assert found == BytesRejected(sequence="1", reason=Rejection.NOT_UNDERSTOOD, count=128)
        too_long = report_frame("1", b"X" * 124)
        assert BytesRejected(reason=Rejection.TOO_LONG, count=128) in told(too_long)


class TestCounter:
    @pytest.mark.assurance("A21")
    def test_a_repeat_is_named_and_is_no_card(self) -> None:
        frame = report_frame("2", draw_data(CARDS["9H"], P, 1))
        assert told(frame, frame, frame)[1:] == (ReportRepeated(sequence="2"),) * 2

    def test_the_same_card_drawn_again_is_a_card(self) -> None:
        data = draw_data(CARDS["9H"], P, 1)
        assert [type(it) for it in told(report_frame("2", data), report_frame("3", data))] == [CardRead, CardRead]

    @pytest.mark.assurance("A21")
    def test_other_bytes_under_the_same_number_are_raised_and_no_card(self) -> None:
        nine, king = (draw_data(CARDS[face], P, 1) for face in ("9H", "KS"))
        _, conflict, following = told(report_frame("2", nine), report_frame("2", king), report_frame("3", nine))
        assert isinstance(conflict, SequenceConflict)
        assert conflict.content == CardRead(sequence="2", card=CARDS["KS"], destination=P, draw=1)
        assert isinstance(following, CardRead)

    @given(first=st.integers(0, 9), lost=st.integers(1, 8))
    def test_a_jump_says_how_many_reports_are_missing_at_least(self, first: int, lost: int) -> None:
        data = draw_data(CARDS["9H"], P, 1)
        found = told(report_frame(str(first), b"P"), report_frame(str((first + 1 + lost) % 10), data))
        expected = str((first + 1) % 10)
        assert found[1] == ReportsLost(sequence=found[2].sequence, expected=expected, at_least=lost)
        assert isinstance(found[2], CardRead)

    def test_a_start_begins_the_count_anew(self) -> None:
        found = told(report_frame("7", b"P"), report_frame("0", b"S"), report_frame("1", b"P"))
        assert [type(it) for it in found] == [StandBy, DeviceStarted, StandBy]

    def test_a_start_under_the_number_of_the_last_report_is_no_conflict(self) -> None:
        assert told(report_frame("0", b"P"), report_frame("0", b"S"))[1:] == (DeviceStarted(sequence="0"),)

    def test_the_count_goes_on_over_a_lost_line(self) -> None:
        framing = AngelEyeFraming()
        framing.feed(report_frame("2", b"P"))
        framing.line_lost()
        again = report_frame("2", b"P") + report_frame("4", b"P")
        assert [type(it) for it in framing.feed(again)] == [ReportRepeated, ReportsLost, StandBy]

    def test_a_number_that_the_counter_does_not_have_is_said_every_time(self) -> None:
        lost = [it for it in told(*(report_frame(it, b"P") for it in "9AB0")) if isinstance(it, ReportsLost)]
        assert [(it.sequence, it.at_least) for it in lost] == [("A", 0), ("B", 0)]

    def test_a_site_whose_shoe_counts_otherwise_says_so(self) -> None:
        framing = AngelEyeFraming(AngelEyeSettings(numbers="0123456789ABCDEF"))
        found = framing.feed(b"".join(report_frame(it, b"P") for it in "9ABCDEF01"))
        assert [type(it) for it in found] == [StandBy] * 9


class TestCommands:
    @pytest.mark.parametrize("vector", COMMANDS)
    def test_the_vectors_of_the_interface(self, vector: str) -> None:
        framing = sending()
        assert framing.ask(COMMANDS[vector]) == ()
        assert framing.bytes_to_send() == bytes.fromhex(vector)
        assert framing.bytes_to_send() == b""
        assert framing.feed(ACK) == (RequestDone(request=COMMANDS[vector]),)

    def test_the_check_can_begin_after_stx(self) -> None:
        framing = sending(check_from=CheckStart.COMMAND)
        framing.ask(LockShoe())
        assert framing.bytes_to_send() == bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 39")

    @pytest.mark.parametrize("request_", [LightAreas(areas=()), CancelError(error=DeviceError.OTHER)], ids=repr)
    def test_what_the_shoe_cannot_do_is_not_sent(self, request_: DeviceRequest) -> None:
        framing = sending()
        assert framing.ask(request_) == (RequestFailed(request=request_, why=NotDone.NOT_SUPPORTED),)
        assert framing.bytes_to_send() == b""

    @pytest.mark.parametrize("code", RefusalCode)
    @pytest.mark.parametrize("cut", [0, 1])
    def test_a_refusal_says_its_code(self, code: RefusalCode, cut: int) -> None:
        framing = sending()
        framing.ask(LockShoe())
        framing.bytes_to_send()
        found = framing.feed(refusal_frame(code)[:cut]) + framing.feed(refusal_frame(code)[cut:])
        assert found == (RequestFailed(request=LockShoe(), why=NotDone.REFUSED, code=f"{code.value:02X}"),)

    def test_reports_between_a_command_and_its_answer_are_heard(self) -> None:
        framing = sending()
        framing.ask(LockShoe())
        framing.bytes_to_send()
        found = framing.feed(report_frame("1", b"P") + ACK + report_frame("2", b"L\x81"))
        assert [type(it) for it in found] == [StandBy, RequestDone, LockChanged]

    def test_an_answer_to_nothing_is_named(self) -> None:
        assert told(ACK) == (BytesRejected(reason=Rejection.UNASKED_ANSWER, count=1),)

    def test_reports_are_acknowledged_only_where_that_is_set_and_sending_is_on(self) -> None:
        frame = report_frame("1", b"P")
        for on in Sending:
            for acknowledging in Acknowledgement:
                framing = AngelEyeFraming(AngelEyeSettings(sending=on, acknowledging=acknowledging))
                framing.feed(frame + frame)
                wanted = (on, acknowledging) == (Sending.ON, Acknowledgement.ON)
                assert framing.bytes_to_send() == (ACK * 2 if wanted else b"")
                assert framing.bytes_to_send() == b""

    def test_a_broken_report_is_not_acknowledged(self) -> None:
        framing = sending(acknowledging=Acknowledgement.ON)
        framing.feed(report_frame("1", b"P")[:-1] + b"0")
        assert framing.bytes_to_send() == b""

    @given(data=st.data())
    def test_whatever_comes_a_command_ends_once_and_the_cuts_do_not_matter(self, data: st.DataObject) -> None:
        answers = st.sampled_from(
            (ACK, refusal_frame(RefusalCode.BUSY), b"\x15", report_frame("1", b"P"), report_frame("2", b"L\x81"))
        )
        stream = b"".join(data.draw(st.lists(answers | st.binary(max_size=6), max_size=8)))
        cuts = data.draw(st.lists(st.integers(0, max(len(stream), 1)), max_size=6))
        whole, cut = sending(), sending()
        for framing in (whole, cut):
            framing.ask(LockShoe())
            framing.bytes_to_send()
        found = feed_pieces(whole, stream)
        assert found == feed_pieces(cut, stream, cuts)
        ended = (*found, *after_silence(whole))
        assert len([it for it in ended if isinstance(it, RequestDone | RequestFailed)]) == 1
