"""The audit in one process, against json loading and dumping each line; both as processes of their own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import dealt_rounds

pytestmark = pytest.mark.bench

LINES = 20_000
RUNS = 3
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audit") / "rounds.jsonl"
    path.write_text("\n".join(dealt_rounds.lines(LINES)) + "\n", encoding="utf-8")
    return path


def seconds(*command: str | Path) -> float:
    """What a process that measures itself says of one pass."""
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.parametrize(("stages", "most"), [("no-stages", 5), ("stages", 10)])
def test_the_audit_keeps_up_with_json(lines: Path, stages: str, most: int) -> None:
    passes, references = [], []
    for _ in range(RUNS):
        references.append(seconds(HERE / "reference" / "json_loop.py", lines))
        passes.append(seconds("-m", "tests.bench.audit_pass", lines, stages))
    found = min(passes) / min(references)
    print(
        f"\naudit, {stages}: {min(passes) / LINES * 1e6:.1f} us a line, "
        f"json {min(references) / LINES * 1e6:.1f} us, ratio {found:.2f}"
    )
    assert found <= most
