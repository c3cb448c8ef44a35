"""Whatever is touched, keyed, resized or read in another language at the real window: it goes on, and the round ends.

The desk alone is pressed much more, and without a window (`tests/screens/test_any_presses.py`).
"""

from functools import partial
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.guide import Step
from dealer_app.screens.actions import SetInput
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import TableStage
from tests.support.long_tests import mostly_long
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4
from tests.support.screen_checks import KEYS, SELDOM, check_screen
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys, WindowHands
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import brings_cards, brings_dice, current_round, opens
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.window_devices import device_counts

SIZES = ((1366, 768), (1920, 1080), (1280, 720), (2560, 1440))
LANGUAGES = ("en", "zh-Hant", "zh-Hans")
PRESSES, MOST_STEPS = 60, 60


@pytest.mark.assurance("A4")
@pytest.mark.parametrize(
    ("game", "letter"), mostly_long([(V4, "P"), (INSURANCE, "A"), (TAI_SAI, "C"), (MBS, "A")], keep_every=2)
)
def test_any_hands_leave_a_window_that_goes_on(qapp: QApplication, tmp_path: Path, game: str, letter: str) -> None:
    chance, did = Random(game), list[str]()

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await table.begin_house()
        await table.employs_chief()
        await opens(hands, game, letter)
        await (brings_dice if game == TAI_SAI else brings_cards)(hands)
        await hands.press_next()
        for _ in range(PRESSES):
            await _does(table, chance, did)
            assert not table.application.stop_screen.code
            check_screen(table.screen)
            _next_step_is_there(table)
        await table.key("Esc", "Esc", "Esc")
        await _plays_on(ByTouch(table))

    try:
        at_window(qapp, tmp_path, play)
    except AssertionError as problem:
        raise AssertionError(f"after {' | '.join(did)}: {problem}") from problem


async def _does(table: AtWindow, chance: Random, did: list[str]) -> None:
    whim = chance.random()
    if whim < 0.5:
        there = _touchable(table)
        did.append(chance.choice(there))
        await table.touch(did[-1])
    elif whim < 0.75:
        did.append(f"key {chance.choice([key for key in KEYS if not key.startswith('hold') and key != 'Backtab'])}")
        await table.key(did[-1].removeprefix("key "))
    elif whim < 0.9:
        did.append("next")
        await table.key("Enter")
    elif whim < 0.95:
        size = chance.choice(SIZES)
        did.append(f"size {size}")
        table.window.resize(*size)
        await table.settle()
    else:
        language = chance.choice(LANGUAGES)
        did.append(language)
        await table.give(SetInput(table.input_state.with_pick("looks", f"language={language}")))


def _touchable(table: AtWindow) -> list[str]:
    """What stands in sight: a finger comes to nothing else."""
    found = [each.name for each in screen_controls(table.screen)]
    stage = table.screen.stage
    if table.screen.overlay is None and isinstance(stage, TableStage):
        found += [area.name for area in stage.table.areas]
    return [name for name in dict.fromkeys(found) if name.partition(":")[0] not in SELDOM and _in_sight(table, name)]


def _in_sight(table: AtWindow, name: str) -> bool:
    try:
        widget, at = table.window.touch_point(name)
    except AssertionError:
        # Left out where there is little room, or only a key.
        return False
    return widget.visibleRegion().contains(at)


def _next_step_is_there(table: AtWindow) -> None:
    """The one next step is painted, in reach, and can be pressed if it does anything."""
    overlay = table.screen.overlay
    step = table.screen.rail.primary if overlay is None else overlay.primary
    if step is None:
        return
    surface = table.window.rail if overlay is None else table.window.overlay
    button = surface.control(step.name)
    assert button is not None, f"{step.name} is not painted"
    assert not button.visibleRegion().isEmpty(), f"{step.name} is out of sight on {table.describe()}"


def _moved(table: AtWindow, before: tuple[int, int, int]) -> bool:
    return device_counts(table) != before


async def _plays_on(hands: WindowHands) -> None:
    table = hands.table
    for _ in range(MOST_STEPS):
        await resolves_all(hands)
        guide = table.station.table.guide()
        if table.station.state.table.round is None or guide is None:
            return
        match guide.step:
            case Step.DRAW_PLAYER | Step.DRAW_BANKER:
                before = device_counts(table)
                table.devices.simulate("shoe", "card")
                await table.soon(partial(_moved, table, before))
                await table.settle()
            case Step.TUMBLE:
                table.devices.simulate("tumbler", "tumble")
                await table.soon(lambda: current_round(table).dice is not None or table.station.state.listening.row)
                await table.settle()
            case Step.READ_DICE:
                await hands.press("dice:key")
                for face in (1, 2, 3):
                    await hands.press(f"die:{face}")
                await hands.press_next()
            case _:
                await hands.press_next()
    raise AssertionError(f"the round does not come to its end: {table.describe()}")
