"""Whatever is wrong with a rulebook file is told in one go, the shape of its parts and what they say together."""

import pytest

from dealer_app.rulebooks import RulebookFaultsError, read_rulebook_text
from tests.rulebooks.faulty_rulebooks import book_text

V4, INSURANCE = "tiger-buffalo-v4", "tiger-buffalo-insurance"


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(RulebookFaultsError) as caught:
        read_rulebook_text(text.encode(), "book")
    return caught.value.faults


def test_a_wrong_type_here_does_not_hide_a_contradiction_there() -> None:
    text = book_text(V4).replace('power_failure = { value = "void"', 'power_failure = { value = "maybe"')
    text = text.replace("seats = [1, 2, 3, 5, 6, 7] }", "seats = [1, 2, 3, 5, 6] }", 1).replace('"2.2.1"', '"2.2.9"')
    told = faults(text)
    assert [fault.split(":")[1].strip() for fault in told] == [
        "policies.power_failure.value",
        "layouts.A.seats",
        "decks.clause",
    ]


def test_a_book_of_an_unknown_game_is_looked_at_all_the_same() -> None:
    text = (
        book_text(V4)
        .replace('game = "tiger-buffalo-v4"', 'game = "tiger-buffalo-v5"')
        .replace("fewest = 4", "fewest = 40")
    )
    told = faults(text)
    assert any('"tiger-buffalo-v5" is not one of the approved documents' in fault for fault in told)
    assert any("decks: 40 to 10 is not a range" in fault for fault in told)


@pytest.mark.parametrize("share", ["1/0", "1e400000000", "2.5e-1", "0.25", "-1/4", "1 / 4", "1/4000000000000"])
def test_a_share_is_two_plain_numbers(share: str) -> None:
    text = book_text(INSURANCE).replace('capped_share_of_maximum = "1/4"', f'capped_share_of_maximum = "{share}"')
    (told,) = faults(text)
    assert told.startswith("book: insurance.capped_share_of_maximum: ")


def test_a_file_nested_without_end_is_told() -> None:
    (told,) = faults("a=" + "[" * 100_000)
    assert told == "book: lists or tables are nested too deep"
