"""How an insurance bet ends, ties above all: Insurance Plus 3.11, 3.17, 4.2.1 and its exceptions, rulings I2 and I3."""

from collections.abc import Iterator
from itertools import product

import pytest

from dealer_app.domain.baccarat.insurance import insurance_verdict
from dealer_app.domain.baccarat.situations import situation_path
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.wagers import Area
from tests.support.baccarat_completions import coup_cards, rank_cards, states
from tests.support.baccarat_layouts import layout_table, verdict_text
from tests.support.baccarat_printed_tables import TABLES
from tests.support.baccarat_second_wording import RANKS, DealtHands, deal
from tests.support.insurance_printed_table import insurance_outcome
from tests.support.rounds import INSURANCE

clause = pytest.mark.clause


def endings(ranks: str) -> Iterator[DealtHands]:
    """Every way in which the coup ends from here, by the ranks still to come."""
    dealt = deal(ranks, TABLES[INSURANCE])
    if not dealt.due:
        yield dealt
        return
    for rank in RANKS:
        yield from endings(ranks + rank)


def placed_and_ended() -> Iterator[tuple[InsuranceOffer, DealtHands, DealtHands]]:
    """Each offer of each pair of totals, the hands when it is made, and every end that the coup can have."""
    seen = set()
    for state in states(INSURANCE):
        for offer in layout_table(INSURANCE, "A").situation_offers(situation_path(rank_cards(state.ranks))[-1]):
            cards = make_coup(rank_cards(state.ranks))
            key = offer, cards.player.points, cards.banker.points
            if key not in seen:
                seen.add(key)
                for ended in endings(state.ranks):
                    yield offer, state.dealt, ended


def verdict(offer: InsuranceOffer, ended: DealtHands) -> str:
    final = make_coup(coup_cards(ended.player, ended.banker))
    return verdict_text(insurance_verdict(offer, final.player.points, final.banker.points))


@clause(INSURANCE, "3.11", "3.17", "4.2.1", "4.2.1a", "4.2.1b")
def test_every_offer_in_every_ending() -> None:
    met = set()
    for offer, at_offer, ended in placed_and_ended():
        word = insurance_outcome(
            offer.side.value, offer.stage.value, (at_offer.player, at_offer.banker), (ended.player, ended.banker)
        )
        assert verdict(offer, ended) == (f"win {offer.odds}" if word == "win" else word)
        met.add((offer, word))
    offers = {offer for offer, _ in met}
    assert len(offers) == 17
    # Every line can win and lose; a tie is returned but on the two starred lines, which never return.
    assert met == set(product(offers, ("win", "lose", "push"))) - {
        (offer, "push") for offer in offers if offer.tie_pays
    }


def offer_at(ranks: str, side: str) -> InsuranceOffer:
    offers = layout_table(INSURANCE, "A").situation_offers(situation_path(rank_cards(ranks))[-1])
    (found,) = (offer for offer in offers if offer.side is Side(side))
    return found


@pytest.mark.parametrize(
    ("ranks", "side", "ended_by", "result"),
    [
        # Player 7 stands against 0 and is beaten, wins, is tied.
        pytest.param("7KKQ", "player", "9", "win 4/1", marks=clause(INSURANCE, "3.11")),
        pytest.param("7KKQ", "player", "6", "lose", marks=clause(INSURANCE, "3.11")),
        pytest.param("7KKQ", "player", "7", "push", marks=clause(INSURANCE, "3.17", "4.2.1")),
        # Player 9 after his third card, tied by the Banker's 9.
        pytest.param("2K344", "player", "5", "win 10/1", marks=clause(INSURANCE, "3.17", "4.2.1a")),
        pytest.param("2K344", "player", "K", "lose", marks=clause(INSURANCE, "4.2.1a")),
        # The same tie at nine for a bet placed after four cards, at 3 to 2: returned (ruling I2).
        pytest.param("2K34", "player", "45", "push", marks=clause(INSURANCE, "4.2.1")),
        # Player 8 after his third card, tied by the Banker's 8.
        pytest.param("34KK5", "player", "4", "push", marks=clause(INSURANCE, "4.2.1")),
        pytest.param("34KK5", "player", "5", "win 10/1", marks=clause(INSURANCE, "4.2.1")),
        # Banker 4 against a Player 0, drawing to 0.
        pytest.param("2K345", "banker", "6", "win 10/1", marks=clause(INSURANCE, "3.17", "4.2.1b")),
        pytest.param("2K345", "banker", "5", "lose", marks=clause(INSURANCE, "4.2.1b")),
        # Banker insurance placed after four cards, tied at 0: returned.
        pytest.param("KKQ4", "banker", "K", "lose", marks=clause(INSURANCE, "4.2.1")),
        pytest.param("2KA4", "banker", "76", "push", marks=clause(INSURANCE, "4.2.1")),
        # Banker 1 against a Player 1, tied at 1.
        pytest.param("KKQAA", "banker", "T", "push", marks=clause(INSURANCE, "4.2.1")),
        pytest.param("KKQAA", "banker", "9", "win 6/1", marks=clause(INSURANCE, "3.11")),
    ],
)
def test_an_insurance_bet_by_example(ranks: str, side: str, ended_by: str, result: str) -> None:
    final = make_coup(rank_cards(ranks + ended_by))
    assert final.is_complete
    assert not final.carry
    offer = offer_at(ranks, side)
    assert verdict_text(insurance_verdict(offer, final.player.points, final.banker.points)) == result


@clause(INSURANCE, "3.11", "3.12")
def test_the_player_who_stood_on_seven_has_one_offer_and_is_paid_when_beaten() -> None:
    cards = rank_cards("7KKQ9")
    offers = [layout_table(INSURANCE, "A").situation_offers(situation) for situation in situation_path(cards)]
    assert [len(made) for made in offers] == [0, 0, 0, 0, 1, 0]
    (offer,) = offers[4]
    assert (offer.stage, offer.side, str(offer.odds)) == (InsuranceStage.AFTER_FOUR, Side.PLAYER, "4/1")
    final = make_coup(cards)
    ended = insurance_verdict(offer, final.player.points, final.banker.points)
    assert verdict_text(ended) == "win 4/1"
    assert ended.odds is not None
    assert ended.odds.ratio * 4000 == 16000
    table = layout_table(INSURANCE, "A")
    original = table.judge.coup_row(cards)[table.layout.areas.index(Area("player"))]
    assert verdict_text(original) == "lose"
