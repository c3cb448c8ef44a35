"""Who decides: a ruling that voids is grave; a card that cannot be is looked at before its reading is told."""

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.commands import Effect
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import InspectionNeeded, Need, OrderNeeded, RulingNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import Control, Weight
from dealer_app.screens.context import ScreenContext, can_decide
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.key_input import block_controls
from dealer_app.screens.labels import label_text
from dealer_app.screens.round.table_context import open_table
from tests.screens.irregularity_hands import decide_act, key_signature, panel, press_control, type_text, who_may
from tests.screens.irregularity_screens import find_control, part_controls
from tests.support.rounds import MBS, RoundTable
from tests.support.screen_contexts import make_context
from tests.support.script_states import state_changes
from tests.support.traces import read_scripts


def _waiting_for(kind: type[Need]) -> tuple[Rules, TableState]:
    """The first state of the golden scripts in a round that waits for this."""
    for script in read_scripts():
        for rules, state in state_changes(script):
            if state.round is not None and state.cases and isinstance(state.cases[-1].needs[0], kind):
                return rules, state
    raise AssertionError(f"no script waits for {kind.__name__}")


def _deciding(kind: type[Need]) -> tuple[ScreenContext, str]:
    """The panel in which it is decided, and the badge of who may."""
    rules, state = _waiting_for(kind)
    context = make_context(rules, state, input_state=InputState(panel=Panel.APPROVAL))
    need = state.cases[-1].needs[0]
    assert isinstance(need, RulingNeeded | InspectionNeeded)
    return context, who_may(context, need.role)


def test_a_panel_that_waits_for_somebody_whom_nobody_has_entered_says_so() -> None:
    context, badge = _deciding(RulingNeeded)
    people = context.state.people
    need = context.state.table.cases[-1].needs[0]
    assert isinstance(need, RulingNeeded)
    below = {each: account for each, account in people.accounts.items() if not can_decide(context, each, need.role)}
    alone = replace(context, state=replace(context.state, people=replace(people, accounts=below)))
    told = label_text(context, "mending.nobody-may", role=open_table(context).rules.title(need.role)).first
    assert told.endswith("is registered. Add one in the menu, People.")
    assert told in repr(panel(alone))
    assert told not in repr(panel(context))
    assert badge not in below


# A ruling


def test_of_a_round_that_stands_no_ruling_voids_anything() -> None:
    """An error of an earlier round: what is offered is what would be heard."""
    table = RoundTable(MBS).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C").finish()
    table.report(IrregularityKind.ERROR_OF_EARLIER_ROUND)
    found = panel(make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL)))
    names = {one.name for one in part_controls(found)}
    assert "effect:continue" in names
    assert "effect:void" not in names


def test_a_ruling_that_voids_the_round_is_never_given_by_enter() -> None:
    context, badge = _deciding(RulingNeeded)
    context = press_control(context, panel(context), "effect:void")
    waiting = panel(context).grave
    assert waiting is not None
    assert (waiting.weight, waiting.act) == (Weight.GRAVE, None)
    assert waiting.waits
    context = key_signature(type_text(context, "reason", "so decided"), badge)
    primary = panel(context).primary
    assert primary is not None
    assert primary.weight is Weight.NEXT
    assert primary.act is None
    assert primary.waits.first == "Press Void twice"


def test_it_is_pressed_twice() -> None:
    context, badge = _deciding(RulingNeeded)
    context = key_signature(
        type_text(press_control(context, panel(context), "effect:void"), "reason", "so decided"), badge
    )
    once = find_control(panel(context), "rule-void")
    assert isinstance(once.act, SetInput)
    twice = find_control(panel(press_control(context, panel(context), "rule-void")), "rule-void")
    assert isinstance(twice.act, SendCommand)
    assert isinstance(twice.act.command, commands.GiveRuling)
    assert twice.act.command.effect is Effect.VOID
    assert not isinstance(decide_act(context, twice.act), Refusal)


def test_a_ruling_by_which_it_goes_on_is_the_next_step() -> None:
    context, badge = _deciding(RulingNeeded)
    context = key_signature(
        type_text(press_control(context, panel(context), "effect:continue"), "reason", "so decided"), badge
    )
    shown = panel(context)
    assert shown.grave is None
    assert shown.primary is not None
    assert isinstance(shown.primary.act, SendCommand)


# A card that cannot be


def _read_as(context: ScreenContext, card: str) -> ScreenContext:
    """The same case of a card that was read as this one."""
    table = context.state.table
    case = replace(table.cases[-1], facts={**table.cases[-1].facts, "card": card})
    return replace(context, state=replace(context.state, table=replace(table, cases=(*table.cases[:-1], case))))


def test_the_reading_is_told_only_beside_what_he_has_seen_himself() -> None:
    context, badge = _deciding(InspectionNeeded)
    context = key_signature(_read_as(context, "7C"), badge)
    told = label_text(context, "mending.was-read", card="7C").first
    assert find_control(panel(context), "compare").act is None
    for name in ("rank:7", "suit:S"):
        assert told not in repr(panel(context))
        context = press_control(context, panel(context), name)
    assert told not in repr(panel(context))
    context = press_control(context, panel(context), "compare")
    assert told in repr(panel(context))
    act = find_control(panel(context), "inspected").act
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, commands.Inspect)
    assert act.command.card == CARDS["7S"]


def test_who_has_seen_wrongly_reads_again_from_the_beginning() -> None:
    context, _ = _deciding(InspectionNeeded)
    for name in ("foreign", "compare", "read-again"):
        context = press_control(_read_as(context, "7C"), panel(context), name)
    assert find_control(panel(context), "compare").act is None
    assert not find_control(panel(context), "foreign").picked


# The order of cards


def test_a_card_in_dispute_has_the_digit_it_was_entered_as_and_keeps_its_place() -> None:
    rules, state = _waiting_for(OrderNeeded)
    context = make_context(rules, state, input_state=InputState(panel=Panel.APPROVAL))

    def cards() -> list[Control]:
        found = [one for one in block_controls(panel(context).left_column) if one.name.startswith("order:")]
        return [one for one in found if one.name != "order:again"]

    shown = cards()
    assert len(shown) > 1
    assert all(one.label.first == f"Entered as {one.key}" for one in shown)
    first = shown[-1]
    assert isinstance(first.act, SetInput)
    context = replace(context, input_state=first.act.input_state)
    after = cards()
    assert [(one.name, one.key) for one in after] == [(one.name, one.key) for one in shown]
    assert [one.picked for one in after] == [one.name == first.name for one in after]
    assert after[-1].act is None, "it is in the order already"
