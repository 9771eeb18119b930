"""How far a center is on the way to its first client: what an administrator has made, and what services may use."""

from dataclasses import dataclass

from sqlalchemy import exists, func, not_, or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants.models import Grant, Role
from app.identity.models import ClientKey, ClientSecret, User
from app.identity.users import OF_CLUSTERS
from app.resources.models import MODELS
from app.tokens.models import ApiToken

_LOOKED_AT = 50
"""So many services, the newest: a center that has more is past its first steps."""


@dataclass(frozen=True)
class FirstSteps:
    """How far the center is on the way to its first client: the newest of each (null: there is none), and whether a
    service account has a grant of its own, and a credential. Accounts that serve clusters do not count."""

    tenant_id: int | None
    namespace_id: int | None
    topic_id: int | None
    service_id: int | None
    has_grant: bool
    has_credential: bool


def progress(session: Session) -> FirstSteps:
    """Three queries, however much there is."""
    places = (ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC)
    tenant, namespace, topic = session.execute(
        select(*(select(func.max(MODELS[kind].id)).scalar_subquery() for kind in places))
    ).one()
    serving = or_(*(User.username.startswith(prefix, autoescape=True) for prefix in OF_CLUSTERS))
    services = select(User.id).where(User.kind == "service", not_(serving)).order_by(User.id.desc())
    ids = session.scalars(services.limit(_LOOKED_AT)).all()
    held = exists().where(Grant.role_id == Role.id, Role.personal_of.in_(ids))
    credentials = (exists().where(model.user_id.in_(ids)) for model in (ClientSecret, ClientKey, ApiToken))
    has_grant, has_credential = session.execute(select(held, or_(*credentials))).one()
    return FirstSteps(tenant, namespace, topic, ids[0] if ids else None, bool(has_grant), bool(has_credential))
