"""A round of a live journal is taken over: it comes to the same in practice, and nobody can be known from the file."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.domain.round.state import Person, Phase, Round
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.wagers import Bettor
from dealer_app.journal.reader import OnProgress, open_reader
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.scenario_check import find_table, play_perfectly
from dealer_app.practice.scenario_file import write_scenario
from dealer_app.practice.scenarios import read_scenario
from dealer_app.practice.stand_ins import StandIns
from dealer_app.practice.taken_rounds import NotTakenError, round_outcome, take_scenario
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.recall.live_reader import read_live_rounds
from tests.support.house_run import find_script, run_house
from tests.support.journals import play_script
from tests.support.long_tests import mostly_long
from tests.support.quick_folder import quick_folder
from tests.support.traces import Script, read_scripts

NOT_TAKEN = {
    "ip-wrong-number-after-settlement": {"not-played"},
    "ts-damaged-dice-two-sets": {"not-played"},
}
"""What practice cannot come to: dice that were changed between two rounds, chips that move after a ruling."""


@contextmanager
def _silently() -> Iterator[OnProgress]:
    yield lambda _at, _of: True


@contextmanager
def live_folder(script: Script) -> Iterator[Path]:
    """The data folder of a station at which a golden script was played."""
    known = play_script(script)
    with quick_folder() as folder:
        with run_house(folder) as house:
            house.play_all(known.given, known.rules)
        yield folder


def folder_digest(folder: Path) -> dict[str, str]:
    return {str(path): sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def keyed_words(folder: Path) -> Iterator[str]:
    """Who acted, where and when, and all that people have said in their own words."""
    reader = open_reader(folder, leaves_no_file=True)
    try:
        for entry in reader.entries():
            yield from (entry.badge, entry.day, str(entry.utc))
            yield from _free_words(json.loads(entry.body))
    finally:
        reader.close()


_SAYS_WHO = ("text", "reason", "surveillance", "badge", "set_name", "name", "reported_by", "keyed_by", "station")


def _free_words(body: object) -> Iterator[str]:
    match body:
        case dict():
            for name, value in body.items():
                if name in _SAYS_WHO and isinstance(value, str):
                    yield value
                yield from _free_words(value)
        case list():
            for value in body:
                yield from _free_words(value)
        case _:
            return


def played_round(text: str) -> Round:
    """The last round of a scenario that a perfect trainee has played."""
    scenario = read_scenario(text.encode(), "taken.toml").scenario
    play = RoundPlay(scenario, find_table(scenario))
    play_perfectly(play)
    assert play.session.state.last is not None
    return play.session.state.last


@pytest.mark.parametrize("script", mostly_long(read_scripts(), keep_every=24), ids=lambda script: script.name)
def test_every_round_comes_to_the_same_and_names_nobody(script: Script) -> None:
    with live_folder(script) as folder:
        before, number, reasons = folder_digest(folder), 0, set()
        words = {word for word in keyed_words(folder) if len(word) > 2 and not word.startswith("claim")}
        while True:
            number += 1
            try:
                rounds = read_live_rounds(folder, number, _silently)
                text = write_scenario(take_scenario(rounds, "taken").scenario)
            except NotTakenError as problem:
                reasons.add(problem.code)
                if problem.code == "no-round":
                    break
                continue
            live = rounds[-1].round
            assert live is not None
            assert round_outcome(played_round(text)) == round_outcome(live)
            assert not [word for word in (*words, "T1") if re.search(rf"\b{re.escape(word)}\b", text)], text
        assert folder_digest(folder) == before
    expected = {"no-round", "in-play", "not-finished", "by-hand", "reading"}
    assert reasons <= expected | NOT_TAKEN.get(script.name, set()), reasons
    assert "reading" not in reasons or script.rulings or "device-fault" in script.name or "S3" in script.name


def test_a_larger_round_pays_so_many_times_as_much() -> None:
    with live_folder(find_script("ip-insurance-cap")) as folder:
        rounds = read_live_rounds(folder, 1, _silently)
        text = write_scenario(take_scenario(rounds, "taken", Fraction(5)).scenario)
    live = rounds[-1].round
    assert live is not None
    assert round_outcome(played_round(text)) == round_outcome(live, Fraction(5))


@pytest.mark.parametrize(
    ("name", "scale", "code"),
    [
        ("ip-bet-corrected", Fraction(1, 7), "amount"),
        ("ip-bet-corrected", Fraction(1, 20), "amount"),
        ("mbs-differential", Fraction(3), "not-played"),
    ],
)
def test_a_scale_at_which_chips_or_limits_do_not_hold_is_refused(name: str, scale: Fraction, code: str) -> None:
    with live_folder(find_script(name)) as folder:
        rounds = read_live_rounds(folder, 1, _silently)
    with pytest.raises(NotTakenError) as refused:
        take_scenario(rounds, "taken", scale)
    assert refused.value.code == code


def _take(folder: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["practice", "take", "--journal", str(folder), *words])
    return result.exit_code, result.output


def test_what_cannot_be_taken_is_said_in_words(tmp_path: Path) -> None:
    with live_folder(find_script("v4-outage")) as folder:
        assert _take(folder, "--round", "99") == (
            1,
            "The journal has no round 99. `journal search` lists the rounds that there are.\n",
        )
        status, said = _take(folder, "--round", "2")
        assert status == 1
        assert "dealt without the station" in said
        status, said = _take(folder / "journal.db", "--round", "1", "--scale", "0.5")
        assert status == 2
        assert "is no factor" in said
    status, said = _take(tmp_path, "--round", "1")
    assert status == 2
    assert "Traceback" not in said


def test_a_damaged_journal_is_refused() -> None:
    with live_folder(find_script("v4-natural")) as folder:
        file = folder / "journal.db"
        content = bytearray(file.read_bytes())
        at = content.rfind(b'"number":')
        content[at + 9] ^= 1
        file.write_bytes(bytes(content))
        status, said = _take(folder, "--round", "1")
    assert status == 2
    assert "Traceback" not in said
    assert said.strip()


def test_the_command_writes_a_scenario_that_checks(tmp_path: Path) -> None:
    out = tmp_path / "taken.toml"
    with live_folder(find_script("v4-excess-card")) as folder:
        status, _ = _take(folder, "--round", "2", "--out", str(out))
    assert status == 0
    checked = CliRunner().invoke(main, ["practice", "check", str(out)])
    assert (checked.exit_code, checked.output) == (0, "1 scenarios can be played.\n")


def test_a_void_round_is_taken_and_said_to_be_void(tmp_path: Path) -> None:
    out = tmp_path / "taken.toml"
    with live_folder(find_script("v4-power-failure-void")) as folder:
        status, said = _take(folder, "--round", "1", "--out", str(out))
    assert status == 0
    assert "Round 1 was void: in practice it ends so too, and all bets go back." in said
    assert played_round(out.read_text(encoding="utf-8")).phase is Phase.VOID


def test_a_round_that_rests_on_the_one_before_takes_it_along() -> None:
    """The card in excess of the round before opens this one."""
    with live_folder(find_script("v4-excess-card")) as folder:
        scenario = take_scenario(read_live_rounds(folder, 2, _silently), "taken").scenario
    assert scenario.rounds == 2


def test_guests_and_officials_are_strangers() -> None:
    rulebook = load_rulebook("tai-sai-open-cover-v5")
    people = StandIns(make_rules(rulebook, rulebook.layouts[0]), scale=Fraction(1), unit=1)
    assert people.guest((None, Bettor("Guest-of-the-house"))) == (None, "red")
    assert people.guest((None, Bettor("another"))) == (None, "blue")
    assert people.guest((None, Bettor("Guest-of-the-house"))) == (None, "red")
    assert people.guest((3, Bettor("standing-2"))) == (3, "standing-2")
    assert people.guest((3, Bettor("a label"))) == (3, "standing-5")
    one, other = people.person(Person("B 4711", "pit_supervisor")), people.person(Person("B 4712", "pit_supervisor"))
    assert (one.name, other.name) == ("Supervisor-1", "Supervisor-2")
    assert people.person(Person("B 4711", "pit_supervisor")) == one
