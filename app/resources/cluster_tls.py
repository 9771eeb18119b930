"""Whom the center trusts when it calls a cluster by TLS, and the certificate that it shows there (mTLS).

The private key is sealed with PUC_SECRET_KEY and never shown again. It is dropped with its certificate when the address
changes: it was made for another machine (spec 6).
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from cryptography.exceptions import InvalidTag
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.platform import sealing
from app.platform.clock import later_than, now_ms
from app.platform.database import Database
from app.platform.outgoing import certificates
from app.platform.outgoing.tls import USUAL, Tls
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings
from app.resources.models import Cluster, ClusterTls

DAY_MS = 24 * 3_600_000
What = Literal["own_ca", "client_certificate"]
_PURPOSE = "cluster certificate"
SEALED = (SealedColumn(ClusterTls.private_key_sealed, _PURPOSE, lambda row: str(row.cluster)),)


@dataclass(frozen=True)
class CertificateEnd:
    """When the first certificate of a PEM text that is stored for a cluster ends (epoch ms), and its subject."""

    cluster: int
    what: What
    subject: str
    valid_until: int


def row_of(session: Session, cluster_id: int) -> ClusterTls | None:
    """What is stored for a cluster; None when it is called as everybody is."""
    return session.scalars(select(ClusterTls).where(ClusterTls.cluster == cluster_id)).one_or_none()


def settings_of(session: Session, settings: Settings, cluster_id: int) -> Tls:
    """For a call to the cluster. Without a key beside the certificate when PUC_SECRET_KEY was lost."""
    row = row_of(session, cluster_id)
    if row is None:
        return USUAL
    key = None
    with suppress(InvalidTag):
        if row.private_key_sealed is not None:
            key = sealing.unseal(settings.secrets(), _PURPOSE, str(cluster_id), row.private_key_sealed)
    return Tls(row.authorities, row.certificate, key)


def change(session: Session, settings: Settings, actor: str, cluster: Cluster, values: Mapping[str, Any]) -> None:
    """Replace what is in `values`, all PEM: `authorities`; `certificate` and `private_key`, which belong together. None
    takes it away. Raises InvalidInput with the field and why it cannot be used."""
    now = now_ms()
    _check(values, now)
    row = row_of(session, cluster.id) or ClusterTls(cluster=cluster.id, add_time=now)
    before = facts_of(row)
    if "authorities" in values:
        row.authorities = values["authorities"]
    if "certificate" in values:
        row.certificate = values["certificate"]
        key = values["private_key"]
        row.private_key_sealed = key and sealing.seal(settings.secret_key, _PURPOSE, str(cluster.id), key.encode())
    _store(session, actor, cluster, row, before)


def drop_certificate(session: Session, actor: str, cluster: Cluster) -> None:
    """Forget the center's own certificate and its key, as the cluster has another admin URL now."""
    row = row_of(session, cluster.id)
    if row is not None and row.certificate is not None:
        before = facts_of(row)
        row.certificate = row.private_key_sealed = None
        _store(session, actor, cluster, row, before)


def forget(session: Session, cluster_id: int) -> None:
    """Delete what is stored, when the cluster is deleted."""
    row = row_of(session, cluster_id)
    if row is not None:
        session.delete(row)
        session.flush()


def facts_of(row: ClusterTls | None) -> dict[str, Any]:
    """What may be shown: subject, issuer, times and fingerprint of each certificate."""
    texts = {"authorities": row and row.authorities, "certificate": row and row.certificate}
    return {
        purpose: [vars(fact) for fact in certificates.facts(text)] if text else [] for purpose, text in texts.items()
    }


def days_left(database: Database, now: int) -> float:
    """Days until the first certificate that is stored for a cluster ends; negative afterwards, infinite without any.
    NaN while the database does not answer."""
    try:
        with database.reading() as session:
            ends = [end.valid_until for end in certificate_ends(session)]
    except SQLAlchemyError:
        return float("nan")
    return (min(ends) - now) / DAY_MS if ends else float("inf")


def certificate_ends(session: Session) -> list[CertificateEnd]:
    """The ends of what is stored for all clusters: of the own CA and of the client certificate, each with its chain."""
    found = []
    for row in session.scalars(select(ClusterTls).order_by(ClusterTls.cluster)):
        texts: dict[What, str | None] = {"own_ca": row.authorities, "client_certificate": row.certificate}
        for what, text in texts.items():
            if text:
                first = min(certificates.facts(text), key=lambda fact: fact.valid_until)
                found.append(CertificateEnd(row.cluster, what, first.subject, first.valid_until))
    return found


def _store(session: Session, actor: str, cluster: Cluster, row: ClusterTls, before: dict[str, Any]) -> None:
    row.update_time = cluster.update_time = later_than(cluster.update_time, now_ms())
    session.add(row)
    session.flush()
    trail.record(
        session, actor, "cluster_tls.change", cluster.name, before=before, after=facts_of(row), cluster=cluster.id
    )


def _check(values: Mapping[str, Any], now: int) -> None:
    certificate, key = values.get("certificate"), values.get("private_key")
    if ("certificate" in values) != ("private_key" in values) or (certificate is None) != (key is None):
        reason = "Give the certificate and its private key together."
        raise certificates.refusal("private_key", "key_does_not_fit", reason)
    if values.get("authorities") is not None:
        certificates.check_authorities(values["authorities"], now)
    if certificate is not None:
        certificates.check_client(certificate, str(key), now)
