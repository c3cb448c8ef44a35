"""A card keyed by hand: rank, then suit, as on the keypad."""

from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control, Keys
from dealer_app.showing.card_signs import RANK_KEYS, SUIT_KEYS
from dealer_app.showing.house.saying import same, say
from dealer_app.showing.seeing import Seeing


def card_pad(seeing: Seeing) -> tuple[Keys, Keys]:
    """The keys of the keypad mean ranks until one is keyed, and suits from then on."""
    fingers = seeing.fingers
    ranks = tuple(
        Control(
            name=f"rank:{rank}",
            label=same(face),
            act=Change(fingers.but(rank=rank, suit="")),
            key="" if fingers.rank else key,
            picked=fingers.rank == rank,
        )
        for rank, face, key in RANK_KEYS
    )
    suits = tuple(
        Control(
            name=f"suit:{suit}",
            label=same(sign),
            act=Change(fingers.but(suit=suit)) if fingers.rank else None,
            waits=say(seeing, "rank-first"),
            key=key if fingers.rank else "",
            picked=fingers.suit == suit,
        )
        for suit, sign, key in SUIT_KEYS
    )
    return Keys(controls=ranks, columns=7, title=say(seeing, "rank")), Keys(
        controls=suits, columns=4, title=say(seeing, "suit")
    )
