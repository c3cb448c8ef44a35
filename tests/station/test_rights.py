"""The list of who may do what, walked through for every position on the desks of the station and on its panels."""

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import get_args

import pytest

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace
from dealer_app.people.events import FolderKind
from dealer_app.people.positions import Position, load_positions
from dealer_app.screens.blocks import NoteBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.irregularity.menus import supervisor_panel
from dealer_app.screens.presenter import build_screen
from dealer_app.station import two_people
from dealer_app.station.core import Done, Proof
from dealer_app.station.report_orders import ReportKind
from dealer_app.station.state import GAMING_DAY
from dealer_app.station.station import Station
from dealer_app.station.supervisor.supervisor_desks import room_terminal
from dealer_app.station.two_people import Proposal
from dealer_app.station_events import DisputeStep, OrderOutcome, RulebookInForce
from tests.station.open_house import RULES, open_house_table
from tests.support.live_station import StaffedStation
from tests.support.screen_contexts import state_context

RIGHTS: Mapping[str, frozenset[Position]] = {
    act: frozenset(Position(code) for code in given["positions"])
    for act, given in tomllib.loads((files("resources") / "rights.toml").read_text(encoding="utf-8")).items()
}
ACTS: Mapping[str, Callable[[Station, Proof], Done | Refusal]] = {
    "enter-room": lambda at, proof: at.room.enter(proof),
    "begin-shift": lambda at, proof: at.shifts.begin(proof),
    "change-setting": lambda at, proof: at.settings.change(proof, GAMING_DAY, 300),
    "stop-station": lambda at, proof: at.stop(proof),
    "read-shift-report": lambda at, proof: at.reports.allow(proof, ReportKind.SHIFT),
    "read-round-sheet": lambda at, proof: at.reports.allow(proof, ReportKind.ROUND),
    "note-dispute-step": lambda at, proof: at.law.note_step(proof, 1, DisputeStep.NOTIFIED),
    "acknowledge-alarm": lambda at, proof: at.alarms.acknowledge(proof, 1),
    "hold-table": lambda at, proof: at.order.hold(proof),
    "sign-checklist": lambda at, proof: at.checklists.sign(proof, RuleFamily.BACCARAT, ()),
    "look-at-odds": lambda at, proof: at.live_odds.begin_look(proof),
    "acknowledge-backup-alarm": lambda at, proof: at.backups.acknowledge(proof),
}
DECIDED_BY_TWO: Mapping[str, Proposal] = {
    "decide-limits": two_people.ProposeLimits(table="T1", limits=TableLimits()),
    "decide-shoe-order": two_people.ProposeShoeOrder(outcome=OrderOutcome.SHUFFLED, surveillance=""),
    "decide-live-odds": two_people.ProposeLiveOdds(shoe=1),
    "decide-start-without-second-head": two_people.ProposeWithoutSecondHead(since=0, until=1),
    "decide-rulings": two_people.ProposeRulings(read=RulebookInForce(game="", fingerprint="", rulings=())),
    "decide-two-person-setting": two_people.ProposeSetting(setting=GAMING_DAY, value=300),
    "decide-second-head": two_people.ProposeSecondHead(file=""),
    "decide-backups": two_people.ProposeBackups(place="", mark="", hours=1, most=1),
    "decide-currency": two_people.ProposeCurrency(key="", file="", days=1, skill=""),
}
NOT_THIS_PERSON = frozenset(
    {
        *("may-not-enter-room", "may-not-shift", "may-not-set", "may-not-stop", "may-not-report"),
        *("may-not-note-step", "supervisors-only", "backup-in-charge"),
    }
)
EVERY_POSITION = pytest.mark.parametrize("position", Position, ids=lambda each: each.value)


def test_the_list_has_every_act_and_no_other() -> None:
    assert set(RIGHTS) == set(ACTS) | set(DECIDED_BY_TWO)


def test_every_proposal_is_in_the_list_but_those_that_need_two_different_positions() -> None:
    different = {two_people.ProposePeople, two_people.ProposeVolume, two_people.ProposeUnlock}
    assert {type(one) for one in DECIDED_BY_TWO.values()} == set(get_args(Proposal)) - different


@pytest.mark.parametrize("act", DECIDED_BY_TWO)
def test_two_of_the_positions_of_the_list_decide_and_nobody_else(act: str) -> None:
    assert two_people.proposal_deciders(load_positions(), FolderKind.LIVE, DECIDED_BY_TWO[act]) == RIGHTS[act]


@EVERY_POSITION
@pytest.mark.parametrize("act", ACTS)
def test_a_desk_takes_it_from_whom_the_list_names_and_from_nobody_else(
    house: StaffedStation, act: str, position: Position
) -> None:
    open_house_table(house)
    house.add("X1", position)
    proof = house.begin_session("X1", terminal=room_terminal("table"))
    answer = ACTS[act](house.station, proof)
    refused = isinstance(answer, Refusal) and answer.code in NOT_THIS_PERSON
    assert refused is (position not in RIGHTS[act])


def panel_context(house: StaffedStation, position: Position) -> ScreenContext:
    """The table, with somebody of this position signed in at its screen."""
    open_house_table(house)
    house.add("X1", position)
    house.begin_session("X1", terminal="table")
    state = house.station.state
    return replace(state_context(RULES, state.table), state=state, terminal="table", moment=house.station.now())


@EVERY_POSITION
def test_a_panel_offers_it_to_whom_the_list_names_and_to_nobody_else(house: StaffedStation, position: Position) -> None:
    context = panel_context(house, position)
    for act, panel in (
        ("acknowledge-alarm", Panel.ALARMS),
        ("hold-table", Panel.SHOE_ORDER),
        ("look-at-odds", Panel.LIVE_ODDS),
    ):
        over = build_screen(replace(context, input_state=NO_INPUT.replace(panel=panel))).overlay
        first = None if over is None else over.left_column[0]
        closed = isinstance(first, NoteBlock) and first.text.first.startswith("Only")
        assert closed is (position not in RIGHTS[act]), act
    is_menu = supervisor_panel(context).primary is None
    assert is_menu is (position in RIGHTS["enter-room"]), "who is a supervisor calls none"
