"""Every report that can be made at any moment of any golden script, and taken back: nothing of it is left.

The table, its hands, bets, chips and phase are as they were, and so are the books, which follow the events alone. What
cannot be taken back has turned cards that people have seen, or was on record at once and asked for nothing.
"""

from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.excess_cards import count_unknown_values, face_down_excess
from dealer_app.domain.round.irregularities.kinds import IRREGULARITIES, REPORTABLE_KINDS, IrregularityKind, Named
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableRecord, TableState, last_report, record_table
from dealer_app.domain.round.table_settings import Dealing, Rules
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace
from dealer_app.scripts.books import Books
from tests.support.journals import play_script
from tests.support.long_tests import mostly_long
from tests.support.rounds import DEALER, INSURANCE, PLAYER_HAND, SEATED, SUPERVISOR, V4, RoundTable
from tests.support.traces import Script, read_scripts

TURNING = (events.CardsTurned, events.CardUnsealed, correction_events.CarriedCardsTurned)


def reports(state: TableState) -> Iterator[commands.Report]:
    """Each kind with nothing named, and with what there is to be named."""
    round_ = state.round or state.last
    who = round_.bets[0].who if round_ is not None and round_.bets else None
    lie = range(len(round_.cards) if round_ is not None else 0)
    for kind in REPORTABLE_KINDS:
        bare = commands.Report(by=DEALER, at=0, trouble=kind.value, text="seen at the table")
        yield bare
        for named in IRREGULARITIES[kind].names:
            match named:
                case Named.BETTOR:
                    yield replace(bare, who=who)
                case Named.PAYMENT:
                    yield replace(bare, who=who, due=Money(100))
                case Named.OFFER:
                    yield from (replace(bare, stage=stage) for stage in InsuranceStage)
                case Named.EXCESS_CARD:
                    for place in face_down_excess(state):
                        cards = (CARDS["7D"],) * count_unknown_values(state, (place,))
                        yield replace(bare, places=(place,), cards=cards)
                case _:
                    yield from (replace(bare, places=(place,)) for place in lie)


def known(state: TableState) -> TableRecord:
    """All that matters of a table: no number is given twice, and what was keyed just before is no longer undone."""
    return replace(record_table(state), entries=0, entered=())


def reckoned(books: Books) -> tuple[Any, ...]:
    return books.staked, books.returned, books.collected, books.paid, books.amount_on_layout, books._lies, books._cards


def copy_books(books: Books) -> Books:
    kept = copy(books)
    kept.faults, kept._cards = list(books.faults), list(books._cards)
    kept._lies = {number: copy(chips) for number, chips in books._lies.items()}
    kept._given_back, kept._lost = dict(books._given_back), dict(books._lost)
    return kept


def takes_back(rules: Rules, state: TableState, books: Books, report: commands.Report) -> str:
    """What became of it: refused, on record, turned, or taken back, which is compared with what was before."""
    made = decide(rules=rules, state=state, command=report)
    if isinstance(made, Refusal):
        return "refused"
    told = fold(state, made)
    back = decide(rules=rules, state=told, command=correction_commands.WithdrawReport(by=DEALER, at=0))
    turned = any(isinstance(event, TURNING) for event in made)
    opened = [event.case.number for event in made if isinstance(event, events.CaseOpened)]
    if not told.cases or told.cases[-1].number not in opened:
        return "on record"
    if isinstance(back, Refusal):
        gone = any(isinstance(event, correction_events.BettorLeft | events.OfferClosed) for event in made)
        moved = any(
            isinstance(event, correction_events.WinningsKept | correction_events.ChipsNotRecovered) for event in made
        )
        assert turned or gone or moved, (report, back, made)
        assert (back.code == "report-turned-cards") == turned, (report, back)
        return back.code
    assert not turned, report
    after = fold(told, back)
    assert known(after) == known(state), report
    assert after.entries >= told.entries, "no number is given twice"
    kept = copy_books(books)
    kept.note_events(made)
    kept.note_events(back)
    assert (reckoned(kept), kept.faults) == (reckoned(books), books.faults), report
    return "restored" if last_report(told) else "taken back"


@pytest.mark.parametrize("one_in", mostly_long([40, 1], keep_every=2))
@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_every_report_of_every_moment_is_taken_back_without_a_trace(script: Script, one_in: int) -> None:
    played = play_script(script)
    rules, state, books = played.rules, TableState(), Books(played.rules)
    for number, happened in enumerate(played.happened):
        books.note_events(happened)
        state = fold(state, happened)
        if state.table is None or number % one_in:
            continue
        for report in reports(state):
            takes_back(rules, state, books, report)


def face_down(book: str = V4) -> RoundTable:
    return RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C")


def takes_back_at(table: RoundTable, before: TableState) -> None:
    assert table.expect_refusal(correction_commands.WithdrawReport, by=SUPERVISOR).code == "not-who-asked"
    table.do(correction_commands.WithdrawReport)
    assert known(table.state) == known(before)


@pytest.mark.clause(V4, "5.9.2")
def test_a_report_that_undid_a_settlement_gives_it_back() -> None:
    table = face_down().turn_all().finish()
    before, books = table.state, Books(table.rules)
    books.note_events(table.happened)
    table.report(IrregularityKind.CARD_TO_WRONG_PERSON, places=(1,))
    assert table.state.round is not None, "its settlement is taken back"
    takes_back_at(table, before)
    (restored,) = table.find_events(correction_events.SettlementRestored)
    assert restored.outcome == "banker"
    again = Books(table.rules)
    again.note_events(table.happened)
    assert reckoned(again) == reckoned(books)
    assert not again.faults
    table.begin()


@pytest.mark.clause(V4, "5.9")
def test_cards_keyed_as_lying_elsewhere_after_the_settlement_are_taken_back_with_it() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").finish()
    before = table.state
    put = [card.put for card in before.last.cards] if before.last else []
    table.do(correction_commands.LayCards, put=tuple(reversed(put)))
    takes_back_at(table, before)


@pytest.mark.clause(V4, "5.11")
def test_a_report_that_replaced_a_case_gives_it_back_and_that_one_is_taken_back_too() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C")
    first = table.state
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    second = table.state
    table.report(IrregularityKind.TOGETHER_ORDER_LOST)
    assert [case.trouble for case in table.state.cases] == ["together-order-lost"]
    takes_back_at(table, second)
    assert table.state.cases == second.cases
    takes_back_at(table, first)


@pytest.mark.clause(V4, "5.13.1")
def test_one_report_over_another_is_taken_back_and_then_the_other() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH")
    first = table.state
    table.report(IrregularityKind.ORDER_LOST)
    second = table.state
    assert second.round is not None
    assert second.round.as_they_lie
    table.report(IrregularityKind.POWER_FAILURE)
    assert len(table.state.cases) == 2
    takes_back_at(table, second)
    takes_back_at(table, first)


@pytest.mark.clause(V4, "5.13.1")
def test_once_somebody_has_chosen_nobody_takes_it_back() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").report(IrregularityKind.ORDER_LOST)
    table.do(commands.ChooseOption, who=(1, SEATED), option=commands.Option.CONTINUE)
    assert not table.state.reports
    assert table.expect_refusal(correction_commands.WithdrawReport).code == "report-stands"


@pytest.mark.clause(V4, "5.9.2")
def test_who_had_the_cards_has_them_again() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    table.do(commands.GiveCards, by=SUPERVISOR, side=PLAYER_HAND, who=(1, SEATED))
    table.draw("4S")
    before = table.state
    table.report(IrregularityKind.CARD_TO_WRONG_PERSON, places=(0,))
    assert table.round.holders == {}
    takes_back_at(table, before)
    assert table.round.holders == {PLAYER_HAND: (1, SEATED)}


@pytest.mark.clause(INSURANCE, "5.13")
def test_a_payment_keyed_by_mistake_is_taken_back_before_it_is_approved() -> None:
    table = RoundTable(INSURANCE).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").finish()
    before = table.state
    table.report(IrregularityKind.WRONG_TAKE_OR_PAY, who=(1, SEATED), due=Money(100))
    assert [case.trouble for case in table.state.cases] == ["chips-moved"]
    takes_back_at(table, before)


@pytest.mark.clause(V4, "5.10")
def test_cards_that_were_turned_have_been_seen() -> None:
    table = face_down()
    cards = [card.card for card in table.round.cards]
    assert None not in cards, "the shoe reads them"
    keyed = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    keyed.do(commands.DrawCard, card=None).report(IrregularityKind.EXPOSED_CARD, places=(0,), cards=(CARDS["4S"],))
    assert keyed.round.cards[0].turned
    assert keyed.expect_refusal(correction_commands.WithdrawReport).code == "report-turned-cards"
    assert not keyed.allows(correction_commands.WithdrawReport)
