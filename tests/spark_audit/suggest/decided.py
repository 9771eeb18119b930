"""The center's own decision on hand-made grants."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from app.access import decision, rights_snapshot
from app.access.limits import UNLIMITED, Limits
from app.access.names import ResourceName, ResourceType
from app.access.network_limits import Address
from app.access.vocabulary import QUESTIONS
from spark_audit.suggest.facts import Grant
from spark_audit.suggest.resource_paths import Path, resource_of

CLUSTER = "eu"
_NOW = 9_000


def snapshot(grants: Iterable[Grant], mains: Mapping[str, str]) -> rights_snapshot.Snapshot:
    """A snapshot of the cluster's rights. Main and sub-accounts are users even without a grant."""
    standing = {grant.id: grant for grant in grants}
    names = {*mains, *mains.values(), *(user for grant in standing.values() for user in grant.users)}
    roles = {user: tuple({grant.role for grant in standing.values() if user in grant.users}) for user in names}
    users = {user: rights_snapshot.UserRights(user, main=mains.get(user), roles=roles[user]) for user in names}
    held = {number: _granted(grant) for number, grant in standing.items()}
    return rights_snapshot.Snapshot(CLUSTER, 1, users, held, frozenset(), {}, {})


def decided(
    standing: rights_snapshot.Snapshot,
    user: str,
    op: str,
    path: Path,
    subscription: str | None = None,
    address: Address = None,
) -> decision.Decision:
    """The decision on an operation named as in events. Its subscription, if any, is the user's own by default."""
    question = _question(op, ResourceType(len(path)))
    name = subscription or f"{user}-x"
    return decision.decide(standing, user, question, named(path), subscription=name, now=_NOW, address=address)


def named(path: Path) -> ResourceName:
    """The resource in the center's form."""
    kind, name = ResourceType(len(path)), resource_of(path)
    name = name if kind <= ResourceType.CLUSTER else name.partition("/")[2]
    whole = name if kind < ResourceType.TOPIC or "://" in name else f"persistent://{name}"
    return ResourceName.of(kind, whole)


def _question(op: str, kind: ResourceType) -> str:
    policy = "namespacePolicy" if kind == ResourceType.NAMESPACE else "topicPolicy"
    called = {f"{policy}:{op.rpartition('_')[2]}"} if op.startswith("TTL_") else set()
    return next(name for name, question in QUESTIONS.items()
                if kind in question.asked_on and (name.partition(":")[2] == op or name in called))  # fmt: skip


def _granted(grant: Grant) -> rights_snapshot.Grant:
    (place,) = grant.paths
    limits = Limits(grant.prefix or None, grant.subscriptions, grant.networks)
    granted = rights_snapshot.Grant(grant.id, grant.role, len(place), named(place).name, grant.authorities)
    return granted if limits == UNLIMITED else replace(granted, limits=limits)
