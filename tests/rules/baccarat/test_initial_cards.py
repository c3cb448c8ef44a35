"""The four initial cards and what they alone decide: RWS v4 3.10, Insurance Plus 3.10, MBS 3.13 and 3.14."""

from itertools import product

import pytest

from dealer_app.domain.baccarat.reconstruction import correct_places
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.wagers import Area
from tests.support.baccarat_completions import rank_cards, states
from tests.support.baccarat_layouts import layout_table
from tests.support.baccarat_second_wording import RANKS, outcome
from tests.support.rounds import INSURANCE, MBS, V4

clause = pytest.mark.clause

# First cards that leave a third to come to both hands, or to one: totals 0 and 0, 5 and 0, 7 and 0, 0 and 7.
WITH_THIRDS_TO_COME = ("TTTT", "2K3J", "3KK4", "3345", "7Q7Q", "4545", "2K5K", "AAQ2", "K3T4")


@clause(V4, "3.10")
@clause(INSURANCE, "3.10")
@clause(MBS, "3.13", "3.13.1")
def test_the_first_and_third_cards_are_the_players() -> None:
    for ranks in product(RANKS, repeat=4):
        cards = rank_cards("".join(ranks))
        assert make_coup(cards).player.cards[:2] == (cards[0], cards[2])


@clause(V4, "3.10")
@clause(INSURANCE, "3.10")
@clause(MBS, "3.13", "3.13.2")
def test_the_second_and_fourth_cards_are_the_bankers() -> None:
    for ranks in product(RANKS, repeat=4):
        cards = rank_cards("".join(ranks))
        assert make_coup(cards).banker.cards[:2] == (cards[1], cards[3])


@clause(V4, "3.10")
@clause(INSURANCE, "3.10")
@clause(MBS, "3.13")
def test_four_cards_go_player_banker_player_banker() -> None:
    for ranks in ("", "9", "98", "989", "9898", "A7A7", "K5K5"):
        assert "".join(place.value for place in correct_places(make_coup(rank_cards(ranks)))) == "PBPB"[: len(ranks)]


@pytest.mark.parametrize(
    ("game", "letter", "area"),
    [
        pytest.param(V4, "P", "tiger_pair", marks=clause(V4, "3.10")),
        pytest.param(V4, "A", "player_pair", marks=clause(V4, "3.10")),
        pytest.param(V4, "A", "banker_pair", marks=clause(V4, "3.10")),
        pytest.param(INSURANCE, "A", "player_pair", marks=clause(INSURANCE, "3.10")),
        pytest.param(INSURANCE, "A", "banker_pair", marks=clause(INSURANCE, "3.10")),
        pytest.param(MBS, "A", "tiger_pair", marks=clause(MBS, "3.14")),
    ],
)
class TestPairBets:
    def test_they_are_decided_by_four_cards(self, game: str, letter: str, area: str) -> None:
        table = layout_table(game, letter)
        for state in states(game):
            if len(state.ranks) == 4:
                decided = table.decide_areas(rank_cards(state.ranks))
                lost = outcome(area, state.dealt.player, state.dealt.banker) == "lose"
                assert Area(area) in (decided.lost if lost else decided.won)

    def test_no_third_card_makes_or_breaks_a_pair(self, game: str, letter: str, area: str) -> None:
        table = layout_table(game, letter)
        place = table.layout.areas.index(Area(area))
        for first_four in WITH_THIRDS_TO_COME:
            endings = (rank_cards(first_four + fifth + sixth) for fifth, sixth in product(RANKS, repeat=2))
            verdicts = {table.judge.coup_row(cards)[place] for cards in endings}
            assert len(verdicts) == 1
