"""Cards that cannot be put right are the hands as they lie, in the right numbers, or void (v4 5.5.3, 5.13.1; O17)."""

from fractions import Fraction
from itertools import product

import pytest

from dealer_app.domain.baccarat.reconstruction import Place, order_from_places
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.dealing import has_right_numbers
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import DrawnCard, Phase, Round
from dealer_app.domain.round.table_settings import Dealing
from tests.support.rounds import BACCARAT, INSURANCE, MBS, PIT_MANAGER, SUPERVISOR, V4, RoundTable, parse_cards

RWS = (V4, INSURANCE)
ON_THE_WAY = {(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)}
"""Cards of Player and Banker before a third one."""
BANKER_DRAWS_ON = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}
"""By the Banker's total: the Player's third card, as the documents print it."""


def total(hand: list[Card]) -> int:
    return sum(card.points for card in hand) % 10


def may_lie_so(player: list[Card], banker: list[Card]) -> bool:
    """The numbers of ruling O17, from the printed Table of Play."""
    numbers = len(player), len(banker)
    if numbers in ON_THE_WAY:
        return True
    if numbers not in {(3, 2), (2, 3), (3, 3)}:
        return False
    first, second = total(player[:2]), total(banker[:2])
    if first > 7 or second > 7:
        return False
    if numbers == (2, 3):
        return first > 5 and second < 6
    if first > 5 or numbers == (3, 2):
        return first < 6
    return second < 3 or str(player[2].points) in BANKER_DRAWS_ON.get(second, "")


def laid(drawn: tuple[Card, ...], put: tuple[Place, ...]) -> Round:
    lying = [DrawnCard(drawn[place], put[place], turned=True) for place in order_from_places(put)]
    return Round(number=1, cards=tuple(lying), as_they_lie=True)


@pytest.mark.parametrize(
    "text", ["2S 6D 3H KC 9H 4D", "6D 2S AH KC 6H 5C", "5S 5D KH 7C 8H 2D", "9S 3H KD 4C 6D 2H", "2S 2D 3H KC 9H 4D"]
)
@pytest.mark.clause(V4, "5.5.3", "5.13.1")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.12.1")
def test_every_way_in_which_up_to_six_cards_can_lie_on_the_hands(text: str) -> None:
    for count in range(7):
        drawn = parse_cards(text)[:count]
        for put in product((Place.PLAYER, Place.BANKER), repeat=count):
            player = [card for card, place in zip(drawn, put, strict=True) if place is Place.PLAYER]
            banker = [card for card, place in zip(drawn, put, strict=True) if place is Place.BANKER]
            assert has_right_numbers(laid(drawn, put)) is may_lie_so(player, banker), (put, drawn)


def test_each_hand_keeps_its_own_order_and_what_lies_beside_them_comes_last() -> None:
    assert order_from_places([Place(letter) for letter in "BBXPP"]) == (3, 0, 4, 1, 2)


def beyond(book: str, text: str, put: str) -> RoundTable:
    table = RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal(text, put=put)
    return table.do(correction_commands.CannotReconstruct, by=SUPERVISOR, reason="nobody knows")


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.13.1")
@pytest.mark.clause(INSURANCE, "5.12.1")
def test_the_table_of_play_goes_on_with_the_hands_as_they_lie(book: str) -> None:
    """Player 6 3, Banker 2 K: a natural, where the drawn order would have had the Player draw."""
    table = beyond(book, "2S 6D 3H KC", "BPPB").resolve()
    assert table.guide.step is Step.ANNOUNCE_RESULT
    assert table.round.as_they_lie
    assert table.announce().find_events(events.ResultAnnounced)[-1].outcome == "player"


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.13.3")
@pytest.mark.clause(INSURANCE, "5.12.3")
def test_who_does_not_want_the_hands_as_they_lie_has_his_bet_returned(book: str) -> None:
    table = beyond(book, "2S 6D 3H KC", "BPPB").resolve(leaving=[2])
    assert table.is_returned("banker", 2)
    assert not table.is_returned("player", 1)


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.5.3")
@pytest.mark.clause(INSURANCE, "5.5.3")
def test_a_number_that_cannot_be_is_void_though_an_outcome_is_established(book: str) -> None:
    table = beyond(book, "2S 6D 3H KC", "PBPP")
    assert table.need_names == ["ApprovalNeeded", "VoidNeeded"]


@pytest.mark.clause(MBS, "5.2")
def test_in_mbs_they_are_void_in_whatever_number() -> None:
    assert beyond(MBS, "2S 6D 3H KC", "BPPB").need_names == ["ApprovalNeeded", "VoidNeeded"]


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.13.1")
@pytest.mark.clause(INSURANCE, "5.12.1")
def test_where_cards_lie_is_corrected_also_then(book: str) -> None:
    table = beyond(book, "2S 6D 3H KC", "BPPB")
    table.do(correction_commands.LayCards, put=tuple(Place(letter) for letter in "BPPB"))
    assert [drawn.card.text for drawn in table.round.cards if drawn.card] == ["2S", "6D", "3H", "KC"]
    table.resolve()
    assert table.guide.step is (Step.OFFER_INSURANCE if book == INSURANCE else Step.DRAW_PLAYER)
    table.do(correction_commands.LayCards, put=tuple(Place(letter) for letter in "PPPB"))
    assert table.need_names == ["ApprovalNeeded", "VoidNeeded"]


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.5.3", "5.13.1")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.12.1")
def test_an_order_that_is_lost_leaves_the_hands_as_they_lie(book: str) -> None:
    """Reported as such, it is the same as what the house finds: what lies there counts (rulings O5, O17)."""
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("2S 6D 3H KC")
    table.report(IrregularityKind.ORDER_LOST).resolve()
    assert table.round.as_they_lie
    table.do(correction_commands.LayCards, put=tuple(Place(letter) for letter in "BPPB"))
    assert table.guide.step is Step.ANNOUNCE_RESULT


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.5.3", "5.13.1")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.12.1")
def test_a_card_that_was_misread_can_make_the_number_wrong(book: str) -> None:
    """The Player's three cards were right on 5, and are not on an eight."""
    table = beyond(book, "2S 2D 3H KC 9H 4D", "PBPBBP").resolve()
    table.do(correction_commands.CorrectCard, place=2, card=parse_cards("6H")[0], reason="misread")
    table.do(commands.Approve, by=SUPERVISOR)
    assert table.need_names == ["ApprovalNeeded", "VoidNeeded"]


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.5.3", "5.16")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.16")
@pytest.mark.clause(MBS, "5.2")
def test_a_wrong_number_is_void_until_the_next_round_begins(book: str) -> None:
    """Before the result, after it and after the settlement alike (ruling O18); every chip goes back."""
    for further in (0, 1, 2):
        table = RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("6S 7D KH KC")
        if further:
            table.announce()
        if further == 2:
            table.finish()
        table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS)
        assert table.need_names == ["ApprovalNeeded", "VoidNeeded"]
        table.do(commands.Approve, by=SUPERVISOR).do(commands.ConfirmVoid)
        assert table.state.last is not None
        assert table.state.last.phase is Phase.VOID
        listed = {who: amount for case in table.state.cases for who, amount in case.facts.items()}
        moved = {"1 seated": "1000", "2 seated": "-500"} if further == 2 else {}
        if book == MBS and moved:
            moved["2 seated"] = "-475"
        assert listed == moved


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.9", "5.9.1")
@pytest.mark.clause(INSURANCE, "5.8", "5.8.1")
def test_misplaced_cards_are_put_right_until_the_next_round_begins(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("2S 2D KH 3H 6C 9D").announce().finish()
    lies = tuple(Place(letter) for letter in "PBPBBP")
    as_recorded = tuple(Place(letter) for letter in "PBPBPB")
    assert table.expect_refusal(correction_commands.LayCards, put=as_recorded).code == "lies-as-recorded"
    table.do(correction_commands.LayCards, put=lies)
    assert table.case.trouble == IrregularityKind.MISPLACED_CARDS.value
    assert not any(need == "OptionsNeeded" for need in table.need_names)
    table.do(commands.Approve, by=SUPERVISOR).do(commands.ConfirmReconstruction)
    assert table.case.facts == {"1 seated": "-1000"}
    table.do(commands.Approve, by=SUPERVISOR).announce().finish()
    table.begin()
    table.expect_refusal(correction_commands.LayCards, put=lies)


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.3", "5.5.3")
@pytest.mark.clause(INSURANCE, "5.3.1", "5.5.3")
def test_what_a_bettor_who_left_would_owe_is_recorded_and_not_asked_for(book: str) -> None:
    """Ruling O18: seat 2 has won 500 and gone; the void asks seat 1 alone."""
    table = (
        RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("6S 7D KH KC").announce().finish()
    )
    table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS).do(commands.Approve, by=SUPERVISOR).do(commands.ConfirmVoid)
    table.report(IrregularityKind.PLAYER_LEFT, who=(2, table.state.last.bets[1].wager.bettor))  # type: ignore[union-attr]
    gone = table.find_events(correction_events.ChipsNotRecovered)[-1]
    assert (gone.who[0], gone.amount) == (2, 500)
    assert table.case.facts == {"1 seated": "1000"}


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.3", "5.16")
@pytest.mark.clause(INSURANCE, "5.3.1", "5.16")
def test_the_stake_of_a_bettor_who_lost_and_left_is_kept_if_the_round_is_void_after_all(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("6S 7D KH KC")
    who = table.round.bets[0].who
    table.report(IrregularityKind.PLAYER_LEFT, who=who).announce().finish()
    assert not table.state.winnings_unclaimed
    table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS).do(commands.Approve, by=SUPERVISOR).do(commands.ConfirmVoid)
    assert table.state.winnings_unclaimed == ((who, Fraction(1000)),)
    assert table.case.facts == {"2 seated": "-500"}


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.11")
@pytest.mark.clause(INSURANCE, "5.10")
def test_an_order_that_proves_unknown_is_decided_and_the_choice_asked_once(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("9S 3H")
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN).options()
    table.do(correction_commands.CannotReconstruct, by=SUPERVISOR, reason="the camera does not show it")
    assert (table.case.trouble, table.need_names) == (IrregularityKind.TOGETHER_ORDER_LOST.value, ["OrderNeeded"])
    table.do(commands.DecideOrder, by=SUPERVISOR, order=(1, 0))
    assert [drawn.card.text for drawn in table.round.cards if drawn.card] == ["3H", "9S"]


@pytest.mark.clause(MBS, "5.8.2.1", "5.8.2.2")
def test_in_mbs_an_order_that_proves_unknown_is_void_in_the_initial_deal_and_decided_later() -> None:
    table = RoundTable(MBS).bets(("player", 1000, 1)).close().deal("9S 3H")
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN).options()
    table.do(correction_commands.CannotReconstruct, by=SUPERVISOR, reason="not seen")
    assert (table.case.clause, table.need_names) == ("5.8.2.1", ["ApprovalNeeded", "VoidNeeded"])
    table = RoundTable(MBS).bets(("player", 1000, 1)).close().deal("2S 2H KD KC 9S 4H")
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN, places=(4, 5)).options()
    table.do(correction_commands.CannotReconstruct, by=SUPERVISOR, reason="not seen")
    assert (table.case.clause, table.need_names) == ("5.8.2.2", ["OptionsNeeded", "OrderNeeded"])
    table.options()
    table.do(commands.DecideOrder, by=PIT_MANAGER, order=(0, 1, 2, 3, 5, 4))


@pytest.mark.clause(INSURANCE, "5.3", "5.13", "5.13.1")
def test_insurance_that_nobody_can_have_been_offered_is_neglected() -> None:
    """A fifth card came before the Banker was turned: once he is, the offer is late (5.13)."""
    table = RoundTable(INSURANCE, layout="C", dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    for text in ["7S", "2H", "KD", "KC"]:
        table.do(commands.DrawCard, card=parse_cards(text)[0], salt="s")
    table.do(commands.TurnCards, places=(0, 2))
    table.do(commands.DrawCard, card=parse_cards("6H")[0], salt="s")
    assert table.need_names == ["ApprovalNeeded", "ReconstructionNeeded"]
    table.do(commands.Approve, by=SUPERVISOR).do(commands.ConfirmReconstruction)
    table.do(commands.TurnCards, places=(1, 3))
    assert (table.case.trouble, table.need_names) == (IrregularityKind.MISSED_INSURANCE.value, ["LateOfferNeeded"])


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.3")
@pytest.mark.clause(INSURANCE, "5.3.1")
def test_when_it_is_told_that_somebody_left_makes_no_difference(book: str) -> None:
    """Before the cards are laid, or once the chips come first: he has what he was paid, and is kept nothing."""
    kept = []
    for at_once in (True, False):
        table = RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("2S 2D KH 3H 6C 9D")
        who = table.round.bets[0].who
        table.announce().finish()
        table.do(correction_commands.LayCards, put=tuple(Place(letter) for letter in "PBPBBP"))
        if at_once:
            table.report(IrregularityKind.PLAYER_LEFT, who=who).do(commands.Approve, by=SUPERVISOR)
        table.do(commands.Approve, by=SUPERVISOR).do(commands.ConfirmReconstruction)
        if not at_once:
            table.report(IrregularityKind.PLAYER_LEFT, who=who).do(commands.Approve, by=SUPERVISOR)
        table.announce().finish()
        kept.append((table.state.winnings_unclaimed, table.find_events(correction_events.ChipsNotRecovered)))
    assert kept == [((), [])] * 2


@pytest.mark.parametrize("book", RWS)
@pytest.mark.clause(V4, "5.10")
@pytest.mark.clause(INSURANCE, "5.9")
def test_the_value_of_an_exposed_card_that_no_shoe_has_read_counts(book: str) -> None:
    table = RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    for _ in range(4):
        table.do(commands.DrawCard, card=None, salt="s")
    exposed = IrregularityKind.EXPOSED_CARD.value
    assert (
        table.expect_refusal(commands.Report, trouble=exposed, places=(1, 3), cards=parse_cards("3H")).code
        == "value-needed"
    )
    table.do(commands.Report, trouble=exposed, places=(1, 3), cards=parse_cards("3H 3C"))
    assert not table.state.cases
    assert [drawn.turned for drawn in table.round.cards] == [False, True, False, True]
    assert table.expect_refusal(
        commands.Report, trouble=IrregularityKind.WRONG_NUMBER_OF_CARDS.value, cards=parse_cards("3H")
    ).code
