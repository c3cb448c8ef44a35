"""What has happened at a table, one frozen value a fact. Events are folded by apply and never judged again.

Money in an event is the outcome of a decision and stays as it was, whatever becomes of the rulebook. The `source` of
what a device told, or somebody keyed, is put in by the station; a script has none.
"""

from fractions import Fraction

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Money
from dealer_app.domain.round.mending_events import (
    BetCorrected,
    BetsReopened,
    BettorLeft,
    BettorsAreOne,
    BettorsAreTwo,
    CardCorrected,
    CardHeldOver,
    CardsLaid,
    CardsTakenAsTheyLie,
    CarriedCardsDecided,
    CarriedCardsTurned,
    ChipsNotRecovered,
    DiceChanged,
    DiceCorrected,
    InsuranceCorrected,
    InsuranceCounted,
    IntentionsNamed,
    NewPlayerMarked,
    OutageRoundsEntered,
    RoundsVoided,
    WinningsHandedOver,
    WinningsKept,
)
from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import Case, InsuranceBet, Person, PlacedBet, Seal, SettledBet, Who
from dealer_app.domain.round.table_events import (
    CardsBrought,
    CardsBurned,
    CuttingCardCame,
    DevicePassed,
    LimitsChanged,
    MethodChosen,
    ShoeClosed,
    ShoeEnded,
    ShoeStepDone,
    TableClosed,
    TableOpened,
    WagersAllowed,
)
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.values import dataclass

__all__ = [
    "CardsBrought",
    "CardsBurned",
    "CuttingCardCame",
    "DevicePassed",
    "LimitsChanged",
    "MethodChosen",
    "ShoeClosed",
    "ShoeEnded",
    "ShoeStepDone",
    "TableClosed",
    "TableOpened",
    "WagersAllowed",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPlaced:
    bet: PlacedBet


@dataclass(frozen=True, slots=True, kw_only=True)
class BetTakenBack:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetNeverPlaced:
    """A bet on behalf of which no chips lie on the layout at closing: there was none."""

    number: int
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BetCut:
    """The rejected part of a bet goes back; nothing of it may be left."""

    number: int
    accepted: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed:
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn:
    """A card left the shoe. With a seal its value is written where nobody reads it (see the journal), not here."""

    card: Card | None
    put: Place
    turned: bool
    seal: Seal | None = None
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCarriedIn:
    """A card that the round before drew in excess is the next card of this one. It left the shoe long ago.

    From the fifth on it keeps its seal until a hand needs it.
    """

    card: Card | None
    put: Place
    turned: bool
    seal: Seal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardUnsealed:
    """The seal of a card ends, and everybody can check that it held this value all the time."""

    card: Card
    seal: Seal


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned:
    places: tuple[int, ...]
    cards: tuple[Card, ...]
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsGiven:
    side: Side
    who: Who | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRefused:
    side: Side
    who: Who


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceTaken:
    bet: InsuranceBet


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceDeclined:
    who: Who
    stage: InsuranceStage
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferClosed:
    stage: InsuranceStage
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceWaived:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TumblesCounted:
    tumbles: int
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRead:
    dice: tuple[int, int, int]
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAnnounced:
    """The result as the dealer says it, with what every bet comes to."""

    outcome: str
    settled: tuple[SettledBet, ...]
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BetTicked:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundConcluded:
    collected: Fraction
    paid: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryUndone:
    """The dealer's last entry is taken back; which, by its kind and number."""

    entry: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened:
    case: Case


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedMet:
    """The first need of a case is met. Who met it, and what he said, stays with the case.

    `read` is the card or the dice that he read before he was told what is asked; nothing where he read nothing.
    """

    case: int
    by: Person
    said: str
    read: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsChanged:
    """What a case still needs, after a decision has changed it."""

    case: int
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChosen:
    case: int
    who: Who
    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseClosed:
    case: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsReturned:
    """Bets given back whole, by number.

    With `never_placed` they were no bets at all, as chips without value or what is rejected later, and no other bet
    was ever reckoned with them (ruling L11).
    """

    numbers: frozenset[int]
    clause: str
    never_placed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReordered:
    """Cards drawn together are taken in this order from now on."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconstructed:
    """Every card lies where the drawn order puts it; those in excess are carried to the next round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementUndone:
    """The result is taken back; a round that was concluded already is on again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRaised:
    number: int
    by: Person
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimClosed:
    number: int
    by: Person
    decision: str
    clause: str
    surveillance: str


Event = (
    TableOpened
    | TableClosed
    | CardsBrought
    | ShoeStepDone
    | CardsBurned
    | CuttingCardCame
    | ShoeEnded
    | ShoeClosed
    | RoundBegan
    | BetPlaced
    | BetTakenBack
    | BetNeverPlaced
    | BetCut
    | BetsClosed
    | CardDrawn
    | CardUnsealed
    | CardCarriedIn
    | CardsTurned
    | CardsGiven
    | CardsRefused
    | MethodChosen
    | DevicePassed
    | WagersAllowed
    | LimitsChanged
    | InsuranceTaken
    | InsuranceDeclined
    | OfferClosed
    | InsuranceWaived
    | TumblesCounted
    | DiceRead
    | ResultAnnounced
    | BetTicked
    | RoundConcluded
    | EntryUndone
    | CaseOpened
    | NeedMet
    | NeedsChanged
    | OptionChosen
    | CaseClosed
    | BetsReturned
    | CardsReordered
    | Reconstructed
    | SettlementUndone
    | RoundVoided
    | CardsLaid
    | CardsTakenAsTheyLie
    | BetCorrected
    | CardCorrected
    | DiceCorrected
    | InsuranceCorrected
    | IntentionsNamed
    | InsuranceCounted
    | BetsReopened
    | CardHeldOver
    | CarriedCardsTurned
    | CarriedCardsDecided
    | RoundsVoided
    | DiceChanged
    | BettorLeft
    | ChipsNotRecovered
    | WinningsKept
    | NewPlayerMarked
    | BettorsAreOne
    | BettorsAreTwo
    | WinningsHandedOver
    | OutageRoundsEntered
    | ClaimRaised
    | ClaimClosed
)
