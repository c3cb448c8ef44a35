"""Questions of devices, the state of devices, an outage, a claim: each is answered at the screen and taken as it is."""

from dataclasses import replace

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table import Dealing, Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.showing import house, mending
from dealer_app.showing.acts import AnswerDevice, AnswerOutage, AskDevice, Give
from dealer_app.showing.blocks import Entry, Note, Weight
from dealer_app.showing.chronicle import Happened
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.house.opening_checks import device_rows
from dealer_app.showing.lines import Tone
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.told import actor, told
from dealer_app.station.facts import DeviceIncident, Incident
from dealer_app.station.listening.answers import answered
from dealer_app.station.listening.questions import Awaiting, KnownDevice, Link, Listening, Question, What
from dealer_app.station.state import Outage
from tests.support.mending_hands import PIN, given, panel, pressed, ready, signed, typed
from tests.support.mending_screens import blocks_of, control, controls_of, rows_of, seen
from tests.support.rounds import BACCARAT, SUPERVISOR, TAI_SAI, V4, Seated

QUESTIONS = [question for question in Question if question is not Question.WAITS]
GAMES = (*BACCARAT, TAI_SAI)


def _asked(what: What, question: Question, hidden: dict[str, str] | None = None) -> Listening:
    entry = Awaiting(
        number=7,
        device="shoe 1",
        what=what,
        question=question,
        round=1,
        facts={"unseen": "3"},
        hidden=hidden or {},
    )
    return Listening(row=(entry,), asked=7)


def _table(what: What) -> Seated:
    dice = what in (What.TUMBLE, What.DICE, What.DICE_UNHEARD)
    return Seated(TAI_SAI if dice else V4).close()


def _seeing(what: What, question: Question) -> Seeing:
    table = _table(what)
    return seen(table.rules, table.state, listening=_asked(what, question))


# Questions of devices


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(What))
def test_every_question_can_be_put_aside(what: What, question: Question) -> None:
    seeing = _seeing(what, question)
    assert mending.asks(seeing)
    part = mending.device_question(seeing)
    assert part.primary.act is None
    act = mending.device_question(pressed(seeing, part, "reply:nothing")).primary.act
    assert isinstance(act, AnswerDevice)
    first = seeing.state.listening.first
    assert first is not None
    assert act.number == 7
    assert answered(first, act.said) == ()


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", [What.CARD, What.CARDS, What.DICE, What.DICE_UNHEARD, What.CUTTING_CARD])
def test_every_question_can_be_answered_with_what_lies_there(what: What, question: Question) -> None:
    seeing = _seeing(what, question)
    seeing = pressed(seeing, mending.device_question(seeing), "reply:deal")
    names = {one.name for one in controls_of(mending.device_question(seeing))}
    for name in ("rank:9", "suit:H", "put:P", "die:2", "die:5", "die:6", "flat:yes", "cocked:2", "tumbles:3"):
        if name in names:
            seeing = pressed(seeing, mending.device_question(seeing), name)
    act = mending.device_question(seeing).primary.act
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
        seeing = pressed(seeing, mending.device_question(seeing), name)
    act = mending.device_question(seeing).primary.act
    assert isinstance(act, AnswerDevice)
    assert [card.text for card in act.said.cards] == ["9H", "KS"]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(What))
def test_a_question_calls_the_device_by_what_it_is_in_both_languages(what: What, question: Question) -> None:
    part = mending.device_question(_seeing(what, question))
    said = (part.instruction, part.why)
    assert not any("shoe 1" in text for each in said for text in (each.first, each.second))
    of_dice = what in (What.TUMBLE, What.DICE, What.DICE_UNHEARD)
    called = ("The tumbler", "骰盅") if of_dice else ("The shoe", "牌靴")
    assert called[0] in part.instruction.first
    assert called[1] in part.instruction.second


def _keyed(seeing: Seeing, *names: str) -> Seeing:
    for name in names:
        seeing = pressed(seeing, mending.device_question(seeing), name)
    return seeing


def test_cards_are_dealt_by_an_answer_only_once_a_whole_one_is_keyed() -> None:
    for what, question in ((What.CARDS, Question.REPORTS_LOST), (What.CARD, Question.UNREADABLE)):
        seeing = _keyed(_seeing(what, question), "reply:deal")
        assert mending.device_question(seeing).primary.waits.first == "Key the card"
        seeing = _keyed(seeing, "rank:3")
        assert mending.device_question(seeing).primary.waits.first == "Key rank and suit"
        seeing = _keyed(seeing, "suit:D")
        assert mending.device_question(seeing).primary.act is not None
        assert "3♦" in [
            block.title.first for block in blocks_of(mending.device_question(seeing)) if isinstance(block, Note)
        ]


def test_a_card_that_nobody_has_seen_is_dealt_as_it_lies_where_cards_lie_face_down() -> None:
    table = Seated(V4, dealing=Dealing.FACE_DOWN).close()
    seeing = seen(table.rules, table.state, listening=_asked(What.CARDS, Question.REPORTS_LOST))
    seeing = _keyed(seeing, "reply:deal")
    assert isinstance(mending.device_question(seeing).primary.act, AnswerDevice)


@pytest.mark.parametrize(
    ("what", "question", "deal"),
    [
        (What.CARD, Question.UNREADABLE, "Deal the card keyed"),
        (What.CARD, Question.NOT_NOW, "The card counts"),
        (What.CARDS, Question.REPORTS_LOST, "These cards were drawn"),
    ],
)
def test_an_answer_says_what_it_is_about(what: What, question: Question, deal: str) -> None:
    part = mending.device_question(_seeing(what, question))
    assert control(part, "reply:deal").label.first == deal
    assert control(part, "reply:nothing").label.first == "No such card"


def test_what_waits_its_turn_is_not_asked() -> None:
    table = Seated(V4)
    assert not mending.asks(seen(table.rules, table.state, listening=_asked(What.CARD, Question.WAITS)))
    assert not mending.asks(seen(table.rules, table.state))


def test_a_card_that_the_device_should_have_read_takes_a_second_person_once_the_station_says_so() -> None:
    seeing = _seeing(What.CARD, Question.UNREADABLE)
    for name in ("reply:deal", "rank:9", "suit:H"):
        seeing = pressed(seeing, mending.device_question(seeing), name)
    part = mending.device_question(seeing)
    assert isinstance(part.primary.act, AnswerDevice)
    assert not any(isinstance(block, Entry) for block in blocks_of(part))
    refusal = Refusal(code="second-needed", clause="house policy", facts={"role": "Pit Supervisor"})
    seeing = replace(seeing, refusal=refusal)
    assert mending.device_question(seeing).primary.act is None
    act = mending.device_question(signed(seeing, "S1")).primary.act
    assert isinstance(act, AnswerDevice)
    assert act.second is not None
    assert (act.second.badge, act.second.pin) == ("S1", PIN)


# How devices are


@pytest.mark.parametrize(
    ("device", "tone", "asked"),
    [
        (KnownDevice(link=Link.CONNECTED), Tone.GOOD, {"poll", "lock", "unlock"}),
        (KnownDevice(link=Link.CONNECTED, error="cannot-read E1"), Tone.ATTENTION, {"poll", "cancel-error"}),
        (KnownDevice(link=Link.CONNECTED, error="garbled 9600"), Tone.ATTENTION, {"poll"}),
        (KnownDevice(link=Link.LOST), Tone.STOP, set()),
    ],
)
def test_a_device_is_shown_with_its_lamp_its_reason_and_what_to_do(
    device: KnownDevice, tone: Tone, asked: set[str]
) -> None:
    table = Seated(V4).close()
    listening = Listening(devices={"shoe 1": device})
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.DEVICES), listening=listening)
    shown = panel(seeing)
    assert next(rows_of(shown)).tone is tone
    acts = {one.name: one.act for one in controls_of(shown) if one.name.startswith("device:shoe 1:")}
    assert {name.rpartition(":")[2] for name in acts} >= asked
    assert all(isinstance(act, AskDevice) for act in acts.values())
    assert control(shown, "by-hand").act is not None


# Outage


@pytest.mark.parametrize("played_on", [False, True])
def test_after_an_outage_both_answers_can_be_given_and_neither_is_the_default(played_on: bool) -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, outage=Outage.ASKED)
    part = mending.outage(seeing)
    assert part.primary.act is None
    part = mending.outage(pressed(seeing, part, f"played-on:{'yes' if played_on else 'no'}"))
    assert part.primary.act == AnswerOutage(played_on)


@pytest.mark.parametrize("game", GAMES)
def test_the_rounds_dealt_meanwhile_are_entered_with_a_supervisor(game: str) -> None:
    table = Seated(game, begun=False)
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    seeing = _rounds(seeing, table.rules)
    part = mending.outage(seeing)
    assert part.primary.act is None
    seeing = pressed(seeing, part, "reason:noted-by-dealer")
    assert mending.outage(seeing).primary.act is None
    act = mending.outage(signed(seeing, "S1")).primary.act
    assert isinstance(act, Give)
    assert not isinstance(given(signed(seeing, "S1"), act), Refusal)


def _rounds(seeing: Seeing, rules: Rules) -> Seeing:
    if rules.baccarat is None:
        names = ["die:2", "die:5", "die:6", "round:dice", "round:unknown"]
    else:
        names = ["won:banker", "won:tie", "drop:1", "won:player"]
    for name in names:
        seeing = pressed(seeing, mending.outage(seeing), name)
    return seeing


def test_cards_that_were_noted_go_with_their_round() -> None:
    table = Seated(V4, begun=False)
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    for card in ("9H", "4S", "KD", "3C"):
        for name in (f"rank:{card[0]}", f"suit:{card[1]}", "next-card"):
            seeing = pressed(seeing, mending.outage(seeing), name)
    seeing = pressed(seeing, mending.outage(seeing), "won:player")
    seeing = signed(pressed(seeing, mending.outage(seeing), "reason:noted-by-dealer"), "S1")
    act = mending.outage(seeing).primary.act
    assert not isinstance(given(seeing, act or pytest.fail("it waits")), Refusal)


def test_a_claim_stands_before_the_rounds_of_an_outage() -> None:
    table = _claimed()
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    assert mending.outage(seeing).primary.name == "ask-claim"


def test_a_shoe_that_was_being_prepared_is_made_ready_before_the_rounds_are_entered() -> None:
    table = Seated(V4, begun=False).do(commands.EndShoe, by=SUPERVISOR, reason="finished")
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    assert mending.outage(seeing) == house.shoe(seeing)


# A claim


def _claimed() -> Seated:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").announce()
    return table.do(commands.HoldForClaim, by=Person("Dealer 1 (D1)", "dealer"), text="the tie was his")


def test_a_claim_is_closed_with_decision_clause_and_reference_by_who_may() -> None:
    table = _claimed()
    seeing = seen(table.rules, table.state)
    part = mending.claim(seeing)
    assert part.primary.weight is Weight.NEXT
    assert "the tie was his" in repr(part.page)
    seeing = pressed(seeing, part, "ask-claim")
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        assert control(panel(seeing), "close-claim").act is None
        seeing = pressed(seeing, panel(seeing), name)
    seeing = signed(typed(seeing, "surveillance", "CCTV 7"), "S1")
    act = ready(seeing)
    assert isinstance(act, Give)
    assert isinstance(act.command, commands.CloseClaim)
    assert act.command.surveillance == "CCTV 7"
    assert not isinstance(given(seeing, act), Refusal)


def test_a_supervisor_who_is_signed_in_decides_without_a_pin() -> None:
    table = _claimed()
    seeing = seen(table.rules, table.state, signed_in="S1", fingers=Fingers(panel=Panel.APPROVAL))
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        seeing = pressed(seeing, panel(seeing), name)
    act = ready(seeing)
    assert isinstance(act, Give)
    assert act.by is None
    assert not isinstance(given(seeing, act), Refusal)


# The supervisor


def test_calling_the_supervisor_says_since_when_and_who_may_come() -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.SUPERVISOR))
    seeing = pressed(seeing, panel(seeing), "call")
    shown = panel(replace(seeing, now_text="12:40:00"))
    assert "Supervisor called at 12:34:56" in repr(shown)
    assert "Pit Supervisor 1" in repr(shown)


def test_a_supervisor_has_a_menu_of_his_own() -> None:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C KD").report(Trouble.OTHER)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.SUPERVISOR), signed_in="S1")
    shown = panel(seeing)
    assert control(shown, "menu:approval").act is not None
    assert control(shown, "menu:correct").act is None
    assert control(shown, "menu:correct").waits


def test_no_list_of_devices_calls_one_by_the_name_it_was_set_up_by() -> None:
    known = Listening(devices={"angel_eye": KnownDevice(link=Link.LOST)})
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.DEVICES), listening=known)
    seeing = replace(seeing, devices={"angel_eye": "shoe"})
    (row,) = [row for row in rows_of(panel(seeing)) if row.name == "device:angel_eye"]
    assert row.title == "The shoe"
    (checked,) = device_rows(seeing)
    assert checked.title == "Card shoe"
    event = DeviceIncident(device="angel_eye", incident=Incident.LOST, detail="")
    happened = Happened(event=event, utc=0, offset=0, badge="", position="")
    assert told(seeing, happened).first.startswith("The shoe")
    assert actor(seeing, happened) == "The shoe"


def test_a_tumble_that_was_not_heard_waits_for_all_that_has_to_be_known_of_it() -> None:
    seeing = _keyed(_seeing(What.DICE_UNHEARD, Question.REPORTS_LOST), "reply:deal")
    steps = (
        (("die:5", "die:3"), "Key three dice"),
        (("die:3",), "Say whether they lie flat"),
        (("flat:yes",), "Count the tumbles"),
    )
    for names, waits in steps:
        part = mending.device_question(seeing := _keyed(seeing, *names))
        assert part.primary.act is None
        assert part.primary.waits.first == waits
    act = mending.device_question(_keyed(seeing, "tumbles:3")).primary.act
    assert isinstance(act, AnswerDevice)
    assert (act.said.dice, act.said.flat, act.said.tumbles) == ((5, 3, 3), (True, True, True), 3)


def test_of_a_tumble_only_what_the_tumbler_did_not_tell_is_waited_for() -> None:
    hidden = {"dice": "1-2-3", "tumbles": "3", "resting": "flat flat not-reported"}
    table = _table(What.DICE)
    seeing = seen(table.rules, table.state, listening=_asked(What.DICE, Question.NOT_NOW, hidden))
    seeing = _keyed(seeing, "reply:deal")
    assert mending.device_question(seeing).primary.waits.first == "Say whether they lie flat"
    assert mending.device_question(_keyed(seeing, "cocked:3")).primary.act is not None
