"""What lies face down, is sealed, or is only reported by a device stands nowhere on the screen (principle 8).

Every golden state is shown twice, with other values in the place of all that nobody may know: not one part, panel or
control differs. The state itself says what the engine has said of it, as whether an outcome is established.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round.commands import DrawCard
from dealer_app.domain.round.state import DrawnCard, Round, TableState
from dealer_app.domain.round.table import Dealing, Rules
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.showing.about_card import ABOUT, CARRIED
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.mending import case as mending_case
from dealer_app.showing.mending import claim, device_question, irregularities, overlays
from dealer_app.station.listening.questions import Listening, Question, What
from tests.support.mending_screens import QUESTIONS, asked, seen
from tests.support.rounds import BACCARAT, Seated
from tests.support.script_states import states
from tests.support.traces import Script, scripts

HELD = (
    *(Fingers(panel=panel) for panel in (Panel.NONE, Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL)),
    *(Fingers(panel=Panel.IRREGULARITIES).picked(ABOUT, which) for which in (CARRIED, "4")),
)


def _other(card: Card, by: int) -> Card:
    return DECK[(DECK.index(card) + by) % len(DECK)]


def _swapped_card(drawn: DrawnCard, by: int) -> DrawnCard:
    if drawn.card is None or (drawn.turned and drawn.seal is None):
        return drawn
    return replace(drawn, card=_other(drawn.card, by))


def _swapped_round(round_: Round | None, by: int) -> Round | None:
    if round_ is None:
        return None
    return replace(round_, cards=tuple(_swapped_card(drawn, by) for drawn in round_.cards))


def swapped(state: TableState, by: int = 17) -> TableState:
    """The same table with other values of all that lies face down or is held back."""
    cases = tuple(
        replace(case, hidden={name: "AS" if name == "card" else f"other {text}" for name, text in case.hidden.items()})
        for case in state.cases
    )
    return replace(
        state,
        round=_swapped_round(state.round, by),
        last=_swapped_round(state.last, by),
        carried=tuple(_swapped_card(drawn, by) for drawn in state.carried),
        cases=cases,
    )


def shown(rules: Rules, state: TableState, listening: Listening | None = None) -> list[object]:
    """Everything that this part of the window can make of a state."""
    found: list[object] = []
    for fingers in HELD:
        seeing = seen(rules, state, fingers=fingers, listening=listening)
        found.append(overlays.overlay(seeing))
        found.append(irregularities.correctable(seeing))
        if state.cases:
            found.append(mending_case.case(seeing))
        elif state.claim is not None:
            found.append(claim.claim(seeing))
        if device_question.asks(seeing):
            found.append(device_question.device_question(seeing))
    return found


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in scripts()])
def test_nothing_sealed_or_face_down_is_on_any_screen(script: Script) -> None:
    for rules, state in states(script):
        other = swapped(state)
        if other != state:
            assert shown(rules, other) == shown(rules, state)


@pytest.mark.parametrize("game", BACCARAT)
@given(drawn=st.permutations(DECK).map(lambda deck: deck[:6]), by=st.integers(1, 51))
def test_whatever_is_dealt_face_down_stays_unknown(game: str, drawn: list[Card], by: int) -> None:
    table = Seated(game, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    for card in drawn[:5]:
        if table.allows(DrawCard):
            table.do(DrawCard, card=card, salt="salt")
    table.report(Trouble.OTHER, text="seen")
    other = swapped(table.state, by)
    assert other != table.state
    assert shown(table.rules, other) == shown(table.rules, table.state)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(What))
def test_what_a_device_reported_is_not_told_by_its_question(question: Question, what: What) -> None:
    table = Seated(BACCARAT[0]).bets(("player", 1000, 1)).close()

    def listening(card: str, dice: str) -> Listening:
        return asked(what, question, {"card": card, "dice": dice, "tumbles": dice[0], "salt": card})

    one, other = listening("9H", "1-2-3"), listening("4S", "6-6-5")
    assert shown(table.rules, table.state, one) == shown(table.rules, table.state, other)
