"""Values made by the station's decorator behave as those of the standard library's."""

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from dataclasses import (
    MISSING,
    FrozenInstanceError,
    dataclass,
    field,
    fields,
    is_dataclass,
    make_dataclass,
    replace,
)
from functools import cached_property
from importlib import import_module
from inspect import getdoc, signature
from pkgutil import walk_packages
from threading import Barrier
from typing import Any

import pytest

import dealer_app
from dealer_app.domain import values


class Fields:
    """What both decorators are given, as a class of its own each."""

    first: int
    second: tuple[int, ...] = ()
    third: list[int] = field(default_factory=list, compare=False)
    fourth: str = field(default="", repr=False)
    fifth: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fifth", self.first * 2)


def like_fields(name: str, decorate: Callable[[type], type]) -> type[Any]:
    own = {key: it for key, it in vars(Fields).items() if key not in ("__dict__", "__weakref__")}
    namespace = {**own, "__annotations__": dict(Fields.__annotations__), "__qualname__": name}
    for key in ("third", "fourth", "fifth"):
        namespace[key] = copy(namespace[key])
    return decorate(type(name, (), namespace))


def both(**how: bool) -> tuple[type[Any], type[Any]]:
    ours = like_fields("Kept", values.dataclass(frozen=True, **how))
    theirs = like_fields("Kept", dataclass(frozen=True, **how))
    return ours, theirs


MANY = 100
HOW = [{}, {"slots": True}, {"slots": True, "kw_only": True}, {"kw_only": True}, {"eq": False}, {"repr": False}]


@pytest.fixture(params=[False, True], ids=["seldom", "often"])
def often(request: pytest.FixtureRequest) -> bool:
    """Whether its methods are written already, as they are once they were asked often, or are the general ones."""
    return bool(request.param)


@pytest.fixture(params=HOW, ids=lambda how: "-".join(how) or "plain")
def pair(request: pytest.FixtureRequest, *, often: bool) -> tuple[type[Any], type[Any]]:
    made = both(**request.param)
    if often:
        assert made[0] in set(values.written_ahead())
    return made


def test_what_is_made_holds_and_says_the_same(pair: tuple[type[Any], type[Any]]) -> None:
    ours, theirs = (cls(first=3, second=(1,), fourth="x") for cls in pair)
    assert [getattr(ours, each.name) for each in fields(ours)] == [3, (1,), [], "x", 6]
    assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]
    said = tuple(repr(it).partition(" object at ")[0] for it in (ours, theirs))
    assert said[0].rpartition(".")[2] == said[1].rpartition(".")[2]


def test_the_same_values_are_equal_and_others_are_not(pair: tuple[type[Any], type[Any]]) -> None:
    made = [[cls(first=1), cls(first=1, third=[9]), cls(first=2), 1] for cls in pair]
    ours, theirs = ([[a == b for a in row] for b in row] for row in made)
    assert ours == theirs


def test_equal_values_have_one_hash(pair: tuple[type[Any], type[Any]]) -> None:
    ours, theirs = ((cls(first=1, third=[1]), cls(first=1, third=[2])) for cls in pair)
    assert (hash(ours[0]) == hash(ours[1])) == (hash(theirs[0]) == hash(theirs[1]))


def test_a_wrong_word_is_refused_by_the_first_and_by_the_second(pair: tuple[type[Any], type[Any]]) -> None:
    ours, _ = pair
    for _ in range(2):
        with pytest.raises(TypeError):
            ours(first=1, sixth=2)
        with pytest.raises(TypeError):
            ours()
    assert ours(first=1).fifth == 2


def test_nothing_of_it_is_changed_or_deleted(pair: tuple[type[Any], type[Any]]) -> None:
    ours, _ = pair
    made = ours(first=1)
    with pytest.raises(FrozenInstanceError, match="'first'"):
        made.first = 2
    with pytest.raises(FrozenInstanceError, match="'first'"):
        del made.first
    assert made.first == 1


def test_a_copy_with_a_change_is_another(pair: tuple[type[Any], type[Any]]) -> None:
    ours, _ = pair
    assert replace(ours(first=1), first=2).fifth == 4
    assert deepcopy(ours(first=1, third=[1])).third == [1]


@pytest.mark.parametrize("how", [{}, {"slots": True}], ids=["named", "in-order"])
def test_values_in_order_are_taken_apart_in_order(how: dict[str, bool]) -> None:
    ours, theirs = both(**how)
    assert ours(1, (2,)).second == (2,)
    assert ours.__match_args__ == theirs.__match_args__
    match ours(1, (2,)):
        case ours(first, second):
            assert (first, second) == (1, (2,))
        case _:
            pytest.fail("not taken apart")


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Above:
    above: int


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Below(Above):
    below: int = 0


@values.dataclass(frozen=True)
class Remembers:
    of: int

    @cached_property
    def twice(self) -> int:
        return self.of * 2


@values.dataclass(frozen=True, slots=True)
class Says:
    of: int

    def __repr__(self) -> str:
        return "mine"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 7


def test_a_value_below_another_has_the_fields_of_both() -> None:
    assert repr(Below(above=1)) == "Below(above=1, below=0)"
    assert repr(Above(above=1)) == "Above(above=1)"
    assert Below(above=1) != Above(above=1)
    assert {Below(above=1), Below(above=1)} == {Below(above=1)}


def test_a_value_goes_to_another_process() -> None:
    for made in (Below(above=1, below=2), Remembers(3)):
        assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - our own, of this moment


def test_what_is_computed_once_is_kept_where_there_is_room() -> None:
    assert Remembers(2).twice == 4


def test_what_a_class_says_itself_stays() -> None:
    assert repr(Says(1)) == "mine"
    assert Says(1) == Says(2)
    assert hash(Says(1)) == 7


@values.dataclass(frozen=True, slots=True)
class Compares:  # noqa: PLW1641 - that is the question
    of: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compares) and self.of % 2 == other.of % 2


def test_who_compares_himself_has_a_hash_all_the_same() -> None:
    assert Compares(1) == Compares(3)
    assert hash(Compares(1)) == hash((1,))


def test_it_is_a_dataclass_to_whoever_asks() -> None:
    assert is_dataclass(Below)
    assert getdoc(Above)


def test_what_a_class_is_made_of_is_told_before_one_is_made(pair: tuple[type[Any], type[Any]]) -> None:
    ours, theirs = pair
    told, others = (signature(cls).parameters.values() for cls in (ours, theirs))
    assert [(it.name, it.kind, it.annotation) for it in told] == [(it.name, it.kind, it.annotation) for it in others]
    assert ours(first=1).fifth == 2


@pytest.mark.parametrize(
    ("words", "named"),
    [((), {}), ((1, (2,), [], "", 5), {}), ((1,), {"first": 1}), ((), {"second": ()}), ((1,), {"fifth": 2})],
)
def test_what_is_wrong_is_said_in_the_same_words(
    pair: tuple[type[Any], type[Any]], words: tuple[object, ...], named: dict[str, object]
) -> None:
    said = []
    for cls in pair:
        with pytest.raises(TypeError) as caught:
            cls(*words, **named)
        said.append(str(caught.value))
    assert said[0] == said[1]


def test_what_is_asked_often_is_written(pair: tuple[type[Any], type[Any]]) -> None:
    ours, _ = pair
    every = [ours(first=number) for number in range(MANY)]
    assert [each.fifth for each in every] == [2 * number for number in range(MANY)]
    assert len({*every}) == MANY
    assert sum(each == every[0] for each in every) == 1
    assert all(vars(ours).get(name) in (None, *values._WRITTEN) for name in ("__init__", "__eq__", "__hash__"))


def test_what_is_written_ahead_is_what_would_be_written_when_it_is_needed() -> None:
    ours, _ = both(slots=True)
    other, _ = both(slots=True)
    assert ours in set(values.written_ahead())
    methods = vars(ours)["__init__"], vars(ours)["__eq__"], vars(ours)["__hash__"]
    assert ours(1, (2,)) == ours(1, (2,))
    assert hash(ours(1, (2,))) == hash(other(1, (2,)))
    assert methods == (vars(ours)["__init__"], vars(ours)["__eq__"], vars(ours)["__hash__"])
    assert not list(values.written_ahead())


def _all_values() -> list[type[Any]]:
    """Every class of the station that is made by the decorator."""
    for module in walk_packages(dealer_app.__path__, "dealer_app."):
        if ".cli" not in module.name and "windowed" not in module.name:
            import_module(module.name)
    waiting: list[type[Any]] = [object]
    found = []
    while waiting:
        cls = waiting.pop()
        waiting += [each for each in type.__subclasses__(cls) if each not in found]
        if str(vars(cls).get("__module__")).startswith("dealer_app.") and vars(cls).get("__setattr__") is values._set:
            found.append(cls)
    return found


def test_every_value_of_the_station_is_made_as_the_library_would_make_it() -> None:
    found = _all_values()
    assert len(found) > 400
    # What is not given has no default: the library would need a class with slots to fill it in.
    assert not [cls for cls in found for each in fields(cls) if not each.init and each.default is not MISSING]
    for cls in found:
        own = [(each.name, each.type, copy(each)) for each in fields(cls)]
        twin = make_dataclass(cls.__name__, own, frozen=True, namespace={"__doc__": "of the same fields"})
        ours, theirs = signature(cls), signature(twin)
        assert list(ours.parameters) == list(theirs.parameters), cls
        for mine, other in zip(ours.parameters.values(), theirs.parameters.values(), strict=True):
            assert (mine.kind, mine.annotation) == (other.kind, other.annotation), (cls, mine)
            assert mine.default == other.default, (cls, mine)


@pytest.mark.parametrize("name", ["__init__", "__eq__", "__hash__", "__repr__"])
def test_a_method_that_another_thread_has_just_written_is_found(name: str) -> None:
    """Whoever has the placeholder in hand when it is replaced goes on with what stands in its stead."""
    ours, theirs = both(slots=True)
    in_hand = vars(ours)[name]
    one, other = ours(first=1), theirs(first=1)
    for _ in range(MANY):
        getattr(one, name)(*([one] if name == "__eq__" else [] if name != "__init__" else [1]))
    assert vars(ours)[name] is not in_hand
    if name == "__init__":
        made = object.__new__(ours)
        in_hand(made, first=1)
        assert made == one
    elif name == "__eq__":
        assert in_hand(one, ours(first=1)) is True
    else:
        assert in_hand(one) == getattr(one, name)()
    assert hash(other) == hash(theirs(first=1))


def test_values_are_made_by_many_threads_at_once() -> None:
    for _ in range(50):
        ours, _theirs = both(slots=True)
        start = Barrier(4)

        def make(number: int, cls: type[Any] = ours, start: Barrier = start) -> object:
            start.wait()
            made = cls(first=number)
            assert made == cls(first=number)
            return hash(made)

        with ThreadPoolExecutor(4) as threads:
            assert len(set(threads.map(make, range(4)))) == 4
