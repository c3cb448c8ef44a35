"""Rounds without a file: cards or dice from a seed, a few bets, and now and then something that goes wrong.

The same table and seed deal the same round, so that one can be asked again, anywhere.
"""

from collections.abc import Iterator
from random import Random

from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.scenarios import Happening, Scenario, ScenarioBet, ScenarioShoe, ScenarioStep, Trigger

_STAKE_CHIPS = (2, 4, 7, 10, 15, 20, 35, 50, 75, 100)
_LABELS = ("red", "blue", "green", "yellow")
_TROUBLE = 3
"""In one round of so many something goes wrong."""
_CARD_TROUBLES = ("power-failure", "wrong-display", "card-seen-in-device", "not-shuffled")
_DICE_TROUBLES = ("power-failure", "wrong-lamps", "wrong-display")


def deal_scenario(table: DrillTable, seed: int) -> Scenario:
    """The round of this seed."""
    chance = Random(f"round {seed}")  # noqa: S311 - it deals practice, and guards nothing
    rules = table.rules
    return Scenario(
        id="",
        version=1,
        book=rules.book.game,
        layout=rules.layout.letter,
        clauses=(),
        level=1,
        title={},
        debrief={},
        shoe=ScenarioShoe(seed=seed),
        bet=tuple(_deal_bets(table, chance)),
        step=tuple(_deal_trouble(table, chance)),
    )


def _deal_bets(table: DrillTable, chance: Random) -> Iterator[ScenarioBet]:
    """Two on the hands, or on BIG and SMALL, and one or two beside them, each of another guest."""
    layout = table.rules.layout
    areas = [*layout.areas[:2], *chance.sample(layout.areas[2:], chance.randint(1, 2))]
    seats = chance.sample(layout.seats, len(areas)) if layout.seats else [0] * len(areas)
    for seat, area, label in zip(seats, areas, _LABELS, strict=False):
        stake = chance.choice(_STAKE_CHIPS) * table.unit
        yield ScenarioBet(area=area, stake=stake, seat=seat, bettor="seated" if seat else label)


def _deal_trouble(table: DrillTable, chance: Random) -> Iterator[ScenarioStep]:
    if chance.randrange(_TROUBLE):
        return
    has_cards = table.rules.baccarat is not None
    trouble = chance.choice(_CARD_TROUBLES if has_cards else _DICE_TROUBLES)
    when = Trigger(card=chance.randint(1, 4)) if has_cards else Trigger(event="dice-read")
    yield ScenarioStep(when=when, do=Happening(inject=(f"report {trouble}",)))
