"""A round that is disputed before it is settled is looked back on and put on paper, without what nobody may know."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.commands import CloseClaim, DrawCard, HoldForClaim, SettleAll
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.visible import has_blind_reading
from dealer_app.domain.values import replace
from dealer_app.journal.disputed_round import RoundInPlay, find_round_in_play
from dealer_app.journal.index import Index
from dealer_app.journal.reader import open_reader
from dealer_app.journal.recall import RoundInPlayError, recall_round
from dealer_app.journal.records import JournalEntry
from dealer_app.journal.search import RoundQuery, open_past_rounds
from dealer_app.reports.report_files import write_report
from dealer_app.screens.context import Looks
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.recall.past_reader import read_view
from dealer_app.screens.recall.past_screen import PastPlace, past_context
from dealer_app.station.report_orders import ReportError, ReportKind, ReportOrder, ReportPeriod
from tests.reports.report_runs import make_paper, sections
from tests.support.desk_settings import PLACE
from tests.support.journals import play_script, sqlite_journal
from tests.support.live_station import StaffedStation
from tests.support.long_tests import mostly_long
from tests.support.rounds import DEALER, SUPERVISOR
from tests.support.traces import Script, read_scripts

ROUND_KINDS = (ReportKind.ROUND, ReportKind.DISPUTE, ReportKind.DISPUTE_PACK)


class PlayedTable:
    """A station at which a script is played, and what may be seen of the round that is on."""

    def __init__(self, folder: Path, script: str | Script) -> None:
        chosen = script if isinstance(script, Script) else next(one for one in read_scripts() if one.name == script)
        known = play_script(chosen)
        self.given, self.rules, self.folder = known.given, known.rules, folder
        self.house = StaffedStation(sqlite_journal(folder))
        self.reader = open_reader(folder)
        self.index = Index(folder, self.reader)

    @property
    def table(self) -> TableState:
        return self.house.station.state.table

    def on(self) -> RoundInPlay | None:
        self.index.update()
        return find_round_in_play(self.reader, self.index)

    def dispute(self) -> bool:
        """Raises a dispute if the table takes one."""
        return not isinstance(self.house.play(HoldForClaim(by=DEALER, at=0, text="claims-result"), self.rules), Refusal)

    def play_until_disputed(self) -> None:
        """Up to the first result, over which a dispute is raised."""
        for command in self.given:
            self.house.check_done(self.house.play(command, self.rules))
            round_ = self.table.round
            if round_ is not None and round_.phase is Phase.ANNOUNCED:
                assert self.dispute()
                return
        raise AssertionError("the script announces no result")

    def close(self) -> None:
        self.index.close()
        self.reader.close()
        self.house.station.journal.close()


def unturned_values(table: TableState) -> list[str]:
    """What a card that lies face down is, where the journal says it in so many letters."""
    cards = (*(() if table.round is None else table.round.cards), *table.carried)
    return [card.card.text for card in cards if card.card is not None and not card.turned and card.seal is None]


def named_face_down(seen: list[JournalEntry]) -> int:
    """How many cards are named by an event of theirs though they lay face down then."""
    bodies = [
        json.loads(each.body) for each in seen if each.name in ("card-drawn", "card-carried-in", "card-held-over")
    ]
    return sum(body["card"] is not None and not body["turned"] for body in bodies)


def turned_later(seen: list[JournalEntry]) -> int:
    return sum(len(json.loads(each.body)["places"]) for each in seen if each.name == "cards-turned")


@pytest.mark.parametrize("script", mostly_long(read_scripts(), keep_every=12), ids=lambda script: script.name)
def test_of_a_disputed_round_nothing_is_seen_that_the_table_has_not_seen(script: Script, tmp_path: Path) -> None:
    """A dispute is raised as soon as the table takes one; the script goes on as far as it can."""
    at = PlayedTable(tmp_path, script)
    disputed = False
    for command in at.given:
        at.house.play(command, at.rules)
        on, round_ = at.on(), at.table.round
        assert (on is None) is (round_ is None)
        if on is None or round_ is None:
            disputed = False
            continue
        if not disputed:
            assert on.seen_to is None
            disputed = at.table.claim is not None or at.dispute()
            on = at.on()
        assert on is not None
        if not disputed or has_blind_reading(at.table):
            assert not disputed or on.seen_to is None
            continue
        assert on.seen_to is not None
        seen = list(at.reader.entries(on.first, on.seen_to))
        assert "claim-raised" in {each.name for each in seen}
        assert seen[-1].sequence == at.house.station.journal.head().sequence or not is_known(at.table)
        assert named_face_down(seen) <= turned_later(seen)
    at.close()


def is_known(table: TableState) -> bool:
    """Whether the result is announced and every card that the station knows lies open."""
    return table.round is not None and table.round.phase is Phase.ANNOUNCED and not unturned_values(table)


def test_a_round_in_play_is_seen_nowhere_and_a_disputed_one_is_marked(tmp_path: Path) -> None:
    at = PlayedTable(tmp_path, "v4-claim")
    for command in at.given:
        at.house.check_done(at.house.play(command, at.rules))
        if at.table.round is not None and at.table.round.phase is Phase.ANNOUNCED:
            break
    at.on()
    with pytest.raises(RoundInPlayError):
        recall_round(at.reader, at.index, 1)
    for kind in ROUND_KINDS:
        with pytest.raises(ReportError, match="round-on"):
            make_paper(tmp_path, kind, round=1)
    assert at.dispute()
    at.on()
    (recalled,) = recall_round(at.reader, at.index, 1)
    assert recalled.is_on
    assert recalled.steps[-1].entry.name == "claim-raised"
    view = read_view(tmp_path, "")
    assert view.of is not None
    assert (view.of.place.number, view.of.is_on) == (1, True)
    assert read_view(tmp_path, "1").of == view.of
    with open_past_rounds(tmp_path, lambda: nullcontext(lambda _at, _of: True)) as past:
        assert [one.number for one in past.search(RoundQuery(irregularity="claim")).rounds] == [1]
    for kind in ROUND_KINDS:
        found = sections(tmp_path, kind, round=1)
        assert found["settled"] == 0
        assert "before its bets were settled" in found["sections"]["not-settled"]
        assert found["last_event"] == at.house.station.journal.head().sequence
    at.close()


def test_once_it_is_settled_a_place_that_was_looked_at_ends_later(tmp_path: Path) -> None:
    at = PlayedTable(tmp_path, "v4-claim")
    at.play_until_disputed()
    before = read_view(tmp_path, "")
    assert before.of is not None
    place = before.of.place
    closing = CloseClaim(by=SUPERVISOR, at=0, decision="claim-stands", clause="house policy")
    for command in (closing, SettleAll(by=DEALER, at=0)):
        at.house.check_done(at.house.play(command, at.rules))
    after = read_view(tmp_path, f"{place.first} {place.number} {place.last}")
    assert after.of is not None
    assert not after.of.is_on
    assert after.of.place.last > place.last
    assert sections(tmp_path, ReportKind.DISPUTE, round=1)["settled"] == 1
    at.close()


@pytest.mark.parametrize("script", ["v4-excess-card", "ip-excess-card"])
def test_another_sealed_card_changes_nothing_on_screen_sheet_or_pack(script: str, tmp_path: Path) -> None:
    """What is read of a disputed round says nothing of the card in excess, which opens the next one."""
    found = [list(_all_that_is_seen(tmp_path / value, script, value)) for value in ("6D", "2C")]
    assert found[0] == found[1]


def _all_that_is_seen(folder: Path, script: str, value: str) -> Iterator[Any]:
    folder.mkdir()
    at = PlayedTable(folder, script)
    at.given = tuple(_with_excess(command, value) for command in at.given)
    at.play_until_disputed()
    assert at.table.carried or any(card.seal for card in (at.table.round.cards if at.table.round else ()))
    view = read_view(folder, "")
    assert view.of is not None
    terminal = at.house.person_proof(DEALER).terminal
    place = PastPlace(terminal=terminal, positions=PLACE.positions, looks=Looks())
    for moment in view.of.moments:
        context = past_context(view.of, moment, place)
        assert context is not None
        yield build_screen(context)
    for kind in ROUND_KINDS[:2]:
        yield {key: each for key, each in sections(folder, kind, round=1).items() if key != "head"}
    pack = folder / "pack"
    write_report(folder, ReportOrder(kind=ReportKind.DISPUTE_PACK, period=ReportPeriod(round=1)), pack)
    for line in (pack / "events.json").read_text(encoding="utf-8").splitlines():
        yield _without_digests(json.loads(line))
    at.close()


def _with_excess(command: Any, value: str) -> Any:
    """The script with this card in excess."""
    is_excess = isinstance(command, DrawCard) and command.card is not None and command.salt
    return replace(command, card=CARDS[value]) if is_excess else command


def _without_digests(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_digests(each) for key, each in value.items() if key not in ("hash", "digest")}
    if isinstance(value, list):
        return [_without_digests(each) for each in value]
    if isinstance(value, str) and value.startswith("{"):
        return _without_digests(json.loads(value))
    return value
