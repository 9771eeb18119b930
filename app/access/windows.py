"""Windows of time: which of two holds the other, and until when somebody holds an authority without a gap. Pure.

Times are epoch milliseconds; a window begins at its first moment and ends just before its second, None means for ever.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from app.access.decision import holds_authority
from app.access.rights import Snapshot
from app.pulsar.names import ResourceName

_MOST = 20_000
"""Answers that are kept with some rights."""


class Window(NamedTuple):
    """From `start` until just before `end`."""

    start: int
    end: int | None = None

    def covers(self, other: Window) -> bool:
        """True when the other lies inside."""
        return self.start <= other.start and (self.end is None or (other.end is not None and other.end <= self.end))

    def contains(self, moment: int) -> bool:
        """True inside the window."""
        return self.start <= moment and (self.end is None or moment < self.end)


class Bounded(Protocol):
    """A grant, wherever it comes from."""

    @property
    def valid_from(self) -> int | None:
        """None: since ever."""

    @property
    def valid_until(self) -> int | None:
        """None: for ever."""


def of(given: Bounded, now: int = 0) -> Window:
    """What is left of a grant's window from `now` on."""
    return Window(max(given.valid_from or 0, now), given.valid_until)


class Edges:
    """When windows open or close: between two such moments the same grants are in force."""

    def __init__(self, grants: Iterable[Bounded]) -> None:
        self._moments = sorted(
            {edge for one in grants for edge in (one.valid_from, one.valid_until) if edge is not None}
        )

    def around(self, moment: int) -> Window:
        """From the last edge until the next one."""
        after = bisect_right(self._moments, moment)
        start = self._moments[after - 1] if after else 0
        return Window(start, self._moments[after] if after < len(self._moments) else None)


def overlap(one: Window, other: Window) -> bool:
    """True when some moment lies in both."""
    start = max(one.start, other.start)
    return one.contains(start) and other.contains(start)


def first_gap(
    snapshot: Snapshot, principal: str, authority_id: int, resource: ResourceName, wanted: Window
) -> int | None:
    """The first moment of `wanted` at which the principal does not hold the authority on the resource; None: never.

    What somebody holds changes only where one of its grants begins or ends, so it is asked once between two of those
    moments, however many windows are looked at: who gives a thousand grants may hold by many windows itself.
    """
    moments: list[int] | None = snapshot.judged.get((principal, resource))
    if moments is None:
        if len(snapshot.judged) > _MOST:
            snapshot.judged.clear()
        moments = snapshot.judged[principal, resource] = sorted({0, *_edges(snapshot, principal, resource)})
    for moment in moments[bisect_right(moments, wanted.start) - 1 :]:
        if wanted.end is not None and wanted.end <= moment:
            break
        if not _holds(snapshot, principal, authority_id, resource, moment):
            return max(moment, wanted.start)
    return None


def _holds(snapshot: Snapshot, principal: str, authority_id: int, resource: ResourceName, moment: int) -> bool:
    key = principal, authority_id, resource, moment
    found: bool | None = snapshot.judged.get(key)
    if found is None:
        found = snapshot.judged[key] = holds_authority(snapshot, principal, authority_id, resource, now=moment)
    return found


def _edges(snapshot: Snapshot, principal: str, resource: ResourceName) -> Iterator[int]:
    """Where a grant of the principal, or of its main account, begins or ends here or above."""
    person = snapshot.users.get(principal)
    main = snapshot.users.get(person.main or "") if person else None
    roles = {role for one in (person, main) if one is not None for role in one.roles}
    places = [(int(place.type), place.name) for place in (resource, *resource.ancestors(snapshot.cluster))]
    for role in roles:
        held = snapshot.by_role.get(role, {})
        for place in places:
            for grant, _ in held.get(place, ()):
                yield from (edge for edge in (grant.valid_from, grant.valid_until) if edge is not None)
