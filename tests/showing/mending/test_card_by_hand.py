"""At a table without a reading shoe a card that nothing asked for is keyed: no key of that leads nowhere."""

from collections.abc import Callable

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DrawnCard, Person
from dealer_app.domain.round.table import Dealing
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Give
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.house.menu import menu
from dealer_app.showing.mending import case, overlays
from dealer_app.showing.screen_of import screen
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.walking import controls
from tests.support.mending_hands import given, panel
from tests.support.mending_screens import control, controls_of, rows_of, seen, touched
from tests.support.rounds import BACCARAT, INSURANCE, TAI_SAI, V4, Seated

KINDS = {"shoe": "shoe", "tumbler": "tumbler"}


def bets(book: str, **settings: Dealing) -> Seated:
    return Seated(book, **settings).bets(("player", 1000, 1))  # type: ignore[arg-type]


def complete(book: str) -> Seated:
    return bets(book).close().deal("4S QH 2D 7C")


def at_an_offer() -> Seated:
    return bets(INSURANCE).close().draw("KH").draw("9C").draw("6S").draw("5D")


def rolled() -> Seated:
    return Seated(TAI_SAI).bet("big", 1000).close().roll(2, 5, 6)


def pressed(seeing: Seeing, *names: str) -> Seeing:
    for name in names:
        seeing = touched(seeing, control(panel(seeing), name))
    return seeing


def came(table: Seated) -> Seeing:
    """From the list of what can have happened."""
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.IRREGULARITIES))
    (row,) = (row for row in rows_of(panel(seeing)) if row.name == "report:excess-card")
    return touched(seeing, row)


def after(table: Seated, seeing: Seeing) -> Seated:
    step = panel(seeing).primary
    assert step is not None
    assert isinstance(step.act, Give), step.waits
    happened = given(seeing, step.act)
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
    seeing = pressed(came(table), "put:X")
    waiting = panel(seeing).primary
    assert waiting is not None
    assert waiting.act is None
    assert not any(each.name.startswith("rank:") for each in controls_of(panel(pressed(seeing, "lies:down"))))
    table = after(table, pressed(seeing, "lies:down"))
    assert table.state.cases[-1].trouble == Trouble.EXCESS_CARD.value
    assert table.round.cards[4] == DrawnCard(None, Place.NEITHER, turned=False)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause("tiger-buffalo-v4", "5.8")
@pytest.mark.clause("tiger-buffalo-insurance", "5.7")
def test_one_that_lies_open_is_keyed_where_it_lies(book: str) -> None:
    table = complete(book)
    seeing = pressed(came(table), "put:B", "lies:open", "rank:9", "suit:H")
    table = after(table, seeing)
    assert table.state.cases[-1].trouble == Trouble.EXCESS_CARD.value
    assert table.round.cards[4] == DrawnCard(CARDS["9H"], Place.BANKER, turned=True)


@pytest.mark.parametrize(
    ("table", "trouble"),
    [(lambda: bets(V4), Trouble.CARD_BEFORE_CLOSING), (at_an_offer, Trouble.CARD_DURING_OFFER)],
)
@pytest.mark.clause("tiger-buffalo-insurance", "5.13")
def test_while_an_announcement_is_owed_it_is_asked_about(table: Callable[[], Seated], trouble: Trouble) -> None:
    at = table()
    at = after(at, pressed(came(at), "put:P", "rank:9", "suit:H"))
    assert at.state.cases[-1].trouble == trouble.value


MOMENTS: dict[str, Callable[[], Seated]] = {
    "bets open": lambda: bets(V4),
    "to draw": lambda: bets(V4).close(),
    "to draw face down": lambda: bets(V4, dealing=Dealing.FACE_DOWN).close(),
    "to turn": lambda: bets(V4, dealing=Dealing.FACE_DOWN).close().deal("4S QH 2D 7C"),
    "complete": lambda: complete(V4),
    "announced": lambda: complete(V4).announce(),
    "offer": at_an_offer,
    "dice, bets open": lambda: Seated(TAI_SAI),
    "to tumble": lambda: Seated(TAI_SAI).close(),
    "to read": lambda: Seated(TAI_SAI).close().do(commands.CountTumbles, tumbles=3),
    "read": rolled,
}


@pytest.mark.parametrize("kinds", [{}, KINDS], ids=["by hand", "with devices"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_to_key_by_hand_never_leads_nowhere(moment: str, kinds: dict[str, str]) -> None:
    """In the menu and beside the devices: pressed, it shows something that was not there before."""
    at = MOMENTS[moment]()
    plain = replace(seen(at.rules, at.state), devices=kinds)
    in_menu = [each for each in controls_of(menu(plain)) if each.name == "open:card"]
    devices = overlays.overlay(replace(plain, fingers=Fingers(panel=Panel.DEVICES)))
    assert devices is not None
    beside = [each for each in controls_of(devices) if each.name == "by-hand"]
    assert len(in_menu) == len(beside)
    before = {each.name for each in controls(screen(plain))}
    for key in (*in_menu, *beside):
        shown = screen(touched(plain, key))
        names = {each.name for each in controls(shown)} if shown.overlay is None else {shown.overlay.name}
        assert names - before or shown.rail.primary != screen(plain).rail.primary


# Taken back


def test_who_asked_for_a_correction_has_a_key_to_take_it_back() -> None:
    table = complete(V4)
    asker = Person("Person (D1)", "dealer")
    table.do(mending_commands.CorrectCard, by=asker, place=3, card=CARDS["9D"], reason="misread")
    mine = case.case(seen(table.rules, table.state))
    key = control(mine, "withdraw-correction")
    assert isinstance(key.act, Give)
    happened = given(seen(table.rules, table.state), key.act)
    assert not isinstance(happened, Refusal)
    assert not fold(table.state, happened).cases
    others = case.case(seen(table.rules, table.state, signed_in="S1"))
    assert not any(each.name == "withdraw-correction" for each in controls_of(others))
