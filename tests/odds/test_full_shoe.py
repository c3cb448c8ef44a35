"""The odds of full shoes against published counts and house edges, bet by bet."""

from fractions import Fraction

import pytest

from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.wagers import Area
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import BetOdds, GameOdds
from dealer_app.odds.shoe import ShoeCounts, ShoeError, make_shoe_counts
from dealer_app.odds.tables import percent_text
from dealer_app.rulebooks import load_rulebook

TIGER_BUFFALO, INSURANCE, MBS = "tiger-buffalo-v4", "tiger-buffalo-insurance", "tiger-baccarat-mbs-v3"
GAMES = (TIGER_BUFFALO, INSURANCE, MBS)
ORDERS = 4_998_398_275_503_360
"""Of six cards out of eight decks."""

EDGES = (
    (TIGER_BUFFALO, "4.1.1", "banker", "1.458104"),
    (TIGER_BUFFALO, "4.1.1", "player", "1.235081"),
    (TIGER_BUFFALO, "4.1.2", "tie", "14.359629"),
    (TIGER_BUFFALO, "4.1.3", "banker_pair", "10.361446"),
    (TIGER_BUFFALO, "4.1.3", "player_pair", "10.361446"),
    (TIGER_BUFFALO, "4.1.4", "big_tiger", "15.253317"),
    (TIGER_BUFFALO, "4.1.4", "small_tiger", "14.332546"),
    (TIGER_BUFFALO, "4.1.5", "big_buffalo", "21.272006"),
    (TIGER_BUFFALO, "4.1.5", "small_buffalo", "14.565847"),
    (TIGER_BUFFALO, "4.1.6", "banker_big_7", "30.145155"),
    (TIGER_BUFFALO, "4.1.6", "banker_small_7", "13.045324"),
    (TIGER_BUFFALO, "4.1.7", "player_big_7", "15.406348"),
    (TIGER_BUFFALO, "4.1.7", "player_small_7", "13.045324"),
    (TIGER_BUFFALO, "4.1.8", "tiger_buffalo", "18.509127"),
    (TIGER_BUFFALO, "4.1.9", "tiger_pair", "16.121722"),
    (TIGER_BUFFALO, "4.1.10", "tiger_tie", "30.735410"),
    (TIGER_BUFFALO, "4.1.11", "wu_dalang", "25.565791"),
    (TIGER_BUFFALO, "4.1.12", "tiger", "16.683572"),
    (TIGER_BUFFALO, "4.1.13", "banker_char_siu", "15.250050"),
    (TIGER_BUFFALO, "4.1.13", "player_char_siu", "16.473133"),
    (INSURANCE, "4.1.1", "banker", "1.458104"),
    (INSURANCE, "4.1.1", "player", "1.235081"),
    (INSURANCE, "4.1.2", "tie", "14.359629"),
    (INSURANCE, "4.1.3", "banker_pair", "10.361446"),
    (INSURANCE, "4.1.3", "player_pair", "10.361446"),
    (INSURANCE, "4.1.4", "big_tiger", "15.253317"),
    (INSURANCE, "4.1.4", "small_tiger", "14.332546"),
    (INSURANCE, "4.1.4", "big_buffalo", "21.272006"),
    (INSURANCE, "4.1.4", "small_buffalo", "14.565847"),
    (INSURANCE, "4.1.5", "tiger_buffalo", "18.509127"),
    (INSURANCE, "4.1.6", "wu_dalang", "25.565791"),
    (INSURANCE, "4.1.7", "banker_char_siu", "15.250050"),
    (INSURANCE, "4.1.7", "player_char_siu", "16.473133"),
    (MBS, "4.1", "banker", "1.057906"),
    (MBS, "4.1", "player", "1.235081"),
    (MBS, "4.1", "tie", "14.359629"),
    (MBS, "4.2", "tiger_pair", "16.121722"),
    (MBS, "4.3", "tiger", "16.683572"),
    (MBS, "4.3", "small_tiger", "14.332546"),
    (MBS, "4.3", "big_tiger", "15.253317"),
    (MBS, "4.3", "tiger_tie", "30.735410"),
)
"""Game, clause, area and the house's edge in per cent with eight decks."""


def _full(book: Rulebook, decks: int) -> GameOdds:
    assert book.decks is not None
    return ShoeOdds(book).refresh(make_shoe_counts(decks, book.decks))


def _bet(game: str, area: str, decks: int = 8) -> BetOdds:
    return next(each for each in _full(load_rulebook(game), decks).bets if each.bet.area == Area(area))


@pytest.mark.clause(TIGER_BUFFALO, "3.10", "3.11", "3.12")
@pytest.mark.clause(INSURANCE, "3.10", "3.13", "3.15")
@pytest.mark.clause(MBS, "3.13", "3.15")
@pytest.mark.parametrize("game", GAMES)
def test_eight_decks_have_the_published_counts(game: str) -> None:
    player, tie = _bet(game, "player").chances, _bet(game, "tie").chances
    assert player.lose * ORDERS == 2_292_252_566_437_888
    assert player.win * ORDERS == 2_230_518_282_592_256
    assert player.push * ORDERS == tie.win * ORDERS == 475_627_426_473_216


@pytest.mark.parametrize(
    ("game", "clause", "area", "edge"),
    [
        pytest.param(game, clause, area, edge, marks=pytest.mark.clause(game, clause))
        for game, clause, area, edge in EDGES
    ],
)
def test_the_house_edge_of_eight_decks(game: str, clause: str, area: str, edge: str) -> None:
    odds = _bet(game, area)
    assert percent_text(odds.chances.edge) == edge
    assert odds.bet.clauses == (clause,)


@pytest.mark.parametrize("game", GAMES)
def test_every_bet_of_the_book_is_among_those_whose_edge_is_known(game: str) -> None:
    known = {(named, area) for named, _, area, _ in EDGES}
    assert {(game, str(area)) for area in load_rulebook(game).areas} <= known


@pytest.mark.clause(TIGER_BUFFALO, "4.1.3")
@pytest.mark.parametrize(("decks", "edge"), [(6, "11.254019"), (8, "10.361446")])
def test_a_pair_is_likelier_in_a_larger_shoe(decks: int, edge: str) -> None:
    odds = _bet(TIGER_BUFFALO, "player_pair", decks)
    assert odds.chances.win == Fraction(4 * decks - 1, 52 * decks - 1)
    assert percent_text(odds.chances.edge) == edge


@pytest.mark.parametrize("decks", [4, 6, 8, 10])
@pytest.mark.parametrize("game", GAMES)
def test_the_chances_of_every_bet_and_offer_add_up_to_one(game: str, decks: int) -> None:
    odds = _full(load_rulebook(game), decks)
    for each in odds.bets:
        chances = each.chances
        assert chances.win + chances.lose + chances.push == 1
        assert sum(prize.win for prize in each.prizes) == chances.win
        paid = sum(prize.odds.prize(prize.win) for prize in each.prizes)
        assert chances.edge == chances.lose - paid
    for offer in odds.insurance:
        assert offer.chances is not None
        assert offer.chances.win + offer.chances.lose + offer.chances.push == 1
        assert 0 < offer.chance < 1


@pytest.mark.clause(TIGER_BUFFALO, "1.15")
def test_the_prizes_of_the_banker_are_apart() -> None:
    banker = _bet(TIGER_BUFFALO, "banker")
    named = {prize.prize.value: (str(prize.odds), percent_text(prize.win)) for prize in banker.prizes}
    assert named == {"on 6": ("1/2", "5.386372"), "otherwise": ("1/1", "40.473371")}


@pytest.mark.clause(MBS, "1.1.2")
def test_a_book_with_one_price_for_the_banker_has_one_prize() -> None:
    banker = _bet(MBS, "banker")
    assert [(prize.prize.value, str(prize.odds)) for prize in banker.prizes] == [("win", "19/20")]
    assert banker.chances.win * ORDERS == 2_292_252_566_437_888


@pytest.mark.parametrize("game", GAMES)
def test_each_layout_has_its_own_bets_at_the_odds_of_the_whole_game(game: str) -> None:
    book = load_rulebook(game)
    assert book.decks is not None
    shoe = make_shoe_counts(8, book.decks)
    whole = {each.bet.area: each.chances for each in ShoeOdds(book).refresh(shoe).bets}
    for layout in book.layouts:
        own = ShoeOdds(book, layout).refresh(shoe).bets
        assert tuple(each.bet.area for each in own) == layout.areas
        assert all(each.chances == whole[each.bet.area] for each in own)


def test_a_round_needs_six_cards() -> None:
    odds = ShoeOdds(load_rulebook(TIGER_BUFFALO))
    assert odds.refresh(ShoeCounts((6,) + (0,) * 12)).bets
    with pytest.raises(ShoeError, match="5 cards are left: a round may need 6"):
        odds.refresh(ShoeCounts((5,) + (0,) * 12))
