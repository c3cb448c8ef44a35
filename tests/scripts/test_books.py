"""The books find what is wrong: without that, a balance would prove nothing."""

from fractions import Fraction

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, SettledBet
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Wager
from dealer_app.rulebooks import load_rulebook
from dealer_app.scripts.books import Books

BOOK = load_rulebook("tiger-buffalo-v4")
LAYOUT = BOOK.layouts[0]
BET = PlacedBet(number=1, wager=Wager(area=Area("player"), stake=Money(100), seat=1))
WON = SettledBet(
    number=1,
    result="win",
    counts=Fraction(100),
    gross=Fraction(100),
    commission=Fraction(0),
    net=Fraction(100),
    payable=None,
)


def books(*, line: SettledBet = WON, paid: int = 100, extra: tuple[events.Event, ...] = ()) -> Books:
    kept = Books(make_rules(BOOK, LAYOUT))
    kept.note_events([events.RoundBegan(number=1), events.BetPlaced(bet=BET)])
    kept.note_events(
        events.CardDrawn(card=CARDS[text], put=Place.PLAYER, turned=True) for text in ("9S", "3H", "KD", "4C")
    )
    kept.note_events(extra)
    kept.note_events([events.ResultAnnounced(outcome="player", settled=(line,))])
    kept.note_events([events.RoundConcluded(collected=Fraction(0), paid=Fraction(paid))])
    return kept


def amounts(kept: Books) -> list[int]:
    return [int(amount) for amount in (kept.staked, kept.returned, kept.collected, kept.paid, kept.amount_on_layout)]


def test_a_right_settlement_balances() -> None:
    kept = books()
    assert kept.is_balanced
    assert amounts(kept) == [100, 100, 0, 100, 0]


@pytest.mark.parametrize(
    ("kept", "fault"),
    [
        (books(line=replace(WON, net=Fraction(99)), paid=99), "99 on 100, not 100"),
        (books(line=replace(WON, counts=Fraction(101), net=Fraction(101)), paid=101), "101 on 101, not 101"),
        (books(line=replace(WON, number=2)), "settled [2], on the layout [1]"),
        (books(paid=90), "concluded with 0 and 90, not 0 and 100"),
        (books(extra=(events.BetTakenBack(number=1),)), "settled [1], on the layout []"),
        (books(extra=(events.BetTakenBack(number=7),)), "bet 7 was returned and is not on the layout"),
    ],
)
def test_a_wrong_one_is_named(kept: Books, fault: str) -> None:
    assert not kept.is_balanced
    assert fault in kept.faults[0]


def test_a_settlement_that_is_undone_puts_the_chips_back() -> None:
    kept = books()
    kept.note_events([events.SettlementUndone()])
    assert amounts(kept) == [100, 0, 0, 0, 100]
    assert kept.is_balanced


def test_a_voided_round_of_before_is_reversed() -> None:
    kept = books()
    net = (1, (1, BET.wager.bettor), Fraction(100))
    kept.note_events([correction_events.RoundsVoided(numbers=(1,), nets=(net,), not_recovered=(), clause="5.6")])
    assert kept.paid == 0
    assert kept.is_balanced


def test_a_corrected_bet_was_never_another() -> None:
    kept = Books(make_rules(BOOK, LAYOUT))
    kept.note_events([events.RoundBegan(number=1), events.BetPlaced(bet=BET)])
    more = replace(BET, wager=replace(BET.wager, stake=Money(300)))
    kept.note_events([correction_events.BetCorrected(number=1, bet=more, clause="5.14")])
    assert amounts(kept) == [300, 0, 0, 0, 300]
    kept.note_events([correction_events.BetCorrected(number=1, bet=None, clause="5.14")])
    assert amounts(kept) == [0, 0, 0, 0, 0]
    assert kept.is_balanced


def test_a_corrected_insurance_was_never_another() -> None:
    book = load_rulebook("tiger-buffalo-insurance")
    kept = Books(make_rules(book, book.layouts[0]))
    bet = InsuranceBet(number=1, who=(1, SEATED), stage=InsuranceStage.AFTER_FOUR, side=Side.BANKER, stake=Money(100))
    kept.note_events([events.RoundBegan(number=1), events.InsuranceTaken(bet=bet)])
    kept.note_events(
        [correction_events.InsuranceCorrected(number=1, bet=replace(bet, stake=Money(300)), clause="5.14")]
    )
    assert amounts(kept) == [300, 0, 0, 0, 300]
    kept.note_events([correction_events.InsuranceCorrected(number=1, bet=None, clause="5.14")])
    assert amounts(kept) == [0, 0, 0, 0, 0]
    assert kept.is_balanced
