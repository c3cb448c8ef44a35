"""Who wins and what a tie does: RWS v4 3.13 and 3.14, Insurance Plus 3.16 and 3.17, MBS 3.16."""

import pytest

from dealer_app.domain.baccarat.table_of_play import Winner, make_coup
from dealer_app.domain.wagers import Area
from tests.support.baccarat_completions import coup_cards, every_coup_end, rank_cards
from tests.support.baccarat_layouts import LAYOUTS, LETTERS, layout_table, verdict_text
from tests.support.baccarat_second_wording import total, winner
from tests.support.rounds import INSURANCE, MBS, V4

clause = pytest.mark.clause


@clause(V4, "3.13", "1.30")
@clause(INSURANCE, "3.16", "1.27")
@clause(MBS, "3.16", "1.1.11")
def test_the_higher_point_total_wins_and_equal_ones_tie() -> None:
    met = set()
    for cards, dealt in every_coup_end():
        assert make_coup(cards).winner is Winner[winner(dealt.player, dealt.banker)]
        met.add((total(dealt.player), total(dealt.banker)))
    assert len(met) == 100


@clause(V4, "3.13")
@clause(INSURANCE, "3.16")
@clause(MBS, "3.16")
@pytest.mark.parametrize(
    ("player", "banker", "won"),
    [
        ("9K", "8K", "player"),
        ("8K", "K9", "banker"),
        ("A8", "63", "tie"),
        ("6K", "K7", "banker"),
        ("K2K", "K7", "banker"),
        ("5KK", "K34", "banker"),
        ("33", "42", "tie"),
        ("KJQ", "TTT", "tie"),
        ("2KA", "T7", "banker"),
        ("55A", "TTK", "player"),
    ],
)
def test_the_winner_of_two_hands(player: str, banker: str, won: str) -> None:
    assert make_coup(coup_cards(player, banker)).winner is Winner(won)


@pytest.mark.parametrize("ranks", ["", "9", "99", "999", "K5K5", "2K3KJ", "K47A"])
def test_nobody_has_won_an_unfinished_coup(ranks: str) -> None:
    unfinished = make_coup(rank_cards(ranks))
    assert not unfinished.is_complete
    assert unfinished.winner is None


@pytest.mark.parametrize(
    ("game", "letter"),
    [
        pytest.param(
            game,
            letter,
            marks={
                V4: clause(V4, "3.14"),
                INSURANCE: clause(INSURANCE, "3.17"),
                MBS: clause(MBS, "3.16.1"),
            }[game],
        )
        for game, letter in LAYOUTS
    ],
)
class TestTie:
    def test_returns_player_and_banker_and_pays_tie(self, game: str, letter: str) -> None:
        table = layout_table(game, letter)
        ties = [(cards, dealt) for cards, dealt in every_coup_end() if total(dealt.player) == total(dealt.banker)]
        assert ties
        for cards, _ in ties:
            row = dict(zip(table.layout.areas, table.judge.coup_row(cards), strict=True))
            assert [verdict_text(row[Area(area)]) for area in ("player", "banker", "tie")] == [
                "push",
                "push",
                "win 8/1",
            ]

    def test_is_the_only_way_to_have_anything_returned(self, game: str, letter: str) -> None:
        table = layout_table(game, letter)
        for cards, dealt in every_coup_end():
            row = zip(table.layout.areas, table.judge.coup_row(cards), strict=True)
            returned = {area for area, verdict in row if verdict_text(verdict) == "push"}
            tied = total(dealt.player) == total(dealt.banker)
            assert returned == ({"player", "banker"} if tied else set())


@pytest.mark.parametrize(
    ("game", "letter"),
    [pytest.param(MBS, letter, marks=clause(MBS, "3.16.1", "3.20")) for letter in LETTERS[MBS]]
    + [pytest.param(V4, letter, marks=clause(V4, "1.34")) for letter in "OQR"],
)
def test_tiger_tie_wins_on_a_tie_on_six_and_on_no_other(game: str, letter: str) -> None:
    table = layout_table(game, letter)
    place = table.layout.areas.index(Area("tiger_tie"))
    for cards, dealt in every_coup_end():
        on_six = total(dealt.player) == total(dealt.banker) == 6
        assert verdict_text(table.judge.coup_row(cards)[place]) == ("win 35/1" if on_six else "lose")
