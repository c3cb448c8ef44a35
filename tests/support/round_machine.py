"""Commands for a table at random: of all kinds, with any values. Which would fit is in round_fitting."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import CardRound, DiceRound, OutageRound
from dealer_app.domain.round.engine import COMMANDS
from dealer_app.domain.round.irregularities.cases import current_need
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ApprovalNeeded, BlindReading, CardCorrection, DiceCorrection, Insured
from dealer_app.domain.round.state import Command, GuestAnswer, Person, TableState, Who
from dealer_app.domain.round.table_settings import (
    BetKeeping,
    BurnRule,
    CardDevice,
    Dealing,
    InsuranceShown,
    Method,
    Rules,
    Table,
)
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Area, Bettor, Wager

KINDS = tuple(COMMANDS)
ROLES = ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "assistant_casino_manager", "guest")
PEOPLE = tuple(Person(f"{role} {number}", role) for role in ROLES for number in (1, 2))
FEW_CARDS = tuple(CARDS[text] for text in ("4H", "9S", "KD", "5C", "2H"))
BETTORS = (Bettor("seated"), Bettor("standing-1"))


def random_limits(chance: Random) -> TableLimits:
    """None, ordinary or tiny."""
    size = chance.choice((0, 1, 100))
    if not size:
        return TableLimits()
    return TableLimits(
        general=AreaLimits(
            minimum=chance.choice((None, Money(2 * size))), maximum=chance.choice((None, Money(9 * size)))
        ),
        differentials=chance.choice(({}, {"differential": Money(5 * size)}, {"big_small": Money(5 * size)})),
    )


def random_table(rules: Rules, chance: Random) -> Table:
    """A table of any settings, some of which no house would choose or the document does not know."""
    layout, decks = rules.layout, rules.book.decks

    def mostly(right: bool, *values: Any) -> Any:
        """Any of the values where they are right for this document; elsewhere, mostly the first."""
        return chance.choice(values) if right or chance.random() < 0.05 else values[0]

    methods = rules.has_clause("methods")
    return Table(
        name="T1",
        layout=layout.letter,
        positions=layout.most_positions,
        decks=chance.choice((decks.fewest, decks.most)) if decks else None,
        dealing=mostly(decks is not None, *Dealing),
        bets=chance.choice((BetKeeping.KEYED, BetKeeping.KEYED, BetKeeping.OFF)),
        insurance=mostly(rules.book.insurance is not None, *InsuranceShown),
        device=mostly(decks is not None, *CardDevice),
        hlga=mostly(methods, False, True),
        method=mostly(methods, None, *Method),
        limits=random_limits(chance),
        unit=mostly(False, Money(5), None, Money(0)),
        last_rounds=chance.choice((0, 1)),
        burn=chance.choice(list(BurnRule)),
        burn_fixed=mostly(decks is not None, 0, 3, 100, 400, -1),
        most_wagers=mostly(methods, None, 2, 9),
    )


def random_command(kind: type[Command], rules: Rules, state: TableState, chance: Random) -> Command:
    """A command of this kind with any values: now and then right, mostly not."""
    given = {name: _VALUES[name](rules, state, chance) for name in _fields(kind)}
    if kind is correction_commands.CorrectCard:
        given["card"] = chance.choice(FEW_CARDS)
    elif kind is commands.DrawCard:
        given["put"] = chance.choice((None, None, None, *Place))
    elif kind is commands.CloseClaim:
        given["difference"] = chance.choice((None, _amount(chance)))
    elif kind is correction_commands.SetCardsAside:
        given["cards"] = chance.randint(0, 3)
    elif kind in (correction_commands.CorrectBet, correction_commands.ReportBet):
        given["number"] = chance.choice((None, given["number"]))
        if kind is correction_commands.CorrectBet:
            given |= _what_it_was(rules, state, chance)
    return kind(by=chance.choice(PEOPLE), at=0, **given)


def _what_it_was(rules: Rules, state: TableState, chance: Random) -> dict[str, Any]:
    """Of an insurance its stake, or nought for none; of any other bet all of it or nothing."""
    insured = state.round.insurance if state.round else ()
    if not insured or chance.random() < 0.4:
        return {"wager": chance.choice((None, _wager(rules, state, chance))), "stake": None}
    number = chance.choice((None, chance.choice(insured).number))
    return {"number": number, "wager": None, "stake": _amount(chance) or None}


def _random_insured(rules: Rules, state: TableState, chance: Random) -> Insured:
    return Insured(_who(rules, state, chance), chance.choice(list(InsuranceStage)), chance.choice(list(Side)))


def _fields(kind: type[Command]) -> list[str]:
    return [name for name in kind.__struct_fields__ if name not in ("by", "at")]


def _amount(chance: Random) -> Money:
    return Money(chance.choice((-1, 0, 1, 2, 5, 20, 100, 700)))


def _who(rules: Rules, state: TableState, chance: Random) -> Who:
    known = [bet.who for bet in state.round.bets] if state.round else []
    if known and chance.random() < 0.7:
        return chance.choice(known)
    return chance.choice((*rules.layout.seats, None, 99)), chance.choice(BETTORS)


def _wager(rules: Rules, state: TableState, chance: Random) -> Wager:
    seat, bettor = _who(rules, state, chance)
    area = chance.choice((*rules.layout.areas, Area("player"), Area("banker"), Area("nothing")))
    return Wager(area=area, stake=_amount(chance), seat=seat, bettor=bettor)


def _number(state: TableState, chance: Random) -> int:
    return chance.randint(0, state.entries + 1)


def _places(chance: Random) -> tuple[int, ...]:
    return tuple(chance.randint(-1, 6) for _ in range(chance.randint(0, 4)))


def _order(state: TableState, chance: Random) -> tuple[int, ...]:
    count = len(state.round.cards) if state.round else 2
    return tuple(chance.sample(range(count), count)) if chance.random() < 0.8 else _places(chance)


def _put(state: TableState, chance: Random) -> tuple[Place, ...]:
    count = len(state.round.cards) if state.round else 2
    return tuple(chance.choice(list(Place)) for _ in range(count if chance.random() < 0.8 else 1))


def _by_hand(chance: Random) -> OutageRound:
    dice = (chance.randint(0, 6), chance.randint(1, 6), chance.randint(1, 7))
    cards = tuple(chance.choice(FEW_CARDS) for _ in range(chance.choice((0, 0, 4, 5, 6, 7))))
    return chance.choice(
        (CardRound(chance.choice(list(Winner)), cards), DiceRound(chance.choice((None, dice, (2, 5, 6)))))
    )


def _approval_reading(state: TableState) -> BlindReading | None:
    """What an approver sees who sees what is asked for."""
    match current_need(state):
        case ApprovalNeeded(applies=CardCorrection(card=card)):
            return card
        case ApprovalNeeded(applies=DiceCorrection(dice=dice)):
            return dice
        case _:
            return None


_HALF_TRUE = ("is_private", "has_notice", "by_device", "announced", "affected")
_VALUES: Mapping[str, Callable[[Rules, TableState, Random], Any]] = {
    "table": lambda rules, _, chance: random_table(rules, chance),
    "set_name": lambda _, __, ___: "blue",
    "inspected_by": lambda _, __, ___: "somebody else",
    "decks": lambda _, state, chance: chance.choice((state.table.decks if state.table else 8, 1, 8)),
    "work": lambda _, __, chance: chance.choice(list(commands.ShoeWork)),
    "second": lambda _, __, chance: chance.choice((None, "", "second", PEOPLE[0].name)),
    "cards": lambda _, __, chance: tuple(chance.choice(FEW_CARDS) for _ in range(chance.randint(0, 4))),
    "unseen": lambda _, __, chance: chance.randint(-1, 10),
    "shown": lambda _, __, chance: chance.choice(list(InsuranceShown)),
    "device": lambda _, __, chance: chance.choice(("", "shoe")),
    **dict.fromkeys(_HALF_TRUE, lambda _, __, chance: chance.random() < 0.5),
    "read": lambda _, state, chance: chance.choice((None, None, FEW_CARDS[0], (2, 5, 6), _approval_reading(state))),
    "reason": lambda _, __, chance: chance.choice(("", "because")),
    "counted": lambda _, state, chance: chance.choice((None, -1, 100, state.shoe.cards_left)),
    "difference": lambda _, __, chance: chance.choice(("", "torn")),
    "colour": lambda _, __, chance: chance.choice(("", "red")),
    "pre_shuffled": lambda _, __, chance: chance.random() < 0.2,
    "cutting_card": lambda _, __, chance: chance.choice((None, None, 0, 20, 9999)),
    "wager": _wager,
    "on_behalf": lambda _, __, chance: chance.random() < 0.2,
    "number": lambda _, state, chance: _number(state, chance),
    "without_chips": lambda _, state, chance: frozenset({_number(state, chance)} if chance.random() < 0.3 else ()),
    "card": lambda _, __, chance: chance.choice((None, *FEW_CARDS, *DECK)),
    **dict.fromkeys(("face_up", "face_down"), lambda _, __, chance: chance.random() < 0.2),
    "salt": lambda _, __, chance: str(chance.random()),
    "places": lambda _, __, chance: _places(chance),
    "who": _who,
    "one": _who,
    "other": _who,
    "side": lambda _, __, chance: chance.choice(list(Side)),
    "stake": lambda _, __, chance: _amount(chance),
    "stage": lambda _, __, chance: chance.choice(list(InsuranceStage)),
    "method": lambda _, __, chance: chance.choice(list(Method)),
    "limits": lambda _, __, chance: random_limits(chance),
    "tumbles": lambda _, __, chance: chance.randint(-1, 5),
    "dice": lambda _, __, chance: tuple(chance.choice((0, 1, 2, 3, 4, 5, 6, 6)) for _ in range(3)),
    "flat": lambda _, __, chance: tuple(chance.random() < 0.9 for _ in range(3)),
    "trouble": lambda _, __, chance: chance.choice(("nothing", *(trouble.value for trouble in IrregularityKind))),
    "text": lambda _, __, chance: chance.choice(("", "words")),
    "order": lambda _, state, chance: _order(state, chance),
    "option": lambda _, __, chance: chance.choice(list(commands.Option)),
    "effect": lambda _, __, chance: chance.choice(list(commands.Effect)),
    "offered": lambda _, __, chance: chance.choice(("", "a meal")),
    "answer": lambda _, __, chance: chance.choice((None, *GuestAnswer)),
    "decision": lambda _, __, chance: chance.choice(("", "stands")),
    "clause": lambda rules, _, chance: chance.choice((rules.decider("claim")[1], "house policy", "99")),
    "surveillance": lambda _, __, ___: "",
    "most": lambda _, __, chance: chance.choice((None, 0, 1, 2, 3)),
    "put": lambda _, state, chance: _put(state, chance),
    "fault": lambda _, __, chance: chance.choice(list(correction_commands.BetFault)),
    "accepted": lambda _, __, chance: chance.choice((None, _amount(chance))),
    "named": lambda rules, state, chance: (
        correction_commands.Intention(
            _who(rules, state, chance), chance.choice(list(Side)), chance.choice(("", "he said so"))
        ),
    ),
    "left": lambda _, state, chance: ((_number(state, chance), _amount(chance)),),
    "use": lambda _, __, chance: chance.choice(list(correction_commands.CarriedUse)),
    "rounds": lambda _, __, chance: tuple(_by_hand(chance) for _ in range(chance.randint(0, 3))),
    "placed_first": lambda _, state, chance: tuple(_number(state, chance) for _ in range(chance.choice((0, 0, 1, 2)))),
    "due": lambda _, __, chance: chance.choice((None, None, Money(-50), _amount(chance))),
    "insured": lambda rules, state, chance: chance.choice((None, None, _random_insured(rules, state, chance))),
    "first": lambda _, state, chance: chance.randint(0, state.rounds + 1),
    "gone": lambda rules, state, chance: frozenset({_who(rules, state, chance)}),
    "place": lambda _, __, chance: chance.randint(-1, 6),
    "counts": lambda _, state, chance: ((_number(state, chance), Money(chance.choice((0, 1, 5)))),),
}
