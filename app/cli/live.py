"""What clusters know now: `brokers load`, `namespaces bundles`, `topics stats`, `topics ledgers`, `topics
subscriptions`."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from app.cli import brokers, tenants_and_topics
from app.cli.center import Center, note
from app.cli.exit_status import CommandError
from app.cli.output import Columns, Form, fields, moment
from app.cli.policies import Name

OnCluster = Annotated[str | None, typer.Option("--cluster", help="Only this cluster; else all that it lives on.")]
_MESSAGES: Columns = {
    "messages in/s": lambda stats: _rate(stats["msg_rate_in"]),
    "messages out/s": lambda stats: _rate(stats["msg_rate_out"]),
}
_LOAD: Columns = {
    **fields("broker", "leader"),
    "cpu %": "cpu_percent",
    "memory %": "memory_percent",
    "direct memory %": "direct_memory_percent",
    "network in %": "bandwidth_in_percent",
    "network out %": "bandwidth_out_percent",
    **_MESSAGES,
    **fields("topics", "bundles", "version"),
    "problem": lambda broker: broker["message"] or ("" if broker["reports"] else "makes no load reports"),
}
_BUNDLES: Columns = {
    **fields("cluster", "bundle", "broker", "topics"),
    **_MESSAGES,
    "bytes": "storage_size",
    "backlog": "msg_backlog",
}
_STATS: Columns = {
    **fields("cluster", "partition"),
    "broker": "owner_broker",
    **_MESSAGES,
    "bytes in/s": lambda stats: _rate(stats["msg_throughput_in"]),
    "bytes out/s": lambda stats: _rate(stats["msg_throughput_out"]),
    "bytes": "storage_size",
    "backlog": "msg_backlog",
    **fields("producers", "consumers", "subscriptions"),
}
_LEDGERS: Columns = {
    **fields("cluster", "partition"),
    "ledger": "ledger_id",
    "entries": "entries",
    "bytes": "size",
    "offloaded": "offloaded",
    "under-replicated": "under_replicated",
    "state": "state",
}
_SUBSCRIPTIONS: Columns = {
    "cluster": "cluster",
    "subscription": "name",
    "type": "type",
    "backlog": "msg_backlog",
    "unacknowledged": "unacked_messages",
    "messages out/s": lambda subscription: _rate(subscription["msg_rate_out"]),
    "consumers": "consumers_total",
    "principals": lambda subscription: sorted({consumer["principal"] or "?" for consumer in subscription["consumers"]}),
    "read up to": lambda subscription: [cursor["mark_delete_position"] for cursor in subscription["cursors"]],
    "last acknowledged": moment("last_acked"),
}


@brokers.brokers.remote("load", example="prod")
def load(at: Center, cluster: brokers.Cluster) -> None:
    """How busy the brokers of a cluster are now, by their own load reports."""
    found = at.get(f"{at.path('cluster', cluster)}/live/brokers")
    at.show(found, _LOAD)
    _require_answers([found])


@tenants_and_topics.namespaces.remote("bundles", example="acme/orders")
def bundles(at: Center, name: Name, cluster: OnCluster = None) -> None:
    """The bundles of a namespace: key range, owning broker, and what their topics do."""
    found = read(at, "namespace", name, "bundles", cluster)
    _show(at, found, _BUNDLES, lambda answer: answer["bundles"])
    for answer in found["clusters"]:
        for message in answer["messages"]:
            note(f"{answer['cluster']}: {message}")


@tenants_and_topics.topics.remote("stats", example="persistent://acme/orders/created")
def stats(at: Center, name: Name, cluster: OnCluster = None) -> None:
    """Rates, storage, backlog and connections of a topic now, and of each of its partitions."""
    found = read(at, "topic", name, "stats", cluster)
    _show(at, found, _STATS, lambda answer: [answer["stats"] | {"partition": "all"}, *answer["by_partition"]])


@tenants_and_topics.topics.remote("ledgers", example="persistent://acme/orders/created")
def ledgers(at: Center, name: Name, cluster: OnCluster = None) -> None:
    """Where the messages of a topic lie: the ledgers of each partition."""
    found = read(at, "topic", name, "internal-stats", cluster)
    _show(at, found, _LEDGERS, _ledger_rows)


@tenants_and_topics.topics.remote("subscriptions", example="persistent://acme/orders/created")
def subscriptions(at: Center, name: Name, cluster: OnCluster = None) -> None:
    """The subscriptions of a topic: type, backlog, consumers, where each stands."""
    _show(at, read(at, "topic", name, "subscriptions", cluster), _SUBSCRIPTIONS, lambda answer: answer["subscriptions"])


def read(at: Center, kind: str, name: str, what: str, cluster: str | None) -> dict[str, Any]:
    """The center's answer about something that lives on one or several clusters."""
    number = at.find("cluster", cluster) if cluster else None
    found: dict[str, Any] = at.get(f"{at.path(kind, name)}/live/{what}", cluster_id=number)
    return found


def _ledger_rows(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {**ledger, "partition": part["partition"], "state": part["state"]}
        for part in answer["stored"]
        for ledger in part["ledgers"]
    ]


def _show(at: Center, found: dict[str, Any], columns: Columns, items: Any) -> None:
    if at.form is Form.TABLE:
        answers = [answer for answer in found["clusters"] if answer["code"] is None]
        at.show([{"cluster": answer["cluster"], **item} for answer in answers for item in items(answer)], columns)
    else:
        at.show(found, columns)
    _require_answers(found["clusters"])


def _require_answers(clusters: Iterable[dict[str, Any]]) -> None:
    """Raises CommandError when a cluster did not answer, after what the others said was printed."""
    failed = [
        f"{cluster['cluster']}: {cluster['message']} ({cluster['code']})" for cluster in clusters if cluster["code"]
    ]
    if failed:
        raise CommandError("\n".join(failed))


def _rate(value: float | None) -> str:
    return "" if value is None else f"{value:,.1f}"
