"""One thing has one name in Chinese, on keys and in sentences alike, in both scripts; none misleads who reads it."""

import pytest

from dealer_app.texts import Language, Words

EN, HANT, HANS = (Words.load(language) for language in (Language.EN, Language.ZH_HANT, Language.ZH_HANS))
TERMS = (
    ("荷官", ("莊荷",), ("庄荷",)),
    ("簽入", ("登入", "登錄", "登出"), ("登入", "登录", "登出")),
    ("檯", ("桌",), ("桌",)),
    ("方式", ("方法", "甲式", "乙式", "丙式"), ("方法", "甲式", "乙式", "丙式")),
    ("注區", ("注項",), ("注项",)),
    ("代下注", ("代客下注",), ("代客下注",)),
    ("顆", ("粒",), ("粒",)),
    ("骰盅", ("搖骰機",), ("摇骰机",)),
    ("發牌器", ("派牌裝置",), ("派牌装置",)),
    ("解讀", ("釋義",), ("释义",)),
    ("記錄", ("紀錄",), ("纪录",)),
    ("螢幕", ("畫面",), ("画面",)),
    ("咪牌", ("眯牌",), ("眯牌",)),
    ("銷牌", ("燒牌", "已燒"), ("烧牌", "已烧")),
    ("高限額區", ("高額檯", "高額區"), ("高额台", "高额区")),
    # By these a card or money can be lost: a lammer is no old card, a rank is not points, a number with 號 is a seat,
    # and 長牌 and 短牌 are each said both of the bet that pays 6 and of the one that pays 11 to 1.
    ("賠率牌", ("舊牌", "保險牌"), ("旧牌", "保险牌")),
    ("牌面（A–K）", ("輸入點數", "點數和花色", "點數及花色"), ("输入点数", "点数和花色", "点数及花色")),
    ("骨牌", ("長牌", "短牌"), ("长牌", "短牌")),
    ("四數組合", ("四號組合",), ("四号组合",)),
    ("三骰組合", ("三號組合",), ("三号组合",)),
    ("原注", ("原可贏取",), ("原可赢取",)),
    ("收賠錯誤", ("收派錯誤", "錯派"), ("收派错误", "错派")),
    ("到場簽認", ("簽到",), ("签到",)),
)
"""What it is called, and what it is not called any more, in the two scripts."""


def _sentences(words: Words) -> list[tuple[str, str]]:
    return [
        (f"{section}.{code}", "".join(part for part in entry.parts if isinstance(part, str)))
        for section, entries in words.sections.items()
        for code, entry in entries.items()
    ]


@pytest.mark.parametrize(("term", "hant", "hans"), TERMS, ids=[term for term, _, _ in TERMS])
def test_a_thing_has_one_name(term: str, hant: tuple[str, ...], hans: tuple[str, ...]) -> None:
    assert any(term in text for _, text in _sentences(HANT)), "the name is used"
    for words, others in ((HANT, hant), (HANS, hans)):
        for name, text in _sentences(words):
            assert not [other for other in others if other in text], f"{name}: {text}, say {term}"


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
