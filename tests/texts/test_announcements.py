"""What the dealer says: the announcements of record word by word, and results that leave nothing out."""

import re
from collections.abc import Mapping

import pytest

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import Tumble, every_tumble
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.rulebook import Layout, RuleFamily
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.domain.wagers import Area, Prize, Result
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.texts import Language, Words, coup_result_text, language_pair, prizes_won, tumble_result_text
from tests.support.baccarat_layouts import LAYOUTS, layout_table
from tests.support.rounds import INSURANCE, MBS, V4

EN, HANT, HANS = (Words.load(language) for language in (Language.EN, Language.ZH_HANT, Language.ZH_HANS))
EVERY = tuple(Words.load(language) for language in Language)
TAI_SAI = "tai-sai-open-cover-v5"
OPEN = Guide(step=Step.PLACE_YOUR_BETS, why="3.3", say="place-your-bets", facts={"round": "1"})
CLOSE = Guide(step=Step.NO_MORE_BETS, why="3.8", say="no-more-bets")


@pytest.mark.parametrize(
    ("game", "opening", "closing"),
    [
        (V4, "Place your Bets, please", "No more Bets"),
        (INSURANCE, "Place your Bets, please", "No more Bets"),
        (TAI_SAI, "Place your Bets, please", "No more Bets"),
        (MBS, "Place your bets, please", "No more bets"),
    ],
)
def test_the_announcements_of_record_are_those_of_the_document(game: str, opening: str, closing: str) -> None:
    assert EN.announcement(OPEN, game) == opening
    assert EN.announcement(CLOSE, game) == closing


def test_chinese_helps() -> None:
    assert HANT.announcement(OPEN, V4) == "請下注。"
    assert HANS.announcement(CLOSE, MBS) == "停止下注。"


def test_where_nothing_is_said_there_is_no_announcement() -> None:
    assert EN.announcement(Guide(step=Step.SETTLE, why="4.1.1", facts={"left": "3"}), V4) == ""


def test_insurance_is_announced_with_its_odds() -> None:
    offers = {"offers": "player 3/2, banker 5/2"}
    guide = Guide(step=Step.OFFER_INSURANCE, why="3.12", say="insurance", facts=offers)
    assert EN.announcement(guide, INSURANCE) == "Player insurance, three to two. Banker insurance, five to two."
    assert HANT.announcement(guide, INSURANCE) == "閒保險，二賠三。莊保險，二賠五。"
    assert EN.instruction(guide) == "Offer PLAYER and BANKER insurance"


def test_the_cards_to_turn_are_told_by_their_numbers_and_never_as_a_total_or_a_rank() -> None:
    guide = Guide(step=Step.TURN_CARDS, why="3.13", facts={"cards": "2 4"})
    assert EN.instruction(guide) == "Cards to turn: 2, 4"
    assert (HANT.instruction(guide), HANS.instruction(guide)) == ("開第 2、4 張牌", "开第 2、4 张牌")


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in text.split())


def _said(words: Words, game: str, letter: str, text: str) -> str:
    table = layout_table(game, letter)
    cards = _cards(text)
    return coup_result_text(words, make_coup(cards), prizes_won(_layout(game, letter), table.judge.coup_row(cards)))


def _layout(game: str, letter: str) -> Layout:
    layout = load_rulebook(game).find_layout(letter)
    assert layout is not None
    return layout


@pytest.mark.parametrize(
    ("game", "letter", "cards", "english", "chinese"),
    [
        (
            V4,
            "P",
            "AH 3S AD 3C 3S",
            "Banker wins, six over five. Tiger Pair, double. Tiger, two cards.",
            "莊贏，六點對五點。老虎對，雙對。老虎，兩張。",
        ),
        (
            V4,
            "A",
            "9H 4S KD 4C",
            "Player wins, natural nine over eight. Banker Pair. Player Char Siu, four cards.",
            "閒例牌贏，九點對八點。莊對。閒叉燒，四張。",
        ),
        (
            MBS,
            "A",
            "KH KS 6D 6C",
            "Tie, six all. Tiger Tie.",
            "和，六點。老虎和。",
        ),
        (
            V4,
            "A",
            "KH KS 7D 6C",
            "Player wins, seven over six. Player Char Siu, four cards.",
            "閒贏，七點對六點。閒叉燒，四張。",
        ),
        (V4, "A", "4H KS 4D 8C", "Tie, natural eight all. Player Pair.", "和，例牌八點。閒對。"),
        (V4, "P", "KH QS AD 3C TS KS", "Banker wins, three over one.", "莊贏，三點對一點。"),
    ],
)
def test_a_result_names_winner_points_and_every_winning_side_bet(
    game: str, letter: str, cards: str, english: str, chinese: str
) -> None:
    assert _said(EN, game, letter, cards) == english
    assert _said(HANT, game, letter, cards) == chinese


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_the_prize_is_known_from_the_odds_in_every_finished_situation(game: str, letter: str) -> None:
    layout = _layout(game, letter)
    for row in layout_table(game, letter).judge.rows:
        won = prizes_won(layout, row)
        assert list(won) == [
            area for area, verdict in zip(layout.areas, row, strict=True) if verdict.result is Result.WIN
        ]
        assert all(layout.odds(area, prize) for area, prize in won.items())


@pytest.mark.parametrize(
    ("letter", "dice", "english", "chinese"),
    [
        ("C", (6, 2, 5), "Two, five, six. Thirteen. Big, odd.", "二、五、六，十三點，大，單。"),
        ("A", (6, 2, 5), "Two, five, six. Thirteen. Big.", "二、五、六，十三點，大。"),
        ("C", (4, 4, 4), "Four, four, four. Twelve. Any triple.", "四、四、四，十二點，全圍。"),
    ],
)
def test_dice_are_announced_with_their_total(
    letter: str, dice: tuple[int, int, int], english: str, chinese: str
) -> None:
    layout = _layout(TAI_SAI, letter)
    won = prizes_won(layout, TumbleTable(layout).verdict_row(Tumble(dice)))
    assert tumble_result_text(EN, Tumble(dice), won) == english
    assert tumble_result_text(HANT, Tumble(dice), won) == chinese


@pytest.mark.parametrize("letter", "ACE")
def test_every_tumble_can_be_announced(letter: str) -> None:
    layout = _layout(TAI_SAI, letter)
    table = TumbleTable(layout)
    for tumble in every_tumble():
        won: Mapping[Area, Prize] = prizes_won(layout, table.verdict_row(tumble))
        for words in EVERY:
            said = tumble_result_text(words, tumble, won)
            assert not re.search("[0-9{}]", said)
        assert (
            EN.area_speech(Area("any_triple")).capitalize() in tumble_result_text(EN, tumble, won)
        ) is tumble.is_triple


def test_a_result_is_put_into_its_announcement() -> None:
    guide = Guide(step=Step.ANNOUNCE_RESULT, why="3.13", say="result")
    assert EN.announcement(guide, V4, result="Tie, six all.") == "Tie, six all."
    assert EN.announcement(guide, V4) == "", "no guide carries the cards of a result"


def test_two_languages_at_once() -> None:
    pair = language_pair(Language.EN, Language.ZH_HANT)
    assert pair.both_texts(lambda words: words.announcement(CLOSE, V4)) == ("No more Bets", "停止下注。")
    assert pair.line(lambda words: words.instruction(CLOSE)) == "Take bets, then close betting  接受下注，然後停止下注"


def test_every_side_bet_of_baccarat_is_named_in_a_result() -> None:
    for game in GAMES:
        book = load_rulebook(game)
        if book.house is RuleFamily.BACCARAT:
            for layout in book.layouts:
                won = {pay.area: pay.prize for pay in layout.pays}
                said = coup_result_text(EN, make_coup(_cards("KH KS 7D 6C")), won)
                assert all(EN.area_speech(area) in said for area in won if area not in ("player", "banker", "tie"))
