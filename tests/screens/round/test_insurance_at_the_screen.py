"""What is shown and said of insurance while it is offered, before and after (Insurance Plus 3.12, 4.2.2, 5.3)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import BetKeeping, InsuranceShown
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.blocks import EntryBlock
from dealer_app.screens.input_state import InputState
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.felt import INSURANCE_AREAS
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.screen import TableStage
from dealer_app.screens.timeline import Timeline, TimelineEvent
from tests.screens.round.round_screens import screen_controls as controls_of
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, RoundTable
from tests.support.screen_contexts import make_context


def _said(table: RoundTable) -> str:
    made = build_screen(make_context(table.rules, table.state))
    return "" if made.rail.say is None else made.rail.say.text.first


def _offered() -> RoundTable:
    return RoundTable(INSURANCE).bets(("player", 500, 1), ("banker", 1000, 2)).close().deal("4S 6D KH TC")


@pytest.mark.clause(INSURANCE, "5.3")
def test_once_all_have_answered_the_dealer_says_that_insurance_is_closed() -> None:
    table = _offered()
    assert "Banker insurance" in _said(table)
    table.do(commands.TakeInsurance, who=(2, SEATED), side=BANKER_HAND, stake=Money(100))
    assert "Insurance closed." in _said(table)
    table.do(commands.CloseOffer)
    assert "Insurance closed." in _said(table)
    assert "Insurance closed." not in _said(table.draw("6H"))


@pytest.mark.clause(INSURANCE, "5.3")
def test_closed_over_somebody_who_is_silent_it_is_said_before_the_next_card() -> None:
    assert "Insurance closed." in _said(_offered().do(commands.CloseOffer))


@pytest.mark.clause(INSURANCE, "4.2.2")
@pytest.mark.parametrize(
    ("shown", "word"), [(InsuranceShown.DISPLAY, "not now"), (InsuranceShown.NOT_OFFERED, "not offered")]
)
def test_only_where_the_notice_hangs_an_insurance_area_is_called_not_offered(shown: InsuranceShown, word: str) -> None:
    table = RoundTable(INSURANCE, insurance=shown)
    stage = build_screen(make_context(table.rules, table.state)).stage
    assert isinstance(stage, TableStage)
    assert {area.word for area in stage.table.areas if area.area in INSURANCE_AREAS} == {word}


def test_of_a_missed_offer_it_is_said_which_outcome_is_meant() -> None:
    """Other bets may be decided by then, and are shown so beside it (ruling E5)."""
    table = _offered().draw("6H").answer(False)
    told = repr(build_screen(make_context(table.rules, table.state)))
    assert "The PLAYER/BANKER result is still open" in told
    assert "No bet has won or lost" not in told


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_a_result_that_is_announced_once_more_says_why() -> None:
    table = _offered().deal("5H").finish().report(IrregularityKind.MISSED_INSURANCE)
    before = len(table.happened)
    intended = correction_commands.Intention((2, SEATED), BANKER_HAND, "said so")
    table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intended,)).resolve()
    assert table.round.phase is Phase.CLOSED
    context = make_context(table.rules, table.state)
    assert "announce again" not in repr(build_screen(context))
    told = tuple(TimelineEvent(event, 0, 480, "D1", "dealer") for event in table.happened[before:])
    assert "announce again" in repr(build_screen(replace(context, timeline=Timeline(current_events=told))))


# The table is asked for whatever is offered as an answer


@pytest.mark.clause(INSURANCE, "3.12.2")
@pytest.mark.parametrize(("digits", "stands_against"), [("10", ""), ("10.01", "Maximum insurance here: 10.")])
def test_an_amount_over_the_cap_is_refused_in_the_words_of_the_table(digits: str, stands_against: str) -> None:
    framed = InputState(framed="insure:2:seated:banker", digits=digits)
    context = make_context(_offered().rules, _offered().state, input_state=framed)
    made = build_screen(context)
    step = next(one for one in screen_controls(made) if one.name == "next:insure")
    assert step.waits.first.startswith(stands_against)
    assert (step.act is None) is bool(stands_against)
    assert [entry.wrong.first for entry in made.rail.work if isinstance(entry, EntryBlock) and entry.wrong] == (
        [step.waits.first] if stands_against else []
    )


@pytest.mark.parametrize("bets", list(BetKeeping))
def test_what_an_outage_keeps_from_the_table_is_no_key_either(bets: BetKeeping) -> None:
    """Until it has been answered nothing is allowed; the rows stay as they were."""
    table = RoundTable(INSURANCE, bets=bets)
    if bets is BetKeeping.KEYED:
        table.bets(("player", 500, 1), ("banker", 1000, 2))
    table.close().deal("4S 6D KH TC")
    context = make_context(table.rules, table.state)
    asked = {one.name: one for one in screen_controls(build_screen(context)) if isinstance(one.act, SendCommand)}
    answers = {name for name in asked if name.startswith("insure:")}
    assert answers
    after = round_rail(replace(context, guide=None))
    waiting = {one.name: one for one in controls_of(after) if one.name in answers}
    assert waiting.keys() == answers
    assert {(one.act, one.waits.first) for one in waiting.values()} == {(None, "Not at this point")}
