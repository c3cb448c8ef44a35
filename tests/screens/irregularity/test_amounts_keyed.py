"""An amount that is keyed is never dropped by the next step without a word, and digits go where the screen says."""

from collections.abc import Iterator
from functools import cache

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import make_guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import InsuranceBet, TableState
from dealer_app.domain.round.table_settings import BetKeeping, Rules
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.people.pins import Pin
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import Control, EntryBlock, ListRow, RowsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.key_input import ENTER, enter_control, handle_key, screen_controls, screen_entries
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import PageStage, Screen
from tests.screens.irregularity_hands import PIN, decide_act
from tests.screens.irregularity_screens import with_fingers
from tests.support.rounds import BANKER_HAND, INSURANCE, V4, RoundTable
from tests.support.screen_contexts import make_context
from tests.support.script_states import state_changes
from tests.support.traces import read_scripts

# The late offer of insurance (5.13.1)


def _late(*, stake: int = 100_000) -> ScreenContext:
    """Banker 5 against Player 4 or less was not offered; the panel in which the manager offers it now."""
    table = RoundTable(INSURANCE, unit=Money(250)).bets(("banker", stake, 1), ("player", 120_000, 3)).close()
    table.deal("2S 3H 2D 2C").draw("5H").answer(False)
    return make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL))


def _row(context: ScreenContext, name: str) -> ListRow:
    made = build_screen(context)
    assert made.overlay is not None, "the panel lies open"
    return next(row for row in _rows(made) if row.name == name)


def _touch(context: ScreenContext, name: str) -> ScreenContext:
    """A row, a control or a text of the panel."""
    made = build_screen(context)
    found: list[Control | EntryBlock] = [*screen_controls(made), *screen_entries(made)]
    touched = next((one for one in found if one.name == name), None)
    act = _row(context, name).act if touched is None else touched.act
    assert isinstance(act, SetInput), f"{name} only changes the screen"
    return with_fingers(context, act.input_state)


def _keys(context: ScreenContext, *keys: str) -> ScreenContext:
    for key in keys:
        act = handle_key(build_screen(context), context.input_state, key).act
        assert isinstance(act, SetInput), f"{key} does {act}"
        context = with_fingers(context, act.input_state)
    return context


def _next(context: ScreenContext) -> Control:
    step = enter_control(build_screen(context))
    assert step is not None, "there is a next step"
    return step


def _writing(context: ScreenContext) -> list[str]:
    return [entry.name for entry in screen_entries(build_screen(context)) if entry.writing]


@pytest.mark.clause(INSURANCE, "5.13.1")
def test_the_late_offer_takes_what_is_keyed_before_it_is_closed() -> None:
    context = _keys(_touch(_late(), "late:banker:1"), "6", ".")
    assert (_next(context).name, _next(context).act) == ("late-insurance", None)
    context = _touch(_touch(context, "person:P1"), "pin")
    context = _keys(context, *PIN.text)
    step = _next(context)
    assert step.label.first == "Seat 1: insurance 600"
    assert isinstance(step.act, SendCommand)
    assert isinstance(step.act.command, commands.OfferLate)
    assert step.act.command.stake == 60_000
    assert isinstance(decide_act(context, step.act), tuple), "it is taken"
    after = with_fingers(context, step.act.then or context.input_state)
    assert _next(after).name == "late-offer-closed"
    assert "Touch a guest" in repr(build_screen(after))


def test_who_took_it_all_is_not_asked_to_be_touched() -> None:
    context = _late()
    assert context.rules is not None, "it is at a table"
    taken = events.InsuranceTaken(
        bet=InsuranceBet(
            number=9,
            who=(1, SEATED),
            stage=InsuranceStage.AFTER_FOUR,
            side=BANKER_HAND,
            stake=Money(60_000),
            late=True,
        )
    )
    table = fold(context.state.table, (taken,))
    made = repr(build_screen(make_context(context.rules, table, input_state=context.input_state)))
    assert "Everyone has been asked." in made
    assert "Touch a guest" not in made


@pytest.mark.clause(INSURANCE, "5.13.1")
def test_a_late_insurance_over_its_cap_is_said_as_it_is_keyed_and_in_chips() -> None:
    """Winnings up to 1,000 at 3 to 2: 666 and two thirds, of which 665 can be laid in chips of 2.50."""
    context = _touch(_late(), "late:banker:1")
    assert "cap 665" in _row(context, "late:banker:1").right
    below, over = _keys(context, "6", "6", "5"), _keys(context, "6", "6", "7")
    assert not [entry for entry in screen_entries(build_screen(below)) if entry.wrong]
    assert [entry.wrong.first for entry in screen_entries(build_screen(over)) if entry.wrong] == ["At most 665"]
    assert (_next(over).act, _next(over).waits.first) == (None, "At most 665")


@pytest.mark.clause(INSURANCE, "5.13.1")
def test_a_late_insurance_that_chips_do_not_make_is_said_as_it_is_keyed() -> None:
    between = _keys(_touch(_late(), "late:banker:1"), "6", "6", "6")
    said = "Not in chips of 2.50. Key in another amount."
    assert [entry.wrong.first for entry in screen_entries(build_screen(between)) if entry.wrong] == [said]
    assert (_next(between).act, _next(between).waits.first) == (None, said)


@pytest.mark.clause(INSURANCE, "3.12.2", "5.13.1")
def test_the_engine_names_a_cap_that_can_be_laid_in_chips() -> None:
    context = _keys(_touch(_late(), "late:banker:1"), "6", ".")
    step = _next(_keys(_touch(context, "person:P1"), *PIN.text))
    assert isinstance(step.act, SendCommand)
    over = replace(step.act, command=replace(step.act.command, stake=Money(66_700)))  # type: ignore[call-arg]
    refusal = decide_act(context, over)
    assert getattr(refusal, "facts", None) == {"most": "66500"}


def test_what_the_screen_takes_for_the_cap_is_what_the_engine_takes() -> None:
    context = _touch(_late(), "late:banker:1")
    for keyed, minor in (("665", 66_500), ("666.66", 66_666), ("666.67", 66_667), ("667.5", 66_750)):
        fits = not [
            entry
            for entry in screen_entries(build_screen(with_fingers(context, context.input_state.replace(digits=keyed))))
            if entry.wrong
        ]
        assert fits is isinstance(decide_act(context, _taken(context, minor)), tuple)


def _taken(context: ScreenContext, minor: int) -> SendCommand:
    signed = with_fingers(
        context, context.input_state.replace(digits="5").with_text("badge", "P1").with_pin("pin", PIN)
    )
    step = _next(signed)
    assert isinstance(step.act, SendCommand)
    return replace(step.act, command=replace(step.act.command, stake=Money(minor)))  # type: ignore[call-arg]


# Where digits go


def test_a_pin_that_is_written_never_goes_into_the_amount() -> None:
    context = _keys(_touch(_late(), "late:banker:1"), "6", ".")
    context = _keys(_touch(context, "person:P1"), *PIN.text)
    assert (context.input_state.digits, context.input_state.pin) == ("600", PIN)
    assert _writing(context) == ["pin"]
    assert not [one.name for one in screen_controls(build_screen(context)) if one.name.startswith("amount:")]


def test_digits_go_to_the_amount_of_the_row_that_was_touched_last() -> None:
    context = _keys(with_fingers(_late(), InputState(panel=Panel.APPROVAL, writes="badge")), "1")
    assert (_writing(context), context.input_state.text("badge")) == (["badge"], "1")
    context = _keys(_touch(context, "late:banker:1"), "5", "0")
    assert (context.input_state.digits, context.input_state.text("badge")) == ("50", "1")
    assert _writing(context) == ["amount"]


def test_enter_goes_from_the_amount_to_who_signs() -> None:
    context = _keys(_touch(_late(), "late:banker:1"), "6", ".", ENTER)
    assert _writing(context) == ["badge"]
    context = _keys(context, "P", "1", ENTER)
    assert _writing(context) == ["pin"]


@cache
def _moments() -> tuple[tuple[Rules, TableState], ...]:
    """Of every script each moment at which something else is asked than at any before."""
    found: dict[object, tuple[Rules, TableState]] = {}
    for script in read_scripts():
        for rules, state in state_changes(script):
            table, round_ = state.table, state.round or state.last
            asked = [type(need) for case in state.cases for need in case.needs]
            bets = () if round_ is None else round_.in_play
            step = make_guide(rules, state).step
            now = (rules.book.game, step, tuple(asked), None if table is None else table.bets, bool(bets))
            found.setdefault(now, (rules, state))
    return tuple(found.values())


def _all_seen() -> Iterator[ScreenContext]:
    """Each moment with whatever panel may lie over it, and what opens an amount in it chosen."""
    for rules, state in _moments():
        for input_state in _begun(state):
            yield make_context(rules, state, input_state=input_state)


_EFFECTS = ("continue", "void")
_FORMS = ("late-bet", "withdrawn-bet", "moved-bet", "stake-without-value")


def _begun(state: TableState) -> Iterator[InputState]:
    yield InputState()
    yield InputState(seat=1, area=Area("banker"))
    yield InputState(panel=Panel.CORRECT).with_pick("correct", "bet").with_pick("bet", "new")
    round_ = state.round or state.last
    for bet in () if round_ is None else round_.in_play[:1]:
        yield InputState(panel=Panel.CORRECT).with_pick("correct", "bet").with_pick("bet", str(bet.number))
        for form in _FORMS:
            yield InputState(panel=Panel.REPORT).with_pick("report", form).with_pick("bet", str(bet.number))
    if state.cases:
        for effect in _EFFECTS:
            yield InputState(panel=Panel.APPROVAL).with_pick("effect", effect)


def test_two_places_never_take_the_same_digits() -> None:
    """Where a text, a badge or a PIN is written no key of a pad has a digit on it, on any page."""
    looked = 0
    for context in _all_seen():
        for writes in ("badge", "pin", "reason"):
            made = build_screen(with_fingers(context, context.input_state.replace(writes=writes)))
            if made.overlay is None or writes not in {entry.name for entry in screen_entries(made)}:
                continue
            pads = ("amount:", "rank:", "suit:", "die:")
            assert not [one.name for one in screen_controls(made) if one.key.isdigit() and one.name.startswith(pads)]
            assert [entry.name for entry in screen_entries(made) if entry.writing] == [writes]
            looked += 1
    assert looked


# Nothing that is keyed is dropped


def _rows(made: Screen) -> Iterator[ListRow]:
    blocks = list(made.rail.work)
    if isinstance(made.stage, PageStage):
        blocks += [block for column in made.stage.columns for block in column]
    if made.overlay is not None:
        blocks = [*made.overlay.left_column, *made.overlay.right_column]
    for block in blocks:
        if isinstance(block, RowsBlock):
            yield from block.rows


def _framed(context: ScreenContext) -> Iterator[ScreenContext]:
    """As it is, and with each row touched that is only framed by it."""
    yield context
    for row in list(_rows(build_screen(context)))[:3]:
        if isinstance(row.act, SetInput) and row.act.input_state.framed:
            yield with_fingers(context, row.act.input_state)


def _pending(context: ScreenContext) -> ScreenContext | None:
    """With 5 keyed as an amount, by the key that is shown for it; nothing where there is none."""
    key = next(
        (
            one
            for one in screen_controls(build_screen(context))
            if one.name in ("amount:5", "digit:5") and one.key == "5"
        ),
        None,
    )
    if key is None or not isinstance(key.act, SetInput) or not key.act.input_state.digits:
        return None
    input_state = key.act.input_state.with_text("badge", "A1").with_pin("pin", Pin("314159"))
    return with_fingers(context, input_state.with_pick("reason", "said-so").with_text("reason", "as seen"))


def test_the_next_step_never_drops_an_amount_that_is_keyed() -> None:
    """It waits, or what it gives has the amount in it, or it puts the amount among what was chosen."""
    reached = set()
    for begun in _all_seen():
        for context in _framed(begun):
            pending = _pending(context)
            if pending is not None:
                _is_kept(pending)
                reached.add(_next(pending).name.removeprefix("next:").partition(":")[0])
    # It would say nothing if no page had an amount: each that has one is reached.
    assert {"late-insurance", "so-much-counts", "change", "insure", "bet", "ask-approval", "form"} <= reached


def _is_kept(context: ScreenContext) -> None:
    step = _next(context)
    match step.act:
        case None:
            assert step.waits, step.name
        case SendCommand(command=command):
            assert "500" in repr(command), f"{step.name} gives {command} while 5 is keyed"
        case SetInput(input_state=input_state):
            assert "500" in input_state.picks.values() or input_state.digits, f"{step.name} drops what is keyed"
        case _:
            raise AssertionError(f"{step.name} does {step.act} while an amount is keyed")


def test_bets_not_keyed_who_is_framed_insures_without_an_amount() -> None:
    table = RoundTable(INSURANCE, bets=BetKeeping.OFF).close().deal("2S 3H 2D 2C").draw("5H").answer(False)
    assert table.case.trouble == IrregularityKind.MISSED_INSURANCE.value
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL))
    assert _next(context).name == "late-offer-closed"
    context = _touch(_touch(context, "late:banker:1"), "person:P1")
    step = _next(_keys(context, *PIN.text))
    assert step.label.first == "Seat 1 takes insurance"
    assert isinstance(step.act, SendCommand)
    assert isinstance(step.act.command, commands.OfferLate)
    assert not isinstance(step.act.command, correction_commands.CloseLateOffer)


def test_a_seat_of_which_one_digit_is_keyed_keeps_bets_open() -> None:
    table = RoundTable(V4, layout="K")
    context = _keys(make_context(table.rules, table.state), "1")
    assert context.input_state.seat_digits == "1"
    assert (_next(context).act, _next(context).waits.first) == (None, "Seat 1_: key in the rest of it")
