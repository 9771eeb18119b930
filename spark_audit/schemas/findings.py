"""Conclusions about the window that ends on `until`: status of grants, findings, creep."""

from typing import Final

from spark_audit.schemas.columns import DATE, EVIDENCE, IDS, INT, LONG, NUMBER, NUMBERS, TEXT, TEXTS, YES, table

GRANT_STATUS: Final = table(
    until=DATE, grant=LONG, status=TEXT, covering=LONG, applied=LONG, sole=LONG, last=LONG, coverage_percent=NUMBER,
    why=TEXT, granted=YES, role_name=TEXT, res=TEXT, authorities=IDS, granted_by=TEXT, add_time=LONG,
    members=LONG, members_using=LONG, role=LONG, type=INT, cluster=TEXT, watched_days=LONG, watched_since=DATE,
    prefix=TEXT, networks=TEXTS, watched_until=DATE,
)  # fmt: skip
"""One row per grant that stands, or has ended but was used in the window. `cluster` is null when it holds on several.

`watched_days`: whole days of the window on which the grant could have been used and the cluster's log was watched; with
several clusters, the fewest. `watched_since`, `watched_until`: the first and the last of these days; with several
clusters, the latest and the earliest. `prefix`:
the grant is limited to names that begin with it; `networks`: to these. `sole`: uses that no other grant covered that
counts from everywhere where this one does.
"""

FINDINGS: Final = table(
    until=DATE, id=TEXT, kind=TEXT, subject_type=TEXT, subject=TEXT, cluster=TEXT, tenant=TEXT, severity=INT,
    state=TEXT, grant=LONG, role=LONG, user=TEXT, resource=TEXT, first_seen=DATE, last_seen=DATE, why=TEXT,
    numbers=NUMBERS, evidence=EVIDENCE, watched_since=DATE, watched_until=DATE,
)  # fmt: skip
"""`severity` 1 (info) to 5 (critical), `state` open or closed; `first_seen` and `last_seen` are ends of windows.

`watched_since`, `watched_until`: the first and the last day on which the log was watched that the finding rests on.
Silence before and after accuses nobody. Null: none is known, as for Pulsar's own log.
"""

CREEP: Final = table(
    until=DATE, scope_type=TEXT, scope=TEXT, tenant=TEXT, granted_leaves=LONG, used_leaves=LONG, tenant_leaves=LONG,
    creep=NUMBER, reach=NUMBER, index=NUMBER, granted_weight=NUMBER, used_weight=NUMBER, name=TEXT,
)  # fmt: skip
"""How much more is granted than used: per `role` (its id), `user`, `tenant` and for the `estate`. Only grants count
of which use and silence are proven (GRANT_STATUS without `why`).

creep = 100 · (1 − used_weight / granted_weight); reach = granted_leaves / tenant_leaves;
index = 100 · √(creep / 100 · reach).
"""
