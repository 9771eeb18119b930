"""Since when use is known without a gap: what one run leaves unseen, the next one must have looked at."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from sqlalchemy.orm import Session

from app.audit.findings import runs
from app.audit.findings.models import AuditRun
from tests.center import Center
from tests.findings.published import ABOUT, RUNS

Window = tuple[str, str, str]
"""First day, last day, and when the history was exported."""
FOLLOWING: Window = ("2026-03-11", "2026-03-20", "2026-03-21 02:00")
LOADED = "2026-04-01 00:00"


def _moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def _end(last: str) -> str:
    """Midnight after the window."""
    return f"{datetime.fromisoformat(last) + timedelta(days=1):%Y-%m-%d %H:%M}"


def _row(name: str, state: str, window: Window, loaded: str = LOADED) -> AuditRun:
    """As it was loaded: no run knows of use after its window."""
    first, last, exported = window
    known = min(exported, _end(last))
    times = {"generated": _moment(known), "add_time": _moment(loaded), "complete_time": _moment(loaded)}
    return AuditRun(run=name, summary="{}", state=state, first_date=first, last_date=last, **times)


def _period_covered(center: Center, *rows: AuditRun) -> runs.CoveredPeriod:
    def read(session: Session) -> runs.CoveredPeriod | None:
        session.add_all(rows)
        session.flush()
        return runs.find_covered_period(session)

    found = center.make(read)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("exported", "following", "since"),
    [
        ("2026-03-11 02:00", FOLLOWING, "2026-03-01"),
        ("2026-03-11 00:00", FOLLOWING, "2026-03-01"),
        ("2026-03-10 12:00", FOLLOWING, "2026-03-11"),
        ("2026-03-10 12:00", ("2026-03-10", *FOLLOWING[1:]), "2026-03-01"),
        ("2026-03-09 23:59", ("2026-03-10", *FOLLOWING[1:]), "2026-03-10"),
        ("2026-03-25 02:00", ("2026-03-12", *FOLLOWING[1:]), "2026-03-12"),
    ],
    ids=["the day after", "at midnight", "in the last day", "which the next has", "the day before", "a day between"],
)
def test_windows_join_where_the_next_begins_at_the_export(
    center: Center, exported: str, following: Window, since: str
) -> None:
    """All of them were loaded long after: when that was says nothing of what a run knows."""
    first = _row("first", runs.SUPERSEDED, ("2026-03-01", "2026-03-10", exported))
    seen = _period_covered(center, first, _row("next", runs.CURRENT, following))
    assert seen == runs.CoveredPeriod(since, _moment("2026-03-21 00:00"))


def test_many_short_windows_are_one_whatever_was_loaded_first(center: Center) -> None:
    """The worker that came too late with the second one changes nothing of what they know together."""
    days = [(f"2026-03-{day:02}", f"2026-03-{day:02}", f"2026-03-{day + 1:02} 02:00") for day in range(1, 11)]
    rows = [_row(f"run-{day[0]}", runs.SUPERSEDED, day, f"2026-04-{30 - at} 00:00") for at, day in enumerate(days)]
    assert _period_covered(center, *rows, _row("next", runs.CURRENT, FOLLOWING)).since == "2026-03-01"


@pytest.mark.parametrize("last", ["", "2026-03-99", "2026-02-30"])
def test_a_run_without_a_window_has_seen_nothing(center: Center, last: str) -> None:
    """Those of the first version do not; nor does one whose last day is none."""
    moments = {"add_time": _moment(LOADED), "generated": _moment(LOADED), "complete_time": _moment(LOADED)}
    old = AuditRun(
        run="old", summary="{}", state=runs.SUPERSEDED, first_date=last and "2026-03-01", last_date=last, **moments
    )
    assert _period_covered(center, old, _row("next", runs.CURRENT, FOLLOWING)).since == "2026-03-11"


def test_a_shown_run_without_a_window_has_seen_nothing(center: Center) -> None:
    old = AuditRun(run="old", summary="{}", state=runs.CURRENT, add_time=_moment(LOADED), first_date="", last_date="")
    before = _row("before", runs.SUPERSEDED, FOLLOWING)
    assert _period_covered(center, before, old) == runs.CoveredPeriod("", 0)


def test_a_run_that_knows_more_replaces_the_shown_one(root: httpx.Client) -> None:
    """Its window went until the 20th, its export was made on the 15th: one until the 18th tells more."""
    assert _load(root, "early", "2026-03-20", "2026-03-15 12:00") == 200
    assert _load(root, "later", "2026-03-18", "2026-03-19 02:00") == 200


@pytest.mark.parametrize(
    ("until", "exported"), [("2026-03-20", "2026-03-15 12:00"), ("2026-03-19", "2026-03-21 02:00")]
)
def test_a_run_that_knows_less_does_not_replace_the_shown_one(root: httpx.Client, until: str, exported: str) -> None:
    """It would take away the days that the run which is shown knows, and has nothing of them itself."""
    assert _load(root, "shown", "2026-03-20", "2026-03-21 00:00") == 200
    assert _load(root, "again", "2026-03-20", "2026-03-21 00:00") == 200
    refused = root.post(RUNS, json=_about("less", until, exported))
    body = refused.json()
    assert (refused.status_code, body["code"], body["run"], body["until"]) == (409, "older_run", "again", "2026-03-20")


def _about(name: str, until: str, exported: str) -> dict[str, object]:
    known = _moment(min(exported, _end(until)))
    return ABOUT | {"run": name, "from": "2026-03-01", "until": until, "generated": known}


def _load(root: httpx.Client, name: str, until: str, exported: str) -> int:
    root.post(RUNS, json=_about(name, until, exported)).raise_for_status()
    return root.post(f"{RUNS}/{name}/complete", json={"lines": {}}).status_code
