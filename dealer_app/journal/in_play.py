"""Which round is being played, by the names of its events alone: what lies face down in it nobody may learn from here.

Recall does not show that round, and an export ends before it.
"""

from dealer_app.journal.reader import Reader

BEGAN = "round-began"
ENTERED = "outage-rounds-entered"
"""Ends the round that was on when the station was cut off, and brings those that were dealt without it."""
ENDS = frozenset({"round-concluded", "round-voided", ENTERED})
"""What ends the round that is on."""
TAKES_UP = "settlement-undone"
"""After it the last round is on again, if it had ended."""

_TURNS = (BEGAN, TAKES_UP, *sorted(ENDS))
# From the end backwards: the answer is never far from it. In the table itself, which the chain goes through.
_LAST = f"""SELECT sequence, name FROM events NOT INDEXED
    WHERE sequence <= ? AND name IN ({", ".join("?" * len(_TURNS))}) ORDER BY sequence DESC LIMIT 1"""  # noqa: S608 - only places for values
_BEGAN = "SELECT sequence FROM events NOT INDEXED WHERE sequence <= ? AND name = ? ORDER BY sequence DESC LIMIT 1"


def round_on(reader: Reader, through: int) -> int | None:
    """The sequence with which the round began that is on after an entry; None if no round is on."""
    last = reader.connection.execute(_LAST, (through, *_TURNS)).fetchone()
    if last is None or last[1] in ENDS:
        return None
    began = reader.connection.execute(_BEGAN, (last[0], BEGAN)).fetchone()
    return None if began is None else int(began[0])


def last_to_tell(reader: Reader) -> int:
    """The last sequence of what may leave the station: all of it, or all before the round that is on."""
    end = reader.head().sequence
    began = round_on(reader, end)
    return end if began is None else began - 1
