"""What deciding a command comes to: events, or a refusal."""

from dealer_app.domain.round.events import Event
from dealer_app.domain.round.refusal import Refusal

Decision = tuple[Event, ...] | Refusal
