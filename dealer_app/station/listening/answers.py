"""What the dealer's answer to a question comes to: cards, dice or a burn that stand first in the row from then on."""

from collections.abc import Mapping

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import FACES
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.values import dataclass
from dealer_app.observations import Resting
from dealer_app.station.listening.heard import Bring
from dealer_app.station.listening.questions import Awaiting, Question, Reply, What
from dealer_app.station.listening.shoes import keyed

MOST_CARDS = 6
"""More than a round has nobody can have missed."""
Three = tuple[int, int, int]
Flat = tuple[bool, bool, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
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


def keys_a_card(entry: Awaiting, said: Said) -> bool:
    """Whether the dealer says himself what a device should have read."""
    return bool(said.cards) and entry.what in (What.CARD, What.CARDS) and said.reply is Reply.DEAL


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
