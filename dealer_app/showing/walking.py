"""Every control of a screen, in the order in which a keyboard looks for one: what lies on top comes first."""

from collections.abc import Iterable, Iterator

from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Entry, Gallery, Heading, Keys, Note, Rows
from dealer_app.showing.lines import Line
from dealer_app.showing.screen import Overlay, Page, Screen


def controls(screen: Screen) -> Iterator[Control]:
    """What can be pressed now: while something lies over the station, only what is in it, and the tools."""
    if screen.overlay is not None:
        yield from of_overlay(screen.overlay)
    else:
        yield screen.rail.primary
        yield from of_blocks(screen.rail.work)
        yield from screen.rail.clauses
        if isinstance(screen.stage, Page):
            yield from of_page(screen.stage)
        elif screen.stage.table.turn is not None:
            yield screen.stage.table.turn
    yield from screen.rail.tools
    if screen.overlay is None:
        yield from screen.keys
    else:
        # What a key means at the table it does not mean in a panel over it; only what opens another panel goes on.
        yield from (control for control in screen.keys if control.key.startswith("F"))
    if screen.ribbon is not None:
        yield from screen.ribbon.controls


def fields(screen: Screen) -> tuple[Entry, ...]:
    """What can be written in now, in the order in which one fills it in."""
    if screen.overlay is not None:
        blocks: Iterable[Block] = (*screen.overlay.right_column, *screen.overlay.left_column)
    elif isinstance(screen.stage, Page):
        columns = (block for column in screen.stage.columns for block in column)
        blocks = (*screen.stage.head, *columns, *screen.stage.foot, *screen.rail.work)
    else:
        blocks = screen.rail.work
    return tuple(block for block in blocks if isinstance(block, Entry) and isinstance(block.act, Change))


def of_page(page: Page) -> Iterator[Control]:
    for column in (page.head, *page.columns, page.foot):
        yield from of_blocks(column)


def of_overlay(overlay: Overlay) -> Iterator[Control]:
    if overlay.primary is not None:
        yield overlay.primary
    yield from of_blocks(overlay.right_column)
    yield from of_blocks(overlay.left_column)
    yield from overlay.reasons
    if overlay.grave is not None:
        yield overlay.grave
    if overlay.close is not None:
        yield overlay.close


def of_blocks(blocks: Iterable[Block]) -> Iterator[Control]:
    for block in blocks:
        match block:
            case Keys(controls=inside, clauses=clauses):
                yield from inside
                yield from clauses
            case Rows(rows=rows, more=more):
                for row in rows:
                    yield from row.controls
                    if row.key:
                        yield Control(name=row.name, label=Line(row.title), act=row.act, key=row.key)
                yield from more
            case Heading(clauses=clauses) | Note(clauses=clauses):
                yield from clauses
            case Gallery(layouts=layouts):
                yield from layouts
            case _:
                pass
