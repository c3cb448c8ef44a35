"""What is printed on the felt stands on the felt, the roads and the trail; a sentence says it in its own language."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.showing.blocks import Rows
from dealer_app.showing.play.at_table import at_table
from dealer_app.showing.play.bar import top_bar
from dealer_app.showing.play.totals import bets_by_type, differentials
from dealer_app.showing.play.undoing import undo_names
from dealer_app.wording import Language, both
from tests.support.rounds import TAI_SAI, V4, Seated
from tests.support.seen_rounds import seen

LIMITS = TableLimits(
    general=AreaLimits(minimum=Money(10_000), maximum=Money(2_000_000)),
    differentials={"differential": Money(100_000)},
)


@pytest.mark.parametrize(
    ("first", "name"), [(Language.EN, "BANKER"), (Language.ZH_HANT, "莊"), (Language.ZH_HANS, "庄")]
)
def test_what_is_printed_on_the_felt_stands_in_no_sentence(first: Language, name: str) -> None:
    """庄 lies on every table; what the station says of it is in the language that is read."""
    seeing = seen(Seated(V4, limits=LIMITS).bet("banker", 100_000, 3), words=both(first, Language.EN))
    assert undo_names(seeing).short == f"3 {name} 1,000"
    difference = next(cell for cell in top_bar(seeing).left if cell.name == "differential")
    assert name in difference.note
    at = at_table(seeing)
    assert at is not None
    totals = [row for block in bets_by_type(at) if isinstance(block, Rows) for row in block.rows]
    assert name in [row.title for row in totals]


@pytest.mark.parametrize(("first", "sides"), [(Language.EN, "ODD / EVEN"), (Language.ZH_HANT, "單 / 雙")])
def test_the_sides_of_a_differential_are_named_in_the_language_that_is_read(first: Language, sides: str) -> None:
    limits = TableLimits(
        general=AreaLimits(minimum=Money(1_000)),
        differentials={"differential": Money(3_000_000), "odd_even_differential": Money(2_000_000)},
    )
    seeing = seen(Seated(TAI_SAI, limits=limits), words=both(first, Language.EN))
    cell = next(cell for cell in top_bar(seeing).left if cell.name == "odd_even_differential")
    assert sides in cell.caption.first
    at = at_table(seeing)
    assert at is not None
    assert any(sides in note.text.first for note in differentials(at))
