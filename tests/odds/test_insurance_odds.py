"""Which insurance offers have odds, at which totals, and what starred ties do to them."""

from fractions import Fraction

import pytest

from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import InsuranceOdds
from dealer_app.odds.shoe import ShoeCounts, make_shoe_counts
from dealer_app.odds.tables import decimal_text, percent_text
from dealer_app.rulebooks import load_rulebook

BOOK = "tiger-buffalo-insurance"
AFTER_FOUR, AFTER_P3 = InsuranceStage.AFTER_FOUR, InsuranceStage.AFTER_P3
PLAYER, BANKER = Side.PLAYER, Side.BANKER

EDGES = (
    (AFTER_FOUR, PLAYER, "5", "4", "16.3210"),
    (AFTER_FOUR, PLAYER, "6", "012345", "11.3434 11.6948 11.6953 11.7883 11.6956 11.3762"),
    (AFTER_FOUR, PLAYER, "7", "012345", "15.2035 15.6852 15.6814 15.2294 15.6882 15.2312"),
    (AFTER_P3, PLAYER, "5", "01234", "14.9645 15.2348 15.3215 15.6361 15.9366"),
    (AFTER_P3, PLAYER, "6", "012345", "11.0674 11.3860 11.5633 11.8341 12.0783 11.4637"),
    (AFTER_P3, PLAYER, "7", "0123456", "14.9365 15.3207 15.5163 15.4871 16.0127 15.3726 14.9867"),
    (AFTER_P3, PLAYER, "8", "0123456", "7.2006 7.9397 7.7132 7.8994 8.2004 8.2290 7.3424"),
    (AFTER_P3, PLAYER, "9", "0123456", "15.5089 15.4039 15.3988 15.4686 15.9411 15.9451 15.5200"),
    (AFTER_FOUR, BANKER, "0123", "4", "2.6566 8.7102 14.7146 14.7698"),
    (AFTER_FOUR, BANKER, "01234", "5", "15.8790 24.8934 27.8371 22.1377 16.1923"),
    (AFTER_FOUR, BANKER, "012345", "6", "9.9986 20.8374 16.6961 12.6464 8.4602 4.0058"),
    (AFTER_FOUR, BANKER, "012345", "7", "15.2035 15.6852 15.6814 15.2294 15.6882 15.2312"),
    (AFTER_P3, BANKER, "0", "123456", "15.1989 15.1983 15.2139 15.9122 17.2181 15.5324"),
    (AFTER_P3, BANKER, "1", "1", "15.3227"),
    (AFTER_P3, BANKER, "1", "23456", "7.5861 7.5850 8.7579 8.9262 7.8595"),
    (AFTER_P3, BANKER, "2", "3456", "15.1755 15.4208 16.1793 15.5778"),
    (AFTER_P3, BANKER, "3", "4", "11.0850"),
)
"""Line by line the totals and, for each of the Player's each of the Banker's, the edge in per cent with eight decks."""


def _offers(shoe: ShoeCounts | None = None) -> tuple[InsuranceOdds, ...]:
    book = load_rulebook(BOOK)
    assert book.decks is not None
    return ShoeOdds(book).refresh(shoe or make_shoe_counts(8, book.decks)).insurance


def _offer(stage: InsuranceStage, side: Side, player: int, banker: int) -> InsuranceOdds:
    (found,) = (
        offer
        for offer in _offers()
        if (offer.stage, offer.side, offer.player_points, offer.banker_points) == (stage, side, player, banker)
    )
    return found


@pytest.mark.clause(BOOK, "4.1.8")
def test_every_line_of_the_pay_table_has_its_totals_in_printed_order() -> None:
    insurance = load_rulebook(BOOK).insurance
    assert insurance is not None
    assert [(it.stage, it.side, it.player_points, it.banker_points, it.odds) for it in _offers()] == [
        (row.stage, row.side, player, banker, row.odds)
        for row in insurance.offers
        for player in sorted(row.player_points)
        for banker in sorted(row.banker_points)
    ]


@pytest.mark.clause(BOOK, "1.12", "3.12")
def test_an_offer_after_four_cards_is_made_as_often_as_its_totals_come() -> None:
    # 7 against 0: each hand one of the ten pairs of points that make its total, in an order of its own.
    offer = _offer(AFTER_FOUR, PLAYER, 7, 0)
    assert percent_text(offer.chance) == "1.399671"
    assert str(offer.odds) == "4/1"


@pytest.mark.clause(BOOK, "3.12.1")
def test_after_the_players_third_card_an_offer_is_made_only_if_the_banker_draws() -> None:
    # Banker 6 draws on a third card of 6 or 7 alone: Player 7 was 1 or 0 on two cards.
    made = _offer(AFTER_P3, PLAYER, 7, 6).chance
    always = _offer(AFTER_P3, PLAYER, 7, 2).chance
    assert made < always / 2


@pytest.mark.clause(BOOK, "3.17", "4.2.1", "4.2.1a", "4.2.1b")
def test_a_starred_offer_wins_on_its_tie_alone_and_no_other_wins_on_a_tie() -> None:
    for offer in _offers():
        starred = offer.stage is AFTER_P3 and (
            (offer.side is PLAYER and offer.player_points == 9) or (offer.side is BANKER and offer.player_points == 0)
        )
        assert offer.chances is not None
        assert (offer.chances.push == 0) is starred
        if starred:
            # One value of the Banker's third card makes the tie: four ranks in thirteen at most.
            assert offer.chances.win < Fraction(1, 3)


@pytest.mark.clause(BOOK, "4.1.8")
@pytest.mark.parametrize(("stage", "side", "players", "bankers", "edges"), EDGES)
def test_the_house_edge_of_every_offer(
    stage: InsuranceStage, side: Side, players: str, bankers: str, edges: str
) -> None:
    states = [(int(player), int(banker)) for player in players for banker in bankers]
    for (player, banker), edge in zip(states, edges.split(), strict=True):
        chances = _offer(stage, side, player, banker).chances
        assert chances is not None
        assert decimal_text(chances.edge * 100, 4) == edge


def test_no_other_totals_have_an_offer() -> None:
    assert len(_offers()) == sum(len(players) * len(bankers) for _, _, players, bankers, _ in EDGES)


def test_an_offer_to_which_the_shoe_cannot_come_has_no_chances() -> None:
    aces_alone = ShoeCounts((12,) + (0,) * 12)
    for offer in _offers(aces_alone):
        # 2 against 2, then 3 against 2, then 3 against 3: none of these is in the pay table.
        assert offer.chance == 0
        assert offer.chances is None


@pytest.mark.parametrize("game", ["tiger-buffalo-v4", "tiger-baccarat-mbs-v3"])
def test_a_book_without_insurance_has_no_offers(game: str) -> None:
    assert ShoeOdds(load_rulebook(game)).refresh(ShoeCounts((32,) * 13)).insurance == ()
