"""Handlers: pieces that several scenarios name, of the station and of the house."""

from pathlib import Path

import pytest

from dealer_app.domain.values import replace
from dealer_app.practice.handlers import find_handlers, load_handlers, read_handlers
from dealer_app.practice.scenario_check import check_text, find_table, rehearse
from dealer_app.practice.scenario_draft import new_scenario
from dealer_app.practice.scenario_file import write_handlers
from dealer_app.practice.scenarios import (
    Handler,
    Happening,
    ScenarioFaultsError,
    ScenarioStep,
    place_handlers,
    read_scenario,
)
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.practice.test_scenarios import EXCESS

NAMED = EXCESS.replace('inject = ["card next face down"]', 'handler = "card-too-many"')
OWN = """\
[[handler]]
id = "fire-alarm"
title = { en = "Fire alarm", zh-Hant = "火警", zh-Hans = "火警" }
when = { card = 2 }
do = { inject = ["report other : a fire alarm"], say = { en = "It rings.", zh-Hant = "鐘響。", zh-Hans = "钟响。" } }
"""


@pytest.mark.parametrize("handler", load_handlers().values(), ids=lambda handler: handler.id)
def test_each_of_the_station_can_happen_when_it_usually_comes(handler: Handler) -> None:
    """In a new scenario of each of its documents, just as the editor puts it there."""
    for game in handler.books or GAMES:
        step = ScenarioStep(when=handler.when, do=Happening(handler=handler.id))
        draft = replace(new_scenario(game, load_rulebook(game).layouts[0].letter, "a-draft"), step=(step,))
        rehearsal = rehearse(place_handlers(draft, load_handlers()), find_table(draft))
        assert rehearsal.faults == (), game
        assert rehearsal.cases, game


def test_a_scenario_plays_what_it_names() -> None:
    assert check_text(NAMED.encode(), "own.toml") == ()
    named = read_scenario(NAMED.encode(), "own.toml", load_handlers())
    assert named.scenario == read_scenario(EXCESS.encode(), "own.toml").scenario
    assert named.written.step[0].do.handler == "card-too-many"


def test_own_words_come_before_those_of_the_handler() -> None:
    text = NAMED.replace('"card-too-many" }', '"card-too-many", say = { en = "A", zh-Hant = "B", zh-Hans = "C" } }')
    assert read_scenario(text.encode(), "own.toml", load_handlers()).scenario.step[0].do.say["en"] == "A"


@pytest.mark.parametrize(
    ("name", "says"), [("tea-time", "there is no handler 'tea-time'"), ("die-leaning", "is none of tiger-buffalo-v4")]
)
def test_a_handler_that_is_not_there_is_named_with_its_line(name: str, says: str) -> None:
    (fault,) = check_text(NAMED.replace("card-too-many", name).encode(), "own.toml")
    assert fault.startswith("own.toml, line 26:")
    assert says in fault


def test_own_ones_stand_beside_own_scenarios(tmp_path: Path) -> None:
    folder = tmp_path / "handlers"
    folder.mkdir()
    (folder / "alarm.toml").write_text(OWN, encoding="utf-8")
    (folder / "double.toml").write_text(OWN.replace("fire-alarm", "power-cut"), encoding="utf-8")
    (folder / "faulty.toml").write_text(OWN.replace("zh-Hans", "zh-Hand"), encoding="utf-8")
    shelf = find_handlers(tmp_path)
    assert "fire-alarm" in shelf.handlers
    assert "double.toml: there is a handler power-cut already" in shelf.faults
    assert any(fault.startswith("faulty.toml, line 1:") and "zh-Hans" in fault for fault in shelf.faults)
    assert check_text(NAMED.replace("card-too-many", "fire-alarm").encode(), "own.toml", shelf.handlers) == ()


def test_a_handler_names_no_other() -> None:
    faulty = OWN.replace('inject = ["report other : a fire alarm"]', 'handler = "power-cut"')
    with pytest.raises(ScenarioFaultsError, match="names no other"):
        read_handlers(faulty.encode(), "own.toml")


def test_what_is_written_reads_as_itself() -> None:
    known = tuple(load_handlers().values())
    assert read_handlers(write_handlers(known).encode(), "own.toml") == known
