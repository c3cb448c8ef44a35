"""The keys for a card stay in sight and under the finger: whatever is said, and whether the shoe is there or not."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from pytestqt.qtbot import QtBot

from dealer_app.device_questions import DeviceRecord, EntrySubject, Link, ListeningState, Question, QueueEntry
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.labels import label_text
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import Rail
from dealer_app.texts import Language, language_pair
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context
from ui.rail import RailWidget
from ui.theme.sizes import Measures

pytestmark = pytest.mark.usefixtures("letters")
SIZES = [pytest.param((1920, 1080), id="1920"), pytest.param((1366, 768), id="1366")]
PAIRS = ((Language.EN, Language.ZH_HANT), (Language.ZH_HANT, Language.EN), (Language.ZH_HANS, Language.EN))
RIBBON = 36
"""Of a demonstration, and a pixel or two more."""
QUESTIONS = {
    "unreadable": (EntrySubject.CARD, Question.UNREADABLE),
    "other-hand": (EntrySubject.CARD, Question.OTHER_HAND),
    "several": (EntrySubject.CARDS, Question.REPORTS_LOST),
}
STAGES = {"first": "", "third": "2C 8D 3H 5S"}
KEYS = ("rank:", "suit:", "put:", "reply:", "card:", "next-card")


def at_the_table(cards: str, listening: ListeningState, link: Link) -> ScreenContext:
    table = RoundTable(V4).bets(("player", 100_000, 1), ("banker", 50_000, 3), ("tie", 10_000, 5)).close()
    if cards:
        table.deal(cards)
    known = replace(listening, devices={"shoe": DeviceRecord(link=link)})
    return replace(make_context(table.rules, table.state, listening=known), devices={"shoe": "shoe"})


def drawing(cards: str, link: Link) -> ScreenContext:
    context = at_the_table(cards, ListeningState(), link)
    return replace(context, input_state=context.input_state.replace(panel=Panel.CARD))


def asked(cards: str, question: str, link: Link) -> ScreenContext:
    what, why = QUESTIONS[question]
    entry = QueueEntry(number=1, device="shoe", what=what, question=why, round=1)
    context = at_the_table(cards, ListeningState(row=(entry,), asked=1), link)
    return replace(context, input_state=context.input_state.with_pick("reply", "deal"))


def half_keyed(context: ScreenContext) -> tuple[ScreenContext, ...]:
    """Nothing, a rank, a whole card; and where several are keyed the same once two of them are."""
    begun = context.input_state
    first = context.state.listening.first_entry
    several = first is not None and first.what is EntrySubject.CARDS
    return tuple(
        replace(context, input_state=each.replace(**keyed))
        for each in (begun, *((begun.with_pick("cards", "KH 9C"),) if several else ()))
        for keyed in ({}, {"rank": "9"}, {"rank": "9", "suit": "H"})
    )


def with_warnings(context: ScreenContext) -> tuple[ScreenContext, ...]:
    early = ScreenText(
        "The shoe reported a card while bets are open. Look at the cards and answer.",
        "牌靴在下注時報告一張牌。請看檯面並回答。",
    )
    return (
        context,
        replace(context, notice=label_text(context, "play.waits-for-keys")),
        replace(context, notice=early),
        replace(context, refusal=Refusal(code="impossible-card", clause="5.5", facts={"card": "KH"})),
    )


def key_places(widget: RailWidget, rail: Rail) -> dict[str, QRect]:
    """By name, where each key is; each is seen whole."""
    widget.show_rail(rail)
    assert not widget.has_overflow
    found = {}
    for button in widget.controls():
        if button.control.name.startswith(KEYS):
            assert button.visibleRegion().boundingRect() == QRect(QPoint(0, 0), button.size()), button.control.name
            found[button.control.name] = QRect(button.mapTo(widget, QPoint(0, 0)), button.size())
    return found


@pytest.fixture(params=[0, RIBBON], ids=["live", "demo"])
def rail(qtbot: QtBot, request: pytest.FixtureRequest) -> RailWidget:
    made = RailWidget()
    qtbot.addWidget(made)
    made.setProperty("ribbon", request.param)
    return made


def place_rail(rail: RailWidget, size: tuple[int, int]) -> None:
    measures = Measures.from_size(*size)
    rail.set_measures(measures)
    rail.resize(QSize(measures.rail_width, size[1] - measures.top_bar_height - rail.property("ribbon")))
    rail.show()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].value)
@pytest.mark.parametrize("stage", STAGES)
def test_the_keys_for_a_card_stay_whether_the_shoe_is_there_or_not(
    rail: RailWidget, stage: str, pair: tuple[Language, Language], size: tuple[int, int]
) -> None:
    place_rail(rail, size)
    contexts = [drawing(STAGES[stage], link) for link in (Link.CONNECTED, Link.LOST)]
    places = [
        key_places(rail, build_screen(replace(told, words=language_pair(*pair))).rail)
        for context in contexts
        for keyed in half_keyed(context)
        for told in with_warnings(keyed)
    ]
    assert {"rank:A", "rank:K", "suit:S", "suit:D", "card:again"} <= set(places[0])
    assert all(each == places[0] for each in places)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].value)
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_keys_for_an_answer_stay_whatever_is_said(
    rail: RailWidget, question: str, pair: tuple[Language, Language], size: tuple[int, int]
) -> None:
    place_rail(rail, size)
    for stage, link in (("first", Link.CONNECTED), ("third", Link.LOST)):
        places = [
            key_places(rail, build_screen(replace(told, words=language_pair(*pair))).rail)
            for keyed in half_keyed(asked(STAGES[stage], question, link))
            for told in with_warnings(keyed)
        ]
        assert {"rank:A", "rank:K", "suit:S", "suit:D"} <= set(places[0])
        # Only "Next card" behind the pad comes once a card is whole.
        first = {name: place for name, place in places[0].items() if name != "next-card"}
        assert all(first == {name: each[name] for name in first} for each in places)
