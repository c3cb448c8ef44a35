"""What a value is: frozen, told apart by what it holds, and silent about what nobody may read in a log."""

from typing import Any

import pytest
from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.journal.records import EMPTY_HEAD, Secret
from dealer_app.people.pins import HashedPin, Pin
from dealer_app.people.state import PeopleDecision, PeopleState
from dealer_app.screens.input_state import InputState
from dealer_app.station.salvage import Salvaged

DIGITS = "405871"
SILENT = (
    Pin(DIGITS),
    HashedPin(DIGITS),
    PeopleDecision(events=(), secrets=(("digest", DIGITS),)),
    InputState(pins={"pin": Pin(DIGITS)}),
    Salvaged(
        head=EMPTY_HEAD, people=PeopleState(), happened=(), secrets=(Secret("digest", DIGITS),), lost=(), carried=None
    ),
)


class Pair(Struct, frozen=True):
    one: int
    other: tuple[int, ...] = ()


def _all_of(held: Any) -> Any:
    """What a field really holds, whatever it shows of itself."""
    if isinstance(held, Struct):
        return [_all_of(getattr(held, name)) for name in held.__struct_fields__]
    if isinstance(held, dict):
        return [_all_of(each) for each in held.values()]
    return [_all_of(each) for each in held] if isinstance(held, tuple) else held


@pytest.mark.parametrize("value", SILENT, ids=lambda value: type(value).__name__)
def test_what_is_secret_is_in_no_log(value: Struct) -> None:
    assert any(DIGITS in str(_all_of(getattr(value, name))) for name in value.__struct_fields__)
    assert DIGITS not in repr(value)
    assert DIGITS not in str([value])
    assert type(value).__name__ in repr(value)


def test_a_value_is_what_it_holds() -> None:
    assert Pair(1, (2,)) == Pair(1, (2,)) != Pair(1)
    assert hash(Pair(1, (2,))) == hash(Pair(1, (2,)))
    with pytest.raises(AttributeError):
        Pair(1).one = 2  # type: ignore[misc]


def test_a_copy_has_the_fields_that_were_changed_and_no_others() -> None:
    assert replace(Pair(1, (2,)), one=3) == Pair(3, (2,))
    wrong: Any = {"third": 1}
    with pytest.raises(TypeError):
        replace(Pair(1), **wrong)
