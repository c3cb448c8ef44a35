"""What people can ask of a table when something has to be put right; commands gives these out too."""

from enum import Enum

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Money
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.needs import Insured
from dealer_app.domain.round.outage import OutageRound
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import dataclass
from dealer_app.domain.wagers import Wager

# Corrections: the dealer asks, somebody else agrees


@dataclass(frozen=True, slots=True, kw_only=True)
class LayCards(Command):
    """Where each card really lies, in drawn order: only the dealer knows."""

    put: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotReconstruct(Command):
    """The house finds that the cards cannot be put back in order."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectBet(Command):
    """A bet was keyed wrongly: without a number it is missing, without a wager it is none.

    Of an insurance bet, by its number, the stake is said, without which it is none; and `insured`, if whose it is or
    on what was keyed wrongly, or if it was not keyed at all.
    """

    number: int | None
    wager: Wager | None
    reason: str
    stake: Money | None = None
    insured: Insured | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectCard(Command):
    """A card was misread, by its place in the drawn order."""

    place: int
    card: Card
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectDice(Command):
    dice: tuple[int, int, int]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmComparison(Command):
    """The dealer has looked: the cards or dice on the table are as recorded; what was not has been corrected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawCorrection(Command):
    """Who asked for a correction takes it back before anybody has decided it."""


class BetFault(Enum):
    """What is found out about a bet after closing."""

    LATE = "late"
    WITHDRAWN = "withdrawn"
    MOVED = "moved"
    WITHOUT_VALUE = "without-value"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportBet(Command):
    """Chips were placed, taken back or moved after closing, or are no money.

    `accepted` is what of a late bet lay there at closing; a bet that was not keyed has no number.
    """

    fault: BetFault
    number: int | None = None
    accepted: Money | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver(Command):
    """Winnings kept for a bettor who had left are handed over or taken in charge."""

    who: Who
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer(Command):
    """Another person has taken this place; until then it is the same Player (MBS 5.14, ruling O12)."""

    who: Who


@dataclass(frozen=True, slots=True, kw_only=True)
class SamePerson(Command):
    """These two bettors are one person: what a document gives to the Player goes together for them."""

    one: Who
    other: Who


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPersons(Command):
    """They are two after all: `other` is a person of his own."""

    one: Who
    other: Who


# Neglected insurance (Insurance Plus 5.13)


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseLateOffer(Command):
    pass


@dataclass(frozen=True, slots=True)
class Intention:
    """A bettor who had intended to insure this hand, and why that is believed."""

    who: Who
    side: Side
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameIntentions(Command):
    named: tuple[Intention, ...]


# A player left with a card (MBS 5.11)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignAttendance(Command):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCardsAside(Command):
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NameMissingCards(Command):
    """What the count of the sorted decks shows to be missing, in drawn order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceMissingCards(Command):
    pass


# Wagers once more (MBS 5.9, 5.18)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmReset(Command):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeWager(Command):
    number: int
    stake: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class EndChanges(Command):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveWagers(Command):
    """What is left of each of these wagers, by number; nothing removes it whole."""

    left: tuple[tuple[int, Money], ...]


# Cards that go over to the next round


class CarriedUse(Enum):
    """What becomes of a card in excess that has been seen (ruling O6)."""

    USE = "use"
    FREE_HAND = "free-hand"
    BURN = "burn"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseCarriedUse(Command):
    use: CarriedUse
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnCarriedCards(Command):
    """Sealed cards go back into the device, unseen and in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFreeHand(Command):
    """A hand without bets, so that the cards keep their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceCards(Command):
    """The cards in use are to be replaced by a new set before the next round."""

    reason: str


# Damaged dice (Tai Sai 5.6)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDice(Command):
    """Dice come into the tumbler, at opening or later; somebody else than who brings them inspects both."""

    set_name: str
    inspected_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateAffectedRounds(Command):
    """From this round on the dice were damaged; `gone` are bettors who were paid in one of them and have left."""

    first: int
    gone: frozenset[Who] = frozenset()


# After an outage of the station


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterOutageRounds(Command):
    """The table played on without the station: these rounds were dealt, the interrupted one, if any, the first.

    `text` says how the chips went and who noted the rounds.
    """

    rounds: tuple[OutageRound, ...]
    text: str
