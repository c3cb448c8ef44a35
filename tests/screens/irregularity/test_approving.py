"""Approving is blind, by another person, with his PIN; refusing needs a reason and is pressed twice."""

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Wager
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import CardRowBlock, CardShown, Face, TilesBlock, Weight
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import case
from dealer_app.screens.key_input import block_controls, type_key
from dealer_app.screens.screen import Overlay, RailContent
from dealer_app.screens.timeline import Timeline, TimelineEvent
from tests.screens.irregularity_hands import PIN, decide_act, key_signature, panel, press_control, ready
from tests.screens.irregularity_screens import (
    find_control,
    part_blocks,
    part_controls,
    part_rows,
    touch_control,
    with_fingers,
)
from tests.support.rounds import MBS, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context

ASKER = Person("Dealer 1 (D1)", "dealer")


def _card_corrected() -> RoundTable:
    """The fourth card is really the five of spades; it was read as the five of clubs."""
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4H 9S KD 5C 6D 2S")
    return table.do(correction_commands.CorrectCard, by=ASKER, place=3, card=CARDS["8S"], reason="not the card")


def _approving(table: RoundTable) -> ScreenContext:
    context = make_context(table.rules, table.state)
    part = case.case_rail(context)
    assert part.primary.weight is Weight.NEXT
    return touch_control(context, part.primary)


def _cards(shown: RailContent | Overlay) -> list[CardShown]:
    found: list[CardShown] = []
    for block in part_blocks(shown):
        if isinstance(block, CardRowBlock):
            found += block.cards
        if isinstance(block, TilesBlock):
            found += [card for tile in block.tiles for card in tile.cards]
    return found


def test_the_card_in_question_is_hidden_on_the_page_and_in_the_panel() -> None:
    table = _card_corrected()
    context = _approving(table)
    for shown in (case.case_rail(context), panel(context)):
        hidden = [card for card in _cards(shown) if card.face is Face.HIDDEN]
        assert [card.number for card in hidden] == [4] * len(hidden)
        assert hidden
        assert "8S" not in repr(shown)
        assert "5C" not in repr(shown)


def test_before_and_after_stand_there_only_once_the_card_seen_was_compared() -> None:
    context = _approving(_card_corrected())
    assert panel(context).primary is not None
    assert find_control(panel(context), "compare").act is None
    context = press_control(context, panel(context), "rank:8")
    context = press_control(context, panel(context), "suit:S")
    context = press_control(context, panel(context), "compare")
    shown = repr(panel(context).left_column)
    assert "5C" in shown
    assert "8S" in shown


def test_the_words_of_who_asks_are_hidden_until_the_card_seen_was_compared() -> None:
    table = _card_corrected()
    context = _approving(table)
    for shown in (case.case_rail(context), panel(context)):
        assert "not the card" not in repr(shown)
        assert next(row.right for row in part_rows(shown) if row.name == "fact:text") == "hidden"
    differs = context
    for name in ("rank:7", "suit:H", "compare"):
        differs = press_control(differs, panel(differs), name)
    assert "not the card" not in repr(panel(differs))
    for name in ("rank:8", "suit:S", "compare"):
        context = press_control(context, panel(context), name)
    assert "not the card" in repr(panel(context).left_column)
    assert "not the card" not in repr(case.case_rail(context)), "the page behind it tells nobody"


def test_a_card_seen_otherwise_is_not_approved_and_tells_nothing() -> None:
    context = _approving(_card_corrected())
    for name in ("rank:7", "suit:H", "compare"):
        context = press_control(context, panel(context), name)
    context = key_signature(context, "S1")
    shown = panel(context)
    assert find_control(shown, "approve").act is None
    assert "8S" not in repr(shown.left_column)
    beside = [control.name for control in block_controls(shown.right_column)]
    assert "read-again" not in beside, "the keys of the PIN stay where they are, and in sight"
    context = press_control(context, shown, "read-again")
    assert find_control(panel(context), "compare").act is None


def test_what_is_approved_is_taken_with_the_reference_of_surveillance() -> None:
    table = _card_corrected()
    context = _approving(table)
    for name in ("rank:8", "suit:S", "compare"):
        context = press_control(context, panel(context), name)
    context = key_signature(with_fingers(context, context.input_state.with_text("surveillance", "CCTV 7")), "S1")
    act = ready(context)
    assert isinstance(act, SendCommand)
    assert (act.surveillance, act.then) == ("CCTV 7", context.input_state.close_panel())
    done = decide_act(context, act)
    assert not isinstance(done, Refusal)
    assert [event.read for event in done if isinstance(event, events.NeedMet)] == ["8S"], "on record with the approval"


def test_dice_are_read_blind_too() -> None:
    table = RoundTable(TAI_SAI).bet("big", 1000, None).close().roll(2, 5, 6)
    table.do(correction_commands.CorrectDice, by=ASKER, dice=(1, 5, 6), reason="not the dice")
    context = _approving(table)
    for shown in (case.case_rail(context), panel(context)):
        assert "2-5-6" not in repr(shown)
        assert "1-5-6" not in repr(shown)
    for name in ("die:6", "die:1", "die:5", "compare"):
        context = press_control(context, panel(context), name)
    assert "2-5-6" in repr(panel(context))
    done = decide_act(context, ready(key_signature(context, "S1")))
    assert not isinstance(done, Refusal)
    assert [event.read for event in done if isinstance(event, events.NeedMet)] == ["6-1-5"]


def test_who_asks_cannot_approve() -> None:
    table = _card_corrected()
    context = _approving(table)
    for name in ("rank:8", "suit:S", "compare"):
        context = press_control(context, panel(context), name)
    assert find_control(panel(key_signature(context, "D1")), "approve").act is None


@pytest.mark.parametrize("badge", ["S1", "P1", "G1"])
def test_a_supervisor_or_above_approves_with_his_pin_even_where_he_is_signed_in(badge: str) -> None:
    table = _bet_corrected()
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL), signed_in=badge)
    assert find_control(panel(context), "approve").act is None
    act = ready(key_signature(context, badge))
    assert isinstance(act, SendCommand)
    assert act.by is not None
    assert not isinstance(decide_act(context, act), Refusal)


def _bet_corrected() -> RoundTable:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    wager = Wager(area=table.find_bet("player", 1).wager.area, stake=table.find_bet("player", 1).wager.stake, seat=2)
    return table.do(correction_commands.CorrectBet, by=ASKER, number=1, wager=wager, reason="chips differ")


def test_that_nothing_can_be_seen_is_no_reason_where_chips_alone_are_in_question() -> None:
    def reasons(table: RoundTable) -> list[str]:
        context = _approving(table)
        for name in ("rank:8", "suit:S", "compare") if table.case.trouble == "card-corrected" else ():
            context = press_control(context, panel(context), name)
        return [one.label.first for one in panel(context).reasons]

    assert reasons(_card_corrected())[0] == "Cannot see the card"
    assert reasons(_bet_corrected())[0] == "Ask surveillance"


def test_the_rail_says_without_its_values_only_where_the_approver_reads_blind() -> None:
    for table, blind in ((_card_corrected(), True), (_bet_corrected(), False)):
        told = repr(case.case_rail(make_context(table.rules, table.state)).work)
        assert ("without its values" in told) is blind


def test_the_panel_says_of_which_round_it_is_asked_and_whether_chips_have_moved() -> None:
    table = _bet_corrected()
    sub = panel(_approving(table)).sub.first
    assert sub == "Bet keyed in wrongly · T1 · shoe 1, round 1 · nothing collected, nothing paid"


def test_the_panel_says_since_when_it_is_asked() -> None:
    table = _bet_corrected()
    context = _approving(table)
    opened = TimelineEvent(CaseOpened(case=table.case), utc=50_000_000, offset=480, badge="D1", position="dealer")
    now = replace(context.moment, utc=73_000_000)
    context = replace(context, moment=now, timeline=Timeline(number=1, current_events=(opened,)))
    assert panel(context).right == ("Asked 08:00:50", "0:23 waiting")


def test_refusing_needs_a_reason_and_at_its_own_key_a_second_press() -> None:
    table = _bet_corrected()
    context = key_signature(_approving(table), "S1")
    grave = panel(context).grave
    assert grave is not None
    assert grave.weight is Weight.GRAVE
    assert grave.act is None
    context = press_control(context, panel(context), "reason:not-so")
    once = find_control(panel(context), "refuse")
    assert isinstance(once.act, SetInput)
    act = find_control(panel(touch_control(context, once)), "refuse").act
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, commands.Refuse)
    assert act.command.reason
    assert not isinstance(decide_act(context, act), Refusal)


def test_with_a_reason_to_refuse_the_next_step_refuses_and_nothing_approves() -> None:
    signed = key_signature(_approving(_bet_corrected()), "S1")
    ticked = press_control(signed, panel(signed), "reason:not-so")
    assert panel(ticked).reasons_title.first == "Reasons to refuse"
    assert "approve" not in {one.name for one in part_controls(panel(ticked))}
    step = panel(ticked).primary
    assert step is not None
    assert (step.label.first, step.sub.first) == ("Refuse", "Not what happened")
    given = ready(ticked)
    assert isinstance(given, SendCommand)
    assert isinstance(given.command, commands.Refuse)
    untouched = press_control(ticked, panel(ticked), "reason:not-so")
    given = ready(untouched)
    assert isinstance(given, SendCommand)
    assert isinstance(given.command, commands.Approve), "touched again the reason is taken back"


def test_without_a_signature_the_next_step_says_who_is_wanted_also_to_refuse() -> None:
    context = _approving(_bet_corrected())
    ticked = press_control(context, panel(context), "reason:not-so")
    step = panel(ticked).primary
    assert step is not None
    assert (step.name, step.act, step.waits.first) == ("refuse-now", None, "Key in the badge of the approver")


def test_that_a_card_cannot_be_seen_is_a_reason_only_where_cards_lie_there() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().report(IrregularityKind.FOREIGN_CARD)
    assert panel(_approving(table)).reasons[0].label.first == "Ask surveillance"


def test_a_pin_is_never_among_the_texts_nor_in_anything_that_is_shown() -> None:
    context = _approving(_bet_corrected())
    input_state = context.input_state.with_text("badge", "S1").replace(writes="pin")
    for digit in PIN.text:
        input_state = type_key(input_state, digit)
    context = with_fingers(context, input_state)
    assert PIN.text not in input_state.texts.values()
    shown = repr(panel(context))
    assert PIN.text not in shown
    assert "•" * len(PIN.text) in shown


def test_digits_can_be_touched() -> None:
    context = _approving(_bet_corrected())
    context = press_control(context, panel(context), "person:P1")
    for digit in PIN.text:
        context = press_control(context, panel(context), f"digit:{digit}")
    assert context.input_state.secret() == PIN
    assert not isinstance(decide_act(context, ready(context)), Refusal)


def test_chips_that_have_moved_are_ticked_bettor_by_bettor_before_anybody_approves() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4H 9S KD 5C 6D 2S").announce()
    table.do(commands.SettleAll).do(
        correction_commands.CorrectCard, by=ASKER, place=5, card=CARDS["9C"], reason="not the card"
    ).approve()
    while table.state.cases and table.case.trouble != "chips-moved":
        table.resolve()
    context = key_signature(_approving(table), "S1")
    rows = [one.name for one in part_controls(panel(context)) if one.name.startswith("moved:")]
    assert len(rows) == len(table.case.facts)
    for name in rows:
        assert find_control(panel(context), "approve").act is None
        context = press_control(context, panel(context), name)
    assert not isinstance(decide_act(context, ready(context)), Refusal)


def _compared(card: str) -> list[list[str]]:
    """What stands in the tiles of before and after once the approver has keyed the same card."""
    table = RoundTable(MBS, layout="A").bets(("player", 77_700, 5), ("tiger_pair", 10_000, 7), ("banker", 100_000, 3))
    table.close().deal("2S 3H 2D 3C 4D").announce()
    wanted = CARDS[card]
    table.do(correction_commands.CorrectCard, by=ASKER, place=4, card=wanted, reason="not the card")
    context = _approving(table)
    for name in (f"rank:{card[0]}", f"suit:{card[1]}", "compare"):
        context = press_control(context, panel(context), name)
    tiles = [tile for block in panel(context).left_column if isinstance(block, TilesBlock) for tile in block.tiles]
    return [[line.first for line in tile.lines] for tile in tiles]


def test_before_and_after_name_every_area_that_wins_and_what_each_seat_gets() -> None:
    before, after = _compared("5D")
    assert before == ["PLAYER 8, BANKER 6", "Win: PLAYER, TIGER PAIR", "5: +777 · 7: +2,000 · 3: -1,000"]
    assert after == ["PLAYER 9, BANKER 6", "Win: PLAYER, TIGER PAIR", "5: +777 · 7: +2,000 · 3: -1,000"]


def test_what_stays_won_though_a_card_is_still_to_come_stays_named() -> None:
    """With a seven the Player has 1, and the Banker draws on 6: both pairs have won all the same."""
    before, after = _compared("7C")
    assert before[1] == "Win: PLAYER, TIGER PAIR"
    assert after == ["PLAYER 1, BANKER 6", "Win: TIGER PAIR", "Not decided: PLAYER, BANKER"]


def test_a_pin_keyed_for_one_page_is_not_there_on_the_next() -> None:
    """A reading that differs asks for another one: what was keyed before it signs nothing after it."""
    context = key_signature(_approving(_card_corrected()), "S1")
    context = with_fingers(context, context.input_state.replace(rank="5", suit="C"))
    context = key_signature(press_control(context, panel(context), "compare"), "S1")
    assert find_control(panel(context), "approve").act is None
    context = press_control(context, panel(context), "read-again")
    assert not context.input_state.pins
    context = key_signature(context, "S1")
    context = with_fingers(context, context.input_state.replace(rank="8", suit="S"))
    context = press_control(context, panel(context), "compare")
    assert not context.input_state.pins
    assert find_control(panel(context), "approve").act is None, "the PIN is keyed once Before and After stand there"
    assert isinstance(find_control(panel(key_signature(context, "S1")), "approve").act, SendCommand)


def test_another_panel_begins_without_the_pin() -> None:
    context = key_signature(_approving(_card_corrected()), "S1")
    assert not context.input_state.replace(panel=Panel.MENU).pins
    assert context.input_state.replace(writes="badge").pins == context.input_state.pins
