"""What every command carries."""

from msgspec import Struct

from dealer_app.domain.round.state import Person


class Command(Struct, frozen=True, kw_only=True):
    """Who asks, and at which moment by the station's clock."""

    by: Person
    at: int
