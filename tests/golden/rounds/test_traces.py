"""Every script gives the trace that lies beside it. `make traces` writes the traces anew; a change is for a reader."""

from pathlib import Path

import pytest

from dealer_app.rulebooks import GAMES, load_rulebook
from tests.support.traces import ROUNDS, Script, play_trace, read_script, read_scripts


def _marked(script: Script) -> object:
    marks = [pytest.mark.clause(book, *ids) for book, *ids in script.clauses]
    return pytest.param(script, marks=marks, id=script.name)


@pytest.mark.parametrize("script", list(map(_marked, read_scripts())))
def test_a_script_gives_its_trace(script: Script) -> None:
    assert play_trace(script) == script.trace.read_text(encoding="utf-8")


OPTIONS = [
    (game, f"{ruling.number}={option}")
    for game in GAMES
    for ruling in load_rulebook(game).rulings
    for option in ruling.options
    if option != ruling.chosen
]


@pytest.mark.parametrize(("game", "choice"), OPTIONS)
def test_an_option_of_a_ruling_changes_a_trace(game: str, choice: str, tmp_path: Path) -> None:
    """The very same script goes otherwise by the option in force, were the line that chooses not there."""
    shown = [script for script in read_scripts() if script.options[0] == game and choice in script.rulings]
    assert shown, f"no script of {game} has `# ruling {choice}`"
    for script in shown:
        lines = script.path.read_text(encoding="utf-8").splitlines(keepends=True)
        path = tmp_path / script.path.name
        path.write_text("".join(line for line in lines if line.split() != ["#", "ruling", choice]), encoding="utf-8")
        assert play_trace(read_script(path)) != play_trace(script)


def test_there_are_sixty_and_no_trace_without_a_script() -> None:
    assert len(read_scripts()) >= 60
    assert {path.stem for path in ROUNDS.glob("*.trace")} == {script.name for script in read_scripts()}


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in read_scripts()])
def test_a_trace_ends_with_the_books_balanced(script: Script) -> None:
    assert script.trace.read_text(encoding="utf-8").splitlines()[-1].endswith("; balanced")
