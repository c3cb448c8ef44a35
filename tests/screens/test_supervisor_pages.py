"""What supervisors alone read: alarms, the finding of the shoe's order, live odds. No other screen has any of it."""

from collections.abc import Mapping
from typing import Any

import pytest

from dealer_app.domain.values import replace
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import LiveBet
from dealer_app.odds.shoe import make_shoe_counts
from dealer_app.people.pins import Pin
from dealer_app.screens.actions import (
    AcknowledgeAlarm,
    BeginLook,
    DecideByTwo,
    EndLook,
    HoldTable,
    RestartDisplay,
    SetInput,
    ShelveAlarm,
)
from dealer_app.screens.blocks import (
    CardRunBlock,
    ChartsBlock,
    DeckBlock,
    EdgesBlock,
    NoteBlock,
    PanelsBlock,
    RowsBlock,
    Tone,
)
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.key_input import handle_key, screen_controls
from dealer_app.screens.screen import Overlay, PageStage, Screen
from dealer_app.station.supervisor.alarms import AlarmSignals
from dealer_app.station.two_people import ProposeLiveOdds, ProposeShoeOrder
from dealer_app.station_events import OrderOutcome, ShoeOrderFound
from dealer_app.texts import Language
from tests.support.desk_settings import TERMINAL
from tests.support.rounds import parse_cards
from tests.support.scenes import STILL, Scene, SceneStage
from tests.support.screen_checks import check_screen

RUN = parse_cards("QS 3S 2S JS TS 9S AS 8S 7S AH 2H 6S 3H 5S 4H 5H 6H 4S 3S 2S")
PANELS = (Panel.ALARMS, Panel.SHOE_ORDER, Panel.LIVE_ODDS)


FOUND = ShoeOrderFound(
    shoe=1,
    round=4,
    first=1,
    cards=RUN,
    rounds=(1,) * 6 + (2,) * 4 + (3,) * 6 + (4,) * 4,
    order="hearts-first",
    links=9,
    compared=3,
    at=0,
    offset=0,
)


def set_stage(
    *, supervisor: bool = True, looks: Looks = STILL, found: ShoeOrderFound = FOUND, rounds: int = 4
) -> SceneStage:
    """After so many rounds, with a finding and two alarms of the machine."""
    stage = SceneStage(Scene(name="supervisor", rounds_before=rounds), looks)
    house, station = stage.house, stage.house.station
    if supervisor:
        house.begin_session("M1", terminal=TERMINAL)
    now = house.clock.now()
    station.record(replace(found, at=now.utc, offset=now.offset))
    station.alarms.read_signals = lambda: AlarmSignals(display_lost=True, disk_low=True)
    station.alarms.check()
    return stage


def show(stage: SceneStage, panel: Panel, **chosen: object) -> Screen:
    stage.desk.show()
    stage.desk.press(SetInput(NO_INPUT.replace(panel=panel, **chosen)))
    assert stage.screen is not None
    return stage.screen


def overlay(screen: Screen) -> Overlay:
    assert screen.overlay is not None
    return screen.overlay


def acts(screen: Screen) -> Mapping[str, object]:
    return {control.name: control.act for control in screen_controls(screen)}


@pytest.mark.parametrize("panel", PANELS)
def test_a_dealer_reads_none_of_it(panel: Panel) -> None:
    stage = set_stage(supervisor=False)
    shown = overlay(show(stage, panel))
    (note,) = shown.left_column
    assert isinstance(note, NoteBlock)
    assert note.text.first == "Only a Pit Supervisor or above reads this. Sign in as one."
    assert shown.right_column == ()


def test_the_screen_of_the_dealer_is_the_same_with_a_finding_and_alarms_as_without() -> None:
    with_finding = set_stage(supervisor=False)
    without = SceneStage(Scene(name="supervisor", rounds_before=4), STILL)
    assert with_finding.show_screen() == without.show_screen()


def test_while_the_table_is_held_the_dealer_waits_for_the_supervisor_and_learns_no_more() -> None:
    stage = set_stage(supervisor=False)
    stage.house.check_done(stage.house.station.order.hold(stage.house.m1))
    rail = stage.show_screen().rail
    assert rail.instruction.first == "Wait for the supervisor"
    assert (rail.primary.act, rail.work) == (None, ())
    assert "shuffle" not in repr(rail)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("panel", PANELS)
def test_every_page_has_one_next_step_and_names_of_its_own(panel: Panel, language: Language) -> None:
    looks = replace(STILL, first=language, second=Language.EN if language is not Language.EN else Language.ZH_HANT)
    stage = set_stage(looks=looks)
    check_screen(show(stage, panel))
    stage.house.check_done(stage.house.station.order.hold(stage.house.m2))
    check_screen(show(stage, panel))


def test_the_alarms_are_listed_with_the_gravest_first_and_one_is_acknowledged_or_shelved() -> None:
    stage = set_stage()
    shown = show(stage, Panel.ALARMS)
    rows = next(block for block in overlay(shown).left_column if isinstance(block, RowsBlock)).rows
    assert [row.title for row in rows] == [
        "Cards of shoe 1 may be unshuffled",
        "The disk is nearly full",
        "The customer display is not current",
    ]
    grave = show(stage, Panel.ALARMS, framed=rows[0].name)
    assert "shelve" not in acts(grave)
    assert isinstance(acts(show(stage, Panel.ALARMS, framed=rows[1].name))["acknowledge"], AcknowledgeAlarm)
    texts = {"shelve-reason": "monitor is changed", "shelve-minutes": "30"}
    shelving = acts(show(stage, Panel.ALARMS, framed=rows[1].name, texts=texts))
    number = int(rows[1].name.removeprefix("alarm:"))
    wanted = shelving["shelve"]
    assert isinstance(wanted, ShelveAlarm)
    assert (wanted.number, wanted.reason, wanted.minutes) == (number, "monitor is changed", 30)
    assert "acknowledge" not in shelving, "Enter goes on with what was begun"


def test_a_display_that_is_lost_is_restarted_from_its_alarm() -> None:
    stage = set_stage()
    shown = show(stage, Panel.ALARMS)
    rows = next(block for block in overlay(shown).left_column if isinstance(block, RowsBlock)).rows
    lost, other = rows[2].name, rows[1].name
    assert acts(show(stage, Panel.ALARMS, framed=lost))["restart-display"] == RestartDisplay(
        number=int(lost.removeprefix("alarm:")), then=NO_INPUT.replace(panel=Panel.ALARMS)
    )
    assert "restart-display" not in acts(show(stage, Panel.ALARMS, framed=other))


def held_stage() -> SceneStage:
    stage = set_stage()
    stage.house.check_done(stage.house.station.order.hold(stage.house.m1))
    return stage


KEYED: Mapping[str, object] = {
    "picks": {"order-form": "ready"},
    "texts": {"order-reference": "CCTV 81", "badge-second": "M2"},
    "pins": {"pin-second": Pin("274916")},
}
"""What is keyed of a finding when it is only to be decided."""


def test_a_supervisor_holds_the_table_first_then_keys_the_finding_and_decides_at_last() -> None:
    stage = set_stage()
    assert isinstance(show(stage, Panel.SHOE_ORDER).rail.primary.act, HoldTable)
    stage.house.check_done(stage.house.station.order.hold(stage.house.m1))
    keyed = show(stage, Panel.SHOE_ORDER)
    assert keyed.rail.primary.name == "key-finding"
    assert {acts(keyed)[name] for name in ("outcome:shuffled", "outcome:change-shoe", "void-last-round")} == {None}
    stage.desk.press(keyed.rail.primary.act)  # type: ignore[arg-type]
    assert stage.screen is not None
    assert stage.screen.writes == "order-reference"
    ready = acts(show(stage, Panel.SHOE_ORDER, **KEYED))
    for name, outcome in (("shuffled", OrderOutcome.SHUFFLED), ("change-shoe", OrderOutcome.CHANGE_SHOE)):
        decided = ready[f"outcome:{name}"]
        assert isinstance(decided, DecideByTwo)
        assert decided.proposal == ProposeShoeOrder(outcome=outcome, surveillance="CCTV 81")


def test_a_void_is_never_given_by_enter_and_is_pressed_twice() -> None:
    stage = held_stage()
    show(stage, Panel.SHOE_ORDER)
    ready = show(stage, Panel.SHOE_ORDER, **KEYED)
    assert ready.rail.primary.act is None
    assert isinstance(acts(ready)["void-last-round"], SetInput)
    armed = acts(show(stage, Panel.SHOE_ORDER, **KEYED, confirming="void-last-round"))["void-last-round"]
    assert isinstance(armed, DecideByTwo)
    assert armed.proposal == ProposeShoeOrder(outcome=OrderOutcome.VOID_ROUND, surveillance="CCTV 81")


def page(screen: Screen) -> PageStage:
    assert isinstance(screen.stage, PageStage)
    return screen.stage


def of_kind(kind: type[Any], screen: Screen) -> Any:
    """The one block of this kind on the page; nothing where there is none."""
    columns = (page(screen).head, *page(screen).columns, page(screen).foot)
    return next((block for column in columns for block in column if isinstance(block, kind)), None)


def test_the_finding_has_its_cards_with_arrows_the_chart_the_order_and_the_round_that_can_still_be_voided() -> None:
    shown = show(set_stage(), Panel.SHOE_ORDER)
    cards = of_kind(CardRunBlock, shown).cards
    assert [card.card for card in cards] == [card.text for card in RUN]
    assert sum(card.leads for card in cards) == 9
    chart = of_kind(ChartsBlock, shown).tiles[0].chart
    assert (chart.found, chart.limit) == (9, 7)
    # 1 in 44 million: between the seventh and the eighth power of ten.
    assert 700 < chart.depths[9] < 800
    assert sum(len(line.lit) for line in of_kind(DeckBlock, shown).suits) == 15 - 2
    panels = of_kind(PanelsBlock, shown).panels
    assert [panel.name for panel in panels] == ["round:1", "round:2", "round:3", "round:4"]
    assert [panel.edge for panel in panels] == [Tone.PLAIN] * 3 + [Tone.ATTENTION]


def test_in_a_small_window_the_chart_and_the_order_are_two_leaves() -> None:
    stage = set_stage()
    stage.desk._window = replace(stage.desk._window, is_compact=lambda: True)
    chance = show(stage, Panel.SHOE_ORDER)
    assert (of_kind(ChartsBlock, chance) is None, of_kind(DeckBlock, chance)) == (False, None)
    stage.desk.press(acts(chance)["leaf:order-list"])  # type: ignore[arg-type]
    assert stage.screen is not None
    assert of_kind(ChartsBlock, stage.screen) is None
    assert of_kind(DeckBlock, stage.screen) is not None


def test_a_repeat_shows_both_runs_one_above_the_other() -> None:
    stage = set_stage(
        found=replace(FOUND, cards=RUN[:8], rounds=(1,) * 6 + (2,) * 2, order="", links=0, earlier_shoe=2)
    )
    shown = show(stage, Panel.SHOE_ORDER)
    upper, lower = (block.cards for block in page(shown).head if isinstance(block, CardRunBlock))
    assert [card.card for card in upper] == [card.card for card in lower]
    assert of_kind(DeckBlock, shown) is None


def test_while_nothing_is_found_the_page_says_how_near_the_cards_come() -> None:
    stage = SceneStage(Scene(name="supervisor", rounds_before=4), STILL)
    stage.house.begin_session("M1", terminal=TERMINAL)
    shown = show(stage, Panel.SHOE_ORDER)
    note = of_kind(NoteBlock, shown)
    seen = stage.house.station.order.record.figures
    assert seen.cards
    assert note.text.first.startswith(f"{seen.cards} open cards seen")
    check_screen(shown)


def figures(screen: Screen) -> EdgesBlock | None:
    found: EdgesBlock | None = of_kind(EdgesBlock, screen)
    return found


def with_odds(stage: SceneStage) -> SceneStage:
    """Live odds are reckoned: the first bet is against the house."""
    book = stage.rules.book
    assert book.decks is not None
    odds = ShoeOdds(book, stage.rules.layout).refresh(make_shoe_counts(8, book.decks))
    bets = tuple(
        LiveBet(
            area=each.bet.area,
            win=each.chances.win,
            edge=-each.chances.edge if place == 0 else each.chances.edge,
            full_edge=each.chances.edge,
        )
        for place, each in enumerate(odds.bets)
    )
    stage.desk._settings = replace(stage.desk._settings, find_live_odds=lambda _rules, _table: bets)
    return stage


def open_look(stage: SceneStage) -> Screen:
    stage.house.two(ProposeLiveOdds(shoe=1))
    proof = stage.house.begin_session("M1", terminal=TERMINAL)
    stage.house.check_done(stage.house.station.live_odds.begin_look(proof))
    return show(stage, Panel.LIVE_ODDS)


def test_figures_are_shown_while_a_look_is_open_alone_and_a_bet_against_the_house_is_marked() -> None:
    stage = with_odds(set_stage())
    assert figures(show(stage, Panel.LIVE_ODDS)) is None
    stage.house.two(ProposeLiveOdds(shoe=1))
    before = show(stage, Panel.LIVE_ODDS)
    assert figures(before) is None
    assert isinstance(acts(before)["look"], BeginLook)
    shown = open_look(stage)
    table = figures(shown)
    assert table is not None
    assert [row.against.first for row in table.rows][:2] == ["against the house", ""]
    assert table.rows[0].now_text.startswith("\N{MINUS SIGN}")
    assert table.rows[0].now == -table.rows[0].full < 0
    assert shown.rail.instruction.first == "Bets that favour guests: 1"
    assert isinstance(acts(shown)["close-look"], EndLook)
    assert isinstance(acts(shown)["close"], EndLook)
    stage.house.begin_session("M2", terminal=TERMINAL)
    assert figures(show(stage, Panel.LIVE_ODDS)) is None, "a look is for who has opened it"


@pytest.mark.parametrize("key", ["Esc", "Enter"])
def test_every_way_off_the_figures_ends_the_look(key: str) -> None:
    stage = with_odds(set_stage())
    shown = open_look(stage)
    found = handle_key(shown, NO_INPUT.replace(panel=Panel.LIVE_ODDS), key)
    assert isinstance(found.act, EndLook)


@pytest.mark.parametrize(("name", "panel"), [("open:limits", Panel.LIMITS), ("open:shoe", Panel.SHOE)])
def test_limits_and_another_shoe_are_a_touch_away_and_end_the_look(name: str, panel: Panel) -> None:
    found = acts(open_look(with_odds(set_stage())))[name]
    assert isinstance(found, EndLook)
    assert found.then is not None
    assert found.then.panel is panel


def test_in_a_small_window_the_bets_are_on_leaves_that_say_how_many_of_them_are_marked() -> None:
    stage = with_odds(set_stage())
    stage.desk._window = replace(stage.desk._window, is_compact=lambda: True)
    shown = open_look(stage)
    first = figures(shown)
    assert first is not None
    keys = {control.name: control for control in screen_controls(shown)}
    assert keys["leaf:1"].sub.first == "against the house: 1"
    stage.desk.press(keys["leaf:2"].act)  # type: ignore[arg-type]
    assert stage.screen is not None
    second = figures(stage.screen)
    assert second is not None
    assert not {row.name for row in first.rows} & {row.name for row in second.rows}
    assert len(first.rows) + len(second.rows) == len(stage.rules.layout.areas)
