"""Damaged dice: before it is signed the panel says who is owed what, what is not recovered and whose chips move."""

from fractions import Fraction

import pytest

from dealer_app.domain.round import mending_commands, mending_events
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.wagers import Bettor
from dealer_app.showing.acts import Give
from dealer_app.showing.blocks import Heading
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.mending.saying import say
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from tests.support.mending_hands import given, panel, pressed, signed
from tests.support.mending_screens import blocks_of, controls_of, rows_of, seen
from tests.support.rounds import TAI_SAI, Seated

RED: Who = (None, Bettor("red"))
GREEN: Who = (None, Bettor("green"))


def damaged() -> Seated:
    """Red has won 1000 and left, blue has lost 500, green 600 and been reported as left; white bets on."""
    table = Seated(TAI_SAI).bet("big", 1000, bettor="red").bet("small", 500, bettor="blue")
    table.bet("small", 600, bettor="green").close().report(Trouble.PLAYER_LEFT, who=GREEN)
    table.roll(4, 5, 6).finish().do(mending_commands.ChangeDice, set_name="ebony", inspected_by="Supervisor")
    table.begin().bet("big", 1000, bettor="red").bet("small", 500, bettor="blue")
    table.bet("small", 600, bettor="green").close().report(Trouble.PLAYER_LEFT, who=GREEN)
    table.roll(4, 5, 6).finish().begin().bet("big", 200, bettor="white").close()
    return table.report(Trouble.DAMAGED_DICE)


def asked(table: Seated) -> Seeing:
    return seen(table.rules, table.state, fingers=Fingers(panel=Panel.APPROVAL))


def told(found: Overlay) -> list[tuple[str, str, str]]:
    return [
        (row.name.partition(":")[0], row.title, row.right) for row in rows_of(found) if row.name.startswith("affected-")
    ]


@pytest.mark.clause(TAI_SAI, "5.6")
def test_rounds_are_offered_with_their_dice_and_who_is_known_to_have_left_is_not_asked_about() -> None:
    seeing = asked(damaged())
    offered = [(one.name, one.label.first) for one in controls_of(panel(seeing)) if one.name.startswith("first:")]
    assert offered == [
        ("first:3", "3 · ebony"),
        ("first:2", "2 · ebony"),
        ("first:1", "1 · ivory"),
        ("first:4", say(seeing, "first-none").first),
    ]
    seeing = pressed(seeing, panel(seeing), "first:2")
    gone = [one.name for one in controls_of(panel(seeing)) if one.name.startswith("gone:")]
    assert gone == ["gone:-~red", "gone:-~blue", "gone:-~white"]


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
def test_it_says_who_is_owed_and_what_is_not_recovered_as_the_engine_then_does() -> None:
    table = damaged()
    seeing = asked(table)
    assert told(panel(seeing)) == []
    seeing = pressed(seeing, panel(seeing), "first:2")
    assert told(panel(seeing)) == [
        ("affected-kept", "Green", "6"),
        ("affected-chips", "Red", say(seeing, "comes-back", amount="1000").first),
        ("affected-chips", "Blue", say(seeing, "goes-out", amount="500").first),
    ]
    seeing = pressed(seeing, panel(seeing), "gone:-~red")
    assert told(panel(seeing)) == [
        ("affected-kept", "Green", "6"),
        ("affected-lost", "Red", "10"),
        ("affected-chips", "Blue", say(seeing, "goes-out", amount="500").first),
    ]
    headings = [block.text for block in blocks_of(panel(seeing)) if isinstance(block, Heading)]
    assert {say(seeing, "affected-kept"), say(seeing, "affected-lost"), say(seeing, "affected-chips")} <= set(headings)
    seeing = signed(seeing, "G1")
    primary = panel(seeing).primary
    assert primary is not None
    assert isinstance(primary.act, Give)
    happened = given(seeing, primary.act)
    assert not isinstance(happened, Refusal)
    (voided,) = (event for event in happened if isinstance(event, mending_events.RoundsVoided))
    assert voided.numbers == (2, 3)
    assert voided.not_recovered == ((2, RED, Fraction(1000)),)
    assert voided.kept == ((2, GREEN, Fraction(600)),)


@pytest.mark.clause(TAI_SAI, "5.6")
def test_who_has_left_has_left_all_his_places() -> None:
    table = damaged()
    table.do(mending_commands.SamePerson, one=RED, other=(None, Bettor("blue")))
    seeing = asked(table)
    seeing = pressed(seeing, panel(seeing), "first:2")
    seeing = pressed(seeing, panel(seeing), "gone:-~blue")
    assert told(panel(seeing)) == [("affected-kept", "Green", "6"), ("affected-lost", "Red", "5")]


@pytest.mark.clause(TAI_SAI, "5.6")
def test_dice_taken_out_are_meant_by_a_round_that_was_played_with_them() -> None:
    """Only who bet in rounds with them or bets now is asked about, and only their rounds are reckoned."""
    seeing = asked(damaged())
    seeing = pressed(seeing, panel(seeing), "first:1")
    gone = [one.name for one in controls_of(panel(seeing)) if one.name.startswith("gone:")]
    assert gone == ["gone:-~red", "gone:-~blue", "gone:-~white"]
    assert [row for row in told(panel(seeing)) if row[0] == "affected-chips"] == [
        ("affected-chips", "Red", say(seeing, "comes-back", amount="1000").first),
        ("affected-chips", "Blue", say(seeing, "goes-out", amount="500").first),
    ]
    seeing = signed(seeing, "G1")
    primary = panel(seeing).primary
    assert primary is not None
    assert isinstance(primary.act, Give)
    happened = given(seeing, primary.act)
    assert not isinstance(happened, Refusal)
    (voided,) = (event for event in happened if isinstance(event, mending_events.RoundsVoided))
    assert voided.numbers == (1,)


@pytest.mark.clause(TAI_SAI, "5.6")
def test_that_no_round_was_played_with_them_is_a_choice_of_its_own() -> None:
    seeing = asked(damaged())
    seeing = pressed(seeing, panel(seeing), "first:4")
    assert told(panel(seeing)) == []
    seeing = signed(seeing, "G1")
    primary = panel(seeing).primary
    assert primary is not None
    assert isinstance(primary.act, Give)
    happened = given(seeing, primary.act)
    assert not isinstance(happened, Refusal)
    (voided,) = (event for event in happened if isinstance(event, mending_events.RoundsVoided))
    assert voided.numbers == ()
