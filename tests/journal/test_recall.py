"""Any past round comes back as it was, and nothing is told that the table did not see."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_commands, correction_events, events
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Wager
from dealer_app.journal.codec import encode
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, open_reader
from dealer_app.journal.recall import (
    NoSuchRoundError,
    RecalledRound,
    RoundInPlayError,
    recall_last_rounds,
    recall_round,
)
from dealer_app.journal.records import Record
from dealer_app.journal.search import RoundQuery, search_rounds
from dealer_app.journal_errors import DamagedError
from tests.journal.expected_rounds import recall_rounds
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, Happened, script_decisions
from tests.support.long_journals import Decision, fill
from tests.support.rounds import V4, RoundTable
from tests.support.traces import read_scripts


def all_recalled(reader: Reader, index: Index) -> Iterator[RecalledRound]:
    for number in sorted({expected.number for expected in recall_rounds()}):
        yield from recall_round(reader, index, number)


@pytest.mark.assurance("A7", "A14")
def test_every_golden_round_comes_back_as_it_was(reader: Reader, index: Index) -> None:
    """Cards, bets, insurance, settlement, returns, everything; corrections after the end included."""
    expected = {(one.first, one.number): one.round for one in recall_rounds()}
    recalled = {(one.steps[0].entry.sequence, one.number): one.round for one in all_recalled(reader, index)}
    assert len(expected) > 250
    assert {place: recalled.get(place) for place in expected} == expected


@pytest.mark.assurance("A14")
def test_what_happened_is_there_in_its_order_and_all_of_it(reader: Reader, index: Index) -> None:
    for one in all_recalled(reader, index):
        sequences = [step.entry.sequence for step in one.steps]
        assert sequences == sorted(set(sequences))
        until_end = [step for step in one.steps if step.entry.name in ("round-concluded", "round-voided")]
        if until_end and one.steps[0].entry.name == "round-began":
            end = until_end[0].entry.sequence
            assert sequences[: end - sequences[0] + 1] == list(range(sequences[0], end + 1))


def test_no_value_is_told_before_its_card_lies_open(reader: Reader, index: Index) -> None:
    face_down = 0
    for one in all_recalled(reader, index):
        for step in one.steps:
            body = step.entry.body
            if step.entry.name in ("card-drawn", "card-carried-in", "card-held-over") and '"turned":false' in body:
                face_down += 1
                assert re.fullmatch(r"card-[a-z-]+ \?>[PBX]\*(!.*)?", step.words), step.words
    assert face_down > 50


def test_a_card_is_told_when_it_is_turned(reader: Reader, index: Index) -> None:
    turned = [
        step.words for one in all_recalled(reader, index) for step in one.steps if step.entry.name == "cards-turned"
    ]
    assert turned
    assert all(re.fullmatch(r"cards-turned( \d=([2-9TJQKA][SHDC]|\?))+", words) for words in turned)
    assert not any("=?" in words for words in turned)


def test_no_salt_of_a_seal_is_told_before_it_ends(reader: Reader, index: Index) -> None:
    salts = [salt for (salt,) in reader.connection.execute("SELECT salt FROM sealed WHERE salt <> ''")]
    assert salts
    for one in all_recalled(reader, index):
        for step in one.steps:
            if step.entry.name != "card-unsealed":
                assert not any(salt in step.words for salt in salts), step.words


def test_the_last_ones_come_the_latest_first(reader: Reader, index: Index) -> None:
    last = recall_last_rounds(reader, index, 10)
    assert [one.steps[0].entry.sequence for one in last] == [one.first for one in recall_rounds()[:-11:-1]]


@pytest.fixture
def one_round() -> tuple[Happened, ...]:
    """The first golden script of a single round that is concluded as its very last event."""
    for script in read_scripts():
        happened, _ = script_decisions(script)
        names = [type(event) for decision in happened for event in decision]
        if names.count(events.RoundBegan) == 1 and names[-1] is events.RoundConcluded:
            return happened
    raise AssertionError("there is one")


def told(folder: Path, decided: list[Decision], number: int) -> tuple[RecalledRound, ...]:
    fill(folder, decided)
    opened = open_reader(folder)
    found = Index(folder, opened)
    try:
        found.update()
        return recall_round(opened, found, number)
    finally:
        found.close()
        opened.close()


def encoded(happened: tuple[Happened, ...]) -> list[Decision]:
    return [([encode(event) for event in decision], WRITTEN) for decision in happened]


@pytest.mark.assurance("A16")
def test_the_round_that_is_being_played_is_not_shown_at_any_of_its_steps(
    tmp_path: Path, one_round: tuple[Happened, ...]
) -> None:
    begun = next(at for at, done in enumerate(one_round) if isinstance(done[-1], events.RoundBegan))
    for many in range(begun + 1, len(one_round)):
        with pytest.raises(RoundInPlayError):
            told(tmp_path / str(many), encoded(one_round[:many]), 1)
    (ended,) = told(tmp_path / "ended", encoded(one_round), 1)
    assert ended.round is not None


@pytest.mark.assurance("A15")
def test_a_round_with_sixty_corrections_is_told_step_by_step(tmp_path: Path) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close()
    for turn in range(60):
        wager = Wager(area=Area("player"), stake=Money(701 + turn), seat=1)
        table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="keyed wrongly").approve()
    table.deal("9S 3H KD 4C").finish()
    (one,) = told(tmp_path, [([encode(event)], WRITTEN) for event in table.happened], 1)
    corrected = [step.words for step in one.steps if step.entry.name == "bet-corrected"]
    assert [f"7.{turn + 1:02d}" in words for turn, words in enumerate(corrected)] == [True] * 60
    assert one.round == table.state.last


def test_a_round_that_is_taken_up_again_is_on_again(tmp_path: Path, one_round: tuple[Happened, ...]) -> None:
    again = [*encoded(one_round), ([encode(events.SettlementUndone())], WRITTEN)]
    with pytest.raises(RoundInPlayError):
        told(tmp_path, again, 1)


def test_a_number_that_never_was_is_said_to_be_none(reader: Reader, index: Index) -> None:
    with pytest.raises(NoSuchRoundError):
        recall_round(reader, index, 999)


def test_what_is_no_event_of_a_table_is_shown_by_its_name_and_body(
    tmp_path: Path, one_round: tuple[Happened, ...]
) -> None:
    """Also what a newer program has written: it is shown, and hides nothing of the round."""
    decided = encoded(one_round)
    flown = Record(name="bird-flown", version=3, body='{"over":"the table"}')
    acting = replace(WRITTEN, badge="S1", position="pit-manager (acting)")
    decided.insert(-1, ([flown], acting))
    (one,) = told(tmp_path, decided, 1)
    (step,) = [step for step in one.steps if step.entry.name == "bird-flown"]
    assert step.words == 'bird-flown {"over":"the table"}'
    assert (step.entry.badge, step.entry.position) == ("S1", "pit-manager (acting)")


def test_what_comes_after_the_end_is_shown_only_if_it_mends_the_round(
    tmp_path: Path, one_round: tuple[Happened, ...]
) -> None:
    more = [([Record(name="shift-ended", version=1, body='{"number":1}')], WRITTEN), *encoded(one_round[:2])]
    (one,) = told(tmp_path, [*encoded(one_round), *more], 1)
    assert one.steps[-1].entry.name == "round-concluded"


def test_a_round_that_damaged_dice_made_void_later_says_so(tmp_path: Path, one_round: tuple[Happened, ...]) -> None:
    begun = next(at for at, done in enumerate(one_round) if isinstance(done[-1], events.RoundBegan))
    second = [(events.RoundBegan(number=2),), *one_round[begun + 1 :]]
    voided = correction_events.RoundsVoided(numbers=(1,), nets=(), not_recovered=(), clause="5.6")
    decided = encoded((*one_round, *second, (voided,)))
    (first,) = told(tmp_path / "1", decided, 1)
    (other,) = told(tmp_path / "2", decided, 2)
    assert [step.words for step in first.notes] == ["rounds-voided (1) 5.6"]
    assert "rounds-voided" not in {step.entry.name for step in first.steps}
    assert other.notes == ()
    assert other.steps[-1].entry.name == "rounds-voided"


def indexed(folder: Path) -> None:
    """The index is there already when something is changed."""
    reader = open_reader(folder)
    index = Index(folder, reader)
    index.update()
    index.close()
    reader.close()


def test_what_was_changed_is_not_told_as_if_it_had_happened(tmp_path: Path, one_round: tuple[Happened, ...]) -> None:
    fill(tmp_path, encoded(one_round))
    indexed(tmp_path)
    more = "UPDATE events SET body = replace(body, '\"stake\":1', '\"stake\":9') WHERE name = 'bet-placed'"
    assert by_hand(tmp_path, "DROP TRIGGER events_update", more)
    opened = open_reader(tmp_path)
    found = Index(tmp_path, opened)
    found.update()
    for ask in (lambda: recall_round(opened, found, 1), lambda: search_rounds(opened, found, RoundQuery(number=1))):
        with pytest.raises(DamagedError, match="does not follow"):
            ask()
    found.close()
    opened.close()


def test_what_was_changed_of_what_held_before_a_round_is_not_told_either(
    tmp_path: Path, one_round: tuple[Happened, ...]
) -> None:
    fill(tmp_path, encoded(one_round))
    indexed(tmp_path)
    more = "UPDATE events SET body = replace(body, '\"name\":\"', '\"name\":\"X') WHERE name = 'table-opened'"
    assert by_hand(tmp_path, "DROP TRIGGER events_update", more)
    opened = open_reader(tmp_path)
    found = Index(tmp_path, opened)
    found.update()
    for ask in (lambda: recall_round(opened, found, 1), lambda: search_rounds(opened, found, RoundQuery(number=1))):
        with pytest.raises(DamagedError, match="does not follow"):
            ask()
    found.close()
    opened.close()


def test_rounds_entered_by_hand_are_recalled_and_are_no_part_of_the_round_before(reader: Reader, index: Index) -> None:
    """What ended the round that was interrupted is its last step; what came between two rounds is neither's."""
    ended, alone = 0, 0
    for one in all_recalled(reader, index):
        names = [step.entry.name for step in one.steps]
        if "outage-rounds-entered" in names:
            assert names[-1] == "outage-rounds-entered"
            assert names[0] == "round-began" or len(names) == 1
            assert not {"round-concluded", "round-voided"} & set(names)
            ended += len(names) > 1
            alone += len(names) == 1
    assert ended
    assert alone
