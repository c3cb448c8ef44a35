"""What the shift manager rules about a settled round, until the next one begins (RWS 5.18, MBS 6.1, Tai Sai 5.14)."""

from fractions import Fraction

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.commands import Effect
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase
from tests.rules.irregularities.test_corrections import closed, ended, first, seat
from tests.support.ledger import ChipLedger
from tests.support.rounds import BACCARAT, INSURANCE, MBS, SEATED, SHIFT_MANAGER, TAI_SAI, V4, RoundTable

BOOKS = [*BACCARAT, TAI_SAI]


def ruled(table: RoundTable, effect: Effect, *counts: tuple[int, Money]) -> RoundTable:
    return table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="so it is", effect=effect, counts=counts)


def chips_of(table: RoundTable) -> ChipLedger:
    """The chips counted beside everything that has happened."""
    chips = ChipLedger()
    for event in table.happened:
        chips.note(event)
    return chips


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause(V4, "5.16", "5.18")
@pytest.mark.clause(INSURANCE, "5.16", "5.18")
@pytest.mark.clause(MBS, "6.1")
@pytest.mark.clause(TAI_SAI, "5.12", "5.14")
def test_a_settled_round_that_is_ruled_void_gives_every_bet_back(book: str) -> None:
    table = ended(closed(book), book).report(IrregularityKind.OTHER, text="the deal was disturbed")
    ruled(table, Effect.VOID)
    assert (table.round.phase, table.is_returned(first(book), seat(book))) == (Phase.VOID, True)
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    assert sum(map(Fraction, table.case.facts.values())) == -500
    assert not chips_of(table).lies
    table.resolve().begin()
    assert table.round.number == 2


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause(V4, "5.18")
@pytest.mark.clause(MBS, "6.1")
@pytest.mark.clause(TAI_SAI, "5.14")
def test_what_counts_of_a_settled_bet_is_settled_anew(book: str) -> None:
    table = ended(closed(book), book).report(
        IrregularityKind.OTHER, text="half of it had been meant for the next round"
    )
    ruled(table, Effect.CONTINUE, (1, Money(400)))
    table.resolve()
    assert table.guide.step is Step.ANNOUNCE_RESULT
    table.finish()
    assert table.net(first(book), seat(book)) == 400
    assert table.find_events(events.RoundConcluded)[-1].paid == 400
    assert not chips_of(table).lies


@pytest.mark.parametrize("effect", Effect)
@pytest.mark.clause(V4, "5.6", "5.12")
def test_a_void_round_and_one_of_which_nothing_is_known_are_not_ruled_on_again(effect: Effect) -> None:
    table = ended(closed(V4), V4).report(IrregularityKind.OTHER, text="once")
    ruled(table, Effect.VOID).resolve().report(IrregularityKind.OTHER, text="again")
    counts = ((1, Money(0)),) if effect is Effect.CONTINUE else ()
    refused = table.expect_refusal(commands.GiveRuling, by=SHIFT_MANAGER, text="so it is", effect=effect, counts=counts)
    assert (refused.code, refused.clause) == ("no-round", "5.6")
    ruled(table, Effect.CONTINUE).begin()


@pytest.mark.clause(MBS, "6.1")
def test_an_error_of_an_earlier_round_does_not_void_the_last_one() -> None:
    table = ended(closed(MBS), MBS).report(IrregularityKind.ERROR_OF_EARLIER_ROUND)
    refused = table.expect_refusal(commands.GiveRuling, by=SHIFT_MANAGER, text="void it", effect=Effect.VOID, counts=())
    assert refused.code == "no-round"
    ruled(table, Effect.CONTINUE)
    assert table.round.phase is Phase.CONCLUDED


@pytest.mark.clause(V4, "5.3")
def test_who_left_and_is_not_a_bettor_of_the_round_is_nobody() -> None:
    table = closed(V4)
    assert table.expect_refusal(commands.Report, trouble="player-left", who=(7, SEATED)).code == "no-bettor"
    table.report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED))
    assert table.state.left == {(1, SEATED)}


@pytest.mark.clause(V4, "5.3", "5.16")
def test_the_bets_of_who_left_a_round_that_is_void_are_kept_for_him() -> None:
    table = (
        closed(V4)
        .report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED))
        .report(IrregularityKind.POWER_FAILURE)
        .resolve()
    )
    assert table.round.phase is Phase.VOID
    assert [(who, int(amount)) for who, amount in table.state.winnings_unclaimed] == [((1, SEATED), 1000)]
    assert table.expect_refusal(commands.CloseTable).code == "winnings-unclaimed"


@pytest.mark.clause(V4, "5.3", "5.16", "5.18")
def test_winnings_that_are_still_kept_do_not_come_back_from_who_left() -> None:
    table = ended(closed(V4).report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)), V4)
    assert [int(amount) for _, amount in table.state.winnings_unclaimed] == [2000]
    ruled(table.report(IrregularityKind.OTHER, text="marked cards"), Effect.VOID)
    assert [int(amount) for _, amount in table.state.winnings_unclaimed] == [1000]
    assert table.case.facts == {"2 seated": "500"}


@pytest.mark.clause(V4, "5.3", "5.18")
@pytest.mark.parametrize(("counts", "back"), [(0, 1000), (400, 600)])
def test_what_a_ruling_gives_back_to_who_left_is_kept_once_however_the_round_ends(counts: int, back: int) -> None:
    table = (
        closed(V4)
        .report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED))
        .report(IrregularityKind.OTHER, text="half was meant")
    )
    ruled(table, Effect.CONTINUE, (1, Money(counts)))
    assert kept(table) == [back]
    won = [2 * counts] if counts else []
    assert kept(ended(table, V4)) == [back, *won]
    ruled(table.report(IrregularityKind.OTHER, text="marked cards"), Effect.VOID)
    assert kept(table) == [back, *([counts] if counts else [])]


@pytest.mark.clause(V4, "5.3", "5.18")
def test_what_was_given_back_stays_kept_where_as_much_was_kept_of_the_settlement() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("player", 500, 1), ("tie", 200, 2)).close()
    table.report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)).report(
        IrregularityKind.OTHER, text="the second was for another seat"
    )
    ruled(table, Effect.CONTINUE, (1, Money(0)))
    table.deal("9S 3H KD 4C").finish()
    assert kept(table) == [1000, 1000]
    ruled(table.report(IrregularityKind.OTHER, text="marked cards"), Effect.VOID)
    assert kept(table) == [1000, 500]


def kept(table: RoundTable) -> list[int]:
    """What is kept for who left, in the order in which it came."""
    assert {who for who, _ in table.state.winnings_unclaimed} <= {(1, SEATED)}
    return [int(amount) for _, amount in table.state.winnings_unclaimed]
