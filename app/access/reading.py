"""Who may read what is recorded about a place: who administers it, and who audits it. Changing asks for administering
alone. Pure."""

from __future__ import annotations

from app.access.decision import holds_authority
from app.access.rights import Snapshot
from app.access.vocabulary import SUPER_USER, Authority, Right, administering
from app.pulsar.names import ResourceName, ResourceType

DECIDING = frozenset((Right.ADMINISTER,))
"""The rights by which somebody decides about a place."""
AUDITING = frozenset((Right.AUDIT,))
READING = DECIDING | AUDITING
"""The rights by which somebody reads what is recorded about a place."""


def auditing(kind: ResourceType) -> int:
    """The authority to audit places of this type: 7, 107, 207 or 307."""
    return max(kind.level, 0) * 100 + Right.AUDIT


def may_read(snapshot: Snapshot, principal: str, place: ResourceName, now: int) -> bool:
    """True when the principal may read what is recorded about this place: grants, changes, findings, use. The decision
    answers `center:AUDIT_…` alike, but for system topics."""
    numbers = administering(place.type), auditing(place.type)
    return any(holds_authority(snapshot, principal, number, place, now) for number in numbers)


def is_one_of(authority: Authority, rights: frozenset[Right]) -> bool:
    """True when the authority gives one of the rights over its level."""
    return authority.right in rights or authority.id == SUPER_USER
