"""Of every state of the golden scripts: one next step, controls that do what they say, nothing of what is face down."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import DECK
from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.commands import DrawCard
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.guide import Step, make_guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Method, Rules
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.screens.actions import Action, SendCommand, SendCommands
from dealer_app.screens.blocks import Weight
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.keypad import keypad_controls
from dealer_app.screens.round.parts import STEP_RAILS, round_rail
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.round.table_context import guide_announcement
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.screen import RailContent
from dealer_app.texts import Language, language_pair
from tests.screens.round.round_screens import screen_acts
from tests.screens.round.round_screens import screen_controls as controls_of
from tests.support.hidden_values import swap_hidden
from tests.support.long_tests import examples, mostly_long
from tests.support.rounds import DEALER, INSURANCE, MBS, SHIFT_MANAGER, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import state_context
from tests.support.script_states import all_states
from tests.support.traces import read_scripts

DEVICES: tuple[dict[str, str], ...] = ({}, {"shoe": "shoe", "tumbler": "tumbler"})
FINGERS = (
    InputState(),
    InputState(seat=3),
    InputState(seat=3, area=Area("player")),
    InputState(seat=3, area=Area("player"), digits="1500"),
    InputState(area=Area("big"), digits="20"),
    InputState(picks={"kind": "domino"}, seat_digits="2"),
    InputState(panel=Panel.CARD, rank="T", suit="S"),
    InputState(panel=Panel.CARD, picks={"turning": "1"}, rank="T", suit="S"),
    InputState(dice="256"),
    InputState(digits="5"),
    InputState(page=1, framed="banker"),
)


def _bets_off() -> Iterator[tuple[Rules, TableState]]:
    """Rounds without amounts, which few scripts have."""
    for book in (V4, INSURANCE, MBS):
        table = RoundTable(book, bets=BetKeeping.OFF)
        for text in ("4H", "9S", "KD", "5C", "6D"):
            yield table.rules, table.state
            if not table.round.cards:
                table.close()
            table.deal(text)
            yield table.rules, table.state
    table = RoundTable(MBS, bets=BetKeeping.OFF, dealing=Dealing.FACE_DOWN, method=Method.A).close()
    yield table.rules, table.state
    yield table.deal("6S KD 3C 9H").rules, table.state
    yield _free_hand()
    dice = RoundTable(TAI_SAI, bets=BetKeeping.OFF).close().roll(2, 5, 6).announce()
    yield dice.rules, dice.state


def _free_hand() -> tuple[Rules, TableState]:
    """A card that opens the next round has been seen, and a hand is dealt without bets."""
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("9H AC TD 5C").draw("4S", face_up=True)
    table.resolve().finish()
    use = correction_commands.CarriedUse.FREE_HAND
    table.do(correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, use=use, text="so decided")
    return table.rules, table.state


@cache
def of_a_round() -> tuple[tuple[Rules, TableState], ...]:
    """Every state in which a part of a round has the word."""
    found = [pair for script in read_scripts() for pair in all_states(script)]
    found += _bets_off()
    different: dict[tuple[object, ...], tuple[Rules, TableState]] = {}
    for rules, state in found:
        if state.table is not None and not state.cases and state.claim is None:
            step = make_guide(rules, state).step
            if step in STEP_RAILS:
                different.setdefault(_kind(rules, state, step), (rules, state))
    return tuple(different.values())


def _kind(rules: Rules, state: TableState, step: Step) -> tuple[object, ...]:
    """What makes a state worth looking at beside another one."""
    round_, table = state.round, state.table
    assert table is not None, "asked of an open table"
    of_table = (rules.book.game, rules.layout.letter, table.dealing, table.bets, table.insurance, table.method, step)
    if round_ is None:
        return (
            *of_table,
            state.last is not None and state.last.phase,
            bool(state.carried),
            bool(state.winnings_unclaimed),
        )
    bets, answers = len(round_.bets), (len(round_.answered), len(round_.offers_closed), round_.insurance_waived)
    return (
        *of_table,
        round_.cards,
        bets,
        answers,
        len(round_.ticked),
        len(round_.holders),
        round_.tumbles,
        round_.dice,
    )


def parts_of(rules: Rules, state: TableState) -> Iterator[RailContent]:
    for devices in DEVICES:
        for input_state in FINGERS:
            yield round_rail(state_context(rules, state, devices=devices, input_state=input_state))


def test_every_step_of_a_round_is_among_these_states() -> None:
    met = {make_guide(rules, state).step for rules, state in of_a_round()}
    assert met == set(STEP_RAILS)


@pytest.mark.parametrize("step", [step for step in Step if step in STEP_RAILS])
def test_there_is_exactly_one_next_step_and_every_control_has_a_name_of_its_own(step: Step) -> None:
    for rules, state in of_a_round():
        if make_guide(rules, state).step is not step:
            continue
        for made in parts_of(rules, state):
            everything = list(controls_of(made))
            names = Counter(one.name for one in everything)
            assert [one.weight for one in everything].count(Weight.NEXT) == 1
            assert made.primary.weight is Weight.NEXT
            assert made.primary.act is not None or made.primary.waits, "it says what it waits for"
            assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("part", mostly_long(range(3), keep_every=3))
def test_on_the_whole_screen_too_every_control_has_a_name_of_its_own(part: int) -> None:
    for rules, state in of_a_round()[part::3]:
        for input_state in FINGERS:
            names = Counter(
                one.name for one in screen_controls(build_screen(state_context(rules, state, input_state=input_state)))
            )
            assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("step", [step for step in Step if step in STEP_RAILS])
def test_a_key_of_the_keypad_presses_one_control(step: Step) -> None:
    for rules, state in of_a_round():
        if make_guide(rules, state).step is not step:
            continue
        for input_state in FINGERS:
            context = state_context(rules, state, input_state=input_state)
            everything = (*controls_of(round_rail(context)), *keypad_controls(context))
            pressed = Counter(one.key for one in everything if one.key)
            assert {
                key: [one.name for one in everything if one.key == key] for key in pressed if pressed[key] > 1
            } == {}


def _refusal(rules: Rules, state: TableState, act: Action) -> str:
    commands = (act.command,) if isinstance(act, SendCommand) else act.commands if isinstance(act, SendCommands) else ()
    for command in commands[:1]:
        salted = replace(command, salt="salt") if isinstance(command, DrawCard) else command
        found = decide(rules=rules, state=state, command=replace(salted, by=DEALER))
        if isinstance(found, Refusal):
            return f"{command}: {found.code}"
    return ""


def test_what_a_control_gives_is_accepted() -> None:
    refused: Counter[str] = Counter()
    for rules, state in of_a_round():
        for made in parts_of(rules, state):
            for name, act in screen_acts(made):
                found = _refusal(rules, state, act)
                if found:
                    refused[f"{name}: {found}"] += 1
    assert refused == Counter()


# Drawn is not turned


@cache
def _hiding() -> tuple[tuple[Rules, TableState], ...]:
    return tuple((rules, state) for rules, state in of_a_round() if swap_hidden(state, 17) != state)


@examples(30)
@given(st.integers(1, len(DECK) - 1), st.randoms(use_true_random=False))
def test_what_lies_face_down_stands_nowhere(by: int, chance: object) -> None:
    assert hasattr(chance, "sample")
    hiding = _hiding()
    for rules, state in chance.sample(hiding, min(20, len(hiding))):
        for input_state in FINGERS:
            views = [state_context(rules, each, input_state=input_state) for each in (state, swap_hidden(state, by))]
            one, other = (
                [
                    build_top_bar(view),
                    build_stage(view),
                    round_rail(view),
                    keypad_controls(view),
                    guide_announcement(view),
                ]
                for view in views
            )
            assert one == other


def test_there_are_states_with_something_face_down() -> None:
    assert len(_hiding()) > 50


# Words


@pytest.mark.parametrize("first", Language)
def test_every_state_is_told_in_every_language(first: Language) -> None:
    second = Language.EN if first is Language.ZH_HANS else Language.ZH_HANS
    words = language_pair(first, second)
    for rules, state in of_a_round():
        context = state_context(rules, state, words=words)
        made = round_rail(context)
        assert made.primary.label.first
        assert made.primary.label.second
        assert all(step.label for step in made.track)
        build_top_bar(context), build_stage(context), keypad_controls(context)
