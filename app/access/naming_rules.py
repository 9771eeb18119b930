"""Names that the API accepts for new resources, with a sentence for each refusal. Pure.

Stricter than `app.access.names`: a broker may ask about a topic with an invisible character in its name, but none is
created here. What else Pulsar takes, is taken (`tests/names/names.yaml`).
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from app.access.names import Domain, ResourceName, ResourceType

MAX_PART = 128  # characters, the width of the name columns
SYSTEM_TENANT = "pulsar"
SYSTEM_BEGIN = "__"
"""What the names of Pulsar's own topics begin with."""

SCALABLE: Domain = "topic"
NO_PARTITIONS = "A scalable topic has no partitions: the cluster splits and merges its segments by load."

_SYSTEM_NAMESPACE = "pulsar/system"
_PENDING_ACK = "__transaction_pending_ack"

_ALLOWED = re.compile(r"[-=:.\w]", re.ASCII)
_PART_OF_A_TOPIC = re.compile(r"-partition-[-+]?\d+\Z")
"""Any digits: what reads numbers takes other scripts' too."""
_STEP = re.compile(r"(?:^|[/\\;])[\s\x00-\x1f\x7f]*\.[.\s\x00-\x1f\x7f]*(?:$|[/\\;])")
"""A part that is only dots. Some servers take `\\` for `/`, and cut a part at `;`."""
_MOST_DECODINGS = 4
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
"""Letters and marks that show nothing."""


def is_system_topic(resource: ResourceName) -> bool:
    """True for topics that Pulsar keeps for itself."""
    if resource.type != ResourceType.TOPIC:
        return False
    return resource.namespace == _SYSTEM_NAMESPACE or _is_system_name(resource.local_name)


def is_system_place(resource: ResourceName) -> bool:
    """True where grants have no effect: in Pulsar's own tenant, and on its topics elsewhere."""
    return resource.tenant == SYSTEM_TENANT or is_system_topic(resource)


def refusal(kind: ResourceType, segment: str, tenant: str | None = None, partitions: int | None = None) -> str | None:
    """Why `segment` may not be the name of a new cluster, tenant, namespace or topic; None when it may.

    `segment`: one segment, such as `orders` of `acme/orders` or `created` of `persistent://acme/orders/created`.
    `tenant`: the tenant in which it is created. `partitions`: of a new topic.
    """
    noun = kind.name.lower()
    if SYSTEM_TENANT in (tenant, segment if kind == ResourceType.TENANT else None):
        return "Pulsar keeps the tenant pulsar for itself: nothing is made there."
    if kind == ResourceType.TOPIC and _is_system_name(segment):
        return "Pulsar keeps topics that begin with __ or name pending acknowledgements of transactions for itself."
    if not segment:
        return f"The {noun} needs a name."
    if len(segment) > MAX_PART:
        return f"The {noun} name has {len(segment)} characters; at most {MAX_PART} are allowed."
    if not segment.strip("."):  # no address can have it: it would be read as what lies above
        return f'"{segment}" cannot be the name of a {noun}.'
    if reason := _refused_character(kind, segment):
        return reason
    if segment.endswith(" "):  # two databases take it for the name without (decision 0094)
        return f"The {noun} name ends with a blank."
    if reason := not_in_addresses(segment):
        return f"The {noun} name cannot stand in an address: {reason}."
    return _looks_like_a_partition(kind, segment, partitions)


def _looks_like_a_partition(kind: ResourceType, segment: str, partitions: int | None) -> str | None:
    if kind == ResourceType.TOPIC and _PART_OF_A_TOPIC.search(segment):
        return "A topic name cannot end in -partition-<number>: that is how Pulsar names the partitions of a topic."
    if partitions and "-partition-" in segment:
        return "Pulsar makes no topic with partitions that has -partition- in its name."
    return None


def topic_in(namespace: str, local_name: str, domain: str = "persistent") -> ResourceName:
    """The topic `local_name` of `tenant/namespace`; a scalable one in the domain `topic`."""
    return ResourceName.of_topic(f"{domain}://{namespace}/{local_name}")


def is_scalable(topic: str) -> bool:
    """True for the name of a scalable topic: it has segments, which the cluster splits and merges, not partitions."""
    return topic.startswith(f"{SCALABLE}://")


def not_in_addresses(name: str) -> str | None:
    """Why a name cannot be a part of an address's path; None when it can. HTTP clients, Jetty and proxies resolve `.`
    and `..`, also when they are percent-encoded."""
    plain = name
    for _ in range(_MOST_DECODINGS):
        if _STEP.search(plain):
            return "it would be read as what lies above"
        plain, before = unquote(plain), plain
        if plain == before:
            return None
    return "it is percent-encoded again and again"


def resource_named(kind: ResourceType, text: str) -> ResourceName:
    """The resource that people mean by this text."""
    return ResourceName.of(kind, written(kind, text))


def written(kind: ResourceType, text: str) -> str:
    """The full name of what people write: `acme/orders/created` is the persistent topic, as for Pulsar's tools."""
    short = kind == ResourceType.TOPIC and "://" not in text and text.count("/") == 2
    return f"persistent://{text}" if short else text


def _is_system_name(local_name: str) -> bool:
    return local_name.startswith(SYSTEM_BEGIN) or _PENDING_ACK in local_name


def _refused_character(kind: ResourceType, segment: str) -> str | None:
    if kind == ResourceType.TOPIC:
        refused = next((character for character in segment if character == "/" or not _is_seen(character)), None)
        return refused and f"The topic name contains {_visible(refused)}; allowed are visible characters other than /"
    refused = next((character for character in segment if not _ALLOWED.match(character)), None)
    noun = kind.name.lower()
    return refused and (
        f"The {noun} name contains {_visible(refused)}; allowed are the letters a-z and A-Z, digits and - = : . _"
    )


def _is_seen(character: str) -> bool:
    return character.isprintable() and not _INVISIBLE.match(character)


def _visible(character: str) -> str:
    return f'"{character}"' if _is_seen(character) and character != " " else f"the character U+{ord(character):04X}"
