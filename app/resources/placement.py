"""What lies where, as conditions and queries: the tenants on a cluster (`res_tenant.clusters`: ids with commas), and
what is inside a grant that is limited to names with a prefix (decision 0075).
"""

from sqlalchemy import ColumnElement, Select, and_, select

from app.access.names import ResourceType
from app.grants.models import Grant
from app.platform.searching import begins_with
from app.resources.models import Namespace, Tenant, Topic


def lives_on(cluster_id: int) -> ColumnElement[bool]:
    """A condition: the tenant lives on the cluster, and perhaps on others."""
    return ("," + Tenant.clusters + ",").like(f"%,{int(cluster_id)},%")


def tenants_on(cluster_id: int) -> Select[int]:
    """Ids of the tenants that live on the cluster."""
    return select(Tenant.id).where(lives_on(cluster_id))


def directly_inside(kind: ResourceType, condition: ColumnElement[bool]) -> Select[int]:
    """Ids of the namespaces of a tenant, or the topics of a namespace, whose names begin with the prefix of a grant on
    it that meets the condition."""
    model, above = (Namespace, Namespace.tenant) if kind == ResourceType.NAMESPACE else (Topic, Topic.namespace)
    on_parent = and_(Grant.res_type == int(kind) - 1, Grant.res_id == above)
    return select(model.id).join(Grant, on_parent).where(condition, begins_with(model.name, Grant.name_prefix))
