"""An entry of the queue in the journal: texts by name, in the order in which they were always written.

What is sealed is found by a digest of its texts, so that the order belongs to them; an older journal has the same.
"""

import json

import pytest

from dealer_app.device_questions import (
    DealerWord,
    EntryFacts,
    EntrySecrets,
    EntrySubject,
    ListeningState,
    Question,
    QueueEntry,
    fact_texts,
    read_facts,
    read_secrets,
    secret_texts,
)
from dealer_app.devices.table_access import question_event
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.domain.rulebook import Side
from dealer_app.journal.codec import encode, seal_hidden
from dealer_app.observations import Destination, OutsideGame, Resting
from dealer_app.station.snapshot import hide_sealed, read_carried_state, read_snapshot, restore_sealed, snapshot_bytes
from dealer_app.station.state import StationState

NINE = CARDS["9H"]
READ = EntrySecrets(card=NINE, destination=Destination.BANKER, salt="s")
DICE = EntrySecrets(dice=Tumble((2, 5, 6)), resting=(Resting.FLAT, Resting.FLAT, Resting.COCKED), tumbles=3, salt="s")
UNREAD_DICE = EntrySecrets(resting=(Resting.NOT_REPORTED,) * 3, salt="s")
CONFIRMED, KEYED = EntryFacts(said=DealerWord.CONFIRMED), EntryFacts(said=DealerWord.KEYED)

SECRETS: tuple[tuple[EntrySubject, EntryFacts, EntrySecrets, str], ...] = (
    (EntrySubject.CARD, EntryFacts(), READ, '{"card":"9H","destination":"banker","salt":"s"}'),
    (
        EntrySubject.CARD,
        EntryFacts(),
        EntrySecrets(destination=Destination.UNKNOWN, salt="s"),
        '{"card":"","destination":"unknown","salt":"s"}',
    ),
    (
        EntrySubject.CARD,
        CONFIRMED,
        EntrySecrets(card=NINE, destination=Destination.BANKER, put=Place.PLAYER, salt="s"),
        '{"card":"9H","destination":"banker","salt":"s","put":"P"}',
    ),
    (EntrySubject.CARD, CONFIRMED, READ, '{"card":"9H","destination":"banker","salt":"s","put":""}'),
    (EntrySubject.CARD, KEYED, EntrySecrets(card=NINE, salt="s"), '{"card":"9H","put":"","salt":"s"}'),
    (EntrySubject.CARD, KEYED, EntrySecrets(put=Place.NEITHER, salt="s"), '{"card":"","put":"X","salt":"s"}'),
    (EntrySubject.BURN, EntryFacts(unseen=9), EntrySecrets(card=NINE, salt="s"), '{"card":"9H","salt":"s"}'),
    (
        EntrySubject.DICE,
        EntryFacts(early=True),
        DICE,
        '{"dice":"2-5-6","resting":"flat flat cocked","tumbles":"3","salt":"s"}',
    ),
    (
        EntrySubject.DICE,
        EntryFacts(early=True, said=DealerWord.CONFIRMED),
        DICE,
        '{"dice":"2-5-6","tumbles":"3","resting":"flat flat cocked","salt":"s"}',
    ),
    (
        EntrySubject.DICE,
        EntryFacts(),
        UNREAD_DICE,
        '{"dice":"","resting":"not-reported not-reported not-reported","tumbles":"","salt":"s"}',
    ),
)
FACTS: tuple[tuple[EntryFacts, str], ...] = (
    (EntryFacts(), "{}"),
    (EntryFacts(unseen=3), '{"unseen":"3"}'),
    (EntryFacts(state=OutsideGame.LOCKED), '{"state":"locked"}'),
    (EntryFacts(early=True, said=DealerWord.CONFIRMED), '{"early":"yes","said":"yes"}'),
    (EntryFacts(said=DealerWord.KEYED, refusal="too-many-cards"), '{"said":"keyed","refusal":"too-many-cards"}'),
    (EntryFacts(device_says=Side.BANKER), '{"device_says":"banker"}'),
)


def entry_of(what: EntrySubject, facts: EntryFacts, hidden: EntrySecrets) -> QueueEntry:
    return QueueEntry(number=1, device="one", what=what, question=Question.NOT_NOW, round=1, facts=facts, hidden=hidden)


@pytest.mark.parametrize(("what", "facts", "hidden", "text"), SECRETS, ids=[each[-1] for each in SECRETS])
def test_what_is_sealed_of_an_entry_is_written_as_it_always_was(
    what: EntrySubject, facts: EntryFacts, hidden: EntrySecrets, text: str
) -> None:
    entry = entry_of(what, facts, hidden)
    record = encode(question_event(entry))
    (sealed,) = record.sealed
    assert sealed.value == text
    assert sealed.digest in record.body
    assert '"9H"' not in record.body
    assert read_secrets(json.loads(text)) == hidden


@pytest.mark.parametrize(("facts", "text"), FACTS, ids=[each[-1] for each in FACTS])
def test_what_may_be_seen_of_an_entry_is_written_as_it_always_was(facts: EntryFacts, text: str) -> None:
    entry = entry_of(EntrySubject.CARDS, facts, EntrySecrets())
    assert f'"facts":{text},"hidden":{{}}' in encode(question_event(entry)).body
    assert read_facts(fact_texts(facts)) == facts


def test_of_nothing_hidden_nothing_is_sealed() -> None:
    assert not secret_texts(entry_of(EntrySubject.CARDS, EntryFacts(), EntrySecrets()))


@pytest.mark.parametrize(("what", "facts", "hidden", "text"), SECRETS, ids=[each[-1] for each in SECRETS])
def test_a_snapshot_has_the_digest_of_an_entry_and_is_read_again(
    what: EntrySubject, facts: EntryFacts, hidden: EntrySecrets, text: str
) -> None:
    sealed = seal_hidden(json.loads(text))
    state = StationState(listening=ListeningState(row=(entry_of(what, facts, hidden),), asked=1))

    def find(digest: str) -> tuple[str, str]:
        assert digest == sealed.digest
        return sealed.value, sealed.salt

    kept = snapshot_bytes(state)
    (row,) = json.loads(kept)["state"]["listening"]["row"]
    assert row["hidden"] == {"digest": sealed.digest}
    assert read_snapshot(kept, find) == state
    assert restore_sealed(hide_sealed(state), find) == state


def test_a_queue_that_an_older_program_carried_over_is_read() -> None:
    """A cutting card that the table refused, and cards that may have come: nothing of them is sealed."""
    rows = (
        entry_of(EntrySubject.CUTTING_CARD, EntryFacts(said=DealerWord.CONFIRMED, refusal="x"), EntrySecrets()),
        entry_of(EntrySubject.CARDS, EntryFacts(), EntrySecrets()),
    )
    state = StationState(listening=ListeningState(row=rows, asked=1))
    plain = json.loads(snapshot_bytes(state))
    written = [(row["facts"], row["hidden"]) for row in plain["state"]["listening"]["row"]]
    assert written == [({"said": "yes", "refusal": "x"}, {}), ({}, {})]
    assert read_carried_state(json.dumps(plain)) == state
