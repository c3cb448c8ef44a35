"""A bet that is corrected is shown large, as it was keyed and as it lies; five touches and a PIN correct it."""

from pathlib import Path

from dealer_app.screens.actions import Action, SetInput
from dealer_app.screens.blocks import Control, EntryBlock, TilesBlock
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import Screen, TableStage
from tests.screens.desk_session import CLOSED, DeskSession, run_desk
from tests.screens.touches import screen_touches
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context

PAGE = Path(__file__).parents[3] / "docs" / "window.md"


def closed() -> RoundTable:
    return RoundTable(V4).bets(("player", 10_000, 1), ("tie", 20_000, 2), ("tie", 30_000, 3)).close()


def felt(table: RoundTable, name: str) -> Action | None:
    stage = build_screen(make_context(table.rules, table.state)).stage
    assert isinstance(stage, TableStage)
    return next(area.act for area in stage.table.areas if area.name == name)


def test_the_bet_is_shown_as_it_was_keyed_and_as_it_lies() -> None:
    table = closed()
    number = table.round.bets[0].number
    input_state = NO_INPUT.replace(panel=Panel.CORRECT, digits="400").with_pick("correct", "bet")
    shown = build_screen(
        make_context(table.rules, table.state, input_state=input_state.with_pick("bet", str(number)))
    ).overlay
    assert shown is not None
    tiles = next(block for block in shown.right_column if isinstance(block, TilesBlock)).tiles
    assert [(tile.points, tile.lines[0].first, tile.lines[1].first) for tile in tiles] == [
        ("100", "Seat 1", "PLAYER"),
        ("400", "Seat 1", "PLAYER"),
    ]
    assert f"Bet {number}" not in repr(shown), "its number in the journal is nobody's"


def test_a_touch_of_the_chips_opens_their_correction() -> None:
    table = closed()
    one, both = felt(table, "player.seat-1"), felt(table, "tie")
    assert isinstance(one, SetInput)
    assert isinstance(both, SetInput)
    assert one.input_state.panel is both.input_state.panel is Panel.CORRECT
    assert one.input_state.pick("bet") == str(table.round.bets[0].number)
    assert not both.input_state.pick("bet"), "which of them is chosen there"
    assert felt(table, "banker.seat-1") is None


def test_a_bet_is_corrected_by_five_touches_and_the_pin() -> None:
    async def does(at: DeskSession) -> None:
        count = 0

        async def touch(name: str) -> None:
            nonlocal count
            count += 1
            at.now += 1000
            found = next(each for each in screen_touches(at.desk.screen) if each.name == name)
            assert found.act is not None, (name, found.control)
            at.desk.press(found.act, name)
            await at.idle()

        await touch("player.seat-1")
        await touch("amount:5")
        await touch("amount:00")
        await touch("ask-approval")
        # A reader keys the badge, and the supervisor a PIN.
        for key in (*at.supervisor.badge, "Enter", *at.supervisor.pin.text):
            at.desk.press_key(key)
        overlay = at.desk.screen.overlay
        assert overlay is not None
        assert overlay.primary is not None
        at.pins.right()
        await touch(overlay.primary.name)
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.bets[0].wager.stake == 50_000
        line = f"| a bet corrected, besides badge and PIN of who approves | {count} | |"
        assert line in PAGE.read_text(encoding="utf-8")
        assert count == 5

    run_desk(CLOSED, does)


def test_the_areas_of_dice_are_chosen_by_kind_and_then_by_number() -> None:
    """More than a hundred keys would have the amount out of sight."""
    table = RoundTable(TAI_SAI, layout="C").bets(("big", 50_000, None)).close()
    picks = {"correct": "bet", "bet": str(table.round.bets[0].number)}
    input_state = NO_INPUT.replace(panel=Panel.CORRECT, picks=picks, digits="800")

    def opened(now: InputState) -> tuple[Screen, dict[str, Control]]:
        screen = build_screen(make_context(table.rules, table.state, input_state=now))
        return screen, {each.name: each for each in screen_controls(screen)}

    def touch(found: dict[str, Control], name: str) -> InputState:
        act = found[name].act
        assert isinstance(act, SetInput), name
        return act.input_state

    screen, kinds = opened(input_state)
    assert screen.overlay is not None
    assert any(isinstance(block, EntryBlock) for block in screen.overlay.left_column)
    assert kinds["area:big"].picked
    assert len([name for name in kinds if name.startswith(("area:", "kind:"))]) == 12
    _, numbers = opened(touch(kinds, "kind:sum"))
    assert (numbers["area:sum:9"].label.first, "amount:1" in numbers) == ("9", False)
    assert "kind:sum" in opened(touch(numbers, "kind:back"))[1]
    _, chosen = opened(touch(numbers, "area:sum:9"))
    assert (chosen["kind:sum"].label.first, chosen["kind:sum"].picked) == ("TOTAL 9", True)
    assert not chosen["area:big"].picked
    assert chosen["ask-approval"].act is not None, "the amount that was keyed before is kept"
