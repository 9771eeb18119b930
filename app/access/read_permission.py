"""Who may read what is recorded about a place: who administers it, and who audits it. Changing asks for administering
alone. Pure."""

from __future__ import annotations

from functools import cache

from app.access.decision import holds_authority
from app.access.limits import Limits
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot
from app.access.vocabulary import AUTHORITIES, Right, giving, over

DECIDING = frozenset((Right.ADMINISTER,))
"""The rights by which somebody decides about a place."""
READING = DECIDING | {Right.AUDIT}
"""The rights by which somebody reads what is recorded about a place."""


def may_read(snapshot: Snapshot, principal: str, place: ResourceName, now: int, limits: Limits | None = None) -> bool:
    """True when the principal may read what is recorded about this place: grants, changes, findings, use. The decision
    answers `center:AUDIT_…` alike, but for system topics. `limits`: the address that it reads from, as a network."""
    numbers = [over(right, place.type) for right in READING]
    return any(holds_authority(snapshot, principal, number, place, now, limits, served=True) for number in numbers)


@cache
def giving_on(place_type: ResourceType, rights: frozenset[Right], kind: ResourceType) -> frozenset[int]:
    """The authorities that, held on a place of type `place_type`, give one of the rights over places of type `kind`
    there: on itself or below."""
    authorities = frozenset[int]().union(*(giving(right, max(kind.level, 0)) for right in rights))
    return frozenset(number for number in authorities if AUTHORITIES[number].may_be_held_on(place_type))
