"""When something sounds: the six cues, what each goes with and what it does not go with; and nothing when muted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.screen import Cell, Cue, Overlay, Page, Screen
from dealer_app.showing.seeing import Looks
from dealer_app.showing.sounding import cue_of
from tests.support import cues
from tests.support.sitting import BETS, CLOSED, Sitting, sits

OPEN = "place your bets\n"


def _cards(*cards: str) -> Callable[[Sitting], None]:
    def does(at: Sitting) -> None:
        for card in cards:
            at.draws(card)
            at.desk.show()

    return does


def _holds(**changes: object) -> Callable[[Sitting], None]:
    return lambda at: at.desk.press(Change(at.fingers.but(**changes)))


def _nothing(at: Sitting) -> None:
    at.house.clock.wait(1_000_000)
    at.desk.changed()


def _refused(at: Sitting) -> None:
    at.desk._refusal = Refusal(code="not-now", clause="3.8")
    at.desk.show()


def _language(at: Sitting) -> None:
    at.desk.press(Change(at.fingers.but(picks={"looks": "language=zh-Hans"})))


WHOSE = {"bettor": SEATED, "seat": 3, "area": Area("player")}
FITTING = Fingers().but(**WHOSE)


@pytest.mark.parametrize(
    ("script", "first", "does", "heard"),
    [
        pytest.param(CLOSED, None, _cards("2S"), [Cue.TAKEN], id="a card, and another one to draw"),
        pytest.param(CLOSED, None, _cards("2S", "3H", "2D"), [Cue.TAKEN] * 3, id="each card"),
        pytest.param(f"{CLOSED}card 9S\ncard 2H\ncard KD\n", None, _cards("3C"), [Cue.YOUR_TURN], id="the last card"),
        pytest.param(OPEN, None, _holds(seat=3), [Cue.TAKEN], id="a seat"),
        pytest.param(OPEN, FITTING, _holds(digits="100000"), [Cue.YOUR_TURN], id="an amount that can be placed"),
        pytest.param(OPEN, None, _refused, [Cue.REFUSED], id="a refusal"),
        pytest.param(BETS, None, _nothing, [], id="time"),
        pytest.param(BETS, None, _language, [], id="another language"),
    ],
)
def test_what_happens_at_the_table_sounds(
    script: str, first: Fingers | None, does: Callable[[Sitting], None], heard: list[Cue]
) -> None:
    found, muted = _heard(script, first, does, Looks()), _heard(script, first, does, Looks(sound=False))
    assert found == heard
    assert muted == []


def _heard(script: str, first: Fingers | None, does: Callable[[Sitting], None], looks: Looks) -> list[Cue]:
    sounded: list[Cue] = []

    async def sitting(at: Sitting) -> None:
        at.desk._looks = looks
        if first is not None:
            at.holds(first)
        at.desk.show()
        at.desk._outlets = replace(at.desk._outlets, sound=sounded.append)
        does(at)

    sits(script, sitting)
    return sounded


def _screen() -> Screen:
    found: list[Screen] = []

    async def sitting(at: Sitting) -> None:
        found.append(at.desk.screen)

    sits(CLOSED, sitting)
    return found[0]


def _with_lamp(screen: Screen, tone: Tone) -> Screen:
    cell = Cell(name="lamp:shoe", caption=Line("Shoe"), value="", lamp=tone)
    return replace(screen, top_bar=replace(screen.top_bar, right=(cell,)))


def test_a_lamp_that_leaves_ready_sounds_and_one_that_comes_back_does_not() -> None:
    ready, lost = (_with_lamp(_screen(), tone) for tone in (Tone.GOOD, Tone.STOP))
    assert cue_of(ready, lost, refused=False) is Cue.DEVICE
    assert cue_of(lost, ready, refused=False) is None
    assert cue_of(lost, lost, refused=False) is None


def test_an_irregularity_sounds_once_and_over_a_lamp() -> None:
    ready = _with_lamp(_screen(), Tone.GOOD)
    stopped = replace(_with_lamp(ready, Tone.STOP), stage=Page(title=Line("Stop"), tone=Tone.ATTENTION))
    assert cue_of(ready, stopped, refused=False) is Cue.STOP
    assert cue_of(stopped, stopped, refused=False) is None


def test_the_first_picture_makes_no_sound() -> None:
    assert cue_of(None, _screen(), refused=False) is None


def test_a_panel_whose_next_step_becomes_possible_is_your_turn() -> None:
    """The table under it has not changed."""
    table = _screen()
    waits, possible = (_with_panel(table, act) for act in (None, Change(Fingers())))
    assert cue_of(waits, possible, refused=False) is Cue.YOUR_TURN


def _with_panel(screen: Screen, act: Change | None) -> Screen:
    control = Control(name="compare", label=Line("Compare"), act=act)
    return replace(screen, overlay=Overlay(name=Panel.APPROVAL.value, title=Line("Approval"), primary=control))


def test_the_sounds_are_those_that_their_script_makes(tmp_path: Path) -> None:
    assert set(cues.CUES) == set(Cue)
    cues.write(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in cues.FOLDER.glob("*.wav")}
