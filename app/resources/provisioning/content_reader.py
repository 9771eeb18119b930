"""Reads everything that a running cluster holds: tenants, namespaces with policies and grants, topics with policies.

Nothing is changed there. What cannot be read, or has a name that the center refuses, is a line of `unread`, and the
rest goes on. A tenant takes two questions, a namespace six, a partitioned topic one. Where topics may have policies of
their own, as `__change_events` of their namespace tells, each takes one for each policy: Pulsar 4.0 has no other way.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, TypeVar

from app.access.names import MAX_LENGTH, ResourceName, ResourceType
from app.access.naming_rules import SCALABLE, SYSTEM_TENANT, is_system_topic, refusal
from app.resources.provisioning import topic_policies
from app.resources.provisioning.content_calls import FAILURES, ContentCalls
from app.resources.pulsar import cluster_content
from app.resources.pulsar.admin_path import TOPIC_ROUTES, AdminPath
from app.resources.pulsar.cluster_content import (
    ClusterContent,
    ClusterNamespace,
    ClusterTenant,
    ClusterTopic,
    UnreadPart,
)

Progress = Callable[[str, int, int], None]
"""What is read (tenants, namespaces, topics), how many are done, of how many. What it raises ends the reading."""
MOST_PARTITIONS = 10_000
"""Of a topic of the center."""
TENANTS = AdminPath.of("tenants")
"""Its text is the place in `unread` where the list of the tenants failed."""
_RUNTIME = AdminPath.of("brokers", "configuration", "runtime")
_SCALABLE = TOPIC_ROUTES[SCALABLE]
_LISTS = {  # in turn of topics without partitions, and of those with some
    "persistent topics": ("persistent",),
    "partitioned persistent topics": ("persistent", "partitioned"),
    "non-persistent topics": ("non-persistent",),
    "partitioned non-persistent topics": ("non-persistent", "partitioned"),
    "scalable topics": (_SCALABLE,),
}
T = TypeVar("T")


@dataclass
class _Reading:
    """What was read so far, written by the reading thread alone."""

    tenants: list[ClusterTenant] = field(default_factory=list)
    namespaces: list[ClusterNamespace] = field(default_factory=list)
    topics: list[ClusterTopic] = field(default_factory=list)
    unread: list[UnreadPart] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)


def read(cluster: str, calls: ContentCalls, progress: Progress = lambda _what, _done, _of: None) -> ClusterContent:
    """What a cluster contains (its name at the center). Whatever fails is part of the result.

    Where the list of the tenants fails, or of what is in one, `unread` has a line and nothing says what is missing.
    """
    reading = _Reading()
    names = _ask_now(reading, str(TENANTS), lambda: calls.names(TENANTS)) or []
    tenants = [tenant for tenant in sorted(names) if _is_ours(reading, ResourceType.TENANT, tenant, tenant, None)]
    spaces = _read_tenants(reading, calls, tenants, progress)
    _read_topics(reading, calls, _read_namespaces(reading, calls, spaces, progress), progress)
    runtime = _ask_now(reading, str(_RUNTIME), lambda: calls.members(_RUNTIME)) or {}
    super_users, proxies = _role_set(reading, runtime, "superUserRoles"), _role_set(reading, runtime, "proxyRoles")
    return ClusterContent(
        cluster,
        tuple(reading.tenants),
        tuple(reading.namespaces),
        tuple(sorted(reading.topics, key=lambda topic: topic.name)),
        super_users,
        proxies,
        tuple(sorted(reading.unread, key=lambda line: (line.place, line.message))),
        tuple(sorted(reading.left_out)),
        wildcards=str(runtime.get("authorizationAllowWildcardsMatching")).lower() == "true",
    )


def _read_tenants(reading: _Reading, calls: ContentCalls, names: list[str], progress: Progress) -> list[str]:
    """Reads the tenants; returns the names of their namespaces."""
    spaces: list[str] = []

    def ask_tenant(name: str) -> Callable[[_Reading], None]:
        about = _try(name, lambda: cluster_content.tenant(name, calls.members(AdminPath.of_tenant(name))))
        inside = _try(name, lambda: calls.names(AdminPath.of("namespaces", name)))

        def keep(reading: _Reading) -> None:
            tenant = about(reading)
            if tenant is not None:
                reading.tenants.append(tenant)
                spaces.extend(inside(reading) or [])

        return keep

    _read_each(reading, calls, ask_tenant, names, "tenants", progress)
    return sorted(set(spaces))


def _read_namespaces(
    reading: _Reading, calls: ContentCalls, names: list[str], progress: Progress
) -> list["_ListedTopic"]:
    """Reads the namespaces; returns their topics."""
    topics: list[_ListedTopic] = []

    def ask_namespace(name: str) -> Callable[[_Reading], None]:
        about = _try(name, lambda: cluster_content.namespace(name, calls.members(AdminPath.of_namespace(name))))
        lists = [_try(f"{name} ({what})", partial(_topic_names, calls, name, *where)) for what, where in _LISTS.items()]
        may_have_policies = topic_policies.may_be_in(calls.get, name)

        def keep(reading: _Reading) -> None:
            namespace = about(reading)
            answers = [take(reading) for take in lists]
            if namespace is None:
                return
            reading.namespaces.append(namespace)
            plain, parted = ([name for names in answers[kind::2] for name in names or ()] for kind in (0, 1))
            topics.extend(_kept_topics(reading, name, plain, parted, may_have_policies))

        return keep

    ours = [namespace for namespace in names if _namespace_is_ours(reading, namespace)]
    _read_each(reading, calls, ask_namespace, ours, "namespaces", progress)
    return topics


@dataclass(frozen=True)
class _ListedTopic:
    name: str
    parted: bool
    may_have_policies: bool


def _kept_topics(
    reading: _Reading, namespace: str, plain_topics: list[str], partitioned_topics: list[str], policies: bool
) -> Iterable[_ListedTopic]:
    """The topics that the center can keep. Partitions of one that is not partitioned are names that it refuses."""
    partitioned, malformed = cluster_content.topics(partitioned_topics)
    for full in sorted(
        {*partitioned, *(topic for topic in plain_topics if ResourceName.of_topic(topic).name not in partitioned)}
    ):
        topic = ResourceName.of_topic(full)
        local = full.rsplit("/", 1)[-1]
        if topic.malformed or topic.namespace != namespace:
            malformed.append(full)
        elif is_system_topic(topic):
            reading.left_out.add(full)
        elif _is_ours(reading, ResourceType.TOPIC, full, local, topic.tenant):
            yield _ListedTopic(topic.name, full in partitioned, policies)
    reading.unread += [
        UnreadPart(name[:MAX_LENGTH], "This is no name of a topic in this namespace.", "no_topic_name")
        for name in malformed
    ]


def _read_topics(reading: _Reading, calls: ContentCalls, topics: list[_ListedTopic], progress: Progress) -> None:
    def ask_topic(topic: _ListedTopic) -> Callable[[_Reading], None]:
        count = _try(topic.name, lambda: _partitions(calls, topic.name) if topic.parted else 0)
        own_policies, untold = topic_policies.of_topic(calls, topic.name) if topic.may_have_policies else ({}, [])

        def keep(reading: _Reading) -> None:
            partitions = count(reading)
            reading.unread += untold
            if partitions is not None:
                reading.topics.append(ClusterTopic(topic.name, partitions, own_policies))

        return keep

    _read_each(reading, calls, ask_topic, topics, "topics", progress)


def _read_each(
    reading: _Reading,
    calls: ContentCalls,
    ask: Callable[[T], Callable[[_Reading], None]],
    items: list[T],
    noun: str,
    progress: Progress,
) -> None:
    done = 0

    def tell() -> None:
        nonlocal done
        done += 1
        progress(noun, done, len(items))

    progress(noun, 0, len(items))
    for keep in calls.each(ask, items, tell):
        keep(reading)


def _try(place: str, ask: Callable[[], T]) -> Callable[[_Reading], T | None]:
    """Asks now. The reading thread takes the answer later, or the line that says why there is none."""
    try:
        answer = ask()
    except (*FAILURES, ValueError) as error:
        line = UnreadPart(place, str(error), getattr(error, "code", "cluster_makes_no_sense"))
        return lambda into: into.unread.append(line)
    return lambda _: answer


def _ask_now(reading: _Reading, place: str, ask: Callable[[], T]) -> T | None:
    return _try(place, ask)(reading)


def _is_ours(reading: _Reading, kind: ResourceType, full_name: str, segment: str, tenant: str | None) -> bool:
    if SYSTEM_TENANT in (tenant, full_name):
        reading.left_out.add(full_name)
        return False
    refused = refusal(kind, segment, tenant)
    if refused is not None:
        reading.unread.append(UnreadPart(full_name[:MAX_LENGTH], refused, "name_refused"))
    return refused is None


def _namespace_is_ours(reading: _Reading, name: str) -> bool:
    tenant, _, part = name.partition("/")
    return _is_ours(reading, ResourceType.NAMESPACE, name, part, tenant)


def _topic_names(calls: ContentCalls, namespace: str, domain: str, *route: str) -> list[str]:
    path = AdminPath.of_namespace(namespace, domain)
    for part in route:
        path = path / part
    answer = calls.get(path.asking(includeSystemTopic="true"))
    if domain == _SCALABLE and answer.status == HTTPStatus.NOT_FOUND:
        return []  # a cluster before Pulsar 5.0
    return answer.require_success().names()


def _partitions(calls: ContentCalls, topic: str) -> int:
    count = calls.members(AdminPath.of_topic(topic) / "partitions").get("partitions")
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise ValueError("the cluster does not say how many partitions the topic has")
    if count > MOST_PARTITIONS:
        raise ValueError(f"the topic has more than {MOST_PARTITIONS} partitions, the most that the center keeps")
    return count


def _role_set(reading: _Reading, runtime: dict[str, Any], setting: str) -> frozenset[str]:
    text = runtime.get(setting)
    if isinstance(text, str):
        return cluster_content.java_set(text)
    if runtime:
        reading.unread.append(UnreadPart(setting, "The broker does not tell this setting.", "setting_not_told"))
    return frozenset()
