"""What every plan is made of: whether an outcome is established, and the needs that recur.

A plan is the clause it rests on and a row of needs. Nothing here asks for the name of a game: where the documents
differ, a policy says how (section 5 of each; rulings E1 to E8, O1 to O14).
"""

from enum import Enum
from typing import assert_never

from msgspec import Struct

from dealer_app.domain.baccarat.situation import possible_situations, winner_in
from dealer_app.domain.cards import Card
from dealer_app.domain.policies import PlayerOptions, Policy, WithdrawalScope
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    Need,
    OptionsNeeded,
    ReconstructionNeeded,
    RulingNeeded,
    Scope,
    VoidNeeded,
)
from dealer_app.domain.round.state import Round, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.wagers import Area


class Plan(Struct, frozen=True, kw_only=True):
    """`established` is None where the clause does not ask whether an outcome is."""

    clause: str
    needs: tuple[Need, ...] = ()
    established: bool | None = None


class Where(Enum):
    """Which clauses ask whether an outcome is established, for ruling E5 can be answered for each apart."""

    INTERRUPTION = "interruption"
    OPTIONS = "options"
    NEGLECT = "neglect"


def established(rules: Rules, state: TableState, where: Where, disputed: tuple[int, ...] = ()) -> bool:
    """Whether any bet that the layout offers has conclusively won or lost (rulings E1 to E6).

    Every card counts that the station knows, wherever in the drawn order it lies; one that nobody can know may be any,
    and so may one of which the order is in dispute (E2, O16). On a face-down table only this answer may be told, never
    the bet.
    """
    round_ = state.round
    if round_ is None:
        return state.last is not None
    if rules.baccarat is None:
        return round_.dice is not None
    if by_the_result(rules, where):
        return result_established(rules, round_, disputed)
    return rules.baccarat.decided_with_unknown(_counting(round_, disputed)).established


def result_established(rules: Rules, round_: Round, disputed: tuple[int, ...] = ()) -> bool:
    """Whether it is certain how the round ends between Player and Banker."""
    assert rules.baccarat is not None, "dice have no hands"
    cards = _counting(round_, disputed)
    winners = {winner_in(found) for found in possible_situations(cards)}
    if len(winners) == 1 and None not in winners:
        return True
    decided = rules.baccarat.decided_with_unknown(cards)
    return bool(_HANDS & {*decided.won, *decided.lost})


_HANDS = {Area("player"), Area("banker")}


def _counting(round_: Round, disputed: tuple[int, ...]) -> list[Card | None]:
    """The cards at their places in the drawn order; nothing for one that does not count (rulings E2, O16)."""
    return [
        None if drawn.seal is not None or place in disputed else drawn.card for place, drawn in enumerate(round_.cards)
    ]


def by_the_result(rules: Rules, where: Where) -> bool:
    """Ruling E5: `outcome` may mean the one between Player and Banker, clause by clause."""
    option = rules.book.choice("E5") or ""
    return option == "result-throughout" or where.value in option


def uncovered(rules: Rules) -> Plan:
    """What the document does not cover is for the person whom it names."""
    role, clause = rules.decider("uncovered_case")
    return Plan(clause=clause, needs=(RulingNeeded(role, clause),))


def approved_void(rules: Rules, code: str, *, closes_shoe: bool = False) -> Plan | None:
    """Voided by a clause of its own, once the person whom the house names agrees."""
    if not rules.has(code):
        return None
    own = rules.clause(code)
    return Plan(clause=own, needs=voiding(rules, _voiding(rules, own), closes=own if closes_shoe else ""))


def voiding(rules: Rules, clause: str, *, closes: str = "") -> tuple[Need, ...]:
    """Whatever clause voids a round, a second person agrees to it before (house policy): nobody voids one alone."""
    role, policy = rules.decider("void")
    return ApprovalNeeded(role, policy), VoidNeeded(clause, closes)


def _voiding(rules: Rules, own: str) -> str:
    """The clause on void rounds; where it is a part of another trouble's clause (MBS 5.1.1), this one's own says it."""
    clause = rules.clause("void")
    whole, _, _ = clause.rpartition(".")
    return own if "." in whole and whole != own else clause


def reconstruction(rules: Rules, trouble: str = "") -> tuple[Need, ...]:
    role, clause = rules.decider(reconstruction_decision(rules, trouble))
    return ApprovalNeeded(role, clause), ReconstructionNeeded(rules.clause("reconstruction"))


def reconstruction_decision(rules: Rules, trouble: str) -> str:
    """Who puts cards right after this, by the code of the decision: some books say so of cards in excess (MBS 6.1)."""
    in_excess = trouble == Trouble.EXCESS_CARD.value and rules.knows("excess_cards")
    return "excess_cards" if in_excess else "reconstruction"


def options(rules: Rules, clause: str, scope: Policy[WithdrawalScope] | None = None) -> tuple[Need, ...]:
    scope = scope or rules.book.policies.withdrawal_scope
    assert scope is not None, "only a game with cards gives these options"
    return (OptionsNeeded(clause, Scope(scope.value.value)),)


def options_by(
    rules: Rules, policy: Policy[PlayerOptions] | None, *, established: bool, reconstructable: bool = True
) -> tuple[Need, ...]:
    """The options that a clause gives; what withholds them differs from clause to clause (ruling O4)."""
    if policy is None:
        return ()
    match policy.value:
        case PlayerOptions.NONE:
            return ()
        case PlayerOptions.UNLESS_ESTABLISHED:
            withheld = established
        case PlayerOptions.UNLESS_ESTABLISHED_AND_RECONSTRUCTED:
            withheld = established and reconstructable
        case _:
            assert_never(policy.value)
    return () if withheld else options(rules, policy.clause)
