"""The certificate of an exam of practice: who sat it, what it came to, the rule of grades, and what repeats it.

It is made of the practice folder's journal alone, but for the name: the same journal gives the same file.
"""

from collections.abc import Iterator

from msgspec import Struct

from dealer_app.layouts.compliance import document_title
from dealer_app.practice.exam_results import (
    STANDARD_GRADE,
    CompetencyResult,
    ExamNotOverError,
    ExamResult,
    UnknownExamError,
    read_exam_result,
)
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import FEWEST_ITEMS
from dealer_app.reports.paper_report import (
    Block,
    CellValue,
    Fact,
    FactsBlock,
    Figure,
    FigureTiles,
    PairBlock,
    PaperReport,
    RemarkBlock,
    SignaturesBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    local_time,
)
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.labels import section_text
from dealer_app.station.report_orders import ReportError
from dealer_app.texts import LanguagePair, amount_text

CERTIFICATE_KIND = "exam-certificate"
_DIGITS_TOGETHER = 16
_NOTHING = ScreenText("–")


class CertificateHolder(Struct, frozen=True, kw_only=True):
    """Whose certificate it is, as it stands beside the journal: the journal knows a number alone."""

    name: str
    badge: str = ""
    examiner: str = ""
    """The trainer who ended the exam before its end; nobody else is known to be one."""


def make_certificate(practice: PracticeFolder, session: int, words: LanguagePair) -> PaperReport:
    """The certificate of an exam that is over. Raises ReportError and JournalError."""
    number = {"number": str(session)}
    try:
        result = read_exam_result(practice.path, session)
    except UnknownExamError:
        raise ReportError("no-such-exam", number) from None
    except ExamNotOverError:
        raise ReportError("exam-not-over", number) from None
    trainee = result.began.trainee
    if trainee not in practice.state.trainees:
        raise ReportError("trainee-erased", number)
    known, examiner = practice.trainees.get(trainee), practice.trainers.get(result.ended_by)
    holder = CertificateHolder(
        name=trainee if known is None else known.name,
        badge="" if known is None else known.badge,
        examiner="" if examiner is None else examiner.name,
    )
    return build_exam_certificate(result, holder, words)


def build_exam_certificate(result: ExamResult, holder: CertificateHolder, words: LanguagePair) -> PaperReport:
    """The certificate as a value."""
    return _Certificate(result=result, holder=holder, words=words).build()


class _Certificate(Struct, frozen=True, kw_only=True):
    """A certificate in the making."""

    result: ExamResult
    holder: CertificateHolder
    words: LanguagePair

    def label(self, code: str, **facts: str | ScreenText) -> ScreenText:
        return section_text(self.words, "certificate", code, **facts)

    def alone(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """What says mostly names and numbers, in the language that is read."""
        return ScreenText(self.label(code, **facts).first)

    def competency(self, each: CompetencyResult) -> ScreenText:
        return section_text(self.words, "practice", f"competency-{each.competency.value}")

    def build(self) -> PaperReport:
        result, began = self.result, self.result.began
        head = result.ended
        return PaperReport(
            kind=CERTIFICATE_KIND,
            title=self.label("title"),
            about=tuple(self._about()),
            facts=self._facts(),
            blocks=self._blocks(),
            languages=(self.words.first.language.value, self.words.second.language.value),
            head_sequence=head.sequence,
            head_hash=head.hash.hex(),
            head_label=section_text(self.words, "report", "head-of-chain"),
            utc=head.utc,
            offset=head.offset,
            as_of=self.alone("practice-only", number=str(began.session)),
            one_page=True,
            practice=True,
        )

    def _facts(self) -> dict[str, CellValue]:
        result, began = self.result, self.result.began
        return {
            "exam": began.session,
            "trainee": began.trainee,
            "name": self.holder.name,
            "badge": self.holder.badge,
            "document": began.book,
            "layout": began.layout,
            "fingerprint": began.fingerprint,
            "seed": began.seed,
            "items": began.items,
            "answered": result.count_answered(),
            "right": result.right,
            "interrupted": int(result.interrupted),
            "items_hash": began.items_hash,
            "at_standard": int(result.is_at_standard),
        }

    def _about(self) -> Iterator[ScreenText]:
        result, began = self.result, self.result.began
        name = self.holder.name if not self.holder.badge else f"{self.holder.name} · {self.holder.badge}"
        yield ScreenText(name)
        title = document_title(load_rulebook(began.book).identity) if began.book in GAMES else began.book
        yield self.alone("exam-of", document=title, layout=began.layout)
        begin = local_time(result.begun.utc, result.begun.offset)
        end = local_time(result.ended.utc, result.ended.offset)
        is_one_day = begin.date() == end.date()
        yield self.label(
            "sat",
            day=begin.strftime("%Y-%m-%d"),
            begin=begin.strftime("%H:%M"),
            end=end.strftime("%H:%M" if is_one_day else "%Y-%m-%d %H:%M"),
        )

    def _blocks(self) -> tuple[Block, ...]:
        result = self.result
        blocks: list[Block] = []
        if result.interrupted:
            text = self.label("interrupted", answered=str(result.count_answered()), items=str(result.began.items))
            blocks.append(RemarkBlock(code="interrupted", text=text, marked=True))
        signers = (ScreenText(f"{self.holder.name}: "), ScreenText(f"{self.holder.examiner}: "))
        blocks += [
            self._figures(),
            self._grades(),
            PairBlock(left=(self._rule(),), right=(self._conditions(),)),
            self._repeating(),
            SignaturesBlock(
                code="signatures",
                labels=(
                    self._signature(signers[0], "sign-person"),
                    self._signature(signers[1], "sign-examiner"),
                    self.label("sign-date"),
                ),
            ),
            RemarkBlock(code="about", text=self.label("no-licence")),
        ]
        return tuple(blocks)

    def _signature(self, who: ScreenText, code: str) -> ScreenText:
        text = self.label(code)
        return text if who.first == ": " else ScreenText(who.first + text.first, text.second)

    def _figures(self) -> FigureTiles:
        result = self.result
        seen, below = result.list_seen(), result.list_weak()
        all_answers = len(result.answers)

        def share(code: str, count: int) -> Figure:
            text = self.label("of", part=str(count), all=str(all_answers)).first
            return Figure(code=code, label=self.label(code), text=text, value=count)

        standard = self.label("of", part=str(len(seen) - len(below)), all=str(len(seen))).first
        return FigureTiles(
            code="figures",
            title=self._standard_line(),
            figures=(
                Figure(
                    code="standard",
                    label=self.label("standard", grade=str(STANDARD_GRADE)),
                    text=standard,
                    value=len(seen) - len(below),
                ),
                share("right-first", result.right),
                share("in-time", result.in_time),
                Figure(
                    code="answered",
                    label=self.label("answered"),
                    text=self.label("of", part=str(result.count_answered()), all=str(result.began.items)).first,
                    value=result.count_answered(),
                ),
            ),
        )

    def _standard_line(self) -> ScreenText:
        result = self.result
        if not result.list_seen():
            return self.label("nothing-seen")
        if result.interrupted:
            return self.label("standard-open")
        if not result.list_weak():
            return self.label("at-standard")
        names = [self.competency(each) for each in result.list_weak()]
        listed = ScreenText(", ".join(each.first for each in names), "、".join(each.second for each in names))
        return self.label("below-standard", competencies=listed)

    def _column(self, code: str, *, right: bool = True, wide: bool = False) -> TableColumn:
        return TableColumn(code=code, title=self.label(f"col-{code}"), right=right, wide=wide)

    def _grades(self) -> TableBlock:
        columns = (
            self._column("grade", right=False),
            self._column("competency", right=False, wide=True),
            self._column("standing", right=False),
            self._column("items"),
            self._column("right"),
            self._column("in-time"),
            self._column("costly"),
            self._column("money"),
        )
        return TableBlock(
            code="grades",
            title=self.label("grades"),
            columns=columns,
            rows=tuple(self._grade_row(each) for each in self.result.competencies),
        )

    def _grade_row(self, each: CompetencyResult) -> TableRow:
        grade = each.grade
        mark = "not-seen" if grade is None else f"grade-{grade}"
        name = TableCell(text=self.competency(each), value=each.competency.value, strong=True)
        items = TableCell(text=ScreenText(str(each.items)), value=each.items)
        shape = TableCell(mark=mark, value=grade, text=NO_TEXT)
        if grade is None:
            rest = tuple(TableCell(text=_NOTHING, value="") for _ in range(4))
            return TableRow(cells=(shape, name, TableCell(text=self.label("not-seen"), value="not-seen"), items, *rest))
        code = "above" if grade > STANDARD_GRADE else "standing" if grade == STANDARD_GRADE else "below"
        return TableRow(
            cells=(
                shape,
                name,
                TableCell(text=self.label(code), value=code, strong=True),
                items,
                self._share_cell(each.right, each.items),
                self._share_cell(each.in_time, each.items),
                TableCell(text=ScreenText(str(each.costly)) if each.costly else _NOTHING, value=each.costly),
                self._money_cell(each.money),
            ),
            marked=grade < STANDARD_GRADE,
        )

    def _share_cell(self, part: int, whole: int) -> TableCell:
        return TableCell(text=ScreenText(f"{part} · {100 * part // whole} %"), value=part)

    def _money_cell(self, money: int) -> TableCell:
        text = amount_text(money, self.words.first.decimals)
        return TableCell(text=ScreenText(text) if money else _NOTHING, value=text.replace(",", ""))

    def _rule(self) -> TableBlock:
        """The rule that was in force when the exam ended."""
        rows = [
            TableRow(
                cells=(
                    TableCell(mark=f"grade-{grade}", value=grade),
                    TableCell(text=ScreenText(f"≥ {right} %"), value=right),
                    TableCell(text=ScreenText(f"≥ {in_time} %"), value=in_time),
                )
            )
            for grade, right, in_time in self.result.rule
        ]
        lowest = self.result.rule[-1][1]
        rows.append(
            TableRow(
                cells=(
                    TableCell(mark="grade-1", value=1),
                    TableCell(text=self.label("otherwise", right=str(lowest)), value=0),
                    TableCell(text=_NOTHING, value=0),
                )
            )
        )
        return TableBlock(
            code="rule",
            title=self.label("rule"),
            columns=(
                self._column("grade", right=False),
                self._column("right-share"),
                self._column("in-time-share"),
            ),
            rows=tuple(rows),
        )

    def _conditions(self) -> FactsBlock:
        limits = Fact(
            code="conditions", label=NO_TEXT, cell=TableCell(text=self.label("conditions-line"), value="no-help")
        )
        not_seen = Fact(
            code="not-seen",
            label=NO_TEXT,
            cell=TableCell(text=self.label("not-seen-line", fewest=str(FEWEST_ITEMS)), value=FEWEST_ITEMS),
        )
        resumed = Fact(
            code="resumed",
            label=NO_TEXT,
            cell=TableCell(text=self.label("resumed", times=str(self.result.resumed)), value=self.result.resumed),
        )
        policy = Fact(code="policy", label=NO_TEXT, cell=TableCell(text=self.label("rule-note"), value="house-policy"))
        facts = (limits, not_seen, policy, *((resumed,) if self.result.resumed else ()))
        return FactsBlock(code="conditions", title=self.label("conditions"), facts=facts, framed=True)

    def _repeating(self) -> FactsBlock:
        began = self.result.began
        facts = [
            ("hash", _group(began.items_hash), began.items_hash),
            ("seed", str(began.seed), str(began.seed)),
            ("items", str(began.items), str(began.items)),
            ("fingerprint", _group(began.fingerprint), began.fingerprint),
            ("command", f"dealer-station practice repeat {began.session}", str(began.session)),
        ]
        for number, item in enumerate(self.result.rounds, start=1):
            what = f"{item.scenario} {item.version}" if item.scenario else str(item.seed)
            facts.append((f"round-{number}", what, f"{what} {item.digest}".strip()))
        shown = [each for each in facts if not each[0].startswith("round-")]
        rows = [
            Fact(
                code=code,
                label=self.label(f"fact-{code}"),
                cell=TableCell(text=ScreenText(text), value=value),
            )
            for code, text, value in shown
        ]
        played = [text for code, text, _ in facts if code.startswith("round-")]
        if played:
            cell = TableCell(text=ScreenText(" · ".join(played)), value=" · ".join(played))
            rows.append(Fact(code="rounds", label=self.label("fact-rounds"), cell=cell))
        return FactsBlock(code="repeat", title=self.label("repeat"), facts=tuple(rows), inline=True)


def _group(text: str) -> str:
    """In groups of digits, between which a line can end."""
    places = range(0, len(text), _DIGITS_TOGETHER)
    return " ".join(text[place : place + _DIGITS_TOGETHER] for place in places)
