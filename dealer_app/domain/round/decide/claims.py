"""A claim holds play until a supervisor closes it; winnings kept for who has left are handed over by one."""

from fractions import Fraction

from dealer_app.domain.round import commands, events, mending_commands, mending_events
from dealer_app.domain.round.decide.conditions import Why, table_open
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table import Rules


def may_hold(rules: Rules, state: TableState) -> Why:
    """A round is put on hold after its result; once the next one begins all rights have ended (RWS 5.6, 5.12)."""
    ended = state.round is not None and state.round.phase is Phase.ANNOUNCED
    if not ended and not (state.round is None and state.last is not None):
        return refused("nothing-to-claim", rules.clause("earlier-rounds-stand"))
    return table_open(state) or (None if state.claim is None else refused("claim-open", "house policy"))


def hold(rules: Rules, state: TableState, command: commands.HoldForClaim) -> Decision:
    del rules
    return (events.ClaimRaised(number=state.entries + 1, by=command.by, text=command.text),)


def may_close_claim(rules: Rules, state: TableState) -> Why:
    del rules
    return None if state.claim is not None else Refusal(code="no-claim", clause="house policy")


def close_claim(rules: Rules, state: TableState, command: commands.CloseClaim) -> Decision:
    assert state.claim is not None, "asked only while a claim is open"
    role, clause = rules.decider("claim")
    if command.by.name == state.claim.by:
        return Refusal(code="same-person", clause=clause)
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    if not command.decision.strip():
        return Refusal(code="reason-needed", clause=clause)
    if not command.clause.strip():
        return Refusal(code="clause-needed", clause=clause)
    rests_on = command.clause.strip()
    if rests_on not in rules.book.clauses and rests_on != HOUSE_POLICY:
        return Refusal(code="no-such-clause", clause=clause, facts={"clause": rests_on})
    return (
        events.ClaimClosed(
            number=state.claim.number,
            by=command.by,
            decision=command.decision,
            clause=rests_on,
            surveillance=command.surveillance,
        ),
    )


def may_hand_over(rules: Rules, state: TableState) -> Why:
    return table_open(state) if state.kept else refused("nothing-unclaimed", rules.clause("player-left"))


def hand_over(rules: Rules, state: TableState, command: mending_commands.HandOver) -> Decision:
    """Handed to the bettor, or taken in charge for him, by a supervisor; in his words."""
    role, clause = rules.decider("claim")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    owed = sum((amount for who, amount in state.unclaimed if who == command.who), Fraction(0))
    if not owed:
        return refused("nothing-unclaimed", rules.clause("player-left"))
    if not command.text.strip():
        return refused("reason-needed", clause)
    return (mending_events.WinningsHandedOver(who=command.who, amount=owed, by=command.by, text=command.text),)
