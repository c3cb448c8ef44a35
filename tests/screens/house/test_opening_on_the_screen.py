"""Opening a table on the screen: every layout opens with what is usual, and wrong amounts are said in words."""

import pytest

from dealer_app.domain.limits import AreaLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.table_settings import BetKeeping, BurnRule, CardDevice, Dealing, InsuranceShown, Method
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import OpenTableAction
from dealer_app.screens.blocks import EntryBlock, NoteBlock, RowsBlock
from dealer_app.screens.house import table_opening
from dealer_app.screens.house.table_choices import TableChoices
from dealer_app.screens.input_state import NO_INPUT, Panel
from tests.support.house_screen import HouseScreen
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4

LAYOUTS = [(game, layout.letter) for game in GAMES for layout in load_rulebook(game).layouts]
LONG = "K"


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_layout_opens_with_what_is_usual(screen: HouseScreen, game: str, letter: str) -> None:
    screen.touches(f"game:{game}", f"layout:{letter}").opens()
    table, book = screen.station.state.table.table, screen.station.state.book
    assert table is not None
    assert book is not None
    assert (book.game, table.layout) == (game, letter)
    assert screen.step() in (Step.BRING_CARDS, Step.CHANGE_DICE)


@pytest.mark.parametrize(("game", "letter"), [each for each in LAYOUTS if each[0] != TAI_SAI])
def test_every_number_of_positions_can_be_chosen_and_no_other(screen: HouseScreen, game: str, letter: str) -> None:
    """RWS v4 and Insurance Plus 2.1.1, MBS 2.2."""
    layout = load_rulebook(game).find_layout(letter)
    assert layout is not None
    assert layout.most_positions is not None
    screen.touches(f"game:{game}", f"layout:{letter}", "leaf:table")
    offered = [each.name for each in screen.controls() if each.name.startswith("positions:")]
    assert offered == [
        f"positions:{number}" for number in range(layout.fewest_positions or 1, layout.most_positions + 1)
    ]
    for name in offered:
        screen.touches(name).types("badge-opens", "S1").types("pin-opens", "730264")
        act = screen.primary.act
        assert isinstance(act, OpenTableAction)
        assert f"positions:{act.table.positions}" == name


def test_each_setting_is_that_of_the_table(screen: HouseScreen) -> None:
    screen.touches(f"game:{INSURANCE}", "layout:C", "leaf:table", "positions:3", "decks:6", "dealing:face-down")
    screen.touches("betkeeping:off", "insuranceshown:lammer", "carddevice:shoe", "burn:by-first-card", "last-rounds:2")
    screen.types("table-name", "B-12").types("unit", "5").opens()
    table = screen.station.state.table.table
    assert table is not None
    assert (table.name, table.layout, table.positions, table.decks) == ("B-12", "C", 3, 6)
    assert (table.dealing, table.bets) == (Dealing.FACE_DOWN, BetKeeping.OFF)
    assert (table.insurance, table.device) == (InsuranceShown.LAMMER, CardDevice.SHOE)
    assert (table.burn, table.last_rounds, table.unit) == (BurnRule.BY_FIRST_CARD, 2, Money(500))


def test_limits_are_keyed_for_each_type_and_for_all(screen: HouseScreen) -> None:
    """RWS v4 3.4, 3.5: minimum, maximum and Differential, in the money of the house."""
    screen.touches(f"game:{V4}", "layout:P", "leaf:limits").types("min-all", "200").types("max-all", "30,000")
    screen.touches_row("limit:tie").types("min-tie", "50").types("max-tie", "2502.50")
    screen.touches_row("limit:differential").types("differential-differential", "60000").opens()
    table = screen.station.state.table.table
    assert table is not None
    assert table.limits.general == AreaLimits(minimum=Money(20_000), maximum=Money(3_000_000))
    assert table.limits.areas == {Area("tie"): AreaLimits(minimum=Money(5_000), maximum=Money(250_250))}
    assert table.limits.differentials == {"differential": Money(6_000_000)}


def test_a_type_of_dice_bet_is_all_areas_of_the_same_odds(screen: HouseScreen) -> None:
    screen.touches(f"game:{TAI_SAI}", "layout:C", "leaf:limits").touches_row("limit:sum:4").types(
        "max-sum:4", "500"
    ).opens()
    table = screen.station.state.table.table
    assert table is not None
    assert table.limits.areas == {Area(area): AreaLimits(maximum=Money(50_000)) for area in ("sum:4", "sum:17")}
    assert set(table.limits.differentials) == {"differential", "odd_even_differential"}


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        ("abc", "", "Not a valid amount"),
        ("1.234", "", "Not a valid amount"),
        ("-5", "", "Not a valid amount"),
        ("9999999999999", "", "Not a valid amount"),
        ("500", "100", "below the minimum"),
        ("100", "0", "below the minimum"),
    ],
)
def test_a_wrong_amount_is_said_in_words_and_nothing_opens(
    screen: HouseScreen, least: str, most: str, said: str
) -> None:
    screen.touches("leaf:limits").types("min-all", least)
    screen.types("max-all", most or "").types("badge-opens", "S1").types("pin-opens", "730264")
    assert any(said in screen.entry(name).wrong.first for name in ("min-all", "max-all"))
    assert not screen.can_enter()
    assert said in screen.primary.waits.first
    screen.types("min-all", "100").types("max-all", "200").opens()


def test_a_minimum_over_the_maximum_of_all_bets_is_said_too(screen: HouseScreen) -> None:
    screen.touches("leaf:limits").touches_row("limit:tie").types("min-tie", "30000").types("badge-opens", "S1")
    assert "below the minimum" in screen.row("limit:tie").lines[-1]
    assert not screen.can_enter()


def test_what_a_document_does_not_have_is_dashed(screen: HouseScreen) -> None:
    screen.touches(f"game:{TAI_SAI}", "leaf:table")
    for name in (
        "positions:\N{EN DASH}",
        "decks:8",
        "dealing:face-up",
        "insuranceshown:display",
        "hlga:yes",
        "method:A",
    ):
        assert screen.control(name).act is None
        assert screen.control(name).waits
        assert not screen.control(name).picked


def test_a_badge_is_not_ticked_before_it_is_known_to_be_right(screen: HouseScreen) -> None:
    """A dealer is no supervisor, whatever he keys under that name: nothing is said of it before the PIN is weighed."""
    screen.types("badge-opens", "D1").types("pin-opens", "482913").touches("leaf:table").types("unit", "5")
    for name in ("badge-opens", "pin-opens"):
        assert screen.entry(name).value
        assert not screen.entry(name).wrong


def test_the_method_is_for_a_pit_manager(screen: HouseScreen) -> None:
    """MBS 3.9.2: without a choice the cards stay with the dealer."""
    screen.touches(f"game:{MBS}", "leaf:table", f"method:{Method.A.value}")
    screen.types("badge-opens", "S1").types("pin-opens", "730264")
    assert "Pit Manager" in screen.primary.sub.first
    assert screen.entry("badge-opens").label.first == "Badge of Pit Manager or above"
    act = screen.primary.act
    assert act is not None
    refusal = screen.does(act)
    assert refusal is not None
    assert refusal.code == "wrong-role"
    screen.touches("method:")
    assert screen.entry("badge-opens").label.first == "Badge of Pit Supervisor or above"
    screen.opens()
    table = screen.station.state.table.table
    assert table is not None
    assert table.method is Method.B


def test_method_c_waits_for_a_high_limit_table(screen: HouseScreen) -> None:
    """MBS 3.9."""
    screen.touches(f"game:{MBS}", "leaf:table", "method:C")
    assert "HLGA" in screen.primary.waits.first
    screen.touches("hlga:yes")
    assert "HLGA" not in screen.primary.waits.first


def test_own_numbers_of_seats_are_one_a_position(screen: HouseScreen) -> None:
    """Ruling S3."""
    screen.touches(f"game:{V4}", "layout:A", "leaf:readings", "ruling-S3:own-numbers", "leaf:table", "positions:3")
    screen.types("own-seats", "1 2").types("badge-opens", "S1")
    assert "3 positions" in screen.primary.waits.first
    screen.types("own-seats", "1 2 4").opens()
    table = screen.station.state.table.table
    assert table is not None
    assert table.seats == (1, 2, 4)


def test_a_supervisor_or_above_opens(screen: HouseScreen) -> None:
    screen.types("badge-opens", "D1").types("pin-opens", "482913")
    act = screen.primary.act
    assert act is not None
    refusal = screen.does(act)
    assert refusal is not None
    assert refusal.code == "wrong-role"
    assert screen.station.state.table.table is None


def test_another_game_is_another_table(screen: HouseScreen) -> None:
    """Limits and seats of one layout mean nothing on another."""
    screen.touches(f"game:{V4}", f"layout:{LONG}", "leaf:table", "positions:16", "leaf:limits").types("max-all", "7")
    screen.touches("leaf:layout", f"game:{MBS}", "leaf:table")
    assert screen.control("positions:8").picked
    screen.touches("leaf:limits")
    assert screen.entry("max-all").value == "20,000"
    screen.opens()


def test_in_a_live_house_readings_and_sign_are_confirmed_by_two_first(live: HouseScreen) -> None:
    live.touches(f"game:{V4}", "layout:P")
    assert live.primary.name == "confirm-readings"
    live.touches("leaf:readings")
    assert live.row("ruling:B2").title == "What a pair is · B2", "nobody knows a reading by its number"
    live.types("badge-second", "M2").types("pin-second", "730264").enter()
    assert live.primary.name == "confirm-limits"
    live.types("badge-second", "M2").types("pin-second", "730264").enter()
    live.opens("M2")
    assert live.station.state.table.table is not None


def test_no_live_table_is_opened_in_a_window_that_is_too_small(live: HouseScreen) -> None:
    """It is said at once, before anything else that is wrong; no keyed PIN changes it."""
    small = replace(live.context, is_small=True)
    assert (
        table_opening.table_opening_rail(live.context).primary.waits
        != table_opening.table_opening_rail(small).primary.waits
    )
    for _ in range(2):
        live.types("badge-second", "M2").types("pin-second", "730264")
        waits = table_opening.table_opening_rail(replace(live.context, is_small=True)).primary
        assert waits.act is None
        assert "1280 x 720" in waits.waits.first
        live.enter()
    live.types("badge-opens", "M2").types("pin-opens", "730264")
    assert live.can_enter()
    assert table_opening.table_opening_rail(replace(live.context, is_small=True)).primary.act is None


def test_a_demonstration_may_be_small(screen: HouseScreen) -> None:
    screen.types("badge-opens", "S1").types("pin-opens", "730264")
    assert table_opening.table_opening_rail(replace(screen.context, is_small=True)).primary.act is not None


def test_a_session_of_long_ago_is_none_of_the_two(live: HouseScreen) -> None:
    """Two others agree then, each with his PIN; here there is only one, so it is not done."""
    live.clock.wait(130_000_000)
    live.clock.now()
    live.types("badge-second", "M2").types("pin-second", "730264").types("badge-third", "M1").types(
        "pin-third", "482913"
    )
    act = live.primary.act
    assert act is not None
    refusal = live.does(act)
    assert refusal is not None
    assert refusal.code == "own-request"


def test_changed_limits_are_confirmed_anew(live: HouseScreen) -> None:
    for _ in range(2):
        live.types("badge-second", "M2").types("pin-second", "730264").enter()
    assert live.primary.name == "open-table"
    live.touches("leaf:limits").types("max-all", "5000")
    assert live.part.instruction.first == "Two people check the limit sign"
    live.types("badge-second", "M2")
    assert live.row("sign:all").right.endswith("5000")


LEAVES = ("layout", "table", "limits", "readings")
TEXT_FIELDS = [
    ("table", "table-name"),
    ("table", "unit"),
    ("table", "burned"),
    ("table", "own-seats"),
    *(("limits", name) for name in ("min-all", "max-all", "min-tie", "max-tie", "differential-differential")),
]
TURNED = [(leaf, name, then) for leaf, name in TEXT_FIELDS for then in LEAVES if then != leaf]


@pytest.mark.parametrize(("leaf", "name", "then"), TURNED)
def test_what_is_typed_on_another_leaf_changes_nothing_that_is_not_seen(
    screen: HouseScreen, leaf: str, name: str, then: str
) -> None:
    """Whoever turns the leaf has ended writing there: the keyboard goes to what he sees."""
    screen.touches(f"game:{V4}", "layout:P", "leaf:readings", "ruling-S3:own-numbers", "leaf:table")
    screen.touches("burn:fixed", f"leaf:{leaf}")
    if name.endswith("-tie"):
        screen.touches_row("limit:tie")
    if name.startswith("differential"):
        screen.touches_row("limit:differential")
    screen.types(name, "5")
    assert screen.writes == name
    before = screen.input_state.texts[name]
    screen.touches(f"leaf:{then}")
    there = [each.name for each in screen.blocks() if isinstance(each, EntryBlock)]
    assert screen.writes != name
    assert screen.writes in there
    screen.keys("7")
    assert screen.input_state.texts[name] == before


@pytest.mark.parametrize("leaf", LEAVES)
def test_who_keys_badge_and_pin_goes_on_whichever_leaf_is_turned(screen: HouseScreen, leaf: str) -> None:
    screen.types("badge-opens", "S1").types("pin-opens", "73").touches(f"leaf:{leaf}").keys("0264")
    assert screen.can_enter()


def test_an_entry_that_a_choice_takes_away_is_not_written_in_any_more(screen: HouseScreen) -> None:
    screen.touches("leaf:table", "burn:fixed").types("burned", "3").touches("burn:by-first-card").keys("9")
    assert screen.input_state.texts["burned"] == "3"


def test_a_name_is_typed_by_touch_on_one_keyboard_with_letters_and_digits(screen: HouseScreen) -> None:
    """It lies in the place of the leaf, and the name over it; what else is set there is there again when it is done."""
    screen.touches("leaf:table").types("table-name", "").touches("pad:clear")
    assert screen.entry("table-name").writing
    assert not any(each.name.startswith("decks:") for each in screen.controls())
    screen.touches("pad:B", "pad:-", "pad:1", "pad:3", "pad:delete", "pad:2", "pad:done")
    assert screen.entry("table-name").value == "B-12"
    assert not screen.entry("table-name").writing
    assert any(each.name.startswith("decks:") for each in screen.controls())
    assert not any(each.name.startswith("pad:") for each in screen.controls())


@pytest.mark.parametrize("leaf", LEAVES)
def test_letters_of_a_badge_are_put_away_by_turning_a_leaf_and_when_they_are_done(
    screen: HouseScreen, leaf: str
) -> None:
    """Nobody asks for a leaf to see a keyboard; the badge goes on with its digits."""
    for away in (f"leaf:{leaf}", "pad:done"):
        screen.types("badge-opens", "").touches("pad:letters")
        assert "pad:S" in {each.name for each in screen.controls()}
        screen.touches("pad:S", "pad:1", away)
        names = {each.name for each in screen.controls()}
        assert "pad:S" not in names
        assert {"pad:1", "pad:letters"} <= names
        assert screen.writes == "badge-opens"
        assert screen.entry("badge-opens").value == "S1"


def test_the_sign_stays_in_sight_of_who_confirms_it(live: HouseScreen) -> None:
    live.types("badge-second", "M2").types("pin-second", "730264").enter()
    assert live.primary.name == "confirm-limits"
    for name in ("badge-second", "pin-second"):
        live.types(name, "")
        assert live.row("sign:all").right


def test_a_leaf_is_ticked_once_it_was_seen(screen: HouseScreen) -> None:
    assert [screen.control(f"leaf:{leaf}").icon for leaf in ("table", "limits", "readings")] == ["", "", ""]
    screen.touches("leaf:limits", "leaf:layout")
    assert [screen.control(f"leaf:{leaf}").icon for leaf in ("table", "limits", "readings")] == ["", "tick", ""]


def test_the_title_names_the_position_and_the_limits_stand_beside_the_signature(screen: HouseScreen) -> None:
    assert "Pit Supervisor" in screen.part.instruction.first
    rows = [row.name for block in screen.part.work if isinstance(block, RowsBlock) for row in block.rows]
    assert any(name.startswith("sign:") for name in rows)


def test_where_nobody_holds_the_position_the_page_says_what_to_do(without_manager: HouseScreen) -> None:
    screen = without_manager

    def said() -> bool:
        return any("Add one" in block.text.first for block in screen.part.work if isinstance(block, NoteBlock))

    screen.touches(f"game:{MBS}")
    assert not said()
    screen.touches("leaf:table", "method:A")
    assert said()


def test_what_was_chosen_outlasts_a_panel_but_no_badge_does() -> None:
    chosen = NO_INPUT.with_pick("game", MBS).with_text("table-name", "M-21").with_text("badge-opens", "S1")
    kept, now = table_opening.keep_opening(NO_INPUT, chosen)
    assert now == chosen
    kept, now = table_opening.keep_opening(kept, NO_INPUT.replace(panel=Panel.PEOPLE).with_text("name", "Dealer 2"))
    assert now.text("name") == "Dealer 2"
    _, now = table_opening.keep_opening(kept, NO_INPUT)
    assert (now.pick("game"), now.text("table-name"), now.text("badge-opens")) == (MBS, "M-21", "")


def test_after_a_closing_the_last_game_is_proposed_with_its_settings(screen: HouseScreen) -> None:
    screen.touches(f"game:{MBS}", "layout:C", "leaf:table").types("table-name", "M-21").opens()
    before = screen.station.state.table.table
    assert before is not None
    screen.touches_menu("open:close-table").keys("S1").enter().keys("730264")
    screen.touches("close-table").touches("close-table")
    screen.opens()
    assert screen.station.state.table.table == before


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.9.2")
@pytest.mark.parametrize(("method", "hlga"), [(Method.A, False), (Method.C, True)])
def test_after_a_closing_the_method_and_the_high_limit_are_proposed(
    screen: HouseScreen, method: Method, *, hlga: bool
) -> None:
    screen.touches(f"game:{MBS}", "layout:C", "leaf:table", f"hlga:{'yes' if hlga else 'no'}", f"method:{method.value}")
    opening = TableChoices(screen.context)
    table = opening.table
    assert table is not None
    last = replace(screen.context.state, last_table=table, book=opening.game_in_force)
    proposed = TableChoices(replace(screen.context, state=last, input_state=NO_INPUT))
    assert (proposed.method, proposed.is_hlga) == (method, hlga)
    assert proposed.table == table
    other = NO_INPUT.with_pick("method", "").with_pick("hlga", "no")
    chosen = TableChoices(replace(screen.context, state=last, input_state=other))
    assert (chosen.method, chosen.is_hlga) == (None, False), "what is proposed can be chosen otherwise"
