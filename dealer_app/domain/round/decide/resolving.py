"""Meeting the needs of an open case, one after the other: answers, approvals, order, reconstruction, void, ruling.

Each command here meets one kind of need, and only when that is the first the case still has. When none is left the
case closes and play goes on. Options, insurance, searches and wagers have modules of their own.
"""

from dealer_app.domain.round import commands, events, mending_commands
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.betting import closing, never_placed
from dealer_app.domain.round.decide.cases import (
    allowed_to_decide,
    followed_by,
    met,
    need_of,
    needs_now,
    opened,
    who_asked,
)
from dealer_app.domain.round.decide.conditions import Why, current
from dealer_app.domain.round.decide.correcting import applied, counted
from dealer_app.domain.round.decide.dealing import drawn, held, held_over, is_impossible, taken
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import ended_void, given_back, open_card_carried, settlement_undone, voided
from dealer_app.domain.round.decide.insuring import offer_closing
from dealer_app.domain.round.decide.missed_insurance import case_of, missed_offers
from dealer_app.domain.round.decide.over_limits import found_at_closing
from dealer_app.domain.round.decide.planning import uncovered
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    InspectionNeeded,
    OrderNeeded,
    Requested,
    RulingNeeded,
    TumbleCounted,
    VoidNeeded,
)
from dealer_app.domain.round.reading import reading_text, unlike
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace


def answer(rules: Rules, state: TableState, command: commands.Answer) -> Decision:
    """Announced: closed late, and the card or tumble counts. Not announced: it is the irregularity."""
    case = state.cases[-1]
    trouble = Trouble(case.trouble)
    dropped = never_placed(rules, state, command.without_chips if command.announced else ())
    if isinstance(dropped, Refusal):
        return dropped
    if trouble is Trouble.TUMBLE_BEFORE_CLOSING:
        return _answer_for_tumble(rules, state, command)
    done = (*met(state, command.by, "announced" if command.announced else "not announced"), *dropped)
    after = fold(state, done)
    if trouble is Trouble.CARD_BEFORE_CLOSING:
        if not command.announced:
            # It has left the shoe, whatever the shift manager makes of it (ruling O6).
            lies = (held_over(after, held(case, command.by, command.at)),)
            return (*done, *lies, *opened(rules, fold(after, lies), command.by, Trouble.OTHER))
        first = closing(after, late=True)
    else:
        first = offer_closing(rules, after, late=True)
    laid = drawn(rules, fold(after, first), held(case, command.by, command.at))
    if trouble is Trouble.CARD_BEFORE_CLOSING:
        # What is over a limit is found at this closing as at any other (RWS 5.18, MBS 5.18).
        return (*done, *first, *laid, *found_at_closing(rules, fold(after, (*first, *laid)), command.by))
    if command.announced:
        return (*done, *first, *laid)
    # The offer was neglected: what it came to shows once the card lies there (Insurance Plus 5.13).
    after = fold(after, (*first, *laid))
    due = [stage for stage in InsuranceStage if missed_offers(rules, current(after), stage)]
    stage = next((closed.stage for closed in first if isinstance(closed, events.OfferClosed)), due[0])
    return (*done, *first, *laid, *case_of(rules, after, command.by, stage))


def _answer_for_tumble(rules: Rules, state: TableState, command: commands.Answer) -> Decision:
    """That closing had been announced in time is confirmed by somebody else (Tai Sai 5.5.3)."""
    tumbles = int(state.cases[-1].facts["tumbles"])
    if not command.announced:
        done = met(state, command.by, "not announced")
        return (*done, *opened(rules, fold(state, done), command.by, Trouble.TUMBLED_TOO_EARLY))
    if rules.knows("closing_announced_before_tumble"):
        role, clause = rules.decider("closing_announced_before_tumble")
        confirmed = ApprovalNeeded(role, clause, TumbleCounted(tumbles, command.without_chips))
        return followed_by(state, command.by, "announced", confirmed)
    done = met(state, command.by, "announced")
    return (*done, *counted(rules, fold(state, done), command.by, TumbleCounted(tumbles, command.without_chips)))


def approve(rules: Rules, state: TableState, command: commands.Approve) -> Decision:
    need = need_of(state, ApprovalNeeded)
    case = state.cases[-1]
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is None and command.read is not None:
        wrong = unlike(need.applies, command.read)
    if wrong is not None:
        return wrong
    done = met(state, command.by, "approved", read="" if command.read is None else reading_text(command.read))
    if need.applies is None:
        return done
    asked_by = who_asked(state)
    return (*done, *applied(rules, fold(state, done), asked_by, need.applies, case.clause))


def refuse(rules: Rules, state: TableState, command: commands.Refuse) -> Decision:
    """A correction that is refused is not made, and play goes on as recorded.

    Any other refused request is not the end of the trouble: what else to do is for the shift manager.
    """
    need = need_of(state, ApprovalNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is None and not command.reason.strip():
        wrong = refused("reason-needed", "house policy")
    if wrong is not None:
        return wrong
    if isinstance(need.applies, TumbleCounted):
        done = met(state, command.by, command.reason)
        asked_by = who_asked(state)
        return (*done, *opened(rules, fold(state, done), asked_by, Trouble.TUMBLED_TOO_EARLY))
    if isinstance(need.applies, Requested):
        return met(state, command.by, command.reason)
    return (events.NeedsChanged(case=state.cases[-1].number, needs=uncovered(rules).needs),)


def may_withdraw(rules: Rules, state: TableState) -> Why:
    """Only a correction is a wish: of what has happened nobody takes back that it has."""
    need = needs_now(state)
    if isinstance(need, ApprovalNeeded) and isinstance(need.applies, Requested):
        return None
    return refused("not-asked", state.cases[-1].clause if state.cases else rules.clause("round"))


def withdraw(rules: Rules, state: TableState, command: mending_commands.WithdrawCorrection) -> Decision:
    """By who asked for it; as with one that is refused, play goes on as recorded."""
    del rules
    if command.by.name != state.cases[-1].reported_by:
        return refused("not-who-asked", HOUSE_POLICY)
    return met(state, command.by, "withdrawn")


def inspect(rules: Rules, state: TableState, command: commands.Inspect) -> Decision:
    """Misread: the right card is entered and drawn. Foreign: the round is void and the shoe closed (5.5.1)."""
    need = need_of(state, InspectionNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    case = state.cases[-1]
    asked_by = who_asked(state)
    if command.card is None:
        foreign = rules.clause("foreign-card")
        return voided(rules, state, asked_by, rules.clause("void"), closes_shoe=foreign)
    seen = "card" in case.facts
    if is_impossible(state, command.card):
        clause = rules.clause("foreign-card")
        if not seen:
            return refused("impossible-face-down", clause)
        return Refusal(code="impossible-card", clause=clause, facts={"card": command.card.text})
    done = met(state, command.by, command.card.text if seen else "looked at")
    card = replace(held(case, asked_by, command.at), card=command.card)
    return (*done, *taken(rules, fold(state, done), card))


def decide_order(rules: Rules, state: TableState, command: commands.DecideOrder) -> Decision:
    """Only the cards in dispute may change places; who decides is not told what either order comes to."""
    need = need_of(state, OrderNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    disputed = state.cases[-1].places
    kept = all(place in disputed or order == place for place, order in enumerate(command.order))
    if wrong is None and (sorted(command.order) != list(range(len(current(state).cards))) or not kept):
        wrong = refused("no-order", need.clause)
    if wrong is not None:
        return wrong
    done: tuple[events.Event, ...] = (events.CardsReordered(cards=command.order), events.Reconstructed())
    done = (*done, *met(state, command.by, "order"))
    return (*done, *settlement_undone(rules, fold(state, done), who_asked(state)))


def confirm_reconstruction(rules: Rules, state: TableState, command: commands.ConfirmReconstruction) -> Decision:
    del rules
    # A sealed card that belongs to a hand after all is unsealed when it is turned: to tell it now tells the hand.
    return (events.Reconstructed(), *met(state, command.by, "reconstructed"))


def confirm_comparison(rules: Rules, state: TableState, command: mending_commands.ConfirmComparison) -> Decision:
    """Neither shoe nor display prevails over the cards or dice on the table (RWS 5.15, MBS 6.3, Tai Sai 5.11)."""
    del rules
    return met(state, command.by, "compared")


def confirm_void(rules: Rules, state: TableState, command: commands.ConfirmVoid) -> Decision:
    need = need_of(state, VoidNeeded)
    return ended_void(rules, state, command.by, need.clause, closes_shoe=need.closes)


def give_ruling(rules: Rules, state: TableState, command: commands.GiveRuling) -> Decision:
    """In his words, with what of each bet counts from now on, and whether the round goes on or is void."""
    need = need_of(state, RulingNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is None and not command.text.strip():
        wrong = refused("reason-needed", need.clause)
    if wrong is not None:
        return wrong
    done = met(state, command.by, command.text)
    if state.round is None and command.effect is commands.Effect.CONTINUE and not command.counts:
        return done
    if not can_be_ruled_on(state):
        return refused("no-round", rules.clause("earlier-rounds-stand"))
    asked_by = who_asked(state)
    if command.effect is commands.Effect.VOID:
        return (*done, *ended_void(rules, fold(state, done), asked_by, need.clause))
    wrong = _cannot_count(rules, state, command, need.clause)
    if wrong is not None:
        return wrong
    undone = settlement_undone(rules, fold(state, done), asked_by) if command.counts else ()
    done = (*done, *undone[:1])
    # What he does not let count is rejected: be it a part that is cut or the whole bet, no other bet is reckoned with
    # it, at closing either (RWS 5.18, rulings L7 and L11).
    counts = dict(command.counts)
    back = given_back(fold(state, done), counts, need.clause, never_placed=True) if counts else ()
    changed = (*done, *back, *undone[1:])
    return (*changed, *open_card_carried(rules, fold(state, changed), asked_by))


def can_be_ruled_on(state: TableState) -> bool:
    """The round that is on, or the last one until the next begins; of an earlier one nothing is changed."""
    if state.round is not None:
        return True
    earlier = state.cases[-1].trouble == Trouble.ERROR_OF_EARLIER_ROUND.value
    return state.last is not None and state.last.phase is Phase.CONCLUDED and not earlier


def _cannot_count(rules: Rules, state: TableState, command: commands.GiveRuling, clause: str) -> Why:
    """Of a bet in play less may count than lies there, in chips: the rest of them goes back (ruling B9)."""
    assert state.table is not None, "asked only at an open table"
    ruled = state.round or state.last
    assert ruled is not None, "asked only of a round that can still be ruled on"
    stakes = {bet.number: bet.wager.stake for bet in ruled.in_play}
    for number, part in command.counts:
        if number not in stakes or not 0 <= part < stakes[number]:
            return Refusal(code="no-such-bet", clause=clause, facts={"bet": str(number)})
        off = not_in_chips(rules, state.table, part)
        if off is not None:
            return off
    return None
