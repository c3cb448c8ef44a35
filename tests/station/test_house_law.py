"""The law of the place: the steps of a dispute with their seven days, and the notice before a table closes."""

from datetime import date

import pytest

from dealer_app.domain.round.events import TableClosed
from dealer_app.journal.store import MemoryJournal
from dealer_app.scripts.language import read_command
from dealer_app.station.house_law import (
    CLOSING_LAW,
    DISPUTE_LAW,
    LAW_ON,
    LAWS,
    Dispute,
    is_dispute_open,
    is_law_on,
    open_disputes,
    possible_steps,
)
from dealer_app.station.snapshot import read_snapshot, snapshot_bytes
from dealer_app.station.two_people import ProposeSetting
from dealer_app.station_events import ClosedWithoutNotice, ClosingNoticed, DisputeBegan, DisputeStep, DisputeStepNoted
from tests.station.law_house import ROUND, SHOE, law_house, play, raise_dispute, supervisor
from tests.station.open_house import RULES, TABLE, code
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER

DAY = 86_400_000_000
NOTIFIED, INFORMED, REQUESTED, ACCEPTED = DisputeStep


def test_a_dispute_is_kept_with_its_round_only_where_the_law_is_on() -> None:
    house = law_house()
    play(house, *SHOE)
    raise_dispute(house)
    assert not house.station.state.law.disputes
    house.two(ProposeSetting(setting=DISPUTE_LAW, value=LAW_ON))
    raise_dispute(house)
    (dispute,) = house.station.state.law.disputes.values()
    assert (dispute.number, dispute.round, dispute.table) == (1, 2, TABLE.name)
    assert open_disputes(house.station.state.law, house.clock.now()) == (dispute,)


def test_several_disputes_are_kept_at_once_over_the_closing_of_the_table_and_in_a_snapshot() -> None:
    house = law_house(DISPUTE_LAW)
    play(house, *SHOE)
    raise_dispute(house)
    raise_dispute(house)
    house.check_done(house.station.law.note_step(supervisor(house), 2, NOTIFIED, "inspector of the day"))
    play(house, "close table")
    kept = house.station.state.law
    assert [one.number for one in open_disputes(kept, house.clock.now())] == [1, 2]
    step = kept.disputes[2].find_step(NOTIFIED)
    assert step is not None
    assert (step.by, step.words) == ("S9", "inspector of the day")
    state = house.station.state
    assert read_snapshot(snapshot_bytes(state), house.station.journal.read_sealed).law == kept


def test_each_step_is_noted_once_by_a_supervisor_and_a_request_only_once_the_guest_is_informed() -> None:
    house = law_house(DISPUTE_LAW)
    play(house, *SHOE)
    raise_dispute(house)
    note = house.station.law.note_step
    assert code(note(house.person_proof(DEALER), 1, NOTIFIED)) == "may-not-note-step"
    assert code(note(supervisor(house), 7, NOTIFIED)) == "no-such-dispute"
    assert code(note(supervisor(house), 1, REQUESTED)) == "step-not-possible"
    assert code(note(supervisor(house), 1, NOTIFIED, "a\u202eb")) == "text-not-plain"
    for step in (NOTIFIED, INFORMED, REQUESTED):
        house.check_done(note(supervisor(house), 1, step))
        assert code(note(supervisor(house), 1, step)) == "step-not-possible"
    assert not open_disputes(house.station.state.law, house.clock.now())


def noted(step: DisputeStep, at: int = 0) -> DisputeStepNoted:
    return DisputeStepNoted(number=1, step=step, by="S9", at=at, offset=480)


def dispute(*steps: DisputeStepNoted) -> Dispute:
    return Dispute(number=1, claim=3, table="T1", round=4, at=0, offset=480, steps=steps)


def test_the_seven_days_are_calendar_days_at_the_table_after_that_of_the_information() -> None:
    """Informed a minute before midnight at the table, which is the afternoon in UTC."""
    informed = dispute(noted(NOTIFIED), noted(INFORMED, at=DAY - 8 * 3_600_000_000 - 60_000_000))
    assert informed.last_day == date(1970, 1, 8)
    assert is_dispute_open(informed, date(1970, 1, 8))
    assert REQUESTED in possible_steps(informed, date(1970, 1, 8))
    assert not is_dispute_open(informed, date(1970, 1, 9))


@pytest.mark.parametrize(
    ("steps", "is_open"),
    [
        ((), True),
        ((ACCEPTED,), False),
        ((NOTIFIED,), True),
        ((INFORMED, REQUESTED), True),
        ((NOTIFIED, INFORMED), True),
        ((NOTIFIED, INFORMED, REQUESTED), False),
        ((INFORMED, ACCEPTED), False),
    ],
)
def test_a_dispute_is_open_until_the_guest_accepts_or_every_step_is_done(
    steps: tuple[DisputeStep, ...], is_open: bool
) -> None:
    found = dispute(*map(noted, steps))
    assert is_dispute_open(found, date(1970, 1, 1)) is is_open
    assert bool(possible_steps(found, date(1970, 1, 1))) is is_open


def test_a_dispute_of_which_the_inspector_was_not_notified_stays_open_after_the_days() -> None:
    late = dispute(noted(INFORMED))
    assert is_dispute_open(late, date(1970, 2, 1))
    assert possible_steps(late, date(1970, 2, 1)) == (NOTIFIED, ACCEPTED)


# The notice before a table closes


def test_a_table_closes_once_a_round_was_begun_after_the_notice() -> None:
    house = law_house(CLOSING_LAW)
    play(house, *SHOE, *ROUND, "settled")
    close = house.station.table.close_table
    assert code(close(supervisor(house))) == "closing-notice-first"
    notice = house.check_done(house.station.law.give_notice(house.person_proof(DEALER)))
    assert isinstance(notice[0], ClosingNoticed)
    assert code(close(supervisor(house))) == "closing-notice-first"
    play(house, *ROUND, "settled")
    assert [type(one) for one in house.check_done(close(supervisor(house)))] == [TableClosed]
    assert house.station.state.law.notice is None


def test_without_notice_a_supervisor_closes_it_and_signs_for_the_reason() -> None:
    house = law_house(CLOSING_LAW)
    house.check_done(house.station.settings.change(house.m1, "table-closing", 1))
    close = house.station.table.close_table
    assert code(close(house.person_proof(DEALER), reason="fire alarm")) == "closing-takes-supervisor"
    done = house.check_done(close(supervisor(house), reason=" fire alarm "))
    assert done[0] == ClosedWithoutNotice(table=TABLE.name, by="S9", reason="fire alarm")
    assert isinstance(done[1], TableClosed)


def test_a_notice_is_given_only_where_the_law_asks_for_it_and_at_an_open_table() -> None:
    house = law_house()
    dealer = house.person_proof(DEALER)
    assert code(house.station.law.give_notice(dealer)) == "no-notice-asked"
    play(house, "close table")
    assert code(house.station.law.give_notice(dealer)) == "no-table"


@pytest.mark.parametrize("law", LAWS)
def test_each_law_is_off_at_first_and_is_set_by_two_people_alone(law: str) -> None:
    house = StaffedStation(MemoryJournal())
    assert not is_law_on(house.station.state.settings, law)
    assert code(house.station.settings.change(house.m1, law, LAW_ON)) == "setting-takes-two"
    house.two(ProposeSetting(setting=law, value=LAW_ON))
    assert is_law_on(house.station.state.settings, law)


def test_what_is_kept_of_a_dispute_comes_in_one_decision_with_it() -> None:
    house = law_house(DISPUTE_LAW)
    play(house, *SHOE, *ROUND)
    done = house.check_done(house.play(read_command("claim it was Banker", table=TABLE, at=0), RULES))
    assert [type(one).__name__ for one in done] == ["ClaimRaised", DisputeBegan.__name__]
