"""A lock on the screen: who is locked out, until when, and the two others who end it, whoever is signed in."""

from collections.abc import Iterator

import pytest

from dealer_app.people import events
from dealer_app.people.lockout import SLOW_AFTER
from dealer_app.people.pin_work import PinWork
from dealer_app.screens import actions
from dealer_app.screens.input_state import Panel
from tests.screens.desk_bench import AtDesk, ByDesk, at_desk
from tests.support.signers import CHIEF, DEALER, QUICK, SUPERVISOR

WRONG = "111222"


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


async def _locked(table: AtDesk) -> ByDesk:
    """The dealer is signed out and locked out; a supervisor and a manager are there."""
    await table.begin_house()
    await table.employs_chief()
    hands = ByDesk(table)
    await hands.opens_menu()
    await hands.press("sign-out")
    await hands.press("sign-out")
    await hands.fills(DEALER.badge, *[WRONG] * 5)
    return hands


async def _fills_in(hands: ByDesk, *who: actions.Credentials) -> None:
    await hands.opens_menu()
    await hands.press("open:locks")
    await hands.fills(*[text for each in who for text in (each.badge, each.pin.text)])


def _ended(table: AtDesk) -> list[str]:
    return [entry.name for entry in table.journal.entries() if entry.name == "lock-ended"]


def test_what_is_left_is_said_at_each_wrong_pin_and_at_the_lock_until_when_and_who_ends_it(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        await table.begin_house()
        hands = ByDesk(table)
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        await hands.fills(DEALER.badge, WRONG)
        assert "Tries left before a lock: 4" in table.screen.rail.refusal.first
        await hands.fills(WRONG, WRONG, WRONG)
        assert "Tries left before a lock: 1" in table.screen.rail.refusal.first
        await hands.fills(WRONG)
        said = table.screen.rail.refusal
        assert "15" in said.first
        assert "Two others, one a supervisor, can end it." in said.first
        assert said.second
        assert ":" in said.first.split("until ")[1][:5], "the time of day"

    at_desk(pins, play)


def test_two_others_end_it_though_nobody_is_signed_in(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await _locked(table)
        assert table.context.current_account is None
        await _fills_in(hands, CHIEF, SUPERVISOR)
        assert _ended(table) == ["lock-ended"]
        assert table.input_state.panel is Panel.NONE
        assert table.fold_journal().people.failures.get(DEALER.badge) is None
        await hands.fills(DEALER.badge, DEALER.pin.text)
        assert table.context.current_account is not None

    at_desk(pins, play)


def test_one_of_them_wrong_and_the_lock_stays(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await _locked(table)
        await _fills_in(hands, CHIEF, actions.Credentials(SUPERVISOR.badge, type(SUPERVISOR.pin)(WRONG)))
        assert _ended(table) == []
        assert table.screen.overlay is not None
        assert not table.station.state.people.requests, "nothing stays open"
        assert not table.input_state.pins

    at_desk(pins, play)


def test_one_alone_is_not_two(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await _locked(table)
        await _fills_in(hands, CHIEF, CHIEF)
        assert _ended(table) == []
        assert not table.station.state.people.requests

    at_desk(pins, play)


def test_where_nobody_is_locked_out_the_menu_says_so(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        await table.begin_house()
        await ByDesk(table).opens_menu()
        assert table.control("open:locks").act is None
        assert table.control("open:locks").waits.first == "Nobody is locked out."

    at_desk(pins, play)


def test_one_person_at_the_screen_slows_it_and_locks_no_third_badge(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await _locked(table)
        await hands.enters("badge-own")
        for _ in DEALER.badge:
            await hands.erases()
        await hands.fills(SUPERVISOR.badge, *[WRONG] * (SLOW_AFTER - 5))
        await hands.enters("badge-own")
        for _ in SUPERVISOR.badge:
            await hands.erases()
        await hands.fills(CHIEF.badge, *[WRONG] * 5)
        assert "ne a minute now" in table.screen.rail.refusal.first
        locked = [entry.body for entry in table.journal.entries() if entry.name == "locked-out"]
        assert len(locked) == 2
        assert not any(CHIEF.badge in body for body in locked)
        await table.passes(60_000_000)
        await hands.fills(CHIEF.pin.text)
        assert table.context.current_account is not None
        assert table.context.current_account.badge == CHIEF.badge

    at_desk(pins, play)


def test_the_events_name_both(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await _locked(table)
        heard: list[object] = []
        table.station.add_follower(lambda done, _author, _moment: heard.extend(done))
        await _fills_in(hands, SUPERVISOR, CHIEF)
        (ended,) = [event for event in heard if isinstance(event, events.LockEnded)]
        assert (ended.badge, ended.by) == (DEALER.badge, (SUPERVISOR.badge, CHIEF.badge))

    at_desk(pins, play)
