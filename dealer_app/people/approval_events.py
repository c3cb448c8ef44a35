"""What has happened with approvals. Each event carries the hash of what was asked, to which it is bound."""

from msgspec import Struct

from dealer_app.people.positions import Position
from dealer_app.people.requests import Asked
from dealer_app.station.moment import Moment


class ApprovalAsked(Struct, frozen=True, kw_only=True):
    """`needed` are the positions of which any may approve, `approvers` how many different people must."""

    number: int
    digest: str
    asked: Asked
    needed: frozenset[Position]
    approvers: int
    by: str
    at: Moment


class ApprovalGiven(Struct, frozen=True, kw_only=True):
    """Somebody approved: in which position, and whether he only acts in it."""

    number: int
    digest: str
    by: str
    position: Position
    acting: bool
    surveillance: str | None


class ApprovalRefused(Struct, frozen=True, kw_only=True):
    number: int
    digest: str
    by: str
    position: Position
    acting: bool
    reason: str
    surveillance: str | None


class ApprovalWithdrawn(Struct, frozen=True, kw_only=True):
    """Who had asked no longer wants it."""

    number: int
    digest: str
    by: str


class ApprovalLapsed(Struct, frozen=True, kw_only=True):
    """What it was asked on is no longer so: another round, another value, another clause; or a day has passed."""

    number: int
    digest: str


class ApprovalUsed(Struct, frozen=True, kw_only=True):
    """What was approved is done, by the same decision. It can be done once."""

    number: int
    digest: str
