"""One thing has one name in every language, by the table of docs/glossary.md; none misleads who reads it."""

import re
from pathlib import Path

import pytest

from dealer_app.practice.scenarios import load_scenarios
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import document_clauses
from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import FactSlot

EN, HANT, HANS = (Words.load(language) for language in Language)
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
COLUMNS = 6
DEALT = "牌出彩給给閒闲莊庄發发完一最各的了。，"
"""What may follow the word for dealing; a payout is the one noun of money that has it, and is no act."""
SEATS = frozenset({"seat", "seats", "who", "some", "last", "first"})


def _terms() -> list[tuple[str, ...]]:
    """The rows of the table: the term in English, in both scripts of Chinese, each with what it is not called."""
    table = GLOSSARY.read_text(encoding="utf-8").partition("## Terms in three languages")[2]
    rows = [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in table.splitlines() if line[:1] == "|"]
    assert rows
    assert all(len(row) == COLUMNS for row in rows)
    return rows[2:]


TERMS = _terms()


def _words_of(cell: str) -> list[str]:
    return [word.strip() for word in cell.split(",") if word.strip()]


def _sentences(words: Words, slots: str = "") -> list[tuple[str, str]]:
    """Every text of the station, also of clauses and scenarios; in English a summary has the words of the document."""
    clauses = [] if words is EN else [clause for game in GAMES for clause in document_clauses(game)]
    return (
        [(f"{clause.book} {clause.number}", words.clause_summary(clause)) for clause in clauses]
        + [
            (f"{section}.{code}", "".join(part if isinstance(part, str) else slots for part in entry.parts))
            for section, entries in words.sections.items()
            for code, entry in entries.items()
        ]
        + _scenario_sentences(words)
    )


def _scenario_sentences(words: Words) -> list[tuple[str, str]]:
    """What scenarios say to a trainee, and what they are called."""
    scenarios = [file.scenario for file in load_scenarios().files.values()]
    said = [
        (each.id, texts)
        for each in scenarios
        for texts in (each.title, each.debrief, *(step.do.say for step in each.step if step.do.say))
    ]
    return [(f"scenario {name}", texts[words.language.value]) for name, texts in said]


@pytest.mark.parametrize("row", TERMS, ids=[row[0] for row in TERMS])
def test_a_thing_has_one_name(row: tuple[str, ...]) -> None:
    for words, term, others in ((HANT, row[2], row[3]), (HANS, row[4], row[5])):
        for name in term.split("、"):
            assert any(name in text for _, text in _sentences(words)), f"{name} is used"
        for code, text in _sentences(words):
            assert not [other for other in _words_of(others) if other in text], f"{code}: {text}, say {term}"


@pytest.mark.parametrize("row", [row for row in TERMS if row[1]], ids=lambda row: row[0])
def test_in_english_a_thing_is_called_as_on_the_floor(row: tuple[str, ...]) -> None:
    others = re.compile("|".join(rf"\b{re.escape(other)}\b" for other in _words_of(row[1])), re.IGNORECASE)
    told = {code: text for code, text in _sentences(EN) if others.search(text)}
    assert not told, f"say {row[0]}"


@pytest.mark.parametrize("word", ["anew", "mended", "whoever", "heard", "lies", "forgone", "himself", "his", "weighed"])
def test_english_is_plain(word: str) -> None:
    assert not [name for name, text in _sentences(EN) if re.search(rf"\b{word}\b", text, re.IGNORECASE)]


def test_stand_is_what_a_hand_does_that_takes_no_card() -> None:
    told = {name for name, text in _sentences(EN) if re.search(r"\bstands?\b", text, re.IGNORECASE)}
    of_a_hand = {
        "because.banker-draws-alone",
        "because.banker-stands-alone",
        "because.banker-stands",
        "skill.draw.alone",
        "round-step.no-card",
        "editor.wish-player-stands-on",
        "editor.wish-banker-stands-on",
    }
    assert (
        told
        == {"play.stands", "play.stands.short", "play.note-stands", "play.cell-stands", "display.stands"} | of_a_hand
    )


def test_player_is_the_hand() -> None:
    """Who bets is a guest; a guest is called Player by nobody at the table."""
    told = [text for _, text in _sentences(EN) if re.search(r"\bplayers?\b", text)]
    assert told == []


def test_what_is_typed_is_keyed_in() -> None:
    """The names of keys and what they are aside, of which the verb is none."""
    told = {
        name: text
        for name, text in _sentences(EN)
        if re.search(r"\b(key|keys|keyed)\b(?! in\b| it in| them in| yours in)", text, re.IGNORECASE)
    }
    assert set(told) == {"house.keys", "house.menu-keys", "why.answer", "window.keys-not-taken"}


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_only_cards_are_dealt(words: Words) -> None:
    """派 deals; who reads it of money would deal a card, or pay instead of dealing."""
    told = [
        (name, text)
        for name, text in _sentences(words, slots="#")
        for found in re.finditer("派", text)
        if text[found.start() - 1 : found.start()] not in ("指", "多", "所", "已", "漏")
        and text[found.end() : found.end() + 1] not in tuple(DEALT)
    ]
    assert not told
    dealt = [text for _, text in _sentences(words) if re.search("[多所已漏]派", text)]
    assert not [text for text in dealt if not re.search("[牌張张局]", text)]


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_a_number_with_this_sign_is_a_seat(words: Words) -> None:
    """四號 is seat four, wherever it is read."""
    for section, entries in words.sections.items():
        for code, entry in entries.items():
            for slot, after in zip(entry.parts, entry.parts[1:], strict=False):
                if isinstance(slot, FactSlot) and isinstance(after, str) and after.startswith((" 號", " 号")):
                    assert slot.fact in SEATS, f"{section}.{code}"
    assert not [text for _, text in _sentences(words) if re.search("[一二三四五六七八九十][號号](?![位碼码])", text)]


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_a_rank_is_never_called_points(words: Words) -> None:
    """A king has no points and the key 0 is the ten: who keys points keys another card."""
    ranks = [("house", "rank"), ("house", "rank-first"), ("play", "rank-first"), ("play", "rank-then-suit")]
    assert all(words.text(section, code).find("牌面") >= 0 for section, code in ranks)
    assert not [name for name, text in _sentences(words) if "花色" in text and ("點數" in text or "点数" in text)]


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_only_a_card_is_dealt_too_much_or_too_little(words: Words) -> None:
    """派 deals a card; money is paid too much or too little."""
    told = [text for name, text in _sentences(words) if "多派" in text or "少派" in text]
    assert told
    assert not [text for text in told if "牌" not in text and "張" not in text and "张" not in text]
    assert {words.text("mending", f"paid-too-{way}")[0] for way in ("much", "little")} == {"多", "少"}


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_an_established_outcome_is_not_called_the_win_of_a_hand(words: Words) -> None:
    """Of any one bet it is said (5.4.1); where Player and Banker alone count, the sentence names both."""
    told = [text for _, text in _sentences(words) if "勝負已定" in text or "胜负已定" in text]
    assert told
    assert all(text.startswith(("閒莊", "闲庄")) for text in told)


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_nobody_is_asked_for_by_a_position_that_may_not_decide(words: Words) -> None:
    """Who is asked says the line beside it, by the clause: a pit manager is not the supervisor at the table."""
    asked = [(name, text) for name, text in _sentences(words) if name.startswith("mending.ask-")]
    assert asked
    assert not [name for name, text in asked if "主管" in text or "主任" in text]


@pytest.mark.parametrize("words", [EN, HANT, HANS], ids=["en", "zh-Hant", "zh-Hans"])
def test_what_went_back_is_told_in_the_past(words: Words) -> None:
    """An instruction that stands there again is followed again, and the bet is paid back twice."""
    texts = dict(_sentences(words))
    assert texts["play.gone-back"].startswith(("Returned: ", "已退回"))
    assert texts["play.check-returned"].startswith(("Check returned: ", "核對已退回", "核对已退回"))


def test_only_what_is_announced_is_told_to_be_said() -> None:
    """Beside what is spoken to the bettors an instruction that begins with Say would be spoken too."""
    told = {name for name, text in _sentences(EN) if text.startswith("Say")}
    assert told <= {"play.no-more-bets-sub", "play.say"}, told


def test_bets_that_are_not_recorded_are_not_called_off() -> None:
    """On the floor bets are off when none counts any more."""
    assert not [name for name, text in _sentences(EN) if "bets off" in text.lower()]


def test_it_is_the_original_bet_that_goes_back_for_missed_insurance() -> None:
    """Not the insurance, and not any bet that would have won (Insurance Plus 5.13.2)."""
    told = ("why.name-intentions", "why.name-intentions.second_offer", "mending.ask-intentions-line")
    for words, name in ((EN, "Original Bet"), (HANT, "原注"), (HANS, "原注")):
        texts = dict(_sentences(words))
        assert all(name in texts[entry] for entry in told)


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_the_journal_is_called_by_its_name_on_its_lamp(words: Words) -> None:
    assert words.text("play", "lamp-journal") == words.text("mending", "journal")


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_a_method_of_dealing_has_the_letter_of_its_key(words: Words) -> None:
    for letter, code in (("B", "dealer-keeps-cards"), ("C", "only-in-hlga")):
        assert words.text("play", "method", {"method": letter}) in words.text("refusal", code)
