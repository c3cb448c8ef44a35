"""What a tumbler says: early starts, too few tumbles, dice that do not lie flat, faults, lamps (Tai Sai 3.7, 5.5)."""

from itertools import product

import pytest

from dealer_app.device_questions import EntrySubject, Question, has_early_tumble
from dealer_app.devices.device_state import USUAL_AUTOMATION, Automation, ListeningSettings, Log, RecordIncident, Send
from dealer_app.devices.match import Asks, Holds, Over
from dealer_app.devices.report_intake import AutomaticSteps, forget_tumbling
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Command, Phase
from dealer_app.observations import (
    DeviceError,
    DiceAtRest,
    DiceUnreadable,
    ErrorRaised,
    LightAreas,
    LineDown,
    NotDone,
    ReportsLost,
    RequestDone,
    RequestFailed,
    Resting,
    TumbleCompleted,
    TumblerActivated,
)
from dealer_app.station_events import Incident
from tests.station.listening.device_table import TUMBLER, DeviceTable
from tests.support.rounds import TAI_SAI, V4, RoundTable

FLAT = (Resting.FLAT,) * 3
COCKED = (Resting.FLAT, Resting.FLAT, Resting.COCKED)
UNTOLD = (Resting.NOT_REPORTED,) * 3


def betting() -> DeviceTable:
    return DeviceTable(RoundTable(TAI_SAI).bets(("big", 1000, None)))


def closed() -> DeviceTable:
    return DeviceTable(RoundTable(TAI_SAI).bets(("big", 1000, None)).close())


def ran(table: DeviceTable, tumbles: int = 3, *, first: int = 1) -> DeviceTable:
    table.tumbler(TumblerActivated(sequence="1"))
    for number in range(first, tumbles + 1):
        table.tumbler(TumbleCompleted(sequence=str(number + 1), number=number))
    return table


def rested(table: DeviceTable, resting: tuple[Resting, Resting, Resting] = FLAT) -> DeviceTable:
    table.tumbler(DiceAtRest(sequence="9", dice=Tumble((2, 5, 6)), resting=resting))
    return table


def command(table: DeviceTable) -> object:
    found = table.judge_first()
    assert isinstance(found, Command), found
    return found


def test_tumbles_and_dice_are_given_one_after_the_other() -> None:
    table = rested(ran(closed()))
    counting = command(table)
    assert isinstance(counting, commands.CountTumbles)
    assert counting.tumbles == 3
    table.seated.do(commands.CountTumbles, tumbles=3)
    reading = command(table)
    assert isinstance(reading, commands.ReadDice)
    assert (reading.dice, reading.flat) == ((2, 5, 6), (True, True, True))
    table.seated.do(commands.ReadDice, dice=(2, 5, 6))
    assert isinstance(table.judge_first(), Over)


@pytest.mark.clause("tai-sai-open-cover-v5", "5.5.3")
def test_a_start_before_no_more_bets_is_asked_and_closing_waits() -> None:
    table = betting()
    table.tumbler(TumblerActivated(sequence="1"))
    assert table.questions == [Question.STARTED_EARLY]
    assert has_early_tumble(table.listening)
    assert isinstance(table.judge_first(), Holds)
    table.tumbler(TumblerActivated(sequence="2"))
    assert table.questions == [Question.STARTED_EARLY]


@pytest.mark.clause("tai-sai-open-cover-v5", "5.5.3")
def test_an_early_tumble_at_rest_goes_to_the_engine_which_asks() -> None:
    table = rested(ran(betting()))
    assert isinstance(table.judge_first(), Over)
    table.listening = type(table.listening)(row=table.listening.row[1:])
    assert has_early_tumble(table.listening)
    assert isinstance(command(table), commands.CountTumbles)
    table.seated.do(commands.CountTumbles, tumbles=3)
    assert table.seated.cases_opened() == ["tumble-before-closing"]
    assert isinstance(table.judge_first(), Holds)


def test_an_early_start_that_was_none_is_not_relied_on_later() -> None:
    table = ran(betting())
    table.devices[TUMBLER] = forget_tumbling(table.devices[TUMBLER])
    table.listening = type(table.listening)()
    table.seated.close()
    rested(table)
    assert table.judge_first() == Asks(Question.HOW_THEY_LIE)


@pytest.mark.clause("tai-sai-open-cover-v5", "5.5.1")
@pytest.mark.parametrize("tumbles", [0, 1, 2])
def test_fewer_than_three_tumbles_are_told_to_the_engine_as_they_were(tumbles: int) -> None:
    counting = command(rested(ran(closed(), tumbles)))
    assert isinstance(counting, commands.CountTumbles)
    assert counting.tumbles == tumbles


@pytest.mark.clause("tai-sai-open-cover-v5", "3.7")
@pytest.mark.parametrize("tumbles", range(8))
def test_only_a_tumble_of_three_or_more_lets_its_dice_be_read(tumbles: int) -> None:
    """What the tumbler tells is given as it judges it, until it has nothing more to give."""
    table = given_all(rested(ran(closed(), tumbles)))
    assert table.seated.round.tumbles == tumbles
    valid = tumbles >= 3
    assert table.seated.round.dice == ((2, 5, 6) if valid else None)
    assert table.seated.cases_opened() == ([] if valid else ["too-few-tumbles"])
    if not valid:
        table.seated.resolve()
        assert (table.seated.round.phase, table.seated.is_returned("big")) == (Phase.VOID, True)


@pytest.mark.clause("tai-sai-open-cover-v5", "3.8")
def test_the_top_faces_are_the_result_if_every_die_lies_flat_and_else_there_is_none() -> None:
    faces = range(1, 7)
    for dice, flat in product(product(faces, faces, faces), product((True, False), repeat=3)):
        table = ran(closed())
        resting = tuple(Resting.FLAT if each else Resting.COCKED for each in flat)
        table.tumbler(DiceAtRest(sequence="9", dice=Tumble(dice), resting=(resting[0], resting[1], resting[2])))
        given_all(table)
        if not all(flat):
            assert (table.seated.round.dice, table.seated.cases_opened()) == (None, ["cocked-die"])
            continue
        table.seated.finish()
        big = sum(dice) >= 11 and len(set(dice)) > 1
        assert table.seated.find_events(events.ResultAnnounced)[0].outcome == "-".join(map(str, dice))
        assert table.seated.net("big") == (1000 if big else -1000)


def given_all(table: DeviceTable) -> DeviceTable:
    """All that the device may give is given to the engine, as the station does it."""
    while isinstance(given := table.judge_first(), Command):
        assert isinstance(given, commands.CountTumbles | commands.ReadDice)
        if isinstance(given, commands.CountTumbles):
            table.seated.do(commands.CountTumbles, tumbles=given.tumbles)
        else:
            table.seated.do(commands.ReadDice, dice=given.dice, flat=given.flat)
    return table


@pytest.mark.clause("tai-sai-open-cover-v5", "5.5.2")
def test_a_cocked_die_is_told_to_the_engine() -> None:
    table = rested(ran(closed()), COCKED)
    table.seated.do(commands.CountTumbles, tumbles=3)
    reading = command(table)
    assert isinstance(reading, commands.ReadDice)
    assert reading.flat == (True, True, False)
    table.seated.do(commands.ReadDice, dice=reading.dice, flat=reading.flat)
    assert table.seated.cases_opened() == ["cocked-die"]


def test_a_device_that_tells_neither_tumbles_nor_flatness_is_confirmed_by_the_dealer() -> None:
    """bin7a tells only three faces."""
    assert rested(closed(), UNTOLD).judge_first() == Asks(Question.HOW_THEY_LIE)


def test_flat_dice_whose_tumbles_were_not_counted_are_confirmed_by_the_dealer() -> None:
    assert rested(closed()).judge_first() == Asks(Question.HOW_THEY_LIE)


@pytest.mark.parametrize(
    "doubt",
    [
        ErrorRaised(sequence="5", error=DeviceError.OTHER, code="12"),
        ReportsLost(sequence="7", expected="5", at_least=2),
        TumblerActivated(sequence="5"),
        TumbleCompleted(sequence="5", number=5),
    ],
)
def test_a_tumble_in_which_something_went_wrong_is_confirmed_by_the_dealer(doubt: object) -> None:
    table = ran(closed())
    table.tumbler(doubt)  # type: ignore[arg-type]
    table.listening = type(table.listening)()
    assert rested(table).judge_first() == Asks(Question.HOW_THEY_LIE)


def test_a_fault_code_is_in_the_journal() -> None:
    following = closed().tumbler(ErrorRaised(sequence="5", error=DeviceError.OTHER, code="12"))
    assert following == (RecordIncident(incident=Incident.TROUBLE, detail="other 12"),)


def test_dice_that_could_not_be_read_are_asked() -> None:
    table = ran(closed())
    table.tumbler(DiceUnreadable(sequence="9"))
    assert table.questions == [Question.DICE_UNREADABLE]
    assert isinstance(table.judge_first(), Holds)


def test_reports_missed_in_a_round_are_asked_and_between_rounds_not() -> None:
    gap = ReportsLost(sequence="7", expected="5", at_least=2)
    table = closed()
    table.tumbler(gap)
    table.tumbler(LineDown(fault="gone", said=""))
    assert [entry.what for entry in table.listening.row] == [EntrySubject.DICE_UNHEARD]
    done = closed()
    done.seated.roll(2, 5, 6)
    assert [type(each) for each in done.tumbler(gap)] == [Log]


def test_what_was_asked_of_missed_dice_is_over_when_they_were_read_by_hand() -> None:
    table = closed()
    table.tumbler(LineDown(fault="gone", said=""))
    assert isinstance(table.judge_first(), Holds)
    table.seated.roll(2, 5, 6)
    assert isinstance(table.judge_first(), Over)


def test_the_same_dice_again_are_nothing_new_and_others_are_a_question() -> None:
    table = rested(closed(), UNTOLD)
    table.seated.roll(2, 5, 6)
    assert isinstance(table.judge_first(), Over)
    other = rested(closed(), UNTOLD)
    other.seated.roll(2, 5, 5)
    assert other.judge_first() == Asks(Question.DICE_DIFFER)


def test_dice_of_a_round_that_is_over_are_forgotten() -> None:
    table = rested(closed(), UNTOLD)
    table.seated.roll(2, 5, 6).finish()
    assert isinstance(table.judge_first(), Over)


def test_dice_between_rounds_are_a_line_in_the_log() -> None:
    table = DeviceTable(RoundTable(TAI_SAI, begun=False))
    for observation in (
        TumblerActivated(),
        TumbleCompleted(number=1),
        DiceAtRest(dice=Tumble((1, 1, 2)), resting=FLAT),
    ):
        assert [type(each) for each in table.tumbler(observation)] == [Log]


def test_dice_while_nobody_is_signed_in_are_asked_about_later() -> None:
    assert rested(ran(closed())).leave().judge_first() == Asks(Question.NOBODY_THERE)


def test_a_station_that_takes_nothing_by_itself_asks_for_the_dice() -> None:
    by_hand = ListeningSettings(terminal="table", automation=frozenset())
    assert rested(ran(closed())).with_settings(by_hand).judge_first() == Asks(Question.CONFIRM)


# Lamps


def test_lamps_show_what_won_when_it_is_announced_and_go_out_after_the_round() -> None:
    table, watch = closed(), AutomaticSteps()
    assert watch.lamp_change(table.view) is None
    table.seated.roll(2, 5, 6)
    assert watch.lamp_change(table.view) is None
    table.seated.announce()
    lit = watch.lamp_change(table.view)
    assert lit is not None
    assert {"big", "sum:13", "domino:25"} <= set(lit)
    assert "small" not in lit
    assert watch.lamp_change(table.view) is None
    table.seated.finish()
    assert watch.lamp_change(table.view) == ()


def test_lamps_are_left_alone_where_the_settings_say_so_and_where_there_are_no_dice() -> None:
    table = closed()
    table.seated.roll(2, 5, 6).announce()
    dark = ListeningSettings(terminal="table", automation=USUAL_AUTOMATION - {Automation.LIGHT_LAMPS})
    assert AutomaticSteps().lamp_change(table.with_settings(dark).view) is None
    assert AutomaticSteps().lamp_change(DeviceTable(RoundTable(V4)).view) is None


@pytest.mark.clause("tai-sai-open-cover-v5", "5.10")
@pytest.mark.parametrize("why", [NotDone.REFUSED, NotDone.TIMED_OUT, NotDone.LINE_LOST, NotDone.TOO_MANY])
def test_lamps_that_fail_are_the_trouble_of_the_lamps(why: NotDone) -> None:
    table = closed()
    following = table.tumbler(RequestFailed(request=LightAreas(areas=("big",)), why=why))
    assert following[0] == RecordIncident(incident=Incident.TROUBLE, detail="lamps")
    assert isinstance(following[1], Send)
    assert isinstance(following[1].command, commands.Report)
    assert following[1].command.trouble == "wrong-lamps"


@pytest.mark.clause("tai-sai-open-cover-v5", "5.10")
@pytest.mark.parametrize("dice", [(1, 1, 2), (4, 4, 4), (2, 5, 6)])
def test_whatever_the_lamps_do_bets_are_settled_by_the_dice(dice: tuple[int, int, int]) -> None:
    """Lamps that stay dark, show other areas or are reported by the dealer change no line of the settlement."""

    def settled(*lamps: RequestFailed | RequestDone | None) -> object:
        table = DeviceTable(
            RoundTable(TAI_SAI).bets(("big", 1000, None), ("small", 600, None), ("single:4", 100, None)).close()
        )
        table.seated.roll(*dice)
        for said in lamps:
            following = () if said is None else table.tumbler(said)
            for each in following:
                if isinstance(each, Send) and isinstance(each.command, commands.Report):
                    table.seated.do(commands.Report, trouble=each.command.trouble, text=each.command.text)
            if said is None:
                table.seated.report(IrregularityKind.WRONG_LAMPS)
        return table.seated.finish().find_events(events.ResultAnnounced)[0].settled

    by_the_dice = settled()
    wrong = ("big", "small", "any_triple")
    for why in (NotDone.REFUSED, NotDone.TIMED_OUT, NotDone.LINE_LOST, NotDone.TOO_MANY):
        assert settled(RequestFailed(request=LightAreas(areas=wrong), why=why)) == by_the_dice
    assert settled(RequestDone(request=LightAreas(areas=wrong))) == by_the_dice
    assert settled(None) == by_the_dice


@pytest.mark.parametrize("why", [NotDone.READ_ONLY, NotDone.NOT_SUPPORTED])
def test_a_device_without_lamps_is_no_trouble(why: NotDone) -> None:
    following = closed().tumbler(RequestFailed(request=LightAreas(areas=("big",)), why=why))
    assert [type(each) for each in following] == [Log]


def test_lamps_that_stay_lit_change_no_result() -> None:
    following = closed().tumbler(RequestFailed(request=LightAreas(areas=()), why=NotDone.TIMED_OUT))
    assert [type(each) for each in following] == [RecordIncident]


def test_lamps_that_light_again_are_in_trouble_no_more() -> None:
    table = closed().lamps_broken()
    table.tumbler(RequestDone(request=LightAreas(areas=("big",))))
    assert not table.listening.devices[TUMBLER].error
