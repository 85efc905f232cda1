"""The time comes in through a Clock, so that a test or a simulated world can live through months."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        return datetime.now(UTC)


def to_text(moment: datetime) -> str:
    """Return a moment as it stands in the database: UTC, ISO 8601, microseconds always, so that text sorts as time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def from_text(text: str) -> datetime:
    """Return the moment written by `to_text`."""
    return datetime.fromisoformat(text)
