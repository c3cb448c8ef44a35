"""How a screen is set, kept beside the journal and no part of it: read at a start, written at each change."""

import errno
import json
import logging
from pathlib import Path

from msgspec.structs import fields

from dealer_app import private_files
from dealer_app.regular_file import read_regular
from dealer_app.showing.seeing import ON, Looks
from dealer_app.showing.unusable import Why

_LOOKS = "screen.json"
_LARGEST_LOOKS = 10_000
_WHY = {
    errno.ENOSPC: Why.DISK_FULL,
    errno.EDQUOT: Why.DISK_FULL,
    errno.EACCES: Why.NOT_ALLOWED,
    errno.EPERM: Why.NOT_ALLOWED,
    errno.EROFS: Why.NOT_ALLOWED,
}
LOG = logging.getLogger(__name__)


def read_looks(folder: Path) -> Looks:
    """How this screen was set; what cannot be read there is as it usually is."""
    try:
        kept = json.loads(read_regular(folder / _LOOKS, _LARGEST_LOOKS))
    except (OSError, ValueError, RecursionError):
        return Looks()
    looks = Looks()
    if isinstance(kept, dict):
        for name, value in kept.items():
            looks = looks.setting(str(name), str(value))
    return looks


def keep_looks(folder: Path, looks: Looks) -> Why | None:
    """Beside the journal, and no part of it. What stands against it, if it cannot be kept."""
    kept = {
        "language": looks.first.value,
        "second-language": looks.second.value,
        "theme": looks.theme.value,
        "countdown": str(looks.countdown_seconds),
        **{
            each.name.replace("_", "-"): ON if getattr(looks, each.name) else "off"
            for each in fields(looks)
            if each.type in ("bool", bool)
        },
    }
    try:
        private_files.write_text(folder / _LOOKS, json.dumps(kept))
    except OSError as problem:
        LOG.warning("how the screen is set cannot be kept: %s", problem.strerror)
        return _WHY.get(problem.errno or 0, Why.NOT_WRITTEN)
    return None
