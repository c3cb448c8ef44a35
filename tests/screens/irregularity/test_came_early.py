"""A card that came before the others were turned: what is signed says where it goes, and so it is done."""

import pytest

from dealer_app.device_questions import EntrySubject, ListeningState, Question, QueueEntry
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.screens.actions import AnswerDevice, SendCommand
from dealer_app.screens.blocks import HeadingBlock, NoteBlock, Tile, TilesBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity import case, question_rail
from dealer_app.screens.round import parts
from tests.screens.irregularity_hands import decide_act, panel, press_control
from tests.screens.irregularity_screens import find_control, part_blocks
from tests.support.rounds import MBS, RoundTable
from tests.support.screen_contexts import make_context

BANKER_4 = "2S 3H 2D AC"
"""PLAYER 4 draws; BANKER 4 draws if the Player's third card is 2 to 7 (MBS 3.15)."""
BANKER_2, BANKER_7 = "2S AH 2D AC", "2S 3H 2D 4C"


def _early(initial: str) -> RoundTable:
    """The Player's third card lies face down when one more card comes."""
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal(initial).turn_all().deal("5D 6S")
    assert table.case.trouble == IrregularityKind.EXCESS_CARD.value
    return table


def _tiles(table: RoundTable) -> dict[str, Tile]:
    """What the page says is done with the cards, after."""
    part = case.case_rail(make_context(table.rules, table.state))
    *_, after = (block for block in part_blocks(part) if isinstance(block, TilesBlock))
    return {tile.title.first: tile for tile in after.tiles}


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.15")
@pytest.mark.parametrize(("third", "banker"), [("5D", True), ("8D", False)])
def test_where_it_cannot_be_known_the_page_says_both(third: str, banker: bool) -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal(BANKER_4).turn_all().deal(third).deal("6S")
    tiles = _tiles(table)
    assert list(tiles) == ["BANKER", "PLAYER", "Not known yet"]
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
    part = case.case_rail(make_context(table.rules, table.state))
    assert part.page is not None
    said = [part.page.sub.first, *(block.text.first for block in part_blocks(part) if isinstance(block, NoteBlock))]
    assert not any("none was to be drawn" in each or "next round" in each for each in said)
    assert any("Not yet known" in each for each in said)


def test_the_signer_is_shown_where_it_goes() -> None:
    """Before and after stand in the panel in which he signs, as on the page of the dealer."""
    table = _early(BANKER_4)
    context = make_context(table.rules, table.state)
    part = case.case_rail(context)
    opened = panel(press_control(context, part, part.primary.name))
    tiles = [tile.title.first for block in part_blocks(opened) if isinstance(block, TilesBlock) for tile in block.tiles]
    assert tiles == ["BANKER", "PLAYER", "BANKER", "PLAYER", "Not known yet"]
    heads = [block.text.first for block in part_blocks(opened) if isinstance(block, HeadingBlock)]
    assert not any("none was to be drawn" in head for head in heads)


def test_the_dealer_is_told_to_lay_it_on_the_hand_that_draws_after_all() -> None:
    table = _early(BANKER_4).resolve()
    before = parts.round_rail(make_context(table.rules, table.state))
    assert "not yet known" in find_control(before, "sealed-card").label.first
    table.do(commands.TurnCards, places=(4,))
    after = parts.round_rail(make_context(table.rules, table.state))
    notes = [block.text.first for block in part_blocks(after) if isinstance(block, NoteBlock)]
    assert "Card 6 is BANKER's third: lay it on BANKER, then turn it." in notes
    assert not [block for block in part_blocks(after) if "sealed-card" in repr(block)]


@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.7")
def test_a_correction_lays_the_waiting_card_on_the_hand_that_needs_it() -> None:
    """Face up: with a ten the Banker stood and one card too many was sealed; the ten was a seven after all."""
    table = RoundTable(MBS).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal("2S 3H 2D AC TC 6S").resolve().announce()
    table.do(correction_commands.CorrectCard, place=4, card=CARDS["7C"], reason="misread").approve()
    assert table.case.trouble == IrregularityKind.MISSED_CARD.value
    tiles = _tiles(table)
    assert list(tiles) == ["BANKER", "PLAYER"]
    assert tiles["BANKER"].cards[-1].number == 6
    table.resolve()
    assert table.round.cards[5].put is Place.BANKER
    table.turn_all().finish()
    assert not table.state.carried


# The shoe reports it before the others are turned


def _reported_early(*, read: bool = True) -> ScreenContext:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3), ("banker", 500, 5)).close()
    table.deal(BANKER_4).turn_all()
    table.do(commands.DrawCard, card=CARDS["5D"] if read else None, salt="salt")
    entry = QueueEntry(number=7, device="shoe 1", what=EntrySubject.CARD, question=Question.NOT_TURNED, round=1)
    return make_context(table.rules, table.state, listening=ListeningState(row=(entry,), asked=7))


def test_the_card_to_be_turned_first_is_turned_where_that_is_asked() -> None:
    context = _reported_early()
    act = find_control(question_rail.device_question_rail(context), "turn:5").act
    assert isinstance(act, SendCommand)
    assert not isinstance(decide_act(context, act), Refusal)


def test_a_card_that_nobody_has_read_is_keyed_as_it_is_turned() -> None:
    context = _reported_early(read=False)
    keying = press_control(context, question_rail.device_question_rail(context), "turn:5")
    assert not question_rail.has_device_question(keying)
    assert parts.round_rail(keying).primary.name == "next:turn"
    assert question_rail.has_device_question(context)


def test_no_answer_counts_a_card_of_which_nobody_said_where_it_lies() -> None:
    context = _reported_early()
    context = press_control(context, question_rail.device_question_rail(context), "reply:deal")
    waiting = question_rail.device_question_rail(context).primary
    assert waiting.act is None
    assert waiting.waits.first == "Choose where it is"
    context = press_control(context, question_rail.device_question_rail(context), "put:X")
    act = question_rail.device_question_rail(context).primary.act
    assert isinstance(act, AnswerDevice)
    assert act.answer.put is Place.NEITHER
