"""A PIN that could not be weighed is told to who keyed it, with what to do; the round goes on, and nobody is counted.

And once it was weighed, or given up, it lies nowhere any more.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Phase
from dealer_app.people.accounts import AddAccount
from dealer_app.people.events import FolderKind
from dealer_app.people.pin_work import PIN_CHECK_FAULTS, CheckedPin, PinsBusyError, PinWork
from dealer_app.people.pins import HashedPin, NoRoomToHashError, Pin, SecretDamagedError
from dealer_app.people.positions import Position
from dealer_app.screens import actions
from dealer_app.screens.actions import new_command
from dealer_app.station.two_people import ProposePeople
from dealer_app.texts import Language, Words
from tests.screens.desk_bench import AtDesk, ByDesk, at_desk
from tests.support.memory_texts import live_values
from tests.support.rounds import V4
from tests.support.signers import CHIEF, DEALER, FOUNDERS, QUICK, SUPERVISOR
from tests.support.window_rounds import brings_cards, opens

Expect = Callable[[str], None]


class Faulty(PinWork):
    """Weighs as any other until something is in its way."""

    problem: Exception | None = None

    def check(self, kept: str | None, pin: Pin) -> Future[CheckedPin]:
        return self._or_not(super().check(kept, pin))

    def hash(self, pin: Pin) -> Future[HashedPin]:
        return self._or_not(super().hash(pin))

    def _or_not(self, future: "Future[CheckedPin] | Future[HashedPin]") -> "Future":  # type: ignore[type-arg]
        if isinstance(self.problem, PinsBusyError):
            raise self.problem
        if self.problem is None:
            return future
        failed: Future[object] = Future()
        failed.set_exception(self.problem)
        return failed


@pytest.fixture
def pins() -> Iterator[Faulty]:
    work = Faulty(QUICK)
    yield work
    work.close()


EACH = pytest.mark.parametrize(
    ("problem", "told"),
    [
        pytest.param(NoRoomToHashError(), "Not enough memory to check a PIN now.", id="no-memory"),
        pytest.param(PinsBusyError(), "Too many PINs wait to be checked.", id="busy"),
        pytest.param(SecretDamagedError(), "The stored PIN of badge S1 is damaged.", id="damaged"),
    ],
)


async def _open(table: AtDesk) -> None:
    await table.begin_house()
    hands = ByDesk(table)
    await opens(hands, V4, "P")
    await brings_cards(hands)
    await hands.press_next()
    assert _phase(table) is Phase.BETTING


def _phase(table: AtDesk) -> Phase:
    round_ = table.station.state.table.round
    assert round_ is not None
    return round_.phase


@EACH
def test_a_round_goes_on_where_a_pin_cannot_be_weighed(
    pins: Faulty, problem: Exception, told: str, expect_log: Expect
) -> None:
    expect_log(f"could not be checked: {type(problem).__name__}")

    async def play(table: AtDesk) -> None:
        await _open(table)
        pins.problem = problem
        before = table.station.state
        table.desk.press(actions.StopStation(by=SUPERVISOR))
        await table.settle()
        assert table.screen.rail.refusal.first.startswith(told)
        assert table.screen.rail.refusal.second
        assert table.station.state == before, "it is no attempt: nobody is locked out by it"
        assert not table.left
        await table.give(actions.SendCommand(command=new_command(commands.NoMoreBets)))
        assert _phase(table) is not Phase.BETTING
        pins.problem = None
        await table.give(actions.SignIn(DEALER))

    at_desk(pins, play)


@EACH
def test_nobody_is_signed_in_by_a_pin_that_cannot_be_weighed(
    pins: Faulty, problem: Exception, told: str, expect_log: Expect
) -> None:
    expect_log(f"could not be checked: {type(problem).__name__}")

    async def play(table: AtDesk) -> None:
        await table.begin_house()
        await table.give(actions.SignOut())
        pins.problem = problem
        table.desk.press(actions.SignIn(SUPERVISOR))
        await table.settle()
        assert table.screen.rail.refusal.first.startswith(told)
        assert table.context.current_account is None
        pins.problem = None
        await table.give(actions.SignIn(SUPERVISOR))

    at_desk(pins, play)


def test_a_round_goes_on_where_what_a_pin_is_checked_against_is_missing(pins: Faulty, expect_log: Expect) -> None:
    """It lies beside the chain of events, which is whole."""
    expect_log("could not be checked: SecretDamagedError")

    async def play(table: AtDesk) -> None:
        await _open(table)
        table.journal._secrets.clear()
        table.desk.press(actions.StopStation(by=SUPERVISOR))
        await table.settle()
        assert "S1" in table.screen.rail.refusal.first
        await table.give(actions.SendCommand(command=new_command(commands.NoMoreBets)))

    at_desk(pins, play)


def test_what_was_agreed_is_withdrawn_where_the_new_pin_cannot_be_kept(pins: Faulty, expect_log: Expect) -> None:
    expect_log("could not be checked: NoRoomToHashError")
    change = AddAccount(badge=CHIEF.badge, name="Manager 1", position=Position.SHIFT_MANAGER)
    act = actions.DecideByTwo(proposal=ProposePeople(change=change), second=SUPERVISOR, new_pin=CHIEF.pin)

    async def play(table: AtDesk) -> None:
        await table.begin_house()
        pins.hash = _no_room  # type: ignore[method-assign, assignment]
        table.desk.press(act)
        await table.settle()
        assert table.screen.rail.refusal.first.startswith("Not enough memory")
        assert CHIEF.badge not in table.station.state.people.accounts
        assert not table.station.state.people.requests
        del pins.hash
        await table.give(act)
        assert CHIEF.badge in table.station.state.people.accounts

    at_desk(pins, play)


def _no_room(_: Pin) -> Future[HashedPin]:
    failed: Future[HashedPin] = Future()
    failed.set_exception(NoRoomToHashError())
    return failed


def test_nobody_begins_a_house_with_a_pin_that_cannot_be_kept(pins: Faulty, expect_log: Expect) -> None:
    expect_log("could not be checked: NoRoomToHashError")

    async def play(table: AtDesk) -> None:
        pins.problem = NoRoomToHashError()
        table.desk.press(actions.FoundHouse(kind=FolderKind.DEMO, people=FOUNDERS))
        await table.settle()
        assert table.screen.rail.refusal.first.startswith("Not enough memory")
        assert table.station.state.people.kind is None
        pins.problem = None
        await table.begin_house()

    at_desk(pins, play)


@pytest.mark.parametrize("language", Language)
def test_each_is_told_in_every_language(language: Language) -> None:
    words = Words.load(language)
    codes = ("pin-no-memory", "pins-busy", "pin-secret-damaged")
    assert len({words.text("people-refusal", code, {"badge": "S1"}) for code in codes}) == len(PIN_CHECK_FAULTS)


# Afterwards


def _lying_about() -> dict[int, Pin]:
    return {id(each): each for each in live_values(Pin)}


@pytest.mark.parametrize(
    ("pin", "last"),
    [
        pytest.param(SUPERVISOR.pin.text, "Enter", id="right"),
        pytest.param("918273", "Enter", id="wrong"),
        pytest.param(SUPERVISOR.pin.text, "Esc", id="given-up"),
    ],
)
def test_no_pin_lies_anywhere_after_it_was_given_or_given_up(pins: Faulty, pin: str, last: str) -> None:
    """Not in the desk, its screen, the coroutine that waits for the next act, or the thread that weighs."""

    async def play(table: AtDesk) -> None:
        await table.begin_house()
        await table.give(actions.SignOut())
        before = _lying_about()

        def new() -> list[Pin]:
            # The pad of an empty entry has a PIN of one digit behind each of its keys.
            return [each for key, each in _lying_about().items() if key not in before and len(each.text) > 1]

        await table.key(*SUPERVISOR.badge, "Enter", *pin)
        assert new(), "it is keyed"
        await table.key(last)
        signed_in = table.context.current_account
        assert (signed_in is not None) == (last == "Enter" and pin == SUPERVISOR.pin.text)
        if last == "Esc":
            # Only the text is left by the first, and the page by the second; it stays until then.
            await table.key("Esc")
        assert new() == []

    at_desk(pins, play)
