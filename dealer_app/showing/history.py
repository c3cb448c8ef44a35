"""What the roads and the trail show: the results of this shoe, or of this opening, by the number of the round.

A history is folded from the events of the journal and from nothing else. A desk begins with an empty one and gives it
each event that a decision makes durable (`after`). What the journal had before that moment is read beside it: all
events from the last TableOpened on, or from further back, up to the last one before the desk followed, in their order
(`history_of`), and then laid under it (`merged`). It forgets by itself with a new shoe and a new opening, so reading
from further back does no harm. It also keeps the bets of the round before, so that a bettor can have the same again.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import reduce
from itertools import takewhile
from typing import Any

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.baccarat.table_of_play import is_natural
from dealer_app.domain.cards import Card
from dealer_app.domain.roads import Gap, RoundMark
from dealer_app.domain.round import events, mending_events, table_events
from dealer_app.domain.round.state import PlacedBet, Seal
from dealer_app.domain.values import dataclass
from dealer_app.domain.wagers import Wager

ROUNDS_KEPT = 600
"""More rounds than a shoe has, or a day of dice; of what is older nothing is shown."""
EVENTS_KEPT = 2_000
"""What can happen while a journal is read, many times over."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card of the round as the history needs it; nothing is read of it before it is turned."""

    card: Card | None
    turned: bool
    seal: Seal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """See the module. A corrected round stands in the place of what it was before; a void one is `None`.

    A round that was dealt while the station was out, and whose dice nobody noted, is a gap, as in the roads.
    """

    marks: Mapping[int, RoundMark | Gap | None] = field(default_factory=dict)
    tumbles: Mapping[int, tuple[int, int, int] | Gap | None] = field(default_factory=dict)
    round: int = 0
    """The round that is on, or the last one."""
    dealt: tuple[Dealt, ...] = ()
    dice: tuple[int, int, int] | None = None
    bets: tuple[PlacedBet, ...] = ()
    """The bets of this round."""
    before: tuple[PlacedBet, ...] = ()
    """The bets of the round before it."""
    whole: bool = False
    """Whether it goes back as far as it has to; until then what is heard is kept, to be laid over what was before."""
    heard: tuple[object, ...] = ()


def after(history: History, event: object) -> History:
    """The history after one event; what says nothing of results changes nothing."""
    change = _CHANGES.get(type(event))
    if change is None:
        return history
    now: History = change(history, event)
    return now if now.whole else replace(now, heard=(*now.heard, event)[-EVENTS_KEPT:])


def history_of(happened: Iterable[object]) -> History:
    """What these events add up to."""
    return reduce(after, happened, History(whole=True))


def merged(before: History, later: History) -> History:
    """What was before a desk followed, with what the desk has heard since; after a new opening only that."""
    return later if later.whole else reduce(after, later.heard, replace(before, whole=True, heard=()))


# Beginnings


def _opened(history: History, event: table_events.TableOpened) -> History:
    del history, event
    return History(whole=True)


def _new_shoe(history: History, event: table_events.CardsBrought) -> History:
    del event
    return replace(history, marks={}, dealt=())


def _began(history: History, event: events.RoundBegan) -> History:
    before = history.bets or history.before
    return replace(history, round=event.number, dealt=(), dice=None, bets=(), before=before)


# Bets


def _placed(history: History, event: events.BetPlaced) -> History:
    others = _without(history.bets, event.bet.number)
    return replace(history, bets=tuple(sorted((*others, event.bet), key=lambda bet: bet.number)))


def _taken_back(history: History, event: events.BetTakenBack | events.BetNeverPlaced) -> History:
    return replace(history, bets=_without(history.bets, event.number))


def _undone(history: History, event: events.EntryUndone) -> History:
    return replace(history, bets=_without(history.bets, event.number)) if event.entry == "bet" else history


def _cut(history: History, event: events.BetCut) -> History:
    def accepted(bet: PlacedBet) -> PlacedBet:
        wager = bet.wager
        cut = Wager(area=wager.area, stake=event.accepted, seat=wager.seat, bettor=wager.bettor)
        return replace(bet, wager=cut) if bet.number == event.number else bet

    return replace(history, bets=tuple(bet for bet in map(accepted, history.bets) if bet.wager.stake))


def _without(bets: tuple[PlacedBet, ...], number: int) -> tuple[PlacedBet, ...]:
    return tuple(bet for bet in bets if bet.number != number)


# Cards and dice


def _drawn(history: History, event: events.CardDrawn | events.CardCarriedIn) -> History:
    return replace(history, dealt=(*history.dealt, Dealt(event.card, event.turned, event.seal)))


def _unsealed(history: History, event: events.CardUnsealed) -> History:
    opened = (replace(one, card=event.card) if one.seal == event.seal else one for one in history.dealt)
    return replace(history, dealt=tuple(opened))


def _turned(history: History, event: events.CardsTurned) -> History:
    if max(event.places) >= len(history.dealt):
        return history  # It came into a round of which it has not heard yet what was before.
    dealt, values = list(history.dealt), iter(event.cards)
    for place in event.places:
        card = dealt[place].card
        dealt[place] = Dealt(next(values) if card is None else card, turned=True)
    return replace(history, dealt=tuple(dealt))


def _reordered(history: History, event: events.CardsReordered) -> History:
    if len(event.cards) != len(history.dealt):
        return history
    return replace(history, dealt=tuple(history.dealt[place] for place in event.cards))


def _card_corrected(history: History, event: mending_events.CardCorrected) -> History:
    if event.place >= len(history.dealt):
        return history
    dealt = list(history.dealt)
    dealt[event.place] = replace(dealt[event.place], card=event.card)
    return replace(history, dealt=tuple(dealt))


def _dice(history: History, event: events.DiceRead | mending_events.DiceCorrected) -> History:
    return replace(history, dice=event.dice)


# Results


def _announced(history: History, event: events.ResultAnnounced) -> History:
    """Only from here on is a result shown: it never runs ahead of the dealer."""
    del event
    if history.dice is not None:
        return replace(history, tumbles=_kept(history.tumbles, history.round, history.dice))
    hands = coup([one.card for one in takewhile(_lies_open, history.dealt) if one.card is not None])
    if hands.winner is None:
        return history
    player, banker = hands.player.cards, hands.banker.cards
    mark = RoundMark(
        winner=hands.winner,
        player_pair=player[0].rank is player[1].rank,
        banker_pair=banker[0].rank is banker[1].rank,
        natural=is_natural(_first_two(player), _first_two(banker)),
    )
    return replace(history, marks=_kept(history.marks, history.round, mark))


def _lies_open(one: Dealt) -> bool:
    return one.turned and one.card is not None


def _first_two(cards: tuple[Card, ...]) -> int:
    return (cards[0].points + cards[1].points) % 10


def _undone_result(history: History, event: events.SettlementUndone) -> History:
    """The round is open again; it comes back with its next result."""
    del event
    return replace(
        history,
        marks={number: mark for number, mark in history.marks.items() if number != history.round},
        tumbles={number: dice for number, dice in history.tumbles.items() if number != history.round},
    )


def _voided(history: History, event: events.RoundVoided) -> History:
    del event
    return _void(history, (history.round,), of_dice=not history.dealt)


def _rounds_voided(history: History, event: mending_events.RoundsVoided) -> History:
    return _void(history, event.numbers, of_dice=True)


def _void(history: History, numbers: Iterable[int], *, of_dice: bool) -> History:
    """A void round leaves no mark on a road; in a trail its place stays."""
    marks: Mapping[int, RoundMark | Gap | None] = {**history.marks, **dict.fromkeys(numbers)}
    if not of_dice:
        return replace(history, marks=marks)
    return replace(history, marks=marks, tumbles={**history.tumbles, **dict.fromkeys(numbers)})


def _entered(history: History, event: mending_events.OutageRoundsEntered) -> History:
    """Dealt while the station was out: in the roads a gap, in the trail too where nobody noted the dice."""
    last = event.first + len(event.rounds) - 1
    noted = {event.first + place: getattr(dealt, "dice", None) or Gap(1) for place, dealt in enumerate(event.rounds)}
    gap: Mapping[int, RoundMark | Gap | None] = {**history.marks, event.first: Gap(len(event.rounds))}
    return replace(history, marks=gap, tumbles={**history.tumbles, **noted}, round=last, dealt=(), dice=None, bets=())


def _kept(known: Mapping[int, Any], number: int, result: object) -> Mapping[int, Any]:
    """With this result, and of the oldest rounds no more than are shown."""
    after = {**known, number: result}
    while len(after) > ROUNDS_KEPT:
        del after[next(iter(after))]
    return after


_CHANGES: Mapping[type, Callable[[History, Any], History]] = {
    table_events.TableOpened: _opened,
    table_events.CardsBrought: _new_shoe,
    events.RoundBegan: _began,
    events.BetPlaced: _placed,
    events.BetTakenBack: _taken_back,
    events.BetNeverPlaced: _taken_back,
    events.EntryUndone: _undone,
    events.BetCut: _cut,
    events.CardDrawn: _drawn,
    events.CardCarriedIn: _drawn,
    events.CardUnsealed: _unsealed,
    events.CardsTurned: _turned,
    events.CardsReordered: _reordered,
    mending_events.CardCorrected: _card_corrected,
    events.DiceRead: _dice,
    mending_events.DiceCorrected: _dice,
    events.ResultAnnounced: _announced,
    events.SettlementUndone: _undone_result,
    events.RoundVoided: _voided,
    mending_events.RoundsVoided: _rounds_voided,
    mending_events.OutageRoundsEntered: _entered,
}
