"""Announcements as they are heard, one after the other and without punctuation: no total or winner is another's.

Who stands at the table hears words and no commas. All that can be said in a round is a code whose words are the sounds
(English) or the characters (Chinese); it is proved to be uniquely decodable, as Sardinas and Patterson do it: however
announcements follow one another, there is one way to hear them.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product

import pytest

from dealer_app.domain.dice import every_tumble
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.domain.wagers import Prize
from dealer_app.rulebooks import load_rulebook
from dealer_app.texts import Language, Words, prizes_won, tumble_result_text
from dealer_app.texts.texts import WINNER_AREAS
from tests.support.baccarat_layouts import LAYOUTS

TAI_SAI = "tai-sai-open-cover-v5"
ALL_WORDS = {language: Words.load(language) for language in Language}
CALLS = (
    "insurance-waived",
    "void",
    "dealing-error",
    "continue-or-return",
    "withdraw-or-stay",
    "too-late",
    "card-in-excess",
    "one-moment",
    "player-draws",
    "banker-draws",
    "shoe-change",
)
Heard = tuple[str, ...]


def heard(words: Words, text: str) -> Heard:
    """What reaches the ear: words in English, characters in Chinese; no capitals, no marks, no pauses."""
    if words.language is Language.EN:
        return tuple(re.findall(r"[a-z0-9']+", text.lower()))
    return tuple(sign for sign in text if sign.isalnum())


def find_confusion(code: Iterable[Heard]) -> Heard | None:
    """What is left over where two rows of announcements sound alike, or nothing (Sardinas and Patterson)."""
    sounds = frozenset(code)
    left = frozenset(rest for one, other in product(sounds, sounds) if one != other and (rest := behind(one, other)))
    known: set[Heard] = set()
    while left:
        both = left & sounds
        if both:
            return min(both)
        known |= left
        found = {rest for one in left for other in sounds for rest in (behind(one, other), behind(other, one)) if rest}
        left = frozenset(found - known)
    return None


def behind(start: Heard, whole: Heard) -> Heard:
    """What comes in `whole` after `start`; nothing where it does not begin so."""
    return whole[len(start) :] if len(whole) > len(start) and whole[: len(start)] == start else ()


def winner_sentences(words: Words) -> Iterator[str]:
    for winner, loser in ((high, low) for high, low in product(range(10), repeat=2) if high > low):
        for code in ("player", "player.natural", "banker", "banker.natural"):
            yield words.text("result", code, {"winner": str(winner), "loser": str(loser), "points": str(loser)})
    for points in range(10):
        for code in ("tie", "tie.natural"):
            yield words.text("result", code, {"points": str(points), "winner": str(points), "loser": str(points)})


def total_sentences(words: Words) -> Iterator[str]:
    for player, banker in product(range(10), repeat=2):
        yield words.text("result", "totals", {"player": str(player), "banker": str(banker)})


def side_bet_sentences(words: Words) -> Iterator[str]:
    """Of every layout, by each of their prizes."""
    kinds = {
        (pay.area, pay.prize)
        for game, letter in LAYOUTS
        for pay in layout_of(game, letter).pays
        if pay.area not in WINNER_AREAS
    }
    for area, prize in sorted(kinds, key=str):
        facts = {"area": words.area_speech(area), "prize": words.prize(prize)}
        yield words.text("result", "won" if prize is Prize.WIN else "won.prize", facts)


def layout_of(game: str, letter: str) -> Layout:
    layout = load_rulebook(game).find_layout(letter)
    assert layout is not None
    return layout


def call_sentences(words: Words) -> Iterator[str]:
    yield from (words.text("say", code) for code in CALLS)
    yield from (words.text("before", code) for code in ("insurance-closed", "last-round"))


def dice_sentences(words: Words, letter: str) -> Iterator[str]:
    layout = layout_of(TAI_SAI, letter)
    table = TumbleTable(layout)
    yield from {
        tumble_result_text(words, tumble, prizes_won(layout, table.verdict_row(tumble))) for tumble in every_tumble()
    }


@pytest.mark.parametrize("language", Language)
def test_in_a_round_of_cards_no_total_and_no_winner_is_heard_as_another(language: Language) -> None:
    words = ALL_WORDS[language]
    said = [*winner_sentences(words), *total_sentences(words), *side_bet_sentences(words), *call_sentences(words)]
    sounds = {text: heard(words, text) for text in said}
    assert all(sounds.values())
    assert len(set(sounds.values())) == len(sounds), "two of them sound alike"
    assert find_confusion(sounds.values()) is None


@pytest.mark.parametrize("letter", ["A", "C", "E"])
@pytest.mark.parametrize("language", Language)
def test_in_a_round_of_dice_no_total_is_heard_as_another(language: Language, letter: str) -> None:
    words = ALL_WORDS[language]
    said = [*dice_sentences(words, letter), *(words.text("say", code) for code in ("void", "too-late", "one-moment"))]
    sounds = {text: heard(words, text) for text in said}
    assert len(set(sounds.values())) == len(sounds)
    assert find_confusion(sounds.values()) is None


@pytest.mark.parametrize("letter", ["A", "C", "E"])
@pytest.mark.parametrize("language", [Language.ZH_HANT, Language.ZH_HANS])
def test_the_last_die_and_the_total_are_no_number_that_dice_come_to(language: Language, letter: str) -> None:
    """「六，十三點」 can be heard as 63: that is no total, as any number of them from 3 to 18 would be."""
    digits = "一二三四五六七八九"
    for text in dice_sentences(ALL_WORDS[language], letter):
        run = re.search(rf"([{digits}])，(十[{digits}]?)[點点]", text)
        if run is not None:
            assert digits.index(run[1]) + 1 >= 2, text


def test_the_check_finds_what_can_be_heard_in_two_ways() -> None:
    assert find_confusion([("one", "two"), ("one",), ("two",)]) is not None
    assert find_confusion([("one", "two"), ("one",), ("two", "three")]) is None
