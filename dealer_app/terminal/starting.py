"""Which program this is, and the station that it starts on a data folder."""

import platform
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from dealer_app import VERSION
from dealer_app.documents import GAMES, rulebook_bytes
from dealer_app.domain.round.plain_text import visible_text
from dealer_app.journal.verifying import Follow, at_once
from dealer_app.people.pin_effort import STATED
from dealer_app.people.pin_work import PinWork
from dealer_app.people.position_file import positions
from dealer_app.station.clock import Clock, SystemClock
from dealer_app.station.core import Around
from dealer_app.station.reading import rules_of
from dealer_app.station.starting import Program, started
from dealer_app.station.station import Station

_SALT_BYTES = 16


def program() -> Program:
    """This program, on this computer."""
    rulebooks = sha256(b"".join(map(rulebook_bytes, GAMES))).hexdigest()
    return Program(station=visible_text(platform.node()) or "station", version=VERSION, rulebooks=rulebooks)


def pin_work() -> PinWork:
    return PinWork(STATED)


def system_clock() -> Clock:
    return SystemClock()


def _salt() -> str:
    return secrets.token_hex(_SALT_BYTES)


def around() -> Around:
    """What a station needs from outside, as it is where people really work."""
    return Around(positions=positions(), rules=rules_of, salt=_salt)


@contextmanager
def station_at(
    folder: Path, clock: Clock, follow: Follow = at_once, *, without_second_head: bool = False
) -> Iterator[Station]:
    """The station of a data folder; `follow` shows how far its journal is followed, which may take some seconds.

    Raises JournalError for what is in the way, and NotFollowedError if nobody waits for it.
    """
    with started(folder, program(), clock, around(), follow, without_second_head=without_second_head) as station:
        yield station
