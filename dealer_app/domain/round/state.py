"""The state of a table: what its events add up to, and which bettors are one person.

Nothing in it follows from something else in it: hands, totals, offers and what is decided are functions of it
(see visible and guide). A round that has ended stays as `last` until the next one begins, because until then
it can be corrected.

What a clause gives to the Player goes together for one person: the choice after an irregularity, the payment
under the minimum (MBS 5.14), the share of the maximum of insurance (Insurance Plus 3.12.2). What it gives to
a bet or a place stays with the place.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from fractions import Fraction

from msgspec import Struct, field

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Money
from dealer_app.domain.round.needs import Need, OptionsNeeded
from dealer_app.domain.round.table_settings import Table
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Bettor, Wager


class Person(Struct, frozen=True):
    """Who acts: a known person, in the position in which they act."""

    name: str
    role: str


UNNAMED_DEALER = Person("", "dealer")
"""The dealer, while no name is known: the station puts in who is signed in at the table."""

Who = tuple[int | None, Bettor]
"""A bettor: the seat, if the table has seats, and the place there."""


class PlacedBet(Struct, frozen=True, kw_only=True):
    """Chips on the layout, under the number by which the journal speaks of them."""

    number: int
    wager: Wager
    on_behalf: bool = False

    @property
    def who(self) -> Who:
        return self.wager.seat, self.wager.bettor


class InsuranceBet(Struct, frozen=True, kw_only=True):
    """A bet on one offer. Its odds are those of the offer, found again from stage, side and cards."""

    number: int
    who: Who
    stage: InsuranceStage
    side: Side
    stake: Money
    late: bool = False


class Seal(Struct, frozen=True, omit_defaults=True):
    """Holds the value of a card that nobody may know yet: SHA-256 of salt and card, and the salt to prove it later."""

    digest: str
    salt: str = ""
    """Without it the value is not known here either: it is kept where the digest is looked up."""


class DrawnCard(Struct, frozen=True):
    """Three facts of a card: that it was drawn (its place in the order), where it was put, whether it lies open.

    The value is known from a reading shoe, or unknown until the card is turned. A card in excess that still lies face
    down is sealed: its value is in no view, no report and no odds until the bets of the round that it opens are closed.
    """

    card: Card | None
    put: Place
    turned: bool
    seal: Seal | None = None


class SettledBet(Struct, frozen=True, kw_only=True):
    """One line of a settlement: what counts, the exact net, and the payable amount beside it (ruling B9)."""

    number: int
    result: str
    counts: Fraction
    gross: Fraction
    commission: Fraction
    net: Fraction
    payable: Money | None

    @property
    def chip_amount(self) -> Fraction:
        """What chips pay or take: the payable amount where there is one, else the exact."""
        return self.net if self.payable is None else Fraction(self.payable)


class Phase(Enum):
    """How far a round is, as announcements make it."""

    BETTING = "betting"
    CLOSED = "closed"
    ANNOUNCED = "announced"
    CONCLUDED = "concluded"
    VOID = "void"
    BY_HAND = "by-hand"
    """Dealt, or dealt to its end, while the station was out."""


class Round(Struct, frozen=True, kw_only=True):
    """One round of play, from "Place your Bets" to its settlement."""

    number: int
    phase: Phase = Phase.BETTING
    closed_late: bool = False
    bets: tuple[PlacedBet, ...] = ()
    insurance: tuple[InsuranceBet, ...] = ()
    answered: frozenset[tuple[Who, InsuranceStage, Side]] = frozenset()
    offers_closed: frozenset[InsuranceStage] = frozenset()
    insurance_waived: bool = False
    neglected: frozenset[InsuranceStage] = frozenset()
    """Offers that the dealer had not made and that were not made late either (Insurance Plus 5.13)."""
    offered_late: frozenset[InsuranceStage] = frozenset()
    to_be_named: Mapping[InsuranceStage, str] = field(default_factory=dict)
    """Of these the ones for which it is asked at the result who had meant to insure, and who reported each."""
    cards: tuple[DrawnCard, ...] = ()
    reconstructed: bool = False
    as_they_lie: bool = False
    """Whether the cards could not be put right: their order is then that of the hands as they lie (ruling O17)."""
    tumbles: int | None = None
    dice: tuple[int, int, int] | None = None
    returned: frozenset[int] = frozenset()
    """Bets given back whole, by number: options taken, late parts, wagers withdrawn."""
    never_placed: frozenset[int] = frozenset()
    """Of these the ones with which no other bet is reckoned, as chips without value (ruling L11)."""
    settled: tuple[SettledBet, ...] = ()
    ticked: frozenset[int] = frozenset()
    refused_cards: frozenset[tuple[Side, Who]] = frozenset()
    holders: Mapping[Side, Who] = field(default_factory=dict)
    void_clause: str | None = None

    @property
    def in_play(self) -> tuple[PlacedBet, ...]:
        """The bets of which the chips still lie there: none that went back."""
        return tuple(bet for bet in self.bets if bet.number not in self.returned) if self.returned else self.bets

    @property
    def insurance_in_play(self) -> tuple[InsuranceBet, ...]:
        """The insurance bets of which the chips still lie there, in the order in which they were taken."""
        return tuple(bet for bet in self.insurance if bet.number not in self.returned)

    @property
    def chips(self) -> tuple[tuple[int, Who, Money], ...]:
        """Every bet with whose it is and how much, also those that went back; insurance last."""
        placed = ((bet.number, bet.who, bet.wager.stake) for bet in self.bets)
        return (*placed, *((bet.number, bet.who, bet.stake) for bet in self.insurance))

    @property
    def amount_in_play(self) -> Money:
        """All the chips that still lie there, insurance too: what goes back if the round is void."""
        return Money(sum(stake for number, _, stake in self.chips if number not in self.returned))

    @property
    def to_tick(self) -> frozenset[int]:
        """What is seen to at the settlement: its lines, and the bets that go back whole (RWS v4 5.12.3, 5.13.2)."""
        return frozenset(line.number for line in self.settled) | self.returned


class ShoeStep(Enum):
    """The steps of a shoe's life, in order; a loaded shuffler is READY once it is shuffled: no cut, no burn (RWS v4
    1.11).
    """

    NONE = "none"
    CARDS_IN = "cards-in"
    CHECKED = "checked"
    SHUFFLED = "shuffled"
    CUT = "cut"
    BURNED = "burned"
    READY = "ready"
    ENDED = "ended"


class Shoe(Struct, frozen=True, kw_only=True):
    """The cards in use: how far they are prepared, what has been seen of them, what is left."""

    number: int = 0
    step: ShoeStep = ShoeStep.NONE
    decks: int = 0
    set_name: str = ""
    seen: Mapping[Card, int] = field(default_factory=dict)
    used: int = 0
    composition_known: bool = True
    cutting_card_out: bool = False
    rounds_after_cutting_card: int = 0
    cutting_card_first_in: int = 0
    """The number of the round in which the cutting card came before any other card (MBS 3.22.1)."""
    closed_for: str | None = None

    @property
    def cards_left(self) -> int:
        """How many cards it may still hold."""
        return 52 * self.decks - self.used


class ChipMove(Struct, frozen=True, kw_only=True):
    """What chips have paid on a bet, or with a minus taken, by the settlement before and by that of now."""

    who: Who
    area: Area
    before: Fraction
    after: Fraction


class Case(Struct, frozen=True, kw_only=True):
    """Something went wrong: what, what it rests on, and what is still needed, in order, before play goes on."""

    number: int
    trouble: str
    clause: str
    reported_by: str
    established: bool | None
    needs: tuple[Need, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[Who, str] = field(default_factory=dict)
    places: tuple[int, ...] = ()
    """The cards that it is about, by their places in the drawn order."""
    begun: bool = False
    """Whether somebody has decided or chosen something in it."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """What has to be remembered but may not be seen yet, as the value of a card that is face down."""
    withdrawable: bool = False
    """Whether it is a report that did nothing but open this case: who made it can take it back."""
    moves: tuple[ChipMove, ...] = ()
    """Of chips that are to move, bet by bet, why; nothing where no bet of the station is behind it."""
    reported: bool = False
    """Whether it comes from what a person has reported, also where the station finds such cases by itself."""

    @property
    def source_device(self) -> str:
        """The device that has reported it; nothing where no device has."""
        return self.facts.get("device", "")


class GuestAnswer(Enum):
    """What a guest says to the decision of the House, and to what was offered."""

    ACCEPTS = "accepts"
    DECLINES = "declines"


class Claim(Struct, frozen=True, kw_only=True):
    """A dispute that holds play until a supervisor closes it: the next round would end all rights."""

    number: int
    by: str
    text: str
    who: Who | None = None
    """Whose dispute it is, where that was said."""


UPHELD_DECISIONS = frozenset({"claim-granted", "claim-partly"})
"""The usual decisions of a dispute from which something follows, by their codes."""


class PastRound(Struct, frozen=True, kw_only=True):
    """What a round that has ended came to for each bettor; kept so that damaged dice can void it (Tai Sai 5.6)."""

    number: int
    nets: tuple[tuple[Who, Fraction], ...]
    dice_set: str = ""
    """The dice with which it was played."""
    sitting: int = 0
    """How often the table had been closed before: a bettor of an earlier sitting is no bettor of this one."""
    persons: tuple[frozenset[Who], ...] = ()
    """Bettors who were one person in it."""
    former: tuple[Who, ...] = ()
    """At whose places another person bets by now, each as often as that changed."""
    owing: tuple[tuple[Who, Fraction], ...] = ()
    """What could not be recovered of bettors who had left when the round was voided."""


class KeptWinnings(Struct, frozen=True, kw_only=True):
    """What of a round is kept for a bettor who left.

    With `given_back` it is the stake of bets that went back: it stays the bettor's however the round ends.
    """

    round: int
    who: Who
    amount: Fraction
    given_back: bool = False


class KeyedEntry(Struct, frozen=True):
    """Something the dealer keyed that can be taken back.

    `bet`, `withdrawn` (with that bet), `insurance`, `declined` (with that answer), `tick`, or `refused` (with the
    hand of which somebody refused the cards).
    """

    kind: str
    number: int
    bet: PlacedBet | None = None
    answer: tuple[Who, InsuranceStage, Side] | None = None
    hand: tuple[Side, Who] | None = None
    held: bool = False
    """Whether they held the cards that they refused."""


class TableRecord(Struct, frozen=True, kw_only=True):
    """All that is known of a table and of the round on it, but what was reported of it last."""

    table: Table | None = None
    shoe: Shoe = Shoe()
    round: Round | None = None
    last: Round | None = None
    rounds: int = 0
    entries: int = 0
    carried: tuple[DrawnCard, ...] = ()
    carried_in: int = 0
    """How many cards opened the round: those from the fifth on may be left for the next one."""
    waived_with: int = 0
    """How many cards lay there when insurance was waived (Insurance Plus 3.14)."""
    closed_by_card: int = 0
    """How many cards lay there when an offer was open that the next card closed."""
    cases: tuple[Case, ...] = ()
    claim: Claim | None = None
    upheld: Claim | None = None
    """A dispute that was upheld, until what it is about begins to be put right or the next round begins."""
    device_with: Who | None = None
    """The bettor who draws the cards (MBS 3.12); the dealer where nobody is named."""
    under_minimum_before: frozenset[Who] = frozenset()
    persons: tuple[frozenset[Who], ...] = ()
    """Bettors who are one person, as the dealer says; a bettor in none of these is a person of their own."""
    kept: tuple[KeptWinnings, ...] = ()
    left: frozenset[Who] = frozenset()
    """Bettors of the round who have walked away."""
    taken_along: tuple[tuple[Who, Fraction], ...] = ()
    """Stakes and winnings of a settlement, begun or taken back, which bettors who have left have with them."""
    not_recovered: tuple[tuple[Who, Fraction], ...] = ()
    """What bettors who have left would owe after the round was settled otherwise."""
    undone: tuple[SettledBet, ...] = ()
    """The lines of a settlement that was taken back of which the chips had moved, until the result is announced."""
    away: frozenset[Who] = frozenset()
    """Bettors who left in an earlier round, and have neither bet since nor fetched what is theirs."""
    sittings: int = 0
    """How often the table has been closed."""
    under_minimum_last: frozenset[Who] = frozenset()
    """`under_minimum_before` as it was when the last round ended, should that round be taken up again."""
    carried_for: str = ""
    """What has been decided of carried cards that were seen: `use`, `free-hand`, or nothing yet."""
    history: tuple[PastRound, ...] = ()
    dice_set: str = ""
    """The dice in the tumbler, once both have been inspected."""
    dice_damaged: bool = False
    entered: tuple[KeyedEntry, ...] = ()
    """What was keyed since anything else happened, in its order: the last of it is what an undo takes back."""
    drawn_together: Mapping[str, int] = field(default_factory=dict)
    """By the dealer's name, how often they drew cards together of which the order was known (ruling O3)."""

    @property
    def winnings_unclaimed(self) -> tuple[tuple[Who, Fraction], ...]:
        """What is kept for bettors who left, in the order in which it was kept."""
        return tuple((kept.who, kept.amount) for kept in self.kept)


class ReportMemory(Struct, frozen=True, kw_only=True):
    """How a table was before a report that did more than open its case, until somebody relies on the report."""

    case: int
    """The case that the report has opened last."""
    before: TableRecord | None
    """Nothing where the report turned cards: what has been seen cannot be unseen."""


class TableState(TableRecord, frozen=True, kw_only=True):
    """A table and the round on it."""

    reports: tuple[ReportMemory, ...] = ()
    """Of reports that can be taken back, or that turned cards; the last of them comes first to be taken back."""


def record_table(state: TableState) -> TableRecord:
    """The table as it is, without its reports."""
    return TableRecord(**{name: getattr(state, name) for name in TableRecord.__struct_fields__})


def restore_table(state: TableState, before: TableRecord) -> TableState:
    """The table as it was then. No number is given twice, and the reports before it can still be taken back."""
    kept = {name: getattr(before, name) for name in TableRecord.__struct_fields__}
    return TableState(**{**kept, "entries": state.entries, "reports": state.reports[:-1]})


def last_report(state: TableState) -> ReportMemory | None:
    """What is kept of the report of the case that was opened last; nothing where it did no more than open it."""
    memory = state.reports[-1] if state.reports else None
    return memory if memory is not None and state.cases and state.cases[-1].number == memory.case else None


def find_person(state: TableState, who: Who) -> frozenset[Who]:
    """This bettor with all who are the same person."""
    return next((person for person in state.persons if who in person), frozenset({who}))


def one_per_person(state: TableState, bettors: Iterable[Who]) -> tuple[Who, ...]:
    """Of every person among these bettors the first."""
    firsts: list[Who] = []
    for who in bettors:
        if find_person(state, who).isdisjoint(firsts):
            firsts.append(who)
    return tuple(firsts)


def was_under_minimum(state: TableState, who: Who) -> bool:
    """Whether this person has been settled under the minimum before, at whichever of their places (MBS 5.14)."""
    before = state.under_minimum_before
    return bool(before) and not before.isdisjoint(find_person(state, who))


def unite_persons(state: TableState, one: Who, other: Who) -> TableState:
    """These two are one person from here on, with everybody who is already one person with either."""
    person = find_person(state, one) | find_person(state, other)
    others = (known for known in state.persons if known.isdisjoint(person))
    return replace(state, persons=(*others, person))


def split_person(state: TableState, who: Who) -> TableState:
    """This bettor is another person after all; whose the choice was that had been made for both is not known."""
    former = find_person(state, who)
    cases = tuple(_clear_choices(case, former) if has_open_options(case) else case for case in state.cases)
    return replace(state, persons=_drop_bettors(state, {who}), cases=cases)


def forget_bettors(state: TableState, gone: Collection[Who]) -> TableState:
    """These bettors are no more. The person may still be there at their other places, with what counts against them.

    Of who has left them all it counts at each until somebody new is there.
    """
    if not gone:
        return state
    counted = state.under_minimum_before
    for person in state.persons:
        if not person.isdisjoint(gone) and not person.isdisjoint(counted):
            counted |= (person - frozenset(gone)) or person
    return replace(state, persons=_drop_bettors(state, gone), under_minimum_before=counted)


def offset_debts(state: TableState, due: Mapping[Who, Fraction]) -> Mapping[Who, Fraction]:
    """What a person owes at one place is taken from what they are owed at another, as it is at one place."""
    left = dict(due)
    for who, amount in due.items():
        for other in sorted(find_person(state, who) & due.keys(), key=str):
            if amount < 0 < left[other]:
                moved = min(-left[who], left[other])
                left[who] += moved
                left[other] -= moved
    return left


def merge_persons(persons: Iterable[frozenset[Who]]) -> tuple[frozenset[Who], ...]:
    """Who shares a place is one person."""
    apart: tuple[frozenset[Who], ...] = ()
    for person in persons:
        mine = [known for known in apart if not known.isdisjoint(person)]
        apart = (*(known for known in apart if known.isdisjoint(person)), person.union(*mine))
    return apart


def has_open_options(case: Case) -> bool:
    """Whether the choices that were made in this case can still change anything."""
    return any(isinstance(need, OptionsNeeded) for need in case.needs)


def _drop_bettors(state: TableState, gone: Collection[Who]) -> tuple[frozenset[Who], ...]:
    left = (person - frozenset(gone) for person in state.persons)
    return tuple(person for person in left if len(person) > 1)


def _clear_choices(case: Case, person: frozenset[Who]) -> Case:
    return replace(case, chosen={who: option for who, option in case.chosen.items() if who not in person})


class Command(Struct, frozen=True, kw_only=True):
    """Who asks, and at which moment by the station's clock."""

    by: Person
    at: int


class Source(Struct, frozen=True, kw_only=True):
    """A device and the number of its report, or who keyed it and with whose approval; people by their badges.

    Both where a device reported that something came, and somebody keyed what it could not say.
    """

    device: str = ""
    report: str = ""
    """As the device numbers it; nothing of one that numbers none."""
    keyed_by: str = ""
    approved_by: str = ""
    approval: int = 0
    """The number of that approval in the journal; several cards may rest on the same."""

    @property
    def is_by_hand(self) -> bool:
        """Whether it was keyed and no device has reported it at all."""
        return bool(self.keyed_by) and not self.device

    @property
    def text(self) -> str:
        """For what is remembered as text."""
        return "|".join((self.device, self.report, self.keyed_by, self.approved_by, str(self.approval)))

    @staticmethod
    def from_text(text: str) -> "Source":
        """The inverse of `text`. No badge and no name of a device has its mark; a report that had is kept whole."""
        device, rest = text.split("|", 1)
        report, keyed_by, approved_by, approval = rest.rsplit("|", 3)
        return Source(device=device, report=report, keyed_by=keyed_by, approved_by=approved_by, approval=int(approval))
