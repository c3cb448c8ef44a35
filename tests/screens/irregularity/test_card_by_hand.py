"""At a table without a reading shoe a card that nothing asked for is keyed: no key of that leads nowhere."""

from collections.abc import Callable

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DrawnCard, Person
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.values import replace
from dealer_app.screens import presenter
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.menu import menu_panel
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import case
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.presenter import build_screen
from tests.screens.irregularity_hands import decide_act, panel
from tests.screens.irregularity_screens import find_control, part_controls, touch_control
from tests.support.rounds import BACCARAT, INSURANCE, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context

KINDS = {"shoe": "shoe", "tumbler": "tumbler"}


def bets(book: str, **settings: Dealing) -> RoundTable:
    return RoundTable(book, **settings).bets(("player", 1000, 1))  # type: ignore[arg-type]


def complete(book: str) -> RoundTable:
    return bets(book).close().deal("4S QH 2D 7C")


def at_an_offer() -> RoundTable:
    return bets(INSURANCE).close().draw("KH").draw("9C").draw("6S").draw("5D")


def rolled() -> RoundTable:
    return RoundTable(TAI_SAI).bet("big", 1000).close().roll(2, 5, 6)


def pressed(context: ScreenContext, *names: str) -> ScreenContext:
    for name in names:
        context = touch_control(context, find_control(panel(context), name))
    return context


def came(table: RoundTable) -> ScreenContext:
    """From the list of what can have happened."""
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.IRREGULARITIES))
    return touch_control(context, find_control(panel(context), "report:excess-card"))


def after(table: RoundTable, context: ScreenContext) -> RoundTable:
    step = panel(context).primary
    assert step is not None
    assert isinstance(step.act, SendCommand), step.waits
    happened = decide_act(context, step.act)
    assert not isinstance(happened, Refusal), happened
    table.state = fold(table.state, happened)
    return table


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause("tiger-buffalo-v4", "5.8")
@pytest.mark.clause("tiger-buffalo-insurance", "5.7")
@pytest.mark.parametrize("announced", [False, True])
def test_one_that_lies_face_down_has_no_value_and_is_sealed_as_it_lies(book: str, announced: bool) -> None:
    table = complete(book)
    if announced:
        table.announce()
    context = pressed(came(table), "put:X")
    waiting = panel(context).primary
    assert waiting is not None
    assert waiting.act is None
    assert not any(each.name.startswith("rank:") for each in part_controls(panel(pressed(context, "lies:down"))))
    table = after(table, pressed(context, "lies:down"))
    assert table.state.cases[-1].trouble == IrregularityKind.EXCESS_CARD.value
    assert table.round.cards[4] == DrawnCard(None, Place.NEITHER, turned=False)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause("tiger-buffalo-v4", "5.8")
@pytest.mark.clause("tiger-buffalo-insurance", "5.7")
def test_one_that_lies_open_is_keyed_where_it_lies(book: str) -> None:
    table = complete(book)
    context = pressed(came(table), "put:B", "lies:open", "rank:9", "suit:H")
    table = after(table, context)
    assert table.state.cases[-1].trouble == IrregularityKind.EXCESS_CARD.value
    assert table.round.cards[4] == DrawnCard(CARDS["9H"], Place.BANKER, turned=True)


@pytest.mark.parametrize(
    ("table", "trouble"),
    [(lambda: bets(V4), IrregularityKind.CARD_BEFORE_CLOSING), (at_an_offer, IrregularityKind.CARD_DURING_OFFER)],
)
@pytest.mark.clause("tiger-buffalo-insurance", "5.13")
def test_while_an_announcement_is_owed_it_is_asked_about(
    table: Callable[[], RoundTable], trouble: IrregularityKind
) -> None:
    at = table()
    at = after(at, pressed(came(at), "put:P", "rank:9", "suit:H"))
    assert at.state.cases[-1].trouble == trouble.value


MOMENTS: dict[str, Callable[[], RoundTable]] = {
    "bets open": lambda: bets(V4),
    "to draw": lambda: bets(V4).close(),
    "to draw face down": lambda: bets(V4, dealing=Dealing.FACE_DOWN).close(),
    "to turn": lambda: bets(V4, dealing=Dealing.FACE_DOWN).close().deal("4S QH 2D 7C"),
    "complete": lambda: complete(V4),
    "announced": lambda: complete(V4).announce(),
    "offer": at_an_offer,
    "dice, bets open": lambda: RoundTable(TAI_SAI),
    "to tumble": lambda: RoundTable(TAI_SAI).close(),
    "to read": lambda: RoundTable(TAI_SAI).close().do(commands.CountTumbles, tumbles=3),
    "read": rolled,
}


@pytest.mark.parametrize("kinds", [{}, KINDS], ids=["by hand", "with devices"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_to_key_by_hand_never_leads_nowhere(moment: str, kinds: dict[str, str]) -> None:
    """In the menu and beside the devices: pressed, it shows something that was not there before."""
    at = MOMENTS[moment]()
    plain = replace(make_context(at.rules, at.state), devices=kinds)
    entry = next(each for each in part_controls(menu_panel(plain)) if each.name == "open:card")
    in_menu = () if entry.act is None else (entry,)
    devices = presenter.irregularity_overlay(replace(plain, input_state=InputState(panel=Panel.DEVICES)))
    assert devices is not None
    beside = [each for each in part_controls(devices) if each.name == "by-hand"]
    assert len(in_menu) == len(beside)
    before = {each.name for each in screen_controls(build_screen(plain))}
    for key in (*in_menu, *beside):
        shown = build_screen(touch_control(plain, key))
        names = {each.name for each in screen_controls(shown)} if shown.overlay is None else {shown.overlay.name}
        assert names - before or shown.rail.primary != build_screen(plain).rail.primary


# Taken back


def test_who_asked_for_a_correction_has_a_key_to_take_it_back() -> None:
    table = complete(V4)
    asker = Person("Person (D1)", "dealer")
    table.do(correction_commands.CorrectCard, by=asker, place=3, card=CARDS["9D"], reason="misread")
    mine = case.case_rail(make_context(table.rules, table.state))
    key = find_control(mine, "withdraw-correction")
    assert isinstance(key.act, SendCommand)
    happened = decide_act(make_context(table.rules, table.state), key.act)
    assert not isinstance(happened, Refusal)
    assert not fold(table.state, happened).cases
    others = case.case_rail(make_context(table.rules, table.state, signed_in="S1"))
    assert not any(each.name == "withdraw-correction" for each in part_controls(others))
