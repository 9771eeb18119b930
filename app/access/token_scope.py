"""What a narrowed token may be used for: a part of what its user holds (decision 0085). Pure; the twin of the plugin's
`TokenScope`.

The token says it in the claim `authorization_details` (RFC 9396), one entry for each place. An entry is read as a
grant, so what is not understood covers nothing, and a token whose entries all say nothing may be used for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.access import decision, rights_snapshot
from app.access.decision import Decision, DecisionOptions, Reason
from app.access.limits import Limits
from app.access.names import ResourceName, ResourceType
from app.access.network_limits import Address
from app.access.rights_snapshot import Snapshot

CLAIM = "authorization_details"
TYPE = "pulsar_rights"
_NAMES = frozenset(("type", "place", "identifier", "authorities", "locations", "prefix", "subscriptions"))
_PLACES = {kind.name.lower(): int(kind) for kind in ResourceType}
_ROLE = 1
_LARGEST = 1_000_000
"""Above all numbers of authorities, and small enough for every reader."""


@dataclass(frozen=True, slots=True)
class ScopePart:
    """Authorities on one place, on these clusters (None: on all that its user works on)."""

    type: int
    name: str
    authorities: tuple[int, ...]
    clusters: tuple[str, ...] | None = None
    limits: Limits | None = None

    def to_json(self) -> dict[str, Any]:
        """The entry of the claim."""
        return {
            "type": TYPE,
            "place": ResourceType(self.type).name.lower(),
            "identifier": self.name,
            "authorities": list(self.authorities),
            **({} if self.clusters is None else {"locations": list(self.clusters)}),
            **({} if self.limits is None else self.limits.to_json()),
        }


@dataclass(frozen=True, slots=True)
class TokenScope:
    """All entries that are understood; without any the token may be used for nothing."""

    parts: tuple[ScopePart, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """The claim."""
        return [part.to_json() for part in self.parts]

    def as_rights(self, principal: str, snapshot: Snapshot) -> Snapshot:
        """The rights of somebody who holds only what the token may be used for; all else as in `snapshot`."""
        parts = [part for part in self.parts if part.clusters is None or snapshot.cluster in part.clusters]
        grants = [
            rights_snapshot.Grant(number, _ROLE, part.type, part.name, part.authorities, limits=part.limits)
            for number, part in enumerate(parts, 1)
        ]
        return Snapshot(
            cluster=snapshot.cluster,
            revision=0,
            users={**snapshot.users, principal: rights_snapshot.UserRights(principal, roles=(_ROLE,))},
            grants={grant.id: grant for grant in grants},
            invalid=snapshot.invalid,
            keys={},
            revoked={},
        )


def read(claim: object) -> TokenScope:
    """The scope that a claim says."""
    entries = claim if isinstance(claim, list) else ()
    return TokenScope(tuple(part for part in map(_part, entries) if part is not None))


def decide(
    snapshot: Snapshot,
    scope: TokenScope | None,
    principal: str | None,
    question: str,
    resource: ResourceName,
    *,
    subscription: str | None = None,
    now: int,
    options: DecisionOptions | None = None,
    address: Address = None,
) -> Decision:
    """The decision on a question that is asked with a token of this scope; None: it is not narrowed. The user must be
    allowed it and the token must cover it, so the token loses what its user loses."""
    answer = decision.decide(
        snapshot, principal, question, resource, subscription=subscription, now=now, options=options, address=address
    )
    if scope is None or not answer.allowed or principal is None:
        return answer
    token_rights = scope.as_rights(principal, snapshot)
    covered = decision.decide(
        token_rights, principal, question, resource, subscription=subscription, now=now, options=options
    ).allowed
    return answer if covered else Decision(False, Reason.TOKEN_SCOPE)


def _part(entry: object) -> ScopePart | None:
    """None for an entry that is not understood, or says nothing."""
    if not isinstance(entry, Mapping) or not _NAMES.issuperset(entry) or entry.get("type") != TYPE:
        return None
    place, name = entry.get("place"), entry.get("identifier")
    numbers, clusters = entry.get("authorities"), entry.get("locations")
    names, prefix = entry.get("subscriptions"), entry.get("prefix")
    if not isinstance(place, str) or place not in _PLACES or not isinstance(name, str):
        return None
    if not isinstance(numbers, list) or not all(type(number) is int and 0 <= number <= _LARGEST for number in numbers):
        return None
    if not _texts(entry, "locations") or not _texts(entry, "subscriptions"):
        return None
    if "prefix" in entry and not isinstance(prefix, str):
        return None
    limits = Limits(prefix, None if names is None else tuple(names))
    part = ScopePart(_PLACES[place], name, tuple(numbers), None if clusters is None else tuple(clusters))
    if limits == Limits():
        return part
    return None if limits.meaningless else replace(part, limits=limits)


def _texts(entry: Mapping[str, object], field: str) -> bool:
    """True without the field, and for a list of texts."""
    texts = entry.get(field, [])
    return isinstance(texts, list) and all(isinstance(text, str) for text in texts)
