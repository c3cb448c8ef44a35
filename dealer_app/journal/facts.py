"""What the journal says of itself: events that are part of the same chain as everything else."""

from msgspec import Struct


class JournalBegan(Struct, frozen=True, kw_only=True):
    """The first event there is, or that of a volume, which names the head of the volume before and follows from it.

    A journal that follows a damaged one begins with event 1 again, and points to how far that one was true.
    """

    station: str
    previous_sequence: int = 0
    previous_hash: str = ""
    previous_file: str = ""
    """SHA-256 of the damaged file, as it was copied aside; of a volume where the one before lies, by name."""
    previous_journal: str = ""
    """The hash of the first event of the damaged journal or volume before, by which a second head knows it."""
    volume: int = 1
    """Which volume of the journal this is."""


class StateCarried(Struct, frozen=True, kw_only=True):
    """The second event of a volume: what all volumes before it fold to."""

    digest: str
    """SHA-256 of the state as it stands here."""
    state: str
    """As a snapshot has it, which is JSON; nothing in it is sealed."""


class SnapshotTaken(Struct, frozen=True, kw_only=True):
    """What the journal folds to after an entry was written beside it, by which program."""

    through: int
    digest: str
    program: str


class JournalVerified(Struct, frozen=True, kw_only=True):
    """The chain was followed without a break, up to this entry with this hash."""

    through: int
    hash: str
