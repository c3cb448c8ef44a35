"""The numbered situations: each is one state of the table as bets see it, and a coup's course passes through them."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat import situations
from dealer_app.domain.baccarat.situations import FINISHED, SITUATIONS, START, situation_path
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import DECK, Card
from tests.support.baccarat_completions import every_coup_end, rank_cards, states
from tests.support.baccarat_second_wording import RANKS, DealtHands, deal, pair_kind, total

DRAWN = st.lists(st.sampled_from(DECK), max_size=10)
TOTALS = range(10)
PAIR_OR_NOT = (False, True)


def features(dealt: DealtHands) -> tuple[object, ...]:
    """What a bet can see. Twin or not counts only at the end: until then it decides no bet alone."""
    player, banker = dealt.player, dealt.banker
    if len(banker) < 2:
        return total(player), len(player), total(banker), len(banker), player[:1] == player[1:]
    kind = pair_kind(player, banker)
    if dealt.due and kind == "twin":
        kind = "both"
    return total(player), len(player), total(banker), len(banker), kind


@given(DRAWN)
def test_each_shorter_course_is_the_beginning_of_the_longer(cards: list[Card]) -> None:
    whole = situation_path(cards)
    for count in range(len(cards) + 1):
        part = situation_path(cards[:count])
        assert part == whole[: len(part)]
        assert len(part) == min(count + 1, len(whole))


@given(DRAWN)
def test_a_course_has_a_situation_for_each_card_of_the_coup_and_one_before_them(cards: list[Card]) -> None:
    now, passed = make_coup(cards), situation_path(cards)
    assert passed[0] == START
    assert len(passed) == 1 + len(now.player.cards) + len(now.banker.cards)
    assert all(0 <= it < SITUATIONS for it in passed)
    assert len(set(passed)) == len(passed)


@given(DRAWN)
def test_the_situation_is_the_last_of_the_course_and_cards_beyond_the_end_change_nothing(cards: list[Card]) -> None:
    now = make_coup(cards)
    assert situations.coup_situation(cards) == situation_path(cards)[-1]
    assert situations.coup_situation(cards[: len(cards) - len(now.carry)]) == situations.coup_situation(cards)
    assert situations.coup_situation(tuple(cards)) == situations.coup_situation(cards)


@given(DRAWN)
def test_only_the_last_situation_of_a_complete_coup_is_a_finished_one(cards: list[Card]) -> None:
    passed = situation_path(cards)
    assert not any(it >= FINISHED for it in passed[:-1])
    assert (passed[-1] >= FINISHED) == make_coup(cards).is_complete


def test_the_numbers_are_each_given_once() -> None:
    given_out = [
        START,
        *(situations.after_one_card(first) for first in TOTALS),
        *(situations.after_two_cards(*it) for it in product(TOTALS, repeat=2)),
        *(situations.after_three_cards(*it) for it in product(TOTALS, PAIR_OR_NOT, TOTALS)),
        *(situations.after_four_cards(*it) for it in product(TOTALS, TOTALS, range(4))),
        *(situations.after_five_cards(*it) for it in product(TOTALS, TOTALS, range(4))),
        *(situations.final_situation(*it) for it in product(TOTALS, TOTALS, PAIR_OR_NOT, PAIR_OR_NOT, range(5))),
    ]
    assert given_out == list(range(SITUATIONS))


def numbered(dealt: DealtHands) -> int:
    """The number that the state has by its name."""
    player, banker = total(dealt.player), total(dealt.banker)
    if len(dealt.banker) < 2:
        match len(dealt.player + dealt.banker):
            case 0:
                return START
            case 1:
                return situations.after_one_card(player)
            case 2:
                return situations.after_two_cards(player, banker)
            case _:
                return situations.after_three_cards(player, dealt.player[0] == dealt.player[1], banker)
    kind = ("none", "player", "banker", "both", "twin").index(pair_kind(dealt.player, dealt.banker))
    if not dealt.due:
        return situations.final_situation(player, banker, len(dealt.player) == 3, len(dealt.banker) == 3, kind)
    return (situations.after_four_cards if len(dealt.player) == 2 else situations.after_five_cards)(
        player, banker, kind
    )


def test_every_state_has_the_number_of_its_name() -> None:
    for state in states("tiger-buffalo-v4"):
        assert situations.coup_situation(rank_cards(state.ranks)) == numbered(state.dealt)


def test_a_course_ends_with_the_coup_whatever_was_drawn_after_it() -> None:
    for cards, _ in every_coup_end():
        assert situation_path((*cards, *rank_cards("9A"))) == situation_path(cards)


def test_a_twin_is_told_from_two_pairs_only_at_the_end() -> None:
    both, twin = situations.BOTH_PAIRS, situations.TWIN_PAIRS
    assert situations.after_four_cards(4, 4, both) == situations.after_four_cards(4, 4, twin)
    assert situations.after_five_cards(4, 4, both) == situations.after_five_cards(4, 4, twin)
    assert situations.final_situation(4, 4, False, False, both) != situations.final_situation(4, 4, False, False, twin)


def test_states_that_look_alike_share_a_situation_and_no_others_do() -> None:
    by_features: dict[tuple[object, ...], set[int]] = {}
    by_number: dict[int, set[tuple[object, ...]]] = {}
    for state in states("tiger-buffalo-v4"):
        number = situation_path(rank_cards(state.ranks))[-1]
        seen = (bool(state.dealt.due), *features(state.dealt))
        by_features.setdefault(seen, set()).add(number)
        by_number.setdefault(number, set()).add(seen)
    assert all(len(numbers) == 1 for numbers in by_features.values())
    assert all(len(seen) == 1 for seen in by_number.values())


def test_the_order_of_cards_within_a_hand_makes_no_difference() -> None:
    """All 28,561 ordered first four ranks, with what a third and fourth of one kind add to them."""
    numbers: dict[tuple[object, ...], int] = {}
    for initial in product(RANKS, repeat=4):
        for thirds in ("", "8", "6A"):
            ranks = "".join(initial) + thirds
            dealt = deal(ranks)
            number = situation_path(rank_cards(ranks))[-1]
            assert numbers.setdefault((bool(dealt.due), *features(dealt)), number) == number
    assert len(set(numbers.values())) == len(numbers)
