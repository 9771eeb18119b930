"""What was done and refused: per date, and summed for the window that ends on `until`."""

from typing import Final

from spark_audit.schemas.columns import DATE, DATES, IDS, INT, LONG, NUMBER, TEXT, YES, table

USAGE_DAILY: Final = table(
    date=DATE, grant=LONG, user=TEXT, action=INT, resource=TEXT, decision=INT,
    n=LONG, first=LONG, last=LONG, covering=LONG, applied=LONG, sole=LONG,
)  # fmt: skip
"""Use per day; `grant` is null where no grant covered (denied, broker's super users, sign-ins)."""

USES_DAILY: Final = table(
    date=DATE, user=TEXT, op=TEXT, action=INT, resource=TEXT, grants=IDS, n=LONG, first=LONG, last=LONG
)
"""Allowed uses with all grants that covered each of them, sorted: what may be taken away together shows only here."""

ACTIVITY_DAILY: Final = table(
    date=DATE, cluster=TEXT, user=TEXT, cred=TEXT, ip=TEXT, action=INT, hour=INT, n=LONG, first=LONG, last=LONG
)
"""Allowed uses (kind 0 and 2) by who, with what, from where and at which hour (UTC)."""

DENIALS_DAILY: Final = table(
    date=DATE, cluster=TEXT, user=TEXT, op=TEXT, action=INT, resource=TEXT, reason=TEXT, n=LONG, first=LONG, last=LONG,
    bursts=LONG,
)  # fmt: skip
"""Denied attempts per day, probes left out; `bursts` is the most within one minute."""

PROBES_DAILY: Final = table(
    date=DATE, user=TEXT, op=TEXT, resource=TEXT, decision=INT, n=LONG, first=LONG, last=LONG
)  # fmt: skip
"""Probes and listings per day, which are neither use nor denied attempts."""

SUPER_USERS_DAILY: Final = table(date=DATE, cluster=TEXT, user=TEXT, n=LONG, first=LONG, last=LONG)
"""Who was let in because broker.conf calls it a super user: no grant was asked for. Uses and probes."""

SEQUENCES: Final = table(date=DATE, boot=TEXT, cluster=TEXT, start=LONG, end=LONG)
"""Numbers of a broker start without a gap, per day: what arrived. `cluster` is the one that most of them name."""

COVERAGE_DAILY: Final = table(until=DATE, date=DATE, boot=TEXT, cluster=TEXT, events=LONG, lost=LONG)
"""Per day of the window and start of a broker: events that arrived and numbers missing before them."""

COVERAGE: Final = table(cluster=TEXT, boots=LONG, events=LONG, lost=LONG, coverage_percent=NUMBER)
"""COVERAGE_DAILY of a window, per cluster."""

WATCHED_DAYS: Final = table(until=DATE, cluster=TEXT, coverage_percent=NUMBER, days=DATES)
"""Per cluster the whole days, in order, of which enough arrived: only there silence says something. `coverage_percent`
is that of COVERAGE."""

USAGE_TOTALS: Final = table(
    until=DATE, subject_type=TEXT, subject=TEXT, n=LONG, first=LONG, last=LONG, days=LONG, users=LONG, resources=LONG,
    grants=LONG,
)  # fmt: skip
"""Use in the window per `grant`, `role`, `user`, `resource` or `credential`."""

RECOMPUTED_DAILY: Final = table(
    date=DATE, cluster=TEXT, problem=TEXT, cause=TEXT, grant=LONG, user=TEXT, resource=TEXT, op=TEXT, rev=LONG,
    revoked_rev=LONG, revoked_time=LONG, n=LONG, first=LONG, last=LONG,
)  # fmt: skip
"""Where the logged grants and those computed from the history differ; `revoked_…` only with cause `snapshot_behind`."""

RECOMPUTED: Final = table(
    until=DATE, cluster=TEXT, problem=TEXT, cause=TEXT, grant=LONG, user=TEXT, resource=TEXT, op=TEXT, rev=LONG,
    n=LONG, first=LONG, last=LONG,
)  # fmt: skip
"""The same of a window: must be empty."""

AFTER_REVOCATION: Final = table(
    until=DATE, cluster=TEXT, grant=LONG, cred=TEXT, user=TEXT, resource=TEXT, rev=LONG, revoked_rev=LONG,
    revoked_time=LONG, n=LONG, first=LONG, last=LONG, allowed_by_age=YES,
)  # fmt: skip
"""Allowed after a grant ended for the user, under an older revision; or with a credential (`cred`, then grant, resource
and rev are null) after it was revoked: must be empty. `allowed_by_age`: a broker that was cut off may do so."""

DIFFERENCES: Final = table(
    problem=TEXT, cluster=TEXT, grant=LONG, user=TEXT, resource=TEXT, rev=LONG, n=LONG, first=LONG, last=LONG
)
"""Allowed events that the exported history of grants does not support: must be empty."""

WOULD_ALLOW: Final = table(
    until=DATE, cluster=TEXT, user=TEXT, op=TEXT, resource=TEXT, right=INT, at_type=INT, at_res=TEXT, example_role=TEXT
)
"""What would have allowed a denied attempt."""
