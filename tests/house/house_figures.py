"""The figures of the house: sizes of modules, names of functions, files and classes, late imports, circles of packages.

Each rule is a function over what was read of the tree, so that tests/house/test_names.py can run it over the tree
and over an example that breaks it. A finding says where it is and what to do instead.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tests.house.house_lint import ROOT, TOO_LONG

SOURCE = ("dealer_app", "ui", "drivers")
MOST_MODULES = 340
"""Of the station of a table, which is all that no other room has."""
SHORT, MOST_SHORT_PER_CENT = 60, 8
MOST_EXCEPTIONS = 60
MOST_TWIN_FILES = 30
MOST_LATE_IMPORTS = 10
# Few files have what is looked for, and only those are parsed.
LATE_IMPORT = re.compile(r"^(?!import |from ).*\bimport\b", re.MULTILINE)
HIDDEN_IMPORT = re.compile(r"import_module|__import__|sys\.modules|__getattr__")

GLOSSARY = Path("docs/glossary.md")
EXCEPTIONS_HEADING = "## Exceptions of names"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that are a verb's plain form as well (bet, cast, cut, hit, let, put, read, run, set, shut, split) begin a
# command, and are left out.
IRREGULAR_PARTICIPLES = _words(
    """
    been begun beheld bent bitten bled blown born borne bought bound bred broken brought built came caught chosen
    clung crept dealt did done drawn driven drunk dug eaten fallen fed felt fled flown flung foreseen forgiven
    forgotten fought found frozen gave given gone got grown had heard held hidden hung kept known laid lain led left
    lent lit lost made meant met misdealt misheard mistaken outdone overcome overdrawn overpaid overtaken paid
    rebuilt redone redrawn remade resent retaken rewritten ridden risen rung said sat seen sent shaken shone shot
    shown shrunk slept slid sold sought spent spoken sprung spun stolen stood struck stuck stung sung sunk swept
    sworn swum swung taken taught thought thrown told took torn unbound undealt underpaid understood undone unheard
    unknown unmade unmet unpaid unsaid unseen unsent unsold untold unwritten upheld went withdrawn withheld woken
    won worn wound woven written
    """
)
PREPOSITIONS = _words(
    """
    about above across after against along among around as at before behind below beneath beside besides between
    beyond by down during except for from in inside into like near of off on onto out outside over per since than
    through throughout till to toward towards under underneath until up upon versus via with within without
    """
)
# Verbs and nouns that only look like a participle or a gerund.
NO_PARTICIPLES = _words("bleed breed embed exceed feed heed need proceed seed shed speed succeed weed")
NO_GERUNDS = _words("bring cling fling king ring sing sling spring sting string swing thing wing wring")
YES_OR_NO = ("is_", "has_", "can_", "may_")

Edge: TypeAlias = tuple[str, str]


class PublicName(NamedTuple):
    """A public function or method, and where it stands."""

    name: str
    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name}"


class Room(NamedTuple):
    """What comes on top of the station of a table: how many modules it may have, and where they are."""

    name: str
    most_modules: int
    places: tuple[str, ...]


ROOMS = (
    Room("practice", 107, ("*/practice/*", "*/practice_*.py", "dealer_app/cli/practice*.py")),
    Room(
        "reports",
        30,
        ("*/reports/*", "*/report_orders.py", "*/pace.py", "dealer_app/cli/report*.py", "dealer_app/charts*.py"),
    ),
    Room(
        "supervisor and display",
        30,
        ("*/supervisor/*", "*/supervisor_*.py", "*/display/*", "*/table_chances.py", "*/shoe_order*.py", "*/alarm*.py"),
    ),
    Room("recall", 12, ("*/recall/*",)),
    Room("law of the place", 6, ("*/house_law*.py", "*/law_*.py", "*/dispute*.py")),
    Room("pit", 40, ("*/pit/*", "*/pit_*.py", "dealer_app/cli/pit*.py")),
)
STATION_OF_A_TABLE = Room("station of a table", MOST_MODULES, ("*",))


def read_modules(*tops: str) -> dict[Path, str]:
    """The text of every Python file below these folders, by its path relative to the project."""
    files = (file for top in tops for file in sorted((ROOT / top).rglob("*.py")))
    return {file.relative_to(ROOT): file.read_text(encoding="utf-8") for file in files}


def own_modules(modules: Iterable[Path]) -> list[Path]:
    """All but the files that only stand for their package."""
    return [path for path in modules if path.name != "__init__.py"]


# Modules


def short_modules(lines: Mapping[Path, int]) -> list[Path]:
    """The modules of less than 60 lines."""
    return [path for path, count in lines.items() if count < SHORT]


def count_rooms(modules: Iterable[Path]) -> dict[Room, int]:
    """How many modules each room has; a module is of the first room that has its place."""
    every = (*ROOMS, STATION_OF_A_TABLE)
    rooms = Counter(
        next(room for room in every if any(fnmatch(str(path), place) for place in room.places)) for path in modules
    )
    return {room: rooms[room] for room in every}


def size_faults(lines: Mapping[Path, int]) -> Iterator[str]:
    """Too many modules, one that is too long, or too many that are too short to be a subject."""
    for room, count in count_rooms(lines).items():
        if count > room.most_modules:
            yield (
                f"{room.name}: {count} modules, {room.most_modules} is the end: "
                "join those that are parts of one subject"
            )
    for path, count in lines.items():
        if count > TOO_LONG:
            yield f"{path}: {count} lines; split it by its subjects, {TOO_LONG} is the end"
    short = short_modules(lines)
    if 100 * len(short) > MOST_SHORT_PER_CENT * len(lines):
        yield (
            f"{len(short)} of {len(lines)} modules have less than {SHORT} lines, at most {MOST_SHORT_PER_CENT} % may: "
            f"join them to their subjects ({', '.join(map(str, short))})"
        )


def twin_files(modules: Iterable[Path]) -> dict[str, list[Path]]:
    """The file names that stand in several packages, each with its places."""
    places = defaultdict(list)
    for path in own_modules(modules):
        places[path.name].append(path)
    return {name: paths for name, paths in sorted(places.items()) if len(paths) > 1}


# Functions and classes


def public_functions(modules: Mapping[Path, str]) -> list[PublicName]:
    """Functions of modules and methods of classes that others call; what is inside a function belongs to it alone.

    Names of Qt, which have capitals, are overridden as they are.
    """
    return [
        PublicName(node.name, path, node.lineno)
        for path, text in modules.items()
        for node in _definitions(ast.parse(text))
        if not isinstance(node, ast.ClassDef) and _is_ours(node.name)
    ]


def _is_ours(name: str) -> bool:
    return not name.startswith("_") and name.islower()


def _definitions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            continue
        if isinstance(node, ast.ClassDef):
            yield node
        yield from _definitions(node)


def name_fault(name: str) -> str | None:
    """Why a public function may not be named so; None if it may. Predicates may be named by a participle."""
    if name.startswith(YES_OR_NO):
        return None
    first, *_, last = [*name.split("_"), name.rpartition("_")[2]]
    if first in IRREGULAR_PARTICIPLES or (first.endswith("ed") and first not in NO_PARTICIPLES):
        return f"{first!r} is a participle; begin with a verb, or name the thing"
    if first.endswith("ing") and first not in NO_GERUNDS:
        return f"{first!r} is a gerund; begin with a verb, or name the thing"
    if last in PREPOSITIONS:
        return f"it ends in {last!r}; say of what, or name the thing"
    return None


def function_faults(functions: Iterable[PublicName], exceptions: Mapping[str, str]) -> Iterator[str]:
    """Names that break the rule and are no exception; exceptions without a reason or without need, and too many."""
    broken = {}
    for function in functions:
        fault = name_fault(function.name)
        if fault is not None:
            broken[function.name] = f"{function}: {fault}"
    for name, finding in broken.items():
        if name not in exceptions:
            yield f"{finding}, or give the reason in {GLOSSARY}"
    for name, reason in exceptions.items():
        if not reason:
            yield f"{GLOSSARY}: the exception {name!r} has no reason"
        if name not in broken:
            yield f"{GLOSSARY}: the exception {name!r} is not needed"
    if len(exceptions) > MOST_EXCEPTIONS:
        yield f"{GLOSSARY}: {len(exceptions)} exceptions of names, {MOST_EXCEPTIONS} is the end"


def name_exceptions(glossary: str) -> dict[str, str]:
    """The rows `| name | reason |` below the heading for them, up to the next heading."""
    _, heading, rest = f"\n{glossary}".partition(f"\n{EXCEPTIONS_HEADING}\n")
    if not heading:
        raise ValueError(f"{GLOSSARY} has no heading {EXCEPTIONS_HEADING!r}")
    section = re.split(r"^#", rest, maxsplit=1, flags=re.MULTILINE)[0]
    rows = [line.strip().strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    # The first two lines are the head of the table and its rule.
    return {name.strip().strip("`"): " ".join(reason).strip() for name, *reason in rows[2:]}


def twin_classes(modules: Mapping[Path, str]) -> list[str]:
    """Public classes of one name in two places: the name has two meanings."""
    places = defaultdict(list)
    for path, text in modules.items():
        for node in _definitions(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{path}:{node.lineno}")
    return [
        f"{name}: {', '.join(each)}: one name for two things; say which each one is"
        for name, each in sorted(places.items())
        if len(each) > 1
    ]


# Imports


def late_imports(modules: Mapping[Path, str]) -> dict[str, str]:
    """The imports inside functions, by their places, each with the reason that stands behind its noqa."""
    found = {}
    for path, text in modules.items():
        if not LATE_IMPORT.search(text):
            continue
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Import | ast.ImportFrom):
                        reason = re.search(r"# noqa: PLC0415 - (\S.*)", lines[inner.lineno - 1])
                        found[f"{path}:{inner.lineno}"] = reason[1] if reason is not None else ""
    return found


def late_import_faults(late: Mapping[str, str]) -> Iterator[str]:
    """Too many imports inside functions, or one without its reason."""
    if len(late) > MOST_LATE_IMPORTS:
        yield f"{len(late)} imports inside functions, {MOST_LATE_IMPORTS} is the end: {', '.join(late)}"
    for place, reason in late.items():
        if not reason:
            yield f"{place}: an import inside a function; move it up, or say why: # noqa: PLC0415 - the reason"


def find_hidden_imports(path: Path, text: str) -> Iterator[str]:
    """Modules that are named in a string, and modules that make up what they hold: no reader and no tool finds them.

    A tool of the tests may import a module by a name that it found on the disk.
    """
    if not HIDDEN_IMPORT.search(text):
        return
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            is_found = path.parts[0] == "tests" and not any(isinstance(each, ast.Constant) for each in node.args)
            if not is_found:
                yield f"{path}:{node.lineno}: a module named in a string; import it plainly"
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(ast.unparse(each).startswith("sys.modules[") for each in targets):
                yield f"{path}:{node.lineno}: a module put in place of another; import it plainly"
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            yield f"{path}:{node.lineno}: __getattr__ on a module; import plainly what it gives out"


# Circles


def package(module: str) -> str:
    """`ui`, `drivers`, or the package or single module of the core to which a module belongs."""
    first, *rest = module.split(".")
    return ".".join((first, *rest[:1])) if first == "dealer_app" else first


def package_edges(edges: Iterable[Edge]) -> set[Edge]:
    """Which package imports which, from which module imports which."""
    lifted = {(package(importer), package(imported)) for importer, imported in edges}
    return {(importer, imported) for importer, imported in lifted if importer != imported}


def circle_edges(edges: Collection[Edge]) -> list[Edge]:
    """The edges from which a way leads back to where they begin."""
    following = defaultdict(set)
    for importer, imported in edges:
        following[importer].add(imported)

    def is_reachable(start: str, end: str) -> bool:
        seen, to_visit = {start}, [start]
        while to_visit:
            new = following[to_visit.pop()] - seen
            seen |= new
            to_visit += new
        return end in seen

    return sorted((importer, imported) for importer, imported in edges if is_reachable(imported, importer))
