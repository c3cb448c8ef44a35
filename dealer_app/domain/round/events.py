"""What has happened at a table and to its shoe, one frozen value for each fact.

Events are folded into the state and never judged again. Money in an event is the outcome of a decision and
stays as it was, even if the rulebook changes. The `source` of what a device reported, or a person keyed, is
added by the station; a script has none. The engine judges nothing by it.
"""

from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.correction_events import (
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
    ClosingTakenBack,
    DiceChanged,
    DiceCorrected,
    InsuranceCorrected,
    InsuranceCounted,
    IntentionsNamed,
    NewPlayerMarked,
    OutageRoundsEntered,
    ReportMade,
    ReportWithdrawn,
    RoundsVoided,
    SettlementRestored,
    WinningsHandedOver,
    WinningsKept,
)
from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.state import (
    Case,
    GuestAnswer,
    InsuranceBet,
    Person,
    PlacedBet,
    Seal,
    SettledBet,
    ShoeStep,
    Source,
    Who,
)
from dealer_app.domain.round.table_settings import InsuranceShown, Method, Table
from dealer_app.domain.rulebook import InsuranceStage, Side


class TableOpened(Struct, frozen=True, kw_only=True):
    table: Table
    by: Person


class TableClosed(Struct, frozen=True, kw_only=True):
    by: Person


class CardsBrought(Struct, frozen=True, kw_only=True):
    number: int
    set_name: str
    decks: int
    colour: str = ""


class ShoeStepDone(Struct, frozen=True, kw_only=True):
    step: ShoeStep
    second: str | None
    pre_shuffled: bool = False
    cutting_card: int | None = None
    """How many cards lie behind the cutting card."""


class CardsBurned(Struct, frozen=True, kw_only=True):
    cards: tuple[Card, ...]
    unseen: int
    source: Source | None = None


class CuttingCardCame(Struct, frozen=True, kw_only=True):
    pass


class ShoeEnded(Struct, frozen=True, kw_only=True):
    reason: str
    counted: int | None
    burned_unseen: int
    expected: int | None = None
    """How many had to be left, where they were counted and that is known."""
    difference: str = ""
    """Why the shoe was ended with another count, in the words of who accepted it."""


class ShoeClosed(Struct, frozen=True, kw_only=True):
    """No further round may be dealt from this shoe."""

    clause: str


class MethodChosen(Struct, frozen=True, kw_only=True):
    method: Method


class DevicePassed(Struct, frozen=True, kw_only=True):
    """Who draws the cards from now on; nobody named, it is the dealer."""

    who: Who | None


class WagersAllowed(Struct, frozen=True, kw_only=True):
    most: int | None
    by: Person


class LimitsChanged(Struct, frozen=True, kw_only=True):
    limits: TableLimits
    by: Person


class InsuranceOfferChanged(Struct, frozen=True, kw_only=True):
    """Whether insurance is offered from now on, and how its odds are shown; not offered, a notice says so."""

    before: InsuranceShown
    shown: InsuranceShown
    clause: str
    by: Person


class RoundBegan(Struct, frozen=True, kw_only=True):
    number: int


class BetPlaced(Struct, frozen=True, kw_only=True):
    bet: PlacedBet


class BetTakenBack(Struct, frozen=True, kw_only=True):
    number: int


class BetNeverPlaced(Struct, frozen=True, kw_only=True):
    """A bet on behalf of which no chips lie on the layout at closing: there was none."""

    number: int
    clause: str


class BetCut(Struct, frozen=True, kw_only=True):
    """The rejected part of a bet goes back; nothing of it may be left."""

    number: int
    accepted: Money


class BetsClosed(Struct, frozen=True, kw_only=True):
    late: bool


class CardDrawn(Struct, frozen=True, kw_only=True):
    """A card left the shoe. With a seal its value is written where nobody reads it (see the journal), not here."""

    card: Card | None
    put: Place
    turned: bool
    seal: Seal | None = None
    source: Source | None = None


class CardCarriedIn(Struct, frozen=True, kw_only=True):
    """A card that the round before drew in excess is the next card of this one. It left the shoe long ago.

    From the fifth on it keeps its seal until a hand needs it.
    """

    card: Card | None
    put: Place
    turned: bool
    seal: Seal | None = None


class CardUnsealed(Struct, frozen=True, kw_only=True):
    """The seal of a card ends, and everybody can check that it held this value all the time."""

    card: Card
    seal: Seal


class CardsTurned(Struct, frozen=True, kw_only=True):
    places: tuple[int, ...]
    cards: tuple[Card, ...]
    source: Source | None = None


class CardsGiven(Struct, frozen=True, kw_only=True):
    side: Side
    who: Who | None


class CardsRefused(Struct, frozen=True, kw_only=True):
    side: Side
    who: Who


class InsuranceTaken(Struct, frozen=True, kw_only=True):
    bet: InsuranceBet


class InsuranceDeclined(Struct, frozen=True, kw_only=True):
    who: Who
    stage: InsuranceStage
    side: Side


class OfferClosed(Struct, frozen=True, kw_only=True):
    stage: InsuranceStage
    late: bool


class InsuranceWaived(Struct, frozen=True, kw_only=True):
    pass


class TumblesCounted(Struct, frozen=True, kw_only=True):
    tumbles: int
    source: Source | None = None


class DiceRead(Struct, frozen=True, kw_only=True):
    dice: tuple[int, int, int]
    source: Source | None = None


class ResultAnnounced(Struct, frozen=True, kw_only=True):
    """The result as the dealer says it, with what every bet comes to."""

    outcome: str
    settled: tuple[SettledBet, ...]
    source: Source | None = None


class BetTicked(Struct, frozen=True, kw_only=True):
    number: int


class RoundConcluded(Struct, frozen=True, kw_only=True):
    collected: Fraction
    paid: Fraction


class EntryUndone(Struct, frozen=True, kw_only=True):
    """The dealer's last entry is taken back; which, by its kind and number."""

    entry: str
    number: int


class CaseOpened(Struct, frozen=True, kw_only=True):
    case: Case


class NeedMet(Struct, frozen=True, kw_only=True):
    """The first need of a case is met. Who met it, and what they said, is kept with the case.

    `read` is the card or the dice that they read before they saw what is asked for; empty where they read nothing.
    """

    case: int
    by: Person
    said: str
    read: str = ""


class NeedsChanged(Struct, frozen=True, kw_only=True):
    """What a case still needs, after a decision has changed it."""

    case: int
    needs: tuple[Need, ...]


class OptionChosen(Struct, frozen=True, kw_only=True):
    case: int
    who: Who
    option: str


class CaseClosed(Struct, frozen=True, kw_only=True):
    case: int


class BetsReturned(Struct, frozen=True, kw_only=True):
    """Bets given back whole, by number.

    With `never_placed` they were no bets at all, as chips without value or what is rejected later, and no other bet
    was ever reckoned with them (ruling L11).
    """

    numbers: frozenset[int]
    clause: str
    never_placed: bool = False


class CardsReordered(Struct, frozen=True, kw_only=True):
    """Cards drawn together are taken in this order from now on."""

    cards: tuple[int, ...]


class Reconstructed(Struct, frozen=True, kw_only=True):
    """Every card lies where the drawn order puts it; those in excess are carried to the next round."""


class SettlementUndone(Struct, frozen=True, kw_only=True):
    """The result is taken back; a round that was concluded already is on again."""


class RoundVoided(Struct, frozen=True, kw_only=True):
    clause: str


class ClaimRaised(Struct, frozen=True, kw_only=True):
    number: int
    by: Person
    text: str
    """A usual reason by its code, so that each reader has it in their language; any other in its own words."""
    who: Who | None = None


class ClaimClosed(Struct, frozen=True, kw_only=True):
    number: int
    by: Person
    decision: str
    clause: str
    surveillance: str
    offered: str = ""
    """What was offered to the guest, where somebody keyed it, as the two that follow."""
    difference: Money | None = None
    """By how much what the guest says differs from the decision, in money."""
    answer: GuestAnswer | None = None
    """What the guest said to it."""


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
    | InsuranceOfferChanged
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
    | ReportMade
    | ReportWithdrawn
    | SettlementRestored
    | CardsLaid
    | CardsTakenAsTheyLie
    | BetCorrected
    | CardCorrected
    | DiceCorrected
    | InsuranceCorrected
    | IntentionsNamed
    | InsuranceCounted
    | BetsReopened
    | ClosingTakenBack
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


_TEN_BURN_COUNT = 10


def burn_count(first: Card) -> int:
    """As many as it counts, and for a ten or a picture ten."""
    return first.points or _TEN_BURN_COUNT
