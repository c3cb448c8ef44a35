"""Keys and types of a rulebook file: each wrong one is reported with its key, and all of them at once."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from typing import Any

import pytest

from dealer_app.rulebooks import GAMES, RulebookFaultsError, read_rulebook_tables
from tests.rulebooks.faulty_rulebooks import Change, book_text, change_faults

V4, INSURANCE, MBS, TAI_SAI = GAMES
Path = tuple[str | int, ...]


@pytest.mark.parametrize(
    ("game", "change", "key"),
    [
        (V4, ("[decks]", "colour = 'blue'\n[decks]"), "identity"),
        (V4, ('game = "tiger', 'vendor = "x"\ngame = "tiger'), "the file"),
        (V4, ("cards_each = 52", "cards_each = 52\njokers = 2"), "decks"),
        (V4, ("A = { positions", "A = { glyphs = 1, positions"), "layouts['A']"),
        (INSURANCE, ('odds = "3/2" }', 'odds = "3/2", stars = 1 }'), "insurance.offers[0]"),
        (MBS, ('clause = "4.2"', 'clause = "4.2"\nnote = ""'), "settlement[1]"),
        (TAI_SAI, ("[policies]", "[policies]\nrefund = 1"), "policies"),
        (TAI_SAI, ('number = "T1"', 'number = "T1"\nremark = ""'), "rulings["),
    ],
)
def test_an_unknown_key(game: str, change: Change, key: str) -> None:
    (fault,) = change_faults(game, change)
    assert fault.startswith(key)


@pytest.mark.parametrize(
    ("game", "change", "fault"),
    [
        (V4, ("cards_each = 52\n", ""), "decks.cards_each: required field missing"),
        (V4, ('version = "4"\n', ""), "identity.version: required field missing"),
        (INSURANCE, ('cap_clause = "3.12.2"\n', ""), "insurance.cap_clause: required field missing"),
        (MBS, ('maximum_of = "bet"\n', ""), "limits.maximum_of: required field missing"),
        (TAI_SAI, ("chosen = ", "# "), "rulings[0].chosen: required field missing"),
    ],
)
def test_a_missing_key(game: str, change: Change, fault: str) -> None:
    assert change_faults(game, change) == (fault,)


@pytest.mark.parametrize(
    ("game", "change", "key"),
    [
        (V4, ("fewest = 4", 'fewest = "4"'), "decks.fewest"),
        (V4, ("fewest = 4", "fewest = 4.0"), "decks.fewest"),
        (V4, ("fewest = 4", "fewest = true"), "decks.fewest"),
        (V4, ("taken = false", "taken = 0"), "commission.taken"),
        (V4, ('house = "baccarat"', 'house = "poker"'), "house"),
        (V4, ('"win" = "8/1"', '"win" = 8'), "settlement[1].pays[0].prizes['win']"),
        (V4, ('"win" = "8/1"', '"win" = "8 to 1"'), "settlement[1].pays[0].prizes['win']"),
        (V4, ('"win" = "8/1"', '"win" = "16/2"'), "settlement[1].pays[0].prizes['win']"),
        (V4, ('"win" = "8/1"', '"Win" = "8/1"'), "settlement[1].pays[0].prizes"),
        (V4, ('value = "void"', 'value = "avoid"'), "policies.power_failure.value"),
        (V4, ("seats = [1, 2, 3, 5, 6, 7]", 'seats = [1, "2", 3, 5, 6, 7]'), "layouts['A'].seats[1]"),
        (V4, ("positions = [1, 6]", "positions = [1, 3, 6]"), "layouts['A'].positions"),
        (INSURANCE, ('odds = "3/2"', 'odds = "1.5"'), "insurance.offers[0].odds"),
        (INSURANCE, ('stage = "after_four"', 'stage = "after_5"'), "insurance.offers[0].stage"),
        (INSURANCE, ('capped_share_of_maximum = "1/4"', "capped_share_of_maximum = 0.25"), "insurance.capped_share"),
        (INSURANCE, ('capped_share_of_maximum = "1/4"', 'capped_share_of_maximum = "1/0"'), "insurance.capped_share"),
        (MBS, ('sides = ["player", "banker"]', 'sides = ["player"]'), "limits.differentials[0].sides"),
        (MBS, ('rate = "1/20"', 'rate = "five"'), "commission.rate"),
        (TAI_SAI, ("count = 3", "count = 3.0"), "dice.count"),
        (TAI_SAI, ("confirm = false", 'confirm = "no"'), "rulings[0].confirm"),
    ],
)
def test_a_value_of_the_wrong_type(game: str, change: Change, key: str) -> None:
    (fault, *more) = change_faults(game, change)
    assert fault.startswith(key)
    assert not more


def test_all_faults_of_the_shape_are_told_at_once() -> None:
    found = change_faults(
        V4,
        ('version = "4"\n', ""),
        ("cards_each = 52", "cards_each = '52'"),
        ("A = { positions", "A = { glyphs = 1, positions"),
        ('"win" = "8/1"', '"win" = "16/2"'),
        ('value = "void"', 'value = "avoid"'),
        ("confirm = false", 'confirm = "no"'),
    )
    for key in (
        "identity.version",
        "decks.cards_each",
        "layouts['A']",
        "settlement[1].pays[0].prizes['win']",
        "policies.power_failure.value",
        "rulings[0].confirm",
    ):
        assert [fault for fault in found if fault.startswith(key)], key
    assert len(found) == 6


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every key, and of each list the first entry."""
    if path:
        yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


def with_value(tables: dict[str, Any], path: Path, new: object) -> tuple[dict[str, Any], Any]:
    """The tables with another value there, and the value that was there."""
    tables = deepcopy(tables)
    holder: Any = tables
    for step in path[:-1]:
        holder = holder[step]
    old, holder[path[-1]] = holder[path[-1]], new
    return tables, old


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrong", [17, date(2025, 8, 8)], ids=str)
def test_no_value_can_be_of_another_type(game: str, wrong: object) -> None:
    tables = tomllib.loads(book_text(game))
    for path in places(tables):
        changed, old = with_value(tables, path, wrong)
        if type(old) is not type(wrong):
            with pytest.raises(RulebookFaultsError) as caught:
                read_rulebook_tables(changed, "book.toml", "0")
            key = [str(step) for step in path if isinstance(step, str)][-1]
            assert any(key in fault for fault in caught.value.faults), path
            assert all(fault.startswith("book.toml: ") for fault in caught.value.faults)
