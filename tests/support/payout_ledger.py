"""What every bet of a round comes to, by the printed pay tables and the second wordings of the games.

Only the events are listened to: which bets there are, which cards and dice. How much of a bet counts is taken from the
line itself, within its stake: limits have a second wording of their own.
"""

from fractions import Fraction

from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import InsuranceBet, SettledBet
from tests.support import tai_sai_second_wording as tai_sai
from tests.support.baccarat_pay_tables import PAY_TABLES, letters, odds
from tests.support.baccarat_second_wording import deal, outcome, total
from tests.support.insurance_printed_table import insurance_outcome, pay_table_offers

CARDS_SEEN = {"after_four": 4, "after_p3": 5}


class PayoutLedger:
    """Listens to a table of this game and layout, and judges each settlement when the round is concluded."""

    def __init__(self, game: str, letter: str) -> None:
        rows = (
            row for row in PAY_TABLES if row.game == game and (letter in letters(row.appendices) or not row.appendices)
        )
        self.pays = {area: prizes for row in rows for area, prizes in row.bets.items()}
        self.bets: dict[int, tuple[str, int]] = {}
        self.insurance: dict[int, InsuranceBet] = {}
        self.dice = (0, 0, 0)
        self.lines: tuple[SettledBet, ...] = ()

    def note(self, event: events.Event, ranks: str) -> None:
        """`ranks` are the cards of the round in drawn order."""
        match event:
            case events.RoundBegan():
                self.bets, self.insurance = {}, {}
            case events.BetPlaced(bet=bet):
                self.bets[bet.number] = bet.wager.area, bet.wager.stake
            case correction_events.BetCorrected(number=number, bet=bet) if bet is not None:
                self.bets[number] = bet.wager.area, bet.wager.stake
            case events.InsuranceTaken(bet=taken):
                self.insurance[taken.number] = taken
            case correction_events.InsuranceCorrected(number=number, bet=corrected):
                self.insurance.pop(number, None)
                if corrected is not None:
                    self.insurance[number] = corrected
            case events.DiceRead(dice=dice) | correction_events.DiceCorrected(dice=dice):
                self.dice = dice
            case events.ResultAnnounced(settled=lines):
                self.lines = lines
            case events.RoundConcluded():
                for line in self.lines:
                    self._judge(line, ranks)
            case _:
                pass

    def _judge(self, line: SettledBet, ranks: str) -> None:
        if line.number in self.insurance:
            bet = self.insurance[line.number]
            ratio = insurance_payout(bet, ranks)
            assert line.counts == bet.stake, "insurance counts whole"
        else:
            area, stake = self.bets[line.number]
            ratio = self._ratio(area, ranks)
            assert 0 <= line.counts <= stake
        assert line.net == line.counts * ratio, f"{line} pays {ratio} to 1"
        assert line.result == ("win" if ratio > 0 else "lose" if ratio < 0 else "push")

    def _ratio(self, area: str, ranks: str) -> Fraction:
        """What one unit on the area wins, its stake not counted."""
        if not self.pays:
            return Fraction(tai_sai.area_payout(area, self.dice) or -1)
        dealt = deal(ranks)
        assert not dealt.due, "settled only when the hands are finished"
        prize = outcome(area, dealt.player, dealt.banker)
        return Fraction({"lose": "-1", "push": "0"}.get(prize) or odds(self.pays[area][prize]))


def insurance_payout(bet: InsuranceBet, ranks: str) -> Fraction:
    """What one unit of insurance wins; where a card corrected since leaves no such offer, it goes back."""
    stage = bet.stage.value.replace("-", "_")
    then, final = deal(ranks[: CARDS_SEEN[stage]]), deal(ranks)
    offers = pay_table_offers(stage, total(then.player), total(then.banker)) if then.due else ()
    offer = next((one for one in offers if one.side == bet.side.value), None)
    if offer is None:
        return Fraction(0)
    ended = insurance_outcome(bet.side.value, stage, (then.player, then.banker), (final.player, final.banker))
    return {"win": Fraction(offer.odds), "lose": Fraction(-1), "push": Fraction(0)}[ended]
