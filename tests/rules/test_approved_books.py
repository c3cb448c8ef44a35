"""The four rulebooks say what the approved documents say, clause by clause.

Each is compared with a transcription of its document, tests/golden/approved, which was typed without the rulebook.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from dealer_app.domain.baccarat.insurance import insurance_cap
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.cards import RANK_POINTS, Rank
from dealer_app.domain.dice import Tumble
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.rules.approved_books import book_transcript, book_values, document

BACCARAT = tuple(game for game in GAMES if load_rulebook(game).house is RuleFamily.BACCARAT)
RWS = ("tiger-buffalo-v4", "tiger-buffalo-insurance")
INSURANCE, MBS, TAI_SAI = "tiger-buffalo-insurance", "tiger-baccarat-mbs-v3", "tai-sai-open-cover-v5"


def proves(game: str, *clauses: str, case: Sequence[object] = ()) -> pytest.ParameterSet:
    """A case of a test, marked with the clauses of the game that it proves."""
    return pytest.param(game, *case, marks=pytest.mark.clause(game, *clauses), id="-".join([game, *clauses]))


def book_of(game: str) -> Mapping[str, Any]:
    return book_values(load_rulebook(game))


SETTLEMENTS = [proves(game, clause, case=(clause,)) for game in GAMES for clause in document(game)["settlement"]]
LAYOUTS = [proves(game, document(game)["layouts"]["clause"]) for game in GAMES]
DECKS = [proves(game, document(game)["decks"]["clause"]) for game in BACCARAT]
BETS = [proves(game, document(game)["bets"]["clause"]) for game in BACCARAT]
PLAYING_AREAS = [proves(MBS, clause, case=(area,)) for clause, area in document(MBS)["playing areas"].items()]
CARD_VALUES = [
    proves(game, clause, case=(values,))
    for game in BACCARAT
    for clause, values in document(game)["card values"].items()
]
TABLES_OF_PLAY = [
    proves(game, *dict.fromkeys((table["clause"], table["banker draws when player stands"]["clause"])))
    for game in BACCARAT
    for table in [document(game)["table of play"]]
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", ["identity", "limits", "roles", "who decides", "policies", "rulings"])
def test_the_book_says_what_the_document_says(game: str, part: str) -> None:
    assert book_of(game)[part] == book_transcript(game)[part]


@pytest.mark.parametrize("game", GAMES)
def test_the_book_has_nothing_more_and_nothing_less(game: str) -> None:
    assert book_values(load_rulebook(game)) == book_transcript(game)


@pytest.mark.parametrize("game", LAYOUTS)
def test_the_layouts_are_those_of_the_appendices(game: str) -> None:
    assert book_of(game)["layouts"] == book_transcript(game)["layouts"]


@pytest.mark.parametrize("game", DECKS)
def test_the_number_of_decks(game: str) -> None:
    assert book_of(game)["decks"] == book_transcript(game)["decks"]


@pytest.mark.clause(TAI_SAI, "2.2.1")
def test_the_dice() -> None:
    assert book_of(TAI_SAI)["dice"] == book_transcript(TAI_SAI)["dice"]


@pytest.mark.parametrize(("game", "clause"), SETTLEMENTS)
def test_a_settlement_clause_pays_what_it_prints_on_the_layouts_it_names(game: str, clause: str) -> None:
    assert book_of(game)["settlement"][clause] == book_transcript(game)["settlement"][clause]


@pytest.mark.parametrize("game", GAMES)
def test_no_other_clause_pays_anything(game: str) -> None:
    assert set(book_of(game)["settlement"]) == set(book_transcript(game)["settlement"])


@pytest.mark.parametrize("game", BETS)
def test_the_bets_that_exist_are_exactly_those_listed(game: str) -> None:
    listed = document(game)["bets"]["areas"]
    assert len(listed) == len(set(listed))
    assert set(load_rulebook(game).areas) == set(listed)


@pytest.mark.parametrize("game", GAMES)
def test_each_layout_offers_exactly_its_bets(game: str) -> None:
    book = load_rulebook(game)
    assert {layout.letter: sorted(layout.areas) for layout in book.layouts} == book_transcript(game)["offered"]


@pytest.mark.parametrize("game", GAMES)
def test_the_two_ways_in_which_a_transcription_lists_the_bets_agree(game: str) -> None:
    offered: dict[str, list[str]] = {}
    for rule in book_transcript(game)["settlement"].values():
        for letter in rule["layouts"]:
            offered[letter] = sorted([*offered.get(letter, ()), *rule["pays"]])
    assert offered == book_transcript(game)["offered"]


@pytest.mark.parametrize(("game", "area"), PLAYING_AREAS)
def test_every_layout_has_the_playing_area(game: str, area: str) -> None:
    layouts = load_rulebook(game).layouts
    assert [layout.letter for layout in layouts if area not in layout.areas] == []
    assert len(layouts) == 8


@pytest.mark.parametrize("game", BACCARAT)
def test_the_commission(game: str) -> None:
    assert book_values(load_rulebook(game))["commission"] == book_transcript(game)["commission"]


@pytest.mark.clause(INSURANCE, "4.1.8", "4.2.1", "4.2.1a", "4.2.1b")
def test_the_insurance_pay_table_total_by_total() -> None:
    book, paper = book_of(INSURANCE)["insurance"], book_transcript(INSURANCE)["insurance"]
    assert book["table"] == paper["table"]
    assert book["clause"] == paper["clause"]


@pytest.mark.clause(INSURANCE, "3.12.2")
def test_the_cap_on_insurance_at_ten_to_one() -> None:
    assert book_of(INSURANCE)["insurance"]["cap"] == book_transcript(INSURANCE)["insurance"]["cap"]
    insurance = load_rulebook(INSURANCE).insurance
    assert insurance is not None
    original, maximum = Fraction(1_000), Fraction(2_000)
    assert insurance_cap(insurance, Odds(10, 1), original, maximum) == 500
    assert insurance_cap(insurance, Odds(10, 1), original, 4 * maximum) == 1_000
    assert insurance_cap(insurance, Odds(6, 1), original, maximum) == 1_000


def test_the_limit_on_insurance_offered_late() -> None:
    assert book_of(INSURANCE)["insurance"]["late"] == book_transcript(INSURANCE)["insurance"]["late"]


@pytest.mark.parametrize(("game", "values"), CARD_VALUES)
def test_the_points_of_the_cards(game: str, values: Mapping[str, int]) -> None:
    del game  # the points are the same in the three documents; the clause is not
    assert {rank: RANK_POINTS[Rank(rank.replace("10", "T"))] for rank in values} == values


@pytest.mark.parametrize("game", BACCARAT)
def test_every_card_has_its_points_in_one_clause(game: str) -> None:
    ranks = [rank for values in document(game)["card values"].values() for rank in values]
    assert sorted(ranks) == sorted(rank.value.replace("T", "10") for rank in Rank)


@pytest.mark.parametrize("game", TABLES_OF_PLAY)
def test_the_table_of_play(game: str) -> None:
    paper = document(game)["table of play"]
    totals, no_natural = range(10), [total for total in range(10) if total not in paper["naturals"]]
    third = paper["banker draws when player's third card is"]
    assert [total for total in no_natural if player_draws(total, 0)] == paper["player draws on"]
    assert [total for total in no_natural if not player_draws(total, 0)] == paper["player stands on"]
    assert {
        str(banker): [points for points in totals if banker_draws(0, banker, points)] for banker in no_natural
    } == third
    for player in paper["player stands on"]:
        draws = [banker for banker in no_natural if banker_draws(player, banker, None)]
        assert draws == paper["banker draws when player stands"]["on"]
    for natural in paper["naturals"]:
        assert not any(
            player_draws(player, banker) or banker_draws(player, banker, None)
            for one in totals
            for player, banker in ((natural, one), (one, natural))
        )


@pytest.mark.clause(TAI_SAI, "3.10", "3.10.1", "3.10.2", "3.10.3", "3.10.4", "3.10.5")
@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_only_the_listed_bets_win_on_a_triple(letter: str) -> None:
    layout = load_rulebook(TAI_SAI).find_layout(letter)
    assert layout is not None
    won = [area for face in range(1, 7) for area in TumbleTable(layout).wins(Tumble((face, face, face)))]
    kinds = {area if area.startswith("sum:") else area.partition(":")[0] for area in won}
    listed = set(document(TAI_SAI)["wins on a triple"]["kinds"])
    assert kinds == (listed - {"double"} if letter == "E" else listed)


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_small_and_big_end_at_the_printed_totals(letter: str) -> None:
    layout = load_rulebook(TAI_SAI).find_layout(letter)
    assert layout is not None
    table, sums = TumbleTable(layout), document(TAI_SAI)["sums"]
    mixed = [tumble for tumble in map(Tumble, table.rows) if not tumble.is_triple]
    for area in ("small", "big"):
        totals = sorted({tumble.total for tumble in mixed if area in table.wins(tumble)})
        assert totals == list(range(sums[area][0], sums[area][1] + 1))
    triples = [Tumble((face, face, face)) for face in range(1, 7)]
    assert not any(area in table.wins(tumble) for tumble in triples for area in sums["except triples"])
