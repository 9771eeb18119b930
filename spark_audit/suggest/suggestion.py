"""A suggestion as it is published."""

import hashlib
import heapq
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from spark_audit.suggest.facts import Grant, Resources, Use
from spark_audit.suggest.networks import Networks
from spark_audit.suggest.place import Place
from spark_audit.suggest.prices import ACTIONS
from spark_audit.suggest.resource_paths import TOPIC_DEPTH, resource_of, tenant_of
from spark_audit.suggest.rights import Atom
from spark_audit.suggest.subscriptions import Names

UNUSED, REDUNDANT, NARROW = "remove_unused", "remove_redundant", "narrow"
_SHOWN = 20
_ALLOWED = 1


@dataclass(frozen=True)
class Suggestion:
    """`grant` is removed, `adds` are granted. `set_of`: the grants, with this one, that can be removed together."""

    kind: str
    grant: Grant
    adds: tuple[Atom, ...]
    set_of: frozenset[int]
    cost_before: float
    cost_after: float
    why: str

    @property
    def id(self) -> str:
        """Made from kind, grant and adds: the same in every run that suggests the same change."""
        return _digest(self.kind, [self.grant.id], [_id_parts(atom) for atom in self.adds])

    @property
    def set_id(self) -> str:
        """Equal for suggestions with an equal `set_of`."""
        return _digest("set", sorted(self.set_of), [])

    def row(self, until: date, uses: Sequence[Use], resources: Resources, finding_ids: Sequence[str]) -> dict[str, Any]:
        """A row of SUGGESTIONS. `uses`: those that the grant covered."""
        grant = self.grant
        clusters = {path[0] if path else None for path in grant.paths}
        return {
            "until": until, "id": self.id, "kind": self.kind, "role": grant.role, "role_name": grant.role_name,
            "tenant": tenant_of(grant.paths), "cluster": clusters.pop() if len(clusters) == 1 else None,
            "action": self._action(), "authorities": sorted(grant.authorities), "removes": [grant.id],
            "adds": self._added(), "set_id": self.set_id,
            "cost_before": round(self.cost_before, 6), "cost_after": round(self.cost_after, 6),
            "leaves_before": count_reached(grant.places, resources),
            "leaves_after": count_reached([atom.place for atom in self.adds], resources),
            "evidence": evidence(uses), "finding_ids": sorted(finding_ids), "why": self.why,
        }  # fmt: skip

    def _action(self) -> int | None:
        """The action of all its authorities; None if they differ, or one allows more than one action."""
        actions = {ACTIONS.get(authority % 100) for authority in self.grant.authorities}
        return actions.pop() if len(actions) == 1 else None

    def _added(self) -> list[dict[str, Any]]:
        found: dict[tuple[Place, Names], list[int]] = {}
        for authority, place, names, _ in self.adds:
            found.setdefault((place, names), []).append(authority)
        return [
            {"role": self.grant.role, "cluster": place.path[0] if place.path else "*", "type": len(place.path),
             "res": resource_of(place.path), "authorities": sorted(found[place, names]),
             "limits": _limits(place.prefix, names, self.grant.networks)}
            for place, names in sorted(found, key=lambda key: (key[0], key[1] or ()))
        ]  # fmt: skip


def _limits(prefix: str, names: Names, networks: Networks) -> dict[str, Any] | None:
    """Of an addition; None when it is not limited."""
    lists = {"subscriptions": names, "networks": networks}
    limits: dict[str, Any] = {"prefix": prefix or None}
    limits |= {name: None if texts is None else list(texts) for name, texts in lists.items()}
    return None if all(limit is None for limit in limits.values()) else limits


def _id_parts(atom: Atom) -> tuple[object, ...]:
    """For the id; limits only where there are any, so that the id of what has none stays what it was."""
    limits = _limits(atom.place.prefix, atom.subscriptions, atom.networks)
    if limits and limits["networks"] is None:
        del limits["networks"]
    return (atom.authority, resource_of(atom.place.path), *([limits] if limits else []))


def count_reached(places: Iterable[Place], resources: Resources) -> int:
    """How many existing topics the places reach together, each counted once."""
    widest: list[Place] = []
    for place in sorted(set(places), key=lambda place: (len(place.path), len(place.prefix))):
        if not any(above.holds(place) for above in widest):
            widest.append(place)
    return sum(resources.leaves(place, TOPIC_DEPTH) for place in widest)


def evidence(uses: Sequence[Use]) -> list[dict[str, Any]]:
    """Rows of EVIDENCE: the newest uses from events, without those derived for main accounts."""
    newest = heapq.nsmallest(
        _SHOWN,
        (use for use in uses if use.seen is None),
        key=lambda use: (-use.last, use.user, use.path, use.op),
    )
    return [
        {"date": datetime.fromtimestamp(use.last / 1000, UTC).date(), "user": use.user, "cred": None, "ip": None,
         "action": use.action, "resource": resource_of(use.path), "decision": _ALLOWED, "n": use.n,
         "first": use.first, "last": use.last}
        for use in newest
    ]  # fmt: skip


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]
