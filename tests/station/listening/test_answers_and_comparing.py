"""What the dealer's answers come to, how a shoe's result is compared, and when nothing may be told of a card."""

from itertools import product

import pytest

from dealer_app.device_questions import EntrySecrets, Question, QueueEntry, Reply, fact_texts
from dealer_app.devices.answers import MOST_CARDS, DealerAnswer, is_keyed_by_hand, resolve_answer
from dealer_app.devices.device_state import Automation, ListeningSettings
from dealer_app.devices.report_intake import AutomaticSteps, must_blank_captures, result_difference
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.values import replace
from dealer_app.observations import (
    CardRead,
    CardUnreadable,
    Destination,
    DiceAtRest,
    Observation,
    ReportsLost,
    Resting,
    ShoeResult,
    ShoeWinner,
    TumblerActivated,
)
from tests.station.listening.device_table import SHOE, DeviceTable, without_salt
from tests.station.listening.shoe_reports import table_after_bets
from tests.support.rounds import TAI_SAI, V4, RoundTable

NOTHING, DEAL = DealerAnswer(reply=Reply.NOTHING), DealerAnswer(reply=Reply.DEAL)


def asked(observation: Observation, dealing: Dealing = Dealing.FACE_UP) -> DeviceTable:
    table = table_after_bets(dealing=dealing)
    table.shoe(observation)
    return table


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def drawn(table: DeviceTable, said: DealerAnswer) -> list[commands.DrawCard]:
    """The cards that an answer comes to, as they would be given."""
    brought = resolve_answer(table.first, said)
    assert not isinstance(brought, Refusal), brought
    found = []
    for bring in brought:
        other = DeviceTable(table.seated)
        other.stand(SHOE, bring)
        judged = other.judge_first()
        assert isinstance(judged, commands.DrawCard), judged
        found.append(judged)
    return found


GAP = ReportsLost(sequence="4", expected="2", at_least=2)


@pytest.mark.parametrize("observation", [GAP, CardRead(card=CARDS["9H"], destination=Destination.BURN)])
def test_nothing_comes_of_nothing(observation: Observation) -> None:
    assert resolve_answer(asked(observation).first, NOTHING) == ()


def test_missed_cards_are_dealt_in_the_order_that_the_dealer_says() -> None:
    table = asked(GAP)
    said = DealerAnswer(reply=Reply.DEAL, cards=(CARDS["9H"], CARDS["KS"]))
    assert [each.card for each in drawn(table, said)] == [CARDS["9H"], CARDS["KS"]]
    assert is_keyed_by_hand(table.first, said)


def test_a_missed_card_whose_face_nobody_has_seen_lies_face_down() -> None:
    (only,) = drawn(asked(GAP), DEAL)
    assert (only.card, only.face_up) == (None, False)


def test_no_more_cards_are_keyed_than_a_round_has() -> None:
    many = DealerAnswer(reply=Reply.DEAL, cards=DECK[: MOST_CARDS + 1])
    assert code(resolve_answer(asked(GAP).first, many)) == "one-card-asked"


def test_an_unreadable_card_needs_its_face() -> None:
    table = asked(CardUnreadable(sequence="1"))
    table.listening = type(table.listening)(row=(replace(table.first, question=Question.UNREADABLE),))
    assert code(resolve_answer(table.first, DEAL)) == "card-needed"
    (keyed,) = drawn(table, DealerAnswer(reply=Reply.DEAL, cards=(CARDS["9H"],)))
    assert keyed.card is CARDS["9H"]


@pytest.mark.parametrize("place", Place)
def test_where_a_card_lies_the_dealer_says(place: Place) -> None:
    table = asked(CardRead(sequence="1", card=CARDS["9H"], destination=Destination.BANKER))
    (only,) = drawn(table, DealerAnswer(reply=Reply.DEAL, put=place))
    assert (only.card, only.put) == (CARDS["9H"], place)


def test_what_was_read_is_dealt_as_it_was_read() -> None:
    table = asked(CardRead(sequence="1", card=CARDS["9H"], destination=Destination.BURN))
    assert not is_keyed_by_hand(table.first, DEAL)
    assert drawn(table, DEAL)[0].card is CARDS["9H"]


# Dice


def dice(resting: tuple[Resting, Resting, Resting] = (Resting.NOT_REPORTED,) * 3) -> DeviceTable:
    table = DeviceTable(RoundTable(TAI_SAI).bets(("big", 1000, None)).close())
    table.tumbler(DiceAtRest(dice=Tumble((2, 5, 6)), resting=resting))
    return table


def test_dice_need_tumbles_and_flatness_from_somebody() -> None:
    for said in (
        DEAL,
        DealerAnswer(reply=Reply.DEAL, tumbles=3),
        DealerAnswer(reply=Reply.DEAL, flat=(True, True, True)),
    ):
        assert code(resolve_answer(dice().first, said)) == "dice-needed"
    (bring,) = _brought(dice(), DealerAnswer(reply=Reply.DEAL, tumbles=3, flat=(True, True, False)))
    resting = (Resting.FLAT, Resting.FLAT, Resting.COCKED)
    assert bring.hidden == EntrySecrets(dice=Tumble((2, 5, 6)), tumbles=3, resting=resting)


def test_the_dealer_may_say_that_the_dice_lie_otherwise() -> None:
    said = DealerAnswer(reply=Reply.DEAL, tumbles=3, flat=(True, True, True), dice=(1, 1, 4))
    assert _brought(dice(), said)[0].hidden.dice == Tumble((1, 1, 4))
    wrong = DealerAnswer(reply=Reply.DEAL, tumbles=3, flat=(True, True, True), dice=(0, 1, 7))
    assert code(resolve_answer(dice().first, wrong)) == "no-such-face"


def _brought(table: DeviceTable, said: DealerAnswer) -> tuple[QueueEntry, ...]:
    found = resolve_answer(table.first, said)
    assert not isinstance(found, Refusal), found
    return found


def test_an_early_start_is_not_dealt_it_shows_when_the_dice_lie_still() -> None:
    table = DeviceTable(RoundTable(TAI_SAI))
    table.tumbler(TumblerActivated())
    assert code(resolve_answer(table.first, DEAL)) == "nothing-to-deal"


# Comparing


def result(winner: ShoeWinner, *, player_pair: bool = False, banker_pair: bool = False) -> ShoeResult:
    return ShoeResult(sequence="9", winner=winner, player_pair=player_pair, banker_pair=banker_pair)


def finished(said: ShoeResult, cards: str = "9H KS TD 3C") -> DeviceTable:
    """A round that the Player has won, and what the shoe says of it."""
    table = DeviceTable(RoundTable(V4).bets(("player", 1000, 1)).close().deal(cards))
    table.shoe(said)
    return table


@pytest.mark.parametrize(
    ("winner", "player_pair", "banker_pair"),
    list(product((ShoeWinner.PLAYER, ShoeWinner.BANKER, ShoeWinner.TIE), (False, True), (False, True))),
)
@pytest.mark.parametrize(
    ("cards", "right"),
    [
        ("9H KS TD 3C", (ShoeWinner.PLAYER, False, False)),
        ("4H 3S 4D 3C", (ShoeWinner.PLAYER, True, True)),
        ("KH 9S TD KC", (ShoeWinner.BANKER, False, False)),
        ("9H KS KD 9C", (ShoeWinner.TIE, False, False)),
    ],
)
@pytest.mark.clause("tiger-buffalo-v4", "5.15")
def test_a_result_that_differs_is_compared_by_the_dealer_and_an_equal_one_is_not(
    cards: str, right: tuple[object, ...], winner: ShoeWinner, *, player_pair: bool, banker_pair: bool
) -> None:
    table = finished(result(winner, player_pair=player_pair, banker_pair=banker_pair), cards)
    found = result_difference(table.view, table.devices[SHOE])
    if (winner, player_pair, banker_pair) == right:
        assert found is True
        return
    assert isinstance(found, commands.Report)
    table.seated.do(commands.Report, trouble=found.trouble, text=found.text)
    assert table.seated.need_names == ["ComparisonNeeded"]
    assert commands.AnnounceResult not in table.seated.guide.allowed


def test_a_result_before_our_last_card_is_a_missed_card() -> None:
    table = finished(result(ShoeWinner.PLAYER), "9H KS")
    assert table.questions == [Question.RESULT_WITHOUT_CARD]
    assert result_difference(table.view, table.devices[SHOE]) is False


def test_a_result_waits_until_all_cards_of_the_hands_lie_open() -> None:
    """Else the comparison would tell a hidden hand."""
    table = table_after_bets(dealing=Dealing.FACE_DOWN)
    table.seated.deal("9H KS TD 3C")
    table.shoe(result(ShoeWinner.BANKER))
    assert not table.listening.row
    assert result_difference(table.view, table.devices[SHOE]) is False
    table.seated.turn_all()
    assert isinstance(result_difference(table.view, table.devices[SHOE]), commands.Report)


def test_a_result_after_the_round_is_compared_with_that_round() -> None:
    table = DeviceTable(RoundTable(V4).bets(("player", 1000, 1)).close().deal("9H KS TD 3C").finish())
    table.shoe(result(ShoeWinner.BANKER))
    assert isinstance(result_difference(table.view, table.devices[SHOE]), commands.Report)


def test_a_game_ended_by_force_is_no_result() -> None:
    table = finished(result(ShoeWinner.FORCED_END))
    assert table.devices[SHOE].result is None


# Sealing


def blanked(table: DeviceTable) -> bool:
    return must_blank_captures(table.view)


def test_only_a_card_that_is_dealt_face_up_next_may_be_told() -> None:
    assert not blanked(table_after_bets())
    assert blanked(table_after_bets(dealing=Dealing.FACE_DOWN))
    assert blanked(DeviceTable(RoundTable(V4)))
    assert blanked(DeviceTable(RoundTable(V4, begun=False)))
    assert not blanked(DeviceTable(RoundTable(TAI_SAI)))


def test_a_card_in_excess_is_blanked_before_it_comes_and_while_it_lies_there() -> None:
    table = DeviceTable(RoundTable(V4).bets(("player", 1000, 1)).close().deal("9H KS TD 3C"))
    assert blanked(table)
    table.seated.deal("4H")
    assert blanked(table)
    table.seated.resolve().finish().begin().close()
    assert table.seated.round.cards, "it opens the next round"


def test_no_question_names_a_card() -> None:
    table = table_after_bets()
    for observation in (
        CardRead(sequence="1", card=CARDS["9H"], destination=Destination.BANKER),
        CardRead(card=CARDS["9H"]),
        CardRead(card=CARDS["9H"]),
    ):
        table.shoe(observation)
    assert len(table.listening.row) == 3
    for entry in table.listening.row:
        assert "9H" not in str(fact_texts(entry.facts))
        assert without_salt(entry).hidden.card is CARDS["9H"]
        assert entry.hidden.salt


# What the station may do by itself


def test_bets_are_closed_when_their_time_is_over() -> None:
    table = DeviceTable(RoundTable(V4).bets(("player", 1000, 1)))
    table.with_settings(
        ListeningSettings(terminal="table", automation=frozenset({Automation.CLOSE_BETS}), betting_seconds=20)
    )
    watch = AutomaticSteps()
    assert watch.due_step(table.view, lambda: 1_000_000) is None
    assert watch.due_step(table.view, lambda: 20_999_999) is None
    assert isinstance(watch.due_step(table.view, lambda: 21_000_000), commands.NoMoreBets)
    table.seated.close()
    assert watch.due_step(table.view, lambda: 30_000_000) is None


def test_bets_on_behalf_are_closed_by_the_dealer_alone() -> None:
    table = DeviceTable(RoundTable(V4))
    wager = table.seated.bet("player", 1000, 1).find_bet("player", 1).wager
    table.seated.do(commands.PlaceBet, wager=wager, on_behalf=True)
    table.with_settings(ListeningSettings(terminal="table", automation=frozenset(Automation)))
    assert AutomaticSteps().due_step(table.view, lambda: 1) is None


def test_a_settlement_is_ended_only_where_the_settings_say_so() -> None:
    table = finished(result(ShoeWinner.PLAYER))
    table.seated.announce()
    assert AutomaticSteps().due_step(table.view, lambda: 1) is None
    table.with_settings(ListeningSettings(terminal="table", automation=frozenset({Automation.SETTLE})))
    assert isinstance(AutomaticSteps().due_step(table.view, lambda: 1), commands.SettleAll)
