"""Who keys what at a station in a test: by the dealer alone, or with somebody beside him."""

from typing import Any

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, Source
from dealer_app.observations import LineDown, LineUp
from dealer_app.people.events import ApprovalAsked, ApprovalItem
from dealer_app.station.core import Done, Proof
from tests.support.device_station import TUMBLER, DeviceStation
from tests.support.rounds import DEALER, V4

UP, DOWN = LineUp(port="a"), LineDown(fault="gone", said="check the plug")
OTHER_DEALER = Person("Dealer-2", "dealer")


def draws(text: str) -> commands.DrawCard:
    return commands.DrawCard(by=DEALER, at=0, card=CARDS[text])


def gives(
    table: DeviceStation, command: Command, second: Proof | None = None, *, standing: bool = False
) -> Done | Refusal:
    return table.station.table.give(table.dealer, command, approval=second, standing=standing)


def refusal_code(given: Done | Refusal) -> str:
    return given.code if isinstance(given, Refusal) else ""


def table_with_devices(book: str = V4, **settings: Any) -> DeviceStation:
    return DeviceStation(book, **settings).says(UP).says(UP, device=TUMBLER).close_bets()


def table_with_lost_shoe() -> DeviceStation:
    return DeviceStation(V4).says(UP, DOWN).close_bets()


def table_with_permission() -> DeviceStation:
    """A round in which the supervisor has let the dealer key alone, with the first card."""
    table = table_with_lost_shoe()
    table.house.check_done(gives(table, draws("9S"), table.supervisor, standing=True))
    return table


def badges(table: DeviceStation) -> tuple[str, str]:
    sessions = table.station.state.people.sessions
    return sessions[table.dealer.terminal].badge, sessions[table.supervisor.terminal].badge


def sources(table: DeviceStation, kind: type) -> list[Source | None]:
    return [event.source for event in table.events(kind)]


def decision_approvals(table: DeviceStation) -> list[ApprovalAsked]:
    """What a second person was asked for at the table."""
    return [asked for asked in table.events(ApprovalAsked) if asked.asked.item is ApprovalItem.DECISION]
