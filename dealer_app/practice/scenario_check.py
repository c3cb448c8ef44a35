"""Checks that what a scenario writes can happen: it is played to its end through the real engine.

A step that never comes, or that the table refuses, is named with its file and line.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path

from msgspec import Struct, field

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, TableState
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.handlers import find_handlers, load_handlers
from dealer_app.practice.round_moment import Moment, RoundStuckError, StepRefusedError
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.round_steps import RoundStep, keypad_steps
from dealer_app.practice.scenarios import (
    BY_GUIDE,
    Handlers,
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
from dealer_app.scripts.language import ScriptLineError, read_command, write_command
from dealer_app.scripts.verbs import WordsError

MOST_MOMENTS = 300
_LONG_WAIT = 600_000
"""Milliseconds after which every step that waits for a time has come."""


@cache
def scenario_table(book: str, letter: str) -> DrillTable:
    """The table of one layout, as all its scenarios are played at it."""
    rulebook = load_rulebook(book)
    return DrillTable(make_rules(rulebook, require_layout(rulebook, letter)))


def first_table(book: str) -> DrillTable:
    """That of the first layout of a document."""
    return scenario_table(book, load_rulebook(book).layouts[0].letter)


def find_table(scenario: Scenario) -> DrillTable:
    return scenario_table(scenario.book, scenario.layout)


def play_perfectly(play: RoundPlay, note: Callable[[Moment], None] | None = None) -> tuple[str, ...]:
    """To its end, by the book; what waits for a trainer or for time comes as soon as it can.

    Gives the troubles that a trainee has to stop for, and of which neither scenario nor station says a word. `note`
    is given each moment before the book goes on.
    """
    unsaid: list[str] = []
    for _ in range(MOST_MOMENTS):
        if play.over:
            return tuple(unsaid)
        let_come(play)
        moment = play.moment
        if moment is not None and note is not None:
            note(moment)
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


def let_come(play: RoundPlay) -> None:
    """What waits for time, a trainer or chance comes now, or as soon as the table allows it."""
    steps = play.scenario.step
    if any(step.when.seconds for step in steps):
        play.wait(_LONG_WAIT)
    for place, step in enumerate(steps):
        if (step.when.trainer or step.when.rate) and place not in play.fired:
            play.arm(place)


class FaultKind(Enum):
    """Why something that a scenario writes cannot happen, for its words on the screen."""

    TABLE = "table"
    BET_REFUSED = "bet-refused"
    STUCK = "stuck"
    STEP_REFUSED = "step-refused"
    NEVER_CARD = "never-card"
    NEVER_STATE = "never-state"
    NEVER_EVENT = "never-event"
    NEVER = "never"
    UNSAID = "unsaid"
    EXPECT_STEP = "expect-step"
    EXPECT_NEVER = "expect-never"
    FORM = "form"
    """It is written wrongly."""


class ScenarioFault(Struct, frozen=True, kw_only=True):
    """A part of a scenario that cannot be used: `step.3`, and why."""

    part: str
    kind: FaultKind
    text: str
    """As it is reported with file and line."""
    facts: Mapping[str, str] = field(default_factory=dict)
    refusal: Refusal | None = None

    @property
    def step(self) -> int | None:
        """The step that it is about, from 0."""
        name, _, place = self.part.partition(".")
        return int(place) if name == "step" and place.isdigit() else None


class Rehearsal(Struct, frozen=True, kw_only=True):
    """What a scenario comes to when it is played to its end by the book."""

    faults: tuple[ScenarioFault, ...] = ()
    settled: TableState | None = None
    """The table as its last round is settled, or at the last moment before it stopped."""
    moments: int = 0
    met: int = 0
    """How many of the expectations were met with."""
    cases: tuple[Case, ...] = ()
    collected: Fraction = Fraction(0)
    paid: Fraction = Fraction(0)


def rehearse(scenario: Scenario, table: DrillTable) -> Rehearsal:
    """Plays it to its end, and once more without each step that cannot happen, so that all of them are found."""
    found: list[ScenarioFault] = []
    kept = list(range(len(scenario.step)))
    while True:
        trial = replace(scenario, step=tuple(scenario.step[place] for place in kept))
        one, trial_end = _rehearse_once(trial, table, kept)
        found += one
        broken = next((fault.step for fault in one if fault.kind in _STEP_FAULTS), None)
        if broken is None:
            break
        kept.remove(broken)
    if len(kept) == len(scenario.step):
        # Without one of its steps a round may well never come to what is expected.
        found += _expectation_faults(scenario, table, trial_end)
    order = sorted(found, key=lambda fault: (fault.step is None, fault.step or 0))
    return replace(trial_end.seen, faults=tuple(order))


_STEP_FAULTS = frozenset(
    {FaultKind.STEP_REFUSED, FaultKind.NEVER, FaultKind.NEVER_CARD, FaultKind.NEVER_EVENT, FaultKind.NEVER_STATE}
)


class _Trial(Struct, frozen=True, kw_only=True):
    """One time that it was played."""

    seen: Rehearsal
    play: RoundPlay | None = None
    """Nothing where it did not come to its end."""


def _rehearse_once(scenario: Scenario, table: DrillTable, kept: Sequence[int]) -> tuple[list[ScenarioFault], _Trial]:
    moments: list[Moment] = []
    settled: list[TableState] = []

    def note(moment: Moment) -> None:
        moments.append(moment)
        if moment.due[0] is RoundStep.SETTLE:
            settled.append(moment.state)

    play: RoundPlay | None = None
    unsaid: tuple[str, ...] = ()
    faults: list[ScenarioFault] = []
    try:
        play = RoundPlay(scenario, table)
        unsaid = play_perfectly(play, note)
    except (WordsError, StepRefusedError, RoundStuckError) as problem:
        faults.append(_broken_fault(scenario, table, problem, kept))
    if play is None or faults:
        return faults, _Trial(seen=Rehearsal(settled=_last_state(settled, moments), moments=len(moments)))
    faults += _unsaid_faults(unsaid, kept[play.fired[-1]] if play.fired else 0)
    missing = next((place for place in range(len(kept)) if place not in play.fired), None)
    if missing is not None:
        faults.append(_never_fault(scenario.step[missing].when, play, kept[missing]))
    books = play.session.books
    cases = tuple(moment.case for moment in moments if moment.case is not None)
    seen = Rehearsal(
        settled=_last_state(settled, moments),
        moments=len(moments),
        met=len(play.met),
        cases=cases,
        collected=books.collected,
        paid=books.paid,
    )
    return faults, _Trial(seen=seen, play=play)


def _last_state(settled: Sequence[TableState], moments: Sequence[Moment]) -> TableState | None:
    """The table at the last settlement, else at the last moment that there was."""
    states = settled or [each.state for each in moments]
    return states[-1] if states else None


def _broken_fault(
    scenario: Scenario, table: DrillTable, problem: WordsError | StepRefusedError | RoundStuckError, kept: Sequence[int]
) -> ScenarioFault:
    """Why it did not come to its end."""
    match problem:
        case StepRefusedError():
            place = kept[problem.step]
            text = f"step {place + 1} cannot happen: {problem}"
            return ScenarioFault(part=f"step.{place}", kind=FaultKind.STEP_REFUSED, text=text, refusal=problem.refusal)
        case RoundStuckError():
            bet = _find_bet(scenario, table, problem.line)
            if bet is not None:
                text, part = f"the bet is refused: {problem}", f"bet.{bet}"
                return ScenarioFault(part=part, kind=FaultKind.BET_REFUSED, text=text, refusal=problem.refusal)
            text = f"the round does not end: {problem}"
            return ScenarioFault(part="shoe", kind=FaultKind.STUCK, text=text, refusal=problem.refusal)
        case WordsError():
            return ScenarioFault(part="table", kind=FaultKind.TABLE, text=str(problem))


def _find_bet(scenario: Scenario, table: DrillTable, line: str) -> int | None:
    """Which bet a refused command was."""
    session = table.open_session(scenario.settings)
    for place, bet in enumerate(scenario.bet):
        with suppress(ScriptLineError, WordsError):
            if line == write_command(read_command(bet.line, table=session.usual, at=0)):
                return place
    return None


def _unsaid_faults(unsaid: Sequence[str], place: int) -> Iterator[ScenarioFault]:
    for trouble in unsaid:
        yield ScenarioFault(
            part=f"step.{place}",
            kind=FaultKind.UNSAID,
            text=f"nobody hears of {trouble}: let a step before it `say` what is seen",
            facts={"trouble": trouble},
        )


def _expectation_faults(scenario: Scenario, table: DrillTable, trial: _Trial) -> Iterator[ScenarioFault]:
    known = {step.value for step in keypad_steps(table.rules).values()}
    for place, expected in enumerate(scenario.expect):
        part = f"expect.{place}"
        if expected.by != BY_GUIDE and expected.by not in known:
            text = f"{expected.by!r} is none of {', '.join(sorted(known))}"
            yield ScenarioFault(part=part, kind=FaultKind.EXPECT_STEP, text=text)
        elif trial.play is not None and place not in trial.play.met:
            _, _, why = _never_came(expected.when, trial.play)
            yield ScenarioFault(part=part, kind=FaultKind.EXPECT_NEVER, text=f"it never comes to this: {why}")


def _never_fault(when: Trigger, play: RoundPlay, place: int) -> ScenarioFault:
    kind, facts, why = _never_came(when, play)
    text = f"step {place + 1} can never happen: {why}"
    return ScenarioFault(part=f"step.{place}", kind=kind, text=text, facts=facts)


def _never_came(when: Trigger, play: RoundPlay) -> tuple[FaultKind, Mapping[str, str], str]:
    round_ = play.session.state.last
    if when.card:
        last = len(round_.cards) if round_ else 0
        why = f"card {when.card} never leaves the shoe; the round ends with card {last}"
        return FaultKind.NEVER_CARD, {"card": str(when.card), "last": str(last)}, why
    if when.state:
        why = f"the round never comes to {when.state} after the steps before it"
        return FaultKind.NEVER_STATE, {"state": when.state}, why
    if when.event:
        return FaultKind.NEVER_EVENT, {"event": when.event}, f"{when.event} never happens after the steps before it"
    return FaultKind.NEVER, {}, "what it waits for never comes"


def check_scenario(file: ScenarioFile) -> tuple[str, ...]:
    """Everything in it that cannot happen, each with its line."""
    faults = rehearse(file.scenario, find_table(file.scenario)).faults
    return tuple(file.fault(fault.part, fault.text) for fault in faults)


def can_play_scenario(file: ScenarioFile, table: DrillTable) -> bool:
    """Whether all of it happens at this layout of its document too: the bets are there, and every step comes."""
    layout = table.rules.layout
    if any(bet.area not in layout.areas or (bet.seat and bet.seat not in layout.seats) for bet in file.scenario.bet):
        return False
    return not rehearse(file.scenario, table).faults


def check_text(text: bytes, name: str, handlers: Handlers | None = None) -> tuple[str, ...]:
    """Everything that is wrong with a scenario file, as it is written and as it is played."""
    try:
        file = read_scenario(text, name, load_handlers() if handlers is None else handlers)
    except ScenarioFaultsError as problem:
        return problem.faults
    return check_scenario(file)


def check_files(paths: Sequence[Path]) -> tuple[int, tuple[str, ...]]:
    """How many of these files can be played, and everything that is wrong with the others.

    No two have the same id, nor that of one that comes with the station, unless they are that file itself.
    """
    count, faults = 0, list[str]()
    names = {name: f"the scenario {name} of the station" for name in load_scenarios().files}
    for path in paths:
        try:
            file = read_scenario_file(path, find_handlers(path.parent).handlers)
        except ScenarioFaultsError as problem:
            faults += problem.faults
            continue
        scenario_id = file.scenario.id
        found = list(check_scenario(file))
        known, shipped = names.get(scenario_id), load_scenarios().files.get(scenario_id)
        if known is not None and (shipped is None or shipped.digest != file.digest):
            found.append(file.fault("id", f"{known} has the id {scenario_id} already"))
        if shipped is None or shipped.digest != file.digest:
            names.setdefault(scenario_id, str(path))
        faults += found
        count += not found
    return count, tuple(faults)


OWN_FOLDER = "scenarios"
"""Beside the journal of a practice folder: what its trainers wrote themselves."""
MOST_OWN_FILES = 500


def load_shelf(folder: Path) -> ScenarioShelf:
    """The scenarios that come with the station, and those in the practice folder that are written right and can happen.

    A file that cannot be used is named with its line, and all others are there.
    """
    shipped, own = load_scenarios(), find_handlers(folder / OWN_FOLDER)
    files, faults = dict(shipped.files), [*shipped.faults, *own.faults]
    for path in sorted((folder / OWN_FOLDER).glob("*.toml"))[:MOST_OWN_FILES]:
        try:
            file = replace(read_scenario_file(path, own.handlers), name=path.name)
        except ScenarioFaultsError as problem:
            faults += (fault.replace(str(path), path.name) for fault in problem.faults)
            continue
        known = files.get(file.scenario.id)
        wrong = check_scenario(file)
        if known is not None:
            wrong = (*wrong, file.fault("id", f"{known.name} has the id {file.scenario.id} already"))
        faults += wrong
        if not wrong:
            files[file.scenario.id] = file
    return ScenarioShelf(files=files, faults=tuple(faults))
