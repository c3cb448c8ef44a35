"""PINs: which are refused, how they are kept, that checking them leaves nothing behind, and that they show nowhere."""

import logging
import threading
import traceback
from concurrent.futures import Future
from hashlib import sha256
from itertools import islice

import msgspec
import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import HashingError, VerificationError

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.people.accounts import NewPerson, begin_house
from dealer_app.people.events import FolderKind, Purpose
from dealer_app.people.pin_work import MOST_PIN_JOBS, CheckedPin, PinsBusyError, PinWork
from dealer_app.people.pins import (
    USUAL_EFFORT,
    HashedPin,
    HashEffort,
    NoRoomToHashError,
    Pin,
    SecretDamagedError,
    against_pin,
)
from dealer_app.people.positions import Position
from dealer_app.people.sessions import PinAttempt, PinResult, judge_attempt, pin_challenge
from dealer_app.people.state import PeopleState
from tests.people.people import START, TERMINAL, Staff

LITTLE = HashEffort(memory_kibibytes=8, passes=1, lanes=1)
PIN = Pin("730916")
OTHER = Pin("730917")


@pytest.mark.parametrize("text", ["730916", "112233", "000001", "123457", "90124", "999998", "123456789013"])
def test_a_pin_that_is_hard_enough_to_guess(text: str) -> None:
    refusal = against_pin(Pin(text), "1001")
    assert (refusal is None) is (len(text) >= 6)


@pytest.mark.parametrize(
    ("text", "badge", "code"),
    [
        ("", "D1", "pin-form"),
        ("12345", "D1", "pin-form"),
        ("1234567890123", "D1", "pin-form"),
        ("73091a", "D1", "pin-form"),
        ("73 916", "D1", "pin-form"),
        ("-73091", "D1", "pin-form"),
        ("\u0667\u0663\u0660\u0669\u0661\u0666", "D1", "pin-form"),
        ("73091²", "D1", "pin-form"),
        ("000000", "D1", "pin-easy"),
        ("777777777", "D1", "pin-easy"),
        ("123456", "D1", "pin-easy"),
        ("567890", "D1", "pin-easy"),
        ("890123", "D1", "pin-easy"),
        ("987654", "D1", "pin-easy"),
        ("321098", "D1", "pin-easy"),
        ("730916", "730916", "pin-is-badge"),
        ("730916", "D730916", "pin-is-badge"),
        ("001001", "1001", "pin-is-badge"),
        ("471471", "471", "pin-is-badge"),
        ("471471", "S471", "pin-is-badge"),
    ],
)
def test_a_pin_that_is_refused(text: str, badge: str, code: str) -> None:
    refusal = against_pin(Pin(text), badge)
    assert refusal is not None
    assert refusal.code == code
    assert text == "" or text not in repr(refusal)


@pytest.mark.assurance("A35")
def test_the_stated_effort_is_argon2id_with_64_mebibytes() -> None:
    assert (USUAL_EFFORT.memory_kibibytes, USUAL_EFFORT.passes, USUAL_EFFORT.lanes) == (65_536, 3, 1)
    with PinWork() as work:
        kept = work.hash(PIN).result()
        assert kept.text.startswith("$argon2id$v=19$m=65536,t=3,p=1$")
        assert work.check(kept.text, PIN).result() == CheckedPin(check=PinResult.RIGHT)


def test_the_right_pin_is_right_and_any_other_wrong() -> None:
    with PinWork(LITTLE) as work:
        kept = work.hash(PIN).result()
        assert kept.digest == sha256(kept.text.encode()).hexdigest()
        assert kept.secret == (kept.digest, kept.text)
        assert work.check(kept.text, PIN).result().check is PinResult.RIGHT
        assert work.check(kept.text, OTHER).result().check is PinResult.WRONG
        assert work.hash(PIN).result().text != kept.text


def test_against_nothing_a_pin_is_wrong_after_a_check_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    efforts = []
    verify, hash_ = PasswordHasher.verify, PasswordHasher.hash

    def verified(self: PasswordHasher, kept: str, pin: str) -> bool:
        efforts.append(extract_parameters(kept).memory_cost)
        return verify(self, kept, pin)

    def hashed(self: PasswordHasher, pin: str) -> str:
        kept = hash_(self, pin)
        efforts.append(extract_parameters(kept).memory_cost)
        return kept

    monkeypatch.setattr(PasswordHasher, "verify", verified)
    monkeypatch.setattr(PasswordHasher, "hash", hashed)
    with PinWork(LITTLE) as work:
        for times in (1, 2, 3):
            assert work.check(None, Pin("of nobody")).result() == CheckedPin(check=PinResult.WRONG)
            assert efforts == [LITTLE.memory_kibibytes] * times


def test_a_right_pin_that_was_kept_with_less_effort_is_kept_with_the_one_of_today() -> None:
    with PinWork(LITTLE) as work:
        kept = work.hash(PIN).result()
    with PinWork(replace(LITTLE, passes=2)) as work:
        assert work.check(kept.text, OTHER).result().rehashed is None
        rehashed = work.check(kept.text, PIN).result().rehashed
        assert rehashed is not None
        assert extract_parameters(rehashed.text).time_cost == 2
        assert work.check(rehashed.text, PIN).result() == CheckedPin(check=PinResult.RIGHT)


def test_the_work_is_done_on_a_thread_of_its_own_that_goes_with_it() -> None:
    before = set(threading.enumerate())
    work = PinWork(LITTLE)
    seen: list[str] = []
    future = work.check(None, PIN)
    future.add_done_callback(lambda _: seen.append(threading.current_thread().name))
    future.result()
    assert {thread.name for thread in set(threading.enumerate()) - before} == {"pins_0"}
    work.close()
    assert set(threading.enumerate()) == before
    # A callback of a future that is done already runs at once; of one under way, on the thread.
    assert seen in (["pins_0"], [threading.current_thread().name])


def test_after_closing_what_was_submitted_is_done_and_nothing_more_taken() -> None:
    work = PinWork(LITTLE)
    futures = [work.hash(PIN) for _ in range(5)]
    work.close()
    assert all(future.done() for future in futures)
    with pytest.raises(RuntimeError) as raised:
        work.hash(PIN)
    told = _told(raised.value)
    assert PIN.text not in told
    work.close()


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    monkeypatch.setattr(PasswordHasher, "hash", lambda *_: "kept" if gate.wait(5) else "late")
    with PinWork(LITTLE) as work:
        waiting: list[Future[HashedPin]] = [work.hash(PIN) for _ in range(MOST_PIN_JOBS)]
        with pytest.raises(PinsBusyError):
            work.hash(PIN)
        gate.set()
        assert {future.result().text for future in waiting} == {"kept"}
        # Room is made as each is done: the last callback may still be under way.
        assert work.hash(PIN).result().text == "kept"


@pytest.mark.parametrize("kept", ["", "no hash", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$", "$argon2id$v=19$broken"])
def test_a_damaged_secret_is_the_environments_fault_and_says_nothing_of_the_pin(kept: str) -> None:
    with PinWork(LITTLE) as work, pytest.raises(SecretDamagedError) as raised:
        work.check(kept, PIN).result()
    told = _told(raised.value)
    assert PIN.text not in told


def test_where_there_is_no_memory_for_a_hash_neither_is_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """As argon2 says it; really to ask for more than there is would end the whole run on some machines."""

    def hash_(_: PasswordHasher, pin: str) -> str:
        raise HashingError(f"Memory allocation error with {len(pin)} digits")

    def verify(_: PasswordHasher, kept: str, pin: str) -> bool:
        raise VerificationError(f"Memory allocation error {len(kept) + len(pin)}")

    monkeypatch.setattr(PasswordHasher, "hash", hash_)
    monkeypatch.setattr(PasswordHasher, "verify", verify)
    with PinWork(LITTLE) as work:
        for future in (work.hash(PIN), work.check("kept", PIN), work.check(None, PIN)):
            problem = future.exception()
            assert isinstance(problem, NoRoomToHashError)
            told = _told(problem)
            assert PIN.text not in told


# Nowhere else


def _told(problem: BaseException) -> str:
    """All that could be printed of an exception, the values in its frames included."""
    told = traceback.TracebackException.from_exception(problem, capture_locals=True)
    return "".join(told.format()) + repr(problem)


@pytest.mark.assurance("A35")
def test_a_pin_shows_in_no_event_state_secret_log_or_word(caplog: pytest.LogCaptureFixture) -> None:
    """From the first run to a lock and to a PIN that is keyed as a badge."""
    caplog.set_level(logging.DEBUG)
    staff = Staff()
    with PinWork(LITTLE) as work:
        people = tuple(
            NewPerson(badge=badge, name=f"Person {badge}", position=Position.PIT_MANAGER, pin=work.hash(pin).result())
            for badge, pin in (("M1", PIN), ("M2", OTHER))
        )
        decision = begin_house(PeopleState(), FolderKind.LIVE, people)
        staff.do(decision)
        said = [repr(people), repr(decision), repr(PIN), str(PIN), f"{PIN}"]
        for badge, pin in [("M1", PIN), (PIN.text, PIN), *[("M1", OTHER)] * 6]:
            digest = pin_challenge(staff.state, badge, staff.at)
            checked = work.check(staff.secrets.get(digest or ""), pin).result()
            tried = PinAttempt(
                badge=badge, terminal=TERMINAL, purpose=Purpose.SIGN_IN, check=checked.check, digest=digest
            )
            result = judge_attempt(staff.state, tried, START)
            staff.settle(result)
            refusal = result if isinstance(result, Refusal) else result.refusal
            said += [repr(checked), repr(refusal), repr(result)]
    said += [repr(staff.happened), repr(staff.state), repr(staff.secrets), caplog.text]
    said += [msgspec.json.encode(event).decode() for event in staff.happened]
    assert sum(PIN.text in text or OTHER.text in text for text in said) == 0
    assert len(staff.happened) == 1 + 2 * 2 + 2 + 1 + 6 + 1


def test_what_a_pin_is_checked_against_shows_in_no_event() -> None:
    staff = Staff().with_people()
    told = repr(staff.happened) + repr(staff.state)
    assert staff.secrets
    assert [text for text in staff.secrets.values() if text in told] == []
    assert all(digest in told for digest in islice(staff.secrets, 3))
