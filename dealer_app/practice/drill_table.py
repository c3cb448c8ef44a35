"""The table at which a drill is played: rules, smallest chip and limits; what skills and drills look at."""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from dealer_app.domain.money import Money
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.wagers import Area
from dealer_app.practice.coups import CoupEnd, possible_ends
from dealer_app.practice.questions import DrillQuestion, DrillScene, Exercise
from dealer_app.practice.skills import Skill

USUAL_UNIT = Money(500)
"""In minor units; stakes are whole numbers of it, and what is paid is rounded to it."""


class DrillTable:
    """One layout of a document, and the smallest chip on it. It looks up once in which ends of a coup an area wins."""

    def __init__(self, rules: Rules, unit: Money = USUAL_UNIT) -> None:
        self.rules = rules
        self.unit = unit
        self._ends: dict[tuple[str, str], tuple[CoupEnd, ...]] = {}
        self._opened: dict[str, TableState] = {}

    def keep_opened(self, settings: str, play: Callable[[], TableState]) -> TableState:
        """The table as it is opened with these settings; played once."""
        known = self._opened.get(settings)
        if known is None:
            known = self._opened[settings] = play()
        return known

    def ends_won(self, area: str, prize: str) -> tuple[CoupEnd, ...]:
        """The ends of a coup in which this area wins this prize; of no area all of them, of no prize any."""
        known = self._ends.get((area, prize))
        if known is None:
            known = tuple(end for end in possible_ends() if not area or self._wins(end, area, prize))
            self._ends[area, prize] = known
        return known

    def _wins(self, end: CoupEnd, area: str, prize: str) -> bool:
        layout, baccarat = self.rules.layout, self.rules.baccarat
        if baccarat is None or area not in layout.areas:
            return False
        verdict = baccarat.judge.rows[end.row][layout.areas.index(Area(area))]
        prizes = layout.prizes(Area(area))
        return verdict.odds is not None and any(
            odds == verdict.odds and prize in ("", its.value) for its, odds in prizes.items()
        )


class NotAskedError(Exception):
    """This layout has nothing to ask of this skill: a bet it does not offer, an insurance it does not sell."""


class Ask(Struct, frozen=True):
    """What a drill is asked to make."""

    table: DrillTable
    skill: Skill
    seed: int

    @property
    def clause(self) -> str:
        """The first clause of the skill in this document."""
        return self.skill.clauses[self.table.rules.book.game][0]

    def chance(self) -> Random:
        """What is left to chance: of the same seed always the same."""
        return Random(f"{self.seed} {self.skill.id}")  # noqa: S311 - it deals a drill, and guards nothing

    def number(self, name: str) -> int | None:
        """A number that the skill wishes for."""
        wished = self.skill.wish.get(name)
        return wished if isinstance(wished, int) else None

    def text(self, name: str) -> str:
        """A word that the skill wishes for; empty if it does not care."""
        wished = self.skill.wish.get(name, "")
        return wished if isinstance(wished, str) else ""

    def exercise(self, scene: DrillScene, questions: Sequence[DrillQuestion]) -> Exercise:
        rules = self.table.rules
        return Exercise(
            skill=self.skill.id,
            book=rules.book.game,
            layout=rules.layout.letter,
            seed=self.seed,
            scene=scene,
            questions=tuple(questions),
            limit_seconds=self.skill.seconds,
        )
