"""The marks of trainers while their room is open: which replay, what is marked so far, and the shoe of the class."""

from collections.abc import Callable, Mapping, Sequence

from dealer_app.practice.questions import Competency
from dealer_app.practice.replay_marks import (
    Replay,
    ReplayNotPossibleError,
    compare_marks,
    find_replay,
    mark_replay,
    open_replay,
    visible_marks,
)
from dealer_app.practice.trainee_records import TraineeRecord
from dealer_app.practice_events import ClassShoeGiven
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.view import MarkingView, PracticeDesk, PracticePage


class MarkingDesk:
    """Of one window. The room lets a trainer in before it takes a step."""

    def __init__(self, desk: PracticeDesk, trainer: Callable[[], str], people: Callable[[], Sequence[str]]) -> None:
        self._desk = desk
        self._trainer = trainer
        self._people = people
        """Those of the class as it is filtered."""
        self._replay: Replay | None = None
        self._given: dict[Competency, int] = {}
        self._framed = 0

    @property
    def steps(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "replays": lambda _: self._open_list(),
            "replay": self._open_replay,
            "frame-mark": self._frame,
            "mark": self._mark,
            "keep-marks": lambda _: self._keep(),
            "class-shoe": lambda _: self._desk.open_page(PracticePage.SHOE),
            "give-shoe": lambda _: self._give_shoe(),
        }

    def _text(self, code: str, **facts: str | ScreenText) -> ScreenText:
        return section_text(self._desk.language_pair, "marking", code, **facts)

    def _open_list(self) -> None:
        self._replay = None
        self._desk.open_page(PracticePage.REPLAYS)

    def _open_replay(self, session: str) -> None:
        desk = self._desk
        try:
            self._replay = open_replay(desk.folder, int(session))
        except ReplayNotPossibleError:
            desk.tell(self._text("not-possible"), refused=True)
            return
        self._given, self._framed = {}, 0
        desk.open_page(PracticePage.REPLAY)

    def _frame(self, number: str) -> None:
        self._framed = int(number)

    def _mark(self, mark: str) -> None:
        """The framed competency gets it; the next one without a mark is framed."""
        replay = self._replay
        if replay is None:
            return
        competencies = replay.competencies
        self._given[competencies[self._framed]] = int(mark)
        left = [number for number, each in enumerate(competencies) if each not in self._given]
        self._framed = left[0] if left else self._framed

    def _keep(self) -> None:
        replay, desk = self._replay, self._desk
        if replay is not None and mark_replay(desk.folder, replay, self._trainer(), self._given):
            desk.tell(self._text("kept"))

    def _give_shoe(self) -> None:
        desk, people = self._desk, tuple(self._people())
        if desk.keyed.page is not PracticePage.SHOE or not people:
            return
        shoe = int(desk.keyed.digits or "0")
        desk.folder.record(ClassShoeGiven(trainees=people, shoe=shoe, trainer=self._trainer()))
        desk.open_page(PracticePage.CLASS)
        code = "shoe-given" if shoe else "shoe-by-chance"
        desk.tell(self._text(code, shoe=str(shoe), people=str(len(people))))

    def view(self, record: TraineeRecord) -> MarkingView:
        """What is shown of it, to the trainer who is signed in."""
        folder, replay, trainer = self._desk.folder, self._replay, self._trainer()
        replays = tuple(each for each in reversed(record.replays) if each.rounds and each.ended)
        known = None if replay is None else find_replay(folder.state, replay.session)
        if known is None or not trainer:
            return MarkingView(replays=replays, replay=replay, given=dict(self._given), framed=self._framed)
        names = {each.trainer: each.name for each in folder.list_trainers()}
        return MarkingView(
            replays=replays,
            replay=replay,
            given=dict(self._given),
            framed=self._framed,
            trainers=tuple(names.get(each, each) for each in visible_marks(known, trainer)),
            rows=compare_marks(known, trainer),
        )
