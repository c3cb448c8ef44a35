"""What several tests use stands as near to them as it can: beside them, or in tests/support for several top folders.

A plain module of tests, which is no test itself, is at home in the deepest folder that all its users have in common;
where they have none but `tests`, in tests/support. Its users are the modules that import it or run it by its name; the
Makefile and the list of legs, which run it as a command, are none.

The tools of the build are no helpers of tests: what the Makefile runs for all tests, the plugins of pytest, and what
only these need, stand in tests/tools.
"""

import ast
import re
from collections.abc import Iterable, Mapping
from os.path import commonpath

from tests.house.house_lint import ROOT

TESTS, SUPPORT, TOOLS = "tests", "tests/support", "tests/tools"
MOST_LINES = 5_845
"""Of tests/support altogether, half of what it was. Beyond it, look for what does the same, and for what only one
folder needs."""
RUNNER, CONFTEST = "tests.tools.legs", "tests.conftest"
COMMANDS = {"tests.ui.screenshots", "tests.golden.round_words"}
"""Commands of the Makefile that are no tests of one folder, though the tests of one look at what they print."""
DOTTED = re.compile(r"tests(?:\.\w+)+")


def read_tests() -> dict[str, str]:
    """The text of every module of tests, by its dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / TESTS).rglob("*.py"))
    }


def is_plain(module: str) -> bool:
    last = module.rpartition(".")[2]
    return not last.startswith("test_") and last != "conftest"


def folder(module: str) -> str:
    return module.rpartition(".")[0].replace(".", "/")


def used_modules(text: str, *, counts_commands: bool = True) -> set[str]:
    """The modules of tests that a module imports or names in a string; with them names that are no modules."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                found |= {module, *(f"{module}.{each.name}" for each in names)}
            case ast.Import(names=names):
                found |= {each.name for each in names}
            case ast.Constant(value=str(value)) if counts_commands:
                found.add(value)
            case _:
                pass
    return {name for name in found if DOTTED.fullmatch(name)}


def find_home(users: Iterable[str]) -> str:
    """The deepest folder of all these modules, or tests/support where it is that of all tests."""
    common = commonpath([folder(user) for user in users])
    return SUPPORT if common == TESTS else common


def is_at_home(place: str, home: str) -> bool:
    """Below the home of its users a module may stand in a folder of its own, as the references of benches do."""
    return place == home or place.startswith(f"{home}/")


def tools_of_the_build(modules: Mapping[str, str]) -> set[str]:
    """The runner of legs and the plugins beside it, and what of their folder these import or run."""
    tools: set[str] = set()
    found = {RUNNER, *(name for name in used_modules(modules[CONFTEST]) if folder(name) == TOOLS)} & modules.keys()
    while found:
        tools |= found
        used = {name for module in found for name in used_modules(modules[module])}
        found = {name for name in used & modules.keys() - tools if folder(name) == TOOLS}
    return tools


def misplaced_modules(modules: Mapping[str, str]) -> list[str]:
    users: dict[str, set[str]] = {module: set() for module in modules if is_plain(module)}
    for user, text in modules.items():
        for module in used_modules(text, counts_commands=user != RUNNER) & users.keys() - {user}:
            users[module].add(user)
    return [
        f"{module}: all that use it stand in {home}; put it there"
        for module, each in users.items()
        if each
        and module not in COMMANDS
        and folder(module) != TOOLS
        and not is_at_home(folder(module), home := find_home(each))
    ]


def test_what_tests_share_stands_beside_them_and_in_support_only_for_several_folders() -> None:
    modules = read_tests()
    assert misplaced_modules(modules) == []
    assert modules.keys() >= COMMANDS


def test_tools_of_the_build_stand_by_themselves_and_nothing_else_with_them() -> None:
    modules = read_tests()
    assert {module for module in modules if folder(module) == TOOLS} == tools_of_the_build(modules)


def test_what_several_folders_share_is_not_a_second_house() -> None:
    shared = {module: text.count("\n") for module, text in read_tests().items() if folder(module) == SUPPORT}
    print(f"\nmodules of {SUPPORT}: {len(shared)}, lines: {sum(shared.values())}")
    assert sum(shared.values()) <= MOST_LINES


def test_a_module_that_stands_too_far_away_is_found() -> None:
    modules = {
        "tests.ui.test_rail": "from tests.support.cameras import Camera\nfrom tests.ui.samples import RAIL\n",
        "tests.ui.page.test_page": "from tests.ui.page import pages\nfrom tests.support import moments\n",
        "tests.ui.page.test_more": "from tests.ui.samples import RAIL\nPLAYER = 'tests.support.player'\n",
        "tests.cli.test_run": "import tests.support.moments\nimport tests.ui.lines\n",
        "tests.ui.page.pages": "from tests.ui.samples import RAIL\n",
        "tests.ui.samples": "",
        "tests.ui.lines": "",
        "tests.support.cameras": "from tests.support.colours import RED\n",
        "tests.support.colours": "",
        "tests.support.player": "",
        "tests.support.moments": "",
        RUNNER: "COMMAND = 'tests.ui.page.pages'\n",
    }
    assert [fault.partition(";")[0] for fault in misplaced_modules(modules)] == [
        "tests.ui.lines: all that use it stand in tests/cli",
        "tests.support.cameras: all that use it stand in tests/ui",
        "tests.support.player: all that use it stand in tests/ui/page",
    ]


def test_a_tool_is_what_the_runner_or_a_plugin_needs_and_no_test() -> None:
    modules = {
        RUNNER: "from tests.tools.runs import run\nPROOF = 'tests.faults.proof'\n",
        CONFTEST: "pytest_plugins = ['tests.tools.silence', 'tests.ui.windows']\n",
        "tests.tools.runs": "import tests.tools.servers\n",
        "tests.tools.servers": "",
        "tests.tools.silence": "",
        "tests.tools.left_over": "",
        "tests.faults.proof": "",
        "tests.ui.windows": "",
    }
    assert tools_of_the_build(modules) == {f"tests.tools.{name}" for name in ("legs", "runs", "servers", "silence")}
