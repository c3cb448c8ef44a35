"""Requests: one at a time, each with its answer or its end, and never an answer for the wrong one."""

from dealer_app.observations import (
    ConfirmGame,
    LockShoe,
    NotDone,
    Request,
    RequestDone,
    RequestFailed,
    UnlockShoe,
)
from drivers.asking import MOST_WAITING, Asking, Sending, Sent

WITHIN = 1.0


def asking(on: Sending = Sending.ON, parts: tuple[str, ...] = ("one",)) -> Asking:
    return Asking(
        sending=on,
        answer_within=WITHIN,
        parts=lambda request: None if request == ConfirmGame() else parts,
        write=lambda part: Sent(part.encode(), key=part),
    )


def failed(request: Request, why: NotDone) -> tuple[RequestFailed, ...]:
    return (RequestFailed(request=request, why=why),)


def test_the_next_is_written_when_the_one_before_it_was_answered() -> None:
    line = asking()
    assert line.ask(LockShoe()) == line.ask(UnlockShoe()) == ()
    assert line.outgoing() == b"one"
    assert line.outgoing() == b""
    assert line.acknowledged() == (RequestDone(request=LockShoe()),)
    assert line.outgoing() == b"one"
    assert line.refused("21") == (RequestFailed(request=UnlockShoe(), why=NotDone.REFUSED, code="21"),)
    assert line.outgoing() == b""


def test_each_part_waits_for_its_own_answer() -> None:
    line = asking(parts=("one", "two"))
    line.ask(LockShoe())
    assert line.outgoing() == b"one"
    assert line.awaits("one")
    assert not line.awaits("two")
    assert line.acknowledged() == ()
    assert line.outgoing() == b"two"
    assert line.acknowledged() == (RequestDone(request=LockShoe()),)


def test_a_part_refused_ends_the_request_and_its_other_parts_are_not_sent() -> None:
    line = asking(parts=("one", "two"))
    line.ask(LockShoe())
    line.outgoing()
    line.refused("9")
    assert line.outgoing() == b""


def test_no_answer_in_time_ends_the_request_and_the_line_rests_before_the_next() -> None:
    line = asking()
    line.ask(LockShoe())
    line.ask(UnlockShoe())
    line.outgoing()
    assert line.tick(50.0) == ()
    assert line.tick(50.9) == ()
    assert line.tick(51.0) == failed(LockShoe(), NotDone.TIMED_OUT)
    assert not line.awaits("one")
    assert line.outgoing() == b""
    assert line.tick(51.9) == ()
    assert line.outgoing() == b""
    line.tick(52.0)
    assert line.outgoing() == b"one"


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
    line.outgoing()
    assert line.line_lost() == failed(LockShoe(), NotDone.LINE_LOST) + failed(UnlockShoe(), NotDone.LINE_LOST)
    assert line.outgoing() == b""
    assert not line.awaits("one")


def test_what_must_not_or_cannot_be_sent_is_said_at_once() -> None:
    assert asking(Sending.OFF).ask(LockShoe()) == failed(LockShoe(), NotDone.READ_ONLY)
    assert asking().ask(ConfirmGame()) == failed(ConfirmGame(), NotDone.NOT_SUPPORTED)
