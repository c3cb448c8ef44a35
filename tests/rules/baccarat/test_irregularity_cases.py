"""Cards put wrongly, drawn in excess or missed: RWS v4 5.8, Insurance Plus 5.7, MBS 5.7, on the golden cases.

Asserted here is what follows from the cards alone: the right hands, what lies wrong, what is carried over, and
whether an outcome is established. What players are then offered is for whole rounds.
"""

import pytest

from dealer_app.domain.baccarat.reconstruction import Place, reconstruct
from dealer_app.domain.baccarat.table_of_play import Coup
from dealer_app.domain.cards import CARDS
from tests.rules.baccarat.irregularity_cases import GoldenCase, GoldenEnding, deal_further, irregularity_cases
from tests.support.baccarat_layouts import INSURANCE, LETTERS, MBS, V4, layout_table

CASES = irregularity_cases()
WITH_HANDS = [pytest.param(case, id=case.name) for case in CASES if case.ending is not None]
WITH_ESTABLISHED = [pytest.param(case, id=case.name) for case in CASES if case.established_rws is not None]
WITH_ORDERS = [pytest.param(case, id=case.name) for case in CASES if case.orders]

pytestmark = [
    pytest.mark.clause(V4, "1.24", "5.8"),
    pytest.mark.clause(INSURANCE, "1.21", "5.7"),
    pytest.mark.clause(MBS, "5.7"),
]


def expect(now: Coup, ending: GoldenEnding) -> None:
    assert [str(card) for card in now.player.cards] == ending.player
    assert [str(card) for card in now.banker.cards] == ending.banker
    assert (now.player.points, now.banker.points) == (ending.player_total, ending.banker_total)
    assert now.winner is not None
    assert now.winner.value == ending.winner
    assert [str(card) for card in now.carry] == ending.carry


def test_every_line_says_something_here_or_is_void_whatever_the_cards() -> None:
    silent = [case for case in CASES if case.ending is None and case.established_rws is None]
    assert all(case.void for case in silent)
    assert len(CASES) - len(silent) >= 18


@pytest.mark.parametrize("case", WITH_HANDS)
class TestReconstructed:
    def test_the_hands_the_winner_and_the_cards_carried_over(self, case: GoldenCase) -> None:
        assert case.ending is not None
        now, further = deal_further(case.drawn, case.shoe_next)
        expect(now, case.ending)
        assert further == case.ending.further

    def test_what_lies_wrong_is_what_is_not_where_the_right_hands_have_it(self, case: GoldenCase) -> None:
        assert case.ending is not None
        assert len(set(case.drawn)) == len(case.drawn)
        wrong = []
        for text, put in zip(case.drawn, case.put, strict=True):
            belongs = Place.NEITHER
            if text in case.ending.player:
                belongs = Place.PLAYER
            elif text in case.ending.banker:
                belongs = Place.BANKER
            if put is not belongs:
                wrong.append((text, put, belongs))
        found = reconstruct([CARDS[text] for text in case.drawn], case.put)
        assert [(str(it.card), it.put, it.belongs) for it in found.misplaced] == wrong
        assert [case.drawn[it.order] for it in found.misplaced] == [text for text, _, _ in wrong]
        assert found.is_needed == bool(wrong)


@pytest.mark.parametrize("case", WITH_ORDERS)
def test_each_order_that_the_pit_can_decide_on_gives_its_hands(case: GoldenCase) -> None:
    for order, ending in case.orders:
        now, further = deal_further(order, case.shoe_next)
        expect(now, ending)
        assert not further


@pytest.mark.parametrize("case", WITH_ESTABLISHED)
@pytest.mark.parametrize("game", [V4, INSURANCE])
def test_whether_an_outcome_is_established_on_every_rws_layout(case: GoldenCase, game: str) -> None:
    found = {
        letter: layout_table(game, letter).decide_areas(case.cards_that_count).is_established
        for letter in LETTERS[game]
    }
    assert found == dict.fromkeys(LETTERS[game], case.established_rws)


@pytest.mark.parametrize("case", WITH_ESTABLISHED)
def test_whether_an_outcome_is_established_on_every_mbs_layout(case: GoldenCase) -> None:
    found = {
        letter: layout_table(MBS, letter).decide_areas(case.cards_that_count).is_established for letter in LETTERS[MBS]
    }
    assert found == dict.fromkeys(LETTERS[MBS], case.established_mbs)


@pytest.mark.parametrize(
    ("drawn", "put", "wrong"),
    [
        ("4H 9S KD 5C", "PPBB", "9S P>B, KD B>P"),
        ("2S 8D 6H KC", "BPBP", "2S B>P, 8D P>B, 6H B>P, KC P>B"),
        ("4H 2C 5S AS 7C", "PBPBP", "7C P>X"),
        ("AS 2D 3S 3H KC 9D", "PBPBBP", "KC B>P, 9D P>X"),
        ("4H 9S KD 5C 6D 7S", "PBPBPB", ""),
        ("4H 2C 5S AS 7C", "PBPBX", ""),
        ("4H 9S KD 5C 6D", "PBPBX", "6D X>P"),
        ("4H 9S", "PB", ""),
        ("4H 9S", "PX", "9S X>B"),
        ("", "", ""),
    ],
)
def test_what_has_to_be_moved_by_example(drawn: str, put: str, wrong: str) -> None:
    found = reconstruct([CARDS[text] for text in drawn.split()], [Place(letter) for letter in put])
    moves = [f"{it.card} {it.put.value}>{it.belongs.value}" for it in found.misplaced]
    assert ", ".join(moves) == wrong


def test_a_card_that_is_not_of_the_set_is_none_of_the_stations_cards() -> None:
    foreign = {text for case in CASES for text in case.drawn} - set(CARDS)
    assert foreign == {"JOKER"}
