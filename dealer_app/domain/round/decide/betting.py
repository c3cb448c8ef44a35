"""Opening and closing bets, and the bets between."""

from collections.abc import Collection, Mapping

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.one_bet import accepted_of_one, over_a_bet_alone
from dealer_app.domain.policies import UnderMinimum
from dealer_app.domain.round import commands, events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.apply_mended import where_they_belong
from dealer_app.domain.round.decide.conditions import (
    During,
    Why,
    bets_open,
    between_rounds,
    cards_ready,
    current,
    nothing_unresolved,
)
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.over_limits import found_at_closing
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.state import DrawnCard, Phase, PlacedBet, TableState
from dealer_app.domain.round.table import BetKeeping, Dealing, Rules, Table
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.wagers import Wager, own, wholes


def may_open(rules: Rules, state: TableState) -> Why:
    if any(card.turned for card in state.carried) and state.carried_for != mending_commands.CarriedUse.USE.value:
        return refused("open-card-carried", rules.clause("uncovered"))
    if state.dice_damaged:
        return refused("dice-damaged", rules.clause("damaged-dice"))
    if state.table is not None and rules.book.dice is not None and not state.dice_set:
        return refused("dice-not-inspected", HOUSE_POLICY)
    return nothing_unresolved(state) or between_rounds(state, rules) or cards_ready(rules, state)


def open_bets(rules: Rules, state: TableState, command: commands.PlaceYourBets) -> Decision:
    del rules, command
    return (events.RoundBegan(number=state.rounds + 1),)


def _not_keyed(rules: Rules, table: Table) -> Why:
    del rules
    return refused("bets-not-keyed", "house policy") if table.bets is BetKeeping.OFF else None


may_bet = During((Phase.BETTING,), never=_not_keyed, otherwise=bets_open)


def place(rules: Rules, state: TableState, command: commands.PlaceBet) -> Decision:
    wager = command.wager
    wrong = _on_behalf(rules, command) or unfit_wager(rules, state, wager)
    if wrong is not None:
        return wrong
    bet = PlacedBet(number=state.entries + 1, wager=wager, on_behalf=command.on_behalf)
    return (events.BetPlaced(bet=bet),)


def _on_behalf(rules: Rules, command: commands.PlaceBet) -> Why:
    """Who works at the table may bet for a bettor who asks; nobody else may (RWS 5.17, MBS 3.8, Tai Sai 5.13)."""
    role, _ = rules.decider("bet_on_behalf")
    if command.on_behalf and not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=rules.clause("on-behalf"), facts={"role": rules.title(role)})
    return None


def unfit_wager(rules: Rules, state: TableState, wager: Wager, *, instead_of: int | None = None) -> Why:
    """What stands against this wager; `instead_of` is the number of the bet that it corrects, if it does."""
    layout = rules.layout
    assert state.table is not None, "asked only at an open table"
    if wager.area not in layout.areas:
        return Refusal(code="not-offered", clause=layout.clause, facts={"area": wager.area})
    if layout.seats and wager.seat not in rules.seats(state.table):
        return Refusal(code="no-such-seat", clause=layout.clause, facts={"seat": str(wager.seat)})
    if wager.seat is not None and not layout.seats:
        return Refusal(code="no-such-seat", clause=layout.clause, facts={"seat": str(wager.seat)})
    if wager.stake < 1:
        return refused("no-stake", rules.clause("limits"))
    return _off_chips(rules, state, wager, instead_of) or _too_many(rules, state, wager, instead_of)


def _off_chips(rules: Rules, state: TableState, wager: Wager, instead_of: int | None) -> Why:
    """A stake that is keyed lies there in chips (ruling B9); what was cut to a limit (5.1) may stay as it is."""
    assert state.table is not None, "asked only at an open table"
    round_ = state.round or state.last
    before = () if round_ is None else round_.bets
    if any(bet.number == instead_of and bet.wager.stake == wager.stake for bet in before):
        return None
    return not_in_chips(rules, state.table, wager.stake)


def _too_many(rules: Rules, state: TableState, wager: Wager, instead_of: int | None) -> Why:
    """A playing area takes so many wagers, or fewer where the Pit Manager has said so (MBS 3.7, 3.7.1).

    All that one bettor has there is one wager: adding to it is no new one (ruling O23).
    """
    assert state.table is not None, "asked only at an open table"
    limits, fewer = rules.book.limits, state.table.most_wagers
    most, clause = limits.most_wagers_per_area, limits.most_wagers_clause
    if fewer is not None:
        most, (_, clause) = fewer, rules.decider("fewer_wagers_per_area")
    if most is None:
        return None
    round_ = state.round or state.last
    assert round_ is not None, "a wager belongs to a round"
    others = {own(bet.wager) for bet in round_.in_play if bet.number != instead_of}
    there = sum((seat, area) == (wager.seat, wager.area) for seat, _, area in others)
    if own(wager) in others or there < most:
        return None
    return Refusal(code="too-many-wagers", clause=clause or "house policy", facts={"most": str(most)})


def _no_bet(rules: Rules, state: TableState) -> Why:
    return None if current(state).in_play else refused("no-such-bet", rules.clause("bets-open"))


may_withdraw = During((Phase.BETTING,), _no_bet, never=_not_keyed, otherwise=bets_open)


def withdraw(rules: Rules, state: TableState, command: commands.WithdrawBet) -> Decision:
    if all(bet.number != command.number for bet in current(state).in_play):
        return Refusal(code="no-such-bet", clause=rules.clause("bets-open"), facts={"bet": str(command.number)})
    return (events.BetTakenBack(number=command.number),)


def _no_excess(rules: Rules, state: TableState) -> Why:
    return None if in_excess(rules, state) else refused("nothing-in-excess", rules.clause("excess"))


may_reject = During((Phase.BETTING,), _no_excess, never=_not_keyed, otherwise=bets_open)


def in_excess(rules: Rules, state: TableState, first: tuple[int, ...] = ()) -> Mapping[int, int]:
    """The bets over a limit, by number, with what of each is accepted; `first` were placed before all others."""
    assert state.table is not None, "asked only at an open table"
    return _in_excess(rules.book, state.table.limits, as_placed(current(state).in_play, first))


@last_remembered
def _in_excess(book: Rulebook, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> Mapping[int, int]:
    over = accepted_of_one(book, limits, [bet.wager for bet in bets])
    return {bets[place].number: accepted for place, accepted in over.items()}


def as_placed(bets: tuple[PlacedBet, ...], first: tuple[int, ...]) -> tuple[PlacedBet, ...]:
    """In the order in which they are accepted: as they were keyed, but for those of which the dealer says otherwise."""
    if not first:
        return bets
    places = {number: place for place, number in enumerate(first)}
    return tuple(sorted(bets, key=lambda bet: places.get(bet.number, len(places))))


def excess_clauses(rules: Rules, state: TableState) -> tuple[str, ...]:
    """What a rejection rests on: 5.1 of the RWS documents speaks of the Differential, a maximum is the house's."""
    assert state.table is not None, "asked only at an open table"
    clauses = (rules.clause("excess"), HOUSE_POLICY)
    if rules.book.limits.maximum_clause is not None:
        return clauses[:1]
    over = _over_which(rules.book, state.table.limits, current(state).in_play)
    return tuple(clause for clause, there in zip(clauses, over, strict=True) if there)


@last_remembered
def _over_which(book: Rulebook, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> tuple[bool, bool]:
    """Whether they are over a Differential, and whether over the maximum of a bet."""
    wagers = [bet.wager for bet in bets]
    most = ((stake, limits.maximum(area)) for (_, _, area), stake in wholes(wagers).items())
    over = any(maximum is not None and stake > maximum for stake, maximum in most)
    return not over_a_bet_alone(book, limits, wagers), over


def reject(rules: Rules, state: TableState, command: commands.RejectExcess) -> Decision:
    known = {bet.number for bet in current(state).in_play}
    wrong = next(
        (number for number in command.placed_first if number not in known or command.placed_first.count(number) > 1),
        None,
    )
    if wrong is not None:
        return Refusal(code="no-such-bet", clause=rules.clause("excess"), facts={"bet": str(wrong)})
    accepted = in_excess(rules, state, command.placed_first)
    return tuple(events.BetCut(number=number, accepted=Money(part)) for number, part in sorted(accepted.items()))


def may_mark_new_player(rules: Rules, state: TableState) -> Why:
    """Before the bets of a round are closed; only where something rests on who it was before."""
    if not _players_counted(rules) and not state.persons:
        return refused("players-not-counted", rules.clause("under-minimum"))
    if state.round is not None and state.round.phase is not Phase.BETTING:
        return refused("bets-closed", rules.clause("after-closing"))
    return nothing_unresolved(state)


def _players_counted(rules: Rules) -> bool:
    """Whether the document counts what the same Player did before (MBS 5.14)."""
    return rules.book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY


def mark_new_player(rules: Rules, state: TableState, command: mending_commands.NewPlayer) -> Decision:
    assert state.table is not None, "asked only at an open table"
    if not _players_counted(rules) and all(command.who not in person for person in state.persons):
        return refused("players-not-counted", rules.clause("under-minimum"))
    if command.who[0] not in (rules.seats(state.table) if rules.layout.seats else (None,)):
        return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(command.who[0])})
    return (mending_events.NewPlayerMarked(who=command.who),)


may_close = During((Phase.BETTING,))


def close(rules: Rules, state: TableState, command: commands.NoMoreBets) -> Decision:
    """What is over a limit now is spread as the book says, or somebody is asked.

    A bet on behalf exists only where its chips lie on the layout: any other was never placed.
    """
    dropped = never_placed(rules, state, command.without_chips)
    if isinstance(dropped, Refusal):
        return dropped
    closed = (*dropped, *closing(fold(state, dropped), late=False))
    return (*closed, *found_at_closing(rules, fold(state, closed), command.by))


def never_placed(rules: Rules, state: TableState, without_chips: Collection[int]) -> Decision:
    """The bets on behalf whose chips do not lie on the layout when bets are closed, in time or late."""
    clause = rules.clause("on-behalf")
    round_ = current(state)
    on_behalf = {bet.number for bet in round_.in_play if bet.on_behalf and round_.phase is Phase.BETTING}
    unknown = next((number for number in sorted(without_chips) if number not in on_behalf), None)
    if unknown is not None:
        return Refusal(code="not-on-behalf", clause=clause, facts={"bet": str(unknown)})
    return tuple(events.BetNeverPlaced(number=number, clause=clause) for number in sorted(without_chips))


def closing(state: TableState, *, late: bool) -> tuple[Event, ...]:
    """Bets are closed; only now may the cards carried over be seen: they are the first of the round (ruling O6).

    From the fifth on they wait as they lie, sealed: whether a hand needs them shows only when the first four are open.
    """
    assert state.table is not None, "asked only at an open table"
    face_up = state.table.dealing is Dealing.FACE_UP
    opening: list[Event] = [events.BetsClosed(late=late)]
    lying = current(state).cards
    for order, card in enumerate(state.carried, start=len(lying)):
        initial = order < INITIAL_CARDS
        turned = card.turned or (face_up and initial and card.card is not None)
        seal = None if initial or turned else card.seal
        if seal is None and card.seal is not None and card.card is not None:
            opening.append(events.CardUnsealed(card=card.card, seal=card.seal))
        lying = (*lying, DrawnCard(card.card, Place.NEITHER, turned, seal))
        put = where_they_belong(lying)[order]
        opening.append(events.CardCarriedIn(card=card.card, put=put, turned=turned, seal=seal))
    return tuple(opening)
