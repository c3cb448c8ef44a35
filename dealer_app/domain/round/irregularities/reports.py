"""Judges the report of an irregularity: whether it can be reported now, and the case that it opens."""

from collections.abc import Iterable, Iterator

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
from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS, IrregularityKind
from dealer_app.domain.round.needs import Need, ReconstructionNeeded
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import UNNAMED_DEALER, Case, Phase, Round, ShoeStep, TableState, Who, find_person
from dealer_app.domain.round.table_settings import Dealing, Method, Rules
from dealer_app.domain.round.visible import open_coup, round_dice_sets
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import cache_last, replace


def may_report(rules: Rules, state: TableState) -> MaybeRefusal:
    """A power failure, who walks away, or what nobody foresaw may be reported at any time, whatever case or claim is
    open.

    Also while a case about cards is open in which nobody has decided anything: the new report replaces it.
    """
    del rules
    return table_closed_refusal(state)


def report_irregularity(rules: Rules, state: TableState, command: commands.Report) -> CommandResult:
    trouble = next((one for one in REPORTABLE_KINDS if one.value == command.trouble), None)
    if trouble is None:
        return Refusal(code="no-such-trouble", clause="house policy", facts={"trouble": command.trouble})
    moving = find_person(state, command.who).intersection(bettors_with_chips(state)) if command.who is not None else ()
    if trouble is IrregularityKind.PLAYER_LEFT and command.who is not None and moving:
        return leave_with_chips(rules, state, command, command.who)
    if command.cards and trouble not in _VALUE_KINDS:
        return simple_refusal("no-such-card", rules.clause("round"))
    wrong = _impossible_report_refusal(rules, state, trouble, command)
    if wrong is not None:
        return wrong
    if state.round is None and trouble in _AFTER_SETTLEMENT_KINDS:
        return _report_after_settlement(rules, state, trouble, command)
    before = None if trouble in _REPORTABLE_ANY_TIME else changeable_case(state)
    if before is None and trouble not in _REPORTABLE_ANY_TIME:
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
    return (*replaced, *made)


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
        return (*undone, *made)
    facts = {"text": command.text} if command.text else {}
    return open_case(rules, state, command.by, trouble, facts=facts, about=CaseSubject(places=command.places))


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


def _open_reported_case(
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report
) -> CommandResult:
    facts = {"text": command.text} if command.text else {}
    if trouble is IrregularityKind.TOGETHER_ORDER_KNOWN:
        facts["times"] = str(state.drawn_together.get(command.by.name, 0) + 1)
    places = command.places
    match trouble:
        case IrregularityKind.WRONG_TAKE_OR_PAY if command.due is not None:
            return restore_payment(rules, state, command)
        case IrregularityKind.MISSED_INSURANCE:
            return report_missed_offer(rules, state, command.by, command.stage)
        case IrregularityKind.TOGETHER_ORDER_KNOWN | IrregularityKind.TOGETHER_ORDER_LOST if not places:
            count = len(current_round(state).cards)
            places = (count - 2, count - 1)
        case IrregularityKind.PLAYER_LEFT if command.who is not None:
            return leave_table(rules, state, command, command.who)
        case IrregularityKind.EXPOSED_CARD if command.cards:
            # What nobody knew of them has been seen: they lie open, and count (ruling O16).
            seen = (events.CardsTurned(places=places_without_value(current_round(state), places), cards=command.cards),)
            told = open_case(
                rules, fold(state, seen), command.by, trouble, facts=facts, about=CaseSubject(places=places)
            )
            done = (*seen, *told)
            return (*done, *judge_turned_cards(rules, fold(state, done), command.by))
        case IrregularityKind.ORDER_LOST:
            return report_lost_order(rules, state, command)
        case IrregularityKind.CARD_TO_WRONG_PERSON:
            taken = tuple(events.CardsGiven(side=side, who=None) for side in current_round(state).holders)
            return (
                *taken,
                *open_case(rules, state, command.by, trouble, facts=facts, about=CaseSubject(places=places)),
            )
        case IrregularityKind.FOREIGN_CARD | IrregularityKind.WRONG_DECK | IrregularityKind.NOT_SHUFFLED if (
            state.round is None
        ):
            # Found between rounds nothing is voided, but nothing more is dealt from this shoe.
            closed = (events.ShoeClosed(clause=rules.clause(trouble.value)),)
            return (*open_case(rules, state, command.by, trouble, facts=facts), *closed)
        case IrregularityKind.DAMAGED_DICE if not round_dice_sets(state):
            # No round has been played: there is none to void, but none begins before they are changed.
            clause = rules.clause("damaged-dice")
            none = correction_events.RoundsVoided(numbers=(), nets=(), not_recovered=(), clause=clause)
            return (*open_case(rules, state, command.by, trouble, facts=facts), none)
        case _:
            pass
    return open_case(rules, state, command.by, trouble, facts=facts, about=CaseSubject(places=places))


def _impossible_report_refusal(
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report
) -> MaybeRefusal:
    """Cards need cards on the table, a missed card a hand that is not finished, dice a game with dice."""
    clause = rules.clause("round")
    if (trouble in _CARD_KINDS or trouble in _SHOE_KINDS) and rules.baccarat is None:
        return simple_refusal("no-cards-here", clause)
    if trouble in _DICE_KINDS and rules.book.dice is None:
        return simple_refusal("no-dice-here", clause)
    if trouble is IrregularityKind.EXCESS_CARD_SEEN:
        return excess_report_refusal(rules, state, command.places)
    if trouble is IrregularityKind.WRONG_TAKE_OR_PAY and not _is_payment_correctable(state):
        return simple_refusal("nothing-paid-yet", rules.clause("earlier-rounds-stand"))
    if state.round is None:
        return _between_rounds_refusal(rules, state, trouble, command)
    elsewhere = _other_table_refusal(rules, state, trouble) or _earlier_round_refusal(rules, state, trouble)
    if elsewhere is not None:
        return elsewhere
    cards = state.round.cards
    if trouble in _CARD_KINDS and not cards:
        return Refusal(code="no-card-yet", clause=clause, facts={"trouble": trouble.value})
    away = away_cards_refusal(rules, state) if trouble in _CARD_KINDS else None
    if away is not None:
        return away
    if any(not 0 <= place < len(cards) for place in command.places):
        return simple_refusal("no-such-card", clause)
    if trouble in _TOGETHER_KINDS and len(command.places or cards) < 2:
        return simple_refusal("two-cards-needed", clause)
    return _detail_refusal(rules, state, trouble, command)


def _other_table_refusal(rules: Rules, state: TableState, trouble: IrregularityKind) -> MaybeRefusal:
    """What happens only at other tables: by another document, method or way of dealing; or not in a first round."""
    assert state.table is not None, "reported only at an open table"
    method = state.table.method
    match trouble:
        case IrregularityKind.ERROR_OF_EARLIER_ROUND | IrregularityKind.LIMITS_OF_EARLIER_ROUND if (
            state.rounds < _SECOND_ROUND
        ):
            return simple_refusal("no-earlier-round", rules.clause("earlier-rounds-stand"))
        case (
            IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED
            | IrregularityKind.DEVICE_RESET
            | IrregularityKind.CARDS_NOT_PASSED
        ):
            if not rules.has_clause(trouble.value):
                return simple_refusal("not-in-this-game", rules.clause("round"))
        case _:
            pass
    if trouble is IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED and method is not Method.C:
        return simple_refusal("dealer-keeps-device", rules.clause("device-stays"))
    # In Method B they are passed to whom the Pit Manager allows to squeeze (3.21).
    if trouble is IrregularityKind.CARDS_NOT_PASSED and method is Method.B and not current_round(state).holders:
        return simple_refusal("dealer-keeps-cards", rules.clause("cards-stay"))
    if trouble in (IrregularityKind.CARDS_NOT_PASSED, IrregularityKind.CARD_TO_WRONG_PERSON) and _is_face_up_table(
        state
    ):
        return simple_refusal("dealt-face-up", rules.clause("squeeze"))
    return None


def _earlier_round_refusal(rules: Rules, state: TableState, trouble: IrregularityKind) -> MaybeRefusal:
    """Refuses while nothing has come in this round that it could be about: the round before is final (5.6, 5.12)."""
    round_ = current_round(state)
    late = trouble in _LAST_ROUND_KINDS or (
        trouble in _TUMBLE_KINDS and trouble is not IrregularityKind.TUMBLED_TOO_EARLY
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
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report
) -> MaybeRefusal:
    """Before the first round only the cards, the dice and what is around them can be found wrong."""
    if trouble in _LAST_ROUND_KINDS and state.last is not None and state.last.phase is Phase.CONCLUDED:
        return _last_round_refusal(rules, state, state.last, trouble, command)
    if trouble not in (_REPORTABLE_BETWEEN_ROUNDS if state.last is not None else _REPORTABLE_BEFORE_FIRST):
        settled = state.last is not None and state.last.phase is Phase.CONCLUDED
        return simple_refusal("round-is-settled" if settled else "no-round", rules.clause("round"))
    if trouble in _TUMBLE_KINDS and state.last is not None and state.last.phase is Phase.VOID:
        return simple_refusal("no-round", rules.clause("earlier-rounds-stand"))
    if trouble in _SHOE_KINDS and state.shoe.step in (ShoeStep.NONE, ShoeStep.ENDED):
        return simple_refusal("no-shoe", "house policy")
    return None


def _last_round_refusal(
    rules: Rules, state: TableState, last: Round, trouble: IrregularityKind, command: commands.Report
) -> MaybeRefusal:
    """A settled round can have a wrong number of cards, or had cards at the wrong person; it can lack none (O18)."""
    if rules.baccarat is None:
        return simple_refusal("no-cards-here", rules.clause("round"))
    if trouble is IrregularityKind.MISSED_CARD:
        return simple_refusal("hands-are-finished", rules.clause("third-card"))
    if trouble is IrregularityKind.CARD_TO_WRONG_PERSON and _is_face_up_table(state):
        return simple_refusal("dealt-face-up", rules.clause("squeeze"))
    if any(not 0 <= place < len(last.cards) for place in command.places):
        return simple_refusal("no-such-card", rules.clause("round"))
    return away_cards_refusal(rules, state)


def _is_face_up_table(state: TableState) -> bool:
    return state.table is not None and state.table.dealing is Dealing.FACE_UP


def _detail_refusal(
    rules: Rules, state: TableState, trouble: IrregularityKind, command: commands.Report
) -> MaybeRefusal:
    round_ = current_round(state)
    match trouble:
        case IrregularityKind.INSUFFICIENT_CARDS:
            return no_card_refusal(rules, state)
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
    """With a bet at any place at which he is one person; any seated place where bets are not keyed."""
    return may_be_present(rules, state, find_person(state, who))


_VALUE_KINDS = frozenset({IrregularityKind.EXPOSED_CARD, IrregularityKind.EXCESS_CARD_SEEN})
"""What has been seen of a card is keyed with these."""
_TOGETHER_KINDS = frozenset({IrregularityKind.TOGETHER_ORDER_KNOWN, IrregularityKind.TOGETHER_ORDER_LOST})
_CARD_KINDS = _TOGETHER_KINDS | {
    IrregularityKind.EXPOSED_CARD,
    IrregularityKind.EXCESS_CARD_SEEN,
    IrregularityKind.DAMAGED_CARD,
    IrregularityKind.CARD_TO_WRONG_PERSON,
    IrregularityKind.CARDS_NOT_PASSED,
    IrregularityKind.ORDER_LOST,
    IrregularityKind.WRONG_NUMBER_OF_CARDS,
    IrregularityKind.MISSED_CARD,
    IrregularityKind.LEFT_WITH_CARD,
}
_SHOE_KINDS = frozenset(
    {
        IrregularityKind.INSUFFICIENT_CARDS,
        IrregularityKind.FOREIGN_CARD,
        IrregularityKind.WRONG_DECK,
        IrregularityKind.NOT_SHUFFLED,
        IrregularityKind.CARD_SEEN_IN_DEVICE,
        IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED,
        IrregularityKind.DEVICE_RESET,
        IrregularityKind.CUTTING_CARD_FIRST,
    }
)
_REPORTABLE_ANY_TIME = frozenset({IrregularityKind.POWER_FAILURE, IrregularityKind.PLAYER_LEFT, IrregularityKind.OTHER})
_TUMBLE_KINDS = frozenset(
    {IrregularityKind.TUMBLED_TOO_EARLY, IrregularityKind.TOO_FEW_TUMBLES, IrregularityKind.COCKED_DIE}
)
_DICE_KINDS = _TUMBLE_KINDS | {IrregularityKind.DAMAGED_DICE, IrregularityKind.WRONG_LAMPS}
_AFTER_SETTLEMENT_KINDS = frozenset({IrregularityKind.WRONG_NUMBER_OF_CARDS, IrregularityKind.CARD_TO_WRONG_PERSON})
"""What may be reported of the last round until the next one begins, all by the same clause (ruling O18)."""
_LAST_ROUND_KINDS = _AFTER_SETTLEMENT_KINDS | {IrregularityKind.MISSED_CARD}
_REPORTABLE_BEFORE_FIRST = frozenset(
    {
        IrregularityKind.FOREIGN_CARD,
        IrregularityKind.WRONG_DECK,
        IrregularityKind.NOT_SHUFFLED,
        IrregularityKind.CARD_SEEN_IN_DEVICE,
        IrregularityKind.POWER_FAILURE,
        IrregularityKind.DAMAGED_DICE,
        IrregularityKind.WRONG_LAMPS,
        IrregularityKind.WRONG_DISPLAY,
        IrregularityKind.OTHER,
    }
)
_REPORTABLE_BETWEEN_ROUNDS = (
    _REPORTABLE_BEFORE_FIRST
    | _TUMBLE_KINDS
    | {
        IrregularityKind.MISSED_INSURANCE,
        IrregularityKind.WRONG_TAKE_OR_PAY,
        IrregularityKind.ERROR_OF_EARLIER_ROUND,
        IrregularityKind.LIMITS_OF_EARLIER_ROUND,
    }
)


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


def missable_stages(rules: Rules, state: TableState) -> tuple[InsuranceStage, ...]:
    """The offers of insurance that can have been missed, each of which a report may name."""
    trouble = IrregularityKind.MISSED_INSURANCE
    return tuple(stage for stage in InsuranceStage if _is_accepted(rules, state, _sample_report(trouble, stage=stage)))


def _can_be_reported(rules: Rules, state: TableState, trouble: IrregularityKind) -> bool:
    return any(_is_accepted(rules, state, told) for told in _sample_reports(state, trouble))


def _is_accepted(rules: Rules, state: TableState, told: commands.Report) -> bool:
    return not isinstance(report_irregularity(rules, state, told), Refusal)


def _sample_reports(state: TableState, trouble: IrregularityKind) -> Iterator[commands.Report]:
    """With nothing named, with each card that lies face down, with each bettor whose chips move, with each offer."""
    yield _sample_report(trouble)
    match trouble:
        case IrregularityKind.LEFT_WITH_CARD if state.round is not None:
            hidden = (place for place, card in enumerate(state.round.cards) if not card.turned)
            yield from (_sample_report(trouble, places=(place,)) for place in hidden)
        case IrregularityKind.EXCESS_CARD_SEEN:
            for place in face_down_excess(state):
                any_card = next(card for card in CARDS.values() if not is_impossible_card(state, card))
                cards = (any_card,) * count_unknown_values(state, (place,))
                yield replace(_sample_report(trouble, places=(place,)), cards=cards)
        case IrregularityKind.PLAYER_LEFT:
            yield from (replace(_sample_report(trouble), who=who) for who in bettors_with_chips(state))
        case IrregularityKind.MISSED_INSURANCE:
            yield from (_sample_report(trouble, stage=stage) for stage in InsuranceStage)
        case _:
            return


def _sample_report(
    trouble: IrregularityKind, *, places: tuple[int, ...] = (), stage: InsuranceStage | None = None
) -> commands.Report:
    return commands.Report(by=UNNAMED_DEALER, at=0, trouble=trouble.value, places=places, stage=stage)
