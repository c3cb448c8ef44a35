"""From the first page of a demonstration to practice by a key of the ribbon, and back, as often as one likes."""

import os
import subprocess
import sys
from pathlib import Path

PRESSES = """
import os, sys
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from dealer_app.cli import run
from ui.window import StationWindow

seen, show_screen = [], StationWindow.show_screen


def show(window, screen, looks):
    show_screen(window, screen, looks)
    place = screen.ribbon.text.first.split()[0], getattr(screen.stage, "title", screen.ribbon.text).first
    if seen and seen[-1] == place:
        return
    seen.append(place)
    print(*place, flush=True)
    QTimer.singleShot(300, lambda: press(window))


def press(window):
    ways = sum(place[0].startswith("PRACTICE") for place in seen)
    if len(seen) == 1 or (len(seen) == 3 and ways == 1):
        QTest.keyClick(window, Qt.Key.Key_F12)
    elif len(seen) == 2:
        QTest.keyClick(window, Qt.Key.Key_F12)
    elif len(seen) == 4:
        # A drill, at once, and home again.
        for key in (Qt.Key.Key_Enter, Qt.Key.Key_Enter):
            QTest.keyClick(window, key)
        for key in (Qt.Key.Key_Escape,) * 2:
            QTest.keyClick(window, key)
    elif seen[-1][0].startswith("PRACTICE"):
        for key in (Qt.Key.Key_Escape,) * 2:
            QTest.keyClick(window, key)
    else:
        os.kill(os.getpid(), 15)


StationWindow.show_screen = show
sys.exit(run.open_window(Path(sys.argv[1]), {}, demo=True, size="1366x768"))
"""


def test_a_newcomer_reaches_a_drill_by_two_keys_and_comes_back(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSES, str(tmp_path)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    places = [line.split()[0] for line in done.stdout.splitlines()]
    assert places[:4] == ["DEMO:", "PRACTICE", "DEMO:", "PRACTICE"], (done.stdout, done.stderr)
    assert places[-1] == "DEMO:", done.stdout
    assert done.returncode == 128 + 15, done.stderr
    assert (tmp_path / "practice" / "journal.db").exists()
