"""Gold tables: use and denials per date, and summed for the window that ends on `until`."""

from typing import Final

from spark_audit.schemas.columns import DATE, DATES, IDS, INT, LONG, NUMBER, TEXT, TEXTS, YES, table

USAGE_DAILY: Final = table(
    date=DATE, grant=LONG, user=TEXT, action=INT, resource=TEXT, decision=INT,
    n=LONG, first=LONG, last=LONG, covering=LONG, applied=LONG, sole=LONG,
)  # fmt: skip
"""Use per day; `grant` is null for events without a covering grant (denials, super users of broker.conf, sign-ins)."""

USES_DAILY: Final = table(
    date=DATE, user=TEXT, op=TEXT, action=INT, resource=TEXT, grants=IDS, n=LONG, first=LONG, last=LONG,
    subscriptions=TEXTS,
)  # fmt: skip
"""Allowed uses, each with the sorted list of all grants that covered it. Only this table shows which grants can be
removed together. `subscriptions`: the sorted names of those that were used; null when these are more than 100, not all
known, or were counted by a version that did not keep them."""

ACTIVITY_DAILY: Final = table(
    date=DATE, cluster=TEXT, user=TEXT, cred=TEXT, ip=TEXT, action=INT, hour=INT, n=LONG, first=LONG, last=LONG
)
"""Events that were let in (kinds 0 and 2) per user, credential, address, action and hour (UTC)."""

DENIALS_DAILY: Final = table(
    date=DATE, cluster=TEXT, user=TEXT, op=TEXT, action=INT, resource=TEXT, reason=TEXT, n=LONG, first=LONG, last=LONG,
    bursts=LONG, cred=TEXT, ip=TEXT,
)  # fmt: skip
"""Denied attempts per day, credential and address, without probes.

`bursts`: the highest number within one minute of the clock, of the attempt from wherever it came. Versions before 0.2
kept no `cred` and `ip`: both are null.
"""

PROBES_DAILY: Final = table(
    date=DATE, user=TEXT, op=TEXT, resource=TEXT, decision=INT, n=LONG, first=LONG, last=LONG
)  # fmt: skip
"""Probes and listings per day. They are neither uses nor denied attempts."""

SUPER_USERS_DAILY: Final = table(date=DATE, cluster=TEXT, user=TEXT, n=LONG, first=LONG, last=LONG)
"""Uses and probes by super users of broker.conf, whom brokers let in without looking for a grant."""

SEQUENCES: Final = table(date=DATE, boot=TEXT, cluster=TEXT, start=LONG, end=LONG, conflicting=LONG)
"""Sequence numbers that arrived, per day and start of a broker (`boot`), as ranges without a gap. `cluster` is the one
that most events of the range name. `conflicting`: events beyond one for each number, counted in one of the ranges."""

COVERAGE_DAILY: Final = table(until=DATE, date=DATE, boot=TEXT, cluster=TEXT, events=LONG, lost=LONG, conflicting=LONG)
"""Per day of the window and start of a broker: events that arrived, and numbers missing in front of them.
`conflicting`: events whose number another event has, that day or before; `events` leaves them out."""

COVERAGE: Final = table(
    cluster=TEXT, boots=LONG, events=LONG, lost=LONG, coverage_percent=NUMBER, conflicting=LONG
)  # fmt: skip
"""COVERAGE_DAILY of a window, per cluster."""

WATCHED_DAYS: Final = table(until=DATE, cluster=TEXT, coverage_percent=NUMBER, days=DATES)
"""The watched days of each cluster, in order: only on these does absence of use prove anything. `coverage_percent` is
that of COVERAGE."""

USAGE_TOTALS: Final = table(
    until=DATE, subject_type=TEXT, subject=TEXT, n=LONG, first=LONG, last=LONG, days=LONG, users=LONG, resources=LONG,
    grants=LONG,
)  # fmt: skip
"""Use in the window per `grant`, `role`, `user`, `resource` or `credential`."""

RECOMPUTED_DAILY: Final = table(
    date=DATE, cluster=TEXT, problem=TEXT, cause=TEXT, grant=LONG, user=TEXT, resource=TEXT, op=TEXT, rev=LONG,
    revoked_rev=LONG, revoked_time=LONG, n=LONG, first=LONG, last=LONG,
)  # fmt: skip
"""Differences between the grants that events list and those computed from the history. `revoked_…` is set only with
cause `snapshot_behind`."""

RECOMPUTED: Final = table(
    until=DATE, cluster=TEXT, problem=TEXT, cause=TEXT, grant=LONG, user=TEXT, resource=TEXT, op=TEXT, rev=LONG,
    n=LONG, first=LONG, last=LONG,
)  # fmt: skip
"""RECOMPUTED_DAILY summed over the window: must be empty."""

AFTER_REVOCATION: Final = table(
    until=DATE, cluster=TEXT, grant=LONG, cred=TEXT, user=TEXT, resource=TEXT, rev=LONG, revoked_rev=LONG,
    revoked_time=LONG, n=LONG, first=LONG, last=LONG, allowed_by_age=YES,
)  # fmt: skip
"""Use after revocation: must be empty. Either a broker still decided by a revision older than the end of the grant, or
a credential was used after it was revoked (then `cred` is set, and grant, resource and rev are null).

`allowed_by_age`: so soon after the revocation that a broker cut off from the center may still allow it.
"""

WOULD_ALLOW: Final = table(
    until=DATE, cluster=TEXT, user=TEXT, op=TEXT, resource=TEXT, right=INT, at_type=INT, at_res=TEXT, example_role=TEXT
)
"""Rights that would have allowed a denied attempt: one row per attempt and right."""
