"""After an upgrade from a version whose audit log held changes but not whole states: records every row once.

One revision, one entry per row, action `<entity>.baseline`. From then on the state as of any revision can be rebuilt.
"""

from collections.abc import Iterator
from typing import Any, cast

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.audit.trail.models import Revision
from app.brokers.models import ClusterCredential
from app.grants import roles
from app.grants.grant_facts import FactCache
from app.grants.models import Grant, Role, UserRole
from app.identity import users
from app.identity.models import ClientSecret, ServiceGroup, User
from app.resources import deletion, resource_rows
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.tokens.models import ApiToken, RevokedToken, SigningKey

_ACTOR = "system"
_AT_A_TIME = 1000
Entry = tuple[str, str, dict[str, Any]]
"""(entity, key, content)"""


def record_baseline(session: Session) -> bool:
    """At start: record the whole state if the audit log does not contain it. Returns whether that was needed.

    The session must hold the lock on the revision.
    """
    if session.execute(select(Revision.complete_from)).scalar_one():
        return False
    for entity, key, content in _all_entries(session):
        trail.record(session, _ACTOR, f"{entity}.baseline", key, after=content)
    session.execute(update(Revision).values(complete_from=trail.revision_of_change(session)))
    return True


def _all_entries(session: Session) -> Iterator[Entry]:
    yield from _by_id(session)
    for user in session.scalars(select(User).order_by(User.id)):
        yield "user", user.username, users.facts(session, user)
    names = {row.id: row.username for row in session.execute(select(User.id, User.username))}
    for member, role in session.execute(select(UserRole, Role).join(Role, Role.id == UserRole.role_id)):
        yield "user", names[member.user_id], roles.membership(role, member)
    for cluster in session.scalars(select(Cluster).order_by(Cluster.id)):
        yield "cluster", cluster.name, contents.row(cluster)
    models: tuple[type[Tenant | Namespace | Topic], ...] = (Tenant, Namespace, Topic)
    for model in models:
        for row_id in session.scalars(select(model.id).order_by(model.id)).all():
            row = session.get_one(model, row_id)
            yield model.__name__.lower(), deletion.name_of(session, cast(resource_rows.Row, row)), contents.row(row)
    for grants in session.scalars(select(Grant).order_by(Grant.id)).partitions(_AT_A_TIME):
        facts = FactCache(session)
        facts.read([(grant.res_type, grant.res_id) for grant in grants], {grant.role_id for grant in grants})
        for grant in grants:
            yield "grant", str(grant.id), facts.of(grant)


def _by_id(session: Session) -> Iterator[Entry]:
    kinds: dict[str, tuple[Any, str]] = {
        "group": (ServiceGroup, "id"),
        "role": (Role, "id"),
        "client_secret": (ClientSecret, "id"),
        "cluster_credential": (ClusterCredential, "id"),
        "key": (SigningKey, "kid"),
        "token": (ApiToken, "jti"),
        "revoked_token": (RevokedToken, "jti"),
    }
    for entity, (model, key) in kinds.items():
        for row in session.scalars(select(model)):
            yield entity, str(getattr(row, key)), contents.row(row)
