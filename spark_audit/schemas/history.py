"""The history that the center exports. A line holds for `from_rev` ≤ rev < `until_rev`; a null end: until now."""

from typing import Final

from spark_audit.schemas.columns import DATE, IDS, INT, LONG, TEXT, TEXTS, YES, table

GRANT_LINE: Final = table(
    grant=LONG, cluster=TEXT, role=LONG, role_name=TEXT, type=INT, res=TEXT, authorities=IDS, from_rev=LONG,
    until_rev=LONG, valid_from=LONG, valid_until=LONG, add_time=LONG, granted_by=TEXT, users=TEXTS,
    from_time=LONG, until_time=LONG, prefix=TEXT, subscriptions=TEXTS, networks=TEXTS,
)  # fmt: skip
"""A grant on one cluster, for a period in which its content did not change.

It may be limited to names directly below its place that begin with `prefix`, to `subscriptions`: whole names, or
beginnings that end with `*`, and to `networks` (CIDR). Null: not limited. Centers that know no limits leave them out.
"""

USER_LINE: Final = table(
    user=TEXT, main=TEXT, enabled=YES, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG, networks=TEXTS,
)  # fmt: skip
"""A user, for a period in which nothing of this changed; `main` is the main account of a sub-account.

`networks` (CIDR): the only ones that it may act from; null: from everywhere. Centers that know no limits leave them
out.
"""

ROLE_LINE: Final = table(
    role=LONG, role_name=TEXT, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG
)  # fmt: skip
"""A role, for the period in which it had this name."""

RESOURCE_LINE: Final = table(
    cluster=TEXT, res=TEXT, rtype=TEXT, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG
)
"""A cluster, tenant, namespace or topic that the center knew."""

CREDENTIAL_LINE: Final = table(
    cred=TEXT, user=TEXT, kind=TEXT, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG, expires=LONG
)
"""An API token or client secret of a user, by its id; the secret itself is not exported."""

CENTER_USE_LINE: Final = table(grant=LONG, date=DATE, n=LONG, first=LONG, last=LONG)
"""Changes made at the center that the grant served, or may have served, per UTC day. No broker logs these."""

RIGHT_LINE: Final = table(
    op=TEXT, rtype=TEXT, right=INT, level=INT, at_type=INT, own=YES, every=YES, authorities=IDS, readers=IDS
)
"""Which authorities allow an operation on a type of resource: one row per right that is enough.

Any of `authorities` is enough, held on the resource or above it; `at_type` is the lowest type of resource where it can
be held. With `own`, it is enough only for the user's own subscriptions; with `every`, only for all of them. `right` and
`level` are null where any authority is enough. `readers`: authorities on a topic that allow the operation on its retry
and dead-letter topics.
"""
