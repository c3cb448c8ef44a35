"""What a hash of a PIN costs, and what is in its way."""

from msgspec import Struct


class SecretDamagedError(Exception):
    """What a PIN should be checked against is no such thing: the secrets of the journal are damaged."""


class NoRoomToHashError(Exception):
    """The machine has not the memory that a hash takes."""


class Effort(Struct, frozen=True, kw_only=True):
    """What one hash costs: memory, passes over it, lanes. A change makes right PINs be hashed anew as they come."""

    memory_kibibytes: int
    passes: int
    lanes: int


STATED = Effort(memory_kibibytes=64 * 1024, passes=3, lanes=1)
"""The memory and the passes that RFC 9106 recommends where memory is scarce; one lane, for there are two cores."""
