"""Judges the report of an irregularity: whether it can be reported now, and the case that it opens."""

from collections.abc import Iterable, Iterator

from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_events, events
from dealer_app.domain.round.decide.cards_as_they_lie import report_lost_order
from dealer_app.domain.round.decide.claims import bettors_with_chips, leave_table, leave_with_chips, may_be_present
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    away_cards_refusal,
    current_round,
    open_matter_refusal,
    table_closed_refusal,
)
from dealer_app.domain.round.decide.dealing import find_surplus_card, is_impossible_card, no_card_refusal
from dealer_app.domain.round.decide.missed_insurance import report_missed_offer
from dealer_app.domain.round.decide.round_end import restore_payment, undo_settlement
from dealer_app.domain.round.decide.squeeze import judge_turned_cards
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import CaseSubject, can_replace_needs, changeable_case, open_case
from dealer_app.domain.round.irregularities.excess_cards import (
    count_unknown_values,
    excess_report_refusal,
    face_down_beside_hands,
    face_down_excess,
    report_excess_seen,
    turn_beside_hands,
)
from dealer_app.domain.round.irregularities.kinds import (
    IRREGULARITIES,
    IRREGULARITY_BY_CODE,
    REPORTABLE_KINDS,
    VALUE_NAMES,
    Irregularity,
    IrregularityKind,
    Named,
    Subject,
    When,
)
from dealer_app.domain.round.irregularities.withdrawal import remember_report
from dealer_app.domain.round.needs import Need, ReconstructionNeeded
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import UNNAMED_DEALER, Case, Phase, Round, ShoeStep, TableState, Who, find_person
from dealer_app.domain.round.table_settings import Dealing, Method, Rules
from dealer_app.domain.round.visible import open_coup, round_dice_sets
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import cache_last, replace


def may_report(_rules: Rules, state: TableState) -> MaybeRefusal:
    """A power failure, who walks away, or what nobody foresaw may be reported at any time, whatever case or claim is
    open.

    Also while a case about cards is open in which nobody has decided anything: the new report replaces it.
    """
    return table_closed_refusal(state)


def report_irregularity(rules: Rules, state: TableState, command: commands.Report) -> CommandResult:
    row = IRREGULARITY_BY_CODE.get(command.trouble)
    if row is None or not row.is_reportable:
        return Refusal(code="no-such-trouble", clause="house policy", facts={"trouble": command.trouble})
    trouble = row.kind
    moving = find_person(state, command.who).intersection(bettors_with_chips(state)) if command.who is not None else ()
    if trouble is IrregularityKind.PLAYER_LEFT and command.who is not None and moving:
        return leave_with_chips(rules, state, command, command.who)
    if command.cards and not VALUE_NAMES.intersection(row.names):
        return simple_refusal("no-such-card", rules.clause("round"))
    wrong = _impossible_report_refusal(rules, state, row, command)
    if wrong is not None:
        return wrong
    if state.round is None and row.when is When.UNTIL_NEXT_ROUND:
        return _report_after_settlement(rules, state, trouble, command)
    before = None if row.beside_others else changeable_case(state)
    if before is None and not row.beside_others:
        waiting = open_matter_refusal(state)
        if waiting is not None:
            return waiting
    replaced = (events.CaseClosed(case=before.number),) if before is not None else ()
    after = fold(state, replaced)
    made = _report_excess(rules, after, trouble, command, before) or _open_reported_case(rules, after, trouble, command)
    if isinstance(made, Refusal):
        return made
    if before is not None and not can_replace_needs(_new_needs(made), before.needs):
        # What the first case still needs would be forgotten: it comes first.
        return open_matter_refusal(state) or made
    return remember_report(state, command.by, (*replaced, *made))


def _report_after_settlement(
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report
) -> CommandResult:
    """Until the next round begins the last one can be found wrong (ruling O18).

    Where cards have to be put right its settlement is taken back for it; a void takes it back once it is approved.
    """
    waiting = open_matter_refusal(state)
    if waiting is not None:
        return waiting
    undone = undo_settlement(rules, state, command.by)
    made = _open_reported_case(rules, fold(state, undone), trouble, command)
    if isinstance(made, Refusal):
        return made
    if any(isinstance(need, ReconstructionNeeded) for need in _new_needs(made)):
        return remember_report(state, command.by, (*undone, *made))
    about = CaseSubject(places=command.places)
    facts = _said_facts(command)
    return remember_report(state, command.by, open_case(rules, state, command.by, trouble, facts=facts, about=about))


def _report_excess(
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report, before: Case | None
) -> CommandResult | None:
    """A card put on neither hand that was seen, or is among those reported as exposed."""
    if trouble is IrregularityKind.EXCESS_CARD_SEEN:
        return report_excess_seen(rules, state, command, before)
    if trouble is not IrregularityKind.EXPOSED_CARD:
        return None
    excess = tuple(place for place in command.places if place in face_down_beside_hands(state))
    others = tuple(place for place in command.places if place not in excess)
    if not excess:
        return None
    keyed = dict(zip(places_without_value(current_round(state), command.places), command.cards, strict=False))
    of_excess = replace(command, places=excess, cards=tuple(keyed[at] for at in excess if at in keyed))
    seen = report_excess_seen(rules, state, of_excess, before)
    if not others or isinstance(seen, Refusal):
        return seen
    turned = turn_beside_hands(state, excess, of_excess)
    of_hands = replace(command, places=others, cards=tuple(keyed[at] for at in others if at in keyed))
    made = _open_reported_case(rules, fold(state, turned), trouble, of_hands)
    return made if isinstance(made, Refusal) else (*turned, *made)


def _new_needs(made: tuple[events.Event, ...]) -> tuple[Need, ...]:
    """What the cases that these events open need together."""
    return tuple(need for event in made if isinstance(event, events.CaseOpened) for need in event.case.needs)


def _said_facts(command: commands.Report) -> dict[str, str]:
    """In which words it is reported, and by which device, where one reports it."""
    said = {"text": command.text, "device": command.device}
    return {name: value for name, value in said.items() if value}


def _open_reported_case(
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report
) -> CommandResult:
    facts = _said_facts(command)
    if trouble is IrregularityKind.TOGETHER_ORDER_KNOWN:
        facts["times"] = str(state.drawn_together.get(command.by.name, 0) + 1)
    row, places = IRREGULARITIES[trouble], command.places
    if Named.TWO_CARDS in row.names and not places:
        count = len(current_round(state).cards)
        places = (count - 2, count - 1)
    if row.closes_shoe and state.round is None:
        # Found between rounds nothing is voided, but nothing more is dealt from this shoe.
        closed = (events.ShoeClosed(clause=rules.clause(row.code)),)
        return (*open_case(rules, state, command.by, trouble, facts=facts), *closed)
    match trouble:
        case IrregularityKind.WRONG_TAKE_OR_PAY if command.due is not None:
            return restore_payment(rules, state, command)
        case IrregularityKind.MISSED_INSURANCE:
            return report_missed_offer(rules, state, command.by, command.stage)
        case IrregularityKind.PLAYER_LEFT if command.who is not None:
            return leave_table(rules, state, command, command.who)
        case IrregularityKind.EXPOSED_CARD if command.cards:
            # What nobody knew of them has been seen: they lie open, and count (ruling O16).
            seen = (events.CardsTurned(places=places_without_value(current_round(state), places), cards=command.cards),)
            opened = open_case(
                rules, fold(state, seen), command.by, trouble, facts=facts, about=CaseSubject(places=places)
            )
            done = (*seen, *opened)
            return (*done, *judge_turned_cards(rules, fold(state, done), command.by))
        case IrregularityKind.ORDER_LOST:
            return report_lost_order(rules, state, command)
        case IrregularityKind.CARD_TO_WRONG_PERSON:
            taken = tuple(events.CardsGiven(side=side, who=None) for side in current_round(state).holders)
            return (
                *taken,
                *open_case(rules, state, command.by, trouble, facts=facts, about=CaseSubject(places=places)),
            )
        case IrregularityKind.DAMAGED_DICE if not round_dice_sets(state):
            # No round has been played: there is none to void, but none begins before they are changed.
            clause = rules.clause("damaged-dice")
            none = correction_events.RoundsVoided(numbers=(), nets=(), not_recovered=(), clause=clause)
            return (*open_case(rules, state, command.by, trouble, facts=facts), none)
        case _:
            pass
    return open_case(rules, state, command.by, trouble, facts=facts, about=CaseSubject(places=places))


def _impossible_report_refusal(
    rules: Rules, state: TableState, row: Irregularity, command: commands.Report
) -> MaybeRefusal:
    """Cards need cards on the table, a missed card a hand that is not finished, dice a game with dice."""
    trouble, clause = row.kind, rules.clause("round")
    if trouble is IrregularityKind.DEVICE_FAULT and not rules.device_fault_voids:
        return simple_refusal("law-not-in-force", HOUSE_POLICY)
    if row.subject in (Subject.CARDS, Subject.SHOE) and rules.baccarat is None:
        return simple_refusal("no-cards-here", clause)
    if row.subject in (Subject.DICE, Subject.TUMBLES) and rules.book.dice is None:
        return simple_refusal("no-dice-here", clause)
    if trouble is IrregularityKind.EXCESS_CARD_SEEN:
        return excess_report_refusal(rules, state, command.places)
    if trouble is IrregularityKind.WRONG_TAKE_OR_PAY and not _is_payment_correctable(state):
        return simple_refusal("nothing-paid-yet", rules.clause("earlier-rounds-stand"))
    if state.round is None:
        return _between_rounds_refusal(rules, state, row, command)
    elsewhere = _other_table_refusal(rules, state, row) or _earlier_round_refusal(rules, state, row)
    if elsewhere is not None:
        return elsewhere
    cards = state.round.cards
    if row.subject is Subject.CARDS and not cards:
        return Refusal(code="no-card-yet", clause=clause, facts={"trouble": trouble.value})
    away = away_cards_refusal(rules, state) if row.subject is Subject.CARDS else None
    if away is not None:
        return away
    if any(not 0 <= place < len(cards) for place in command.places):
        return simple_refusal("no-such-card", clause)
    if Named.TWO_CARDS in row.names and len(command.places or cards) < 2:
        return simple_refusal("two-cards-needed", clause)
    return _unnamed_card_refusal(row, command, clause) or _detail_refusal(rules, state, trouble, command)


def _unnamed_card_refusal(row: Irregularity, command: commands.Report, clause: str) -> MaybeRefusal:
    """Of which card it is said, or nobody knows what was seen."""
    return simple_refusal("card-not-named", clause) if Named.CARDS in row.names and not command.places else None


def _other_table_refusal(rules: Rules, state: TableState, row: Irregularity) -> MaybeRefusal:
    """What happens only at other tables: by another document, method or way of dealing; or not in a first round."""
    assert state.table is not None, "reported only at an open table"
    trouble, method = row.kind, state.table.method
    if row.of_earlier_round and state.rounds < _SECOND_ROUND:
        return simple_refusal("no-earlier-round", rules.clause("earlier-rounds-stand"))
    if row.by_clause and not rules.has_clause(row.code):
        return simple_refusal("not-in-this-game", rules.clause("round"))
    if trouble is IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED and method is not Method.C:
        return simple_refusal("dealer-keeps-device", rules.clause("device-stays"))
    # In Method B they are passed to whom the Pit Manager allows to squeeze (3.21).
    if trouble is IrregularityKind.CARDS_NOT_PASSED and method is Method.B and not current_round(state).holders:
        return simple_refusal("dealer-keeps-cards", rules.clause("cards-stay"))
    if row.only_face_down and _is_face_up_table(state):
        return simple_refusal("dealt-face-up", rules.clause("squeeze"))
    return None


def _earlier_round_refusal(rules: Rules, state: TableState, row: Irregularity) -> MaybeRefusal:
    """Refuses while nothing has come in this round that it could be about: the round before is final (5.6, 5.12)."""
    round_ = current_round(state)
    late = row.when is When.UNTIL_NEXT_ROUND or (
        row.subject is Subject.TUMBLES and row.kind is not IrregularityKind.TUMBLED_TOO_EARLY
    )
    if not late or round_.cards or round_.tumbles is not None or state.rounds < _SECOND_ROUND:
        return None
    return simple_refusal("found-too-late", rules.clause("earlier-rounds-stand"))


_SECOND_ROUND = 2
"""How many rounds have begun where one came before the one that is on."""


def _is_payment_correctable(state: TableState) -> bool:
    """What was taken or paid: of the round whose result is announced, or of the last one until the next begins."""
    return state.last is not None if state.round is None else state.round.phase is Phase.ANNOUNCED


def _between_rounds_refusal(
    rules: Rules, state: TableState, row: Irregularity, command: commands.Report
) -> MaybeRefusal:
    """Before the first round only the cards, the dice and what is around them can be found wrong."""
    if row.when is When.UNTIL_NEXT_ROUND and state.last is not None and state.last.phase is Phase.CONCLUDED:
        return _last_round_refusal(rules, state, state.last, row, command)
    if row.when is not When.ANY_TIME and (state.last is None or row.when is not When.AFTER_FIRST_ROUND):
        settled = state.last is not None and state.last.phase is Phase.CONCLUDED
        return simple_refusal("round-is-settled" if settled else "no-round", rules.clause("round"))
    if row.subject is Subject.TUMBLES and state.last is not None and state.last.phase is Phase.VOID:
        return simple_refusal("no-round", rules.clause("earlier-rounds-stand"))
    if row.subject is Subject.SHOE and state.shoe.step in (ShoeStep.NONE, ShoeStep.ENDED):
        return simple_refusal("no-shoe", "house policy")
    return None


def _last_round_refusal(
    rules: Rules, state: TableState, last: Round, row: Irregularity, command: commands.Report
) -> MaybeRefusal:
    """A settled round can have a wrong number of cards, or had cards at the wrong person; it can lack none (O18)."""
    if row.kind is IrregularityKind.DEVICE_FAULT:
        return None
    if rules.baccarat is None:
        return simple_refusal("no-cards-here", rules.clause("round"))
    if row.kind is IrregularityKind.MISSED_CARD:
        return simple_refusal("hands-are-finished", rules.clause("third-card"))
    if row.only_face_down and _is_face_up_table(state):
        return simple_refusal("dealt-face-up", rules.clause("squeeze"))
    if any(not 0 <= place < len(last.cards) for place in command.places):
        return simple_refusal("no-such-card", rules.clause("round"))
    return away_cards_refusal(rules, state) or _unnamed_card_refusal(row, command, rules.clause("round"))


def _is_face_up_table(state: TableState) -> bool:
    return state.table is not None and state.table.dealing is Dealing.FACE_UP


def _detail_refusal(
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report
) -> MaybeRefusal:
    round_ = current_round(state)
    match trouble:
        case IrregularityKind.INSUFFICIENT_CARDS:
            return no_card_refusal(rules, state)
        case IrregularityKind.MISSED_CARD if round_.phase is Phase.CLOSED and len(round_.cards) < INITIAL_CARDS:
            return simple_refusal("initial-cards-due", rules.clause("initial-cards"))
        case IrregularityKind.MISSED_CARD if round_.phase is not Phase.CLOSED or open_coup(round_).is_complete:
            return simple_refusal("hands-are-finished", rules.clause("third-card"))
        case IrregularityKind.EXPOSED_CARD if _is_face_up_table(state) and not _is_all_in_excess(state, command.places):
            # The clause speaks of tables where cards are dealt face down; here every card of a hand lies open anyway.
            return simple_refusal("no-such-card", rules.clause("exposed-card"))
        case IrregularityKind.EXPOSED_CARD if command.cards:
            return _unfit_values_refusal(rules, state, command)
        case IrregularityKind.LEFT_WITH_CARD if not command.places or any(
            round_.cards[at].turned for at in command.places
        ):
            return simple_refusal("no-such-card", rules.clause("left-with-card"))
        case IrregularityKind.PLAYER_LEFT if command.who is not None and not _is_bettor(rules, state, command.who):
            return simple_refusal("no-bettor", rules.clause("player-left"))
        case IrregularityKind.TOO_FEW_TUMBLES if round_.phase is Phase.BETTING:
            return simple_refusal("not-tumbled", rules.clause("tumble"))
        case IrregularityKind.COCKED_DIE if round_.tumbles is None:
            return simple_refusal("not-tumbled", rules.clause("tumble"))
        case IrregularityKind.CUTTING_CARD_FIRST:
            hlga = state.table is not None and state.table.hlga
            came_first = state.shoe.cutting_card_first_in == round_.number
            if not hlga or not came_first or round_.phase is not Phase.CLOSED or round_.cards:
                return simple_refusal("not-the-first-card", rules.clause("cutting-card-first"))
        case _:
            pass
    return None


def places_without_value(round_: Round, places: Iterable[int]) -> tuple[int, ...]:
    """Those of these cards of which no device knows the value."""
    return tuple(place for place in places if round_.cards[place].card is None)


def _unfit_values_refusal(rules: Rules, state: TableState, command: commands.Report) -> MaybeRefusal:
    """A value is keyed for each card that nobody knew, and one that the shoe can hold."""
    if len(command.cards) != len(places_without_value(current_round(state), command.places)):
        return simple_refusal("value-needed", rules.clause("exposed-card"))
    impossible = find_surplus_card(state, command.cards)
    if impossible is None:
        return None
    return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": impossible.text})


def _is_all_in_excess(state: TableState, places: tuple[int, ...]) -> bool:
    return bool(places) and set(places) <= set(face_down_beside_hands(state))


def _is_bettor(rules: Rules, state: TableState, who: Who) -> bool:
    """With a bet at any place at which they are one person; any seated place where bets are not keyed."""
    return may_be_present(rules, state, find_person(state, who))


@cache_last
def reportable_kinds(rules: Rules, state: TableState) -> tuple[IrregularityKind, ...]:
    """In the order in which the troubles are listed."""
    if may_report(rules, state) is not None:
        return ()
    return tuple(
        trouble
        for trouble in IrregularityKind
        if trouble in REPORTABLE_KINDS and _can_be_reported(rules, state, trouble)
    )


def table_kinds(rules: Rules, state: TableState) -> tuple[IrregularityKind, ...]:
    """All that can be reported at this table at one stage or another: by document, method and way of dealing."""
    return tuple(kind for kind in IrregularityKind if kind in REPORTABLE_KINDS and _can_happen_here(rules, state, kind))


def _can_happen_here(rules: Rules, state: TableState, kind: IrregularityKind) -> bool:
    row, table = IRREGULARITIES[kind], state.table
    if table is None or (row.by_clause and not rules.has_clause(row.code)):
        return False
    if row.subject in (Subject.CARDS, Subject.SHOE) and rules.baccarat is None:
        return False
    if row.subject in (Subject.DICE, Subject.TUMBLES) and rules.book.dice is None:
        return False
    match kind:
        case IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED:
            return table.method is Method.C
        case IrregularityKind.CUTTING_CARD_FIRST:
            return table.hlga
        case IrregularityKind.MISSED_INSURANCE:
            return rules.book.insurance is not None
        case IrregularityKind.DEVICE_FAULT:
            return rules.device_fault_voids
        case _:
            return not (row.only_face_down and _is_face_up_table(state))


def missable_stages(rules: Rules, state: TableState) -> tuple[InsuranceStage, ...]:
    """The offers of insurance that can have been missed, each of which a report may name."""
    trouble = IrregularityKind.MISSED_INSURANCE
    return tuple(stage for stage in InsuranceStage if _is_accepted(rules, state, _sample_report(trouble, stage=stage)))


def _can_be_reported(rules: Rules, state: TableState, trouble: IrregularityKind) -> bool:
    return any(_is_accepted(rules, state, report) for report in _sample_reports(state, trouble))


def _is_accepted(rules: Rules, state: TableState, report: commands.Report) -> bool:
    return not isinstance(report_irregularity(rules, state, report), Refusal)


def _sample_reports(state: TableState, trouble: IrregularityKind) -> Iterator[commands.Report]:
    """With nothing named, with a card, with each that lies face down, with each bettor whose chips move, each offer."""
    yield _sample_report(trouble)
    for named in IRREGULARITIES[trouble].names:
        match named:
            case Named.CARDS if (state.round or state.last) is not None:
                yield _sample_report(trouble, places=(0,))
            case Named.HIDDEN_CARDS if state.round is not None:
                hidden = (place for place, card in enumerate(state.round.cards) if not card.turned)
                yield from (_sample_report(trouble, places=(place,)) for place in hidden)
            case Named.EXCESS_CARD:
                for place in face_down_excess(state):
                    any_card = next(card for card in CARDS.values() if not is_impossible_card(state, card))
                    cards = (any_card,) * count_unknown_values(state, (place,))
                    yield replace(_sample_report(trouble, places=(place,)), cards=cards)
            case Named.BETTOR:
                yield from (replace(_sample_report(trouble), who=who) for who in bettors_with_chips(state))
            case Named.OFFER:
                yield from (_sample_report(trouble, stage=stage) for stage in InsuranceStage)
            case _:
                pass


def _sample_report(
    trouble: IrregularityKind, *, places: tuple[int, ...] = (), stage: InsuranceStage | None = None
) -> commands.Report:
    return commands.Report(by=UNNAMED_DEALER, at=0, trouble=trouble.value, places=places, stage=stage)
