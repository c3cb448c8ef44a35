"""The coup as a function of the drawn cards: what holds of it for any cards and any number of them.

What each document's Table of Play says is in tests/rules/baccarat; here is the second wording of dealing.
"""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place, certain_places, correct_places, reconstruct
from dealer_app.domain.baccarat.table_of_play import Coup, Winner, make_coup
from dealer_app.domain.cards import CARDS, DECK, Card
from dealer_app.domain.rulebook import Side
from tests.support.baccarat_printed_tables import TABLES, TableOfPlay
from tests.support.baccarat_second_wording import CARD_VALUES, deal, total, winner

DRAWN = st.lists(st.sampled_from(DECK), max_size=10)
SIDES = {"P": Side.PLAYER, "B": Side.BANKER, "": None}
PLACES = {"P": Place.PLAYER, "B": Place.BANKER}
DIGITS = "TA23456789"
DECKS = 8
EIGHT_DECKS = [DECKS * 4 * [*CARD_VALUES.values()].count(value) for value in range(10)]
EIGHT_DECKS[0] += DECKS * 4  # the tens
PUBLISHED = {
    Winner.BANKER: 2_292_252_566_437_888,
    Winner.PLAYER: 2_230_518_282_592_256,
    Winner.TIE: 475_627_426_473_216,
}


def ranks_of(cards: list[Card] | tuple[Card, ...]) -> str:
    return "".join(card.rank.value for card in cards)


@pytest.mark.assurance("A41")
@given(DRAWN)
def test_hands_turn_and_rest_are_those_of_the_second_wording(cards: list[Card]) -> None:
    now, dealt = make_coup(cards), deal(ranks_of(cards))
    assert (ranks_of(now.player.cards), ranks_of(now.banker.cards)) == (dealt.player, dealt.banker)
    assert (now.player.points, now.banker.points) == (total(dealt.player), total(dealt.banker))
    assert now.next_draw is SIDES[dealt.due]
    assert now.is_complete == (not dealt.due)
    assert ranks_of(now.carry) == dealt.left_over


@given(DRAWN)
def test_each_card_is_in_one_place_in_the_order_drawn(cards: list[Card]) -> None:
    """The very cards, suits too: back in the order of the places they make up what was drawn."""
    now = make_coup(cards)
    piles = {
        Place.PLAYER: list(now.player.cards),
        Place.BANKER: list(now.banker.cards),
        Place.NEITHER: list(now.carry),
    }
    assert [piles[place].pop(0) for place in correct_places(now)] == cards
    assert not any(piles.values())


@given(DRAWN)
def test_a_natural_is_an_end_by_a_two_card_eight_or_nine(cards: list[Card]) -> None:
    dealt = deal(ranks_of(cards))
    four = len(dealt.player) == len(dealt.banker) == 2
    highest = max(total(dealt.player), total(dealt.banker))
    assert make_coup(cards).is_natural == (not dealt.due and four and highest >= 8)


@given(DRAWN)
def test_the_winner_is_known_at_the_end_and_not_before(cards: list[Card]) -> None:
    dealt = deal(ranks_of(cards))
    won = None if dealt.due else Winner[winner(dealt.player, dealt.banker)]
    assert make_coup(cards).winner is won


@given(DRAWN)
def test_cards_drawn_later_never_change_the_hands_before_them(cards: list[Card]) -> None:
    whole = make_coup(cards)
    for count in range(len(cards)):
        part = make_coup(cards[:count])
        assert whole.player.cards[: len(part.player.cards)] == part.player.cards
        assert whole.banker.cards[: len(part.banker.cards)] == part.banker.cards
        if part.is_complete:
            assert (whole.player, whole.banker) == (part.player, part.banker)


@given(DRAWN)
def test_carried_cards_open_the_next_coup(cards: list[Card]) -> None:
    now = make_coup(cards)
    used = len(now.player.cards) + len(now.banker.cards)
    assert list(now.carry) == cards[used:]
    assert not now.carry or now.is_complete
    assert used <= 6


@given(DRAWN, st.data())
def test_misplaced_are_the_cards_whose_place_is_not_theirs(cards: list[Card], data: st.DataObject) -> None:
    put = data.draw(st.lists(st.sampled_from(Place), min_size=len(cards), max_size=len(cards)))
    dealt = deal(ranks_of(cards))
    belongs = [Place.PLAYER, Place.BANKER, Place.PLAYER, Place.BANKER][: len(cards)]
    belongs += [Place.PLAYER] * (len(dealt.player) - 2) + [Place.BANKER] * (len(dealt.banker) - 2)
    belongs += [Place.NEITHER] * (len(cards) - len(belongs))
    found = reconstruct(cards, put)
    assert found.coup == make_coup(cards)
    assert {it.order for it in found.misplaced} == {at for at, here in enumerate(put) if here is not belongs[at]}
    for it in found.misplaced:
        assert (it.card, it.put, it.belongs) == (cards[it.order], put[it.order], belongs[it.order])
    assert found.is_needed == (put != belongs)


@pytest.mark.parametrize("put", ["", "PBP", "PBPBP"])
def test_a_card_put_nowhere_or_a_place_without_a_card_is_an_error(put: str) -> None:
    with pytest.raises(ValueError, match="zip"):
        reconstruct([CARDS[text] for text in ("4H", "9S", "KD", "5C")], [Place(letter) for letter in put])


def every_coup(table: TableOfPlay) -> "list[tuple[int, ...]]":
    """The values of every coup: each first four, then each third card that the printed table calls for."""
    coups: list[tuple[int, ...]] = []
    for first, second, third, fourth in product(range(10), repeat=4):
        player, banker = (first + third) % 10, (second + fourth) % 10
        initial = (first, second, third, fourth)
        if not table.player_draws[player, banker]:
            draws = table.banker_draws[player, banker, None]
            coups += [(*initial, fifth) for fifth in range(10)] if draws else [initial]
            continue
        for fifth in range(10):
            draws = table.banker_draws[player, banker, fifth]
            coups += [(*initial, fifth, sixth) for sixth in range(10)] if draws else [(*initial, fifth)]
    return coups


def wrong(values: tuple[int, ...], now: Coup) -> bool:
    """Whether the coup is not as the places in the printed table make it; the table said how many cards."""
    player = [values[0], values[2]]
    banker = [values[1], values[3]]
    thirds = list(values[4:])
    if thirds and sum(player) % 10 < 6:
        player.append(thirds.pop(0))
    banker += thirds
    points = sum(player) % 10, sum(banker) % 10
    won = Winner.TIE if points[0] == points[1] else Winner.PLAYER if points[0] > points[1] else Winner.BANKER
    return (
        not now.is_complete
        or (now.player.points, now.banker.points) != points
        or (len(now.player.cards), len(now.banker.cards)) != (len(player), len(banker))
        or now.carry != ()
        or now.winner is not won
    )


def ways(values: tuple[int, ...], six: int = 6) -> int:
    """In how many orders of six of eight decks' cards a coup of these values comes first."""
    left, cards, count = list(EIGHT_DECKS), sum(EIGHT_DECKS), 1
    for value in values:
        count *= left[value]
        left[value] -= 1
        cards -= 1
    for unused in range(six - len(values)):
        count *= cards - unused
    return count


@pytest.mark.assurance("A41")
@pytest.mark.long
@pytest.mark.parametrize("game", TABLES)
def test_every_sequence_of_values_is_played_as_the_printed_table_says(game: str) -> None:
    by_value = [CARDS[digit + "S"] for digit in DIGITS]
    coups = every_coup(TABLES[game])
    assert [values for values in coups if wrong(values, make_coup([by_value[value] for value in values]))] == []


def test_the_published_counts_of_eight_decks_come_out() -> None:
    by_value = [CARDS[digit + "S"] for digit in DIGITS]
    counts: Counter[Winner] = Counter()
    for values in every_coup(TABLES["tiger-buffalo-v4"]):
        won = make_coup([by_value[value] for value in values]).winner
        assert won is not None
        counts[won] += ways(values)
    assert counts == PUBLISHED
    assert sum(counts.values()) == 4_998_398_275_503_360


@pytest.mark.parametrize("player", range(10))
def test_what_is_told_early_holds_whatever_is_turned_and_nothing_that_is_certain_is_kept_back(player: int) -> None:
    """Every total of the Banker, every third card: one place for all of them is told, and two places are not."""
    by_points = {points: CARDS[f"{DIGITS[points]}S"] for points in range(10)}
    for banker in range(10):
        initial = [by_points[player], by_points[banker], by_points[0], by_points[0]]
        for count in (5, 6, 7):
            ends = {
                correct_places(make_coup([*initial, *rest, *[by_points[0]] * (count - 4 - len(rest))]))
                for rest in product(by_points.values(), repeat=min(count - 4, 2))
            }
            each = [{end[place] for end in ends} for place in range(count)]
            assert certain_places(initial, count) == tuple(one.copy().pop() if len(one) == 1 else None for one in each)


@given(DRAWN, st.integers(0, 10))
def test_what_is_told_early_is_where_each_card_ends(cards: list[Card], known: int) -> None:
    right = correct_places(make_coup(cards))
    told = certain_places(cards[:known], len(cards))
    assert len(told) == len(cards)
    assert all(place in (None, end) for place, end in zip(told, right, strict=True))
