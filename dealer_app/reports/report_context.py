"""What every report is made with: its record, its two languages, and the texts that all of them share.

Here are the head of a page, people, times, amounts, areas, clauses and events in words.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.round.events import ClaimClosed, ClaimRaised
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table_settings import BetKeeping, Rules, Table
from dealer_app.people.positions import Position, Positions, load_positions
from dealer_app.reports.paper_report import (
    Aside,
    Block,
    CellValue,
    PaperReport,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    local_time,
)
from dealer_app.reports.periods import PeriodRecord, RecordEvent
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_text
from dealer_app.screens.labels import bettor_name, bilingual_text, section_text
from dealer_app.screens.timeline import EVENT_CODES, TimelineEvent, find_subject
from dealer_app.station.report_orders import ReportError, ReportKind
from dealer_app.station.state import StationState
from dealer_app.station.table import RulesChangedError, load_rules
from dealer_app.texts import LanguagePair, Words, amount_text

_ACTING = " (acting)"
_HASH_SHOWN = 16
_DATE_LENGTH = 10
_MINUTE = 60


_QUOTING = (ClaimRaised, ClaimClosed)


class ReportContext(Struct, frozen=True, kw_only=True, dict=True):
    """A report in the making: `names` has dealers in it by name."""

    record: PeriodRecord
    words: LanguagePair
    names: bool = False

    @cached_property
    def positions(self) -> Positions:
        return load_positions()

    @property
    def end(self) -> StationState:
        """The station as of the last event of the period."""
        return self.record.end

    @cached_property
    def screen(self) -> ScreenContext:
        """For sentences that the window has too: of nobody, at this table."""
        devices = {name: kind.value for name, kind in self.end.set_up.now.items() if kind is not None}
        return ScreenContext(
            state=self.end,
            rules=None,
            guide=None,
            approval_request=None,
            words=self.words,
            positions=self.positions,
            moment=Timestamp(utc=self.record.last.utc, offset=self.record.last.offset, counter=0),
            terminal="",
            devices=devices,
        )

    @cached_property
    def table(self) -> Table | None:
        """The table of the period: as it is open at its end, or was open last."""
        return self.end.table.table or self.end.last_table

    @cached_property
    def rules(self) -> Rules | None:
        """By which document it is played; none where none is in force, or the station has another file of it now."""
        if self.end.book is None or self.table is None:
            return None
        try:
            return load_rules(self.end.book, self.table.layout)
        except RulesChangedError:
            return None

    # Words

    def label(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of the reports by its code."""
        return section_text(self.words, "report", code, **facts)

    def words_text(self, ask: Callable[[Words], str]) -> ScreenText:
        return bilingual_text(self.words, ask)

    def alone(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label that says mostly names and numbers, which are alike in both languages: in the one that is read."""
        return first_alone(self.label(code, **facts))

    def word(self, section: str, code: str) -> ScreenText:
        """An entry of another catalogue that has no facts."""
        return self.words_text(lambda words: words.text(section, code))

    def reason(self, reason: str) -> ScreenText:
        """A usual reason in both languages; any other as somebody wrote it."""
        return self.words_text(lambda words: words.reason_words(reason))

    def position(self, position: Position) -> ScreenText:
        return self.word("position", position.value)

    def area(self, area: str) -> ScreenText:
        return self.words_text(lambda words: words.area(area))

    def column(self, code: str, *, right: bool = False, wide: bool = False) -> TableColumn:
        return TableColumn(code=code, title=self.label(f"col-{code}"), right=right, wide=wide)

    def columns(self, *codes: str, wide: str = "", right: tuple[str, ...] = ()) -> tuple[TableColumn, ...]:
        """The columns of a table by their codes: one takes the room that is left, others stand at the right."""
        return tuple(self.column(code, right=code in right, wide=code == wide) for code in codes)

    def event_table(
        self,
        code: str,
        title: str,
        columns: tuple[TableColumn, ...],
        rows: Iterable[TableRow],
        *,
        empty: str,
        counts: bool = False,
    ) -> TableBlock:
        """A table of what happened; what it says where there is nothing, and how many there are."""
        made = tuple(rows)
        return TableBlock(
            code=code,
            title=self.label(title),
            columns=columns,
            rows=made,
            empty=self.label(empty),
            note=self.alone("in-all", count=str(len(made))) if counts else NO_TEXT,
        )

    # People, times, amounts

    def person(self, badge: str, position: str = "") -> ScreenText:
        """By position and badge, and by name where the report has names; the station itself is called so."""
        if not badge:
            return self.label("station-itself")
        account = self.end.people.accounts.get(badge)
        held = position.removesuffix(_ACTING) or ("" if account is None else account.position.value)
        name = account.name if account is not None and self.names else badge
        if held not in self.words.first.sections["position"]:
            return ScreenText(name)
        acting = position.endswith(_ACTING)
        return self.words_text(lambda words: f"{words.position(held, acting=acting)} {name}")

    def person_cell(self, badge: str, position: str = "") -> TableCell:
        return TableCell(text=first_alone(self.person(badge, position)), value=badge or "station")

    def time(self, utc: int, offset: int) -> str:
        """The time of day; with the date where the period goes over several gaming days."""
        first, last = self.record.days
        return local_time(utc, offset).strftime("%H:%M:%S" if first == last else "%m-%d %H:%M:%S")

    def time_cell(self, happening: RecordEvent) -> TableCell:
        utc, offset = happening.entry.utc, happening.entry.offset
        moment = local_time(utc, offset)
        return TableCell(text=ScreenText(self.time(utc, offset)), value=moment.strftime("%Y-%m-%dT%H:%M:%S"))

    def money(self, minor: Fraction | int) -> str:
        return amount_text(minor, self.words.first.decimals).replace("-", "−")

    def money_cell(self, minor: Fraction | int, *, sign: bool = False, strong: bool = False) -> TableCell:
        """For a program in the unit of the table, as a decimal or an exact fraction."""
        shown = self.money(minor)
        return TableCell(
            text=ScreenText(f"+{shown}" if sign and minor > 0 else shown),
            value=amount_text(minor, self.words.first.decimals).replace(",", ""),
            strong=strong,
        )

    def area_cell(self, area: str, *, strong: bool = False) -> TableCell:
        mark = area if area in ("player", "banker", "tie") else ""
        return TableCell(text=self.area(area), value=area, mark=mark, strong=strong)

    def bettor(self, who: Who) -> ScreenText:
        return bettor_name(self.words, who)

    def clause_cell(self, clause: str) -> TableCell:
        """A clause in its frame; what only the house has laid down is called so."""
        if clause and clause != HOUSE_POLICY:
            return TableCell(clauses=(clause,), value=clause)
        return TableCell(text=self.label("house-policy" if clause else "no-clause"), value=clause)

    def place(self, happening: RecordEvent) -> ScreenText:
        """`shoe 3 round 40`; at a table of dice the round alone."""
        if not happening.round:
            return NO_TEXT
        if happening.shoe:
            return self.alone("shoe-round", shoe=str(happening.shoe), round=str(happening.round))
        return self.alone("round-only", round=str(happening.round))

    def trouble(self, code: str) -> ScreenText:
        return self.words_text(lambda words: words.irregularity(code).name)

    def event(self, happening: RecordEvent, before: tuple[object, ...] = ()) -> ScreenText:
        """An event in the words of the window, or in those of the reports; nothing for what neither speaks of."""
        entry, event = happening.entry, happening.event
        if type(event) in EVENT_CODES:
            about = find_subject(before, event)
            one = TimelineEvent(event, entry.utc, entry.offset, entry.badge, entry.position, about)
            text = event_text(self.screen, one)
            # What somebody said is the same in both languages, and is said once.
            return first_alone(text) if isinstance(event, _QUOTING) else text
        if entry.name in self.words.first.sections["report-event"]:
            return section_text(self.words, "report-event", entry.name)
        return NO_TEXT

    # The page

    def build_report(
        self,
        kind: ReportKind,
        blocks: tuple[Block, ...],
        *,
        about: tuple[ScreenText, ...] | None = None,
        aside: Aside | None = None,
        facts: dict[str, CellValue] | None = None,
        one_page: bool = False,
    ) -> PaperReport:
        """A report of this kind, with the head of the period on it."""
        as_of = self.record.final_entry
        moment = local_time(as_of.utc, as_of.offset).strftime("%Y-%m-%d %H:%M:%S")
        return PaperReport(
            kind=kind.value,
            title=self.label(f"title-{kind.value}"),
            about=self._about() if about is None else about,
            facts={**self._facts(), **(facts or {})},
            blocks=blocks,
            languages=(self.words.first.language.value, self.words.second.language.value),
            head_sequence=as_of.sequence,
            head_hash=as_of.hash.hex(),
            head_label=self.label("head-of-chain"),
            utc=as_of.utc,
            offset=as_of.offset,
            as_of=self.alone("as-of", time=moment),
            aside=aside,
            one_page=one_page,
        )

    def _facts(self) -> dict[str, CellValue]:
        first, last = self.record.days
        table, rules = self.table, self.rules
        return {
            "station": self.end.station,
            "table": None if table is None else table.name,
            "document": None if self.end.book is None else self.end.book.game,
            "fingerprint": None if self.end.book is None else self.end.book.fingerprint,
            "layout": None if table is None else table.layout,
            "document_at_hand": None if self.end.book is None else int(rules is not None),
            "first_day": first,
            "last_day": last,
            "shift": self.record.period.shift,
            "round": self.record.period.round,
            "first_event": self.record.first_sequence,
        }

    def _about(self) -> tuple[ScreenText, ...]:
        return (self.label("table-period", table=self.table_name(), period=self.period_text()), *self.document_lines())

    def table_name(self) -> ScreenText:
        return self.label("no-table") if self.table is None else ScreenText(self.table.name)

    def period_text(self) -> ScreenText:
        """The shift by its number and times, or the gaming days."""
        record = self.record
        first, last = record.days
        if record.period.shift is None:
            day = first if first == last else f"{first} – {last}"
            return self.label("of-days", day=day)
        begun = record.happenings[0].entry if record.happenings else record.last
        code = "of-shift-on" if record.is_running else "of-shift"
        return self.label(
            code if record.period.shift else "of-shift-by-clock",
            shift=str(record.period.shift),
            day=first,
            begin=local_time(begun.utc, begun.offset).strftime("%H:%M"),
            end=local_time(record.last.utc, record.last.offset).strftime("%H:%M"),
        )

    def document_lines(self) -> tuple[ScreenText, ...]:
        """The approved document, its fingerprint, and the limits of the table."""
        book, table, rules = self.end.book, self.table, self.rules
        if book is None or table is None:
            return (self.label("no-document"),)
        lines = []
        if rules is not None:
            identity = rules.book.identity
            lines.append(
                self.alone(
                    "document-line" if identity.number else "document-line-unnumbered",
                    name=identity.name,
                    version=identity.version,
                    day=identity.effective[:_DATE_LENGTH],
                    layout=table.layout,
                )
            )
        else:
            lines.append(self.alone("document-changed", name=book.game))
        lines.append(self.alone("fingerprint", digest=hash_text(book.fingerprint)))
        general = table.limits.general
        unknown = self.label("no-limit")
        lines.append(
            self.label(
                "limits-line",
                least=unknown if general.minimum is None else ScreenText(self.money(general.minimum)),
                most=unknown if general.maximum is None else ScreenText(self.money(general.maximum)),
                bets=self.label("bets-keyed" if table.bets is BetKeeping.KEYED else "bets-off"),
            )
        )
        return tuple(lines)

    def require_table(self) -> Table:
        """The table of the period. Raises ReportError where none was ever opened."""
        if self.table is None:
            raise ReportError("no-table", {})
        return self.table


def first_alone(text: ScreenText) -> ScreenText:
    """The text in the language that is read, without the other."""
    return ScreenText(text.first)


def place_code(happening: RecordEvent) -> str | None:
    """`shoe-3 round-40`, for a program: the same in every language; nothing where no round was."""
    if not happening.round:
        return None
    return f"shoe-{happening.shoe} round-{happening.round}" if happening.shoe else f"round-{happening.round}"


def hash_text(digest: str) -> str:
    """`08c7 e09b f1b2 c28f … f531`: enough to compare by eye."""
    shown = [digest[place : place + 4] for place in range(0, _HASH_SHOWN, 4)]
    return f"{' '.join(shown)} … {digest[-4:]}"


def span_text(seconds: int) -> str:
    """`0:52`, `12:05`, `3:12:05`."""
    minutes, rest = divmod(max(0, seconds), _MINUTE)
    hours, minutes = divmod(minutes, _MINUTE)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
