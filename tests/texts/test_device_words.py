"""Every question of a device has words in every language, which name the device and never a card."""

import pytest

from dealer_app.device_questions import EntryFacts, EntrySecrets, EntrySubject, Question, QueueEntry
from dealer_app.domain.cards import CARDS
from dealer_app.texts import Language, Words

EVERY_LANGUAGE = pytest.mark.parametrize("language", Language)


@EVERY_LANGUAGE
@pytest.mark.parametrize("question", Question)
def test_a_question_names_only_what_may_be_seen(language: Language, question: Question) -> None:
    entry = QueueEntry(
        number=1,
        device="shoe 1",
        what=EntrySubject.CARD,
        question=question,
        round=1,
        facts=EntryFacts(unseen=3 if question is Question.BURNED else None),
        hidden=EntrySecrets(card=CARDS["9H"], salt="pepper"),
    )
    words = Words.load(language).device_question(entry)
    assert words
    assert "9H" not in words


@EVERY_LANGUAGE
def test_no_two_questions_sound_alike(language: Language) -> None:
    section = Words.load(language).sections["device-question"]
    assert len({str(entry.parts) for entry in section.values()}) == len(section)


@EVERY_LANGUAGE
def test_what_was_not_heard_of_dice_is_not_asked_as_if_of_cards(language: Language) -> None:
    asked = [
        Words.load(language).device_question(
            QueueEntry(number=1, device="one", what=what, question=Question.LINE_LOST, round=1)
        )
        for what in (EntrySubject.CARDS, EntrySubject.DICE_UNHEARD)
    ]
    card, dice = {Language.EN: ("card", "dice")}.get(language, ("牌", "骰"))
    assert card in asked[0]
    assert card not in asked[1]
    assert dice in asked[1]
