"""What is keyed for a seat: its number, with as many digits as the highest of the table has. Its badge shows it.

All codes of a table are of one length, so none is the beginning of another and a digit is never taken for a whole seat.
"""

from msgspec import Struct

OPEN = "_"
"""Stands for a digit that is still to come."""


class SeatCodes(Struct, frozen=True):
    """Those of one table."""

    seats: tuple[int, ...]

    @property
    def length(self) -> int:
        return len(str(max(self.seats)))

    def of(self, seat: int) -> str:
        """`2`, or `02` at a table with a seat above nine."""
        return f"{seat:0{self.length}d}"

    def on_badge(self, seat: int) -> str:
        """The same where it is not the number of the seat."""
        return "" if self.length == len(str(seat)) else self.of(seat)

    def seat(self, typed: str) -> int | None:
        """The seat that is named whole; none while a digit is missing."""
        return next((seat for seat in self.seats if self.of(seat) == typed), None)

    def begins(self, typed: str) -> bool:
        """Whether any seat is keyed so, or begins so."""
        return any(self.of(seat).startswith(typed) for seat in self.seats)

    def pending(self, typed: str) -> str:
        """`1_`: what is keyed of a seat, and what is still to come."""
        return typed.ljust(self.length, OPEN)
