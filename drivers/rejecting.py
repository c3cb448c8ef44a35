"""How a framing notes the bytes that it throws away: what is thrown away in a row for one reason is told once."""

from dealer_app.observations import BytesRejected, Observation, Rejection


def reject(reason: Rejection, count: int, found: list[Observation]) -> None:
    """Adds to the observations found so far that so many bytes were thrown away."""
    if found and isinstance(found[-1], BytesRejected):
        before = found[-1]
        if before.reason is reason and before.sequence is None:
            found[-1] = BytesRejected(reason=reason, count=before.count + count)
            return
    found.append(BytesRejected(reason=reason, count=count))
