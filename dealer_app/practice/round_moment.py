"""A moment of a practised round, at which the trainee says what comes next, and what came of an act that was done."""

from collections.abc import Mapping

from msgspec import Struct, field

from dealer_app.domain.round import events
from dealer_app.domain.round.guide import Guide
from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, TableState
from dealer_app.practice.device_reports import DeviceStop
from dealer_app.practice.questions import Competency
from dealer_app.practice.round_steps import RoundStep


class RoundStuckError(Exception):
    """The round cannot go on: nothing that is known meets what it asks for. Says what that is.

    Where a command of the round was refused, `line` is that command and `refusal` why.
    """

    def __init__(self, why: str, *, line: str = "", refusal: Refusal | None = None) -> None:
        self.line = line
        self.refusal = refusal
        super().__init__(why)


class StepRefusedError(Exception):
    """A step of the scenario that the table does not allow when it comes."""

    def __init__(self, step: int, why: str, refusal: Refusal | None = None) -> None:
        self.step = step
        self.refusal = refusal
        super().__init__(why)


class Moment(Struct, frozen=True, kw_only=True):
    """Something is to be done, and the trainee is asked what."""

    number: int
    due: tuple[RoundStep, ...]
    """What the book says; where it leaves a choice the usual one first."""
    guide: Guide
    state: TableState
    case: Case | None = None
    """What went wrong, where that is why play stops here."""
    needs: tuple[Need, ...] = ()
    """All that the case asks for, in the order in which it does."""
    device: DeviceStop | None = None
    """What a device has left open, where that is what the trainee sees here."""
    say: Mapping[str, str] = field(default_factory=dict)
    """What is heard or seen by the trainee, by language."""
    within: int = 0
    weight: int = 1
    competency: Competency | None = None
    round: int = 0
    """Which round of the scenario, from 0."""

    @property
    def device_stops(self) -> bool:
        """Whether play stops here for a device."""
        return self.device is not None and self.device.stops_play


class Done(Struct, frozen=True, kw_only=True):
    """What came of an act that was really done."""

    step: RoundStep
    happened: tuple[events.Event, ...] = ()
    refusal: Refusal | None = None
    """Why the table did not allow it: then nothing has happened."""
