"""A command and its line are each made of the other, for every command that the table knows."""

import re
from typing import Any

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import CARDS
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands as c
from dealer_app.domain.round import correction_commands as m
from dealer_app.domain.round.correction_commands import CardRound, DiceRound
from dealer_app.domain.round.engine import COMMANDS
from dealer_app.domain.round.needs import Insured
from dealer_app.domain.round.state import GuestAnswer, Person
from dealer_app.domain.round.table_settings import BetKeeping, BurnRule, Dealing, InsuranceShown, Method, Table
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.scripts.irregularity_verbs import VERBS
from dealer_app.scripts.language import DEALER, ScriptLineError, read_command, verb_phrases, verb_usages, write_command

TABLE = Table(name="T1", layout="A", positions=6, decks=8, limits=TableLimits())
OTHER = Table(
    name="T9",
    layout="C",
    positions=5,
    decks=6,
    dealing=Dealing.FACE_DOWN,
    bets=BetKeeping.OFF,
    insurance=InsuranceShown.LAMMER,
    hlga=True,
    method=Method.C,
    limits=TableLimits(
        general=AreaLimits(minimum=Money(100), maximum=Money(9000)),
        areas={Area("sum:9"): AreaLimits(maximum=Money(50))},
        differentials={"differential": Money(500)},
    ),
    unit=Money(25),
    last_rounds=2,
    burn=BurnRule.FIXED,
    burn_fixed=3,
)
ONE, STANDS, RED = (1, Bettor("seated")), (3, Bettor("standing-1")), (None, Bettor("red"))
SIX, TEN = CARDS["6S"], CARDS["TD"]
K: dict[str, Any] = {"by": DEALER, "at": 7}
LINES = {
    "place your bets": c.PlaceYourBets(**K),
    "bet 1 player 100": c.PlaceBet(**K, wager=Wager(area=Area("player"), stake=Money(100), seat=1)),
    "bet red sum:9 50 on behalf": c.PlaceBet(
        **K, wager=Wager(area=Area("sum:9"), stake=Money(50), bettor=Bettor("red")), on_behalf=True
    ),
    "withdraw 3": c.WithdrawBet(**K, number=3),
    "reject": c.RejectExcess(**K),
    "reject first 3 1": c.RejectExcess(**K, placed_first=(3, 1)),
    "no more bets": c.NoMoreBets(**K),
    "no more bets without 3 5": c.NoMoreBets(**K, without_chips=frozenset({3, 5})),
    "card 6S": c.DrawCard(**K, card=SIX),
    "card 6S face down": c.DrawCard(**K, card=SIX, face_down=True),
    "card 6S to B by device": c.DrawCard(**K, card=SIX, put=Place.BANKER, by_device=True),
    "card ? to X face up salt ab": c.DrawCard(**K, card=None, put=Place.NEITHER, face_up=True, salt="ab"),
    "turn 1 3 = 6S TD": c.TurnCards(**K, places=(0, 2), cards=(SIX, TEN)),
    "turn 2": c.TurnCards(**K, places=(1,)),
    "give banker 3s1": c.GiveCards(**K, side=Side.BANKER, who=STANDS),
    "give player back": c.GiveCards(**K, side=Side.PLAYER, who=None),
    "refuses hand player 1": c.RefuseCards(**K, side=Side.PLAYER, who=ONE),
    "device to 1": c.PassDevice(**K, who=ONE),
    "device to back": c.PassDevice(**K, who=None),
    "allow wagers 2": c.AllowWagers(**K, most=2),
    "allow wagers all": c.AllowWagers(**K, most=None),
    "insurance shown not-offered private notice": c.ChangeInsurance(
        **K, shown=InsuranceShown.NOT_OFFERED, is_private=True, has_notice=True
    ),
    "insurance shown display": c.ChangeInsurance(**K, shown=InsuranceShown.DISPLAY),
    "method B": c.ChooseMethod(**K, method=Method.B),
    "insure 1 player 20": c.TakeInsurance(**K, who=ONE, side=Side.PLAYER, stake=Money(20)),
    "insure 1 banker": c.TakeInsurance(**K, who=ONE, side=Side.BANKER, stake=Money(0)),
    "decline 3s1 banker": c.DeclineInsurance(**K, who=STANDS, side=Side.BANKER),
    "offer closed": c.CloseOffer(**K),
    "waive insurance": c.WaiveInsurance(**K),
    "tumbles 3": c.CountTumbles(**K, tumbles=3),
    "dice 2 5 6": c.ReadDice(**K, dice=(2, 5, 6)),
    "dice 2 5 6 cocked 1 3": c.ReadDice(**K, dice=(2, 5, 6), flat=(False, True, False)),
    "result": c.AnnounceResult(**K),
    "paid 2": c.TickBet(**K, number=2),
    "settled": c.SettleAll(**K),
    "undo": c.Undo(**K),
    "report excess-card-seen at 5 = 9H : it fell": c.Report(
        **K, trouble="excess-card-seen", places=(4,), cards=(CARDS["9H"],), text="it fell"
    ),
    "report exposed-card by 1 at 1 4 : he saw it": c.Report(
        **K, trouble="exposed-card", who=ONE, places=(0, 3), text="he saw it"
    ),
    "report missed-insurance of after_p3": c.Report(**K, trouble="missed-insurance", stage=InsuranceStage.AFTER_P3),
    "report wrong-take-or-pay by 1 back 500 : paid 600": c.Report(
        **K, trouble="wrong-take-or-pay", who=ONE, due=Money(-500), text="paid 600"
    ),
    "report wrong-take-or-pay by red out 500": c.Report(**K, trouble="wrong-take-or-pay", who=RED, due=Money(500)),
    "report other": c.Report(**K, trouble="other"),
    "announced": c.Answer(**K, announced=True),
    "not announced": c.Answer(**K, announced=False),
    "as pit_supervisor Supervisor-1 approve": c.Approve(by=Person("Supervisor-1", "pit_supervisor"), at=7),
    "as pit_supervisor Supervisor-1 approve TD": c.Approve(by=Person("Supervisor-1", "pit_supervisor"), at=7, read=TEN),
    "as pit_supervisor Supervisor-1 approve 2 5 6": c.Approve(
        by=Person("Supervisor-1", "pit_supervisor"), at=7, read=(2, 5, 6)
    ),
    "refuse it was not so": c.Refuse(**K, reason="it was not so"),
    "inspect TD": c.Inspect(**K, card=TEN),
    "inspect foreign": c.Inspect(**K, card=None),
    "order 2 1 3": c.DecideOrder(**K, order=(1, 0, 2)),
    "choose 1 return": c.ChooseOption(**K, who=ONE, option=c.Option.RETURN),
    "options applied": c.ApplyOptions(**K),
    "reconstruct": c.ConfirmReconstruction(**K),
    "void": c.ConfirmVoid(**K),
    "ruling continue 3=50 4=0 as it lies": c.GiveRuling(
        **K, effect=c.Effect.CONTINUE, counts=((3, Money(50)), (4, Money(0))), text="as it lies"
    ),
    "claim he had bet": c.HoldForClaim(**K, text="he had bet"),
    "claim by 1 : claims-unpaid": c.HoldForClaim(**K, text="claims-unpaid", who=ONE),
    "close claim 5.14 stands; camera 4": c.CloseClaim(**K, clause="5.14", decision="stands", surveillance="camera 4"),
    "close claim 5.14 partly; ; 50000; accepts; half of it": c.CloseClaim(
        **K,
        clause="5.14",
        decision="partly",
        offered="half of it",
        difference=Money(50000),
        answer=GuestAnswer.ACCEPTS,
    ),
    "close table": c.CloseTable(**K),
    "cards in blue 8": c.BringCards(**K, set_name="blue", decks=8),
    "cards in blue 8 dark red": c.BringCards(**K, set_name="blue", decks=8, colour="dark red"),
    "check Supervisor-1": c.DoShoeWork(**K, work=c.ShoeWork.CHECK, second="Supervisor-1"),
    "shuffle": c.DoShoeWork(**K, work=c.ShoeWork.SHUFFLE),
    "shuffle Supervisor-1 pre-shuffled": c.DoShoeWork(
        **K, work=c.ShoeWork.SHUFFLE, second="Supervisor-1", pre_shuffled=True
    ),
    "cut": c.DoShoeWork(**K, work=c.ShoeWork.CUT),
    "cut seat 1 behind 14": c.DoShoeWork(**K, work=c.ShoeWork.CUT, second="seat 1", cutting_card=14),
    "cut behind 14": c.DoShoeWork(**K, work=c.ShoeWork.CUT, cutting_card=14),
    "burn 6S 6": c.BurnCards(**K, cards=(SIX,), unseen=6),
    "cutting card": c.CuttingCardOut(**K),
    "end shoe counted 30 finished": c.EndShoe(**K, counted=30, reason="finished"),
    "end shoe finished": c.EndShoe(**K, reason="finished"),
    "end shoe counted 30 finished; one is torn": c.EndShoe(
        **K, counted=30, reason="finished", difference="one is torn"
    ),
    "cards lie P B X": m.LayCards(**K, put=(Place.PLAYER, Place.BANKER, Place.NEITHER)),
    "cannot reconstruct mixed up": m.CannotReconstruct(**K, reason="mixed up"),
    "correct bet 3 to none : no chips": m.CorrectBet(**K, number=3, wager=None, reason="no chips"),
    "correct bet 5 to 600 : 600 lie there": m.CorrectBet(
        **K, number=5, wager=None, stake=Money(600), reason="600 lie there"
    ),
    "correct bet new to 3s1 insurance banker after_four 50 : chips lay there": m.CorrectBet(
        **K,
        number=None,
        wager=None,
        stake=Money(50),
        insured=Insured(STANDS, InsuranceStage.AFTER_FOUR, Side.BANKER),
        reason="chips lay there",
    ),
    "correct bet new to 1 player 100 : chips lay there": m.CorrectBet(
        **K, number=None, wager=Wager(area=Area("player"), stake=Money(100), seat=1), reason="chips lay there"
    ),
    "correct card 2 to TD misread": m.CorrectCard(**K, place=1, card=TEN, reason="misread"),
    "correct dice 1 2 3 misread": m.CorrectDice(**K, dice=(1, 2, 3), reason="misread"),
    "bet found late 3 accepted 50 : seen": m.ReportBet(
        **K, fault=m.BetFault.LATE, number=3, accepted=Money(50), text="seen"
    ),
    "bet found withdrawn 2": m.ReportBet(**K, fault=m.BetFault.WITHDRAWN, number=2),
    "bet found without-value": m.ReportBet(**K, fault=m.BetFault.WITHOUT_VALUE),
    "bet found late 3 player 500": m.ReportBet(
        **K, fault=m.BetFault.LATE, wager=Wager(area=Area("player"), stake=Money(500), seat=3)
    ),
    "hand over 1 came back": m.HandOver(**K, who=ONE, text="came back"),
    "dice changed ivory Supervisor-1": m.ChangeDice(**K, set_name="ivory", inspected_by="Supervisor-1"),
    "new player 3s1": m.NewPlayer(**K, who=STANDS),
    "same person 1 3s1": m.SamePerson(**K, one=ONE, other=STANDS),
    "two persons 1 red": m.TwoPersons(**K, one=ONE, other=RED),
    "late insurance 1 after_four player 20": c.OfferLate(
        **K, who=ONE, stage=InsuranceStage.AFTER_FOUR, side=Side.PLAYER, stake=Money(20)
    ),
    "late offer closed": m.CloseLateOffer(**K),
    "intended 1 player he said so; 3s1 banker always": m.NameIntentions(
        **K, named=(m.Intention(ONE, Side.PLAYER, "he said so"), m.Intention(STANDS, Side.BANKER, "always"))
    ),
    "intended": m.NameIntentions(**K, named=()),
    "correction withdrawn": m.WithdrawCorrection(**K),
    "report withdrawn": m.WithdrawReport(**K),
    "compared": m.ConfirmComparison(**K),
    "present": m.SignAttendance(**K),
    "cards aside 2": m.SetCardsAside(**K, cards=2),
    "missing 6S TD": m.NameMissingCards(**K, cards=(SIX, TEN)),
    "replaced": m.ReplaceMissingCards(**K),
    "device reset": m.ConfirmReset(**K),
    "wager 3 50": m.ChangeWager(**K, number=3, stake=Money(50)),
    "changes ended": m.EndChanges(**K),
    "remove 3=50 4=0": m.RemoveWagers(**K, left=((3, Money(50)), (4, Money(0)))),
    "carried free-hand so decided": m.ChooseCarriedUse(**K, use=m.CarriedUse.FREE_HAND, text="so decided"),
    "carried back": m.ReturnCarriedCards(**K),
    "closing unsaid": c.TakeBackClosing(**K, announced=False),
    "closing said": c.TakeBackClosing(**K, announced=True),
    "free hand": m.DealFreeHand(**K),
    "replace cards bent": m.ReplaceCards(**K, reason="bent"),
    "device fault affected it read a card twice": m.StateDeviceFault(**K, affected=True, text="it read a card twice"),
    "device fault unaffected only the lamps": m.StateDeviceFault(**K, affected=False, text="only the lamps"),
    "confirm guests notified": m.ConfirmGuestsNotified(**K),
    "confirm chips returned": m.ConfirmChipsReturned(**K),
    "dice damaged since 4 gone 1 red": m.StateAffectedRounds(**K, first=4, gone=frozenset({ONE, RED})),
    "played on player; tie 6S TD: noted by the dealer": m.EnterOutageRounds(
        **K, rounds=(CardRound(Winner.PLAYER), CardRound(Winner.TIE, (SIX, TEN))), text="noted by the dealer"
    ),
    "played on dice 2 5 6; dice ?: paid by hand": m.EnterOutageRounds(
        **K, rounds=(DiceRound((2, 5, 6)), DiceRound(None)), text="paid by hand"
    ),
    "open name=T9 layout=C positions=5 decks=6 dealing=face-down bets=off insurance=lammer device=shoe hlga=yes"
    " method=C unit=25 last-rounds=2 burn=fixed burned=3 min=100 max=9000 max:sum:9=50 differential=500": c.OpenTable(
        **K, table=OTHER
    ),
    "limits min=100 max=9000 max:sum:9=50 differential=500": c.ChangeLimits(**K, limits=OTHER.limits),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_and_its_command(line: str) -> None:
    assert read_command(line, table=TABLE, at=7) == LINES[line]
    assert write_command(LINES[line]) == line


def test_every_command_of_the_table_can_be_said() -> None:
    said = {type(command) for command in LINES.values()}
    assert set(COMMANDS) <= said
    assert {verb.command for verb in VERBS} <= said


def test_words_and_usages_follow_the_order_of_a_round() -> None:
    types = (c.Undo, c.DrawCard, c.PlaceBet, c.OpenTable, c.ChangeLimits)
    assert verb_phrases(types) == ["open", "bet", "card", "undo", "limits"]
    assert verb_usages(types)[1] == "bet BETTOR AREA STAKE [on behalf]"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("crad 6S", "'crad 6S' is not a command"),
        ("as pit_supervisor Supervisor-1", "is not a command"),
        ("card 1S", "'1S' is not a card"),
        ("card 6S to Q", "'Q' is none of P, B, X"),
        ("card 6S down", "after a card comes"),
        ("bet 1 player", "it is written `bet BETTOR AREA STAKE [on behalf]`"),
        ("bet 1 player -5", "'-5' is not a whole number"),
        ("bet 1x player 5", "'1x' is not a bettor"),
        ("place your bets please", "nothing comes after it"),
        ("dice 1 2 3 cocked 4", "after the dice comes `cocked`"),
        ("choose 1 stay", "'stay' is none of continue, return"),
        ("report other when 3", "after the code comes"),
        ("report fire", "'fire' is none of box-claimed-by-two, card-seen-as-device-moved"),
        ("correct bet 3 is 1 player 5", "after the number comes `to`"),
        ("correct card 3 is 6S why", "after the place comes `to`"),
        ("dice damaged since 3 left 1", "after the round comes `gone`"),
        ("played on tie", "after the rounds comes `:`"),
        ("played on draw: why", "'draw' is none of player, banker, tie"),
        ("open colour=red", "'red' is not a whole number"),
        ("open shiny", "'shiny' is not a setting"),
        ("limits max=lots", "'lots' is not a whole number"),
    ],
)
def test_a_line_that_is_no_command_says_what_is_written(line: str, says: str) -> None:
    with pytest.raises(ScriptLineError, match=re.escape(says)):
        read_command(line, table=TABLE, at=0)
