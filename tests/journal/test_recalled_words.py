"""What `journal recall` says of an event: money as at the table, cards counted as on it."""

from fractions import Fraction

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, SettledBet
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import SEATED, Area, Wager
from dealer_app.journal.recall import recall_text

BET = PlacedBet(number=3, wager=Wager(area=Area("player"), stake=Money(77_700), seat=3))
INSURANCE = InsuranceBet(
    number=9, who=(5, SEATED), stage=InsuranceStage.AFTER_FOUR, side=Side.BANKER, stake=Money(26_750)
)
LOST = SettledBet(
    number=3,
    result="lose",
    counts=Fraction(77_700),
    gross=Fraction(-77_700),
    commission=Fraction(0),
    net=Fraction(-77_700),
    payable=Money(-77_700),
)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (events.BetPlaced(bet=BET), "bet-placed 3:3.player=777"),
        (events.InsuranceTaken(bet=INSURANCE), "insurance-taken 9:5.after_four.banker=267.50"),
        (
            correction_events.InsuranceCorrected(number=9, bet=INSURANCE, clause="5.14"),
            "insurance-corrected 9 9:5.after_four.banker=267.50 5.14",
        ),
        pytest.param(
            correction_events.InsuranceCorrected(number=9, bet=None, clause="5.14"),
            "insurance-corrected 9 5.14",
            id="no insurance",
        ),
        (events.BetCut(number=3, accepted=Money(50_000)), "bet-cut 3 accepted=500"),
        (events.ResultAnnounced(outcome="banker", settled=(LOST,)), "result-announced banker 3:lose -777"),
        (
            events.RoundConcluded(collected=Fraction(77_700), paid=Fraction(100, 3)),
            "round-concluded collected=777 paid=1/3",
        ),
        (
            correction_events.WinningsKept(who=(5, SEATED), amount=Fraction(120_000)),
            "winnings-kept who=5 amount=1,200",
        ),
        (
            correction_events.CardCorrected(place=4, before=CARDS["4D"], card=CARDS["7C"]),
            "card-corrected place=5 before=4D card=7C",
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_amounts_are_those_of_the_table_and_cards_are_counted_from_one(event: events.Event, words: str) -> None:
    assert recall_text(event) == words
