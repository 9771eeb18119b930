"""One difference between center and cluster, as values. Pure."""

import hashlib
from dataclasses import dataclass
from typing import Any, Literal

from app.pulsar.names import ResourceType

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
        told = "\0".join((str(int(self.res_type)), self.place, self.field, self.subject or ""))
        return hashlib.sha256(told.encode()).hexdigest()[:40]
