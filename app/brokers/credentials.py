"""Credentials of a cluster's plugins: `puc_cluster_<cluster id>_<random>`, kept as SHA-256, two at a time."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from app.brokers.models import ClusterCredential
from app.clock import now_ms
from app.errors import Conflict, NotFound
from app.resources.models import Cluster
from app.trail import contents, trail

MOST = 2
"""Two may be valid at a time, so that brokers can be given the new one before the old one goes."""

_FORM = re.compile(r"puc_cluster_([1-9][0-9]{0,18})_[A-Za-z0-9_-]{43}", re.ASCII)
_LARGEST_ID = 2**63 - 1
_USE_MS = 60_000
REFUSED = "This is no valid credential of a cluster."
"""Said to strangers, who are not told what was wrong."""

_COLUMNS = ClusterCredential.__table__.c
_AMONG = _COLUMNS.id.in_(bindparam("ids", expanding=True))
_KNOWN = select(_COLUMNS.id).where(_AMONG)
_USED = select(_COLUMNS.id, _COLUMNS.last_use).where(_AMONG)
_NOTE_USE = update(ClusterCredential).where(_AMONG).values(last_use=bindparam("now"))
_OF_CLUSTERS = (
    select(_COLUMNS.id, _COLUMNS.cluster_id, _COLUMNS.secret_hash, Cluster.__table__.c.name)
    .join(Cluster.__table__, Cluster.__table__.c.id == _COLUMNS.cluster_id)
    .where(_COLUMNS.cluster_id.in_(bindparam("clusters", expanding=True)))
)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who shows a valid credential: the plugins of a cluster. It sees nothing of other clusters."""

    cluster_id: int
    name: str
    credential_id: int


def issue(session: Session, actor: str, cluster_id: int) -> tuple[ClusterCredential, str]:
    """A new credential and its text, which is never shown again. Raises Conflict `too_many_credentials`."""
    if len(of_cluster(session, cluster_id)) >= MOST:
        raise Conflict("A cluster has two credentials at most; delete the old one.", code="too_many_credentials")
    # 256 random bits need no slow hash: nobody can try them all.
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
    """The credentials that open the broker API for this cluster, oldest first."""
    query = select(ClusterCredential).where(ClusterCredential.cluster_id == cluster_id)
    return list(session.scalars(query.order_by(ClusterCredential.id)))


def withdraw(session: Session, actor: str, cluster_id: int, credential_id: int) -> None:
    """The credential opens nothing from now on; running change feeds that used it end. Raises NotFound."""
    credential = session.get(ClusterCredential, credential_id)
    if credential is None or credential.cluster_id != cluster_id:
        raise NotFound("The cluster has no such credential.")
    before = contents.row(credential)
    session.delete(credential)
    session.flush()
    trail.record(session, actor, "cluster_credential.delete", str(credential_id), before=before, cluster=cluster_id)


def withdraw_all(session: Session, actor: str, cluster_id: int) -> None:
    """For a cluster that is about to be deleted."""
    for credential in of_cluster(session, cluster_id):
        withdraw(session, actor, cluster_id, credential.id)


def holders(session: Session, presented: Sequence[str]) -> list[Holder | None]:
    """Whose each of the texts is; None for one that is no valid credential."""
    clusters = [_cluster_named(text) for text in presented]
    stored: dict[int, list[Any]] = {}
    if named := sorted({number for number in clusters if number is not None}):
        for row in session.connection().execute(_OF_CLUSTERS, {"clusters": named}):
            stored.setdefault(row.cluster_id, []).append(row)
    return [_holder(stored.get(number or 0, ()), text) for number, text in zip(clusters, presented, strict=True)]


def _cluster_named(text: str) -> int | None:
    form = _FORM.fullmatch(text)
    return int(form[1]) if form and int(form[1]) <= _LARGEST_ID else None


def _holder(stored: Iterable[Any], presented: str) -> Holder | None:
    found, digest = None, _digest(presented)
    for row in stored:
        if hmac.compare_digest(row.secret_hash, digest):
            found = Holder(row.cluster_id, row.name, row.id)
    return found


def known(session: Session, ids: set[int]) -> set[int]:
    """Those of the ids that are still valid."""
    return set(session.connection().execute(_KNOWN, {"ids": sorted(ids)}).scalars()) if ids else set()


def in_use(session: Session, ids: set[int], now: int) -> set[int]:
    """Those of the ids that are still valid. They are used now (epoch ms), which is remembered to the minute: it tells
    when the old one of two may go."""
    valid = {row.id: row.last_use for row in session.connection().execute(_USED, {"ids": sorted(ids)})}
    stale = sorted(number for number, used in valid.items() if used is None or used + _USE_MS <= now)
    if stale:
        session.connection().execute(_NOTE_USE, {"ids": stale, "now": now})
    return set(valid)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
