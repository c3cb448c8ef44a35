"""What every command carries."""

from dealer_app.domain.round.state import Person
from dealer_app.domain.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Who asks, and at which moment by the station's clock."""

    by: Person
    at: int
