"""A question of a device is answered at the screen with what lies there, or put aside, and is taken as it is."""

import pytest

from dealer_app.device_questions import EntrySubject, Question, Reply
from dealer_app.devices.answers import resolve_answer
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.values import replace
from dealer_app.screens import presenter
from dealer_app.screens.actions import AnswerDevice, PutAside
from dealer_app.screens.blocks import KeysBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import SECOND_REASON_PICK, Panel
from dealer_app.screens.irregularity import question_rail
from dealer_app.station.two_people import SECOND_CODE
from tests.screens.irregularity_hands import PIN, key_signature, press_control
from tests.screens.irregularity_screens import QUESTIONS, find_control, make_question, part_blocks, part_controls
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context


def _table(what: EntrySubject) -> RoundTable:
    dice = what in (EntrySubject.TUMBLE, EntrySubject.DICE, EntrySubject.DICE_UNHEARD)
    return RoundTable(TAI_SAI if dice else V4).close()


def _seeing(what: EntrySubject, question: Question) -> ScreenContext:
    table = _table(what)
    return make_context(table.rules, table.state, listening=make_question(what, question))


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(EntrySubject))
def test_every_question_can_be_put_aside(what: EntrySubject, question: Question) -> None:
    context = _seeing(what, question)
    assert question_rail.has_device_question(context)
    part = question_rail.device_question_rail(context)
    assert part.primary.act is None
    act = question_rail.device_question_rail(press_control(context, part, "reply:nothing")).primary.act
    assert isinstance(act, AnswerDevice)
    first = context.state.listening.first_entry
    assert first is not None
    assert act.number == 7
    assert resolve_answer(first, act.answer) == ()


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "what",
    [EntrySubject.CARD, EntrySubject.CARDS, EntrySubject.DICE, EntrySubject.DICE_UNHEARD, EntrySubject.CUTTING_CARD],
)
def test_every_question_can_be_answered_with_what_lies_there(what: EntrySubject, question: Question) -> None:
    context = _seeing(what, question)
    by_place = what is EntrySubject.CARD and question in (Question.OTHER_HAND, Question.NO_HAND)
    context = press_control(
        context, question_rail.device_question_rail(context), "reply:P" if by_place else "reply:deal"
    )
    names = {one.name for one in part_controls(question_rail.device_question_rail(context))}
    for name in ("rank:9", "suit:H", "put:P", "die:2", "die:5", "die:6", "flat:yes", "cocked:2", "tumbles:3"):
        if name in names:
            context = press_control(context, question_rail.device_question_rail(context), name)
    act = question_rail.device_question_rail(context).primary.act
    assert isinstance(act, AnswerDevice)
    first = context.state.listening.first_entry
    assert first is not None
    brought = resolve_answer(first, act.answer)
    assert not isinstance(brought, Refusal)
    if what is EntrySubject.CARD:
        assert act.answer.cards == (CARDS["9H"],)
    if what is EntrySubject.DICE:
        assert (act.answer.dice, act.answer.flat, act.answer.tumbles) == ((2, 5, 6), (True, False, True), 3)


def test_several_cards_that_came_unheard_are_keyed_one_after_the_other() -> None:
    context = _seeing(EntrySubject.CARDS, Question.REPORTS_LOST)
    for name in ("reply:deal", "rank:9", "suit:H", "next-card", "rank:K", "suit:S"):
        context = press_control(context, question_rail.device_question_rail(context), name)
    act = question_rail.device_question_rail(context).primary.act
    assert isinstance(act, AnswerDevice)
    assert [card.text for card in act.answer.cards] == ["9H", "KS"]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(EntrySubject))
def test_a_question_calls_the_device_by_what_it_is_in_both_languages(what: EntrySubject, question: Question) -> None:
    part = question_rail.device_question_rail(_seeing(what, question))
    said = (part.instruction, part.why)
    assert not any("shoe 1" in text for each in said for text in (each.first, each.second))
    of_dice = what in (EntrySubject.TUMBLE, EntrySubject.DICE, EntrySubject.DICE_UNHEARD)
    called = ("The tumbler", "骰盅") if of_dice else ("The shoe", "牌靴")
    assert called[0] in part.instruction.first
    assert called[1] in part.instruction.second


def _keyed(context: ScreenContext, *names: str) -> ScreenContext:
    for name in names:
        context = press_control(context, question_rail.device_question_rail(context), name)
    return context


def test_cards_are_dealt_by_an_answer_only_once_a_whole_one_is_keyed() -> None:
    for what, question in ((EntrySubject.CARDS, Question.REPORTS_LOST), (EntrySubject.CARD, Question.UNREADABLE)):
        context = _keyed(_seeing(what, question), "reply:deal")
        assert question_rail.device_question_rail(context).primary.waits.first == "Key in the card"
        context = _keyed(context, "rank:3")
        assert question_rail.device_question_rail(context).primary.waits.first == "Key in rank and suit"
        context = _keyed(context, "suit:D")
        assert question_rail.device_question_rail(context).primary.act is not None
        assert any(
            "3♦" in block.title.first
            for block in part_blocks(question_rail.device_question_rail(context))
            if isinstance(block, KeysBlock)
        )


def test_a_card_that_nobody_has_seen_is_dealt_as_it_lies_where_cards_lie_face_down() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).close()
    context = make_context(table.rules, table.state, listening=make_question(EntrySubject.CARDS, Question.REPORTS_LOST))
    context = _keyed(context, "reply:deal")
    assert isinstance(question_rail.device_question_rail(context).primary.act, AnswerDevice)


@pytest.mark.parametrize(
    ("what", "question", "deal"),
    [
        (EntrySubject.CARD, Question.UNREADABLE, ("Deal the card keyed in", "No such card")),
        (EntrySubject.CARD, Question.NOT_NOW, ("The card counts", "It does not count")),
        (EntrySubject.CARD, Question.SAME_AGAIN, ("There are two", "It is one")),
        (EntrySubject.CARD, Question.LATE, ("It is one card more", "It is the card keyed in")),
        (EntrySubject.CARDS, Question.REPORTS_LOST, ("These cards were drawn", "No such card")),
        (EntrySubject.CARDS, Question.DAMAGED, ("These cards were drawn", "No such card")),
    ],
)
def test_an_answer_says_what_it_is_about(what: EntrySubject, question: Question, deal: tuple[str, str]) -> None:
    part = question_rail.device_question_rail(_seeing(what, question))
    assert (find_control(part, "reply:deal").label.first, find_control(part, "reply:nothing").label.first) == deal


@pytest.mark.parametrize(("key", "put"), [("P", Place.PLAYER), ("B", Place.BANKER), ("X", Place.NEITHER)])
def test_where_a_card_lies_is_answered_by_the_hand_in_one_touch(key: str, put: Place) -> None:
    context = _keyed(_seeing(EntrySubject.CARD, Question.OTHER_HAND), f"reply:{key}")
    act = question_rail.device_question_rail(context).primary.act
    assert isinstance(act, AnswerDevice)
    assert (act.answer.reply, act.answer.put) == (Reply.DEAL, put)


def test_a_question_names_the_card_what_the_device_says_and_where_it_was_expected() -> None:
    table = RoundTable(V4).close().deal("9H")
    listening = make_question(EntrySubject.CARD, Question.OTHER_HAND, {"destination": "player"})
    part = question_rail.device_question_rail(make_context(table.rules, table.state, listening=listening))
    assert part.why.first.startswith("Card 2: The shoe says PLAYER, BANKER is due. ")
    assert part.why.second.startswith("第 2 張牌：")


def test_a_device_that_says_what_is_due_is_not_told_as_if_it_said_otherwise() -> None:
    table = RoundTable(V4).close().deal("9H")
    listening = make_question(EntrySubject.CARD, Question.LATE, {"destination": "banker"})
    part = question_rail.device_question_rail(make_context(table.rules, table.state, listening=listening))
    assert part.why.first.startswith("Card 2: BANKER is due. ")


def test_one_answer_is_for_all_that_waits_and_for_nothing_that_comes_meanwhile() -> None:
    listening = make_question(EntrySubject.CARD, Question.OTHER_HAND)
    (first,) = listening.row
    cutting = replace(first, number=9, what=EntrySubject.CUTTING_CARD, question=Question.WAITS)
    row = (first, replace(first, number=8, question=Question.WAITS), cutting)
    table = _table(EntrySubject.CARD)
    one = make_context(table.rules, table.state, listening=listening)
    assert "reply:all" not in {each.name for each in part_controls(question_rail.device_question_rail(one))}
    context = make_context(table.rules, table.state, listening=replace(listening, row=row))
    part = question_rail.device_question_rail(context)
    assert find_control(part, "reply:all").label.first == "All 2 reports: nothing on the table"
    act = question_rail.device_question_rail(press_control(context, part, "reply:all")).primary.act
    assert isinstance(act, PutAside)
    assert act.numbers == (7, 8)


def test_what_waits_its_turn_is_not_asked() -> None:
    table = RoundTable(V4)
    assert not question_rail.has_device_question(
        make_context(table.rules, table.state, listening=make_question(EntrySubject.CARD, Question.WAITS))
    )
    assert not question_rail.has_device_question(make_context(table.rules, table.state))


def test_a_card_that_the_device_should_have_read_takes_a_second_person_once_the_station_says_so() -> None:
    context = _seeing(EntrySubject.CARD, Question.UNREADABLE)
    for name in ("reply:deal", "rank:9", "suit:H"):
        context = press_control(context, question_rail.device_question_rail(context), name)
    answer = question_rail.device_question_rail(context).primary.act
    assert isinstance(answer, AnswerDevice)
    input_state = (
        context.input_state.close_panel()
        .replace(panel=Panel.HAND, signing=answer)
        .with_pick(SECOND_REASON_PICK, SECOND_CODE)
    )
    context = replace(context, input_state=input_state)
    unsigned = presenter.irregularity_overlay(context)
    assert unsigned is not None
    assert unsigned.primary is not None
    assert (unsigned.primary.act, unsigned.primary.waits.first) == (None, "Key in the badge of the approver")
    assert "Card 9♥" in repr(unsigned.left_column)
    whole = presenter.irregularity_overlay(key_signature(context, "S1"))
    assert whole is not None
    assert whole.primary is not None
    act = whole.primary.act
    assert isinstance(act, AnswerDevice)
    assert act.second is not None
    assert (act.second.badge, act.second.pin) == ("S1", PIN)


def test_a_tumble_that_was_not_heard_waits_for_all_that_has_to_be_known_of_it() -> None:
    context = _keyed(_seeing(EntrySubject.DICE_UNHEARD, Question.REPORTS_LOST), "reply:deal")
    steps = (
        (("die:5", "die:3"), "Key in three dice"),
        (("die:3",), "Choose: are they flat?"),
        (("flat:yes",), "Count the tumbles"),
    )
    for names, waits in steps:
        part = question_rail.device_question_rail(context := _keyed(context, *names))
        assert part.primary.act is None
        assert part.primary.waits.first == waits
    act = question_rail.device_question_rail(_keyed(context, "tumbles:3")).primary.act
    assert isinstance(act, AnswerDevice)
    assert (act.answer.dice, act.answer.flat, act.answer.tumbles) == ((5, 3, 3), (True, True, True), 3)


def test_of_a_tumble_only_what_the_tumbler_did_not_tell_is_waited_for() -> None:
    hidden = {"dice": "1-2-3", "tumbles": "3", "resting": "flat flat not-reported"}
    table = _table(EntrySubject.DICE)
    context = make_context(
        table.rules, table.state, listening=make_question(EntrySubject.DICE, Question.NOT_NOW, hidden)
    )
    context = _keyed(context, "reply:deal")
    assert question_rail.device_question_rail(context).primary.waits.first == "Choose: are they flat?"
    assert question_rail.device_question_rail(_keyed(context, "cocked:3")).primary.act is not None


@pytest.mark.parametrize("question", [Question.LINE_LOST, Question.LINE_BACK, Question.REPORTS_LOST])
def test_a_tumbler_that_was_away_is_answered_by_whether_anything_was_tumbled(question: Question) -> None:
    context = _seeing(EntrySubject.DICE_UNHEARD, question)
    part = question_rail.device_question_rail(context)
    assert find_control(part, "reply:nothing").label.first == "Nothing was tumbled"
    assert "Were the dice tumbled?" in part.why.first
    assert "aside" not in part.why.first
