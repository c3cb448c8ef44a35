"""An export in a test, line by line and in either form, and what the script of the documents says of it."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from dealer_app.journal.export import EntrySpan, ExportFormat, cell_text, export_entries, line_json
from dealer_app.journal.reader import Reader
from dealer_app.journal.records import Head
from dealer_app.journal.schema import ENTRY_COLUMNS

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_export.py"
Lines = list[dict[str, Any]]
PLAIN = re.compile(r"\\x\{([0-9a-f]+)\}")
NUMBERS = ("sequence", "decision", "utc", "offset", "counter", "version")


def export_lines(reader: Reader, form: ExportFormat, span: EntrySpan | None = None) -> tuple[Lines, Head]:
    """What an export says line by line, in whichever form; written again it is the same text."""
    out = io.StringIO()
    head = export_entries(reader, out, form, span or EntrySpan(1, reader.head().sequence))
    text = out.getvalue()
    lines = list(map(json.loads, text.splitlines())) if form is ExportFormat.JSON else from_table(text)
    assert as_text(lines, form) == text
    return lines, head


def from_table(text: str) -> Lines:
    lines: Lines = []
    csv.field_size_limit(2**31 - 1)
    for cells in csv.DictReader(io.StringIO(text)):
        row = {name: PLAIN.sub(lambda sign: chr(int(sign[1], 16)), cell) for name, cell in cells.items()}
        if row["decision"]:
            lines.append(row | {name: int(row[name]) for name in NUMBERS})
        else:
            lines.append({row["name"]: {"sequence": int(row["sequence"]), "hash": row["hash"]}})
    return lines


def as_text(lines: Lines, form: ExportFormat) -> str:
    if form is ExportFormat.JSON:
        return "".join(line_json(line) + "\n" for line in lines)
    out = io.StringIO()
    writer = csv.DictWriter(out, ENTRY_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        mark = next((name for name in ("after", "head") if name in line), None)
        row = line if mark is None else {"name": mark, **line[mark]}
        writer.writerow({name: cell_text(value) for name, value in row.items()})
    return out.getvalue()


def verify_lines(folder: Path, lines: Lines, form: ExportFormat, anchor: Head | None = None) -> tuple[int, str]:
    """What the script says, run as anybody would run it: alone, with no path to this program."""
    return verify_text(folder, as_text(lines, form), anchor)


def verify_text(folder: Path, text: str, anchor: Head | None = None) -> tuple[int, str]:
    """The same for a file with this text."""
    file = folder / "export"
    file.write_text(text, encoding="utf-8", newline="")
    alone = folder / "verify_export.py"
    shutil.copy(SCRIPT, alone)
    noted = [] if anchor is None else [str(anchor.sequence), anchor.hash.hex()]
    line = [sys.executable, "-I", "-S", str(alone), str(file), *noted]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.strip()
