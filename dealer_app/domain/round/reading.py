"""Blind reading, the policy of the house: who approves that a card or dice were misread says first what he sees.

A table can be played without it; where a reading is given it has to be what is asked for, and it stays on record.
"""

from typing import TypeGuard

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import FACES
from dealer_app.domain.round.needs import CardCorrection, Correction, DiceCorrection
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused

Reading = Card | tuple[int, int, int]


def is_read_blind(applies: Correction | None) -> TypeGuard[CardCorrection | DiceCorrection]:
    """Whether what is approved can be seen on the table, so that it is read and not believed."""
    return isinstance(applies, CardCorrection | DiceCorrection)


def unlike(applies: Correction | None, read: Reading) -> Refusal | None:
    """What stands against approving on this reading. It says nothing of what is asked for."""
    match applies, read:
        case CardCorrection(card=card), Card() if read == card:
            return None
        case DiceCorrection(dice=dice), (_, _, _) if sorted(read) == sorted(dice):
            # They lie in no order.
            return None
        case _:
            return refused("reading-differs", HOUSE_POLICY)


def reading_text(read: Reading) -> str:
    """As it stands on record: `4S`, `2-5-6`."""
    return read.text if isinstance(read, Card) else "-".join(map(str, read))


def reading_of(text: str) -> Reading | None:
    """The inverse; nothing for a text that is no reading."""
    faces = tuple(int(face) for face in text.split("-") if face in _FACES)
    if len(faces) == 3 and text.count("-") == 2:
        first, second, third = faces
        return first, second, third
    return CARDS.get(text)


_FACES = frozenset(map(str, FACES))
