"""The types that a card passes on its way from the port to the journal, as docs/architecture.md lists them.

A card is drawn from a simulated shoe on a pseudo-terminal. Whatever one of our functions is given or returns on the
thread of the station is looked at: a type that holds the card and is not in the list fails.
"""

import asyncio
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import Struct

from dealer_app.devices.device_state import DeviceState, TableView
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.state import DrawnCard, Round, TableState
from dealer_app.observations import Destination
from dealer_app.station.state import StationState
from dealer_app.station.transaction import Transaction
from drivers.port import Chunk
from tests.support.device_station import DeviceStation
from tests.support.rounds import V4
from tests.support.station_bench import new_round, station_bench

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
LISTED = re.compile(r"^\d+\. `([\w.]+)`", re.MULTILINE)
MOST_TYPES = 9
CARD = CARDS["9H"]
KEEPERS = (DeviceState, TableView, StationState, TableState, Round, DrawnCard)
"""What keeps a card once it has been reported or has happened: it goes no further from there."""
OUTSIDE = ("drivers.simulation", "drivers.shoe.angel_eye.simulator", "drivers.shoe.angel_eye.encoding")
"""The simulated shoe is no part of the station."""


class CardWatch:
    """Collects the types of all values that hold the card, the inner one first."""

    def __init__(self) -> None:
        self.types: dict[type, str] = {}
        """Each with the function where it was met first."""

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith(("dealer_app.", "drivers.")) or module.startswith(OUTSIDE):
            return
        code = frame.f_code
        where = f"{module}.{code.co_name}"
        if event == "call":
            for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
                self._note(frame.f_locals.get(name), where)
        elif event == "return":
            self._note(arg, where)

    def _note(self, value: Any, where: str) -> bool:
        """Whether the value holds the card."""
        match value:
            case str():
                return CARD.text in value
            case tuple() | list():
                return True in [self._note(each, where) for each in value]
            case dict():
                held = True in [self._note(each, where) for each in value.values()]
            case Chunk():
                # Nothing but the card comes on the line meanwhile.
                held = True
            case Transaction():
                held = True in [self._note(each, where) for each in getattr(value, "events", ())]
            case Struct() if not isinstance(value, KEEPERS):
                held = True in [self._note(getattr(value, name), where) for name in value.__struct_fields__]
            case _:
                return value is CARD
        if held:
            self.types.setdefault(type(value), where)
        return held


def _named(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}".removeprefix("dealer_app.")


def test_a_card_passes_the_types_that_the_page_lists_and_no_other() -> None:
    table, watch = DeviceStation(V4), CardWatch()

    async def course() -> None:
        async with station_bench(table, "angel_eye") as bench:
            bench.simulated.start()
            await bench.answer_all()
            await new_round(bench)
            await bench.quiet()
            sys.setprofile(watch)
            try:
                await bench.draw(CARD, Destination.PLAYER)
                await bench.soon(lambda: bool(table.cards))
            finally:
                sys.setprofile(None)

    asyncio.run(course())
    assert table.cards == [CARD]
    _, _, section = PAGE.read_text(encoding="utf-8").partition("### The types that a card passes\n")
    listed = LISTED.findall(section.partition("\n#")[0])
    assert [_named(kind) for kind in watch.types] == listed, watch.types
    assert len(listed) <= MOST_TYPES
