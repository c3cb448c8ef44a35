"""What a position is in each document, and that the engine itself refuses whoever has no place at a live table."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.values import replace
from dealer_app.people.position_file import PositionFaultsError, positions, read_text
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.standing import as_person
from dealer_app.rulebooks import GAMES, approved
from tests.support.people import PLACES, Staff
from tests.support.round_machine import KINDS, anything
from tests.support.rounds import MBS, PIT_MANAGER, V4, Seated

NOT_AT_TABLES = (Position.TRAINER, Position.TRAINEE, Position.TECHNICIAN)
WORKING = tuple(position for position in Position if position not in NOT_AT_TABLES)


@pytest.mark.parametrize("game", GAMES)
def test_every_role_of_every_document_is_somebodys_position(game: str) -> None:
    roles = {PLACES.role(position, game) for position in WORKING}
    assert {role.code for role in approved(game).roles} <= roles


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("position", NOT_AT_TABLES)
def test_who_does_not_work_at_tables_has_no_role_in_any_document(position: Position, game: str) -> None:
    assert not Seated(game, begun=False).rules.has_role(PLACES.role(position, game))


@pytest.mark.assurance("A33")
@pytest.mark.parametrize("game", GAMES)
def test_the_ranks_of_the_house_are_those_of_each_document(game: str) -> None:
    rules = Seated(game, begun=False).rules
    known = [position for position in WORKING if rules.has_role(PLACES.role(position, game))]
    for one, other in product(known, known):
        in_the_book = rules.may_act(PLACES.role(one, game), PLACES.role(other, game))
        assert in_the_book is (one in PLACES.or_above(other))
        assert (one in PLACES.holding(rules, PLACES.role(other, game))) is in_the_book


def test_shift_manager_and_assistant_casino_manager_do_not_act_for_each_other() -> None:
    assert PLACES.or_above(Position.SHIFT_MANAGER) == {Position.SHIFT_MANAGER}
    assert PLACES.or_above(Position.ASSISTANT_CASINO_MANAGER) == {Position.ASSISTANT_CASINO_MANAGER}
    assert PLACES.or_above(Position.PIT_MANAGER) == MANAGERS


def test_only_one_document_knows_an_assistant_casino_manager() -> None:
    knows = [game for game in GAMES if (rules := Seated(game, begun=False).rules).has_role("assistant_casino_manager")]
    assert knows == [MBS]
    rules = Seated(V4, begun=False).rules
    assert not rules.has_role(PLACES.role(Position.ASSISTANT_CASINO_MANAGER, V4))


# In the engine


def _tables(game: str) -> Iterator[Seated]:
    """A table in several states, and how it was before it was opened."""
    closed = Seated(game, begun=False)
    closed.state = TableState()
    yield closed
    yield Seated(game, begun=False)
    yield Seated(game)
    yield Seated(game).close()


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
            command = _of_somebody(anything(kind, table.rules, table.state, Random(seed)), position, game)
            decision = decide(rules=table.rules, state=table.state, command=command)
            assert isinstance(decision, Refusal)
            assert decision.code == "unknown-role"


@pytest.mark.assurance("A48")
@pytest.mark.parametrize("game", GAMES)
def test_a_trainee_cannot_open_a_live_table_that_a_pit_manager_can(game: str) -> None:
    seated = Seated(game, begun=False)
    opening = seated.state.table
    assert opening is not None
    staff = Staff().with_people()
    command = commands.OpenTable(by=PIT_MANAGER, at=0, table=opening)
    assert not isinstance(decide(rules=seated.rules, state=TableState(), command=command), Refusal)
    trainee, _ = as_person(PLACES, seated.rules, staff.state, "N1", at=staff.at)
    refused = decide(rules=seated.rules, state=TableState(), command=replace(command, by=trainee))
    assert isinstance(refused, Refusal)
    assert refused.code == "unknown-role"
    known, _ = as_person(PLACES, seated.rules, staff.state, "M1", at=staff.at)
    opened = decide(rules=seated.rules, state=TableState(), command=replace(command, by=known))
    assert not isinstance(opened, Refusal)


# The file


def test_the_file_that_comes_with_the_station_is_read_once() -> None:
    assert positions() is positions()
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
        read_text(text, "p.toml")
    for expected in (
        "p.toml: king: is no position",
        "p.toml: dealer.rank: -1 is no rank; 0 decides nothing, higher ones do",
        "p.toml: dealer.idle_minutes: 0 is not a number of minutes from 1 to a day",
        "p.toml: dealer.roles.no-such-book: is no document",
        "p.toml: dealer.roles.tiger-buffalo-v4: 'boss' is no role of this document",
        "p.toml: trainee.roles: a position without a rank works at no live table",
        "p.toml: trainer.roles: is no table of documents",
        "p.toml: technician: needs idle_minutes, rank, roles and nothing else",
        "p.toml: pit-manager: is missing",
    ):
        assert expected in raised.value.faults


def test_what_is_no_toml_is_said() -> None:
    with pytest.raises(PositionFaultsError, match=r"^p\.toml: "):
        read_text("[dealer", "p.toml")
