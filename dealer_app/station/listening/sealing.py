"""Whether what a device says now could tell a card that nobody may know: then captures and monitors are blanked.

It is on before the card comes, for its bytes pass before anybody has judged them.
"""

from dealer_app.domain.round.seen import Dealing, next_card
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table import Dealing as Dealt
from dealer_app.station.listening.heard import View


def to_be_blanked(view: View) -> bool:
    """Only a card that is dealt face up to a hand next may be told as it comes."""
    table, round_ = view.table, view.table.round
    if view.rules.baccarat is None:
        return False
    if table.table is None or table.table.dealing is Dealt.FACE_DOWN:
        return True
    if view.listening.row or table.cases or table.carried:
        return True
    if round_ is None or round_.phase is not Phase.CLOSED:
        return True
    if any(not card.turned for card in round_.cards):
        return True
    return next_card(view.rules, table, round_).step is not Dealing.DRAW
