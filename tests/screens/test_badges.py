"""A bettor has one name in a disc: at the table, in a settlement, in a case, on the layout."""

from collections.abc import Iterator
from typing import Any

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import DrawnCard, Seal, Who
from dealer_app.domain.round.visible import visible_card
from dealer_app.domain.wagers import SEATED, Bettor
from dealer_app.screens.blocks import RowsBlock
from dealer_app.screens.irregularity.case import case_rail
from dealer_app.screens.labels import badge_text, bettor_badge, round_bettors
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.table_context import table_context
from tests.support.rounds import INSURANCE, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import table_context as seen

FIRST, SECOND = Bettor("standing-1"), Bettor("standing-2")


@pytest.mark.parametrize(
    ("who", "crowd", "named"),
    [
        ((5, SEATED), (), "5"),
        ((5, SEATED), ((5, FIRST), (5, SECOND)), "5"),
        ((5, FIRST), ((5, FIRST), (5, SEATED), (6, SECOND)), "5S"),
        ((5, SECOND), ((5, SECOND),), "5S"),
        ((5, FIRST), ((5, FIRST), (5, SECOND)), "5S1"),
        ((5, SECOND), ((5, FIRST),), "5S2"),
        ((None, Bettor("red")), ((None, Bettor("blue")),), ""),
    ],
)
def test_who_stands_alone_at_a_box_needs_no_number(who: Who, crowd: tuple[Who, ...], named: str) -> None:
    assert bettor_badge(who, crowd) == named


def discs(blocks: Any) -> Iterator[tuple[str, str]]:
    for block in blocks:
        if isinstance(block, RowsBlock):
            yield from ((row.name, row.badge) for row in block.rows if row.badge)


@pytest.mark.parametrize("book", [V4, INSURANCE])
def test_two_who_stand_at_one_box_are_told_apart_alike_in_every_list(book: str) -> None:
    table = (
        RoundTable(book).bet("player", 1000, 5).bet("player", 800, 5, "standing-1").bet("banker", 900, 5, "standing-2")
    )
    table.bet("tie", 500, 3, "standing-1").close()
    named = {"5", "5S1", "5S2", "3S"}
    table.deal("4H 9S 5D 5C").announce()
    settled = {disc for _, disc in discs(round_rail(seen(table)).work)}
    assert settled <= named
    assert "5S1" in settled
    context = seen(table)
    at = table_context(context)
    assert at is not None
    for who in {bet.who for bet in table.round.bets}:
        assert badge_text(context, who) == at.bettor_badge(who) == bettor_badge(who, round_bettors(table.round))
    assert {at.bettor_badge(bet.who) for bet in table.round.bets} == named


def test_where_their_bets_go_back_they_have_the_same_names() -> None:
    table = RoundTable(V4).bet("player", 1000, 5, "standing-1").bet("banker", 900, 5, "standing-2").close()
    table.report(IrregularityKind.NOT_SHUFFLED).approve()
    shown = {disc for _, disc in discs(case_rail(seen(table)).work)}
    assert shown == {"5S1", "5S2"}


def test_where_there_are_no_seats_there_is_no_disc() -> None:
    table = RoundTable(TAI_SAI).bet("big", 1000, None, "red")
    at = table_context(seen(table))
    assert at is not None
    assert at.bettor_badge((None, Bettor("red"))) == ""


def test_a_card_under_a_seal_is_not_seen_even_where_it_was_turned() -> None:
    card = CARDS["4S"]
    assert visible_card(DrawnCard(card, Place.PLAYER, turned=True)) == card
    assert visible_card(DrawnCard(card, Place.PLAYER, turned=False)) is None
    assert visible_card(DrawnCard(card, Place.NEITHER, turned=True, seal=Seal("digest", "salt"))) is None
