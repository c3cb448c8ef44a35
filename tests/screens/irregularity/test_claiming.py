"""A dispute is raised from the table: own words are kept as they were said, a usual reason by its code.

So everybody who reads of it later reads it in their own language.
"""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.events import ClaimRaised
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_text
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity.claims import claim_rail
from dealer_app.screens.key_input import block_controls
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.timeline import TimelineEvent
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


def _held(context: ScreenContext) -> commands.HoldForClaim:
    shown = panel(context).primary
    assert shown is not None
    assert isinstance(shown.act, SendCommand)
    assert isinstance(shown.act.command, commands.HoldForClaim)
    assert not isinstance(decide_act(context, shown.act), Refusal)
    return shown.act.command


def test_a_claim_waits_for_what_is_claimed() -> None:
    shown = panel(_claiming()).primary
    assert shown is not None
    assert shown.act is None


def test_a_claim_is_held_in_its_own_words_with_the_seat() -> None:
    context = type_text(_claiming(), "reason", "he says 500 lay there")
    assert (_held(context).text, _held(context).who) == ("he says 500 lay there", None)
    of_seat = _held(press_control(context, panel(context), "who:3"))
    assert (of_seat.text, of_seat.who) == ("he says 500 lay there", (3, SEATED))


USUAL = ("claims-unpaid", "claims-payment", "claims-collected", "claims-bet", "claims-result")


@pytest.mark.parametrize("code", USUAL)
@pytest.mark.parametrize("language", Language)
def test_a_usual_dispute_is_kept_by_its_code_and_read_in_the_language_of_the_reader(
    language: Language, code: str
) -> None:
    context = _claiming(language_pair(Language.ZH_HANS, Language.EN))
    context = press_control(context, panel(context), f"reason:{code}")
    command = _held(press_control(context, panel(context), "who:3"))
    assert (command.text, command.who) == (code, (3, SEATED))
    table = RoundTable(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    table.do(commands.HoldForClaim, text=command.text, who=command.who)
    words = language_pair(language, Language.EN)
    said = words.first.text("reason", code)
    later = make_context(table.rules, table.state, words=words)
    raised = TimelineEvent(table.find_events(ClaimRaised)[-1], utc=0, offset=0, badge="D1", position="dealer")
    for shown in (claim_rail(later).page, event_text(later, raised).first, words.first.reason(table.guide)):
        assert said in str(shown)
        assert words.first.text("bettor", "seated", {"seat": "3"}) in str(shown)


def test_a_dispute_of_before_that_is_kept_in_words_is_read_as_it_was_written() -> None:
    table = RoundTable(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    table.do(commands.HoldForClaim, text="3 號：未獲賠付")
    assert "3 號：未獲賠付" in str(claim_rail(make_context(table.rules, table.state)).page)


def test_no_seat_that_the_table_does_not_have_disputes_anything() -> None:
    table = RoundTable(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    assert table.expect_refusal(commands.HoldForClaim, text="x", who=(99, SEATED)).code == "no-such-seat"


@pytest.mark.parametrize(("book", "offered"), [(V4, False), (INSURANCE, True), (MBS, False)])
def test_only_where_insurance_is_offered_it_can_have_been_missed(book: str, offered: bool) -> None:
    table = RoundTable(book).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    held = InputState(panel=Panel.REPORT).with_pick("report", "hold-for-claim")
    shown = panel(make_context(table.rules, table.state, input_state=held))
    assert any(each.name == "reason:claims-offer" for each in part_controls(shown)) is offered
