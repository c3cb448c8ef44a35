"""What holds of everything that the house shows: one next step, names of their own, words in three languages."""

import ast
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.rulebooks import GAMES
from dealer_app.screens import presenter
from dealer_app.screens.actions import SetInput, Simulate, ToggleDisplay
from dealer_app.screens.blocks import Weight
from dealer_app.screens.house import menu
from dealer_app.screens.house.menu import SHOE_SIMULATIONS, TUMBLER_SIMULATIONS
from dealer_app.screens.input_state import Panel
from dealer_app.screens.key_input import handle_key, screen_controls
from dealer_app.station_events import BackupFailed, BackupMade, BackupsPlanned, NoBackup
from dealer_app.texts import Language, LanguagePair, Words
from dealer_app.texts.catalogue import Section, TextTemplate
from tests.support.house_screen import HouseScreen
from tests.support.rounds import MBS, TAI_SAI, V4

LEAVES = ("layout", "table", "limits", "readings")
PANELS = (
    Panel.MENU,
    Panel.LIMITS,
    Panel.SHOE,
    Panel.SHIFT,
    Panel.ACTING,
    Panel.RELIEF,
    Panel.CLAUSE,
    Panel.KEYS,
    Panel.RECALL,
    Panel.LOCKS,
)
Look = Callable[[HouseScreen], None]


def everywhere(screen: HouseScreen, look: Look) -> None:
    """Looks at the first run, the sign-in, each leaf of each game, each step of a shoe, of dice, and each panel."""
    look(screen)
    screen.begins()
    look(screen)
    screen.begins_session("D1", "482913")
    for game in GAMES:
        screen.touches("leaf:layout", f"game:{game}")
        for leaf in LEAVES:
            look(screen.touches(f"leaf:{leaf}"))
    screen.touches("leaf:limits").types("max-all", "3")
    look(screen)
    for game in (V4, TAI_SAI, MBS):
        screen.touches("leaf:layout", f"game:{game}", "leaf:table")
        if game == V4:
            screen.touches("burn:by-first-card")
        screen.opens()
        at_a_table(screen, game, look)
        panels(screen, look)
        screen.touches_menu("open:close-table").keys("S1").enter().keys("730264")
        look(screen)
        screen.touches("close-table").touches("close-table")
    a_backup_failed(screen, look)
    somebody_locked_out(screen, look)


def a_backup_failed(screen: HouseScreen, look: Look) -> None:
    """Before the first, with hours, after one, and once it has failed."""
    station, panel = screen.station, screen.input_state.close_panel().replace(panel=Panel.BACKUPS)
    planned = BackupsPlanned(place="/backups", mark="mark", hours=0, most=3, approval=0)
    made = BackupMade(place="/backups", name="one", sequence=1, hash="ab" * 32, begun=1, counter=1, closings=0)
    failed = BackupFailed(place="/backups", why=NoBackup.FULL, detail="No space", at=2, counter=2)
    for fact in (planned, replace(planned, hours=4), made, failed):
        station.record(fact)
        screen.does(SetInput(panel))
        look(screen)
    look(screen.opens_menu().touches("open:backups"))
    screen.does(SetInput(screen.input_state.close_panel()))


def somebody_locked_out(screen: HouseScreen, look: Look) -> None:
    """At the very end: in a demonstration there are no two others who could end it."""
    screen.locks_badge("S1")
    look(screen.opens_menu())
    look(screen.touches("open:locks"))


def at_a_table(screen: HouseScreen, game: str, look: Look) -> None:
    look(screen)
    if game == TAI_SAI:
        screen.keys("7").enter().signs_second()
        return
    screen.keys("C-121").enter().keys("BLUE").enter()
    look(screen)
    screen.signs_second()
    look(screen)
    screen.enter()
    look(screen)
    screen.touches("cut-by:dealer").enter()
    look(screen)
    if game == V4:
        screen.touches("rank:7", "suit:D")
        look(screen)
    look(screen.enter().closes_bets().opens_menu())
    screen.touches("close").plays_a_round()


def panels(screen: HouseScreen, look: Look) -> None:
    for panel in PANELS:
        screen.does(SetInput(screen.input_state.close_panel().replace(panel=panel, clause="3.1")))
        if screen.overlay is not None:
            look(screen)
    screen.touches_menu("stop-station")
    look(screen)
    look(screen.keys("S1").enter().keys("730264"))
    screen.does(SetInput(screen.input_state.close_panel()))


def test_there_is_one_next_step_everywhere(fresh: HouseScreen) -> None:
    def one(screen: HouseScreen) -> None:
        assert screen.primary.weight is Weight.NEXT
        assert [each.name for each in screen.controls() if each.weight is Weight.NEXT] == [screen.primary.name]
        assert screen.can_enter() or screen.primary.waits or screen.primary.sub, screen.primary

    everywhere(fresh, one)


def test_every_control_has_a_name_of_its_own_and_a_label(fresh: HouseScreen) -> None:
    def named(screen: HouseScreen) -> None:
        names = Counter(each.name for each in screen.controls() if not each.name.startswith("clause:"))
        assert not [name for name, count in names.items() if count > 1]
        for each in screen.controls():
            assert each.label.first
            assert each.act is not None or each.waits or each.weight in (Weight.NEXT, Weight.CLAUSE), each.name

    everywhere(fresh, named)


def test_the_whole_screen_has_it_and_keys_reach_it(fresh: HouseScreen) -> None:
    """The page, the rail, the panel: each control once, Enter on the next step, letters where it is written."""

    def whole(looked_at: HouseScreen) -> None:
        shown = presenter.build_screen(looked_at.context)
        names = Counter(each.name for each in screen_controls(shown) if not each.name.startswith("clause:"))
        assert not [name for name, count in names.items() if count > 1]
        assert shown.writes == looked_at.writes
        if shown.overlay is None:
            assert shown.rail.primary == looked_at.primary
        found = handle_key(shown, looked_at.input_state, "Enter")
        if found.control is None:
            # A step that still waits gives Enter to the next text.
            assert isinstance(found.act, SetInput)
            assert found.act.input_state.writes != shown.writes
        else:
            assert found.control == looked_at.primary

    everywhere(fresh, whole)


@pytest.mark.parametrize("language", Language)
def test_everything_is_said_in_each_language(fresh: HouseScreen, language: Language) -> None:
    """With the words of this language first, everything can be shown and is labelled."""
    fresh.looks = replace(fresh.looks, first=language, second=Language.EN)

    def said(screen: HouseScreen) -> None:
        assert all(each.label.first for each in screen.controls())
        if language is not Language.EN:
            assert any("\u4e00" <= letter <= "\u9fff" for letter in screen.primary.label.first)

    everywhere(fresh, said)


def test_no_pin_is_told_anywhere(fresh: HouseScreen) -> None:
    def silent(screen: HouseScreen) -> None:
        shown = repr(screen.part if screen.overlay is None else screen.overlay)
        assert "482913" not in shown
        assert "730264" not in shown

    everywhere(fresh, silent)


# The ribbon


def test_a_demonstration_is_marked_from_the_first_run_on(fresh: HouseScreen, live: HouseScreen) -> None:
    ribbon = menu.demo_ribbon(fresh.context)
    assert ribbon is not None
    assert [control.name for control in ribbon.controls] == ["display", "practice"], "no device before a table is open"
    assert menu.demo_ribbon(live.context) is None


@pytest.mark.parametrize(
    ("game", "device", "what"), [(V4, "shoe", SHOE_SIMULATIONS), (TAI_SAI, "tumbler", TUMBLER_SIMULATIONS)]
)
def test_its_keys_move_the_devices_of_the_table(
    screen: HouseScreen, game: str, device: str, what: tuple[str, ...]
) -> None:
    screen.touches(f"game:{game}").opens()
    ribbon = menu.demo_ribbon(screen.context)
    assert ribbon is not None
    assert [each.act for each in ribbon.controls] == [ToggleDisplay(), *(Simulate(device, each) for each in what)]


# The words


class Recorded(dict[str, TextTemplate]):
    """The labels of one language, and which of them have been asked for."""

    def __init__(self, section: Section) -> None:
        super().__init__(section)
        self.asked: set[str] = set()

    def get(self, code: str, default: Any = None) -> Any:
        self.asked.add(code)
        return super().get(code, default)


def test_no_word_of_the_house_is_unused(fresh: HouseScreen, pins: PinWork) -> None:
    """Each is shown somewhere here, or stands in the code for a moment that is rare."""
    words = Words.load(Language.EN)
    section = Recorded(words.sections["house"])
    recorded = LanguagePair(replace(words, sections={**words.sections, "house": section}), Words.load(Language.ZH_HANT))
    fresh.words = recorded
    everywhere(fresh, shown_with_ribbon_and_clauses)
    live = HouseScreen(pins, demo=False)
    live.words = recorded
    live.begins().begins_session("M1", "482913")
    for _ in range(2):
        live.types("badge-second", "M2").types("pin-second", "730264").enter()
    live.opens("M2")
    assert set(section) - section.asked - _in_the_code() == set()


def shown_with_ribbon_and_clauses(screen: HouseScreen) -> None:
    menu.demo_ribbon(screen.context)
    assert list(screen.controls())
    for number in ("1.1", "3.10", "5.17"):
        presenter.house_overlay(
            replace(screen.context, input_state=screen.input_state.replace(panel=Panel.CLAUSE, clause=number))
        )


def _in_the_code() -> set[str]:
    """Every text that stands whole in the code of the house, and what stands in its place at a table of dice."""
    whole = {
        node.value.removeprefix("house.")
        for path in Path(presenter.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return whole | {f"{code}.dice" for code in whole}
