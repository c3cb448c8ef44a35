"""The gaming day: which day of business a moment belongs to. It changes in the morning, not at midnight."""

from datetime import UTC, datetime, timedelta

from dealer_app.station.moment import Moment

CHANGES_AT = 6 * 60
"""Minutes after midnight, local time, where the operator has set nothing else."""


def gaming_day(moment: Moment, changes_at: int = CHANGES_AT) -> str:
    """As YYYY-MM-DD."""
    local = datetime.fromtimestamp(moment.utc // 1_000_000, UTC) + timedelta(minutes=moment.offset - changes_at)
    return local.date().isoformat()
