"""Where a card, dice and a result come from is in the journal, in what is recalled, and in what is exported."""

import json
from pathlib import Path

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_events, events
from dealer_app.domain.round.state import Source
from dealer_app.journal.codec import decode_body, encode
from dealer_app.journal.export import ExportFormat
from dealer_app.journal.index import Index
from dealer_app.journal.reader import open_reader
from dealer_app.journal.recall import recall_round
from dealer_app.journal.search import RoundQuery, search_rounds
from dealer_app.observations import CardRead, LineUp
from tests.journal.exports import export_lines, verify_lines
from tests.station.listening.test_after_a_restart import first_run
from tests.support.rounds import V4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of one round: two cards of the shoe, two that were keyed beside it."""
    with first_run(tmp_path, V4) as table:
        table.says(LineUp(port="a")).close_bets()
        table.says(*(CardRead(sequence=str(number), card=CARDS[card]) for number, card in ((7, "9S"), (8, "3H"))))
        table.do(commands.DrawCard, card=CARDS["KD"]).do(commands.DrawCard, card=CARDS["4C"]).finish()
        # Of the round in play nothing is told: the next one ends this one.
    return tmp_path


@pytest.mark.assurance("A44")
def test_recall_tells_it_behind_each_card(folder: Path) -> None:
    reader = open_reader(folder)
    index = Index(folder, reader)
    index.update()
    (round_,) = recall_round(reader, index, 1)
    told = [step.words for step in round_.steps if step.words.startswith(("card-drawn", "result-announced"))]
    assert told[:2] == ["card-drawn 9S>P (shoe 7)", "card-drawn 3H>B (shoe 8)"]
    assert told[2].startswith("card-drawn KD>P (keyed by D11, approved by P10 in request ")
    assert told[4].endswith("(keyed by D11)")
    index.close()
    reader.close()


def test_who_signed_for_a_card_is_found_by_his_badge(folder: Path) -> None:
    reader = open_reader(folder)
    index = Index(folder, reader)
    index.update()
    assert [found.number for found in search_rounds(reader, index, RoundQuery(person="P10")).rounds] == [1]
    assert not search_rounds(reader, index, RoundQuery(person="M1")).rounds
    index.close()
    reader.close()


@pytest.mark.assurance("A44")
def test_an_export_has_it_and_is_still_in_order(folder: Path, form: ExportFormat) -> None:
    reader = open_reader(folder)
    lines, head = export_lines(reader, form)
    reader.close()
    assert verify_lines(folder, lines, form, head)[0] == 0
    drawn = [json.loads(line["body"])["source"] for line in lines if line.get("name") == "card-drawn"]
    assert [(source["device"], source["report"]) for source in drawn] == [
        ("shoe", "7"),
        ("shoe", "8"),
        ("", ""),
        ("", ""),
    ]
    assert [source["approved_by"] for source in drawn] == ["", "", "P10", "P10"]


SOURCE = Source(device="shoe", report="7", keyed_by="D1", approved_by="S1", approval=3)


@pytest.mark.parametrize(
    "event",
    [
        events.TumblesCounted(tumbles=3, source=SOURCE),
        events.DiceRead(dice=(2, 5, 6), source=SOURCE),
        events.CardsTurned(places=(0,), cards=(CARDS["9S"],), source=SOURCE),
        correction_events.DiceCorrected(before=(1, 1, 1), dice=(2, 5, 6), source=SOURCE),
    ],
)
def test_what_was_written_before_has_none(event: object) -> None:
    record = encode(event)
    assert decode_body(record.name, record.version, record.body, _nothing_sealed) == event
    body = json.loads(record.body)
    del body["source"]
    older = decode_body(record.name, record.version, json.dumps(body), _nothing_sealed)
    assert older.source is None  # type: ignore[attr-defined]


def _nothing_sealed(digest: str) -> tuple[str, str]:
    raise AssertionError(digest)
