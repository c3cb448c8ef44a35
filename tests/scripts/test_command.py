"""`dealer-station play`: by itself, from a script, from given cards; what it refuses and how it ends."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli import main
from dealer_app.rulebooks import GAMES, load_rulebook

V4 = ("tiger-buffalo-v4", "--layout", "A")
TAI_SAI = ("tai-sai-open-cover-v5", "--layout", "C")


def play(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["play", *words], input=typed)


def scripted(tmp_path: Path, text: str, *words: str) -> Result:
    path = tmp_path / "a.script"
    path.write_text(text, encoding="utf-8")
    return play(*(words or V4), "--script", str(path))


@pytest.mark.parametrize("irregular", ["0", "0.2"])
@pytest.mark.parametrize("game", GAMES)
def test_three_hundred_rounds_balance(game: str, irregular: str) -> None:
    layout = load_rulebook(game).layouts[0].letter
    shown = play(game, "--layout", layout, "--rounds", "300", "--seed", "1", "--irregular", irregular)
    assert shown.exit_code == 0, shown.output
    (line,) = shown.output.splitlines()
    assert line.startswith("seed 1: 300 rounds, ")
    assert line.endswith("; balanced")
    assert ("0 cases (none)" in line) is (irregular == "0")


@pytest.mark.parametrize("how", ["--face-down", "--bets-off"])
@pytest.mark.parametrize("game", [game for game in GAMES if load_rulebook(game).decks is not None])
def test_face_down_and_without_bets(game: str, how: str) -> None:
    layout = load_rulebook(game).layouts[0].letter
    shown = play(game, "--layout", layout, "--rounds", "100", "--seed", "2", "--irregular", "0.2", how)
    assert shown.exit_code == 0, shown.output


def test_the_same_seed_plays_the_same() -> None:
    words = (*V4, "--rounds", "20", "--irregular", "0.3", "--trace")
    first, again, other = (play(*words, "--seed", seed).output for seed in ("7", "7", "8"))
    assert first == again != other
    assert "books: " in first


def test_a_trace_is_a_script(tmp_path: Path) -> None:
    """Each line's command is a line of the language, so a trace can be played again."""
    traced = play(*V4, "--rounds", "5", "--seed", "3", "--trace").output.splitlines()
    text = "\n".join(line.partition(" => ")[0] for line in traced if " => " in line)
    again = scripted(tmp_path, text).output.splitlines()
    assert [line for line in again if "#5" in line] == [line for line in traced if "#5" in line]


def test_without_a_seed_the_one_taken_is_named() -> None:
    shown = play(*V4, "--rounds", "1")
    assert shown.exit_code == 0
    assert shown.output.startswith("seed ")


def test_given_cards_are_dealt() -> None:
    shown = play(*V4, "--cards", "9S 3H KD 4C 2S 2H KD KC 4S 4H")
    assert shown.exit_code == 0, shown.output
    assert "#1 concluded | - | 9S>P 3H>B KD>P 4C>B" in shown.output
    assert "#2 concluded | - | 2S>P 2H>B KD>P KC>B 4S>P 4H>B" in shown.output


def test_given_cards_with_bets_by_chance() -> None:
    shown = play(*V4, "--cards", "9S 3H KD 4C", "--seed", "5")
    assert shown.exit_code == 0, shown.output
    assert "bet-placed" in shown.output
    assert shown.output.splitlines()[-1].endswith("; balanced")


def test_cards_that_end_in_a_round_are_status_1() -> None:
    shown = play(*V4, "--cards", "9S 3H")
    assert shown.exit_code == 1
    assert "the cards end before the round does" in shown.output


def test_a_line_that_the_state_does_not_allow(tmp_path: Path) -> None:
    shown = scripted(tmp_path, "# late\nplace your bets\nno more bets\n\nbet 1 player 100\n")
    assert shown.exit_code == 1
    last = shown.output.splitlines()[-1]
    assert last.startswith("line 5: bet 1 player 100: refused: bets-closed [5.7]")
    assert "allowed: " in last
    assert "card" in last.partition("allowed: ")[2]


def test_a_line_that_is_no_command(tmp_path: Path) -> None:
    shown = scripted(tmp_path, "place your bets\ncrad 6S\n")
    assert shown.exit_code == 1
    assert shown.output.splitlines()[-1].startswith("line 2: 'crad 6S' is not a command; allowed: ")


def test_a_line_that_should_be_refused_and_is_not(tmp_path: Path) -> None:
    shown = scripted(tmp_path, "! place your bets\n")
    assert shown.exit_code == 1
    assert "is allowed, and the script says that it is not" in shown.output


def test_a_script_that_stops_in_a_round_still_balances(tmp_path: Path) -> None:
    shown = scripted(tmp_path, "place your bets\nbet 1 player 100\n")
    assert shown.exit_code == 0
    assert "100 staked = 0 returned + 0 collected + 100 on the layout" in shown.output


def test_what_a_sealed_card_is_stands_nowhere(tmp_path: Path) -> None:
    text = "place your bets\nno more bets\ncard 9S\ncard 3H\ncard KD\ncard 4C\ncard 6D face down salt 5a17\n"
    text += "as pit_supervisor Supervisor-1 approve\nreconstruct\nresult\nsettled\nplace your bets\n"
    shown = scripted(tmp_path, text)
    assert shown.exit_code == 0, shown.output
    assert "6D" not in shown.output
    assert "5a17" not in shown.output
    opened = scripted(tmp_path, text + "no more bets\n")
    assert "6D" in opened.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("no-such-game",), "there is no game 'no-such-game'"),
        (V4[:1], "--layout is missing; tiger-buffalo-v4 has the layouts A, B"),
        ((V4[0], "--layout", "Z"), "tiger-buffalo-v4 has the layouts"),
        ((*V4, "--rounds", "-1"), "--rounds: '-1' is not a whole number"),
        ((*V4, "--rounds", "1", "--seed", "x"), "--seed: 'x' is not a whole number"),
        ((*V4, "--rounds", "1", "--irregular", "2"), "--irregular is a number from 0 to 1, not '2'"),
        ((*V4, "--rounds", "1", "--irregular", "x"), "--irregular is a number from 0 to 1, not 'x'"),
        ((*V4, "--rounds", "1", "--irregular", "nan"), "--irregular is a number from 0 to 1, not 'nan'"),
        ((*V4, "--rounds", "1", "--cards", "6S"), "--cards and --rounds are two ways to play"),
        ((*V4, "--trace"), "--trace goes with --rounds"),
        ((*V4, "--cards", "6X"), "'6X' is not a card"),
        ((*V4, "--cards", ""), "--cards: no card is given"),
        ((*V4, "--decks", "3"), "--decks is from 4 to 10, not 3"),
        ((*V4, "--insurance", "display"), "--insurance: tiger-buffalo-v4 has none"),
        ((*V4, "--insurance", "x"), "--insurance is one of none, display, layout, lammer, not 'x'"),
        ((*TAI_SAI, "--decks", "8"), "--decks: tai-sai-open-cover-v5 is played with dice"),
        ((*TAI_SAI, "--cards", "6S"), "--cards: tai-sai-open-cover-v5 is played with dice"),
        ((*TAI_SAI, "--face-down"), "--face-down: tai-sai-open-cover-v5 is played with dice"),
        ((*V4, "--script", "/no/such/file"), "/no/such/file: cannot be read: No such file"),
    ],
)
def test_a_bad_option_is_one_line(words: tuple[str, ...], says: str) -> None:
    shown = play(*words)
    assert shown.exit_code == 2
    assert len(shown.output.splitlines()) == 1
    assert says in shown.output


def test_a_script_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.script"
    path.write_bytes(b"\xff\xfe")
    shown = play(*V4, "--script", str(path))
    assert (shown.exit_code, shown.output) == (2, f"{path}: is not text in UTF-8\n")


def test_at_the_keyboard() -> None:
    typed = "place your bets\n?\nbet 1 player 100\nundo\nbet 1 player 200\nfold\nresult\n"
    typed += "no more bets\ncard 9S\ncard 3H\ncard KD\ncard 4C\nreport other : noise\n"
    typed += "as shift_manager Shift-Manager-1 ruling continue we go on\n\nsettled\nquit\n"
    shown = play(*V4, "--seed", "1", typed=typed)
    assert shown.exit_code == 0, shown.output
    for said in (
        "  bet BETTOR AREA STAKE [on behalf]",
        "  CODE: box-claimed-by-two, ",
        "amounts are in minor units",
        "  why: ",
        "  allowed: ",
        "'fold' is not a command",
        "refused: ",
        "entry-undone",
        "case-opened",
        "9S>P 3H>B KD>P 4C>B",
        "books: 300 staked = 300 returned + 0 collected + 0 on the layout; 200 paid; balanced",
    ):
        assert said in shown.output, said


def test_the_keyboard_that_falls_silent_ends_the_play() -> None:
    shown = play(*V4, "--seed", "1", typed="place your bets\n")
    assert shown.exit_code == 0
    assert shown.output.splitlines()[-1].endswith("; balanced")


def test_enter_takes_what_is_proposed() -> None:
    shown = play(*TAI_SAI, "--seed", "1", typed="\n" * 8 + "quit\n")
    assert shown.exit_code == 0, shown.output
    assert "#1 concluded" in shown.output
