"""The sign at a table: which minimum, maximum and Differential it shows for an area, and which of them is exceeded."""

import pytest

from dealer_app.domain.limits import AreaLimits, DifferentialReading, TableLimits, area_totals, box_limit, heavy_sides
from dealer_app.domain.money import Money
from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.support.rounds import make_wager as bet

TIE, TIGER, PLAYER = Area("tie"), Area("big_tiger"), Area("player")
SIGN = TableLimits(
    general=AreaLimits(minimum=Money(100), maximum=Money(9_000)),
    areas={
        TIE: AreaLimits(minimum=Money(50)),
        TIGER: AreaLimits(maximum=Money(700)),
        Area("tiger_tie"): AreaLimits(minimum=Money(10), maximum=Money(20)),
    },
    differentials={"differential": Money(300)},
)


class TestSign:
    @pytest.mark.parametrize(
        ("area", "minimum", "maximum"),
        [("player", 100, 9_000), ("tie", 50, 9_000), ("big_tiger", 100, 700), ("tiger_tie", 10, 20)],
    )
    def test_a_bet_type_takes_from_the_general_limits_what_it_does_not_set_itself(
        self, area: str, minimum: int, maximum: int
    ) -> None:
        assert SIGN.minimum(Area(area)) == minimum
        assert SIGN.maximum(Area(area)) == maximum

    def test_an_empty_sign_limits_nothing(self) -> None:
        assert TableLimits().minimum(PLAYER) is None
        assert TableLimits().maximum(PLAYER) is None


class TestTotals:
    def test_bets_on_one_area_are_added_over_all_seats(self) -> None:
        wagers = [bet("player", 5, 1), bet("player", 7, 2), bet("tie", 1, 1), bet("player", 1, 1, "standing-1")]
        assert area_totals(wagers) == {"player": 13, "tie": 1}

    def test_without_bets_there_are_none(self) -> None:
        assert area_totals([]) == {}


class TestHeavySides:
    @pytest.mark.parametrize(("banker", "over"), [(299, None), (300, None), (301, 1), (1_000, 700)])
    def test_a_differential_is_exceeded_beyond_its_limit_only(self, banker: int, over: int | None) -> None:
        found = heavy_sides(load_rulebook("tiger-buffalo-v4"), SIGN, [bet("banker", banker, 1)])
        assert [each.overrun for each in found] == ([] if over is None else [over])

    def test_equal_sides_are_never_too_heavy(self) -> None:
        assert (
            heavy_sides(load_rulebook("tiger-buffalo-v4"), SIGN, [bet("banker", 9_000, 1), bet("player", 9_000, 1)])
            == ()
        )

    def test_a_differential_that_is_not_displayed_is_not_looked_at(self) -> None:
        assert heavy_sides(load_rulebook("tiger-buffalo-v4"), TableLimits(), [bet("banker", 9_000, 1)]) == ()


class TestDifferentials:
    @pytest.mark.parametrize(
        ("game", "expected"),
        [
            ("tiger-buffalo-v4", {"differential": ("player", "banker")}),
            ("tiger-buffalo-insurance", {"differential": ("player", "banker")}),
            ("tiger-baccarat-mbs-v3", {"differential": ("player", "banker")}),
            (
                "tai-sai-open-cover-v5",
                {"differential": ("small", "big"), "odd_even_differential": ("odd", "even")},
            ),
        ],
    )
    def test_a_document_names_the_areas_that_must_balance(
        self, game: str, expected: dict[str, tuple[str, str]]
    ) -> None:
        assert {each.code: each.sides for each in load_rulebook(game).limits.differentials} == expected

    def test_the_limit_of_a_box_is_that_of_its_pair(self) -> None:
        book = load_rulebook("tai-sai-open-cover-v5")
        sign = TableLimits(differentials={"odd_even_differential": Money(40)})
        assert box_limit(book, sign, Area("odd")) == 40
        assert box_limit(book, sign, Area("small")) is None
        assert box_limit(book, sign, Area("sum:9")) is None


class TestReading:
    @pytest.mark.parametrize("game", GAMES)
    def test_a_differential_is_of_the_table_unless_somebody_chooses_otherwise(self, game: str) -> None:
        assert DifferentialReading.from_rulebook(load_rulebook(game)) is DifferentialReading.OF_THE_TABLE

    @pytest.mark.parametrize("game", ["tiger-buffalo-v4", "tiger-buffalo-insurance"])
    def test_by_box_can_be_chosen(self, game: str) -> None:
        chosen = load_rulebook(game).with_option("L4", "by-box")
        assert DifferentialReading.from_rulebook(chosen) is DifferentialReading.BY_BOX
        assert DifferentialReading.from_rulebook(load_rulebook(game)) is DifferentialReading.OF_THE_TABLE

    def test_a_document_without_the_ruling_offers_no_choice(self) -> None:
        with pytest.raises(ValueError, match="L4"):
            load_rulebook("tiger-baccarat-mbs-v3").with_option("L4", "by-box")
