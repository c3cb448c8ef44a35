"""The normal course of a round of Tiger Buffalo and of Insurance Plus, section 3 of each document."""

from collections.abc import Callable
from typing import Any

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, Phase
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, InsuranceShown
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Area, Bettor, Wager
from tests.support.round_player import next_step
from tests.support.rounds import DEALER, INSURANCE, SEATED, SUPERVISOR, V4, RoundTable

Test = Callable[..., Any]
STANDING = Bettor("standing-1")


def of_both(v4: str, insurance: str) -> Callable[[Test], Test]:
    """The test is of both documents, each by its own clause."""

    def marked(test: Test) -> Test:
        games = [
            pytest.param(V4, marks=pytest.mark.clause(V4, v4)),
            pytest.param(INSURANCE, marks=pytest.mark.clause(INSURANCE, insurance)),
        ]
        return pytest.mark.parametrize("game", games)(test)

    return marked


def wager(area: str = "player", amount: int = 1000, seat: int = 1, bettor: Bettor = SEATED) -> Wager:
    return Wager(area=Area(area), stake=Money(amount), seat=seat, bettor=bettor)


@of_both("3.3", "3.3")
def test_bets_are_open_once_the_dealer_has_called_for_them(game: str) -> None:
    table = RoundTable(game, begun=False)
    early = table.expect_refusal(commands.PlaceBet, wager=wager())
    assert early == Refusal(code="bets-not-open-yet", clause="3.3")
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.PLACE_YOUR_BETS, "place-your-bets", "3.3")
    table.begin().bet("player", 1000, 1)
    assert table.round.phase is Phase.BETTING


@of_both("3.6", "3.6")
def test_what_a_bettor_leaves_of_a_box_is_open_to_others(game: str) -> None:
    table = RoundTable(game).bet("player", 1000, 1)
    table.bet("player", 500, 1, "standing-1").bet("player", 500, 1, "standing-2")
    assert [bet.who[1] for bet in table.round.bets] == ["seated", "standing-1", "standing-2"]


@of_both("3.8", "3.8")
def test_nothing_is_placed_or_taken_back_after_no_more_bets(game: str) -> None:
    table = RoundTable(game).bet("player", 1000, 1)
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.NO_MORE_BETS, "no-more-bets", "3.8")
    table.close()
    after = table.rules.clause("after-closing")
    assert table.expect_refusal(commands.PlaceBet, wager=wager()) == Refusal(code="bets-closed", clause=after)
    assert table.expect_refusal(commands.WithdrawBet, number=1) == Refusal(code="bets-closed", clause=after)


@of_both("3.9", "3.9")
def test_the_highest_bettor_may_squeeze_with_consent_before_the_card_is_out(game: str) -> None:
    table = RoundTable(game, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1), ("banker", 2000, 2)).close()
    highest, other = (2, SEATED), (1, SEATED)
    refused = table.expect_refusal(commands.GiveCards, by=SUPERVISOR, side=Side.BANKER, who=other)
    assert refused == Refusal(code="not-the-highest-bet", clause="3.9")
    assert table.expect_refusal(commands.GiveCards, by=DEALER, side=Side.BANKER, who=highest).code == "wrong-role"
    table.do(commands.GiveCards, by=SUPERVISOR, side=Side.BANKER, who=highest)
    assert table.round.holders == {Side.BANKER: highest}
    table.deal("2H 3S")
    late = table.expect_refusal(commands.GiveCards, by=SUPERVISOR, side=Side.PLAYER, who=highest)
    assert late == Refusal(code="card-has-left-the-shoe", clause="3.9")


@of_both("3.9", "3.9")
def test_nobody_squeezes_where_cards_are_dealt_face_up(game: str) -> None:
    table = RoundTable(game).bet("player", 1000, 1).close()
    refused = table.expect_refusal(commands.GiveCards, by=SUPERVISOR, side=Side.PLAYER, who=(1, SEATED))
    assert refused == Refusal(code="dealt-face-up", clause="3.9")


@pytest.mark.clause(V4, "3.9")
def test_in_tiger_buffalo_a_standing_bettor_may_be_the_highest() -> None:
    table = (
        RoundTable(V4, dealing=Dealing.FACE_DOWN).bet("player", 1000, 1).bet("player", 3000, 1, "standing-1").close()
    )
    table.do(commands.GiveCards, by=SUPERVISOR, side=Side.PLAYER, who=(1, STANDING))


@pytest.mark.clause(INSURANCE, "3.9")
def test_in_insurance_plus_only_a_seated_player_may_squeeze() -> None:
    table = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN)
    table.bet("player", 1000, 1).bet("player", 3000, 1, "standing-1").close()
    assert table.expect_refusal(commands.GiveCards, by=SUPERVISOR, side=Side.PLAYER, who=(1, STANDING)).clause == "3.9"
    table.do(commands.GiveCards, by=SUPERVISOR, side=Side.PLAYER, who=(1, SEATED))


@of_both("5.17", "5.17")
def test_the_pit_may_bet_for_a_bettor_and_the_bet_is_his(game: str) -> None:
    table = RoundTable(game)
    guest = Person("Guest", "guest")
    refused = table.expect_refusal(commands.PlaceBet, by=guest, wager=wager(), on_behalf=True)
    assert (refused.code, refused.clause) == ("unknown-role", "house policy")
    table.do(commands.PlaceBet, by=DEALER, wager=wager(), on_behalf=True)
    table.do(commands.PlaceBet, by=SUPERVISOR, wager=wager("banker"), on_behalf=True)
    assert [bet.on_behalf for bet in table.round.bets] == [True, True]
    assert {bet.who for bet in table.round.bets} == {(1, SEATED)}
    table.close().deal("2H 3S 6D 4C").finish()
    assert table.net("player", 1) == 1000


def before_third_cards(**settings: Any) -> RoundTable:
    """Player 5, Banker 2: both draw, whatever comes."""
    table = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN, **settings).bets(("banker", 1000, 1), ("player", 1000, 2))
    return table.close().deal("2H KS 3D 2C").turn_all().close_offers()


@pytest.mark.clause(INSURANCE, "3.14")
def test_the_bankers_third_card_first_waives_the_insurance_after_the_players() -> None:
    table = before_third_cards()
    assert table.expect_refusal(commands.WaiveInsurance, by=DEALER).code == "wrong-role"
    table.do(commands.WaiveInsurance, by=SUPERVISOR)
    table.do(commands.DrawCard, card=None)
    assert next_step(table) is Step.DRAW_BANKER, "the Player's third card still lies face down"
    table.do(commands.DrawCard, card=None)
    table.do(commands.TurnCards, places=(5,), cards=(CARDS["2S"],))
    table.do(commands.TurnCards, places=(4,), cards=(CARDS["4S"],))
    assert table.find_events(events.CaseOpened) == []
    assert next_step(table) is Step.ANNOUNCE_RESULT, "no insurance is offered after the Player's third card"


@pytest.mark.clause(INSURANCE, "3.14")
def test_it_is_refused_where_it_would_tell_the_players_card() -> None:
    table = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN).bet("banker", 1000, 1).close()
    table.deal("2H KS 3D 4C").turn_all().close_offers()
    assert table.expect_refusal(commands.WaiveInsurance, by=SUPERVISOR) == Refusal(
        code="banker-may-not-draw", clause="3.14"
    )


@pytest.mark.clause(INSURANCE, "3.14")
def test_only_a_seated_bettor_may_ask_for_it() -> None:
    """With nobody seated, or none who is still there, nobody may; with bets off nobody knows (ruling O24)."""

    def table(*bettors: tuple[str, int], **settings: Any) -> RoundTable:
        dealt = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN, **settings)
        for bettor, amount in bettors:
            dealt.bet("player", amount, 1, bettor)
        return dealt.close().deal("2H KS 3D 2C").turn_all().close_offers()

    nobody = Refusal(code="nobody-seated", clause="3.14")
    standing = table(("standing-1", 5000), ("standing-2", 100))
    assert standing.expect_refusal(commands.WaiveInsurance, by=SUPERVISOR) == nobody
    assert not standing.allows(commands.WaiveInsurance)
    gone = table(("standing-1", 5000), ("seated", 100)).report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED))
    assert gone.expect_refusal(commands.WaiveInsurance, by=SUPERVISOR) == nobody
    table(("standing-1", 5000), ("seated", 100)).do(commands.WaiveInsurance, by=SUPERVISOR)
    table(bets=BetKeeping.OFF).do(commands.WaiveInsurance, by=SUPERVISOR)


@pytest.mark.clause(INSURANCE, "4.2.2")
def test_at_a_private_table_no_insurance_is_offered_and_a_notice_says_so() -> None:
    table = RoundTable(INSURANCE, insurance=InsuranceShown.NOT_OFFERED, begun=False)
    assert table.guide.facts["notice"] == "4.2.2"
    table.begin().bet("banker", 1000, 1).close().deal("2H 3S 3D 4C")
    assert not table.allows(commands.TakeInsurance)
    assert next_step(table) is Step.DRAW_PLAYER
    assert "notice" not in RoundTable(INSURANCE, begun=False).guide.facts


NOT_OFFERED = {"shown": InsuranceShown.NOT_OFFERED, "is_private": True, "has_notice": True}


@pytest.mark.clause(INSURANCE, "4.2.2")
def test_insurance_is_left_out_and_offered_again_between_rounds() -> None:
    table = RoundTable(INSURANCE, begun=False).do(commands.ChangeInsurance, by=SUPERVISOR, **NOT_OFFERED)
    assert table.guide.facts["notice"] == "4.2.2"
    assert table.expect_refusal(commands.ChangeInsurance, by=SUPERVISOR, **NOT_OFFERED).code == "insurance-so-already"
    table.begin().bet("banker", 1000, 1)
    again = {"shown": InsuranceShown.LAYOUT}
    assert table.expect_refusal(commands.ChangeInsurance, by=SUPERVISOR, **again).code == "round-on"
    table.close().deal("2H 3S 3D 4C 5S").finish()
    table.do(commands.ChangeInsurance, by=SUPERVISOR, **again)
    assert "notice" not in table.guide.facts
    assert table.begin().bet("banker", 1000, 1).close().deal("2H 3S 3D 4C").allows(commands.TakeInsurance)


@pytest.mark.clause(INSURANCE, "4.2.2")
@pytest.mark.parametrize(
    ("lacks", "code"), [("is_private", "private-tables-only"), ("has_notice", "insurance-notice-first")]
)
def test_without_a_private_table_or_its_notice_insurance_goes_on(lacks: str, code: str) -> None:
    table = RoundTable(INSURANCE, begun=False)
    wanted = {**NOT_OFFERED, lacks: False}
    assert table.expect_refusal(commands.ChangeInsurance, by=SUPERVISOR, **wanted) == Refusal(code=code, clause="4.2.2")
    assert table.expect_refusal(commands.ChangeInsurance, by=DEALER, **NOT_OFFERED).code == "wrong-role"


@pytest.mark.clause(INSURANCE, "4.2.2")
def test_a_document_without_insurance_knows_no_such_change() -> None:
    table = RoundTable(V4, begun=False)
    assert table.expect_refusal(commands.ChangeInsurance, by=SUPERVISOR, **NOT_OFFERED).code == "no-insurance-here"
