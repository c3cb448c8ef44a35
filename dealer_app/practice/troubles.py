"""Trouble that a trainer lets come in a round: what there is of it, when it is to come, and how it does.

What people and cards do comes by the stories of the drills; what a device does is a fault of a simulated one, which
spoils its real bytes. Nothing here decides who may arm it: that is for `round_trainer`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from copy import deepcopy
from enum import Enum
from random import Random

from msgspec import Struct

from dealer_app.device_questions import DeviceKind
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS
from dealer_app.domain.round import events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IRREGULARITIES, IrregularityKind, Subject
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Phase
from dealer_app.domain.round.table_settings import Dealing, Rules, Table
from dealer_app.domain.values import replace
from dealer_app.practice.device_reports import DEVICE_FAULTS
from dealer_app.practice.round_steps import RoundStep, keypad_steps
from dealer_app.practice.stories import STORIES, Dealt, DrillStory, StoryMoment
from dealer_app.practice.troubled_rounds import can_happen
from dealer_app.scripts.session import PlaySession, RealCards


class Trouble(Struct, frozen=True, kw_only=True):
    """One kind of trouble: a story of the table, of which the first that fits happens, or a fault of a device."""

    code: str
    stories: tuple[str, ...] = ()
    device: DeviceKind | None = None
    fault: str = ""

    @property
    def kind(self) -> IrregularityKind | None:
        """What it is called; nothing where it is only a device."""
        return STORIES[self.stories[0]].kind if self.stories else None


def _table_trouble(code: str, *others: str) -> Trouble:
    return Trouble(code=code, stories=(code, *others))


def _device_troubles() -> Iterator[Trouble]:
    for kind in DeviceKind:
        for fault in DEVICE_FAULTS[kind]:
            yield Trouble(code=f"{kind.value}-{fault}", device=kind, fault=fault)


_TROUBLES = (
    _table_trouble("card-too-many", "card-too-many-unturned"),
    _table_trouble("two-at-once"),
    _table_trouble("on-wrong-hand"),
    _table_trouble("foreign-card"),
    _table_trouble("bet-late"),
    _table_trouble("die-leaning"),
    _table_trouble("power-cut"),
    _table_trouble("guest-gone"),
    *_device_troubles(),
    _table_trouble("too-few-tumbles"),
    _table_trouble("tumbled-too-early"),
    _table_trouble("die-damaged"),
    _table_trouble("lamps-wrong"),
    _table_trouble("offer-missed"),
    _table_trouble("card-too-soon"),
    _table_trouble("two-at-once-order-seen"),
    _table_trouble("order-lost"),
    _table_trouble("third-card-forgotten"),
    _table_trouble("turned-up", "turned-up-late"),
    _table_trouble("to-wrong-person"),
    _table_trouble("hand-miscounted"),
    _table_trouble("deck-miscounted"),
    _table_trouble("never-shuffled"),
    _table_trouble("shoe-empty"),
    _table_trouble("seen-in-device"),
    _table_trouble("device-reset"),
    _table_trouble("cards-kept-back"),
    _table_trouble("bet-taken-back"),
    _table_trouble("bet-moved"),
    _table_trouble("display-wrong"),
    _table_trouble("uncovered"),
)
TROUBLES: Mapping[str, Trouble] = {each.code: each for each in _TROUBLES}


def table_troubles(rules: Rules, table: Table, *, has_device: bool) -> tuple[Trouble, ...]:
    """What can be armed at this table, always in the same order."""
    kind = DeviceKind.TUMBLER if rules.baccarat is None else DeviceKind.SHOE
    return tuple(
        each
        for each in TROUBLES.values()
        if (has_device and each.device is kind if each.device is not None else _has_story(rules, table, each))
    )


def _has_story(rules: Rules, table: Table, trouble: Trouble) -> bool:
    return any(_fits_table(rules, table, STORIES[name]) for name in trouble.stories)


def _fits_table(rules: Rules, table: Table, story: DrillStory) -> bool:
    needs_face_down = story.shape.dealing is Dealing.FACE_DOWN or IRREGULARITIES[story.kind].only_face_down
    if needs_face_down and table.dealing is not Dealing.FACE_DOWN:
        return False
    return can_happen(rules, story.kind) and story.shape.method in (None, table.method)


# When


class Arming(Enum):
    """The four ways in which trouble is armed."""

    NOW = "now"
    """As soon as the table allows it."""
    STEP = "step"
    EVENT = "event"
    RATE = "rate"
    """By chance, so often an hour."""


RATES = (2, 6, 12, 30, 60)
"""So often an hour."""
MOST_TIMES = (1, 2, 3, 5, 10)
MOST_ARMED = 8
_MILLISECONDS_AN_HOUR = 3_600_000
_CARDS = INITIAL_CARDS + 2
_TRIES = 4
"""So often another bet is looked at, where a trouble is about one."""
_DRAWS = (RoundStep.DRAW_PLAYER, RoundStep.DRAW_BANKER)


class StepPlace(Struct, frozen=True):
    """A step of a round; of cards which one is drawn, from 1."""

    step: RoundStep
    card: int = 0

    @property
    def code(self) -> str:
        """As it is written and shown."""
        return f"card-{self.card}" if self.card else self.step.value


def step_places(rules: Rules) -> tuple[StepPlace, ...]:
    """The steps of a round at which trouble can come, in their order."""
    known = set(keypad_steps(rules).values())
    cards = tuple(StepPlace(RoundStep.DRAW_PLAYER, number) for number in range(1, _CARDS + 1))
    order = (
        StepPlace(RoundStep.NO_MORE_BETS),
        *(cards if rules.baccarat is not None else ()),
        *map(StepPlace, (RoundStep.TUMBLE, RoundStep.READ_DICE, RoundStep.OFFER_INSURANCE, RoundStep.CLOSE_OFFER)),
        *map(StepPlace, (RoundStep.TURN_CARDS, RoundStep.ANNOUNCE_RESULT, RoundStep.SETTLE)),
    )
    return tuple(each for each in order if each.card or each.step in known)


_CARD_EVENTS = ("bets-closed", "card-drawn", "cards-turned", "insurance-taken", "offer-closed", "result-announced")
_DICE_EVENTS = ("bets-closed", "tumbles-counted", "dice-read", "result-announced")


def trigger_events(rules: Rules) -> tuple[str, ...]:
    """The events after which trouble can come, by their codes."""
    if rules.baccarat is None:
        return ("bet-placed", *_DICE_EVENTS)
    left_out = () if rules.book.insurance is not None else ("insurance-taken", "offer-closed")
    return ("bet-placed", *(each for each in _CARD_EVENTS if each not in left_out))


class ArmedTrouble(Struct, frozen=True, kw_only=True):
    """Trouble that waits, with its one parameter and how often it may come."""

    number: int = 0
    trouble: str
    when: Arming
    step: StepPlace | None = None
    event: str = ""
    rate: int = 0
    most: int = 1
    done: int = 0
    pending: bool = False
    """Its event or its chance has come, and the table does not allow it yet."""
    struck_round: int = -1
    """In which round it came last: at a step it comes once a round."""

    @property
    def parameter(self) -> str:
        """Step, event or rate, as it is written."""
        return self.event or (self.step.code if self.step is not None else str(self.rate or ""))

    @property
    def is_done(self) -> bool:
        return self.done >= self.most


class ArmedTroubles:
    """What is armed at one table. `seed` is of the round, so that chance is the same whenever it is played so."""

    def __init__(self, seed: int) -> None:
        self.armed: tuple[ArmedTrouble, ...] = ()
        self._seed = seed
        self._chance = Random(f"armed {seed}")  # noqa: S311 - it lets trouble come, and guards nothing

    def copy(self) -> "ArmedTroubles":
        """The same, to wait on by itself."""
        return deepcopy(self)

    def arm(self, armed: ArmedTrouble) -> None:
        self.armed = (*self.armed, armed)

    def adopt(self, others: "ArmedTroubles") -> None:
        """What is armed now, with what came of it here: what was disarmed since is not armed any more."""
        own = {each.number: each for each in self.armed}
        self.armed = tuple(own.get(each.number, replace(each, struck_round=-1)) for each in others.armed)

    def disarm(self, number: int) -> None:
        self.armed = tuple(each for each in self.armed if each.number != number)

    def note_events(self, codes: Collection[str]) -> None:
        """These have happened: what waits for one of them is due."""
        if self.armed:
            self._change(lambda each: each.when is Arming.EVENT and each.event in codes)

    def note_time(self, milliseconds: int) -> None:
        """So long has passed, in which chance may have come."""
        due = {
            each.number
            for each in self.armed
            if each.when is Arming.RATE and self._chance.randrange(_MILLISECONDS_AN_HOUR) < each.rate * milliseconds
        }
        self._change(lambda each: each.number in due)

    def _change(self, is_due: Callable[[ArmedTrouble], bool]) -> None:
        self.armed = tuple(replace(each, pending=True) if is_due(each) else each for each in self.armed)

    def find_strike(
        self, session: PlaySession, cards: RealCards, due: RoundStep, device: DeviceKind | None
    ) -> "Strike | None":
        """What comes now, before this step; `device` is the simulated one of the table."""
        round_ = session.state.round
        lying = 0 if round_ is None else len(round_.cards)
        for each in self.armed:
            if each.is_done or not _is_due(each, due, lying, count_rounds(session)):
                continue
            trouble, seed = TROUBLES[each.trouble], f"trouble {self._seed} {each.number} {each.done}"
            if trouble.device is not None:
                if trouble.device is device and due in _REPORTED[trouble.device]:
                    return Strike(each.number, trouble, None, seed)
                continue
            for chance in range(_TRIES):
                story = find_story(session, cards, trouble, f"{seed} {chance}")
                if story is not None:
                    return Strike(each.number, trouble, story, f"{seed} {chance}")
        return None

    def note_strike(self, number: int, session: PlaySession) -> None:
        """It has come once more."""
        now = count_rounds(session)
        self.armed = tuple(
            replace(each, done=each.done + 1, pending=False, struck_round=now) if each.number == number else each
            for each in self.armed
        )


def count_rounds(session: PlaySession) -> int:
    """How many rounds have ended at this table."""
    return session.tally.concluded + session.tally.void


def _is_due(armed: ArmedTrouble, due: RoundStep, cards: int, round_number: int) -> bool:
    if armed.when is not Arming.STEP:
        return armed.when is Arming.NOW or armed.pending
    if armed.step is None or armed.struck_round == round_number:
        return False
    if armed.step.card:
        return due in _DRAWS and armed.step.card == cards + 1
    return due is armed.step.step


# How


_REPORTED = {
    DeviceKind.SHOE: frozenset({RoundStep.DRAW_PLAYER, RoundStep.DRAW_BANKER}),
    DeviceKind.TUMBLER: frozenset({RoundStep.READ_DICE}),
}


class Strike(Struct, frozen=True):
    """Trouble that comes now: by a story, or a fault of the device."""

    number: int
    """Of what was armed."""
    trouble: Trouble
    story: DrillStory | None
    seed: str

    def tell(self, session: PlaySession, cards: RealCards) -> Iterator[Command]:
        """The commands by which it comes about, each to be given before the next is asked for; none of a device."""
        moment = None if self.story is None else story_moment(session, cards, _chance_of(self.seed))
        if self.story is not None and moment is not None:
            yield from self.story.tell(moment)


def _chance_of(seed: str) -> Random:
    """What is left to chance in a trouble: of the same one always the same."""
    return Random(seed)  # noqa: S311 - it chooses a bet, and guards nothing


def find_story(session: PlaySession, cards: RealCards, trouble: Trouble, seed: str) -> DrillStory | None:
    """The story by which this trouble can come now, tried on a copy of the table; nothing where it cannot."""
    table = session.state.table
    assert table is not None, "trouble comes at an open table"
    for name in trouble.stories:
        story = STORIES[name]
        if _fits_table(session.rules, table, story) and _can_begin(session, story):
            trial = session.copy()
            moment = story_moment(trial, cards, _chance_of(seed))
            if moment is not None and _comes_about(trial, story, moment):
                return story
    return None


def story_moment(session: PlaySession, cards: RealCards, chance: Random) -> StoryMoment | None:
    """The table as a story needs it; nothing where there is no bet that it could be about."""
    round_ = session.state.round
    if round_ is None or not round_.in_play:
        return None
    there = list(round_.in_play)
    faces = cards.cards_on_table(range(len(round_.cards)))
    shoe = (cards.top_card,) if cards.cards_left else ()
    return StoryMoment(session, chance, chance.choice(there), faces, shoe)


def _can_begin(session: PlaySession, story: DrillStory) -> bool:
    """Whether the round is where the story begins: later than that it would be another trouble."""
    round_, step = session.state.round, session.guide().step
    if round_ is None or session.state.cases:
        return False
    lying = len(round_.cards)
    if story.before_closing and round_.phase is not Phase.BETTING:
        return False
    match story.dealt:
        case Dealt.WHOLE:
            return step is Step.ANNOUNCE_RESULT and lying >= INITIAL_CARDS
        case Dealt.LACKING_ONE:
            return step in (Step.DRAW_PLAYER, Step.DRAW_BANKER) and lying >= INITIAL_CARDS
        case Dealt.OFFERED:
            return step is Step.OFFER_INSURANCE
        case _:
            subject = IRREGULARITIES[story.kind].subject
            fewest = 2 if story.together or story.kind is IrregularityKind.TOGETHER_ORDER_KNOWN else 1
            if story.kind is IrregularityKind.WRONG_LAMPS:
                return round_.dice is not None
            return subject is not Subject.CARDS or lying >= fewest


def _comes_about(trial: PlaySession, story: DrillStory, moment: StoryMoment) -> bool:
    """Whether the table allows all of it, and calls it by this name."""
    happened: list[events.Event] = []
    for command in story.tell(moment):
        came = trial.give_command(command)
        if isinstance(came, Refusal):
            return False
        happened += came
    opened = [each.case.trouble for each in happened if isinstance(each, events.CaseOpened)]
    return bool(opened) and opened[-1] == story.case_kind.value
