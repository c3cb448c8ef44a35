"""What holds for the framing of every device: however a stream is cut, damaged or repeated, it is heard or named."""

import random
import tracemalloc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.values import replace
from dealer_app.observations import (
    BytesRejected,
    CardRead,
    DeviceStarted,
    DiceAtRest,
    LockShoe,
    NotDone,
    Observation,
    Rejection,
    ReportRepeated,
    ReportsLost,
    RequestFailed,
    SequenceConflict,
)
from drivers.profiles import PROFILES
from tests.drivers.framing_streams import DEVICES, DeviceStream, after_silence, feed_pieces

GARBAGE = (b"\x00\xff\x7f", b"\x05", b"\x02", b"$TU", b"[Ga", b"<", b"\x7a", b"\x7a\x06\x01", b"\x05\x31\x03")
MEGABYTE = 1 << 20
TRIALS = 5_000

every_device = pytest.mark.parametrize("device", DEVICES, ids=lambda device: device.name)


def test_every_profile_has_a_stream_that_is_cut_damaged_and_fuzzed() -> None:
    assert {device.name for device in DEVICES} == set(PROFILES)


def good(device: DeviceStream) -> tuple[Observation, ...]:
    return feed_pieces(device.framing(), b"".join(device.frames))


def facts(observations: tuple[Observation, ...]) -> Counter[str]:
    """The cards and dice that were told, without the number of the report."""
    told = (it for it in observations if isinstance(it, CardRead | DiceAtRest))
    return Counter(replace(it, sequence=None).full_text() for it in told)


def names_a_fault(observations: tuple[Observation, ...]) -> bool:
    return any(isinstance(it, BytesRejected | ReportsLost | SequenceConflict) for it in observations)


@every_device
class TestWhole:
    def test_each_frame_is_one_observation_and_nothing_is_thrown_away(self, device: DeviceStream) -> None:
        assert len(good(device)) == len(device.frames)
        assert not names_a_fault(good(device))

    def test_halved_at_any_place_it_is_the_same(self, device: DeviceStream) -> None:
        stream = b"".join(device.frames)
        for cut in range(1, len(stream)):
            assert feed_pieces(device.framing(), stream, [cut]) == good(device)

    def test_byte_by_byte_it_is_the_same(self, device: DeviceStream) -> None:
        stream = b"".join(device.frames)
        assert feed_pieces(device.framing(), stream, range(len(stream))) == good(device)

    def test_what_is_heard_is_heard_with_the_last_byte_of_its_frame_at_the_latest(self, device: DeviceStream) -> None:
        framing = device.framing()
        assert [len(framing.feed(frame)) for frame in device.frames] == [1] * len(device.frames)

    def test_nothing_is_written_and_nothing_can_be_asked_by_default(self, device: DeviceStream) -> None:
        framing = device.framing()
        failed = framing.ask(LockShoe())
        assert [it.why for it in failed if isinstance(it, RequestFailed)] in (
            [NotDone.READ_ONLY],
            [NotDone.NOT_SUPPORTED],
        )
        feed_pieces(framing, b"".join(device.frames))
        framing.tick(1.0)
        assert framing.bytes_to_send() == b""


@every_device
class TestDamaged:
    @pytest.mark.parametrize("garbage", GARBAGE, ids=repr)
    def test_after_garbage_and_silence_every_frame_is_heard(self, device: DeviceStream, garbage: bytes) -> None:
        framing = device.framing()
        rejected = (*framing.feed(garbage), *after_silence(framing))
        assert sum(it.count for it in rejected if isinstance(it, BytesRejected)) == len(garbage)
        assert feed_pieces(framing, b"".join(device.frames)) == good(device)

    @pytest.mark.parametrize("garbage", GARBAGE, ids=repr)
    def test_garbage_before_a_stream_never_adds_a_card_and_is_named(self, device: DeviceStream, garbage: bytes) -> None:
        damaged = feed_pieces(device.framing(), garbage + b"".join(device.frames))
        assert names_a_fault(damaged)
        assert facts(damaged) <= facts(good(device))
        # One frame may go down with the garbage, no more.
        assert sum((facts(good(device)) - facts(damaged)).values()) <= 1

    @pytest.mark.assurance("A21")
    @pytest.mark.parametrize("reason", ["cut short", "begun late"])
    def test_part_of_a_frame_spoils_no_other(self, device: DeviceStream, reason: str) -> None:
        for place, frame in enumerate(device.frames[:-1]):
            for cut in range(1, len(frame.strip())):
                part = frame.strip()[:cut] if reason == "cut short" else frame.strip()[cut:]
                stream = b"".join((*device.frames[:place], part, *device.frames[place + 1 :]))
                damaged = feed_pieces(device.framing(), stream)
                assert facts(damaged) <= facts(good(device)) or not device.checked
                # A card with its last delimiter cut off is whole; one that is gone is named.
                assert names_a_fault(damaged) or facts(damaged) == facts(good(device)) or not device.checked

    @pytest.mark.assurance("A24")
    def test_each_bit_of_each_frame_flipped_is_flagged_or_harmless(self, device: DeviceStream) -> None:
        """Where there is no check a face can become another face: then there is one card for one, never none or two."""
        frames = device.frames
        for place, frame in enumerate(frames):
            for bit in range(len(frame) * 8):
                broken = bytearray(frame)
                broken[bit // 8] ^= 1 << bit % 8
                framing = device.framing()
                damaged = feed_pieces(framing, b"".join((*frames[:place], bytes(broken), *frames[place + 1 :])))
                damaged += after_silence(framing)
                flagged = names_a_fault(damaged)
                if device.checked:
                    assert facts(damaged) <= facts(good(device)), broken
                    assert flagged, broken
                else:
                    assert sum(facts(damaged).values()) <= sum(facts(good(device)).values()), broken
                    assert flagged or len(damaged) == len(frames), broken

    def test_half_a_frame_is_never_completed_by_the_bytes_of_another_session(self, device: DeviceStream) -> None:
        for frame in device.frames:
            whole = frame.rstrip()
            for cut in range(1, len(whole)):
                framing = device.framing()
                framing.feed(whole[:cut])
                framing.line_lost()
                assert not facts(framing.feed(whole[cut:])) or not device.checked

    def test_half_a_frame_is_given_up_when_the_line_falls_silent(self, device: DeviceStream) -> None:
        framing = device.framing()
        frame = device.frames[0].strip()
        framing.feed(frame[:-1])
        assert framing.tick(100.0) == ()
        assert framing.tick(100.4) == ()
        assert framing.tick(100.6) == (BytesRejected(reason=Rejection.BROKEN_OFF, count=len(frame) - 1),)
        assert framing.tick(200.0) == ()


@every_device
class TestRandom:
    @given(data=st.data())
    def test_no_bytes_raise_and_the_cuts_do_not_matter(self, device: DeviceStream, data: st.DataObject) -> None:
        pieces = st.one_of(st.binary(max_size=12), st.sampled_from(device.frames), st.sampled_from(GARBAGE))
        stream = b"".join(data.draw(st.lists(pieces, max_size=12)))
        cuts = data.draw(st.lists(st.integers(0, max(len(stream), 1)), max_size=8))
        whole, cut = device.framing(), device.framing()
        assert feed_pieces(whole, stream) == feed_pieces(cut, stream, cuts)
        assert after_silence(whole) == after_silence(cut)

    def test_ten_megabytes_of_random_bytes_take_no_memory_and_spoil_nothing(self, device: DeviceStream) -> None:
        chance, framing = random.Random(10), device.framing()
        tracemalloc.start()
        try:
            for _ in range(10 * MEGABYTE // 4096):
                framing.feed(chance.randbytes(4096))
            kept, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert kept < 32 * 1024
        after_silence(framing)
        # The numbers of a checked device may have been moved on by a frame that chance made.
        assert not facts(good(device)) - facts(feed_pieces(framing, b"".join(device.frames)))

    def test_a_frame_without_end_is_given_up(self, device: DeviceStream) -> None:
        framing = device.framing()
        begun = device.frames[0].strip()[:2] + b"1" * 3 * device.longest
        assert any(isinstance(it, BytesRejected) for it in feed_pieces(framing, begun))
        after_silence(framing)
        assert feed_pieces(framing, b"".join(device.frames)) == good(device)


@pytest.mark.assurance("A24")
@pytest.mark.parametrize("device", [it for it in DEVICES if it.checked], ids=lambda device: device.name)
def test_of_one_to_three_bits_flipped_at_most_four_in_a_thousand_pass_unnoticed(device: DeviceStream) -> None:
    """Two bits can cancel each other out in a check of one byte; numbers and tables then see most of them."""
    chance, unnoticed = random.Random(24), 0
    for _ in range(TRIALS):
        place = chance.randrange(len(device.frames))
        broken = bytearray(device.frames[place])
        for bit in chance.sample(range(len(broken) * 8), chance.choice((1, 2, 3))):
            broken[bit // 8] ^= 1 << bit % 8
        framing = device.framing()
        stream = b"".join((*device.frames[:place], bytes(broken), *device.frames[place + 1 :]))
        damaged = (*feed_pieces(framing, stream), *after_silence(framing))
        unnoticed += not names_a_fault(damaged) and damaged != good(device)
    print(f"\n{device.name}: {unnoticed} of {TRIALS} unnoticed")
    assert unnoticed * 1000 <= 4 * TRIALS


@pytest.mark.parametrize("device", [it for it in DEVICES if it.name in {"angel_eye", "tum"}], ids=lambda it: it.name)
def test_a_report_sent_three_times_is_told_once_and_its_repeats_are_named(device: DeviceStream) -> None:
    repeated = feed_pieces(device.framing(), b"".join(frame * 3 for frame in device.frames))
    assert tuple(it for it in repeated if not isinstance(it, ReportRepeated)) == good(device)
    assert len(repeated) == 3 * len(device.frames)
    assert isinstance(repeated[0], DeviceStarted)
