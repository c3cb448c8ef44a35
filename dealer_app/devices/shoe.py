"""What follows from what a shoe or a card reader says. It brings cards before the table; fitting says if they fit."""

from dealer_app.device_questions import DealerWord, EntryFacts, EntrySecrets, EntrySubject, Question, QueueEntry
from dealer_app.devices.device_state import (
    BurnProgress,
    DeviceResult,
    DeviceState,
    Log,
    RecordIncident,
    ReportEffect,
    TableView,
)
from dealer_app.devices.line_reports import (
    IntakeResult,
    can_card_come,
    error_incident,
    is_asked_last,
    recovery_incidents,
)
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round.events import burn_count
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.round.table_settings import BurnRule, Dealing
from dealer_app.domain.round.visible import open_coup
from dealer_app.domain.values import replace
from dealer_app.observations import (
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    CuttingCardDrawn,
    Destination,
    DeviceError,
    ErrorCancelled,
    ErrorRaised,
    LockChanged,
    Observation,
    Origin,
    OutsideGame,
    PresetChanged,
    RequestDone,
    RequestFailed,
    ShoeResult,
    ShoeWinner,
    WarningGiven,
)
from dealer_app.station_events import Incident


def handle_shoe_report(view: TableView, device_state: DeviceState, observation: Observation) -> IntakeResult:
    """What follows from a report of the shoe: `view` is the table before it, `heard` the device before it."""
    if device_state.burning is not None and not _is_burning(view):
        device_state = replace(device_state, burning=None)
    match observation:
        case CardRead(origin=Origin.SENT_AGAIN) | CardUnreadable(origin=Origin.SENT_AGAIN):
            return device_state, (Log(why="the last card sent again, no new one"),)
        case CardRead() | CardUnreadable() if _is_burning(view):
            return _handle_burn(view, device_state, observation)
        case CardRead():
            after = replace(device_state, last=observation)
            return after, (*recovery_incidents(view, device_state), _read_card_entry(device_state, observation))
        case CardUnreadable(destination=destination):
            if _is_error_asked(view, device_state.device):
                return device_state, (Log(why="an unreadable card that is asked about already"),)
            return replace(device_state, last=None), (card_entry(None, destination),)
        case CardOutsideGame(card=card, state=state):
            card_asked = card_entry(card, Destination.UNKNOWN, Question.OUTSIDE_GAME, state)
            return device_state, (card_asked if can_card_come(view) else Log(why="a card outside of any game"),)
        case CuttingCardDrawn():
            return device_state, (QueueEntry(what=EntrySubject.CUTTING_CARD),)
        case ShoeResult():
            return _handle_result(view, replace(device_state, last=None), observation)
        case ErrorRaised():
            return device_state, _handle_error(view, device_state, observation)
        case _:
            return _handle_state(device_state, observation)


def _handle_state(device_state: DeviceState, observation: Observation) -> IntakeResult:
    """What it says of itself is kept; of the rest there is a line in the log."""
    match observation:
        case ErrorCancelled(error=error, code=code):
            return device_state, (RecordIncident(incident=Incident.OVER, detail=f"{error.value} {code}"),)
        case PresetChanged(address=address):
            detail = f"setting {address} changed"
        case WarningGiven(code=code):
            detail = f"warning {code}"
        case LockChanged(lock=lock):
            detail = lock.value
        case RequestDone(request=request):
            detail = f"{type(request).__name__}: done"
        case RequestFailed(request=request, why=why, code=code):
            detail = f"{type(request).__name__}: {why.value} {code}".strip()
        case _:
            return replace(device_state, last=None), (Log(why="nothing for the round"),)
    return device_state, (RecordIncident(incident=Incident.NOTED, detail=detail),)


def card_entry(
    card: Card | None,
    destination: Destination,
    question: Question = Question.WAITS,
    state: OutsideGame | None = None,
) -> QueueEntry:
    """A card, as the queue keeps it; None is one whose face is not known."""
    hidden = EntrySecrets(card=card, destination=destination)
    return QueueEntry(what=EntrySubject.CARD, question=question, facts=EntryFacts(state=state), hidden=hidden)


def hand_card_entry(card: Card | None, put: Place | None) -> QueueEntry:
    """A card that the dealer has keyed, or says lies there face down."""
    keyed = EntryFacts(said=DealerWord.KEYED)
    return QueueEntry(what=EntrySubject.CARD, facts=keyed, hidden=EntrySecrets(card=card, put=put))


def _read_card_entry(device_state: DeviceState, card: CardRead) -> QueueEntry:
    before = device_state.last
    same = isinstance(before, CardRead) and before.card is card.card and card.sequence is None
    return card_entry(card.card, card.destination, Question.SAME_AGAIN if same else Question.WAITS)


# Burning, when a shoe begins

_LATER_BURN_DESTINATIONS = (Destination.BURN, Destination.BURN_COUNT)


def _is_burning(view: TableView) -> bool:
    return view.table.round is None and view.table.shoe.step is ShoeStep.CUT


def _handle_burn(view: TableView, device_state: DeviceState, observation: CardRead | CardUnreadable) -> IntakeResult:
    """The first card says how many are burned after it; when they are, the dealer confirms what was reported."""
    assert view.table.table is not None, "cards are cut at an open table"
    if view.listening.has_question(Question.BURN_BY_HAND, Question.BURNED):
        return device_state, (Log(why="burned, and asked about already"),)
    burning = device_state.burning
    if (
        burning is None
        and isinstance(observation, CardRead)
        and observation.destination not in _LATER_BURN_DESTINATIONS
    ):
        burning = BurnProgress(first=observation.card)
    elif burning is not None:
        burning = replace(burning, after=burning.after + 1)
    after = replace(device_state, burning=burning)
    if burning is None or view.table.table.burn is BurnRule.FIXED:
        # Which of the cards is seen, or what the first one was, only the dealer knows.
        return after, (QueueEntry(what=EntrySubject.BURN, question=Question.BURN_BY_HAND),)
    wanted = burn_count(burning.first)
    if burning.after < wanted:
        return after, (Log(why=f"burned {burning.after} of {wanted}"),)
    facts, hidden = EntryFacts(unseen=burning.after), EntrySecrets(card=burning.first)
    done = QueueEntry(what=EntrySubject.BURN, question=Question.BURNED, facts=facts, hidden=hidden)
    return replace(device_state, burning=None), (done,)


# The device's own result


def _handle_result(view: TableView, device_state: DeviceState, said: ShoeResult) -> IntakeResult:
    """Kept until it can be compared with what lies open; a device that ends a round earlier than we misses a card."""
    if said.winner is ShoeWinner.FORCED_END:
        return device_state, (RecordIncident(incident=Incident.NOTED, detail="game ended by force"),)
    round_ = view.table.round
    if round_ is None or (round_.phase is Phase.BETTING and not round_.cards and not view.table.cases):
        last = view.table.last
        on_record = None if last is None else DeviceResult(round=last.number, said=said)
        return replace(device_state, result=on_record if round_ is None else None), (
            Log(why="a result after the round"),
        )
    after = replace(device_state, result=DeviceResult(round=round_.number, said=said))
    assert view.table.table is not None, "a round is played at an open table"
    face_up = view.table.table.dealing is Dealing.FACE_UP
    # Of a round that a carried card opened the device counts one card too few: it may end it before its last card.
    closed = round_.phase is Phase.CLOSED and not view.table.carried_in
    unfinished = face_up and closed and not open_coup(round_).is_complete
    if unfinished and not view.listening.row and not view.table.cases:
        return after, (QueueEntry(what=EntrySubject.CARDS, question=Question.RESULT_WITHOUT_CARD),)
    return after, (Log(why="a result, to be compared"),)


# Errors


_UNREAD_ERRORS = (DeviceError.CANNOT_READ, DeviceError.CARD_CODE)
_REVERSE_ERRORS = (DeviceError.CARD_PUSHED_BACK, DeviceError.CARD_PULLED_BACK)


def _handle_error(view: TableView, device_state: DeviceState, raised: ErrorRaised) -> tuple[ReportEffect, ...]:
    """The error itself is an incident; what it leaves open on the table is asked."""
    incident = error_incident(raised)
    question = _error_question(view, device_state, raised.error)
    if question is None or not can_card_come(view):
        return (incident,)
    if is_asked_last(view, device_state.device, EntrySubject.CARDS):
        return incident, Log(why=f"{question.value}, and it is asked already")
    return incident, QueueEntry(what=EntrySubject.CARDS, question=question)


def _error_question(view: TableView, device_state: DeviceState, error: DeviceError) -> Question | None:
    if error in _UNREAD_ERRORS:
        return None if _is_unreadable_asked(view, device_state.device) else Question.CANNOT_READ
    if error is DeviceError.OVERDRAW:
        return None if _is_excess_known(view) else Question.OVERDRAW
    return Question.REVERSE_RUN if error in _REVERSE_ERRORS else None


def _is_unreadable_asked(view: TableView, device: str) -> bool:
    queue = view.listening.row
    return is_asked_last(view, device, EntrySubject.CARD) and queue[-1].hidden.card is None


def _is_error_asked(view: TableView, device: str) -> bool:
    """The alarm came first: the dealer who is asked what lies there keys this card too."""
    return is_asked_last(view, device, EntrySubject.CARDS) and view.listening.row[-1].question is Question.CANNOT_READ


def _is_excess_known(view: TableView) -> bool:
    round_ = view.table.round
    if any(case.trouble == IrregularityKind.EXCESS_CARD.value for case in view.table.cases):
        return True
    return round_ is not None and any(card.put is Place.NEITHER for card in round_.cards)
