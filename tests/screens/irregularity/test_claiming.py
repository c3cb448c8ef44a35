"""A claim is raised from the table: what is claimed stands in the journal in the words in which it was said."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.key_input import block_controls
from dealer_app.screens.round.parts import round_rail
from dealer_app.texts import Language, LanguagePair, language_pair
from tests.screens.irregularity_hands import decide_act, panel, press_control, type_text
from tests.screens.irregularity_screens import part_controls
from tests.support.rounds import INSURANCE, MBS, V4, RoundTable
from tests.support.screen_contexts import make_context


def _claiming(words: LanguagePair | None = None) -> ScreenContext:
    """The key beside a round that has ended is touched."""
    table = RoundTable(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    table.do(commands.SettleAll)
    context = make_context(table.rules, table.state, words=words)
    (key,) = (each for each in block_controls(round_rail(context).work) if each.name == "claim")
    assert isinstance(key.act, SetInput), "nothing is held before anything is said"
    return replace(context, input_state=key.act.input_state)


def _held(context: ScreenContext) -> str:
    shown = panel(context).primary
    assert shown is not None
    assert isinstance(shown.act, SendCommand)
    assert isinstance(shown.act.command, commands.HoldForClaim)
    assert not isinstance(decide_act(context, shown.act), Refusal)
    return shown.act.command.text


def test_a_claim_waits_for_what_is_claimed() -> None:
    shown = panel(_claiming()).primary
    assert shown is not None
    assert shown.act is None


def test_a_claim_is_held_in_its_own_words_with_the_seat() -> None:
    context = type_text(_claiming(), "reason", "he says 500 lay there")
    assert _held(context) == "he says 500 lay there"
    assert _held(press_control(context, panel(context), "who:3")) == "Seat 3: he says 500 lay there"


USUAL = ("claims-unpaid", "claims-payment", "claims-collected", "claims-bet", "claims-result")


@pytest.mark.parametrize("code", USUAL)
@pytest.mark.parametrize("language", Language)
def test_a_usual_claim_is_written_in_the_first_language_of_the_table(language: Language, code: str) -> None:
    words = language_pair(language, Language.EN if language is not Language.EN else Language.ZH_HANT)
    context = _claiming(words)
    assert _held(press_control(context, panel(context), f"reason:{code}")) == words.first.text("mending", code, {})


@pytest.mark.parametrize(("book", "offered"), [(V4, False), (INSURANCE, True), (MBS, False)])
def test_only_where_insurance_is_offered_it_can_have_been_missed(book: str, offered: bool) -> None:
    table = RoundTable(book).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    held = InputState(panel=Panel.REPORT).with_pick("report", "hold-for-claim")
    shown = panel(make_context(table.rules, table.state, input_state=held))
    assert any(each.name == "reason:claims-offer" for each in part_controls(shown)) is offered
