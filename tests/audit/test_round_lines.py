"""Lines of baccarat rounds: unfinished rounds, carried cards, reconstruction, and lines without bets."""

from typing import Any

import pytest

from dealer_app.rulebooks import GAMES, load_rulebook
from tests.audit.audit_lines import INSURANCE, MBS, TAI_SAI, V4, audit_answer, round_line

# Player 6 stands, Banker 4 with a pair of sevens draws a six: Player wins 6 to 0.
HAND = ("6S", "7D", "TH", "7S", "6C")
BACCARAT = [game for game in GAMES if game != TAI_SAI]


def bets(*areas: str) -> list[dict[str, Any]]:
    return [{"seat": 1, "area": area, "stake": 100} for area in areas]


class TestUnfinished:
    def test_an_undecided_bet_is_open(self) -> None:
        answer = audit_answer(round_line(*HAND[:4], bets=bets("player")))
        assert answer["bets"] == [
            {"seat": 1, "area": "player", "stake": 100, "result": "open", "odds": None, "net": None}
        ]
        assert (answer["complete"], answer["outcome"], answer["next_draw"]) == (False, None, "banker")

    def test_a_lost_bet_has_its_net(self) -> None:
        (found,) = audit_answer(round_line(*HAND[:4], bets=bets("player_pair")))["bets"]
        assert (found["result"], found["odds"], found["net"]) == ("lose", None, "-100/1")

    def test_a_won_bet_has_neither_odds_nor_net_yet(self) -> None:
        (found,) = audit_answer(round_line(*HAND[:4], bets=bets("banker_pair")))["bets"]
        assert (found["result"], found["odds"], found["net"]) == ("win", None, None)

    @pytest.mark.parametrize("game", BACCARAT)
    @pytest.mark.parametrize(
        ("cards", "next_draw"),
        [((), "player"), (HAND[:1], "banker"), (HAND[:2], "player"), (HAND[:3], "banker"), (HAND[:4], "banker")],
    )
    def test_whose_card_is_next(self, game: str, cards: tuple[str, ...], next_draw: str) -> None:
        answer = audit_answer(round_line(*cards, game=game))
        assert answer["next_draw"] == next_draw
        assert (answer["complete"], answer["natural"], answer["carry"]) == (False, False, [])

    def test_after_the_players_third_card_the_banker_may_be_next(self) -> None:
        assert audit_answer(round_line("2S", "3D", "TH", "2D"))["next_draw"] == "player"
        assert audit_answer(round_line("2S", "3D", "TH", "2D", "7C"))["next_draw"] == "banker"

    def test_before_the_first_card_every_bet_is_open(self) -> None:
        answer = audit_answer(round_line(game=MBS))
        assert {entry["result"] for entry in answer["bets"]} == {"open"}
        assert answer["stages"] == [{"cards": 0, "insurance": [], "established": False, "decided": {}}]


class TestFinished:
    def test_the_hands_and_the_outcome(self) -> None:
        answer = audit_answer(round_line(*HAND))
        assert answer["player"] == {"cards": ["6S", "TH"], "points": 6}
        assert answer["banker"] == {"cards": ["7D", "7S", "6C"], "points": 0}
        assert (answer["complete"], answer["outcome"], answer["next_draw"]) == (True, "player", None)

    @pytest.mark.parametrize(
        ("cards", "outcome", "natural"),
        [
            (("9S", "8D", "TH", "KD"), "player", True),
            (("KS", "8D", "2H", "KD"), "banker", True),
            (("9S", "9D", "TH", "KD"), "tie", True),
            (("7S", "6D", "TH", "KD"), "player", False),
            (("4S", "6D", "KH", "KD", "4C"), "player", False),
        ],
    )
    def test_a_natural_is_two_cards_that_end_the_round(
        self, cards: tuple[str, ...], outcome: str, *, natural: bool
    ) -> None:
        answer = audit_answer(round_line(*cards))
        assert (answer["outcome"], answer["natural"]) == (outcome, natural)

    def test_cards_beyond_the_end_are_carried_in_order(self) -> None:
        answer = audit_answer(round_line(*HAND, "2C", "9D"))
        assert answer["carry"] == ["2C", "9D"]
        assert [stage["cards"] for stage in answer["stages"]] == [0, 1, 2, 3, 4, 5]

    def test_mbs_pays_the_banker_less_commission(self) -> None:
        line = round_line("2S", "KD", "3H", "7H", "TC", game=MBS, bets=bets("banker"))
        (found,) = audit_answer(line)["bets"]
        assert (found["odds"], found["net"]) == ("19/20", "95/1")

    @pytest.mark.parametrize(("stake", "net"), [(1, "1/2"), (2, "1/1"), (5, "5/2"), (10**20, f"{5 * 10**19}/1")])
    def test_nets_are_exact_and_in_lowest_terms(self, stake: int, net: str) -> None:
        bet = {"seat": 1, "area": "banker", "stake": stake}
        (found,) = audit_answer(round_line("2S", "KD", "3H", "6H", "TC", bets=[bet]))["bets"]
        assert found["net"] == net

    def test_a_bet_repeats_what_was_given(self) -> None:
        bet = {"seat": 2, "bettor": "standing-3", "area": "tie", "stake": 7}
        (found,) = audit_answer(round_line(*HAND, bets=[bet]))["bets"]
        assert found == {**bet, "result": "lose", "odds": None, "net": "-7/1"}

    def test_bets_keep_their_order(self) -> None:
        areas = ["tie", "player", "banker", "player", "player_pair"]
        answer = audit_answer(round_line(*HAND, bets=bets(*areas)))
        assert [entry["area"] for entry in answer["bets"]] == areas


class TestPlaced:
    @pytest.mark.parametrize(
        ("placed", "reconstructed"),
        [
            ("PBPBB", False),
            ("PBPBP", True),
            ("BPPBB", True),
            ("PBPBX", True),
            ("PBPBBX", False),
            ("PBPBBB", True),
            ("PBPBBXX", False),
        ],
    )
    def test_reconstructed_where_a_card_lies_elsewhere(self, placed: str, *, reconstructed: bool) -> None:
        cards = (*HAND, "2C", "9D")[: len(placed)]
        answer = audit_answer(round_line(*cards, placed=list(placed)))
        assert answer["reconstructed"] is reconstructed

    def test_without_placed_nothing_is_said_to_be_reconstructed(self) -> None:
        assert audit_answer(round_line(*HAND))["reconstructed"] is False


class TestWithoutBets:
    @pytest.mark.parametrize("game", BACCARAT)
    def test_each_area_of_the_layout_is_judged_with_a_stake_of_1(self, game: str) -> None:
        for layout in load_rulebook(game).layouts:
            answer = audit_answer(round_line(*HAND, game=game, layout=layout.letter))
            assert [entry["area"] for entry in answer["bets"]] == list(layout.areas)
            assert {entry["stake"] for entry in answer["bets"]} == {1}
            assert not any("seat" in entry for entry in answer["bets"])

    def test_they_are_judged_as_bets_with_that_stake_would_be(self) -> None:
        without = audit_answer(round_line(*HAND))["bets"]
        given = [{"seat": 1, "area": entry["area"], "stake": 1} for entry in without]
        with_bets = audit_answer(round_line(*HAND, bets=given))["bets"]
        assert with_bets == [{"seat": 1, **entry} for entry in without]


class TestStages:
    def test_one_for_each_number_of_cards(self) -> None:
        stages = audit_answer(round_line(*HAND, game=INSURANCE))["stages"]
        assert [stage["cards"] for stage in stages] == [0, 1, 2, 3, 4, 5]
        assert [stage["established"] for stage in stages] == [False, False, False, True, True, True]
        assert [stage["insurance"] for stage in stages] == [
            [], [], [], [], [{"side": "player", "odds": "5/2"}], [],
        ]  # fmt: skip

    def test_what_is_decided_is_won_or_lost(self) -> None:
        last = audit_answer(round_line(*HAND))["stages"][-1]
        assert last["decided"]["player"] == "win"
        assert last["decided"]["tie"] == "lose"

    def test_a_certain_return_is_not_listed(self) -> None:
        last = audit_answer(round_line("6S", "6D", "TH", "TS"))["stages"][-1]
        assert "player" not in last["decided"]
        assert last["decided"]["tie"] == "win"

    @pytest.mark.parametrize("game", [V4, INSURANCE, MBS])
    def test_no_stages_leaves_out_nothing_else(self, game: str) -> None:
        line = round_line(*HAND, game=game, bets=bets("player"))
        assert audit_answer(line, stages=False) == {
            name: value for name, value in audit_answer(line).items() if name != "stages"
        }
