"""A demonstration begins with a manager besides the two, and a lost PIN has a way out there; not so a live house."""

from dealer_app.domain.values import replace
from dealer_app.people.accounts import DEMO_MANAGER_NAME, DEMO_MANAGER_PIN, demo_manager
from dealer_app.people.events import PinReason, PinSet
from dealer_app.people.fold import apply_people_event
from dealer_app.people.pin_work import PinWork
from dealer_app.people.positions import Position
from dealer_app.screens.blocks import NoteBlock, ScreenText
from dealer_app.screens.house import first_run
from tests.support.house_screen import HouseScreen

SHOWN = f"Demo manager: badge M1, PIN {DEMO_MANAGER_PIN.text}"


def notes(screen: HouseScreen) -> list[str]:
    return [block.text.first for block in screen.blocks() if isinstance(block, NoteBlock)]


def test_a_demonstration_begins_with_a_dealer_a_supervisor_and_a_manager(begun: HouseScreen) -> None:
    accounts = begun.station.state.people.accounts
    assert [account.position for account in accounts.values()] == [
        Position.DEALER,
        Position.PIT_SUPERVISOR,
        Position.SHIFT_MANAGER,
    ]
    assert accounts["M1"].name == DEMO_MANAGER_NAME


def test_its_badge_and_pin_are_shown_where_people_sign_in_and_are_right(fresh: HouseScreen) -> None:
    assert SHOWN in notes(fresh)
    fresh.begins()
    assert SHOWN in notes(fresh)
    fresh.begins_session("M1", DEMO_MANAGER_PIN.text)
    signed_in = fresh.context.current_account
    assert signed_in is not None
    assert signed_in.badge == "M1"
    assert SHOWN not in notes(fresh)


def test_once_the_manager_has_another_pin_the_built_in_one_is_no_longer_shown(begun: HouseScreen) -> None:
    people = begun.station.state.people
    assert SHOWN in notes(begun)
    for why, shown in ((PinReason.REHASHED, True), (PinReason.OWN, False), (PinReason.REHASHED, False)):
        people = apply_people_event(people, PinSet(badge="M1", digest="0" * 64, why=why))
        context = replace(begun.context, state=replace(begun.context.state, people=people))
        assert (SHOWN in str(first_run.sign_in_rail(context))) is shown
        assert "PIN lost?" in str(first_run.sign_in_rail(context))


def test_a_badge_that_one_of_the_two_has_is_not_the_managers(fresh: HouseScreen) -> None:
    fresh.types("badge-1", "m1")
    assert SHOWN.replace("M1", "M2") in notes(fresh)


def test_who_has_lost_a_pin_gets_another_one_there(begun: HouseScreen) -> None:
    """The dealer does not know his any more: the manager and the supervisor give him a new one."""
    begun.begins_session("M1", DEMO_MANAGER_PIN.text)
    begun.touches_menu("open:people").touches("newcomers:resets")
    begun.keys("D1").enter().keys("619374").enter().keys("619374").enter().keys("S1").enter().keys("730264").enter()
    begun.touches_menu("sign-out").touches("sign-out").begins_session("D1", "619374")
    signed_in = begun.context.current_account
    assert signed_in is not None
    assert signed_in.badge == "D1"


def test_a_live_house_has_no_such_person_and_its_screen_shows_no_pin(live: HouseScreen) -> None:
    assert set(live.station.state.people.accounts) == {"M1", "M2"}
    live.touches_menu("sign-out").touches("sign-out")
    assert not any(DEMO_MANAGER_PIN.text in note or "--fresh" in note for note in notes(live))


def test_nor_while_it_is_begun(pins: PinWork) -> None:
    assert not any(DEMO_MANAGER_PIN.text in note for note in notes(HouseScreen(pins, demo=False)))


def test_after_a_closing_the_head_to_compare_is_beside_it(begun: HouseScreen) -> None:
    head = ScreenText("Head of the journal: 7 01ab")
    rail = first_run.sign_in_rail(replace(begun.context, journal_head=head))
    shown = [block.text.first for block in rail.work if isinstance(block, NoteBlock)]
    assert SHOWN in shown
    assert head.first in shown


def test_a_manager_who_is_disabled_is_not_shown_as_one_who_can_help(begun: HouseScreen) -> None:
    people = begun.station.state.people
    manager = replace(people.accounts["M1"], enabled=False)
    assert demo_manager(people) == people.accounts["M1"]
    assert demo_manager(replace(people, accounts={**people.accounts, "M1": manager})) is None
