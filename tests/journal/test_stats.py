"""What is counted is what was written."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from dealer_app.domain.values import replace
from dealer_app.journal.event_registry import EVENT_NAMES, PRACTICE_EVENTS
from dealer_app.journal.export import OVERRIDE_EVENTS, count_stats
from dealer_app.journal.reader import Reader, open_reader
from dealer_app.journal_errors import DamagedError
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, record
from tests.support.long_journals import fill, golden_decisions

USUAL = """
currency-shown
alarm-ended alarm-raised approval-asked approval-lapsed approval-used approval-withdrawn backup-failed backup-made
backups-removed bet-cut bet-never-placed bet-placed bet-taken-back bet-ticked bets-closed bets-returned bettor-left
bettors-are-one bettors-are-two card-carried-in card-drawn card-held-over card-unsealed cards-brought cards-burned
cards-given cards-laid cards-refused cards-turned carried-cards-turned case-closed case-opened checklist-signed
chips-not-recovered claim-raised clock-checked clock-jumped closing-noticed counter-began-anew cutting-card-came
dealer-relieved device-asked device-confirmed device-incident device-passed device-settled devices-set-up dice-changed
dice-read disk-filled-up dispute-began dispute-step-noted insurance-counted insurance-declined insurance-taken
journal-began journal-verified keyed-by-hand locked-out look-began look-ended method-chosen needs-changed
new-player-marked offer-closed pin-attempted program-failed report-made result-announced result-displayed round-began
round-concluded rulebook-in-force session-begun session-ended shift-began shift-ended shoe-ended shoe-order-found
shoe-step-done snapshot-taken state-carried station-founded station-started station-stopped supervisor-called
supervisor-came table-closed table-opened tried-too-soon tumbles-counted unclean-stop unknown-badge-tried
winnings-handed-over winnings-kept
"""
"""What happens when all goes as it should, what follows from something that is counted, and what nobody decided."""


@pytest.mark.assurance("A37")
def test_every_event_is_counted_under_its_name(golden_folder: Path, reader: Reader) -> None:
    found = count_stats(golden_folder, reader)
    written = [(record, about) for records, about in golden_decisions() for record in records]
    assert dict(found.names) == Counter(record.name for record, _ in written)
    assert found.head == reader.head()
    assert found.rounds == found.names["round-began"]
    assert len(found.days) == len({about.day for record, about in written if record.name == "round-began"})
    assert found.irregularities["claim"] == found.names["claim-raised"]
    assert sum(found.irregularities.values()) == found.names["case-opened"] + found.names["claim-raised"]
    expected = Counter((about.badge, record.name) for record, about in written if record.name in OVERRIDE_EVENTS)
    assert dict(found.overrides) == expected
    assert found.size == sum(path.stat().st_size for path in golden_folder.glob("journal.db*"))


@pytest.mark.assurance("A37")
def test_each_event_is_an_exception_or_the_usual_course() -> None:
    """Whoever adds an event says which: nothing that was corrected, voided or set otherwise is left uncounted."""
    # What stands in the journal of a practice folder is never in that of a table.
    usual = {*USUAL.split(), *PRACTICE_EVENTS}
    assert not OVERRIDE_EVENTS & usual
    assert set(EVENT_NAMES) == OVERRIDE_EVENTS | usual


def test_the_speed_is_that_between_the_first_and_the_last_round_of_each_day(tmp_path: Path) -> None:
    hour = 3_600_000_000
    times = [("2026-01-01", 0), ("2026-01-01", hour // 2), ("2026-01-01", hour), ("2026-01-02", 24 * hour)]
    begins = [
        ([record("round-began", f'{{"number":{number}}}')], replace(WRITTEN, day=day, utc=utc))
        for number, (day, utc) in enumerate(times, start=1)
    ]
    fill(tmp_path, begins)
    reader = open_reader(tmp_path)
    found = count_stats(tmp_path, reader)
    reader.close()
    assert [(day.day, day.rounds, day.lasted) for day in found.days] == [("2026-01-01", 3, hour), ("2026-01-02", 1, 0)]
    assert found.rounds_an_hour == Fraction(2)


def test_events_that_were_changed_are_not_counted(tmp_path: Path) -> None:
    fill(tmp_path, [([record("shift-began")], WRITTEN)])
    assert by_hand(tmp_path, "DROP TRIGGER events_update", "UPDATE events SET badge = 'D7'")
    reader = open_reader(tmp_path)
    with pytest.raises(DamagedError, match="does not follow"):
        count_stats(tmp_path, reader)
    reader.close()


def test_an_empty_journal_has_nothing_to_count(tmp_path: Path) -> None:
    fill(tmp_path, [([record("shift-began")], WRITTEN)])
    reader = open_reader(tmp_path)
    found = count_stats(tmp_path, reader)
    reader.close()
    assert (found.rounds, found.rounds_an_hour, found.days) == (0, None, ())
