"""What a window says of money: of each row, in sum, and on the layout."""

from dealer_app.screens.blocks import HeadingBlock, ListRow, RowsBlock
from dealer_app.screens.screen import TableStage
from tests.support.window_bench import AtWindow


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
