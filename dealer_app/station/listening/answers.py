"""What the dealer's answer to a question comes to: cards, dice or a burn that stand first in the row from then on."""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import FACES
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.source import Source
from dealer_app.domain.values import replace
from dealer_app.observations import Resting
from dealer_app.station.listening.heard import Bring
from dealer_app.station.listening.questions import Awaiting, Question, Reply, What
from dealer_app.station.listening.shoes import keyed

MOST_CARDS = 6
"""More than a round has nobody can have missed."""
Three = tuple[int, int, int]
Flat = tuple[bool, bool, bool]


class Said(Struct, frozen=True, kw_only=True):
    """What the dealer says: the cards that he sees, in drawn order, where one lies, or how the dice lie."""

    reply: Reply
    cards: tuple[Card, ...] = ()
    put: Place | None = None
    tumbles: int | None = None
    dice: Three | None = None
    flat: Flat | None = None


Answered = tuple[Bring, ...]
"""What stands first in the row instead of the question."""


def answered(entry: Awaiting, said: Said) -> Answered | Refusal:
    """Nothing: it is put aside. To deal: it counts, as the device said it or as the dealer says it."""
    if said.reply is Reply.NOTHING:
        return ()
    match entry.what:
        case What.CARD:
            return _card(entry, said)
        case What.CARDS:
            return _cards(said)
        case What.DICE | What.DICE_UNHEARD:
            return _dice(entry, said)
        case What.CUTTING_CARD:
            return (Bring(what=What.CUTTING_CARD, facts={"said": "yes"}),)
        case What.BURN if entry.question is Question.BURNED:
            return ()
        case What.BURN | What.TUMBLE:
            # The one is keyed as it was burned; the other shows when the dice lie still.
            return refused("nothing-to-deal", HOUSE_POLICY)


def put_aside_together(row: tuple[Awaiting, ...]) -> tuple[Awaiting, ...]:
    """What one answer ends, that nothing of it lies there: all but a cutting card that only waits for its turn."""
    return tuple(entry for entry in row if entry.what is not What.CUTTING_CARD or entry.question is not Question.WAITS)


def keys_by_hand(entry: Awaiting, said: Said) -> bool:
    """Whether the dealer says himself what a device should have told. What it cannot tell he says alone."""
    if said.reply is not Reply.DEAL:
        return False
    match entry.what:
        case What.CARD:
            return bool(said.cards)
        case What.CARDS | What.DICE_UNHEARD:
            # No report says that anything lies there, be it face down; but of a card too many the shoe says that.
            return bool(said.cards) or entry.question is not Question.OVERDRAW
        case What.DICE:
            return _says_otherwise(entry, said)
        case _:
            return False


def _says_otherwise(entry: Awaiting, said: Said) -> bool:
    """Other dice, tumbles or rests than the device told; dice that it did not tell are always others."""
    told = entry.hidden
    dice = said.dice is not None and "-".join(map(str, said.dice)) != told.get("dice", "")
    tumbles = said.tumbles is not None and told.get("tumbles", "") not in ("", str(said.tumbles))
    flat = said.flat is not None and not not_told(entry) and _resting(said.flat) != told.get("resting")
    return dice or tumbles or flat


def told_of(said: Said) -> str:
    """What he says, for who agrees to it. Who keys a card has seen it; one that he has not is face down."""
    cards = " ".join(card.text for card in said.cards)
    dice = "" if said.dice is None else f"dice {' '.join(map(str, said.dice))}"
    tumbles = "" if said.tumbles is None else f"tumbles {said.tumbles}"
    flat = "" if said.flat is None else _resting(said.flat)
    return " ".join(text for text in (cards, dice, tumbles, flat) if text) or "face down"


_MAY_COME_LATE = frozenset(
    {Question.DAMAGED, Question.LINE_LOST, Question.LINE_BACK, Question.DEVICE_RESET, Question.WHILE_OUT}
)
"""What was not heard by then, or came damaged, may still be told; what was lost on a line that is heard will not be."""


def source_of(entry: Awaiting, said: Said, keyed: Source | None, badge: str) -> Source:
    """Where what is dealt by this answer comes from: the report, who keyed what it could not say, or both."""
    told = entry.source or Source(device=entry.device)
    if entry.what in (What.CARDS, What.DICE_UNHEARD) and entry.question in _MAY_COME_LATE:
        told = Source()
    if keyed is not None:
        return replace(told, keyed_by=keyed.keyed_by, approved_by=keyed.approved_by, approval=keyed.approval)
    says = said.tumbles is not None or said.flat is not None
    return replace(told, keyed_by=badge) if says else told


def _card(entry: Awaiting, said: Said) -> Answered | Refusal:
    if len(said.cards) > 1:
        return refused("one-card-asked", HOUSE_POLICY)
    if said.cards:
        return (keyed(said.cards[0], said.put),)
    if entry.question is Question.UNREADABLE:
        return refused("card-needed", HOUSE_POLICY)
    put = "" if said.put is None else said.put.value
    return (Bring(what=What.CARD, facts={"said": "yes"}, hidden={**entry.hidden, "put": put}),)


def _cards(said: Said) -> Answered | Refusal:
    """Each as it came; without a face it is one card that lies face down."""
    if len(said.cards) > MOST_CARDS or (said.put is not None and len(said.cards) > 1):
        return refused("one-card-asked", HOUSE_POLICY)
    if not said.cards:
        return (keyed(None, said.put),)
    return tuple(keyed(card, said.put) for card in said.cards)


def _dice(entry: Awaiting, said: Said) -> Answered | Refusal:
    """What he does not say is taken as the device told it, but nothing is taken that it did not tell."""
    hidden: Mapping[str, str] = entry.hidden
    dice = hidden.get("dice", "") if said.dice is None else "-".join(map(str, said.dice))
    tumbles = hidden.get("tumbles", "") if said.tumbles is None else str(said.tumbles)
    resting = hidden.get("resting", Resting.NOT_REPORTED.value) if said.flat is None else _resting(said.flat)
    if not dice or not tumbles or (said.flat is None and not_told(entry)):
        return refused("dice-needed", HOUSE_POLICY)
    if said.dice is not None and any(die not in FACES for die in said.dice):
        return refused("no-such-face", HOUSE_POLICY)
    if not tumbles.isdecimal():
        return refused("dice-needed", HOUSE_POLICY)
    told = {"dice": dice, "tumbles": tumbles, "resting": resting}
    return (Bring(what=What.DICE, facts={**entry.facts, "said": "yes"}, hidden=told),)


def not_told(entry: Awaiting) -> bool:
    """Whether of some die the device did not say how it lies."""
    return Resting.NOT_REPORTED.value in entry.hidden.get("resting", Resting.NOT_REPORTED.value).split()


def _resting(flat: Flat) -> str:
    return " ".join((Resting.FLAT if one else Resting.COCKED).value for one in flat)
