"""Of a wrong take or pay it is said who and how much: it is restored, and ticked, before the next round."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Who
from dealer_app.domain.wagers import Bettor
from tests.rules.irregularities.test_corrections import closed, ended
from tests.support.rounds import BACCARAT, SEATED, SUPERVISOR, TAI_SAI, V4, RoundTable

WRONG = IrregularityKind.WRONG_TAKE_OR_PAY


def bettor(book: str) -> Who:
    return (None if book == TAI_SAI else 1), SEATED


def facts(book: str) -> str:
    return "- seated" if book == TAI_SAI else "1 seated"


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.parametrize("due", [-500, 262])
@pytest.mark.clause(V4, "5.6")
def test_it_is_listed_and_the_next_round_waits_until_a_supervisor_has_ticked_it(book: str, due: int) -> None:
    table = ended(closed(book), book).report(WRONG, who=bettor(book), due=Money(due), text="counted anew")
    assert (table.case.trouble, table.case.facts) == ("chips-moved", {facts(book): str(due)})
    assert table.cases_opened() == ["wrong-take-or-pay", "chips-moved"], "what was seen is on record too"
    assert table.expect_refusal(commands.PlaceYourBets).code == "case-open"
    assert table.expect_refusal(commands.Approve).code == "same-person"
    table.do(commands.Approve, by=SUPERVISOR).begin()
    assert table.expect_refusal(commands.Report, trouble=WRONG.value).code == "nothing-paid-yet"


def test_the_wrong_person_paid_need_not_have_bet() -> None:
    table = ended(closed(V4), V4).report(WRONG, who=(7, Bettor("standing-1")), due=Money(-500))
    assert table.case.facts == {"7 standing-1": "-500"}


def test_somebody_and_an_amount_belong_to_it() -> None:
    table = ended(closed(V4), V4)
    for who, due, code in (
        (None, 500, "no-stake"),
        ((1, SEATED), 0, "no-stake"),
        ((99, SEATED), 500, "no-such-seat"),
        ((None, SEATED), 500, "no-such-seat"),
    ):
        assert table.expect_refusal(commands.Report, trouble=WRONG.value, who=who, due=Money(due)).code == code


def test_before_the_result_nothing_can_have_been_paid() -> None:
    refused = closed(V4).expect_refusal(commands.Report, trouble=WRONG.value, who=(1, SEATED), due=Money(500))
    assert refused.code == "nothing-paid-yet"


def test_without_an_amount_a_supervisor_sees_to_it_as_before() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C").finish().report(WRONG)
    assert table.case.trouble == "wrong-take-or-pay"
