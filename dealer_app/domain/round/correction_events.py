"""What has happened when something was put right: cards, bets, dice and whole rounds; events gives these out too."""

from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round.correction_commands import OutageRound
from dealer_app.domain.round.state import InsuranceBet, Person, PlacedBet, Seal, Source, Who
from dealer_app.domain.rulebook import Side


class ReportWithdrawn(Struct, frozen=True, kw_only=True):
    """A report is taken back by who made it: what it opened is closed, and the round is as before it."""

    case: int
    by: Person


class ReportMade(Struct, frozen=True, kw_only=True):
    """A report does more than open its case: until somebody relies on it, the table can be put back as it is now.

    `case` is the number of the case that it opens last. A report that `turned` cards stands: they have been seen.
    """

    case: int
    by: Person
    turned: bool = False


class SettlementRestored(Struct, frozen=True, kw_only=True):
    """A report that had undone the settlement of the last round is taken back: the round has ended as it had before.

    The state follows from the report that is withdrawn; this is for who follows results and money by events alone.
    """

    outcome: str


class CardsLaid(Struct, frozen=True, kw_only=True):
    """Where the cards really lie, as the dealer says."""

    put: tuple[Place, ...]


class CardsTakenAsTheyLie(Struct, frozen=True, kw_only=True):
    """The cards cannot be put right: from here on their order is the one in which the hands hold them (ruling O17).

    `cards` are their places in the order before.
    """

    cards: tuple[int, ...]


class BetCorrected(Struct, frozen=True, kw_only=True):
    """What a bet really was; the events before keep what had been keyed. Without a bet there was none."""

    number: int
    bet: PlacedBet | None
    clause: str


class InsuranceCorrected(Struct, frozen=True, kw_only=True):
    """What an insurance bet really was, also one that was not keyed. Without a bet nobody had bought it.

    Then that offer has no answer of that bettor.
    """

    number: int
    bet: InsuranceBet | None
    clause: str


class CardCorrected(Struct, frozen=True, kw_only=True):
    place: int
    before: Card | None
    card: Card
    source: Source | None = None


class DiceCorrected(Struct, frozen=True, kw_only=True):
    before: tuple[int, int, int]
    dice: tuple[int, int, int]
    source: Source | None = None


class IntentionsNamed(Struct, frozen=True, kw_only=True):
    """Who had intended to insure which hand, and why that is believed."""

    named: tuple[tuple[Who, Side, str], ...]


class InsuranceCounted(Struct, frozen=True, kw_only=True):
    """So much of an insurance bet counts from here on, as its Original Bet counts now; the rest goes back (3.12.2)."""

    number: int
    counts: Fraction
    clause: str


class BetsReopened(Struct, frozen=True, kw_only=True):
    """The dealing device is reset; bets are open until closing is announced again."""

    clause: str


class ClosingTakenBack(Struct, frozen=True, kw_only=True):
    """The dealer has stated that closing was keyed by mistake and never announced: bets are open as they were."""

    clause: str


class CardHeldOver(Struct, frozen=True, kw_only=True):
    """A card left the shoe while bets were open: it comes after the cards that open the round, seen or sealed."""

    card: Card | None
    turned: bool
    seal: Seal | None = None
    source: Source | None = None


class CarriedCardsTurned(Struct, frozen=True, kw_only=True):
    """Cards that go over to the next round have been seen, by their places among so many that are carried over."""

    places: tuple[int, ...]
    cards: tuple[Card, ...]
    carried: int
    source: Source | None = None


class CarriedCardsDecided(Struct, frozen=True, kw_only=True):
    """What becomes of carried cards that were seen: used, dealt as a free hand, burned, or given back to the device.

    `burned` are their places among the carried cards; those that are sealed keep their order for the next round.
    """

    use: str
    clause: str
    carried: int = 0
    burned: tuple[int, ...] = ()


class DiceChanged(Struct, frozen=True, kw_only=True):
    set_name: str
    inspected_by: str


class RoundsVoided(Struct, frozen=True, kw_only=True):
    """Rounds are void with their dice: what each came to is reversed, each bettor's net over all of them.

    For who has left, what they are owed is kept in place of all that was kept of these rounds, and what they would owe
    is not recovered: each under the last of the rounds in which they bet. Without `kept` it is an event of a time when
    what was not recovered was recorded round by round.
    """

    numbers: tuple[int, ...]
    nets: tuple[tuple[int, Who, Fraction], ...]
    not_recovered: tuple[tuple[int, Who, Fraction], ...]
    clause: str
    kept: tuple[tuple[int, Who, Fraction], ...] | None = None


class BettorLeft(Struct, frozen=True, kw_only=True):
    """`took` is what the bettor has of a settlement that has been taken back: the stakes and what they were paid."""

    who: Who
    took: Fraction | None = None


class ChipsNotRecovered(Struct, frozen=True, kw_only=True):
    """What a bettor who has left would owe after the round was settled otherwise, or void (ruling O18)."""

    who: Who
    amount: Fraction


class NewPlayerMarked(Struct, frozen=True, kw_only=True):
    """Another person bets here from now on: what counted against the one before does not count against them."""

    who: Who


class BettorsAreOne(Struct, frozen=True, kw_only=True):
    """The dealer says that these two bettors are one person, with everybody who is already one person with either."""

    one: Who
    other: Who


class BettorsAreTwo(Struct, frozen=True, kw_only=True):
    """The dealer says that they are not: `other` is another person."""

    one: Who
    other: Who


class WinningsKept(Struct, frozen=True, kw_only=True):
    """What a bettor who has left is owed, stake and winnings.

    With `given_back` it is the stake of bets that went back during the round: the bettor keeps it however that ends.
    """

    who: Who
    amount: Fraction
    given_back: bool = False


class WinningsHandedOver(Struct, frozen=True, kw_only=True):
    who: Who
    amount: Fraction
    by: Person
    text: str


class OutageRoundsEntered(Struct, frozen=True, kw_only=True):
    """Rounds dealt without the station, numbered from `first`; in the roads they are a gap.

    The bets that it knew of the round that was interrupted were settled by hand: what they came to is not known here.
    """

    first: int
    rounds: tuple[OutageRound, ...]
    settled_by_hand: frozenset[int]
    cards: int
    """How many cards count as having left the shoe for them: as many as may have."""
    by: Person
    text: str
