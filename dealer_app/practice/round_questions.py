"""What is asked at a moment of a practised round: the step that comes next, then words, payments, or the trouble.

Every question is one that the drills ask too, made from the table as it lies; so it is graded alike and shows a skill.
"""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from dealer_app.domain.baccarat.insurance import insurance_verdict
from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, is_natural, make_coup, player_draws
from dealer_app.domain.dice import Tumble
from dealer_app.domain.money import Money
from dealer_app.domain.round.state import InsuranceBet, Round, SettledBet
from dealer_app.domain.round.visible import CARDS_AT_OFFER, open_cards, open_coup
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Prize, Result, Verdict, Wager
from dealer_app.practice.card_drills import gather_mistakes
from dealer_app.practice.device_reports import DeviceAnswer, list_device_answers
from dealer_app.practice.drill_table import Ask
from dealer_app.practice.insurance_offers import InsuredCourse, OfferMoment
from dealer_app.practice.insurance_pay_drills import make_insurance_pay_question
from dealer_app.practice.irregularity_drills import make_case_questions
from dealer_app.practice.pay_drills import make_pay_question
from dealer_app.practice.questions import (
    Answer,
    AnswerForm,
    Cause,
    Competency,
    DrillQuestion,
    DrillScene,
    SceneBet,
    Slip,
)
from dealer_app.practice.round_moment import Moment, RoundStuckError
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.round_steps import (
    STEP_COMPETENCY,
    STEP_SECONDS,
    USUAL_SECONDS,
    RoundStep,
    judge_step,
    keypad_steps,
    step_cause,
)
from dealer_app.practice.skills import DrillKind, Skill, book_skills
from dealer_app.practice.troubled_rounds import TroubledRound, read_troubled_round
from dealer_app.practice.word_drills import make_words_question, table_scene
from dealer_app.texts.texts import prizes_won

STEP_PART = "round-step"
WORDS_PART = "announcement"
_MOST_PAYMENTS = 3
"""So many of the winning bets of a round are asked, those of the longest odds."""
_TROUBLE_SECONDS = 15
_PAY_SECONDS = 12
_MOST_MOMENTS = 300
_SAID_AT = frozenset({RoundStep.OFFER_INSURANCE, RoundStep.ANNOUNCE_RESULT, RoundStep.STOP})
"""Steps whose words are asked for: those that are made of what lies on the table, or of what went wrong."""


class RoundQuestion(Struct, frozen=True, kw_only=True):
    """A question with what it shows, and what it costs to get it wrong."""

    question: DrillQuestion
    competency: Competency
    limit_seconds: int
    skill: str = ""
    weight: int = 1
    asked: int | None = None
    """Which of the bets of the scene it is about, if it is about one."""
    missed: Money = Money(0)
    """What the House returns if the offer that is due here is missed (Insurance Plus 5.13.2)."""


class AskedMoment(Struct, frozen=True, kw_only=True):
    """A moment with what the trainee sees and is asked."""

    moment: Moment
    scene: DrillScene
    questions: tuple[RoundQuestion, ...]


def ask_moment(play: RoundPlay) -> AskedMoment:
    """What is asked now, the step first."""
    moment = play.moment
    assert moment is not None, "a round that is over asks nothing"
    troubled = _read_trouble(play, moment)
    scene = table_scene(play.table, moment.state) if troubled is None else troubled.scene
    if moment.say:
        # The scenario says in its own words what has happened.
        scene = replace(scene, story="", story_facts={})
    if moment.device is not None:
        # As it was before: a device leaves open what has happened since, and the trainee sees the device.
        scene = replace(scene, story=f"{moment.device.kind.value}-{moment.device.fault}")
    questions = [_step_question(play, moment)]
    if moment.device_stops:
        return AskedMoment(moment=moment, scene=scene, questions=(*questions, _device_question(play, moment)))
    if troubled is not None:
        questions += _trouble_questions(play, moment, troubled)
    if moment.due[0] in _SAID_AT:
        questions += _word_questions(play, moment)
    if moment.due[0] is RoundStep.SETTLE:
        questions += _pay_questions(play, moment, scene)
    return AskedMoment(moment=moment, scene=scene, questions=tuple(questions))


def count_questions(play: RoundPlay) -> int:
    """How many questions a round asks that is played by the book to its end."""
    count = 0
    for _ in range(_MOST_MOMENTS):
        if play.over:
            break
        count += len(ask_moment(play).questions)
        play.play_book()
    return count


# The step


def _step_question(play: RoundPlay, moment: Moment) -> RoundQuestion:
    due = moment.due[0]
    steps = keypad_steps(play.table.rules)
    right: tuple[Answer, ...] = tuple((step.value,) for step in moment.due)
    question = DrillQuestion(
        code=STEP_PART,
        form=AnswerForm.CHOICE,
        part=STEP_PART,
        choices=tuple(step.value for step in steps.values()),
        right=right,
        mistakes=gather_mistakes(right, _step_slips(play, moment)),
        usual=Slip(Cause.IRREGULARITY_ORDER, "step-out-of-place", {"due": due.value}),
        clause=moment.guide.why if moment.case is None else moment.case.clause,
        facts={"step": moment.guide.step.value, "due": due.value},
        why=STEP_PART,
    )
    skill = _step_skill(play, moment)
    return RoundQuestion(
        question=question,
        competency=moment.competency or STEP_COMPETENCY[due],
        limit_seconds=moment.within or STEP_SECONDS.get(due, USUAL_SECONDS),
        skill="" if skill is None else skill.id,
        weight=moment.weight,
        missed=_missed_money(play) if due is RoundStep.OFFER_INSURANCE else Money(0),
    )


def _step_slips(play: RoundPlay, moment: Moment) -> Iterator[tuple[Answer, Slip]]:
    for step in keypad_steps(play.table.rules).values():
        if step not in moment.due:
            error = judge_step(moment.state, moment.due[0], step)
            facts = {"due": moment.due[0].value, "said": step.value}
            yield (step.value,), Slip(step_cause(error), f"step-{error.value}", facts)


def _step_skill(play: RoundPlay, moment: Moment) -> Skill | None:
    """The drill that asks the same: who draws on these totals, whether there is something to insure."""
    round_, due = moment.state.round, moment.due[0]
    if round_ is None or play.table.rules.baccarat is None or moment.case is not None:
        return None
    cards = open_cards(round_)
    if due is RoundStep.OFFER_INSURANCE:
        stage = "after-four" if len(cards) == INITIAL_CARDS else "after-third"
        return _known_skill(play, f"insurance.which.{stage}")
    drawing = due in (RoundStep.DRAW_PLAYER, RoundStep.DRAW_BANKER, RoundStep.ANNOUNCE_RESULT)
    if not drawing or not INITIAL_CARDS <= len(cards) <= INITIAL_CARDS + 1:
        return None
    coup = open_coup(round_)
    if len(cards) > INITIAL_CARDS:
        return _known_skill(play, f"draw.third.{coup.banker.points}")
    player, banker = coup.player.points, coup.banker.points
    if is_natural(player, banker):
        return _known_skill(play, "draw.natural")
    by = f"draw.player.{player}" if player_draws(player, banker) else f"draw.alone.{banker}"
    return _known_skill(play, by)


def _known_skill(play: RoundPlay, name: str) -> Skill | None:
    return next((skill for skill in book_skills(play.table.rules.book.game) if skill.id == name), None)


def _missed_money(play: RoundPlay) -> Money:
    """The Original Bets of those who would have insured and won: what goes back if nobody is asked (5.13.2)."""
    trial = play.fork()
    try:
        trial.play_book()
        before = {bet.number for bet in _insurance(play)}
        while not trial.over and trial.moment is not None and trial.moment.round == _round_number(play):
            trial.play_book()
    except RoundStuckError:
        return Money(0)
    last = trial.session.state.last
    if last is None:
        return Money(0)
    won = {line.number for line in last.settled if line.result == Result.WIN.value}
    paid = {(bet.who, bet.side) for bet in last.insurance if bet.number in won - before}
    return Money(
        sum(
            bet.wager.stake
            for who, side in paid
            for bet in last.bets
            if bet.who == who and bet.wager.area == side.value
        )
    )


def _insurance(play: RoundPlay) -> Sequence[InsuranceBet]:
    round_ = play.session.state.round
    return () if round_ is None else round_.insurance


def _round_number(play: RoundPlay) -> int:
    assert play.moment is not None, "asked at a moment"
    return play.moment.round


# Words


def _word_questions(play: RoundPlay, moment: Moment) -> Iterator[RoundQuestion]:
    """What is said with the step, where a drill asks for these words too."""
    if moment.case is not None and not moment.state.cases:
        return
    said = moment.guide.say
    skill = next(
        (
            each
            for each in book_skills(play.table.rules.book.game)
            if each.drill is DrillKind.WORDS and each.wish["say"] == said
        ),
        None,
    )
    if skill is None:
        return
    ask = Ask(play.table, skill, play.seed)
    question = make_words_question(ask, play.session, _chance(play, moment))
    if len(question.choices) < 2:
        return
    yield RoundQuestion(
        question=question,
        competency=skill.competency,
        limit_seconds=skill.seconds,
        skill=skill.id,
        weight=moment.weight,
    )


def _chance(play: RoundPlay, moment: Moment) -> Random:
    """What is left to chance in a question: of the same round always the same."""
    return Random(f"{play.seed} {play.scenario.id} {moment.number}")  # noqa: S311 - it shuffles choices


# Trouble


def _read_trouble(play: RoundPlay, moment: Moment) -> TroubledRound | None:
    if moment.case is None or (moment.state.round is None and moment.state.last is None):
        return None
    unit = play.table.unit
    return read_troubled_round(play.table.rules, unit, moment.state, moment.case, moment.needs)


def _trouble_questions(play: RoundPlay, moment: Moment, found: TroubledRound) -> Iterator[RoundQuestion]:
    """What an irregularity is and what is done about it, in the order in which the station asks."""
    skill = _trouble_skill(play, found)
    for question in make_case_questions(found, _chance(play, moment)):
        yield RoundQuestion(
            question=question,
            competency=moment.competency or Competency.IRREGULARITIES,
            limit_seconds=_TROUBLE_SECONDS,
            skill="" if skill is None else skill.id,
            weight=moment.weight,
        )


def _trouble_skill(play: RoundPlay, found: TroubledRound) -> Skill | None:
    established = {True: "yes", False: "no", None: ""}[found.case.established]
    for skill in book_skills(play.table.rules.book.game):
        stories = str(skill.wish.get("story", "")).split()
        if found.scene.story in stories and skill.wish.get("established", established) == established:
            return skill
    return None


_DEVICE_SLIPS = {
    DeviceAnswer.KEY_IT: Slip(Cause.IRREGULARITY_CLASS, "device-keyed-twice"),
    DeviceAnswer.NOTHING: Slip(Cause.IRREGULARITY_OPTION, "device-left-out"),
    DeviceAnswer.DRAW_AGAIN: Slip(Cause.IRREGULARITY_OPTION, "device-again"),
    DeviceAnswer.TUMBLE_AGAIN: Slip(Cause.IRREGULARITY_OPTION, "device-again"),
    DeviceAnswer.VOID: Slip(Cause.IRREGULARITY_OPTION, "device-void"),
}


def _device_question(play: RoundPlay, moment: Moment) -> RoundQuestion:
    """What is done about what a device has left open: what lies on the table counts."""
    stop = moment.device
    assert stop is not None, "a device stops play here"
    rules = play.table.rules
    noun = "card" if rules.baccarat is not None else "dice"
    right: tuple[Answer, ...] = ((stop.right.value,),)
    choices = list_device_answers(stop.kind)
    slips = (((each.value,), _DEVICE_SLIPS[each]) for each in choices if each is not stop.right)
    question = DrillQuestion(
        code=f"device-{noun}",
        form=AnswerForm.CHOICE,
        part="device-answer",
        choices=tuple(each.value for each in choices),
        right=right,
        mistakes=gather_mistakes(right, slips),
        usual=_DEVICE_SLIPS[DeviceAnswer.VOID],
        clause=rules.clause("cards-decide"),
        facts={"fault": stop.fault},
        why=f"device-{stop.right.value}",
    )
    return RoundQuestion(
        question=question, competency=Competency.DEVICES, limit_seconds=_TROUBLE_SECONDS, weight=moment.weight
    )


# Payment


def _pay_questions(play: RoundPlay, moment: Moment, scene: DrillScene) -> Iterator[RoundQuestion]:
    """What the winning bets are paid, those of the longest odds."""
    round_ = moment.state.round
    if round_ is None:
        return
    yield from _insurance_pay_questions(play, moment, round_)
    won = [*_winning_bets(round_)]
    won.sort(key=lambda each: -each[0].net / each[1].wager.stake)
    for line, bet in won[:_MOST_PAYMENTS]:
        asked = _pay_question(play, moment, line, bet)
        if asked is not None:
            there = [place for place, shown in enumerate(scene.bets) if shown.wager == bet.wager]
            yield replace(asked, asked=there[0] if there else None)


def _insurance_pay_questions(play: RoundPlay, moment: Moment, round_: Round) -> Iterator[RoundQuestion]:
    """What the first insurance that won is paid."""
    insurance, settled = play.table.rules.book.insurance, {line.number: line for line in round_.settled}
    for taken in round_.insurance_in_play:
        line = settled.get(taken.number)
        course = _insured_course(play, round_, taken)
        if insurance is None or line is None or course is None or line.result != Result.WIN.value:
            continue
        skill = _insurance_pay_skill(play, course.offer, is_part=line.counts != taken.stake)
        any_skill = skill or next(iter(book_skills(play.table.rules.book.game)))
        seat, bettor = taken.who
        wager = Wager(area=Area(f"{taken.side.value}_insurance"), stake=taken.stake, seat=seat, bettor=bettor)
        bet = SceneBet(wager, Money(int(line.counts)))
        question = make_insurance_pay_question(Ask(play.table, any_skill, play.seed), insurance, course, bet)
        if line.payable is not None and question.right == ((str(int(line.payable)),),):
            yield RoundQuestion(
                question=question,
                competency=Competency.INSURANCE,
                limit_seconds=_PAY_SECONDS if skill is None else skill.seconds,
                skill="" if skill is None else skill.id,
                weight=moment.weight,
            )
            return


def _insured_course(play: RoundPlay, round_: Round, taken: InsuranceBet) -> InsuredCourse | None:
    """The offer that was taken, as the cards made it, and how it ended."""
    baccarat, cards = play.table.rules.baccarat, open_cards(round_)
    count = CARDS_AT_OFFER[taken.stage]
    if baccarat is None or len(cards) < count or round_.as_they_lie:
        return None
    offers = baccarat.situation_offers(coup_situation(cards[:count]))
    offer = next((each for each in offers if each.side is taken.side and each.stage is taken.stage), None)
    if offer is None:
        return None
    coup, first = make_coup(cards), make_coup(cards[:INITIAL_CARDS])
    player, banker = coup.player.points, coup.banker.points
    third = cards[INITIAL_CARDS].points if count > INITIAL_CARDS else None
    return InsuredCourse(
        moment=OfferMoment(
            stage=offer.stage,
            first=first.player.points,
            banker=first.banker.points,
            third=third,
            is_due=True,
            offers=offers,
        ),
        offer=offer,
        thirds=tuple(card.points for card in cards[INITIAL_CARDS:]),
        player=player,
        banker=banker,
        verdict=insurance_verdict(offer, player, banker),
    )


def _insurance_pay_skill(play: RoundPlay, offer: InsuranceOffer, *, is_part: bool) -> Skill | None:
    if is_part:
        return _known_skill(play, "insurance.pay.over-cap")
    return _known_skill(play, f"insurance.pay.{offer.odds.win}-to-{offer.odds.stake}")


def _winning_bets(round_: Round) -> Iterator[tuple[SettledBet, SceneBet]]:
    settled = {line.number: line for line in round_.settled}
    for bet in round_.in_play:
        line = settled.get(bet.number)
        if line is not None and line.result == Result.WIN.value and line.counts.denominator == 1:
            yield line, SceneBet(bet.wager, Money(int(line.counts)))


def _pay_question(play: RoundPlay, moment: Moment, line: SettledBet, bet: SceneBet) -> RoundQuestion | None:
    found = _verdict(play, moment, bet.wager.area)
    if found is None:
        return None
    verdict, prize = found
    skill = _pay_skill(play, bet.wager.area, prize, is_part=bet.counts != bet.wager.stake)
    any_skill = skill or next(iter(book_skills(play.table.rules.book.game)))
    question = make_pay_question(Ask(play.table, any_skill, play.seed), bet, verdict, prize)
    if line.payable is None or question.right != ((str(int(line.payable)),),):
        # The table settles it otherwise, by a limit or a ruling: no drill asks this.
        return None
    return RoundQuestion(
        question=question,
        competency=Competency.SETTLING,
        limit_seconds=_PAY_SECONDS if skill is None else skill.seconds,
        skill="" if skill is None else skill.id,
        weight=moment.weight,
    )


def _verdict(play: RoundPlay, moment: Moment, area: Area) -> tuple[Verdict, Prize] | None:
    """How the area ended by cards or dice, and which of its prizes that is."""
    rules, round_ = play.table.rules, moment.state.round
    assert round_ is not None, "a bet is paid in a round"
    if rules.baccarat is not None:
        cards = open_cards(round_)
        if len(cards) < INITIAL_CARDS or round_.as_they_lie:
            return None
        row = rules.baccarat.judge.coup_row(cards)
    else:
        if rules.tai_sai is None or round_.dice is None:
            return None
        row = rules.tai_sai.verdict_row(Tumble(round_.dice))
    prize = prizes_won(rules.layout, row).get(area)
    return None if prize is None else (row[rules.layout.areas.index(area)], prize)


def _pay_skill(play: RoundPlay, area: Area, prize: Prize, *, is_part: bool) -> Skill | None:
    if is_part:
        return _known_skill(play, "pay.part")
    fit = (skill for skill in book_skills(play.table.rules.book.game) if skill.drill is DrillKind.PAY)
    return next(
        (
            skill
            for skill in fit
            if skill.wish.get("area") in (area, area.partition(":")[0]) and skill.wish.get("prize") == prize.value
        ),
        None,
    )
