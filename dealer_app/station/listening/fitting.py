"""Whether what stands first in the row fits the table now: a command, another question, patience, or nothing any more.

Legality is the engine's alone. What is judged here is whether a report can be taken for what it says: the order of the
deal, where the device believes that a card went, and whether somebody is there to give it.
"""

from msgspec import Struct, field

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.commands import BurnCards, CountTumbles, CuttingCardOut, DrawCard, ReadDice
from dealer_app.domain.round.decide.cases import still_open_to_change
from dealer_app.domain.round.seen import Dealing, next_card, open_coup
from dealer_app.domain.round.state import DEALER, Phase, Round, ShoeStep, TableState
from dealer_app.domain.round.table import Dealing as Dealt
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import Side
from dealer_app.observations import Destination, Resting
from dealer_app.station.facts import Ending
from dealer_app.station.listening.automation import Automation
from dealer_app.station.listening.heard import View
from dealer_app.station.listening.late import hand_told, late_card, round_awaited
from dealer_app.station.listening.questions import Awaiting, Question, What


class Fits(Struct, frozen=True):
    """Give this. With `last` the entry is done with it; what the engine refuses is asked about."""

    command: Command
    last: bool = True


class Asks(Struct, frozen=True):
    """It is to be asked first."""

    question: Question
    facts: dict[str, str] = field(default_factory=dict)


class Holds(Struct, frozen=True):
    """The table is not ready for it: it stays where it is."""


class Over(Struct, frozen=True):
    """There is nothing left to ask or to do."""

    ending: Ending = Ending.OVERTAKEN


class Matches(Struct, frozen=True):
    """It was keyed before the device told it: the card at this place of that round, or its dice."""

    round: int
    place: int | None = None


Judged = Fits | Asks | Holds | Over | Matches
HOLDS, OVER = Holds(), Over()


def judged(view: View, entry: Awaiting) -> Judged:
    """The first entry of the row, as the table stands now."""
    match entry.what:
        case What.CARD:
            return _card(view, entry)
        case What.CUTTING_CARD:
            return _cutting_card(view, entry)
        case What.BURN:
            burning = view.table.round is None and view.table.shoe.step is ShoeStep.CUT
            return HOLDS if burning else OVER
        case What.CARDS:
            return HOLDS
        case What.TUMBLE:
            return _tumble(view, entry)
        case What.DICE:
            return _dice(view, entry)
        case What.DICE_UNHEARD:
            round_ = view.table.round
            waits = round_ is not None and round_.number == entry.round and round_.dice is None
            return HOLDS if waits else OVER


def _unresolved(table: TableState) -> bool:
    return bool(table.cases) or table.claim is not None


def _asked(entry: Awaiting) -> bool:
    """It was put to the dealer already, and stands until he answers."""
    return entry.question is not Question.WAITS


# Cards


def _card(view: View, entry: Awaiting) -> Judged:
    if _asked(entry):
        return HOLDS
    late = late_card(view.table, view.listening, entry, lambda hand: _may_be_new(view.table, hand))
    if late is not None:
        return Asks(Question.LATE) if late.place is None else Matches(late.round, late.place)
    doubt = _doubted(view, entry)
    if doubt is not None:
        return doubt
    card, put = CARDS.get(entry.hidden["card"]), entry.hidden.get("put", "")
    keyed = entry.facts.get("said") == "keyed"
    # Who keys a card has seen it; one that a device has read lies as the table deals.
    face_up = keyed and card is not None
    put_at = Place(put) if put else None
    return Fits(DrawCard(by=DEALER, at=0, card=card, put=put_at, face_up=face_up, by_device=not keyed))


def _doubted(view: View, entry: Awaiting) -> Asks | Holds | None:
    """What has to be asked, or waited for, before this card is given to the engine."""
    table, said = view.table, "said" in entry.facts
    if not view.attended:
        return Asks(Question.NOBODY_THERE)
    if _unresolved(table) and still_open_to_change(table) is None:
        return HOLDS
    round_ = table.round
    if round_ is None or round_.phase is Phase.ANNOUNCED:
        return None if said else Asks(Question.NOT_NOW)
    if said:
        return None
    if not view.settings.may(Automation.ACCEPT_CARDS):
        return Asks(Question.CONFIRM)
    if not entry.hidden["card"] and (table.table is None or table.table.dealing is Dealt.FACE_UP):
        return Asks(Question.UNREADABLE)
    return _misfit(view, entry, round_)


_BURNED = (Destination.BURN, Destination.FIRST_CARD, Destination.BURN_COUNT)


def _misfit(view: View, entry: Awaiting, round_: Round) -> Asks | None:
    """Where the device's opinion is not what the cards on the table ask for."""
    destination = Destination(entry.hidden["destination"])
    if destination in _BURNED:
        return Asks(Question.NO_HAND)
    closed = round_.phase is Phase.CLOSED
    if closed and next_card(view.rules, view.table, round_).step is Dealing.TURN:
        return Asks(Question.NOT_TURNED)
    hand, belongs = hand_told(view.table, entry), expected(round_)
    if hand is not None and belongs is not None and hand is not belongs:
        return Asks(Question.OTHER_HAND, {"device_says": hand.value})
    return None


def expected(round_: Round) -> Side | None:
    """The hand to which the next card belongs, as far as lies open; None where that is no hand, or not known."""
    drawn = len(round_.cards)
    if drawn >= 4 and not all(card.turned for card in round_.cards):
        return None
    return open_coup(round_).next_draw if drawn >= 4 else (Side.BANKER if drawn % 2 else Side.PLAYER)


def _may_be_new(table: TableState, hand: Side | None) -> bool:
    """Whether the next card of the table could be one of this hand, as far as lies open."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.ANNOUNCED:
        return False
    if round_.phase is Phase.BETTING:
        return True
    if all(card.turned for card in round_.cards) and open_coup(round_).complete:
        return False
    due = expected(round_)
    return due is None or hand is None or hand is due


def _cutting_card(view: View, entry: Awaiting) -> Judged:
    if view.table.shoe.cutting_card_out:
        return OVER
    if _asked(entry) or _unresolved(view.table):
        return HOLDS
    if not view.attended:
        return Asks(Question.NOBODY_THERE)
    if not view.settings.may(Automation.ACCEPT_CUTTING_CARD) and "said" not in entry.facts:
        return Asks(Question.CONFIRM)
    return Fits(CuttingCardOut(by=DEALER, at=0))


def burn(entry: Awaiting) -> BurnCards:
    """What was reported of burning, once the dealer has confirmed it."""
    return BurnCards(by=DEALER, at=0, cards=(CARDS[entry.hidden["card"]],), unseen=int(entry.facts["unseen"]))


# Dice


def _tumble(view: View, entry: Awaiting) -> Judged:
    """It started before closing was pressed: asked when the dice lie still, for only then it is known how often."""
    round_ = view.table.round
    if round_ is None or round_.number != entry.round or round_.tumbles is not None:
        return OVER
    at_rest = any(one.what is What.DICE and one.device == entry.device for one in view.listening.row)
    asked = any(case.trouble == Trouble.TUMBLE_BEFORE_CLOSING.value for case in view.table.cases)
    return OVER if at_rest or asked else HOLDS


def _dice(view: View, entry: Awaiting) -> Judged:
    round_ = view.table.round
    if round_ is None and entry.round is None:
        # They were keyed, the round has ended, and only now the device tells them.
        round_ = round_awaited(view.table, view.listening)
    elif round_ is None or round_.number != entry.round:
        return OVER
    if round_ is None or (round_.phase is Phase.ANNOUNCED and round_.dice is None):
        return OVER
    if round_.dice is not None:
        return _told_again(view, entry, round_, round_.dice)
    if _unresolved(view.table) or (_asked(entry) and entry.question is not Question.DICE_DIFFER):
        return HOLDS
    return _dice_doubted(view, entry) or _dice_given(round_, entry)


def _told_again(view: View, entry: Awaiting, round_: Round, dice: tuple[int, int, int]) -> Judged:
    """Dice that are on record already: the same, or the dealer compares them."""
    awaited = view.listening.unheard
    if entry.hidden["dice"] != "-".join(map(str, dice)):
        return HOLDS if _asked(entry) else Asks(Question.DICE_DIFFER)
    return Matches(round_.number) if awaited.dice and awaited.round == round_.number else OVER


def _dice_doubted(view: View, entry: Awaiting) -> Asks | None:
    if not view.attended:
        return Asks(Question.NOBODY_THERE)
    if "said" in entry.facts:
        return None
    if not view.settings.may(Automation.ACCEPT_DICE):
        return Asks(Question.CONFIRM)
    told = Resting.NOT_REPORTED.value not in entry.hidden["resting"].split()
    if told and entry.hidden["tumbles"]:
        return None
    return Asks(Question.HOW_THEY_LIE)


def _dice_given(round_: Round, entry: Awaiting) -> Judged:
    """First how often they tumbled; when that stands, how they lie. With too few tumbles the second never comes."""
    if round_.tumbles is None:
        return Fits(CountTumbles(by=DEALER, at=0, tumbles=int(entry.hidden["tumbles"])), last=False)
    one, two, three = (int(die) for die in entry.hidden["dice"].split("-"))
    flat = tuple(die == Resting.FLAT.value for die in entry.hidden["resting"].split())
    assert len(flat) == 3, "three dice lie there"
    return Fits(ReadDice(by=DEALER, at=0, dice=(one, two, three), flat=flat))
