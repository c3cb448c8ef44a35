"""The ribbon of a demonstration: it cannot be closed, and its keys move the simulated devices."""

from collections.abc import Iterator

from dealer_app.people.events import Kind
from dealer_app.showing.acts import Simulate
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.house.first_run import kind_of
from dealer_app.showing.house.saying import say
from dealer_app.showing.screen import Ribbon
from dealer_app.showing.seeing import Seeing

OF_A_SHOE = ("card", "cutting-card", "unreadable", "lost", "error", "cancel-error", "unplug", "plug")
OF_A_TUMBLER = ("tumble", "under-tumbled", "cocked-die", "unplug", "plug")
"""What the simulated devices know to do, by the names that they have for it."""
_SIMULATED = {"shoe": OF_A_SHOE, "tumbler": OF_A_TUMBLER}


def ribbon(seeing: Seeing) -> Ribbon | None:
    """Nothing where the folder is live."""
    if not (seeing.demo or (seeing.state.people.kind is None and kind_of(seeing) is Kind.DEMO)):
        return None
    return Ribbon(text=say(seeing, "demonstration"), controls=tuple(_controls(seeing)))


def _controls(seeing: Seeing) -> Iterator[Control]:
    """Of the devices that the open table can have; before a table is open none of them does anything."""
    rules = seeing.rules
    if rules is None:
        return
    wanted = "tumbler" if rules.baccarat is None else "shoe"
    for name in seeing.simulated:
        kind = seeing.devices.get(name, name)
        if kind != wanted:
            continue
        for what in _SIMULATED[kind]:
            yield Control(
                name=f"simulate:{name}:{what}",
                label=say(seeing, f"simulate-{what}"),
                act=Simulate(name, what),
                weight=Weight.QUIET,
            )
