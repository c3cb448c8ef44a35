"""The keys for a card: open by themselves while the shoe is lost, and what is keyed before that is said."""

from dealer_app.device_questions import DeviceRecord, Link, ListeningState
from dealer_app.domain.round.state import Phase
from dealer_app.domain.values import replace
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.key_input import block_controls, handle_key
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.card_draw import draw_rail
from dealer_app.screens.round.table_context import open_table
from tests.screens.round.round_screens import AtScreen
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import table_context


def drawing(link: Link, rank: str = "") -> ScreenContext:
    table = RoundTable(V4).bets(("player", 10_000, 1)).close()
    assert table.round.phase is Phase.CLOSED
    context = table_context(table, devices={"shoe": "shoe"})
    listening = ListeningState(devices={"shoe": DeviceRecord(link=link)})
    input_state = context.input_state.replace(rank=rank)
    return replace(context, state=replace(context.state, listening=listening), input_state=input_state)


def names(context: ScreenContext) -> set[str]:
    return {one.name for one in block_controls(draw_rail(open_table(context)).work)}


def test_while_the_shoe_is_lost_the_keys_lie_open() -> None:
    context = drawing(Link.LOST)
    assert "rank:A" in names(context)
    put_away = next(one for one in block_controls(draw_rail(open_table(context)).work) if one.name == "card:close")
    assert (put_away.act, put_away.waits.first) == (None, "No signal from shoe: key in by hand")
    assert draw_rail(open_table(context)).primary.waits.first == "No signal from shoe: key in by hand"
    assert "rank:A" not in names(drawing(Link.CONNECTED))
    assert "rank:A" in names(drawing(Link.CONNECTED, rank="9")), "what is half keyed stays when it comes back"


def test_a_digit_before_the_keys_are_open_says_so() -> None:
    context = drawing(Link.CONNECTED)
    found = handle_key(build_screen(context), context.input_state, "9")
    assert found.act is None
    assert found.control is not None
    assert found.control.waits.first.startswith("Waiting for the shoe.")


def test_suits_show_their_keys_before_a_rank_is_keyed() -> None:
    screen = AtScreen(RoundTable(V4).bets(("player", 10_000, 1)).close())
    suits = [one for one in block_controls(screen.part.work) if one.name.startswith("suit:")]
    assert [one.sub.first for one in suits] == ["1", "2", "3", "4"]
    screen.key("1")
    suits = [one for one in block_controls(screen.part.work) if one.name.startswith("suit:")]
    assert [one.key for one in suits] == ["1", "2", "3", "4"]
    screen.key("2")
    assert (screen.input_state.rank, screen.input_state.suit) == ("A", "H"), "first the rank, then the suit"
