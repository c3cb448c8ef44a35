"""Who keys cards and dice: with a second person while the device is heard, by one approval while it is not."""

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardDrawn, CardsTurned, DiceRead, ResultAnnounced, TumblesCounted
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Source
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.observations import CardRead, CardUnreadable, DiceAtRest, Resting, TumbleCompleted, TumblerActivated
from dealer_app.people.accounts import DisableAccount
from dealer_app.people.events import Purpose
from dealer_app.station.state import DEALER_ALONE, DEALER_AND_SECOND, HAND_DEALING
from dealer_app.station.two_people import ProposePeople
from dealer_app.station_events import HandDealingAllowed
from tests.station.hand_keying import (
    OTHER_DEALER,
    UP,
    badges,
    decision_approvals,
    draws,
    gives,
    refusal_code,
    sources,
    table_with_devices,
)
from tests.support.device_station import SHOE, TUMBLER, DeviceStation
from tests.support.rounds import DEALER, TAI_SAI, V4

# While the device is heard


def test_a_dealer_alone_keys_no_card_while_the_shoe_is_heard() -> None:
    table = table_with_devices()
    assert refusal_code(gives(table, draws("9S"))) == "second-needed-each"
    assert table.cards == []
    assert not decision_approvals(table)


@pytest.mark.assurance("A44")
def test_with_a_second_person_it_is_dealt_and_says_so() -> None:
    table = table_with_devices()
    table.house.check_done(gives(table, draws("9S"), table.supervisor))
    dealer, supervisor = badges(table)
    asked = decision_approvals(table)[-1]
    assert (asked.asked.what, asked.asked.before, asked.asked.after) == ("shoe by hand", "shoe heard", "9S to P")
    assert sources(table, CardDrawn) == [Source(keyed_by=dealer, approved_by=supervisor, approval=asked.number)]


def test_each_card_is_signed_anew() -> None:
    table = table_with_devices()
    table.house.check_done(gives(table, draws("9S"), table.supervisor))
    assert refusal_code(gives(table, draws("3H"))) == "second-needed-each"
    assert not table.events(HandDealingAllowed)


@pytest.mark.parametrize(
    "command",
    [
        commands.CountTumbles(by=DEALER, at=0, tumbles=3),
        commands.ReadDice(by=DEALER, at=0, dice=(2, 5, 6)),
    ],
)
def test_neither_tumbles_nor_dice_are_keyed_alone_while_the_tumbler_is_heard(command: Command) -> None:
    table = table_with_devices(TAI_SAI)
    if isinstance(command, commands.ReadDice):
        table.do(commands.CountTumbles, tumbles=3)
    assert refusal_code(gives(table, command)) == "second-needed-each"
    table.house.check_done(gives(table, command, table.supervisor))
    dealer, supervisor = badges(table)
    for source in (*sources(table, TumblesCounted), *sources(table, DiceRead)):
        assert source is not None
        assert (source.keyed_by, source.approved_by) == (dealer, supervisor)
        assert source.approval


def test_a_card_that_the_shoe_could_not_read_is_not_turned_by_a_value_of_one_alone() -> None:
    table = DeviceStation(V4, dealing=Dealing.FACE_DOWN).says(UP).close_bets()
    table.says(*(CardUnreadable(sequence=str(number)) for number in range(1, 5)))
    turn = commands.TurnCards(by=DEALER, at=0, places=(0,), cards=(CARDS["9S"],))
    assert refusal_code(gives(table, turn)) == "second-needed-each"
    table.house.check_done(gives(table, turn, table.supervisor))
    assert sources(table, CardsTurned)[-1] == Source(
        keyed_by=badges(table)[0], approved_by=badges(table)[1], approval=decision_approvals(table)[-1].number
    )


def test_what_the_shoe_has_read_is_turned_by_the_dealer_alone() -> None:
    table = DeviceStation(V4, dealing=Dealing.FACE_DOWN).says(UP).close_bets()
    cards = ("9S", "3H", "KD", "4C")
    table.says(*(CardRead(sequence=str(number), card=CARDS[card]) for number, card in enumerate(cards)))
    turned = gives(table, commands.TurnCards(by=DEALER, at=0, places=(0, 2)))
    assert not isinstance(turned, Refusal)
    assert sources(table, CardsTurned) == [None]


def test_the_value_of_a_card_in_excess_that_was_seen_takes_two() -> None:
    table = table_with_devices()
    for card in ("9S", "3H", "KD", "4C"):
        table.do(commands.DrawCard, card=CARDS[card])
    table.do(commands.DrawCard, card=None)
    seen = commands.Report(by=DEALER, at=0, trouble=IrregularityKind.EXCESS_CARD_SEEN.value, cards=(CARDS["2C"],))
    assert refusal_code(gives(table, seen)) == "second-needed-each"
    table.house.check_done(gives(table, seen, table.supervisor))


def test_nothing_is_signed_for_what_the_table_does_not_allow() -> None:
    table = table_with_devices()
    turn = commands.TurnCards(by=DEALER, at=0, places=(0,), cards=(CARDS["9S"],))
    assert refusal_code(gives(table, turn, table.supervisor)) == "nothing-to-turn"
    assert not decision_approvals(table)


def test_what_lies_face_down_is_not_named_to_who_signs() -> None:
    table = DeviceStation(V4, dealing=Dealing.FACE_DOWN).says(UP).close_bets()
    table.house.check_done(gives(table, draws("9S"), table.supervisor))
    assert decision_approvals(table)[-1].asked.after == "face down to P"


# Who stands beside him


def test_who_keys_never_signs_himself() -> None:
    table = table_with_devices()
    assert refusal_code(gives(table, draws("9S"), table.dealer)) == "own-request"


def test_another_dealer_is_no_second_person() -> None:
    table = table_with_devices()
    other = table.house.person_proof(OTHER_DEALER)
    assert refusal_code(gives(table, draws("9S"), other)) == "may-not-approve"
    assert table.cards == []


def test_who_was_disabled_is_none_either() -> None:
    table = table_with_devices()
    badge = badges(table)[1]
    proof = table.house.begin_session(badge, Purpose.CONFIRM, terminal=table.dealer.terminal)
    table.house.two(ProposePeople(change=DisableAccount(badge=badge, reason="left the house")))
    assert refusal_code(gives(table, draws("9S"), proof)) == "not-signed-in"


def test_a_pin_that_was_keyed_long_ago_signs_nothing() -> None:
    table = table_with_devices()
    proof = table.house.begin_session(badges(table)[1], Purpose.CONFIRM, terminal=table.dealer.terminal)
    table.house.clock.wait(121_000_000)
    assert refusal_code(gives(table, draws("9S"), proof)) == "not-signed-in"


def test_a_pin_signs_one_card_and_no_other() -> None:
    table = table_with_devices()
    proof = table.house.begin_session(badges(table)[1], Purpose.CONFIRM, terminal=table.dealer.terminal)
    table.house.check_done(gives(table, draws("9S"), proof))
    assert refusal_code(gives(table, draws("3H"), proof)) == "not-signed-in"


# At a table for which no device is set up


def by_hand_alone() -> DeviceStation:
    return DeviceStation(V4, kinds={})


def test_where_no_device_is_set_up_the_dealer_keys_alone_and_the_journal_says_who() -> None:
    table = by_hand_alone().close_bets()
    table.house.check_done(gives(table, draws("9S")))
    assert sources(table, CardDrawn) == [Source(keyed_by=badges(table)[0])]


def test_the_house_may_ask_for_a_second_person_there_too() -> None:
    table = by_hand_alone()
    table.house.check_done(table.station.settings.change(table.house.m1, HAND_DEALING, DEALER_AND_SECOND))
    table.close_bets()
    assert refusal_code(gives(table, draws("9S"))) == "second-needed-without-device"
    table.house.check_done(gives(table, draws("9S"), table.supervisor, standing=True))
    assert not isinstance(gives(table, draws("3H")), Refusal)


def test_no_setting_lets_a_dealer_key_alone_beside_a_shoe() -> None:
    table = DeviceStation(V4)
    table.house.check_done(table.station.settings.change(table.house.m1, HAND_DEALING, DEALER_ALONE))
    table.says(UP).close_bets()
    assert refusal_code(gives(table, draws("9S"))) == "second-needed-each"


@pytest.mark.parametrize("value", [0, 3, -1])
def test_it_takes_one_or_two_and_no_other_number(value: int) -> None:
    table = DeviceStation(V4)
    refusal = table.station.settings.change(table.house.m1, HAND_DEALING, value)
    assert refusal_code(refusal) == "no-such-setting"


# What a device tells


def test_a_card_that_the_shoe_has_read_carries_its_report() -> None:
    table = table_with_devices().says(CardRead(sequence="7", card=CARDS["9S"]))
    assert sources(table, CardDrawn) == [Source(device=SHOE, report="7")]


@pytest.mark.assurance("A44")
def test_dice_and_tumbles_carry_theirs_and_the_result_who_announced_it() -> None:
    table = table_with_devices(TAI_SAI)
    table.says(TumblerActivated(sequence="1"), device=TUMBLER)
    table.says(*(TumbleCompleted(sequence=str(each + 1), number=each) for each in (1, 2, 3)), device=TUMBLER)
    table.says(DiceAtRest(sequence="5", dice=Tumble((2, 5, 6)), resting=(Resting.FLAT,) * 3), device=TUMBLER)
    told = Source(device=TUMBLER, report="5")
    assert (sources(table, TumblesCounted), sources(table, DiceRead)) == ([told], [told])
    table.do(commands.AnnounceResult)
    assert sources(table, ResultAnnounced) == [Source(keyed_by=badges(table)[0])]


def test_a_card_that_waits_for_an_answer_keeps_where_it_came_from() -> None:
    table = DeviceStation(V4).says(UP).begin_bets().says(CardRead(sequence="7", card=CARDS["9S"]))
    assert table.case == "card-before-closing"
    table.do(commands.Answer, announced=True)
    assert sources(table, CardDrawn) == [Source(device=SHOE, report="7")]


def test_a_card_that_could_not_be_read_names_the_report_and_who_keyed_it() -> None:
    table = table_with_devices().says(CardUnreadable(sequence="7"))
    table.answer(cards=(CARDS["9S"],), seconded=True)
    dealer, supervisor = badges(table)
    (source,) = sources(table, CardDrawn)
    assert source is not None
    assert (source.device, source.report) == (SHOE, "7")
    assert (source.keyed_by, source.approved_by) == (dealer, supervisor)


def test_a_source_is_kept_as_text() -> None:
    for source in (Source(), Source(device="shoe", report="7|8", keyed_by="D1", approved_by="S1", approval=12)):
        assert Source.from_text(source.text) == source
