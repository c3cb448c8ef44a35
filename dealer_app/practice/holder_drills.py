"""Drills on who holds what: to whom a hand is passed, who keeps the device, for whose chips an area has no room.

The right answer is the guest to whom the station would pass them; a wrong one is right by another hand, at another
table or by another method.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.guide import DEALER_ROLE
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, PlacedBet, TableState, Who
from dealer_app.domain.round.table_settings import Dealing, Method, Rules
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager
from dealer_app.practice.card_drills import gather_mistakes
from dealer_app.practice.drill_table import Ask, NotAskedError
from dealer_app.practice.questions import (
    Answer,
    AnswerForm,
    Cause,
    DrillQuestion,
    DrillScene,
    Exercise,
    SceneBet,
    Slip,
)
from dealer_app.practice.stories import TableShape
from dealer_app.practice.troubled_rounds import give_allowed, open_session
from dealer_app.scripts.language import DEALER, make_person
from dealer_app.scripts.session import PlaySession

_GUESTS_ON_THE_HAND = 3
_STAKE_CHIPS = (4, 6, 8, 10, 12, 15, 20)
_Slips = Iterator[tuple[Answer, Slip]]


def ask_holder(ask: Ask) -> Exercise:
    """To whom the cards of a hand go, who draws, or for whose chips there is no room, as the skill wishes."""
    chance = ask.chance()
    return _WAYS[chance.choice(ask.text("holds").split())](ask, chance)


def _ask_first(ask: Ask, chance: Random) -> Exercise:
    """Nobody has had the cards yet (RWS 3.9, MBS 3.10.2, 3.10.4)."""
    session = _open_bets(ask, _usual_method(ask), chance)
    return _make_exercise(ask, session, story="hand-to-pass")


def _ask_next(ask: Ask, chance: Random) -> Exercise:
    """Whose they were to be has declined (MBS 3.10.3, 3.10.5)."""
    session = _open_bets(ask, _usual_method(ask), chance)
    side = _hand(session)
    first = _who_gets(session.rules, session.state, side)
    if len(first) != 1:
        raise NotAskedError
    give_allowed(session, commands.RefuseCards(by=DEALER, at=session.at, side=side, who=first[0]))
    return _make_exercise(ask, session, story="hand-declined", declined=first[0])


def _ask_kept(ask: Ask, chance: Random) -> Exercise:
    """In Method B nobody but the dealer has them (MBS 3.11.2)."""
    session = _open_bets(ask, Method.B, chance)
    return _make_exercise(ask, session, story="hand-asked-for")


def _ask_device(ask: Ask, chance: Random) -> Exercise:
    """In Method C who draws keeps the device, though others ask for it (MBS 3.12.8)."""
    session = _open_bets(ask, Method.C, chance)
    bets = _bets(session.state)
    holder = chance.choice(bets)
    give_allowed(session, commands.PassDevice(by=DEALER, at=session.at, who=holder.who))
    keeps = _accepted(session.rules, session.state, lambda who: commands.PassDevice(by=DEALER, at=session.at, who=who))
    right: tuple[Answer, ...] = tuple((_name(who),) for who in keeps)
    highest = max(bets, key=lambda bet: bet.wager.stake)
    slips = [
        ((DEALER_ROLE,), Slip(Cause.IRREGULARITY_ORDER, "taken-back-unasked")),
        ((_name(highest.who),), Slip(Cause.IRREGULARITY_ORDER, "highest-bet-preferred")),
    ]
    question = _make_question(ask, "device", _guests(bets), right, iter(slips), {})
    return ask.exercise(_scene(ask, bets, "device-asked-for", {"holder": _name(holder.who)}), (question,))


def _ask_area(ask: Ask, chance: Random) -> Exercise:
    """On an area lie all the wagers that it takes, or one less: whose chips are pushed back (MBS 3.7)."""
    most = ask.table.rules.book.limits.most_wagers_per_area
    if most is None:
        raise NotAskedError
    session = open_session(ask, TableShape())
    give_allowed(session, commands.PlaceYourBets(by=DEALER, at=session.at))
    area, seat = chance.choice(ask.table.rules.layout.areas), chance.choice(ask.table.rules.layout.seats)
    standing = [Bettor(f"standing-{number}") for number in range(1, most + 1)]

    def make_bet(who: Who) -> Command:
        stake = Money(chance.choice(_STAKE_CHIPS) * ask.table.unit)
        wager = Wager(area=area, stake=stake, seat=seat, bettor=who[1])
        return commands.PlaceBet(by=DEALER, at=session.at, wager=wager)

    for bettor in (SEATED, *standing[: chance.choice((most - 2, most - 1))]):
        give_allowed(session, make_bet((seat, bettor)))
    asking: list[Who] = [(seat, SEATED), (seat, standing[0]), (seat, standing[-1])]
    accepted = _accept(session.rules, session.state, asking, make_bet)
    right: tuple[Answer, ...] = tuple((who[1],) for who in asking if who not in accepted) or ((_NOBODY,),)
    slips: list[tuple[Answer, Slip]] = [
        ((_NOBODY,), Slip(Cause.IRREGULARITY_OPTION, "one-too-many-taken")),
        ((SEATED,), Slip(Cause.IRREGULARITY_OPTION, "addition-refused")),
        ((standing[0],), Slip(Cause.IRREGULARITY_OPTION, "addition-refused")),
        ((standing[-1],), Slip(Cause.IRREGULARITY_OPTION, "refused-though-there-is-room")),
    ]
    choices = (*(who[1] for who in asking), _NOBODY)
    question = _make_question(ask, "area-full", choices, right, iter(slips), {"area": area, "most": str(most)})
    bets = _bets(session.state)
    return ask.exercise(_scene(ask, bets, "more-on-one-area", {"area": area, "seat": str(seat)}), (question,))


_NOBODY = "nobody"


_WAYS: Mapping[str, Callable[[Ask, Random], Exercise]] = {
    "first": _ask_first,
    "next": _ask_next,
    "kept": _ask_kept,
    "device": _ask_device,
    "area": _ask_area,
}


def _usual_method(ask: Ask) -> Method | None:
    """That in which guests turn the cards, where there are methods."""
    return Method.A if ask.table.rules.has_clause("methods") else None


def _open_bets(ask: Ask, method: Method | None, chance: Random) -> PlaySession:
    """Bets are closed; several guests have the same hand, one has the other."""
    session = open_session(ask, TableShape(dealing=Dealing.FACE_DOWN, method=method))
    give_allowed(session, commands.PlaceYourBets(by=DEALER, at=session.at))
    hands = [Area(Side.PLAYER.value), Area(Side.BANKER.value)]
    chance.shuffle(hands)
    seats = chance.sample(session.rules.layout.seats, _GUESTS_ON_THE_HAND + 1)
    for seat, area in zip(seats, [hands[0]] * _GUESTS_ON_THE_HAND + [hands[1]], strict=True):
        stake = Money(chance.choice(_STAKE_CHIPS) * ask.table.unit)
        give_allowed(
            session, commands.PlaceBet(by=DEALER, at=session.at, wager=Wager(area=area, stake=stake, seat=seat))
        )
    give_allowed(session, commands.NoMoreBets(by=DEALER, at=session.at))
    return session


def _bets(state: TableState) -> tuple[PlacedBet, ...]:
    assert state.round is not None, "bets have been placed"
    return state.round.in_play


def _hand(session: PlaySession) -> Side:
    """The hand on which there are several."""
    return Side(_bets(session.state)[0].wager.area)


def _guests(bets: Sequence[PlacedBet]) -> tuple[str, ...]:
    return (*(str(seat) for seat in sorted(bet.wager.seat or 0 for bet in bets)), DEALER_ROLE)


def _name(who: Who) -> str:
    return str(who[0])


def _accepted(rules: Rules, state: TableState, make: Callable[[Who], Command]) -> tuple[Who, ...]:
    """For whom of all guests the station allows this."""
    return _accept(rules, state, dict.fromkeys(bet.who for bet in _bets(state)), make)


def _accept(rules: Rules, state: TableState, guests: Iterable[Who], make: Callable[[Who], Command]) -> tuple[Who, ...]:
    return tuple(who for who in guests if not isinstance(decide(rules=rules, state=state, command=make(who)), Refusal))


def _who_gets(rules: Rules, state: TableState, side: Side) -> tuple[Who, ...]:
    by = _passing_person(rules)
    return _accepted(rules, state, lambda who: commands.GiveCards(by=by, at=0, side=side, who=who))


def _passing_person(rules: Rules) -> Person:
    """Where a guest has to ask, somebody who may consent; where they are passed in turn, the dealer."""
    return DEALER if rules.has_clause("methods") else make_person(rules.decider("squeeze_consent")[0])


def _make_exercise(ask: Ask, session: PlaySession, *, story: str, declined: Who | None = None) -> Exercise:
    side, rules, state = _hand(session), session.rules, session.state
    right: tuple[Answer, ...] = tuple((_name(who),) for who in _who_gets(rules, state, side)) or ((DEALER_ROLE,),)
    bets = _bets(state)
    question = _make_question(
        ask, "holder", _guests(bets), right, _holder_slips(rules, state, side, declined), {"side": side.value}
    )
    facts = {"side": side.value, "guest": "" if declined is None else _name(declined)}
    return ask.exercise(_scene(ask, bets, story, facts), (question,))


def _holder_slips(rules: Rules, state: TableState, side: Side, declined: Who | None) -> _Slips:
    """By the bets of the other hand, of the whole table or of a part of it, and by the other method."""
    bets = _bets(state)
    own = [bet for bet in bets if bet.wager.area == side.value]
    if declined is not None:
        yield (_name(declined),), Slip(Cause.IRREGULARITY_ORDER, "declined-already")
    for who in _who_gets(rules, state, _other_hand(side)):
        yield (_name(who),), Slip(Cause.IRREGULARITY_ORDER, "guest-of-other-hand")
    most = max(bet.wager.stake for bet in bets)
    for bet in bets:
        if bet.wager.stake == most:
            yield (_name(bet.who),), Slip(Cause.IRREGULARITY_ORDER, "highest-of-the-table")
    most = max(bet.wager.stake for bet in own)
    for bet in own:
        if bet.wager.stake == most and bet.who != declined:
            yield (_name(bet.who),), Slip(Cause.IRREGULARITY_ORDER, "highest-of-the-hand")
    yield (_name(own[0].who),), Slip(Cause.IRREGULARITY_ORDER, "first-to-bet")
    assert state.table is not None, "asked only at an open table"
    if state.table.method is Method.B:
        in_turn = replace(state, table=replace(state.table, method=Method.A))
        for who in _who_gets(rules, in_turn, side):
            yield (_name(who),), Slip(Cause.IRREGULARITY_ORDER, "by-the-other-method")
    yield (DEALER_ROLE,), Slip(Cause.IRREGULARITY_ORDER, "kept-by-dealer")


def _other_hand(side: Side) -> Side:
    return Side.BANKER if side is Side.PLAYER else Side.PLAYER


def _make_question(
    ask: Ask, code: str, choices: tuple[str, ...], right: tuple[Answer, ...], slips: _Slips, facts: Mapping[str, str]
) -> DrillQuestion:
    return DrillQuestion(
        code=code,
        form=AnswerForm.CHOICE,
        part="holder",
        choices=choices,
        right=right,
        mistakes=gather_mistakes(right, slips),
        usual=Slip(Cause.IRREGULARITY_ORDER, "holder-misjudged"),
        clause=ask.clause,
        facts={**facts, "guest": right[0][0]},
        why=code,
    )


def _scene(ask: Ask, bets: Sequence[PlacedBet], story: str, facts: Mapping[str, str]) -> DrillScene:
    return DrillScene(
        bets=tuple(SceneBet(bet.wager, bet.wager.stake) for bet in bets),
        unit=ask.table.unit,
        story=story,
        story_facts=facts,
    )
