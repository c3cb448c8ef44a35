"""What has happened with approvals. Each event carries the hash of what was asked, to which it is bound."""

from dealer_app.domain.values import dataclass
from dealer_app.people.positions import Position
from dealer_app.people.requests import Asked
from dealer_app.station.moment import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalAsked:
    """`needed` are the positions of which any may approve, `approvers` how many different people must."""

    number: int
    digest: str
    asked: Asked
    needed: frozenset[Position]
    approvers: int
    by: str
    at: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalGiven:
    """Somebody approved: in which position, and whether he only acts in it."""

    number: int
    digest: str
    by: str
    position: Position
    acting: bool
    surveillance: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRefused:
    number: int
    digest: str
    by: str
    position: Position
    acting: bool
    reason: str
    surveillance: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalWithdrawn:
    """Who had asked no longer wants it."""

    number: int
    digest: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalLapsed:
    """What it was asked on is no longer so: another round, another value, another clause; or a day has passed."""

    number: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalUsed:
    """What was approved is done, by the same decision. It can be done once."""

    number: int
    digest: str
