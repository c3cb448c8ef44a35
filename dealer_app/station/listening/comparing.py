"""The device's result against ours: where they differ, settlement waits until the dealer has compared.

Neither prevails (RWS 5.15, MBS 6.3). It is compared only when all cards of the hands lie open, so that no
hidden hand is told. One that was told before a restart is not known any more: the dealer looks at the device.
"""

from dealer_app.domain.baccarat.coup import Coup
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.round.commands import Report
from dealer_app.domain.round.seen import open_coup
from dealer_app.domain.round.state import DEALER
from dealer_app.domain.round.trouble import Trouble
from dealer_app.observations import ShoeResult, ShoeWinner
from dealer_app.station.listening.heard import Heard, View

_WINNERS = {
    ShoeWinner.PLAYER: Winner.PLAYER,
    ShoeWinner.BANKER: Winner.BANKER,
    ShoeWinner.TIE: Winner.TIE,
}


def to_compare(view: View, heard: Heard) -> Report | bool:
    """The report of a difference; else whether the result is done with, as it agrees or is of a round long past."""
    if heard.result is None:
        return True
    round_ = view.table.round or view.table.last
    if round_ is None or round_.number != heard.result.round:
        return True
    hands, said = open_coup(round_), heard.result.said
    if said is None and view.table.round is None:
        # The round came to its end some other way, and nothing of it is left to be compared.
        return True
    if view.listening.row or view.table.cases or not hands.complete:
        return False
    if said is None:
        return Report(by=DEALER, at=0, trouble=Trouble.WRONG_DISPLAY.value, text=f"{heard.device}: unknown")
    if agrees(hands, said):
        return True
    pairs = [name for name, on in (("player pair", said.player_pair), ("banker pair", said.banker_pair)) if on]
    text = f"{heard.device}: {', '.join([said.winner.value, *pairs])}"
    return Report(by=DEALER, at=0, trouble=Trouble.WRONG_DISPLAY.value, text=text)


def agrees(hands: Coup, said: ShoeResult) -> bool:
    """Of the winner, and of the pairs by rank."""
    pairs = tuple(len(hand.cards) > 1 and hand.cards[0].rank is hand.cards[1].rank for hand in hands[:2])
    return hands.winner is _WINNERS.get(said.winner) and pairs == (said.player_pair, said.banker_pair)
