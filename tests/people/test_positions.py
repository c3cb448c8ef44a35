"""What a position is in each document, and that the engine itself refuses whoever has no place at a live table."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, TableState
from dealer_app.domain.values import replace
from dealer_app.people.authority import engine_person
from dealer_app.people.positions import MANAGERS, Position, PositionFaultsError, load_positions, read_positions
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.people.people import PLACES, Staff
from tests.support.round_machine import KINDS, random_command
from tests.support.rounds import MBS, PIT_MANAGER, V4, RoundTable

NOT_AT_TABLES = (Position.TRAINER, Position.TRAINEE, Position.TECHNICIAN)
WORKING = tuple(position for position in Position if position not in NOT_AT_TABLES)


@pytest.mark.parametrize("game", GAMES)
def test_every_role_of_every_document_is_somebodys_position(game: str) -> None:
    roles = {PLACES.role(position, game) for position in WORKING}
    assert {role.code for role in load_rulebook(game).roles} <= roles


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("position", NOT_AT_TABLES)
def test_who_does_not_work_at_tables_has_no_role_in_any_document(position: Position, game: str) -> None:
    assert not RoundTable(game, begun=False).rules.has_role(PLACES.role(position, game))


@pytest.mark.assurance("A33")
@pytest.mark.parametrize("game", GAMES)
def test_the_ranks_of_the_house_are_those_of_each_document(game: str) -> None:
    rules = RoundTable(game, begun=False).rules
    known = [position for position in WORKING if rules.has_role(PLACES.role(position, game))]
    for one, other in product(known, known):
        in_the_book = rules.may_act(PLACES.role(one, game), PLACES.role(other, game))
        assert in_the_book is (one in PLACES.equal_or_higher(other))
        assert (one in PLACES.role_holders(rules, PLACES.role(other, game))) is in_the_book


def test_shift_manager_and_assistant_casino_manager_do_not_act_for_each_other() -> None:
    assert PLACES.equal_or_higher(Position.SHIFT_MANAGER) == {Position.SHIFT_MANAGER}
    assert PLACES.equal_or_higher(Position.ASSISTANT_CASINO_MANAGER) == {Position.ASSISTANT_CASINO_MANAGER}
    assert PLACES.equal_or_higher(Position.PIT_MANAGER) == MANAGERS


def test_only_one_document_knows_an_assistant_casino_manager() -> None:
    knows = [
        game for game in GAMES if (rules := RoundTable(game, begun=False).rules).has_role("assistant_casino_manager")
    ]
    assert knows == [MBS]
    rules = RoundTable(V4, begun=False).rules
    assert not rules.has_role(PLACES.role(Position.ASSISTANT_CASINO_MANAGER, V4))


# In the engine


def _tables(game: str) -> Iterator[RoundTable]:
    """A table in several states, and how it was before it was opened."""
    closed = RoundTable(game, begun=False)
    closed.state = TableState()
    yield closed
    yield RoundTable(game, begun=False)
    yield RoundTable(game)
    yield RoundTable(game).close()


def _of_somebody(command: Command, position: Position, game: str) -> Command:
    return replace(command, by=Person("Somebody (N1)", PLACES.role(position, game)))


@pytest.mark.assurance("A33", "A48")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("position", NOT_AT_TABLES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_refuses_every_command_of_who_has_no_place_at_the_table(
    kind: type[Command], position: Position, game: str
) -> None:
    for table in _tables(game):
        for seed in range(3):
            command = _of_somebody(random_command(kind, table.rules, table.state, Random(seed)), position, game)
            decision = decide(rules=table.rules, state=table.state, command=command)
            assert isinstance(decision, Refusal)
            assert decision.code == "unknown-role"


@pytest.mark.assurance("A48")
@pytest.mark.parametrize("game", GAMES)
def test_a_trainee_cannot_open_a_live_table_that_a_pit_manager_can(game: str) -> None:
    seated = RoundTable(game, begun=False)
    opening = seated.state.table
    assert opening is not None
    staff = Staff().with_people()
    command = commands.OpenTable(by=PIT_MANAGER, at=0, table=opening)
    assert not isinstance(decide(rules=seated.rules, state=TableState(), command=command), Refusal)
    trainee, _ = engine_person(PLACES, seated.rules, staff.state, "N1", at=staff.at)
    refused = decide(rules=seated.rules, state=TableState(), command=replace(command, by=trainee))
    assert isinstance(refused, Refusal)
    assert refused.code == "unknown-role"
    known, _ = engine_person(PLACES, seated.rules, staff.state, "M1", at=staff.at)
    opened = decide(rules=seated.rules, state=TableState(), command=replace(command, by=known))
    assert not isinstance(opened, Refusal)


# The file


def test_the_file_that_comes_with_the_station_is_read_once() -> None:
    assert load_positions() is load_positions()
    assert set(PLACES.idle_minutes()) == set(Position)


def test_all_faults_of_a_file_are_named_at_once() -> None:
    text = """
        [dealer]
        rank = -1
        idle_minutes = 0
        roles = { tiger-buffalo-v4 = "boss", no-such-book = "dealer" }
        [trainee]
        rank = 0
        idle_minutes = 5
        roles = { tiger-buffalo-v4 = "dealer" }
        [trainer]
        rank = 0
        idle_minutes = 5
        roles = 7
        [technician]
        rank = 0
        [king]
    """
    with pytest.raises(PositionFaultsError) as raised:
        read_positions(text, "p.toml")
    for expected in (
        "p.toml: king: is not a position",
        "p.toml: dealer.rank: -1 is not a rank; 0 decides nothing, higher ones do",
        "p.toml: dealer.idle_minutes: 0 is not a number of minutes from 1 to a day",
        "p.toml: dealer.roles.no-such-book: is not a document",
        "p.toml: dealer.roles.tiger-buffalo-v4: 'boss' is not a role of this document",
        "p.toml: trainee.roles: a position without a rank works at no live table",
        "p.toml: trainer.roles: is not a table of documents",
        "p.toml: technician: needs idle_minutes, rank, roles and nothing else",
        "p.toml: pit-manager: is missing",
    ):
        assert expected in raised.value.faults


def test_what_is_no_toml_is_said() -> None:
    with pytest.raises(PositionFaultsError, match=r"^p\.toml: "):
        read_positions("[dealer", "p.toml")
