"""Trouble that a trainer arms: every kind in every game comes in each of the four ways, by real bytes of devices."""

from collections.abc import Iterator

import pytest

from dealer_app.device_questions import DeviceKind, Question
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.values import replace
from dealer_app.practice.dealt_rounds import deal_scenario
from dealer_app.practice.device_reports import DeviceAnswer, DeviceStop, list_device_answers
from dealer_app.practice.grading import grade_answer
from dealer_app.practice.round_moment import Moment
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.round_questions import ask_moment
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.scenario_check import scenario_table
from dealer_app.practice.troubles import (
    TROUBLES,
    ArmedTrouble,
    Arming,
    StepPlace,
    Trouble,
    step_places,
    table_troubles,
    trigger_events,
)
from dealer_app.rulebooks import GAMES
from dealer_app.wiring import make_practised_device

MOST_SEEDS = 60
MOST_MOMENTS = 80
LONG = 3_600_000
"""Milliseconds: in an hour whatever comes sixty times an hour has come."""
SHOE_FAULTS = tuple(code for code, each in TROUBLES.items() if each.device is DeviceKind.SHOE)
TUMBLER_FAULTS = tuple(code for code, each in TROUBLES.items() if each.device is DeviceKind.TUMBLER)
OF_CARDS = {
    "card-too-many",
    "two-at-once",
    "on-wrong-hand",
    "foreign-card",
    "bet-late",
    "power-cut",
    "guest-gone",
    *SHOE_FAULTS,
    "card-too-soon",
    "two-at-once-order-seen",
    "order-lost",
    "third-card-forgotten",
    "hand-miscounted",
    "deck-miscounted",
    "never-shuffled",
    "shoe-empty",
    "seen-in-device",
    "bet-taken-back",
    "bet-moved",
    "display-wrong",
    "uncovered",
}
EXPECTED = {
    "tiger-buffalo-v4": OF_CARDS,
    "tiger-buffalo-insurance": {*OF_CARDS, "offer-missed"},
    "tiger-baccarat-mbs-v3": {*OF_CARDS, "device-reset"},
    "tai-sai-open-cover-v5": {
        "bet-late",
        "die-leaning",
        "power-cut",
        "guest-gone",
        *TUMBLER_FAULTS,
        "too-few-tumbles",
        "tumbled-too-early",
        "die-damaged",
        "lamps-wrong",
        "bet-taken-back",
        "bet-moved",
        "display-wrong",
        "uncovered",
    },
}


def open_play(game: str, seed: int, *, settings: str = "") -> RoundPlay:
    """A dealt round without a trouble of its own, at a table with a simulated device."""
    table = scenario_table(game, "A")
    scenario = replace(deal_scenario(table, seed), step=(), table=settings)
    return RoundPlay(scenario, table, seed=seed, make_device=make_practised_device)


def offered(play: RoundPlay) -> tuple[Trouble, ...]:
    table = play.session.state.table
    assert table is not None
    return table_troubles(play.table.rules, table, has_device=True)


def armings(play: RoundPlay, trouble: str, when: Arming) -> Iterator[ArmedTrouble]:
    """This trouble armed in this way, with each step or event that there is."""
    rules = play.table.rules
    match when:
        case Arming.NOW:
            yield ArmedTrouble(number=1, trouble=trouble, when=when)
        case Arming.STEP:
            yield from (ArmedTrouble(number=1, trouble=trouble, when=when, step=each) for each in step_places(rules))
        case Arming.EVENT:
            yield from (
                ArmedTrouble(number=1, trouble=trouble, when=when, event=each) for each in trigger_events(rules)
            )
        case Arming.RATE:
            yield ArmedTrouble(number=1, trouble=trouble, when=when, rate=60)


def play_out(play: RoundPlay) -> list[Moment]:
    """By the book to its end, while an hour passes at each moment; gives the moments since something came."""
    seen: list[Moment] = []
    for _ in range(MOST_MOMENTS):
        if play.over:
            return seen
        play.look_for_trouble()
        play.wait(LONG)
        assert play.moment is not None
        ask_moment(play)
        if play.struck:
            seen.append(play.moment)
        play.play_book()
    raise AssertionError("the round does not end")


def let_come(game: str, trouble: str, when: Arming, settings: str = "") -> list[Moment]:
    """In the first round in which it can come; the moments of it."""
    for seed in range(1, MOST_SEEDS):
        for armed in armings(open_play(game, seed, settings=settings), trouble, when):
            play = open_play(game, seed, settings=settings)
            play.armed.arm(armed)
            seen = play_out(play)
            if play.struck:
                assert play.struck == [1], "once and no more"
                return seen
    raise AssertionError(f"{trouble} never comes {when.value} in {game}")


def check_seen(trouble: Trouble, seen: list[Moment]) -> None:
    """What the trainee has to see of it: play stops, or the device has said something twice."""
    if trouble.device is not None:
        device = next(each.device for each in seen if each.device is not None)
        assert (device.kind, device.fault) == (trouble.device, trouble.fault)
        return
    kinds = {IrregularityKind(each.case.trouble) for each in seen if each.case is not None}
    opens = {IrregularityKind.OTHER} if trouble.code == "card-too-soon" else {trouble.kind}
    assert kinds & opens, f"{trouble.code}: {kinds}"


@pytest.mark.parametrize("when", list(Arming))
@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_trouble_comes_armed_in_this_way(game: str, when: Arming) -> None:
    kinds = offered(open_play(game, 1))
    assert {each.code for each in kinds} == EXPECTED[game]
    for trouble in kinds:
        check_seen(trouble, let_come(game, trouble.code, when))


@pytest.mark.parametrize("when", list(Arming))
def test_dealt_face_down_there_is_more_that_can_go_wrong(when: Arming) -> None:
    game, settings = "tiger-baccarat-mbs-v3", "dealing=face-down method=A"
    kinds = offered(open_play(game, 1, settings=settings))
    more = {each.code for each in kinds} - EXPECTED[game]
    assert more == {"turned-up", "to-wrong-person", "cards-kept-back"}
    for trouble in kinds:
        if trouble.code in {*more, *SHOE_FAULTS, "card-too-many"}:
            check_seen(trouble, let_come(game, trouble.code, when, settings))


def test_all_that_there_is_can_be_armed_somewhere() -> None:
    face_down = {
        each.code for each in offered(open_play("tiger-baccarat-mbs-v3", 1, settings="dealing=face-down method=A"))
    }
    assert set().union(*EXPECTED.values(), face_down) == set(TROUBLES)


def device_stop(game: str, trouble: str, seed: int = 1) -> tuple[RoundPlay, DeviceStop]:
    """The round at the moment at which the device is seen to have failed, on its third card, or on its dice."""
    play = open_play(game, seed)
    place = StepPlace(RoundStep.READ_DICE) if play.table.rules.baccarat is None else StepPlace(RoundStep.DRAW_PLAYER, 3)
    play.armed.arm(ArmedTrouble(number=1, trouble=trouble, when=Arming.STEP, step=place))
    while play.moment is None or play.moment.device is None:
        play.look_for_trouble()
        play.play_book()
    return play, play.moment.device


@pytest.mark.parametrize(
    ("fault", "question", "answer"),
    [
        ("silence", None, DeviceAnswer.KEY_IT),
        ("lost-report", None, DeviceAnswer.KEY_IT),
        ("loss", Question.DAMAGED, DeviceAnswer.KEY_IT),
        ("bad-checksum", Question.DAMAGED, DeviceAnswer.KEY_IT),
        ("unplug", Question.DAMAGED, DeviceAnswer.KEY_IT),
        ("unreadable", Question.UNREADABLE, DeviceAnswer.KEY_IT),
        ("reset-mid-round", Question.DEVICE_RESET, DeviceAnswer.NOTHING),
    ],
)
def test_what_lies_on_the_table_counts_whatever_the_shoe_has_said(
    fault: str, question: Question | None, answer: DeviceAnswer
) -> None:
    play, stop = device_stop("tiger-buffalo-v4", f"shoe-{fault}")
    assert stop.question is question
    moment = play.moment
    assert moment is not None
    assert moment.due == (RoundStep.STOP,)
    known = 3 if answer is DeviceAnswer.NOTHING else 2
    assert moment.state.round is not None
    assert len(moment.state.round.cards) == known
    asked = ask_moment(play).questions
    assert [each.question.code for each in asked] == ["round-step", "device-card"]
    marks = {each: grade_answer(asked[1].question, (each.value,)).right for each in list_device_answers(stop.kind)}
    assert [each for each, right in marks.items() if right] == [answer]
    play.play_book()
    assert play.moment is not None
    assert play.moment.state.round is not None
    assert len(play.moment.state.round.cards) == 3, "it is on record once"
    assert play.moment.device is None


def test_a_report_that_comes_twice_counts_once_and_stops_nothing() -> None:
    play, stop = device_stop("tiger-buffalo-v4", "shoe-repeat")
    assert stop.is_repeat
    assert not stop.stops_play
    assert play.moment is not None
    assert play.moment.due == (RoundStep.DRAW_BANKER,), "who stops here is wrong"
    assert play.moment.state.round is not None
    assert len(play.moment.state.round.cards) == 3


def test_dice_that_the_tumbler_has_not_reported_are_keyed() -> None:
    play, stop = device_stop("tai-sai-open-cover-v5", "tumbler-lost-report")
    assert stop.right is DeviceAnswer.KEY_IT
    asked = ask_moment(play).questions
    assert [each.question.code for each in asked] == ["round-step", "device-dice"]
    assert DeviceAnswer.DRAW_AGAIN.value not in asked[1].question.choices, "there is no card"
    play.play_book()
    assert play.moment is not None
    assert play.moment.state.round is not None
    assert play.moment.state.round.dice is not None


def test_with_a_device_that_works_a_round_goes_as_it_does_by_hand() -> None:
    for game in GAMES:
        table = scenario_table(game, "A")
        for seed in range(1, 12):
            scenario = deal_scenario(table, seed)
            by_hand, reported = RoundPlay(scenario, table, seed=seed), open_play(game, seed)
            reported = RoundPlay(scenario, table, seed=seed, make_device=make_practised_device)
            for play in (by_hand, reported):
                while not play.over:
                    play.play_book()
            assert reported.lines == by_hand.lines


def test_a_fork_has_a_device_of_its_own() -> None:
    play = open_play("tiger-buffalo-v4", 1)
    play.play_book()
    play.play_book()
    fork = play.fork()
    fork.armed.arm(ArmedTrouble(number=1, trouble="shoe-silence", when=Arming.NOW))
    assert [each.device is not None for each in play_out(fork)].count(True) == 1
    assert all(each.device is None for each in play_out(play))
    assert play.struck == []


def test_at_most_so_often() -> None:
    for most in (1, 3):
        play = open_play("tiger-buffalo-v4", 1)
        play.armed.arm(ArmedTrouble(number=1, trouble="display-wrong", when=Arming.RATE, rate=60, most=most))
        play_out(play)
        assert len(play.struck) == most


def test_what_the_table_does_not_allow_waits() -> None:
    play = open_play("tiger-buffalo-v4", 1)
    play.armed.arm(ArmedTrouble(number=1, trouble="card-too-many", when=Arming.NOW))
    assert not play.look_for_trouble()
    while not play.struck:
        assert play.moment is not None
        assert play.moment.due[0] is not RoundStep.STOP
        play.play_book()
    assert play.moment is not None
    assert play.moment.case is not None
    assert play.moment.case.trouble == "excess-card", "it came when both hands were finished"


def test_a_table_by_hand_has_no_device_to_fail() -> None:
    table = scenario_table("tiger-buffalo-v4", "A")
    play = RoundPlay(deal_scenario(table, 1), table, seed=1)
    assert play.session.state.table is not None
    kinds = table_troubles(table.rules, play.session.state.table, has_device=False)
    assert {each.code for each in kinds} == OF_CARDS - set(SHOE_FAULTS)


def test_face_down_a_silent_shoe_keeps_the_card_hidden() -> None:
    play = open_play("tiger-baccarat-mbs-v3", 1, settings="dealing=face-down")
    assert play.session.state.table is not None
    assert play.session.state.table.dealing is Dealing.FACE_DOWN
    play.armed.arm(ArmedTrouble(number=1, trouble="shoe-silence", when=Arming.NOW))
    seen = play_out(play)
    device = next(each.device for each in seen if each.device is not None)
    assert getattr(device.unheard, "card", "none") is None, "nobody knows it before it is turned"
