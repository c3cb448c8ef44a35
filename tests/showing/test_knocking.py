"""While the table waits for somebody who is not at the screen it knocks: at once, and again every twenty seconds."""

import asyncio

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.values import replace
from dealer_app.showing.screen import Cue
from dealer_app.showing.sounding import waits_for_somebody
from tests.support.mending_screens import seen
from tests.support.rounds import V4, Seated
from tests.support.sitting import CLOSED, Sitting


def corrected() -> Seated:
    """A correction waits for its approval."""
    table = Seated(V4).close().deal("9S 2H KD 3C")
    return table.do(mending_commands.CorrectCard, place=0, card=CARDS["8S"], reason="misread")


@pytest.mark.parametrize(("signed_in", "waits"), [("D1", True), ("S1", False), ("P1", False)])
def test_it_is_for_whom_the_open_case_waits(signed_in: str, waits: bool) -> None:
    table = corrected()
    assert waits_for_somebody(seen(table.rules, table.state, signed_in=signed_in)) is waits


def test_a_claim_waits_for_somebody_and_a_round_in_order_for_nobody() -> None:
    table = Seated(V4).close().deal("9S 2H KD 3C").announce()
    assert not waits_for_somebody(seen(table.rules, table.state))
    table.do(commands.HoldForClaim, text="not paid")
    assert waits_for_somebody(seen(table.rules, table.state))


@pytest.mark.parametrize(("signed_in", "waits"), [("D1", True), ("S1", False)])
def test_who_was_called_is_waited_for_until_he_is_here(signed_in: str, waits: bool) -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, signed_in=signed_in)
    assert not waits_for_somebody(seeing)
    assert waits_for_somebody(replace(seeing, fingers=seeing.fingers.but(called="21:47"))) is waits


def test_it_sounds_at_once_and_again_every_while_and_no_more_when_it_is_over() -> None:
    heard: list[Cue] = []

    async def sitting() -> None:
        at = Sitting(CLOSED)
        at.desk._outlets = replace(at.desk._outlets, sound=heard.append)
        at.desk.show()
        at.holds(at.fingers.but(called="21:47"))
        for _ in range(45):
            at.house.clock.wait(1_000_000)
            at.desk.changed()
        assert heard.count(Cue.APPROVAL) == 3
        at.holds(at.fingers.but(called=""))
        at.house.clock.wait(60_000_000)
        at.desk.changed()
        assert heard.count(Cue.APPROVAL) == 3

    asyncio.run(sitting())
