"""A card keyed by hand: rank, then suit, as on the keypad."""

from dealer_app.domain.cards import CARDS, Card, Rank, Suit
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control, Keys
from dealer_app.showing.house.saying import same, say
from dealer_app.showing.seeing import Seeing

_RANKS = {
    Rank.ACE: "1",
    Rank.TWO: "2",
    Rank.THREE: "3",
    Rank.FOUR: "4",
    Rank.FIVE: "5",
    Rank.SIX: "6",
    Rank.SEVEN: "7",
    Rank.EIGHT: "8",
    Rank.NINE: "9",
    Rank.TEN: "0",
    Rank.JACK: "/",
    Rank.QUEEN: "*",
    Rank.KING: "-",
}
_SUITS = {Suit.SPADES: "1", Suit.HEARTS: "2", Suit.CLUBS: "3", Suit.DIAMONDS: "4"}
_SIGNS = {
    Suit.SPADES: "\N{BLACK SPADE SUIT}",
    Suit.HEARTS: "\N{BLACK HEART SUIT}",
    Suit.DIAMONDS: "\N{BLACK DIAMOND SUIT}",
    Suit.CLUBS: "\N{BLACK CLUB SUIT}",
}


def card_keyed(seeing: Seeing) -> Card | None:
    """The card, once rank and suit are keyed."""
    return CARDS.get(seeing.fingers.rank + seeing.fingers.suit)


def card_pad(seeing: Seeing) -> tuple[Keys, Keys]:
    """The keys of the keypad mean ranks until one is keyed, and suits from then on."""
    fingers = seeing.fingers
    ranks = tuple(
        Control(
            name=f"rank:{rank.value}",
            label=same("10" if rank is Rank.TEN else rank.value),
            act=Change(fingers.but(rank=rank.value, suit="")),
            key="" if fingers.rank else key,
            picked=fingers.rank == rank.value,
        )
        for rank, key in _RANKS.items()
    )
    suits = tuple(
        Control(
            name=f"suit:{suit.value}",
            label=same(_SIGNS[suit]),
            act=Change(fingers.but(suit=suit.value)) if fingers.rank else None,
            waits=say(seeing, "rank-first"),
            key=key if fingers.rank else "",
            picked=fingers.suit == suit.value,
        )
        for suit, key in _SUITS.items()
    )
    return Keys(controls=ranks, columns=7, title=say(seeing, "rank")), Keys(
        controls=suits, columns=4, title=say(seeing, "suit")
    )
