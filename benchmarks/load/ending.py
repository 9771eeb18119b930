"""What must hold when the load has ended: nothing acknowledged is lost, and every broker has all of it."""

from typing import Any

from sqlalchemy import text

from benchmarks.load.brokers import Seen
from benchmarks.load.changing import Changing
from benchmarks.load.estate import Estate
from benchmarks.load.figures import Figures, marks


def lost(estate: Estate, changing: Changing) -> list[str]:
    """Acknowledged grants that are not there, and acknowledged revocations whose grant is."""
    statement = text("SELECT id FROM sys_role_res WHERE id > :filled")
    with estate.engine.connect() as connection:
        stored = set(connection.execute(statement, {"filled": estate.size.grants + 1}).scalars())
    acknowledged = set(changing.held.values())
    found = [f"grant {number} was acknowledged and is not there" for number in acknowledged - stored]
    beyond = len(stored - acknowledged)
    if beyond > len(changing.unknown):
        found.append(f"{beyond} grants are there that nobody holds; {len(changing.unknown)} had no answer")
    return found


def behind(estate: Estate, seen: Seen) -> list[str]:
    """What brokers missed, and those that are not at the newest revision."""
    with estate.engine.connect() as connection:
        newest = connection.execute(text("SELECT revision FROM sys_revision")).scalar_one()
    late = [revision for revision in seen.at if revision != newest]
    return seen.gaps + ([f"{len(late)} brokers are not at revision {newest}: {late[:5]}"] if late else [])


def not_in(programs: Figures) -> list[str]:
    """Programs that got no token, and why."""
    missing = programs["programs"] - programs["in"]
    return [f"{missing} programs got no token: {programs['verdicts']}"] if missing else []


def of_brokers(seen: Seen, changing: Changing) -> dict[str, Any]:
    """Numbers of the brokers. `everywhere_ms`: from the answer to a change until the last broker had it."""
    lags = [
        (seen.everywhere[revision] - at) / 1e6
        for revision, at in changing.acknowledged.items()
        if revision in seen.everywhere
    ]
    return {
        "snapshot_seconds": seen.snapshot_seconds, "again_seconds": seen.again_seconds,
        "snapshot_mb": seen.snapshot_bytes / 1e6,
        "changes": len(lags), "everywhere_ms": marks(lags), "feeds_ended": seen.ended,
        "reports": dict(seen.reports),
    }  # fmt: skip
