"""A case on the rail: the answer is picked first, the void is grave, options go seat by seat, bets keyed or not."""

from itertools import pairwise

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.withdrawal import remember_report
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Person, Phase
from dealer_app.domain.round.table_settings import BetKeeping, Dealing
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.screens import presenter
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import CardRowBlock, Face, NoteBlock, RowsBlock, TagsBlock, TilesBlock, Weight
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_rows
from dealer_app.screens.irregularity import case
from dealer_app.screens.screen import Overlay, RailContent, StepState
from dealer_app.screens.timeline import TimelineEvent, build_timeline
from tests.screens.irregularity_hands import decide_act, meet_need, panel, press_control
from tests.screens.irregularity_screens import find_control, part_blocks, part_controls, part_rows, touch_control
from tests.support.rounds import INSURANCE, MBS, SUPERVISOR, V4, RoundTable
from tests.support.screen_contexts import make_context


def _part(table: RoundTable) -> tuple[ScreenContext, RailContent]:
    context = make_context(table.rules, table.state)
    return context, case.case_rail(context)


def _excess() -> RoundTable:
    """PLAYER 6 and BANKER 7 stand; a fifth card is drawn all the same."""
    return RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4S QH 2D 7C KD")


# Before the first card


@pytest.mark.parametrize("cards", ["", "4H"])
def test_without_a_card_the_page_says_that_nothing_is_decided(cards: str) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal(cards)
    table.do(commands.Report, trouble=IrregularityKind.POWER_FAILURE.value)
    _, part = _part(table)
    told = {row.name: (row.title, row.right) for row in part_rows(part)}
    assert told.get("fact:outcome") == (None if cards else ("Outcome", "nothing is decided yet"))


# Who found it


def test_nobody_has_reported_what_the_station_found() -> None:
    _, part = _part(_excess())
    assert part.page is not None
    assert part.page.right == ("Detected by the station",)


def test_who_reported_something_is_named() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S")
    table.do(commands.Report, trouble=IrregularityKind.TOGETHER_ORDER_LOST.value)
    _, part = _part(table)
    assert part.page is not None
    assert part.page.right[0] == "Reported by"


def test_who_reported_what_the_station_could_have_found_is_named_too() -> None:
    """A card too few shows by itself or is reported without a word."""
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    table.do(commands.Report, trouble=IrregularityKind.MISSED_CARD.value)
    _, part = _part(table)
    assert part.page is not None
    assert part.page.right[0] == "Reported by"


def test_who_reported_it_stays_named_once_somebody_has_approved_it() -> None:
    """The station finds cards on the wrong hand too, but these the dealer has said."""
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("2S 2D KH 3H 6C 9D").finish()
    player, banker = Place.PLAYER, Place.BANKER
    table.do(correction_commands.LayCards, put=(player, banker, player, banker, banker, player))
    for step in ("reported", "approved"):
        timeline = build_timeline(TimelineEvent(event, 0, 480, "D1", "dealer") for event in table.happened)
        context = replace(make_context(table.rules, table.state), timeline=timeline)
        page = case.case_rail(context).page
        assert page is not None
        assert page.right[0] == "Reported by", step
        opened = [one for one in timeline.current_events if isinstance(one.event, events.CaseOpened)]
        assert [one.reported for one in opened] == [True, True], "chips move back by the same report"
        titles = {row.title: row.lines[0] for row in event_rows(context, tuple(opened))}
        assert [line.startswith("Reported by") for line in titles.values()] == [True, True]
        if step == "reported":
            table.do(commands.Approve, by=SUPERVISOR)
            assert not table.state.reports


def test_a_report_that_leaves_nothing_open_is_credited_to_who_made_it() -> None:
    """What is on record at once cannot be taken back; the station finds such things too."""
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    late = Case(number=1, trouble="cocked-die", clause="5.5.2", reported_by="D1", established=None, needs=())
    (made,) = remember_report(table.state, Person("D1", "dealer"), (events.CaseOpened(case=late),))
    timeline = build_timeline((TimelineEvent(made, 0, 480, "D1", "dealer"),))
    (row,) = event_rows(make_context(table.rules, table.state), timeline.current_events)
    assert row.lines[0].startswith("Reported by Dealer 1")


def test_what_a_decision_brings_about_nobody_has_found() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    for trouble, position, said in (
        ("chips-moved", "pit-supervisor", "Follows from a decision by Pit Supervisor 1"),
        ("open-card-carried", "pit-supervisor", "Follows from a decision by Pit Supervisor 1"),
        ("open-card-carried", "dealer", "Detected by the station"),
    ):
        opened = Case(number=1, trouble=trouble, clause="5.6", reported_by="S1", established=None, needs=())
        timeline = build_timeline((TimelineEvent(events.CaseOpened(case=opened), 0, 480, "S1", position),))
        (row,) = event_rows(make_context(table.rules, table.state), timeline.current_events)
        assert row.lines[0].startswith(said)


def test_what_may_have_been_either_is_said_of_the_time() -> None:
    """A card too few shows by itself: nobody is named for it."""
    table = RoundTable(INSURANCE).bets(("player", 1000, 1)).close().deal("KH 9C 6S 5D").draw("2C")
    table.do(commands.Answer, announced=False)
    _, part = _part(table)
    assert part.page is not None
    (said,) = part.page.right
    assert said.startswith("While ")


# Was it announced?


@pytest.mark.parametrize(("picked", "phase"), [("yes", Phase.CLOSED), ("no", Phase.BETTING)])
def test_the_answer_is_picked_and_then_given(picked: str, phase: Phase) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).draw("4H")
    context, part = _part(table)
    assert part.primary.act is None
    assert part.primary.waits
    context = press_control(context, part, f"announced:{picked}")
    happened = decide_act(context, case.case_rail(context).primary.act or pytest.fail("it still waits"))
    assert not isinstance(happened, Refusal)
    after = fold(table.state, happened)
    assert after.round is not None
    assert after.round.phase is phase


def test_a_bet_on_behalf_without_chips_is_left_out_when_it_was_announced() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1))
    wager = Wager(area=Area("banker"), stake=table.find_bet("player", 1).wager.stake, seat=3, bettor=Bettor("seated"))
    table.do(commands.PlaceBet, wager=wager, on_behalf=True).draw("4H")
    context, part = _part(table)
    context = press_control(context, part, "announced:yes")
    context = press_control(context, case.case_rail(context), "no-chips:2")
    act = case.case_rail(context).primary.act
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, commands.Answer)
    assert act.command.without_chips == frozenset({2})
    assert not isinstance(decide_act(context, act), Refusal)


def test_a_card_during_an_offer_is_asked_about_in_its_own_words() -> None:
    table = RoundTable(INSURANCE).bets(("player", 1000, 1), ("banker", 1000, 2)).close().deal("5D QS AS 3S")
    assert table.allows(commands.CloseOffer)
    table.draw("6D")
    context, part = _part(table)
    assert table.case.trouble == IrregularityKind.CARD_DURING_OFFER.value
    labels = [find_control(part, f"announced:{answer}").label.first for answer in ("yes", "no")]
    assert labels == ["Offered: no answer means No", "Not offered"], "some may have insured: it is asked of the offer"
    assert not isinstance(decide_act(context, meet_act(context, "no")), Refusal)


def meet_act(context: ScreenContext, answer: str) -> SendCommand:
    act = case.case_rail(press_control(context, case.case_rail(context), f"announced:{answer}")).primary.act
    assert isinstance(act, SendCommand)
    return act


# Void


def test_a_void_is_grave_pressed_twice_and_never_by_enter() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4H 9S")
    table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS).approve()
    context, part = _part(table)
    assert part.primary.act is None
    grave = find_control(part, "void-round")
    assert (grave.weight, grave.key) == (Weight.GRAVE, "")
    assert isinstance(grave.act, SetInput)
    act = find_control(case.case_rail(touch_control(context, grave)), "void-round").act
    assert not isinstance(decide_act(context, act or pytest.fail("nothing")), Refusal)
    assert [row.name for row in part_rows(part) if row.name.startswith("back:")] == ["back:1", "back:2"]


# Options


def test_every_bettor_chooses_before_the_choices_are_applied() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).bet("tie", 100, 2, "standing-1")
    table.close().deal("4H 9S KD 5C").report(IrregularityKind.TOGETHER_ORDER_LOST)
    _, part = _part(table)
    assert part.primary.act is None
    assert [row.badge for row in part_rows(part) if row.name.startswith("bettor:")] == ["1", "2", "2S"]
    state = meet_need(table.rules, table.state)
    assert [type(need).__name__ for need in state.cases[-1].needs] == ["OrderNeeded"]


def test_digits_choose_for_the_framed_bettor_alone() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4H 9S KD 5C")
    table.report(IrregularityKind.TOGETHER_ORDER_LOST)
    context, part = _part(table)
    keys = {one.name: one.key for one in part_controls(part) if one.name.startswith("option:")}
    assert sorted(keys.values()) == ["", "", "1", "2"]
    assert keys["option:1 seated:continue"] == "1"
    other = next(row for row in part_rows(part) if row.badge == "2")
    part = case.case_rail(touch_control(context, other))
    assert find_control(part, "option:2 seated:return").key == "2"


def test_with_bets_off_every_seat_may_answer_and_nobody_has_to() -> None:
    table = RoundTable(V4, bets=BetKeeping.OFF).close().deal("4H 9S KD 5C").report(IrregularityKind.TOGETHER_ORDER_LOST)
    context, part = _part(table)
    seats = [row.badge for row in part_rows(part) if row.name.startswith("bettor:")]
    assert seats == [str(seat) for seat in table.rules.layout.seats[: table.rules.layout.most_positions]][: len(seats)]
    assert not isinstance(decide_act(context, part.primary.act or pytest.fail("it waits")), Refusal)
    chosen = find_control(part, "option:1 seated:return").act
    assert not isinstance(decide_act(context, chosen or pytest.fail("it waits")), Refusal)


# The page


def test_a_card_in_excess_is_sealed_on_the_page_and_goes_to_the_next_round() -> None:
    table = _excess()
    table.approve()
    _, part = _part(table)
    assert part.page is not None
    order = next(block for block in part_blocks(part) if isinstance(block, CardRowBlock))
    assert [card.face for card in order.cards] == [*[Face.OPEN] * 4, Face.SEALED]
    assert "KD" not in repr(part)
    assert "Round 2" in repr(part)


def test_the_page_says_what_the_hand_does_and_the_rail_what_becomes_of_each_bet() -> None:
    _, part = _part(_excess())
    titles = [block.title.first for block in part_blocks(part) if isinstance(block, NoteBlock)]
    assert "Leave card 5 face down" in titles
    assert [row.right for row in part_rows(part) if row.name.startswith("means:")] == ["unchanged", "unchanged"]
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4H 9S")
    _, part = _part(table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS))
    assert [row.right for row in part_rows(part) if row.name.startswith("means:")] == ["goes back", "goes back"]


def test_what_becomes_of_each_bet_is_shown_of_all_bettors_or_they_are_counted() -> None:
    """Two rows of three would look as if the third bettor had nothing there."""
    bets = (("player", 1000, 1), ("banker", 500, 2), ("tie", 500, 3))
    _, part = _part(RoundTable(V4).bets(*bets).close().deal("4H 9S KD 5C", put="PPBB"))
    note, rows = next(
        (before, block)
        for before, block in pairwise(part.work)
        if isinstance(block, RowsBlock) and block.rows[0].name.startswith("means:")
    )
    assert isinstance(note, NoteBlock)
    assert note.text.first.endswith("Guests with bets: 3")
    assert (len(rows.rows), rows.spare, rows.together) == (3, 3, True)


def test_a_card_that_moves_is_named_with_where_it_lies_and_where_it_belongs() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH")
    table.do(correction_commands.LayCards, put=(Place.BANKER, Place.BANKER))
    _, part = _part(table)
    tags = [tag.text for block in part_blocks(part) if isinstance(block, TagsBlock) for tag in block.tags]
    assert "Card 1: BANKER → PLAYER" in tags


def test_who_reported_it_takes_it_back_on_the_rail() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    table.do(
        commands.Report,
        by=Person("Dealer 1 (D1)", "dealer"),
        trouble=IrregularityKind.TOGETHER_ORDER_LOST.value,
    )
    act = find_control(_part(table)[1], "withdraw-report").act
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, correction_commands.WithdrawReport)


def test_why_a_report_that_turned_cards_stands_is_said_and_no_key_takes_it_back() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C KD")
    dealer = Person("Dealer 1 (D1)", "dealer")
    table.do(commands.Report, by=dealer, trouble=IrregularityKind.EXCESS_CARD_SEEN.value, places=(4,))
    assert table.state.cases
    assert "withdraw-report" not in [control.name for control in part_controls(_part(table)[1])]
    notes = [block.text.first for block in part_blocks(_part(table)[1]) if isinstance(block, NoteBlock)]
    assert any("cannot be taken back" in note for note in notes)


def test_by_which_bet_is_not_said_while_cards_are_face_down() -> None:
    assert any(isinstance(block, TagsBlock) for block in part_blocks(_part(_excess())[1]))
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C KD")
    _, part = _part(table)
    assert table.case.established
    assert not any(isinstance(block, TagsBlock) for block in part_blocks(part))


@pytest.mark.parametrize(("cards", "mark"), [("4S QH 2D 7C KD", "YES")])
def test_whether_an_outcome_is_established_is_yes_or_no(cards: str, mark: str) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal(cards)
    _, part = _part(table)
    assert [block.mark for block in part.work if isinstance(block, NoteBlock) and block.mark] == [mark]


def _outcome_said(table: RoundTable) -> str:
    _, part = _part(table)
    (said,) = [block.text.first for block in part.work if isinstance(block, NoteBlock) and block.mark]
    return said


def test_with_the_round_complete_every_bet_is_decided() -> None:
    assert _outcome_said(_excess()) == "Every bet is decided."


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("4S QH 4D", "Decided: PLAYER PAIR wins, 4 bets lose. Cards are still due."),
        ("4S QH 2D 3C", "Decided: 6 bets lose. Cards are still due."),
    ],
)
def test_which_bets_are_decided_is_said_and_that_cards_are_due(cards: str, said: str) -> None:
    """A bet that is decided is nowhere taken for the end of the round (v4 5.11.1 gives options all the same)."""
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal(cards)
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    assert table.case.established
    assert _outcome_said(table) == said


@pytest.mark.parametrize("cards", ["4S QH 2D 7C KD", "4S QH 2D"])
def test_with_a_card_face_down_nothing_is_said_but_yes(cards: str) -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal(cards)
    if not table.state.cases:
        table.report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    assert _outcome_said(table) == "While cards are face down or in dispute, it is not shown which bet decides it."


def test_who_decides_the_order_sees_neither_card_nor_who_would_win() -> None:
    table = (
        RoundTable(V4)
        .bets(("player", 1000, 1))
        .close()
        .deal("2H KD 3C 4S")
        .report(IrregularityKind.TOGETHER_ORDER_LOST)
    )
    table.options()
    context, part = _part(table)
    shown = panel(touch_control(context, part.primary))
    for text in ("3C", "4S"):
        assert text not in repr(part)
        assert text not in repr(shown)
    assert not any(isinstance(block, TagsBlock) for block in part_blocks(part))


def test_the_track_names_what_is_still_needed_in_its_order() -> None:
    table = (
        RoundTable(V4)
        .bets(("player", 1000, 1))
        .close()
        .deal("2H KD 3C 4S")
        .report(IrregularityKind.TOGETHER_ORDER_LOST)
    )
    _, part = _part(table)
    assert [step.state for step in part.track] == [StepState.DONE, StepState.DONE, StepState.NOW, StepState.NEXT]


# Others


def test_cards_that_cannot_be_put_in_order_are_for_the_house_to_say() -> None:
    table = _excess()
    context, part = _part(table)
    context = press_control(context, part, "form:cannot-reconstruct")
    assert presenter.irregularity_overlay(context) is not None
    context = press_control(context, panel(context), "reason:cards-mixed")
    assert panel(context).primary is not None
    assert find_control(panel(context), "form").act is None


def test_wagers_are_changed_amount_by_amount_until_the_differential_is_met() -> None:
    table = RoundTable(MBS).bets(("player", 90_000, 1), ("player", 90_000, 2), ("banker", 200, 3)).close()
    assert table.case.trouble == IrregularityKind.DIFFERENTIAL_EXCEEDED.value
    context, part = _part(table)
    context = touch_control(context, next(row for row in part_rows(part) if row.name == "wager:1"))
    for digit in ("amount:1", "amount:00"):
        context = press_control(context, case.case_rail(context), digit)
    act = find_control(case.case_rail(context), "change:1").act
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, correction_commands.ChangeWager)
    assert act.command.stake == 10_000
    assert not isinstance(decide_act(context, act), Refusal)


def test_of_cards_in_dispute_it_is_not_said_how_many_lie_open() -> None:
    table = RoundTable(V4).bet("player", 1000, 1).close().deal("4S QH")
    table.report(IrregularityKind.TOGETHER_ORDER_LOST, places=(0, 1))
    told = {row.name: row.right for row in part_rows(case.case_rail(make_context(table.rules, table.state)))}
    assert told["fact:cards"] == "2 drawn"


def test_what_still_exceeds_the_differential_stands_where_it_is_removed() -> None:
    table = RoundTable(MBS).bets(("player", 190_000, 1), ("banker", 200, 3)).close()
    _, part = _part(table)
    assert "Still 898 above the limit." in _notes(part)
    table.do(correction_commands.EndChanges)
    context, part = _part(table)
    context = touch_control(context, part.primary)
    assert "Still 898 above the limit." in _notes(panel(context))
    waiting = panel(context).primary
    assert waiting is not None
    assert waiting.waits.first == "Choose what is removed"
    context = press_control(context, panel(context), "counts:1:nothing-counts")
    assert "The difference is within the limit." in _notes(panel(context))


def _notes(shown: RailContent | Overlay) -> list[str]:
    return [block.text.first for block in part_blocks(shown) if isinstance(block, NoteBlock)]


@pytest.mark.parametrize(("turned", "first"), [(True, "BANKER"), (False, "PLAYER")])
def test_on_the_page_of_a_case_each_hand_stays_on_its_side(turned: bool, first: str) -> None:
    table = _excess()
    context = make_context(table.rules, table.state)
    part = case.case_rail(replace(context, looks=replace(context.looks, turned=turned)))
    tiles = [block.tiles for block in part_blocks(part) if isinstance(block, TilesBlock)]
    assert [each[0].title.first for each in tiles] == [first, first]
