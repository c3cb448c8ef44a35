"""A station whose journal goes on in a new volume: a round of dice is played, the table closed, two people agree."""

from pathlib import Path

from click.testing import Result

from dealer_app.journal.reader import DATABASE
from tests.support.journal_damage import by_hand
from tests.support.typist import PINS, Typist

DICE = ("--game", "tai-sai-open-cover-v5", "--layout", "C")
TWO = ("S1", PINS["S1"], "T1", PINS["T1"])
"""Who asks for a new volume, and who agrees."""
ROUND = ("place your bets", "bet red small 1000", "no more bets", "tumbles 3", "dice 1 2 6", "result", "settled")


def play_round(typist: Typist, *, again: bool = False, close: bool = True) -> Result:
    """One round at a table that is opened for it."""
    opening = typist.open_lines()
    if again:
        # How the document is read was confirmed before.
        opening = [*opening[:3], *opening[7:]]
    dice = typist.witness_lines("D1", "S1", "dice changed dice-1 D1")
    end = typist.command_lines("S1", "close table") if close else []
    shown = typist.run([*opening, *dice, *ROUND, *end, *typist.command_lines("S1", "stop")], *DICE)
    assert "Stopped in order." in shown.output, shown.output
    assert "refused" not in shown.output, shown.output
    return shown


def start_volume(typist: Typist, *two: str) -> Result:
    return typist.type("journal", "new-volume", lines=two or TWO)


def volume_folder(typist: Typist, number: int) -> Path:
    return typist.folder / f"volume-{number:04d}"


def alter_volume(folder: Path, statement: str) -> None:
    """As somebody does who has the right to: the file is made writable for it."""
    (folder / DATABASE).chmod(0o600)
    by_hand(folder, "DROP TRIGGER events_update", "DROP TRIGGER events_delete", statement)
