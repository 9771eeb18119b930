"""Windows of time: whether one covers another, and how long somebody holds an authority without a gap. Pure.

Times are epoch milliseconds. A window includes its start and excludes its end; an end of None means it never ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from app.access.decision import holds_authority
from app.access.limits import Limits
from app.access.names import ResourceName
from app.access.network_limits import ANYWHERE, Address
from app.access.rights_snapshot import Snapshot

_MOST = 20_000
"""Cached answers per snapshot."""


class Window(NamedTuple):
    """From `start` until just before `end`."""

    start: int
    end: int | None = None

    def covers(self, other: Window) -> bool:
        """True when the other window lies inside this one."""
        return self.start <= other.start and (self.end is None or (other.end is not None and other.end <= self.end))

    def contains(self, moment: int) -> bool:
        """True inside the window."""
        return self.start <= moment and (self.end is None or moment < self.end)


class HasWindow(Protocol):
    """A grant of any kind."""

    @property
    def valid_from(self) -> int | None:
        """None: it has no begin."""

    @property
    def valid_until(self) -> int | None:
        """None: it has no end."""


def window_of(grant: HasWindow, now: int = 0) -> Window:
    """The part of a grant's window that is left from `now` on."""
    return Window(max(grant.valid_from or 0, now), grant.valid_until)


class Edges:
    """The moments at which windows begin or end. Between two of them the same grants are in force."""

    def __init__(self, grants: Iterable[HasWindow]) -> None:
        self._moments = sorted(
            {edge for grant in grants for edge in (grant.valid_from, grant.valid_until) if edge is not None}
        )

    def around(self, moment: int) -> Window:
        """The window from the last such moment until the next one."""
        after = bisect_right(self._moments, moment)
        start = self._moments[after - 1] if after else 0
        return Window(start, self._moments[after] if after < len(self._moments) else None)


def overlap(window: Window, other: Window) -> bool:
    """True when some moment lies in both."""
    start = max(window.start, other.start)
    return window.contains(start) and other.contains(start)


def first_gap(
    snapshot: Snapshot,
    principal: str,
    authority_id: int,
    resource: ResourceName,
    window: Window,
    limits: Limits | None = None,
    address: Address = ANYWHERE,
) -> int | None:
    """The first moment of `window` at which the principal does not hold the authority on the resource, within the
    limits, by grants that count at the address; None: never.

    It can change only when one of the principal's grants begins or ends, so the decision is made once between two such
    moments and cached. Somebody who gives a thousand grants may hold many windows.
    """
    moments: list[int] | None = snapshot.judged.get((principal, resource))
    if moments is None:
        if len(snapshot.judged) > _MOST:
            snapshot.judged.clear()
        moments = snapshot.judged[principal, resource] = sorted({0, *_edges(snapshot, principal, resource)})
    for moment in moments[bisect_right(moments, window.start) - 1 :]:
        if window.end is not None and window.end <= moment:
            break
        if not _holds(snapshot, principal, authority_id, resource, moment, limits, address):
            return max(moment, window.start)
    return None


def _holds(
    snapshot: Snapshot,
    principal: str,
    authority_id: int,
    resource: ResourceName,
    moment: int,
    limits: Limits | None,
    address: Address,
) -> bool:
    """`holds_authority`, asked only once of each snapshot."""
    key = principal, authority_id, resource, moment, limits, address
    found: bool | None = snapshot.judged.get(key)
    if found is None:
        found = snapshot.judged[key] = holds_authority(snapshot, *key)
    return found


def _edges(snapshot: Snapshot, principal: str, resource: ResourceName) -> Iterator[int]:
    """When a grant of the principal or its main account begins or ends, on the resource or above it."""
    person = snapshot.users.get(principal)
    main = snapshot.users.get(person.main or "") if person else None
    roles = {role for account in (person, main) if account is not None for role in account.roles}
    places = [(int(place.type), place.name) for place in (resource, *resource.ancestors(snapshot.cluster))]
    for role in roles:
        of_role = snapshot.by_role.get(role, {})
        for place in places:
            for grant, _ in of_role.get(place, ()):
                yield from (edge for edge in (grant.valid_from, grant.valid_until) if edge is not None)
