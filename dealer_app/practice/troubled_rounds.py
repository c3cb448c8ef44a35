"""Plays a table to the moment at which something goes wrong, and reads what the station makes of it.

The table is opened once and kept; bets and cards are new in each exercise, by the commands of a real session.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from random import Random

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS
from dealer_app.domain.cards import Card
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.policies import DifferentialUnnoticed, MaximumUnnoticed
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IRREGULARITIES, IrregularityKind, Named, Subject
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    AttendanceNeeded,
    CardCorrection,
    CardsAsideNeeded,
    ChangesNeeded,
    MissingCardNeeded,
    Need,
    ReplacementNeeded,
)
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Command, DrawnCard, Phase, Round, TableState
from dealer_app.domain.round.table_settings import Dealing, InsuranceShown, Method, Rules, Table, usual_table
from dealer_app.domain.round.visible import visible_card
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager
from dealer_app.practice.coups import CoupEnd, deal_coup, deal_hand, possible_ends
from dealer_app.practice.drill_table import Ask, DrillTable, NotAskedError
from dealer_app.practice.questions import DrillScene, SceneBet, SceneCard
from dealer_app.practice.stories import STORIES, Dealt, DrillStory, StoryMoment, TableShape, deal_dice
from dealer_app.scripts.language import DEALER, make_person
from dealer_app.scripts.session import PlaySession

_TRIES = 60
"""How often a moment is dealt again until it is the one that is wished for: most are at once."""
_MOST_CHIPS = 40
_DIFFERENTIAL_CHIPS = 50
_HEAVY_CHIPS = 120
"""Over the Differential, whatever lies on the other hand."""
_LABELS = (Bettor("red"), Bettor("blue"), Bettor("green"), Bettor("white"))
_THREE_TUMBLES = 3
_SCENE_PLACES = {Place.PLAYER: Side.PLAYER.value, Place.BANKER: Side.BANKER.value, Place.NEITHER: ""}


class TroubledRound(Struct, frozen=True, kw_only=True):
    """A story that has happened: the table after it, the case that it came to, and what a dealer sees of it."""

    rules: Rules
    story: DrillStory
    state: TableState
    case: Case
    needs: tuple[Need, ...]
    """All that it needs, in the order in which the station asks for it; more than the case has where it grows."""
    scene: DrillScene

    @property
    def round(self) -> Round:
        return _round_of(self.state)

    @property
    def visible_cards(self) -> tuple[Card | None, ...]:
        """The cards in drawn order: nothing for one that lies face down, or of which the order is in dispute."""
        return list_visible_cards(self.story, self.round.cards)


def list_visible_cards(story: DrillStory, cards: Sequence[DrawnCard]) -> tuple[Card | None, ...]:
    disputed = len(cards) - 2 if story.together else len(cards)
    return tuple(None if place >= disputed else visible_card(drawn) for place, drawn in enumerate(cards))


def make_troubled_round(ask: Ask) -> TroubledRound:
    """A story of the skill, as it happens at this table.

    Raises NotAskedError where this table cannot have it, or never as the skill wishes.
    """
    names, chance, rules = ask.text("story").split(), ask.chance(), ask.table.rules
    for _ in range(_TRIES):
        found = _tell_story(ask, chance.choice(names), chance)
        if found is not None and _is_wished(ask, found):
            return found
    raise NotAskedError(f"{rules.book.game} {rules.layout.letter}: {ask.skill.id}")


def _is_wished(ask: Ask, found: TroubledRound) -> bool:
    """As the skill says, and to be seen by who is asked: what only the device knows is asked of nobody."""
    established = found.case.established
    if ask.text("established") not in ("", {True: "yes", False: "no", None: ""}[established]):
        return False
    baccarat = found.rules.baccarat
    if baccarat is None or not established:
        return True
    return baccarat.decide_with_unknown(found.visible_cards).is_established


# The table


def can_happen(rules: Rules, kind: IrregularityKind) -> bool:
    """By this document at all: no cards where there are dice, no insurance where none is sold, and no decision on what
    is cut in proportion.
    """
    row = IRREGULARITIES[kind]
    of_cards = row.subject in (Subject.CARDS, Subject.SHOE) or kind in _FOUND_AS_CARDS_COME
    of_dice = row.subject in (Subject.DICE, Subject.TUMBLES)
    if (of_cards and rules.baccarat is None) or (of_dice and rules.book.dice is None):
        return False
    if row.by_clause and not rules.has_clause(row.code):
        return False
    if kind is IrregularityKind.OVER_MAXIMUM:
        return rules.book.policies.maximum_unnoticed.value is MaximumUnnoticed.SHIFT_MANAGER
    if kind is IrregularityKind.DIFFERENTIAL_EXCEEDED:
        return rules.book.policies.differential_unnoticed.value is DifferentialUnnoticed.PIT_MANAGER
    return Named.OFFER not in row.names or rules.book.insurance is not None


_FOUND_AS_CARDS_COME = frozenset(
    {
        IrregularityKind.CARD_BEFORE_CLOSING,
        IrregularityKind.EXCESS_CARD,
        IrregularityKind.MISPLACED_CARDS,
        IrregularityKind.CARD_CORRECTED,
    }
)


def open_session(ask: Ask, shape: TableShape) -> PlaySession:
    """At a table that is open and ready for bets; of the same settings it is opened once."""
    rules, table = ask.table.rules, _shape_table(ask.table, shape)
    key = f"{shape.dealing.value} {shape.method} {shape.insured} {shape.heavy} {shape.second_round}"
    session = PlaySession(rules, table, seed=ask.seed)
    session.state = ask.table.keep_opened(key, lambda: _play_opening(rules, table, rounds=int(shape.second_round)))
    return session


def has_shape(rules: Rules, shape: TableShape) -> bool:
    """Whether the document has such a table."""
    return shape.method is None or rules.has_clause("methods")


def _shape_table(table: DrillTable, shape: TableShape) -> Table:
    rules = table.rules
    usual = usual_table(rules.book, rules.layout)
    apart = Money(_DIFFERENTIAL_CHIPS * table.unit)
    return replace(
        usual,
        dealing=shape.dealing,
        method=shape.method,
        hlga=shape.method is Method.C,
        insurance=usual.insurance if shape.insured else InsuranceShown.NOT_OFFERED,
        limits=TableLimits(
            general=AreaLimits(minimum=table.unit),
            differentials={one.code: apart for one in rules.book.limits.differentials} if shape.heavy else {},
        ),
    )


def _play_opening(rules: Rules, table: Table, *, rounds: int) -> TableState:
    session = PlaySession(rules, table)
    while (step := session.guide().step) is not Step.PLACE_YOUR_BETS:
        command = session.setup_command(step)
        assert command is not None, "a table is opened by its usual steps"
        give_allowed(session, command)
    for _ in range(rounds):
        _play_round(session)
    return session.state


def _play_round(session: PlaySession) -> None:
    """A round with one bet, so that there is one before the next."""
    chance, rules = Random(0), session.rules  # noqa: S311 - any round will do, and always the same
    _begin_round(session)
    _place_bet(session, rules.layout.areas[0], 1, chance, Money(100))
    _close_bets(session)
    if rules.baccarat is None:
        _read_dice(session, chance)
    else:
        _deal_cards(session, deal_coup(chance, possible_ends()[0]), known=True)
    give_allowed(session, commands.AnnounceResult(by=DEALER, at=session.at))
    give_allowed(session, commands.SettleAll(by=DEALER, at=session.at))


class NotAllowedError(Exception):
    """The table does not allow this command at this moment."""


def give_allowed(session: PlaySession, command: Command) -> tuple[events.Event, ...]:
    """What a command comes to that has to be allowed."""
    happened = session.give_command(command)
    if isinstance(happened, Refusal):
        raise NotAllowedError(happened.code)
    return happened


def _begin_round(session: PlaySession) -> None:
    give_allowed(session, commands.PlaceYourBets(by=DEALER, at=session.at))


def _close_bets(session: PlaySession) -> None:
    give_allowed(session, commands.NoMoreBets(by=DEALER, at=session.at))


def _place_bet(session: PlaySession, area: Area, place: int, chance: Random, unit: Money, chips: int = 0) -> None:
    seats = session.rules.layout.seats
    stake = Money((chips or chance.randint(2, _MOST_CHIPS)) * unit)
    bettor = SEATED if seats else _LABELS[place % len(_LABELS)]
    seat = seats[place % len(seats)] if seats else None
    give_allowed(
        session,
        commands.PlaceBet(by=DEALER, at=session.at, wager=Wager(area=area, stake=stake, seat=seat, bettor=bettor)),
    )


def _place_bets(session: PlaySession, table: DrillTable, story: DrillStory, chance: Random) -> None:
    """One on each hand, one or two more anywhere, each of another guest."""
    areas = session.rules.layout.areas
    chosen = [*areas[:2], *chance.sample(areas[2:], chance.randint(1, 2))]
    first = chance.randrange(10)
    for place, area in enumerate(chosen):
        heavy = story.shape.heavy and place == 0
        _place_bet(session, area, first + place, chance, table.unit, _HEAVY_CHIPS if heavy else 0)


def _read_dice(session: PlaySession, chance: Random) -> None:
    give_allowed(session, commands.CountTumbles(by=DEALER, at=session.at, tumbles=_THREE_TUMBLES))
    give_allowed(session, commands.ReadDice(by=DEALER, at=session.at, dice=deal_dice(chance)))


def _deal_cards(session: PlaySession, cards: Sequence[Card], *, known: bool) -> None:
    for card in cards:
        give_allowed(session, commands.DrawCard(by=DEALER, at=session.at, card=card if known else None))


# The story


def _tell_story(ask: Ask, name: str, chance: Random) -> TroubledRound | None:
    """None where this table or the cards that came do not allow it; then others are dealt."""
    rules, story = ask.table.rules, STORIES[name]
    if not can_happen(rules, story.kind) or not has_shape(rules, story.shape):
        return None
    session = open_session(ask, story.shape)
    try:
        _begin_round(session)
        _place_bets(session, ask.table, story, chance)
        if not story.before_closing:
            _close_bets(session)
        cards, count = _lay_table(ask, session, story, chance)
        place = chance.randrange(len(_round_of(session.state).bets))
        moment = StoryMoment(session, chance, _round_of(session.state).bets[place], cards[:count], cards[count:])
        happened = [event for command in story.tell(moment) for event in give_allowed(session, command)]
    except NotAllowedError:
        return None
    case = _find_case(session.state, story, happened)
    if case is None:
        return None
    state = session.state
    return TroubledRound(
        rules=rules,
        story=story,
        state=state,
        case=case,
        needs=_follow_needs(session, moment) if story.grows else case.needs,
        scene=_make_scene(ask.table.unit, name, story, state, case, place if story.of_one_bet else None),
    )


def read_troubled_round(
    rules: Rules, unit: Money, state: TableState, case: Case, needs: tuple[Need, ...]
) -> TroubledRound:
    """A case of a round that is really played, as if a drill had brought it about."""
    name, story = _story_of_case(state, case)
    asked = _find_bet(state, case) if story.of_one_bet else None
    return TroubledRound(
        rules=rules,
        story=story,
        state=state,
        case=case,
        needs=needs,
        scene=_make_scene(unit, name, story, state, case, asked),
    )


def has_story(state: TableState, case: Case) -> bool:
    """Whether there is a sentence for what has happened: else only a scenario can say it."""
    return bool(_story_of_case(state, case)[0])


def _find_bet(state: TableState, case: Case) -> int | None:
    """Which of the bets that are shown the case is about: by its number, or of the guest who has left."""
    bets = list(_round_of(state).bets)
    named = case.facts.get("bet", "")
    by_number = (place for place, bet in enumerate(bets) if str(bet.number) == named)
    by_guest = (place for place, bet in enumerate(bets) if bet.who in state.left)
    return next(chain(by_number, by_guest), 0 if bets else None)


def _story_of_case(state: TableState, case: Case) -> tuple[str, DrillStory]:
    """The story that comes to such a case; of no name where no drill has it."""
    fitting = [(name, story) for name, story in STORIES.items() if story.case_kind.value == case.trouble]
    round_ = _round_of(state)
    unturned = bool(round_.cards) and not any(drawn.turned for drawn in round_.cards)
    chosen = [each for each in fitting if (each[1].shape.dealing is Dealing.FACE_DOWN) is unturned] or fitting
    is_open = round_.phase is Phase.BETTING
    chosen = [each for each in chosen if each[1].before_closing is is_open] or chosen
    return chosen[0] if chosen else ("", DrillStory(kind=IrregularityKind(case.trouble), tell=_tell_nothing))


def _tell_nothing(_moment: StoryMoment) -> Iterator[Command]:
    return iter(())


def _round_of(state: TableState) -> Round:
    found = state.round or state.last
    assert found is not None, "a story is told in a round"
    return found


def _follow_needs(session: PlaySession, moment: StoryMoment) -> tuple[Need, ...]:
    """The needs of the case, with those that come up as they are met."""
    met: list[Need] = []
    while session.state.cases:
        need = session.state.cases[-1].needs[0]
        answer = _answer_need(session, moment, need)
        if answer is None:
            return (*met, *session.state.cases[-1].needs)
        met.append(need)
        give_allowed(session, answer)
    return tuple(met)


def _answer_need(session: PlaySession, moment: StoryMoment, need: Need) -> Command | None:
    """As a dealer meets it who has found everything as it is; nothing where somebody has to choose."""
    at = session.at
    match need:
        case AttendanceNeeded(role=role):
            return correction_commands.SignAttendance(by=make_person(role), at=at)
        case CardsAsideNeeded(cards=cards):
            return correction_commands.SetCardsAside(by=DEALER, at=at, cards=cards)
        case MissingCardNeeded():
            gone = tuple(moment.faces[place] for place in session.state.cases[-1].places)
            return correction_commands.NameMissingCards(by=DEALER, at=at, cards=gone)
        case ReplacementNeeded():
            return correction_commands.ReplaceMissingCards(by=DEALER, at=at)
        case ChangesNeeded():
            return correction_commands.EndChanges(by=DEALER, at=at)
        case _:
            return None


def _find_case(state: TableState, story: DrillStory, happened: Sequence[events.Event]) -> Case | None:
    """As it stands now, or as it was opened where nothing was needed and it is closed."""
    opened = (event.case for event in happened if isinstance(event, events.CaseOpened))
    case = next((case for case in opened if case.trouble == story.case_kind.value), None)
    return None if case is None else next((open_ for open_ in state.cases if open_.number == case.number), case)


def _lay_table(ask: Ask, session: PlaySession, story: DrillStory, chance: Random) -> tuple[tuple[Card, ...], int]:
    """Cards or dice as far as they are; the cards of the coup and those after it, and how many of them lie there."""
    if ask.table.rules.baccarat is None:
        if story.dice_read and not story.before_closing and ask.text("established") != "no":
            _read_dice(session, chance)
        return (), 0
    cards, count = _choose_cards(ask, story, chance)
    _deal_cards(session, cards[:count], known=story.shape.dealing is Dealing.FACE_UP)
    return cards, count


def _choose_cards(ask: Ask, story: DrillStory, chance: Random) -> tuple[tuple[Card, ...], int]:
    wished = ask.skill.wish.get("cards")
    count = chance.choice(wished) if isinstance(wished, tuple) and not story.before_closing else 0
    match story.dealt:
        case Dealt.OFFERED:
            coup, count = _deal_offered(ask, chance), INITIAL_CARDS
        case Dealt.WHOLE:
            coup = deal_coup(chance, _choose_end(chance, INITIAL_CARDS))
            count = len(coup)
        case Dealt.LACKING_ONE:
            coup = deal_coup(chance, _choose_end(chance, INITIAL_CARDS + 1))
            count = len(coup) - 1
        case _:
            coup = deal_coup(chance, _choose_end(chance, count))
    return (*coup, *deal_hand(chance, 2)), count


def _choose_end(chance: Random, cards: int) -> CoupEnd:
    return chance.choice(_ends_of(max(cards, INITIAL_CARDS)))


@cache
def _ends_of(cards: int) -> tuple[CoupEnd, ...]:
    """The ends of a coup of at least so many cards."""
    return tuple(end for end in possible_ends() if INITIAL_CARDS + end.player_third + end.banker_third >= cards)


def _deal_offered(ask: Ask, chance: Random) -> tuple[Card, ...]:
    """A coup that goes on after four cards, on which insurance is offered."""
    baccarat = ask.table.rules.baccarat
    assert baccarat is not None, "only cards are insured"
    for _ in range(_TRIES):
        coup = deal_coup(chance, _choose_end(chance, INITIAL_CARDS + 1))
        if baccarat.situation_offers(coup_situation(coup[:INITIAL_CARDS])):
            return coup
    raise NotAskedError


# What is seen of it


def _make_scene(
    unit: Money, name: str, story: DrillStory, state: TableState, case: Case, asked: int | None
) -> DrillScene:
    round_ = _round_of(state)
    seen = list_visible_cards(story, round_.cards)
    lying = tuple(
        SceneCard(card, _SCENE_PLACES[lies.put], disputed=story.disorder or (story.together and place >= len(seen) - 2))
        for place, (card, lies) in enumerate(zip(seen, round_.cards, strict=True))
    )
    return DrillScene(
        player=tuple(_hand_cards(lying, Side.PLAYER)),
        banker=tuple(_hand_cards(lying, Side.BANKER)),
        lying=lying,
        dice=round_.dice or (),
        bets=tuple(SceneBet(bet.wager, bet.wager.stake) for bet in round_.bets),
        asked=asked,
        unit=unit,
        story=name,
        story_facts={**_told_facts(round_, case), **_method_facts(state)},
    )


def _told_facts(round_: Round, case: Case) -> Mapping[str, str]:
    """What the sentence of the story names: cards by their number in drawn order, tumbles, what was read wrongly."""
    facts = {"cards": str(len(round_.cards)), "places": " ".join(str(place + 1) for place in case.places)}
    if round_.tumbles is not None:
        facts["tumbles"] = str(round_.tumbles)
    for need in case.needs:
        if isinstance(need, ApprovalNeeded) and isinstance(need.applies, CardCorrection):
            facts |= {"places": str(need.applies.place + 1), "card": need.applies.card.text}
    return {**case.facts, **facts}


def _method_facts(state: TableState) -> Mapping[str, str]:
    method = None if state.table is None else state.table.method
    return {} if method is None else {"method": method.value}


def _hand_cards(lying: Sequence[SceneCard], side: Side) -> Iterator[Card]:
    return (lies.card for lies in lying if lies.side == side.value and lies.card is not None)
