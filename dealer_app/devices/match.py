"""Decides whether the first entry of the queue fits the table now, has to be asked, waits or is over.

The engine alone judges what is legal. Here it is decided whether a report can be taken for what it says:
the order of the deal, where the device believes a card went, and whether a dealer is there.
"""

from msgspec import Struct

from dealer_app.device_questions import (
    DealerWord,
    EntrySubject,
    Question,
    QueueEntry,
    device_hand,
    late_report_round,
    match_late_card,
)
from dealer_app.devices.device_state import Automation, TableView
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS
from dealer_app.domain.round.commands import BurnCards, CountTumbles, CuttingCardOut, DrawCard, ReadDice
from dealer_app.domain.round.irregularities.cases import changeable_case
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import UNNAMED_DEALER, Command, Phase, Round, ShoeStep, TableState
from dealer_app.domain.round.table_settings import Dealing as Dealt
from dealer_app.domain.round.visible import CardStep, next_card, open_coup
from dealer_app.domain.rulebook import Side
from dealer_app.observations import Destination, Resting
from dealer_app.station_events import QuestionEnding


class Asks(Struct, frozen=True):
    """It is to be asked first."""

    question: Question
    device_says: Side | None = None


class Holds(Struct, frozen=True):
    """The table is not ready for it: it stays where it is."""


class Over(Struct, frozen=True):
    """There is nothing left to ask or to do."""

    ending: QuestionEnding = QuestionEnding.OVERTAKEN


class Matches(Struct, frozen=True):
    """It was keyed before the device reported it: the card at this place of that round, or its dice."""

    round: int
    place: int | None = None


MatchResult = Command | Asks | Holds | Over | Matches
"""A command is to be given, for the entry fits; what the engine refuses is asked about."""
WAIT_FOR_TABLE, OVERTAKEN = Holds(), Over()


def match_entry(view: TableView, entry: QueueEntry) -> MatchResult:
    """Judges the first entry of the queue by the table as it is now."""
    match entry.what:
        case EntrySubject.CARD:
            return _match_card(view, entry)
        case EntrySubject.CUTTING_CARD:
            return _match_cutting_card(view, entry)
        case EntrySubject.BURN:
            burning = view.table.round is None and view.table.shoe.step is ShoeStep.CUT
            return WAIT_FOR_TABLE if burning else OVERTAKEN
        case EntrySubject.CARDS:
            return WAIT_FOR_TABLE
        case EntrySubject.TUMBLE:
            return _match_tumble(view, entry)
        case EntrySubject.DICE:
            return _match_dice(view, entry)
        case EntrySubject.DICE_UNHEARD:
            round_ = view.table.round
            waits = round_ is not None and round_.number == entry.round and round_.dice is None
            return WAIT_FOR_TABLE if waits else OVERTAKEN


def _has_open_case(table: TableState) -> bool:
    return bool(table.cases) or table.claim is not None


def _is_asked(entry: QueueEntry) -> bool:
    """Whether it was put to the dealer already; then it stays until they answer."""
    return entry.question is not Question.WAITS


# Cards


def _match_card(view: TableView, entry: QueueEntry) -> MatchResult:
    if _is_asked(entry):
        return WAIT_FOR_TABLE
    late = match_late_card(view.table, view.listening, entry, lambda hand: _may_be_new(view.table, hand))
    if late is not None:
        return Asks(Question.LATE) if late.place is None else Matches(late.round, late.place)
    doubt = _card_doubt(view, entry)
    if doubt is not None:
        return doubt
    card, put = entry.hidden.card, entry.hidden.put
    keyed = entry.facts.said is DealerWord.KEYED
    # Who keys a card has seen it; one that a device has read lies as the table deals.
    face_up = keyed and card is not None
    return DrawCard(by=UNNAMED_DEALER, at=0, card=card, put=put, face_up=face_up, by_device=not keyed)


def _card_doubt(view: TableView, entry: QueueEntry) -> Asks | Holds | None:
    """What has to be asked, or waited for, before this card is given to the engine."""
    table, said = view.table, entry.facts.said is not None
    if not view.attended:
        return Asks(Question.NOBODY_THERE)
    if _has_open_case(table) and changeable_case(table) is None:
        return WAIT_FOR_TABLE
    round_ = table.round
    if round_ is None or round_.phase is Phase.ANNOUNCED:
        return None if said else Asks(Question.NOT_NOW)
    if said:
        return None
    if not view.settings.is_automatic(Automation.ACCEPT_CARDS):
        return Asks(Question.CONFIRM)
    if entry.hidden.card is None and (table.table is None or table.table.dealing is Dealt.FACE_UP):
        return Asks(Question.UNREADABLE)
    return _misfit(view, entry, round_)


_BURN_DESTINATIONS = (Destination.BURN, Destination.FIRST_CARD, Destination.BURN_COUNT)


def _misfit(view: TableView, entry: QueueEntry, round_: Round) -> Asks | None:
    """Where the device's opinion is not what the cards on the table ask for."""
    if entry.hidden.destination in _BURN_DESTINATIONS:
        return Asks(Question.NO_HAND)
    closed = round_.phase is Phase.CLOSED
    if closed and next_card(view.rules, view.table, round_).step is CardStep.TURN:
        return Asks(Question.NOT_TURNED)
    hand, belongs = device_hand(view.table, entry), due_hand(round_)
    if hand is not None and belongs is not None and hand is not belongs:
        return Asks(Question.OTHER_HAND, device_says=hand)
    return None


def due_hand(round_: Round) -> Side | None:
    """The hand to which the next card belongs, as far as open cards show it; None where that is no hand, or not
    known.
    """
    drawn = len(round_.cards)
    if drawn >= 4 and not all(card.turned for card in round_.cards):
        return None
    return open_coup(round_).next_draw if drawn >= 4 else (Side.BANKER if drawn % 2 else Side.PLAYER)


def _may_be_new(table: TableState, hand: Side | None) -> bool:
    """Whether the next card of the table could be one of this hand, as far as open cards show it."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.ANNOUNCED:
        return False
    if round_.phase is Phase.BETTING:
        return True
    if all(card.turned for card in round_.cards) and open_coup(round_).is_complete:
        return False
    due = due_hand(round_)
    return due is None or hand is None or hand is due


def _match_cutting_card(view: TableView, entry: QueueEntry) -> MatchResult:
    if view.table.shoe.cutting_card_out:
        return OVERTAKEN
    if _is_asked(entry) or _has_open_case(view.table):
        return WAIT_FOR_TABLE
    if not view.attended:
        return Asks(Question.NOBODY_THERE)
    if not view.settings.is_automatic(Automation.ACCEPT_CUTTING_CARD) and entry.facts.said is None:
        return Asks(Question.CONFIRM)
    return CuttingCardOut(by=UNNAMED_DEALER, at=0)


def burn_command(entry: QueueEntry) -> BurnCards:
    """What was reported of burning, once the dealer has confirmed it."""
    card, unseen = entry.hidden.card, entry.facts.unseen
    assert card is not None, "the first card of the burn was read"
    assert unseen is not None, "the others were counted"
    return BurnCards(by=UNNAMED_DEALER, at=0, cards=(card,), unseen=unseen)


# Dice


def _match_tumble(view: TableView, entry: QueueEntry) -> MatchResult:
    """It started before closing was pressed: asked when the dice lie still, for only then it is known how often."""
    round_ = view.table.round
    if round_ is None or round_.number != entry.round or round_.tumbles is not None:
        return OVERTAKEN
    at_rest = any(one.what is EntrySubject.DICE and one.device == entry.device for one in view.listening.row)
    asked = any(case.trouble == IrregularityKind.TUMBLE_BEFORE_CLOSING.value for case in view.table.cases)
    return OVERTAKEN if at_rest or asked else WAIT_FOR_TABLE


def _match_dice(view: TableView, entry: QueueEntry) -> MatchResult:
    round_ = view.table.round
    if round_ is None and entry.round is None:
        # They were keyed, the round has ended, and only now the device tells them.
        round_ = late_report_round(view.table, view.listening)
    elif round_ is None or round_.number != entry.round:
        return OVERTAKEN
    if round_ is None or (round_.phase is Phase.ANNOUNCED and round_.dice is None):
        return OVERTAKEN
    if round_.dice is not None:
        return _match_known_dice(view, entry, round_, round_.dice)
    if _has_open_case(view.table) or (_is_asked(entry) and entry.question is not Question.DICE_DIFFER):
        return WAIT_FOR_TABLE
    return _dice_doubt(view, entry) or _dice_command(round_, entry)


def _match_known_dice(view: TableView, entry: QueueEntry, round_: Round, dice: tuple[int, int, int]) -> MatchResult:
    """Dice that are on record already: the same, or the dealer compares them."""
    awaited = view.listening.unheard
    reported = entry.hidden.dice
    if reported is None or reported.dice != dice:
        return WAIT_FOR_TABLE if _is_asked(entry) else Asks(Question.DICE_DIFFER)
    return Matches(round_.number) if awaited.dice and awaited.round == round_.number else OVERTAKEN


def _dice_doubt(view: TableView, entry: QueueEntry) -> Asks | None:
    if not view.attended:
        return Asks(Question.NOBODY_THERE)
    if entry.facts.said is not None:
        return None
    if not view.settings.is_automatic(Automation.ACCEPT_DICE):
        return Asks(Question.CONFIRM)
    if Resting.NOT_REPORTED not in entry.hidden.resting and entry.hidden.tumbles is not None:
        return None
    return Asks(Question.HOW_THEY_LIE)


def _dice_command(round_: Round, entry: QueueEntry) -> MatchResult:
    """First how often they tumbled; once that is counted, how they lie. With too few tumbles the second never comes."""
    hidden = entry.hidden
    if round_.tumbles is None:
        assert hidden.tumbles is not None, "the device or the dealer has said how often they tumbled"
        return CountTumbles(by=UNNAMED_DEALER, at=0, tumbles=hidden.tumbles)
    assert hidden.dice is not None, "the device or the dealer has said how they lie"
    flat = tuple(die is Resting.FLAT for die in hidden.resting)
    assert len(flat) == 3, "three dice lie there"
    return ReadDice(by=UNNAMED_DEALER, at=0, dice=hidden.dice.dice, flat=flat)


def is_last_command(command: Command) -> bool:
    """Whether the entry is done with this command: dice that are counted have still to be read."""
    return not isinstance(command, CountTumbles)


class QuestionCard(Struct, frozen=True, kw_only=True):
    """The card of a question; a hand is None where nobody says one, or none is due."""

    number: int
    says: Side | None
    due: Side | None

    @property
    def words_code(self) -> str:
        """Of the words for it: what the device says is named only where it differs from what is due."""
        if self.says is None or self.says is self.due:
            return "card" if self.due is None else "card-due"
        return "card-says" if self.due is None else "card-both"


def question_card(table: TableState, entry: QueueEntry) -> QuestionCard | None:
    """The card of a round that the question is about, by the table as it is now; None where it is about none."""
    round_ = table.round
    if entry.what is not EntrySubject.CARD or round_ is None or round_.phase is Phase.ANNOUNCED:
        return None
    if entry.hidden.destination is None:
        return None
    lies_open = len(round_.cards) < INITIAL_CARDS or all(card.turned for card in round_.cards)
    says = device_hand(table, entry) if lies_open else None
    return QuestionCard(number=len(round_.cards) + 1, says=says, due=due_hand(round_))
