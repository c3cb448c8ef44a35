"""The shoe whose odds are asked for: full, with cards removed, and what cannot be."""

import pytest

from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.rulebook import Decks
from dealer_app.odds.shoe import ShoeCounts, ShoeError, cards_from_text, make_shoe_counts
from dealer_app.rulebooks import load_rulebook

ALLOWED = Decks(fewest=4, most=10, cards_each=52, clause="2.2.1")


@pytest.mark.clause("tiger-buffalo-v4", "2.2.1")
@pytest.mark.clause("tiger-buffalo-insurance", "2.2.1")
@pytest.mark.clause("tiger-baccarat-mbs-v3", "2.1")
@pytest.mark.parametrize("game", ["tiger-buffalo-v4", "tiger-buffalo-insurance", "tiger-baccarat-mbs-v3"])
@pytest.mark.parametrize("decks", range(1, 14))
def test_a_shoe_has_four_to_ten_decks(game: str, decks: int) -> None:
    allowed = load_rulebook(game).decks
    assert allowed is not None
    if 4 <= decks <= 10:
        assert make_shoe_counts(decks, allowed) == ShoeCounts((4 * decks,) * 13)
    else:
        with pytest.raises(ShoeError, match="with 4 to 10"):
            make_shoe_counts(decks, allowed)


def test_a_removed_card_is_missing_from_its_rank_and_its_points() -> None:
    shoe = make_shoe_counts(4, ALLOWED, (CARDS["9H"], CARDS["9D"], CARDS["TD"], CARDS["KS"]))
    assert shoe.counts == (16, 16, 16, 16, 16, 16, 16, 16, 14, 15, 16, 16, 15)
    assert shoe.by_points == (62, 16, 16, 16, 16, 16, 16, 16, 16, 14)
    assert shoe.cards == 204


def test_no_more_of_a_card_can_be_removed_than_there_are() -> None:
    assert make_shoe_counts(4, ALLOWED, (CARDS["9H"],) * 4).cards == 204
    with pytest.raises(ShoeError, match="9H is removed 5 times: 4 decks hold 4 of it"):
        make_shoe_counts(4, ALLOWED, (CARDS["9H"],) * 5)


@pytest.mark.parametrize("text", ["9H TD AS", "9h,td,as", " 9H, tD ,As ", "9H\tTD\nAS", ",9H,,TD AS,"])
def test_cards_are_read_in_any_case_with_blanks_or_commas_between(text: str) -> None:
    assert cards_from_text(text) == (CARDS["9H"], CARDS["TD"], CARDS["AS"])


def test_every_card_can_be_named() -> None:
    assert cards_from_text(" ".join(card.text for card in DECK)) == DECK
    assert cards_from_text("") == ()


@pytest.mark.parametrize("word", ["10H", "9", "H9", "1S", "9HH", "9Ü", "♠A"])
def test_what_is_no_card_is_named(word: str) -> None:
    with pytest.raises(ShoeError, match=rf"'{word}' is not a card: .* like TD"):
        cards_from_text(f"9H {word} 9D")


def test_a_shoe_counts_thirteen_ranks() -> None:
    with pytest.raises(ValueError, match="thirteen ranks"):
        ShoeCounts((32,) * 12)
    with pytest.raises(ValueError, match="thirteen ranks"):
        ShoeCounts((32,) * 12 + (-1,))
