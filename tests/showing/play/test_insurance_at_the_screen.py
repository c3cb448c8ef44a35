"""What is shown and said of insurance while it is offered, before and after (Insurance Plus 3.12, 4.2.2, 5.3)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table import BetKeeping, InsuranceShown
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.acts import Give
from dealer_app.showing.blocks import Entry
from dealer_app.showing.chronicle import Chronicle, Happened
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.play.felt import INSURANCE_AREAS
from dealer_app.showing.play.parts import part
from dealer_app.showing.screen import TableStage
from dealer_app.showing.screen_of import screen
from dealer_app.showing.walking import controls
from tests.support.mending_screens import seen
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, Seated
from tests.support.seen_rounds import controls_of


def _said(table: Seated) -> str:
    made = screen(seen(table.rules, table.state))
    return "" if made.rail.say is None else made.rail.say.text.first


def _offered() -> Seated:
    return Seated(INSURANCE).bets(("player", 500, 1), ("banker", 1000, 2)).close().deal("4S 6D KH TC")


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
    table = Seated(INSURANCE, insurance=shown)
    stage = screen(seen(table.rules, table.state)).stage
    assert isinstance(stage, TableStage)
    assert {area.word for area in stage.table.areas if area.area in INSURANCE_AREAS} == {word}


def test_of_a_missed_offer_it_is_said_which_outcome_is_meant() -> None:
    """Other bets may be decided by then, and are shown so beside it (ruling E5)."""
    table = _offered().draw("6H").answer(False)
    told = repr(screen(seen(table.rules, table.state)))
    assert "PLAYER and BANKER are still open" in told
    assert "No bet has won or lost" not in told


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_a_result_that_is_announced_once_more_says_why() -> None:
    table = _offered().deal("5H").finish().report(Trouble.MISSED_INSURANCE)
    before = len(table.happened)
    intended = mending_commands.Intention((2, SEATED), BANKER_HAND, "said so")
    table.do(mending_commands.NameIntentions, by=PIT_MANAGER, named=(intended,)).resolve()
    assert table.round.phase is Phase.CLOSED
    seeing = seen(table.rules, table.state)
    assert "announce once more" not in repr(screen(seeing))
    told = tuple(Happened(event, 0, 480, "D1", "dealer") for event in table.happened[before:])
    assert "announce once more" in repr(screen(replace(seeing, chronicle=Chronicle(now=told))))


# The table is asked for whatever is offered as an answer


@pytest.mark.clause(INSURANCE, "3.12.2")
@pytest.mark.parametrize(("digits", "stands_against"), [("10", ""), ("10.01", "Insurance here is 10 at most")])
def test_an_amount_over_the_cap_is_refused_in_the_words_of_the_table(digits: str, stands_against: str) -> None:
    framed = Fingers(framed="insure:2:seated:banker", digits=digits)
    seeing = seen(_offered().rules, _offered().state, fingers=framed)
    made = screen(seeing)
    step = next(one for one in controls(made) if one.name == "next:insure")
    assert step.waits.first.startswith(stands_against)
    assert (step.act is None) is bool(stands_against)
    assert [entry.wrong.first for entry in made.rail.work if isinstance(entry, Entry) and entry.wrong] == (
        [step.waits.first] if stands_against else []
    )


@pytest.mark.parametrize("bets", list(BetKeeping))
def test_what_an_outage_keeps_from_the_table_is_no_key_either(bets: BetKeeping) -> None:
    """Until it has been answered nothing is allowed; the rows stay as they were."""
    table = Seated(INSURANCE, bets=bets)
    if bets is BetKeeping.KEYED:
        table.bets(("player", 500, 1), ("banker", 1000, 2))
    table.close().deal("4S 6D KH TC")
    seeing = seen(table.rules, table.state)
    asked = {one.name: one for one in controls(screen(seeing)) if isinstance(one.act, Give)}
    answers = {name for name in asked if name.startswith("insure:")}
    assert answers
    after = part(replace(seeing, guide=None))
    waiting = {one.name: one for one in controls_of(after) if one.name in answers}
    assert waiting.keys() == answers
    assert {(one.act, one.waits.first) for one in waiting.values()} == {(None, "Not at this point")}
