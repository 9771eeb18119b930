"""The wish for the policies of a namespace or topic, and the jobs that make clusters follow it.

A job carries what a change is about, and what earlier jobs that are not done were to do, so that the newest one is
enough. Any other difference of a cluster is drift, which is decided line by line.
"""

import json
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput
from app.resources import jobs, resource_rows, tenants
from app.resources.job_order import FAILED, POLICIES, READY
from app.resources.models import Namespace, ProvisioningJob, Tenant, Topic
from app.resources.pulsar import policies
from app.resources.pulsar.policies import Level

LONGEST = 12_000
"""Characters of a stored wish."""
NO_POLICIES: Mapping[str, Any] = MappingProxyType({})
Owner = Namespace | Topic
Wish = dict[str, Any]


def level_of(row: Owner) -> Level:
    """The level of the row's policies."""
    return "topic" if isinstance(row, Topic) else "namespace"


def wish_of(row: Owner) -> Wish:
    """What is wished: policy → canonical value."""
    return json.loads(row.policies) if row.policies else {}


def column_of(wish: Mapping[str, Any]) -> str | None:
    """The column for a wish."""
    return json.dumps(wish, sort_keys=True) if wish else None


def checked(session: Session, tenant: Tenant, row: Owner, wish: Mapping[str, Any]) -> Wish:
    """A canonical wish that the row can have. Raises InvalidInput."""
    try:
        policies.check(level_of(row), wish)
        if wish and isinstance(row, Topic) and row.domain != "persistent":
            raise ValueError("Pulsar keeps policies of persistent topics only; set them on the namespace")
        # Read only when they matter: a file may make a thousand topics with policies.
        clusters = tenants.cluster_names(session, tenant) if "replication_clusters" in wish else ()
        check_place(tenant.name, clusters, wish)
    except ValueError as error:
        raise invalid(error) from error
    return dict(wish)


def check_place(tenant: str, clusters: Collection[str], wish: Mapping[str, Any]) -> None:
    """Raises ValueError for a wish that is too long or names clusters that are not the tenant's (`clusters`)."""
    strange = [cluster for cluster in wish.get("replication_clusters", ()) if cluster not in clusters]
    if strange:
        raise ValueError(f'replication_clusters: "{strange[0]}" is no cluster of the tenant {tenant}')
    if (size := len(column_of(wish) or "")) > LONGEST:
        raise ValueError(f"together they are longer ({size}) than {LONGEST} characters")


def parsed(level: Level, values: Mapping[str, Any]) -> Wish:
    """Values in people's units as a wish. Raises InvalidInput `invalid_policies`."""
    try:
        return policies.parse(level, values)
    except ValueError as error:
        raise invalid(error) from error


def changed(level: Level, wish: Mapping[str, Any], changes: Mapping[str, Any]) -> Wish:
    """The wish with values in people's units; None takes one back. Raises InvalidInput `invalid_policies`."""
    try:
        policies.check_names(level, changes)
    except ValueError as error:
        raise invalid(error) from error
    rest = {policy: value for policy, value in wish.items() if policy not in changes}
    return rest | parsed(level, {policy: value for policy, value in changes.items() if value is not None})


def invalid(error: ValueError) -> InvalidInput:
    """The answer to a wish that is wrong."""
    name = str(error).partition(":")[0]
    field = f"policies.{name}" if name in policies.POLICIES else "policies"
    return InvalidInput(f"The policies are not valid: {error}.", code="invalid_policies", field=field, wrong=str(error))


def change(
    session: Session, actor: str, row: Owner, full_name: str, wish: Mapping[str, Any], *, already_on: int | None = None
) -> None:
    """Replace the wish; the clusters follow, but for the one that has it already (`already_on`). The same wish
    again changes nothing. Raises InvalidInput, Conflict."""
    tenant = session.get_one(Tenant, row.tenant)
    resource_rows.refuse_deleting(row, full_name)
    wished, before = checked(session, tenant, row, wish), wish_of(row)
    if wished == before:
        return
    kind, cluster = kind_of(row), resource_rows.only_cluster(tenant)
    resource_rows.change(session, actor, kind, row, full_name, cluster, policies=column_of(wished))
    changed = {policy for policy in {*before, *wished} if before.get(policy) != wished.get(policy)}
    _put_jobs(session, row, full_name, tenant, changed, already_on)


def give(session: Session, tenant: Tenant, row: Owner, wish: Mapping[str, Any]) -> None:
    """Policies for a row that is not stored yet. Raises InvalidInput."""
    if wish:
        row.policies = column_of(checked(session, tenant, row, wish))


def put_first(session: Session, row: Owner, full_name: str, tenant: Tenant, job_clusters: Mapping[str, object]) -> None:
    """The jobs of a new resource that is created with policies; they wait for its creation. `job_clusters`: that of its
    tenant (`tenants`)."""
    wish = {"policies": wish_of(row), "unset": [], **job_clusters}
    jobs.put(session, kind_of(row), row.id, tenant.cluster_ids(), POLICIES, full_name, wish, now_ms())


def supersede(session: Session, job: ProvisioningJob) -> None:
    """Forget earlier jobs about policies that failed, as this one has made the cluster follow the newest wish."""
    same_resource = ProvisioningJob.res_type == job.res_type, ProvisioningJob.res_id == job.res_id
    earlier = ProvisioningJob.id < job.id, ProvisioningJob.state == FAILED, ProvisioningJob.action == POLICIES
    session.execute(delete(ProvisioningJob).where(*same_resource, ProvisioningJob.cluster == job.cluster, *earlier))


def _put_jobs(
    session: Session, row: Owner, full_name: str, tenant: Tenant, changed: Collection[str], already_on: int | None
) -> None:
    """One job for each cluster that does not have the changed policies yet, with what earlier jobs left undone."""
    now, kind, wish = now_ms(), kind_of(row), wish_of(row)
    clusters = tenants.job_clusters(session, tenant)
    left = _drop_replaced(session, kind, row.id, now)
    for cluster_id in tenant.cluster_ids():
        names = {*left.get(cluster_id, ()), *(() if cluster_id == already_on else changed)}
        set_here = {policy: wish[policy] for policy in names if policy in wish}
        job = {"policies": set_here, "unset": sorted(names - set(wish)), **clusters}
        jobs.put(session, kind, row.id, [cluster_id] if names else [], POLICIES, full_name, job, now)
    session.flush()


def _drop_replaced(session: Session, kind: ResourceType, res_id: int, now: int) -> dict[int, set[str]]:
    """Remove jobs about policies that nobody is carrying out. Returns cluster id → policies that they may have set or
    were to take back."""
    about = ProvisioningJob.res_type == int(kind), ProvisioningJob.res_id == res_id
    query = select(ProvisioningJob).where(*about, ProvisioningJob.action == POLICIES, ProvisioningJob.state != READY)
    found: dict[int, set[str]] = {}
    for job in session.scalars(query).all():
        wish = json.loads(job.wish)
        found.setdefault(job.cluster, set()).update(wish["policies"], wish["unset"])
        if job.claimed_until <= now:
            session.delete(job)
    return found


def kind_of(row: Owner) -> ResourceType:
    """The type of the row."""
    return ResourceType.TOPIC if isinstance(row, Topic) else ResourceType.NAMESPACE
