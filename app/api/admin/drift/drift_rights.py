"""Who may read a line, and who may give which answer: whoever may make that change here, or on the cluster."""

from sqlalchemy import Select

from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import CREATION
from app.api.admin.resources import resource_deletion
from app.api.admin.resources import resource_items as shared
from app.api.authority import DELETE_TOPIC, allowed
from app.api.callers import Caller
from app.api.guard import require_reauthentication
from app.desired_state.drift import missing_places, readable_lines
from app.desired_state.drift.differences import RESOURCE
from app.desired_state.drift.models import DriftLine
from app.platform.clock import now_ms
from app.platform.database import only
from app.platform.errors import InvalidInput
from app.resources import clusters
from app.resources.models import Cluster

_DELETE = {
    int(ResourceType.TENANT): shared.ADMINISTER[ResourceType.CLUSTER],
    int(ResourceType.NAMESPACE): "tenant:DELETE_NAMESPACE",
    int(ResourceType.TOPIC): DELETE_TOPIC,
}


def administers_cluster(caller: Caller, cluster: Cluster) -> bool:
    """True when the caller holds authority 4 on the cluster."""
    kind = ResourceType.CLUSTER
    return allowed(caller.session, caller, shared.ADMINISTER[kind], int(kind), cluster.id).allowed


def lines(caller: Caller, cluster: Cluster) -> Select[DriftLine]:
    """The lines of a cluster that the caller may read."""
    if administers_cluster(caller, cluster):
        return readable_lines.on_cluster(cluster.id)
    return readable_lines.on_cluster(cluster.id, readable_lines.readable(caller.session, caller.user, now_ms()))


def line(caller: Caller, cluster_id: int, line_id: int) -> DriftLine:
    """A line that the caller may read. Raises NotFound."""
    cluster = shared.find_visible(caller, Cluster, cluster_id)
    return only(caller.session, lines(caller, cluster).where(DriftLine.id == line_id), "There is no such line.")


def require_administer(caller: Caller, row: DriftLine) -> None:
    """Raises NotAllowed unless the caller administers the place, or what it lies in."""
    shared.require_administer(caller, ResourceType(row.near_type), row.near_id)


def require_adopt(caller: Caller, row: DriftLine) -> None:
    """Raises NotAllowed unless the caller could make the same change in the center."""
    require_administer(caller, row)
    if row.field == RESOURCE and row.kind == "missing":
        require_reauthentication(caller)
        kind = ResourceType(row.res_type)
        resource_deletion.require_deletion(caller, kind, missing_places.row_of(caller.session, row), cascade=True)
    elif row.field == RESOURCE:
        _require_inside(caller, row, CREATION[ResourceType(row.res_type)])
    if row.field == "allowed_clusters" or (row.field == RESOURCE and row.res_type == int(ResourceType.TENANT)):
        _require_clusters(caller, row)


def require_repair(caller: Caller, row: DriftLine, confirm: str | None) -> None:
    """Raises NotAllowed; InvalidInput `confirmation_needed` when something is lost and `confirm` is not the name of the
    place."""
    require_administer(caller, row)
    if row.field == RESOURCE and row.kind == "extra":
        require_removal(caller, row)
    if "repair" in row.loses() and confirm != row.place:
        left = ", ".join(row.left_clusters())
        lost = f"It is taken off {left}" if left else "What is in it is lost"
        message = f"{lost}: repeat the full name, confirm={row.place}"
        raise InvalidInput(message, code="confirmation_needed", field="confirm")


def require_removal(caller: Caller, row: DriftLine) -> None:
    """Raises NotAllowed unless the caller may delete the place."""
    require_reauthentication(caller)
    _require_inside(caller, row, _DELETE[row.res_type])


def _require_inside(caller: Caller, row: DriftLine, question: str) -> None:
    near, name = ResourceType(row.near_type), ResourceName.of(row.res_type, row.place)
    inside = name if near != ResourceType.CLUSTER else None
    shared.require(
        caller, question if _fits_level(near, question) else shared.ADMINISTER[near], near, row.near_id, inside
    )


def _fits_level(near: ResourceType, question: str) -> bool:
    """False when the parent of the place is unknown, too: then the right on the place above decides."""
    levels = {"tenant:CREATE_NAMESPACE": 2, "tenant:DELETE_NAMESPACE": 2, "namespace:CREATE_TOPIC": 3, DELETE_TOPIC: 3}
    return levels.get(question, int(near)) == int(near)


def _require_clusters(caller: Caller, row: DriftLine) -> None:
    value = row.actual_value()
    names = value["allowed_clusters"] if isinstance(value, dict) else value
    for cluster_id in clusters.ids_of(caller.session, names or []).values():
        shared.require(caller, "tenant:CREATE_TENANT", ResourceType.CLUSTER, cluster_id)
