"""All rights that one cluster may know, at one revision (`docs/broker-protocol.md`)."""

import json
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app.access import rights_snapshot
from app.audit.trail import epochs, subjects, trail
from app.audit.trail.epochs import MemorySession
from app.audit.trail.subjects import Subject
from app.platform.clock import now_ms
from app.platform.errors import existing
from app.resources.models import Cluster
from app.rights import ruled_namespaces, snapshot_records

NO_CLUSTER = "*"
"""Name of the snapshot with only the grants on the root. No cluster can have this name."""


def document(session: Session, cluster_id: int, now: int | None = None) -> dict[str, Any]:
    """The whole snapshot of a cluster as JSON values. Raises NotFound. `session` must read one consistent state."""
    state = {"revision": trail.current_revision(session)}
    return {
        **_head(session, cluster_id, state, now_ms() if now is None else now),
        "users": snapshot_records.users(session),
        "grants": snapshot_records.grants(session, cluster_id),
    }


def _head(session: Session, cluster_id: int, state: dict[str, Any], now: int) -> dict[str, Any]:
    """All of the snapshot but users and grants. `state`: what says as of when it is."""
    name, ruled = cluster_name(session, cluster_id), ruled_namespaces.records(session, cluster_id)
    return {
        "format": rights_snapshot.RULED_FORMAT if ruled else rights_snapshot.FORMAT,
        "cluster": name,
        **state,
        "keys": snapshot_records.keys(session),
        "revoked": snapshot_records.revoked_tokens(session, now),
        "invalid": snapshot_records.invalid(session, cluster_id),
        **({"subscription_rules": ruled} if ruled else {}),
    }


def is_readable(session: Session, cluster_id: int, reads: int) -> bool:
    """True when a reader of formats up to `reads` can read the cluster's snapshot. Costs nothing if it reads all."""
    return reads >= rights_snapshot.RULED_FORMAT or not ruled_namespaces.is_any(session, cluster_id)


def write_parts(session: Session, cluster_id: int, newest: epochs.StateVersion) -> Iterator[str]:
    """The snapshot as JSON text with `epoch` and `mark`, in parts of some 100 KB.

    There may be millions of grants and users; they are never all in memory. `newest`: epoch, revision and mark of the
    state that `session` reads. Raises NotFound.
    """
    state = {"epoch": newest.epoch, "revision": newest.revision, "mark": newest.mark}
    yield _json(_head(session, cluster_id, state, now_ms()))[:-1] + ',"users":['
    yield from _parts(map(_json, snapshot_records.each_user(session)))
    yield '],"grants":['
    yield from _parts(snapshot_records.grant_texts(session, cluster_id))
    yield "]}"


_PART = 1000


def _parts(texts: Iterable[str]) -> Iterator[str]:
    """The texts with commas between them, joined into parts of `_PART`."""
    waiting: list[str] = []
    continued = False
    for text in texts:
        waiting.append(text)
        if len(waiting) == _PART:
            yield ("," if continued else "") + ",".join(waiting)
            waiting, continued = [], True
    if waiting:
        yield ("," if continued else "") + ",".join(waiting)


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def snapshot_of(
    session: Session, cluster_id: int | None, usernames: Collection[str] | None = None
) -> rights_snapshot.Snapshot:
    """The rights of a cluster to decide with, of these users (and their main accounts) or of all.

    Without a cluster it has only grants on the root: enough for questions about the center itself. All grants of the
    users are read, so changes are judged by `local_rights` instead, lest other writers wait.
    """
    people = snapshot_records.users(session, usernames)
    if usernames is not None:
        mains = {person["main"] for person in people if person["main"]} - set(usernames)
        people += snapshot_records.users(session, mains)
    roles = None if usernames is None else {role for person in people for role in person["roles"]}
    return rights_snapshot.from_json(
        {
            "cluster": NO_CLUSTER if cluster_id is None else cluster_name(session, cluster_id),
            "revision": trail.current_revision(session),
            "users": people,
            "grants": snapshot_records.grants(session, cluster_id, roles=roles),
            "invalid": () if cluster_id is None else snapshot_records.invalid(session, cluster_id),
            "subscription_rules": () if cluster_id is None else ruled_namespaces.records(session, cluster_id),
        }
    )


def of_center(session: Session | MemorySession, username: str) -> rights_snapshot.Snapshot:
    """A user's grants on the root, and its main account's; cached per revision. Raises CacheMiss without a session."""
    key = "center", username
    subjects = partial(subjects_of, [username])
    return epochs.derive(session, key, lambda reading: snapshot_of(reading, None, [username]), _rows, subjects)


def subjects_of(usernames: Collection[str], snapshot: rights_snapshot.Snapshot) -> set[Subject]:
    """What the grants of these users on the root depend on."""
    return subjects.people(usernames, snapshot.users)


def _rows(snapshot: rights_snapshot.Snapshot) -> int:
    return 1 + len(snapshot.users) + len(snapshot.grants)


_NAME = select(Cluster.__table__.c.name).where(Cluster.__table__.c.id == bindparam("number"))


def cluster_name(session: Session, cluster_id: int) -> str:
    """The name of the cluster. Raises NotFound when it does not exist."""
    name: str = existing(
        session.connection().execute(_NAME, {"number": cluster_id}).scalar(), "There is no such cluster."
    )
    return name
