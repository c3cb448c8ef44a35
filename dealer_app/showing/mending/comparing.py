"""What a correction of a card changes: what the cards come to, area by area and bettor by bettor, before and after."""

from dataclasses import replace
from fractions import Fraction

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.cards import Card
from dealer_app.domain.round.decide.settling import settlement
from dealer_app.domain.round.evolve import evolve
from dealer_app.domain.round.state import Round, Who
from dealer_app.domain.wagers import Area
from dealer_app.showing.lines import Line
from dealer_app.showing.mending.bettors import bets_keyed
from dealer_app.showing.mending.saying import badge_text, bettor_text, money, rules_of, say
from dealer_app.showing.seeing import Seeing


def comes_to(seeing: Seeing, round_: Round, cards: list[Card]) -> tuple[Line, ...]:
    """The points, what has won by these cards, what on which somebody bet is still open, and what each bettor gets."""
    hands = coup(cards)
    lines = [say(seeing, "hands-are", player=str(hands.player.points), banker=str(hands.banker.points))]
    baccarat = rules_of(seeing).baccarat
    assert baccarat is not None, "cards are corrected only where there are cards"
    decided = baccarat.decided_in[situation(cards)]
    if decided.won:
        lines.append(_areas(seeing, "areas-win", tuple(decided.won)))
    if not hands.complete:
        sure = {*decided.won, *decided.lost}
        lying = tuple(dict.fromkeys(bet.wager.area for bet in round_.in_play if bet.wager.area not in sure))
        return (*lines, *((_areas(seeing, "areas-open", lying),) if lying else ()))
    return (*lines, *_bettors(seeing, round_, cards))


def _areas(seeing: Seeing, code: str, areas: tuple[Area, ...]) -> Line:
    words = seeing.words
    first = words.first.joined("chances", *(words.first.area(area) for area in areas))
    second = words.second.joined("chances", *(words.second.area(area) for area in areas))
    return say(seeing, code, areas=Line(first, second))


def _bettors(seeing: Seeing, round_: Round, cards: list[Card]) -> tuple[Line, ...]:
    """What the chips of each come to if these are the cards: `1: +1,000 · 3S: -500`."""
    if not bets_keyed(seeing):
        return ()
    lie = tuple(replace(drawn, card=card) for drawn, card in zip(round_.cards, cards, strict=False))
    changed = evolve(round_, cards=(*lie, *round_.cards[len(lie) :]))
    lines = settlement(rules_of(seeing), evolve(seeing.state.table, round=changed))
    whose = {number: who for number, who, _ in round_.chips}
    nets: dict[Who, Fraction] = {}
    for line in lines:
        nets[whose[line.number]] = nets.get(whose[line.number], Fraction(0)) + line.moves
    told = (
        f"{badge_text(who) or bettor_text(seeing, who)}: {'+' if net > 0 else ''}{money(seeing, net)}"
        for who, net in nets.items()
    )
    return (Line(" · ".join(told)),) if nets else ()
