"""The currency list at a table: off until two people ask for it, and nothing of a forged, altered or old one counts."""

from pathlib import Path

import pytest
from nacl.signing import SigningKey

from dealer_app.domain.round import commands
from dealer_app.domain.round.correction_commands import ChangeDice
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import make_rules, usual_table
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.positions import Position
from dealer_app.practice_list_events import CurrencyShown
from dealer_app.rulebooks import load_rulebook
from dealer_app.station.practice_list import (
    DAY,
    EXAM,
    CurrencyFaultError,
    CurrencyList,
    ShownSkill,
    read_currency_list,
    sign_currency_list,
)
from dealer_app.station.snapshot import read_snapshot, snapshot_bytes
from dealer_app.station.table import rulebook_event
from dealer_app.station.two_people import ProposeCurrency
from dealer_app.texts import Language, Words
from tests.station.open_house import code
from tests.support.live_station import FIRST, StaffedStation
from tests.support.rounds import DEALER, SUPERVISOR

BOOK = load_rulebook("tai-sai-open-cover-v5")
RULES, TABLE, READ = make_rules(BOOK, BOOK.layouts[0]), usual_table(BOOK, BOOK.layouts[0]), rulebook_event(BOOK)
"""At a table of dice a round begins without a shoe."""
KEY, OTHER_KEY = SigningKey(b"k" * 32), SigningKey(b"o" * 32)
PUBLIC = KEY.verify_key.encode().hex()
NOW = FIRST.utc


def listed(
    *badges: str, at: int = NOW - DAY, made: int = NOW, game: str = READ.game, skill: str = EXAM
) -> CurrencyList:
    return CurrencyList(
        made=made, shown=tuple(ShownSkill(badge=badge, game=game, skill=skill, at=at) for badge in badges)
    )


@pytest.fixture
def house() -> StaffedStation:
    found = StaffedStation(MemoryJournal())
    found.check_done(found.play(commands.OpenTable(by=SUPERVISOR, at=0, table=TABLE), RULES))
    found.check_done(found.play(ChangeDice(by=DEALER, at=0, set_name="dice-1", inspected_by=SUPERVISOR.name), RULES))
    found.add("D7", Position.DEALER)
    return found


def ask(house: StaffedStation, file: Path, days: int = 90, skill: str = EXAM) -> None:
    house.two(ProposeCurrency(key=PUBLIC, file=str(file), days=days, skill=skill))


def begin(house: StaffedStation, badge: str = "D7") -> object:
    """A dealer opens the betting of a first round."""
    proof = house.begin_session(badge, terminal=f"table {badge} {house.clock.at.utc}")
    return house.station.table.give(proof, commands.PlaceYourBets(by=DEALER, at=0))


def test_every_flipped_bit_of_a_list_is_refused() -> None:
    data = sign_currency_list(listed("D7", "D8"), KEY)
    assert read_currency_list(data, PUBLIC) == listed("D7", "D8")
    for place in range(len(data)):
        for bit in range(8):
            altered = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]
            with pytest.raises(CurrencyFaultError):
                read_currency_list(altered, PUBLIC)


@pytest.mark.parametrize("cut", [0, 1, 27, 100, -1, -129])
def test_a_cut_or_longer_list_is_refused(cut: int) -> None:
    data = sign_currency_list(listed("D7"), KEY)
    for wrong in (data[:cut], data + b"\n", b" " + data, data + data):
        with pytest.raises(CurrencyFaultError):
            read_currency_list(wrong, PUBLIC)


def test_the_list_of_another_key_is_refused() -> None:
    with pytest.raises(CurrencyFaultError):
        read_currency_list(sign_currency_list(listed("D7"), OTHER_KEY), PUBLIC)


def test_off_nobody_is_asked_and_no_file_is_read(house: StaffedStation) -> None:
    assert not isinstance(begin(house), Refusal)


def test_who_is_not_on_the_list_cannot_open_the_game_and_can_once_it_is_off_again(
    house: StaffedStation, tmp_path: Path
) -> None:
    file = tmp_path / "currency.list"
    file.write_bytes(sign_currency_list(listed("D8"), KEY))
    ask(house, file)
    refused = begin(house)
    assert code(refused) == "currency-not-shown"
    for language in Language:
        assert isinstance(refused, Refusal)
        assert "D7" in Words.load(language).refusal(refused)
    house.two(ProposeCurrency(key="", file="", days=0, skill=EXAM))
    assert not isinstance(begin(house), Refusal)


def test_who_is_on_it_opens_and_the_journal_says_by_which_list(house: StaffedStation, tmp_path: Path) -> None:
    file = tmp_path / "currency.list"
    file.write_bytes(sign_currency_list(listed("D8", "D7"), KEY))
    ask(house, file)
    done = begin(house)
    assert isinstance(done, tuple)
    shown = next(event for event in done if isinstance(event, CurrencyShown))
    assert (shown.badge, shown.game, shown.skill, shown.shown, shown.made) == ("D7", READ.game, EXAM, NOW - DAY, NOW)
    state = house.station.state
    assert (state.currency.newest, state.currency.cleared) == (NOW, ("D7",)), "not asked again at this table"
    assert read_snapshot(snapshot_bytes(state), lambda _: ("", "")) == state


@pytest.mark.parametrize(
    ("found", "refusal"),
    [
        (listed("D7", game="tiger-buffalo-v4"), "currency-not-shown"),
        (listed("D7", skill="draw.banker.5"), "currency-not-shown"),
        (listed("D7", at=NOW - 91 * DAY), "currency-not-shown"),
        (listed("D7", at=NOW - 100 * DAY, made=NOW - 91 * DAY), "currency-old"),
        (listed("D7", made=NOW + 2 * DAY), "currency-ahead"),
    ],
    ids=["of-another-game", "another-skill", "too-long-ago", "an-old-list", "dated-ahead"],
)
def test_what_does_not_show_it_is_refused_in_words(
    house: StaffedStation, tmp_path: Path, found: CurrencyList, refusal: str
) -> None:
    file = tmp_path / "currency.list"
    file.write_bytes(sign_currency_list(found, KEY))
    ask(house, file)
    assert code(begin(house)) == refusal


def test_a_forged_list_opens_no_table(house: StaffedStation, tmp_path: Path) -> None:
    file = tmp_path / "currency.list"
    file.write_bytes(sign_currency_list(listed("D7"), OTHER_KEY))
    ask(house, file)
    assert code(begin(house)) == "currency-forged"


def test_an_older_list_than_was_used_does_not_come_back(house: StaffedStation, tmp_path: Path) -> None:
    file = tmp_path / "currency.list"
    file.write_bytes(sign_currency_list(listed("M1", made=NOW), KEY))
    ask(house, file)
    house.station.record(CurrencyShown(badge="M1", game=READ.game, skill=EXAM, shown=NOW, made=NOW))
    file.write_bytes(sign_currency_list(listed("D7", made=NOW - 1), KEY))
    assert code(begin(house)) == "currency-older"
    ask(house, file, days=60)
    assert code(begin(house)) == "currency-older", "not by another number of days either"


def test_a_list_that_is_not_there_or_no_file_is_refused(house: StaffedStation, tmp_path: Path) -> None:
    for file in (tmp_path / "nowhere", tmp_path):
        ask(house, file)
        refused = begin(house)
        assert code(refused) == "currency-unreadable"
        assert isinstance(refused, Refusal)
        assert str(file) in Words.load(Language.EN).refusal(refused)


@pytest.mark.parametrize(
    ("key", "file", "days"),
    [("ab", "/list", 90), (PUBLIC.upper(), "/list", 90), (PUBLIC, "", 90), (PUBLIC, "/list", 0)],
)
def test_a_demand_that_could_never_be_met_is_no_demand(house: StaffedStation, key: str, file: str, days: int) -> None:
    proposal = ProposeCurrency(key=key, file=file, days=days, skill=EXAM)
    assert code(house.station.two_people.propose(house.m1, proposal)) == "no-such-setting"
