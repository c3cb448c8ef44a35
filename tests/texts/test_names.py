"""Names and facts in words: cards, areas, bettors, money within a refusal."""

import pytest

from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.round.commands import CloseOffer
from dealer_app.domain.round.needs import AnswerNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.wagers import Prize
from dealer_app.texts import IrregularityText, Language, Words

EN, HANT, HANS = (Words.load(language) for language in (Language.EN, Language.ZH_HANT, Language.ZH_HANS))
EVERY = tuple(Words.load(language) for language in Language)


def test_cards_have_names() -> None:
    assert EN.card(CARDS["6S"]) == "six of spades"
    assert HANT.card(CARDS["TD"]) == "方塊 10"
    assert all(len({words.card(card) for card in DECK}) == 52 for words in EVERY)


@pytest.mark.parametrize(
    ("area", "english", "traditional", "simplified"),
    [
        ("banker", "BANKER", "莊", "庄"),
        ("player_pair", "PLAYER PAIR", "閒對", "闲对"),
        ("sum:17", "TOTAL 17", "17 點", "17 点"),
        ("domino:14", "DOMINO 1 4", "骨牌 1 4", "骨牌 1 4"),
        ("double:44", "DOUBLE 4 4", "對子 4 4", "对子 4 4"),
        ("four:1234", "FOUR NUMBERS 1 2 3 4", "四數組合 1 2 3 4", "四数组合 1 2 3 4"),
        ("triple:444", "TRIPLE 4 4 4", "圍骰 4 4 4", "围骰 4 4 4"),
        ("any_triple", "ANY TRIPLE", "全圍", "全围"),
    ],
)
def test_areas_have_the_names_of_the_trade(area: str, english: str, traditional: str, simplified: str) -> None:
    assert (EN.area(area), HANT.area(area), HANS.area(area)) == (english, traditional, simplified)


@pytest.mark.parametrize(
    ("bettor", "english", "chinese"),
    [
        ("3 seated", "Seat 3", "3 號"),
        ("5 standing-2", "Seat 5, standing 2", "5 號站客 2"),
        ("None red", "Red", "紅"),
        ("seated", "Whole table", "全檯"),
        ("red chips", "red chips", "red chips"),
        ("6 guest", "Seat 6, guest", "6 號 guest"),
    ],
)
def test_a_bettor_is_told_by_seat_and_place(bettor: str, english: str, chinese: str) -> None:
    refusal = Refusal(code="not-all-chose", clause="5.13", facts={"bettor": bettor})
    assert EN.refusal(refusal).startswith(f"{english} has not chosen.")
    # A space parts Chinese from a fact in letters or figures, and from no other.
    gap = " " if chinese[-1].isascii() else ""
    assert HANT.refusal(refusal).startswith(f"{chinese}{gap}未選擇。")


def test_money_in_a_refusal_is_exact() -> None:
    assert "Maximum insurance here: 12.50." in EN.refusal(
        Refusal(code="over-cap", clause="3.12.2", facts={"most": "1250"})
    )
    assert "Maximum insurance here: 4 1/6." in EN.refusal(
        Refusal(code="over-cap", clause="3.12.2", facts={"most": "1250/3"})
    )


@pytest.mark.parametrize("made_up", ["dragon", "sum", "sum:", "player:33", "sum:many", ":4", ""])
def test_an_area_that_a_person_made_up_is_told_back(made_up: str) -> None:
    refusal = Refusal(code="not-offered", clause="2.1.1", facts={"area": made_up})
    assert EN.refusal(refusal) == f"{made_up} is not offered on this layout. Return the chips."


def test_an_area_of_another_layout_is_told_by_name() -> None:
    refusal = Refusal(code="not-offered", clause="2.1.1", facts={"area": "sum:9"})
    assert EN.refusal(refusal).startswith("TOTAL 9 is not offered")


def test_an_irregularity_has_a_name_and_a_line() -> None:
    assert EN.irregularity("excess-card") == IrregularityText(
        "Card drawn in excess", "A card left the shoe though none was to be drawn."
    )


def test_states_have_names() -> None:
    assert EN.need(AnswerNeeded()) == "Dealer's answer"
    assert EN.command(CloseOffer) == "Offer closed"
    assert EN.phase(Phase.VOID) == "Void"
    assert HANT.shoe(ShoeStep.CUT) == "已切牌"
    assert EN.prize(Prize.TWIN) == "twin"
    assert EN.outcome_established_text(True) == "Outcome established"
    assert EN.outcome_established_text(False) == "No outcome established"


@pytest.mark.parametrize("language", Language)
def test_a_bet_on_dice_is_called_on_its_key_as_it_is_called_everywhere(language: Language) -> None:
    words = Words.load(language)
    kinds = {code.removeprefix("kind-") for code in words.sections["play"] if code.startswith("kind-")}
    for kind in {kind.removesuffix(".short") for kind in kinds} - {"sum", "three-dice"}:
        assert words.text("area", kind, {"numbers": ""}).strip() == words.text("play", f"kind-{kind}")


@pytest.mark.parametrize("language", Language)
def test_the_numbers_of_a_bet_are_kept_apart_from_its_odds(language: Language) -> None:
    told = Words.load(language).text("winner", "area", {"area": "double:11", "win": "11", "stake": "1"})
    assert " 1 1 · " in told
