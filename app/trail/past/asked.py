"""What the center may have asked for before somebody changed something: rights, and the places where they count."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.trail.past.clusters import tenant_of
from app.trail.past.replay import Change, Content

_CREATE, _DELETE, _ADMINISTER = 0, 1, 4
"""Which right an authority is: its number without the hundreds, which say the level."""
RESOURCES = ("cluster", "tenant", "namespace", "topic")
_OF_CENTER = ("user", "role", "group", "registration", "key", "audit_run", "audit_result")
"""What administrators of the center change. Changes of one's own account need no right."""
_OF_CLUSTER = ("cluster_credential", "broker", "token")
"""What administrators of one cluster change as well: of tokens those of its brokers."""
ENTITIES = ("grant", *RESOURCES, *_OF_CENTER, *_OF_CLUSTER, "access_request", "remediation", "opt_out")
_MEMBERSHIPS = ("join", "leave")
"""What only administrators change, also of themselves."""
_DECIDED = ("approve", "first_approval", "refuse")
"""Who asks, withdraws or passes on does it for itself or its sub-accounts."""
ROOT, CLUSTER = "*", ""
"""Places of grants on everything, and of those on some cluster: whichever it is, it may have been the one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One of these rights, at one of these places."""

    rights: frozenset[int]
    places: Sequence[str]


def find_asked(change: Change, actor: str, grants: Mapping[int, Content], parts: Iterable[Content]) -> list[Asked]:
    """What may have been asked of the actor. `grants`: as they stand, by id; `parts`: of a remediation."""
    content = change.after or change.before
    if _is_own(change, content, actor):
        return []
    if change.entity in RESOURCES:
        return [Asked(frozenset((_CREATE, _DELETE, _ADMINISTER)), _above(change.entity, change.key))]
    if change.entity == "grant":
        return [_over(content, change.after.get("authorities", ()))]  # one gives what one holds
    if change.entity == "access_request":
        return _to_decide(change.verb, content)
    if change.entity == "remediation":
        # What goes must be possible to give again.
        return [_over(one, one["authorities"]) for part in parts for one in json.loads(part["removes"])]
    if change.entity == "opt_out" and (grant := content["grant_id"]) is not None:
        return [_over(grants[grant])] if grant in grants else []
    return [Asked(frozenset((_ADMINISTER,)), (CLUSTER, ROOT) if change.entity in _OF_CLUSTER else (ROOT,))]


def _to_decide(verb: str, request: Content) -> list[Asked]:
    """Whoever approves first must hold what it passes on; who asks, withdraws or passes on needs nothing."""
    if verb not in _DECIDED:
        return []
    passed_on = request["authorities"].split(",") if verb == "first_approval" else ()
    return [_over(request, map(int, passed_on))]


def place(kind: int, name: str) -> str:
    """Where a grant counts."""
    return (ROOT, CLUSTER)[kind] if kind < len((ROOT, CLUSTER)) else name


def _is_own(change: Change, content: Content, actor: str) -> bool:
    if change.entity == "token":
        return bool(content.get("user") == actor)
    return change.entity == "user" and change.verb not in _MEMBERSHIPS and change.key == actor


def _over(content: Content, authorities: Iterable[int] = ()) -> Asked:
    """Administering where something is granted or to be granted, and having it oneself."""
    kind = ("root", *RESOURCES)[content["res_type"]]
    return Asked(frozenset((_ADMINISTER, *(one % 100 for one in authorities))), _above(kind, content["resource"]))


def _above(kind: str, name: str) -> list[str]:
    """The places of a resource and of everything above it."""
    if kind == "root":
        return [ROOT]
    if kind == "cluster":
        return [CLUSTER, ROOT]
    tenant = tenant_of(name)
    namespace = "/".join(name.rpartition("://")[2].split("/")[:2])
    return list(dict.fromkeys((name, namespace, tenant, CLUSTER, ROOT)))
