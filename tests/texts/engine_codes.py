"""What the engine can ask words for: refusals, steps, announcements, and the facts that come with each.

They are read from its source, where they are written as literals; a code that is no literal is refused here. The steps
of an irregularity are asked of the guide itself, one for each kind of need.
"""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import NODEFAULT
from msgspec.structs import fields

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round.guide import Guide, make_guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import Need, Scope
from dealer_app.domain.round.state import Case
from dealer_app.domain.values import replace
from tests.support.rounds import MBS, RoundTable

ROOT = Path(__file__).parents[2]
ROUND = ROOT / "dealer_app" / "domain" / "round"
DOMAIN = ROOT / "dealer_app" / "domain"
PEOPLE = ROOT / "dealer_app" / "people"
GIVEN_TO_EVERY_STEP = frozenset({"role"})
"""The wording itself adds who acts."""

Facts = frozenset[str]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def _trees(pattern: str, folder: Path = ROUND) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.glob(pattern)):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def _functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((each.value for each in call.keywords if each.arg == name), None)


def _assigned(name: str, function: ast.AST) -> Iterator[ast.expr]:
    """What is assigned to a name within a function, `name["key"] = ...` left out."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=assigned)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=assigned), value=ast.expr() as value):
                pass
            case _:
                continue
        if assigned == name:
            yield value


def _keys(facts: ast.expr | None, function: ast.AST) -> Facts:
    """The keys that a literal has for certain."""
    match facts:
        case ast.Dict(keys=keys, values=values):
            found = {key.value for key in keys if isinstance(key, ast.Constant)}
            for key, value in zip(keys, values, strict=True):
                if key is None:
                    found |= _keys(value, function)
            return frozenset(str(key) for key in found)
        case ast.IfExp(body=body, orelse=other):
            return _keys(body, function) & _keys(other, function)
        case ast.Name(id=name):
            every = [_keys(value, function) for value in _assigned(name, function)]
            return frozenset.intersection(*every) if every else frozenset()
        case _:
            return frozenset()


@cache
def refusals(folder: Path = DOMAIN) -> dict[str, Facts]:
    """Every refusal's code, with the facts that it has wherever it is made."""
    found: dict[str, Facts] = {}
    for path, tree in _trees("**/*.py", folder):
        if path.name == "refusal.py":
            continue
        for function in _functions(tree):
            for code, facts in _refused_in(function, path):
                found[code] = found.get(code, facts) & facts
    return found


def _refused_in(function: Function, path: Path) -> Iterator[tuple[str, Facts]]:
    for node in ast.walk(function):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        match node.func.id:
            case "Refusal":
                code = _keyword(node, "code")
            case "simple_refusal":
                code = _keyword(node, "code") or node.args[0]
            case _:
                continue
        for literal in (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,):
            assert isinstance(literal, ast.Constant), f"{path.name}:{node.lineno}: the code of a refusal is no literal"
            yield str(literal.value), _keys(_keyword(node, "facts"), function)


@cache
def guides_of_needs() -> tuple[Guide, ...]:
    """What the guide says of a case that needs this and has no facts of its own, for every irregularity and need.

    While bets are open, and in a round whose hands are whole.
    """
    table = RoundTable(MBS)
    case = Case(number=1, trouble="other", clause="6.1", reported_by="Dealer", established=None, needs=())
    whole = RoundTable(MBS).bets(("player", 1000, 1)).close().deal("9H 4S KD 4C")
    kinds = product((table, whole), IrregularityKind, get_args(Need))
    return tuple(
        make_guide(at.rules, replace(at.state, cases=(replace(case, trouble=trouble.value, needs=(_example(kind),)),)))
        for at, trouble, kind in kinds
    )


def _example(kind: type[Need]) -> Need:
    """A need of this kind, its values taken by their types."""
    values: dict[object, Any] = {str: "pit_supervisor", int: 2, Scope: Scope.ALL_BETS, tuple[Card, ...]: DECK[:1]}
    types = get_type_hints(kind)
    return kind(**{each.name: values[types[each.name]] for each in fields(kind) if each.default is NODEFAULT})


@cache
def announcements() -> frozenset[tuple[str, str]]:
    """Every code that the guide gives to be said, each with the step that it is said at."""
    said = {(given.step.name, given.say) for given in guides_of_needs() if given.say}
    for _, tree in _trees("guide*.py"):
        for function in _functions(tree):
            for given in _next_steps(function):
                code = given.elts[3]
                assert isinstance(code, ast.Constant), f"guide:{code.lineno}: what is said is no literal"
                said |= {(step, str(code.value)) for step in _steps_in(given.elts[0], function, tree) if code.value}
    return frozenset(said)


@cache
def facts_of_steps() -> dict[str, Facts]:
    """For each step the facts that it has wherever the guide gives it."""
    found = {given.step.name: frozenset(given.facts) | GIVEN_TO_EVERY_STEP for given in guides_of_needs()}
    for _, tree in _trees("guide*.py"):
        for function in _functions(tree):
            for given in _next_steps(function):
                facts = _keys(given.elts[4], function) | GIVEN_TO_EVERY_STEP
                for step in _steps_in(given.elts[0], function, tree):
                    found[step] = found.get(step, facts) & facts
    return found


def _next_steps(tree: ast.AST) -> Iterator[ast.Tuple]:
    """The answers of the guide, but for those to a need: step, clause, who, what to say, facts."""
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.Tuple(elts=[step, _, _, _, _]) as given) if not _of_a_need(step):
                yield given
            case _:
                pass


def _of_a_need(step: ast.expr) -> bool:
    return any(isinstance(name, ast.Name) and name.id == "need" for name in ast.walk(step))


def _steps_in(expression: ast.expr, *scopes: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(expression):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Step":
            found.add(node.attr)
        elif isinstance(node, ast.Name) and node.id != "Step":
            for value in (value for scope in scopes for value in _assigned(node.id, scope)):
                found |= _steps_in(value)
    return found
