"""The announcement of a result: the winner with the points, and every winning side bet of the layout with its tier.

A bet is named whether or not anybody placed it. With dice the announcement names the dice, the total and the chances;
all other winning areas are lit (Tai Sai 3.9).
"""

from collections.abc import Mapping, Sequence

from dealer_app.domain.baccarat.coup import Coup
from dealer_app.domain.dice import Tumble
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area, Prize, Result, Verdict
from dealer_app.wording.words import Words

TOLD_BY_THE_WINNER = frozenset({Area("player"), Area("banker"), Area("tie")})
CHANCES = (Area("small"), Area("big"), Area("odd"), Area("even"), Area("any_triple"))


def prizes_won(layout: Layout, row: Sequence[Verdict]) -> Mapping[Area, Prize]:
    """Which areas of the layout won, and which of their prizes, in the order of the pay tables."""
    return {
        area: _prize(layout, area, verdict)
        for area, verdict in zip(layout.areas, row, strict=True)
        if verdict.result is Result.WIN
    }


def _prize(layout: Layout, area: Area, verdict: Verdict) -> Prize:
    """The prize with these odds: within one bet no two pay alike."""
    (prize,) = (prize for prize, odds in layout.prizes(area).items() if odds == verdict.odds)
    return prize


def coup_result(words: Words, coup: Coup, won: Mapping[Area, Prize]) -> str:
    """`Banker wins, six over five. Tiger, three cards. Tiger Pair, single.`"""
    winner = coup.winner
    assert winner is not None, "announced only once the hands are finished"
    code = f"{winner.value}.natural" if coup.natural else winner.value
    points = sorted((coup.player.points, coup.banker.points))
    facts = {"winner": str(points[1]), "loser": str(points[0]), "points": str(points[0])}
    side_bets = (_side_bet(words, area, prize) for area, prize in won.items() if area not in TOLD_BY_THE_WINNER)
    return words.joined("sentences", words.put("result", code, facts), *side_bets)


def totals_said(words: Words, coup: Coup) -> str:
    """`Player five, Banker three.`, before a third card is dealt (MBS 3.15)."""
    return words.put("result", "totals", {"player": str(coup.player.points), "banker": str(coup.banker.points)})


def _side_bet(words: Words, area: Area, prize: Prize) -> str:
    facts = {"area": words.spoken_area(area), "prize": words.prize(prize)}
    return words.put("result", "won" if prize is Prize.WIN else "won.prize", facts)


def tumble_result(words: Words, tumble: Tumble, won: Mapping[Area, Prize]) -> str:
    """`Two, five, six. Thirteen. Big, odd.`"""
    first, second, third = sorted(tumble.dice)
    chances = words.joined("chances", *(words.spoken_area(area) for area in CHANCES if area in won))
    sentences = (
        words.put("result", "dice", {"first": str(first), "second": str(second), "third": str(third)}),
        words.put("result", "total", {"total": str(tumble.total)}),
        words.put("result", "chances", {"chances": chances}),
    )
    return words.joined("sentences", *(text[:1].upper() + text[1:] for text in sentences))
