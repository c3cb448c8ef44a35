"""The checklists of the house: read from their file, signed by a supervisor, asked for where the house wants them."""

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.people.positions import Position
from dealer_app.station.core import Proof
from dealer_app.station.snapshot import read_snapshot, snapshot_bytes
from dealer_app.station.supervisor.checklists import (
    CHECKLISTS,
    NEEDED,
    ChecklistFaultsError,
    list_faults,
    load_checklists,
    read_checklists,
)
from dealer_app.station.two_people import ProposeLimits
from dealer_app.station_events import ChecklistAnswer, ChecklistKind, ChecklistSigned
from dealer_app.texts import Language, Words
from tests.station.open_house import READ, TABLE, code, open_house_table
from tests.support.live_station import StaffedStation

CARDS, DICE = RuleFamily.BACCARAT, RuleFamily.TAI_SAI
OPENING, CLOSING = ChecklistKind.OPENING, ChecklistKind.CLOSING


def answers(kind: ChecklistKind, family: RuleFamily = CARDS, wrong: str = "") -> tuple[ChecklistAnswer, ...]:
    """Every item in order but this one."""
    return tuple(
        ChecklistAnswer(item=item, in_order=item != wrong, note="torn" if item == wrong else "")
        for item in load_checklists()[kind, family]
    )


def supervisor(house: StaffedStation) -> Proof:
    if "S9" not in house.station.state.people.accounts:
        house.add("S9", Position.PIT_SUPERVISOR)
    return house.begin_session("S9", terminal="room")


def test_the_lists_of_the_house_have_their_words_in_every_language() -> None:
    items = {item for each in load_checklists().values() for item in each}
    for language in Language:
        assert set(Words.load(language).sections["checklist-item"]) == items


@pytest.mark.assurance("A50")
def test_a_signed_list_is_in_the_journal_with_name_position_and_what_was_not_in_order(house: StaffedStation) -> None:
    open_house_table(house)
    signed: list[tuple[object, str]] = []
    house.station.add_follower(lambda done, author, _at: signed.extend((each, author.position) for each in done))
    proof = supervisor(house)
    house.check_done(house.station.checklists.sign(proof, CARDS, answers(CLOSING, wrong="shoe-empty")))
    event, position = signed[-1]
    assert isinstance(event, ChecklistSigned)
    assert (event.checklist, event.table, event.by, position) == (CLOSING, TABLE.name, "S9", "pit-supervisor")
    assert [(each.item, each.note) for each in list_faults(event)] == [("shoe-empty", "torn")]
    state = house.station.state
    assert state.checklists.closing == event
    assert read_snapshot(snapshot_bytes(state), house.station.journal.read_sealed).checklists == state.checklists


def test_a_dealer_a_list_with_a_gap_and_a_fault_without_words_are_refused(house: StaffedStation) -> None:
    open_house_table(house)
    house.add("D9", Position.DEALER)
    whole = answers(CLOSING)
    sign = house.station.checklists.sign
    assert code(sign(house.begin_session("D9", terminal="x"), CARDS, whole)) == "supervisors-only"
    assert code(sign(supervisor(house), CARDS, whole[1:])) == "checklist-incomplete"
    silent = (ChecklistAnswer(item=whole[0].item, in_order=False), *whole[1:])
    assert code(sign(supervisor(house), CARDS, silent)) == "checklist-incomplete"
    assert code(sign(supervisor(house), CARDS, answers(OPENING))) == "checklist-incomplete", "the table is open"


def ask_for_lists(house: StaffedStation) -> None:
    house.add("M9", Position.SHIFT_MANAGER)
    proof = house.begin_session("M9", terminal="office")
    house.check_done(house.station.settings.change(proof, CHECKLISTS, NEEDED))


def close(house: StaffedStation) -> object:
    return house.station.table.close_table(supervisor(house))


def test_where_the_house_asks_for_it_no_table_closes_before_its_list_is_signed(house: StaffedStation) -> None:
    open_house_table(house)
    ask_for_lists(house)
    assert code(close(house)) == "closing-checklist-first"
    house.check_done(house.station.checklists.sign(supervisor(house), CARDS, answers(CLOSING)))
    assert not isinstance(close(house), Refusal)


def test_where_the_house_asks_for_it_no_table_opens_before_the_list_of_its_family_is_signed(
    house: StaffedStation,
) -> None:
    open_house_table(house)
    ask_for_lists(house)
    house.check_done(house.station.checklists.sign(supervisor(house), CARDS, answers(CLOSING, wrong="chips")))
    close(house)

    house.two(ProposeLimits(table=TABLE.name, limits=TABLE.limits))

    def open_again() -> object:
        return house.station.table.open_table(supervisor(house), TABLE, game=READ)

    assert code(open_again()) == "opening-checklist-first"
    house.check_done(house.station.checklists.sign(supervisor(house), DICE, answers(OPENING, DICE)))
    assert code(open_again()) == "opening-checklist-first", "the list of dice is none for cards"
    assert list_faults(house.station.state.checklists.closing), "who opens sees what was found at the closing"
    house.check_done(house.station.checklists.sign(supervisor(house), CARDS, answers(OPENING)))
    assert not isinstance(open_again(), Refusal)
    assert house.station.state.checklists.closing is None


def test_where_the_house_does_not_ask_for_it_nothing_waits_for_a_list(house: StaffedStation) -> None:
    open_house_table(house)
    assert not isinstance(close(house), Refusal)


WHOLE = '[opening]\nbaccarat = ["a"]\ntai-sai = ["a"]\n[closing]\nbaccarat = ["a"]\ntai-sai = ["b"]\n'


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('["b"]', "[]", "closing.tai-sai has 0 items: 1 to 9 can be ticked"),
        ('["b"]', '["b", "b"]', "closing.tai-sai has an item twice"),
        ('["b"]', "[1]", "closing.tai-sai is no list of items"),
        ("[closing]", "[closings]", "closings: no such checklist"),
        ("tai-sai", "roulette", "opening.roulette: no such family of games"),
        ("[opening]", "[opening", "checklists.toml: "),
    ],
)
def test_what_is_wrong_in_the_file_is_named(old: str, new: str, fault: str) -> None:
    assert read_checklists(WHOLE)[CLOSING, DICE] == ("b",)
    with pytest.raises(ChecklistFaultsError) as found:
        read_checklists(WHOLE.replace(old, new, 1))
    assert any(each.startswith(fault) for each in found.value.faults)
