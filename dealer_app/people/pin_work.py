"""Hashing and checking PINs with argon2id, on one thread of its own, because each takes a tenth of a second.

A PIN is in no message and in no exception that comes from here: what argon2 raises is never passed on.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import HashingError, InvalidHashError, VerificationError, VerifyMismatchError

from dealer_app.people.pins import HashedPin, Pin
from dealer_app.people.sessions import Check

MOST_WAITING = 16
Result = TypeVar("Result")


class PinsBusyError(Exception):
    """So many PINs wait to be checked that no person can have keyed them."""


class SecretDamagedError(Exception):
    """What a PIN should be checked against is no such thing: the secrets of the journal are damaged."""


class NoRoomToHashError(Exception):
    """The machine has not the memory that a hash takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """What one hash costs: memory, passes over it, lanes. A change makes right PINs be hashed anew as they come."""

    memory_kibibytes: int
    passes: int
    lanes: int


STATED = Effort(memory_kibibytes=64 * 1024, passes=3, lanes=1)
"""The memory and the passes that RFC 9106 recommends where memory is scarce; one lane, for there are two cores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What the check of a PIN said, and what it is to be kept as from now on, if not as before."""

    check: Check
    rehashed: HashedPin | None = None


class PinWork:
    """The thread that PINs are hashed and checked on. Answers come as futures; `close` waits until all is done."""

    def __init__(self, effort: Effort = STATED) -> None:
        self._hasher = PasswordHasher(
            time_cost=effort.passes,
            memory_cost=effort.memory_kibibytes,
            parallelism=effort.lanes,
            type=Type.ID,
        )
        self._waiting = BoundedSemaphore(MOST_WAITING)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pins")
        self._nobody: HashedPin | None = None

    def hash(self, pin: Pin) -> Future[HashedPin]:
        """What a PIN is kept as: never the same twice."""
        return self._submit(lambda: self._hash(pin))

    def check(self, kept: str | None, pin: Pin) -> Future[Checked]:
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

    def _hash(self, pin: Pin) -> HashedPin:
        text = self._hashed(pin)
        if text is None:
            raise NoRoomToHashError
        return HashedPin(text)

    def _hashed(self, pin: Pin) -> str | None:
        try:
            return self._hasher.hash(pin.text)
        except HashingError:
            return None

    def _check(self, kept: str | None, pin: Pin) -> Checked:
        if kept is None:
            # Once a hash, later a check: each takes as long as the check of a PIN that somebody has.
            if self._nobody is None:
                self._nobody = self._hash(Pin("of nobody"))
            else:
                self._verify(self._nobody.text, pin)
            return Checked(check=Check.WRONG)
        right = self._verify(kept, pin)
        if isinstance(right, Exception):
            # Raised here, where no exception of argon2 is under way that would come along with the PIN in its frames.
            raise right
        if not right:
            return Checked(check=Check.WRONG)
        old = self._hasher.check_needs_rehash(kept)
        return Checked(check=Check.RIGHT, rehashed=self._hash(pin) if old else None)

    def _verify(self, kept: str, pin: Pin) -> bool | Exception:
        """Whether it is this PIN, or what is wrong with what it should be checked against."""
        try:
            return self._hasher.verify(kept, pin.text)
        except VerifyMismatchError:
            return False
        except (VerificationError, InvalidHashError) as problem:
            return NoRoomToHashError() if "allocation" in str(problem) else SecretDamagedError()
