"""A sealed card can be touched wherever it is shown: what is offered then the engine hears, of this very card."""

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import Step, make_guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import CardRowBlock, Face
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.irregularity.case import case_rail
from dealer_app.screens.key_input import block_controls, first_entry
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.screen import HandsShown
from tests.screens.irregularity_hands import decide_act, panel, press_control
from tests.screens.irregularity_screens import part_controls, part_rows, touch_control
from tests.support.rounds import BACCARAT, V4, RoundTable
from tests.support.screen_contexts import make_context


def excess(book: str) -> RoundTable:
    """Both hands stand, and a fifth card came face down."""
    table = RoundTable(book).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C")
    return table.do(commands.DrawCard, card=CARDS["5D"], by_device=True, salt="x")


def resolved(book: str) -> RoundTable:
    return excess(book).approve().do(commands.ConfirmReconstruction)


def by_touch(context: ScreenContext) -> ScreenContext:
    """The key that stands beside the work, wherever a sealed card lies."""
    (key,) = (each for each in block_controls(round_rail(context).work) if each.name == "sealed-card")
    return touch_control(context, key)


def offered(context: ScreenContext) -> dict[str, ScreenContext]:
    """What each of the rows opens."""
    assert panel(context).name == "about-card"
    return {row.name.removeprefix("report:"): touch_control(context, row) for row in part_rows(panel(context))}


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("announced", [False, True])
@pytest.mark.clause("tiger-buffalo-v4", "5.8", "5.18")
@pytest.mark.clause("tiger-buffalo-insurance", "5.7", "5.18")
@pytest.mark.clause("tiger-baccarat-mbs-v3", "6.1")
def test_a_card_in_excess_is_said_to_have_been_seen_by_touch(book: str, announced: bool) -> None:
    table = resolved(book)
    if announced:
        table.announce()
    rows = offered(by_touch(make_context(table.rules, table.state)))
    assert "exposed-card" not in rows, "the clause on cards dealt face up speaks of the hands"
    for name in ("excess-card-seen", "damaged-card"):
        step = panel(rows[name]).primary
        assert step is not None
        assert isinstance(step.act, SendCommand)
        assert isinstance(step.act.command, commands.Report)
        assert step.act.command.places == (4,)
        assert not isinstance(decide_act(rows[name], step.act), Refusal)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("open_", [False, True])
def test_a_carried_card_that_was_seen_is_ruled_on(book: str, open_: bool) -> None:
    """Between rounds, and while bets are open: no clause speaks of it by name."""
    table = resolved(book).announce().finish()
    assert table.state.carried
    if open_:
        table.begin()
    rows = offered(by_touch(make_context(table.rules, table.state)))
    assert not {"exposed-card", "damaged-card"} & set(rows)
    returnable = correction_commands.ReturnCarriedCards in table.guide.allowed
    assert ("return-carried-cards" in rows) is returnable
    step = panel(rows["excess-card-seen"]).primary
    assert step is not None
    assert isinstance(step.act, SendCommand)
    assert isinstance(step.act.command, commands.Report)
    happened = decide_act(rows["excess-card-seen"], step.act)
    assert not isinstance(happened, Refusal)
    after = fold(table.state, happened)
    assert [card.turned for card in after.carried] == [True]
    assert make_guide(table.rules, after).step is Step.CHOOSE_CARRIED_USE
    asks = make_context(table.rules, after, input_state=NO_INPUT.replace(panel=Panel.APPROVAL))
    chosen = press_control(asks, panel(asks), "use:use")
    assert {key.key for key in part_controls(panel(chosen)) if key.name.startswith("use:")} == {""}
    assert first_entry(build_screen(chosen)) == "badge", "digits are of who decides, and change nothing that was chosen"


def test_on_the_page_of_its_case_the_sealed_card_itself_is_touched() -> None:
    table = excess(V4)
    page = case_rail(make_context(table.rules, table.state)).page
    assert page is not None
    cards = [
        card for column in page.columns for block in column if isinstance(block, CardRowBlock) for card in block.cards
    ]
    acts = {card.name: card.act for card in cards if card.act is not None}
    assert list(acts) == ["drawn:5"]
    act = acts["drawn:5"]
    assert isinstance(act, SetInput)
    rows = offered(replace(make_context(table.rules, table.state), input_state=act.input_state))
    step = panel(rows["excess-card-seen"]).primary
    assert step is not None
    assert isinstance(step.act, SendCommand)
    happened = decide_act(rows["excess-card-seen"], step.act)
    assert not isinstance(happened, Refusal)
    after = fold(table.state, happened)
    assert after.cases[-1].trouble == IrregularityKind.EXCESS_CARD.value, "what its case needs is needed still"
    assert after.cases[-1].needs == table.state.cases[-1].needs


def test_a_table_without_a_sealed_card_offers_none() -> None:
    table = RoundTable(V4).close().deal("9S 2H KD 3C")
    context = make_context(table.rules, table.state)
    assert not any(each.name == "sealed-card" for each in block_controls(round_rail(context).work))
    result = build_stage(context).result
    assert isinstance(result, HandsShown)
    assert not any(card.act for hand in (result.player, result.banker) for card in hand.cards)
    assert not any(card.face is Face.SEALED for hand in (result.player, result.banker) for card in hand.cards)
