"""Reads what a cluster has of a place that was made there. The values become the center's wish, so that nothing is
written back. They are read again while nobody changes the place at the center, because Terraform sets policies by later
calls. What somebody changed at the center stays, and what cannot be a wish is left out: the drift shows both.

A place that the cluster does not have (any more) gives nobody a right: it was deleted before its creation was reported,
or the broker refused it after the center had named its administrators.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.audit.trail import trail
from app.grants import grants
from app.grants.models import Grant
from app.platform.errors import InvalidInput
from app.resources import jobs, resource_rows, tenants
from app.resources import policies as wishes
from app.resources.job_order import READ, READY
from app.resources.models import MODELS, Namespace, ProvisioningJob, Tenant, Topic
from app.resources.provisioning import migrated_rights, topic_policies
from app.resources.pulsar import cluster_content, policies
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.policy_client import PolicyClient

Values = Mapping[str, Any]
_ACTOR = "provisioning"


def read(client: AdminClient, job: ProvisioningJob, cluster: str) -> Values | None:
    """The values of a namespace or topic, none of a tenant; None when it is not there. Raises what `AdminClient`
    raises, ValueError for an answer that makes no sense."""
    kind = ResourceType(job.res_type)
    if kind == ResourceType.TOPIC:
        partitions = client.partitions(job.name)
        return None if partitions is None else {"partitions": partitions, **_more_of_topic(client, job)}
    answer = client.call("GET", AdminPath.of_place(kind, job.name)).require_success(gone_is_fine=True)
    if not answer.ok:
        return None
    return {} if kind == ResourceType.TENANT else _of_namespace(job.name, answer.members(), cluster)


def keep(session: Session, job: ProvisioningJob, values: Values | None) -> None:
    """Record the values as the wish of the row, unless somebody changed it since it was made, or another cluster was
    read first: where this one differs is for the drift. When no cluster has the place, the rights on it end."""
    row: Tenant | Namespace | Topic | None = session.get(MODELS[job.res_type], job.res_id)
    if row is None or row.deleting:
        return
    wish, newest = json.loads(job.wish), jobs.newest(session, ResourceType(job.res_type), [job.res_id])[job.res_id]
    again, elsewhere = "as_of" in wish, [other for other in newest if other.cluster != job.cluster]
    is_there = any("read" in json.loads(other.wish) for other in elsewhere)
    if values is None:
        if not again and not is_there and all((other.action, other.state) == (READ, READY) for other in elsewhere):
            _end_rights(session, job)  # else the drift does, and keeps them
        return
    if isinstance(row, Topic) and values.get("migrated"):
        migrated_rights.follow(session, wish["actor"], row, job.name)
    wish["read"] = 0  # it is there, and its values are not the wish; else they are, as of that change
    if not isinstance(row, Tenant) and row.update_time == wish.get("as_of", row.add_time) and (again or not is_there):
        _keep(session, job, wish, row, {name: value for name, value in values.items() if name != "migrated"})
    job.wish = json.dumps(wish, sort_keys=True)


def _end_rights(session: Session, job: ProvisioningJob) -> None:
    """Revoke all grants on the place; not on a non-persistent topic, which a cluster has only while it is used."""
    if job.name.startswith("non-persistent://"):
        return
    on_place = select(Grant).where(Grant.res_type == job.res_type, Grant.res_id == job.res_id).order_by(Grant.id)
    with trail.together(session):
        grants.revoke_these(session, _ACTOR, session.scalars(on_place).all())


def _keep(session: Session, job: ProvisioningJob, wish: dict[str, Any], row: Namespace | Topic, values: Values) -> None:
    tenant = session.get_one(Tenant, row.tenant)
    columns = {**values, "policies": wishes.column_of(_wish(session, tenant, row, values["policies"]))}
    changed = {name: value for name, value in columns.items() if value != getattr(row, name)}
    if changed:
        kind, cluster = ResourceType(job.res_type), resource_rows.only_cluster(tenant)
        resource_rows.change(session, wish["actor"], kind, row, job.name, cluster, **changed)
    if changed or "as_of" not in wish:  # what cannot be a wish would be read for ever
        wish["read"] = row.update_time


def read_again(
    session: Session, actor: str, kind: ResourceType, ids: Collection[int], cluster_id: int, now: int
) -> set[int]:
    """Have those places read again that the center has read from this cluster so far and nobody has changed here.
    Returns their ids."""
    again = set()
    for number, newest in jobs.newest(session, kind, ids).items():
        row: Namespace | Topic | None = session.get(MODELS[kind], number)
        mine = next((job for job in newest if job.cluster == cluster_id), None)
        if row is not None and mine is not None and _is_as_read(mine, row):
            wish = {"actor": actor, "as_of": row.update_time}
            jobs.put(session, kind, number, [cluster_id], READ, mine.name, wish, now)
            again.add(number)
    return again


def _is_as_read(job: ProvisioningJob, row: Namespace | Topic) -> bool:
    read = json.loads(job.wish).get("read") if (job.action, job.state) == (READ, READY) else None
    return bool(read == row.update_time) and not row.deleting


def _wish(session: Session, tenant: Tenant, row: Namespace | Topic, read: Values) -> Values:
    """The policies that were read, as a wish; nothing when the center refuses them."""
    wish = dict(read)
    if not set(tenants.cluster_names(session, tenant)).issuperset(read.get("replication_clusters", ())):
        del wish["replication_clusters"]
    try:
        return wishes.checked(session, tenant, row, wish)
    except InvalidInput:
        return {}


def _more_of_topic(client: AdminClient, job: ProvisioningJob) -> Values:
    own = {"policies": _of_topic(client, job.name)}
    migrated = json.loads(job.wish).get("migrated")
    return {**own, "migrated": migrated_rights.was_migrated(client, job.name)} if migrated else own


def _of_namespace(name: str, answer: Values, cluster: str) -> Values:
    bundles = cluster_content.namespace(name, answer).bundles
    own = {} if bundles is None else {"bundles": bundles}
    return {**own, "policies": policies.from_namespace(answer, cluster).wish}


def _of_topic(client: AdminClient, name: str) -> Values:
    """The topic's own policies, asked only where the namespace keeps some: asking would begin to keep them."""
    namespace = ResourceName.of_topic(name).namespace or ""
    kept = name.startswith("persistent://") and topic_policies.may_be_in(
        lambda path: client.call("GET", path), namespace
    )
    return PolicyClient(client).of_topic(name).wish if kept else {}
