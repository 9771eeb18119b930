"""The history that the center exports. `from_rev` ≤ rev < `until_rev`; an end that is null has not come yet."""

from typing import Final

from spark_audit.schemas.columns import DATE, IDS, INT, LONG, TEXT, TEXTS, YES, table

GRANT_LINE: Final = table(
    grant=LONG, cluster=TEXT, role=LONG, role_name=TEXT, type=INT, res=TEXT, authorities=IDS, from_rev=LONG,
    until_rev=LONG, valid_from=LONG, valid_until=LONG, add_time=LONG, granted_by=TEXT, users=TEXTS,
    from_time=LONG, until_time=LONG,
)  # fmt: skip
"""A grant on a cluster while its content did not change."""

USER_LINE: Final = table(
    user=TEXT, main=TEXT, enabled=YES, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG
)
"""A user while it was enabled or not; `main` is the main account of a sub-account."""

ROLE_LINE: Final = table(
    role=LONG, role_name=TEXT, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG
)  # fmt: skip
"""A role while it had this name."""

RESOURCE_LINE: Final = table(
    cluster=TEXT, res=TEXT, rtype=TEXT, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG
)
"""A cluster, tenant, namespace or topic that the center knew."""

CREDENTIAL_LINE: Final = table(
    cred=TEXT, user=TEXT, kind=TEXT, from_rev=LONG, until_rev=LONG, from_time=LONG, until_time=LONG, expires=LONG
)
"""A token or secret of a user; never what it consists of."""

CENTER_USE_LINE: Final = table(grant=LONG, date=DATE, n=LONG, first=LONG, last=LONG)
"""Changes at the center itself on a day that the grant served, or may have: no broker logs these."""

RIGHT_LINE: Final = table(op=TEXT, rtype=TEXT, right=INT, level=INT, at_type=INT, own=YES, authorities=IDS, readers=IDS)
"""What meets an operation on a type of resource: one row per alternative.

Any of `authorities`, held on the resource or above it (`at_type`: the lowest type of resource for that); with `own`
only for the user's own subscriptions. `right` and `level` are null where any authority will do.
`readers`: authorities that, held on a topic, cover the same operation on its retry and dead-letter topics.
"""
