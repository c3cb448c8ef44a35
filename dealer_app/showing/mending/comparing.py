"""What a correction changes, before and after: of a card what the cards come to, of a bet its areas and bettors."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.decide.settling import settlement
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, Phase, Round, Who
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.showing.lines import Line
from dealer_app.showing.mending.bettors import bets_keyed
from dealer_app.showing.mending.cards_shown import open_and_undisputed
from dealer_app.showing.mending.saying import area_text, badge_text, bettor_text, money, rules_of, say
from dealer_app.showing.read_anew import is_read_anew
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
    nets = _nets(seeing, replace(round_, cards=(*lie, *round_.cards[len(lie) :])))
    return (_each(seeing, nets),) if nets else ()


def _nets(seeing: Seeing, round_: Round) -> Mapping[Who, Fraction]:
    lines = settlement(rules_of(seeing), replace(seeing.state.table, round=round_))
    whose = {number: who for number, who, _ in round_.chips}
    nets: dict[Who, Fraction] = {}
    for line in lines:
        nets[whose[line.number]] = nets.get(whose[line.number], Fraction(0)) + line.moves
    return nets


def _each(seeing: Seeing, nets: Mapping[Who, Fraction]) -> Line:
    """`1: +1,000 · 3S: -500`."""
    told = (
        f"{badge_text(seeing, who) or bettor_text(seeing, who)}: {'+' if net > 0 else ''}{money(seeing, net)}"
        for who, net in nets.items()
    )
    return Line(" · ".join(told))


# A bet that is corrected


Effect = tuple[tuple[str, ...], tuple[str, ...]]
"""What stands under Before and under After."""


def effect(seeing: Seeing, role: str, round_: Round | None) -> Effect:
    """What becomes of the round once somebody of this role has approved what is asked of a bet."""
    after = _once_approved(seeing, role)
    return ((), ()) if round_ is None or after is None else _bets_come_to(seeing, round_, after)


def _once_approved(seeing: Seeing, role: str) -> Round | None:
    """The round as it is once somebody of the role has approved what is asked; nothing where nobody can."""
    rules, table = rules_of(seeing), seeing.state.table
    approved = decide(rules=rules, state=table, command=commands.Approve(by=Person("", role), at=0))
    if isinstance(approved, Refusal):
        return None
    changed = fold(table, approved)
    return changed.round or changed.last


def _bets_come_to(seeing: Seeing, before: Round, after: Round) -> Effect:
    """Before and after: what lies on the areas and for the bettors that differ, and what these get by the result."""
    differ = {*_lying(before)} ^ {*_lying(after)}
    areas = tuple(dict.fromkeys(area for _, area, _ in sorted(differ, key=str)))
    people = tuple(dict.fromkeys(who for who, _, _ in sorted(differ, key=str)))
    if not differ:
        return (), ()
    gets: tuple[Mapping[Who, Fraction], ...] = ({}, {})
    if _result_lies_open(seeing, before):
        gets = _nets(seeing, before), _nets(seeing, after)
        people = tuple(who for who in {**gets[0], **gets[1]} if gets[0].get(who) != gets[1].get(who) or who in people)
    insured = _insured(seeing, before), _insured(seeing, after)
    capped = insured if insured[0] != insured[1] else ((), ())
    first, second = (
        (_sums(seeing, round_, areas, people), *lines, *_got(seeing, nets, people))
        for round_, lines, nets in zip((before, after), capped, gets, strict=True)
    )
    return first, second


def _insured(seeing: Seeing, round_: Round) -> tuple[str, ...]:
    """Each insurance that counts in part, as its Original Bet counts (ruling I12): the rest of it goes back."""
    counted = insurance_counts(rules_of(seeing), replace(seeing.state.table, round=round_))
    return tuple(
        say(
            seeing,
            "insured-counts",
            what=f"{bettor_text(seeing, bet.who)} · {area_text(seeing, f'{bet.side.value}_insurance')}",
            counts=money(seeing, counted[bet.number].counts or Fraction(0)),
            stake=money(seeing, bet.stake),
        ).first
        for bet in round_.insured
        if counted[bet.number].counts != bet.stake
    )


def _lying(round_: Round) -> tuple[tuple[Who, Area, int], ...]:
    insured = ((bet.who, Area(f"{bet.side.value}_insurance"), int(bet.stake)) for bet in round_.insurance)
    return (*((bet.who, bet.wager.area, int(bet.wager.stake)) for bet in round_.in_play), *insured)


def _sums(seeing: Seeing, round_: Round, areas: Sequence[Area], people: Sequence[Who]) -> str:
    """`BANKER in all 600 · Seat 1 in all 900`."""
    lying = _lying(round_)
    of_areas = ((area_text(seeing, one), sum(stake for _, area, stake in lying if area == one)) for one in areas)
    of_people = ((bettor_text(seeing, one), sum(stake for who, _, stake in lying if who == one)) for one in people)
    return " · ".join(
        say(seeing, "in-all", what=what, amount=money(seeing, total)).first for what, total in (*of_areas, *of_people)
    )


def _got(seeing: Seeing, nets: Mapping[Who, Fraction], people: Sequence[Who]) -> tuple[str, ...]:
    concerned = {who: nets.get(who, Fraction(0)) for who in people}
    return (say(seeing, "comes-to", nets=_each(seeing, concerned)).first,) if nets else ()


def _result_lies_open(seeing: Seeing, round_: Round) -> bool:
    """Whether all that decides the round lies open, and none of it is in dispute or read anew."""
    if not bets_keyed(seeing) or round_.phase is Phase.BETTING:
        return False
    if rules_of(seeing).baccarat is None:
        return round_.dice is not None and not is_read_anew(seeing.state.table)
    cards = open_and_undisputed(seeing, round_, None)
    return len(cards) == len(round_.cards) and coup(cards).complete
