"""Live odds are those of `dealer-station odds` over the cards not seen, and empty before they are known."""

import time

from dealer_app.domain.cards import Rank
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.shoe import ShoeCounts, make_shoe_counts
from dealer_app.odds.tables import percent_text, shoe_odds_json
from dealer_app.rulebooks import load_rulebook
from dealer_app.table_chances import LiveOdds, read_live_bets
from tests.support.rounds import V4, RoundTable

BOOK = load_rulebook(V4)
LAYOUT = BOOK.layouts[0]
_PATIENCE_SECONDS = 60


def test_each_bet_of_the_layout_has_its_edge_now_and_that_of_a_full_shoe() -> None:
    assert BOOK.decks is not None
    full = ShoeOdds(BOOK, LAYOUT).refresh(make_shoe_counts(8, BOOK.decks))
    # Hardly anything but tens is left: the Tie is worth more than it pays.
    rich = ShoeCounts(tuple(60 if rank is Rank.KING else 2 for rank in Rank))
    now = ShoeOdds(BOOK, LAYOUT).refresh(rich)
    bets = read_live_bets(
        shoe_odds_json(V4, 8, (), now)["bets"],
        shoe_odds_json(V4, 8, (), full)["bets"],
    )
    assert [each.area for each in bets] == [each.bet.area for each in now.bets]
    for each, exact, usual in zip(bets, now.bets, full.bets, strict=True):
        assert percent_text(each.edge) == percent_text(exact.chances.edge)
        assert percent_text(each.full_edge) == percent_text(usual.chances.edge)
        assert each.is_against_house == (exact.chances.edge < 0)
    assert any(each.is_against_house for each in bets)


def test_they_are_reckoned_beside_the_play_and_again_once_other_cards_are_seen() -> None:
    table = RoundTable(V4).close().deal("KH 9C 6S 5D")
    live = LiveOdds()
    assert live.find(table.rules, table.state) == ()
    until = time.monotonic() + _PATIENCE_SECONDS
    while not (found := live.find(table.rules, table.state)) and time.monotonic() < until:
        time.sleep(0.05)
    assert {each.area for each in found} == set(table.rules.layout.areas)
    again = table.draw("2S")
    assert live.find(again.rules, again.state) == (), "other cards are seen by now"
