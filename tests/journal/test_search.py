"""What the events say is found, nothing else, by each thing that can be asked for and by several at once."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.values import replace
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, open_reader
from dealer_app.journal.round_summaries import CLAIM
from dealer_app.journal.search import MOST_ROUNDS, RoundQuery, search_rounds
from tests.support.long_journals import golden_decisions

ALL = 10_000


class Plain(dict[str, Any]):
    """A round as these tests read it: slowly, from the JSON of every event."""


@cache
def plainly_read() -> tuple[Plain, ...]:
    rounds: list[Plain] = []
    table, shoe, sequence = "", 0, 0
    for records, written in golden_decisions():
        for record in records:
            sequence += 1
            body = json.loads(record.body)
            match record.name:
                case "table-opened":
                    table, shoe = body["table"]["name"], 0
                case "cards-brought":
                    shoe = body["number"]
                case "round-began":
                    now = Plain(
                        first=sequence, number=body["number"], day=written.day, shoe=shoe, table=table, result=""
                    )
                    now |= {"seats": set(), "irregularities": set(), "persons": set()}
                    rounds.append(now)
                case "outage-rounds-entered":
                    _by_hand(rounds, body, sequence, written.day, written.badge, (table, shoe))
                case "rounds-voided":
                    for number in body["numbers"]:
                        next(one for one in reversed(rounds) if one["number"] == number)["result"] = "void"
                case _:
                    pass
            if rounds:
                last = next(one for one in reversed(rounds) if one.get("alone") is None)
                _note(last, record.name, body)
                if record.name not in NOT_OF_A_ROUND:
                    last["persons"].add(written.badge)
    return tuple(rounds)


NOT_OF_A_ROUND = {
    "table-opened", "table-closed", "cards-brought", "shoe-step-done", "cards-burned", "cutting-card-came",
    "shoe-ended", "shoe-closed", "method-chosen", "device-passed", "wagers-allowed", "limits-changed",
    "insurance-offer-changed",
    "outage-rounds-entered",
}  # fmt: skip


def _by_hand(
    rounds: list[Plain], body: dict[str, Any], sequence: int, day: str, badge: str, where: tuple[str, int]
) -> None:
    for number in range(body["first"], body["first"] + len(body["rounds"])):
        on = next((one for one in reversed(rounds) if one.get("alone") is None), None)
        if on is not None and on["number"] == number:
            on["result"] = "by-hand"
            on["persons"].add(badge)
            continue
        alone = Plain(first=sequence, number=number, day=day, table=where[0], shoe=where[1], result="by-hand")
        rounds.append(alone | {"seats": set(), "irregularities": set(), "persons": {badge}, "alone": True})  # type: ignore[arg-type]


def _note(now: Plain, name: str, body: dict[str, Any]) -> None:
    match name:
        case "bet-placed" | "bet-corrected" if body["bet"] is not None:
            now["seats"].add(body["bet"]["wager"]["seat"])
        case "insurance-taken":
            now["seats"].add(body["bet"]["who"][0])
        case "case-opened":
            now["irregularities"].add(body["case"]["trouble"])
        case "claim-raised":
            now["irregularities"].add(CLAIM)
        case "result-announced" | "settlement-restored":
            now["result"] = body["outcome"]
        case "settlement-undone":
            now["result"] = ""
        case "round-voided":
            now["result"] = "void"
        case _:
            pass


def slowly(wanted: RoundQuery) -> set[tuple[int, int]]:
    return {
        (one["first"], one["number"])
        for one in plainly_read()
        if (wanted.since is None or one["day"] >= wanted.since)
        and (wanted.until is None or one["day"] <= wanted.until)
        and wanted.shoe in (None, one["shoe"])
        and wanted.number in (None, one["number"])
        and wanted.result in (None, one["result"])
        and wanted.table in (None, one["table"])
        and (wanted.seat is None or wanted.seat in one["seats"])
        and (wanted.irregularity is None or wanted.irregularity in one["irregularities"])
        and (wanted.person is None or wanted.person in one["persons"])
    }


def every(key: str) -> list[Any]:
    return sorted({one[key] for one in plainly_read()})


def inner(key: str) -> list[Any]:
    return sorted({value for one in plainly_read() for value in one[key] if value is not None})


def single() -> Iterator[RoundQuery]:
    """Everything that there is, asked for alone."""
    yield RoundQuery()
    yield from (RoundQuery(since=day, until=day) for day in every("day"))
    yield from (RoundQuery(shoe=shoe) for shoe in every("shoe"))
    yield from (RoundQuery(number=number) for number in every("number"))
    yield from (RoundQuery(result=result) for result in every("result"))
    yield from (RoundQuery(table=table) for table in every("table"))
    yield from (RoundQuery(seat=seat) for seat in inner("seats"))
    yield from (RoundQuery(irregularity=code) for code in inner("irregularities"))
    yield from (RoundQuery(person=badge) for badge in inner("persons"))


@pytest.mark.assurance("A28")
def test_everything_there_is_is_found_and_nothing_else(reader: Reader, index: Index) -> None:
    asked = list(single())
    assert len(asked) > 250
    for wanted in asked:
        answer = search_rounds(reader, index, wanted, ALL)
        assert {(one.first, one.number) for one in answer.rounds} == slowly(wanted), wanted
        assert answer.rounds or wanted == RoundQuery(seat=0)


@pytest.mark.assurance("A47")
@given(data=st.data())
def test_several_things_at_once(golden_folder: Path, data: st.DataObject) -> None:
    of = data.draw(st.sampled_from([one for one in plainly_read() if one["seats"] - {None}]))
    wanted = RoundQuery()
    choices: dict[str, Any] = {
        "since": of["day"],
        "until": of["day"],
        "number": of["number"],
        "shoe": of["shoe"],
        "result": of["result"],
        "seat": min(of["seats"] - {None}),
        "person": data.draw(st.sampled_from(inner("persons"))),
        "irregularity": data.draw(st.sampled_from(inner("irregularities"))),
    }
    for name in data.draw(st.sets(st.sampled_from(sorted(choices)), min_size=2)):
        wanted = replace(wanted, **{name: choices[name]})
    opened = open_reader(golden_folder)
    made = Index(golden_folder, opened)
    try:
        made.update()
        found = {(one.first, one.number) for one in search_rounds(opened, made, wanted, ALL).rounds}
    finally:
        made.close()
        opened.close()
    assert found == slowly(wanted)


def test_the_latest_come_first_and_that_there_are_more_is_said(reader: Reader, index: Index) -> None:
    every_one = search_rounds(reader, index, RoundQuery(), ALL)
    some = search_rounds(reader, index, RoundQuery(), 7)
    assert not every_one.more
    assert some.more
    assert some.rounds == every_one.rounds[:7]
    assert [one.first for one in every_one.rounds] == sorted((one.first for one in every_one.rounds), reverse=True)
    assert len(search_rounds(reader, index, RoundQuery()).rounds) == MOST_ROUNDS
