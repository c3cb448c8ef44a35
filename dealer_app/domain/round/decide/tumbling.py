"""The dice: how often they tumbled and how they lie (Tai Sai 3.7, 3.8, 5.5)."""

from dealer_app.domain.dice import FACES
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.decide.cases import opened
from dealer_app.domain.round.decide.conditions import During, Why, current
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.refusal import refused
from dealer_app.domain.round.state import Person, Phase, TableState
from dealer_app.domain.round.table import Rules, Table
from dealer_app.domain.round.trouble import Trouble


def _no_dice_here(rules: Rules, table: Table) -> Why:
    del table
    return refused("no-dice-here", rules.clause("round")) if rules.book.dice is None else None


def _tumbled(rules: Rules, state: TableState) -> Why:
    return None if current(state).tumbles is None else refused("tumbled-already", rules.clause("tumble"))


may_tumble = During((Phase.BETTING, Phase.CLOSED), _tumbled, never=_no_dice_here)


def count_tumbles(rules: Rules, state: TableState, command: commands.CountTumbles) -> Decision:
    if command.tumbles < 0:
        return refused("no-number", rules.clause("tumble"))
    if current(state).phase is Phase.BETTING:
        facts = {"tumbles": str(command.tumbles)}
        return opened(rules, state, command.by, Trouble.TUMBLE_BEFORE_CLOSING, facts=facts)
    return tumbled(rules, state, command.by, command.tumbles)


def tumbled(rules: Rules, state: TableState, by: Person, tumbles: int) -> tuple[events.Event, ...]:
    """The tumbler has come to rest after so many tumbles; too few of them are no valid tumble (5.5.1)."""
    assert rules.book.dice is not None, "asked only of a game with dice"
    counted = events.TumblesCounted(tumbles=tumbles)
    if tumbles < rules.book.dice.fewest_tumbles:
        return (counted, *opened(rules, state, by, Trouble.TOO_FEW_TUMBLES))
    return (counted,)


def _nothing_to_read(rules: Rules, state: TableState) -> Why:
    if current(state).tumbles is None:
        return refused("not-tumbled", rules.clause("tumble"))
    if current(state).dice is not None:
        return refused("dice-read-already", rules.clause("dice-at-rest"))
    return None


may_read = During((Phase.CLOSED,), _nothing_to_read, never=_no_dice_here)


def read(rules: Rules, state: TableState, command: commands.ReadDice) -> Decision:
    if any(die not in FACES for die in command.dice):
        return refused("no-such-die", rules.clause("dice-at-rest"))
    if not all(command.flat):
        return opened(rules, state, command.by, Trouble.COCKED_DIE)
    return (events.DiceRead(dice=command.dice),)
