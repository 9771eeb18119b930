"""Which tenants live on which cluster: the comma-separated ids of `res_tenant.clusters` as a condition."""

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from app.resources.models import Tenant


def lives_on(cluster_id: int) -> ColumnElement[bool]:
    """A condition: the tenant lives on the cluster, and perhaps on others."""
    return ("," + Tenant.clusters + ",").like(f"%,{int(cluster_id)},%")


def tenants_on(cluster_id: int) -> Select[int]:
    """Ids of the tenants that live on the cluster."""
    return select(Tenant.id).where(lives_on(cluster_id))


def tenants_of_cluster(session: Session, cluster_id: int) -> list[Tenant]:
    """The tenants of a cluster, by id."""
    return list(session.scalars(select(Tenant).where(lives_on(cluster_id)).order_by(Tenant.id)))
