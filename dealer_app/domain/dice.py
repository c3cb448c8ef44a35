"""Three dice at rest, and what every bet asks of them."""

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

DIE_FACES = range(1, 7)


class Tumble(Struct, frozen=True):
    """The uppermost faces of the three dice, in the order reported (Tai Sai 1.8, 3.8)."""

    dice: tuple[int, int, int]

    def __post_init__(self) -> None:
        if [type(die) for die in self.dice] != [int] * 3 or not set(self.dice) <= set(DIE_FACES):
            raise ValueError(f"{self.dice} are not three faces of dice")

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def is_triple(self) -> bool:
        return self.dice[0] == self.dice[1] == self.dice[2]


def every_tumble() -> Iterator[Tumble]:
    """All 216 ways in which three dice can rest."""
    return (Tumble(dice) for dice in product(DIE_FACES, DIE_FACES, DIE_FACES))
