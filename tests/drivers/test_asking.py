"""Requests: one at a time, each with its answer or its end, and never an answer for the wrong one."""

from dealer_app.observations import (
    ConfirmGame,
    DeviceRequest,
    LockShoe,
    NotDone,
    RequestDone,
    RequestFailed,
    UnlockShoe,
)
from drivers.requests import MOST_WAITING, RequestBytes, RequestQueue, Sending

WITHIN = 1.0


def asking(on: Sending = Sending.ON, parts: tuple[str, ...] = ("one",)) -> RequestQueue:
    return RequestQueue(
        sending=on,
        answer_within=WITHIN,
        parts=lambda request: None if request == ConfirmGame() else parts,
        write=lambda part: RequestBytes(part.encode(), key=part),
    )


def failed(request: DeviceRequest, why: NotDone) -> tuple[RequestFailed, ...]:
    return (RequestFailed(request=request, why=why),)


def test_the_next_is_written_when_the_one_before_it_was_answered() -> None:
    line = asking()
    assert line.ask(LockShoe()) == line.ask(UnlockShoe()) == ()
    assert line.bytes_to_send() == b"one"
    assert line.bytes_to_send() == b""
    assert line.note_acknowledgement() == (RequestDone(request=LockShoe()),)
    assert line.bytes_to_send() == b"one"
    assert line.note_refusal("21") == (RequestFailed(request=UnlockShoe(), why=NotDone.REFUSED, code="21"),)
    assert line.bytes_to_send() == b""


def test_each_part_waits_for_its_own_answer() -> None:
    line = asking(parts=("one", "two"))
    line.ask(LockShoe())
    assert line.bytes_to_send() == b"one"
    assert line.is_awaited("one")
    assert not line.is_awaited("two")
    assert line.note_acknowledgement() == ()
    assert line.bytes_to_send() == b"two"
    assert line.note_acknowledgement() == (RequestDone(request=LockShoe()),)


def test_a_part_refused_ends_the_request_and_its_other_parts_are_not_sent() -> None:
    line = asking(parts=("one", "two"))
    line.ask(LockShoe())
    line.bytes_to_send()
    line.note_refusal("9")
    assert line.bytes_to_send() == b""


def test_no_answer_in_time_ends_the_request_and_the_line_rests_before_the_next() -> None:
    line = asking()
    line.ask(LockShoe())
    line.ask(UnlockShoe())
    line.bytes_to_send()
    assert line.tick(50.0) == ()
    assert line.tick(50.9) == ()
    assert line.tick(51.0) == failed(LockShoe(), NotDone.TIMED_OUT)
    assert not line.is_awaited("one")
    assert line.bytes_to_send() == b""
    assert line.tick(51.9) == ()
    assert line.bytes_to_send() == b""
    line.tick(52.0)
    assert line.bytes_to_send() == b"one"


def test_a_request_that_nobody_sent_does_not_run_out_of_time() -> None:
    line = asking()
    line.ask(LockShoe())
    assert line.tick(0.0) == line.tick(100.0) == ()


def test_only_a_few_wait() -> None:
    line = asking()
    for _ in range(MOST_WAITING):
        assert line.ask(LockShoe()) == ()
    assert line.ask(LockShoe()) == failed(LockShoe(), NotDone.TOO_MANY)


def test_a_lost_line_ends_all_that_was_asked() -> None:
    line = asking()
    line.ask(LockShoe())
    line.ask(UnlockShoe())
    line.bytes_to_send()
    assert line.line_lost() == failed(LockShoe(), NotDone.LINE_LOST) + failed(UnlockShoe(), NotDone.LINE_LOST)
    assert line.bytes_to_send() == b""
    assert not line.is_awaited("one")


def test_what_must_not_or_cannot_be_sent_is_said_at_once() -> None:
    assert asking(Sending.OFF).ask(LockShoe()) == failed(LockShoe(), NotDone.READ_ONLY)
    assert asking().ask(ConfirmGame()) == failed(ConfirmGame(), NotDone.NOT_SUPPORTED)
