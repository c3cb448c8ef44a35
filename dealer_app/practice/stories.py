"""What goes wrong in a drill: each story brings an irregularity about by the commands that a dealer would give.

How the table is set and how many cards lie there beforehand stands in the row of the story.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from random import Random

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Command, PlacedBet, Round
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.scripts.language import DEALER
from dealer_app.scripts.session import PlaySession

_OTHER_HAND = {Place.PLAYER: Place.BANKER, Place.BANKER: Place.PLAYER}
_MOST_EARLY_TUMBLES = 2
_ENOUGH_TUMBLES = 3


class Dealt(Enum):
    """How far the cards are when it happens."""

    SOME = "some"
    """So many as the skill says."""
    WHOLE = "whole"
    """Both hands are finished."""
    LACKING_ONE = "lacking-one"
    """One card is missing to that."""
    OFFERED = "offered"
    """Four cards on which insurance is on offer."""


class StoryMoment(Struct, frozen=True):
    """The table at the moment; what the cards on it really are, and the next ones of the shoe."""

    session: PlaySession
    chance: Random
    bet: PlacedBet
    """Which of the bets it is about, if it is about one."""
    faces: tuple[Card, ...]
    shoe: tuple[Card, ...]

    @property
    def round(self) -> Round:
        assert self.session.state.round is not None, "a story is told in a round"
        return self.session.state.round

    @property
    def last_place(self) -> int:
        """Of the cards that lie there the one drawn last."""
        return len(self.round.cards) - 1

    def draw_next(self, *, put: Place | None = None, face_up: bool = False, face_down: bool = False) -> Command:
        return commands.DrawCard(
            by=DEALER, at=self.session.at, card=self.shoe[0], put=put, face_up=face_up, face_down=face_down
        )

    def report(self, kind: IrregularityKind, *places: int, bet: PlacedBet | None = None) -> Command:
        return commands.Report(
            by=DEALER,
            at=self.session.at,
            trouble=kind.value,
            places=places,
            who=None if bet is None else bet.who,
        )


Tell = Callable[[StoryMoment], Iterator[Command]]


class TableShape(Struct, frozen=True, kw_only=True):
    """How the table of a drill is set."""

    dealing: Dealing = Dealing.FACE_UP
    method: Method | None = None
    second_round: bool = False
    insured: bool = False
    heavy: bool = False
    """Whether a bet is over the Differential."""


class DrillStory(Struct, frozen=True, kw_only=True):
    """`kind` is what it is called; `opens` the case that it comes to, where the station names that otherwise."""

    kind: IrregularityKind
    tell: Tell
    opens: IrregularityKind | None = None
    dealt: Dealt = Dealt.SOME
    shape: TableShape = TableShape()
    before_closing: bool = False
    together: bool = False
    """Whether the last two cards came at once; of cards in disorder nobody sees which is which."""
    disorder: bool = False
    """Whether nobody knows any more in which order all of them came."""
    dice_read: bool = True
    of_one_bet: bool = False
    """Whether it is about one bet, or about the guest who placed it."""
    grows: bool = False
    """Whether more is needed once the first of it is done."""

    @property
    def case_kind(self) -> IrregularityKind:
        return self.opens or self.kind


def _report_it(kind: IrregularityKind) -> Tell:
    """Seen, and reported without naming anything."""

    def tell(moment: StoryMoment) -> Iterator[Command]:
        yield moment.report(kind)

    return tell


def _report_last_two(kind: IrregularityKind) -> Tell:
    def tell(moment: StoryMoment) -> Iterator[Command]:
        yield moment.report(kind, moment.last_place - 1, moment.last_place)

    return tell


def _report_last(kind: IrregularityKind) -> Tell:
    def tell(moment: StoryMoment) -> Iterator[Command]:
        yield moment.report(kind, moment.last_place)

    return tell


def _report_bettor(kind: IrregularityKind) -> Tell:
    def tell(moment: StoryMoment) -> Iterator[Command]:
        yield moment.report(kind, bet=moment.bet)

    return tell


def _report_bet(fault: correction_commands.BetFault) -> Tell:
    """Of a bet that was added to after closing, half lay there before."""

    def tell(moment: StoryMoment) -> Iterator[Command]:
        late = fault is correction_commands.BetFault.LATE
        yield correction_commands.ReportBet(
            by=DEALER,
            at=moment.session.at,
            fault=fault,
            number=moment.bet.number,
            accepted=Money(moment.bet.wager.stake // 2) if late else None,
        )

    return tell


def _tell_excess(moment: StoryMoment) -> Iterator[Command]:
    yield moment.draw_next(face_down=True)


def _tell_miscounted(moment: StoryMoment) -> Iterator[Command]:
    """A card too many was laid on a hand, and nobody can say which of them it is."""
    yield moment.draw_next(put=moment.chance.choice((Place.PLAYER, Place.BANKER)))
    yield moment.report(IrregularityKind.WRONG_NUMBER_OF_CARDS)


def _tell_misplaced(moment: StoryMoment) -> Iterator[Command]:
    belongs = Place.BANKER if len(moment.round.cards) % 2 else Place.PLAYER
    yield moment.draw_next(put=_OTHER_HAND[belongs])


def _tell_exposed(moment: StoryMoment) -> Iterator[Command]:
    yield moment.draw_next(face_up=True)


def _tell_exposed_late(moment: StoryMoment) -> Iterator[Command]:
    """The Player's cards have been turned, and one of the Banker's is turned up before its turn."""
    at, faces = moment.session.at, moment.faces
    yield commands.TurnCards(by=DEALER, at=at, places=(0, 2), cards=(faces[0], faces[2]))
    yield commands.Report(by=DEALER, at=at, trouble=IrregularityKind.EXPOSED_CARD.value, places=(1,), cards=(faces[1],))


def _tell_carried_away(moment: StoryMoment) -> Iterator[Command]:
    yield moment.report(IrregularityKind.LEFT_WITH_CARD, moment.last_place, bet=moment.bet)


def _tell_device_moved(kind: IrregularityKind) -> Tell:
    def tell(moment: StoryMoment) -> Iterator[Command]:
        yield commands.PassDevice(by=DEALER, at=moment.session.at, who=moment.bet.who)
        yield moment.report(kind)

    return tell


def _tell_cutting_card(moment: StoryMoment) -> Iterator[Command]:
    yield commands.CuttingCardOut(by=DEALER, at=moment.session.at)
    yield moment.report(IrregularityKind.CUTTING_CARD_FIRST)


def _tell_too_soon(moment: StoryMoment) -> Iterator[Command]:
    """A card, though closing has not been announced."""
    yield moment.draw_next(face_down=True)
    yield commands.Answer(by=DEALER, at=moment.session.at, announced=False)


def _tell_offer_missed(moment: StoryMoment) -> Iterator[Command]:
    """The next card, though no insurance has been offered."""
    yield moment.draw_next()
    yield commands.Answer(by=DEALER, at=moment.session.at, announced=False)


def _tell_over_limit(moment: StoryMoment) -> Iterator[Command]:
    yield commands.NoMoreBets(by=DEALER, at=moment.session.at)


def _tell_tumbled_too_early(moment: StoryMoment) -> Iterator[Command]:
    yield commands.CountTumbles(by=DEALER, at=moment.session.at, tumbles=_ENOUGH_TUMBLES)
    yield commands.Answer(by=DEALER, at=moment.session.at, announced=False)


def _tell_too_few_tumbles(moment: StoryMoment) -> Iterator[Command]:
    tumbles = moment.chance.randint(1, _MOST_EARLY_TUMBLES)
    yield commands.CountTumbles(by=DEALER, at=moment.session.at, tumbles=tumbles)


def _tell_cocked_die(moment: StoryMoment) -> Iterator[Command]:
    dice = deal_dice(moment.chance)
    leaning = moment.chance.randrange(len(dice))
    flat = (leaning != 0, leaning != 1, leaning != 2)
    yield commands.CountTumbles(by=DEALER, at=moment.session.at, tumbles=_ENOUGH_TUMBLES)
    yield commands.ReadDice(by=DEALER, at=moment.session.at, dice=dice, flat=flat)


def deal_dice(chance: Random) -> tuple[int, int, int]:
    return chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6)


_KIND = IrregularityKind
_FAULT = correction_commands.BetFault

_FACE_DOWN = TableShape(dealing=Dealing.FACE_DOWN)
_METHOD_A = TableShape(dealing=Dealing.FACE_DOWN, method=Method.A)
_METHOD_C = TableShape(dealing=Dealing.FACE_DOWN, method=Method.C)
_SECOND_ROUND = TableShape(second_round=True)

STORIES: Mapping[str, DrillStory] = {
    "bet-late": DrillStory(kind=_KIND.LATE_BET, tell=_report_bet(_FAULT.LATE), dice_read=False, of_one_bet=True),
    "bet-taken-back": DrillStory(
        kind=_KIND.WITHDRAWN_BET, tell=_report_bet(_FAULT.WITHDRAWN), dice_read=False, of_one_bet=True
    ),
    "bet-moved": DrillStory(kind=_KIND.MOVED_BET, tell=_report_bet(_FAULT.MOVED), dice_read=False, of_one_bet=True),
    "over-differential": DrillStory(
        kind=_KIND.DIFFERENTIAL_EXCEEDED,
        tell=_tell_over_limit,
        before_closing=True,
        shape=TableShape(heavy=True),
        grows=True,
    ),
    "guest-gone": DrillStory(
        kind=_KIND.PLAYER_LEFT, tell=_report_bettor(_KIND.PLAYER_LEFT), dice_read=False, of_one_bet=True
    ),
    "holder-gone": DrillStory(
        kind=_KIND.PLAYER_LEFT,
        tell=_report_bettor(_KIND.PLAYER_LEFT),
        shape=_METHOD_A,
        of_one_bet=True,
    ),
    "power-cut": DrillStory(kind=_KIND.POWER_FAILURE, tell=_report_it(_KIND.POWER_FAILURE)),
    "foreign-card": DrillStory(kind=_KIND.FOREIGN_CARD, tell=_report_it(_KIND.FOREIGN_CARD)),
    "deck-miscounted": DrillStory(kind=_KIND.WRONG_DECK, tell=_report_it(_KIND.WRONG_DECK)),
    "never-shuffled": DrillStory(kind=_KIND.NOT_SHUFFLED, tell=_report_it(_KIND.NOT_SHUFFLED)),
    "shoe-empty": DrillStory(kind=_KIND.INSUFFICIENT_CARDS, tell=_report_it(_KIND.INSUFFICIENT_CARDS)),
    "hand-miscounted": DrillStory(kind=_KIND.WRONG_NUMBER_OF_CARDS, tell=_tell_miscounted, dealt=Dealt.WHOLE),
    "card-too-many": DrillStory(kind=_KIND.EXCESS_CARD, tell=_tell_excess, dealt=Dealt.WHOLE),
    "card-too-many-unturned": DrillStory(kind=_KIND.EXCESS_CARD, tell=_tell_excess, shape=_FACE_DOWN),
    "on-wrong-hand": DrillStory(kind=_KIND.MISPLACED_CARDS, tell=_tell_misplaced),
    "to-wrong-person": DrillStory(
        kind=_KIND.CARD_TO_WRONG_PERSON, tell=_report_last(_KIND.CARD_TO_WRONG_PERSON), shape=_FACE_DOWN
    ),
    "turned-up": DrillStory(kind=_KIND.EXPOSED_CARD, tell=_tell_exposed, shape=_FACE_DOWN),
    "turned-up-late": DrillStory(kind=_KIND.EXPOSED_CARD, tell=_tell_exposed_late, shape=_FACE_DOWN),
    "two-at-once": DrillStory(
        kind=_KIND.TOGETHER_ORDER_LOST, tell=_report_last_two(_KIND.TOGETHER_ORDER_LOST), together=True
    ),
    "two-at-once-order-seen": DrillStory(
        kind=_KIND.TOGETHER_ORDER_KNOWN, tell=_report_last_two(_KIND.TOGETHER_ORDER_KNOWN)
    ),
    "order-lost": DrillStory(kind=_KIND.ORDER_LOST, tell=_report_it(_KIND.ORDER_LOST), disorder=True),
    "third-card-forgotten": DrillStory(
        kind=_KIND.MISSED_CARD, tell=_report_it(_KIND.MISSED_CARD), dealt=Dealt.LACKING_ONE
    ),
    "seen-in-device": DrillStory(kind=_KIND.CARD_SEEN_IN_DEVICE, tell=_report_it(_KIND.CARD_SEEN_IN_DEVICE)),
    "offer-missed": DrillStory(
        kind=_KIND.MISSED_INSURANCE, tell=_tell_offer_missed, dealt=Dealt.OFFERED, shape=TableShape(insured=True)
    ),
    "card-too-soon": DrillStory(
        kind=_KIND.CARD_BEFORE_CLOSING, opens=_KIND.OTHER, tell=_tell_too_soon, before_closing=True
    ),
    "uncovered": DrillStory(kind=_KIND.OTHER, tell=_report_it(_KIND.OTHER), dice_read=False),
    "earlier-round": DrillStory(
        kind=_KIND.ERROR_OF_EARLIER_ROUND,
        tell=_report_it(_KIND.ERROR_OF_EARLIER_ROUND),
        shape=_SECOND_ROUND,
        dice_read=False,
    ),
    "earlier-limits": DrillStory(
        kind=_KIND.LIMITS_OF_EARLIER_ROUND, tell=_report_it(_KIND.LIMITS_OF_EARLIER_ROUND), shape=_SECOND_ROUND
    ),
    "display-wrong": DrillStory(kind=_KIND.WRONG_DISPLAY, tell=_report_it(_KIND.WRONG_DISPLAY)),
    "device-reset": DrillStory(kind=_KIND.DEVICE_RESET, tell=_report_it(_KIND.DEVICE_RESET)),
    "cutting-card-first": DrillStory(
        kind=_KIND.CUTTING_CARD_FIRST, tell=_tell_cutting_card, shape=TableShape(method=Method.C)
    ),
    "device-moved": DrillStory(
        kind=_KIND.CARD_SEEN_AS_DEVICE_MOVED,
        tell=_tell_device_moved(_KIND.CARD_SEEN_AS_DEVICE_MOVED),
        shape=_METHOD_C,
    ),
    "device-moved-order-lost": DrillStory(
        kind=_KIND.ORDER_LOST, tell=_tell_device_moved(_KIND.ORDER_LOST), shape=_METHOD_C
    ),
    "cards-kept-back": DrillStory(
        kind=_KIND.CARDS_NOT_PASSED,
        tell=_report_it(_KIND.CARDS_NOT_PASSED),
        shape=_METHOD_A,
    ),
    "gone-with-card": DrillStory(
        kind=_KIND.LEFT_WITH_CARD,
        tell=_tell_carried_away,
        shape=_METHOD_A,
        of_one_bet=True,
        grows=True,
    ),
    "tumbled-too-early": DrillStory(
        kind=_KIND.TUMBLED_TOO_EARLY, tell=_tell_tumbled_too_early, before_closing=True, dice_read=False
    ),
    "too-few-tumbles": DrillStory(kind=_KIND.TOO_FEW_TUMBLES, tell=_tell_too_few_tumbles, dice_read=False),
    "die-leaning": DrillStory(kind=_KIND.COCKED_DIE, tell=_tell_cocked_die, dice_read=False),
    "die-damaged": DrillStory(
        kind=_KIND.DAMAGED_DICE, tell=_report_it(_KIND.DAMAGED_DICE), shape=_SECOND_ROUND, dice_read=False
    ),
    "lamps-wrong": DrillStory(kind=_KIND.WRONG_LAMPS, tell=_report_it(_KIND.WRONG_LAMPS)),
}
