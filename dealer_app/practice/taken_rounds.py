"""Makes a scenario of a round that was played live: its cards, bets and troubles, and nobody's name.

What the round of practice does by itself is left out; what else was done comes as steps. The scenario is played through
the engine before it is given out, and has to end as the live round did, to the cent.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.fold import TABLE_FOLDS
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Round
from dealer_app.domain.round.table_settings import Rules, Table, usual_table
from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import USUAL_UNIT
from dealer_app.practice.live_commands import find_commands
from dealer_app.practice.live_rounds import DrawnCards, LiveRound
from dealer_app.practice.questions import Competency
from dealer_app.practice.round_moment import RoundStuckError, StepRefusedError
from dealer_app.practice.round_play import NEXT_CARD, RoundPlay
from dealer_app.practice.scenario_check import check_scenario, find_table, play_perfectly
from dealer_app.practice.scenario_file import write_scenario
from dealer_app.practice.scenarios import (
    LANGUAGES,
    MOST_ROUNDS,
    OFFER_MADE,
    Expectation,
    Happening,
    Scenario,
    ScenarioBet,
    ScenarioFaultsError,
    ScenarioFile,
    ScenarioShoe,
    ScenarioStep,
    Trigger,
    read_scenario,
)
from dealer_app.practice.stand_ins import AmountError, StandIns, command_meaning
from dealer_app.practice.troubled_rounds import has_story
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import clause_numbers
from dealer_app.scripts.language import read_command, read_settings, settings_words, write_command
from dealer_app.scripts.session import PlaySession
from dealer_app.scripts.verbs import WordsError
from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import type_code

_MOST_STEPS = 60
_MOST_TOGETHER = 6
"""So many commands are tried as one step, where the last of them cannot come by itself."""
_MOST_LINES = 400


class NotTakenError(Exception):
    """Why a round cannot become a scenario, by its code, with what is said in it."""

    def __init__(self, code: str, **facts: str) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)


def take_scenario(rounds: Sequence[LiveRound], name: str, scale: Fraction = Fraction(1)) -> ScenarioFile:
    """The scenario of the last of these rounds; the earlier ones are taken with it where it begins with what they left.

    Raises NotTakenError.
    """
    if rounds[-1].round is None or rounds[-1].after.cases or rounds[-1].after.claim is not None:
        raise NotTakenError("not-finished", round=str(rounds[-1].number))
    if any(isinstance(event, correction_events.OutageRoundsEntered) for event in _happened(rounds[-1:])):
        raise NotTakenError("by-hand", round=str(rounds[-1].number))
    first: NotTakenError | None = None
    for count in range(1, min(MOST_ROUNDS, len(rounds)) + 1):
        for faces in (False, True):
            try:
                return _Taking(rounds[-count:], name, scale, faces=faces).make_file()
            except NotTakenError as problem:
                first = first or problem
                if problem.code in ("amount", "reading"):
                    raise
    assert first is not None, "one round at least was tried"
    others = _find_other_readings(rounds[-1])
    raise NotTakenError("reading", round=str(rounds[-1].number), rulings=", ".join(others)) if others else first


def _happened(rounds: Sequence[LiveRound]) -> Iterator[events.Event]:
    return (event for live in rounds for each in live.decisions for event in each.happened)


def _find_other_readings(live: LiveRound) -> tuple[str, ...]:
    """The rulings by which the table reads its document otherwise than practice does, and laws that hold there."""
    usual = load_rulebook(live.rules.book.game)
    others = (
        ruling.number
        for ruling in live.rules.book.rulings
        if (known := usual.find_ruling(ruling.number)) is None or known.chosen != ruling.chosen
    )
    return (*others, *(("O26",) if live.rules.device_fault_voids else ()))


def _is_of_table(happened: tuple[events.Event, ...]) -> bool:
    """Whether it prepares the table or the shoe, which practice does by itself."""
    return all(type(event) in TABLE_FOLDS and not isinstance(event, _IN_A_ROUND) for event in happened)


_IN_A_ROUND = (events.CuttingCardCame, events.DevicePassed, events.ShoeClosed)
_PREPARES = (
    commands.OpenTable,
    commands.BringCards,
    commands.DoShoeWork,
    commands.BurnCards,
    commands.EndShoe,
    correction_commands.ChangeDice,
)


class _Expected(Struct, frozen=True):
    """A command as it is to come in practice."""

    round: int
    command: Command


class _Taking:
    """One attempt, with so many rounds. `faces` says whether it counts what a device knew of cards face down."""

    def __init__(self, rounds: Sequence[LiveRound], name: str, scale: Fraction, *, faces: bool) -> None:
        self._live = rounds
        self._faces_count = faces
        self._last = rounds[-1]
        self._rules = self._last.rules
        self._scale = scale
        self._name = name
        self._unit = _find_unit(rounds)
        self._people = StandIns(self._rules, scale=scale, unit=self._unit)
        self._scenario = self._make_frame()
        self._table = find_table(self._scenario)
        try:
            self._table.open_session(self._scenario.settings)
        except (AssertionError, WordsError):
            # As with numbers of seats that only this house has.
            raise NotTakenError("reading", round=str(self._last.number), rulings="S3") from None
        self._cards: tuple[Card, ...] = ()
        self._expected: tuple[_Expected, ...] = ()
        self._follow_live()

    # What is to come

    def _make_frame(self) -> Scenario:
        """All but bets, cards and steps."""
        rules, last = self._rules, self._last
        codes = tuple(dict.fromkeys(case.trouble for case in last.cases))
        return Scenario(
            id=self._name,
            version=1,
            book=rules.book.game,
            layout=rules.layout.letter,
            clauses=_find_clauses(self._live),
            level=min(3, 1 + len(codes)),
            title=_in_all_languages(lambda words: _title(words, codes)),
            debrief=_in_all_languages(lambda words: _debrief(words, codes)),
            table=_settings(rules, last.table, self._unit),
            rounds=len(self._live),
        )

    def _follow_live(self) -> None:
        """What was done in the live rounds, and which cards left the shoe."""
        begun = self._table.open_session(self._scenario.settings)
        self._people.round_offset = self._live[0].number - 1 - begun.state.rounds
        self._people.number_offset = self._live[0].decisions[0].before.entries - begun.state.entries
        drawn = DrawnCards()
        expected: list[_Expected] = []
        for place, live in enumerate(self._live, start=1):
            drawn.begin_round()
            for decision in live.decisions:
                if _is_of_table(decision.happened):
                    continue
                found = find_commands(live.rules, decision.before, decision.happened, decision.by)
                if found is None:
                    raise NotTakenError("not-known", round=str(live.number))
                drawn.follow(found, decision.happened)
                expected += (
                    _Expected(place, self._stand_in(command)) for command in found if not isinstance(command, _PREPARES)
                )
        self._expected, self._cards = tuple(expected), drawn.cards

    def _stand_in(self, command: Command) -> Command:
        try:
            return self._people.command(command)
        except AmountError as problem:
            raise NotTakenError("amount", amount=str(problem.amount), unit=str(problem.unit)) from None

    # Trying

    def make_file(self) -> ScenarioFile:
        shoe, bets = self._make_shoe(), tuple(self._make_bets())
        scenario = replace(self._scenario, shoe=shoe, bet=bets)
        for _ in range(_MOST_STEPS):
            play = self._play(scenario)
            at = self._find_difference(play)
            if at is None and play is not None:
                return self._finish(scenario, play)
            assert at is not None, "a round that cannot begin differs from the live one"
            scenario = self._add_step(scenario, at)
        raise NotTakenError("not-played", round=str(self._last.number))

    def _make_shoe(self) -> ScenarioShoe:
        if self._rules.baccarat is None:
            read = (event for event in _happened(self._live) if isinstance(event, events.DiceRead))
            return ScenarioShoe(dice=tuple("-".join(map(str, event.dice)) for event in read))
        return ScenarioShoe(cards=" ".join(card.text for card in self._cards))

    def _make_bets(self) -> Iterator[ScenarioBet]:
        """Those with which betting opens; what comes after anything else comes as a step."""
        for place in range(1, len(self._live) + 1):
            given = [each.command for each in self._expected if each.round == place]
            for command in given[1:]:
                if not isinstance(command, commands.PlaceBet):
                    break
                wager = command.wager
                yield ScenarioBet(
                    area=wager.area,
                    stake=wager.stake,
                    seat=wager.seat or 0,
                    bettor=wager.bettor,
                    behalf=command.on_behalf,
                    round=place,
                )

    def _play(self, scenario: Scenario) -> RoundPlay | None:
        """As far as it goes; nothing where it cannot even begin."""
        play: RoundPlay | None = None
        try:
            play = RoundPlay(scenario, self._table)
            play_perfectly(play)
        except (RoundStuckError, StepRefusedError, WordsError, AssertionError):
            return play
        return play

    def _given(self, play: RoundPlay) -> Iterator[Command]:
        usual = play.session.usual
        for line in play.lines:
            command = read_command(line, table=usual, at=0)
            if not isinstance(command, _PREPARES):
                yield command

    def _find_difference(self, play: RoundPlay | None) -> int | None:
        """The first command that is another than it was live; None where all are the same."""
        given = () if play is None else tuple(self._given(play))
        for at, expected in enumerate(self._expected):
            if at >= len(given) or not self._is_same(given[at], expected.command):
                return at
        is_whole = play is not None and play.over and len(given) == len(self._expected)
        return None if is_whole else len(self._expected)

    def _is_same(self, given: Command, expected: Command) -> bool:
        faces = self._faces_count
        return command_meaning(given, faces=faces) == command_meaning(expected, faces=faces)

    def _add_step(self, scenario: Scenario, at: int) -> Scenario:
        """The scenario with a step by which this command comes too: at the first trigger at which it goes on longer."""
        if at >= len(self._expected):
            raise NotTakenError("not-played", round=str(self._last.number))
        for begin in range(at, max(-1, at - _MOST_TOGETHER), -1):
            for lines in product(*(tuple(self._lines(each)) for each in range(begin, at + 1))):
                for tried in self._with_lines(scenario, lines, begin):
                    further = self._find_difference(self._play(tried))
                    if further is None or further > at:
                        return tried
        raise NotTakenError("not-played", round=str(self._last.number), step=write_command(self._expected[at].command))

    def _with_lines(self, scenario: Scenario, lines: tuple[str, ...], at: int) -> Iterator[Scenario]:
        steps = scenario.step
        if steps and steps[-1].do.inject:
            more = replace(steps[-1].do, inject=(*steps[-1].do.inject, *lines))
            yield replace(scenario, step=(*steps[:-1], replace(steps[-1], do=more)))
        later = self._expected[at].round if self._expected[at].round > 1 else 0
        for when in self._triggers(at):
            step = ScenarioStep(when=when, do=Happening(inject=lines), round=later)
            yield replace(scenario, step=(*steps, step))

    def _triggers(self, at: int) -> Iterator[Trigger]:
        """What can be waited for where the table is then, the plainest first."""
        session, last = self._replay(at)
        guide, round_ = session.guide(), session.state.round
        lying = 0 if round_ is None else len(round_.cards)
        if guide.step is Step.OFFER_INSURANCE:
            yield Trigger(state=OFFER_MADE)
        if last and isinstance(last[0], events.CardDrawn) and lying:
            yield Trigger(card=lying)
        yield Trigger(state=guide.step.value)
        yield from (Trigger(event=code) for code in dict.fromkeys(type_code(type(event)) for event in last))
        if lying:
            yield Trigger(card=lying)

    def _replay(self, at: int) -> tuple[PlaySession, tuple[events.Event, ...]]:
        """The table before this command, and what has happened last."""
        session = self._table.open_session(self._scenario.settings)
        last: tuple[events.Event, ...] = ()
        for expected in self._expected[:at]:
            _prepare(session)
            came = session.give_command(replace(expected.command, at=session.at))
            last = () if isinstance(came, Refusal) else came
        return session, last

    def _lines(self, at: int) -> Iterator[str]:
        """The command as a line; where faces may be asked for at a table that does not know them, with these too."""
        command = self._expected[at].command
        match command:
            case commands.DrawCard():
                words = write_command(command).split()
                words[words.index("card") + 1] = NEXT_CARD
                yield write_command(command) if self._faces_count else " ".join(words)
            case commands.TurnCards(places=places) | commands.Report(places=places) if places:
                yield write_command(command)
                faces = self._faces(at)
                if all(place < len(faces) for place in places):
                    yield write_command(replace(command, cards=tuple(faces[place] for place in places)))
            case _:
                yield write_command(command)

    def _faces(self, at: int) -> tuple[Card, ...]:
        """The cards that lie on the table before this command, by their places."""
        drawn, began = 0, 0
        for expected in self._expected[:at]:
            if isinstance(expected.command, commands.PlaceYourBets):
                began = drawn
            drawn += isinstance(expected.command, commands.DrawCard)
        return self._cards[began:drawn]

    # The end

    def _finish(self, scenario: Scenario, play: RoundPlay) -> ScenarioFile:
        wanted, came = self._last.round, play.session.state.last
        if wanted is None or came is None or round_outcome(wanted, self._scale) != round_outcome(came):
            raise NotTakenError("otherwise", round=str(self._last.number))
        scenario = self._add_words(scenario)
        if self._last.cases:
            opened = Expectation(
                when=Trigger(event="case-opened"), within=12, weight=3, competency=Competency.IRREGULARITIES
            )
            trial = self._play(replace(scenario, expect=(opened,)))
            scenario = trial.scenario if trial is not None and trial.met else scenario
        file = _read_back(scenario)
        for fault in check_scenario(file):
            raise NotTakenError("not-played", round=str(self._last.number), step=fault)
        return file

    def _add_words(self, scenario: Scenario) -> Scenario:
        """What nobody can see at the table of practice is said, as it comes about."""
        for _ in range(_MOST_STEPS):
            unsaid = _find_unsaid(RoundPlay(scenario, self._table))
            if not unsaid:
                break
            said = next(filter(None, (self._say(scenario, each, len(unsaid)) for each in unsaid)), None)
            if said is None:
                break
            scenario = said
        return scenario

    def _say(self, scenario: Scenario, unsaid: "_Unsaid", silent: int) -> Scenario | None:
        """With words to this trouble: at the step that brings it about, or as a step of their own after it."""
        said = _in_all_languages(lambda words: words.irregularity(unsaid.trouble).line)
        steps, place = scenario.step, unsaid.fired
        tried = []
        if place and not steps[place - 1].do.say:
            spoken = replace(steps[place - 1], do=replace(steps[place - 1].do, say=said))
            tried.append((*steps[: place - 1], spoken, *steps[place:]))
        for when in (Trigger(event="case-opened"), Trigger(state=unsaid.state), *_AFTERWARDS):
            spoken = ScenarioStep(when=when, do=Happening(say=said), round=unsaid.round if unsaid.round > 1 else 0)
            tried.append((*steps[:place], spoken, *steps[place:]))
        for trial in tried:
            spoken_of = replace(scenario, step=trial)
            play = self._play(spoken_of)
            if self._find_difference(play) is None and len(_find_unsaid(RoundPlay(spoken_of, self._table))) < silent:
                return spoken_of
        return None


_AFTERWARDS = tuple(Trigger(event=code) for code in ("settlement-undone", "round-concluded", "result-announced"))


class _Unsaid(Struct, frozen=True):
    """A trouble of which nobody says a word: after how many steps of the scenario, and where the round is then."""

    fired: int
    trouble: str
    state: str
    round: int


def _find_unsaid(play: RoundPlay) -> list[_Unsaid]:
    found = []
    while not play.over:
        moment = play.moment
        assert moment is not None, "a round that goes on has a moment"
        if moment.case is not None and not moment.say and not has_story(moment.state, moment.case):
            state = moment.guide.step.value
            found.append(_Unsaid(len(play.fired), moment.case.trouble, state, play.session.state.rounds))
        play.play_book()
    return found


def _prepare(session: PlaySession) -> None:
    """Between two rounds the table is prepared as practice does it."""
    for _ in range(_MOST_LINES):
        opening = session.setup_command(session.guide().step) if session.state.round is None else None
        if opening is None or isinstance(session.give_command(opening), Refusal):
            return


def round_outcome(ended: Round, scale: Fraction = Fraction(1)) -> object:
    """What a round came to: cards or dice, result, and the money of every bet; amounts made larger by a factor."""
    settled = sorted((line.result, line.net * scale) for line in ended.settled)
    dealt = (drawn for drawn in ended.cards if drawn.put is not Place.NEITHER)
    hands = tuple((drawn.put, drawn.card if drawn.turned else None) for drawn in dealt)
    returned = sorted(stake * scale for number, _, stake in ended.chips if number in ended.returned)
    return ended.phase, hands, ended.dice, settled, returned


def _read_back(scenario: Scenario) -> ScenarioFile:
    try:
        return read_scenario(write_scenario(scenario).encode(), f"{scenario.id}.toml")
    except ScenarioFaultsError as problem:
        raise NotTakenError("not-played", step=problem.faults[0]) from None


def _find_unit(rounds: Sequence[LiveRound]) -> int:
    """The smallest chip: that of the table, or where it has none the largest of which all amounts are made."""
    table = rounds[-1].table
    if table.unit is not None:
        return table.unit
    happened = [*_happened(rounds)]
    amounts = [event.bet.wager.stake for event in happened if isinstance(event, events.BetPlaced)]
    amounts += [event.bet.stake for event in happened if isinstance(event, events.InsuranceTaken)]
    amounts += [event.accepted for event in happened if isinstance(event, events.BetCut)]
    amounts += [
        event.bet.wager.stake for event in happened if isinstance(event, correction_events.BetCorrected) and event.bet
    ]
    return next(unit for unit in (USUAL_UNIT, 100, 50, 25, 10, 5, 1) if not any(each % unit for each in amounts))


def _settings(rules: Rules, live: Table, unit: int) -> str:
    """How the table was set, in words of a script, without its name and what is as usual."""
    usual = replace(usual_table(rules.book, rules.layout), unit=USUAL_UNIT)
    live = replace(live, name=usual.name, unit=Money(unit), burn=usual.burn, burn_fixed=usual.burn_fixed)
    known = settings_words(usual).split()
    words = [word for word in settings_words(live).split() if word not in known]
    if live.limits.general.minimum is None:
        words.append("min=1")
    assert replace(read_settings(usual, words), limits=live.limits, most_wagers=live.most_wagers) == live or words, (
        words
    )
    return " ".join(words)


def _find_clauses(rounds: Sequence[LiveRound]) -> tuple[str, ...]:
    """On what the cases of the last round rest; of a round in which nothing went wrong the clause of its settlement."""
    last = rounds[-1]
    known = clause_numbers(last.rules.book.game)
    found = [case.clause for case in last.cases]
    found += [last.rules.clause("settlement"), last.rules.clause("round")]
    rests_on = tuple(dict.fromkeys(clause for clause in found[: len(last.cases)] if clause in known))
    return rests_on or tuple(clause for clause in found if clause in known)[:1]


# Words


def _in_all_languages(say: Callable[[Words], str]) -> dict[str, str]:
    return {code: say(Words.load(Language(code))) for code in LANGUAGES}


def _title(words: Words, codes: Sequence[str]) -> str:
    names = " · ".join(words.irregularity(code).name for code in codes[:3])
    return names or words.text("training", "take-plain-title")


def _debrief(words: Words, codes: Sequence[str]) -> str:
    lines = (words.text("training", "take-debrief"), *(words.irregularity(code).line for code in codes[:3]))
    return (" " if words.language is Language.EN else "").join(lines)
