"""When a user may be called, and when reminders are due: pure arithmetic over moments."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.rows import Call, GameRow, Preferences

LAST_LEVEL = 3
_STEPS = {1: 1, 2: 3, 3: 6}  # the second and third reminder come at three and six times the first: 8, 24, 48 hours


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table means to play: `first` until the first reminder; the next two at three and six times that."""

    name: str
    words: str
    first: timedelta


PACES: dict[str, Pace] = {
    pace.name: pace
    for pace in (
        Pace("fast", "several moves a day; first reminder after 2 hours", timedelta(hours=2)),
        Pace("standard", "about a move a day; first reminder after 8 hours", timedelta(hours=8)),
        Pace("relaxed", "when there is time; first reminder after 24 hours", timedelta(hours=24)),
    )
}


def zone_of(wishes: Preferences) -> ZoneInfo:
    """Return the user's time zone; UTC where this computer does not know it."""
    try:
        return ZoneInfo(wishes.zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def allowed_from(moment: datetime, wishes: Preferences) -> datetime:
    """Return the first moment at or after `moment` outside the user's quiet hours and absence."""
    while (later := _past_quiet(_past_absence(moment, wishes), wishes)) != moment:
        moment = later
    return moment


def first_after(row: GameRow, wishes: Preferences) -> timedelta:
    """Return how long a call waits for its first reminder: the user's own wish, else the table's pace."""
    if wishes.first is not None:
        return timedelta(hours=wishes.first)
    return PACES.get(row.pace, PACES["standard"]).first


def reminder_due(call: Call, level: int, first: timedelta, sent: datetime | None = None) -> datetime:
    """Return when reminder `level` (1 to 3) of a call falls due, quiet hours not yet considered.

    Args:
        call: the call; its clock starts when the user was told.
        level: 1, 2 or 3.
        first: time until the first reminder.
        sent: when the reminder before it went out; at least `first` lies between two.
    """
    due = call.pinged + first * _STEPS[level]
    return due if sent is None else max(due, sent + first)


def _past_absence(moment: datetime, wishes: Preferences) -> datetime:
    if wishes.away and wishes.away[0] <= moment < wishes.away[1]:
        return wishes.away[1]
    return moment


def _past_quiet(moment: datetime, wishes: Preferences) -> datetime:
    if wishes.quiet is None or wishes.quiet[0] == wishes.quiet[1]:
        return moment
    begin, end = wishes.quiet
    local = moment.astimezone(zone_of(wishes))
    now = local.time()
    if begin < end:
        is_quiet, ends_tomorrow = begin <= now < end, False
    else:
        is_quiet, ends_tomorrow = now >= begin or now < end, now >= begin
    if not is_quiet:
        return moment
    day = local.date() + timedelta(days=1 if ends_tomorrow else 0)
    return max(moment, datetime.combine(day, end, zone_of(wishes)).astimezone(UTC))
