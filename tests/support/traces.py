"""The golden traces: scripts, and what playing them gives, in codes and facts. `make traces` writes them again.

A script begins with remarks: `# clause BOOK ID ...` (as often as there are books), `# play GAME OPTIONS`, what it
shows, and `# ruling NUMBER=OPTION` for each option that it takes.
"""

import sys
from functools import cache
from pathlib import Path

from click.testing import CliRunner
from msgspec import Struct

from dealer_app.cli import main
from dealer_app.scripts.language import script_choices

ROUNDS = Path(__file__).parents[1] / "golden" / "rounds"


class Script(Struct, frozen=True):
    """One script, with the clauses that it shows, the options with which it is played, and those of rulings."""

    path: Path
    clauses: tuple[tuple[str, ...], ...]
    options: tuple[str, ...]
    rulings: tuple[str, ...]
    shows: str

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def trace(self) -> Path:
        return self.path.with_suffix(".trace")


@cache
def read_scripts() -> tuple[Script, ...]:
    return tuple(read_script(path) for path in sorted(ROUNDS.glob("*.script")))


def read_script(path: Path) -> Script:
    """Raises ValueError if its remarks do not say what has to be said."""
    remarks = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        remarks.append(line.removeprefix("#").strip())
    clauses = tuple(tuple(remark.split()[1:]) for remark in remarks if remark.startswith("clause "))
    options = [remark.split()[1:] for remark in remarks if remark.startswith("play ")]
    shows = [remark for remark in remarks if not remark.startswith(("clause ", "play ", "ruling ", "law "))]
    if not clauses or len(options) != 1 or not shows:
        raise ValueError(f"{path.name} begins with `# clause BOOK ID ...`, `# play GAME ...` and what it shows")
    return Script(
        path, clauses, tuple(options[0]), tuple(script_choices(path.read_text(encoding="utf-8"))), " ".join(shows)
    )


def play_trace(script: Script) -> str:
    """The trace as the command prints it, with its exit status at the end where that is not 0."""
    result = CliRunner().invoke(main, ["play", *script.options, "--script", str(script.path), "--codes"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    status = f"exit status {result.exit_code}\n" if result.exit_code else ""
    return f"# {script.shows}\n{result.output}{status}"


def write_traces() -> int:
    """Writes every trace; those of scripts that are gone are removed."""
    for old in set(ROUNDS.glob("*.trace")) - {script.trace for script in read_scripts()}:
        old.unlink()
    for script in read_scripts():
        script.trace.write_text(play_trace(script), encoding="utf-8")
    print(f"{len(read_scripts())} traces written")
    return 0


if __name__ == "__main__":
    sys.exit(write_traces())
