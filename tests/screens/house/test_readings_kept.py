"""However many options of rulings somebody goes through on the page that opens a table, only so many are kept made."""

from itertools import islice, product

import pytest

from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.house.table_choices import (
    MOST_READINGS,
    rulebook_in_force,
    rulebook_with_options,
    rules_with_options,
)
from tests.support.rounds import V4


@pytest.mark.parametrize("kept", [rulebook_with_options, rules_with_options, rulebook_in_force])
def test_what_is_kept_of_documents_is_bounded(kept: object) -> None:
    assert kept.cache_parameters()["maxsize"] == MOST_READINGS  # type: ignore[attr-defined]


def test_what_has_been_given_up_is_made_again_the_same() -> None:
    rulings = [each for each in load_rulebook(V4).rulings if len(each.options) > 1]
    first = ((rulings[0].number, next(iter(rulings[0].options))),)
    before = rulebook_with_options(V4, first)
    for options in islice(product(*(each.options for each in rulings)), MOST_READINGS + 1):
        rulebook_with_options(V4, tuple((each.number, option) for each, option in zip(rulings, options, strict=True)))
    assert rulebook_with_options.cache_info().currsize <= MOST_READINGS
    assert rulebook_with_options(V4, first) == before
