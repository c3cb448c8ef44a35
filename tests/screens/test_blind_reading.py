"""Who approves a correction, or looks at a card that cannot be, reads for himself: no screen tells him anything before.

Every state of the golden scripts in which somebody reads anew is shown twice, with other values in the place of what is
recorded and of what is asked, with each panel open, signed in or not: not one word of the whole screen differs.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from dealer_app.device_questions import EntrySubject, ListeningState, Question, QueueEntry
from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.roads import RoundMark
from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ApprovalNeeded, CardCorrection, DiceCorrection, InspectionNeeded, Need
from dealer_app.domain.round.state import Case, Round, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.round.visible import has_blind_reading
from dealer_app.domain.values import replace
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.results_history import ResultsHistory
from tests.support.rounds import DEALER, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context
from tests.support.script_states import state_changes
from tests.support.traces import read_scripts

ASKING = ListeningState(
    row=(QueueEntry(number=1, device="shoe 1", what=EntrySubject.CARD, question=Question.UNREADABLE, round=1),), asked=1
)


def _other(card: Card) -> Card:
    return DECK[(DECK.index(card) + 17) % len(DECK)]


def _other_dice(dice: tuple[int, int, int]) -> tuple[int, int, int]:
    first, second, third = (face % 6 + 1 for face in dice)
    return first, second, third


def _other_need(need: Need) -> Need:
    match need:
        case ApprovalNeeded(applies=CardCorrection(place=place, card=card)):
            return replace(need, applies=CardCorrection(place=place, card=_other(card)))
        case ApprovalNeeded(applies=DiceCorrection(dice=dice)):
            return replace(need, applies=DiceCorrection(dice=_other_dice(dice)))
        case _:
            return need


def _other_case(case: Case) -> Case:
    facts = dict(case.facts)
    if any(isinstance(need, InspectionNeeded) for need in case.needs) and facts.get("card"):
        facts["card"] = "AS" if facts["card"] != "AS" else "KH"
    return replace(case, needs=tuple(map(_other_need, case.needs)), facts=facts)


def _other_words(case: Case) -> Case:
    """Who asks may name the card in his own words."""
    return replace(case, facts={**case.facts, "text": "it is another"}) if case.facts.get("text") else case


def _other_round(round_: Round | None, places: set[int], *, dice: bool) -> Round | None:
    if round_ is None:
        return None
    cards = tuple(
        replace(drawn, card=_other(drawn.card)) if place in places and drawn.card is not None else drawn
        for place, drawn in enumerate(round_.cards)
    )
    now = round_.dice
    return replace(round_, cards=cards, dice=_other_dice(now) if dice and now is not None else now)


def otherwise(state: TableState) -> TableState:
    """The same table with another value of all that is read anew."""
    applied = [need.applies for case in state.cases for need in case.needs if isinstance(need, ApprovalNeeded)]
    places = {one.place for one in applied if isinstance(one, CardCorrection)}
    dice = any(isinstance(one, DiceCorrection) for one in applied)
    at_hand = _other_round(state.round or state.last, places, dice=dice)
    changed: dict[str, Any] = {"last": at_hand} if state.round is None else {"round": at_hand}
    cases = tuple(map(_other_case, state.cases))
    if has_blind_reading(state):
        cases = tuple(map(_other_words, cases))
    return replace(state, cases=cases, **changed)


def _history(state: TableState, winner: Winner, dice: tuple[int, int, int]) -> ResultsHistory:
    """Another result of the round at hand; the round before it ended alike."""
    at_hand = state.round or state.last
    number = 1 if at_hand is None else at_hand.number
    before = RoundMark(winner=Winner.TIE, player_pair=False, banker_pair=False, natural=False)
    return ResultsHistory(
        marks={number - 1: before, number: replace(before, winner=winner, natural=winner is Winner.BANKER)},
        tumbles={number - 1: (1, 1, 2), number: dice},
        is_complete=True,
    )


@cache
def read_anew() -> tuple[tuple[str, Rules, TableState], ...]:
    """Of every golden script the states that differ by something that somebody has to read for himself."""
    return tuple(
        (script.name, rules, state)
        for script in read_scripts()
        for rules, state in state_changes(script)
        if state.cases and otherwise(state) != state
    )


def _looks(rules: Rules, state: TableState, history: ResultsHistory) -> Iterator[ScreenContext]:
    for panel in Panel:
        looked = make_context(rules, state, input_state=InputState(panel=panel))
        yield replace(looked, results_history=history)
        yield replace(looked, results_history=history, state=replace(looked.state, listening=ASKING))
        nobody = replace(looked.state.people, sessions={})
        yield replace(looked, results_history=history, state=replace(looked.state, people=nobody))


def _tells_nothing(rules: Rules, state: TableState) -> None:
    other = otherwise(state)
    assert other != state
    recorded = _history(state, Winner.PLAYER, (1, 2, 3))
    corrected = any(isinstance(need, ApprovalNeeded) for case in state.cases for need in case.needs)
    one = _looks(rules, state, recorded)
    two = _looks(rules, other, _history(state, Winner.BANKER, (6, 6, 5)) if corrected else recorded)
    for first, second in zip(one, two, strict=True):
        assert build_screen(first) == build_screen(second), first.input_state.panel


def test_the_scripts_come_through_each_kind_of_blind_reading() -> None:
    kinds = {type(need) for _, _, state in read_anew() for case in state.cases for need in case.needs}
    assert InspectionNeeded in kinds
    applied = {
        type(need.applies)
        for _, _, state in read_anew()
        for case in state.cases
        for need in case.needs
        if isinstance(need, ApprovalNeeded)
    }
    assert {CardCorrection, DiceCorrection} <= applied


def test_nothing_that_is_read_anew_is_on_any_screen() -> None:
    for _, rules, state in read_anew():
        _tells_nothing(rules, state)


@pytest.mark.parametrize("settled", [False, True])
def test_a_card_of_the_last_round_and_of_an_announced_one(settled: bool) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C 6D 2S").announce()
    if settled:
        table.finish()
    card = _other(DECK[3])
    table.do(correction_commands.CorrectCard, by=DEALER, place=5, card=card, reason="not the card")
    _tells_nothing(table.rules, table.state)


@pytest.mark.parametrize("settled", [False, True])
def test_dice_of_the_last_round_and_of_an_announced_one(settled: bool) -> None:
    table = RoundTable(TAI_SAI).bet("big", 1000, None).close().roll(2, 5, 6).announce()
    if settled:
        table.finish()
    table.do(correction_commands.CorrectDice, by=DEALER, dice=(1, 5, 6), reason="not the dice")
    _tells_nothing(table.rules, table.state)


def test_another_case_on_top_opens_nothing() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C 6D 2S")
    table.do(correction_commands.CorrectCard, by=DEALER, place=3, card=_other(DECK[3]), reason="not the card")
    table.report(IrregularityKind.OTHER, text="seen")
    assert len(table.state.cases) > 1
    _tells_nothing(table.rules, table.state)
