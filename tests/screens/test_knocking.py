"""While the table waits for somebody who is not at the screen it knocks: at once, and again every twenty seconds."""

import asyncio

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.values import replace
from dealer_app.screens.screen import Cue
from dealer_app.screens.sounds import is_waiting_for_person
from dealer_app.station_events import SupervisorCalled, SupervisorCame
from tests.screens.desk_session import CLOSED, DeskSession
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context


def corrected() -> RoundTable:
    """A correction waits for its approval."""
    table = RoundTable(V4).close().deal("9S 2H KD 3C")
    return table.do(correction_commands.CorrectCard, place=0, card=CARDS["8S"], reason="misread")


@pytest.mark.parametrize(("signed_in", "waits"), [("D1", True), ("S1", False), ("P1", False)])
def test_it_is_for_whom_the_open_case_waits(signed_in: str, waits: bool) -> None:
    table = corrected()
    assert is_waiting_for_person(make_context(table.rules, table.state, signed_in=signed_in)) is waits


def test_a_claim_waits_for_somebody_and_a_round_in_order_for_nobody() -> None:
    table = RoundTable(V4).close().deal("9S 2H KD 3C").announce()
    assert not is_waiting_for_person(make_context(table.rules, table.state))
    table.do(commands.HoldForClaim, text="not paid")
    assert is_waiting_for_person(make_context(table.rules, table.state))


@pytest.mark.parametrize(("signed_in", "waits"), [("D1", True), ("S1", False)])
def test_who_was_called_is_waited_for_until_he_is_here(signed_in: str, waits: bool) -> None:
    table = RoundTable(V4)
    context = make_context(table.rules, table.state, signed_in=signed_in)
    assert not is_waiting_for_person(context)
    assert is_waiting_for_person(replace(context, state=replace(context.state, called="21:47"))) is waits


def test_it_sounds_at_once_and_again_every_while_and_no_more_when_it_is_over() -> None:
    heard: list[Cue] = []

    async def sitting() -> None:
        at = DeskSession(CLOSED)
        at.desk._window = replace(at.desk._window, play_sound=heard.append)
        at.desk.show()
        at.station.record(SupervisorCalled(time="21:47"))
        for _ in range(45):
            at.house.clock.wait(1_000_000)
            at.desk.refresh()
        assert heard.count(Cue.APPROVAL) == 3
        at.station.record(SupervisorCame())
        at.house.clock.wait(60_000_000)
        at.desk.refresh()
        assert heard.count(Cue.APPROVAL) == 3

    asyncio.run(sitting())
