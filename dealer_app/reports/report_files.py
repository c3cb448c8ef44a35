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
from dealer_app.private_files import make_folder, open_bytes
from dealer_app.reports.certificate import certificate_document
from dealer_app.reports.commission import commission_document
from dealer_app.reports.dispute import dispute_document, pack_files
from dealer_app.reports.document import Document, document_csv, document_json
from dealer_app.reports.exceptions import exceptions_document
from dealer_app.reports.periods import PeriodRecord, read_record
from dealer_app.reports.report_context import ReportContext
from dealer_app.reports.round_sheet import round_document
from dealer_app.reports.shift import shift_document
from dealer_app.reports.sign_ins import sign_ins_document
from dealer_app.reports.typesetting import set_pages, set_pdf
from dealer_app.station.report_orders import ReportError, ReportForm, ReportKind, ReportOrder
from dealer_app.texts import Language
from dealer_app.texts.texts import language_pair

DOCUMENTS: Mapping[ReportKind, Callable[[ReportContext], Document]] = {
    ReportKind.SHIFT: shift_document,
    ReportKind.EXCEPTIONS: exceptions_document,
    ReportKind.SIGN_INS: sign_ins_document,
    ReportKind.ROUND: round_document,
    ReportKind.DISPUTE: dispute_document,
    ReportKind.DISPUTE_PACK: dispute_document,
    ReportKind.CERTIFICATE: certificate_document,
    ReportKind.COMMISSION: commission_document,
}
UNFINISHED = ".new"


def _watch_nothing(_at: int, _of: int) -> bool:
    return True


def make_report(
    folder: Path, order: ReportOrder, on_progress: OnProgress = _watch_nothing
) -> tuple[PeriodRecord, Document]:
    """The report of a journal as a value. Raises ReportError and JournalError."""
    record = read_record(folder, order.kind, order.period, on_progress)
    first, *rest = (Language(each) for each in order.languages)
    words = language_pair(first, rest[0] if rest else first)
    context = ReportContext(record=record, words=words, names=order.names)
    return record, DOCUMENTS[order.kind](context)


def write_report(folder: Path, order: ReportOrder, output: Path, on_progress: OnProgress = _watch_nothing) -> Document:
    """Makes the report and writes it; a dispute pack is a folder. Raises ReportError, and then nothing was written."""
    record, document = make_report(folder, order, on_progress)
    if order.kind is ReportKind.DISPUTE_PACK:
        write_folder(output, tuple(pack_files(folder, record, set_pdf(document))))
    else:
        write_file(output, _report_bytes(document, order.form))
    return document


def write_pages(folder: Path, order: ReportOrder, output: Path, on_progress: OnProgress = _watch_nothing) -> Document:
    """The pages as pictures in a new folder: what a window shows before it is saved."""
    _, document = make_report(folder, order, on_progress)
    pages = set_pages(document)
    write_folder(output, tuple((f"page-{number}.png", page) for number, page in enumerate(pages, start=1)))
    return document


def _report_bytes(document: Document, form: ReportForm) -> bytes:
    match form:
        case ReportForm.PDF:
            return set_pdf(document)
        case ReportForm.CSV:
            return document_csv(document).encode()
        case ReportForm.JSON:
            return document_json(document).encode()


def write_file(output: Path, data: bytes) -> None:
    """The file whole, in place of one of its name. Raises ReportError."""
    if output.is_dir():
        raise ReportError("is-a-folder", {"file": visible_text(str(output))})
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
