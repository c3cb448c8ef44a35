"""Whatever the station writes it makes by private_files, so that no other account can read it."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAKING = {"write_text", "write_bytes", "mkdir", "touch", "makedirs", "copyfile", "copy2", "copytree"}
ITS_OWN = {
    "dealer_app/private_files.py",
    # It asks for the modes by itself: drivers know nothing of the station.
    "drivers/capture.py",
    # Layouts that are painted for somebody else: they tell no card.
    "dealer_app/cli/layouts.py",
}


def makings(source: str) -> Iterator[tuple[int, str]]:
    """Where a file or a folder is made by Python's own means, and by which."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        owner = getattr(getattr(function, "value", None), "id", "")
        if name in MAKING and isinstance(function, ast.Attribute) and owner != "private_files":
            yield node.lineno, name
        modes = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if name == "open" and any(set(mode) & set("wax+") and len(mode) <= 3 for mode in modes):
            yield node.lineno, name


def test_nothing_is_made_by_other_means() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for package in ("dealer_app", "drivers")
        for path in sorted((ROOT / package).rglob("*.py"))
        if str(path.relative_to(ROOT)) not in ITS_OWN
        for line, name in makings(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_other_means_are_noticed() -> None:
    source = (
        'path.write_text("x")\nopen(path, "w")\npath.open("ab")\nfolder.mkdir()\nprivate_files.write_text(path, "x")'
    )
    assert [line for line, _ in makings(source)] == [1, 2, 3, 4]
    assert list(makings('path.open("rb")\nopen(path)\npath.read_text()')) == []
