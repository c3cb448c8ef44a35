"""The digits of a PIN stand in nothing that the program keeps, once the act they were keyed for is over.

Every text that any object in the memory of the process refers to is looked at, and what is written: log and journal.
"""

import asyncio
import logging
from collections.abc import Iterator

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.screens import actions
from dealer_app.station.core import Proof
from dealer_app.station.snapshot import snapshot_bytes
from dealer_app.terminal.reception import Reception
from dealer_app.texts import Language, Words
from tests.screens.desk_bench import AtDesk, ByDesk, at_desk
from tests.support.long_tests import mostly_long
from tests.support.memory_texts import TextCount, count_texts
from tests.support.signers import DEALER, QUICK, SUPERVISOR

WRONG, NEW = "951368", "628417"


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


def _is_written_nowhere(table: AtDesk, log: str, *all_digits: str) -> None:
    written = log + "".join(f"{entry.body}{entry.badge}" for entry in table.journal.entries())
    written += snapshot_bytes(table.station.state).decode() + repr(table.screen) + repr(table.input_state)
    for digits in all_digits:
        assert digits not in written


@pytest.mark.parametrize("keyed", mostly_long(["right", "wrong", "second", "too soon"], keep_every=3))
def test_at_the_screen(pins: PinWork, keyed: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def play(table: AtDesk) -> None:
        await table.begin_house()
        await table.employs_chief()
        hands = ByDesk(table)
        if keyed in ("right", "wrong"):
            await hands.opens_menu()
            await hands.press("sign-out")
            await hands.press("sign-out")
        before = TextCount(DEALER.pin.text, SUPERVISOR.pin.text, WRONG)
        match keyed:
            case "right":
                await hands.fills(DEALER.badge, DEALER.pin.text)
                assert table.context.current_account is not None
            case "wrong":
                await hands.fills(DEALER.badge, WRONG)
                assert table.screen.rail.refusal
            case "second":
                await hands.opens_menu()
                await hands.press("open:shift")
                await hands.fills(SUPERVISOR.badge, SUPERVISOR.pin.text)
                assert table.station.state.shift == 1
            case _:
                for _ in range(10):
                    await _tries(table)
                await _tries(table)
                assert table.context.refusal is not None
                assert table.context.refusal.code == "pin-too-soon"
        await asyncio.sleep(0.05)
        before.holds()
        _is_written_nowhere(table, caplog.text, DEALER.pin.text, SUPERVISOR.pin.text, WRONG)

    at_desk(pins, play)


async def _tries(table: AtDesk) -> None:
    table.desk.press(actions.SignIn(actions.Credentials("NOBODY", Pin(WRONG))))
    await table.settle()


class Scripted:
    """A keyboard with nobody at it: each PIN is made as it is asked for, and kept by nobody."""

    def __init__(self, *answers: tuple[int, ...]) -> None:
        self._answers = list(answers)
        self.said: list[str] = []

    def line(self, prompt: str) -> str:
        raise AssertionError(prompt)

    def ask_hidden(self, prompt: str) -> str:
        del prompt
        return "".join(map(str, self._answers.pop(0)))

    def say(self, text: str) -> None:
        self.said.append(text)


def _keyed(digits: str) -> tuple[int, ...]:
    return tuple(map(int, digits))


def test_at_the_terminal(pins: PinWork, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def play(table: AtDesk) -> None:
        await table.begin_house()
        keyboard = Scripted(*map(_keyed, (DEALER.pin.text, WRONG, DEALER.pin.text, NEW, NEW)))
        desk = Reception(
            station=table.station, pins=pins, keyboard=keyboard, words=Words.load(Language.EN), terminal="terminal"
        )
        before = TextCount(DEALER.pin.text, WRONG, NEW)
        assert isinstance(desk.begin_session(DEALER.badge), Proof)
        assert isinstance(desk.confirm_badge(DEALER.badge), Refusal)
        proof = desk.begin_session(DEALER.badge)
        assert isinstance(proof, Proof)
        done = table.station.people.set_own_pin(proof, desk.ask_new_pin(DEALER.badge))
        assert not isinstance(done, Refusal)
        before.holds()
        assert not any(digits in repr((desk, keyboard.said)) for digits in (DEALER.pin.text, WRONG, NEW))
        _is_written_nowhere(table, caplog.text, DEALER.pin.text, WRONG, NEW)

    at_desk(pins, play)


def test_a_pin_shows_itself_in_no_value_that_holds_it() -> None:
    for held in (
        Pin(WRONG),
        actions.Credentials("D1", Pin(WRONG)),
        actions.SignIn(actions.Credentials("D1", Pin(WRONG))),
        actions.EndLock(
            badge="D1", first=actions.Credentials("S1", Pin(WRONG)), second=actions.Credentials("D2", Pin(WRONG))
        ),
    ):
        assert WRONG not in repr(held)
        assert WRONG not in f"{held}"


def test_the_count_finds_what_is_kept() -> None:
    """That this file would see it: in a value, in a mapping, in a longer text, in what was typed at a terminal."""
    number = 405_871
    before = count_texts(str(number))
    kept = [Pin(str(number)), {"pin": str(number)}, [f"x{number}"], [bytearray(str(number).encode())]]
    assert count_texts(str(number))[str(number)] >= before[str(number)] + len(kept)
