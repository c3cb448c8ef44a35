"""The life of a shoe: what is recorded of its cards, their shuffle and cut, and the count at its end (house policy)."""

from typing import Any

import pytest

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.commands import ShoeWork
from dealer_app.domain.round.correction_commands import CardRound
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table_settings import CardDevice
from tests.support.rounds import BACCARAT, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, V4, RoundTable

CARDS = 8 * 52
NATURAL = "9S 3H KD 4C"
ABOVE = (SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)


def emptied(book: str = V4, **settings: Any) -> RoundTable:
    """A table between two shoes."""
    return RoundTable(book, begun=False, **settings).do(commands.EndShoe, reason="over")


def worked(table: RoundTable, *works: ShoeWork) -> RoundTable:
    for work in works:
        table.do(commands.DoShoeWork, work=work, second="Supervisor" if work is ShoeWork.CHECK else None)
    return table


def brought(*works: ShoeWork) -> RoundTable:
    """New cards, prepared so far."""
    return worked(emptied().do(commands.BringCards, set_name="blue", decks=8), *works)


def may_end_it(table: RoundTable) -> list[Person]:
    """Who may accept a count that differs."""
    role, _ = table.rules.decider("replacement_of_cards")
    return [person for person in ABOVE if table.rules.has_role(person.role) and table.rules.may_act(person.role, role)]


# Cards in


def test_the_colour_of_the_cards_is_recorded() -> None:
    table = emptied().do(commands.BringCards, set_name="blue", decks=8, colour=" red ")
    assert [event.colour for event in table.find_events(events.CardsBrought)] == ["", "red"]


# Shuffled or pre-shuffled, cut


@pytest.mark.parametrize("pre_shuffled", [False, True])
@pytest.mark.parametrize("device", CardDevice)
def test_that_cards_came_shuffled_is_recorded(device: CardDevice, pre_shuffled: bool) -> None:
    table = emptied(device=device).do(commands.BringCards, set_name="blue", decks=8)
    worked(table, ShoeWork.CHECK).do(commands.DoShoeWork, work=ShoeWork.SHUFFLE, pre_shuffled=pre_shuffled)
    assert table.find_events(events.ShoeStepDone)[-1].pre_shuffled is pre_shuffled


def test_who_cut_and_where_the_cutting_card_lies_is_recorded() -> None:
    table = brought(ShoeWork.CHECK, ShoeWork.SHUFFLE)
    table.do(commands.DoShoeWork, work=ShoeWork.CUT, second="seat 1", cutting_card=14)
    assert (
        table.find_events(events.ShoeStepDone)[-1].second,
        table.find_events(events.ShoeStepDone)[-1].cutting_card,
    ) == ("seat 1", 14)


@pytest.mark.parametrize("behind", range(-1, CARDS + 2))
def test_the_cutting_card_lies_between_two_cards(behind: int) -> None:
    table = brought(ShoeWork.CHECK, ShoeWork.SHUFFLE)
    said: dict[str, Any] = {"work": ShoeWork.CUT, "cutting_card": behind}
    if 0 < behind < CARDS:
        table.do(commands.DoShoeWork, **said)
    else:
        assert table.expect_refusal(commands.DoShoeWork, **said).code == "cutting-card-behind"


@pytest.mark.parametrize("work", ShoeWork)
@pytest.mark.parametrize(
    ("of", "said"), [(ShoeWork.SHUFFLE, {"pre_shuffled": True}), (ShoeWork.CUT, {"cutting_card": 14})]
)
def test_what_is_said_of_a_step_is_said_with_that_step(work: ShoeWork, of: ShoeWork, said: dict[str, Any]) -> None:
    table = brought(*list(ShoeWork)[: list(ShoeWork).index(work)])
    given = {"work": work, "second": "Supervisor", **said}
    if work is of:
        table.do(commands.DoShoeWork, **given)
    else:
        assert table.expect_refusal(commands.DoShoeWork, **given).code == "of-other-shoe-work"


# The end count


@pytest.mark.assurance("A40")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_the_dealer_ends_a_shoe_only_with_the_count_that_must_be_left(book: str, rounds: int) -> None:
    table = RoundTable(book, begun=False)
    for _ in range(rounds):
        table.begin().close().deal(NATURAL).finish()
    burnt = sum(len(event.cards) + event.unseen for event in table.find_events(events.CardsBurned))
    left = CARDS - burnt - rounds * len(NATURAL.split())
    for counted in {*range(-1, CARDS + 2)} - {left}:
        refusal = table.expect_refusal(commands.EndShoe, reason="over", counted=counted)
        # A blind count: whoever counts is not told how many there must be.
        assert (refusal.code, dict(refusal.facts)) == ("end-count", {})
    table.do(commands.EndShoe, reason="over", counted=left)
    ended = table.find_events(events.ShoeEnded)[-1]
    assert (ended.counted, ended.expected, ended.difference) == (left, left, "")


@pytest.mark.assurance("A40")
@pytest.mark.parametrize("book", BACCARAT)
def test_a_supervisor_ends_a_shoe_with_a_count_that_differs_and_says_why(book: str) -> None:
    table = RoundTable(book, begun=False)
    left = table.state.shoe.cards_left
    said: dict[str, Any] = {"reason": "over", "counted": left - 1}
    role, clause = table.rules.decider("replacement_of_cards")
    refusal = table.expect_refusal(commands.EndShoe, **said, difference="one is torn")
    assert (refusal.code, refusal.clause, refusal.facts) == ("wrong-role", clause, {"role": table.rules.title(role)})
    assert may_end_it(table)
    for person in may_end_it(table):
        # Supervisors miscount too: without a reason the cards are counted again.
        assert table.expect_refusal(commands.EndShoe, by=person, **said, difference=" ").code == "end-count"
        table.do(commands.EndShoe, by=person, **said, difference=" one is torn ")
        ended = table.find_events(events.ShoeEnded)[-1]
        assert (ended.counted, ended.expected, ended.difference) == (left - 1, left, "one is torn")
        table.new_shoe()


def test_a_count_that_is_right_has_no_difference_to_be_told() -> None:
    table = RoundTable(V4, begun=False)
    table.do(commands.EndShoe, reason="over", counted=table.state.shoe.cards_left, difference="none")
    assert table.find_events(events.ShoeEnded)[-1].difference == ""


def test_cards_that_are_burned_unseen_at_the_end_are_not_counted_with_those_left() -> None:
    table = RoundTable(V4).close().deal("9S 3H KD 4C 5D").resolve().finish()
    assert table.state.carried
    left = CARDS - sum(len(event.cards) + event.unseen for event in table.find_events(events.CardsBurned)) - 5
    assert table.expect_refusal(commands.EndShoe, by=SUPERVISOR, reason="over", counted=left + 1).code == "end-count"
    table.do(commands.EndShoe, by=SUPERVISOR, reason="over", counted=left)
    assert table.find_events(events.ShoeEnded)[-1].burned_unseen == 1


@pytest.mark.parametrize("counted", [0, 5, 410])
def test_where_nobody_knows_what_was_dealt_the_count_is_only_recorded(counted: int) -> None:
    table = RoundTable(V4, begun=False)
    by_hand = {"rounds": (CardRound(Winner.PLAYER),), "text": "noted by the dealer"}
    table.do(correction_commands.EnterOutageRounds, by=SUPERVISOR, **by_hand)
    assert table.expect_refusal(commands.EndShoe, reason="over", counted=-1).code == "end-count"
    table.do(commands.EndShoe, reason="over", counted=counted)
    assert (table.find_events(events.ShoeEnded)[-1].counted, table.find_events(events.ShoeEnded)[-1].expected) == (
        counted,
        None,
    )


@pytest.mark.clause(V4, "1.11")
def test_a_shuffler_has_no_end_count() -> None:
    table = RoundTable(V4, begun=False, device=CardDevice.SHUFFLER)
    assert (
        table.expect_refusal(commands.EndShoe, reason="worn", counted=table.state.shoe.cards_left).code
        == "no-end-count"
    )
    assert table.do(commands.EndShoe, reason="worn").find_events(events.ShoeEnded)[-1].expected is None
