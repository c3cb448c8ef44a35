"""Three ways to judge a coup must agree: the fast row, the row of its situation, and each bet asked by itself."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat import bets
from dealer_app.domain.baccarat.bets import BetResult, Pairs, Totals
from dealer_app.domain.baccarat.outcomes import VerdictRow
from dealer_app.domain.baccarat.situations import situation_path
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Prize, Result
from tests.support.baccarat_completions import every_coup_end, rank_cards, states
from tests.support.baccarat_layouts import LAYOUTS, layout_table, verdict_text
from tests.support.baccarat_second_wording import RANKS, outcome, pair_kind
from tests.support.rounds import MBS, V4

KINDS = {"none": Pairs.NONE, "player": Pairs.PLAYER, "banker": Pairs.BANKER, "both": Pairs.BOTH, "twin": Pairs.TWIN}
EVERY_LAYOUT = pytest.mark.parametrize(("game", "letter"), LAYOUTS)


def asked_bet_by_bet(layout: Layout, cards: Sequence[Card]) -> list[str]:
    """Each bet's own rule on the hands of the coup, with the odds that the layout has for the prize."""
    now = make_coup(cards)
    totals = Totals(now.player.points, now.banker.points, len(now.player.cards), len(now.banker.cards))
    hands = ("".join(card.rank.value for card in hand.cards) for hand in (now.player, now.banker))
    pairs = KINDS[pair_kind(*hands)]
    words = []
    for area in layout.areas:
        judged: BetResult = (
            bets.PAIRS_RULES[area](pairs) if area in bets.PAIRS_RULES else bets.TOTALS_RULES[area](totals)
        )
        if isinstance(judged, Result):
            words.append(judged.value)
        else:
            prizes = layout.prizes(area)
            words.append(f"win {prizes.get(judged) or prizes[Prize.WIN]}")
    return words


def words_of(row: VerdictRow) -> list[str]:
    return [verdict_text(verdict) for verdict in row]


@EVERY_LAYOUT
def test_row_is_the_row_of_the_situation_and_of_each_bet_in_every_ending(game: str, letter: str) -> None:
    table = layout_table(game, letter)
    for cards, _ in every_coup_end():
        row = table.judge.coup_row(cards)
        assert row is table.judge.situation_row(situation_path(cards)[-1])
        assert words_of(row) == asked_bet_by_bet(table.layout, cards)
        assert len(row) == len(table.layout.areas)


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=10), st.sampled_from(LAYOUTS))
def test_row_is_the_row_of_the_situation_of_any_six_cards(cards: list[Card], where: tuple[str, str]) -> None:
    """Cards beyond the end of the coup are left alone."""
    table = layout_table(*where)
    row = table.judge.coup_row(cards)
    assert row is table.judge.situation_row(situation_path(cards)[-1])
    now = make_coup(cards)
    assert table.judge.coup_row(cards[: len(cards) - len(now.carry)]) is row
    assert words_of(row) == asked_bet_by_bet(table.layout, cards)


@EVERY_LAYOUT
def test_every_finished_situation_has_a_verdict_with_odds_exactly_where_it_wins(game: str, letter: str) -> None:
    rows = layout_table(game, letter).judge.rows
    assert len(rows) == 2000
    for row in rows:
        for verdict in row:
            assert verdict.result is not Result.OPEN
            assert (verdict.odds is not None) == (verdict.result is Result.WIN)


def test_no_verdict_is_made_for_a_single_coup() -> None:
    """Endings in which a bet pays alike share the verdict itself, on every layout of a document that pays it alike."""
    first, second = layout_table(V4, "A").judge, layout_table(V4, "B").judge
    made = {id(verdict) for row in (*first.rows, *second.rows) for verdict in row}
    assert len(made) <= 40


def test_each_layout_pays_its_own_odds() -> None:
    """Two layouts of one document with the same bet at different odds, which no approved document has so far."""
    table = layout_table(V4, "A")
    dearer = [replace(pay, odds=Odds(9, 1)) if pay.area == "tie" else pay for pay in table.layout.pays]
    other = table.game.layout_table(replace(table.layout, pays=tuple(dearer)))
    place, tied = table.layout.areas.index(Area("tie")), rank_cards("8KK8")
    assert verdict_text(table.judge.coup_row(tied)[place]) == "win 8/1"
    assert verdict_text(other.judge.coup_row(tied)[place]) == "win 9/1"


def test_each_layout_pays_its_own_prizes_even_if_they_are_the_same_odds_exchanged() -> None:
    table = layout_table(V4, "P")
    exchanged = {"2 cards": Odds(20, 1), "3 cards": Odds(12, 1)}
    pays = [replace(pay, odds=exchanged[pay.prize.value]) if pay.area == "tiger" else pay for pay in table.layout.pays]
    pays.sort(key=lambda pay: (pay.area, str(pay.odds)))
    other = table.game.layout_table(replace(table.layout, pays=tuple(pays)))
    six_on_two_cards = rank_cards("2K369")
    assert verdict_text(table.judge.coup_row(six_on_two_cards)[table.layout.areas.index(Area("tiger"))]) == "win 12/1"
    assert verdict_text(other.judge.coup_row(six_on_two_cards)[other.layout.areas.index(Area("tiger"))]) == "win 20/1"


@pytest.mark.parametrize(("game", "letter"), [(V4, "A"), (V4, "P"), (MBS, "A")])
def test_row_on_every_ordered_first_four_ranks(game: str, letter: str) -> None:
    table = layout_table(game, letter)
    for initial in product(RANKS, repeat=4):
        cards = rank_cards("".join(initial) + "64")
        assert table.judge.coup_row(cards) is table.judge.situation_row(situation_path(cards)[-1])


@pytest.mark.parametrize(("game", "letter"), [(V4, "A"), (V4, "P"), (MBS, "A")])
def test_row_on_every_state_and_every_two_thirds(game: str, letter: str) -> None:
    """Each first four of each kind of pairs and totals with each value of a third card to either hand."""
    table = layout_table(game, letter)
    prizes = {area: table.layout.prizes(area) for area in table.layout.areas}
    for state in states(game):
        if len(state.ranks) != 5 or not state.dealt.due:
            continue
        for sixth in RANKS:
            cards = rank_cards(state.ranks + sixth)
            hands = state.dealt.player, state.dealt.banker + sixth
            words = []
            for area in table.layout.areas:
                word = outcome(area, *hands)
                if word not in {"lose", "push"}:
                    word = f"win {prizes[area].get(Prize(word)) or prizes[area][Prize.WIN]}"
                words.append(word)
            assert words_of(table.judge.coup_row(cards)) == words
