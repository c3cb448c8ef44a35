"""A question of a device is answered at the screen with what lies there, or put aside, and is taken as it is."""

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Dealing
from dealer_app.domain.values import replace
from dealer_app.showing.acts import AnswerDevice, PutAside
from dealer_app.showing.blocks import Note
from dealer_app.showing.fingers import HAND_CODE, Panel
from dealer_app.showing.mending import device_question, overlays
from dealer_app.showing.seeing import Seeing
from dealer_app.station.listening.answers import answered
from dealer_app.station.listening.questions import Question, Reply, What
from dealer_app.station.second_codes import SECOND
from tests.support.mending_hands import PIN, pressed, signed
from tests.support.mending_screens import QUESTIONS, asked, blocks_of, control, controls_of, seen
from tests.support.rounds import TAI_SAI, V4, Seated


def _table(what: What) -> Seated:
    dice = what in (What.TUMBLE, What.DICE, What.DICE_UNHEARD)
    return Seated(TAI_SAI if dice else V4).close()


def _seeing(what: What, question: Question) -> Seeing:
    table = _table(what)
    return seen(table.rules, table.state, listening=asked(what, question))


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(What))
def test_every_question_can_be_put_aside(what: What, question: Question) -> None:
    seeing = _seeing(what, question)
    assert device_question.asks(seeing)
    part = device_question.device_question(seeing)
    assert part.primary.act is None
    act = device_question.device_question(pressed(seeing, part, "reply:nothing")).primary.act
    assert isinstance(act, AnswerDevice)
    first = seeing.state.listening.first
    assert first is not None
    assert act.number == 7
    assert answered(first, act.said) == ()


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", [What.CARD, What.CARDS, What.DICE, What.DICE_UNHEARD, What.CUTTING_CARD])
def test_every_question_can_be_answered_with_what_lies_there(what: What, question: Question) -> None:
    seeing = _seeing(what, question)
    by_place = what is What.CARD and question in (Question.OTHER_HAND, Question.NO_HAND)
    seeing = pressed(seeing, device_question.device_question(seeing), "reply:P" if by_place else "reply:deal")
    names = {one.name for one in controls_of(device_question.device_question(seeing))}
    for name in ("rank:9", "suit:H", "put:P", "die:2", "die:5", "die:6", "flat:yes", "cocked:2", "tumbles:3"):
        if name in names:
            seeing = pressed(seeing, device_question.device_question(seeing), name)
    act = device_question.device_question(seeing).primary.act
    assert isinstance(act, AnswerDevice)
    first = seeing.state.listening.first
    assert first is not None
    brought = answered(first, act.said)
    assert not isinstance(brought, Refusal)
    if what is What.CARD:
        assert act.said.cards == (CARDS["9H"],)
    if what is What.DICE:
        assert (act.said.dice, act.said.flat, act.said.tumbles) == ((2, 5, 6), (True, False, True), 3)


def test_several_cards_that_came_unheard_are_keyed_one_after_the_other() -> None:
    seeing = _seeing(What.CARDS, Question.REPORTS_LOST)
    for name in ("reply:deal", "rank:9", "suit:H", "next-card", "rank:K", "suit:S"):
        seeing = pressed(seeing, device_question.device_question(seeing), name)
    act = device_question.device_question(seeing).primary.act
    assert isinstance(act, AnswerDevice)
    assert [card.text for card in act.said.cards] == ["9H", "KS"]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(What))
def test_a_question_calls_the_device_by_what_it_is_in_both_languages(what: What, question: Question) -> None:
    part = device_question.device_question(_seeing(what, question))
    said = (part.instruction, part.why)
    assert not any("shoe 1" in text for each in said for text in (each.first, each.second))
    of_dice = what in (What.TUMBLE, What.DICE, What.DICE_UNHEARD)
    called = ("The tumbler", "骰盅") if of_dice else ("The shoe", "牌靴")
    assert called[0] in part.instruction.first
    assert called[1] in part.instruction.second


def _keyed(seeing: Seeing, *names: str) -> Seeing:
    for name in names:
        seeing = pressed(seeing, device_question.device_question(seeing), name)
    return seeing


def test_cards_are_dealt_by_an_answer_only_once_a_whole_one_is_keyed() -> None:
    for what, question in ((What.CARDS, Question.REPORTS_LOST), (What.CARD, Question.UNREADABLE)):
        seeing = _keyed(_seeing(what, question), "reply:deal")
        assert device_question.device_question(seeing).primary.waits.first == "Key the card"
        seeing = _keyed(seeing, "rank:3")
        assert device_question.device_question(seeing).primary.waits.first == "Key rank and suit"
        seeing = _keyed(seeing, "suit:D")
        assert device_question.device_question(seeing).primary.act is not None
        assert "3♦" in [
            block.title.first for block in blocks_of(device_question.device_question(seeing)) if isinstance(block, Note)
        ]


def test_a_card_that_nobody_has_seen_is_dealt_as_it_lies_where_cards_lie_face_down() -> None:
    table = Seated(V4, dealing=Dealing.FACE_DOWN).close()
    seeing = seen(table.rules, table.state, listening=asked(What.CARDS, Question.REPORTS_LOST))
    seeing = _keyed(seeing, "reply:deal")
    assert isinstance(device_question.device_question(seeing).primary.act, AnswerDevice)


@pytest.mark.parametrize(
    ("what", "question", "deal"),
    [
        (What.CARD, Question.UNREADABLE, ("Deal the card keyed", "No such card")),
        (What.CARD, Question.NOT_NOW, ("The card counts", "It does not count")),
        (What.CARD, Question.SAME_AGAIN, ("There are two", "It is one")),
        (What.CARD, Question.LATE, ("It is one card more", "It is the card keyed")),
        (What.CARDS, Question.REPORTS_LOST, ("These cards were drawn", "No such card")),
        (What.CARDS, Question.DAMAGED, ("These cards were drawn", "No such card")),
    ],
)
def test_an_answer_says_what_it_is_about(what: What, question: Question, deal: tuple[str, str]) -> None:
    part = device_question.device_question(_seeing(what, question))
    assert (control(part, "reply:deal").label.first, control(part, "reply:nothing").label.first) == deal


@pytest.mark.parametrize(("key", "put"), [("P", Place.PLAYER), ("B", Place.BANKER), ("X", Place.NEITHER)])
def test_where_a_card_lies_is_answered_by_the_hand_in_one_touch(key: str, put: Place) -> None:
    seeing = _keyed(_seeing(What.CARD, Question.OTHER_HAND), f"reply:{key}")
    act = device_question.device_question(seeing).primary.act
    assert isinstance(act, AnswerDevice)
    assert (act.said.reply, act.said.put) == (Reply.DEAL, put)


def test_a_question_names_the_card_what_the_device_says_and_where_it_was_expected() -> None:
    table = Seated(V4).close().deal("9H")
    listening = asked(What.CARD, Question.OTHER_HAND, {"destination": "player"})
    part = device_question.device_question(seen(table.rules, table.state, listening=listening))
    assert part.why.first.startswith("Card 2: The shoe says PLAYER, BANKER is due. ")
    assert part.why.second.startswith("第 2 張牌：")


def test_one_answer_is_for_all_that_waits_and_for_nothing_that_comes_meanwhile() -> None:
    listening = asked(What.CARD, Question.OTHER_HAND)
    (first,) = listening.row
    cutting = replace(first, number=9, what=What.CUTTING_CARD, question=Question.WAITS)
    row = (first, replace(first, number=8, question=Question.WAITS), cutting)
    table = _table(What.CARD)
    one = seen(table.rules, table.state, listening=listening)
    assert "reply:all" not in {each.name for each in controls_of(device_question.device_question(one))}
    seeing = seen(table.rules, table.state, listening=replace(listening, row=row))
    part = device_question.device_question(seeing)
    assert control(part, "reply:all").label.first == "None of these 2 lies here"
    act = device_question.device_question(pressed(seeing, part, "reply:all")).primary.act
    assert isinstance(act, PutAside)
    assert act.numbers == (7, 8)


def test_what_waits_its_turn_is_not_asked() -> None:
    table = Seated(V4)
    assert not device_question.asks(seen(table.rules, table.state, listening=asked(What.CARD, Question.WAITS)))
    assert not device_question.asks(seen(table.rules, table.state))


def test_a_card_that_the_device_should_have_read_takes_a_second_person_once_the_station_says_so() -> None:
    seeing = _seeing(What.CARD, Question.UNREADABLE)
    for name in ("reply:deal", "rank:9", "suit:H"):
        seeing = pressed(seeing, device_question.device_question(seeing), name)
    answer = device_question.device_question(seeing).primary.act
    assert isinstance(answer, AnswerDevice)
    fingers = seeing.fingers.closed().but(panel=Panel.HAND, signing=answer).picked(HAND_CODE, SECOND)
    seeing = replace(seeing, fingers=fingers)
    unsigned = overlays.overlay(seeing)
    assert unsigned is not None
    assert unsigned.primary is not None
    assert (unsigned.primary.act, unsigned.primary.waits.first) == (None, "Key the badge of who decides")
    assert "Card 9♥" in repr(unsigned.left_column)
    whole = overlays.overlay(signed(seeing, "S1"))
    assert whole is not None
    assert whole.primary is not None
    act = whole.primary.act
    assert isinstance(act, AnswerDevice)
    assert act.second is not None
    assert (act.second.badge, act.second.pin) == ("S1", PIN)


def test_a_tumble_that_was_not_heard_waits_for_all_that_has_to_be_known_of_it() -> None:
    seeing = _keyed(_seeing(What.DICE_UNHEARD, Question.REPORTS_LOST), "reply:deal")
    steps = (
        (("die:5", "die:3"), "Key three dice"),
        (("die:3",), "Choose: do they lie flat?"),
        (("flat:yes",), "Count the tumbles"),
    )
    for names, waits in steps:
        part = device_question.device_question(seeing := _keyed(seeing, *names))
        assert part.primary.act is None
        assert part.primary.waits.first == waits
    act = device_question.device_question(_keyed(seeing, "tumbles:3")).primary.act
    assert isinstance(act, AnswerDevice)
    assert (act.said.dice, act.said.flat, act.said.tumbles) == ((5, 3, 3), (True, True, True), 3)


def test_of_a_tumble_only_what_the_tumbler_did_not_tell_is_waited_for() -> None:
    hidden = {"dice": "1-2-3", "tumbles": "3", "resting": "flat flat not-reported"}
    table = _table(What.DICE)
    seeing = seen(table.rules, table.state, listening=asked(What.DICE, Question.NOT_NOW, hidden))
    seeing = _keyed(seeing, "reply:deal")
    assert device_question.device_question(seeing).primary.waits.first == "Choose: do they lie flat?"
    assert device_question.device_question(_keyed(seeing, "cocked:3")).primary.act is not None
