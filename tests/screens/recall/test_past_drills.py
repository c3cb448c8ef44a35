"""A supervisor who looks back has a drill made of the round: written beside the journal, and without names."""

import asyncio
import re
from pathlib import Path

from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.domain.values import replace
from dealer_app.screens.actions import TakeDrill
from dealer_app.screens.blocks import Control
from dealer_app.screens.recall.live_reader import DRILLS_FOLDER
from dealer_app.screens.recall.past_reader import PastReader, read_view
from dealer_app.screens.recall.recall_page import recall_page
from dealer_app.screens.recall.recall_view import PackState, RecallView
from tests.support.house_run import find_script, run_house
from tests.support.journals import play_script
from tests.support.screen_contexts import state_context


def _view(folder: Path, number: int) -> RecallView:
    return read_view(folder, str(number))


def _made(folder: Path, view: RecallView) -> RecallView:
    """The view after the drill has been wished for."""

    async def take() -> RecallView:
        reader = PastReader(folder, lambda _context: None, lambda: None)  # type: ignore[arg-type,return-value]
        reader.view = view
        reader.take_drill()
        assert reader.view.drill == PackState(making=True)
        while reader.is_reading:
            await asyncio.sleep(0.005)
        return reader.view

    return asyncio.run(take())


def test_a_drill_of_the_round_is_written_without_names_beside_the_journal(tmp_path: Path) -> None:
    known = play_script(find_script("v4-bet-corrected"))
    with run_house(tmp_path / "live") as house:
        house.play_all(known.given, known.rules)
        made = _made(tmp_path / "live", _view(tmp_path / "live", 1))
    assert made.drill is not None
    written = Path(made.drill.place)
    assert written.parent == tmp_path / "live" / DRILLS_FOLDER
    text = written.read_text(encoding="utf-8")
    assert not re.search(r"D11|P10|Person|Supervisor P|20[0-9][0-9]-", text)
    checked = CliRunner().invoke(main, ["practice", "check", str(written)])
    assert (checked.exit_code, checked.output) == (0, "1 scenarios can be played.\n")


def test_a_round_that_cannot_be_a_drill_says_why_and_writes_nothing(tmp_path: Path) -> None:
    known = play_script(find_script("v4-device-fault-affected"))
    with run_house(tmp_path / "live") as house:
        house.play_all(known.given, known.rules)
        view = _made(tmp_path / "live", _view(tmp_path / "live", 1))
        context = state_context(known.rules, house.station.state.table, role="pit_supervisor")
        assert "reads the document otherwise" in str(recall_page(context, view).facts)
    assert not (tmp_path / "live" / DRILLS_FOLDER).exists()


def test_only_a_supervisor_has_the_key_and_not_while_a_card_is_read_independently(tmp_path: Path) -> None:
    known = play_script(find_script("v4-natural"))
    with run_house(tmp_path / "live") as house:
        house.play_all(known.given, known.rules)
        view = _view(tmp_path / "live", 1)

        def control(role: str, shown: RecallView) -> Control | None:
            context = state_context(known.rules, house.station.state.table, role=role)
            return next((each for each in recall_page(context, shown).side if each.name == "past-drill"), None)

        offered, withheld = control("pit_supervisor", view), control("pit_supervisor", replace(view, withheld=True))
        assert offered is not None
        assert (offered.act, offered.key) == (TakeDrill(), "5")
        assert withheld is not None
        assert withheld.act is None
        assert control("dealer", view) is None
