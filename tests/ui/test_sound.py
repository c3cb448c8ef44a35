"""A sound that cannot be played is said once, in the station's words, and by nobody else."""

from pathlib import Path

from PySide6.QtCore import QObject, qInstallMessageHandler, qWarning
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_app.screens import actions
from dealer_app.screens.context import AssetFault
from dealer_app.screens.input_state import Panel
from dealer_app.screens.screen import Cue
from tests.support.window_bench import AtWindow, at_window
from ui.sound import Sounds

UNPLAYED = (AssetFault.NO_PLAYER, AssetFault.NO_LOUDSPEAKER)


def test_whatever_sound_there_is_on_this_machine_qt_says_nothing_of_it(qtbot: QtBot) -> None:
    """Where a library is there and no server of sounds answers it, Qt has a dozen warnings: any would fail this."""
    assert qtbot is not None
    said: list[AssetFault] = []
    parent = QObject()
    sounds = Sounds(parent, said.append)
    for _ in range(3):
        for cue in Cue:
            sounds.play(cue)
    assert said in ([], *([why] for why in UNPLAYED))
    parent.deleteLater()


def test_what_qt_says_of_anything_else_is_heard_after_a_sound_as_before(qtbot: QtBot) -> None:
    assert qtbot is not None
    heard: list[str] = []
    parent = QObject()
    Sounds(parent, lambda _: None).play(Cue.TAKEN)
    before = qInstallMessageHandler(lambda _kind, _context, text: heard.append(text))
    qWarning("of something else")
    qInstallMessageHandler(before)
    assert heard == ["of something else"]
    parent.deleteLater()


def test_a_sound_that_qt_cannot_play_later_is_said_once_and_no_other_is_tried(qtbot: QtBot) -> None:
    assert qtbot is not None
    said: list[AssetFault] = []
    parent = QObject()
    sounds = Sounds(parent, said.append)
    for fails in (False, True, True):
        sounds._on_status(fails=fails)
    sounds.play(Cue.STOP)
    assert said == [AssetFault.NOT_PLAYED]
    parent.deleteLater()


def test_the_switch_says_so_as_long_as_it_lasts(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        table.application.sounds._silent = True
        table.application._on_missing_sound(AssetFault.NO_LOUDSPEAKER)
        said = table.screen.rail.refusal
        assert said.first == "No sound: this computer has no loudspeaker. Every cue is also on the screen."
        await table.give(actions.SetInput(table.input_state.replace(panel=Panel.MENU)))
        assert not table.screen.rail.refusal
        assert table.control("looks:sound:off").sub.first == "Cannot be played here"
        assert not table.control("looks:motion:off").sub

    at_window(qapp, tmp_path, play)
