"""What is said in own words can be written by touch alone, wherever it is asked for; then all else is back."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Entry
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.mending import outage, overlays
from dealer_app.showing.mending.forms import FORMS
from dealer_app.showing.part import Part
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.station.state import Outage
from tests.support.mending_hands import panel, pressed
from tests.support.mending_screens import blocks_of, control, controls_of, seen, touched
from tests.support.rounds import V4, Seated
from tests.support.script_states import states
from tests.support.traces import scripts

OTHER_PADS = {"badge", "pin", "first", "pin-second"}
"""These have digits, and the badge its letters, of their own."""


def entries(shown: Part | Overlay) -> list[Entry]:
    return [block for block in blocks_of(shown) if isinstance(block, Entry) and block.name not in OTHER_PADS]


def after(seeing: Seeing, entry: Entry | str) -> Seeing:
    if isinstance(entry, Entry):
        return touched(seeing, entry)  # type: ignore[arg-type]
    return touched(seeing, control(shown(seeing), entry))


def shown(seeing: Seeing) -> Part | Overlay:
    over = overlays.overlay(seeing)
    return outage.outage(seeing) if over is None else over


def writes(seeing: Seeing, text: str) -> Seeing:
    for letter in text:
        seeing = after(seeing, f"digit:{'space' if letter == ' ' else letter}")
    return seeing


def written_by_touch(seeing: Seeing) -> int:
    """Every text of this panel; how many there were."""
    for entry in entries(shown(seeing)):
        begun = after(seeing, entry)
        ended = writes(begun, "BET 5-A")
        assert ended.fingers.text(entry.name) == "BET 5-A"
        assert after(ended, "digit:back").fingers.text(entry.name) == "BET 5-"
        names = [one.name for one in controls_of(shown(ended))]
        assert len(names) == len(set(names))
        again = after(ended, "digit:done")
        assert {entry.name for entry in entries(shown(again))} >= {entry.name for entry in entries(shown(seeing))}
        assert not any(one.name.startswith("letter:") for one in controls_of(shown(again)))
    return len(entries(shown(seeing)))


def test_in_every_panel_of_every_state_each_text_has_its_keys() -> None:
    panels: dict[str, int] = {}
    for script in scripts():
        for rules, state in states(script):
            for each in (Panel.APPROVAL, Panel.CORRECT):
                seeing = seen(rules, state, fingers=Fingers(panel=each))
                over = overlays.overlay(seeing)
                kind = "" if over is None else f"{over.name} {state.cases[-1].trouble if state.cases else ''}"
                if kind and kind not in panels:
                    panels[kind] = written_by_touch(seeing)
    assert sum(panels.values()) >= 20


@pytest.mark.parametrize("code", sorted(FORMS))
def test_in_every_form_each_text_has_its_keys(code: str) -> None:
    table = Seated(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C")
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.REPORT).picked("report", code))
    if overlays.overlay(seeing) is not None:
        written_by_touch(seeing)


def test_a_claim_is_told_and_closed_by_touch_alone() -> None:
    table = Seated(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    table.do(commands.HoldForClaim, text="not paid")
    assert written_by_touch(seen(table.rules, table.state, fingers=Fingers(panel=Panel.APPROVAL))) == 3


def test_a_reason_that_is_chosen_ends_what_is_written() -> None:
    table = Seated(V4).bets(("player", 1000, 3))
    table.close().deal("9S 2H KD 3C")
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.CORRECT))
    (text,) = (entry for entry in entries(panel(seeing)) if entry.name == "reason")
    open_ = after(seeing, text)
    assert control(panel(open_), "digit:Q").act is not None
    chosen = pressed(open_, panel(open_), "reason:keyed-wrongly")
    written = replace(chosen, fingers=chosen.fingers.but(writes="reason"))
    assert not any(one.name == "digit:Q" for one in controls_of(panel(written)))


def test_what_was_noted_in_an_outage_is_written_by_touch() -> None:
    table = Seated(V4)
    assert written_by_touch(seen(table.rules, table.state, outage=Outage.PLAYED_ON))
