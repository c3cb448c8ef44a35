"""The project's own lint over every file of the project, and each of its rules on a line that breaks it."""

from pathlib import Path

import pytest

from tests.house.house_lint import ROOT, findings, project_files


def test_the_project_keeps_its_rules() -> None:
    found = []
    for path in project_files():
        try:
            text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture, a font or a sound
        found += findings(path, text)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("path", "line", "instead"),
    [
        ("dealer_app/devices/actor.py", "now = datetime.now()", "the station's clock"),
        ("ui/clock.py", "now = datetime.datetime.now(UTC)", "the station's clock"),
        ("drivers/port.py", "now = time.time()", "the station's clock"),
        ("dealer_app/journal/store.py", "amount = 0.5", "Money"),
        ("dealer_app/journal/store.py", "amount = float(text)", "Money"),
        ("ui/table/felt.py", "painter = QPainter(self)", "with QPainter"),
        ("ui/dialog.py", "dialog.exec()", "open()"),
        ("ui/dialog.py", "QApplication.processEvents()", "open()"),
        ("ui/felt.py", "class Felt(QWidget):\n    def paintEvent(self, event): ...", "@safe_paint"),
        ("ui/felt.py", "class Felt(QWidget):\n    @timed\n    def paintEvent(self, event): ...", "@safe_paint"),
        ("dealer_app/people/pins.py", '"""For whoever keys a PIN."""', "plain English"),
        ("ui/felt.py", 'def paint() -> None:\n    """Paints the felt anew."""', "plain English"),
        ("drivers/port.py", 'class Port:\n    """See\n    the module."""', "plain English"),
        ("dealer_app/clock.py", 'LATE = 3\n"""Is told after so many seconds."""', "plain English"),
        ("ui/felt.py", 'class Felt:\n    """A felt that was mended."""', "plain English"),
        ("ui/felt.py", 'class Felt:\n    """What a guest has in his box."""', "the guest"),
        (
            "dealer_app/people/pins.py",
            'def ask() -> None:\n    """Asked of the dealer, who keys it himself."""',
            "the dealer",
        ),
        ("drivers/port.py", "heard = take()", "what it holds"),
        ("ui/felt.py", "def paint(told): ...", "what it holds"),
        ("dealer_app/utils.py", "", "the domain's word"),
        ("ui/common/colours.py", "", "the domain's word"),
        ("docs/notes.md", "see ../" + "shared/x", "inside the project"),
        ("docs/notes.md", "see /" + "work/main", "inside the project"),
        ("ui/late.py", "raise NotImplemented" + "Error", "abstract method"),
        ("ui/late.py", "# TO" + "DO: later", "an issue"),
        ("ui/long.py", "\n" * 601, "split it"),
    ],
)
def test_a_broken_rule_names_what_to_use(path: str, line: str, instead: str) -> None:
    found = findings(Path(path), line)
    assert len(found) == 1
    assert instead in found[0]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("ui/table/felt.py", "with QPainter(self) as painter:\n    painter.drawLine(0, 0, 1, 1)\n"),
        ("ui/felt.py", "class Felt(QWidget):\n    @safe_paint\n    def paintEvent(self, event): ...\n"),
        ("ui/stop_screen.py", "class StopScreen(QWidget):\n    def paintEvent(self, event): ...\n"),
        ("tests/ui/test_felt.py", "class Felt(QWidget):\n    def paintEvent(self, event): ...\n"),
        ("dealer_app/clock.py", "now = datetime.now(UTC)\n"),
        ("dealer_app/odds/edge.py", "edge = float(exact)\n"),
        ("ui/felt.py", "mended = 1  # a name of the code, and no docstring\n"),
        ("tests/ui/test_felt.py", "told = felt.told\n"),
        ("ui/felt.py", '"""This felt, the others and their boxes."""\n'),
        ("tests/ui/test_felt.py", '"""Whoever looks, and his guest."""\n'),
        ("README.md", "docs/framework/plan.md\n"),
    ],
)
def test_what_is_meant_passes(path: str, text: str) -> None:
    assert findings(Path(path), text) == []
