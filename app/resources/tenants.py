"""Tenants: the top of Pulsar's names. One may live on several clusters."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import contents, trail
from app.grants import grants
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, existing
from app.resources import jobs, ownership, replication_rights, resource_rows
from app.resources.job_order import CREATE, PENDING
from app.resources.models import Cluster, Tenant

KIND = ResourceType.TENANT
_STORED = 128  # characters of the column `clusters`


def find(session: Session, tenant_id: int) -> Tenant:
    """A tenant by its id. Raises NotFound."""
    return existing(session.get(Tenant, tenant_id), "There is no such tenant.")


def create(
    session: Session,
    actor: str,
    user_id: int | None,
    name: str,
    cluster_ids: Iterable[int],
    remark: str | None = None,
    *,
    state: str = PENDING,
) -> Tenant:
    """Create a tenant, its creator's rights on it (None: no owner), and a job for each cluster. `state` READY: the
    clusters have it already, and are asked for nothing.

    Raises InvalidInput, Conflict `exists`.
    """
    resource_rows.check_name(KIND, name)
    clusters = chosen_clusters(session, cluster_ids)
    resource_rows.refuse_duplicate(session.scalars(select(Tenant).where(Tenant.name == name)).first(), name)
    now = now_ms()
    tenant = Tenant(
        name=name,
        clusters=",".join(str(cluster.id) for cluster in clusters),
        remark=remark,
        add_time=now,
        update_time=now,
    )
    session.add(tenant)
    session.flush()
    facts = contents.row(tenant, cluster_names=[cluster.name for cluster in clusters])
    trail.record(session, actor, "tenant.create", name, after=facts, cluster=resource_rows.only_cluster(tenant))
    grants.grant_ownership(session, actor, ownership.owner_roles(session, user_id), int(KIND), [tenant.id])
    replication_rights.let_write(session, actor, tenant, clusters)
    wish = job_clusters(session, tenant)
    jobs.put(session, KIND, tenant.id, tenant.cluster_ids(), CREATE, name, wish, now, state)
    session.flush()
    return tenant


def chosen_clusters(session: Session, ids: Iterable[int]) -> list[Cluster]:
    """The clusters with these ids, ascending. Raises InvalidInput for none, an unknown or gone one, or too many to
    store."""
    cluster_ids = sorted(set(ids))
    if not cluster_ids:
        raise _wrong_clusters("Name at least one cluster.")
    clusters = list(session.scalars(select(Cluster).where(Cluster.id.in_(cluster_ids)).order_by(Cluster.id)))
    if gone_names := [cluster.name for cluster in clusters if cluster.gone]:
        raise _wrong_clusters(f"The cluster {gone_names[0]} is gone.")
    if missing := sorted(set(cluster_ids) - {cluster.id for cluster in clusters}):
        raise _wrong_clusters(f"There is no cluster {missing[0]}.")
    if len(",".join(map(str, cluster_ids))) > _STORED:
        raise _wrong_clusters("These are more clusters than a tenant can live on.")
    return clusters


def job_clusters(session: Session, tenant: Tenant) -> dict[str, object]:
    """The part of a job that names the tenant's clusters."""
    return {"clusters": cluster_names(session, tenant)}


def cluster_names(session: Session, tenant: Tenant) -> list[str]:
    """Names of the clusters of the tenant, in the order of their ids."""
    return list(session.scalars(select(Cluster.name).where(Cluster.id.in_(tenant.cluster_ids())).order_by(Cluster.id)))


def _wrong_clusters(reason: str) -> InvalidInput:
    return InvalidInput(reason, code="unknown_cluster", field="cluster_ids")
