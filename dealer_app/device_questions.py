"""The queue of device questions, what the journal knows of a device, and reports that come late.

The questions of all devices form one queue, in the order of their reports. Only the first is put to the
dealer; what came later waits, so that no card overtakes another. A late report of a card that was keyed by hand is
matched with it and never dealt twice.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.events import CardDrawn, DiceRead, Event
from dealer_app.domain.round.state import DrawnCard, Round, Source, TableState
from dealer_app.domain.rulebook import Side
from dealer_app.observations import Destination, OutsideGame, Resting


class DeviceKind(Enum):
    SHOE = "shoe"
    TUMBLER = "tumbler"


SIMULATED_DEVICES = "simulated-devices"
"""The setting by which a live house listens to a program that speaks as a device would; it takes two people."""
REFUSED, ALLOWED = 0, 1


class DeviceIdentity(Struct, frozen=True, kw_only=True):
    """What was connected: the port, its speed, what the USB adapter calls itself, and the profile that is spoken.

    A pseudo-terminal, or this machine speaking with itself, is no device but a program.
    """

    port: str
    baudrate: int = 0
    usb: str = ""
    profile: str = ""
    simulated: bool = False


class EntrySubject(Enum):
    """What an entry of the queue is about."""

    CARD = "card"
    CUTTING_CARD = "cutting-card"
    BURN = "burn"
    CARDS = "cards"
    """Cards that may have come unheard: none, one or several."""
    TUMBLE = "tumble"
    DICE = "dice"
    DICE_UNHEARD = "dice-unheard"
    """Dice that may have come to rest unheard."""


class Question(Enum):
    """What the dealer is asked. WAITS is not asked: its turn has not come, or the table is not ready for it."""

    WAITS = "waits"
    NOBODY_THERE = "nobody-there"
    """It came while nobody was signed in at the table."""
    CONFIRM = "confirm"
    """By the settings the station takes nothing by itself."""
    NOT_NOW = "not-now"
    """The table has no place for it now."""
    UNREADABLE = "unreadable"
    OTHER_HAND = "other-hand"
    """The device says another hand than the Table of Play. Where the card lies only the dealer knows."""
    NO_HAND = "no-hand"
    """The device says that it is burned, and a round is on."""
    NOT_TURNED = "not-turned"
    """Cards that lie face down are to be turned first; that they were may not have been pressed yet."""
    OUTSIDE_GAME = "outside-game"
    SAME_AGAIN = "same-again"
    """The same card once more from a device that does not number its reports."""
    REPORTS_LOST = "reports-lost"
    DAMAGED = "damaged"
    """Something arrived damaged. If the number of the next report shows that nothing was lost, it is asked no more."""
    LINE_LOST = "line-lost"
    LINE_BACK = "line-back"
    DEVICE_RESET = "device-reset"
    CANNOT_READ = "cannot-read"
    """The device says that it could not read; whether a card left it, it does not say."""
    OVERDRAW = "overdraw"
    REVERSE_RUN = "reverse-run"
    """A card was pushed or pulled back into the device."""
    RESULT_WITHOUT_CARD = "result-without-card"
    """By the device the round is over, and by our cards one is missing."""
    WHILE_OUT = "while-out"
    """Reports came before the station was ready for them; they are not dealt."""
    BURNED = "burned"
    BURN_BY_HAND = "burn-by-hand"
    STARTED_EARLY = "started-early"
    """The tumbler started before "No more Bets" was pressed (Tai Sai 5.5.3)."""
    HOW_THEY_LIE = "how-they-lie"
    """The device does not report, or not reliably, the tumbles and whether each die is flat."""
    DICE_UNREADABLE = "dice-unreadable"
    DICE_DIFFER = "dice-differ"
    """Other dice than those that were read already."""
    LATE = "late"
    """A card was keyed by hand before, and this report may be the late one of it; but it says another card."""


class Reply(Enum):
    """What the dealer answers."""

    DEAL = "deal"
    """It belongs to the round: the card counts, the dice lie so."""
    NOTHING = "nothing"
    """Nothing lies there that the station does not know, or it is put aside."""


class DealerWord(Enum):
    """What the dealer has said of an entry that is dealt because of it."""

    CONFIRMED = "yes"
    """It counts, as it was reported or as the dealer corrected it."""
    KEYED = "keyed"
    """The dealer keyed the card, or said that it lies there face down."""


class EntryFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may be seen of an entry of the queue."""

    unseen: int | None = None
    """Of burning: the cards that were burned face down."""
    state: OutsideGame | None = None
    early: bool = False
    """The dice came to rest before "No more Bets" was pressed."""
    said: DealerWord | None = None
    device_says: Side | None = None
    refusal: str = ""
    """The code with which the table did not take it."""


class EntrySecrets(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What must not be seen of an entry of the queue; the journal keeps it apart, under a digest."""

    card: Card | None = None
    destination: Destination | None = None
    """None of a card that no device has reported."""
    put: Place | None = None
    dice: Tumble | None = None
    resting: tuple[Resting, ...] = ()
    tumbles: int | None = None
    salt: str = ""
    digest: str = ""
    """In a snapshot, in the place of all the others."""


NOTHING_SEEN, NO_SECRETS = EntryFacts(), EntrySecrets()


class QueueEntry(Struct, frozen=True, kw_only=True):
    """One entry of the queue: taken if it fits, asked about if not, and it waits behind what is asked already.

    What must not be seen of it, as the value of a card, is in `hidden` alone. It has no number before the desk takes
    it from a report or from an answer of the dealer.
    """

    number: int = 0
    device: str = ""
    what: EntrySubject
    question: Question = Question.WAITS
    round: int | None = None
    facts: EntryFacts = NOTHING_SEEN
    hidden: EntrySecrets = NO_SECRETS
    source: Source | None = None
    """The report that brought it up, or who keyed what is dealt by it."""

    @property
    def has_secrets(self) -> bool:
        """Whether something of it is kept apart: of a card always, if only that its face is not known."""
        return self.what is EntrySubject.CARD or self.hidden != NO_SECRETS


# An entry as the journal writes it: texts by name


def fact_texts(facts: EntryFacts) -> dict[str, str]:
    """What may be seen of an entry, as the journal writes it and as the words of its question name it."""
    texts = {
        "unseen": "" if facts.unseen is None else str(facts.unseen),
        "state": "" if facts.state is None else facts.state.value,
        "early": "yes" if facts.early else "",
        "said": "" if facts.said is None else facts.said.value,
        "device_says": "" if facts.device_says is None else facts.device_says.value,
        "refusal": facts.refusal,
    }
    return {name: text for name, text in texts.items() if text}


def read_facts(texts: Mapping[str, str]) -> EntryFacts:
    """The inverse of `fact_texts`."""
    if not texts:
        return NOTHING_SEEN
    return EntryFacts(
        unseen=int(texts["unseen"]) if "unseen" in texts else None,
        state=OutsideGame(texts["state"]) if "state" in texts else None,
        early=texts.get("early") == "yes",
        said=DealerWord(texts["said"]) if "said" in texts else None,
        device_says=Side(texts["device_says"]) if "device_says" in texts else None,
        refusal=texts.get("refusal", ""),
    )


def secret_texts(entry: QueueEntry) -> dict[str, str]:
    """What is kept apart of an entry, as the journal writes it. A digest is made of it, so that the order of the names
    belongs to it: of an entry that the dealer has answered it is another.
    """
    kept = entry.hidden
    if kept.digest:
        return {"digest": kept.digest}
    if not entry.has_secrets:
        return {}
    salt = {"salt": kept.salt}
    if entry.what is EntrySubject.DICE:
        dice = {"dice": "" if kept.dice is None else "-".join(map(str, kept.dice.dice))}
        tumbles = {"tumbles": "" if kept.tumbles is None else str(kept.tumbles)}
        resting = {"resting": " ".join(die.value for die in kept.resting)}
        reported = entry.facts.said is None
        return {**dice, **resting, **tumbles, **salt} if reported else {**dice, **tumbles, **resting, **salt}
    card = {"card": "" if kept.card is None else kept.card.text}
    put = {"put": "" if kept.put is None else kept.put.value}
    if entry.what is not EntrySubject.CARD:
        return {**card, **salt}
    if kept.destination is None:
        return {**card, **put, **salt}
    destination = {"destination": kept.destination.value}
    return {**card, **destination, **salt} if entry.facts.said is None else {**card, **destination, **salt, **put}


def read_secrets(texts: Mapping[str, str]) -> EntrySecrets:
    """The inverse of `secret_texts`."""
    if not texts:
        return NO_SECRETS
    dice, tumbles = texts.get("dice"), texts.get("tumbles")
    return EntrySecrets(
        card=CARDS.get(texts.get("card", "")),
        destination=Destination(texts["destination"]) if "destination" in texts else None,
        put=Place(texts["put"]) if texts.get("put") else None,
        dice=_read_dice(dice) if dice else None,
        resting=tuple(map(Resting, texts.get("resting", "").split())),
        tumbles=int(tumbles) if tumbles else None,
        salt=texts.get("salt", ""),
        digest=texts.get("digest", ""),
    )


def _read_dice(text: str) -> Tumble:
    one, two, three = map(int, text.split("-"))
    return Tumble((one, two, three))


class PendingReports(Struct, frozen=True, kw_only=True):
    """What was keyed in a round and no device has reported yet: cards by their places in the drawn order, or the
    dice.
    """

    round: int = 0
    places: tuple[int, ...] = ()
    dice: bool = False


class Link(Enum):
    """Whether the line of a device works."""

    CONNECTED = "connected"
    LOST = "lost"


class DeviceRecord(Struct, frozen=True, kw_only=True):
    """What the journal says of a device: its line, and the error that it holds until it says that it is over."""

    link: Link
    error: str = ""
    result: int | None = None
    """The round of which it has reported its own result, until that is compared. The result itself is not in the
    journal.
    """
    identity: DeviceIdentity | None = None
    """Of what was last connected."""
    refused: bool = False
    """It is no device but a program, and is not listened to."""

    @property
    def is_simulated(self) -> bool:
        return self.identity is not None and self.identity.simulated


class ListeningState(Struct, frozen=True, kw_only=True):
    """What a restart must not forget of the devices."""

    devices: Mapping[str, DeviceRecord] = field(default_factory=dict)
    row: tuple[QueueEntry, ...] = ()
    """The queue, under the name that it has in the snapshots of the journal."""
    asked: int = 0
    unheard: PendingReports = PendingReports()

    @property
    def first_entry(self) -> QueueEntry | None:
        return self.row[0] if self.row else None

    def has_question(self, *questions: Question) -> bool:
        """Whether the queue has one of these questions."""
        return any(entry.question in questions for entry in self.row)


def has_early_tumble(listening: ListeningState) -> bool:
    """A tumble began before "No more Bets" was pressed: whether it was announced is asked before it can be pressed."""
    return any(entry.what is EntrySubject.TUMBLE or entry.facts.early for entry in listening.row)


DESTINATION_HANDS = {Destination.PLAYER: Side.PLAYER, Destination.BANKER: Side.BANKER}
_HAND_PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}


class LateMatch(Struct, frozen=True):
    """The report is of this card, by its place; None where it may be of one, and the dealer is asked."""

    round: int
    place: int | None


def match_late_card(
    table: TableState, listening: ListeningState, entry: QueueEntry, may_be_new: Callable[[Side | None], bool]
) -> LateMatch | None:
    """Whether a report of a card is the late one of a card that was keyed; None if it is of a new one.

    `may_be_new` says whether the next card of the table could be one of this hand.
    """
    round_ = late_report_round(table, listening)
    card = entry.hidden.card
    if round_ is None or card is None or entry.facts.said is not None or entry.question is not Question.WAITS:
        return None
    hand = device_hand(table, entry)
    keyed = [(place, round_.cards[place]) for place in listening.unheard.places if place < len(round_.cards)]
    here = [(place, drawn) for place, drawn in keyed if _is_in_hand(drawn, hand)]
    same = next((place for place, drawn in here if drawn.card is card), None)
    if same is not None:
        return LateMatch(round_.number, same)
    new = may_be_new(hand)
    unknown = next((place for place, drawn in here if drawn.card is None), None)
    if unknown is not None and not new:
        return LateMatch(round_.number, unknown)
    if not keyed or (not here and new):
        return None
    return LateMatch(round_.number, None)


def device_hand(table: TableState, entry: QueueEntry) -> Side | None:
    """For which hand the device calls a card. A round that a carried card opened it counts one card too low."""
    destination = entry.hidden.destination
    return None if table.carried_in or destination is None else DESTINATION_HANDS.get(destination)


def late_report_round(table: TableState, listening: ListeningState) -> Round | None:
    """The round of which something keyed may still be reported: the one that is on, or the last before a card came."""
    on = table.round
    round_ = on if on is not None and (on.cards or on.dice or on.number == listening.unheard.round) else table.last
    return round_ if round_ is not None and round_.number == listening.unheard.round else None


def _is_in_hand(drawn: DrawnCard, hand: Side | None) -> bool:
    return hand is None or drawn.put in (_HAND_PLACES[hand], Place.NEITHER)


def update_pending_reports(
    before: PendingReports, lying: int, happened: Iterable[Event], may_tell: Callable[[DeviceKind], bool]
) -> PendingReports:
    """What of a round may still be reported late, after this has happened to it while so many cards lay there."""
    places, dice = before.places, before.dice
    for event in happened:
        match event:
            case CardDrawn(source=Source() as source):
                if source.is_by_hand and may_tell(DeviceKind.SHOE):
                    places = (*places, lying)
                elif not source.keyed_by:
                    # Reports keep their order: of the cards before this one none comes any more.
                    places = ()
                lying += 1
            case DiceRead(source=Source() as source):
                dice = source.is_by_hand and may_tell(DeviceKind.TUMBLER)
            case _:
                pass
    if (places, dice) == (before.places, before.dice):
        return before
    return PendingReports(round=before.round, places=places, dice=dice)
