"""A file that a command writes: there whole, or not at all."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from dealer_app.cli.ending import stop
from dealer_app.private_files import open_text


@contextmanager
def whole_file(output: Path | None) -> Iterator[TextIO]:
    """The output itself where no file is named."""
    if output is None:
        yield sys.stdout
        return
    if output.is_dir():
        stop(f"{output}: cannot be written: it is a folder", 2)
    unfinished = output.with_name(f"{output.name}.new")
    try:
        with open_text(unfinished, "w", newline="") as out:
            yield out
        unfinished.replace(output)
    except OSError as problem:
        stop(f"{output}: cannot be written: {problem.strerror}", 2)
    finally:
        unfinished.unlink(missing_ok=True)
