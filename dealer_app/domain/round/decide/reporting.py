"""What the dealer reports because the station cannot see it: a case or a claim."""

from collections.abc import Iterable

from dealer_app.domain.round import commands, events, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.as_they_lie import lose_order
from dealer_app.domain.round.decide.cases import About, covers, opened, still_open_to_change
from dealer_app.domain.round.decide.conditions import Why, cards_away, current, nothing_unresolved, table_open
from dealer_app.domain.round.decide.dealing import no_card_wanted, one_too_many
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import settlement_undone
from dealer_app.domain.round.decide.excess_seen import beside_the_hands, cannot_have_been_seen, turned_beside, was_seen
from dealer_app.domain.round.decide.leaving import bettors_with_chips, leave, leave_with_chips, may_be_here
from dealer_app.domain.round.decide.missed_insurance import neglected
from dealer_app.domain.round.decide.turning import judge_turned
from dealer_app.domain.round.decide.wrong_payment import restored
from dealer_app.domain.round.needs import Need, ReconstructionNeeded
from dealer_app.domain.round.persons import person_of
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.seen import dice_of_rounds, open_coup
from dealer_app.domain.round.state import Case, Phase, Round, ShoeStep, TableState, Who
from dealer_app.domain.round.table import Dealing, Method, Rules
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.domain.values import replace


def may_report(rules: Rules, state: TableState) -> Why:
    """A power failure, who walks away, or what nobody foresaw comes whenever it will, whatever case or claim is open.

    Also while a case about cards is open in which nobody has decided anything: what is told now replaces it.
    """
    del rules
    return table_open(state)


def report(rules: Rules, state: TableState, command: commands.Report) -> Decision:
    trouble = next((one for one in REPORTABLE if one.value == command.trouble), None)
    if trouble is None:
        return Refusal(code="no-such-trouble", clause="house policy", facts={"trouble": command.trouble})
    moving = person_of(state, command.who).intersection(bettors_with_chips(state)) if command.who is not None else ()
    if trouble is Trouble.PLAYER_LEFT and command.who is not None and moving:
        return leave_with_chips(rules, state, command, command.who)
    if command.cards and trouble not in _WITH_VALUES:
        return refused("no-such-card", rules.clause("round"))
    wrong = _cannot_have_happened(rules, state, trouble, command)
    if wrong is not None:
        return wrong
    if state.round is None and trouble in _AFTER_THE_SETTLEMENT:
        return _found_after_settlement(rules, state, trouble, command)
    before = None if trouble in _ALWAYS else still_open_to_change(state)
    if before is None and trouble not in _ALWAYS:
        waiting = nothing_unresolved(state)
        if waiting is not None:
            return waiting
    replaced = (events.CaseClosed(case=before.number),) if before is not None else ()
    after = fold(state, replaced)
    made = _of_excess(rules, after, trouble, command, before) or _told(rules, after, trouble, command)
    if isinstance(made, Refusal):
        return made
    if before is not None and not covers(_needs_of(made), before.needs):
        # What the first case still needs would be forgotten: it comes first.
        return nothing_unresolved(state) or made
    return (*replaced, *made)


def _found_after_settlement(rules: Rules, state: TableState, trouble: Trouble, command: commands.Report) -> Decision:
    """Until the next round begins the last one can be found wrong (ruling O18).

    Where cards have to be put right its settlement is taken back for it; a void takes it back once it is approved.
    """
    waiting = nothing_unresolved(state)
    if waiting is not None:
        return waiting
    undone = settlement_undone(rules, state, command.by)
    made = _told(rules, fold(state, undone), trouble, command)
    if isinstance(made, Refusal):
        return made
    if any(isinstance(need, ReconstructionNeeded) for need in _needs_of(made)):
        return (*undone, *made)
    facts = {"text": command.text} if command.text else {}
    return opened(rules, state, command.by, trouble, facts=facts, about=About(places=command.places))


def _of_excess(
    rules: Rules, state: TableState, trouble: Trouble, command: commands.Report, before: Case | None
) -> Decision | None:
    """A card put on neither hand that was seen, or is among those that are told to have been exposed."""
    if trouble is Trouble.EXCESS_CARD_SEEN:
        return was_seen(rules, state, command, before)
    if trouble is not Trouble.EXPOSED_CARD:
        return None
    excess = tuple(place for place in command.places if place in beside_the_hands(state))
    others = tuple(place for place in command.places if place not in excess)
    if not excess:
        return None
    keyed = dict(zip(unknown(current(state), command.places), command.cards, strict=False))
    of_excess = replace(command, places=excess, cards=tuple(keyed[at] for at in excess if at in keyed))
    seen = was_seen(rules, state, of_excess, before)
    if not others or isinstance(seen, Refusal):
        return seen
    turned = turned_beside(state, excess, of_excess)
    of_hands = replace(command, places=others, cards=tuple(keyed[at] for at in others if at in keyed))
    made = _told(rules, fold(state, turned), trouble, of_hands)
    return made if isinstance(made, Refusal) else (*turned, *made)


def _needs_of(made: tuple[events.Event, ...]) -> tuple[Need, ...]:
    """What the cases that these events open need together."""
    return tuple(need for event in made if isinstance(event, events.CaseOpened) for need in event.case.needs)


def _told(rules: Rules, state: TableState, trouble: Trouble, command: commands.Report) -> Decision:
    facts = {"text": command.text} if command.text else {}
    if trouble is Trouble.TOGETHER_ORDER_KNOWN:
        facts["times"] = str(state.drawn_together.get(command.by.name, 0) + 1)
    places = command.places
    match trouble:
        case Trouble.WRONG_TAKE_OR_PAY if command.due is not None:
            return restored(rules, state, command)
        case Trouble.MISSED_INSURANCE:
            return neglected(rules, state, command.by, command.stage)
        case Trouble.TOGETHER_ORDER_KNOWN | Trouble.TOGETHER_ORDER_LOST if not places:
            count = len(current(state).cards)
            places = (count - 2, count - 1)
        case Trouble.PLAYER_LEFT if command.who is not None:
            return leave(rules, state, command, command.who)
        case Trouble.EXPOSED_CARD if command.cards:
            # What nobody knew of them has been seen: they lie open, and count (ruling O16).
            seen = (events.CardsTurned(places=unknown(current(state), places), cards=command.cards),)
            told = opened(rules, fold(state, seen), command.by, trouble, facts=facts, about=About(places=places))
            done = (*seen, *told)
            return (*done, *judge_turned(rules, fold(state, done), command.by))
        case Trouble.ORDER_LOST:
            return lose_order(rules, state, command)
        case Trouble.CARD_TO_WRONG_PERSON:
            taken = tuple(events.CardsGiven(side=side, who=None) for side in current(state).holders)
            return (*taken, *opened(rules, state, command.by, trouble, facts=facts, about=About(places=places)))
        case Trouble.FOREIGN_CARD | Trouble.WRONG_DECK | Trouble.NOT_SHUFFLED if state.round is None:
            # Found between rounds nothing is voided, but nothing more is dealt from this shoe.
            closed = (events.ShoeClosed(clause=rules.clause(trouble.value)),)
            return (*opened(rules, state, command.by, trouble, facts=facts), *closed)
        case Trouble.DAMAGED_DICE if not dice_of_rounds(state):
            # No round has been played: there is none to void, but none begins before they are changed.
            clause = rules.clause("damaged-dice")
            none = mending_events.RoundsVoided(numbers=(), nets=(), not_recovered=(), clause=clause)
            return (*opened(rules, state, command.by, trouble, facts=facts), none)
        case _:
            pass
    return opened(rules, state, command.by, trouble, facts=facts, about=About(places=places))


def _cannot_have_happened(rules: Rules, state: TableState, trouble: Trouble, command: commands.Report) -> Why:
    """Cards need cards on the table, a missed card a hand that is not finished, dice a game with dice."""
    clause = rules.clause("round")
    if (trouble in _OF_CARDS or trouble in _OF_A_SHOE) and rules.baccarat is None:
        return refused("no-cards-here", clause)
    if trouble in _OF_DICE and rules.book.dice is None:
        return refused("no-dice-here", clause)
    if trouble is Trouble.EXCESS_CARD_SEEN:
        return cannot_have_been_seen(rules, state, command.places)
    if trouble is Trouble.WRONG_TAKE_OR_PAY and not _still_to_be_mended(state):
        return refused("nothing-paid-yet", rules.clause("earlier-rounds-stand"))
    if state.round is None:
        return _between_rounds(rules, state, trouble, command)
    elsewhere = _elsewhere_only(rules, state, trouble) or _of_an_earlier_round(rules, state, trouble)
    if elsewhere is not None:
        return elsewhere
    cards = state.round.cards
    if trouble in _OF_CARDS and not cards:
        return Refusal(code="no-card-yet", clause=clause, facts={"trouble": trouble.value})
    away = cards_away(rules, state) if trouble in _OF_CARDS else None
    if away is not None:
        return away
    if any(not 0 <= place < len(cards) for place in command.places):
        return refused("no-such-card", clause)
    if trouble in _TOGETHER and len(command.places or cards) < 2:
        return refused("two-cards-needed", clause)
    return _special(rules, state, trouble, command)


def _elsewhere_only(rules: Rules, state: TableState, trouble: Trouble) -> Why:
    """What happens only at other tables: by another document, method or way of dealing; or not in a first round."""
    assert state.table is not None, "reported only at an open table"
    method = state.table.method
    match trouble:
        case Trouble.ERROR_OF_EARLIER_ROUND | Trouble.LIMITS_OF_EARLIER_ROUND if state.rounds < _WITH_ONE_BEFORE:
            return refused("no-earlier-round", rules.clause("earlier-rounds-stand"))
        case Trouble.CARD_SEEN_AS_DEVICE_MOVED | Trouble.DEVICE_RESET | Trouble.CARDS_NOT_PASSED:
            if not rules.has(trouble.value):
                return refused("not-in-this-game", rules.clause("round"))
        case _:
            pass
    if trouble is Trouble.CARD_SEEN_AS_DEVICE_MOVED and method is not Method.C:
        return refused("dealer-keeps-device", rules.clause("device-stays"))
    # In Method B they are passed to whom the Pit Manager allows to squeeze (3.21).
    if trouble is Trouble.CARDS_NOT_PASSED and method is Method.B and not current(state).holders:
        return refused("dealer-keeps-cards", rules.clause("cards-stay"))
    if trouble in (Trouble.CARDS_NOT_PASSED, Trouble.CARD_TO_WRONG_PERSON) and _dealt_face_up(state):
        return refused("dealt-face-up", rules.clause("squeeze"))
    return None


def _of_an_earlier_round(rules: Rules, state: TableState, trouble: Trouble) -> Why:
    """Nothing has come in this round of which it could be said: it is of the one before, which stands (5.6, 5.12)."""
    round_ = current(state)
    late = trouble in _OF_THE_LAST_ROUND or (trouble in _OF_A_TUMBLE and trouble is not Trouble.TUMBLED_TOO_EARLY)
    if not late or round_.cards or round_.tumbles is not None or state.rounds < _WITH_ONE_BEFORE:
        return None
    return refused("found-too-late", rules.clause("earlier-rounds-stand"))


_WITH_ONE_BEFORE = 2
"""How many rounds have begun where one came before the one that is on."""


def _still_to_be_mended(state: TableState) -> bool:
    """What was taken or paid: of the round whose result is announced, or of the last one until the next begins."""
    return state.last is not None if state.round is None else state.round.phase is Phase.ANNOUNCED


def _between_rounds(rules: Rules, state: TableState, trouble: Trouble, command: commands.Report) -> Why:
    """Before the first round only the cards, the dice and what is around them can be found wrong."""
    if trouble in _OF_THE_LAST_ROUND and state.last is not None and state.last.phase is Phase.CONCLUDED:
        return _of_the_last_round(rules, state, state.last, trouble, command)
    if trouble not in (_BETWEEN_ROUNDS if state.last is not None else _BEFORE_THE_FIRST):
        settled = state.last is not None and state.last.phase is Phase.CONCLUDED
        return refused("round-is-settled" if settled else "no-round", rules.clause("round"))
    if trouble in _OF_A_TUMBLE and state.last is not None and state.last.phase is Phase.VOID:
        return refused("no-round", rules.clause("earlier-rounds-stand"))
    if trouble in _OF_A_SHOE and state.shoe.step in (ShoeStep.NONE, ShoeStep.ENDED):
        return refused("no-shoe", "house policy")
    return None


def _of_the_last_round(rules: Rules, state: TableState, last: Round, trouble: Trouble, command: commands.Report) -> Why:
    """A settled round can have a wrong number of cards, or had cards at the wrong person; it can lack none (O18)."""
    if rules.baccarat is None:
        return refused("no-cards-here", rules.clause("round"))
    if trouble is Trouble.MISSED_CARD:
        return refused("hands-are-finished", rules.clause("third-card"))
    if trouble is Trouble.CARD_TO_WRONG_PERSON and _dealt_face_up(state):
        return refused("dealt-face-up", rules.clause("squeeze"))
    if any(not 0 <= place < len(last.cards) for place in command.places):
        return refused("no-such-card", rules.clause("round"))
    return cards_away(rules, state)


def _dealt_face_up(state: TableState) -> bool:
    return state.table is not None and state.table.dealing is Dealing.FACE_UP


def _special(rules: Rules, state: TableState, trouble: Trouble, command: commands.Report) -> Why:
    round_ = current(state)
    match trouble:
        case Trouble.INSUFFICIENT_CARDS:
            return no_card_wanted(rules, state)
        case Trouble.MISSED_CARD if round_.phase is not Phase.CLOSED or open_coup(round_).complete:
            return refused("hands-are-finished", rules.clause("third-card"))
        case Trouble.EXPOSED_CARD if _dealt_face_up(state) and not _in_excess(state, command.places):
            # The clause speaks of tables where cards are dealt face down; here every card of a hand lies open anyway.
            return refused("no-such-card", rules.clause("exposed-card"))
        case Trouble.EXPOSED_CARD if command.cards:
            return _unfit_values(rules, state, command)
        case Trouble.LEFT_WITH_CARD if not command.places or any(round_.cards[at].turned for at in command.places):
            return refused("no-such-card", rules.clause("left-with-card"))
        case Trouble.PLAYER_LEFT if command.who is not None and not _is_bettor(rules, state, command.who):
            return refused("no-bettor", rules.clause("player-left"))
        case Trouble.TOO_FEW_TUMBLES if round_.phase is Phase.BETTING:
            return refused("not-tumbled", rules.clause("tumble"))
        case Trouble.COCKED_DIE if round_.tumbles is None:
            return refused("not-tumbled", rules.clause("tumble"))
        case Trouble.CUTTING_CARD_FIRST:
            hlga = state.table is not None and state.table.hlga
            came_first = state.shoe.cutting_card_first_in == round_.number
            if not hlga or not came_first or round_.phase is not Phase.CLOSED or round_.cards:
                return refused("not-the-first-card", rules.clause("cutting-card-first"))
        case _:
            pass
    return None


def unknown(round_: Round, places: Iterable[int]) -> tuple[int, ...]:
    """Those of these cards of which no device knows the value."""
    return tuple(place for place in places if round_.cards[place].card is None)


def _unfit_values(rules: Rules, state: TableState, command: commands.Report) -> Why:
    """A value is keyed for each card that nobody knew, and one that the shoe can hold."""
    if len(command.cards) != len(unknown(current(state), command.places)):
        return refused("value-needed", rules.clause("exposed-card"))
    impossible = one_too_many(state, command.cards)
    if impossible is None:
        return None
    return Refusal(code="impossible-card", clause=rules.clause("foreign-card"), facts={"card": impossible.text})


def _in_excess(state: TableState, places: tuple[int, ...]) -> bool:
    return bool(places) and set(places) <= set(beside_the_hands(state))


def _is_bettor(rules: Rules, state: TableState, who: Who) -> bool:
    """With a bet at any place at which he is one person; any seated place where bets are not keyed."""
    return may_be_here(rules, state, person_of(state, who))


_WITH_VALUES = frozenset({Trouble.EXPOSED_CARD, Trouble.EXCESS_CARD_SEEN})
"""What has been seen of a card is keyed with these."""
_TOGETHER = frozenset({Trouble.TOGETHER_ORDER_KNOWN, Trouble.TOGETHER_ORDER_LOST})
_OF_CARDS = _TOGETHER | {
    Trouble.EXPOSED_CARD,
    Trouble.EXCESS_CARD_SEEN,
    Trouble.DAMAGED_CARD,
    Trouble.CARD_TO_WRONG_PERSON,
    Trouble.CARDS_NOT_PASSED,
    Trouble.ORDER_LOST,
    Trouble.WRONG_NUMBER_OF_CARDS,
    Trouble.MISSED_CARD,
    Trouble.LEFT_WITH_CARD,
}
_OF_A_SHOE = frozenset(
    {
        Trouble.INSUFFICIENT_CARDS,
        Trouble.FOREIGN_CARD,
        Trouble.WRONG_DECK,
        Trouble.NOT_SHUFFLED,
        Trouble.CARD_SEEN_IN_DEVICE,
        Trouble.CARD_SEEN_AS_DEVICE_MOVED,
        Trouble.DEVICE_RESET,
        Trouble.CUTTING_CARD_FIRST,
    }
)
_ALWAYS = frozenset({Trouble.POWER_FAILURE, Trouble.PLAYER_LEFT, Trouble.OTHER})
_OF_A_TUMBLE = frozenset({Trouble.TUMBLED_TOO_EARLY, Trouble.TOO_FEW_TUMBLES, Trouble.COCKED_DIE})
_OF_DICE = _OF_A_TUMBLE | {Trouble.DAMAGED_DICE, Trouble.WRONG_LAMPS}
_AFTER_THE_SETTLEMENT = frozenset({Trouble.WRONG_NUMBER_OF_CARDS, Trouble.CARD_TO_WRONG_PERSON})
"""What of the last round is heard until the next one begins, and then rests on the same clause (ruling O18)."""
_OF_THE_LAST_ROUND = _AFTER_THE_SETTLEMENT | {Trouble.MISSED_CARD}
_BEFORE_THE_FIRST = frozenset(
    {
        Trouble.FOREIGN_CARD,
        Trouble.WRONG_DECK,
        Trouble.NOT_SHUFFLED,
        Trouble.CARD_SEEN_IN_DEVICE,
        Trouble.POWER_FAILURE,
        Trouble.DAMAGED_DICE,
        Trouble.WRONG_LAMPS,
        Trouble.WRONG_DISPLAY,
        Trouble.OTHER,
    }
)
_BETWEEN_ROUNDS = (
    _BEFORE_THE_FIRST
    | _OF_A_TUMBLE
    | {
        Trouble.MISSED_INSURANCE,
        Trouble.WRONG_TAKE_OR_PAY,
        Trouble.ERROR_OF_EARLIER_ROUND,
        Trouble.LIMITS_OF_EARLIER_ROUND,
    }
)
