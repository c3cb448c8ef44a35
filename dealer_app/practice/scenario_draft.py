"""A scenario while a trainer writes it: a new one, each change as a pure function, and what is wrong with it now.

It is the same value as one that was read from a file, but it may have faults. Keys and screens are elsewhere.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.practice.questions import Competency
from dealer_app.practice.round_moment import Moment
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.scenario_check import (
    OWN_FOLDER,
    FaultKind,
    Rehearsal,
    ScenarioFault,
    find_table,
    let_come,
    rehearse,
    scenario_table,
)
from dealer_app.practice.scenario_file import NotSavedError, SaveFault, save_text, write_scenario
from dealer_app.practice.scenarios import (
    Expectation,
    Handlers,
    Happening,
    Scenario,
    ScenarioBet,
    ScenarioShoe,
    ScenarioStep,
    Trigger,
    find_form_faults,
    load_scenarios,
    part_lines,
    place_handlers,
)
from dealer_app.rulebooks import load_rulebook

LABELS = ("red", "blue", "green", "yellow")
"""Guests of a table without seats."""
_FIRST_STAKES = (100_000, 50_000)
_FIRST_CARDS, _FIRST_THROW = "9S 3H KD 4C", "2-5-6"
USUAL_EXPECTATION = Expectation(
    when=Trigger(event="case-opened"), within=12, weight=3, competency=Competency.IRREGULARITIES
)
"""What a new scenario with trouble expects: that it is seen, in time."""
One = TypeVar("One")


def new_scenario(book: str, letter: str, name: str) -> Scenario:
    """One that can be played at once: two bets, and cards or dice that lie written."""
    has_dice = load_rulebook(book).dice is not None
    return Scenario(
        id=name,
        version=1,
        book=book,
        layout=letter,
        clauses=(),
        level=1,
        title={},
        debrief={},
        shoe=ScenarioShoe(dice=(_FIRST_THROW,)) if has_dice else ScenarioShoe(cards=_FIRST_CARDS),
        bet=_first_bets(book, letter),
    )


def _first_bets(book: str, letter: str) -> tuple[ScenarioBet, ...]:
    layout = scenario_table(book, letter).rules.layout
    seats = layout.seats[:2] if layout.seats else (0, 0)
    return tuple(
        ScenarioBet(area=area, stake=stake, seat=seat, bettor="seated" if seat else label)
        for area, stake, seat, label in zip(layout.areas[:2], _FIRST_STAKES, seats, LABELS, strict=False)
    )


def free_id(book: str, taken: Collection[str]) -> str:
    """An id that no scenario has."""
    number = 1
    while f"own-{book}-{number}" in taken:
        number += 1
    return f"own-{book}-{number}"


def use_layout(scenario: Scenario, book: str, letter: str) -> Scenario:
    """The same at another layout; of another document nothing of it stays but its texts."""
    if book != scenario.book:
        fresh = new_scenario(book, letter, scenario.id)
        return replace(fresh, title=scenario.title, debrief=scenario.debrief, version=scenario.version)
    return replace(scenario, layout=letter)


def put_bet(scenario: Scenario, bet: ScenarioBet) -> Scenario:
    """A bet; one of the same guest on the same area gets this stake."""
    for place, known in enumerate(scenario.bet):
        if replace(known, stake=bet.stake) == bet:
            return replace(scenario, bet=replace_item(scenario.bet, place, bet))
    return replace(scenario, bet=(*scenario.bet, bet))


def replace_item(items: tuple[One, ...], place: int, item: One) -> tuple[One, ...]:
    """Another one in this place."""
    return (*items[:place], item, *items[place + 1 :])


def drop_item(items: tuple[One, ...], place: int) -> tuple[One, ...]:
    """All but the one in this place."""
    return (*items[:place], *items[place + 1 :])


def put_step(scenario: Scenario, step: ScenarioStep, place: int | None = None) -> Scenario:
    """In this place, or after all others; the first trouble brings with it that it is expected to be seen."""
    expect = scenario.expect or ((USUAL_EXPECTATION,) if _is_trouble(step.do) else ())
    steps = (*scenario.step, step) if place is None else replace_item(scenario.step, place, step)
    return replace(scenario, step=steps, expect=expect)


def _is_trouble(do: Happening) -> bool:
    return bool(do.handler or do.power_cut or do.leaves) or any(line.startswith("report ") for line in do.inject)


def drop_step(scenario: Scenario, place: int) -> Scenario:
    """Without this step; without any nothing is expected either that waits for a case."""
    left = drop_item(scenario.step, place)
    expect = scenario.expect if left else tuple(each for each in scenario.expect if each != USUAL_EXPECTATION)
    return replace(scenario, step=left, expect=expect)


def raise_step(scenario: Scenario, place: int) -> Scenario:
    """This step before the one that was before it."""
    if place < 1:
        return scenario
    steps = list(scenario.step)
    steps[place - 1], steps[place] = steps[place], steps[place - 1]
    return replace(scenario, step=tuple(steps))


# What is wrong with it, and what it comes to


class DifferentialShown(Struct, frozen=True, kw_only=True):
    """By how much one side of a Differential is heavier than the other."""

    side: Area
    apart: int


class DraftReport(Struct, frozen=True, kw_only=True):
    """A draft as it is now: its faults, what it comes to, and its lines in the file that it will be."""

    faults: tuple[ScenarioFault, ...]
    rehearsal: Rehearsal
    differentials: tuple[DifferentialShown, ...]
    lines: Mapping[str, int]

    @property
    def can_be_saved(self) -> bool:
        return not self.faults

    def step_fault(self, place: int) -> ScenarioFault | None:
        """Why this step cannot happen."""
        return next((each for each in self.faults if each.step == place), None)


_HARMLESS = frozenset({"id", "version", "level", "clauses", "title", "debrief"})
"""Parts without which a draft can be played."""


def report_draft(draft: Scenario, handlers: Handlers) -> DraftReport:
    """Reads it as strictly as a file, and plays it as far as it can be played."""
    form = tuple(
        ScenarioFault(part=part, kind=FaultKind.FORM, text=text) for part, text in find_form_faults(draft, handlers)
    )
    blocking = [fault for fault in form if fault.part.partition(".")[0] not in _HARMLESS]
    played = place_handlers(draft, handlers)
    rehearsal = Rehearsal() if blocking else rehearse(played, find_table(draft))
    return DraftReport(
        faults=(*rehearsal.faults, *form),
        rehearsal=rehearsal,
        differentials=tuple(_differentials(draft)),
        lines=part_lines(write_scenario(draft)),
    )


def _differentials(draft: Scenario) -> Iterator[DifferentialShown]:
    """Of the first round, as its bets lie."""
    totals: Counter[str] = Counter()
    for bet in draft.bet:
        if bet.round == 1:
            totals[bet.area] += bet.stake
    for differential in load_rulebook(draft.book).limits.differentials:
        light, heavy = sorted(differential.sides, key=lambda side: totals[side])
        if totals[heavy] > totals[light]:
            yield DifferentialShown(side=heavy, apart=totals[heavy] - totals[light])


def find_clauses(draft: Scenario, rehearsal: Rehearsal) -> tuple[str, ...]:
    """The clauses on which the cases rest that it comes to, and those that it names already."""
    known = load_rulebook(draft.book).clauses
    found = (each.clause for each in rehearsal.cases)
    return tuple(dict.fromkeys(each for each in (*draft.clauses, *found) if each in known))


# Preview


class DraftPlay:
    """A draft as it is played for a look at it: by the book, moment by moment, and back; nothing is recorded."""

    def __init__(self, draft: Scenario, handlers: Handlers) -> None:
        self._plays = [RoundPlay(place_handlers(draft, handlers), find_table(draft))]
        let_come(self._plays[0])

    @property
    def moment(self) -> Moment | None:
        """What is shown; nothing after the end."""
        return self._plays[-1].moment

    @property
    def count(self) -> int:
        """Which moment, from 1."""
        return len(self._plays)

    @property
    def last_moment(self) -> Moment | None:
        """The last moment that there was, to be looked at after the end."""
        return next((play.moment for play in reversed(self._plays) if play.moment is not None), None)

    @property
    def step_count(self) -> int:
        """How many steps have come."""
        return len(self._plays[-1].fired)

    def play_step(self) -> None:
        """The book does its step."""
        if self.moment is None:
            return
        following = self._plays[-1].fork()
        following.play_book()
        if not following.over:
            let_come(following)
        self._plays.append(following)

    def go_back(self) -> None:
        if len(self._plays) > 1:
            self._plays.pop()


# Saving


def save_draft(folder: Path, draft: Scenario) -> Path:
    """Writes it into the own scenarios of a practice folder. Raises NotSavedError; then nothing has changed."""
    if draft.id in load_scenarios().files:
        raise NotSavedError(SaveFault.SHIPPED)
    path = folder / OWN_FOLDER / f"{draft.id}.toml"
    save_text(path, write_scenario(draft))
    return path
