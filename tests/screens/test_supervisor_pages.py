"""What supervisors alone read: alarms, the finding of the shoe's order, live odds. No other screen has any of it."""

from collections.abc import Mapping

import pytest

from dealer_app.domain.values import replace
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import LiveBet
from dealer_app.odds.shoe import make_shoe_counts
from dealer_app.screens.actions import AcknowledgeAlarm, BeginLook, EndLook, HoldTable, SetInput, ShelveAlarm
from dealer_app.screens.blocks import FiguresBlock, NoteBlock, RowsBlock
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import Overlay, Screen
from dealer_app.station.supervisor.alarms import AlarmSignals
from dealer_app.station.two_people import ProposeLiveOdds
from dealer_app.station_events import ShoeOrderFound
from dealer_app.texts import Language
from tests.support.desk_settings import TERMINAL
from tests.support.rounds import parse_cards
from tests.support.scenes import STILL, Scene, SceneStage
from tests.support.screen_checks import check_screen

RUN = parse_cards("QS 3S 2S JS TS 9S AS 8S 7S AH 2H 6S 3H 5S 4H 5H 6H 4S 3S 2S")
PANELS = (Panel.ALARMS, Panel.SHOE_ORDER, Panel.LIVE_ODDS)


def set_stage(*, supervisor: bool = True, looks: Looks = STILL) -> SceneStage:
    """After four rounds, with a finding and two alarms of the machine."""
    stage = SceneStage(Scene(name="supervisor", rounds_before=4), looks)
    house, station = stage.house, stage.house.station
    if supervisor:
        house.begin_session("M1", terminal=TERMINAL)
    now = house.clock.now()
    found = ShoeOrderFound(
        shoe=1,
        round=4,
        first=1,
        cards=RUN,
        rounds=(1,) * 6 + (2,) * 4 + (3,) * 6 + (4,) * 4,
        order="hearts-first",
        links=9,
        compared=3,
        at=now.utc,
        offset=now.offset,
    )
    station.record(found)
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
    texts = {"shelve-reason": "monitor is changed", "shelve-minutes": "30"}
    shelving = acts(show(stage, Panel.ALARMS, framed=rows[1].name, texts=texts))
    number = int(rows[1].name.removeprefix("alarm:"))
    wanted = shelving["shelve"]
    assert isinstance(wanted, ShelveAlarm)
    assert (wanted.number, wanted.reason, wanted.minutes) == (number, "monitor is changed", 30)
    assert isinstance(shelving["acknowledge"], AcknowledgeAlarm)


def test_a_supervisor_holds_the_table_first_and_then_the_finding_is_keyed() -> None:
    stage = set_stage()
    assert isinstance(overlay(show(stage, Panel.SHOE_ORDER)).primary.act, HoldTable)  # type: ignore[union-attr]
    stage.house.check_done(stage.house.station.order.hold(stage.house.m1))
    keyed = show(stage, Panel.SHOE_ORDER)
    assert {"order-outcome:shuffled", "order-outcome:change-shoe", "order-outcome:void-round"} <= set(acts(keyed))


def test_a_void_is_never_given_by_enter() -> None:
    stage = set_stage()
    stage.house.check_done(stage.house.station.order.hold(stage.house.m1))
    picks = {"order-outcome": "void-round"}
    shown = overlay(show(stage, Panel.SHOE_ORDER, picks=picks, texts={"order-reference": "CCTV 81"}))
    assert shown.grave is not None
    assert shown.primary is not None
    assert shown.primary.name != "void-last-round"
    assert "DecideByTwo" not in repr(shown.primary.act)


def figures(screen: Screen) -> FiguresBlock | None:
    blocks = overlay(screen).left_column
    return next((block for block in blocks if isinstance(block, FiguresBlock)), None)


def test_figures_are_shown_while_a_look_is_open_alone_and_a_bet_against_the_house_is_marked() -> None:
    stage = set_stage()
    house, station = stage.house, stage.house.station
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
    assert figures(show(stage, Panel.LIVE_ODDS)) is None
    house.two(ProposeLiveOdds(shoe=1))
    before = show(stage, Panel.LIVE_ODDS)
    assert figures(before) is None
    assert isinstance(acts(before)["look"], BeginLook)
    proof = house.begin_session("M1", terminal=TERMINAL)
    house.check_done(station.live_odds.begin_look(proof))
    shown = show(stage, Panel.LIVE_ODDS)
    table = figures(shown)
    assert table is not None
    assert [row.line for row in table.rows][:2] == ["against the house", ""]
    assert table.rows[0].cells[2].text.startswith("\N{MINUS SIGN}")
    assert isinstance(acts(shown)["close-look"], EndLook)
    assert isinstance(acts(shown)["close"], EndLook)
    house.begin_session("M2", terminal=TERMINAL)
    assert figures(show(stage, Panel.LIVE_ODDS)) is None, "a look is for who has opened it"
