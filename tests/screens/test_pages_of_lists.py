"""A key that turns the pages of a list says what it does: on the last page it leads back to the first."""

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Control, ListRow
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.pads import next_page_key, page_key, page_rows
from dealer_app.screens.round.table_context import open_table
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context

PAGES = 3
ROWS = tuple(ListRow(name=str(number), title=str(number)) for number in range(PAGES * 2))


class Turned(Struct, frozen=True):
    """What the key said, and to which page it led."""

    text: str
    page: int


def shown(page: int) -> ScreenContext:
    table = RoundTable(V4).close()
    context = make_context(table.rules, table.state)
    return replace(context, input_state=context.input_state.replace(page=page))


def turned(control: Control) -> Turned:
    assert isinstance(control.act, SetInput)
    return Turned(f"{control.label.first} {control.sub.first}".strip(), control.act.input_state.page)


def test_of_a_list_with_two_keys() -> None:
    found = [turned(page_rows(shown(page), ROWS, 2).more[1]) for page in range(PAGES)]
    assert found == [Turned("Next 1/3", 1), Turned("Next 2/3", 2), Turned("First page 3/3", 0)]


def test_of_a_list_with_one_key() -> None:
    found = [turned(page_key(open_table(shown(page)), page, PAGES)[0]) for page in range(PAGES)]
    assert found == [
        Turned("Page 1 of 3 Next", 1),
        Turned("Page 2 of 3 Next", 2),
        Turned("Page 3 of 3 First page", 0),
    ]


def test_of_a_list_of_the_house() -> None:
    def key(page: int) -> Control:
        context = shown(page)
        act = SetInput(context.input_state.replace(page=(page + 1) % PAGES))
        return next_page_key(context, "more", act, page, PAGES)[0]

    assert [turned(key(page)).text for page in range(PAGES)] == ["More 1/3", "More 2/3", "First page 3/3"]
