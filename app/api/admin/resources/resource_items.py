"""What tenants, namespaces and topics share in the API: item, provisioning state, checks of visibility and rights."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, Self, TypeVar

from fastapi import Depends, Path, Query, Response
from pydantic import Field
from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.api.authority import allowed
from app.api.callers import Caller
from app.api.keyset import MAX_ID
from app.api.paging import ApiModel, Body, FilterIds, Remark, examples, one_of
from app.api.versions import tagged
from app.grants import places
from app.platform.clock import now_ms
from app.platform.database import only, only_reads
from app.platform.errors import NotAllowed
from app.platform.searching import equal
from app.resources import jobs, visibility
from app.resources.job_order import FAILED, PENDING, READY
from app.resources.models import MODELS, Cluster, Namespace, ProvisioningJob, Tenant, Topic
from app.resources.resource_rows import Row

State = Literal["pending", "ready", "failed"]
A = TypeVar("A")
R = TypeVar("R", bound=Cluster | Row)

KINDS: dict[type, ResourceType] = {model: ResourceType(kind) for kind, model in MODELS.items()}
ADMINISTER = {
    ResourceType.CLUSTER: "clusterPolicy:WRITE",
    ResourceType.TENANT: "tenant:UPDATE_TENANT",
    ResourceType.NAMESPACE: "namespacePolicy:WRITE",
    ResourceType.TOPIC: "topicPolicy:WRITE",
}


class ClusterState(ApiModel):
    """The state of the job on one cluster; `next_try` is epoch ms. `message`: the cluster's own, about this resource or
    about the namespace or tenant that it waits for."""

    cluster_id: int
    cluster: str
    action: Literal["create", "update", "policies", "delete", "read"]
    state: State
    message: str | None
    attempts: int
    next_try: int | None


class Provisioning(ApiModel):
    """`failed` when a cluster failed, else `pending` until every cluster has done it."""

    state: State
    clusters: list[ClusterState]


class OnClusters(ApiModel, Generic[A]):
    """What the clusters that a resource lives on answer now, one for each."""

    full_name: str
    clusters: list[A]


class ResourceItem(ApiModel):
    """A resource. `deleting`: its clusters are removing it; its name stays in use until they have."""

    id: int
    name: str
    full_name: str
    is_valid: int = Field(description="1 valid, 2 invalid: brokers deny all data below it.")
    deleting: bool
    provisioning: Provisioning
    add_time: int
    update_time: int
    remark: str | None
    version: str

    @classmethod
    def all(cls, caller: Caller, rows: Sequence[Row]) -> list[Self]:
        """The items of resources of one type, with a fixed number of queries."""
        if not rows:
            return []
        kind = KINDS[type(rows[0])]
        states, names = provisioning_of(caller, kind, rows), full_names(caller, kind, rows)
        return [cls.of(row, full_name=names[row.id], provisioning=states[row.id]) for row in rows]

    @classmethod
    def answer(cls, caller: Caller, row: Row, response: Response) -> Self:
        """The item of one, with its version in the ETag."""
        return tagged(response, cls.all(caller, [row])[0])


class ResourceChange(Body):
    """What to change; fields that are left out stay."""

    model_config = examples({"is_valid": 2, "remark": "no longer used"})

    remark: Remark | None = None
    is_valid: Literal[1, 2] = Field(1, description="2 switches it off: brokers deny all data below it at once.")

    def columns(self) -> dict[str, Any]:
        """The given values, by column."""
        return self.model_dump(include=self.model_fields_set)


class ResourceFilter:
    """Filters: switched on or off, being deleted or not, state of provisioning, some by their ids."""

    def __init__(
        self,
        is_valid: Annotated[int | None, Query(ge=1, le=2, description="1 valid, 2 invalid.")] = None,
        deleting: Annotated[bool | None, Query(description="Being removed by their clusters, or not.")] = None,
        state: Annotated[State | None, Query(description="What their clusters have made of the wish.")] = None,
        ids: FilterIds = None,
    ) -> None:
        self._is_valid, self._state = is_valid, state
        self._deleting = None if deleting is None else int(deleting)
        self._ids = ids

    def of(self, model: type[Tenant] | type[Namespace] | type[Topic]) -> list[ColumnElement[bool]]:
        """The conditions on resources of one kind."""
        conditions = equal({model.is_valid: self._is_valid, model.deleting: self._deleting})
        if self._state is not None:
            conditions.extend(jobs.in_state(KINDS[model], model.id, self._state))
        return [*conditions, *one_of(model.id, self._ids)]


Which = Annotated[ResourceFilter, Depends(ResourceFilter)]


def id_in_path(kind: ResourceType) -> Any:
    """The parameter of a route for several types: `{tenant_id}` …"""
    return Path(alias=f"{kind.name.lower()}_id", ge=1, le=MAX_ID, description="id", examples=[7])


def provisioning_of(caller: Caller, kind: ResourceType, rows: Sequence[Row]) -> dict[int, Provisioning]:
    """Resource id → provisioning state, with two queries for all. Jobs that wait without a message show the message of
    the parent that they wait for."""
    names = places.cluster_names(caller.session)
    newest_jobs = jobs.newest(caller.session, kind, [resource.id for resource in rows])
    untold = [resource for resource in rows if any(_says_nothing(job) for job in newest_jobs.get(resource.id, []))]
    # In a change the jobs are new and were not tried yet.
    awaited = _messages_of_parents(caller.session, kind, untold) if untold and only_reads(caller.session) else {}
    return {
        resource.id: _provisioning(newest_jobs.get(resource.id, []), names, awaited.get(resource.id, {}))
        for resource in rows
    }


def _says_nothing(job: ProvisioningJob) -> bool:
    return job.state == PENDING and job.message is None


def _messages_of_parents(session: Session, kind: ResourceType, rows: Sequence[Row]) -> dict[int, dict[int, str]]:
    """Resource id → cluster id → message about the tenant or namespace that must be created first."""
    messages: dict[int, dict[int, str]] = {resource.id: {} for resource in rows}
    for above in (ResourceType.TENANT, ResourceType.NAMESPACE):
        if above < kind:
            parents = {resource.id: int(getattr(resource, above.name.lower())) for resource in rows}
            newest_jobs = jobs.newest(session, above, set(parents.values()))
            for res_id, parent in parents.items():
                waited = (job for job in newest_jobs.get(parent, []) if job.state != READY)
                messages[res_id] |= {job.cluster: job.message for job in waited if job.message is not None}
    return messages


def full_names(caller: Caller, kind: ResourceType, rows: Sequence[Row]) -> dict[int, str]:
    """Resource id → full name, with one query for all; none for tenants."""
    if kind == ResourceType.TENANT:
        return {tenant.id: tenant.name for tenant in rows}
    by_key = places.places_of(caller.session, [(int(kind), resource.id) for resource in rows])
    return {resource.id: by_key[int(kind), resource.id].name for resource in rows}


def seen_by(caller: Caller, kind: ResourceType) -> Select[Any]:
    """The resources of one type that the caller may see."""
    if caller.is_administrator:
        return select(MODELS[kind])  # authority 4 on the root reaches everything
    return visibility.visible_rows(caller.session, caller.user_id, kind, now_ms())


def sees(caller: Caller, res_type: int, res_id: int) -> bool:
    """True when the caller may see this resource. The root is visible to everybody; a missing resource to nobody."""
    if (model := MODELS.get(res_type)) is None:
        return True
    seen = seen_by(caller, ResourceType(res_type)).where(model.id == res_id)
    return caller.session.scalar(seen.with_only_columns(model.id)) is not None


def find_visible(caller: Caller, model: type[R], res_id: int) -> R:
    """The row, if the caller may see it. Raises NotFound."""
    kind = KINDS[model]
    query: Select[R] = seen_by(caller, kind).where(model.id == res_id)
    return only(caller.session, query, f"There is no such {kind.name.lower()}.")


def require(caller: Caller, question: str, kind: ResourceType, res_id: int, inside: ResourceName | None = None) -> None:
    """Raises NotAllowed with the decision's reason. The caller must be known to see the resource (`find_visible`).
    `inside`: the question is about this, which is to be created in it."""
    answer = allowed(caller.session, caller, question, int(kind), res_id, inside)
    if not answer.allowed:
        raise NotAllowed("You may see this, but not do this to it.", reason=str(answer.reason))


def require_administer(caller: Caller, kind: ResourceType, res_id: int) -> None:
    """Raises NotAllowed unless the caller administers the resource."""
    require(caller, ADMINISTER[kind], kind, res_id)


def find_administered(caller: Caller, model: type[R], res_id: int) -> R:
    """The row, if the caller administers the resource. Raises NotFound, NotAllowed."""
    row = find_visible(caller, model, res_id)
    require_administer(caller, KINDS[model], row.id)
    return row


def _provisioning(
    jobs_of_place: Sequence[ProvisioningJob], names: Mapping[int, str], awaited: Mapping[int, str]
) -> Provisioning:
    states = {job.state for job in jobs_of_place}
    clusters = [
        ClusterState.of(
            job,
            cluster_id=job.cluster,
            cluster=names.get(job.cluster, ""),
            message=awaited.get(job.cluster) if _says_nothing(job) else job.message,
            next_try=job.next_try if job.state == PENDING else None,
        )
        for job in jobs_of_place
    ]
    state: State = "failed" if FAILED in states else "pending" if PENDING in states else "ready"
    return Provisioning(state=state, clusters=clusters)
