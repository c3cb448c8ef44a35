"""Two bettors who are one person: one choice, and settled under the minimum once (RWS 5.13, MBS 5.8, 5.14, 5.17)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import OptionsNeeded
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.domain.wagers import Bettor
from tests.support.rounds import (
    BACCARAT,
    BANKER_HAND,
    CASINO_MANAGER,
    INSURANCE,
    LIMITS,
    MBS,
    SEATED,
    SUPERVISOR,
    TAI_SAI,
    V4,
    RoundTable,
)

ONE: Who = (1, SEATED)
TWO: Who = (2, SEATED)
THREE: Who = (3, SEATED)
STANDS: Who = (2, Bettor("standing-1"))
NATURAL = "4H 2S 5D 3C"
"""Player 9, Banker 5."""
CONTINUE, RETURN = commands.Option.CONTINUE, commands.Option.RETURN


def same(table: RoundTable, one: Who, other: Who) -> RoundTable:
    return table.do(correction_commands.SamePerson, one=one, other=other)


def asked(book: str, **settings: object) -> RoundTable:
    """Options for everybody: the power failed, or a card was seen, before anything was decided."""
    table = RoundTable(book, **settings)  # type: ignore[arg-type]
    table.bets(("player", 1000, 1), ("banker", 800, 2), ("tie", 200, 2), ("banker", 600, 3)).close().deal("8S 3D")
    return table.report(IrregularityKind.POWER_FAILURE if book == MBS else IrregularityKind.CARD_SEEN_IN_DEVICE)


def silent(table: RoundTable) -> list[Who | None]:
    """Whose choice is waited for."""
    return [waits.who for waits in table.guide.open_items]


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("when", ["before", "meanwhile"])
@pytest.mark.clause(V4, "5.13", "5.13.3")
@pytest.mark.clause(INSURANCE, "5.12", "5.12.3")
@pytest.mark.clause(MBS, "5.17.1")
def test_one_persons_choice_is_that_of_all_his_places(book: str, when: str) -> None:
    """Whoever withdraws must withdraw all his wagers, wherever they lie; nobody waits for his other place."""
    table = asked(book) if when == "meanwhile" else RoundTable(book)
    same(table, ONE, TWO)
    if when == "before":
        table.bets(("player", 1000, 1), ("banker", 800, 2), ("tie", 200, 2), ("banker", 600, 3)).close().deal("8S 3D")
        table.report(IrregularityKind.POWER_FAILURE if book == MBS else IrregularityKind.CARD_SEEN_IN_DEVICE)
    assert isinstance(table.need, OptionsNeeded)
    assert silent(table) == [ONE, THREE]
    table.do(commands.ChooseOption, who=TWO, option=RETURN)
    assert silent(table) == [THREE]
    table.do(commands.ChooseOption, who=THREE, option=CONTINUE).do(commands.ApplyOptions)
    assert table.round.returned == {1, 2, 3}
    assert table.guide.step is Step.DRAW_PLAYER


@pytest.mark.parametrize("book", BACCARAT)
def test_what_one_has_chosen_already_is_the_choice_of_the_other(book: str) -> None:
    table = asked(book).do(commands.ChooseOption, who=ONE, option=CONTINUE)
    same(table, THREE, ONE)
    assert table.case.chosen == {ONE: "continue", THREE: "continue"}
    assert silent(table) == [TWO]


def test_two_different_choices_are_not_one_persons() -> None:
    table = asked(V4).do(commands.ChooseOption, who=ONE, option=CONTINUE)
    table.do(commands.ChooseOption, who=TWO, option=RETURN)
    refusal = table.expect_refusal(correction_commands.SamePerson, one=ONE, other=TWO)
    assert (refusal.code, refusal.clause) == ("choices-differ", table.case.clause)
    same(table.do(commands.ChooseOption, who=ONE, option=RETURN), ONE, TWO)
    assert set(table.case.chosen.values()) == {"return"}


def test_found_to_be_two_after_all_both_are_asked_again() -> None:
    """Which of them had spoken is not known."""
    table = same(asked(V4), ONE, TWO).do(commands.ChooseOption, who=ONE, option=RETURN)
    table.do(correction_commands.TwoPersons, one=ONE, other=TWO)
    assert silent(table) == [ONE, TWO, THREE]
    assert table.state.persons == ()


def test_with_bets_off_one_answers_for_all_his_seats() -> None:
    table = RoundTable(V4, bets=BetKeeping.OFF).close().deal("8S 3D").report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    same(table, ONE, TWO).do(commands.ChooseOption, who=ONE, option=RETURN)
    assert table.case.chosen == {ONE: "return", TWO: "return"}


def test_three_places_of_one_person_are_one_person() -> None:
    table = same(same(RoundTable(V4), ONE, TWO), STANDS, TWO)
    assert table.state.persons == (frozenset({ONE, TWO, STANDS}),)
    assert table.expect_refusal(correction_commands.SamePerson, one=STANDS, other=ONE).code == "one-person-already"
    table.do(correction_commands.TwoPersons, one=ONE, other=TWO)
    assert table.state.persons == (frozenset({ONE, STANDS}),)
    assert table.expect_refusal(correction_commands.TwoPersons, one=ONE, other=TWO).code == "not-one-person"


def test_who_is_not_there_is_nobody() -> None:
    table = RoundTable(V4)
    assert table.expect_refusal(correction_commands.SamePerson, one=ONE, other=ONE).code == "one-bettor"
    assert table.expect_refusal(correction_commands.SamePerson, one=ONE, other=(99, SEATED)).code == "no-such-seat"
    assert table.expect_refusal(correction_commands.TwoPersons, one=ONE, other=TWO).code == "not-one-person"
    assert not table.allows(correction_commands.TwoPersons)
    colours = RoundTable(TAI_SAI)
    assert (
        colours.expect_refusal(correction_commands.SamePerson, one=(None, Bettor("red")), other=ONE).code
        == "no-such-seat"
    )
    same(colours, (None, Bettor("red")), (None, Bettor("blue")))
    assert colours.state.persons == (frozenset({(None, Bettor("red")), (None, Bettor("blue"))}),)


# Under the minimum (MBS 5.14)


def under_minimum_once() -> RoundTable:
    table = RoundTable(MBS).bets(("player", 50, 1)).close().deal(NATURAL).finish()
    assert table.net("player", 1) == 50
    return table


def again(table: RoundTable, *seats: int) -> list[int]:
    """What wagers of 50 at these seats come to in a round that Player wins."""
    if table.state.round is None:
        table.begin()
    table.bets(*(("player", 50, seat) for seat in seats)).close().deal(NATURAL).finish()
    return [table.net("player", seat) for seat in seats]


@pytest.mark.clause(MBS, "5.14")
def test_under_the_minimum_a_person_is_settled_once_wherever_he_bets() -> None:
    assert again(same(under_minimum_once(), ONE, TWO), 2, 3) == [0, 50]


@pytest.mark.clause(MBS, "5.14")
def test_his_two_places_in_the_same_round_are_that_one_time() -> None:
    table = same(RoundTable(MBS), ONE, TWO)
    assert again(table, 1, 2) == [50, 50]
    assert again(table, 2, 1) == [0, 0]


@pytest.mark.clause(MBS, "5.14")
def test_who_is_two_after_all_is_settled_for_himself() -> None:
    table = same(under_minimum_once(), ONE, TWO).do(correction_commands.TwoPersons, one=ONE, other=TWO)
    assert again(table, 1, 2) == [0, 50]


@pytest.mark.clause(MBS, "5.14")
def test_what_went_back_while_they_were_one_was_not_settled() -> None:
    table = same(under_minimum_once(), ONE, TWO)
    assert again(table, 2) == [0]
    table.do(correction_commands.TwoPersons, one=ONE, other=TWO)
    assert again(table, 1, 2) == [0, 50]


@pytest.mark.clause(MBS, "5.14")
def test_told_while_it_is_paid_the_result_is_announced_anew() -> None:
    table = under_minimum_once().begin().bets(("player", 50, 2)).close().deal(NATURAL).announce()
    same(table.do(commands.TickBet, number=table.find_bet("player", 2).number), ONE, TWO)
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    table.resolve().finish()
    assert table.net("player", 2) == 0


@pytest.mark.clause(MBS, "5.14")
def test_told_while_it_is_paid_what_does_not_change_is_paid_on() -> None:
    table = RoundTable(MBS).bets(("player", 1000, 1), ("player", 500, 2)).close().deal(NATURAL).announce()
    same(table, ONE, TWO)
    assert table.guide.step is Step.SETTLE
    assert not table.find_events(events.SettlementUndone)


@pytest.mark.clause(MBS, "5.14")
def test_where_the_result_may_change_an_open_case_comes_first() -> None:
    table = (
        RoundTable(MBS)
        .bets(("player", 1000, 1))
        .close()
        .deal(NATURAL)
        .announce()
        .report(IrregularityKind.WRONG_DISPLAY)
    )
    assert table.expect_refusal(correction_commands.SamePerson, one=ONE, other=TWO).code == "case-open"
    elsewhere = (
        RoundTable(V4).bets(("player", 1000, 1)).close().deal(NATURAL).announce().report(IrregularityKind.WRONG_DISPLAY)
    )
    assert elsewhere.allows(correction_commands.SamePerson)


# Until when


@pytest.mark.clause(MBS, "5.14")
def test_a_new_player_at_one_place_does_not_clear_the_person_at_the_other() -> None:
    table = same(under_minimum_once(), ONE, TWO).do(correction_commands.NewPlayer, who=ONE)
    assert table.state.persons == ()
    assert again(table, 1, 2) == [50, 0]


@pytest.mark.clause(MBS, "5.14")
def test_who_has_left_one_place_is_still_the_same_at_the_other() -> None:
    """What he did there counts on; the place itself is nobody's once the round is settled."""
    table = same(RoundTable(MBS), ONE, TWO).bets(("player", 50, 1)).close().deal(NATURAL)
    table.report(IrregularityKind.PLAYER_LEFT, who=ONE).finish()
    assert table.net("player", 1) == 50
    assert table.state.persons == ()
    assert again(table, 2) == [0]


def test_where_nothing_else_rests_on_it_a_new_player_ends_that_they_are_one() -> None:
    table = same(RoundTable(V4), ONE, TWO)
    assert table.expect_refusal(correction_commands.NewPlayer, who=THREE).code == "players-not-counted"
    assert table.do(correction_commands.NewPlayer, who=TWO).state.persons == ()
    assert table.expect_refusal(correction_commands.NewPlayer, who=ONE).code == "players-not-counted"


@pytest.mark.clause(MBS, "5.14")
def test_the_table_closes_and_nobody_is_known_any_more() -> None:
    table = same(under_minimum_once(), ONE, TWO)
    opened = table.state.table
    table.do(commands.EndShoe, by=SUPERVISOR, reason="over").do(commands.CloseTable, by=SUPERVISOR)
    assert (table.state.persons, table.state.under_minimum_before) == ((), frozenset())
    assert opened is not None
    table.do(commands.OpenTable, by=CASINO_MANAGER, table=opened).new_shoe()
    assert again(table, 1, 2) == [50, 50]


# What stays each place's own


@pytest.mark.clause(INSURANCE, "3.12.2")
def test_a_person_has_one_share_of_the_maximum_at_ten_to_one_and_insures_each_bet_by_itself() -> None:
    """Player 0 against Banker 4: 10 to 1, at most a quarter of the Differential of 100,000 for each Player."""
    table = RoundTable(INSURANCE, limits=LIMITS)
    table.bets(("banker", 20_000, 1), ("banker", 15_000, 2), ("banker", 9_000, 3), ("player", 40_000, 5))
    same(table, ONE, TWO).close().deal("2S 2H 3D 2C").close_offers().deal("5D")

    def insure(who: Who, stake: int) -> dict[str, object]:
        return {"who": who, "side": BANKER_HAND, "stake": Money(stake)}

    table.do(commands.TakeInsurance, **insure(ONE, 20_000))  # type: ignore[arg-type]
    over = table.expect_refusal(commands.TakeInsurance, **insure(TWO, 5_001))  # type: ignore[arg-type]
    assert (over.code, over.clause, over.facts) == ("over-cap", "3.12.2", {"most": "5000"})
    table.do(commands.TakeInsurance, **insure(TWO, 5_000))  # type: ignore[arg-type]
    table.do(commands.TakeInsurance, **insure(THREE, 9_000))  # type: ignore[arg-type]


@pytest.mark.clause(INSURANCE, "3.12.2")
def test_what_one_bet_does_not_use_of_its_cap_is_not_the_others() -> None:
    """After four cards Banker 4 against Player 0 pays 3 to 2: each insurance is capped by the bet that it insures."""
    table = (
        same(RoundTable(INSURANCE).bets(("banker", 1000, 1), ("banker", 500, 2)), ONE, TWO).close().deal("2S 2H 8D 2C")
    )
    refusal = table.expect_refusal(commands.TakeInsurance, who=TWO, side=BANKER_HAND, stake=Money(501))
    assert (refusal.code, refusal.facts) == ("over-cap", {"most": "500"})
    table.do(commands.DeclineInsurance, who=ONE, side=BANKER_HAND)
    assert silent(table) == [TWO]
