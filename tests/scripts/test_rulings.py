"""Playing by the options of rulings that an operator may choose: `--ruling`, and the head of a script."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli import main
from dealer_app.rulebooks import GAMES, load_rulebook

V4 = ("tiger-buffalo-v4", "--layout", "A")
INSURANCE = ("tiger-buffalo-insurance", "--layout", "C")
OPTIONS = [
    (game, f"{ruling.number}={option}")
    for game in GAMES
    for ruling in load_rulebook(game).rulings
    for option in ruling.options
    if len(ruling.options) > 1
]
TWO_OFFERS = """place your bets
{bets}
no more bets
card 2S
card 2H
card 3D
card 4C
{answers}
card 6D
"""
"""Insurance on Banker after four cards, and again after the Player's third card."""


def play(*words: str) -> Result:
    return CliRunner().invoke(main, ["play", *words])


def scripted(tmp_path: Path, text: str, *words: str) -> Result:
    path = tmp_path / "a.script"
    path.write_text(text, encoding="utf-8")
    return play(*words, "--script", str(path))


@pytest.mark.assurance("A45")
@pytest.mark.parametrize(("game", "choice"), OPTIONS)
def test_rounds_by_chance_balance_by_every_option(game: str, choice: str) -> None:
    layout = load_rulebook(game).layouts[-1].letter
    words = ("--rounds", "100", "--seed", "3", "--irregular", "0.3", "--ruling", choice)
    shown = play(game, "--layout", layout, *words)
    assert shown.exit_code == 0, shown.output


@pytest.mark.parametrize("how", ["--face-down", "--bets-off"])
def test_insurance_for_one_offer_alone_face_down_and_without_bets(how: str) -> None:
    words = ("--rounds", "200", "--seed", "4", "--irregular", "0.3", "--insurance", "display", how)
    shown = play(*INSURANCE, *words, "--ruling", "I9=rest-of-the-round")
    assert shown.exit_code == 0, shown.output


def test_two_rulings_and_the_last_word(tmp_path: Path) -> None:
    """The command line comes after the head of the script, which ends at the first line that is no remark."""
    text = "# ruling L4=by-box\n#\n# ruling S3=own-numbers\n"
    text += "as pit_supervisor Supervisor-1 open seats=1,2,3,4,5,6 differential=100\nplace your bets\n"
    bets = "bet 4 player 100\nbet 5 player 100\n"
    assert "Return the excess" not in scripted(tmp_path, text + bets, *V4).output
    assert "Return the excess" in scripted(tmp_path, text + bets, *V4, "--ruling", "L4=of-the-table").output
    late = scripted(tmp_path, "place your bets\n# ruling S3=own-numbers\nbet 4 player 100\n", *V4)
    assert "line 3: bet 4 player 100: refused: no-such-seat" in late.output


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ("Z1=x", "there is no ruling 'Z1'; tiger-buffalo-v4 leaves a choice in S3, B9, E5, O3, O10, L4"),
        ("O10=x", "ruling O10 of tiger-buffalo-v4 has all-bets, undecided-bets, not 'x'"),
        ("I9=that-offer", "there is no ruling 'I9'; tiger-buffalo-v4 leaves a choice in"),
        ("O10", "'O10' is not written NUMBER=OPTION"),
    ],
)
def test_a_choice_that_there_is_not_is_one_line(choice: str, says: str, tmp_path: Path) -> None:
    by_option = play(*V4, "--rounds", "1", "--ruling", choice)
    by_script = scripted(tmp_path, f"# ruling {choice}\nplace your bets\n", *V4)
    for shown in (by_option, by_script):
        assert shown.exit_code == 2
        assert len(shown.output.splitlines()) == 1
        assert says in shown.output


def test_own_seats_only_by_the_option_and_only_where_there_are_seats(tmp_path: Path) -> None:
    opening = "as pit_supervisor Supervisor-1 open seats=1,2,3,4,5,6\n"
    assert "refused: no-own-seats" in scripted(tmp_path, opening, *V4).output
    dice = ("tai-sai-open-cover-v5", "--layout", "C")
    assert "refused: no-own-seats" in scripted(tmp_path, opening, *dice).output
    wrong = scripted(tmp_path, opening.replace("1,2", "0,2"), *V4, "--ruling", "S3=own-numbers")
    assert "refused: own-seats" in wrong.output


@pytest.mark.parametrize(
    ("bets", "answers", "offered"),
    [
        ("bet 1 banker 500", "offer closed", False),
        ("bet 1 banker 500", "decline 1 banker\noffer closed", False),
        ("bet 1 banker 500", "insure 1 banker 100\noffer closed", True),
        ("bet 1 banker 500\nbet 2 banker 500", "insure 1 banker 100\noffer closed", True),
        ("bet 1 banker 500\nbet 2 player 500", "offer closed", False),
    ],
)
def test_who_passes_once_is_not_asked_again(tmp_path: Path, bets: str, answers: str, offered: bool) -> None:
    text = TWO_OFFERS.format(bets=bets, answers=answers)
    both = scripted(tmp_path, text, *INSURANCE).output
    once = scripted(tmp_path, text, *INSURANCE, "--ruling", "I9=rest-of-the-round").output
    assert both.count("Offer BANKER insurance") - once.count("Offer BANKER insurance") == (0 if offered else 1)


def test_a_neglected_offer_is_not_for_who_passed_the_first(tmp_path: Path) -> None:
    """What is made good after the outcome is for those alone who took the first offer (5.13.2)."""
    answers = "insure 1 banker 100\noffer closed"
    text = TWO_OFFERS.format(bets="bet 1 banker 500\nbet 2 banker 500", answers=answers) + "card 4H\nnot announced\n"
    passed, took = (f"as pit_manager Manager-1 intended {who} banker he had said so" for who in (2, 1))
    shown = scripted(tmp_path, f"{text}!{passed}\n{took}\n", *INSURANCE, "--ruling", "I9=rest-of-the-round")
    assert shown.exit_code == 0, shown.output
    assert f"{passed} => refused: insurance-forgone [5.3]" in shown.output


def test_without_bets_only_who_said_no_has_passed(tmp_path: Path) -> None:
    text = TWO_OFFERS.format(bets="", answers="decline 1 banker\noffer closed") + "!insure 1 banker 10\n"
    shown = scripted(
        tmp_path, text + "insure 2 banker 10\n", *INSURANCE, "--bets-off", "--ruling", "I9=rest-of-the-round"
    )
    assert shown.exit_code == 0, shown.output
    assert "refused: insurance-forgone [5.3]" in shown.output
