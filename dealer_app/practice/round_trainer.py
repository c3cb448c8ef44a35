"""What a trainer does to a round that is on: arms trouble, freezes it, goes back in it, forks it.

In an exam all of it is refused, here and nowhere else. What is done is in the journal; what was answered stays there.
"""

from enum import Enum

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.round_session import RoundSession
from dealer_app.practice.troubles import MOST_ARMED, ArmedTrouble, Trouble, table_troubles
from dealer_app.practice_events import RoundForked, RoundFrozen, RoundWentOn, TroubleArmed, TroubleDisarmed


class ArmTrouble(Struct, frozen=True):
    """Trouble is to come; its number is given when it is armed."""

    armed: ArmedTrouble


class LetStepCome(Struct, frozen=True):
    """A step of the scenario that waits for a trainer is to come, by its place."""

    place: int


class DisarmTrouble(Struct, frozen=True):
    """What waits under this number is to come no more."""

    number: int


class FreezeRound(Struct, frozen=True):
    """Time stands, and nothing is answered."""


class ShowStep(Struct, frozen=True):
    """The table as it lay at a step of this round, from 0; it is frozen with it."""

    step: int


class LetGoOn(Struct, frozen=True):
    """A frozen round goes on from the step that is shown; what was answered after it counts no more."""


class ForkRound(Struct, frozen=True):
    """Another round goes on from the step that is shown; this one stays as it was played."""


TrainerAct = ArmTrouble | LetStepCome | DisarmTrouble | FreezeRound | ShowStep | LetGoOn | ForkRound


class TrainerRefusal(Enum):
    """Why a trainer cannot do this now."""

    IN_EXAM = "in-exam"
    ROUND_OVER = "round-over"
    NOT_AT_THIS_TABLE = "not-at-this-table"
    TOO_MANY = "too-many-armed"
    NO_STEP = "no-step"
    NOT_FROZEN = "not-frozen"


class RoundTrainer:
    """A trainer beside one session of rounds."""

    def __init__(self, session: RoundSession, folder: PracticeFolder, trainer: str) -> None:
        self._session = session
        self._folder = folder
        self._trainer = trainer

    def act(self, act: TrainerAct) -> TrainerRefusal | None:
        """Does it, and writes it down; or says why not. Raises JournalError where it cannot be written."""
        refusal = self.refusal(act)
        if refusal is None:
            self._do(act)
        return refusal

    def refusal(self, act: TrainerAct) -> TrainerRefusal | None:
        """Why it cannot be done now; nothing where it can."""
        session = self._session
        if session.is_exam:
            return TrainerRefusal.IN_EXAM
        if session.is_over:
            return TrainerRefusal.ROUND_OVER
        match act:
            case ArmTrouble(armed=armed) if armed.trouble not in {each.code for each in self.troubles()}:
                return TrainerRefusal.NOT_AT_THIS_TABLE
            case ArmTrouble() if sum(not each.is_done for each in session.play.armed.armed) >= MOST_ARMED:
                return TrainerRefusal.TOO_MANY
            case LetStepCome(place=place) if place not in session.play.trainer_steps():
                return TrainerRefusal.NOT_AT_THIS_TABLE
            case ShowStep(step=step) if not 0 <= step < len(session.lines[-1]):
                return TrainerRefusal.NO_STEP
            case LetGoOn() | ForkRound() if session.frozen_at is None:
                return TrainerRefusal.NOT_FROZEN
            case _:
                return None

    def troubles(self) -> tuple[Trouble, ...]:
        """What can be armed at this table."""
        table = self._session.play.session.state.table
        assert table is not None, "a round is played at an open table"
        return table_troubles(self._session.table.rules, table, has_device=self._session.play.has_device)

    def _do(self, act: TrainerAct) -> None:
        session, place = self._session, len(self._session.plays) - 1
        match act:
            case ArmTrouble(armed=armed):
                self._arm(armed)
            case LetStepCome(place=number):
                session.armed_so_far += 1
                self._record_armed(session.armed_so_far, f"step:{number + 1}", "now")
                session.arm(number)
            case DisarmTrouble(number=number):
                disarmed = TroubleDisarmed(session=session.number, trainer=self._trainer, number=number)
                self._folder.record(disarmed)
                session.play.armed.disarm(number)
            case FreezeRound():
                self._freeze(len(session.lines[-1]) - 1)
            case ShowStep(step=step):
                self._freeze(step)
            case LetGoOn():
                step = session.frozen_at or 0
                went = RoundWentOn(
                    session=session.number,
                    trainer=self._trainer,
                    round=place,
                    step=step,
                    taken_back=len(session.list_later_answers(step)),
                )
                self._folder.record(went)
                session.resume_round(step)
            case ForkRound():
                step = session.frozen_at or 0
                forked = RoundForked(
                    session=session.number, trainer=self._trainer, round=place + 1, source=place, step=step
                )
                self._folder.record(forked)
                session.fork_round(step)

    def _arm(self, armed: ArmedTrouble) -> None:
        session = self._session
        session.armed_so_far += 1
        numbered = replace(armed, number=session.armed_so_far)
        self._record_armed(numbered.number, armed.trouble, armed.when.value, armed.parameter, armed.most)
        session.play.armed.arm(numbered)
        session.look_for_trouble()

    def _record_armed(self, number: int, trouble: str, when: str, parameter: str = "", most: int = 1) -> None:
        self._folder.record(
            TroubleArmed(
                session=self._session.number,
                trainer=self._trainer,
                number=number,
                trouble=trouble,
                when=when,
                parameter=parameter,
                most=most,
            )
        )

    def _freeze(self, step: int) -> None:
        """Written once: what is looked at while it stands changes nothing."""
        session = self._session
        if session.frozen_at is None:
            place, moment = len(session.plays) - 1, session.moment.number
            frozen = RoundFrozen(session=session.number, trainer=self._trainer, round=place, moment=moment)
            self._folder.record(frozen)
        session.show_step(step)
