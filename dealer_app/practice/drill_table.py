"""The table at which a drill is played: rules, smallest chip and limits; what skills and drills look at."""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from dealer_app.domain.dice import Tumble, every_tumble
from dealer_app.domain.money import Money
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules, usual_table
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.practice.coups import CoupEnd, possible_ends
from dealer_app.practice.questions import DrillQuestion, DrillScene, Exercise
from dealer_app.practice.skills import Skill
from dealer_app.scripts.language import read_settings
from dealer_app.scripts.play import prepare_table
from dealer_app.scripts.session import PlaySession
from dealer_app.scripts.verbs import WordsError

USUAL_UNIT = Money(500)
"""In minor units; stakes are whole numbers of it, and what is paid is rounded to it."""


class DrillTable:
    """One layout of a document, and the smallest chip on it. It looks up once on which cards or dice an area wins."""

    def __init__(self, rules: Rules, unit: Money = USUAL_UNIT) -> None:
        self.rules = rules
        self.unit = unit
        self._ends: dict[tuple[str, str], tuple[CoupEnd, ...]] = {}
        self._opened: dict[str, TableState] = {}
        self._ready: dict[tuple[str, ...], PlaySession] = {}
        self._tumbles: dict[tuple[str, str], tuple[Tumble, ...]] = {}

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

    def open_session(self, settings: tuple[str, ...] = ()) -> PlaySession:
        """A table that waits for its first round, opened as usual but for these settings of a script."""
        known = self._ready.get(settings)
        if known is None:
            usual = replace(usual_table(self.rules.book, self.rules.layout), unit=self.unit)
            known = PlaySession(self.rules, read_settings(usual, list(settings)))
            _require_table(known)
            prepare_table(known, _say_nothing)
            self._ready[settings] = known
        session = PlaySession(self.rules, known.usual)
        session.state, session.at = known.state, known.at
        return session

    def tumbles_won(self, area: str, prize: str) -> tuple[Tumble, ...]:
        """The tumbles on which this area, or one of this kind, wins this prize; of no area or prize any."""
        known = self._tumbles.get((area, prize))
        if known is None:
            judge, layout = self.rules.tai_sai, self.rules.layout
            assert judge is not None, "asked only of a game with dice"
            wished = [
                (place, {odds for its, odds in layout.prizes(each).items() if prize in ("", its.value)})
                for place, each in enumerate(layout.areas)
                if area in (each, each.partition(":")[0])
            ]
            known = tuple(
                tumble
                for tumble in every_tumble()
                if not area or any(judge.verdict_row(tumble)[place].odds in odds for place, odds in wished)
            )
            self._tumbles[area, prize] = known
        return known


def _require_table(session: PlaySession) -> None:
    """Raises WordsError where the document has no table with these settings."""
    opening = session.setup_command(Step.OPEN_TABLE)
    refusal = None if opening is None else session.copy().give_command(opening)
    if isinstance(refusal, Refusal):
        raise WordsError(f"there is no such table: {refusal.code} [{refusal.clause}]")


def _say_nothing(_line: str) -> None:
    """Nobody reads how a table of practice was opened."""


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
