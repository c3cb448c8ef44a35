"""Every golden round and tumble is judged as it was worked out, with and without the stages on the way."""

import pytest

from dealer_app.audit.stream import check_line
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.support.golden_rounds import FILES, golden_lines, golden_rounds


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("with_stages", [True, False], ids=["with stages", "without stages"])
def test_every_line_is_judged_as_expected(name: str, with_stages: bool) -> None:
    checked = (
        check_line(line, number, with_stages=with_stages) for number, line in enumerate(golden_lines(name), start=1)
    )
    assert [difference.decode() for difference, as_expected in checked if difference or not as_expected] == []


@pytest.mark.parametrize("name", FILES)
def test_a_wrong_expectation_is_found(name: str) -> None:
    """Were the lines not compared at all, the test above would pass."""
    line = next(line for line in golden_lines(name) if b'"result":"lose"' in line)
    difference, as_expected = check_line(line.replace(b'"lose"', b'"win"', 1), 1, with_stages=True)
    assert not as_expected
    assert b'"differs"' in difference


@pytest.mark.parametrize("game", GAMES)
def test_there_are_rounds_on_every_layout(game: str) -> None:
    layouts = {one.given["layout"] for one in golden_rounds(game)}
    assert layouts == {layout.letter for layout in load_rulebook(game).layouts}
