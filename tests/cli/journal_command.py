"""`dealer-station journal` in a test: on a folder, with these words, as it is called from a shell."""

from pathlib import Path

from click.testing import CliRunner, Result

from dealer_app.cli import main


def journal(folder: Path, *words: str) -> Result:
    done = CliRunner().invoke(main, ["journal", *words, "--data-dir", str(folder)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done
