"""Another method of dealing is signed in place by whoever may decide it (MBS 3.9.2)."""

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Dealing, Method
from dealer_app.showing import mending, play
from dealer_app.showing.acts import Give
from dealer_app.showing.fingers import Panel
from tests.support.mending_hands import given, panel, pressed, ready, signed
from tests.support.mending_screens import control, seen
from tests.support.rounds import MBS, Seated


def _between(*, hlga: bool = False) -> Seated:
    return Seated(MBS, dealing=Dealing.FACE_DOWN, method=Method.B, hlga=hlga, begun=False)


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.9.2")
@pytest.mark.parametrize(("method", "badge"), [("A", "P1"), ("C", "A1")])
def test_who_may_decide_signs_it_where_it_is_asked(method: str, badge: str) -> None:
    table = _between(hlga=True)
    seeing = seen(table.rules, table.state)
    asked = pressed(seeing, play.part(seeing), f"method:{method}")
    waiting = panel(asked).primary
    assert waiting is not None
    assert waiting.act is None, "a dealer does not decide it"
    act = ready(signed(asked, badge))
    assert isinstance(act, Give)
    done = given(signed(asked, badge), act)
    assert not isinstance(done, Refusal)


def test_the_key_says_who_decides_and_the_one_in_force_is_none() -> None:
    table = _between()
    shown = play.part(seen(table.rules, table.state))
    assert control(shown, "method:A").sub.first.endswith("decides")
    assert control(shown, "method:B").act is None
    assert control(shown, "method:C").waits.first == "In HLGA only"


def test_the_panel_is_gone_once_the_round_has_begun() -> None:
    table = _between()
    asked = pressed(seeing := seen(table.rules, table.state), play.part(seeing), "method:A")
    table.begin()
    begun = seen(table.rules, table.state, fingers=asked.fingers)
    assert begun.fingers.panel is Panel.APPROVAL
    assert mending.overlay(begun) is None
