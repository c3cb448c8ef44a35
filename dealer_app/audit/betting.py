"""The bets of a line and how they end, the same for cards and for dice once the row of verdicts is known."""

from collections.abc import Mapping, Sequence, Set

from dealer_app.audit import fields
from dealer_app.audit.amounts import text
from dealer_app.audit.faults import Code
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.wire import Written, net_so_far, written
from dealer_app.domain.limits import TableLimits, differential_over
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.one_bet import accepted_of_one, counting_of_one
from dealer_app.domain.policies import ExcessNoticed, UnderMinimum
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.settlement import gain, in_play
from dealer_app.domain.wagers import Area, Result, Wager


class Betting:
    """Reads and judges the bets on one layout."""

    def __init__(self, book: Rulebook, layout: Layout, known: Set[Area]) -> None:
        self.book = book
        self.layout = layout
        self._known = known
        self._seats = frozenset(layout.seats)
        self._column = {area: place for place, area in enumerate(layout.areas)}
        self._once_only = book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY

    def limits(self, line: Fields) -> TableLimits | None:
        """The sign at the table, if the line has one; `closed` speaks of bets that limits are applied to."""
        if "limits" not in line:
            if "closed" in line:
                refuse(Code.MISSING_FIELD, "a line with 'closed' needs the field 'limits'")
            return None
        if type(line.get("closed", True)) is not bool:
            refuse(Code.BAD_JSON, "closed is true or false")
        fields.needed(line, "bets", "a line with limits")
        return fields.limits(line["limits"], self.book, self.layout, self._known)

    def read(self, line: Fields, limits: TableLimits | None) -> list[Fields]:
        """The entries of `bets`, each as the format has it."""
        entries = fields.objects(line["bets"], "bets")
        for number, entry in enumerate(entries):
            if not self._plain(entry):
                fields.check_bet(
                    entry,
                    self.layout,
                    self._known,
                    f"bets[{number}]",
                    may_be_under_before=limits is not None and self._once_only,
                )
        return entries

    def _plain(self, entry: Fields) -> bool:
        """Whether the entry is right beyond doubt. Most are, and the careful look at each field takes its time."""
        area, stake, seat = entry.get("area"), entry.get("stake"), entry.get("seat")
        if not (type(area) is str and area in self._column and type(stake) is int and 1 <= stake < fields.TOO_MUCH):
            return False
        if not self._seats:
            return len(entry) == 2
        return len(entry) == 3 and type(seat) is int and seat in self._seats

    def counted(self, entries: Sequence[Fields], wagers: Sequence[Wager], limits: TableLimits) -> tuple[Counting, ...]:
        return counting_of_one(self.book, limits, wagers, under_minimum_before=fields.under_minimum_before(entries))

    def judge(self, entries: list[Fields], row: Sequence[Written], counted: Sequence[Counting] | None) -> list[Fields]:
        """Each entry as it was given, with its result, odds and net."""
        for place, entry in enumerate(entries):
            one = row[self._column[entry["area"]]]
            entry["result"] = one.result
            entry["odds"] = one.odds
            if counted is None:
                entry["net"] = net_so_far(one, entry["stake"])
            else:
                _add_counted(entry, one, counted[place])
        return entries

    def judge_open(self, line: Fields, limits: TableLimits, not_yet: Sequence[str]) -> Mapping[str, object]:
        """Bets are still open: what is in excess, and nothing else (`closed` false)."""
        for name in not_yet:
            if name in line:
                refuse(Code.UNKNOWN_FIELD, f"a line with closed false has no field {name!r}: bets are still open")
        wagers = [fields.wager(entry) for entry in self.read(line, limits)]
        answer: dict[str, object] = {"id": line["id"]}
        answer["excess"] = [
            ({} if wagers[place].seat is None else {"seat": wagers[place].seat})
            | {
                "bettor": wagers[place].bettor,
                "area": wagers[place].area,
                "stake": wagers[place].stake,
                "accepted": accepted,
                "rejected": wagers[place].stake - accepted,
            }
            for place, accepted in accepted_of_one(self.book, limits, wagers).items()
        ]
        if self.book.policies.excess_noticed.value is ExcessNoticed.ASK_BETTORS:
            answer["differential_over"] = differential_over(self.book, limits, wagers)
        return answer


def _add_counted(entry: Fields, one: Written, counted: Counting) -> None:
    if counted.counts is None:
        entry["counts"] = entry["net"] = None
        entry["needs"] = counted.needs
        return
    entry["counts"] = text(counted.counts)
    ended = in_play(one.verdict, counted.counts)
    if ended is not one.verdict:
        one = written(ended)
        entry["result"], entry["odds"] = one.result, one.odds
    undecided = ended.result is Result.OPEN or (ended.result is Result.WIN and ended.odds is None)
    entry["net"] = None if undecided else text(gain(ended, counted.counts))
