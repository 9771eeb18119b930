"""Checks of keys: does the center open what is sealed, and do signing keys follow one another?"""

from collections.abc import Iterator

from cryptography.exceptions import InvalidTag
from sqlalchemy import select

from app.maintenance.doctor.check import DAY, CheckContext, ContextCheck, Diagnosis, ago, problem, warning
from app.providers.sealed_columns import SEALED
from app.resources import cluster_tls
from app.resources.models import Cluster
from app.tokens import applications, idempotent_answers, key_encryption, key_times, keys
from app.tokens.models import SigningKey

_LATE_MS = DAY
_SOON_MS = 30 * DAY
_CALLED = {"own_ca": "the own CA", "client_certificate": "the center's client certificate"}


def signing_keys_open(context: CheckContext) -> Iterator[Diagnosis]:
    """Can the center sign?"""
    for key in context.session.scalars(select(SigningKey).where(SigningKey.private_encrypted != "")):
        try:
            keys.private_key(key, context.settings)
        except (InvalidTag, ValueError):
            yield problem(
                f"the signing key {key.kid[:10]} ({key.status}) cannot be opened",
                key_encryption.setting_to_blame(context.settings),
            )


def sealed(context: CheckContext) -> Iterator[Diagnosis]:
    """Do the settings' keys open what they sealed?"""
    for column in SEALED:
        rows = context.session.execute(
            select(*column.column.class_.__table__.columns).where(column.column.is_not(None))
        )
        closed = sum(column.opened(column.keys(context.settings), row) is None for row in rows)
        if closed:
            of_now = column.keys(context.settings)[0]
            name = "PUC_SECRET_KEY" if of_now == context.settings.secret_key else "PUC_KEY_ENCRYPTION_KEY"
            yield problem(
                f"{name} does not open {closed} of {column}",
                f"give the key before as {name}_PREVIOUS and run `usercenter keys reencrypt`; if it is lost, "
                "their owners set them up anew",
            )


def one_key(context: CheckContext) -> Iterator[Diagnosis]:
    """Have all instances the same secret key? An answer that one keeps, every other has to open."""
    if closed := idempotent_answers.closed(context.session, context.settings.secrets(), context.now):
        yield warning(
            f"PUC_SECRET_KEY does not open {closed} answers of the last day that were kept for repeated requests",
            "give every instance the same PUC_SECRET_KEY; while it is being changed, PUC_SECRET_KEY_PREVIOUS too",
        )


def one_issuer(context: CheckContext) -> Iterator[Diagnosis]:
    """Have all instances the same issuer? Each writes its own at its start."""
    row = applications.of_client(context.session, applications.COMMAND_LINE)
    if row is not None and row.audiences != context.settings.issuer:
        yield problem(
            f"an instance was started with PUC_ISSUER={row.audiences}, here it is {context.settings.issuer}: tokens of "
            "one are refused by the other",
            "give every instance the same PUC_ISSUER, and start them anew",
        )


def schedule(context: CheckContext) -> Iterator[Diagnosis]:
    """Is there a key that signs, one that follows, and is the change not overdue?"""
    of_access = select(SigningKey).where(SigningKey.id_tokens.is_(None)).order_by(SigningKey.add_time.desc())
    found = {key.status: key for key in context.session.scalars(of_access)}
    if "active" not in found:
        yield problem("no key signs: nobody gets a token", "start the center, which makes one")
        return
    if "published" not in found:
        yield warning("no signing key is published as the next one", "run `usercenter keys rotate`, which makes one")
    late = context.now - key_times.rotation_at(context.settings, found["active"])
    if late > _LATE_MS:
        yield problem(
            f"the signing key should have been replaced {ago(late)} ago",
            "find out why no instance does the periodic jobs (worker.running)",
        )


def cluster_certificates(context: CheckContext) -> Iterator[Diagnosis]:
    """Does a certificate end with which the center calls a cluster?"""
    names = {row[0]: row[1] for row in context.session.execute(select(Cluster.id, Cluster.name))}
    for certificate in cluster_tls.certificate_ends(context.session):
        who = f"{_CALLED[certificate.what]} of the cluster {names.get(certificate.cluster)}"
        mend = "replace it on the cluster's page"
        if certificate.valid_until <= context.now:
            yield problem(f"{who} has ended: {certificate.subject}", mend)
        elif (left := certificate.valid_until - context.now) < _SOON_MS:
            yield warning(f"{who} ends in {ago(left)}: {certificate.subject}", mend)


CHECKS: dict[str, ContextCheck] = {
    "keys.signing": signing_keys_open,
    "keys.sealed": sealed,
    "keys.same": one_key,
    "keys.issuer": one_issuer,
    "keys.schedule": schedule,
    "keys.cluster_certificates": cluster_certificates,
}
