"""The page of a shoe change: how the old shoe ended, who counted the new cards, and what lies in the shoe."""

import pytest

from dealer_app.domain.round.guide import Step
from dealer_app.domain.values import replace
from dealer_app.screens.blocks import BarBlock, Block, ListRow, RowsBlock, Tile, TilesBlock
from dealer_app.screens.house.shoe_forms import next_set_name
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import PageStage
from tests.support.rounds import V4
from tests.support.scenes import Scene, SceneEnd, SceneStage

_OPENED = "name=B-09 min=10000 max=2000000 differential=5000000 burn=by-first-card"
_BURN = Scene(
    name="second-shoe",
    game=V4,
    layout="A",
    opened=_OPENED,
    rounds_before=3,
    until=SceneEnd.SHOE,
    step=Step.BURN,
    input_state=NO_INPUT.replace(rank="7", suit="D"),
)


def _page(scene: Scene) -> tuple[Block, ...]:
    page = SceneStage(scene).show_screen().stage
    assert isinstance(page, PageStage)
    return tuple(block for column in page.columns for block in column)


def _tiles(scene: Scene) -> list[Tile]:
    return [tile for block in _page(scene) if isinstance(block, TilesBlock) for tile in block.tiles]


def _bar(scene: Scene) -> list[tuple[int, str]]:
    (bar,) = (block for block in _page(scene) if isinstance(block, BarBlock))
    return [(part.cards, part.word) for part in bar.parts]


def _rows(blocks: tuple[Block, ...]) -> list[ListRow]:
    return [row for block in blocks if isinstance(block, RowsBlock) for row in block.rows]


def test_the_bar_has_every_card_of_the_shoe_from_the_first_to_the_last() -> None:
    parts = _bar(_BURN)
    assert parts == [(8, "8 burned"), (394, "394 cards before the cutting card"), (14, "14 behind it")]
    assert sum(cards for cards, _ in parts) == 8 * 52


def test_before_the_first_card_says_so_nothing_is_burned() -> None:
    assert _bar(replace(_BURN, input_state=NO_INPUT)) == [
        (402, "402 cards before the cutting card"),
        (14, "14 behind it"),
    ]


def test_both_who_counted_have_a_line_of_their_own() -> None:
    counted = [row for row in _rows(_page(_BURN)) if row.name.startswith("counted:")]
    assert [row.title for row in counted] == ["416 counted, no jokers"] * 2
    assert counted[0].right != counted[1].right


def test_how_the_old_shoe_ended_stays_while_the_next_is_prepared() -> None:
    last, ended, *_ = _tiles(_BURN)
    assert (last.title.first, last.lines[0].first) == ("Last round", "3")
    assert (ended.title.first, ended.lines[0].first) == ("Cards left, counted", "not counted")


@pytest.mark.parametrize("step", [Step.BRING_CARDS, Step.CUT, Step.BURN])
def test_the_results_of_the_old_shoe_stay_in_sight_and_the_new_one_starts_empty(step: Step) -> None:
    (roads,) = (row for row in _rows(_page(replace(_BURN, step=step))) if row.name == "roads")
    assert roads.title.endswith("3 rounds")
    assert sum(int(part.split()[-1]) for part in roads.right.split(" · ")) == 3
    assert roads.lines == ("Kept in the journal; shoe 2 starts empty",)
    first = replace(_BURN, rounds_before=0, step=step)
    assert not [row for row in _rows(_page(first)) if row.name == "roads"]


@pytest.mark.parametrize("step", [Step.BRING_CARDS, Step.CHECK_CARDS])
def test_of_the_first_shoe_no_old_one_is_told(step: Step) -> None:
    first = replace(_BURN, rounds_before=0, step=step, input_state=NO_INPUT)
    assert not [tile for tile in _tiles(first) if tile.title.first == "Last round"]


def test_cards_that_were_never_carried_were_never_burned() -> None:
    shown = SceneStage(_BURN).show_screen()
    names = [row.name for row in _rows(shown.rail.work)]
    assert "shoe:old-shoe" in names
    assert "shoe:sealed" not in names


@pytest.mark.parametrize(
    ("name", "following"), [("set-1", "set-2"), ("C-099", "C-100"), ("C-9", "C-10"), ("blue", ""), ("", "")]
)
def test_sets_are_numbered_on(name: str, following: str) -> None:
    assert next_set_name(name) == following


def test_set_and_back_are_chosen_by_touch() -> None:
    stage = SceneStage(
        Scene(name="touch", game=V4, layout="A", until=SceneEnd.SHOE, step=Step.BRING_CARDS, rounds_before=1)
    )
    screen = stage.show_screen()
    for name in ("set:set-2", "colour:blue"):
        (key,) = (control for control in screen_controls(screen) if control.name == name)
        assert key.act is not None
        stage.desk.press(key.act)
        assert stage.screen is not None
        screen = stage.screen
    picked = {control.name for control in screen_controls(screen) if control.picked}
    assert {"set:set-2", "colour:blue"} <= picked
    assert screen.rail.primary.act is not None, "nothing has to be typed"
