"""What the window itself says is in the language that it has been switched to: its stop screen, and what it misses."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import AssetFault, Looks
from dealer_app.screens.ports import save_looks
from dealer_app.screens.screen import Cue
from dealer_app.station_window import BilingualTexts
from dealer_app.texts import Language, language_pair
from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_rounds import starts_table
from tests.ui.at_the_window.touch_hands import ByTouch


def _told(texts: BilingualTexts, why: AssetFault) -> tuple[ScreenText, ...]:
    return texts.sound_notice(why), texts.font_notice(why), texts.artwork_notice(why, 0), texts.looks_notice(why)


@pytest.mark.parametrize("why", AssetFault)
@pytest.mark.parametrize("language", [Language.ZH_HANT, Language.ZH_HANS])
def test_no_latin_word_stands_in_a_chinese_sentence_of_the_window(language: Language, why: AssetFault) -> None:
    texts = BilingualTexts(language_pair(Language.EN, Language.EN)).translate(Looks(first=language, second=Language.EN))
    stop = texts.stop
    said = (texts.title, stop.title[0], stop.what_to_do[0], stop.code, *(line.first for line in _told(texts, why)))
    assert not [text for text in said if re.search("[A-Za-z]", text)]
    assert all(re.search("[A-Za-z]", line.second) for line in _told(texts, why))


def test_how_the_screen_is_set_says_why_it_cannot_be_kept(tmp_path: Path, expect_log: Callable[[str], None]) -> None:
    expect_log("how the screen is set cannot be kept")
    assert save_looks(tmp_path, Looks()) is None
    assert save_looks(tmp_path / "nowhere", Looks()) is AssetFault.NOT_WRITTEN


def test_after_a_switch_of_the_language_the_window_speaks_it(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: Callable[[str], None]
) -> None:
    """The words are made when the language changes: when something has failed nothing is asked any more."""
    expect_log("the station stopped with")
    heard: list[Cue] = []
    english: list[str] = []

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await starts_table(hands, V4, "P")
        stop = table.application.stop_screen
        english.append(stop.accessibleName())
        await hands.opens_menu()
        await hands.press("looks:language:zh-Hans")
        await hands.press("looks:second-language:zh-Hant")
        assert table.window.windowTitle() == "荷官系统"
        table.application._on_missing_sound(AssetFault.NO_LOUDSPEAKER)
        assert table.screen.rail.refusal.first == "没有声音：此电脑没有发声设备。所有提示也在屏幕上。"
        assert table.screen.rail.refusal.second.startswith("沒有聲音：此電腦沒有發聲設備。")
        monkeypatch.setattr(table.application.sounds, "play", heard.append)
        table.application.stop_on_fault(ValueError("of ours"))
        assert stop.accessibleName() == "停止，通知场务 停止，通知場務"
        assert stop.accessibleDescription().startswith("牌和筹码保持原位。")
        assert not re.search("[a-z]", stop.accessibleDescription())

    with pytest.raises(AssertionError, match="the program failed with"):
        at_window(qapp, tmp_path, play)
    assert english == ["Stop. Call the pit 停止，通知場務"]
    assert heard == [Cue.STOP]


@pytest.mark.parametrize("fails", [False, True], ids=["muted", "without a sound"])
def test_the_stop_screen_stands_whatever_becomes_of_its_sound(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: Callable[[str], None],
    *,
    fails: bool,
) -> None:
    expect_log("the station stopped with")
    heard: list[Cue] = []

    def plays(cue: Cue) -> None:
        heard.append(cue)
        raise OSError

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await starts_table(hands, V4, "P")
        if not fails:
            await hands.opens_menu()
            await hands.press("looks:sound:off")
        monkeypatch.setattr(table.application.sounds, "play", plays)
        table.application.stop_on_fault(ValueError("of ours"))
        assert table.application.stop_screen.isVisible()

    with pytest.raises(AssertionError, match="the program failed with"):
        at_window(qapp, tmp_path, play)
    assert heard == ([Cue.STOP] if fails else [])
