"""When insurance is offered and at which odds: Insurance Plus 3.12, 3.12.1 and 4.1.8, ruling I1.

Every stage with every pair of totals, against the pay table typed a second time.
"""

from collections import Counter
from itertools import product

import pytest

from dealer_app.domain.baccarat.insurance import Offers, stage_offers
from dealer_app.domain.baccarat.situations import situation_path
from dealer_app.domain.rulebook import Insurance, InsuranceStage, Side
from dealer_app.rulebooks import load_rulebook
from tests.support.baccarat_completions import rank_cards, states
from tests.support.baccarat_layouts import LETTERS, layout_table
from tests.support.baccarat_printed_tables import TABLES
from tests.support.baccarat_second_wording import total
from tests.support.insurance_printed_table import ROWS, PrintedOffer, pay_table_offers
from tests.support.rounds import INSURANCE, MBS, V4

clause = pytest.mark.clause

STATES = tuple(product(InsuranceStage, range(10), range(10)))
DIGITS = "TA23456789"


def insurance() -> Insurance:
    found = load_rulebook(INSURANCE).insurance
    assert found is not None
    return found


def printed(offers: Offers) -> Counter[PrintedOffer]:
    return Counter(PrintedOffer(offer.side.value, str(offer.odds), offer.tie_pays) for offer in offers)


def offered_after(ranks: str, letter: str = "A") -> Offers:
    return layout_table(INSURANCE, letter).situation_offers(situation_path(rank_cards(ranks))[-1])


@clause(INSURANCE, "4.1.8")
@pytest.mark.parametrize(("stage", "player", "banker"), STATES)
def test_the_pay_table_fits_a_state(stage: InsuranceStage, player: int, banker: int) -> None:
    offers = stage_offers(insurance(), stage, player, banker)
    assert printed(offers) == Counter(pay_table_offers(stage.value, player, banker))
    assert all(offer.stage is stage for offer in offers)


@clause(INSURANCE, "4.1.8")
def test_the_printed_table_has_seventeen_lines_and_this_many_states() -> None:
    """By hand: for the Player 1 + 6 + 6 and 5 + 6 + 7 + 7 + 7, for the Banker 4 + 5 + 6 + 6 and 6 + 1 + 5 + 4 + 1."""
    by_side = Counter((stage, offer.side) for (stage, _, _), offers in ROWS.items() for offer in offers)
    assert by_side == {
        ("after_four", "player"): 13,
        ("after_p3", "player"): 32,
        ("after_four", "banker"): 21,
        ("after_p3", "banker"): 17,
    }
    assert len(insurance().offers) == 17
    assert insurance().clause == "4.1.8"


@clause(INSURANCE, "1.12", "3.12", "4.1.8")
@pytest.mark.parametrize("letter", LETTERS[INSURANCE])
def test_offers_on_the_cards_that_lie_open(letter: str) -> None:
    """Every state of a coup: nothing before four cards or once no card is to come, else what the table prints."""
    table = layout_table(INSURANCE, letter)
    offered = 0
    for state in states(INSURANCE):
        dealt, count = state.dealt, len(state.ranks)
        stage = {4: "after_four", 5: "after_p3"}.get(count, "") if dealt.due else ""
        expected = pay_table_offers(stage, total(dealt.player), total(dealt.banker))
        offers = table.situation_offers(situation_path(rank_cards(state.ranks))[-1])
        assert printed(offers) == Counter(expected)
        offered += bool(offers)
    assert offered > 1000


@clause(INSURANCE, "3.12.1")
def test_banker_insurance_is_on_two_cards_and_player_insurance_on_two_or_three() -> None:
    lengths: dict[Side, set[int]] = {Side.PLAYER: set(), Side.BANKER: set()}
    for state in states(INSURANCE):
        for offer in offered_after(state.ranks):
            hand = state.dealt.player if offer.side is Side.PLAYER else state.dealt.banker
            lengths[offer.side].add(len(hand))
    assert lengths == {Side.PLAYER: {2, 3}, Side.BANKER: {2}}


@clause(INSURANCE, "3.12.1")
def test_an_offer_is_made_only_while_a_third_card_is_to_come() -> None:
    """After the Player's third card the table prints totals against which the Banker may stand: then nothing."""
    withheld = 0
    for player, banker in TABLES[INSURANCE].player_draws:
        if not TABLES[INSURANCE].player_draws[player, banker]:
            continue
        for third in range(10):
            ranks = f"{DIGITS[player]}{DIGITS[banker]}KQ{DIGITS[third]}"
            now = (player + third) % 10
            draws = TABLES[INSURANCE].banker_draws[player, banker, third]
            assert printed(offered_after(ranks)) == Counter(pay_table_offers("after_p3", now, banker) if draws else ())
            withheld += bool(not draws and pay_table_offers("after_p3", now, banker))
    assert withheld


@clause(INSURANCE, "3.12.1", "4.1.8")
@pytest.mark.parametrize(
    ("ranks", "offer"),
    [
        ("7KKQ", "player 4/1"),
        ("2K34", "player 3/2"),
        ("6KK5", "player 5/2"),
        ("4KK5", "banker 3/2"),
        ("2K36", "banker 5/2"),
        ("2KK7", "banker 4/1"),
        ("2K35", ""),  # 5 against 5 is in no line
        ("6KK6", ""),  # both stand
        ("8KK5", ""),  # a natural
        ("2K344", "player 10/1"),  # 9 against 4, which draws on a four
        ("2K34A", ""),  # 6 against 4 is printed, but 4 stands on an ace
        ("2K345", "banker 10/1"),  # 4 against 0
        ("KKQAA", "banker 6/1"),
        ("KKQ22", ""),  # 2 against 2 is in no line
        ("KKQ32", "banker 4/1"),
        ("KKQ43", "banker 5/2"),
    ],
)
def test_an_offer_by_example(ranks: str, offer: str) -> None:
    assert " ".join(f"{it.side.value} {it.odds}" for it in offered_after(ranks)) == offer


@clause(INSURANCE, "3.12")
@pytest.mark.parametrize("game", [V4, MBS])
def test_the_books_without_insurance_offer_none(game: str) -> None:
    assert load_rulebook(game).insurance is None
    assert set(layout_table(game, "A").game.offers) == {()}
