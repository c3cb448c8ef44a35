"""Loads the approved documents: from a TOML file to a frozen Rulebook, or to all of its faults.

A file is read within bounds (its size, the depth of its keys), part by part: first the shape of each part, then
what the parts say together. Here are also the files of the documents that come with the station, and a layout by
its Appendix letter.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

from cattrs import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    transform_error,
)
from cattrs.cols import homogenous_tuple_structure_factory
from msgspec import NODEFAULT, Struct
from msgspec.structs import asdict, fields

from dealer_app.domain.money import Odds, odds_from_text
from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.rulebook import Commission, Layout, Pay, Rulebook
from dealer_app.private_files import read_regular
from dealer_app.rulebooks.checks import find_faults
from dealer_app.rulebooks.shape import CommissionShape, RulebookShape


class UnknownLayoutError(Exception):
    """A letter that names no layout of the document, with what is right in one sentence."""


def require_layout(book: Rulebook, letter: str) -> Layout:
    found = book.find_layout(letter)
    if found is not None:
        return found
    letters = ", ".join(layout.letter for layout in book.layouts)
    pictured = next((layout.letter for layout in book.layouts if letter in layout.pictured_in), None)
    if pictured is not None:
        pictures = f"pictured in Appendix {letter} is layout {pictured}"
        raise UnknownLayoutError(f"{book.game} has the layouts {letters}; {pictures}")
    raise UnknownLayoutError(f"{book.game} has the layouts {letters}, not {shorten_quote(letter)}")


def shorten_quote(text: str) -> str:
    """What somebody wrote, quoted, and not longer than a line can bear."""
    return repr(text) if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]!r}..."


_LONGEST_QUOTE = 40


GAMES = (
    "tiger-buffalo-v4",
    "tiger-buffalo-insurance",
    "tiger-baccarat-mbs-v3",
    "tai-sai-open-cover-v5",
)
_RESOURCES = files("resources")


def rulebook_bytes(game: str) -> bytes:
    """The rulebook file of a document, as it is on disk."""
    return (_RESOURCES / "rulebooks" / f"{game}.toml").read_bytes()


@cache
def clause_table(name: str) -> Mapping[str, Any]:
    """One of the files about clauses: a document's own, `tests` or `waiting`."""
    return tomllib.loads((_RESOURCES / "clauses" / f"{name}.toml").read_text(encoding="utf-8"))


def clause_numbers(game: str) -> frozenset[str]:
    """The numbers of all clauses of a document; none if there is no such document."""
    if game not in GAMES:
        return frozenset()
    return frozenset(clause["id"] for clause in clause_table(game)["clauses"])


LARGEST_FILE = 200_000
"""Bytes. The largest document that the station has takes an eighth of it."""
_MOST_DOTS = 8
_LARGEST_NUMBER = 2**63
_STRING_OR_REMARK = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}'
    r"|'''(?:[^']|'(?!''))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Each ends where its line or the text does, if nothing else ends it: so no part of the text is looked at twice."""
_BETWEEN_KEYS = re.compile(r"[=,\n\[\]{}]")


class TomlFaultError(Exception):
    """A text that is not read, in one line."""


def parse_toml(text: bytes) -> Mapping[str, Any]:
    """What the text says; TomlFaultError for one that is no TOML, or goes beyond a bound."""
    if len(text) > LARGEST_FILE:
        raise TomlFaultError(f"the file is larger than {LARGEST_FILE // 1000} kB")
    try:
        written = text.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise TomlFaultError(f"byte {problem.start} is not UTF-8 text") from None
    keys = _BETWEEN_KEYS.split(_STRING_OR_REMARK.sub("_", written))
    if any(key.count(".") > _MOST_DOTS for key in keys):
        raise TomlFaultError(f"a key has more than {_MOST_DOTS + 1} parts")
    try:
        tables = tomllib.loads(written)
    except tomllib.TOMLDecodeError as problem:
        raise TomlFaultError(str(problem)) from None
    except RecursionError:
        raise TomlFaultError("lists or tables are nested too deep") from None
    except ValueError:
        # Python itself reads no decimal number of more than some thousand digits.
        raise TomlFaultError(_TOO_LARGE) from None
    if any(not -_LARGEST_NUMBER <= number < _LARGEST_NUMBER for number in _numbers(tables)):
        raise TomlFaultError(_TOO_LARGE)
    return tables


_TOO_LARGE = "a number is larger than 64 bits can hold"


def _numbers(tables: object) -> Iterator[int]:
    waiting = [tables]
    while waiting:
        match waiting.pop():
            case dict() as table:
                waiting += table.values()
            case list() as values:
                waiting += values
            case int() as number:
                yield number
            case _:
                pass


_SHARE = re.compile(r"([0-9]{1,9})/([1-9][0-9]{0,8})", re.ASCII)

_MOST_FAULTS = 500
_LONGEST_FAULT = 500


class RulebookFaultsError(Exception):
    """A rulebook file that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        lines = tuple(map(_fault_line, faults[:_MOST_FAULTS]))
        more = len(faults) - len(lines)
        self.faults = (*lines, f"and {more} faults more") if more else lines
        super().__init__("\n".join(self.faults))


def _fault_line(fault: str) -> str:
    """A fault may quote what somebody wrote, whatever that is."""
    fault = visible_text(fault)
    return fault if len(fault) <= _LONGEST_FAULT else f"{fault[:_LONGEST_FAULT]} …"


@cache
def load_rulebook(game: str) -> Rulebook:
    """The rulebook of one of the approved documents that come with the station."""
    return read_rulebook_text(rulebook_bytes(game), f"{game}.toml")


def read_rulebook_file(path: Path) -> Rulebook:
    """Read and check a rulebook file; RulebookFaultsError says all that is wrong with it, an unreadable file too."""
    try:
        text = read_regular(path, LARGEST_FILE)
    except OSError as problem:
        raise RulebookFaultsError((f"{path}: cannot be read: {problem.strerror}",)) from None
    return read_rulebook_text(text, str(path))


def read_rulebook_text(text: bytes, name: str) -> Rulebook:
    """Read and check the bytes of a rulebook file; `name` is what faults are reported under."""
    return read_rulebook_tables(_parse_tables(text, name), name, sha256(text).hexdigest())


def read_rulebook_tables(tables: Mapping[str, Any], name: str, fingerprint: str) -> Rulebook:
    """The same for a file whose TOML is parsed already."""
    parts, faults = _read_parts(_lift_layouts_clause(tables))
    game = parts.get("game", "")
    faults += find_faults(parts, clause_numbers(game))
    if faults:
        raise RulebookFaultsError(tuple(f"{name}: {fault}" for fault in faults))
    return _make_rulebook(RulebookShape(**parts), fingerprint)


def _exact_hook(kind: type) -> Any:
    """A hook that takes a value of this type as it is and nothing that merely could be turned into one."""

    def hook(value: object, _: type) -> object:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not a value of type {kind.__name__}")
        return value

    return hook


def _odds_hook(value: object, _: type) -> Odds:
    if not isinstance(value, str):
        raise TypeError(f'odds are written like "11/1", not {value!r}')
    return odds_from_text(value)


def _fraction_hook(value: object, _: type) -> Fraction:
    written = _SHARE.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        raise TypeError(f'a share is written like "1/4", not {value!r}')
    return Fraction(int(written[1]), int(written[2]))


def _is_list_type(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1:] == (Ellipsis,)


def _list_hook(kind: Any, converter: Converter) -> Any:
    """A hook that takes a list: a text or a table can be gone through too, but never means one."""
    structure = homogenous_tuple_structure_factory(kind, converter)

    def hook(value: object, _: type) -> object:
        if not isinstance(value, list):
            raise TypeError(f"{value!r} is not a list")
        return structure(value, kind)

    return hook


@cache
def strict_converter() -> Converter:
    """Reads what people write in a file: no unknown key, nothing turned into another type, all faults at once."""
    converter = Converter(forbid_extra_keys=True)
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _exact_hook(kind))
    converter.register_structure_hook(Odds, _odds_hook)
    converter.register_structure_hook(Fraction, _fraction_hook)
    converter.register_structure_hook_factory(_is_list_type, _list_hook)
    converter.register_structure_hook_factory(_is_struct_type, _struct_hook)
    return converter


def _is_struct_type(kind: Any) -> bool:
    made_of = get_origin(kind) or kind
    return isinstance(made_of, type) and issubclass(made_of, Struct)


def _struct_hook(kind: type[Struct], converter: Converter) -> Any:
    """A hook that reads each field of a value and gathers all that is wrong, as cattrs does for its own classes."""
    parts = fields(kind)
    names = {part.name for part in parts}

    def hook(value: Any, _: type) -> Struct:
        if not isinstance(value, Mapping):
            raise TypeError(f"{value!r} is not a table")
        known: dict[str, Any] = {}
        wrong: list[Exception] = []
        for part in parts:
            if not part.required and part.name not in value:
                continue
            try:
                known[part.name] = converter.structure(value[part.name], part.type)
            except Exception as problem:  # noqa: BLE001 - whatever is wrong with a file is reported with it
                where = f"Structuring class {kind.__name__} @ attribute {part.name}"
                problem.add_note(AttributeValidationNote(where, part.name, part.type))
                wrong.append(problem)
        if surplus := set(value) - names:
            wrong.append(ForbiddenExtraKeysError("", kind, surplus))
        if wrong:
            raise ClassValidationError(f"While structuring {kind.__name__}", wrong, kind)
        return kind(**known)

    return hook


def _parse_tables(text: bytes, name: str) -> Mapping[str, Any]:
    try:
        return parse_toml(text)
    except TomlFaultError as problem:
        raise RulebookFaultsError((f"{name}: {problem}",)) from None


def _read_parts(tables: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The parts of the file that have the right shape, by name, and what is wrong with the others."""
    try:
        return asdict(strict_converter().structure(tables, RulebookShape)), []
    except (BaseValidationError, ForbiddenExtraKeysError) as problem:
        faults = [put_key_first(fault) for fault in transform_error(problem, path="")]
    hints = get_type_hints(RulebookShape)
    parts = {part.name: part.default for part in fields(RulebookShape) if part.default is not NODEFAULT}
    for name in hints.keys() & tables.keys():
        parts.pop(name, None)
        # What is wrong with it is among the faults already.
        with suppress(BaseValidationError, ForbiddenExtraKeysError, AttributeError, TypeError, ValueError):
            parts[name] = strict_converter().structure(tables[name], hints[name])
    return parts, faults


def _lift_layouts_clause(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """`layouts` holds one key a letter and one for its clause: part them, so that the letters are all of one kind."""
    layouts = raw.get("layouts")
    if not isinstance(layouts, dict):
        return raw
    letters = {letter: layout for letter, layout in layouts.items() if letter != "clause"}
    return {**raw, "layouts": letters, "layouts_clause": layouts.get("clause", "")}


def put_key_first(fault: str) -> str:
    """cattrs writes `what is wrong @ .key`; people look for the key first."""
    what, at, key = fault.rpartition(" @ ")
    return f"{key.lstrip('.') or 'the file'}: {what}" if at else fault


def _make_rulebook(shape: RulebookShape, fingerprint: str) -> Rulebook:
    return Rulebook(
        game=shape.game,
        house=shape.house,
        identity=shape.identity,
        layouts=tuple(_make_layout(shape, letter) for letter in shape.layouts),
        limits=shape.limits,
        roles=shape.roles,
        decisions=shape.decisions,
        policies=shape.policies,
        rulings=shape.rulings,
        cites=MappingProxyType(shape.cites),
        clauses=clause_numbers(shape.game),
        fingerprint=fingerprint,
        decks=shape.decks,
        dice=shape.dice,
        commission=_make_commission(shape.commission),
        no_commission_clause=shape.commission.clause if shape.commission and not shape.commission.taken else None,
        insurance=shape.insurance,
    )


def _make_layout(shape: RulebookShape, letter: str) -> Layout:
    drawn = shape.layouts[letter]
    fewest, most = drawn.positions or (None, None)
    pays = tuple(
        Pay(area=area, prize=prize, odds=odds, clause=settlement.clause)
        for settlement in shape.settlement
        if letter in settlement.layouts
        for pay in settlement.pays
        for area in pay.areas
        for prize, odds in pay.prizes.items()
    )
    return Layout(
        letter=letter,
        fewest_positions=fewest,
        most_positions=most,
        seats=drawn.seats,
        pictured_in=drawn.pictured_in,
        clause=shape.layouts_clause,
        pays=pays,
    )


def _make_commission(shape: CommissionShape | None) -> Commission | None:
    if shape is None or shape.area is None or shape.gross is None or shape.rate is None:
        return None
    return Commission(area=shape.area, gross=shape.gross, rate=shape.rate, clause=shape.clause)
