"""The hands, the layout and what was, as a dealer may see them at each moment."""

import pytest

from dealer_app.device_questions import DeviceRecord, Link, ListeningState
from dealer_app.domain.money import Money
from dealer_app.domain.roads import OutageGap
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.blocks import CellsBlock, Face, Tone
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.round.table_context import table_context
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.round.track import round_track
from dealer_app.screens.screen import AreaShown, AreaState, HandShown, HandsShown, RoadsShown, StepState, TrailShown
from tests.screens.round.round_screens import replace_state
from tests.support.rounds import INSURANCE, MBS, PLAYER_HAND, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import table_context as seen


def hands(table: RoundTable) -> HandsShown:
    shown = build_stage(seen(table)).result
    assert isinstance(shown, HandsShown)
    return shown


def third(hand: HandShown) -> tuple[str, str]:
    assert hand.cards[-1].face is Face.PLACE
    return hand.cards[-1].word.first, hand.cards[-1].note.first


def steps(context: ScreenContext) -> dict[str, StepState]:
    at = table_context(context)
    assert at is not None
    return {step.label.first: step.state for step in round_track(at)}


def area(context: ScreenContext, name: str) -> AreaShown:
    return next(one for one in build_stage(context).table.areas if one.name == name)


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        ("KH 9C 6S 5D", ("STANDS", "no third card"), ("NEXT CARD", "Banker draws")),
        ("2C 8D 3H 5S", ("NEXT CARD", "Player draws"), ("WAITS", "P 3rd card first")),
        ("2C 8D 3H 9S", ("NEXT CARD", "Player draws"), ("STANDS", "no third card")),
        ("4H 9S KD TC", ("NATURAL", "no third card"), ("NATURAL", "no third card")),
        ("6H 7S KD TC", ("STANDS", "no third card"), ("STANDS", "no third card")),
    ],
)
def test_the_place_of_the_third_card_says_what_comes(
    cards: str, player: tuple[str, str], banker: tuple[str, str]
) -> None:
    shown = hands(RoundTable(V4).close().deal(cards))
    assert (third(shown.player), third(shown.banker)) == (player, banker)


def test_a_third_card_lies_across() -> None:
    shown = hands(RoundTable(V4).close().deal("2C 8D 3H 5S 7D"))
    assert [card.sideways for card in shown.player.cards] == [False, False, True]


def test_a_card_in_excess_that_lies_face_down_is_sealed_and_told_without_its_value() -> None:
    table = RoundTable(V4).close().deal("4H 9S 5D 5C").draw("7C").resolve().finish()
    assert all("7C" not in (card.card, card.word.first) for card in hands(table).player.cards)
    assert "A sealed card waits for the next round" in str(round_rail(seen(table)).work)


def test_who_holds_a_hand_stands_on_it_until_it_is_turned() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.A).bets(("player", 100_000, 3)).close()
    table.do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    assert hands(table).player.note.first == "held by 3"
    table.deal("6S KD 3C 9H").turn_all()
    assert hands(table).player.note.first.startswith("natural")


def test_the_layout_is_lit_when_the_result_is_announced() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 1000, 2)).close().deal("9H AC TD 5C")
    assert area(seen(table), "player.seat-1").state is not AreaState.OPEN
    table.announce()
    assert area(seen(table), "player.seat-1").state is AreaState.LIT
    assert area(seen(table), "banker.seat-2").state is AreaState.DIMMED


def test_a_tie_returns_both_hands() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("KH KS 7D 7C").announce()
    shown = area(seen(table), "player.seat-1")
    assert (shown.state, shown.word) == (AreaState.RETURNED, "returned")


def test_an_insurance_area_is_open_only_while_it_is_offered() -> None:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1)).close()
    assert area(seen(table), "player_insurance").state is AreaState.NOT_OFFERED
    table.deal("KH 9C 6S 5D")
    shown = area(seen(table), "player_insurance")
    assert (shown.state, shown.odds) == (AreaState.SELECTED, "5 to 2")
    assert area(seen(table), "banker_insurance").word == "not now"


@pytest.mark.parametrize(("card", "state"), [("3S", AreaState.LIT), ("TS", AreaState.DIMMED)])
def test_insurance_is_lit_or_dimmed_by_what_its_bets_came_to(card: str, state: AreaState) -> None:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1)).close().deal("KH 9C 6S 5D")
    table.do(commands.TakeInsurance, who=(1, SEATED), side=PLAYER_HAND, stake=Money(40_000)).close_offers()
    assert area(seen(table.draw(card)), "player_insurance").state is AreaState.CLOSED
    shown = area(seen(table.announce()), "player_insurance")
    assert shown.state is state
    assert [(stake.amount, stake.wins, stake.struck) for stake in shown.stakes] == (
        [("400", "+1,000", False)] if state is AreaState.LIT else [("400", "", True)]
    )
    assert area(seen(table), "banker_insurance").state is AreaState.NOT_OFFERED


def test_limits_stand_on_the_layout_where_the_operator_shows_them() -> None:
    table = RoundTable(V4)
    assert area(seen(table), "tie").limits == ""
    assert area(seen(table, looks=Looks(limits_on_layout=True)), "tie").limits == "1"


def test_insurance_has_no_limits_of_the_table_on_the_layout() -> None:
    """Its most follows from the hand (Insurance 3.12.2)."""
    context = seen(RoundTable(INSURANCE), looks=Looks(limits_on_layout=True))
    assert [area(context, f"{side.value}_insurance").limits for side in Side] == ["", ""]
    assert area(context, "tie").limits


@pytest.mark.parametrize("bets", BetKeeping)
def test_a_winning_area_says_at_what_it_is_paid(bets: BetKeeping) -> None:
    """Not all that is printed: one of `10·15·50`, and of Banker with six not the odds of any other total."""
    table = RoundTable(V4, bets=bets)
    assert area(seen(table), "banker_char_siu.seat-1").odds == "10·15·50 to 1"
    won = seen(table.close().deal("7H KS 7C 3D AS 3C").announce())
    lit = {one.name: one.odds for one in build_stage(won).table.areas if one.state is AreaState.LIT}
    assert lit["banker.seat-1"] == "1 to 2"
    other = seen(RoundTable(V4, bets=bets).close().deal("KH 9C 6S KD").announce())
    lit = {one.name: one.odds for one in build_stage(other).table.areas if one.state is AreaState.LIT}
    assert lit["banker.seat-1"] == "1 to 1"
    assert area(other, "player_char_siu.seat-1").odds == "10·15·50 to 1"


@pytest.mark.parametrize("game", GAMES)
def test_every_area_of_every_layout_is_shown_once_for_each_place(game: str) -> None:
    for layout in load_rulebook(game).layouts:
        table = RoundTable(game, layout=layout.letter)
        shown = build_stage(seen(table)).table
        names = [one.name for one in shown.areas]
        assert len(names) == len(set(names))
        assert set(layout.areas) <= {one.area for one in shown.areas}
        assert [seat.number for seat in shown.seats] == list(layout.seats[: layout.most_positions])


def test_steps_that_do_not_apply_are_struck_by_what_lies_open() -> None:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1)).close().deal("KH 9C 6S 5D")
    shown = steps(seen(table))
    assert shown["Insurance 1"] is StepState.NOW
    assert (shown["P 3rd"], shown["Ins. 2"], shown["B 3rd"]) == (StepState.STRUCK, StepState.STRUCK, StepState.NEXT)
    assert len(shown) == 13


def test_what_was_follows_the_announcement() -> None:
    table = RoundTable(V4).close().deal("9H AC TD 5C")
    before = build_stage(seen(table)).past
    after = build_stage(seen(table.announce())).past
    assert isinstance(before, RoadsShown)
    assert isinstance(after, RoadsShown)
    assert (before.roads.counts.total, after.roads.counts.total) == (0, 1)


def test_a_trail_shows_the_last_tumbles_with_their_glyphs() -> None:
    table = RoundTable(TAI_SAI, layout="C").close().roll(2, 5, 6).finish().begin().close().roll(4, 4, 4).finish()
    shown = build_stage(seen(table)).past
    assert isinstance(shown, TrailShown)
    assert [(one.total, one.marks, one.now) for one in shown.tumbles] == [
        ("13", ("大", "单"), False),
        ("12", ("全圍",), True),
    ]
    assert shown.headings[2].first == "Last 2 tumbles"
    assert shown.headings[1].first == "Last tumble"


def test_a_trail_counts_only_chances_of_its_layout() -> None:
    """Layout E has neither ODD nor EVEN."""
    table = RoundTable(TAI_SAI, layout="E")
    shown = build_stage(seen(table, results_history=ResultsHistory(tumbles={1: (2, 5, 6), 2: (4, 4, 4)}))).past
    assert isinstance(shown, TrailShown)
    assert dict(shown.counts) == {"大": 1, "小": 0, "全圍": 1}
    assert [one.marks for one in shown.tumbles] == [("大",), ("全圍",)]


def test_what_is_counted_beside_the_trail_is_all_that_is_known() -> None:
    """A void tumble, and one that nobody noted while the station was out, are told apart and counted nowhere."""
    table = RoundTable(TAI_SAI, layout="C")
    history = ResultsHistory(tumbles={1: None, 2: OutageGap(1), **dict.fromkeys(range(3, 43), (2, 5, 6))})
    shown = build_stage(seen(table, results_history=history)).past
    assert isinstance(shown, TrailShown)
    assert len(shown.tumbles) == 18
    assert shown.counted.first == "All 40"
    assert dict(shown.counts)["大"] == 40
    few = build_stage(seen(table, results_history=ResultsHistory(tumbles={1: None, 2: OutageGap(1)}))).past
    assert isinstance(few, TrailShown)
    assert [(one.total, one.noted) for one in few.tumbles] == [("", True), ("?", False)]


@pytest.mark.parametrize(
    ("known", "word"),
    [
        (DeviceRecord(link=Link.CONNECTED), "Ready"),
        (DeviceRecord(link=Link.CONNECTED, error="overdraw"), "Error"),
        (DeviceRecord(link=Link.LOST), "Lost"),
    ],
)
def test_a_lamp_says_what_the_device_is(known: DeviceRecord, word: str) -> None:
    context = seen(RoundTable(V4), devices={"angel": "shoe"})
    state = replace(context.state, listening=ListeningState(devices={"angel": known}))
    lamps = {cell.name: cell.value for cell in build_top_bar(replace(context, state=state)).right}
    assert lamps["lamp:shoe"] == word
    assert "lamp:tumbler" not in lamps, "a table of cards has nothing to do with one"


def test_nothing_is_done_before_the_first_round_and_all_of_it_after_one() -> None:
    table = RoundTable(V4)
    view = replace_state(seen(table), replace(table.state, round=None))
    assert view.guide is not None
    assert view.guide.step is Step.PLACE_YOUR_BETS
    now, *later = steps(view).values()
    assert now is StepState.NOW
    assert set(later) == {StepState.NEXT, StepState.LATER}
    *done, now = steps(seen(table.close().deal("9S 2H KD 3C").announce().finish())).values()
    assert now is StepState.NOW
    assert set(done) == {StepState.DONE, StepState.STRUCK}, "neither hand drew a third card"


def test_steps_of_the_guide_are_the_steps_of_the_track() -> None:
    table = RoundTable(V4)
    assert table.guide.step is Step.NO_MORE_BETS
    assert steps(seen(table))["Bets"] is StepState.NOW


def test_after_a_round_only_what_happened_is_ticked() -> None:
    """A third card that nobody drew, and the result of a void round, did not happen."""
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("9S 2H KD 3C").announce().do(commands.SettleAll)
    shown = steps(seen(table))
    assert (shown["P 3rd"], shown["B 3rd"], shown["Result"]) == (StepState.STRUCK, StepState.STRUCK, StepState.DONE)
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S")
    table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS).approve().do(commands.ConfirmVoid)
    shown = steps(seen(table))
    assert shown["Result"] is StepState.STRUCK
    assert (shown["B1"], shown["P2"]) == (StepState.DONE, StepState.STRUCK)


def test_before_the_third_card_it_is_shown_on_which_points_the_banker_draws() -> None:
    """PLAYER 5, BANKER 3: it draws on all but an eight."""
    table = RoundTable(V4).close().deal("2C 8D 3H 5S")
    rail = round_rail(replace(seen(table), devices={"shoe": "shoe"}))
    (cells,) = (block.cells for block in rail.work if isinstance(block, CellsBlock))
    assert [(cell.text, cell.word) for cell in cells if cell.tone is not Tone.BANKER] == [("8", "stand")]
    assert {cell.word for cell in cells if cell.tone is Tone.BANKER} == {"draw"}


def test_the_layout_of_dice_says_where_chips_are_keyed_and_settled() -> None:
    """By that a small window turns to the half of it that has the area."""
    table = RoundTable(TAI_SAI, layout="A").bet("single:6", 5_000, None)

    def current(**keyed: object) -> str | None:
        return build_stage(seen(table, input_state=NO_INPUT.replace(**keyed))).table.current_area

    assert current() is None
    assert current(area=Area("domino:12")) == "domino:12"
    assert current(picks={"kind": "double"}) == "double:11"
    table.bet("big", 5_000, None).bet("small", 5_000, None).close().roll(2, 5, 6)
    assert current() is None, "nothing is keyed"
    table.announce()
    assert current() == "small", "it is collected first"
    assert current(framed="pay:big") == "big"
    lost = next(line.number for line in table.round.settled if line.net < 0)
    table.do(commands.TickBet, number=lost)
    assert current() == "big"
    for line in table.round.settled:
        if line.number != lost:
            assert current() is not None
            table.do(commands.TickBet, number=line.number)
    assert current() is None, "all is done"
