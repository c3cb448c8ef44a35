"""Every golden irregularity, dealt at a table: options, void, clause, who decides, winner and cards carried over."""

import json
from pathlib import Path
from typing import Any

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import OptionsNeeded, OrderNeeded, VoidNeeded
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.round.visible import open_cards
from tests.support.rounds import BACCARAT, BANKER_HAND, INSURANCE, MBS, PEOPLE, V4, RoundTable

LINES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "golden" / "irregularities.jsonl").read_text(encoding="utf-8").splitlines()
]
REPORTED = {
    "RC-21": IrregularityKind.MISSED_CARD,
    "RC-23": IrregularityKind.WRONG_NUMBER_OF_CARDS,
    "RC-25": IrregularityKind.FOREIGN_CARD,
    "RC-27": IrregularityKind.TOGETHER_ORDER_LOST,
    "RC-29": IrregularityKind.TOGETHER_ORDER_KNOWN,
    "RC-33": IrregularityKind.CARD_SEEN_IN_DEVICE,
    "RC-35": IrregularityKind.POWER_FAILURE,
    "RC-37": IrregularityKind.POWER_FAILURE,
}


def until_noticed(book: str, told: Any) -> RoundTable:
    """Dealt as the line says, up to the moment when the trouble is noticed and said."""
    face_down = told["id"] == "RC-31"
    table = RoundTable(book, dealing=Dealing.FACE_DOWN if face_down else Dealing.FACE_UP)
    table.bets(("player", 1000, 1), ("banker", 800, 2)).close()
    drawn = [card for card in told["drawn"] if card != "JOKER"]
    if face_down:
        table.deal(" ".join(drawn[:4])).turn_all().deal(drawn[4], face_up=True)
    elif told["id"] == "RC-39" and book == INSURANCE:
        table.deal(" ".join(drawn[:4]))
        table.draw(drawn[4]).answer(False)
    else:
        table.deal(" ".join(drawn))
    if told["id"] in REPORTED:
        return table.report(REPORTED[told["id"]])
    lies = tuple(Place(letter) for letter in told["placed"])
    if lies != tuple(card.put for card in table.round.cards):
        table.do(correction_commands.LayCards, put=lies)
    return table


def clauses_named(book: str, told: Any) -> str:
    named = told["mbs"]["clause"] if book == MBS else told["rws"]["rws_v4" if book == V4 else "rws_ins"]
    assert isinstance(named, str)
    return named


def expected(book: str, told: Any) -> Any:
    return told["mbs"] if book == MBS else told["rws"]


@pytest.mark.assurance("A42")
@pytest.mark.parametrize("told", LINES, ids=lambda told: told["id"])
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.4.1", "5.4.2", "5.5.1", "5.5.3", "5.8", "5.8.1", "5.9", "5.9.1", "5.10", "5.11", "5.11.1")
@pytest.mark.clause(V4, "5.13", "5.13.1", "5.13.2", "5.13.3", "5.16")
@pytest.mark.clause(INSURANCE, "5.4.1", "5.4.2", "5.5.1", "5.5.3", "5.7", "5.7.1", "5.8", "5.8.1", "5.9", "5.10")
@pytest.mark.clause(INSURANCE, "5.10.1", "5.12", "5.12.1", "5.12.2", "5.12.3", "5.13.2", "5.16")
@pytest.mark.clause(MBS, "5.1", "5.1.1", "5.2", "5.6", "5.7", "5.7.1", "5.8", "5.8.1", "5.8.2", "5.8.2.2", "5.17.1")
def test_a_golden_irregularity_comes_out_as_it_was_worked_out(book: str, told: Any) -> None:
    table = until_noticed(book, told)
    cases = [event.case for event in table.find_events(events.CaseOpened)]
    house, needs = expected(book, told), [need for case in table.state.cases for need in case.needs]

    if cases and not (told["id"] == "RC-39" and book != INSURANCE):
        case = cases[-1]
        assert case.clause in clauses_named(book, told)
        key = "established_mbs" if book == MBS else "established_rws"
        assert case.established in (None, told["expected"].get(key))
    assert any(isinstance(need, OptionsNeeded) for need in needs) == (house["options"] != "none")
    assert any(isinstance(need, VoidNeeded) for need in needs) == house["void"]
    orders = told["expected"].get("orders")
    if orders:
        decider = next(need for need in needs if isinstance(need, OrderNeeded))
        assert table.rules.title(decider.role) in told["expected"]["decided_by"]["mbs" if book == MBS else "rws"]

    table.resolve()
    if house["void"]:
        assert table.round.phase is Phase.VOID
        assert table.is_returned("player", 1)
        return
    if told["id"] == "RC-39" and book == INSURANCE:
        named = correction_commands.Intention(table.find_bet("banker", 2).who, BANKER_HAND, "had his chips in hand")
        table.do(correction_commands.NameIntentions, by=PEOPLE["pit_manager"], named=(named,))
        assert table.is_returned("banker", 2)
    if "player" not in told["expected"]:
        return
    table.deal(" ".join(told["expected"]["further"])).finish()
    ends_as(table, told["expected"])


def ends_as(table: RoundTable, ending: Any) -> None:
    hands = make_coup(open_cards(table.round))
    assert [card.text for card in hands.player.cards] == ending["player"]
    assert [card.text for card in hands.banker.cards] == ending["banker"]
    assert hands.winner is not None
    assert hands.winner.value == ending["winner"]
    assert [card.card.text for card in table.state.carried if card.card] == ending["carry"]
    result = {"player": 1000, "banker": -1000, "tie": 0}[hands.winner.value]
    assert table.net("player", 1) == result


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.clause(V4, "5.11", "5.11.1")
@pytest.mark.clause(INSURANCE, "5.10", "5.10.1")
@pytest.mark.clause(MBS, "5.8.2", "5.8.2.2")
def test_the_named_role_decides_the_order_of_two_cards_and_both_orders_end_as_worked_out(book: str, which: int) -> None:
    told = next(line for line in LINES if line["id"] == "RC-27")
    table = until_noticed(book, told).resolve()
    order = (0, 1, 2, 3, 4, 5) if which == 0 else (0, 1, 2, 3, 5, 4)
    person = PEOPLE[table.need.role]
    assert table.expect_refusal(commands.DecideOrder, order=order).code in ("wrong-role", "same-person")
    assert table.expect_refusal(commands.DecideOrder, by=person, order=(1, 0, 2, 3, 4, 5)).code == "no-order"
    table.do(commands.DecideOrder, by=person, order=order).finish()
    ends_as(table, told["expected"]["results"][which])
