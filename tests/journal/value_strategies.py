"""Values for property tests: a field whose default is made for each value is drawn by its type as any other."""

from collections.abc import Iterator

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields


def draw_all_fields() -> None:
    """For every class of value that is loaded; hypothesis would take what makes a default for the value itself."""
    for kind in _classes_below(Struct):
        st.register_type_strategy(kind, _field_strategy)


def _field_strategy(kind: type[Struct]) -> SearchStrategy[Struct]:
    made = {field.name: st.from_type(field.type) for field in fields(kind) if field.default_factory is not NODEFAULT}
    return st.builds(kind, **made)


def _classes_below(kind: type[Struct]) -> Iterator[type[Struct]]:
    for below in kind.__subclasses__():
        if below.__module__.startswith("dealer_app."):
            yield below
        yield from _classes_below(below)
