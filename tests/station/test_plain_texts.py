"""At a station nobody types a sign that is not seen, by whichever way; what a device says is kept with each seen."""

import json

import pytest

from dealer_app.domain.plain_text import is_plain
from dealer_app.domain.round import commands
from dealer_app.journal.store import MemoryJournal
from dealer_app.observations import DeviceError, ErrorRaised
from dealer_app.people.accounts import AddAccount, ChangeAccount, DisableAccount
from dealer_app.people.positions import Position
from dealer_app.station.two_people import ProposeLimits, ProposePeople
from tests.station.open_house import TABLE, code, open_house_table
from tests.support.device_station import DeviceStation
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER, V4

UNSEEN = ["\x1b[2J", "\u202e", "a\u200bb", "\n", "\u3164"]


@pytest.mark.parametrize("text", UNSEEN)
def test_none_of_its_doors_lets_one_in(house: StaffedStation, journal: MemoryJournal, text: str) -> None:
    open_house_table(house)
    dealer = house.person_proof(DEALER)
    desk, two = house.station.table, house.station.two_people
    before = journal.last()
    assert code(desk.give(dealer, commands.BringCards(by=DEALER, at=0, set_name=f"s{text}", decks=8))) == NOT_PLAIN
    assert code(desk.give(dealer, commands.PlaceYourBets(by=DEALER, at=0), surveillance=f"cam{text}")) == NOT_PLAIN
    for change in (
        AddAccount(badge="D77", name=f"Eve{text}Adams", position=Position.DEALER),
        AddAccount(badge=f"D7{text}", name="Eve", position=Position.DEALER),
        ChangeAccount(badge="D11", name=f"Eve{text}Adams", position=Position.DEALER),
        DisableAccount(badge="D11", reason=f"left{text}"),
    ):
        assert code(two.propose(house.m1, ProposePeople(change=change))) == NOT_PLAIN
    assert code(two.propose(house.m1, ProposeLimits(table=f"T1{text}", limits=TABLE.limits))) == NOT_PLAIN
    assert journal.last() == before
    number = two.propose(house.m1, ProposePeople(change=DisableAccount(badge="D11", reason="left")))
    assert isinstance(number, int)
    assert code(two.agree(house.m1, number, surveillance=f"cam{text}")) == NOT_PLAIN


NOT_PLAIN = "text-not-plain"


def test_what_a_device_says_is_in_the_journal_with_every_sign_seen() -> None:
    table = DeviceStation(V4).close_bets()
    table.says(ErrorRaised(error=DeviceError.OTHER, code="E1\x1b[2J", text="jam\u202e\x07\x9b31m"))
    told = [entry for entry in table.journal.entries() if entry.name.startswith("device")]
    assert told
    assert any("\\\\x{1b}" in entry.body for entry in told)
    for entry in told:
        assert is_plain(entry.body)
        assert all(is_plain(str(value)) for value in json.loads(entry.body).values())
