"""Names of Pulsar's resources: parse, normalise, find the places above. Pure; the twin of the plugin's `ResourceName`.

A broker may ask about anything, so an invalid name is represented (`malformed`) and raises nothing. Names of new
resources follow stricter rules: see `app.access.naming_rules`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, get_args

MAX_LENGTH = 1024  # code points of a whole name; a longer one is malformed, so that no name makes a decision slow
ROOT_NAME = "*"

_PART = re.compile(r"[-=:.\w]+", re.ASCII)
_PARTITION = re.compile(r"-partition-(0|[1-9][0-9]{0,9})\Z")
_HIGHEST_PARTITION = 2**31 - 1
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
Domain = Literal["persistent", "non-persistent", "topic"]
"""How the name of a topic begins. `topic` is a scalable one, which Pulsar has since 5.0."""
DOMAINS: tuple[Domain, ...] = get_args(Domain)
_SEGMENT_DOMAIN = "segment"
_SEGMENT = re.compile(r"/([0-9a-f]{4})-([0-9a-f]{4})-(?:0|[1-9][0-9]{0,17})\Z")


class ResourceType(IntEnum):
    """The number of a type in tables and snapshots (`res_type`); its level is one less."""

    ROOT = 0
    CLUSTER = 1
    TENANT = 2
    NAMESPACE = 3
    TOPIC = 4

    @property
    def level(self) -> int:
        """-1 root, 0 cluster, 1 tenant, 2 namespace, 3 topic."""
        return self.value - 1


@dataclass(frozen=True, slots=True)
class ResourceName:
    """One resource, by type and name. `name`: the canonical form ("" when malformed); `text`: what was given."""

    type: ResourceType
    text: str | None
    name: str
    namespace: str | None = None
    tenant: str | None = None

    @property
    def malformed(self) -> bool:
        """True for a name that no resource can have."""
        return not self.name

    @property
    def local_name(self) -> str:
        """The last part: `created` of `persistent://acme/orders/created`, without a partition suffix."""
        return self.name.rsplit("/", 1)[-1]

    def ancestors(self, cluster: str) -> tuple[ResourceName, ...]:
        """The places above, nearest first, the root last. `cluster`: the cluster on which a tenant is looked at."""
        above: list[ResourceName] = []
        tenant, namespace = self.tenant or "", self.namespace or ""
        # The parts were checked with this name; only the cluster's name is new.
        if self.type == ResourceType.TOPIC:
            above.append(ResourceName(ResourceType.NAMESPACE, namespace, namespace, namespace, tenant))
        if self.type >= ResourceType.NAMESPACE:
            above.append(ResourceName(ResourceType.TENANT, tenant, tenant, tenant=tenant))
        if self.type >= ResourceType.TENANT:
            above.append(ResourceName.of_cluster(cluster))
        if self.type >= ResourceType.CLUSTER:
            above.append(ROOT)
        return tuple(above)

    def sibling(self, local_name: str) -> ResourceName:
        """Another topic of the same namespace and domain."""
        return ResourceName.of_topic(f"{self.name[: self.name.rindex('/')]}/{local_name}")

    @staticmethod
    def of(kind: int, text: str | None) -> ResourceName:
        """The resource of a type number 0…4. Raises ValueError for another number."""
        return _PARSERS[ResourceType(kind)](text)

    @staticmethod
    def of_cluster(text: str | None) -> ResourceName:
        """A cluster, by its name."""
        return ResourceName(ResourceType.CLUSTER, text, text if text and is_part(text) else "")

    @staticmethod
    def of_tenant(text: str | None) -> ResourceName:
        """A tenant, by its name."""
        name = text if text and is_part(text) else ""
        return ResourceName(ResourceType.TENANT, text, name, tenant=name or None)

    @staticmethod
    def of_namespace(text: str | None) -> ResourceName:
        """A namespace, `tenant/namespace`. Names of Pulsar 1 with three parts are malformed."""
        parts = _short(text).split("/")
        if len(parts) != 2 or not all(is_part(part) for part in parts):
            return ResourceName(ResourceType.NAMESPACE, text, "")
        return ResourceName(ResourceType.NAMESPACE, text, _short(text), namespace=_short(text), tenant=parts[0])

    @staticmethod
    def of_topic(text: str | None) -> ResourceName:
        """A topic, `domain://tenant/namespace/local`; a partition is its topic, a segment its scalable topic."""
        domain, _, rest = _short(text).partition("://")
        if domain == _SEGMENT_DOMAIN:
            domain, rest = "topic", without_segment(rest)
        parts = rest.split("/")
        if domain not in DOMAINS or len(parts) != 3 or not (is_part(parts[0]) and is_part(parts[1])):
            return ResourceName(ResourceType.TOPIC, text, "")
        local = without_partition(parts[2])
        if not is_local_name(local):
            return ResourceName(ResourceType.TOPIC, text, "")
        namespace = f"{parts[0]}/{parts[1]}"
        return ResourceName(ResourceType.TOPIC, text, f"{domain}://{namespace}/{local}", namespace, parts[0])

    @staticmethod
    def of_root(text: str | None = ROOT_NAME) -> ResourceName:
        """The place above all clusters."""
        return ResourceName(ResourceType.ROOT, text, ROOT_NAME if text == ROOT_NAME else "")


def is_part(text: str) -> bool:
    """True for a text that may name a cluster, a tenant or, inside its tenant, a namespace."""
    return len(text) <= MAX_LENGTH and text not in (".", "..") and _PART.fullmatch(text) is not None


def is_local_name(text: str) -> bool:
    """True for a text that may be the last part of a topic's name, without a partition suffix."""
    return text not in ("", ".", "..") and "/" not in text and _UNPRINTABLE.search(text) is None


def without_partition(local_name: str) -> str:
    """`orders` for `orders-partition-3`; only one suffix is removed.

    As in Pulsar's `TopicName.getPartitionIndex`, `-partition-03` and numbers beyond 2^31 - 1 are part of the name.
    Stricter than Pulsar in one point: only 0 to 9 are digits, so that no right reaches a look-alike.
    """
    suffix = _PARTITION.search(local_name)
    return local_name[: suffix.start()] if suffix and int(suffix[1]) <= _HIGHEST_PARTITION else local_name


def without_segment(name: str) -> str:
    """`acme/orders/created` for its segment `acme/orders/created/0000-7fff-1`; "" for what names no segment.

    A segment is a range of hash values and a number, as Pulsar's `TopicName.toString` writes them. Other spellings that
    Pulsar reads never reach a decision.
    """
    segment = _SEGMENT.search(name)
    return name[: segment.start()] if segment and segment[1] <= segment[2] else ""


def _short(text: str | None) -> str:
    return text if text is not None and len(text) <= MAX_LENGTH else ""


ROOT = ResourceName.of_root()
_PARSERS = {
    ResourceType.ROOT: ResourceName.of_root,
    ResourceType.CLUSTER: ResourceName.of_cluster,
    ResourceType.TENANT: ResourceName.of_tenant,
    ResourceType.NAMESPACE: ResourceName.of_namespace,
    ResourceType.TOPIC: ResourceName.of_topic,
}
