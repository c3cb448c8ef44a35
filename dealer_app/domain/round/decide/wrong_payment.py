"""A bet that was taken or paid wrongly: what is to be restored, and to whom, before the next round begins.

It is restored as all chips are that have moved wrongly: the bettor and the amount are listed, and a supervisor ticks.
"""

from fractions import Fraction

from dealer_app.domain.round import commands, events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import opened
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import chips_listed
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace


def restored(rules: Rules, state: TableState, command: commands.Report) -> Decision:
    """What was seen is on record; what goes out to him, or comes back, is listed for the supervisor."""
    assert state.table is not None, "asked only at an open table"
    who, due = command.who, command.due
    if who is None or not due:
        return refused("no-stake", rules.clause("settlement"))
    if who[0] not in (rules.seats(state.table) if rules.layout.seats else (None,)):
        # Who was paid by mistake need not have bet; but he sits or stands here.
        return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(who[0])})
    off = not_in_chips(rules, state.table, due)
    if off is not None:
        return off
    facts = {"text": command.text} if command.text else {}
    case = opened(rules, state, command.by, Trouble.WRONG_TAKE_OR_PAY, facts=facts)[0]
    assert isinstance(case, events.CaseOpened), "a case begins with its opening"
    told = (events.CaseOpened(case=replace(case.case, needs=())), events.CaseClosed(case=case.case.number))
    return (*told, *chips_listed(rules, fold(state, told), command.by, {who: Fraction(due)}))
