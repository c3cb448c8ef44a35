"""Sets a report as PDF/A, or as pictures of its pages, by the templates of `resources/reports`.

Only the bundled letters are used, nothing is fetched, and a warning is an error: the same report is the same bytes on
every computer.
"""

import re
import warnings
from importlib.resources import as_file, files
from typing import Literal

import msgspec
import typst

from dealer_app.reports.paper_report import PaperReport

_TEMPLATE = "report.typ"
_STANDARD: Literal["a-2a"] = "a-2a"
SCREEN_DPI = 96


class TypesettingError(Exception):
    """A template does not fit a report: a fault of this program."""


def set_pdf(report: PaperReport) -> bytes:
    """The report as PDF/A-2a, dated as of the last event of its period."""
    (pdf,) = _compile(report, "pdf")
    return pdf


def set_pages(report: PaperReport, dots_per_inch: int = SCREEN_DPI) -> tuple[bytes, ...]:
    """Each page as a PNG, for a screen of so many dots per inch."""
    return _compile(report, "png", dots_per_inch)


def _compile(report: PaperReport, form: Literal["pdf", "png"], dots_per_inch: int = SCREEN_DPI) -> tuple[bytes, ...]:
    data = msgspec.json.encode(report).decode()
    with as_file(files("resources")) as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        compiler = typst.Compiler(
            input=str(folder / "reports" / _TEMPLATE),
            root=str(folder / "reports"),
            font_paths=typst.Fonts(
                include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder / "fonts")]
            ),
            ignore_system_fonts=True,
            # Nothing is ever looked for outside: a package is not found.
            package_path=str(folder / "reports"),
            package_cache_path=str(folder / "reports"),
        )
        made: bytes | list[bytes] | None = None
        faults: list[typst.TypstWarning] = []
        for last_try in (False, False, True):
            try:
                made, faults = compiler.compile_with_warnings(
                    format=form,
                    ppi=float(dots_per_inch) if form == "png" else None,
                    sys_inputs={"report": data},
                    pdf_standards=[_STANDARD] if form == "pdf" else [],
                    timestamp=report.utc // 1_000_000,
                )
                break
            except typst.TypstError as problem:
                unpainted = set("".join(_UNPAINTED.findall(problem.diagnostic)))
                if last_try or not unpainted:
                    raise TypesettingError(problem.diagnostic) from problem
                data = _write_by_number(data, unpainted)
    if faults:
        raise TypesettingError("\n".join(each.message for each in faults))
    assert made is not None, "nothing is written to a file"
    return tuple(made) if isinstance(made, list) else (made,)


_UNPAINTED = re.compile(r'the text `"(.+?)"` could not be displayed')


def _write_by_number(data: str, unpainted: set[str]) -> str:
    """What somebody keyed may have a sign that the bundled letters lack: it is written as `\\x{2a6a5}`."""
    return "".join(f"\\\\x{{{ord(sign):x}}}" if sign in unpainted else sign for sign in data)
