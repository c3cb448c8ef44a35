"""What the dealer asks of bettors before bets are closed, each by seat or colour: a bet's number means nothing to them.

What is over a limit goes back to them, who bets too little raises or withdraws, and chips lie there for bets on behalf.
"""

from collections.abc import Mapping, Sequence

from dealer_app.domain.round.decide.betting import in_excess
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.state import PlacedBet, Who
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import COLOURS, STANDING, badge, bettor_line

_AMOUNTS_TOLD = 2
"""Of more bettors the amounts stand in the rows below alone."""
_ASKED = {"on_behalf": "ask-for-chips", "under_minimum": "ask-to-raise"}
"""The first of them that there is anything to ask about."""


def asked_of_bettors(at: AtTable) -> Line:
    """Nothing where the guide's own words will do."""
    if at.guide.step is Step.REJECT_EXCESS:
        return _to_return(at)
    if at.guide.step is not Step.NO_MORE_BETS:
        return EMPTY
    for fact, code in _ASKED.items():
        numbers = frozenset(map(int, at.guide.facts.get(fact, "").split()))
        if numbers:
            return at.label(code, who=_named(at, [bet for bet in at.round.in_play if bet.number in numbers]))
    return EMPTY


def _to_return(at: AtTable) -> Line:
    accepted = in_excess(at.rules, at.state)
    over: dict[Who, list[PlacedBet]] = {}
    for bet in at.round.in_play:
        if bet.number in accepted:
            over.setdefault(bet.who, []).append(bet)
    if len(over) > _AMOUNTS_TOLD:
        return at.label("return-excess", who=_named(at, [bet for bets in over.values() for bet in bets]))
    each = [at.label("back-to", amount=_back(at, bets, accepted), who=_named(at, bets)) for bets in over.values()]
    return at.label("return-to-each", each=_listed(at, each))


def _back(at: AtTable, bets: Sequence[PlacedBet], accepted: Mapping[int, int]) -> str:
    return at.money(sum(bet.wager.stake - accepted[bet.number] for bet in bets))


def _named(at: AtTable, bets: Sequence[PlacedBet]) -> Line:
    """By seats; by colours where there are none, and by the area where bettors are not told apart."""
    whos = tuple(dict.fromkeys(bet.who for bet in bets))
    seats = [badge(who, [bet.who for bet in at.round.in_play]) for who in whos if who[0] is not None]
    named = []
    if len(seats) == 1:
        (seat, bettor) = next(who for who in whos if who[0] is not None)
        stands = bettor != SEATED and bettor.startswith(STANDING)
        named.append(at.label("who-stands-at" if stands else "who-sits-at", seat=str(seat)))
    elif seats:
        named.append(at.label("who-sit-at", seats=", ".join(seats)))
    named += [bettor_line(at.seeing.words, who) for who in whos if who[0] is None and who[1] in COLOURS]
    areas = [bet.wager.area for bet in bets if bet.who[0] is None and bet.who[1] not in COLOURS]
    named += [at.label("who-bet-on", area=at.area(area)) for area in dict.fromkeys(areas)]
    return _listed(at, named)


def _listed(at: AtTable, lines: Sequence[Line]) -> Line:
    listed = lines[0]
    for each in lines[1:]:
        listed = at.label("one-and-other", first=listed, more=each)
    return listed
