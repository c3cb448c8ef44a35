"""A bettor walks away: his bets are settled as they lie, and what he is owed is kept (RWS v4 5.3, MBS 5.10).

Where a settlement has been taken back he may have chips with him that would have to come back: what he then owes is
recorded as not recovered (ruling O18).
"""

from fractions import Fraction

from dealer_app.domain.round import commands, events, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import opened
from dealer_app.domain.round.decide.ending import chips_listed, chips_of, walk_away
from dealer_app.domain.round.state import Case, Person, TableState, Who
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble


def leave(rules: Rules, state: TableState, command: commands.Report, who: Who) -> tuple[events.Event, ...]:
    """He is gone; the cards that he held are passed on."""
    facts = {"text": command.text} if command.text else {}
    gone: tuple[events.Event, ...] = (walk_away(state, who),)
    holders = state.round.holders.items() if state.round is not None else ()
    given = tuple(events.CardsGiven(side=side, who=None) for side, holder in holders if holder == who)
    return (*gone, *given, *opened(rules, state, command.by, Trouble.PLAYER_LEFT, facts=facts))


def bettors_with_chips(state: TableState) -> tuple[Who, ...]:
    """Whose chips are to be moved back, in whichever of the open cases."""
    return tuple(dict.fromkeys(who for case in _chips_moved(state) for who in chips_of(case)))


def _chips_moved(state: TableState) -> tuple[Case, ...]:
    return tuple(case for case in state.cases if case.trouble == Trouble.CHIPS_MOVED.value)


def leave_with_chips(rules: Rules, state: TableState, command: commands.Report, who: Who) -> tuple[events.Event, ...]:
    """Of who has left nothing comes back and nothing goes out: it is settled without him, or kept for him."""
    case = next(case for case in reversed(_chips_moved(state)) if who in chips_of(case))
    due = chips_of(case)
    amount = due.pop(who)
    done: tuple[events.Event, ...] = (events.CaseClosed(case=case.number),)
    if state.round is not None and state.undone:
        # What he is owed, or would owe, shows when the round is settled once more.
        done = (*done, mending_events.BettorLeft(who=who, took=_took(state, who)))
    elif amount < 0:
        done = (*done, mending_events.ChipsNotRecovered(who=who, amount=-amount))
    else:
        done = (*done, mending_events.WinningsKept(who=who, amount=amount, given_back=True))
    done = (*done, *opened(rules, fold(state, done), command.by, Trouble.PLAYER_LEFT))
    return (*done, *chips_listed(rules, fold(state, done), Person(case.reported_by, "dealer"), due))


def _took(state: TableState, who: Who) -> Fraction:
    """The stakes that he has taken up with what was paid on them; of a bet that he lost there is nothing."""
    assert state.round is not None, "chips are moved back into a round"
    stakes = {number: stake for number, of, stake in state.round.chips if of == who}
    return sum((stakes[line.number] + line.moves for line in state.undone if line.number in stakes), Fraction(0))
