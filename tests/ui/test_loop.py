"""The one loop of the window takes more of the program's time than its share, and gives that back."""

import sys

from PySide6.QtWidgets import QApplication

from ui.event_loop import WindowLoop


def test_threads_share_their_time_as_before_when_it_is_closed(qapp: QApplication) -> None:
    before = sys.getswitchinterval()
    loop = WindowLoop(qapp)
    assert sys.getswitchinterval() < before
    loop.close()
    assert sys.getswitchinterval() == before
