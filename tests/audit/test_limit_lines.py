"""Lines with `limits`: what is in excess while bets are open, what counts once they are closed, in every game."""

from typing import Any

import pytest

from tests.audit.audit_lines import (
    INSURANCE,
    MBS,
    TAI_SAI,
    V4,
    Line,
    answer_error,
    audit_answer,
    round_line,
    tumble_line,
)

PLAYER_WINS_ON_6 = ("6S", "7D", "TH", "7S", "6C")
BANKER_WINS_ON_6 = ("2S", "KD", "3H", "6H", "TC")
TIE_ON_6 = ("6S", "6D", "TH", "TS")
RWS = pytest.mark.parametrize("game", [V4, INSURANCE])


def bet(area: str, stake: int, seat: int | None = None, **more: object) -> Line:
    return {"area": area, "stake": stake, **({} if seat is None else {"seat": seat}), **more}


def open_line(game: str, limits: Line, *bets: Line) -> Line:
    return {"id": "l1", "game": game, "layout": "C", "limits": limits, "closed": False, "bets": list(bets)}


def closed(game: str, cards: tuple[str, ...], limits: Line, *bets: Line) -> list[Line]:
    answer = audit_answer(round_line(*cards, game=game, limits=limits, closed=True, bets=list(bets)))
    assert "error" not in answer, answer
    found: list[Line] = answer["bets"]
    return found


def parts(entries: list[Line]) -> list[tuple[Any, Any]]:
    return [(entry["counts"], entry["net"]) for entry in entries]


class TestOpen:
    @RWS
    def test_only_the_excess_is_told_in_the_order_given(self, game: str) -> None:
        line = open_line(
            game,
            {"min": 100, "differential": 10_000},
            bet("banker", 4_000, 1, bettor="standing-1"),
            bet("player", 5_000, 2),
            bet("banker", 12_000, 1),
        )
        assert audit_answer(line) == {
            "id": "l1",
            "excess": [
                {
                    "seat": 1,
                    "bettor": "standing-1",
                    "area": "banker",
                    "stake": 4_000,
                    "accepted": 3_000,
                    "rejected": 1_000,
                }
            ],
        }

    @RWS
    def test_nothing_in_excess_is_an_empty_list(self, game: str) -> None:
        line = open_line(game, {"differential": 10_000}, bet("banker", 10_000, 1))
        assert audit_answer(line) == {"id": "l1", "excess": []}

    @RWS
    def test_a_bet_is_seated_unless_it_says_otherwise(self, game: str) -> None:
        line = open_line(game, {"areas": {"tie": {"max": 300}}}, bet("tie", 301, 1))
        (entry,) = audit_answer(line)["excess"]
        assert (entry["bettor"], entry["accepted"], entry["rejected"]) == ("seated", 300, 1)

    def test_mbs_tells_by_how_much_and_leaves_the_rest_to_people(self) -> None:
        line = open_line(MBS, {"max": 9_000, "differential": 10_000}, bet("banker", 12_000, 1), bet("player", 1_500, 2))
        assert audit_answer(line) == {"id": "l1", "excess": [], "differential_over": 500}

    def test_mbs_tells_0_where_the_differential_is_kept(self) -> None:
        assert audit_answer(open_line(MBS, {}, bet("banker", 12_000, 1)))["differential_over"] == 0

    def test_tai_sai_has_no_seats(self) -> None:
        line = open_line(
            TAI_SAI,
            {"min": 50, "max": 1_000, "differential": 500, "odd_even_differential": 200},
            bet("sum:9", 1_200, bettor="red"),
            bet("big", 900),
            bet("odd", 300),
        )
        assert audit_answer(line)["excess"] == [
            {"bettor": "red", "area": "sum:9", "stake": 1_200, "accepted": 1_000, "rejected": 200},
            {"bettor": "seated", "area": "big", "stake": 900, "accepted": 500, "rejected": 400},
            {"bettor": "seated", "area": "odd", "stake": 300, "accepted": 200, "rejected": 100},
        ]

    @pytest.mark.parametrize("game", [V4, INSURANCE, MBS])
    def test_cards_would_be_too_early(self, game: str) -> None:
        line = {**open_line(game, {}, bet("player", 1, 1)), "cards": []}
        assert answer_error(audit_answer(line))[0] == "unknown_field"


class TestClosedRws:
    @RWS
    @pytest.mark.parametrize(
        ("cards", "nets"),
        [
            (PLAYER_WINS_ON_6, ["-11250/1", "-3750/1", "5000/1"]),
            (BANKER_WINS_ON_6, ["5625/1", "1875/1", "-5000/1"]),
            (TIE_ON_6, ["0/1", "0/1", "0/1"]),
        ],
    )
    def test_bets_count_pro_rata(self, game: str, cards: tuple[str, ...], nets: list[str]) -> None:
        found = closed(
            game,
            cards,
            {"min": 100, "differential": 10_000},
            bet("banker", 12_000, 1),
            bet("banker", 4_000, 1, bettor="standing-1"),
            bet("player", 5_000, 2),
        )
        assert parts(found) == list(zip(["11250/1", "3750/1", "5000/1"], nets, strict=True))

    @RWS
    def test_shares_are_in_lowest_terms(self, game: str) -> None:
        found = closed(
            game, BANKER_WINS_ON_6, {"differential": 10_000}, bet("banker", 7_000, 1), bet("banker", 6_000, 2)
        )
        assert parts(found) == [("70000/13", "35000/13"), ("60000/13", "30000/13")]

    @RWS
    def test_floor_and_exemption(self, game: str) -> None:
        found = closed(
            game,
            PLAYER_WINS_ON_6,
            {"min": 100, "differential": 10_000},
            bet("banker", 39_801, 1),
            bet("banker", 150, 2),
            bet("banker", 49, 3),
        )
        assert parts(found) == [("39801/4", "-39801/4"), ("100/1", "-100/1"), ("49/1", "-49/1")]

    @RWS
    def test_each_bet_repeats_what_was_given(self, game: str) -> None:
        (found,) = closed(game, PLAYER_WINS_ON_6, {"min": 1}, bet("player", 100, 3, bettor="standing-2"))
        assert found == {
            "seat": 3,
            "bettor": "standing-2",
            "area": "player",
            "stake": 100,
            "result": "win",
            "odds": "1/1",
            "counts": "100/1",
            "net": "100/1",
        }

    @RWS
    def test_above_a_maximum_the_shift_manager_decides(self, game: str) -> None:
        over, at = closed(game, PLAYER_WINS_ON_6, {"max": 500}, bet("player", 501, 1), bet("player", 500, 2))
        assert (over["counts"], over["net"], over["needs"]) == (None, None, "5.18")
        assert (at["counts"], at["net"], "needs" in at) == ("500/1", "500/1", False)

    @RWS
    def test_a_maximum_of_a_bet_type_prevails(self, game: str) -> None:
        limits = {"max": 500, "areas": {"tie": {"max": 50}, "player": {"max": 900}}}
        tie, player = closed(game, PLAYER_WINS_ON_6, limits, bet("tie", 51, 1), bet("player", 900, 1))
        assert (tie["needs"], player["counts"]) == ("5.18", "900/1")

    @RWS
    def test_limits_are_for_closed_bets_unless_the_line_says_otherwise(self, game: str) -> None:
        line = round_line(*PLAYER_WINS_ON_6, game=game, limits={"differential": 50}, bets=[bet("banker", 100, 1)])
        assert parts(audit_answer(line)["bets"]) == [("50/1", "-50/1")]

    @RWS
    def test_without_limits_nothing_is_said_of_parts(self, game: str) -> None:
        (found,) = audit_answer(round_line(*PLAYER_WINS_ON_6, game=game, bets=[bet("banker", 10**9, 1)]))["bets"]
        assert "counts" not in found
        assert found["net"] == "-1000000000/1"

    @RWS
    def test_an_unfinished_round_has_counts_but_only_the_nets_of_lost_bets(self, game: str) -> None:
        found = closed(
            game,
            PLAYER_WINS_ON_6[:4],
            {"differential": 50},
            bet("banker", 100, 1),
            bet("big_tiger", 100, 1),
            bet("banker_pair", 100, 1),
        )
        assert [entry["result"] for entry in found] == ["open", "lose", "win"]
        assert parts(found) == [("50/1", None), ("100/1", "-100/1"), ("100/1", None)]


class TestClosedMbs:
    def test_a_wager_counts_to_the_maximum_only(self) -> None:
        found = closed(MBS, PLAYER_WINS_ON_6, {"max": 100}, bet("player", 120, 1), bet("banker", 120, 1))
        assert parts(found) == [("100/1", "100/1"), ("100/1", "-100/1")]

    def test_the_banker_pays_commission(self) -> None:
        (found,) = closed(MBS, BANKER_WINS_ON_6, {"max": 99}, bet("banker", 120, 1))
        assert (found["odds"], found["counts"], found["net"]) == ("19/20", "99/1", "1881/20")

    @pytest.mark.parametrize("cards", [PLAYER_WINS_ON_6, BANKER_WINS_ON_6])
    def test_under_the_minimum_a_second_time_the_wager_is_returned(self, cards: tuple[str, ...]) -> None:
        (found,) = closed(MBS, cards, {"min": 50}, bet("player", 20, 1, under_minimum_before=True))
        assert found == {
            "seat": 1,
            "area": "player",
            "stake": 20,
            "under_minimum_before": True,
            "result": "push",
            "odds": None,
            "counts": "0/1",
            "net": "0/1",
        }

    @pytest.mark.parametrize(("cards", "net"), [(PLAYER_WINS_ON_6, "20/1"), (BANKER_WINS_ON_6, "-20/1")])
    @pytest.mark.parametrize("more", [{}, {"under_minimum_before": False}])
    def test_under_the_minimum_the_first_time_it_counts(self, cards: tuple[str, ...], net: str, more: Line) -> None:
        (found,) = closed(MBS, cards, {"min": 50}, bet("player", 20, 1, **more))
        assert (found["counts"], found["net"]) == ("20/1", net)

    def test_the_differential_cuts_nothing(self) -> None:
        found = closed(MBS, PLAYER_WINS_ON_6, {"differential": 1}, bet("player", 900, 1))
        assert parts(found) == [("900/1", "900/1")]


class TestClosedTaiSai:
    def test_boxes_and_both_differentials(self) -> None:
        line = tumble_line(
            2,
            3,
            4,
            limits={"min": 50, "max": 1_000, "differential": 800, "odd_even_differential": 500},
            closed=True,
            bets=[
                bet("sum:9", 1_900, bettor="red"),
                bet("sum:9", 60, bettor="blue"),
                bet("sum:9", 40),
                bet("small", 1_000),
                bet("big", 100),
                bet("odd", 1_000),
                bet("single:2", 70),
            ],
        )
        answer = audit_answer(line)
        assert parts(answer["bets"]) == [
            ("950/1", "6650/1"),
            ("50/1", "350/1"),
            ("40/1", "280/1"),
            ("900/1", "900/1"),
            ("100/1", "-100/1"),
            ("500/1", "500/1"),
            ("70/1", "70/1"),
        ]
        assert answer["sum"] == 9
