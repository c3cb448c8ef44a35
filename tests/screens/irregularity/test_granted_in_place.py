"""What a role grants at the table is signed in place, while the dealer stays signed in and the round goes on."""

import pytest

from dealer_app.domain.round import events
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.screens import presenter
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.round import parts
from tests.screens.irregularity_hands import decide_act, key_signature, panel, press_control, ready
from tests.screens.irregularity_screens import find_control, part_controls
from tests.support.rounds import INSURANCE, MBS, V4, RoundTable
from tests.support.screen_contexts import make_context


def _between(*, hlga: bool = False) -> RoundTable:
    return RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.B, hlga=hlga, begun=False)


def _asked(table: RoundTable, name: str) -> ScreenContext:
    """The panel that a key of the rail opens, at which nobody has signed."""
    context = make_context(table.rules, table.state)
    asked = press_control(context, parts.round_rail(context), name)
    waiting = panel(asked).primary
    assert waiting is not None
    assert waiting.act is None, "a dealer does not decide it"
    return asked


def _granted(asked: ScreenContext, badge: str) -> events.Event:
    """What happens once this person has signed, with the dealer still signed in."""
    act = ready(key_signature(asked, badge))
    assert isinstance(act, SendCommand)
    assert act.by is not None
    done = decide_act(key_signature(asked, badge), act)
    assert not isinstance(done, Refusal), done
    assert asked.current_account is not None
    assert asked.current_account.badge == "D1"
    return done[0]


def _is_refused(asked: ScreenContext, badge: str) -> bool:
    primary = panel(key_signature(asked, badge)).primary
    return primary is not None and primary.act is None


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.9.2")
@pytest.mark.parametrize(("method", "badge"), [("A", "P1"), ("C", "A1")])
def test_another_method_is_signed_where_it_is_asked(method: str, badge: str) -> None:
    asked = _asked(_between(hlga=True), f"method:{method}")
    assert _granted(asked, badge) == events.MethodChosen(method=Method(method))


def test_the_key_says_who_decides_and_the_one_in_force_is_none() -> None:
    table = _between()
    shown = parts.round_rail(make_context(table.rules, table.state))
    assert find_control(shown, "method:A").sub.first.endswith("decides")
    assert find_control(shown, "method:B").act is None
    assert find_control(shown, "method:C").waits.first == "In HLGA only"


def test_the_panel_is_gone_once_the_round_has_begun() -> None:
    table = _between()
    asked = press_control(context := make_context(table.rules, table.state), parts.round_rail(context), "method:A")
    table.begin()
    begun = make_context(table.rules, table.state, input_state=asked.input_state)
    assert begun.input_state.panel is Panel.APPROVAL
    assert presenter.irregularity_overlay(begun) is None


@pytest.mark.parametrize(
    ("book", "name"),
    [
        pytest.param(V4, "squeeze:banker:1", marks=pytest.mark.clause(V4, "3.9")),
        pytest.param(INSURANCE, "squeeze:banker:1", marks=pytest.mark.clause(INSURANCE, "3.9")),
    ],
)
def test_a_squeeze_is_granted_to_the_highest_bettor(book: str, name: str) -> None:
    table = RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("banker", 2000, 1), ("player", 1000, 2)).close()
    asked = _asked(table, name)
    assert _is_refused(asked, "D1")
    assert _granted(asked, "S1") == events.CardsGiven(side=Side.BANKER, who=(1, SEATED))


@pytest.mark.clause(V4, "3.9")
def test_with_bets_off_it_is_said_who_asks_to_squeeze() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN, bets=BetKeeping.OFF).close()
    asked = _asked(table, "name:player")
    assert _is_refused(asked, "S1"), "nobody is named yet"
    named = press_control(asked, panel(asked), "who:3")
    assert _granted(named, "S1") == events.CardsGiven(side=Side.PLAYER, who=(3, SEATED))


def test_a_squeeze_is_no_longer_granted_once_the_card_has_left_the_shoe() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bet("banker", 2000, 1).close()
    asked = _asked(table, "squeeze:banker:1")
    table.deal("2S 3H")
    assert presenter.irregularity_overlay(make_context(table.rules, table.state, input_state=asked.input_state)) is None


@pytest.mark.clause(INSURANCE, "3.14")
def test_the_waiver_of_insurance_is_granted_in_the_round() -> None:
    table = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN).bets(("banker", 2000, 1), ("player", 1000, 2)).close()
    table.deal("KS KH 2S AH").turn_all()
    asked = _asked(table, "waive")
    assert _granted(asked, "S1") == events.InsuranceWaived()


@pytest.mark.clause(MBS, "3.12.2")
def test_who_has_no_wager_draws_by_leave() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.C, hlga=True)
    context = make_context(table.rules, table.state)
    context = replace(context, input_state=context.input_state.replace(seat=5))
    asked = press_control(context, parts.round_rail(context), "device-to")
    assert _is_refused(asked, "P1")
    assert _granted(asked, "A1") == events.DevicePassed(who=(5, SEATED))


def _dealt(method: Method = Method.A) -> RoundTable:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=method)
    return table.bets(("banker", 4000, 7), ("banker", 4000, 2), ("player", 1000, 3)).close().deal("KS KH 2S AH")


@pytest.mark.clause(MBS, "3.21")
@pytest.mark.parametrize("method", [Method.A, Method.B])
def test_a_pit_manager_gives_any_cards_to_anybody(method: Method) -> None:
    asked = _asked(_dealt(method), "to-another")
    for name in ("hand:player", "who:5"):
        assert _is_refused(asked, "P1")
        asked = press_control(asked, panel(asked), name)
    assert _is_refused(asked, "S1")
    assert _granted(asked, "P1") == events.CardsGiven(side=Side.PLAYER, who=(5, SEATED))


@pytest.mark.clause(MBS, "3.10.4.1")
def test_the_pit_supervisor_names_one_of_equal_ones() -> None:
    asked = _asked(_dealt(), "first:banker:unknown")
    offered = [one.name for one in part_controls(panel(asked)) if one.name.startswith("who:")]
    assert sorted(offered) == ["who:2", "who:7"]
    named = press_control(asked, panel(asked), "who:2")
    assert _granted(named, "S1") == events.CardsGiven(side=Side.BANKER, who=(2, SEATED))


@pytest.mark.clause(MBS, "3.10.4.1")
def test_another_than_the_record_has_first_is_named_by_the_pit_supervisor() -> None:
    asked = _asked(_dealt(), "first:banker:2")
    assert _granted(asked, "S1") == events.CardsGiven(side=Side.BANKER, who=(2, SEATED))


def test_whose_cards_they_will_be_is_said_in_the_words_of_each_language() -> None:
    primary = panel(_asked(_dealt(), "first:banker:2")).primary
    assert primary is not None
    assert (primary.label.first, primary.label.second) == ("BANKER cards to Seat 2", "莊牌交 2 號")
