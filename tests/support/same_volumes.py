"""Whether a journal that was cut into volumes tells the same as the uncut one."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from dealer_app.domain.values import replace
from dealer_app.journal.export import Form, Span, export
from dealer_app.journal.found import Found
from dealer_app.journal.looking_back import LookingBack, looking_back
from dealer_app.journal.recall import Recalled
from dealer_app.journal.record import EMPTY, breaks
from dealer_app.journal.recovery import recover
from dealer_app.journal.search import Wanted
from dealer_app.journal.stats import stats_of_all
from dealer_app.journal.verifying import Told
from dealer_app.journal.volumes import check_closed, read_chain
from dealer_app.station.snapshot import snapshot
from tests.support.cut_journals import Uncut, cut
from tests.support.quick_folder import quick_folder
from tests.support.running_house import FOLDING

EVERY = 10_000


def compared(uncut: Uncut, at: set[int]) -> None:
    with quick_folder() as place:
        folder = place / "volumes"
        cut(uncut, at, folder)
        looks_the_same(uncut, folder)
        is_one_chain(folder, len(at) + 1)


@contextmanager
def looked(folder: Path) -> Iterator[LookingBack]:
    def quiet() -> nullcontext[Told]:
        return nullcontext(lambda _at, _of: True)

    with looking_back(folder, quiet) as looking:
        yield looking


def told(recalled: Recalled, ends: tuple[int, ...]) -> object:
    """All of it but where in the journal it stands, until its table was closed.

    What came before the first round of the next sitting is told with the round before, if that is in the same volume.
    """
    about = replace(recalled, steps=(), notes=())
    end = min(end for end in ends if end >= recalled.steps[0].entry.utc)
    steps = [step for step in recalled.steps if step.entry.utc <= end]
    return about, [[(step.entry[2:11], step.words) for step in some] for some in (steps, recalled.notes)]


def shown(found: Found) -> dict[str, object]:
    return {name: getattr(found, name) for name in found.__struct_fields__ if name not in ("first", "last")}


def looks_the_same(laid: Uncut, other: Path) -> None:
    """For whoever recalls, searches, counts, or starts."""
    one = laid.folder
    assert snapshot(recover(one, FOLDING).state) == snapshot(recover(other, FOLDING).state)
    with looked(one) as uncut, looked(other) as volumes:
        every = uncut.recall_last(EVERY)
        whole = [told(recalled, laid.ends) for recalled in every]
        assert [told(recalled, laid.ends) for recalled in volumes.recall_last(EVERY)] == whole
        for number, tells in zip((recalled.number for recalled in every), whole, strict=True):
            assert tells in [told(recalled, laid.ends) for recalled in volumes.recall(number)]
        for wanted in asked(every):
            one_answer, other_answer = uncut.search(wanted, EVERY), volumes.search(wanted, EVERY)
            assert list(map(shown, other_answer.rounds)) == list(map(shown, one_answer.rounds))
            assert [found.number for found in volumes.search(wanted, 2).rounds] == [
                found.number for found in one_answer.rounds[:2]
            ]
            assert volumes.search(wanted, 2).more == (len(one_answer.rounds) > 2)
    one_stats, other_stats = stats_of_all(one), stats_of_all(other)
    assert [day.rounds for day in other_stats.days] == [day.rounds for day in one_stats.days]
    assert other_stats.irregularities == one_stats.irregularities
    agreed = {who: n for who, n in other_stats.overrides.items() if who[1] == "new-volume-agreed"}
    assert other_stats.overrides == {**one_stats.overrides, **agreed}
    added = {"journal-began", "state-carried", "new-volume-agreed"}
    assert {name: n for name, n in other_stats.names.items() if name not in added} == one_stats.names


def asked(every: tuple[Recalled, ...]) -> Iterator[Wanted]:
    yield from (Wanted(), Wanted(result="void"), Wanted(result="1-2-6"), Wanted(seat=1), Wanted(result="player"))
    yield from (Wanted(number=recalled.number) for recalled in every)
    yield from (Wanted(table=table) for table in {recalled.table for recalled in every})
    yield from (Wanted(irregularity=code) for code in ("damaged-dice", "exposed-card", "claim", "power-failure"))


def is_one_chain(folder: Path, volumes: int) -> None:
    """From the first event to the last, in the volumes and in an export of them."""
    closed = check_closed(folder)
    assert [volume.number for volume in closed] == list(range(1, volumes))
    at = EMPTY
    with read_chain(folder) as chain:
        for entry in chain.entries():
            assert not breaks(entry, at)
            at = type(at)(entry.sequence, entry.hash)
        out = io.StringIO()
        assert export(chain, out, Form.JSON, Span(1, at.sequence)) == at
    assert json.loads(out.getvalue().splitlines()[0])["after"]["sequence"] == 0
