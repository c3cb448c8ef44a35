"""After an outage of the station: rounds that the table dealt without it are entered by hand, with a supervisor."""

import pytest

from dealer_app.domain.baccarat.table_of_play import Winner, make_coup
from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.correction_commands import CardRound, DiceRound, OutageRound
from dealer_app.domain.round.decide import outages
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import CardDevice, Dealing
from dealer_app.rulebooks import GAMES
from tests.support.rounds import (
    BACCARAT,
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    TAI_SAI,
    V4,
    RoundTable,
    parse_cards,
)

PLAYER, BANKER, TIE = (CardRound(winner) for winner in Winner)
UNKNOWN = DiceRound(None)
NATURAL = "9S 3H KD 4C"
NOTED = CardRound(Winner.PLAYER, parse_cards(NATURAL))


def played_on(table: RoundTable, *rounds: OutageRound, text: str = "noted by the dealer") -> RoundTable:
    return table.do(correction_commands.EnterOutageRounds, by=SUPERVISOR, rounds=rounds, text=text)


def refused(table: RoundTable, *rounds: OutageRound, text: str = "noted by the dealer") -> Refusal:
    return table.expect_refusal(correction_commands.EnterOutageRounds, by=SUPERVISOR, rounds=rounds, text=text)


def some(book: str) -> OutageRound:
    return UNKNOWN if book == TAI_SAI else TIE


def entered(table: RoundTable) -> correction_events.OutageRoundsEntered:
    (event,) = table.find_events(correction_events.OutageRoundsEntered)
    assert isinstance(event, correction_events.OutageRoundsEntered)
    return event


# Who enters what, and when


@pytest.mark.parametrize("book", GAMES)
def test_the_count_of_rounds_goes_on_with_those_entered(book: str) -> None:
    table = played_on(RoundTable(book, begun=False), some(book), some(book), some(book))
    assert (entered(table).first, table.state.rounds, table.round.phase) == (1, 3, Phase.BY_HAND)
    assert table.guide.step is Step.PLACE_YOUR_BETS
    assert table.begin().round.number == 4


@pytest.mark.parametrize("book", GAMES)
def test_the_interrupted_round_is_the_first_of_those_entered(book: str) -> None:
    table = played_on(RoundTable(book), some(book), some(book))
    assert (entered(table).first, table.state.rounds) == (1, 2)
    assert table.begin().round.number == 3


@pytest.mark.parametrize("book", GAMES)
def test_a_supervisor_enters_them_in_his_words(book: str) -> None:
    table = RoundTable(book)
    refusal = table.expect_refusal(correction_commands.EnterOutageRounds, by=DEALER, rounds=(some(book),), text="noted")
    assert (refusal.code, refusal.clause) == ("wrong-role", "house policy")
    assert refused(table, some(book), text="  ").code == "reason-needed"
    assert refused(table).code == "no-rounds-entered"
    table.do(correction_commands.EnterOutageRounds, by=PIT_MANAGER, rounds=(some(book),), text="noted")


@pytest.mark.parametrize("book", GAMES)
def test_while_a_claim_holds_play_no_round_can_have_been_dealt(book: str) -> None:
    table = played_on(RoundTable(book), some(book)).do(commands.HoldForClaim, text="he had bet")
    refusal = refused(table, some(book))
    assert (refusal.code, refusal.clause) == ("claim-open", "house policy")
    table.do(commands.CloseClaim, by=SUPERVISOR, decision="stands", clause="5.14")
    played_on(table, some(book))


def test_a_table_that_was_not_open_has_dealt_no_round() -> None:
    table = RoundTable(V4, begun=False).do(commands.CloseTable)
    assert refused(table, TIE).code == "table-not-open"


def test_between_rounds_what_is_open_is_finished_first() -> None:
    table = (
        RoundTable(V4)
        .bets(("player", 1000, 1))
        .close()
        .deal(NATURAL)
        .finish()
        .report(IrregularityKind.WRONG_TAKE_OR_PAY)
    )
    assert refused(table, TIE).code == "case-open"


def test_what_was_open_in_the_interrupted_round_was_finished_by_hand_with_it() -> None:
    table = (
        RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S").report(IrregularityKind.WRONG_NUMBER_OF_CARDS)
    )
    assert played_on(table, TIE).state.cases == ()
    assert not table.find_events(events.RoundVoided)


def test_no_more_rounds_are_entered_than_a_table_can_deal() -> None:
    table = RoundTable(TAI_SAI)
    most = outages.MOST_ROUNDS
    assert refused(table, *[UNKNOWN] * (most + 1)).code == "too-many-rounds-entered"
    assert played_on(table, *[UNKNOWN] * most).state.rounds == most


# What is noted of a round


@pytest.mark.parametrize("winner", Winner)
@pytest.mark.parametrize("noted", ["9S", "4H 9S KD", "4H 9S KD 5C", NATURAL, f"{NATURAL} 2H", "2H 3H 2S KD AD AC"])
def test_cards_that_were_noted_make_the_result_that_was_noted(noted: str, winner: Winner) -> None:
    made = make_coup(parse_cards(noted))
    wrong = made.winner is not winner or bool(made.carry)
    decision = RoundTable(V4).decide_command(
        correction_commands.EnterOutageRounds,
        SUPERVISOR,
        rounds=(TIE, CardRound(winner, parse_cards(noted))),
        text="noted",
    )
    assert isinstance(decision, Refusal) is wrong
    if isinstance(decision, Refusal):
        assert (decision.code, dict(decision.facts)) == ("not-the-result-of-the-cards", {"place": "2"})


def test_no_round_holds_more_of_a_card_than_the_decks() -> None:
    noted = CardRound(Winner.TIE, parse_cards("2H 2H 2H 2H 2H 2H"))
    assert refused(RoundTable(V4, decks=5), noted).code == "impossible-card"
    played_on(RoundTable(V4, decks=6), noted)


@pytest.mark.parametrize("book", GAMES)
def test_a_game_has_cards_or_dice(book: str) -> None:
    table = RoundTable(book)
    assert refused(table, TIE if book == TAI_SAI else UNKNOWN).code in ("no-cards-here", "no-dice-here")


def test_a_die_shows_one_to_six() -> None:
    assert refused(RoundTable(TAI_SAI), DiceRound((1, 2, 7))).code == "no-such-die"
    played_on(RoundTable(TAI_SAI), DiceRound((1, 2, 6)))


# The shoe


@pytest.mark.parametrize("book", BACCARAT)
def test_composition_is_unknown_until_the_next_shoe(book: str) -> None:
    table = played_on(RoundTable(book), NOTED)
    assert not table.state.shoe.composition_known
    table.do(commands.EndShoe, reason="over").new_shoe()
    assert table.state.shoe.composition_known


@pytest.mark.parametrize("outage", [False, True])
def test_after_it_a_card_is_impossible_only_within_the_round(outage: bool) -> None:
    table = RoundTable(V4, decks=4).close().deal("2H 2H 2H 2H 9S").finish()
    if outage:
        played_on(table, TIE)
    table.begin().close().draw("2H")
    assert table.cases_opened() == ([] if outage else [IrregularityKind.IMPOSSIBLE_CARD.value])
    if outage:
        table.deal("2H 2H 2H").draw("2H")
        assert table.case.trouble == IrregularityKind.IMPOSSIBLE_CARD.value


def test_after_it_a_card_that_is_turned_is_judged_within_the_round() -> None:
    table = played_on(RoundTable(V4, decks=4, dealing=Dealing.FACE_DOWN), TIE).begin().close()
    for _ in range(4):
        table.do(commands.DrawCard, card=None)
    table.do(commands.TurnCards, places=(0, 1, 2, 3), cards=parse_cards("2H 2H 2H 2H")).do(commands.DrawCard, card=None)
    assert table.expect_refusal(commands.TurnCards, places=(4,), cards=parse_cards("2H")).code == "impossible-card"
    table.do(commands.TurnCards, places=(4,), cards=parse_cards("9S"))


@pytest.mark.parametrize("noted", [NOTED, PLAYER])
def test_a_round_takes_the_cards_noted_or_as_many_as_it_may_have(noted: CardRound) -> None:
    table = RoundTable(V4, begun=False)
    left = table.state.shoe.cards_left
    assert left - played_on(table, noted, noted).state.shoe.cards_left == 2 * (len(noted.cards) or 6)


def test_cards_that_had_left_the_shoe_before_are_not_counted_again() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("9S 3H")
    left = table.state.shoe.cards_left
    assert left - played_on(table, NOTED).state.shoe.cards_left == 2


def test_the_shoe_is_over_when_it_may_hold_no_whole_round() -> None:
    table = RoundTable(V4, decks=4, begun=False)
    played_on(table, *[TIE] * (table.state.shoe.cards_left // 6))
    assert table.state.shoe.cards_left < 6
    assert table.guide.step is Step.END_SHOE


def test_a_shoe_cannot_have_dealt_more_than_it_held() -> None:
    table = RoundTable(V4, decks=4, begun=False)
    left = table.state.shoe.cards_left
    refusal = refused(table, *[TIE] * (left // 4 + 1))
    assert (refusal.code, dict(refusal.facts)) == ("more-than-the-shoe-holds", {"left": str(left)})
    assert played_on(table, *[TIE] * (left // 4)).state.shoe.cards_left == 0
    assert refused(table, TIE).code == "more-than-the-shoe-holds"


def test_a_shuffler_gets_its_cards_back() -> None:
    table = played_on(RoundTable(V4, decks=4, device=CardDevice.SHUFFLER, begun=False), *[TIE] * 100)
    assert table.guide.step is Step.PLACE_YOUR_BETS


def test_without_a_shoe_no_round_can_have_been_dealt() -> None:
    table = RoundTable(V4, begun=False).do(commands.EndShoe, reason="over")
    assert refused(table, TIE).code == "shoe-not-ready"


def test_the_last_rounds_after_the_cutting_card_are_counted_with_them() -> None:
    table = RoundTable(V4, begun=False, last_rounds=2).do(commands.CuttingCardOut)
    assert played_on(table, TIE, TIE).guide.step is Step.PLACE_YOUR_BETS
    assert played_on(table, TIE).guide.step is Step.END_SHOE


# Chips


def test_bets_of_the_interrupted_round_were_settled_by_hand() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2), ("tie", 100, 3)).close().deal("4H")
    table.report(IrregularityKind.OTHER, text="a stake too many")
    back = table.find_bet("tie", 3).number
    late = commands.Effect.CONTINUE
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=late, text="late", counts=((back, Money(0)),))
    numbers = {table.find_bet("player", 1).number, table.find_bet("banker", 2).number}
    assert entered(played_on(table, PLAYER)).settled_by_hand == numbers, "what had gone back is not settled again"
    assert table.state.history[-1].nets == ()


def test_what_was_announced_before_the_outage_is_not_settled_by_the_station() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal(NATURAL).announce()
    assert entered(played_on(table, NOTED)).settled_by_hand == {1}
    assert not table.find_events(events.RoundConcluded)


def test_a_round_by_hand_is_not_mended_by_the_station() -> None:
    table = played_on(RoundTable(V4).bets(("player", 1000, 1)).close().deal(NATURAL), NOTED)
    right = CARDS["8S"]
    assert (
        table.expect_refusal(correction_commands.CorrectCard, place=0, card=right, reason="misread").code == "no-round"
    )
    assert not table.allows(correction_commands.CorrectBet)


# Cards carried over


def sealed(count: int) -> RoundTable:
    """A face-down table with so many cards in excess, sealed, when the outage comes."""
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal(NATURAL).turn_all()
    return table.deal(" ".join(["2H", "3H"][:count])).resolve()


def test_a_sealed_card_opened_the_first_round_by_hand() -> None:
    table = sealed(1).finish()
    assert len(table.state.carried) == 1
    left = table.state.shoe.cards_left
    after = played_on(table, TIE).state
    assert (after.carried, left - after.shoe.cards_left) == ((), 5)
    assert [event.card.text for event in table.find_events(events.CardUnsealed)] == ["2H"]


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_card_in_excess_of_the_interrupted_round_opens_the_one_after_it(rounds: int) -> None:
    table = played_on(sealed(1), *[PLAYER] * rounds)
    kept = rounds == 1
    assert len(table.state.carried) == kept
    assert bool(table.find_events(events.CardUnsealed)) is not kept


def carried_into(count: int) -> RoundTable:
    """So many sealed cards opened the round that was interrupted, of which no other card was drawn."""
    table = sealed(2) if count == 2 else sealed(1)
    return table.finish().begin().close()


@pytest.mark.parametrize("noted", [True, False])
def test_cards_that_opened_the_interrupted_round_were_dealt_in_it(noted: bool) -> None:
    table = carried_into(2)
    left = table.state.shoe.cards_left
    played_on(table, CardRound(Winner.PLAYER, parse_cards("2H 3H 2S KD AD AC")) if noted else TIE)
    assert (list(table.state.carried), left - table.state.shoe.cards_left) == ([], 4)


# Dice


def test_damaged_dice_void_rounds_by_hand_too() -> None:
    table = played_on(RoundTable(TAI_SAI), DiceRound((1, 2, 3)), UNKNOWN).begin().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    assert table.find_events(correction_events.RoundsVoided)[0].numbers == (1, 2, 3)
