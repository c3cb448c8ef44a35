"""Roads and trails are folded from the journal: results when they are announced, corrected, void, and gaps."""

import pytest

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.roads import OutageGap, RoundMark
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.correction_commands import CardRound, DiceRound
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.wagers import Area, Wager
from dealer_app.screens.results_history import ResultsHistory, build_history, merge_histories, update_history
from tests.support.golden_rounds import every_ending
from tests.support.journals import play_script
from tests.support.rounds import BACCARAT, MBS, SUPERVISOR, TAI_SAI, V4, RoundTable
from tests.support.traces import Script, read_scripts

PLAYER_NINE, BANKER_NATURAL, TIE = "4H 7S 5D 9C", "2H 4S 5D 5C", "KH KS 7D 7C"


def winners(history: ResultsHistory) -> list[str]:
    return [mark.winner.value if isinstance(mark, RoundMark) else str(mark) for mark in history.marks.values()]


def dealt(table: RoundTable, cards: str) -> RoundTable:
    return table.close().deal(cards).finish()


@pytest.mark.parametrize("book", BACCARAT)
def test_a_result_is_shown_when_it_is_announced_and_not_before(book: str) -> None:
    table = RoundTable(book).close().deal(PLAYER_NINE)
    assert build_history(table.happened).marks == {}
    table.announce()
    mark = RoundMark(winner=Winner.PLAYER, player_pair=False, banker_pair=False, natural=True, points=9)
    assert build_history(table.happened).marks == {1: mark}


@pytest.mark.parametrize("cards", every_ending()[::25], ids=lambda cards: " ".join(card.text for card in cards))
def test_a_mark_says_what_the_hands_say(cards: tuple[object, ...]) -> None:
    texts = [str(card) for card in cards]
    table = RoundTable(V4).close()
    while table.allows(commands.DrawCard) and not table.allows(commands.AnnounceResult):
        table.deal(texts[len(table.round.cards)])
    table.announce()
    mark = build_history(table.happened).marks[1]
    assert isinstance(mark, RoundMark)
    assert mark.winner.value == table.find_events(events.ResultAnnounced)[-1].outcome
    assert mark.player_pair == (texts[0][0] == texts[2][0])
    assert mark.banker_pair == (texts[1][0] == texts[3][0])


def test_cards_dealt_face_down_count_once_they_are_turned() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.B).close().deal(TIE).turn_all().announce()
    assert winners(build_history(table.happened)) == ["tie"]


def test_a_card_of_which_the_value_was_unknown_is_known_when_it_is_turned() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.B).close()
    for _ in range(4):
        table.do(commands.DrawCard, card=None)
    values = tuple(CARDS[text] for text in TIE.split())
    table.do(commands.TurnCards, places=(0, 1, 2, 3), cards=values).announce()
    assert winners(build_history(table.happened)) == ["tie"]


def test_a_new_shoe_begins_the_roads_anew() -> None:
    table = dealt(RoundTable(V4), PLAYER_NINE)
    table.do(commands.EndShoe, reason="last round").new_shoe().begin()
    dealt(table, TIE)
    assert winners(build_history(table.happened)) == ["tie"]
    assert list(build_history(table.happened).marks_before) == [1], "those of the old one are kept beside them"


def test_a_corrected_round_stands_in_the_place_of_what_it_was() -> None:
    table = dealt(RoundTable(V4), "4H 7S 4D 9C")
    assert winners(build_history(table.happened)) == ["player"]
    table.do(correction_commands.CorrectCard, place=3, card=CARDS["2C"], reason="misread").resolve()
    assert winners(build_history(table.happened)) == [], "the result is taken back"
    table.finish()
    assert winners(build_history(table.happened)) == ["banker"]


def test_a_void_round_leaves_no_mark() -> None:
    table = dealt(RoundTable(V4), PLAYER_NINE).begin().close()
    table.report(IrregularityKind.NOT_SHUFFLED).resolve()
    assert table.state.round is None
    history = build_history(table.happened)
    assert history.marks[2] is None
    assert isinstance(history.marks[1], RoundMark)


def test_rounds_dealt_while_the_station_was_out_are_a_gap() -> None:
    table = dealt(RoundTable(V4), PLAYER_NINE)
    rounds = (CardRound(Winner.TIE), CardRound(Winner.PLAYER))
    table.do(correction_commands.EnterOutageRounds, by=SUPERVISOR, rounds=rounds, text="power cut")
    table.begin()
    dealt(table, TIE)
    marks = build_history(table.happened).marks
    assert marks[2] == OutageGap(2)
    assert list(marks) == [1, 2, 4]


def test_a_trail_goes_on_over_many_rounds_and_shows_what_was_noted_by_hand() -> None:
    table = RoundTable(TAI_SAI).close().roll(2, 5, 6).finish()
    rounds = (DiceRound((1, 1, 1)), DiceRound(None))
    table.do(correction_commands.EnterOutageRounds, by=SUPERVISOR, rounds=rounds, text="power cut")
    table.begin().close().roll(1, 2, 3).finish()
    assert build_history(table.happened).tumbles == {1: (2, 5, 6), 2: (1, 1, 1), 3: OutageGap(1), 4: (1, 2, 3)}


def test_a_void_tumble_keeps_its_place_in_the_trail() -> None:
    table = RoundTable(TAI_SAI).close().do(commands.CountTumbles, tumbles=1).resolve()
    assert build_history(table.happened).tumbles == {1: None}


def test_the_bets_of_the_round_before_can_be_had_again() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2))
    table.do(commands.WithdrawBet, number=table.find_bet("banker", 2).number)
    dealt(table, PLAYER_NINE).begin()
    before = build_history(table.happened).last_bets
    assert [(bet.wager.area, bet.wager.seat, bet.wager.stake) for bet in before] == [("player", 1, 1000)]


def test_of_a_corrected_bet_what_it_became_can_be_had_again() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close()
    right = Wager(area=Area("banker"), stake=Money(200), seat=1)
    number = table.find_bet("player", 1).number
    table.do(correction_commands.CorrectBet, number=number, wager=right, reason="keyed wrongly").resolve()
    table.deal(PLAYER_NINE).finish().begin()
    before = build_history(table.happened).last_bets
    assert [(bet.wager.area, bet.wager.seat, bet.wager.stake) for bet in before] == [
        ("banker", 1, 200),
        ("banker", 2, 500),
    ]


@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_bets_cards_and_dice_are_those_of_the_table_after_every_event(script: Script) -> None:
    state, history = TableState(), ResultsHistory(is_complete=True)
    for event in (event for decision in play_script(script).happened for event in decision):
        before, state, history = state, apply_event(state, event), update_history(history, event)
        if state.round is not None:
            kept = history.table.round
            assert kept is not None
            assert kept.number == state.round.number
            assert (kept.bets, kept.cards, kept.dice) == (state.round.bets, state.round.cards, state.round.dice)
        if isinstance(event, events.RoundBegan) and before.last is not None and before.last.bets:
            assert history.last_bets == before.last.bets


@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_wherever_a_desk_begins_to_follow_it_comes_to_the_same(script: Script) -> None:
    """What the journal had before is laid under what was heard since, in the middle of a round too."""
    happened = [event for decision in play_script(script).happened for event in decision]
    whole = build_history(happened)
    for cut in range(0, len(happened), 7):
        later = ResultsHistory()
        for event in happened[cut:]:
            later = update_history(later, event)
        assert merge_histories(build_history(happened[:cut]), later) == whole
