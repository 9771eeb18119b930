"""Clusters: administrators of the center add and remove them. `cluster_access` has what their brokers need."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Response
from pydantic import Field

from app.access.names import ResourceType
from app.access.read_permission import READING
from app.access.vocabulary import Right
from app.api.admin.clusters.cluster_access import find_administered
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.resource_deletion import Cascade, Confirm
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import AdministratorToChange, SignedIn, SignedInToChange, require_reauthentication
from app.api.paging import ApiModel, Body, Id, IdValue, Listed, Page, Remark, examples, sorted_by
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.brokers import broker_states, credentials, live_connections
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.resources import clusters
from app.resources.models import Cluster
from app.resources.provisioning import cluster_abandonment
from app.rights import clusters_held
from app.rights.granting import user_deletion

router = ChangingRouter(prefix="/clusters", tags=["clusters"])
KIND = ResourceType.CLUSTER
_FOR_ITS_ADMINISTRATORS = {"consume_manages_subscriptions", "adopts_creations"}
"""What whoever administers the cluster may change, too."""
Address = Annotated[str, Field(max_length=128, examples=["pulsar://broker.example:6650"])]
AdminUrl = Annotated[str, Field(max_length=256, examples=["https://broker.example:8443"])]


class NewCluster(Body):
    """A cluster, by its own name. The host of `admin_url` must be in PUC_CLUSTER_ADDRESSES."""

    model_config = examples(
        {
            "name": "prod",
            "address": "pulsar://broker.example:6650",
            "admin_url": "https://broker.example:8443",
            "remark": "Frankfurt",
        }
    )

    name: Annotated[str, Field(max_length=256)]
    address: Address
    admin_url: AdminUrl
    admin_user_id: IdValue | None = None
    remark: Remark | None = None


class ClusterChange(Body):
    """What to change; fields that are left out stay. The name cannot change, as it is in the brokers' settings."""

    model_config = examples({"address": "pulsar+ssl://broker.example:6651", "remark": "Frankfurt"})

    address: Address = ""
    admin_url: AdminUrl = ""
    admin_user_id: IdValue | None = None
    remark: Remark | None = None
    consume_manages_subscriptions: bool = False
    unknown_roles_become_users: bool = False
    adopts_creations: bool = False


class ClusterItem(ApiModel):
    """A cluster. `admin_user_id`: the service user whose short tokens the center uses for provisioning.
    `shows_brokers`: the caller administers or audits the cluster; `may_administer`: it may also forget brokers."""

    id: int
    name: str
    address: str
    admin_url: str
    admin_user_id: int | None
    gone: bool = Field(description="It was given up: nothing waits for it any more.")
    consume_manages_subscriptions: bool = Field(description="Pulsar's `consume` does so here; false: it reads.")
    unknown_roles_become_users: bool = Field(
        description="A grant by pulsar-admin to a role without account makes one, without credential; false: refused."
    )
    adopts_creations: bool = Field(description="What is made or removed at its brokers is made or removed here, too.")
    add_time: int
    update_time: int
    remark: str | None
    shows_brokers: bool
    may_administer: bool
    version: str


@router.get("", summary="List clusters")
def list_clusters(
    caller: SignedIn, page: Annotated[Page, Depends(sorted_by(name=Cluster.name, update_time=Cluster.update_time))]
) -> Listed[ClusterItem]:
    """The clusters on which, or in which, the caller holds an authority."""
    query = shared.seen_by(caller, KIND).where(*page.matching(Cluster.name))
    listed = page.of(caller.session, query, Cluster.id, lambda row: row)
    return listed.showing(_items(caller, listed.items))


@router.post("", summary="Add a cluster", status_code=201, responses=responses(409))
def create_cluster(
    caller: AdministratorToChange, body: NewCluster, settings: Configured, response: Response
) -> ClusterItem:
    """Adds a cluster with the service users `center.<name>` and `broker.<name>`, who hold authority 4 on it."""
    row = clusters.create(
        caller.session,
        caller.username,
        caller.user_id,
        body.name,
        body.address,
        body.admin_url,
        settings.allowed_cluster_hosts(),
        admin_user_id=body.admin_user_id,
        remark=body.remark,
    )
    return _answer(caller, row, response)


@router.get("/{cluster_id}", summary="Read a cluster")
def get_cluster(caller: SignedIn, cluster_id: Id, response: Response) -> ClusterItem:
    """One cluster."""
    return _answer(caller, shared.find_visible(caller, Cluster, cluster_id), response)


@router.patch("/{cluster_id}", summary="Change a cluster")
def change_cluster(
    caller: SignedInToChange, cluster_id: Id, body: ClusterChange, seen: Seen, settings: Configured, response: Response
) -> ClusterItem:
    """Changes addresses, admin user or remark: only for administrators of the center, as tokens are sent to the
    address. What `consume` means, and whether creations are adopted, is changed by who administers the cluster, too."""
    row = find_administered(caller, cluster_id)
    if not caller.is_administrator and body.model_fields_set - _FOR_ITS_ADMINISTRATORS:
        raise NotAllowed("Only administrators of the center may change this of a cluster.", reason="NO_GRANT")
    seen.latest(row)
    values = body.model_dump(include=body.model_fields_set)
    clusters.change(caller.session, caller.username, row, settings.allowed_cluster_hosts(), **values)
    return _answer(caller, row, response)


@router.delete("/{cluster_id}", summary="Forget a cluster", status_code=204, responses=responses(409))
def delete_cluster(
    caller: AdministratorToChange,
    cluster_id: Id,
    seen: Seen,
    confirm: Confirm = None,
    cascade: Cascade = False,
) -> None:
    """Removes a cluster without tenants from the center, with its service users; the cluster itself is not touched. If
    it was given up, tenants that also live elsewhere leave it."""
    require_reauthentication(caller)
    row, session = clusters.find(caller.session, cluster_id), caller.session
    seen.latest(row)
    service = clusters.service_users(session, row)
    clusters.check_removal(session, row, confirm=confirm, cascade=cascade, user_id=caller.user_id)
    credentials.withdraw_all(session, caller.username, row.id)
    broker_states.forget(session, row.id)
    live_connections.forget_cluster(session, row.id)
    if row.gone:
        cluster_abandonment.remove_from_tenants(session, caller.username, row)
    clusters.remove(session, caller.username, row)
    for user in service:
        # The user may serve another cluster too; then that cluster is named in the error.
        user_deletion.remove_user(session, caller.username, user, cascade=True)


@router.post("/{cluster_id}/give-up", summary="Give up a cluster that is gone")
def give_up_cluster(
    caller: AdministratorToChange, cluster_id: Id, seen: Seen, response: Response, confirm: Confirm = None
) -> ClusterItem:
    """For a cluster that will never answer again. Jobs that wait for it end without being done, so that its resources
    can be deleted and the cluster removed. This is final."""
    require_reauthentication(caller)
    row = seen.latest(clusters.find(caller.session, cluster_id))
    cluster_abandonment.give_up(caller.session, caller.username, row, confirm)
    return _answer(caller, row, response)


def _items(caller: Caller, rows: Sequence[Cluster]) -> list[ClusterItem]:
    ids = [cluster.id for cluster in rows]
    if caller.is_administrator or not ids:
        return [_item(cluster, READING) for cluster in rows]
    rights = clusters_held.rights_on(caller.session, caller.user, now_ms(), ids)
    return [_item(cluster, rights[cluster.id]) for cluster in rows]


def _item(row: Cluster, rights: frozenset[Right]) -> ClusterItem:
    return ClusterItem.of(
        row,
        admin_user_id=row.admin_user,
        consume_manages_subscriptions=bool(row.consume_manages_subscriptions),
        shows_brokers=bool(rights),
        may_administer=Right.ADMINISTER in rights,
    )


def _answer(caller: Caller, row: Cluster, response: Response) -> ClusterItem:
    return tagged(response, _items(caller, [row])[0])
