"""A round as it is practised: the table, what comes at it, and the moments at which the trainee says what comes next.

It is played by the real engine, with no folder and no clock: what was answered, and how long that took, comes in.
Between two moments everything goes on that nobody is asked: guests bet and answer, officials consent.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy, deepcopy
from random import Random

from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Command
from dealer_app.domain.values import replace
from dealer_app.practice.deal_wishes import deal_wished_coup, deal_wished_throw, fill_shoe, throw_dice
from dealer_app.practice.device_reports import DeviceIntake, DeviceStop, MakeDevice
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.questions import Competency
from dealer_app.practice.round_acts import act_commands, next_visible_card, turn_command
from dealer_app.practice.round_answers import case_answers, insurance_answers
from dealer_app.practice.round_moment import Done, Moment, RoundStuckError, StepRefusedError
from dealer_app.practice.round_steps import RoundStep, book_steps, keypad_steps
from dealer_app.practice.scenarios import (
    BY_GUIDE,
    OFFER_MADE,
    Expectation,
    Order,
    Scenario,
    Trigger,
    is_device_line,
    rate_an_hour,
)
from dealer_app.practice.troubles import ArmedTroubles, Strike
from dealer_app.scripts.language import DEALER, ScriptLineError, make_person, read_command, write_command
from dealer_app.scripts.session import PlaySession, RealCards
from dealer_app.scripts.verbs import WordsError
from dealer_app.texts.catalogue import type_code

_MOST_STEPS = 400
"""How much can happen between two moments; more means that the round goes in a circle."""
_MILLISECONDS_AN_HOUR = 3_600_000
_MOST_THROWS = 20
"""As often as dice are read in the rounds of one scenario."""
NEXT_CARD = "next"


class RoundPlay:
    """One scenario at one table, from the opening of bets to the end of its last round."""

    def __init__(
        self, scenario: Scenario, table: DrillTable, *, seed: int = 0, make_device: MakeDevice | None = None
    ) -> None:
        """With `make_device` cards and dice are reported by a simulated device, whose bytes can be spoiled."""
        self.scenario = scenario
        self.table = table
        self.seed = seed or scenario.shoe.seed
        self.session: PlaySession = table.open_session(scenario.settings)
        self.lines: list[str] = []
        """All commands as lines of a script, so that it can be replayed and forked."""
        self.fired: list[int] = []
        self.met: dict[int, int] = {}
        """Expectations that were met with, and at which moment."""
        self.moment: Moment | None = None
        self.over = False
        self.armed = ArmedTroubles(self.seed)
        self.struck: list[int] = []
        """The armed troubles that have come, by their numbers."""
        self._device = None if make_device is None else DeviceIntake(table.rules, make_device)
        self._by_hand = False
        self._reported: DeviceStop | None = None
        self._notice: DeviceStop | None = None
        """What the device did at the last step, where it stops nothing."""
        self._cards = RealCards(self._fill_shoe())
        self._throws, self._thrown = self._make_throws(), 0
        self._chance = Random(f"rate {self.seed}")  # noqa: S311 - it lets trouble come, and guards nothing
        self._waiting = [place for place, step in enumerate(scenario.step) if not _is_roaming(step.when)]
        self._roaming = [place for place, step in enumerate(scenario.step) if _is_roaming(step.when)]
        self._armed: list[int] = []
        self._since: set[str] = set()
        self._since_moment: set[str] = set()
        self._elapsed = 0
        self._stops: list[Case | DeviceStop | None] = []
        self._say: Mapping[str, str] = {}
        self._offered = False
        self._stands_said = False
        self._strayed = False
        self._number = 0
        self._last_events: tuple[events.Event, ...] = ()
        self._advance()

    # What comes from outside

    def play_book(self) -> None:
        """Does what the book says at this moment, and goes on to the next."""
        assert self.moment is not None, "a round that is over has no book to play"
        self._since_moment = set()
        for command in self._book_commands(self.moment.due[0]):
            self._give(command)
        self._end_moment()

    def do(self, step: RoundStep) -> Done:
        """Really does this now, whatever the book says, and goes on to the next moment."""
        assert self.moment is not None, "nothing is done in a round that is over"
        due = self.moment.due
        if step is due[0] or self.moment.device_stops:
            before = len(self.lines)
            self.play_book()
            return Done(step=step, happened=() if len(self.lines) == before else self._last_events)
        if step is RoundStep.NO_CARD and step in due:
            self._stands_said = True
            self._end_moment()
            return Done(step=step)
        self._since_moment = set()
        happened: tuple[events.Event, ...] = ()
        for command in self._act(step):
            came = self._try(command)
            if isinstance(came, Refusal):
                return Done(step=step, refusal=came)
            happened = (*happened, *came)
        if happened or self._stops:
            self._strayed = self._strayed or step not in due
            self._note_cases(happened)
            self._end_moment()
        return Done(step=step, happened=happened)

    def wait(self, milliseconds: int) -> bool:
        """Time has passed at this moment; whether something came of it, by which the moment may be another."""
        self._elapsed += milliseconds
        for place in tuple(self._roaming):
            often = rate_an_hour(self.scenario.step[place].when.rate)
            if often and self._chance.randrange(_MILLISECONDS_AN_HOUR) < often * milliseconds:
                self._armed.append(place)
        self.armed.note_time(milliseconds)
        return self.look_for_trouble()

    def look_for_trouble(self) -> bool:
        """Whether something that waits comes now, by which the moment may be another."""
        if self.over or (self._ready_step() is None and self._next_strike() is None):
            return False
        before = self.moment
        self._advance()
        # What befalls the next report of a device is not seen before there is one.
        return self.moment != before

    def arm(self, place: int) -> bool:
        """The trainer lets this step of the scenario come: now, or as soon as the table allows it. Whether it came."""
        if place not in self._roaming or self.over:
            return False
        if place not in self._armed:
            self._armed.append(place)
        if self._ready_step() is None:
            return False
        self._advance()
        return True

    def trainer_steps(self) -> tuple[int, ...]:
        """The steps of the scenario that wait for a trainer, by their places."""
        steps = self.scenario.step
        return tuple(place for place in self._roaming if steps[place].when.trainer and place not in self._armed)

    @property
    def has_device(self) -> bool:
        """Whether a simulated device reports what happens."""
        return self._device is not None

    def fork(self) -> "RoundPlay":
        """The same round as it is now, to be played on by itself."""
        other = copy(self)
        other.session, other._cards = self.session.copy(), self._cards.copy()
        other.armed, other.struck, other._chance = self.armed.copy(), [*self.struck], deepcopy(self._chance)
        other._device = None if self._device is None else self._device.copy()
        other.lines, other.fired, other.met = [*self.lines], [*self.fired], dict(self.met)
        other._waiting, other._roaming, other._armed = [*self._waiting], [*self._roaming], [*self._armed]
        other._stops, other._since, other._since_moment = [*self._stops], set(self._since), set(self._since_moment)
        return other

    # Cards and dice

    def _fill_shoe(self) -> Sequence[Card]:
        scenario = self.scenario
        if self.table.rules.baccarat is None:
            return ()
        shoe, decks = scenario.shoe, self.session.state.shoe.decks
        first = shoe.card_list
        if not first and shoe.must:
            first = deal_wished_coup(self.seed, shoe.must) or ()
        return fill_shoe(self.seed, decks, first)

    def _make_throws(self) -> tuple[tuple[int, int, int], ...]:
        shoe, rules = self.scenario.shoe, self.table.rules
        if rules.tai_sai is None:
            return ()
        wished = deal_wished_throw(self.seed, shoe.must) if shoe.must else None
        first = (*shoe.throws, *((wished,) if wished else ()))
        return (*first, *throw_dice(self.seed, _MOST_THROWS))

    # To the next moment

    def _end_moment(self) -> None:
        self._number += 1
        self._say = {}
        self._notice, self._reported = self._reported, None
        self._advance()

    def _advance(self) -> None:
        """Everything goes on that nobody is asked, up to the next moment or the end."""
        for _ in range(_MOST_STEPS):
            if self._stops and not self._has_words_to_say():
                self.moment = self._make_moment((RoundStep.STOP,))
                return
            if self._fire():
                continue
            if self.session.state.cases or self.session.state.claim is not None:
                self._answer_need()
                continue
            if self._has_ended():
                self.moment, self.over = None, True
                return
            guide = self.session.guide()
            self._offered = self._offered and guide.step is Step.OFFER_INSURANCE
            due = book_steps(
                self.session.rules, self.session.state, guide, offered=self._offered, stands_said=self._stands_said
            )
            if due and self._strike(due[0]):
                continue
            if due:
                self.moment = self._make_moment(due)
                return
            self._do_unasked(guide)
        raise RoundStuckError(f"the round goes in a circle at {self.session.guide().step.value}")

    def _has_ended(self) -> bool:
        tally, state = self.session.tally, self.session.state
        return state.round is None and tally.concluded + tally.void >= self.scenario.rounds

    def _make_moment(self, due: tuple[RoundStep, ...]) -> Moment:
        state = self.session.state
        stop = self._stops[0] if self._stops else None
        case = None if isinstance(stop, DeviceStop) else stop
        device = stop if isinstance(stop, DeviceStop) else self._notice
        moment = Moment(
            number=self._number,
            due=due,
            guide=self.session.guide(),
            state=state,
            case=case,
            needs=() if case is None else self._follow_needs(case),
            device=device,
            competency=Competency.DEVICES if isinstance(stop, DeviceStop) else None,
            say=self._say,
            round=min(self.scenario.rounds - 1, self.session.tally.concluded + self.session.tally.void),
        )
        return self._apply_expectations(moment)

    def _apply_expectations(self, moment: Moment) -> Moment:
        """The first expectation that waits for what has come says how this moment is graded."""
        for place, expected in enumerate(self.scenario.expect):
            known = self.met.get(place)
            if known not in (None, moment.number) or not self._has_come(expected.when, self._since_moment):
                continue
            self.met[place] = moment.number
            return replace(
                moment,
                due=self._expected_steps(expected, moment.due),
                within=expected.within,
                weight=expected.weight,
                competency=expected.competency or moment.competency,
            )
        return moment

    def _expected_steps(self, expected: Expectation, due: tuple[RoundStep, ...]) -> tuple[RoundStep, ...]:
        if expected.by != BY_GUIDE:
            # The book's step is still the one that is played.
            return (due[0], RoundStep(expected.by)) if expected.by != due[0].value else due
        if expected.order is Order.ANY:
            others = (step for step in keypad_steps(self.session.rules).values() if step not in due)
            return (*due, *(step for step in others if self._is_harmless(step)))
        return due

    def _is_harmless(self, step: RoundStep) -> bool:
        """Whether it could be done now without anything going wrong."""
        trial = self.session.copy()
        came = [trial.give_command(command) for command in self._act(step)]
        return bool(came) and not any(_goes_wrong(each) for each in came)

    # What comes by the scenario

    def _fire(self) -> bool:
        """Whether a step of the scenario came now."""
        place = self._ready_step()
        if place is None:
            return False
        for waiting in (self._armed, self._roaming, self._waiting):
            if place in waiting:
                waiting.remove(place)
        self._happen(place)
        return True

    def _ready_step(self) -> int | None:
        """The step of the scenario that comes now. One that waits for time or a trainer waits for the table too."""
        timed = [*self._armed, *(self._waiting[:1] if self._is_wait_over() else ())]
        found = next((place for place in timed if self._can_come(place)), None)
        if found is not None or not self._waiting:
            return found
        place = self._waiting[0]
        step = self.scenario.step[place]
        if step.when.seconds or step.round > self.session.state.rounds:
            return None
        return place if self._has_come(step.when, self._since) else None

    def _has_words_to_say(self) -> bool:
        """Whether the scenario says something to what has just happened: it is heard with it."""
        place = self._ready_step()
        return place is not None and not self.scenario.step[place].do.lines

    def _can_come(self, place: int) -> bool:
        """Whether the table allows all of it now."""
        trial = self.session.copy()
        for line in self.scenario.step[place].do.lines:
            if is_device_line(line):
                continue
            try:
                command = read_command(self._real_line(line), table=trial.usual, at=trial.at)
            except (ScriptLineError, WordsError):
                return False
            if isinstance(trial.give_command(command), Refusal):
                return False
        return True

    def _is_wait_over(self) -> bool:
        if not self._waiting:
            return False
        when = self.scenario.step[self._waiting[0]].when
        return bool(when.seconds) and self._elapsed >= when.seconds * 1000

    def _has_come(self, when: Trigger, since: set[str]) -> bool:
        state = self.session.state
        if when.state:
            if when.state == OFFER_MADE:
                return self._offered and self.session.guide().step is Step.OFFER_INSURANCE
            return self.session.guide().step.value == when.state
        if when.event:
            return when.event in since
        return bool(when.card) and state.round is not None and len(state.round.cards) >= when.card

    def _happen(self, place: int) -> None:
        do = self.scenario.step[place].do
        self.fired.append(place)
        self._since, self._elapsed = set(), 0
        if do.say:
            self._say = do.say
        happened: list[events.Event] = []
        for line in do.lines:
            if is_device_line(line):
                self._spoil_device(line)
                continue
            try:
                command = read_command(self._real_line(line), table=self.session.usual, at=self.session.at)
            except (ScriptLineError, WordsError) as problem:
                raise StepRefusedError(place, str(problem)) from None
            came = self._try(command)
            if isinstance(came, Refusal) and self._strayed:
                # What was done before has changed the table: this cannot come any more.
                return
            if isinstance(came, Refusal):
                raise StepRefusedError(place, f"`{line}` is refused: {came.code} [{came.clause}]", came)
            happened += came
        self._note_cases(happened)

    def _spoil_device(self, line: str) -> None:
        """A fault befalls the next report of the device, where there is one: a check plays without."""
        fault = line.partition(" ")[2]
        if self._device is not None:
            self._device.suffer(fault)

    def _real_line(self, line: str) -> str:
        """`card next` is the next card of the shoe; face down nobody knows which."""
        words = line.split()
        if words[:2] == ["card", NEXT_CARD] and self._cards.cards_left:
            if next_visible_card(self.session, self._cards) is None and "up" not in words:
                return " ".join(("card", "?", *words[2:]))
            return " ".join(("card", self._cards.top_card.text, *words[2:]))
        return line

    def _note_cases(self, happened: Sequence[events.Event]) -> None:
        """What went wrong is what the trainee has to stop for: of several the last, to which the others led."""
        opened = [event.case for event in happened if isinstance(event, events.CaseOpened)]
        if opened:
            last = opened[-1]
            self._stops.append(next((case for case in self.session.state.cases if case.number == last.number), last))
        elif any(isinstance(event, events.ClaimRaised) for event in happened):
            self._stops.append(None)

    # What a trainer has armed

    def _next_strike(self) -> Strike | None:
        """Which of the armed troubles can come at the moment that is shown."""
        moment = self.moment
        return None if moment is None or self._stops else self._find_strike(moment.due[0])

    def _find_strike(self, due: RoundStep) -> Strike | None:
        if self._device is not None and self._device.is_spoiled:
            # One trouble after the other: what comes next would be spoiled by it.
            return None
        kind = None if self._device is None else self._device.kind
        return self.armed.find_strike(self.session, self._cards, due, kind)

    def _strike(self, due: RoundStep) -> bool:
        """Whether something that was armed came now."""
        found = self._find_strike(due)
        if found is None:
            return False
        following = found.tell(self.session, self._cards)
        self.armed.note_strike(found.number, self.session)
        self.struck.append(found.number)
        if self._device is not None and found.trouble.device is not None:
            self._device.suffer(found.trouble.fault)
        self._note_cases([event for command in following for event in self._give_unnoted(command)])
        return True

    # What the table asks for

    def _answer_need(self) -> None:
        if self.session.state.claim is not None and not self.session.state.cases:
            guide = self.session.guide()
            close = commands.CloseClaim(
                by=make_person(guide.who), at=self.session.at, decision="stands", clause=guide.why
            )
            self._give(close)
            return
        for command in case_answers(self.session, self._cards, offered=self._offered):
            came = self._try(command)
            if not isinstance(came, Refusal):
                self._note_cases(came)
                return
        need = type(self.session.state.cases[-1].needs[0]).__name__
        raise RoundStuckError(f"nothing meets {need} of {self.session.state.cases[-1].trouble}")

    def _follow_needs(self, case: Case) -> tuple[Need, ...]:
        """The needs of the case with those that come up as they are met, by trying it."""
        if not self.session.state.cases or self.session.state.cases[-1].number != case.number:
            return case.needs
        trial, cards = self.session.copy(), self._cards.copy()
        met: list[Need] = []
        for _ in range(_MOST_STEPS):
            now = next((each for each in trial.state.cases if each.number == case.number), None)
            if now is None or trial.state.cases[-1].number != case.number:
                break
            need = now.needs[0]
            if need not in met:
                met.append(need)
            for command in case_answers(trial, cards, offered=self._offered):
                came = trial.give_command(command)
                if not isinstance(came, Refusal):
                    cards.note_events(came)
                    break
            else:
                break
        return tuple(met) or case.needs

    def _do_unasked(self, guide: Guide) -> None:
        """What a guest or the house does, and no trainee is asked."""
        opening = self.session.setup_command(guide.step)
        if opening is not None:
            self._give(opening)
            return
        at = self.session.at
        match guide.step:
            case Step.TURN_CARDS:
                self._give(self._turn_command(guide))
            case Step.END_SHOE:
                self._give(commands.EndShoe(by=make_person("pit_supervisor"), at=at, reason="finished"))
            case Step.DEAL_FREE_HAND:
                self._give(correction_commands.DealFreeHand(by=make_person(guide.who), at=at))
            case _:
                raise RoundStuckError(f"nobody does {guide.step.value}")

    # Commands

    def _book_commands(self, step: RoundStep) -> Iterator[Command]:
        at, guide = self.session.at, self.session.guide()
        match step:
            case RoundStep.STOP:
                if self._stops:
                    yield from self._put_right(self._stops.pop(0))
                else:
                    yield commands.RejectExcess(by=DEALER, at=at)
            case RoundStep.OPEN_BETTING:
                self._offered = self._stands_said = False
                yield commands.PlaceYourBets(by=DEALER, at=at)
                yield from self._bets()
            case RoundStep.OFFER_INSURANCE:
                self._offered = True
                yield from self._insurance()
            case RoundStep.CLOSE_OFFER:
                self._offered = False
                yield commands.CloseOffer(by=DEALER, at=at)
            case RoundStep.TURN_CARDS:
                yield self._turn_command(guide)
            case RoundStep.CHANGE_CARDS:
                yield commands.EndShoe(by=make_person("pit_supervisor"), at=at, reason="finished")
            case RoundStep.CHANGE_DICE:
                opening = self.session.setup_command(Step.CHANGE_DICE)
                if opening is not None:
                    yield opening
            case _:
                yield from self._act(step)

    def _put_right(self, stop: Case | DeviceStop | None) -> Iterator[Command]:
        """What a device has not reported is keyed by hand, and the device is seen to."""
        if isinstance(stop, DeviceStop) and self._device is not None:
            self._device.put_right()
            if stop.unheard is not None:
                self._by_hand = True
                yield stop.unheard
                self._by_hand = False

    def _bets(self) -> Iterator[Command]:
        now = self.session.tally.concluded + self.session.tally.void + 1
        for bet in self.scenario.bet:
            if bet.round == now:
                yield read_command(bet.line, table=self.session.usual, at=self.session.at)

    def _insurance(self) -> Iterator[Command]:
        """Guests answer as the scenario says, and the others by themselves."""
        while self._waiting and self.scenario.step[self._waiting[0]].when.state == OFFER_MADE:
            if not self._fire():
                break
        for command in insurance_answers(self.session):
            if not isinstance(self._try(command), Refusal):
                yield from self._insurance()
                return

    def _turn_command(self, guide: Guide) -> Command:
        return turn_command(self.session, self._cards, guide)

    def _act(self, step: RoundStep) -> Iterator[Command]:
        """What this step does by itself, whether it is due or not."""
        return act_commands(self.session, self._cards, self._throws[self._thrown :][:1], step)

    def _give(self, command: Command) -> None:
        self._note_cases(self._give_unnoted(command))

    def _give_unnoted(self, command: Command) -> tuple[events.Event, ...]:
        came = self._try(command)
        if isinstance(came, Refusal):
            line = write_command(command)
            raise RoundStuckError(f"{line} is refused: {came.code} [{came.clause}]", line=line, refusal=came)
        return came

    def _try(self, command: Command) -> tuple[events.Event, ...] | Refusal:
        stop = self._hear_device(command)
        if stop is not None and stop.unheard is not None:
            # It lies on the table, and the station does not know.
            self._stops.append(stop)
            return ()
        came = self.session.give_command(command)
        if stop is not None and stop.stops_play:
            self._stops.append(stop)
        elif stop is not None:
            self._reported = stop
        if isinstance(came, Refusal):
            return came
        self._cards.note_events(came)
        self.lines.append(write_command(command))
        self._thrown += isinstance(command, commands.ReadDice)
        codes = {type_code(type(event)) for event in came}
        self._since |= codes
        self._since_moment |= codes
        self.armed.note_events(codes)
        self._last_events = came
        return came

    def _hear_device(self, command: Command) -> DeviceStop | None:
        """What the simulated device leaves open of a card or of dice; nothing where all is well, or there is none."""
        if self._device is None or self._by_hand or not isinstance(command, _REPORTED):
            return None
        if isinstance(self.session.copy().give_command(command), Refusal):
            return None
        top = self._cards.top_card if self._cards.cards_left else None
        return self._device.hear(self.session.state, command, top)


_REPORTED = (commands.DrawCard, commands.CountTumbles, commands.ReadDice)


def _goes_wrong(came: tuple[events.Event, ...] | Refusal) -> bool:
    return isinstance(came, Refusal) or any(isinstance(event, events.CaseOpened) for event in came)


def _is_roaming(when: Trigger) -> bool:
    """A step that waits for no other: it comes when a trainer or chance says so."""
    return when.trainer or bool(when.rate)
