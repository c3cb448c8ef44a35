"""Who stands around a table that is played: one person for each position of the document."""

from dealer_app.domain.round.state import Person

_NAMES = {
    "dealer": "Dealer-1",
    "pit_supervisor": "Supervisor-1",
    "pit_manager": "Manager-1",
    "shift_manager": "Shift-Manager-1",
    "assistant_casino_manager": "Casino-Manager-1",
}


def person(role: str) -> Person:
    return Person(_NAMES.get(role, role), role)


DEALER = person("dealer")
SUPERVISOR = person("pit_supervisor")
