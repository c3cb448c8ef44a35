"""What a terminal at a table says of money is in its unit, as on the window; a trace counts minor units."""

from fractions import Fraction

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Wager
from dealer_app.scripts.narration import (
    AT_TABLE,
    ENGLISH,
    event_words,
    refusal_words,
    table_refusal_words,
    trace_line,
)
from dealer_app.texts import amount_text
from tests.support.rounds import INSURANCE, PLAYER_HAND, SEATED, V4, RoundTable

WHO = (1, SEATED)
LIMITS = TableLimits(
    general=AreaLimits(minimum=Money(1_000), maximum=Money(500_000)),
    areas={Area("tie"): AreaLimits(minimum=Money(500))},
    differentials={"differential": Money(2_000_050)},
)


def said(event: events.Event) -> tuple[str, str]:
    return event_words(event), event_words(event, amount_text)


@pytest.mark.parametrize(
    ("event", "trace", "table"),
    [
        (events.BetCut(number=3, accepted=Money(150_000)), "bet-cut 3 accepted=150000", "bet-cut 3 accepted=1,500"),
        (
            events.RoundConcluded(collected=Fraction(77_750), paid=Fraction(10_000, 3)),
            "round-concluded collected=77750 paid=10000/3",
            "round-concluded collected=777.50 paid=33 1/3",
        ),
        (
            correction_events.WinningsKept(who=WHO, amount=Fraction(26_250)),
            "winnings-kept who=1 amount=26250",
            "winnings-kept who=1 amount=262.50",
        ),
        (
            correction_events.RoundsVoided(
                numbers=(4,), nets=((4, WHO, Fraction(-5_000)),), not_recovered=(), clause="5.6"
            ),
            "rounds-voided (4) nets=((4 1 -5000)) 5.6",
            "rounds-voided (4) nets=((4 1 -50)) 5.6",
        ),
    ],
)
def test_amounts_of_events(event: events.Event, trace: str, table: str) -> None:
    assert said(event) == (trace, table)


def test_bets_settlements_and_limits() -> None:
    table = RoundTable(V4).bets(("player", 150_000, 1)).close().deal("4S QH 2D 7C").finish()
    bet, result = table.find_events(events.BetPlaced)[0], table.find_events(events.ResultAnnounced)[0]
    assert said(bet) == ("bet-placed 1:1.player=150000", "bet-placed 1:1.player=1,500")
    assert said(result) == ("result-announced banker 1:lose -100000", "result-announced banker 1:lose -1,000")
    changed = events.LimitsChanged(limits=LIMITS, by=table.find_events(events.TableOpened)[0].by)
    in_minor, in_units = said(changed)
    assert "1000 500000" in in_minor
    assert "2000050" in in_minor
    assert "10 5,000" in in_units
    assert "20,000.50" in in_units
    assert "tie=area-limits(5)" in in_units


def test_the_settings_of_a_table_that_is_opened() -> None:
    opened = RoundTable(V4).find_events(events.TableOpened)[0]
    in_minor, in_units = said(replace(opened, table=replace(opened.table, limits=LIMITS, unit=Money(250))))
    assert " unit=250 " in in_minor
    assert "min=1000 max=500000 min:tie=500 differential=2000050" in in_minor
    assert " unit=2.50 " in in_units
    assert "min=10 max=5,000 min:tie=5 differential=20,000.50" in in_units


def test_what_is_asked_for_in_a_correction_and_what_chips_move() -> None:
    table = RoundTable(V4).bets(("player", 150_000, 1)).close().deal("4S QH 2D 7C").finish()
    wager = Wager(area=Area("player"), stake=Money(250_000), seat=1, bettor=SEATED)
    table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="the chips say so")
    asked = said(table.find_events(events.CaseOpened)[-1])
    assert "250000" in asked[0]
    assert "2,500" in asked[1]
    assert "250000" not in asked[1]
    table.do(correction_commands.WithdrawCorrection)
    table.report(IrregularityKind.WRONG_TAKE_OR_PAY, who=WHO, due=Money(120_000))
    listed = said(table.find_events(events.CaseOpened)[-1])
    assert "(1 seated 120000)" in listed[0]
    assert "(1 seated 1,200)" in listed[1]


def test_an_insurance_and_a_refusal() -> None:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1)).close().deal("KH 9C 6S 5D")
    table.do(commands.TakeInsurance, who=WHO, side=PLAYER_HAND, stake=Money(20_000))
    taken = table.find_events(events.InsuranceTaken)[0]
    assert taken.bet.stage is InsuranceStage.AFTER_FOUR
    assert event_words(taken, amount_text).endswith("=200")
    refused = Refusal(code="over-late-cap", clause="5.13.1", facts={"most": "150000"})
    assert "150,000" in refusal_words(refused)
    assert "1,500" in table_refusal_words(refused)


def test_the_line_of_a_command_keeps_what_was_typed_and_says_what_came_of_it_in_the_unit_of_the_table() -> None:
    table = RoundTable(V4).bets(("player", 150_000, 1))
    placed = table.find_events(events.BetPlaced)
    bet = commands.PlaceBet(by=table.find_events(events.TableOpened)[0].by, at=0, wager=placed[0].bet.wager)
    typed, happened, _ = trace_line(bet, placed, table.guide, table.rules, table.state, AT_TABLE).split(" => ")
    assert "150000" in typed, "as it is typed again"
    assert happened == "bet-placed 1:1.player=1,500"
    assert "=150000" in trace_line(bet, placed, table.guide, table.rules, table.state, ENGLISH)
