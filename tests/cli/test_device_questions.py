"""What devices bring up at a terminal: every question with its answers, and every answer as it is typed."""

import re

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.state import TableState
from dealer_app.domain.values import replace
from dealer_app.play.verbs import WordsError
from dealer_app.station.listening.answers import Said, answered
from dealer_app.station.listening.questions import Awaiting, KnownDevice, Link, Listening, Question, Reply, What
from dealer_app.terminal.asked import asked_lines, device_words
from dealer_app.terminal.device_verbs import said_of
from dealer_app.wording import Language, Words

WORDS = Words.load(Language.EN)
HIDDEN = {"card": "9H", "destination": "player", "dice": "2-5-6", "tumbles": "3", "resting": "flat flat flat"}


def awaiting(what: What, question: Question, number: int = 1) -> Awaiting:
    facts = {"unseen": "3"} if question is Question.BURNED else {}
    return Awaiting(
        number=number, device="shoe", what=what, question=question, round=1, facts=facts, hidden={**HIDDEN, "salt": "s"}
    )


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("question", Question)
@pytest.mark.parametrize("what", What)
def test_every_question_is_shown_without_what_may_not_be_seen(
    language: Language, question: Question, what: What
) -> None:
    words = Words.load(language)
    entry = awaiting(what, question)
    lines = list(asked_lines(Listening(row=(entry, replace(entry, number=2)), asked=2), TableState(), words))
    assert lines[0] == f"? {words.device_question(entry)}"
    assert not any(value in line for line in lines for value in ("9H", "2-5-6", "2 5 6"))
    assert lines[-1].strip() == words.put("device-row", "behind", {"count": "1"})
    assert any("answer nothing" in line for line in lines) == (question is not Question.WAITS)


@pytest.mark.parametrize("question", [it for it in Question if it is not Question.WAITS])
@pytest.mark.parametrize("what", What)
def test_every_answer_that_is_shown_is_taken_as_it_is_typed(what: What, question: Question) -> None:
    entry = awaiting(what, question)
    for line in asked_lines(Listening(row=(entry,), asked=1), TableState(), WORDS):
        typed = re.match(r"  answer (.*?):", line)
        if typed is None:
            continue
        shortest = re.sub(r"\[[^]]*\]", "", typed[1]).replace("CARD", "4C")
        assert isinstance(answered(entry, said_of(shortest.split())), tuple), shortest
        whole = re.sub(r"[][]|\.\.\.", "", typed[1])
        for shown, word in (("CARD", "4C"), ("P|B|X", "P"), ("A B C", "1 2 3"), ("N", "3"), ("1..3", "2")):
            whole = whole.replace(shown, word)
        for choice in ("flat", "cocked 2"):
            chosen = whole.replace("flat|cocked 2", choice)
            assert isinstance(answered(entry, said_of(chosen.split())), tuple), chosen


def test_nothing_asked_is_nothing_shown() -> None:
    assert list(asked_lines(Listening(), TableState(), WORDS)) == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nothing", Said(reply=Reply.NOTHING)),
        ("deal", Said(reply=Reply.DEAL)),
        ("deal 9h KD to B", Said(reply=Reply.DEAL, cards=(CARDS["9H"], CARDS["KD"]), put=Place.BANKER)),
        (
            "deal dice 2 5 6 tumbles 3 cocked 1 3",
            Said(reply=Reply.DEAL, dice=(2, 5, 6), tumbles=3, flat=(False, True, False)),
        ),
        ("deal flat tumbles 4", Said(reply=Reply.DEAL, tumbles=4, flat=(True, True, True))),
    ],
)
def test_an_answer_says_what_is_typed(typed: str, said: Said) -> None:
    assert said_of(typed.split()) == said


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
        said_of(typed.split())


def test_a_device_stands_with_its_line_and_the_error_that_it_holds() -> None:
    assert device_words("shoe", KnownDevice(link=Link.CONNECTED), WORDS) == "shoe heard"
    held = KnownDevice(link=Link.LOST, error="overdraw 2")
    assert device_words("shoe", held, WORDS) == "shoe not heard, in trouble (overdraw 2)"
