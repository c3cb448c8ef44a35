"""What lies face down, is sealed, or is only reported by a device stands nowhere on the screen (principle 8).

Every golden state is shown twice, with other values in the place of all that nobody may know: not one part, panel or
control differs. The state itself says what the engine has said of it, as whether an outcome is established.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.device_questions import EntrySubject, ListeningState, Question
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.round.commands import DrawCard
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Dealing, Rules
from dealer_app.screens import presenter
from dealer_app.screens.actions import CARD_PICK, CARRIED_CARDS
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import case as mending_case
from dealer_app.screens.irregularity import claims, menus, question_rail
from tests.screens.irregularity_screens import QUESTIONS, make_question
from tests.support.hidden_values import swap_hidden
from tests.support.rounds import BACCARAT, RoundTable
from tests.support.screen_contexts import make_context
from tests.support.script_states import all_states
from tests.support.traces import Script, read_scripts

HELD = (
    *(InputState(panel=panel) for panel in (Panel.NONE, Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL)),
    *(InputState(panel=Panel.IRREGULARITIES).with_pick(CARD_PICK, which) for which in (CARRIED_CARDS, "4")),
)


def shown(rules: Rules, state: TableState, listening: ListeningState | None = None) -> list[object]:
    """Everything that this part of the window can make of a state."""
    found: list[object] = []
    for input_state in HELD:
        context = make_context(rules, state, input_state=input_state, listening=listening)
        found.append(presenter.irregularity_overlay(context))
        found.append(menus.can_correct(context))
        if state.cases:
            found.append(mending_case.case_rail(context))
        elif state.claim is not None:
            found.append(claims.claim_rail(context))
        if question_rail.has_device_question(context):
            found.append(question_rail.device_question_rail(context))
    return found


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in read_scripts()])
def test_nothing_sealed_or_face_down_is_on_any_screen(script: Script) -> None:
    for rules, state in all_states(script):
        other = swap_hidden(state)
        if other != state:
            assert shown(rules, other) == shown(rules, state)


@pytest.mark.parametrize("game", BACCARAT)
@given(drawn=st.permutations(DECK).map(lambda deck: deck[:6]), by=st.integers(1, 51))
def test_whatever_is_dealt_face_down_stays_unknown(game: str, drawn: list[Card], by: int) -> None:
    table = RoundTable(game, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    for card in drawn[:5]:
        if table.allows(DrawCard):
            table.do(DrawCard, card=card, salt="salt")
    table.report(IrregularityKind.OTHER, text="seen")
    other = swap_hidden(table.state, by)
    assert other != table.state
    assert shown(table.rules, other) == shown(table.rules, table.state)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", list(EntrySubject))
def test_what_a_device_reported_is_not_told_by_its_question(question: Question, what: EntrySubject) -> None:
    table = RoundTable(BACCARAT[0]).bets(("player", 1000, 1)).close()

    def listening(card: str, dice: str) -> ListeningState:
        return make_question(what, question, {"card": card, "dice": dice, "tumbles": dice[0], "salt": card})

    one, other = listening("9H", "1-2-3"), listening("4S", "6-6-5")
    assert shown(table.rules, table.state, one) == shown(table.rules, table.state, other)
