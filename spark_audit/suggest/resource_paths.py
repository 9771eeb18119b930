"""Resources as paths from the root down. A grant reaches every path that begins with its own."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from spark_audit.service_topics import SERVICE

Path = tuple[str, ...]
"""() is the root; then cluster, tenant, namespace, topic. A topic keeps its domain, unless it is persistent."""

ROOT_NAME = "*"
TOPIC_DEPTH = 4
_DOMAIN = re.compile(r"\A(?:non-persistent|topic)://")
"""Of non-persistent and of scalable topics. Persistent ones are named without."""
_PARTITION = re.compile(r"-partition-\d+\Z")
_SYSTEM_NAMESPACE = ("pulsar", "system")
_OF_A_TOPIC = re.compile(rf"(.*[^/]){SERVICE}\Z", re.DOTALL)
_BEHIND_IT = re.compile(SERVICE)


@lru_cache(1 << 16)
def path_of(resource: str) -> Path:
    """The path of a resource named as in events and the history. A partition gets the path of its topic."""
    if resource == ROOT_NAME:
        return ()
    cluster, _, name = resource.partition("/")
    domain = _domain(name)
    parts = [part for part in (cluster, *name.removeprefix(domain).split("/", 2)) if part]
    if len(parts) == TOPIC_DEPTH:
        parts[-1] = domain + _PARTITION.sub("", parts[-1])
    return tuple(parts)


def resource_of(path: Path) -> str:
    """The name of a path as the history writes it."""
    if not path:
        return ROOT_NAME
    if len(path) == TOPIC_DEPTH and (domain := _domain(path[-1])):
        return f"{path[0]}/{domain}{path[1]}/{path[2]}/{plain_name(path[3])}"
    return "/".join(path)


def _domain(name: str) -> str:
    found = _DOMAIN.match(name)
    return found[0] if found else ""


def plain_name(name: str) -> str:
    """The last part of a path without the domain of a topic."""
    return name.removeprefix(_domain(name))


def tenant_of(places: Collection[Path]) -> str | None:
    """The tenant of a grant by its places (one per cluster); None above tenants."""
    first = min(places)
    return first[1] if len(first) > 1 else None


def ancestry(path: Path) -> Iterator[Path]:
    """The path itself and everything above it, the root last."""
    return (path[:size] for size in range(len(path), -1, -1))


def reaches(place: Path, path: Path) -> bool:
    """True when `place` is `path` or above it."""
    return path[: len(place)] == place


def follows_another(path: Path) -> bool:
    """True for retry and dead-letter topics. Their rights come from the topic that they are named after."""
    return len(path) == TOPIC_DEPTH and _OF_A_TOPIC.match(path[-1]) is not None


def followed(path: Path) -> Path:
    """The topic that a retry or dead-letter topic is named after; of several that it may be, that with the longest
    name, which begins with every prefix that another one begins with."""
    found = _OF_A_TOPIC.match(path[-1])
    return (*path[:-1], found[1]) if found else path


def is_system(path: Path) -> bool:
    """True for Pulsar's system topics, which only super users may use."""
    name = plain_name(path[-1]) if len(path) == TOPIC_DEPTH else ""
    kept = path[1:3] == _SYSTEM_NAMESPACE or name.startswith("__") or "__transaction_pending_ack" in name
    return bool(name) and kept


def is_served(place: Path, path: Path) -> bool:
    """True when the topic `path` is a retry or dead-letter topic of the topic `place`."""
    beside = len(place) == len(path) == TOPIC_DEPTH and place[:-1] == path[:-1] and path[-1].startswith(place[-1])
    return beside and _BEHIND_IT.fullmatch(path[-1], len(place[-1])) is not None
