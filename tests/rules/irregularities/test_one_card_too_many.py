"""A card of which the decks hold no more is an irregularity the moment it is drawn, and not one card sooner."""

import pytest

from dealer_app.domain.cards import DECK
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.values import replace
from tests.support.rounds import BACCARAT, V4, RoundTable

DECKS = 8


@pytest.mark.assurance("A40")
@pytest.mark.parametrize("book", BACCARAT)
def test_of_each_of_the_cards_the_ninth_of_eight_decks_stops_the_round(book: str) -> None:
    for card in DECK:
        for out in range(DECKS + 2):
            table = RoundTable(book, decks=DECKS).close()
            table.state = replace(table.state, shoe=replace(table.state.shoe, seen={card: out}))
            table.draw(card.text)
            stopped = out >= DECKS
            assert table.cases_opened() == [IrregularityKind.IMPOSSIBLE_CARD.value] * stopped, (card.text, out)


@pytest.mark.assurance("A40")
def test_eight_sevens_of_spades_are_dealt_and_the_ninth_stops_the_round() -> None:
    table = RoundTable(V4, decks=DECKS, begun=False)
    for _ in range(DECKS // 2):
        table.begin().close().deal("7S 7S TD TH").finish()
    table.begin().close().draw("7S")
    assert table.cases_opened() == [IrregularityKind.IMPOSSIBLE_CARD.value]
    assert table.case.facts["card"] == "7S"
    assert table.state.round is not None
    assert table.state.round.cards == ()
