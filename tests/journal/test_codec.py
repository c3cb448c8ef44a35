"""Events are written as plain JSON under stable names, and come back as they were."""

import json
from fractions import Fraction
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import DECK
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import Seal, ShoeStep, TableState
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Bettor
from dealer_app.journal import codec
from dealer_app.journal.codec import from_plain, to_plain
from dealer_app.journal.event_registry import EVENT_NAMES, EVENT_VERSIONS, NAMES_BY_CLASS
from dealer_app.journal.records import JournalEntry, Record
from tests.journal.value_strategies import draw_all_fields
from tests.support.journals import all_decisions, script_decisions
from tests.support.traces import Script, read_scripts

draw_all_fields()
# A seal is made with a salt; one without has its value and salt elsewhere.
st.register_type_strategy(Seal, st.builds(Seal, digest=st.text(), salt=st.text(min_size=1)))


def read_back(record: Record) -> object:
    sealed = {kept.digest: (kept.value, kept.salt) for kept in record.sealed}
    return codec.decode_body(record.name, record.version, record.body, sealed.__getitem__)


@pytest.mark.assurance("A19")
def test_every_event_of_a_round_has_a_name() -> None:
    assert {named.event for named in EVENT_NAMES.values()} >= set(get_args(events.Event))


def test_no_name_is_a_place_in_the_program() -> None:
    for name, named in EVENT_NAMES.items():
        assert name == name.lower().replace("_", "-").replace(".", ""), name
        assert named.event.__name__ not in name


def test_the_golden_rounds_come_back_as_they_were() -> None:
    happened = [event for decision in all_decisions() for event in decision]
    assert [read_back(codec.encode(event)) for event in happened] == happened


@given(st.data())
@pytest.mark.parametrize("named", EVENT_NAMES.values(), ids=EVENT_NAMES)
def test_any_event_comes_back_as_it_was(named: Any, data: st.DataObject) -> None:
    event = data.draw(st.from_type(named.event))
    if isinstance(event, events.CaseOpened) and event.case.hidden and "salt" not in event.case.hidden:
        return
    record = codec.encode(event)
    assert json.loads(record.body) is not None
    assert "\n" not in record.body
    assert read_back(record) == event


@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_a_state_comes_back_as_it_was(script: Script) -> None:
    """A snapshot is the same wire as an event."""
    _, state = script_decisions(script)
    assert from_plain(json.loads(json.dumps(to_plain(state, TableState))), TableState) == state


def holds(cls: Any, what: type) -> bool:
    """At whatever depth."""
    if cls is what:
        return True
    within = get_type_hints(cls).values() if isinstance(cls, type) and issubclass(cls, Struct) else get_args(cls)
    return any(holds(kind, what) for kind in within)


KEEPING_A_SEAL = [event for event in NAMES_BY_CLASS if holds(event, Seal) and event is not events.CardUnsealed]


def test_every_event_that_may_keep_a_seal_is_written_apart() -> None:
    assert set(KEEPING_A_SEAL) == set(codec._SEALED_CARDS)
    assert {events.CardDrawn, events.CardCarriedIn, correction_events.CardHeldOver} <= set(KEEPING_A_SEAL)


@pytest.mark.parametrize("event", KEEPING_A_SEAL)
def test_a_sealed_card_is_in_the_body_by_its_digest_only(event: Any) -> None:
    seal = Seal("ab" * 32, "pepper")
    more = {"put": Place.NEITHER} if "put" in {field.name for field in fields(event)} else {}
    happened = event(card=DECK[6], turned=False, seal=seal, **more)
    record = codec.encode(happened)
    assert read_back(record) == happened
    assert DECK[6].text not in record.body
    assert "pepper" not in record.body
    assert json.loads(record.body)["seal"] == {"digest": seal.digest}
    assert [(kept.digest, kept.value, kept.salt) for kept in record.sealed] == [(seal.digest, DECK[6].text, seal.salt)]


def test_what_a_case_may_not_tell_is_in_its_body_by_a_digest_only() -> None:
    hiding = [
        event
        for decision in all_decisions()
        for event in decision
        if isinstance(event, events.CaseOpened) and event.case.hidden
    ]
    assert hiding
    for event in hiding:
        record = codec.encode(event)
        assert set(json.loads(record.body)["case"]["hidden"]) == {"digest"}


@pytest.mark.parametrize("named", EVENT_NAMES.values(), ids=EVENT_NAMES)
@given(st.data())
def test_a_body_written_before_a_field_was_added_is_read_with_its_default(named: Any, data: st.DataObject) -> None:
    """A field that came later has a default: an older body of the same version is whole without it."""
    added = {field.name: field.default for field in fields(named.event) if field.default is not NODEFAULT}
    event = data.draw(st.from_type(named.event))
    if isinstance(event, events.CaseOpened) and event.case.hidden and "salt" not in event.case.hidden:
        return
    record = codec.encode(event)
    sealed = {kept.digest: (kept.value, kept.salt) for kept in record.sealed}
    older = {name: value for name, value in json.loads(record.body).items() if name not in added or name == "seal"}
    wanted = replace(event, **{name: value for name, value in added.items() if name != "seal"})
    assert codec.decode_body(record.name, record.version, json.dumps(older), sealed.__getitem__) == wanted


def test_shoes_recorded_before_colour_shuffle_and_count_were_kept_are_read() -> None:
    def read(name: str, body: str) -> object:
        return codec.decode_body(name, 1, body, dict[str, tuple[str, str]]().__getitem__)

    brought = events.CardsBrought(number=2, set_name="red", decks=8)
    assert read("cards-brought", '{"number":2,"set_name":"red","decks":8}') == brought
    done = events.ShoeStepDone(step=ShoeStep.CUT, second="seat 1")
    assert read("shoe-step-done", '{"step":"cut","second":"seat 1"}') == done
    shoe_over = events.ShoeEnded(reason="over", counted=5, burned_unseen=0)
    assert read("shoe-ended", '{"reason":"over","counted":5,"burned_unseen":0}') == shoe_over
    owed = correction_events.WinningsKept(who=(1, Bettor("seated")), amount=Fraction(5, 2))
    assert read("winnings-kept", '{"who":[1,"seated"],"amount":[5,2]}') == owed


def test_an_event_of_a_newer_program_is_named() -> None:
    entry = JournalEntry(1, 1, "2026-01-01", 0, 0, 0, "", "", "card-flown", 1, "{}", b"")
    with pytest.raises(codec.UnknownEventError, match="version=card-flown 1 known=–"):
        codec.decode(entry, dict[str, tuple[str, str]]().__getitem__)
    with pytest.raises(codec.UnknownEventError, match="version=bets-closed 7 known=bets-closed 1"):
        codec.decode_body("bets-closed", 7, '{"late":false}', dict[str, tuple[str, str]]().__getitem__)


def test_only_versions_after_the_first_are_listed() -> None:
    assert all(version > 1 and name in EVENT_NAMES for name, version in EVENT_VERSIONS.items())
    assert all(NAMES_BY_CLASS[EVENT_NAMES[name].event].version == version for name, version in EVENT_VERSIONS.items())


def test_the_fields_that_are_written_are_those_of_the_class() -> None:
    for decision in all_decisions():
        for event in decision:
            body = json.loads(codec.encode(event).body)
            assert list(body) == [field.name for field in fields(event)]
