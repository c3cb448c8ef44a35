"""The tests' own ledger is no rubber stamp: every wrong event that is put among those of a good round is caught."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.correction_events import RoundsVoided
from dealer_app.domain.round.events import (
    BetPlaced,
    BetsReturned,
    BetTakenBack,
    Event,
    InsuranceTaken,
    ResultAnnounced,
    RoundBegan,
    RoundConcluded,
    RoundVoided,
    ShoeEnded,
)
from dealer_app.domain.round.state import SettledBet
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from tests.support.card_ledger import CardLedger
from tests.support.ledger import ChipLedger
from tests.support.payout_ledger import PayoutLedger
from tests.support.rounds import INSURANCE, MBS, SEATED, TAI_SAI, V4, RoundTable

Events = list[Event]


def baccarat(game: str) -> RoundTable:
    """The Banker wins on 6 with two cards: bets win, lose and are paid at half odds or less commission."""
    table = RoundTable(game).bets(("player", 1000, 1), ("banker", 500, 2), ("small_tiger", 100, 3), ("tie", 100, 1))
    return table.close().deal("4H 9S KD 7C 3S").finish()


def insured() -> RoundTable:
    table = RoundTable(INSURANCE).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("2H 3S 3D 4C")
    table.do(commands.TakeInsurance, who=(2, SEATED), side=Side.BANKER, stake=Money(100))
    return table.deal("4S").finish()


def dice() -> RoundTable:
    table = RoundTable(TAI_SAI).bets(("small", 1000, None), ("big", 500, None), ("single:1", 200, None))
    return table.close().roll(1, 1, 5).finish()


TABLES = {"v4": lambda: baccarat(V4), "mbs": lambda: baccarat(MBS), "insurance": insured, "tai sai": dice}


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> RoundTable:
    return TABLES[request.param]()


def check(table: RoundTable, happened: Events) -> None:
    """What the state machine holds against a table, from the events alone."""
    chips, cards, payouts = ChipLedger(), CardLedger(), PayoutLedger(table.rules.book.game, table.rules.layout.letter)
    for event in happened:
        cards.note(event, 0)
        chips.note(event)
        payouts.note(event, cards.ranks)
        assert chips.is_balanced
    assert not chips.lies


def caught(table: RoundTable, happened: Events) -> None:
    assert happened != table.happened
    with pytest.raises((AssertionError, KeyError)):
        check(table, happened)


def after(table: RoundTable, kind: type[Event], *added: Event) -> Events:
    """These happen, too, after the last event of that kind."""
    place = max(place for place, event in enumerate(table.happened) if isinstance(event, kind))
    return [*table.happened[: place + 1], *added, *table.happened[place + 1 :]]


def changed(table: RoundTable, kind: type[Event], change: Callable[..., Event | None]) -> Events:
    """The events of that kind as `change` makes them, or without them."""
    made = (change(event) if isinstance(event, kind) else event for event in table.happened)
    return [event for event in made if event is not None]


def with_lines(table: RoundTable, *lines: SettledBet) -> Events:
    """Other lines of the settlement, and a conclusion that says what they say."""
    collected = sum((-line.net for line in lines if line.net < 0), Fraction(0))
    paid = sum((line.net for line in lines if line.net > 0), Fraction(0))
    announced = changed(table, ResultAnnounced, lambda event: replace(event, settled=lines))
    concluded = RoundConcluded(collected=collected, paid=paid)
    return [concluded if isinstance(event, RoundConcluded) else event for event in announced]


def lines_of(table: RoundTable) -> tuple[SettledBet, ...]:
    (announced,) = table.find_events(ResultAnnounced)
    lines: tuple[SettledBet, ...] = announced.settled
    return lines


def with_each_line(table: RoundTable, change: Callable[[SettledBet], SettledBet]) -> Iterator[Events]:
    lines = lines_of(table)
    for place, line in enumerate(lines):
        if change(line) != line:
            yield with_lines(table, *lines[:place], change(line), *lines[place + 1 :])


def test_a_round_as_it_was_played_is_in_order(table: RoundTable) -> None:
    check(table, table.happened)
    nets = [line.net for line in lines_of(table)]
    assert min(nets) < 0 < max(nets)


def test_a_bet_placed_twice_is_caught(table: RoundTable) -> None:
    caught(table, after(table, BetPlaced, table.find_events(BetPlaced)[-1]))


def test_a_bet_given_back_twice_or_never_placed_is_caught(table: RoundTable) -> None:
    number = table.find_events(BetPlaced)[0].bet.number
    back, returned = BetTakenBack(number=number), BetsReturned(numbers=frozenset({number}), clause="5.1")
    caught(table, after(table, BetPlaced, back, back))
    caught(table, after(table, BetPlaced, back, returned))
    caught(table, after(table, RoundConcluded, returned))
    caught(table, after(table, BetPlaced, BetTakenBack(number=99)))


def test_a_bet_given_back_and_settled_all_the_same_is_caught(table: RoundTable) -> None:
    number = table.find_events(BetPlaced)[0].bet.number
    caught(table, after(table, BetPlaced, BetTakenBack(number=number)))
    caught(table, after(table, BetPlaced, RoundVoided(clause="5.1")))


def test_a_bet_collected_or_paid_twice_is_caught(table: RoundTable) -> None:
    lines = lines_of(table)
    for line in lines:
        caught(table, with_lines(table, *lines, line))
    caught(table, after(table, RoundConcluded, *table.find_events(RoundConcluded)))


def test_a_bet_that_is_forgotten_is_caught(table: RoundTable) -> None:
    lines = lines_of(table)
    for line in lines:
        caught(table, with_lines(table, *(other for other in lines if other is not line)))
    caught(table, changed(table, RoundConcluded, lambda _: None))
    caught(table, changed(table, RoundConcluded, lambda _: RoundBegan(number=2)))


def test_chips_that_were_never_placed_are_caught(table: RoundTable) -> None:
    caught(table, changed(table, BetPlaced, lambda event: event if event.bet.number > 1 else None))
    more = RoundsVoided(numbers=(1,), nets=((1, (1, SEATED), Fraction(-9999)),), not_recovered=(), clause="5.6")
    caught(table, after(table, RoundConcluded, more))


@pytest.mark.parametrize("more", [-1, 1])
def test_a_conclusion_that_says_other_than_its_lines_is_caught(table: RoundTable, more: int) -> None:
    caught(table, changed(table, RoundConcluded, lambda event: replace(event, collected=event.collected + more)))
    caught(table, changed(table, RoundConcluded, lambda event: replace(event, paid=event.paid + more)))


def test_a_payout_not_by_the_book_is_caught(table: RoundTable) -> None:
    def paid_more(line: SettledBet) -> SettledBet:
        return replace(line, net=line.net + 1)

    def paid_at_two_to_one(line: SettledBet) -> SettledBet:
        return replace(line, net=2 * line.counts, result="win")

    def pushed(line: SettledBet) -> SettledBet:
        return replace(line, net=Fraction(0), result="push")

    def misnamed(line: SettledBet) -> SettledBet:
        return replace(line, result={"win": "lose", "lose": "push", "push": "win"}[line.result])

    def turned_round(line: SettledBet) -> SettledBet:
        return replace(line, net=-line.net, result="lose" if line.result == "win" else "win")

    def counted_twice(line: SettledBet) -> SettledBet:
        return replace(line, counts=2 * line.counts, net=2 * line.net)

    for change in (paid_more, paid_at_two_to_one, pushed, misnamed, turned_round, counted_twice):
        wrong = list(with_each_line(table, change))
        assert wrong
        for happened in wrong:
            caught(table, happened)


def test_insurance_at_the_odds_of_another_offer_is_caught() -> None:
    table = insured()
    (number,) = (event.bet.number for event in table.find_events(InsuranceTaken))
    (line,) = (line for line in lines_of(table) if line.number == number)
    others = [one for one in lines_of(table) if one.number != number]
    odds = table.rules.book.insurance
    assert odds is not None
    assert line.net > 0
    for ratio in {offer.odds.ratio for offer in odds.offers} - {line.net / line.counts}:
        caught(table, with_lines(table, *others, replace(line, net=line.counts * ratio)))


@pytest.mark.parametrize("wrong", [{"expected": 400}, {"difference": "one is torn"}, {"counted": 400}])
def test_an_end_of_a_shoe_that_is_compared_with_another_count_is_caught(wrong: dict[str, Any]) -> None:
    table = baccarat(V4)
    table.do(commands.EndShoe, reason="over", counted=table.state.shoe.cards_left)
    check(table, table.happened)
    caught(table, changed(table, ShoeEnded, lambda event: replace(event, **wrong)))
