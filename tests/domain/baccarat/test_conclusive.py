"""What is decided before the end, compared with every way in which the round can really still end.

The comparison deals on with each of the thirteen ranks from each state (tests/support/baccarat_completions.py); the
table under test works backwards over totals. Rulings E1, E3, E4 and E6; the facts of E5 are tests at the end.
"""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.wagers import Area
from tests.support.baccarat_completions import CoupState, certain, rank_cards, states
from tests.support.baccarat_layouts import LAYOUTS, LETTERS, layout_table
from tests.support.baccarat_second_wording import total
from tests.support.rounds import BACCARAT as GAMES
from tests.support.rounds import INSURANCE, MBS, V4

RWS_LAYOUTS = [(game, letter) for game, letter in LAYOUTS if game != MBS]


def names(areas: Iterable[Area]) -> str:
    return " ".join(sorted(areas))


def differences(game: str, letter: str) -> list[tuple[str, str, str]]:
    """Ranks on the table, with what is certain to win and to lose by the second wording, where the two differ."""
    table = layout_table(game, letter)
    offered = set(table.layout.areas)
    wordings: dict[int, tuple[set[str], set[str]]] = {}
    found = []
    for state in states(game):
        if state.possible not in wordings:
            sure = certain(state.possible)
            wordings[state.possible] = (
                {area for area in offered if sure.get(area) == "win"},
                {area for area in offered if sure.get(area) == "lose"},
            )
        won, lost = wordings[state.possible]
        decided = table.decide_areas(rank_cards(state.ranks))
        same = set(decided.won) == won and set(decided.lost) == lost
        if not same or decided.is_established != bool(won | lost):
            found.append((state.ranks, " ".join(sorted(won)), " ".join(sorted(lost))))
    return found


@pytest.mark.long
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_decided_is_what_every_completion_agrees_on(game: str, letter: str) -> None:
    assert len(states(game)) > 10_000
    assert differences(game, letter) == []


@pytest.mark.parametrize(
    ("game", "letter", "ranks", "won", "lost"),
    [
        # E3: the Tiger Pair is won, single, double or twin; nothing else is.
        (MBS, "A", "232", "tiger_pair", ""),
        (V4, "P", "232", "tiger_pair", "player_small_7"),
        # E1: the same cards on layouts that have that bet and that have not.
        (V4, "A", "232", "player_pair", "small_buffalo"),
        (V4, "C", "232", "", "small_buffalo"),
        (V4, "M", "232", "player_pair", ""),
        # The Player stands on 6, which no Banker 6 beats.
        (V4, "M", "234", "", "big_tiger player_pair small_tiger"),
        (MBS, "A", "74K", "", "big_tiger small_tiger tiger tiger_tie"),
        (MBS, "A", "733", "", ""),
        (MBS, "A", "K3J7", "", "small_tiger tiger_pair"),
        # B2: a ten and a king look alike to a total and are no pair; a king and a king are one.
        (V4, "M", "K3T", "", "player_pair"),
        (V4, "M", "K3K", "player_pair", ""),
        # E4: a certain return is neither won nor lost.
        (V4, "M", "8KK8", "tie", "banker_pair big_tiger player_pair small_tiger"),
    ],
)
def test_decided_by_example(game: str, letter: str, ranks: str, won: str, lost: str) -> None:
    decided = layout_table(game, letter).decide_areas(rank_cards(ranks))
    assert (names(decided.won), names(decided.lost)) == (won, lost)


def with_cards(game: str, count: int) -> list[CoupState]:
    """All states after so many cards."""
    return [state for state in states(game) if len(state.ranks) == count]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_decided_before_the_third_card(game: str) -> None:
    for letter in LETTERS[game]:
        table = layout_table(game, letter)
        for state in with_cards(game, 0) + with_cards(game, 1) + with_cards(game, 2):
            decided = table.decide_areas(rank_cards(state.ranks))
            assert not decided.is_established
            assert decided.won == decided.lost == ()


@pytest.mark.parametrize(("game", "letter"), RWS_LAYOUTS)
def test_in_both_rws_games_something_is_always_decided_from_the_third_card_on(game: str, letter: str) -> None:
    table = layout_table(game, letter)
    for state in states(game):
        if len(state.ranks) >= 3:
            assert table.decide_areas(rank_cards(state.ranks)).is_established


@pytest.mark.parametrize("letter", LETTERS[MBS])
def test_in_mbs_something_is_always_decided_from_the_fourth_card_on(letter: str) -> None:
    """Tiger Pair is, by then."""
    table = layout_table(MBS, letter)
    for state in states(MBS):
        if len(state.ranks) >= 4:
            decided = table.decide_areas(rank_cards(state.ranks))
            assert Area("tiger_pair") in decided.won + decided.lost


@pytest.mark.parametrize("letter", LETTERS[MBS])
def test_in_mbs_three_cards_decide_with_a_player_pair_or_a_player_total_of_six_or_more(letter: str) -> None:
    table = layout_table(MBS, letter)
    for state in with_cards(MBS, 3):
        player = state.dealt.player
        decided = table.decide_areas(rank_cards(state.ranks))
        assert decided.is_established == (player[0] == player[1] or total(player) >= 6)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_at_the_end_everything_is_decided_but_what_is_returned(game: str, letter: str) -> None:
    table = layout_table(game, letter)
    for state in states(game):
        if not state.dealt.due:
            decided = table.decide_areas(rank_cards(state.ranks))
            tied = total(state.dealt.player) == total(state.dealt.banker)
            returned = {"player", "banker"} if tied else set()
            assert {*decided.won, *decided.lost} == set(table.layout.areas) - returned
            assert not set(decided.won) & set(decided.lost)


@given(st.lists(st.sampled_from(DECK), max_size=6), st.sampled_from(LAYOUTS))
def test_what_is_decided_stays_decided(cards: list[Card], where: tuple[str, str]) -> None:
    table = layout_table(*where)
    for count in range(len(cards)):
        before, after = table.decide_areas(cards[:count]), table.decide_areas(cards[: count + 1])
        assert set(before.won) <= set(after.won)
        assert set(before.lost) <= set(after.lost)


def test_cards_beyond_the_end_decide_nothing_more() -> None:
    table = layout_table(INSURANCE, "A")
    assert table.decide_areas(rank_cards("8KKK55")) is table.decide_areas(rank_cards("8KKK"))
