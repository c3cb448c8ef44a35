"""The skills of a dealer: each one thing that can be asked, with its clauses, read from `resources/skills.toml`.

A skill that cannot be used is named with its line, and the others are taken.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files

from msgspec import Struct, ValidationError, convert, field

from dealer_app.practice.questions import Competency
from dealer_app.rulebooks.loader import GAMES, clause_numbers

_SKILL_FILE = files("resources") / "skills.toml"


class DrillKind(Enum):
    """What is asked of a skill."""

    TOTAL = "total"
    DRAW = "draw"
    OUTCOME = "outcome"
    AREAS = "areas"
    PAY = "pay"
    SETTLE = "settle"
    LIMITS = "limits"
    INSURANCE = "insurance"
    IRREGULARITY = "irregularity"
    ORDER = "order"
    WORDS = "words"


class Skill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that a dealer can do. `wish` is what the table must show, in the words of its drill."""

    id: str
    competency: Competency
    drill: DrillKind
    seconds: int
    clauses: Mapping[str, tuple[str, ...]]
    """By document; what stands here is also in which games it is asked."""
    wish: Mapping[str, int | str | tuple[int, ...]] = field(default_factory=dict)


class SkillFile(Struct, frozen=True, kw_only=True):
    """The skills that can be used, the clauses that ask nothing of a dealer, and what is wrong with the file."""

    skills: tuple[Skill, ...]
    without: Mapping[str, Mapping[str, str]]
    """By document and clause: why no skill goes with it."""
    faults: tuple[str, ...]


_HEADER = re.compile(r"^\[\[skill\]\]", re.MULTILINE)


def read_skills(text: str, name: str) -> SkillFile:
    """The skills of a text; `name` is what faults are reported under."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        return SkillFile(skills=(), without={}, faults=(f"{name}: {problem}",))
    lines = [text.count("\n", 0, found.start()) + 1 for found in _HEADER.finditer(text)]
    skills: dict[str, Skill] = {}
    faults: list[str] = []
    for line, table in zip(lines, tables.get("skill", ()), strict=False):
        try:
            skill = convert(table, Skill)
        except ValidationError as problem:
            faults.append(f"{name}, line {line}: {problem}")
            continue
        wrong = [*_skill_faults(skill, skills)]
        faults += [f"{name}, line {line}: {skill.id}: {fault}" for fault in wrong]
        if not wrong:
            skills[skill.id] = skill
    without, found = _read_without(tables.get("without", {}))
    return SkillFile(
        skills=tuple(skills.values()), without=without, faults=(*faults, *(f"{name}: {each}" for each in found))
    )


def _skill_faults(skill: Skill, known: Mapping[str, Skill]) -> Iterator[str]:
    if skill.id in known:
        yield "there is a skill of this name already"
    if not 1 <= skill.seconds <= _LONGEST_SECONDS:
        yield f"{skill.seconds} seconds are not between 1 and {_LONGEST_SECONDS}"
    if not skill.clauses:
        yield "it names no clause"
    for book, numbers in skill.clauses.items():
        if book not in GAMES:
            yield f"{book} is no document"
        yield from (f"{book} has no clause {number}" for number in numbers if number not in clause_numbers(book))


_LONGEST_SECONDS = 300


def _read_without(tables: object) -> tuple[Mapping[str, Mapping[str, str]], tuple[str, ...]]:
    try:
        without = convert(tables, dict[str, dict[str, str]])
    except ValidationError as problem:
        return {}, (f"without: {problem}",)
    unknown = (
        f"without: {book} has no clause {number}"
        for book, clauses in without.items()
        for number in clauses
        if number not in clause_numbers(book)
    )
    return without, tuple(unknown)


@cache
def load_skills() -> SkillFile:
    """The skills that come with the station."""
    return read_skills(_SKILL_FILE.read_text(encoding="utf-8"), _SKILL_FILE.name)


@cache
def skills_by_id() -> Mapping[str, Skill]:
    """The same, by their names."""
    return {skill.id: skill for skill in load_skills().skills}


def book_skills(book: str) -> tuple[Skill, ...]:
    """The skills of one document, in the order of the file, which is that of learning."""
    return tuple(skill for skill in load_skills().skills if book in skill.clauses)
