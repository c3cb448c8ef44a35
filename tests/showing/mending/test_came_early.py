"""A card that came before the others were turned: what is signed says where it goes, and so it is done."""

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Dealing
from dealer_app.domain.round.trouble import Trouble
from dealer_app.showing.acts import AnswerDevice, Give
from dealer_app.showing.blocks import Heading, Note, Tile, Tiles
from dealer_app.showing.mending import case, device_question
from dealer_app.showing.play import parts
from dealer_app.showing.seeing import Seeing
from dealer_app.station.listening.questions import Awaiting, Listening, Question, What
from tests.support.mending_hands import given, panel, pressed
from tests.support.mending_screens import blocks_of, control, seen
from tests.support.rounds import MBS, Seated

BANKER_4 = "2S 3H 2D AC"
"""PLAYER 4 draws; BANKER 4 draws if the Player's third card is 2 to 7 (MBS 3.15)."""
BANKER_2, BANKER_7 = "2S AH 2D AC", "2S 3H 2D 4C"


def _early(initial: str) -> Seated:
    """The Player's third card lies face down when one more card comes."""
    table = Seated(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal(initial).turn_all().deal("5D 6S")
    assert table.case.trouble == Trouble.EXCESS_CARD.value
    return table


def _tiles(table: Seated) -> dict[str, Tile]:
    """What the page says is done with the cards, after."""
    part = case.case(seen(table.rules, table.state))
    *_, after = (block for block in blocks_of(part) if isinstance(block, Tiles))
    return {tile.title.first: tile for tile in after.tiles}


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.15")
@pytest.mark.parametrize(("third", "banker"), [("5D", True), ("8D", False)])
def test_where_it_cannot_be_known_the_page_says_both(third: str, banker: bool) -> None:
    table = Seated(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal(BANKER_4).turn_all().deal(third).deal("6S")
    tiles = _tiles(table)
    assert list(tiles) == ["PLAYER", "BANKER", "Not known yet"]
    (line,) = tiles["Not known yet"].lines
    assert "BANKER's third card" in line.first
    assert f"round {table.round.number + 1}" in line.first
    table.resolve()
    assert table.round.cards[5].put is Place.NEITHER, "it stays aside until the Player's third card is turned"
    table.do(commands.TurnCards, places=(4,))
    assert table.round.cards[5].put is (Place.BANKER if banker else Place.NEITHER)
    assert not table.round.cards[5].turned
    if banker:
        table.turn_all()
    table.finish()
    assert len(table.state.carried) == (0 if banker else 1)


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.15")
@pytest.mark.parametrize(
    ("initial", "title", "place"),
    [(BANKER_2, "BANKER", Place.BANKER), (BANKER_7, "Round 2: first cards", Place.NEITHER)],
)
def test_where_it_is_certain_whatever_is_turned_that_is_signed(initial: str, title: str, place: Place) -> None:
    table = _early(initial)
    tiles = _tiles(table)
    assert "Not known yet" not in tiles
    assert tiles[title].cards[-1].number == 6
    table.resolve()
    assert table.round.cards[5].put is place


def test_the_words_of_the_page_hold_in_either_case() -> None:
    """Neither that it is one too many nor that it is for the next round is said before it is known."""
    table = _early(BANKER_4)
    part = case.case(seen(table.rules, table.state))
    assert part.page is not None
    said = [part.page.sub.first, *(block.text.first for block in blocks_of(part) if isinstance(block, Note))]
    assert not any("none was to be drawn" in each or "next round" in each for each in said)
    assert any("not known yet" in each for each in said)


def test_the_signer_is_shown_where_it_goes() -> None:
    """Before and after stand in the panel in which he signs, as on the page of the dealer."""
    table = _early(BANKER_4)
    seeing = seen(table.rules, table.state)
    part = case.case(seeing)
    opened = panel(pressed(seeing, part, part.primary.name))
    tiles = [tile.title.first for block in blocks_of(opened) if isinstance(block, Tiles) for tile in block.tiles]
    assert tiles == ["PLAYER", "BANKER", "PLAYER", "BANKER", "Not known yet"]
    heads = [block.text.first for block in blocks_of(opened) if isinstance(block, Heading)]
    assert not any("none was to be drawn" in head for head in heads)


def test_the_dealer_is_told_to_lay_it_on_the_hand_that_draws_after_all() -> None:
    table = _early(BANKER_4).resolve()
    before = parts.part(seen(table.rules, table.state))
    assert "not known" in control(before, "sealed-card").label.first
    table.do(commands.TurnCards, places=(4,))
    after = parts.part(seen(table.rules, table.state))
    notes = [block.text.first for block in blocks_of(after) if isinstance(block, Note)]
    assert "Card 6 is BANKER's third: lay it on BANKER, then turn it." in notes
    assert not [block for block in blocks_of(after) if "sealed-card" in repr(block)]


@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.7")
def test_a_correction_lays_the_waiting_card_on_the_hand_that_needs_it() -> None:
    """Face up: with a ten the Banker stood and one card too many was sealed; the ten was a seven after all."""
    table = Seated(MBS).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal("2S 3H 2D AC TC 6S").resolve().announce()
    table.do(mending_commands.CorrectCard, place=4, card=CARDS["7C"], reason="misread").approve()
    assert table.case.trouble == Trouble.MISSED_CARD.value
    tiles = _tiles(table)
    assert list(tiles) == ["PLAYER", "BANKER"]
    assert tiles["BANKER"].cards[-1].number == 6
    table.resolve()
    assert table.round.cards[5].put is Place.BANKER
    table.turn_all().finish()
    assert not table.state.carried


# The shoe reports it before the others are turned


def _reported_early(*, read: bool = True) -> Seeing:
    table = Seated(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal(BANKER_4).turn_all()
    table.do(commands.DrawCard, card=CARDS["5D"] if read else None, salt="salt")
    entry = Awaiting(number=7, device="shoe 1", what=What.CARD, question=Question.NOT_TURNED, round=1)
    return seen(table.rules, table.state, listening=Listening(row=(entry,), asked=7))


def test_the_card_to_be_turned_first_is_turned_where_that_is_asked() -> None:
    seeing = _reported_early()
    act = control(device_question.device_question(seeing), "turn:5").act
    assert isinstance(act, Give)
    assert not isinstance(given(seeing, act), Refusal)


def test_a_card_that_nobody_has_read_is_keyed_as_it_is_turned() -> None:
    seeing = _reported_early(read=False)
    keying = pressed(seeing, device_question.device_question(seeing), "turn:5")
    assert not device_question.asks(keying)
    assert parts.part(keying).primary.name == "next:turn"
    assert device_question.asks(seeing)


def test_no_answer_counts_a_card_of_which_nobody_said_where_it_lies() -> None:
    seeing = _reported_early()
    seeing = pressed(seeing, device_question.device_question(seeing), "reply:deal")
    waiting = device_question.device_question(seeing).primary
    assert waiting.act is None
    assert waiting.waits.first == "Choose where it lies"
    seeing = pressed(seeing, device_question.device_question(seeing), "put:X")
    act = device_question.device_question(seeing).primary.act
    assert isinstance(act, AnswerDevice)
    assert act.said.put is Place.NEITHER
