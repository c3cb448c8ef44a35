"""`dealer-station rulebooks`: list, show and check."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.rulebooks import GAMES, load_rulebook

BOOKS = Path(__file__).parents[2] / "resources" / "rulebooks"


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["rulebooks", *words])
    return done.exit_code, done.output


def test_the_list_names_every_document_with_its_fingerprint() -> None:
    status, text = run("list")
    assert status == 0
    assert [line.split()[0] for line in text.splitlines()] == list(GAMES)
    for game, line in zip(GAMES, text.splitlines(), strict=True):
        assert load_rulebook(game).fingerprint.startswith(line.split()[-1])


@pytest.mark.parametrize("game", GAMES)
def test_a_document_is_shown_with_every_layout_and_every_ruling(game: str) -> None:
    status, text = run("show", game)
    book = load_rulebook(game)
    assert status == 0
    for layout in book.layouts:
        assert f"\nAppendix {layout.letter}  " in text
    for ruling in book.rulings:
        assert f"\n  {ruling.number} " in text
    for name, policy in book.policies.items():
        assert any(line.split() == [name, policy.value.value, policy.clause] for line in text.splitlines()), name


@pytest.mark.parametrize(
    ("game", "letter"), [(game, layout.letter) for game in GAMES for layout in load_rulebook(game).layouts]
)
def test_a_layout_is_shown_with_every_price_it_pays(game: str, letter: str) -> None:
    status, text = run("show", game, "--layout", letter)
    layout = load_rulebook(game).find_layout(letter)
    assert status == 0
    assert layout is not None
    table = text.partition(f"Appendix {letter}")[2].partition("Insurance  (")[0]
    shown = " ".join(table.split()) + " "
    for pay in layout.pays:
        kind, _, number = pay.area.partition(":")
        assert f"{kind} {number}".strip() in shown or f" {number} " in shown.partition(f"{kind} ")[2]
        assert f"{pay.prize.value} {pay.odds.win} to {pay.odds.stake} {pay.clause}" in shown


def test_an_unknown_layout_is_one_line_that_names_the_layouts() -> None:
    status, text = run("show", "tai-sai-open-cover-v5", "--layout", "B")
    assert status == 2
    assert "has the layouts A, C, E" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_approved_files_are_in_order(game: str) -> None:
    status, text = run("check", str(BOOKS / f"{game}.toml"))
    assert status == 0
    assert f"It is the station's {game}" in text


def test_a_file_that_says_otherwise_than_the_approved_document_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "dearer.toml"
    text = (BOOKS / "tiger-buffalo-v4.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('"8/1"', '"9/1"'), encoding="utf-8")
    status, told = run("check", str(path))
    assert status == 0
    assert "It is NOT the station's tiger-buffalo-v4" in told
    assert told.splitlines()[2:] == ["  - tie win 8 to 1 4.1.2", "  + tie win 9 to 1 4.1.2"]


def test_every_fault_of_a_file_is_told_with_its_key(tmp_path: Path) -> None:
    broken = (BOOKS / "tiger-buffalo-v4.toml").read_text(encoding="utf-8")
    broken = broken.replace('"8/1"', '"8:1"').replace("fewest = 4", "fewest = 40").replace("rank = 2", 'rank = "2"')
    path = tmp_path / "broken.toml"
    path.write_text(broken, encoding="utf-8")
    status, text = run("check", str(path))
    assert status == 1
    assert "settlement[1].pays[0].prizes" in text
    assert "roles[1].rank" in text
    assert all(line.startswith(str(path)) for line in text.splitlines())


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    status, text = run("check", str(tmp_path / "none.toml"))
    assert status == 2
    assert text == f"{tmp_path / 'none.toml'}: cannot be read: No such file or directory\n"
