"""What every command carries."""

from dataclasses import dataclass

from dealer_app.domain.round.state import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Who asks, and at which moment by the station's clock."""

    by: Person
    at: int
