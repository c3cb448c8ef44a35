"""One PIN hashed or checked with argon2id, on whatever thread asks. What argon2 raises goes no further than here."""

from argon2 import PasswordHasher, Type
from argon2.exceptions import HashingError, InvalidHashError, VerificationError, VerifyMismatchError

from dealer_app.people.pin_effort import Effort, NoRoomToHashError, SecretDamagedError
from dealer_app.people.pins import Pin


class Hashing:
    """By one effort; what was hashed by another is told."""

    def __init__(self, effort: Effort) -> None:
        self._hasher = PasswordHasher(
            time_cost=effort.passes,
            memory_cost=effort.memory_kibibytes,
            parallelism=effort.lanes,
            type=Type.ID,
        )

    def hashed(self, pin: Pin) -> str | None:
        """None where the memory is not there."""
        try:
            return self._hasher.hash(pin.text)
        except HashingError:
            return None

    def verify(self, kept: str, pin: Pin) -> bool | Exception:
        """Whether it is this PIN, or what is wrong with what it should be checked against."""
        try:
            return self._hasher.verify(kept, pin.text)
        except VerifyMismatchError:
            return False
        except (VerificationError, InvalidHashError) as problem:
            return NoRoomToHashError() if "allocation" in str(problem) else SecretDamagedError()

    def is_old(self, kept: str) -> bool:
        """Whether it was hashed by another effort."""
        return self._hasher.check_needs_rehash(kept)
