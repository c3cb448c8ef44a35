"""The dice tumblers: the sentences of `tum` with its lamps, and the answers of `bin7a`."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.dice import Tumble
from dealer_app.observations import (
    BytesRejected,
    DeviceError,
    DeviceStarted,
    DiceAtRest,
    DiceUnreadable,
    ErrorRaised,
    LightAreas,
    LockShoe,
    NotDone,
    Observation,
    Poll,
    Rejection,
    ReportRepeated,
    ReportsLost,
    RequestDone,
    RequestFailed,
    Resting,
    SequenceConflict,
    TumbleCompleted,
    TumblerActivated,
)
from drivers.requests import Sending
from drivers.tumbler.bin7a.protocol import Bin7aCommand, Bin7aFraming, Bin7aSettings, answer_frame, command_frame
from drivers.tumbler.tum.protocol import (
    LONGEST,
    STATION,
    TUMBLER,
    TumFraming,
    TumSettings,
    make_sentence,
    parse_sentence,
)

F, C = Resting.FLAT, Resting.COCKED
VECTORS: dict[str, Observation] = {
    "$TUM,0,READY*37": DeviceStarted(sequence="0"),
    "$TUM,1,START*3D": TumblerActivated(sequence="1"),
    "$TUM,2,TUMBLE,1*64": TumbleCompleted(sequence="2", number=1),
    "$TUM,3,TUMBLE,2*66": TumbleCompleted(sequence="3", number=2),
    "$TUM,4,TUMBLE,3*60": TumbleCompleted(sequence="4", number=3),
    "$TUM,5,REST,2,5,6,FFF*1E": DiceAtRest(sequence="5", dice=Tumble((2, 5, 6)), resting=(F, F, F)),
    "$TUM,6,REST,4,4,4,FFC*1D": DiceAtRest(sequence="6", dice=Tumble((4, 4, 4)), resting=(F, F, C)),
    "$TUM,7,FAULT,12*1E": ErrorRaised(sequence="7", error=DeviceError.OTHER, code="12"),
}

areas = st.lists(st.from_regex(r"[a-z_]{1,11}(:[0-9]{1,4})?", fullmatch=True), max_size=60).map(tuple)


def says(*fields: str, number: int = 0) -> bytes:
    return make_sentence(TUMBLER, str(number), *fields)


def lamps(framing: TumFraming, wanted: tuple[str, ...]) -> list[bytes]:
    """The sentences sent to light these areas, each acknowledged before the next is sent."""
    assert framing.ask(LightAreas(areas=wanted)) == ()
    sent: list[bytes] = []
    done: tuple[Observation, ...] = ()
    while data := framing.bytes_to_send():
        assert done == ()
        sent.append(data)
        said = parse_sentence(data.decode("ascii"))
        assert not isinstance(said, Rejection)
        done = framing.feed(says("ACK", said[1], number=len(sent) - 1))
    assert done == (RequestDone(request=LightAreas(areas=wanted)),)
    return sent


class TestTum:
    def test_the_vectors_of_the_protocol(self) -> None:
        framing = TumFraming()
        assert [framing.feed(f"{it}\r\n".encode()) for it in VECTORS] == [(it,) for it in VECTORS.values()]

    def test_all_rests_come_back_as_they_were_written(self) -> None:
        faces, letters = "123456", {"F": F, "C": C}
        for dice in product(faces, repeat=3):
            for flat in product("FC", repeat=3):
                (found,) = TumFraming().feed(says("REST", *dice, "".join(flat)))
                one, two, three = map(int, dice)
                assert isinstance(found, DiceAtRest)
                assert found.dice == Tumble((one, two, three))
                assert found.resting == tuple(letters[letter] for letter in flat)

    @pytest.mark.parametrize(
        "rest", ["", "1,2,3", "1,2,FFF", "0,2,3,FFF", "1,2,7,FFF", "1,2,3,FF", "1,2,3,FFX", "1,2,3,4,FFF"]
    )
    def test_a_rest_that_means_no_three_dice_is_still_told(self, rest: str) -> None:
        assert TumFraming().feed(says("REST", *rest.split(","))) == (DiceUnreadable(sequence="0"),)

    @pytest.mark.parametrize(
        "fields", ["TUMBLE,0", "TUMBLE,", "TUMBLE,x", "TUMBLE,1,2", "FAULT", "START,1", "ACK", "", "SPIN"]
    )
    def test_a_whole_sentence_that_is_in_no_table_is_named(self, fields: str) -> None:
        line = says(*fields.split(","))
        assert TumFraming().feed(line) == (
            BytesRejected(sequence="0", reason=Rejection.NOT_UNDERSTOOD, count=len(line)),
        )

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            (b"$TUM,0,READY*38\r\n", Rejection.BAD_CHECKSUM),
            (b"$TUM,0,START\r\n", Rejection.NOT_UNDERSTOOD),
            (make_sentence(TUMBLER, "00", "START"), Rejection.NOT_UNDERSTOOD),
            (make_sentence(TUMBLER, "1000", "START"), Rejection.NOT_UNDERSTOOD),
            (make_sentence(STATION, "0", "POLL"), Rejection.NOT_UNDERSTOOD),
            (b"$TUM,0,READY*3f\r\n", Rejection.NOT_UNDERSTOOD),
            (b"$TUM,0,READY*37\n", Rejection.BROKEN_OFF),
            (b"x" * 17, Rejection.NOISE),
        ],
    )
    def test_what_is_no_sentence_is_named(self, line: bytes, reason: Rejection) -> None:
        assert TumFraming().feed(line) == (BytesRejected(reason=reason, count=len(line)),)

    def test_82_characters_are_a_sentence_and_83_are_garbage(self) -> None:
        room = LONGEST - len(says("FAULT", ""))
        (longest,) = TumFraming().feed(says("FAULT", "9" * room))
        assert isinstance(longest, ErrorRaised)
        first, *_ = TumFraming().feed(says("FAULT", "9" * (room + 1)))
        assert first == BytesRejected(reason=Rejection.TOO_LONG, count=LONGEST)

    def test_numbers_go_round_after_999_and_gaps_and_conflicts_are_said(self) -> None:
        framing = TumFraming()
        stream = [says("START", number=998), says("START", number=999), says("START", number=0)]
        assert [type(it) for it in framing.feed(b"".join(stream))] == [TumblerActivated] * 3
        assert framing.feed(stream[-1]) == (ReportRepeated(sequence="0"),)
        lost, tumble = framing.feed(says("TUMBLE", "2", number=2))
        assert lost == ReportsLost(sequence="2", expected="1", at_least=1)
        assert isinstance(tumble, TumbleCompleted)
        (conflict,) = framing.feed(says("REST", "1", "2", "3", "FFF", number=2))
        assert isinstance(conflict, SequenceConflict)
        assert isinstance(conflict.content, DiceAtRest)

    @given(wanted=areas)
    def test_lamps_are_told_in_parts_of_82_characters_in_which_no_area_is_split(self, wanted: tuple[str, ...]) -> None:
        told: list[str] = []
        sent = lamps(TumFraming(TumSettings(sending=Sending.ON)), wanted)
        for place, line in enumerate(sent, start=1):
            assert len(line) <= LONGEST
            said = parse_sentence(line.decode("ascii"))
            assert not isinstance(said, Rejection)
            talker, number, (event, part, parts, names) = said
            assert (talker, number, event) == (STATION, str(place - 1), "LAMPS")
            assert (part, parts) == (str(place), str(len(sent)))
            told += names.split(";") if names else []
        assert tuple(told) == wanted

    def test_a_part_that_is_refused_or_not_answered_is_a_failure_of_the_lamps(self) -> None:
        wanted = LightAreas(areas=tuple(f"domino:{place}" for place in range(12)))
        for answered in (says("NAK", "1", "4", number=1), b""):
            framing = TumFraming(TumSettings(sending=Sending.ON))
            framing.ask(wanted)
            framing.bytes_to_send()
            assert framing.feed(says("ACK", "0")) == ()
            assert framing.bytes_to_send()
            found = (*framing.feed(answered), *framing.tick(0.0), *framing.tick(1.5))
            (failure,) = found
            assert isinstance(failure, RequestFailed)
            assert failure.request == wanted
            assert failure.why is (NotDone.REFUSED if answered else NotDone.TIMED_OUT)
            assert failure.code == ("4" if answered else "")

    def test_an_answer_to_another_sentence_is_none_to_this(self) -> None:
        framing = TumFraming(TumSettings(sending=Sending.ON))
        framing.ask(Poll())
        assert framing.bytes_to_send() == make_sentence(STATION, "0", "POLL")
        other = says("ACK", "7")
        assert framing.feed(other) == (BytesRejected(sequence="0", reason=Rejection.UNASKED_ANSWER, count=len(other)),)
        assert framing.feed(says("ACK", "0", number=1)) == (RequestDone(request=Poll()),)

    @pytest.mark.parametrize("area", ["a;b", "a,b", "a*b", "a$b", "", "鱼", "a" * 57, "a b"])
    def test_an_area_that_cannot_be_told_is_refused_whole(self, area: str) -> None:
        wanted = LightAreas(areas=("big", area))
        framing = TumFraming(TumSettings(sending=Sending.ON))
        assert framing.ask(wanted) == (RequestFailed(request=wanted, why=NotDone.NOT_SUPPORTED),)
        assert framing.bytes_to_send() == b""

    def test_more_areas_than_99_parts_hold_are_refused(self) -> None:
        wanted = LightAreas(areas=("a" * 50,) * 100)
        framing = TumFraming(TumSettings(sending=Sending.ON))
        assert framing.ask(wanted) == (RequestFailed(request=wanted, why=NotDone.NOT_SUPPORTED),)


class TestBin7a:
    def test_the_commands_as_they_were_seen(self) -> None:
        seen = ["7A 03 03 01 07 55", "7A 03 04 01 08 55", "7A 03 05 01 09 55", "7A 03 06 01 0A 55"]
        assert [command_frame(it) for it in Bin7aCommand] == [bytes.fromhex(it) for it in seen]

    def test_an_answer_as_it_is_guessed_tells_the_dice_and_not_how_they_lie(self) -> None:
        assert answer_frame(Bin7aCommand.SHAKE, (2, 5, 6)) == bytes.fromhex("7A 06 03 01 02 05 06 17 55")
        for dice in product(range(1, 7), repeat=3):
            one, two, three = dice
            (found,) = Bin7aFraming().feed(answer_frame(Bin7aCommand.SHAKE, (one, two, three)))
            assert isinstance(found, DiceAtRest)
            assert found.dice.dice == dice
            assert set(found.resting) == {Resting.NOT_REPORTED}

    def test_a_poll_is_a_query_and_its_answer_ends_it(self) -> None:
        framing = Bin7aFraming(Bin7aSettings(sending=Sending.ON))
        assert framing.ask(Poll()) == ()
        assert framing.bytes_to_send() == command_frame(Bin7aCommand.QUERY)
        assert [type(it) for it in framing.feed(answer_frame(Bin7aCommand.SHAKE, (1, 2, 3)))] == [DiceAtRest]
        done, _ = framing.feed(answer_frame(Bin7aCommand.QUERY, (1, 2, 3)))
        assert done == RequestDone(request=Poll())

    def test_points_that_are_no_dice_are_unreadable_dice(self) -> None:
        assert Bin7aFraming().feed(answer_frame(Bin7aCommand.QUERY, (0, 2, 3))) == (DiceUnreadable(),)

    @pytest.mark.parametrize(
        "frame", [answer_frame(Bin7aCommand.STOP, (1, 2, 3)), answer_frame(Bin7aCommand.QUERY, (1, 2, 3), address=2)]
    )
    def test_an_answer_to_another_command_or_from_another_machine_is_named(self, frame: bytes) -> None:
        assert Bin7aFraming().feed(frame) == (BytesRejected(reason=Rejection.NOT_UNDERSTOOD, count=9),)

    def test_another_address_can_be_set_but_only_of_one_byte(self) -> None:
        framing = Bin7aFraming(Bin7aSettings(address=2))
        assert [type(it) for it in framing.feed(answer_frame(Bin7aCommand.QUERY, (1, 2, 3), address=2))] == [DiceAtRest]
        with pytest.raises(ValueError, match="not an address"):
            Bin7aSettings(address=256)

    def test_it_has_no_lock(self) -> None:
        framing = Bin7aFraming(Bin7aSettings(sending=Sending.ON))
        assert framing.ask(LockShoe()) == (RequestFailed(request=LockShoe(), why=NotDone.NOT_SUPPORTED),)
