"""However many cards were drawn in excess, over however many rounds: none is lost, none shown too early (ruling O6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import CARDS, DECK, Card
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import Dealing
from tests.support.long_tests import examples
from tests.support.rounds import BACCARAT, INSURANCE, SALT, SHIFT_MANAGER, SUPERVISOR, V4, RoundTable

NATURAL = "9S 3H KD 4C"


def with_excess(text: str) -> RoundTable:
    """A natural and these cards beyond it, settled."""
    table = RoundTable(V4).close().deal(NATURAL)
    for card in text.split():
        table.draw(card)
    return table.resolve().finish()


def texts(cards: tuple[Card | None, ...]) -> list[str]:
    return [card.text for card in cards if card is not None]


@examples(60)
@given(
    excess=st.lists(st.lists(st.sampled_from(DECK), max_size=9), min_size=1, max_size=4),
    dealing=st.sampled_from(Dealing),
    book=st.sampled_from(BACCARAT),
)
@pytest.mark.clause(V4, "5.8")
@pytest.mark.clause(INSURANCE, "5.7")
def test_every_card_comes_in_its_order_and_none_before_its_time(
    excess: list[list[Card]], dealing: Dealing, book: str
) -> None:
    table = RoundTable(book, dealing=dealing, begun=False)
    order: list[str] = []
    dealt: list[str] = []
    fresh = iter(DECK * 7)
    for more in excess:
        table.begin().close()
        while table.guide.step is not Step.ANNOUNCE_RESULT:
            table.close_offers()
            match table.guide.step:
                case Step.TURN_CARDS:
                    first = int(table.guide.facts["cards"].split()[0]) - 1
                    table.do(commands.TurnCards, places=(first,))
                case Step.DRAW_PLAYER | Step.DRAW_BANKER:
                    card = next(fresh)
                    order.append(card.text)
                    table.do(commands.DrawCard, card=card, salt=SALT)
                case _:
                    break
        for card in more:
            order.append(card.text)
            table.do(commands.DrawCard, card=card, by_device=True, salt=SALT)
        table.resolve().finish()
        used = len(table.round.cards) - len(table.state.carried)
        dealt += texts(tuple(one.card for one in table.round.cards[:used]))
        left = table.state.carried
        assert all(card.seal is not None and not card.turned for card in left)
        assert dealt + texts(tuple(one.card for one in left)) == order
        assert sum(table.state.shoe.seen.values()) == len(dealt) + 1, "sealed cards are not counted; one was burned"


@pytest.mark.clause(V4, "5.8")
def test_from_the_fifth_on_they_wait_sealed_for_a_hand_that_needs_them() -> None:
    table = with_excess("2D 3S 4D 2C 5H 6H").begin().close()
    assert [card.turned for card in table.round.cards] == [True] * 4 + [False] * 2
    assert "5H" not in repr(table.guide)
    assert (table.guide.step, table.guide.facts["cards"]) == (Step.TURN_CARDS, "5")
    table.do(commands.TurnCards, places=(4,)).finish()
    assert texts(tuple(card.card for card in table.state.carried)) == ["6H"]


@pytest.mark.clause(V4, "5.8", "5.16")
def test_those_that_a_void_round_did_not_reach_open_the_next() -> None:
    table = with_excess("2D 3S 4D 2C 5H 6H").begin().close()
    table.report(IrregularityKind.FOREIGN_CARD).resolve()
    assert texts(tuple(card.card for card in table.state.carried)) == ["5H", "6H"]


@pytest.mark.clause(V4, "5.8", "5.18")
def test_only_what_was_seen_is_burned() -> None:
    table = RoundTable(V4).close().deal(NATURAL)
    table.draw("2D").draw("3S", face_up=True).draw("4D").resolve().finish()
    burned = correction_commands.CarriedUse.BURN
    table.do(correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, use=burned, text="it was seen")
    assert texts(tuple(card.card for card in table.state.carried)) == ["2D", "4D"]
    table.begin().close()
    assert texts(tuple(card.card for card in table.round.cards)) == ["2D", "4D"]


@pytest.mark.clause(V4, "5.14")
def test_what_went_back_into_the_device_does_not_come_again_when_the_round_is_mended() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal(NATURAL).draw("2D").resolve().finish()
    used = table.state.shoe.used
    table.do(correction_commands.ReturnCarriedCards, by=SUPERVISOR)
    table.do(correction_commands.CorrectBet, number=1, wager=None, reason="no chips").approve().resolve().finish()
    assert (table.state.carried, table.state.shoe.used) == ((), used - 1)


@pytest.mark.clause(V4, "5.18")
def test_an_exposed_card_that_is_used_as_written_comes_in_turned() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).close().deal(NATURAL).turn_all()
    table.draw("7D", face_up=True).resolve().finish()
    table.do(
        correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, use=correction_commands.CarriedUse.USE, text="used"
    )
    table.begin().close()
    assert [(card.card, card.turned) for card in table.round.cards] == [(CARDS["7D"], True)]


# Established


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("hand", ["4D", "4D 2S", "4D 2S 5C", "4D 2S 5C 2H"])
@pytest.mark.clause(V4, "5.10")
@pytest.mark.clause(INSURANCE, "5.9")
def test_a_card_dealt_face_up_and_one_reported_exposed_come_to_the_same(book: str, hand: str) -> None:
    *before, last = hand.split()
    drawn = RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    reported = RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal(hand)
    if before:
        drawn.deal(" ".join(before))
    drawn.draw(last, face_up=True)
    reported.report(IrregularityKind.EXPOSED_CARD, places=(len(before),))
    first, second = (table.find_events(events.CaseOpened)[-1].case for table in (drawn, reported))
    assert (first.established, first.needs) == (second.established, second.needs)
    assert first.established == (len(before) >= 2), "from the third card on something always is (ruling E5)"


@pytest.mark.clause(V4, "5.8", "5.11")
def test_cards_of_which_the_order_is_certain_count_whether_turned_or_not() -> None:
    def asked(trouble: IrregularityKind, *places: int) -> bool | None:
        table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4D 2S 5C 2H")
        table.report(trouble, places=places) if places else table.draw("7C")
        return table.case.established

    assert asked(IrregularityKind.EXCESS_CARD) is True
    assert asked(IrregularityKind.TOGETHER_ORDER_KNOWN, 2, 3) is True
    assert asked(IrregularityKind.TOGETHER_ORDER_LOST, 2, 3) is False
    assert asked(IrregularityKind.TOGETHER_ORDER_LOST, 0, 1) is False
