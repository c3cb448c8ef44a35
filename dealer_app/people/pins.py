"""PINs: which are refused, how they are hashed and checked with argon2id, and what is kept of them.

Hashing runs on one thread of its own, since each hash takes a tenth of a second. A PIN is in no message and
in no exception that comes from here.
"""

from hashlib import sha256
from itertools import pairwise

from argon2 import PasswordHasher, Type
from argon2.exceptions import HashingError, InvalidHashError, VerificationError, VerifyMismatchError
from msgspec import Struct

from dealer_app.domain.plain_text import PIN_DIGITS
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.values import text_without_field

FEWEST_DIGITS, MOST_DIGITS = PIN_DIGITS


class Pin(Struct, frozen=True):
    """What somebody keyed. It shows itself nowhere: not in a log, not among the values of a failed call."""

    text: str

    def __repr__(self) -> str:
        return text_without_field(self, "text")


class HashedPin(Struct, frozen=True):
    """What a PIN is checked against, in argon2's own form. Events hold its digest; the text itself is kept apart
    from them.
    """

    text: str

    def __repr__(self) -> str:
        return text_without_field(self, "text")

    @property
    def digest(self) -> str:
        return sha256(self.text.encode()).hexdigest()

    @property
    def secret(self) -> tuple[str, str]:
        """As the journal keeps it: the digest, and the text that it is the digest of."""
        return self.digest, self.text


def against_pin(pin: Pin, badge: str) -> Refusal | None:
    """Why this cannot be the PIN of this person; nothing if it can."""
    text = pin.text
    if not (text.isascii() and text.isdigit()) or not FEWEST_DIGITS <= len(text) <= MOST_DIGITS:
        facts = {"fewest": str(FEWEST_DIGITS), "most": str(MOST_DIGITS)}
        return Refusal(code="pin-form", clause=HOUSE_POLICY, facts=facts)
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(text)}
    # All the same, or a run up or down, which may go on from 9 to 0.
    if steps in ({0}, {1}, {9}):
        return simple_refusal("pin-easy", HOUSE_POLICY)
    return simple_refusal("pin-is-badge", HOUSE_POLICY) if _is_like_badge(text, badge) else None


def against_same_pin(pin: Pin, of_the_first: Pin) -> Refusal | None:
    """At the first run the two key their PINs one after the other. One PIN for both would be one person's word."""
    return simple_refusal("first-two-pins", HOUSE_POLICY) if pin == of_the_first else None


def _is_like_badge(text: str, badge: str) -> bool:
    """The badge's digits, filled up with zeros or repeated to the length of a PIN."""
    digits = "".join(each for each in badge if each.isdigit())
    repeated = bool(digits) and len(text) % len(digits) == 0 and digits * (len(text) // len(digits)) == text
    return repeated or (bool(digits) and text.lstrip("0") == digits.lstrip("0"))


class SecretDamagedError(Exception):
    """What a PIN should be checked against is no such thing: the secrets of the journal are damaged."""


class NoRoomToHashError(Exception):
    """The machine has not the memory that a hash takes."""


class HashEffort(Struct, frozen=True, kw_only=True):
    """What one hash costs: memory, passes over it, lanes. After a change each right PIN is hashed again when it is
    keyed.
    """

    memory_kibibytes: int
    passes: int
    lanes: int


USUAL_EFFORT = HashEffort(memory_kibibytes=64 * 1024, passes=3, lanes=1)
"""The memory and the passes that RFC 9106 recommends where memory is scarce; one lane, for there are two cores."""


class PinHasher:
    """Hashes and checks PINs by one effort; says which were hashed by another."""

    def __init__(self, effort: HashEffort) -> None:
        self._hasher = PasswordHasher(
            time_cost=effort.passes,
            memory_cost=effort.memory_kibibytes,
            parallelism=effort.lanes,
            type=Type.ID,
        )

    def hash_pin(self, pin: Pin) -> str | None:
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
