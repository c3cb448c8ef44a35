"""What is printed on the felt stands on the felt, the roads and the trail; a sentence says it in its own language."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.screens.blocks import RowsBlock
from dealer_app.screens.round.keypad import undo_text
from dealer_app.screens.round.table_context import table_context
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.round.totals import bet_total_blocks, differential_notes
from dealer_app.texts import Language, language_pair
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import table_context as seen

LIMITS = TableLimits(
    general=AreaLimits(minimum=Money(10_000), maximum=Money(2_000_000)),
    differentials={"differential": Money(100_000)},
)


@pytest.mark.parametrize(
    ("first", "name"), [(Language.EN, "BANKER"), (Language.ZH_HANT, "莊"), (Language.ZH_HANS, "庄")]
)
def test_what_is_printed_on_the_felt_stands_in_no_sentence(first: Language, name: str) -> None:
    """庄 lies on every table; what the station says of it is in the language that is read."""
    context = seen(RoundTable(V4, limits=LIMITS).bet("banker", 100_000, 3), words=language_pair(first, Language.EN))
    assert undo_text(context).short.replace("：", ": ") == f"3: {name} 1,000"
    difference = next(cell for cell in build_top_bar(context).left if cell.name == "differential")
    assert name in difference.note
    at = table_context(context)
    assert at is not None
    totals = [row for block in bet_total_blocks(at) if isinstance(block, RowsBlock) for row in block.rows]
    assert name in [row.title for row in totals]


@pytest.mark.parametrize(("first", "sides"), [(Language.EN, "ODD / EVEN"), (Language.ZH_HANT, "單 / 雙")])
def test_the_sides_of_a_differential_are_named_in_the_language_that_is_read(first: Language, sides: str) -> None:
    limits = TableLimits(
        general=AreaLimits(minimum=Money(1_000)),
        differentials={"differential": Money(3_000_000), "odd_even_differential": Money(2_000_000)},
    )
    context = seen(RoundTable(TAI_SAI, limits=limits), words=language_pair(first, Language.EN))
    cell = next(cell for cell in build_top_bar(context).left if cell.name == "odd_even_differential")
    assert sides in cell.caption.first
    at = table_context(context)
    assert at is not None
    assert any(sides in note.text.first for note in differential_notes(at))
