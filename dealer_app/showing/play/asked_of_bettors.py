"""What the dealer asks of bettors before bets are closed, each by seat or colour: a bet's number means nothing to them.

What is over a limit goes back to them, who bets too little raises or withdraws, and chips lie there for bets on behalf.
"""

from collections.abc import Mapping, Sequence

from dealer_app.domain.round.decide.betting import in_excess
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.state import PlacedBet, Who
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.bettors import STANDING
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import COLOURS, bettor_line
from dealer_app.showing.play.limits_watched import placed_first
from dealer_app.showing.play.saying import announcement
from dealer_app.showing.screen import Announcement
from dealer_app.showing.speaking import spoken

_AMOUNTS_TOLD = 2
"""Of more bettors the amounts stand in the rows below alone."""


def asked_of_bettors(at: AtTable) -> Line:
    """Nothing where the guide's own words will do."""
    if at.guide.step is Step.REJECT_EXCESS:
        return _to_return(at)
    if at.guide.step is not Step.NO_MORE_BETS:
        return EMPTY
    advised = to_advise(at)
    if advised:
        return at.label("ask-to-raise", who=_named(at, advised))
    behalf = _told_of(at, "on_behalf")
    return at.label("ask-for-chips", who=_named(at, behalf)) if behalf else EMPTY


def to_advise(at: AtTable) -> tuple[PlacedBet, ...]:
    """The bets below the minimum whose bettors have not been asked yet: bets are closed after it (5.2)."""
    if at.guide.step is not Step.NO_MORE_BETS:
        return ()
    return tuple(bet for bet in _told_of(at, "under_minimum") if bet.number not in at.fingers.advised)


def said_to_bettors(at: AtTable) -> Announcement | None:
    """What is said to those whose bets are over a limit, or below the minimum: not yet that bets are closed."""
    if at.guide.step is Step.REJECT_EXCESS:
        return spoken(at.seeing, lambda words: words.put("play", "say-over-the-limit"))
    least = dict.fromkeys(at.table.limits.minimum(bet.wager.area) or 0 for bet in to_advise(at))
    if not least:
        return announcement(at.seeing)
    minimum = ", ".join(map(at.money, least))
    return spoken(at.seeing, lambda words: words.put("play", "say-minimum", {"minimum": minimum}))


def _told_of(at: AtTable, fact: str) -> tuple[PlacedBet, ...]:
    """The bets that the guide names."""
    numbers = frozenset(map(int, at.guide.facts.get(fact, "").split()))
    return tuple(bet for bet in at.round.in_play if bet.number in numbers)


def _to_return(at: AtTable) -> Line:
    accepted = in_excess(at.rules, at.state, placed_first(at))
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
    seats = [at.badge(who) for who in whos if who[0] is not None]
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
