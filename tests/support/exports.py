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

from dealer_app.journal.export import Form, Span, export, in_cell, in_line
from dealer_app.journal.reader import Reader
from dealer_app.journal.record import Head
from dealer_app.journal.schema import COLUMNS

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_export.py"
Lines = list[dict[str, Any]]
PLAIN = re.compile(r"\\x\{([0-9a-f]+)\}")
NUMBERS = ("sequence", "decision", "utc", "offset", "counter", "version")


def exported(reader: Reader, form: Form, span: Span | None = None) -> tuple[Lines, Head]:
    """What an export says line by line, in whichever form; written again it is the same text."""
    out = io.StringIO()
    head = export(reader, out, form, span or Span(1, reader.head().sequence))
    text = out.getvalue()
    lines = list(map(json.loads, text.splitlines())) if form is Form.JSON else from_table(text)
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


def as_text(lines: Lines, form: Form) -> str:
    if form is Form.JSON:
        return "".join(in_line(line) + "\n" for line in lines)
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        mark = next((name for name in ("after", "head") if name in line), None)
        row = line if mark is None else {"name": mark, **line[mark]}
        writer.writerow({name: in_cell(value) for name, value in row.items()})
    return out.getvalue()


def checked(folder: Path, lines: Lines, form: Form, anchor: Head | None = None) -> tuple[int, str]:
    """What the script says, run as anybody would run it: alone, with no path to this program."""
    return checked_text(folder, as_text(lines, form), anchor)


def checked_text(folder: Path, text: str, anchor: Head | None = None) -> tuple[int, str]:
    """The same of a file as it stands."""
    file = folder / "export"
    file.write_text(text, encoding="utf-8", newline="")
    alone = folder / "verify_export.py"
    shutil.copy(SCRIPT, alone)
    noted = [] if anchor is None else [str(anchor.sequence), anchor.hash.hex()]
    line = [sys.executable, "-I", "-S", str(alone), str(file), *noted]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.strip()
