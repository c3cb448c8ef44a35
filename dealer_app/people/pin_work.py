"""Hashing and checking PINs with argon2id, on one thread of its own, because each takes a tenth of a second.

A PIN is in no message and in no exception that comes from here: what argon2 raises is never passed on.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.people.pins import (
    USUAL_EFFORT,
    HashedPin,
    HashEffort,
    NoRoomToHashError,
    Pin,
    PinHasher,
    SecretDamagedError,
)
from dealer_app.people.sessions import PinResult

if TYPE_CHECKING:
    from dealer_app.people.pins import PinHasher

MOST_PIN_JOBS = 16
Result = TypeVar("Result")


class PinsBusyError(Exception):
    """So many PINs wait to be checked that no person can have keyed them."""


PinCheckFault = NoRoomToHashError | PinsBusyError | SecretDamagedError
"""Prevents a PIN check through no fault of the person who keyed it: the table shows it, and play goes on."""
PIN_CHECK_FAULTS = (NoRoomToHashError, PinsBusyError, SecretDamagedError)


def against_pin_check(problem: PinCheckFault, badge: str) -> Refusal:
    """The refusal for a person whose PIN could not be checked: why, and what to do."""
    match problem:
        case NoRoomToHashError():
            return simple_refusal("pin-no-memory", HOUSE_POLICY)
        case PinsBusyError():
            return simple_refusal("pins-busy", HOUSE_POLICY)
        case SecretDamagedError():
            return Refusal(code="pin-secret-damaged", clause=HOUSE_POLICY, facts={"badge": badge})


class CheckedPin(Struct, frozen=True, kw_only=True):
    """What the check of a PIN said, and what it is to be kept as from now on, if not as before."""

    check: PinResult
    rehashed: HashedPin | None = None


class PinWork:
    """The thread that PINs are hashed and checked on. Answers come as futures; `close` waits until all is done."""

    def __init__(self, effort: HashEffort = USUAL_EFFORT) -> None:
        self._effort = effort
        self._waiting = BoundedSemaphore(MOST_PIN_JOBS)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pins")
        self._nobody: HashedPin | None = None

    def hash(self, pin: Pin) -> Future[HashedPin]:
        """What a PIN is kept as: never the same twice."""
        return self._submit(lambda: self._hash(pin))

    def check(self, kept: str | None, pin: Pin) -> Future[CheckedPin]:
        """Whether it is this PIN. Against nothing it is wrong, and takes as long to be so."""
        return self._submit(lambda: self._check(kept, pin))

    def close(self) -> None:
        """What was submitted is still done; nothing more is taken."""
        self._thread.shutdown(wait=True)

    def __enter__(self) -> "PinWork":
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _submit(self, work: Callable[[], Result]) -> Future[Result]:
        if not self._waiting.acquire(blocking=False):
            raise PinsBusyError
        try:
            future = self._thread.submit(work)
        except RuntimeError:
            self._waiting.release()
            raise
        future.add_done_callback(lambda _: self._waiting.release())
        return future

    @cached_property
    def _hasher(self) -> "PinHasher":
        return PinHasher(self._effort)

    def _hash(self, pin: Pin) -> HashedPin:
        text = self._hasher.hash_pin(pin)
        if text is None:
            raise NoRoomToHashError
        return HashedPin(text)

    def _check(self, kept: str | None, pin: Pin) -> CheckedPin:
        if kept is None:
            # Once a hash, later a check: each takes as long as the check of a PIN that somebody has.
            if self._nobody is None:
                self._nobody = self._hash(Pin("of nobody"))
            else:
                self._hasher.verify(self._nobody.text, pin)
            return CheckedPin(check=PinResult.WRONG)
        right = self._hasher.verify(kept, pin)
        if isinstance(right, Exception):
            # Raised here, where no exception of argon2 is under way that would come along with the PIN in its frames.
            raise right
        if not right:
            return CheckedPin(check=PinResult.WRONG)
        # A right PIN stays right where there is no memory to keep it by another effort: the next time will do.
        anew = self._hasher.hash_pin(pin) if self._hasher.is_old(kept) else None
        return CheckedPin(check=PinResult.RIGHT, rehashed=None if anew is None else HashedPin(anew))
