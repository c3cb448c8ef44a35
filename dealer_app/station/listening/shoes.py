"""What follows from what a shoe or a card reader says. It brings cards before the table; fitting says if they fit."""

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round.burning import burned_after
from dealer_app.domain.round.seen import open_coup
from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.round.table import Burn, Dealing
from dealer_app.domain.round.trouble import Trouble
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
    RequestDone,
    RequestFailed,
    SettingChanged,
    ShoeResult,
    ShoeWinner,
    WarningGiven,
)
from dealer_app.station.facts import Incident
from dealer_app.station.listening.heard import Bring, Burning, Following, Heard, Note, Result, Tell, View
from dealer_app.station.listening.lines import Heeded, asked_last, cards_may_come, error_told, works_again
from dealer_app.station.listening.questions import Question, What


def of_a_shoe(view: View, heard: Heard, observation: Observation) -> Heeded:
    """`view` is the table before the report, `heard` the device before it."""
    if heard.burning is not None and not _burns(view):
        heard = replace(heard, burning=None)
    match observation:
        case CardRead(origin=Origin.SENT_AGAIN) | CardUnreadable(origin=Origin.SENT_AGAIN):
            return heard, (Note(why="the last card sent again, no new one"),)
        case CardRead() | CardUnreadable() if _burns(view):
            return _burned(view, heard, observation)
        case CardRead():
            after = replace(heard, last=observation)
            return after, (*works_again(view, heard), _card(heard, observation))
        case CardUnreadable(destination=destination):
            if _asked_of_error(view, heard.device):
                return heard, (Note(why="an unreadable card that is asked about already"),)
            return replace(heard, last=None), (brought(None, destination),)
        case CardOutsideGame(card=card, state=state):
            card_asked = brought(card, Destination.UNKNOWN, Question.OUTSIDE_GAME, state=state.value)
            return heard, (card_asked if cards_may_come(view) else Note(why="a card outside of any game"),)
        case CuttingCardDrawn():
            return heard, (Bring(what=What.CUTTING_CARD),)
        case ShoeResult():
            return _result(view, replace(heard, last=None), observation)
        case ErrorRaised():
            return heard, _error(view, heard, observation)
        case _:
            return _of_its_state(heard, observation)


def _of_its_state(heard: Heard, observation: Observation) -> Heeded:
    """What it says of itself is kept; of the rest there is a line in the log."""
    match observation:
        case ErrorCancelled(error=error, code=code):
            return heard, (Tell(incident=Incident.OVER, detail=f"{error.value} {code}"),)
        case SettingChanged(address=address):
            told = f"setting {address} changed"
        case WarningGiven(code=code):
            told = f"warning {code}"
        case LockChanged(lock=lock):
            told = lock.value
        case RequestDone(request=request):
            told = f"{type(request).__name__}: done"
        case RequestFailed(request=request, why=why, code=code):
            told = f"{type(request).__name__}: {why.value} {code}".strip()
        case _:
            return replace(heard, last=None), (Note(why="nothing for the round"),)
    return heard, (Tell(incident=Incident.NOTED, detail=told),)


def brought(card: Card | None, destination: Destination, question: Question = Question.WAITS, **facts: str) -> Bring:
    """A card, as the row keeps it; None is one whose face is not known."""
    hidden = {"card": "" if card is None else card.text, "destination": destination.value}
    return Bring(what=What.CARD, question=question, facts=facts, hidden=hidden)


def keyed(card: Card | None, put: Place | None) -> Bring:
    """A card that the dealer has keyed, or that he says lies there face down."""
    hidden = {"card": "" if card is None else card.text, "put": "" if put is None else put.value}
    return Bring(what=What.CARD, facts={"said": "keyed"}, hidden=hidden)


def _card(heard: Heard, card: CardRead) -> Bring:
    before = heard.last
    same = isinstance(before, CardRead) and before.card is card.card and card.sequence is None
    return brought(card.card, card.destination, Question.SAME_AGAIN if same else Question.WAITS)


# Burning, when a shoe begins

_AFTER_THE_FIRST = (Destination.BURN, Destination.BURN_COUNT)


def _burns(view: View) -> bool:
    return view.table.round is None and view.table.shoe.step is ShoeStep.CUT


def _burned(view: View, heard: Heard, observation: CardRead | CardUnreadable) -> Heeded:
    """The first card says how many are burned after it; when they are, the dealer confirms what was reported."""
    assert view.table.table is not None, "cards are cut at an open table"
    if view.listening.asks(Question.BURN_BY_HAND, Question.BURNED):
        return heard, (Note(why="burned, and asked about already"),)
    burning = heard.burning
    if burning is None and isinstance(observation, CardRead) and observation.destination not in _AFTER_THE_FIRST:
        burning = Burning(first=observation.card)
    elif burning is not None:
        burning = replace(burning, after=burning.after + 1)
    after = replace(heard, burning=burning)
    if burning is None or view.table.table.burn is Burn.FIXED:
        # Which of the cards is seen, or what the first one was, only the dealer knows.
        return after, (Bring(what=What.BURN, question=Question.BURN_BY_HAND),)
    wanted = burned_after(burning.first)
    if burning.after < wanted:
        return after, (Note(why=f"burned {burning.after} of {wanted}"),)
    hidden = {"card": burning.first.text}
    done = Bring(what=What.BURN, question=Question.BURNED, facts={"unseen": str(burning.after)}, hidden=hidden)
    return replace(heard, burning=None), (done,)


# The device's own result


def _result(view: View, heard: Heard, said: ShoeResult) -> Heeded:
    """Kept until it can be compared with what lies open; a device that ends a round earlier than we misses a card."""
    if said.winner is ShoeWinner.FORCED_END:
        return heard, (Tell(incident=Incident.NOTED, detail="game ended by force"),)
    round_ = view.table.round
    if round_ is None or (round_.phase is Phase.BETTING and not round_.cards and not view.table.cases):
        last = view.table.last
        on_record = None if last is None else Result(round=last.number, said=said)
        return replace(heard, result=on_record if round_ is None else None), (Note(why="a result after the round"),)
    after = replace(heard, result=Result(round=round_.number, said=said))
    assert view.table.table is not None, "a round is played at an open table"
    face_up = view.table.table.dealing is Dealing.FACE_UP
    # Of a round that a carried card opened the device counts one card too few: it may end it before its last card.
    closed = round_.phase is Phase.CLOSED and not view.table.carried_in
    unfinished = face_up and closed and not open_coup(round_).complete
    if unfinished and not view.listening.row and not view.table.cases:
        return after, (Bring(what=What.CARDS, question=Question.RESULT_WITHOUT_CARD),)
    return after, (Note(why="a result, to be compared"),)


# Errors


_CARD_NOT_READ = (DeviceError.CANNOT_READ, DeviceError.CARD_CODE)
_REVERSE = (DeviceError.CARD_PUSHED_BACK, DeviceError.CARD_PULLED_BACK)


def _error(view: View, heard: Heard, raised: ErrorRaised) -> tuple[Following, ...]:
    """The error itself is an incident; what it leaves open on the table is asked."""
    told = error_told(raised)
    question = _asked_after(view, heard, raised.error)
    if question is None or not cards_may_come(view):
        return (told,)
    if asked_last(view, heard.device, What.CARDS):
        return told, Note(why=f"{question.value}, and it is asked already")
    return told, Bring(what=What.CARDS, question=question)


def _asked_after(view: View, heard: Heard, error: DeviceError) -> Question | None:
    if error in _CARD_NOT_READ:
        return None if _unreadable_asked(view, heard.device) else Question.CANNOT_READ
    if error is DeviceError.OVERDRAW:
        return None if _excess_known(view) else Question.OVERDRAW
    return Question.REVERSE_RUN if error in _REVERSE else None


def _unreadable_asked(view: View, device: str) -> bool:
    row = view.listening.row
    return asked_last(view, device, What.CARD) and not row[-1].hidden.get("card")


def _asked_of_error(view: View, device: str) -> bool:
    """The alarm came first: the dealer who is asked what lies there keys this card too."""
    return asked_last(view, device, What.CARDS) and view.listening.row[-1].question is Question.CANNOT_READ


def _excess_known(view: View) -> bool:
    round_ = view.table.round
    if any(case.trouble == Trouble.EXCESS_CARD.value for case in view.table.cases):
        return True
    return round_ is not None and any(card.put is Place.NEITHER for card in round_.cards)
