"""What devices bring up at a terminal: every question with its answers, and every answer as it is typed."""

import re

import pytest

from dealer_app.device_questions import (
    DeviceRecord,
    EntryFacts,
    EntrySubject,
    Link,
    ListeningState,
    Question,
    QueueEntry,
    Reply,
    read_secrets,
)
from dealer_app.devices.answers import DealerAnswer, resolve_answer
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.state import TableState
from dealer_app.domain.values import replace
from dealer_app.scripts.verbs import WordsError
from dealer_app.terminal.device_verbs import parse_answer
from dealer_app.terminal.lines import device_text, question_lines
from dealer_app.texts import Language, Words

WORDS = Words.load(Language.EN)
HIDDEN = {"card": "9H", "destination": "player", "dice": "2-5-6", "tumbles": "3", "resting": "flat flat flat"}


def awaiting(what: EntrySubject, question: Question, number: int = 1) -> QueueEntry:
    facts = EntryFacts(unseen=3 if question is Question.BURNED else None)
    hidden = read_secrets({**HIDDEN, "salt": "s"})
    return QueueEntry(number=number, device="shoe", what=what, question=question, round=1, facts=facts, hidden=hidden)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("question", Question)
@pytest.mark.parametrize("what", EntrySubject)
def test_every_question_is_shown_without_what_may_not_be_seen(
    language: Language, question: Question, what: EntrySubject
) -> None:
    words = Words.load(language)
    entry = awaiting(what, question)
    lines = list(question_lines(ListeningState(row=(entry, replace(entry, number=2)), asked=2), TableState(), words))
    assert lines[0] == f"? {words.device_question(entry)}"
    assert not any(value in line for line in lines for value in ("9H", "2-5-6", "2 5 6"))
    assert lines[-1].strip() == words.text("device-row", "behind", {"count": "1"})
    assert any("answer nothing" in line for line in lines) == (question is not Question.WAITS)


@pytest.mark.parametrize("question", [it for it in Question if it is not Question.WAITS])
@pytest.mark.parametrize("what", EntrySubject)
def test_every_answer_that_is_shown_is_taken_as_it_is_typed(what: EntrySubject, question: Question) -> None:
    entry = awaiting(what, question)
    for line in question_lines(ListeningState(row=(entry,), asked=1), TableState(), WORDS):
        typed = re.match(r"  answer (.*?):", line)
        if typed is None:
            continue
        shortest = re.sub(r"\[[^]]*\]", "", typed[1]).replace("CARD", "4C")
        assert isinstance(resolve_answer(entry, parse_answer(shortest.split())), tuple), shortest
        whole = re.sub(r"[][]|\.\.\.", "", typed[1])
        for shown, word in (("CARD", "4C"), ("P|B|X", "P"), ("A B C", "1 2 3"), ("N", "3"), ("1..3", "2")):
            whole = whole.replace(shown, word)
        for choice in ("flat", "cocked 2"):
            chosen = whole.replace("flat|cocked 2", choice)
            assert isinstance(resolve_answer(entry, parse_answer(chosen.split())), tuple), chosen


def test_nothing_asked_is_nothing_shown() -> None:
    assert list(question_lines(ListeningState(), TableState(), WORDS)) == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nothing", DealerAnswer(reply=Reply.NOTHING)),
        ("deal", DealerAnswer(reply=Reply.DEAL)),
        ("deal 9h KD to B", DealerAnswer(reply=Reply.DEAL, cards=(CARDS["9H"], CARDS["KD"]), put=Place.BANKER)),
        (
            "deal dice 2 5 6 tumbles 3 cocked 1 3",
            DealerAnswer(reply=Reply.DEAL, dice=(2, 5, 6), tumbles=3, flat=(False, True, False)),
        ),
        ("deal flat tumbles 4", DealerAnswer(reply=Reply.DEAL, tumbles=4, flat=(True, True, True))),
    ],
)
def test_an_answer_says_what_is_typed(typed: str, said: DealerAnswer) -> None:
    assert parse_answer(typed.split()) == said


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "perhaps",
        "nothing 9H",
        "deal XX",
        "deal to",
        "deal to Z",
        "deal dice 1 2",
        "deal dice 1 2 x",
        "deal tumbles",
        "deal tumbles x",
        "deal cocked",
        "deal cocked 4",
    ],
)
def test_an_answer_that_says_nothing_clear_is_none(typed: str) -> None:
    with pytest.raises(WordsError):
        parse_answer(typed.split())


def test_a_device_stands_with_its_line_and_the_error_that_it_holds() -> None:
    assert device_text("shoe", DeviceRecord(link=Link.CONNECTED), WORDS) == "shoe connected"
    held = DeviceRecord(link=Link.LOST, error="overdraw 2")
    assert device_text("shoe", held, WORDS) == "shoe no signal, fault (overdraw 2)"
