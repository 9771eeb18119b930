"""`usercenter tenants`, `namespaces`, `topics`, `clusters`."""

from typing import Annotated, Any

import typer

from app.access.names import DOMAINS
from app.cli import deletion_loss, policies, resources
from app.cli.center import Center
from app.cli.command import Group, Limit, Query, Remark
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns
from app.cli.policies import Name

tenants = Group("tenants", "Tenants.")
namespaces = Group("namespaces", "Namespaces, named TENANT/NAMESPACE.")
topics = Group("topics", "Topics, named persistent://TENANT/NAMESPACE/TOPIC; scalable ones topic://….")
clusters = Group("clusters", "Pulsar clusters.")
policies.add_to(namespaces, "namespace", "acme/orders")
policies.add_to(topics, "topic", "persistent://acme/orders/created")
Cascade = Annotated[bool, typer.Option(help="With everything below, and the grants of others.")]
Cluster = Annotated[str | None, typer.Option("--cluster", help="Only what lives on this cluster.")]
COLUMNS: Columns = {
    "id": "id",
    "name": "full_name",
    "valid": lambda resource: resource["is_valid"] == 1,
    "state": lambda resource: "deleting" if resource["deleting"] else resource["provisioning"]["state"],
    "remark": "remark",
}


@clusters.remote("list")
def list_clusters(at: Center, q: Query = None, limit: Limit = None) -> None:
    """The clusters you may see."""
    at.listing("/api/v1/clusters", {"id": "id", "name": "name", "address": "address", "remark": "remark"}, limit, q=q)


@tenants.remote("list", example="--cluster prod")
def list_tenants(at: Center, q: Query = None, cluster: Cluster = None, limit: Limit = None) -> None:
    """The tenants in which you hold anything."""
    at.listing("/api/v1/tenants", COLUMNS, limit, q=q, cluster_id=_id(at, "cluster", cluster))


@tenants.remote("create", example="acme --cluster prod", dry_run=True)
def create_tenant(
    at: Center,
    name: Name,
    cluster: Annotated[list[str], typer.Option(help="Where it lives; may be given several times.")],
    remark: Remark = None,
) -> None:
    """Make a tenant; you hold everything on it."""
    clusters = [at.find("cluster", text) for text in cluster]
    _create(at, "tenants", name=resources.name_of("tenant", name), cluster_ids=clusters, remark=remark)


@tenants.remote("delete", example="acme --cascade --yes", yes=True, dry_run=True)
def delete_tenant(at: Center, name: Name, cascade: Cascade = False) -> None:
    """Delete a tenant: brokers deny its data at once, the clusters remove it."""
    _delete(at, "tenant", name, cascade=cascade)


@namespaces.remote("list", example="--tenant acme")
def list_namespaces(
    at: Center,
    q: Query = None,
    tenant: Annotated[str | None, typer.Option(help="Only those of this tenant.")] = None,
    cluster: Cluster = None,
    limit: Limit = None,
) -> None:
    """The namespaces in which you hold anything."""
    query = {"tenant_id": _id(at, "tenant", tenant), "cluster_id": _id(at, "cluster", cluster)}
    at.listing("/api/v1/namespaces", COLUMNS, limit, q=q, **query)


@namespaces.remote("create", example="acme/orders --bundles 16", dry_run=True)
def create_namespace(
    at: Center,
    name: Name,
    bundles: Annotated[int, typer.Option(min=1, help="Parts its topics are spread over at the start.")] = 4,
    preset: policies.Preset = None,
    remark: Remark = None,
) -> None:
    """Make a namespace; you hold everything on it."""
    tenant, slash, last = resources.name_of("namespace", name).partition("/")
    if not slash:
        raise wrong_usage(f"{name!r} names no namespace: write TENANT/NAMESPACE")
    owner = at.find("tenant", f"tenant:{tenant}")
    _create(at, "namespaces", tenant_id=owner, name=last, bundles=bundles, preset=preset, remark=remark)


@namespaces.remote("delete", example="acme/orders --yes", yes=True, dry_run=True)
def delete_namespace(at: Center, name: Name, cascade: Cascade = False) -> None:
    """Delete a namespace."""
    _delete(at, "namespace", name, cascade=cascade)


@topics.remote("list", example="--namespace acme/orders")
def list_topics(
    at: Center,
    q: Query = None,
    namespace: Annotated[str | None, typer.Option(help="Only those of this namespace.")] = None,
    tenant: Annotated[str | None, typer.Option(help="Only those of this tenant.")] = None,
    limit: Limit = None,
) -> None:
    """The topics in which you hold anything."""
    query = {"namespace_id": _id(at, "namespace", namespace), "tenant_id": _id(at, "tenant", tenant)}
    at.listing("/api/v1/topics", {**COLUMNS, "partitions": "partitions"}, limit, q=q, **query)


@topics.remote("create", example="persistent://acme/orders/created --partitions 4", dry_run=True)
def create_topic(
    at: Center,
    name: Name,
    partitions: Annotated[int, typer.Option(min=0, help="0: not partitioned.")] = 0,
    preset: policies.Preset = None,
    remark: Remark = None,
) -> None:
    """Make a topic; you hold everything on it."""
    domain, _, path = resources.name_of("topic", name).partition("://")
    namespace, slash, last = path.rpartition("/")
    if not slash or domain not in DOMAINS:
        raise wrong_usage(f"{name!r} names no topic: write persistent://TENANT/NAMESPACE/TOPIC")
    owner = at.find("namespace", f"namespace:{namespace}")
    values = {"namespace_id": owner, "name": last, "domain": domain, "partitions": partitions, "preset": preset}
    _create(at, "topics", remark=remark, **values)


@topics.remote("delete", example="persistent://acme/orders/created --yes", yes=True, dry_run=True)
def delete_topic(at: Center, name: Name, cascade: Cascade = False) -> None:
    """Delete a topic with its data."""
    _delete(at, "topic", name, cascade=cascade)


def _create(at: Center, path: str, **body: Any) -> None:
    at.show(at.change("POST", f"/api/v1/{path}", json=body).json(), COLUMNS)


def _delete(at: Center, kind: str, name: str, *, cascade: bool) -> None:
    path = f"/api/v1/{kind}s/{at.find(kind, name)}"
    found = at.get(path)
    if not at.yes:
        deletion_loss.tell(at, path)
    whole = " with everything below it and all grants" if cascade else ""
    at.confirm(f"Delete the {kind} {found['full_name']}{whole}? Its data will be lost.")
    query = {"confirm": found["full_name"], "cascade": str(cascade).lower()}
    at.show(at.change("DELETE", path, params=query, of=found).json(), COLUMNS)


def _id(at: Center, kind: str, name: str | None) -> int | None:
    return at.find(kind, name) if name else None
