"""What follows from the dealer's answer to a question: cards, dice or a burn, which are then first in the queue."""

from msgspec import Struct

from dealer_app.device_questions import DealerWord, EntryFacts, EntrySecrets, EntrySubject, Question, QueueEntry, Reply
from dealer_app.devices.shoe import hand_card_entry
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Source
from dealer_app.domain.values import replace
from dealer_app.observations import Resting

MOST_CARDS = 6
"""More than a round has nobody can have missed."""
DiceFaces = tuple[int, int, int]
DiceFlat = tuple[bool, bool, bool]


class DealerAnswer(Struct, frozen=True, kw_only=True):
    """What the dealer says: the cards on the table, in drawn order, where one lies, or how the dice lie."""

    reply: Reply
    cards: tuple[Card, ...] = ()
    put: Place | None = None
    tumbles: int | None = None
    dice: DiceFaces | None = None
    flat: DiceFlat | None = None


AnswerEntries = tuple[QueueEntry, ...]
"""What takes the place of the question at the head of the queue."""


def resolve_answer(entry: QueueEntry, said: DealerAnswer) -> AnswerEntries | Refusal:
    """Nothing: it is put aside. To deal: it counts, as the device said it or as the dealer says it."""
    if said.reply is Reply.NOTHING:
        return ()
    match entry.what:
        case EntrySubject.CARD:
            return _resolve_card(entry, said)
        case EntrySubject.CARDS:
            return _resolve_cards(said)
        case EntrySubject.DICE | EntrySubject.DICE_UNHEARD:
            return _resolve_dice(entry, said)
        case EntrySubject.CUTTING_CARD:
            return (QueueEntry(what=EntrySubject.CUTTING_CARD, facts=EntryFacts(said=DealerWord.CONFIRMED)),)
        case EntrySubject.BURN if entry.question is Question.BURNED:
            return ()
        case EntrySubject.BURN | EntrySubject.TUMBLE:
            # The one is keyed as it was burned; the other shows when the dice lie still.
            return simple_refusal("nothing-to-deal", HOUSE_POLICY)


def dismissible_entries(queue: tuple[QueueEntry, ...]) -> tuple[QueueEntry, ...]:
    """The entries that one answer ends by saying that nothing lies there: all but a cutting card that waits for its
    turn.
    """
    return tuple(
        entry for entry in queue if entry.what is not EntrySubject.CUTTING_CARD or entry.question is not Question.WAITS
    )


def is_keyed_by_hand(entry: QueueEntry, said: DealerAnswer) -> bool:
    """Whether the dealer says what a device should have reported. What no device can report, the dealer says alone."""
    if said.reply is not Reply.DEAL:
        return False
    match entry.what:
        case EntrySubject.CARD:
            return bool(said.cards)
        case EntrySubject.CARDS | EntrySubject.DICE_UNHEARD:
            # No report says that anything lies there, be it face down; but of a card too many the shoe says that.
            return bool(said.cards) or entry.question is not Question.OVERDRAW
        case EntrySubject.DICE:
            return _differs_from_report(entry, said)
        case _:
            return False


def _differs_from_report(entry: QueueEntry, said: DealerAnswer) -> bool:
    """Whether dice, tumbles or rests differ from the device's report; dice that it did not report always differ."""
    reported = entry.hidden
    dice = said.dice is not None and (reported.dice is None or said.dice != reported.dice.dice)
    tumbles = said.tumbles is not None and reported.tumbles not in (None, said.tumbles)
    flat = said.flat is not None and not has_unreported_die(entry) and _make_rests(said.flat) != reported.resting
    return dice or tumbles or flat


def answer_text(said: DealerAnswer) -> str:
    """What the dealer says, for who agrees to it. Who keys a card has seen it; one not seen is face down."""
    cards = " ".join(card.text for card in said.cards)
    dice = "" if said.dice is None else f"dice {' '.join(map(str, said.dice))}"
    tumbles = "" if said.tumbles is None else f"tumbles {said.tumbles}"
    flat = "" if said.flat is None else " ".join(die.value for die in _make_rests(said.flat))
    return " ".join(text for text in (cards, dice, tumbles, flat) if text) or "face down"


_MAY_COME_LATE = frozenset(
    {Question.DAMAGED, Question.LINE_LOST, Question.LINE_BACK, Question.DEVICE_RESET, Question.WHILE_OUT}
)
"""What had not come by then, or came damaged, may still be reported; what was lost on a line that works will not be."""


def answer_source(entry: QueueEntry, said: DealerAnswer, keyed: Source | None, badge: str) -> Source:
    """Where what is dealt by this answer comes from: the report, who keyed what it could not say, or both."""
    source = entry.source or Source(device=entry.device)
    if entry.what in (EntrySubject.CARDS, EntrySubject.DICE_UNHEARD) and entry.question in _MAY_COME_LATE:
        source = Source()
    if keyed is not None:
        return replace(source, keyed_by=keyed.keyed_by, approved_by=keyed.approved_by, approval=keyed.approval)
    says = said.tumbles is not None or said.flat is not None
    return replace(source, keyed_by=badge) if says else source


def _resolve_card(entry: QueueEntry, said: DealerAnswer) -> AnswerEntries | Refusal:
    if len(said.cards) > 1:
        return simple_refusal("one-card-asked", HOUSE_POLICY)
    if said.cards:
        return (hand_card_entry(said.cards[0], said.put),)
    if entry.question is Question.UNREADABLE:
        return simple_refusal("card-needed", HOUSE_POLICY)
    confirmed = EntryFacts(said=DealerWord.CONFIRMED)
    return (QueueEntry(what=EntrySubject.CARD, facts=confirmed, hidden=replace(entry.hidden, put=said.put)),)


def _resolve_cards(said: DealerAnswer) -> AnswerEntries | Refusal:
    """Each as it came; without a face it is one card that lies face down."""
    if len(said.cards) > MOST_CARDS or (said.put is not None and len(said.cards) > 1):
        return simple_refusal("one-card-asked", HOUSE_POLICY)
    if not said.cards:
        return (hand_card_entry(None, said.put),)
    return tuple(hand_card_entry(card, said.put) for card in said.cards)


def _resolve_dice(entry: QueueEntry, said: DealerAnswer) -> AnswerEntries | Refusal:
    """What the dealer does not say is taken from the device's report; nothing is taken that it did not report."""
    hidden = entry.hidden
    tumbles = hidden.tumbles if said.tumbles is None else said.tumbles
    unknown = said.dice is None and hidden.dice is None
    if unknown or tumbles is None or (said.flat is None and has_unreported_die(entry)):
        return simple_refusal("dice-needed", HOUSE_POLICY)
    if said.dice is not None and any(die not in DIE_FACES for die in said.dice):
        return simple_refusal("no-such-face", HOUSE_POLICY)
    if tumbles < 0:
        return simple_refusal("dice-needed", HOUSE_POLICY)
    dice = hidden.dice if said.dice is None else Tumble(said.dice)
    resting = hidden.resting if said.flat is None else _make_rests(said.flat)
    confirmed = EntrySecrets(dice=dice, tumbles=tumbles, resting=resting)
    return (
        QueueEntry(what=EntrySubject.DICE, facts=replace(entry.facts, said=DealerWord.CONFIRMED), hidden=confirmed),
    )


def has_unreported_die(entry: QueueEntry) -> bool:
    """Whether of some die the device did not say how it lies."""
    return not entry.hidden.resting or Resting.NOT_REPORTED in entry.hidden.resting


def _make_rests(flat: DiceFlat) -> tuple[Resting, ...]:
    return tuple(Resting.FLAT if one else Resting.COCKED for one in flat)
