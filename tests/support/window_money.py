"""What a window says of money, and what the journal behind it says: read apart from each other, to be compared."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from dealer_app.domain.round.events import RoundConcluded
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.screens.blocks import HeadingBlock, ListRow, RowsBlock
from dealer_app.screens.screen import TableStage
from tests.support.window_bench import AtWindow

Event = TypeVar("Event")


def rail_rows(table: AtWindow) -> dict[str, ListRow]:
    """The rows of the rail, by name."""
    return {row.name: row for block in table.screen.rail.work if isinstance(block, RowsBlock) for row in block.rows}


def rail_sums(table: AtWindow) -> tuple[str, ...]:
    """The right side of the headings of the rail: what is collected, what is paid."""
    found: list[str] = []
    for block in table.screen.rail.work:
        match block:
            case HeadingBlock(right=right) if right:
                found.append(right)
            case RowsBlock(rows=rows):
                found += [row.right for row in rows if row.name == "collected"]
            case _:
                pass
    return tuple(found)


def layout_chips(table: AtWindow) -> dict[str, tuple[str, ...]]:
    """The chips that are painted on the layout, by the name of the area."""
    stage = table.screen.stage
    assert isinstance(stage, TableStage), "another page stands in the place of the layout"
    return {area.name: tuple(stake.amount for stake in area.stakes) for area in stage.table.areas if area.stakes}


def journal_events(folder: Path, kind: type[Event]) -> tuple[Event, ...]:
    """The events of this kind, as somebody else reads them."""
    return tuple(event for event in _events(folder) if isinstance(event, kind))


def _events(folder: Path) -> Iterator[object]:
    reader = open_reader(folder)
    with closing(reader.connection):
        for entry in reader.entries():
            yield decode(entry, reader.read_sealed)


def round_results(folder: Path) -> list[tuple[int, int]]:
    """What was collected and paid in each round that is over, in minor units."""
    return [(int(ended.collected), int(ended.paid)) for ended in journal_events(folder, RoundConcluded)]
