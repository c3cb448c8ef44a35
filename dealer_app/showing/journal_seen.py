"""How the journal stands, as far as a screen has to say it. One that cannot be written stops the station instead."""

from enum import Enum

from dealer_app.showing.lines import Tone


class JournalSeen(Enum):
    """What its lamp says."""

    SAVED = "saved"
    """All is saved, and the chain was followed without a break before the start."""
    ROOM_SHORT = "disk-low"
    """The disk is nearly full."""
    HEAD_MISSED = "head-missed"
    """The second place of the head cannot be reached."""
    BACKUP_FAILED = "backup-failed"
    """A backup that was due was not made, and nobody in charge has noted it."""
    FULL = "disk-full"
    """The reserve is given up: the round in hand can end, no other begins."""


TONES = {
    JournalSeen.SAVED: Tone.GOOD,
    JournalSeen.ROOM_SHORT: Tone.ATTENTION,
    JournalSeen.HEAD_MISSED: Tone.ATTENTION,
    JournalSeen.BACKUP_FAILED: Tone.ATTENTION,
    JournalSeen.FULL: Tone.STOP,
}
