"""Checks that what a scenario writes can happen: it is played to its end through the real engine.

A step that never comes, or that the table refuses, is named with its file and line.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.round_moment import RoundStuckError, StepRefusedError
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.round_steps import keypad_steps
from dealer_app.practice.scenarios import (
    BY_GUIDE,
    Scenario,
    ScenarioFaultsError,
    ScenarioFile,
    ScenarioShelf,
    Trigger,
    load_scenarios,
    read_scenario,
    read_scenario_file,
)
from dealer_app.practice.troubled_rounds import has_story
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import require_layout
from dealer_app.scripts.verbs import WordsError

MOST_MOMENTS = 300
_LONG_WAIT = 600_000
"""Milliseconds after which every step that waits for a time has come."""


@cache
def scenario_table(book: str, letter: str) -> DrillTable:
    """The table of one layout, as all its scenarios are played at it."""
    rulebook = load_rulebook(book)
    return DrillTable(make_rules(rulebook, require_layout(rulebook, letter)))


def find_table(scenario: Scenario) -> DrillTable:
    return scenario_table(scenario.book, scenario.layout)


def play_perfectly(play: RoundPlay) -> tuple[str, ...]:
    """To its end, by the book; what waits for a trainer or for time comes as soon as it can.

    Gives the troubles that a trainee has to stop for, and of which neither scenario nor station says a word.
    """
    unsaid: list[str] = []
    for _ in range(MOST_MOMENTS):
        if play.over:
            return tuple(unsaid)
        _let_come(play)
        moment = play.moment
        if (
            moment is not None
            and moment.case is not None
            and not moment.say
            and not has_story(moment.state, moment.case)
        ):
            unsaid.append(moment.case.trouble)
        if not play.over:
            play.play_book()
    raise RoundStuckError(f"the round has not ended after {MOST_MOMENTS} moments")


def _let_come(play: RoundPlay) -> None:
    steps = play.scenario.step
    if any(step.when.seconds for step in steps):
        play.wait(_LONG_WAIT)
    for place, step in enumerate(steps):
        if (step.when.trainer or step.when.rate) and place not in play.fired:
            play.arm(place)


def check_scenario(file: ScenarioFile) -> tuple[str, ...]:
    """Everything in it that cannot happen, each with its line."""
    return tuple(_find_faults(file, find_table(file.scenario)))


def can_be_played_at(file: ScenarioFile, table: DrillTable) -> bool:
    """Whether all of it happens at this layout of its document too: the bets are there, and every step comes."""
    layout = table.rules.layout
    if any(bet.area not in layout.areas or (bet.seat and bet.seat not in layout.seats) for bet in file.scenario.bet):
        return False
    return next(_find_faults(file, table), None) is None


def _find_faults(file: ScenarioFile, table: DrillTable) -> Iterator[str]:
    scenario = file.scenario
    known = {step.value for step in keypad_steps(table.rules).values()}
    for place, expected in enumerate(scenario.expect):
        if expected.by != BY_GUIDE and expected.by not in known:
            yield file.fault(f"expect.{place}", f"{expected.by!r} is none of {', '.join(sorted(known))}")
            return
    try:
        play = RoundPlay(scenario, table)
        unsaid = play_perfectly(play)
    except WordsError as problem:
        yield file.fault("table", str(problem))
        return
    except StepRefusedError as problem:
        yield file.fault(f"step.{problem.step}", f"step {problem.step + 1} cannot happen: {problem}")
        return
    except RoundStuckError as problem:
        yield file.fault("shoe", f"the round does not end: {problem}")
        return
    for trouble in unsaid:
        yield file.fault(
            f"step.{play.fired[-1]}", f"nobody hears of {trouble}: let a step before it `say` what is seen"
        )
    for place, step in enumerate(scenario.step):
        if place not in play.fired:
            why = _never_came(step.when, play)
            yield file.fault(f"step.{place}", f"step {place + 1} can never happen: {why}")
    for place, expected in enumerate(scenario.expect):
        if place not in play.met:
            yield file.fault(f"expect.{place}", f"it never comes to this: {_never_came(expected.when, play)}")


def _never_came(when: Trigger, play: RoundPlay) -> str:
    round_ = play.session.state.last
    if when.card:
        return f"card {when.card} never leaves the shoe; the round ends with card {len(round_.cards) if round_ else 0}"
    if when.state:
        return f"the round never comes to {when.state} after the steps before it"
    if when.event:
        return f"{when.event} never happens after the steps before it"
    return "what it waits for never comes"


def check_text(text: bytes, name: str) -> tuple[str, ...]:
    """Everything that is wrong with a scenario file, as it is written and as it is played."""
    try:
        file = read_scenario(text, name)
    except ScenarioFaultsError as problem:
        return problem.faults
    return check_scenario(file)


OWN_FOLDER = "scenarios"
"""Beside the journal of a practice folder: what its trainers wrote themselves."""
MOST_OWN_FILES = 500


def load_shelf(folder: Path) -> ScenarioShelf:
    """The scenarios that come with the station, and those in the practice folder that are written right and can happen.

    A file that cannot be used is named with its line, and all others are there.
    """
    shipped = load_scenarios()
    files, faults = dict(shipped.files), list(shipped.faults)
    for path in sorted((folder / OWN_FOLDER).glob("*.toml"))[:MOST_OWN_FILES]:
        try:
            file = replace(read_scenario_file(path), name=path.name)
        except ScenarioFaultsError as problem:
            faults += (fault.replace(str(path), path.name) for fault in problem.faults)
            continue
        known = files.get(file.scenario.id)
        wrong = check_scenario(file)
        if known is not None:
            wrong = (file.fault("id", f"{known.name} has the id {file.scenario.id} already"),)
        faults += wrong
        if not wrong:
            files[file.scenario.id] = file
    return ScenarioShelf(files=files, faults=tuple(faults))
