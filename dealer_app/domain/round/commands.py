"""What people, devices and the clock can ask of a table, in a round and in the life of its shoe.

A command carries who asks and when; it does not know whether it is allowed.
"""

from enum import Enum

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.needs import BlindReading
from dealer_app.domain.round.state import Command, GuestAnswer, Who
from dealer_app.domain.round.table_settings import InsuranceShown, Method, Table
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Wager


class OpenTable(Command, frozen=True, kw_only=True):
    table: Table


class CloseTable(Command, frozen=True, kw_only=True):
    pass


class ShoeWork(Enum):
    """A step in preparing cards, done and signed."""

    CHECK = "check"
    SHUFFLE = "shuffle"
    CUT = "cut"


class BringCards(Command, frozen=True, kw_only=True):
    """New cards come to the table, or a loaded shuffler."""

    set_name: str
    decks: int
    colour: str = ""


class DoShoeWork(Command, frozen=True, kw_only=True):
    work: ShoeWork
    second: str | None = None
    """The second of the two who check; who cut the cards."""
    pre_shuffled: bool = False
    """The cards came shuffled from their maker, and are not shuffled at the table."""
    cutting_card: int | None = None
    """How many cards lie behind the cutting card, placed with the cut, where that is said."""


class BurnCards(Command, frozen=True, kw_only=True):
    """The cards burned, the first of them seen."""

    cards: tuple[Card, ...]
    unseen: int


class CuttingCardOut(Command, frozen=True, kw_only=True):
    pass


class EndShoe(Command, frozen=True, kw_only=True):
    """The shoe is finished or replaced; `counted` is how many cards were counted at the end, if they were.

    `difference` is said by who ends it with a count that is not what must be left: where the difference comes from.
    """

    reason: str
    counted: int | None = None
    difference: str = ""


class ChooseMethod(Command, frozen=True, kw_only=True):
    """The method by which MBS deals from the next round on."""

    method: Method


class PassDevice(Command, frozen=True, kw_only=True):
    """The dealing device goes to a bettor who draws the cards (MBS 3.12), or back to the dealer."""

    who: Who | None


class AllowWagers(Command, frozen=True, kw_only=True):
    """So many wagers an area from now on, or as many as the document allows (MBS 3.7.1)."""

    most: int | None


class ChangeLimits(Command, frozen=True, kw_only=True):
    """New limits on the sign at the table."""

    limits: TableLimits


class ChangeInsurance(Command, frozen=True, kw_only=True):
    """Insurance is offered from the next round on, or not any more (Insurance Plus 4.2.2)."""

    shown: InsuranceShown
    is_private: bool = False
    """Whether a player of a private table asks not to be offered any."""
    has_notice: bool = False
    """Whether the notice of it is displayed at the table."""


# The normal course of a round


class PlaceYourBets(Command, frozen=True, kw_only=True):
    pass


class PlaceBet(Command, frozen=True, kw_only=True):
    wager: Wager
    on_behalf: bool = False


class WithdrawBet(Command, frozen=True, kw_only=True):
    number: int


class RejectExcess(Command, frozen=True, kw_only=True):
    """The excess bets are pushed back, as the rulebook apportions it.

    `placed_first` are the bets, by number and in their order, that the dealer says were placed before all others: the
    order of keying is only a proposal (ruling L6), and in Tai Sai the dealer says whose chips stay (L10).
    """

    placed_first: tuple[int, ...] = ()


class NoMoreBets(Command, frozen=True, kw_only=True):
    """Bets are closed. `without_chips` are bets on behalf, by number, whose chips do not lie on the layout."""

    without_chips: frozenset[int] = frozenset()


class TakeBackClosing(Command, frozen=True, kw_only=True):
    """The key for closing was pressed by mistake, and nothing has come of it yet.

    `announced` says whether the words were said: then bets are closed, whatever was pressed.
    """

    announced: bool


class DrawCard(Command, frozen=True, kw_only=True):
    """A card leaves the shoe. Without `put` it lies where it belongs; without `card` its value is not known yet."""

    card: Card | None
    put: Place | None = None
    face_up: bool = False
    face_down: bool = False
    """Where cards are dealt face up one in excess that is keyed lies open, unless this is said (ruling O21)."""
    by_device: bool = False
    """A device read it as it left the shoe: how it lies, if it is in excess, nobody has said."""
    salt: str = ""
    """From outside, like all chance: seals the value if the card turns out to be in excess."""


class TurnCards(Command, frozen=True, kw_only=True):
    """Cards are turned, by their places in the drawn order; values for those that were unknown."""

    places: tuple[int, ...]
    cards: tuple[Card, ...] = ()


class TakeInsurance(Command, frozen=True, kw_only=True):
    who: Who
    side: Side
    stake: Money


class DeclineInsurance(Command, frozen=True, kw_only=True):
    who: Who
    side: Side


class CloseOffer(Command, frozen=True, kw_only=True):
    pass


class WaiveInsurance(Command, frozen=True, kw_only=True):
    """The Banker's third card is squeezed or exposed before the Player's: insurance after it is waived (3.14)."""


class GiveCards(Command, frozen=True, kw_only=True):
    """The cards of a hand are passed to a bettor to squeeze, or kept if `who` is None."""

    side: Side
    who: Who | None


class RefuseCards(Command, frozen=True, kw_only=True):
    """A bettor does not want the cards that are passed to them."""

    side: Side
    who: Who


class CountTumbles(Command, frozen=True, kw_only=True):
    """The tumbler was activated and tumbled so often."""

    tumbles: int


class ReadDice(Command, frozen=True, kw_only=True):
    """The dice as they lie; `flat` says of each whether it rests flat."""

    dice: tuple[int, int, int]
    flat: tuple[bool, bool, bool] = (True, True, True)


class AnnounceResult(Command, frozen=True, kw_only=True):
    pass


class TickBet(Command, frozen=True, kw_only=True):
    """This bet is collected, paid or returned."""

    number: int


class SettleAll(Command, frozen=True, kw_only=True):
    """All bets that are not ticked yet are; the round is concluded."""


class Undo(Command, frozen=True, kw_only=True):
    """Takes back the dealer's last entry, if nobody else relied on it."""


# When something is wrong


class Report(Command, frozen=True, kw_only=True):
    """Something happened that the station could not see; what, by the code of the trouble."""

    trouble: str
    places: tuple[int, ...] = ()
    who: Who | None = None
    text: str = ""
    stage: InsuranceStage | None = None
    """Which offer of insurance was missed, where more than one can have been (Insurance Plus 5.13)."""
    cards: tuple[Card, ...] = ()
    """What the cards in excess that were seen are, where no device knows them."""
    due: Money | None = None
    """Of a wrong take or pay what goes out to `who` to restore it, or with a minus comes back from there."""
    device: str = ""
    """The device that reports it, where no person does."""


class Answer(Command, frozen=True, kw_only=True):
    """The dealer's answer: was the announcement made before?

    `without_chips` as in closing: bets on behalf whose chips did not lie there when bets were closed.
    """

    announced: bool
    without_chips: frozenset[int] = frozenset()


class Approve(Command, frozen=True, kw_only=True):
    """A card or dice that were misread may be read first, without knowing what is asked."""

    read: BlindReading | None = None


class Refuse(Command, frozen=True, kw_only=True):
    reason: str


class Inspect(Command, frozen=True, kw_only=True):
    """What a card that cannot be really is; None if it is not of the set."""

    card: Card | None


class DecideOrder(Command, frozen=True, kw_only=True):
    """In which order cards drawn together are taken: their places in the order they were entered."""

    order: tuple[int, ...]


class Option(Enum):
    """What a bettor chooses after an irregularity."""

    CONTINUE = "continue"
    RETURN = "return"


class ChooseOption(Command, frozen=True, kw_only=True):
    who: Who
    option: Option


class ApplyOptions(Command, frozen=True, kw_only=True):
    """All have chosen: bets of those who withdraw go back."""


class ConfirmReconstruction(Command, frozen=True, kw_only=True):
    pass


class ConfirmVoid(Command, frozen=True, kw_only=True):
    pass


class Effect(Enum):
    """What a free decision does to the round."""

    CONTINUE = "continue"
    VOID = "void"


class GiveRuling(Command, frozen=True, kw_only=True):
    """The decision of the person whom the document names for what it does not cover, in that person's words."""

    text: str
    effect: Effect
    counts: tuple[tuple[int, Money], ...] = ()
    """What of these bets counts from now on, by their numbers; nothing gives a bet back."""


class OfferLate(Command, frozen=True, kw_only=True):
    """An insurance bet placed after the offer had been neglected (Insurance Plus 5.13.1)."""

    who: Who
    stage: InsuranceStage
    side: Side
    stake: Money


class HoldForClaim(Command, frozen=True, kw_only=True):
    """A bettor disputes something, and play is held until it is decided."""

    text: str
    """What is disputed: a usual reason by its code, any other in the words in which it was said."""
    who: Who | None = None
    """Whose dispute it is, where somebody says it."""


class CloseClaim(Command, frozen=True, kw_only=True):
    """The decision of the House; with what was offered to the guest, as far as somebody keys it."""

    decision: str
    clause: str
    surveillance: str = ""
    offered: str = ""
    """What was offered, in own words."""
    difference: Money | None = None
    """By how much what the guest says differs from the decision, in money."""
    answer: GuestAnswer | None = None
