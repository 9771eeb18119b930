"""Rights of brokers that replicate: with their own token they write, on every other cluster, what they hold."""

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants import grants, roles
from app.grants.models import Grant
from app.identity.models import User
from app.resources.cluster_users import broker_username
from app.resources.models import Cluster, Tenant

WRITE_TENANT = 102


def let_write(
    session: Session,
    actor: str,
    tenant: Tenant,
    clusters: Sequence[Cluster],
    new_clusters: Collection[int] | None = None,
) -> None:
    """Let the brokers of each cluster write the tenant's topics, when it lives on several (`clusters`). They get no
    other right, as the center makes topics and namespaces. A broker user that was deleted gets none.

    `new_clusters`: the ids of clusters that are added to others. The brokers of those were let in before, unless there
    was one alone; what somebody took from them since is not given again."""
    chosen = (
        clusters
        if new_clusters is None or len(clusters) - len(new_clusters) < 2
        else [cluster for cluster in clusters if cluster.id in new_clusters]
    )
    for user in _brokers(session, [cluster.name for cluster in chosen]) if len(clusters) > 1 else ():
        role = roles.personal_role_of(session, user.id)
        remark = f"replicates as {user.username}"[:256]
        on_tenant = Grant.res_type == int(ResourceType.TENANT), Grant.res_id == tenant.id
        existing = select(Grant.id).where(Grant.role_id == role.id, *on_tenant, Grant.authorities == str(WRITE_TENANT))
        if new_clusters is None or session.scalars(existing).first() is None:
            grants.grant(session, actor, role.id, int(ResourceType.TENANT), tenant.id, [WRITE_TENANT], remark=remark)


def brokers_of(session: Session, tenant: Tenant) -> list[int]:
    """The users as which the brokers of its clusters sign in. Their grants go with the tenant without a question."""
    names = session.scalars(select(Cluster.name).where(Cluster.id.in_(tenant.cluster_ids())))
    return [user.id for user in _brokers(session, list(names))]


def _brokers(session: Session, clusters: Sequence[str]) -> Sequence[User]:
    condition = User.username.in_(map(broker_username, clusters))
    return session.scalars(select(User).where(condition).order_by(User.id)).all()
