"""One thing has one name in Chinese, on keys and in sentences alike, in both scripts."""

import pytest

from dealer_app.wording import Language, Words

HANT, HANS = Words.load(Language.ZH_HANT), Words.load(Language.ZH_HANS)
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
def test_the_journal_is_called_by_its_name_on_its_lamp(words: Words) -> None:
    assert words.put("play", "lamp-journal") == words.put("mending", "journal")


@pytest.mark.parametrize("words", [HANT, HANS], ids=["zh-Hant", "zh-Hans"])
def test_a_method_of_dealing_has_the_letter_of_its_key(words: Words) -> None:
    for letter, code in (("B", "dealer-keeps-cards"), ("C", "only-in-hlga")):
        assert words.put("play", "method", {"method": letter}) in words.put("refusal", code)
