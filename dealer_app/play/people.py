"""Who stands around a table that is played: one person for each position of the document."""

from dealer_app.domain.round.state import Person

_NAMES = {
    "dealer": "Dana",
    "pit_supervisor": "Sue",
    "pit_manager": "Max",
    "shift_manager": "Amy",
    "assistant_casino_manager": "Ann",
}


def person(role: str) -> Person:
    return Person(_NAMES.get(role, role), role)


DEALER = person("dealer")
SUPERVISOR = person("pit_supervisor")
