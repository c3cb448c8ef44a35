"""What the journal says of itself: events that are part of the same chain as everything else."""

from dealer_app.domain.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalBegan:
    """The first event there is. A journal that follows a damaged one points to how far that one was true."""

    station: str
    previous_sequence: int = 0
    previous_hash: str = ""
    previous_file: str = ""
    """SHA-256 of the damaged file, as it was copied aside."""
    previous_journal: str = ""
    """The hash of the first event of the damaged journal, by which a second head knows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotTaken:
    """What the journal folds to after an entry was written beside it, by which program."""

    through: int
    digest: str
    program: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalVerified:
    """The chain was followed without a break, up to this entry with this hash."""

    through: int
    hash: str
