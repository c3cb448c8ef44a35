"""The project's own lint: what ruff cannot know. Each finding names what to use instead.

A rule is a function over one parsed file or over its text; the house test runs them over every file of the
project. The domain has a stricter law of its own, in tests/house/test_domain_purity.py.
"""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[2]

TOO_LONG = 600

Finding: TypeAlias = tuple[int, str]
SyntaxNodes: TypeAlias = Sequence[ast.AST]
"""All that stands in a file: it is walked through once, for every rule."""
SyntaxRule: TypeAlias = Callable[[Path, SyntaxNodes], Iterator[Finding]]

CLOCKS = ("dealer_app/clock.py",)
UNGUARDED = ("ui/stop_screen.py",)
FLOAT_FREE = ("dealer_app/domain/", "dealer_app/journal/")
DOCUMENTED = ("dealer_app", "ui", "drivers")
RIDDLES = re.compile(r"\b(?:whoever|anew|mended|told|see the module)\b", re.IGNORECASE)
ONE_SEX = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
NAMES_OF_ANYTHING = {"told", "heard", "his"}
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"}
# Put together here, so that this file does not find itself.
FORBIDDEN_WORDS = {
    "../" + "shared": "a path inside the project",
    "/" + "work/": "a path inside the project",
    "/" + "root/": "a path inside the project",
    "NotImplemented" + "Error": "an abstract method, or leave the part out until it is built",
    "TO" + "DO": "an issue",
    "FIX" + "ME": "an issue",
}


def project_files() -> tuple[Path, ...]:
    """Every file that is or would be committed, relative to the project; without git, all not hidden."""
    listed = None
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        try:
            listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            listed = None
    if listed is not None and listed.returncode == 0:
        names = {Path(name) for name in listed.stdout.split("\0") if name}
    else:
        names = {path.relative_to(ROOT) for path in ROOT.rglob("*")}
        names = {name for name in names if not name.parts[0].startswith(".") and "__pycache__" not in name.parts}
        names = {name for name in names if not any(part.endswith(".egg-info") for part in name.parts)}
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


def findings(path: Path, text: str) -> list[str]:
    """All that the rules have to say about one file; `path` is relative to the project."""
    found = list(_name_rules(path)) + list(_word_rules(text))
    if path.suffix == ".py":
        lines = text.count("\n")
        if lines > TOO_LONG:
            found.append((lines, f"has {lines} lines; split it by its subjects, {TOO_LONG} is the end"))
        nodes = tuple(ast.walk(ast.parse(text)))
        for rule in SYNTAX_RULES:
            found += rule(path, nodes)
    return [f"{path}:{line}: {fault}" for line, fault in sorted(found)]


def _name_rules(path: Path) -> Iterator[Finding]:
    for part in path.with_suffix("").parts:
        if part.lower() in NAMES_THAT_SAY_NOTHING:
            yield 1, f"{part!r} says nothing; name the file by the domain's word for what lives in it"


def _word_rules(text: str) -> Iterator[Finding]:
    there = {word: instead for word, instead in FORBIDDEN_WORDS.items() if word in text}
    if not there:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        for word, instead in there.items():
            if re.search(rf"(?<![\w.]){re.escape(word)}" if word[0] == "/" else re.escape(word), line):
                yield number, f"{word}: use {instead}"


def _clock_rule(path: Path, nodes: SyntaxNodes) -> Iterator[Finding]:
    if path.parts[0] == "tests" or path.as_posix() in CLOCKS:
        return
    readings = {
        "datetime.now",
        "datetime.utcnow",
        "datetime.today",
        "date.today",
        "time.time",
        "time.time_ns",
    }
    readings |= {
        "QDateTime.currentDateTime",
        "QDateTime.currentDateTimeUtc",
        "QDate.currentDate",
        "QTime.currentTime",
    }
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            read = ".".join(ast.unparse(node.func).split(".")[-2:])
            if read in readings:
                yield node.lineno, f"{read}(): use the station's clock, which is given and knows its zone"


def _amount_rule(path: Path, nodes: SyntaxNodes) -> Iterator[Finding]:
    if not path.as_posix().startswith(FLOAT_FREE):
        return
    for node in nodes:
        literal = isinstance(node, ast.Constant) and isinstance(node.value, float)
        named = isinstance(node, ast.Name) and node.id == "float"
        if literal or named:
            yield getattr(node, "lineno", 1), "float: use Money (minor units), Odds or Fraction"


def _painter_rule(_path: Path, nodes: SyntaxNodes) -> Iterator[Finding]:
    closed = {id(item.context_expr) for node in nodes if isinstance(node, ast.With) for item in node.items}
    for node in _calls(nodes, "QPainter"):
        if id(node) not in closed:
            yield (
                node.lineno,
                "QPainter(...): use `with QPainter(...) as painter:`; left open it ends the process",
            )


def _loop_rule(path: Path, nodes: SyntaxNodes) -> Iterator[Finding]:
    if path.parts[0] == "tests":
        return
    for name in ("processEvents", "exec", "exec_"):
        for node in _calls(nodes, name):
            if isinstance(node.func, ast.Attribute):
                yield node.lineno, f".{name}(): use a panel, or open() with an awaited result"


def _paint_rule(path: Path, nodes: SyntaxNodes) -> Iterator[Finding]:
    """A painting that fails each time would stop play each time. The stop screen itself has nobody to tell."""
    if path.parts[0] != "ui" or path.as_posix() in UNGUARDED:
        return
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and node.name == "paintEvent":
            is_safe = any(ast.unparse(each) == "safe_paint" for each in node.decorator_list)
            if not is_safe:
                yield node.lineno, "paintEvent: put @safe_paint over it, so that a fault is told once and play can end"


def _docstring_rule(path: Path, nodes: SyntaxNodes) -> Iterator[Finding]:
    """A docstring says in plain present-day English what the thing does and for whom; so does one of a constant."""
    if path.parts[0] not in DOCUMENTED:
        return
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = " ".join(node.value.value.split())
            for found in RIDDLES.finditer(text):
                yield node.lineno, f"{found.group()!r} in a docstring: say it in plain English"
            for found in ONE_SEX.finditer(text):
                yield node.lineno, f"{found.group()!r} in a docstring: say the dealer, the guest, they, or its own"


def _value_rule(path: Path, nodes: SyntaxNodes) -> Iterator[Finding]:
    if path.parts[0] not in DOCUMENTED:
        return
    for node in nodes:
        name = node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""
        if name in NAMES_OF_ANYTHING and not isinstance(getattr(node, "ctx", None), ast.Load):
            yield getattr(node, "lineno", 1), f"{name!r} may be anything; name the value by what it holds"


def _calls(nodes: SyntaxNodes, name: str) -> Iterator[ast.Call]:
    for node in nodes:
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == name:
                yield node


SYNTAX_RULES: tuple[SyntaxRule, ...] = (
    _clock_rule,
    _amount_rule,
    _painter_rule,
    _loop_rule,
    _paint_rule,
    _docstring_rule,
    _value_rule,
)
