"""One difference between center and cluster, as values. Pure."""

import hashlib
from dataclasses import dataclass
from typing import Any, Literal

from app.access.names import ResourceType

Kind = Literal["missing", "extra", "different"]
"""missing: the center has it, the cluster has not. extra: the other way round. different: both, with another value."""
Field = Literal[
    "resource",
    "allowed_clusters",
    "admin_roles",
    "bundles",
    "partitions",
    "policy",
    "subscription_auth_mode",
    "grant",
    "subscription_grant",
    "rights",
]
"""What differs. resource: whether the place is there at all. rights: grants that ended when the cluster lost it."""
RESOURCE: Field = "resource"
RIGHTS: Field = "rights"


@dataclass(frozen=True)
class Difference:
    """`wished`: the center's value, `actual`: the cluster's, both as JSON; None: nothing."""

    kind: Kind
    res_type: ResourceType
    place: str
    """Full name in Pulsar's notation."""
    field: Field
    subject: str | None = None
    """The role of a grant, the name of a policy, a subscription."""
    wished: Any = None
    actual: Any = None

    @property
    def key(self) -> str:
        """The same for the same thing at every run, whatever its values are."""
        parts = "\0".join((str(int(self.res_type)), self.place, self.field, self.subject or ""))
        return hashlib.sha256(parts.encode()).hexdigest()[:40]


def severity(field: str, wished: Any, actual: Any) -> int:
    """How grave a difference is, by the numbers of findings. 5: every reader gets what the center keeps for some.
    4: somebody may do more than the center allows. 3: all else."""
    if field == "subscription_auth_mode":
        return 5 if actual == "None" else 3
    if field == "subscription_grant":
        return 5 if actual is None else 3 if wished is None else 4
    return 4 if field in ("grant", "admin_roles") else 3
