"""What an irregularity needs before play goes on, and the blind reading of a card or the dice.

A case is a row of needs, met one after the other; the rulebook's policies decide which when it is opened.

By the policy of the house a person who approves that a card or the dice were misread first keys what they see, without
being shown the correction. The reading has to match it, and stays on record.
"""

from enum import Enum
from typing import TypeGuard

from msgspec import Struct

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import DIE_FACES
from dealer_app.domain.money import Money
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Area, Bettor, Wager


class Scope(Enum):
    """How much goes back to a bettor who does not want to go on."""

    ALL_BETS = "all-bets"
    UNDECIDED_BETS = "undecided-bets"


class AnswerNeeded(Struct, frozen=True, tag_field="kind", tag="answer"):
    """The dealer is asked whether an announcement was made before the card, the tumble or the bet came."""


class BetCorrection(Struct, frozen=True, tag_field="kind", tag="bet"):
    """A bet becomes what the chips say (RWS v4 5.14). Without a number it is new, without a wager none."""

    number: int | None
    wager: Wager | None


class Insured(Struct, frozen=True):
    """Whose an insurance bet is, on which offer and which hand."""

    who: tuple[int | None, Bettor]
    stage: InsuranceStage
    side: Side


class InsuranceCorrection(Struct, frozen=True, tag_field="kind", tag="insurance"):
    """An insurance bet is what the chips say, or without a stake was none (Insurance Plus 5.14).

    Without a number it was not keyed; `insured` is there where whose it is, or on what, is another than was keyed.
    """

    number: int | None
    stake: Money | None
    insured: Insured | None = None


class CardCorrection(Struct, frozen=True, tag_field="kind", tag="card"):
    """A card, by its place in the drawn order, is another than was read."""

    place: int
    card: Card


class DiceCorrection(Struct, frozen=True, tag_field="kind", tag="dice"):
    """The dice lie otherwise than was read."""

    dice: tuple[int, int, int]


class LatePart(Struct, frozen=True, tag_field="kind", tag="late-part"):
    """Of this bet only so much lay on the layout when bets were closed."""

    number: int
    accepted: Money


class WithoutValue(Struct, frozen=True, tag_field="kind", tag="without-value"):
    """This stake is no money: taken out, it neither wins nor loses."""

    number: int


class TumbleCounted(Struct, frozen=True, tag_field="kind", tag="tumble-counted"):
    """Closing had been announced before the tumbler started: the tumble counts (Tai Sai 5.5.3)."""

    tumbles: int
    without_chips: frozenset[int] = frozenset()


RequestedCorrection = BetCorrection | InsuranceCorrection | CardCorrection | DiceCorrection
"""Asked for because a record is said to be wrong; if it is refused or taken back, the record is kept."""

Correction = RequestedCorrection | LatePart | WithoutValue | TumbleCounted
"""What an approval brings about."""


class ApprovalNeeded(Struct, frozen=True, tag_field="kind", tag="approval"):
    """A person of this role, or above, who is not the one who asks, agrees or refuses."""

    role: str
    clause: str
    applies: Correction | None = None


class RoleNeed(Struct, frozen=True):
    """What a person of this role decides or signs, who need not be the dealer. The clause says so.

    Every need with a role is one of these, but an approval: it has a form of its own, and can be taken back.
    """

    role: str
    clause: str


class InspectionNeeded(RoleNeed, frozen=True, tag_field="kind", tag="inspection"):
    """A person of this role looks at a card that cannot be: misread, or really not of the set."""


class OrderNeeded(RoleNeed, frozen=True, tag_field="kind", tag="order"):
    """A person of this role says in which order the cards drawn together are to be taken."""


class OptionsNeeded(Struct, frozen=True, tag_field="kind", tag="options"):
    """Every bettor chooses to go on or to have the bets returned."""

    clause: str
    scope: Scope


class ReconstructionNeeded(Struct, frozen=True, tag_field="kind", tag="reconstruction"):
    """The cards are laid where the drawn order puts them; cards in excess are sealed for the next round."""

    clause: str


class ComparisonNeeded(Struct, frozen=True, tag_field="kind", tag="comparison"):
    """Shoe or display say otherwise than the record: the dealer compares it with the cards or dice on the table."""

    clause: str


class VoidNeeded(Struct, frozen=True, tag_field="kind", tag="void"):
    """The round is voided and every bet returned; where `closes` names a clause, the shoe is closed too."""

    clause: str
    closes: str = ""


class RulingNeeded(RoleNeed, frozen=True, tag_field="kind", tag="ruling"):
    """A person of this role decides freely, in words, and says how play goes on."""


class LateOfferNeeded(RoleNeed, frozen=True, tag_field="kind", tag="late-offer"):
    """A person of this role offers the insurance that the dealer had neglected (Insurance Plus 5.13.1)."""


class IntentionsNeeded(RoleNeed, frozen=True, tag_field="kind", tag="intentions"):
    """A person of this role names the bettors who had intended to insure (Insurance Plus 5.13.2)."""


class AttendanceNeeded(RoleNeed, frozen=True, tag_field="kind", tag="attendance"):
    """A person of this role signs as present, and approves nothing (MBS 5.11.1)."""


class CardsAsideNeeded(Struct, frozen=True, tag_field="kind", tag="cards-aside"):
    """So many cards are taken out of the device unseen and kept in drawn order (MBS 5.11.1)."""

    clause: str
    cards: int


class MissingCardNeeded(Struct, frozen=True, tag_field="kind", tag="missing-card"):
    """The cards are sorted into decks and counted; that shows which are missing (MBS 5.11.2, 5.11.2.1)."""

    clause: str


class ReplacementNeeded(Struct, frozen=True, tag_field="kind", tag="replacement"):
    """These cards are taken from a complete deck in the place of the missing ones (MBS 5.11.3)."""

    clause: str
    cards: tuple[Card, ...]


class ResetNeeded(Struct, frozen=True, tag_field="kind", tag="reset"):
    """The dealing device is reset; then bets are open again (MBS 5.9)."""

    clause: str


class ChangesNeeded(Struct, frozen=True, tag_field="kind", tag="changes"):
    """Bettors are asked to decrease on the heavier hand and may increase on the lighter (MBS 5.18.1, 5.18.2)."""

    clause: str


class RemovalNeeded(RoleNeed, frozen=True, tag_field="kind", tag="removal"):
    """A person of this role says which wagers are removed, and how far (MBS 5.18.3)."""


class CarriedCardNeeded(RoleNeed, frozen=True, tag_field="kind", tag="carried-card"):
    """A card that opens the next round has been seen: a person of this role says what becomes of it (ruling O6)."""


class AffectedRoundsNeeded(RoleNeed, frozen=True, tag_field="kind", tag="affected-rounds"):
    """A person of this role states from which round on the dice were damaged (Tai Sai 5.6, ruling O13)."""


class DeviceFaultNeeded(RoleNeed, frozen=True, tag_field="kind", tag="device-fault"):
    """A person of this role states whether a device's fault has affected the outcome (ruling O26)."""


class ChipsReturned(Struct, frozen=True):
    """Chips that go from an area back to their guest, neither won nor lost."""

    who: tuple[int | None, Bettor]
    area: Area
    amount: Money


class ChipsReturnNeeded(Struct, frozen=True, tag_field="kind", tag="chips-return"):
    """These chips are given back from the layout; where bets are not keyed and none is named, all that lie there."""

    clause: str
    chips: tuple[ChipsReturned, ...] = ()


class GuestsNotifiedNeeded(Struct, frozen=True, tag_field="kind", tag="guests-notified"):
    """Every guest hears that the round is void and that all bets go back (ruling O26)."""

    clause: str


Need = (
    AnswerNeeded
    | ApprovalNeeded
    | InspectionNeeded
    | OrderNeeded
    | OptionsNeeded
    | ReconstructionNeeded
    | ComparisonNeeded
    | VoidNeeded
    | RulingNeeded
    | LateOfferNeeded
    | IntentionsNeeded
    | AttendanceNeeded
    | CardsAsideNeeded
    | MissingCardNeeded
    | ReplacementNeeded
    | ResetNeeded
    | ChangesNeeded
    | RemovalNeeded
    | CarriedCardNeeded
    | AffectedRoundsNeeded
    | DeviceFaultNeeded
    | GuestsNotifiedNeeded
    | ChipsReturnNeeded
)


BlindReading = Card | tuple[int, int, int]


def can_be_read_blind(applies: Correction | None) -> TypeGuard[CardCorrection | DiceCorrection]:
    """Whether what is approved can be seen on the table, so that it is read and not believed."""
    return isinstance(applies, CardCorrection | DiceCorrection)


def blind_reading_refusal(applies: Correction | None, read: BlindReading) -> Refusal | None:
    """Why nobody can approve on this reading. It does not reveal what is asked for."""
    match applies, read:
        case CardCorrection(card=card), Card() if read == card:
            return None
        case DiceCorrection(dice=dice), (_, _, _) if sorted(read) == sorted(dice):
            # They lie in no order.
            return None
        case _:
            return simple_refusal("reading-differs", HOUSE_POLICY)


def blind_reading_text(read: BlindReading) -> str:
    """As the record has it: `4S`, `2-5-6`."""
    return read.text if isinstance(read, Card) else "-".join(map(str, read))


def parse_blind_reading(text: str) -> BlindReading | None:
    """The inverse; nothing for a text that is no reading."""
    faces = tuple(int(face) for face in text.split("-") if face in _FACE_DIGITS)
    if len(faces) == 3 and text.count("-") == 2:
        first, second, third = faces
        return first, second, third
    return CARDS.get(text)


_FACE_DIGITS = frozenset(map(str, DIE_FACES))
