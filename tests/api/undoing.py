"""Shorthand for tests of undoing: the entries, the undoing, and the rights as a broker of the cluster reads them."""

from dataclasses import dataclass
from typing import Any

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.grants.models import Grant
from app.identity.models import User
from app.resources.models import Cluster
from app.rights import snapshots
from app.rights.granting.undoing import is_undoable
from tests.center import Center

UNDO = "/api/v1/trail/undo"


@dataclass
class Log:
    """The audit log of a center."""

    center: Center

    def newest(self, action: str) -> int:
        """The number of the newest entry of this kind."""
        return self.center.read(trail.entries, limit=100_000, action=action)[-1].id

    def since(self, number: int) -> list[str]:
        """The actions after an entry."""
        return [entry.action for entry in self.center.read(trail.entries, limit=100_000) if entry.id > number]

    def undoable(self, number: int) -> dict[int, str]:
        """Number → action of the entries after this one that can be undone."""
        entries = self.center.read(trail.entries, limit=100_000)
        return {entry.id: entry.action for entry in entries if entry.id > number and is_undoable(entry)}

    def last(self) -> int:
        """The number of the newest entry of all."""
        return self.center.read(trail.entries, limit=100_000)[-1].id


def undo(client: httpx.Client, *entries: int, **how: str) -> httpx.Response:
    """POST /trail/undo."""
    return client.post(UNDO, json={"entries": list(entries)}, params=how)


def rights(center: Center) -> Any:
    """What every cluster decides with, who may revoke it, and the groups. A grant that is given again has a new id."""
    return center.read(_rights)


def _rights(session: Session) -> Any:
    on_clusters = {}
    for cluster in [None, *session.scalars(select(Cluster.id))]:
        snapshot = snapshots.snapshot_of(session, cluster)
        on_clusters[cluster] = dict(snapshot.users), sorted(repr(_content(grant)) for grant in snapshot.grants.values())
    rows = session.execute(select(Grant.role_id, Grant.res_type, Grant.res_id, Grant.authorities, Grant.granted_by_id,
        Grant.granted_by, Grant.remark, Grant.networks))  # fmt: skip
    return (
        on_clusters,
        sorted(map(repr, rows)),
        session.execute(select(User.id, User.service_group).order_by(User.id)).all(),
    )


def _content(grant: Any) -> tuple[Any, ...]:
    return (
        grant.role, grant.type, grant.name, grant.authorities, grant.valid_from, grant.valid_until, grant.limits,
    )  # fmt: skip
