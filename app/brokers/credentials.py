"""Credentials of a cluster's plugins: `puc_cluster_<cluster id>_<random>`, kept as SHA-256, two at a time."""

import hashlib
import hmac
import re
import secrets

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app.audit import contents, trail
from app.brokers.models import ClusterCredential
from app.clock import now_ms
from app.errors import Conflict, NotFound, NotSignedIn

MOST = 2
"""Two may be valid at a time, so that brokers can be given the new one before the old one goes."""

_FORM = re.compile(r"puc_cluster_([1-9][0-9]{0,18})_[A-Za-z0-9_-]{43}", re.ASCII)

_ID = ClusterCredential.__table__.c.id
_KNOWN = select(_ID).where(_ID.in_(bindparam("ids", expanding=True)))


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


def authenticate(session: Session, presented: str) -> ClusterCredential:
    """The credential that was presented. Raises NotSignedIn without telling what was wrong with it."""
    form = _FORM.fullmatch(presented)
    digest = _digest(presented)
    valid = None
    for credential in of_cluster(session, int(form[1])) if form else ():
        if hmac.compare_digest(credential.secret_hash, digest):
            valid = credential
    if valid is None:
        raise NotSignedIn("This is no valid credential of a cluster.")
    return valid


def known(session: Session, ids: set[int]) -> set[int]:
    """Those of the ids that are still valid."""
    return set(session.connection().execute(_KNOWN, {"ids": sorted(ids)}).scalars()) if ids else set()


def note_use(session: Session, credential_id: int, now: int) -> None:
    """Remember when the credential was last used: it tells when the old one of two may go."""
    credential = session.get(ClusterCredential, credential_id)
    if credential is not None:
        credential.last_use = now


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
