"""Modules are subjects of a size to be read, names say what a thing does or is, and packages import one way.

Each test prints its figure in one line, to be seen with `pytest -s tests/house/test_names.py`.
"""

from pathlib import Path

import grimp
import pytest

from tests.house.house_figures import (
    EXCEPTIONS_HEADING,
    GLOSSARY,
    MOST_EXCEPTIONS,
    MOST_LATE_IMPORTS,
    MOST_MODULES,
    MOST_TWIN_FILES,
    ROOMS,
    SOURCE,
    Edge,
    Room,
    circle_edges,
    count_rooms,
    find_hidden_imports,
    function_faults,
    late_import_faults,
    late_imports,
    name_exceptions,
    name_fault,
    own_modules,
    package_edges,
    public_functions,
    read_modules,
    short_modules,
    size_faults,
    twin_classes,
    twin_files,
)
from tests.house.house_lint import ROOT

KNOWN: dict[Edge, str] = {
    ("dealer_app.station.station", "dealer_app.devices.desk"): (
        "the station is the one door for people and for devices: it makes the desk of devices on its own core"
    ),
}
"""The imports that close a circle of packages, each with why it stays. There is to be no other."""


@pytest.fixture(scope="module")
def source() -> dict[Path, str]:
    return read_modules(*SOURCE)


@pytest.fixture(scope="module")
def tests_too(source: dict[Path, str]) -> dict[Path, str]:
    return {**source, **read_modules("resources", "tests")}


def test_modules_are_subjects_of_a_size_to_be_read(source: dict[Path, str]) -> None:
    lines = {path: source[path].count("\n") for path in own_modules(source)}
    short = len(short_modules(lines))
    print(f"\nmodules: {len(lines)}, the longest {max(lines.values())} lines, short {100 * short / len(lines):.1f} %")
    for room, count in count_rooms(lines).items():
        print(f"    {room.name}: {count} of at most {room.most_modules}")
    assert list(size_faults(lines)) == []


def test_functions_are_named_by_what_they_do_or_give(source: dict[Path, str]) -> None:
    functions = public_functions(source)
    exceptions = name_exceptions((ROOT / GLOSSARY).read_text(encoding="utf-8"))
    print(f"\npublic functions and methods: {len(functions)}, exceptions of names: {len(exceptions)}")
    assert list(function_faults(functions, exceptions)) == []


def test_helpers_of_tests_are_named_by_the_same_rule() -> None:
    """But for fixtures, which name what they give."""
    helpers = {
        path: text for path, text in read_modules("tests").items() if not path.name.startswith(("test_", "conftest"))
    }
    functions = public_functions(helpers)
    assert functions
    assert list(function_faults(functions, {})) == []


def test_few_file_names_stand_in_several_packages(source: dict[Path, str]) -> None:
    twins = twin_files(source)
    print(f"\nfile names in several packages: {len(twins)} ({', '.join(twins)})")
    assert len(twins) <= MOST_TWIN_FILES, "name a file by what it holds, not by a word that another package has too"


def test_a_class_name_has_one_meaning(tests_too: dict[Path, str]) -> None:
    twins = twin_classes(tests_too)
    print(f"\nclass names with two meanings: {len(twins)}")
    assert twins == []


def test_imports_stand_at_the_head_of_their_module(tests_too: dict[Path, str]) -> None:
    late = late_imports(tests_too)
    print(f"\nimports inside functions: {len(late)}")
    assert list(late_import_faults(late)) == []


def test_modules_are_imported_plainly(tests_too: dict[Path, str]) -> None:
    hidden = [finding for path, text in tests_too.items() for finding in find_hidden_imports(path, text)]
    print(f"\nmodules named in strings or with __getattr__: {len(hidden)}")
    assert hidden == []


def test_packages_do_not_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*SOURCE, cache_dir=None)
    modules = {
        (importer, imported)
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
    }
    today = circle_edges(package_edges(modules))
    print(f"\nedges of packages that close a circle: {len(today)}")
    for importer, imported in today:
        print(f"    {importer} -> {imported}")
    assert circle_edges(package_edges(modules - KNOWN.keys())) == []
    for edge in KNOWN:
        assert circle_edges(package_edges(modules - (KNOWN.keys() - {edge}))), f"{edge} closes no circle any more"


def test_too_many_modules_are_found() -> None:
    lines = {Path(f"ui/m{number}.py"): 100 for number in range(MOST_MODULES)}
    assert list(size_faults(lines)) == []
    assert "join those" in next(size_faults({**lines, Path("ui/one_more.py"): 100}))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_later_room_has_a_bound_of_its_own(room: Room) -> None:
    place = room.places[0].replace("*", "{}")
    lines = {Path(place.format("dealer_app", f"m{number}.py")): 100 for number in range(room.most_modules)}
    assert count_rooms(lines)[room] == len(lines)
    assert list(size_faults(lines)) == []
    assert room.name in next(size_faults({**lines, Path(place.format("ui", "one_more.py")): 100}))


def test_a_long_module_and_many_short_ones_are_found() -> None:
    lines = {Path(f"ui/m{number}.py"): 600 for number in range(92)}
    short = {Path(f"ui/s{number}.py"): 59 for number in range(8)}
    assert list(size_faults(lines | short)) == []
    assert "split it" in next(size_faults(lines | {Path("ui/long.py"): 601}))
    assert "less than 60" in next(size_faults(lines | short | {Path("ui/s8.py"): 59}))


@pytest.mark.parametrize(
    "name",
    [
        "told",
        "unpaid_leavers",
        "fed_cards",
        "signed_for",
        "ed",
        "sealed",
        "falling_dice",
        "ring_for",
        "came_to",
        "to_be_blanked_by",
        "of",
    ],
)
def test_a_name_that_breaks_the_rule_is_found(name: str) -> None:
    assert name_fault(name) is not None


@pytest.mark.parametrize(
    "name",
    [
        "read_card",
        "need_text",
        "feed",
        "speed",
        "bring_cards",
        "bet_rows",
        "round",
        "is_dealt",
        "has_come_in",
        "can_be_undone",
        "may_be_simulated",
        "card_from_text",
    ],
)
def test_a_name_of_what_is_done_or_given_passes(name: str) -> None:
    assert name_fault(name) is None


def test_every_public_function_and_method_is_read() -> None:
    text = """
def told(): ...
async def heard():
    def inner(): ...
if True:
    def sent(): ...
class _Hand:
    class Card:
        def dealt(self): ...
    @property
    def taken(self): ...
    def __init__(self): ...
    def _held(self): ...
    def paintingEvent(self): ...
"""
    found = public_functions({Path("ui/hand.py"): text})
    assert [each.name for each in found] == ["told", "heard", "sent", "dealt", "taken"]
    assert str(found[0]) == "ui/hand.py:2: told"


def test_an_exception_needs_its_reason_and_its_use() -> None:
    functions = public_functions({Path("ui/hand.py"): "def told(): ...\ndef seen(): ...\ndef kept(): ..."})
    glossary = (
        f"# Words\n{EXCEPTIONS_HEADING}\n\n| name | reason |\n| --- | --- |\n| `told` | Of the trade. |\n| seen | |\n"
        "| `lost` | It was once. |\n\n## Next\n\n| kept | no |\n| -- | -- |\n| `kept` | Elsewhere. |\n"
    )
    exceptions = name_exceptions(glossary)
    assert exceptions == {"told": "Of the trade.", "seen": "", "lost": "It was once."}
    unexplained, without_reason, without_need = function_faults(functions, exceptions)
    assert unexplained.startswith("ui/hand.py:3: kept:")
    assert "'seen' has no reason" in without_reason
    assert "'lost' is not needed" in without_need


def test_too_many_exceptions_are_found() -> None:
    text = "\n".join(f"def told_{number}(): ..." for number in range(MOST_EXCEPTIONS + 1))
    functions = public_functions({Path("ui/hand.py"): text})
    reasons = {each.name: "Of the trade." for each in functions}
    assert [fault.split(": ")[1] for fault in function_faults(functions, reasons)] == [
        f"{MOST_EXCEPTIONS + 1} exceptions of names, {MOST_EXCEPTIONS} is the end"
    ]


def test_a_glossary_without_exceptions() -> None:
    assert name_exceptions(f"{EXCEPTIONS_HEADING}\n") == {}
    with pytest.raises(ValueError, match="no heading"):
        name_exceptions("# Words\n")


def test_file_names_in_several_packages_are_found() -> None:
    files = map(
        Path, ["ui/cards.py", "dealer_app/domain/cards.py", "ui/dice.py", "ui/__init__.py", "drivers/__init__.py"]
    )
    assert twin_files(files) == {"cards.py": [Path("ui/cards.py"), Path("dealer_app/domain/cards.py")]}


def test_a_class_name_with_two_meanings_is_found() -> None:
    texts = {
        Path("ui/a.py"): "class Place: ...\nclass _Own: ...",
        Path("drivers/b.py"): "class _Own: ...\nclass Outer:\n    class Place: ...",
    }
    assert twin_classes(texts) == ["Place: ui/a.py:1, drivers/b.py:3: one name for two things; say which each one is"]


def test_an_import_inside_a_function_needs_its_reason() -> None:
    text = """
import os
def first():
    import sys  # noqa: PLC0415 - slow
def second():
    if first:
        from os import path  # noqa: PLC0415
"""
    late = late_imports({Path("ui/a.py"): text})
    assert late == {"ui/a.py:4": "slow", "ui/a.py:7": ""}
    (fault,) = late_import_faults(late)
    assert fault.startswith("ui/a.py:7: ")


def test_too_many_imports_inside_functions_are_found() -> None:
    (fault,) = late_import_faults({f"ui/a.py:{line}": "slow" for line in range(MOST_LATE_IMPORTS + 1)})
    assert "is the end" in fault


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("ui/a.py", "importlib.import_module('ui.table')"),
        ("ui/a.py", "import_module(name)"),
        ("ui/a.py", "__import__('ui.table')"),
        ("tests/a.py", "importlib.import_module('ui.table')"),
        ("ui/a.py", "sys.modules[__name__] = Late()"),
        ("ui/a.py", "sys.modules[__name__].__class__ = Late"),
        ("ui/a.py", "def __getattr__(name): ..."),
    ],
)
def test_a_hidden_import_is_found(path: str, line: str) -> None:
    assert len(list(find_hidden_imports(Path(path), line))) == 1


def test_a_tool_of_the_tests_may_import_what_it_found_on_the_disk() -> None:
    assert list(find_hidden_imports(Path("tests/a.py"), "importlib.import_module(module.name)")) == []


def test_a_circle_of_packages_is_found() -> None:
    modules = {
        ("dealer_app.journal.codec", "dealer_app.station.state"),
        ("dealer_app.station.core", "dealer_app.people.pins"),
        ("dealer_app.people.pins", "dealer_app.clock"),
        ("dealer_app.people.locks", "dealer_app.journal.reader"),
        ("dealer_app.people.locks", "dealer_app.people.pins"),
        ("ui.table.felt", "dealer_app.station.core"),
        ("dealer_app.clock", "drivers.line.port"),
    }
    edges = package_edges(modules)
    assert ("dealer_app.clock", "drivers") in edges
    assert circle_edges(edges) == [
        ("dealer_app.journal", "dealer_app.station"),
        ("dealer_app.people", "dealer_app.journal"),
        ("dealer_app.station", "dealer_app.people"),
    ]
    assert circle_edges(edges - {("dealer_app.people", "dealer_app.journal")}) == []
