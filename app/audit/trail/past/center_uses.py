"""How often grants were used at the center itself, by day. Brokers' events do not contain that (decision 0043).

It is derived from the audit log: whoever changed something used the rights that it held at that moment. Reading is not
in the audit log and does not count.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from app.audit.trail.past.checked_rights import ENTITIES, RESOURCES, find_checked_rights, place
from app.audit.trail.past.clusters import PastClusters
from app.audit.trail.past.grants import PastHoldings
from app.audit.trail.past.replay import Content, Line, TrailChange, revisions

_PULSAR_ADMIN = re.compile(r"pulsar-admin \((.*)\)")
"""The actor in the audit log when rights were changed through a broker."""


def lines(session: Session, until: int) -> Iterator[Line]:
    """Lines `grant, date, n, first, last` (epoch ms) up to a revision, by grant and date: the changes that the grant
    allowed, or may have allowed.

    A change that needs several rights, or that several grants allow, counts for each of these grants.
    """
    holdings, found = _Holdings(PastHoldings(PastClusters.known_to(session))), dict[tuple[int, str], list[int]]()
    for moment, changes in revisions(session, ENTITIES, until):
        date = str(datetime.fromtimestamp(moment.time / 1000, UTC).date())
        for grant in sorted({grant for change in _requested_changes(changes) for grant in holdings.used_by(change)}):
            use = found.setdefault((grant, date), [0, moment.time, moment.time])
            use[0], use[1], use[2] = use[0] + 1, min(use[1], moment.time), max(use[2], moment.time)
        for change in changes:
            holdings.take_in(change)
    for (grant, date), (n, first, last) in sorted(found.items()):
        yield {"grant": grant, "date": date, "n": n, "first": first, "last": last}


@dataclass
class _Holdings:
    """Who holds which grants on which places, while the audit log is replayed."""

    past: PastHoldings
    roles_of: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    mains: dict[str, str | None] = field(default_factory=dict)
    at: defaultdict[tuple[int, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """(role id, place) → ids of all grants ever made there."""
    parts: dict[str, Sequence[Content]] = field(default_factory=dict)
    """Remediation key → its parts."""

    def take_in(self, change: TrailChange) -> None:
        """Follow one change."""
        content = change.after or change.before
        if change.entity == "user" and "role_id" in content:
            roles = self.roles_of[change.key]
            (roles.add if change.after else roles.discard)(content["role_id"])
        elif change.entity == "user":
            self.mains[change.key] = content.get("main", self.mains.get(change.key))
        elif change.entity == "grant":
            self.at[content["role_id"], place(content["res_type"], content["resource"])].add(int(change.key))
        elif change.entity == "remediation" and "parts" in content:
            self.parts[change.key] = content["parts"]
        if change.entity in self.past.entities:
            self.past.take_in(change)

    def used_by(self, change: TrailChange) -> set[int]:
        """The grants that may have allowed the actor to make the change."""
        actor = _PULSAR_ADMIN.sub(r"\1", change.actor)
        # A sub-account may do only what its main account may, too.
        people = (actor, self.mains.get(actor))
        roles = {role for username in people if username for role in self.roles_of.get(username, ())}
        if not roles:
            return set()  # also for entries by the center itself, whose contents may be shorter
        parts = change.after.get("parts") or self.parts.get(change.key, ())
        return {
            grant
            for rights in find_checked_rights(change, actor, self.past.grants, parts)
            for role in roles
            for place_key in rights.places
            for grant in self.at.get((role, place_key), ())
            if rights.rights & self._rights(grant)
        }

    def _rights(self, number: int) -> set[int]:
        standing = self.past.grants.get(number)
        return set() if standing is None else {authority % 100 for authority in standing["authorities"]}


def _requested_changes(changes: list[TrailChange]) -> list[TrailChange]:
    """All changes except the grants that the creator of a resource gets with it."""
    created = {change.key for change in changes if change.entity in RESOURCES and change.verb == "create"}
    return [change for change in changes if change.entity != "grant" or change.after.get("resource") not in created]
