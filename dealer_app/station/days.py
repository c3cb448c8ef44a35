"""The gaming day: which day of business a moment belongs to. It changes in the morning, not at midnight."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from dealer_app.station.moment import Moment

CHANGES_AT = 6 * 60
"""Minutes after midnight, local time, where the operator has set nothing else."""


def gaming_day(moment: Moment, changes_at: int = CHANGES_AT) -> str:
    """As YYYY-MM-DD."""
    return _day(moment.utc // 60_000_000 + moment.offset - changes_at)


@lru_cache(maxsize=1)
def _day(minutes: int) -> str:
    """The day of a minute; many events share theirs."""
    return (datetime.fromtimestamp(0, UTC) + timedelta(minutes=minutes)).date().isoformat()
