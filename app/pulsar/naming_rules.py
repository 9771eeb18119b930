"""What the API lets people call a new resource, and a sentence for each name it refuses. Pure.

Stricter than `app.pulsar.names`: a broker may ask about a topic with a space in its name, but nobody makes one here.
"""

from __future__ import annotations

import re

from app.pulsar.names import ResourceName, ResourceType

MAX_PART = 128  # characters, the width of the name columns

_ALLOWED = re.compile(r"[-=:.\w]", re.ASCII)
_PART_OF_A_TOPIC = re.compile(r"-partition-[0-9]+\Z")


def refusal(kind: ResourceType, part: str) -> str | None:
    """Why `part` may not be the own name of a new cluster, tenant, namespace or topic; None when it may.

    `part` is one segment: `orders` of `acme/orders`, `created` of `persistent://acme/orders/created`.
    """
    noun = kind.name.lower()
    if not part:
        return f"The {noun} needs a name."
    if len(part) > MAX_PART:
        return f"The {noun} name has {len(part)} characters; at most {MAX_PART} are allowed."
    if part in (".", ".."):
        return f'"{part}" cannot be the name of a {noun}.'
    strange = next((c for c in part if not _ALLOWED.match(c)), None)
    if strange is not None:
        return f"The {noun} name contains {_shown(strange)}; allowed are the letters a-z and A-Z, digits and - = : . _"
    if kind == ResourceType.TOPIC and _PART_OF_A_TOPIC.search(part):
        return "A topic name cannot end in -partition-<number>: that is how Pulsar names the partitions of a topic."
    return None


def topic_in(namespace: str, local_name: str, *, persistent: bool = True) -> ResourceName:
    """The topic `local_name` of `tenant/namespace`."""
    return ResourceName.of_topic(f"{'persistent' if persistent else 'non-persistent'}://{namespace}/{local_name}")


def _shown(character: str) -> str:
    return f'"{character}"' if character.isprintable() and character != " " else f"the character U+{ord(character):04X}"
