"""Where each chip of a table is, by its events alone: on the table, given back, collected, or settled by hand.

A second wording: nothing of decide, the folds or settlement is used. What a bet comes to by the book is in
printed_payouts.
"""

from collections import defaultdict
from fractions import Fraction

from dealer_app.domain.round.correction_events import (
    BetCorrected,
    InsuranceCorrected,
    OutageRoundsEntered,
    RoundsVoided,
    SettlementRestored,
)
from dealer_app.domain.round.events import (
    BetCut,
    BetNeverPlaced,
    BetPlaced,
    BetsReturned,
    BetTakenBack,
    EntryUndone,
    Event,
    InsuranceTaken,
    ResultAnnounced,
    RoundBegan,
    RoundConcluded,
    RoundVoided,
    SettlementUndone,
)
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, SettledBet
from dealer_app.domain.wagers import Wager


class ChipLedger:
    """Bets lie on the table by number. What is collected and paid the round says; what goes back and is won, its lines.

    Both must come to the same. A bet that is placed twice, or goes back or is settled and does not lie there, is wrong.
    """

    def __init__(self) -> None:
        self.lies: dict[int, int] = {}
        self.sums: defaultdict[str, Fraction] = defaultdict(Fraction)
        self.lines: tuple[SettledBet, ...] = ()
        self.before_the_end: tuple[dict[int, int], defaultdict[str, Fraction]] | None = None
        self.after_the_end: (
            tuple[tuple[dict[int, int], defaultdict[str, Fraction]], defaultdict[str, Fraction]] | None
        ) = None

    @property
    def is_balanced(self) -> bool:
        gone = sum(self.sums[where] for where in ("given back", "collected", "by hand"))
        return self.sums["placed"] == gone + sum(self.lies.values()) and self.sums["paid"] == self.sums["won"]

    def note(self, event: Event) -> None:
        match event:
            case (
                BetPlaced(bet=PlacedBet(number=number, wager=Wager(stake=stake)))
                | InsuranceTaken(bet=InsuranceBet(number=number, stake=stake))
            ):
                assert number not in self.lies
                assert stake > 0
                self.lies[number] = stake
                self.sums["placed"] += stake
            case BetCut(number=number, accepted=accepted):
                self._give_back(number, left=accepted)
            case (
                BetTakenBack(number=number)
                | BetNeverPlaced(number=number)
                | EntryUndone(entry="bet" | "insurance", number=number)
            ):
                self._give_back(number)
            case BetsReturned(numbers=numbers):
                self._give_back(*numbers)
            case BetCorrected(number=number, bet=bet) | InsuranceCorrected(number=number, bet=bet):
                self._correct_bet(number, bet)
            case RoundVoided():
                self._give_back(*self.lies)
            case RoundBegan():
                assert not self.lies, "no chip is left without an owner"
                self.before_the_end = None
            case ResultAnnounced(settled=lines):
                self.lines = lines
            case RoundConcluded(collected=collected, paid=paid):
                self.before_the_end = self.lies.copy(), self.sums.copy()
                self.sums["collected"] += collected
                self.sums["paid"] += paid
                for line in self.lines:
                    self.sums["won"] += max(line.net, Fraction(0))
                    self.sums["given back"] += self.lies.pop(line.number) + min(line.net, Fraction(0))
                self.lines = ()
                assert not self.lies, "every bet is settled"
            case SettlementUndone() if self.before_the_end is not None:
                self.after_the_end = self.before_the_end, self.sums.copy()
                (lies, sums), self.before_the_end = self.before_the_end, None
                self.lies, self.sums = lies.copy(), sums.copy()
            case SettlementRestored():
                assert self.after_the_end is not None, "only what was undone is restored"
                assert self.lies == self.after_the_end[0][0], "no chip has moved since"
                self.lies, (self.before_the_end, self.sums) = {}, self.after_the_end
            case OutageRoundsEntered(settled_by_hand=numbers):
                self.sums["by hand"] += sum(self.lies.pop(number) for number in numbers)
                assert not self.lies, "every bet was settled by hand"
                self.before_the_end = None
            case RoundsVoided(nets=nets):
                lost = sum(-net for _, _, net in nets if net < 0)
                assert lost <= self.sums["collected"]
                self.sums["collected"] -= lost
                self.sums["given back"] += lost
            case _:
                pass

    def _correct_bet(self, number: int, bet: PlacedBet | InsuranceBet | None) -> None:
        """The recorded bet is gone, and the real one is on the table."""
        self._give_back(*{number} & self.lies.keys())
        if isinstance(bet, PlacedBet):
            self.note(BetPlaced(bet=bet))
        elif bet is not None:
            self.note(InsuranceTaken(bet=bet))

    def _give_back(self, *numbers: int, left: int = 0) -> None:
        """These go back, but for what is left lying there."""
        for number in numbers:
            stake = self.lies.pop(number)
            assert 0 <= left < stake
            self.sums["given back"] += stake - left
            self.lies |= {number: left} if left else {}
