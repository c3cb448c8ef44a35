"""What a window says of money, and what the journal behind it says: read apart from each other, to be compared."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from dealer_app.domain.round.events import RoundConcluded
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import read_only
from dealer_app.showing.blocks import Heading, Row, Rows
from dealer_app.showing.screen import TableStage
from tests.support.at_window import AtTable

Event = TypeVar("Event")


def rows(table: AtTable) -> dict[str, Row]:
    """The rows of the rail, by name."""
    return {row.name: row for block in table.screen.rail.work if isinstance(block, Rows) for row in block.rows}


def headed(table: AtTable) -> tuple[str, ...]:
    """What stands at the right of the headings of the rail: what is collected, what is paid."""
    found: list[str] = []
    for block in table.screen.rail.work:
        match block:
            case Heading(right=right) if right:
                found.append(right)
            case Rows(rows=rows):
                found += [row.right for row in rows if row.name == "collected"]
            case _:
                pass
    return tuple(found)


def on_layout(table: AtTable) -> dict[str, tuple[str, ...]]:
    """The chips that are painted on the layout, by the name of the area."""
    stage = table.screen.stage
    assert isinstance(stage, TableStage), "another page stands in the place of the layout"
    return {area.name: tuple(stake.amount for stake in area.stakes) for area in stage.table.areas if area.stakes}


def journalled(folder: Path, kind: type[Event]) -> tuple[Event, ...]:
    """The events of this kind, as somebody else reads them."""
    return tuple(event for event in _events(folder) if isinstance(event, kind))


def _events(folder: Path) -> Iterator[object]:
    reader = read_only(folder)
    with closing(reader.connection):
        for entry in reader.entries():
            yield decode(entry, reader.sealed)


def came_to(folder: Path) -> list[tuple[int, int]]:
    """What was collected and paid in each round that is over, in minor units."""
    return [(int(ended.collected), int(ended.paid)) for ended in journalled(folder, RoundConcluded)]
