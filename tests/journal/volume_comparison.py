"""Whether a journal that was cut into volumes tells the same as the uncut one."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from dealer_app.domain.values import replace
from dealer_app.journal.export import EntrySpan, ExportFormat, count_all_volumes, export_entries
from dealer_app.journal.reader import OnProgress
from dealer_app.journal.recall import RecalledRound
from dealer_app.journal.records import EMPTY_HEAD, is_broken_link
from dealer_app.journal.recovery import recover
from dealer_app.journal.round_summaries import RoundSummary
from dealer_app.journal.search import PastRounds, RoundQuery, open_past_rounds
from dealer_app.journal.volumes import open_chain, verify_closed_volumes
from dealer_app.station.snapshot import snapshot_bytes
from tests.journal.cut_journals import Uncut, cut_volumes
from tests.support.house_run import FOLDING
from tests.support.quick_folder import quick_folder

EVERY = 10_000


def compare_volumes(uncut: Uncut, at: set[int]) -> None:
    with quick_folder() as place:
        folder = place / "volumes"
        cut_volumes(uncut, at, folder)
        check_same_answers(uncut, folder)
        check_one_chain(folder, len(at) + 1)


@contextmanager
def look_back(folder: Path) -> Iterator[PastRounds]:
    def quiet() -> nullcontext[OnProgress]:
        return nullcontext(lambda _at, _of: True)

    with open_past_rounds(folder, quiet) as looking:
        yield looking


def recall_facts(recalled: RecalledRound, ends: tuple[int, ...]) -> object:
    """All of it but its place in the journal, until its table was closed.

    What came before the first round of the next sitting is shown with the round before, if that is in the same volume.
    """
    about = replace(recalled, steps=(), notes=())
    end = min(end for end in ends if end >= recalled.steps[0].entry.utc)
    steps = [step for step in recalled.steps if step.entry.utc <= end]
    return about, [[(step.entry[2:11], step.words) for step in some] for some in (steps, recalled.notes)]


def summary_fields(found: RoundSummary) -> dict[str, object]:
    return {name: getattr(found, name) for name in found.__struct_fields__ if name not in ("first", "last")}


def check_same_answers(laid: Uncut, other: Path) -> None:
    """A recall, a search, a count and a start give the same from both folders."""
    one = laid.folder
    assert snapshot_bytes(recover(one, FOLDING).state) == snapshot_bytes(recover(other, FOLDING).state)
    with look_back(one) as uncut, look_back(other) as volumes:
        every = uncut.recall_last(EVERY)
        whole = [recall_facts(recalled, laid.ends) for recalled in every]
        assert [recall_facts(recalled, laid.ends) for recalled in volumes.recall_last(EVERY)] == whole
        for number, tells in zip((recalled.number for recalled in every), whole, strict=True):
            assert tells in [recall_facts(recalled, laid.ends) for recalled in volumes.recall(number)]
        for wanted in search_requests(every):
            one_answer, other_answer = uncut.search(wanted, EVERY), volumes.search(wanted, EVERY)
            assert list(map(summary_fields, other_answer.rounds)) == list(map(summary_fields, one_answer.rounds))
            assert [found.number for found in volumes.search(wanted, 2).rounds] == [
                found.number for found in one_answer.rounds[:2]
            ]
            assert volumes.search(wanted, 2).more == (len(one_answer.rounds) > 2)
    one_stats, other_stats = count_all_volumes(one), count_all_volumes(other)
    assert [day.rounds for day in other_stats.days] == [day.rounds for day in one_stats.days]
    assert other_stats.irregularities == one_stats.irregularities
    agreed = {who: n for who, n in other_stats.overrides.items() if who[1] == "new-volume-agreed"}
    assert other_stats.overrides == {**one_stats.overrides, **agreed}
    added = {"journal-began", "state-carried", "new-volume-agreed"}
    assert {name: n for name, n in other_stats.names.items() if name not in added} == one_stats.names


def search_requests(every: tuple[RecalledRound, ...]) -> Iterator[RoundQuery]:
    yield from (
        RoundQuery(),
        RoundQuery(result="void"),
        RoundQuery(result="1-2-6"),
        RoundQuery(seat=1),
        RoundQuery(result="player"),
    )
    yield from (RoundQuery(number=recalled.number) for recalled in every)
    yield from (RoundQuery(table=table) for table in {recalled.table for recalled in every})
    yield from (RoundQuery(irregularity=code) for code in ("damaged-dice", "exposed-card", "claim", "power-failure"))


def check_one_chain(folder: Path, volumes: int) -> None:
    """From the first event to the last, in the volumes and in an export of them."""
    closed = verify_closed_volumes(folder)
    assert [volume.number for volume in closed] == list(range(1, volumes))
    at = EMPTY_HEAD
    with open_chain(folder) as chain:
        for entry in chain.entries():
            assert not is_broken_link(entry, at)
            at = type(at)(entry.sequence, entry.hash)
        out = io.StringIO()
        assert export_entries(chain, out, ExportFormat.JSON, EntrySpan(1, at.sequence)) == at
    assert json.loads(out.getvalue().splitlines()[0])["after"]["sequence"] == 0
