"""Plugin credentials of a cluster: `puc_cluster_<cluster id>_<random>`, stored as SHA-256, at most two at a time."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.brokers.models import ClusterCredential
from app.platform.clock import now_ms
from app.platform.errors import Conflict, NotFound
from app.resources.models import Cluster

MOST = 2
"""Two may be valid, so that brokers get the new one before the old one is deleted."""

_FORM = re.compile(r"puc_cluster_([1-9][0-9]{0,18})_[A-Za-z0-9_-]{43}", re.ASCII)
_LARGEST_ID = 2**63 - 1
_USE_MS = 60_000
REFUSED = "This is no valid credential of a cluster."
"""The error for any invalid credential. It does not say what is wrong, as the caller is unknown."""

_COLUMNS = ClusterCredential.__table__.c
_AMONG = _COLUMNS.id.in_(bindparam("ids", expanding=True))
_KNOWN = select(_COLUMNS.id).where(_AMONG)
_USED = select(_COLUMNS.id, _COLUMNS.last_use).where(_AMONG)
_NOTE_USE = update(ClusterCredential).where(_AMONG).values(last_use=bindparam("now"))
_STORED = select(_COLUMNS.id, _COLUMNS.cluster_id, _COLUMNS.secret_hash, Cluster.__table__.c.name).join(
    Cluster.__table__, Cluster.__table__.c.id == _COLUMNS.cluster_id
)
_OF_CLUSTERS = _STORED.where(_COLUMNS.cluster_id.in_(bindparam("clusters", expanding=True)))
_OF_CLUSTER = _STORED.where(_COLUMNS.cluster_id == bindparam("cluster"))


@dataclass(frozen=True, slots=True)
class CredentialHolder:
    """The brokers of the cluster whose valid credential was shown. They may read nothing of other clusters."""

    cluster_id: int
    name: str
    credential_id: int


def issue(session: Session, actor: str, cluster_id: int) -> tuple[ClusterCredential, str]:
    """A new credential and its text, which is never shown again. Raises Conflict `too_many_credentials`."""
    if len(of_cluster(session, cluster_id)) >= MOST:
        raise Conflict("A cluster has two credentials at most; delete the old one.", code="too_many_credentials")
    # A secret of 256 random bits cannot be guessed, so a fast hash is enough.
    text = f"puc_cluster_{cluster_id}_{secrets.token_urlsafe(32)}"
    credential = ClusterCredential(
        cluster_id=cluster_id, secret_hash=_digest(text), hint=text[-4:], add_time=now_ms(), last_use=None
    )
    session.add(credential)
    session.flush()
    after = contents.row(credential)
    trail.record(session, actor, "cluster_credential.create", str(credential.id), after=after, cluster=cluster_id)
    return credential, text


def of_cluster(session: Session, cluster_id: int) -> list[ClusterCredential]:
    """The cluster's credentials, oldest first."""
    query = select(ClusterCredential).where(ClusterCredential.cluster_id == cluster_id)
    return list(session.scalars(query.order_by(ClusterCredential.id)))


def withdraw(session: Session, actor: str, cluster_id: int, credential_id: int) -> None:
    """Delete a credential. Change feeds that were opened with it end. Raises NotFound."""
    credential = session.get(ClusterCredential, credential_id)
    if credential is None or credential.cluster_id != cluster_id:
        raise NotFound("The cluster has no such credential.")
    before = contents.row(credential)
    session.delete(credential)
    session.flush()
    trail.record(session, actor, "cluster_credential.delete", str(credential_id), before=before, cluster=cluster_id)


def withdraw_all(session: Session, actor: str, cluster_id: int) -> None:
    """Delete all credentials of a cluster that is about to be deleted."""
    for credential in of_cluster(session, cluster_id):
        withdraw(session, actor, cluster_id, credential.id)


def holder(connection: Connection, presented: str) -> CredentialHolder | None:
    """The holder of this text; None when it is no valid credential."""
    cluster = _cluster_named(presented)
    return None if cluster is None else _holder(connection.execute(_OF_CLUSTER, {"cluster": cluster}), presented)


def holders(connection: Connection, texts: Sequence[str]) -> list[CredentialHolder | None]:
    """The holder of each text; None where the text is no valid credential."""
    clusters = [_cluster_named(text) for text in texts]
    stored: dict[int, list[Any]] = {}
    if named := sorted({cluster for cluster in clusters if cluster is not None}):
        for row in connection.execute(_OF_CLUSTERS, {"clusters": named}):
            stored.setdefault(row.cluster_id, []).append(row)
    return [_holder(stored.get(cluster or 0, ()), text) for cluster, text in zip(clusters, texts, strict=True)]


def _cluster_named(text: str) -> int | None:
    form = _FORM.fullmatch(text)
    return int(form[1]) if form and int(form[1]) <= _LARGEST_ID else None


def _holder(rows: Iterable[Any], text: str) -> CredentialHolder | None:
    found, digest = None, _digest(text)
    for row in rows:
        if hmac.compare_digest(row.secret_hash, digest):
            found = CredentialHolder(row.cluster_id, row.name, row.id)
    return found


def valid_ids(session: Session, ids: set[int]) -> set[int]:
    """Those of the ids that are still valid."""
    return set(session.connection().execute(_KNOWN, {"ids": sorted(ids)}).scalars()) if ids else set()


def in_use(session: Session, ids: set[int], now: int) -> set[int]:
    """Those of the ids that are still valid. Their last use is set to `now` (epoch ms), to the minute: it shows
    operators when the older of two credentials can be deleted."""
    valid = {row.id: row.last_use for row in session.connection().execute(_USED, {"ids": sorted(ids)})}
    stale = sorted(credential_id for credential_id, used in valid.items() if used is None or used + _USE_MS <= now)
    if stale:
        session.connection().execute(_NOTE_USE, {"ids": stale, "now": now})
    return set(valid)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
