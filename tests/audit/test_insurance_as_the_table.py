"""The table and the audit judge the same facts alike: what of insurance counts, and what it comes to (3.11, 3.12.2)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from dealer_app.audit.line_format import fraction_text
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.decide.insurance import most_insurance_stake
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, SettledBet
from dealer_app.domain.round.visible import open_answers
from dealer_app.domain.wagers import Bettor, Wager
from tests.audit.audit_lines import Line, answer_error, audit_answer, round_line
from tests.support.long_tests import examples
from tests.support.rounds import INSURANCE, RoundTable

COURSES = (
    "7S 2H KD KC 6H",  # Player 7 stands, 4 to 1; Banker wins
    "7S 2H KD KC 3H",  # Player wins
    "7S 2H KD KC 5H",  # a tie
    "2S 2H 3D 2C 6D 4H",  # Banker 4 against 5: Player 3 to 2, then Player 1 and Banker insured at 10 to 1
    "5S 4D TH TD 2C 9H",  # Player 5 to 4, then Player 7, at both stages on the same hand
    "2S 2C KS KH 6H 7D",  # Player 8 against Banker 2: 10 to 1, Banker wins
    "2S 3D TH 2D 7C 4H",  # Player 9 against Banker 5: 10 to 1, the tie that is paid
)
MAXIMUM = 400
BETTORS = ((1, "seated"), (2, "seated"), (2, "standing-1"), (3, "seated"))
STAKES = st.integers(1, MAXIMUM // 2)


class Facts(Struct, frozen=True):
    """What is keyed: bets, the share of its cap that each insures, and how a bet is found to be otherwise."""

    cards: str
    differential: int | None
    maximum: int | None
    minimum: int | None
    bets: tuple[tuple[tuple[int, str], str, int], ...]
    shares: tuple[int, ...]
    fault: str
    of: int
    stake: int
    settled: bool


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    bet = st.tuples(st.sampled_from(BETTORS), st.sampled_from(("player", "banker")), STAKES)
    bets = draw(st.lists(bet, min_size=1, max_size=5, unique_by=lambda one: one[:2]))
    return Facts(
        cards=draw(st.sampled_from(COURSES)),
        differential=draw(st.none() | st.integers(1, 300)),
        maximum=draw(st.sampled_from((None, MAXIMUM))),
        minimum=draw(st.sampled_from((None, 20))),
        bets=tuple(bets),
        shares=tuple(draw(st.lists(st.integers(0, 4), min_size=8, max_size=8))),
        fault=draw(st.sampled_from(("none", "corrected", "taken out", "late part", "without value", "not keyed"))),
        of=draw(st.integers(0, len(bets) - 1)),
        stake=draw(STAKES),
        settled=draw(st.booleans()),
    )


def sign(one: Facts) -> TableLimits:
    def money(value: int | None) -> Money | None:
        return None if value is None else Money(value)

    differential = {} if one.differential is None else {"differential": Money(one.differential)}
    general = AreaLimits(minimum=money(one.minimum), maximum=money(one.maximum))
    return TableLimits(general=general, differentials=differential)


def played(one: Facts) -> RoundTable:
    """The round at a table, with its insurance, and what is found of a bet before or after the settlement."""
    table = RoundTable(INSURANCE, layout="C", limits=sign(one))
    for (seat, bettor), area, stake in one.bets:
        table.bet(area, stake, seat, bettor)
    table.close()
    shares = list(one.shares)
    for card in one.cards.split():
        _insure(table, shares)
        table.deal(card)
    if one.settled:
        table.announce()
    _mend(table, one)
    return table if one.settled else table.announce()


def _insure(table: RoundTable, shares: list[int]) -> None:
    for offer, silent in open_answers(table.rules, table.state, table.round):
        for who in silent:
            most = most_insurance_stake(table.rules, table.state, who, offer) or Fraction(0)
            stake = int(most * shares.pop() / 4) if shares else 0
            if stake:
                table.do(commands.TakeInsurance, who=who, side=offer.side, stake=Money(stake))


def _mend(table: RoundTable, one: Facts) -> None:
    placed = table.round.bets[one.of]
    number, wager = placed.number, placed.wager

    def correct(number: int | None, wager: Wager | None) -> None:
        table.do(correction_commands.CorrectBet, number=number, wager=wager, reason="as the chips lie").approve()

    def otherwise(stake: int) -> Wager:
        return Wager(area=wager.area, stake=Money(stake), seat=wager.seat, bettor=wager.bettor)

    def find(fault: BetFault, accepted: int | None = None) -> None:
        part = None if accepted is None else Money(accepted)
        table.do(correction_commands.ReportBet, number=number, fault=fault, text="seen", accepted=part).resolve()

    match one.fault:
        case "corrected" if one.stake != wager.stake:
            correct(number, otherwise(one.stake))
        case "taken out":
            correct(number, None)
        case "late part":
            find(BetFault.LATE, min(one.stake, wager.stake - 1))
        case "without value":
            find(BetFault.WITHOUT_VALUE)
        case "not keyed":
            correct(None, Wager(area=wager.area, stake=Money(one.stake), seat=5, bettor=Bettor("seated")))
        case _:
            pass
    while table.state.cases:
        table.approve()


def line_of(one: Facts, table: RoundTable, insurance: tuple[InsuranceBet, ...]) -> Line:
    """The same round as a line of the audit: the bets as they were found, and the insurance in its order."""
    limits = {"min": one.minimum, "max": one.maximum, "differential": one.differential}
    return round_line(
        *one.cards.split(),
        game=INSURANCE,
        layout="C",
        limits={name: value for name, value in limits.items() if value is not None},
        bets=[
            {"seat": bet.wager.seat, "bettor": bet.wager.bettor, "area": bet.wager.area, "stake": bet.wager.stake}
            for bet in table.round.in_play
        ],
        insurance=[
            {
                "seat": bet.who[0],
                "bettor": bet.who[1],
                "stage": bet.stage.value,
                "side": bet.side.value,
                "stake": bet.stake,
            }
            for bet in insurance
        ],
    )


def has_original(table: RoundTable, bet: InsuranceBet) -> bool:
    return any((one.who, one.wager.area) == (bet.who, bet.side.value) for one in table.round.in_play)


def told(line: SettledBet, stake: int, *, always: bool) -> dict[str, Any]:
    """A line of the settlement in the words of the audit, which names what counts of insurance only if not all does."""
    counts = {"counts": fraction_text(line.counts)} if always or line.counts != stake else {}
    return {"result": line.result, "net": fraction_text(line.net), **counts}


@pytest.mark.clause(INSURANCE, "3.11", "3.12.2", "5.1.1", "5.14")
@examples(150)
@given(facts())
def test_the_table_and_the_audit_come_to_the_same(one: Facts) -> None:
    table = played(one)
    lines = {line.number: line for line in table.round.settled}
    insured = table.round.insurance_in_play
    kept = tuple(bet for bet in insured if has_original(table, bet))
    for bet in insured:
        assert lines[bet.number].counts <= bet.stake
        if bet not in kept:
            assert (lines[bet.number].result, lines[bet.number].counts) == ("push", Fraction(0))
            assert answer_error(audit_answer(line_of(one, table, (bet,))))[0] == "no_original_bet"
    answer = audit_answer(line_of(one, table, kept), stages=False)
    keys = ("result", "net", "counts")
    found = [{key: entry[key] for key in keys if key in entry} for entry in answer["bets"]]
    bets: tuple[PlacedBet, ...] = table.round.in_play
    assert found == [
        *(told(lines[bet.number], bet.wager.stake, always=True) for bet in bets),
        *(told(lines[bet.number], bet.stake, always=False) for bet in kept),
    ]


@pytest.mark.clause(INSURANCE, "3.12.2")
@given(facts())
def test_each_insurance_bet_of_the_table_keeps_to_its_caps(one: Facts) -> None:
    """Said once more: of no insurance more counts than of its Original Bet, and of what goes back an event tells."""
    table = played(one)
    lines = {line.number: line for line in table.round.settled}
    for bet in table.round.insurance_in_play:
        original = sum(
            (
                lines[placed.number].counts
                for placed in table.round.in_play
                if (placed.who, placed.wager.area) == (bet.who, bet.side.value)
            ),
            Fraction(0),
        )
        assert lines[bet.number].counts <= original
        counted = [
            event.counts
            for event in table.find_events(correction_events.InsuranceCounted)
            if event.number == bet.number
        ]
        assert counted == ([] if lines[bet.number].counts == bet.stake else [lines[bet.number].counts])


def test_the_courses_have_offers_at_both_stages_and_at_ten_to_one() -> None:
    found = set()
    for cards in COURSES:
        table = RoundTable(INSURANCE, layout="C")
        for area in ("player", "banker"):
            table.bet(area, 100, 1)
        table.close()
        for card in cards.split():
            found |= {(offer.stage.value, str(offer.odds)) for offer, _ in _open(table)}
            table.deal(card)
    assert {("after_four", "4/1"), ("after_p3", "10/1"), ("after_p3", "4/1")} <= found


def _open(table: RoundTable) -> Any:
    return open_answers(table.rules, table.state, table.round)
