"""Decides on opening and closing bets, on the bets between, and on limits exceeded at closing.

Where a document spreads an excess by itself, as RWS 5.1.1 does, nothing is to be decided. Where somebody
decides it (RWS 5.18, MBS 5.18) a case is opened. After the reset of a device (MBS 5.9) and over an exceeded
Differential wagers may change once more.
"""

from collections.abc import Collection, Mapping

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS
from dealer_app.domain.limits import (
    TableLimits,
    area_totals,
    differential_overrun,
    is_only_over_maximum,
    stakes_within_limits,
)
from dealer_app.domain.money import Money
from dealer_app.domain.policies import DifferentialUnnoticed, MaximumUnnoticed, UnderMinimum
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    PhaseCondition,
    bets_closed_refusal,
    current_round,
    open_matter_refusal,
    round_on_refusal,
    shoe_refusal,
)
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.fold_corrections import places_by_order
from dealer_app.domain.round.irregularities.cases import (
    decider_refusal,
    expect_need,
    meet_and_add,
    meet_need,
    open_case,
)
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ChangesNeeded, RemovalNeeded, ResetNeeded
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import UNNAMED_DEALER, DrawnCard, Person, Phase, PlacedBet, TableState
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Rules, Table, chip_refusal
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import cache_last, replace
from dealer_app.domain.wagers import Area, Wager, bettor_box, box_stakes


def open_limit_cases(rules: Rules, state: TableState, by: Person) -> tuple[events.Event, ...]:
    """The cases that the bets as they lie give rise to."""
    policies = rules.book.policies
    found: tuple[events.Event, ...] = ()
    decided_here = policies.differential_unnoticed.value is DifferentialUnnoticed.PIT_MANAGER
    if decided_here and overrun_sides(rules, state) is not None:
        found = open_case(rules, state, by, IrregularityKind.DIFFERENTIAL_EXCEEDED)
    over = _bets_over_maximum(state)
    if over and policies.maximum_unnoticed.value is MaximumUnnoticed.SHIFT_MANAGER:
        facts = {"bets": " ".join(map(str, over))}
        found = (*found, *open_case(rules, fold(state, found), by, IrregularityKind.OVER_MAXIMUM, facts=facts))
    return found


def overrun_sides(rules: Rules, state: TableState) -> tuple[Area, Area] | None:
    """The heavier and the lighter hand, if their wagers differ by more than the limit."""
    assert state.table is not None, "asked only at an open table"
    round_ = current_round(state)
    lies = area_totals([bet.wager for bet in round_.in_play])
    for differential in rules.book.limits.differentials:
        limit = state.table.limits.differentials.get(differential.code)
        first, second = differential.sides
        heavy, light = (first, second) if lies.get(first, 0) >= lies.get(second, 0) else (second, first)
        if limit is not None and lies.get(heavy, 0) - lies.get(light, 0) > limit:
            return heavy, light
    return None


def table_overrun(rules: Rules, state: TableState, left: Mapping[int, Money] | None = None) -> Money:
    """By how much the difference between the hands is above its limit; nothing once the differential is met.

    `left` is what would be left of bets, by number, if they were removed as far as that.
    """
    assert state.table is not None, "asked only at an open table"
    parts = {} if left is None else left
    in_play = current_round(state).in_play
    lie = [replace(bet.wager, stake=parts.get(bet.number, bet.wager.stake)) for bet in in_play]
    return differential_overrun(rules.book, state.table.limits, lie)


def _bets_over_maximum(state: TableState) -> list[int]:
    assert state.table is not None, "asked only at an open table"
    limits = state.table.limits
    in_play = current_round(state).in_play
    whole = box_stakes(bet.wager for bet in in_play)
    most = ((bet, limits.maximum(bet.wager.area)) for bet in in_play)
    return [bet.number for bet, maximum in most if maximum is not None and whole[bettor_box(bet.wager)] > maximum]


def may_open_bets(rules: Rules, state: TableState) -> MaybeRefusal:
    if any(card.turned for card in state.carried) and state.carried_for != correction_commands.CarriedUse.USE.value:
        return simple_refusal("open-card-carried", rules.clause("uncovered"))
    if state.dice_damaged:
        return simple_refusal("dice-damaged", rules.clause("damaged-dice"))
    if state.table is not None and rules.book.dice is not None and not state.dice_set:
        return simple_refusal("dice-not-inspected", HOUSE_POLICY)
    return open_matter_refusal(state) or round_on_refusal(state, rules) or shoe_refusal(rules, state)


def open_bets(_rules: Rules, state: TableState, _command: commands.PlaceYourBets) -> CommandResult:
    return (events.RoundBegan(number=state.rounds + 1),)


def _bets_off_refusal(_rules: Rules, table: Table) -> MaybeRefusal:
    return simple_refusal("bets-not-keyed", "house policy") if table.bets is BetKeeping.OFF else None


may_place_bet = PhaseCondition((Phase.BETTING,), never=_bets_off_refusal, otherwise=bets_closed_refusal)


def place_bet(rules: Rules, state: TableState, command: commands.PlaceBet) -> CommandResult:
    wager = command.wager
    wrong = _behalf_refusal(rules, command) or wager_refusal(rules, state, wager)
    if wrong is not None:
        return wrong
    bet = PlacedBet(number=state.entries + 1, wager=wager, on_behalf=command.on_behalf)
    return (events.BetPlaced(bet=bet),)


def _behalf_refusal(rules: Rules, command: commands.PlaceBet) -> MaybeRefusal:
    """Who works at the table may bet for a bettor who asks; nobody else may (RWS 5.17, MBS 3.8, Tai Sai 5.13)."""
    role, _ = rules.decider("bet_on_behalf")
    if command.on_behalf and not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=rules.clause("on-behalf"), facts={"role": rules.title(role)})
    return None


def wager_refusal(rules: Rules, state: TableState, wager: Wager, *, instead_of: int | None = None) -> MaybeRefusal:
    """Why this wager is refused; `instead_of` is the number of the bet that it corrects, if it does."""
    return (
        wager_place_refusal(rules, state, wager)
        or _stake_refusal(rules, state, wager, instead_of)
        or _wager_count_refusal(rules, state, wager, instead_of)
    )


def wager_place_refusal(rules: Rules, state: TableState, wager: Wager) -> MaybeRefusal:
    """Chips lie on an area of the layout, at a seat of the table where it has seats."""
    layout = rules.layout
    assert state.table is not None, "asked only at an open table"
    if wager.area not in layout.areas:
        return Refusal(code="not-offered", clause=layout.clause, facts={"area": wager.area})
    if layout.seats and wager.seat not in rules.seats(state.table):
        return Refusal(code="no-such-seat", clause=layout.clause, facts={"seat": str(wager.seat)})
    if wager.seat is not None and not layout.seats:
        return Refusal(code="no-such-seat", clause=layout.clause, facts={"seat": str(wager.seat)})
    if wager.stake < 1:
        return simple_refusal("no-stake", rules.clause("limits"))
    return None


def _stake_refusal(rules: Rules, state: TableState, wager: Wager, instead_of: int | None) -> MaybeRefusal:
    """A stake that is keyed lies there in chips (ruling B9); what was cut to a limit (5.1) may stay as it is."""
    assert state.table is not None, "asked only at an open table"
    round_ = state.round or state.last
    before = () if round_ is None else round_.bets
    if any(bet.number == instead_of and bet.wager.stake == wager.stake for bet in before):
        return None
    return chip_refusal(rules, state.table, wager.stake)


def _wager_count_refusal(rules: Rules, state: TableState, wager: Wager, instead_of: int | None) -> MaybeRefusal:
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
    others = {bettor_box(bet.wager) for bet in round_.in_play if bet.number != instead_of}
    there = sum((seat, area) == (wager.seat, wager.area) for seat, _, area in others)
    if bettor_box(wager) in others or there < most:
        return None
    return Refusal(code="too-many-wagers", clause=clause or "house policy", facts={"most": str(most)})


def _no_bet_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    return None if current_round(state).in_play else simple_refusal("no-such-bet", rules.clause("bets-open"))


may_withdraw_bet = PhaseCondition(
    (Phase.BETTING,), _no_bet_refusal, never=_bets_off_refusal, otherwise=bets_closed_refusal
)


def withdraw_bet(rules: Rules, state: TableState, command: commands.WithdrawBet) -> CommandResult:
    if all(bet.number != command.number for bet in current_round(state).in_play):
        return Refusal(code="no-such-bet", clause=rules.clause("bets-open"), facts={"bet": str(command.number)})
    return (events.BetTakenBack(number=command.number),)


def _no_excess_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    return None if bets_in_excess(rules, state) else simple_refusal("nothing-in-excess", rules.clause("excess"))


may_reject_excess = PhaseCondition(
    (Phase.BETTING,), _no_excess_refusal, never=_bets_off_refusal, otherwise=bets_closed_refusal
)


def bets_in_excess(rules: Rules, state: TableState, first: tuple[int, ...] = ()) -> Mapping[int, int]:
    """The bets over a limit, by number, with what of each is accepted; `first` were placed before all others."""
    assert state.table is not None, "asked only at an open table"
    return _find_excess_bets(rules.book, state.table.limits, acceptance_order(current_round(state).in_play, first))


@cache_last
def _find_excess_bets(book: Rulebook, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> Mapping[int, int]:
    over = stakes_within_limits(book, limits, [bet.wager for bet in bets])
    return {bets[place].number: accepted for place, accepted in over.items()}


def acceptance_order(bets: tuple[PlacedBet, ...], first: tuple[int, ...]) -> tuple[PlacedBet, ...]:
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
    over = _excess_kinds(rules.book, state.table.limits, current_round(state).in_play)
    return tuple(clause for clause, there in zip(clauses, over, strict=True) if there)


@cache_last
def _excess_kinds(book: Rulebook, limits: TableLimits, bets: tuple[PlacedBet, ...]) -> tuple[bool, bool]:
    """Whether they are over a Differential, and whether over the maximum of a bet."""
    wagers = [bet.wager for bet in bets]
    most = ((stake, limits.maximum(area)) for (_, _, area), stake in box_stakes(wagers).items())
    over = any(maximum is not None and stake > maximum for stake, maximum in most)
    return not is_only_over_maximum(book, limits, wagers), over


def reject_excess(rules: Rules, state: TableState, command: commands.RejectExcess) -> CommandResult:
    known = {bet.number for bet in current_round(state).in_play}
    wrong = next(
        (number for number in command.placed_first if number not in known or command.placed_first.count(number) > 1),
        None,
    )
    if wrong is not None:
        return Refusal(code="no-such-bet", clause=rules.clause("excess"), facts={"bet": str(wrong)})
    accepted = bets_in_excess(rules, state, command.placed_first)
    return tuple(events.BetCut(number=number, accepted=Money(part)) for number, part in sorted(accepted.items()))


def may_mark_new_player(rules: Rules, state: TableState) -> MaybeRefusal:
    """Before the bets of a round are closed; only where something rests on who it was before."""
    if not _counts_players(rules) and not state.persons:
        return simple_refusal("players-not-counted", rules.clause("under-minimum"))
    if state.round is not None and state.round.phase is not Phase.BETTING:
        return simple_refusal("bets-closed", rules.clause("after-closing"))
    return open_matter_refusal(state)


def _counts_players(rules: Rules) -> bool:
    """Whether the document counts what the same Player did before (MBS 5.14)."""
    return rules.book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY


def mark_new_player(rules: Rules, state: TableState, command: correction_commands.NewPlayer) -> CommandResult:
    assert state.table is not None, "asked only at an open table"
    if not _counts_players(rules) and all(command.who not in person for person in state.persons):
        return simple_refusal("players-not-counted", rules.clause("under-minimum"))
    if command.who[0] not in (rules.seats(state.table) if rules.layout.seats else (None,)):
        return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(command.who[0])})
    return (correction_events.NewPlayerMarked(who=command.who),)


may_close_bets = PhaseCondition((Phase.BETTING,))


def close_bets(rules: Rules, state: TableState, command: commands.NoMoreBets) -> CommandResult:
    """What is over a limit now is spread as the book says, or somebody is asked.

    A bet on behalf exists only where its chips lie on the layout: any other was never placed.
    """
    dropped = drop_chipless_bets(rules, state, command.without_chips)
    if isinstance(dropped, Refusal):
        return dropped
    closed = (*dropped, *closure_events(fold(state, dropped), late=False))
    return (*closed, *open_limit_cases(rules, fold(state, closed), command.by))


def _play_began_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    """What has begun under closed bets is not taken back with them."""
    round_ = current_round(state)
    if round_.cards or round_.tumbles is not None or round_.dice is not None:
        return simple_refusal("play-began", rules.clause("after-closing"))
    return None


may_take_back_closing = PhaseCondition((Phase.CLOSED,), _play_began_refusal)


def take_back_closing(rules: Rules, state: TableState, command: commands.TakeBackClosing) -> CommandResult:
    """Bets are closed by the words and not by the key: by whose words they are (house policy), as the dealer says."""
    del state
    if command.announced:
        return simple_refusal("bets-closed", rules.clause("after-closing"))
    if not rules.may_act(command.by.role, UNNAMED_DEALER.role):
        return Refusal(code="wrong-role", clause=HOUSE_POLICY, facts={"role": rules.title(UNNAMED_DEALER.role)})
    return (correction_events.ClosingTakenBack(clause=HOUSE_POLICY),)


def drop_chipless_bets(rules: Rules, state: TableState, without_chips: Collection[int]) -> CommandResult:
    """The bets on behalf whose chips do not lie on the layout when bets are closed, in time or late."""
    clause = rules.clause("on-behalf")
    round_ = current_round(state)
    on_behalf = {bet.number for bet in round_.in_play if bet.on_behalf and round_.phase is Phase.BETTING}
    unknown = next((number for number in sorted(without_chips) if number not in on_behalf), None)
    if unknown is not None:
        return Refusal(code="not-on-behalf", clause=clause, facts={"bet": str(unknown)})
    return tuple(events.BetNeverPlaced(number=number, clause=clause) for number in sorted(without_chips))


def closure_events(state: TableState, *, late: bool) -> tuple[Event, ...]:
    """Bets are closed; only now may the cards carried over be seen: they are the first of the round (ruling O6).

    From the fifth on they wait as they lie, sealed: whether a hand needs them shows only when the first four are open.
    """
    assert state.table is not None, "asked only at an open table"
    face_up = state.table.dealing is Dealing.FACE_UP
    opening: list[Event] = [events.BetsClosed(late=late)]
    lying = current_round(state).cards
    for order, card in enumerate(state.carried, start=len(lying)):
        initial = order < INITIAL_CARDS
        turned = card.turned or (face_up and initial and card.card is not None)
        seal = None if initial or turned else card.seal
        if seal is None and card.seal is not None and card.card is not None:
            opening.append(events.CardUnsealed(card=card.card, seal=card.seal))
        lying = (*lying, DrawnCard(card.card, Place.NEITHER, turned, seal))
        put = places_by_order(lying)[order]
        opening.append(events.CardCarriedIn(card=card.card, put=put, turned=turned, seal=seal))
    return tuple(opening)


def confirm_reset(_rules: Rules, state: TableState, command: correction_commands.ConfirmReset) -> CommandResult:
    """The device is reset: bets are open until closing is announced once more (5.9)."""
    need = expect_need(state, ResetNeeded)
    return (*meet_need(state, command.by, "reset"), correction_events.BetsReopened(clause=need.clause))


def change_wager(rules: Rules, state: TableState, command: correction_commands.ChangeWager) -> CommandResult:
    """Less on the heavier hand (5.18.1), more on the lighter one (5.18.2), nothing else, and within the limits."""
    need = expect_need(state, ChangesNeeded)
    bet = _find_bet(state, command.number)
    sides = overrun_sides(rules, state)
    if bet is None:
        return Refusal(code="no-such-bet", clause=need.clause, facts={"bet": str(command.number)})
    if sides is None:
        return simple_refusal("differential-met", need.clause)
    heavy, light = sides
    decreased = bet.wager.area == heavy and 0 <= command.stake < bet.wager.stake
    increased = bet.wager.area == light and command.stake > bet.wager.stake
    clause = rules.clause("wagers-increased") if bet.wager.area == light else need.clause
    if not decreased and not increased:
        return simple_refusal("not-this-change", clause)
    if not command.stake:
        return tuple(_correct_stake(one, 0, clause) for one in _bets_to_remove(state, bet))
    unfit = _stake_left_refusal(rules, state, command.stake) or _limit_refusal(state, bet, command.stake, clause)
    return unfit or (_correct_stake(bet, command.stake, clause),)


def _limit_refusal(state: TableState, bet: PlacedBet, stake: int, clause: str) -> MaybeRefusal:
    """A wager that is changed stays within the limits: all that its bettor has in the box is one (ruling O22)."""
    assert state.table is not None, "asked only at an open table"
    area, beside = bet.wager.area, sum(one.wager.stake for one in _bettor_other_bets(state, bet))
    least, most = state.table.limits.minimum(area), state.table.limits.maximum(area)
    if most is not None and beside + stake > most:
        return Refusal(code="over-maximum", clause=clause, facts={"most": str(max(0, most - beside))})
    if least is not None and beside + stake < least:
        return Refusal(code="below-minimum", clause=clause, facts={"least": str(least - beside)})
    return None


def _bets_to_remove(state: TableState, bet: PlacedBet) -> tuple[PlacedBet, ...]:
    """This bet, which goes to nothing, with what its bettor has beside it if that would be below the minimum."""
    assert state.table is not None, "asked only at an open table"
    beside, least = _bettor_other_bets(state, bet), state.table.limits.minimum(bet.wager.area)
    return (bet, *beside) if sum(one.wager.stake for one in beside) < (least or 0) else (bet,)


def _bettor_other_bets(state: TableState, bet: PlacedBet) -> tuple[PlacedBet, ...]:
    """What else its bettor has in its box."""
    return tuple(
        one for one in current_round(state).in_play if one is not bet and bettor_box(one.wager) == bettor_box(bet.wager)
    )


def end_changes(rules: Rules, state: TableState, command: correction_commands.EndChanges) -> CommandResult:
    """If it was not enough the Pit Manager determines what is removed (5.18.3)."""
    expect_need(state, ChangesNeeded)
    if overrun_sides(rules, state) is None:
        return meet_need(state, command.by, "differential met")
    role, clause = rules.decider("wagers_removed_for_differential")
    return meet_and_add(state, command.by, "not enough", RemovalNeeded(role, clause))


def remove_wagers(rules: Rules, state: TableState, command: correction_commands.RemoveWagers) -> CommandResult:
    """Each removal is accepted; more is asked for until the differential is met (5.18.3)."""
    need = expect_need(state, RemovalNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    removed: list[correction_events.BetCorrected] = []
    for number, left in command.left:
        bet = _find_bet(state, number)
        twice = any(one.number == number for one in removed)
        if bet is None or twice or not 0 <= left < bet.wager.stake:
            return Refusal(code="no-such-bet", clause=need.clause, facts={"bet": str(number)})
        off = _stake_left_refusal(rules, state, left)
        if off is not None:
            return off
        removed.append(_correct_stake(bet, left, need.clause))
    over = table_overrun(rules, fold(state, removed))
    if not over:
        return (*removed, *meet_need(state, command.by, "removed"))
    if not removed:
        return Refusal(code="nothing-removed", clause=need.clause, facts={"over": str(over)})
    return (*removed, *meet_and_add(state, command.by, "removed but not enough", need))


def _stake_left_refusal(rules: Rules, state: TableState, left: int) -> MaybeRefusal:
    """What is left of a wager lies there in chips (ruling B9); nothing at all does."""
    assert state.table is not None, "wagers change only at an open table"
    return chip_refusal(rules, state.table, left)


def _find_bet(state: TableState, number: int) -> PlacedBet | None:
    return next((bet for bet in current_round(state).in_play if bet.number == number), None)


def _correct_stake(bet: PlacedBet, stake: int, clause: str) -> correction_events.BetCorrected:
    left = replace(bet, wager=replace(bet.wager, stake=type(bet.wager.stake)(stake))) if stake else None
    return correction_events.BetCorrected(number=bet.number, bet=left, clause=clause)
