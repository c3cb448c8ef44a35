"""Who keys what at a station in a test: by the dealer alone, or with somebody beside him."""

from typing import Any

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import Person
from dealer_app.observations import LineDown, LineUp
from dealer_app.people.approval_events import ApprovalAsked
from dealer_app.people.requests import Item
from dealer_app.station.core import Done
from dealer_app.station.proof import Proof
from tests.support.attended import TUMBLER, Attended
from tests.support.rounds import DEALER, V4

UP, DOWN = LineUp(port="a"), LineDown(fault="gone", said="check the plug")
OTHER_DEALER = Person("Dealer-2", "dealer")


def draws(text: str) -> commands.DrawCard:
    return commands.DrawCard(by=DEALER, at=0, card=CARDS[text])


def gives(table: Attended, command: Command, second: Proof | None = None, *, standing: bool = False) -> Done | Refusal:
    return table.station.table.give(table.dealer, command, approval=second, standing=standing)


def code(given: Done | Refusal) -> str:
    return given.code if isinstance(given, Refusal) else ""


def heard(book: str = V4, **settings: Any) -> Attended:
    return Attended(book, **settings).says(UP).says(UP, device=TUMBLER).closed()


def lost() -> Attended:
    return Attended(V4).says(UP, DOWN).closed()


def allowed() -> Attended:
    """A round in which the supervisor has let the dealer key alone, with the first card."""
    table = lost()
    table.house.done(gives(table, draws("9S"), table.supervisor, standing=True))
    return table


def badges(table: Attended) -> tuple[str, str]:
    sessions = table.station.state.people.sessions
    return sessions[table.dealer.terminal].badge, sessions[table.supervisor.terminal].badge


def sources(table: Attended, kind: type) -> list[Source | None]:
    return [event.source for event in table.events(kind)]


def signed(table: Attended) -> list[ApprovalAsked]:
    """What a second person was asked for at the table."""
    return [asked for asked in table.events(ApprovalAsked) if asked.asked.item is Item.DECISION]
