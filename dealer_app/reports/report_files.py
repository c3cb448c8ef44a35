"""Makes a report of a journal and writes it as a file, whole or not at all.

What is written stands beside its place under another name until it is complete. A disk that is full, a stick that was
pulled out, a place that may not be written: each is a ReportError, and nothing half written is left.
"""

import errno
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from dealer_app.domain.plain_text import visible_text
from dealer_app.journal.reader import OnProgress
from dealer_app.practice.folder import PracticeFolder
from dealer_app.private_files import make_folder, open_bytes
from dealer_app.reports.certificate import build_certificate_report
from dealer_app.reports.commission import build_commission_report
from dealer_app.reports.dispute import build_dispute_report, pack_files
from dealer_app.reports.exam_certificate import make_certificate
from dealer_app.reports.exceptions import build_exceptions_report
from dealer_app.reports.paper_report import PaperReport, report_csv, report_json
from dealer_app.reports.periods import PeriodRecord, read_record
from dealer_app.reports.report_context import ReportContext
from dealer_app.reports.round_sheet import build_round_report
from dealer_app.reports.shift import build_shift_report
from dealer_app.reports.sign_ins import build_sign_ins_report
from dealer_app.reports.typesetting import set_pages, set_pdf
from dealer_app.station.report_orders import ReportError, ReportForm, ReportKind, ReportOrder
from dealer_app.texts import Language, LanguagePair
from dealer_app.texts.texts import language_pair

REPORT_BUILDERS: Mapping[ReportKind, Callable[[ReportContext], PaperReport]] = {
    ReportKind.SHIFT: build_shift_report,
    ReportKind.EXCEPTIONS: build_exceptions_report,
    ReportKind.SIGN_INS: build_sign_ins_report,
    ReportKind.ROUND: build_round_report,
    ReportKind.DISPUTE: build_dispute_report,
    ReportKind.DISPUTE_PACK: build_dispute_report,
    ReportKind.CERTIFICATE: build_certificate_report,
    ReportKind.COMMISSION: build_commission_report,
}
UNFINISHED = ".new"


def _watch_nothing(_at: int, _of: int) -> bool:
    return True


def make_report(
    folder: Path, order: ReportOrder, on_progress: OnProgress = _watch_nothing
) -> tuple[PeriodRecord, PaperReport]:
    """The report of a journal as a value. Raises ReportError and JournalError."""
    record = read_record(folder, order.kind, order.period, on_progress)
    first, *rest = (Language(each) for each in order.languages)
    words = language_pair(first, rest[0] if rest else first)
    context = ReportContext(record=record, words=words, names=order.names)
    return record, REPORT_BUILDERS[order.kind](context)


def write_report(
    folder: Path, order: ReportOrder, output: Path, on_progress: OnProgress = _watch_nothing
) -> PaperReport:
    """Makes the report and writes it; a dispute pack is a folder. Raises ReportError, and then nothing was written."""
    record, report = make_report(folder, order, on_progress)
    if order.kind is ReportKind.DISPUTE_PACK:
        write_folder(output, tuple(pack_files(folder, record, set_pdf(report))))
    else:
        write_file(output, report_bytes(report, order.form))
    return report


def write_certificate(
    practice: PracticeFolder, session: int, output: Path, words: LanguagePair, form: ReportForm = ReportForm.PDF
) -> PaperReport:
    """Makes the certificate of an exam of practice and writes it whole. Raises ReportError and JournalError."""
    report = make_certificate(practice, session, words)
    write_file(output, report_bytes(report, form))
    return report


def write_pages(
    folder: Path, order: ReportOrder, output: Path, on_progress: OnProgress = _watch_nothing
) -> PaperReport:
    """The pages as pictures in a new folder: what a window shows before it is saved."""
    _, report = make_report(folder, order, on_progress)
    pages = set_pages(report)
    write_folder(output, tuple((f"page-{number}.png", page) for number, page in enumerate(pages, start=1)))
    return report


def report_bytes(report: PaperReport, form: ReportForm) -> bytes:
    """The report in this form, as it is written to a file."""
    match form:
        case ReportForm.PDF:
            return set_pdf(report)
        case ReportForm.CSV:
            return report_csv(report).encode()
        case ReportForm.JSON:
            return report_json(report).encode()


def write_file(output: Path, data: bytes) -> None:
    """The file whole, in place of one of its name, never of a device or a pipe. Raises ReportError."""
    if output.is_dir():
        raise ReportError("is-a-folder", {"file": visible_text(str(output))})
    if output.exists() and not output.is_file():
        raise not_written(output, OSError(errno.EEXIST, os.strerror(errno.EEXIST)))
    unfinished = output.with_name(f"{output.name}{UNFINISHED}")
    try:
        try:
            _write_durably(unfinished, data)
            unfinished.replace(output)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as problem:
        raise not_written(output, problem) from problem


def write_folder(output: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """The files in a new folder, all of them or none. Raises ReportError; what is there already is left as it is."""
    unfinished = output.with_name(f"{output.name}{UNFINISHED}")
    try:
        if output.exists():
            raise ReportError("already-there", {"file": visible_text(str(output))})
        shutil.rmtree(unfinished, ignore_errors=True)
        try:
            make_folder(unfinished)
            for name, data in files:
                _write_durably(unfinished / name, data)
            unfinished.replace(output)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    except OSError as problem:
        raise not_written(output, problem) from problem


def _write_durably(path: Path, data: bytes) -> None:
    """To the disk itself: a stick is pulled out as soon as somebody reads that it is saved."""
    with open_bytes(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


_FAULT_CODES = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
    errno.EFBIG: "disk-full",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.EROFS: "read-only",
    errno.ENOENT: "no-folder",
    errno.ENOTDIR: "no-folder",
    errno.EIO: "gone",
    errno.ENODEV: "gone",
    errno.ENXIO: "gone",
}


def not_written(output: Path, problem: OSError) -> ReportError:
    """Why it could not be written, and what to do."""
    code = _FAULT_CODES.get(problem.errno or 0, "not-written")
    reason = problem.strerror or str(problem)
    return ReportError(code, {"file": visible_text(str(output)), "reason": reason})
