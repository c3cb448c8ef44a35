"""Which commands fit the state of a table: a second wording of "what could be done now".

For each kind a few values that a person who knows the game would give now; a kind that the guide allows must accept one
of them.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import DECK
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import CardRound, DiceRound
from dealer_app.domain.round.guide import make_guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Command, Round, TableState, Who
from dealer_app.domain.round.table_settings import BurnRule, CardDevice, InsuranceShown, Method, Rules, Table
from dealer_app.domain.round.visible import round_dice_sets
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Bettor, Wager
from tests.support.round_machine import BETTORS


def command_values(kind: type[Command], rules: Rules, state: TableState, opening: Table) -> Iterator[dict[str, Any]]:
    """The values of commands of this kind that could well be given now, by anybody who may give them."""
    wanted = _FITTING.get(kind)
    yield from wanted(rules, state, opening) if wanted is not None else [{}]


def _round(state: TableState) -> Round:
    found = state.round or state.last
    return found if found is not None else Round(number=0)


def _people_here(rules: Rules, state: TableState) -> list[Who]:
    seats = rules.layout.seats[: state.table.positions] if state.table else ()
    known = dict.fromkeys([*(bet.who for bet in _round(state).bets), *(who for one in state.persons for who in one)])
    return [*known, *((seat, bettor) for seat in (seats or (None,)) for bettor in BETTORS)]


def _answers(rules: Rules, state: TableState, _: Table) -> Iterator[dict[str, Any]]:
    for who in _people_here(rules, state):
        for side in Side:
            yield {"who": who, "side": side}


def _burns(_: Rules, state: TableState, __: Table) -> Iterator[dict[str, Any]]:
    assert state.table is not None
    if state.table.burn is BurnRule.FIXED:
        yield {"cards": (), "unseen": state.table.burn_fixed}
    else:
        yield {"cards": (DECK[3],), "unseen": 4}


def _turns(rules: Rules, state: TableState, _: Table) -> Iterator[dict[str, Any]]:
    asked = tuple(int(place) - 1 for place in make_guide(rules, state).facts.get("cards", "").split())
    unknown = [place for place in asked if _round(state).cards[place].card is None]
    for first in range(len(DECK)):
        values = tuple(DECK[(first + step) % len(DECK)] for step in range(len(unknown)))
        yield {"places": asked, "cards": values}


def _draws(_: Rules, state: TableState, __: Table) -> Iterator[dict[str, Any]]:
    fresh = min(DECK, key=lambda card: state.shoe.seen.get(card, 0))
    return iter([{"card": fresh, "salt": "salt"}])


def _bets(rules: Rules, state: TableState, _: Table) -> Iterator[dict[str, Any]]:
    for area in rules.layout.areas:
        for seat, bettor in _people_here(rules, state):
            yield {"wager": Wager(area=area, stake=Money(5), seat=seat, bettor=bettor)}


def _corrections(rules: Rules, state: TableState, opening: Table) -> Iterator[dict[str, Any]]:
    """An insurance was smaller, then there was none; when none is left a bet was not keyed."""
    for bet in _round(state).insurance:
        for stake in (Money(1), None) if bet.stake > 1 else (None,):
            yield {"number": bet.number, "wager": None, "stake": stake, "reason": "the chips"}
    for given in _bets(rules, state, opening):
        yield {**given, "number": None, "reason": "missing"}


def _ends(_: Rules, state: TableState, __: Table) -> Iterator[dict[str, Any]]:
    """Every other shoe is counted at its end, rightly."""
    if state.table is not None and state.table.device is CardDevice.SHOE and state.shoe.number % 2:
        yield {"reason": "over", "counted": 52 * state.shoe.decks - state.shoe.used}
    else:
        yield {"reason": "over"}


def _each(name: str, values: Callable[[TableState], Any]) -> Callable[[Rules, TableState, Table], Any]:
    return lambda _, state, __: ({name: value} for value in values(state))


def _put_choices(state: TableState) -> list[tuple[Place, ...]]:
    """As it is recorded, or, of a round that is settled, otherwise."""
    cards = _round(state).cards
    return [tuple(card.put for card in cards), tuple(Place.NEITHER for _ in cards)]


_FITTING: Mapping[type[Command], Callable[[Rules, TableState, Table], Any]] = {
    commands.OpenTable: lambda _, __, opening: [{"table": opening}],
    commands.BringCards: lambda _, state, __: [{"set_name": "blue", "decks": state.table.decks}],  # type: ignore[union-attr]
    commands.DoShoeWork: lambda _, __, ___: [{"work": work, "second": "second"} for work in commands.ShoeWork],
    commands.BurnCards: _burns,
    correction_commands.ChangeDice: lambda _, __, ___: [{"set_name": "ivory", "inspected_by": "somebody else"}],
    commands.EndShoe: _ends,
    commands.PlaceBet: _bets,
    commands.WithdrawBet: _each("number", lambda state: [bet.number for bet in _round(state).bets]),
    commands.DrawCard: _draws,
    commands.TurnCards: _turns,
    commands.TakeInsurance: lambda rules, state, opening: (
        {**given, "stake": Money(stake)} for given in _answers(rules, state, opening) for stake in (1, 5)
    ),
    commands.DeclineInsurance: _answers,
    commands.GiveCards: lambda _, __, ___: [{"side": Side.PLAYER, "who": None}],
    commands.RefuseCards: _answers,
    commands.ChooseMethod: _each("method", lambda _: Method),
    commands.ChangeLimits: _each("limits", lambda _: [TableLimits()]),
    commands.ChangeInsurance: _each("shown", lambda _: [InsuranceShown.DISPLAY, InsuranceShown.LAYOUT]),
    commands.PassDevice: _each("who", lambda _: [None]),
    commands.AllowWagers: _each("most", lambda _: [2]),
    commands.CountTumbles: _each("tumbles", lambda _: [3]),
    commands.ReadDice: _each("dice", lambda _: [(1, 2, 3)]),
    commands.TickBet: _each("number", lambda state: [line.number for line in _round(state).settled]),
    commands.Report: _each("trouble", lambda _: [trouble.value for trouble in IrregularityKind]),
    commands.HoldForClaim: _each("text", lambda _: ["mine"]),
    commands.CloseClaim: lambda _, __, ___: [{"decision": "stands", "clause": "house policy"}],
    commands.Answer: _each("announced", lambda _: (True, False)),
    commands.TakeBackClosing: _each("announced", lambda _: (True, False)),
    commands.Refuse: _each("reason", lambda _: ["no"]),
    commands.Inspect: _each("card", lambda state: [min(DECK, key=lambda card: state.shoe.seen.get(card, 0)), None]),
    commands.DecideOrder: _each("order", lambda state: [tuple(range(len(_round(state).cards)))]),
    commands.ChooseOption: lambda rules, state, _: [
        {"who": who, "option": option} for who in _people_here(rules, state) for option in commands.Option
    ],
    correction_commands.CorrectBet: _corrections,
    correction_commands.CorrectCard: lambda _, state, __: (
        {"place": place, "card": card, "reason": "misread"}
        for place in range(len(_round(state).cards))
        for card in sorted(DECK, key=lambda one: state.shoe.seen.get(one, 0))[:2]
    ),
    correction_commands.CorrectDice: lambda _, __, ___: [{"dice": (1, 2, die), "reason": "misread"} for die in (4, 5)],
    correction_commands.LayCards: _each("put", _put_choices),
    correction_commands.CannotReconstruct: _each("reason", lambda _: ["mixed up"]),
    correction_commands.ReportBet: lambda rules, state, table: (
        {**given, "fault": correction_commands.BetFault.MOVED} for given in _bets(rules, state, table)
    ),
    correction_commands.HandOver: lambda _, state, __: (
        {"who": who, "text": "signed"} for who, _ in state.winnings_unclaimed
    ),
    correction_commands.NewPlayer: lambda rules, state, _: ({"who": who} for who in _people_here(rules, state)),
    correction_commands.SamePerson: lambda rules, state, _: (
        {"one": _people_here(rules, state)[0], "other": other}
        for other in (*_people_here(rules, state)[1:], (_people_here(rules, state)[0][0], Bettor("nobody yet")))
    ),
    correction_commands.TwoPersons: lambda _, state, __: (
        {"one": min(person, key=str), "other": max(person, key=str)} for person in state.persons
    ),
    commands.OfferLate: lambda rules, state, opening: (
        {**given, "stake": Money(stake), "stage": stage}
        for given in _answers(rules, state, opening)
        for stage in InsuranceStage
        for stake in (1, 5)
    ),
    correction_commands.NameIntentions: _each("named", lambda _: [()]),
    correction_commands.SetCardsAside: _each("cards", lambda _: (2, 1, 0)),
    correction_commands.NameMissingCards: lambda _, state, __: (
        {"cards": tuple(sorted(DECK, key=lambda one: state.shoe.seen.get(one, 0))[:count])} for count in range(7)
    ),
    correction_commands.ChangeWager: lambda _, state, __: (
        {"number": bet.number, "stake": Money(stake)}
        for bet in _round(state).bets
        for stake in (bet.wager.stake - 5, bet.wager.stake + 5, 0)
    ),
    correction_commands.RemoveWagers: _each(
        "left", lambda state: [((bet.number, Money(0)),) for bet in _round(state).bets]
    ),
    correction_commands.ChooseCarriedUse: lambda _, __, ___: (
        {"use": use, "text": "so"} for use in correction_commands.CarriedUse
    ),
    correction_commands.ReplaceCards: _each("reason", lambda _: ["worn"]),
    correction_commands.StateDeviceFault: lambda _, __, ___: [
        {"text": "words", "affected": one} for one in (True, False)
    ],
    correction_commands.StateAffectedRounds: _each("first", lambda state: [*round_dice_sets(state)][-1:]),
    correction_commands.EnterOutageRounds: lambda _, __, ___: (
        {"rounds": (one,), "text": "by hand"} for one in (CardRound(Winner.TIE), DiceRound((1, 2, 3)))
    ),
    commands.GiveRuling: lambda _, __, ___: [{"text": "words", "effect": effect} for effect in commands.Effect],
}
