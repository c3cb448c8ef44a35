"""A class and a person as CSV and JSON, for the trainer's room and the terminal alike."""

import csv
import io
import json
from collections.abc import Mapping, Sequence

from dealer_app.journal.export import cell_text
from dealer_app.practice.overview import HORIZONS, TraineeRow
from dealer_app.practice.questions import Competency
from dealer_app.practice.trainee_names import Trainee
from dealer_app.practice.trainee_records import TraineeRecord

CLASS_COLUMNS = (
    "trainee",
    "name",
    "class",
    "answers",
    *(each.value for each in Competency),
    "skills begun",
    "weak skills",
    *(f"forgotten in {days} days" for days in HORIZONS),
    "sessions to standard",
    "most frequent error",
)


def row_plain(row: TraineeRow, names: Mapping[str, Trainee]) -> dict[str, str | int]:
    """A row by column; a competency that was not seen is empty."""
    grades = ("" if each.grade is None else each.grade for each in row.grades)
    error = row.causes[0][0].value if row.causes else ""
    known = names.get(row.trainee)
    values = (
        row.trainee,
        "" if known is None else known.name,
        "" if known is None else known.group,
        row.answers,
        *grades,
        row.begun,
        row.weak,
        *row.forgotten,
        row.sessions,
        error,
    )
    return dict(zip(CLASS_COLUMNS, values, strict=True))


def class_csv(rows: Sequence[TraineeRow], names: Mapping[str, Trainee]) -> str:
    """A line for each trainee; a cell that a spreadsheet would take for a formula is text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CLASS_COLUMNS)
    for row in rows:
        writer.writerow(cell_text(value) for value in row_plain(row, names).values())
    return out.getvalue()


def class_json(rows: Sequence[TraineeRow], names: Mapping[str, Trainee]) -> str:
    return json.dumps([row_plain(row, names) for row in rows], ensure_ascii=False, indent=1)


SKILL_COLUMNS = ("skill", "answers", "right", "right of the last first tries", "last", "due", "last error")


def person_csv(record: TraineeRecord) -> str:
    """A line for each skill that was asked."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(SKILL_COLUMNS)
    for row in _skill_rows(record):
        writer.writerow(cell_text(value) for value in row.values())
    return out.getvalue()


def person_json(row: TraineeRow, record: TraineeRecord, names: Mapping[str, Trainee]) -> str:
    """Figures, skills and exams of one trainee."""
    exams = [
        {
            "exam": exam.session,
            "at": exam.at,
            "document": exam.book,
            "layout": exam.layout,
            "read as": exam.fingerprint,
            "seed": exam.seed,
            "items": exam.items,
            "hash": exam.items_hash,
            "answered": exam.answered,
            "right": exam.right,
            "interrupted": exam.interrupted,
        }
        for exam in record.exams
        if exam.ended
    ]
    plain = {**row_plain(row, names), "skills": list(_skill_rows(record)), "exams": exams}
    return json.dumps(plain, ensure_ascii=False, indent=1)


def _skill_rows(record: TraineeRecord) -> Sequence[dict[str, str | int]]:
    """Moments are microseconds since 1970."""
    return [
        dict(
            zip(
                SKILL_COLUMNS,
                (code, known.answers, known.right, known.right_per_cent, known.last, known.due, known.cause),
                strict=True,
            )
        )
        for code, known in record.skills.items()
    ]
