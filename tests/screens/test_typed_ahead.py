"""However fast somebody keys, and whatever happens meanwhile: what is placed was keyed so, and nothing else is."""

import asyncio
from enum import Enum
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import Phase
from dealer_app.screens import actions
from dealer_app.screens.action_runner import ScreenSnapshot
from dealer_app.screens.actions import new_command
from dealer_app.screens.input_state import Panel
from dealer_app.screens.key_input import MOST_KEYS
from tests.screens.desk_session import BETS, CLOSED, DeskSession, run_desk
from tests.support.long_tests import examples

_ALREADY = 2
"""Bets that the script has placed before anybody keys."""


def keyed(text: str) -> list[str]:
    """`31500 ` is seat 3, its first area, 500, Enter."""
    named = {" ": "Enter", "!": "Esc"}
    return [named.get(each, each) for each in text]


def placed(at: DeskSession) -> list[tuple[int | None, str, int]]:
    """What has been keyed and placed: seat, area, and the amount in whole units of money."""
    round_ = at.station.state.table.round
    assert round_ is not None
    wagers = [bet.wager for bet in round_.bets[_ALREADY:]]
    return [(each.seat, str(each.area), each.stake // 100) for each in wagers]


def refusing(at: DeskSession, *, first: int) -> None:
    """Every act from this one on is refused, whatever it is."""
    done, perform = [0], at.desk._runner.run

    async def never(act: actions.Action, seen: ScreenSnapshot) -> Refusal | None:
        done[0] += 1
        await asyncio.sleep(0)
        return await perform(act, seen) if done[0] <= first else simple_refusal("nothing-to-claim", "5.6")

    at.desk._runner.run = never  # type: ignore[method-assign]


def moves_on(at: DeskSession) -> None:
    """As a question of a device would have it that is answered before anybody has seen it."""
    here, *_ = at.desk._input_target
    at.desk._input_target = (here, "a question")
    at.desk.refresh()


@pytest.mark.assurance("A4")
def test_what_is_keyed_without_a_pause_is_placed_as_it_was_keyed() -> None:
    async def does(at: DeskSession) -> None:
        for key in keyed("31500 2500 !61400 2300 "):
            at.desk.press_key(key)
        await at.idle()
        assert placed(at) == [(3, "player", 500), (3, "banker", 500), (6, "player", 400), (6, "banker", 300)]
        assert at.input_state.digits == ""

    run_desk(BETS, does)


def test_two_amounts_never_become_one() -> None:
    """The third lacks its first digit, as a hand may leave it out; it is no end of the second."""

    async def does(at: DeskSession) -> None:
        for key in keyed("31500 2500 100 "):
            at.desk.press_key(key)
        await at.idle()
        at.now += 1000
        at.desk.press_key("Enter")
        await at.idle()
        assert placed(at) == [(3, "player", 500), (3, "banker", 500)]

    run_desk(BETS, does)


def test_an_amount_is_taken_however_soon_after_the_one_before() -> None:
    """The step that came with the last bet is deaf; that of a bet which was keyed since is not."""

    async def does(at: DeskSession) -> None:
        for key in keyed("31500 2700 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == [(3, "player", 500), (3, "banker", 700)]

    run_desk(BETS, does)


def test_a_second_knock_typed_ahead_is_for_no_screen() -> None:
    async def does(at: DeskSession) -> None:
        for key in keyed("31500  2500  "):
            at.desk.press_key(key)
        await at.idle()
        at.now += 1000
        await at.idle()
        assert placed(at) == [(3, "player", 500), (3, "banker", 500)]
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.phase is Phase.BETTING

    run_desk(BETS, does)


def test_what_was_typed_ahead_of_a_refusal_is_not_taken_and_esc_begins_anew() -> None:
    async def does(at: DeskSession) -> None:
        refusing(at, first=0)
        for key in keyed("31500 2500 "):
            at.desk.press_key(key)
        await at.idle()
        assert at.shown[-1].rail.refusal.first
        told = at.shown[-1].rail.refusal
        for key in keyed("1700 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == []
        assert "Esc" in at.shown[-1].rail.refusal.first
        assert at.shown[-1].rail.refusal != told
        del at.desk._runner.run
        for key in keyed("!61400 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == [(6, "player", 400)]
        assert not at.shown[-1].rail.refusal

    run_desk(BETS, does)


def test_an_enter_that_is_not_taken_ends_its_amount() -> None:
    """An amount without an area waits: the digits of the next are no part of it."""

    async def does(at: DeskSession) -> None:
        at.desk.press(actions.SetInput(at.input_state.replace(digits="5")))
        for key in keyed(" 31500 "):
            at.desk.press_key(key)
            await at.idle()
        assert at.input_state.digits == "5"
        assert placed(at) == []
        at.desk.press(actions.SetInput(at.input_state.clear()))
        for key in keyed("31500 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == [(3, "player", 500)], "whoever touches the screen has seen it"

    run_desk(BETS, does)


def test_the_rest_of_an_amount_that_is_gone_is_not_another() -> None:
    async def does(at: DeskSession) -> None:
        for key in keyed("315"):
            at.desk.press_key(key)
        moves_on(at)
        assert "Esc" in at.shown[-1].rail.refusal.first
        for key in keyed("2500 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == [], "2500 was no part of 52500"

    run_desk(BETS, does)


def test_an_enter_that_is_too_soon_for_a_card_leaves_none_for_the_next_to_replace() -> None:
    """The step stays the same from card to card: Enter is deaf after each, and says so where a card was keyed."""

    async def does(at: DeskSession) -> None:
        at.draws("9S")
        at.desk.open_panel(Panel.CARD)
        at.desk._debounce.note_step(at.desk.screen.step, at.now)
        at.desk.press(actions.SetInput(at.input_state.replace(rank="8", suit="S")))
        at.desk._debounce.note_step(at.desk.screen.step, at.now)
        for key in keyed(" 72"):
            at.desk.press_key(key)
            await at.idle()
        assert (at.input_state.rank, at.input_state.suit) == ("8", "S")
        assert "Esc" in at.shown[-1].rail.refusal.first

    run_desk(CLOSED, does)


def test_who_is_further_ahead_than_there_is_room_loses_the_last_and_no_first() -> None:
    async def does(at: DeskSession) -> None:
        at.desk.press(actions.SendCommand(command=new_command(commands.HoldForClaim, text="x"), by=at.supervisor))
        at.desk._runner.run = _nothing  # type: ignore[method-assign]
        for key in keyed("31500 " * 7):
            at.desk.press_key(key)
        assert len(at.desk._key_queue._keys) == MOST_KEYS
        first, _ = at.desk._key_queue.take()
        assert first == "3"

    run_desk(BETS, does)


async def _nothing(act: actions.Action, seen: ScreenSnapshot) -> Refusal | None:
    del act, seen
    await asyncio.sleep(0)
    return None


class TypingTrouble(Enum):
    NONE = "none"
    REFUSED = "refused"
    MOVED_ON = "moved on"


class Pause(Struct, frozen=True):
    """Between two keys."""

    turns: int
    milliseconds: int


AREAS = {"1": "player", "2": "banker"}
AMOUNTS = st.lists(st.integers(1, 60).map(lambda each: each * 50), min_size=1, max_size=6, unique=True)
PAUSES = st.builds(Pause, turns=st.sampled_from((0, 0, 0, 1, 2, 3, 8)), milliseconds=st.sampled_from((0, 5, 90, 450)))


@examples(60)
@given(
    amounts=AMOUNTS,
    chance=st.randoms(use_true_random=False),
    pauses=st.lists(PAUSES, min_size=1, max_size=20),
    trouble=st.sampled_from(TypingTrouble),
)
def test_no_bet_is_placed_that_was_not_keyed_as_one_number_with_its_own_enter(
    amounts: list[int], chance: Random, pauses: list[Pause], trouble: TypingTrouble
) -> None:
    text, meant, seat = "", [], 0
    for amount in amounts:
        other = chance.choice((3, 5, 6)) if not seat or chance.random() < 0.4 else seat
        text += "" if other == seat else f"!{other}" if seat else f"{other}"
        seat, area = other, chance.choice("12")
        text += f"{area}{amount} " + " " * (chance.random() < 0.2)
        meant.append((seat, AREAS[area], amount))
    keys = keyed(text)
    when = chance.randrange(len(keys))

    async def does(at: DeskSession) -> None:
        if trouble is TypingTrouble.REFUSED:
            refusing(at, first=chance.randrange(len(amounts)))
        for place, key in enumerate(keys):
            if trouble is TypingTrouble.MOVED_ON and place == when:
                moves_on(at)
            at.desk.press_key(key)
            pause = pauses[place % len(pauses)]
            at.now += pause.milliseconds
            for _ in range(pause.turns):
                await asyncio.sleep(0)
        await at.idle()
        there, left = placed(at), iter(list[tuple[int | None, str, int]](meant))
        assert all(each in left for each in there), f"{there} of {meant} by {text!r}"
        round_ = at.station.state.table.round
        assert round_ is not None
        if trouble is TypingTrouble.NONE and not at.desk._is_halted and round_.phase is Phase.BETTING:
            assert there == meant, "what was keyed is placed, or it is told that it was not"

    run_desk(BETS, does)
