"""Commands after something went wrong, and for what goes over from one round to the next.

Corrections of cards, bets, insurance and dice are asked for by the dealer and agreed to by somebody else. The others
are about bettors, late insurance, missing cards, changed wagers, cards carried over, damaged dice and outages. Of a
round dealt without the station its result is known and, where somebody noted them, its cards or dice; never its bets.
"""

from enum import Enum

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Money
from dealer_app.domain.round.needs import Insured
from dealer_app.domain.round.state import Command, Who
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Wager


class CardRound(Struct, frozen=True, tag_field="kind", tag="cards"):
    """Who won, and the cards in drawn order; none if they were not noted."""

    winner: Winner
    cards: tuple[Card, ...] = ()


class DiceRound(Struct, frozen=True, tag_field="kind", tag="dice"):
    """The dice as they lay; None if they were not noted."""

    dice: tuple[int, int, int] | None


OutageRound = CardRound | DiceRound


# Corrections: the dealer asks, somebody else agrees


class LayCards(Command, frozen=True, kw_only=True):
    """Where each card really lies, in drawn order: only the dealer knows."""

    put: tuple[Place, ...]


class CannotReconstruct(Command, frozen=True, kw_only=True):
    """The house finds that the cards cannot be put back in order."""

    reason: str


class CorrectBet(Command, frozen=True, kw_only=True):
    """A bet was keyed wrongly: without a number it is missing, without a wager it is none.

    Of an insurance bet, by its number, the stake is said, without which it is none; and `insured`, if whose it is or
    on what was keyed wrongly, or if it was not keyed at all.
    """

    number: int | None
    wager: Wager | None
    reason: str
    stake: Money | None = None
    insured: Insured | None = None


class CorrectCard(Command, frozen=True, kw_only=True):
    """A card was misread, by its place in the drawn order."""

    place: int
    card: Card
    reason: str


class CorrectDice(Command, frozen=True, kw_only=True):
    dice: tuple[int, int, int]
    reason: str


class ConfirmComparison(Command, frozen=True, kw_only=True):
    """The dealer has looked: the cards or dice on the table are as recorded; what was not has been corrected."""


class WithdrawCorrection(Command, frozen=True, kw_only=True):
    """Who asked for a correction takes it back before anybody has decided it."""


class WithdrawReport(Command, frozen=True, kw_only=True):
    """Who reported an irregularity takes the report back before anybody else has relied on it."""


class BetFault(Enum):
    """What is found out about a bet after closing."""

    LATE = "late"
    WITHDRAWN = "withdrawn"
    MOVED = "moved"
    WITHOUT_VALUE = "without-value"


class ReportBet(Command, frozen=True, kw_only=True):
    """Chips were placed, taken back or moved after closing, or are no money.

    `accepted` is what of a late bet lay there at closing. A bet that was not keyed has no number: `wager` says whose
    it is, where, and how much.
    """

    fault: BetFault
    number: int | None = None
    wager: Wager | None = None
    accepted: Money | None = None
    text: str = ""


class HandOver(Command, frozen=True, kw_only=True):
    """Winnings kept for a bettor who had left are handed over or taken in charge."""

    who: Who
    text: str


class NewPlayer(Command, frozen=True, kw_only=True):
    """Another person has taken this place; until then it is the same Player (MBS 5.14, ruling O12)."""

    who: Who


class SamePerson(Command, frozen=True, kw_only=True):
    """These two bettors are one person: what a document gives to the Player goes together for them."""

    one: Who
    other: Who


class TwoPersons(Command, frozen=True, kw_only=True):
    """They are two after all: `other` is another person."""

    one: Who
    other: Who


# Neglected insurance (Insurance Plus 5.13)


class CloseLateOffer(Command, frozen=True, kw_only=True):
    pass


class Intention(Struct, frozen=True):
    """A bettor who had intended to insure this hand, and why that is believed."""

    who: Who
    side: Side
    reason: str


class NameIntentions(Command, frozen=True, kw_only=True):
    named: tuple[Intention, ...]


# A player left with a card (MBS 5.11)


class SignAttendance(Command, frozen=True, kw_only=True):
    pass


class SetCardsAside(Command, frozen=True, kw_only=True):
    cards: int


class NameMissingCards(Command, frozen=True, kw_only=True):
    """What the count of the sorted decks shows to be missing, in drawn order."""

    cards: tuple[Card, ...]


class ReplaceMissingCards(Command, frozen=True, kw_only=True):
    pass


# Wagers once more (MBS 5.9, 5.18)


class ConfirmReset(Command, frozen=True, kw_only=True):
    pass


class ChangeWager(Command, frozen=True, kw_only=True):
    number: int
    stake: Money


class EndChanges(Command, frozen=True, kw_only=True):
    pass


class RemoveWagers(Command, frozen=True, kw_only=True):
    """What is left of each of these wagers, by number; nothing removes it whole."""

    left: tuple[tuple[int, Money], ...]


# Cards that go over to the next round


class CarriedUse(Enum):
    """What becomes of a card in excess that has been seen (ruling O6)."""

    USE = "use"
    FREE_HAND = "free-hand"
    BURN = "burn"


class ChooseCarriedUse(Command, frozen=True, kw_only=True):
    use: CarriedUse
    text: str


class ReturnCarriedCards(Command, frozen=True, kw_only=True):
    """Sealed cards go back into the device, unseen and in their order."""


class DealFreeHand(Command, frozen=True, kw_only=True):
    """A hand without bets, so that the cards keep their order."""


class ReplaceCards(Command, frozen=True, kw_only=True):
    """The cards in use are to be replaced by a new set before the next round."""

    reason: str


# Damaged dice (Tai Sai 5.6)


class ChangeDice(Command, frozen=True, kw_only=True):
    """Dice come into the tumbler, at opening or later; somebody else than who brings them inspects both."""

    set_name: str
    inspected_by: str


class StateDeviceFault(Command, frozen=True, kw_only=True):
    """Whether a device's fault has affected the outcome of the round, in the words of who states it (ruling O26)."""

    affected: bool
    text: str


class ConfirmGuestsNotified(Command, frozen=True, kw_only=True):
    """Every guest has heard that the round is void by a device's fault, and that all bets go back."""


class ConfirmChipsReturned(Command, frozen=True, kw_only=True):
    """The chips that were to go back are given back to their guests."""


class StateAffectedRounds(Command, frozen=True, kw_only=True):
    """From this round on the dice were damaged; `gone` are bettors who were paid in one of them and have left."""

    first: int
    gone: frozenset[Who] = frozenset()


# After an outage of the station


class EnterOutageRounds(Command, frozen=True, kw_only=True):
    """The table played on without the station: these rounds were dealt, the interrupted one, if any, the first.

    `text` says how the chips went and who noted the rounds.
    """

    rounds: tuple[OutageRound, ...]
    text: str
