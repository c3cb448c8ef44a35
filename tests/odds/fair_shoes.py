"""How often the watch of the shoe's order speaks on fair shoes, and how often it finds shoes that were shuffled badly.

python -m tests.odds.fair_shoes --shoes 1000000    the figures of docs: some minutes
"""

import argparse
from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from dealer_app.domain.cards import DECK
from dealer_app.odds.shoe_order import DECK_ORDERS, LINKS_TO_TELL, RUN_TO_TELL, WINDOW

Shoes = NDArray[np.uint8]
"""A row for each shoe: its cards as places in DECK."""

_AT_ONCE = 20_000
_PLACES = {card: place for place, card in enumerate(DECK)}


class WatchFigures(Struct, frozen=True, kw_only=True):
    """Of so many shoes how many were told, and why."""

    shoes: int
    by_links: int
    by_repeat: int


def count_told(shoes: Shoes, earlier: Shoes) -> WatchFigures:
    """Counts the shoes in which the links of a window, or a run of an earlier shoe, reach what is told."""
    linked, repeated = _have_links(shoes), _have_repeats(shoes, _run_numbers(earlier).ravel())
    return WatchFigures(shoes=len(shoes), by_links=int(linked.sum()), by_repeat=int(repeated.sum()))


def _have_links(shoes: Shoes) -> NDArray[np.bool_]:
    found = np.zeros(len(shoes), dtype=np.bool_)
    for deck in DECK_ORDERS.values():
        follower = np.empty(len(DECK), dtype=np.uint8)
        for place, card in enumerate(deck):
            follower[_PLACES[card]] = _PLACES[deck[(place + 1) % len(deck)]]
        links = (follower[shoes[:, :-1]] == shoes[:, 1:]).astype(np.int16)
        sums = np.cumsum(links, axis=1)
        window = WINDOW - 1
        counts = sums[:, window - 1 :].copy()
        counts[:, 1:] -= sums[:, :-window]
        found |= counts.max(axis=1) >= LINKS_TO_TELL
    return found


def _run_numbers(shoes: Shoes) -> NDArray[np.uint64]:
    """Eight cards as one number, for each place of each shoe."""
    numbers = np.zeros((len(shoes), max(0, shoes.shape[1] - RUN_TO_TELL + 1)), dtype=np.uint64)
    for step in range(RUN_TO_TELL):
        part = shoes[:, step : step + numbers.shape[1]].astype(np.uint64)
        numbers = numbers * np.uint64(len(DECK)) + part
    return numbers


def _have_repeats(shoes: Shoes, earlier: NDArray[np.uint64]) -> NDArray[np.bool_]:
    known = np.sort(earlier)
    numbers = _run_numbers(shoes)
    places = np.searchsorted(known, numbers)
    if not len(known):
        return np.zeros(len(shoes), dtype=np.bool_)
    found: NDArray[np.bool_] = (known[np.minimum(places, len(known) - 1)] == numbers).any(axis=1)
    return found


def fair_shoes(chance: np.random.Generator, shoes: int, decks: int) -> Shoes:
    full = np.tile(np.arange(len(DECK), dtype=np.uint8), decks)
    return chance.permuted(np.tile(full, (shoes, 1)), axis=1)


def shuffle_badly(chance: np.random.Generator, shoes: int, decks: int, riffles: int) -> Shoes:
    """New decks one after the other, cut about the middle and riffled together so many times."""
    new = np.tile(np.array([_PLACES[card] for card in next(iter(DECK_ORDERS.values()))], dtype=np.uint8), decks)
    made = np.tile(new, (shoes, 1))
    for _ in range(riffles):
        for row in range(shoes):
            # Which places the cards of the upper half come to: each as likely as not.
            upper = np.array(chance.integers(2, size=made.shape[1]), dtype=np.bool_)
            mixed = np.empty_like(made[row])
            mixed[upper] = made[row][: upper.sum()]
            mixed[~upper] = made[row][upper.sum() :]
            made[row] = mixed
    return made


def _portions(shoes: int) -> Iterator[int]:
    for start in range(0, shoes, _AT_ONCE):
        yield min(_AT_ONCE, shoes - start)


def measure_fair(shoes: int, decks: int, earlier: int, seed: int) -> WatchFigures:
    """Of so many fair shoes, each compared with so many earlier ones."""
    chance = np.random.default_rng(seed)
    before = fair_shoes(chance, earlier, decks)
    told = [count_told(fair_shoes(chance, portion, decks), before) for portion in _portions(shoes)]
    return WatchFigures(
        shoes=shoes, by_links=sum(each.by_links for each in told), by_repeat=sum(each.by_repeat for each in told)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shoes", type=int, default=1_000_000)
    parser.add_argument("--decks", type=int, default=8)
    parser.add_argument("--earlier", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    fair = measure_fair(asked.shoes, asked.decks, asked.earlier, asked.seed)
    print(
        f"{fair.shoes} fair shoes of {asked.decks} decks: {fair.by_links} told by links, {fair.by_repeat} by a repeat"
    )
    chance = np.random.default_rng(asked.seed)
    for riffles in range(6):
        found = count_told(shuffle_badly(chance, 1000, asked.decks, riffles), fair_shoes(chance, 1, asked.decks))
        print(f"riffled {riffles} times: {found.by_links} of {found.shoes} found")


if __name__ == "__main__":
    main()
