"""Which rights, at which places, the center may have checked before it allowed a change."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.access.subscription_rules import namespace_of
from app.audit.trail.past.clusters import tenant_of
from app.audit.trail.past.replay import Content, TrailChange

_CREATE, _DELETE, _ADMINISTER = 0, 1, 4
"""The right of an authority is its number modulo 100; the hundreds are its level."""
RESOURCES = ("cluster", "tenant", "namespace", "topic")
_OF_CENTER = ("user", "role", "group", "registration", "key", "audit_run", "audit_result")
"""Entities that administrators of the center change. Users change their own account without a right."""
_OF_CLUSTER = ("cluster_credential", "broker", "token")
"""Entities that administrators of one cluster may change too; among tokens only those of its brokers."""
_OTHERS = ("grant", "subscription_rule", "access_request", "remediation", "opt_out")
ENTITIES = (*_OTHERS, *RESOURCES, *_OF_CENTER, *_OF_CLUSTER)
_MEMBERSHIPS = ("join", "leave")
"""Verbs on users that need a right even for one's own account."""
_DECIDED = ("approve", "first_approval", "refuse")
"""Decisions on a request. To request, withdraw or pass on needs no right, as it is for oneself or a sub-account."""
ROOT, CLUSTER = "*", ""
"""Places of grants on the root, and of grants on any cluster: the entry does not tell which cluster counted."""


@dataclass(frozen=True, slots=True)
class CheckedRights:
    """The center checked one of these rights at one of these places."""

    rights: frozenset[int]
    places: Sequence[str]


def find_checked_rights(
    change: TrailChange, actor: str, grants: Mapping[int, Content], parts: Iterable[Content]
) -> list[CheckedRights]:
    """The rights that the center may have checked. `grants`: current ones by id; `parts`: of a remediation."""
    content = change.after or change.before
    if _is_own(change, content, actor):
        return []
    if change.entity in RESOURCES:
        return [CheckedRights(frozenset((_CREATE, _DELETE, _ADMINISTER)), _above(change.entity, change.key))]
    if change.entity == "subscription_rule":
        return [CheckedRights(frozenset((_ADMINISTER,)), _above("namespace", namespace_of(change.key)))]
    if change.entity == "grant":
        return [_over_grant(content, change.after.get("authorities", ()))]  # a giver must hold what it gives
    if change.entity == "access_request":
        return _to_decide(change.verb, content)
    if change.entity == "remediation":
        # The planner must be able to give the removed grants again.
        return [_over_grant(grant, grant["authorities"]) for part in parts for grant in json.loads(part["removes"])]
    if change.entity == "opt_out" and (grant := content["grant_id"]) is not None:
        return [_over_grant(grants[grant])] if grant in grants else []
    return [CheckedRights(frozenset((_ADMINISTER,)), (CLUSTER, ROOT) if change.entity in _OF_CLUSTER else (ROOT,))]


def _to_decide(verb: str, request: Content) -> list[CheckedRights]:
    """The first to approve must hold the requested authorities; to request, withdraw or pass on needs nothing."""
    if verb not in _DECIDED:
        return []
    passed_on = request["authorities"].split(",") if verb == "first_approval" else ()
    return [_over_grant(request, map(int, passed_on))]


def place(kind: int, name: str) -> str:
    """The place under which a grant is filed: all grants on clusters under one."""
    return (ROOT, CLUSTER)[kind] if kind < len((ROOT, CLUSTER)) else name


def _is_own(change: TrailChange, content: Content, actor: str) -> bool:
    if change.entity == "token":
        return bool(content.get("user") == actor)
    return change.entity == "user" and change.verb not in _MEMBERSHIPS and change.key == actor


def _over_grant(content: Content, authorities: Iterable[int] = ()) -> CheckedRights:
    """Administering the place of a grant, or holding the granted rights there."""
    kind = ("root", *RESOURCES)[content["res_type"]]
    return CheckedRights(
        frozenset((_ADMINISTER, *(number % 100 for number in authorities))), _above(kind, content["resource"])
    )


def _above(kind: str, name: str) -> list[str]:
    """The places of a resource and of everything above it."""
    if kind == "root":
        return [ROOT]
    if kind == "cluster":
        return [CLUSTER, ROOT]
    tenant = tenant_of(name)
    namespace = "/".join(name.rpartition("://")[2].split("/")[:2])
    return list(dict.fromkeys((name, namespace, tenant, CLUSTER, ROOT)))
