"""Changes of what clusters have: `subscriptions reset`, `skip`, `clear`, `expire`, `delete`; `unload`, `split`.

Each first asks the center what it would do, prints that, and asks the person.
"""

from typing import Annotated, Any

import typer

from app.cli import moments
from app.cli.center import Center, note
from app.cli.connection import without_none
from app.cli.exit_status import wrong_usage
from app.cli.live import OnCluster
from app.cli.output import Form
from app.cli.policies import Name
from app.cli.subscriptions import Subscription, subscriptions
from app.cli.tenants_and_topics import namespaces, topics

Topic = Annotated[str, typer.Argument(help="Full name of the topic.")]
Partition = Annotated[int | None, typer.Option(min=0, help="Only this partition, counted from 0.")]
Cluster = Annotated[str | None, typer.Option("--cluster", help="Where, if it lives on several.")]


@subscriptions.remote("reset", example="persistent://acme/orders/created billing --ago 2h", yes=True, dry_run=True)
def reset(
    at: Center,
    topic: Topic,
    subscription: Subscription,
    to_time: Annotated[str | None, typer.Option(help="Go on with what was published from then on: 2027-01-01.")] = None,
    ago: Annotated[str | None, typer.Option(help="The same, counted from now: 30m, 2h, 1d.")] = None,
    to_position: Annotated[str | None, typer.Option(help="Go on at LEDGER:ENTRY.")] = None,
    partition: Partition = None,
    cluster: Cluster = None,
) -> None:
    """Move where a subscription goes on, back or forward."""
    if [to_time, ago, to_position].count(None) != 2:
        raise wrong_usage("Say where to: either --to-time, --ago or --to-position.")
    moment = moments.no_span(to_time) if to_time else moments.before(ago) if ago else None
    body = {"to_time": moment, "to_position": to_position, "partition": partition}
    _change_subscription(at, "reset", topic, subscription, cluster, body)


@subscriptions.remote("skip", example="persistent://acme/orders/created billing 10", yes=True, dry_run=True)
def skip(
    at: Center,
    topic: Topic,
    subscription: Subscription,
    messages: Annotated[int, typer.Argument(min=1, help="How many of the oldest.")],
    partition: Partition = None,
    cluster: Cluster = None,
) -> None:
    """Do not deliver the oldest messages of a backlog."""
    body = {"messages": messages, "partition": partition}
    _change_subscription(at, "skip", topic, subscription, cluster, body)


@subscriptions.remote("clear", example="persistent://acme/orders/created billing", yes=True, dry_run=True)
def clear(
    at: Center, topic: Topic, subscription: Subscription, partition: Partition = None, cluster: Cluster = None
) -> None:
    """Do not deliver what waits for a subscription now."""
    _change_subscription(at, "clear", topic, subscription, cluster, {"partition": partition})


@subscriptions.remote("expire", example="persistent://acme/orders/created billing 7d", yes=True, dry_run=True)
def expire(
    at: Center,
    topic: Topic,
    subscription: Subscription,
    older_than: Annotated[str, typer.Argument(help="30m, 2h, 7d.")],
    partition: Partition = None,
    cluster: Cluster = None,
) -> None:
    """Do not deliver messages of a certain age."""
    body = {"older_than_seconds": moments.seconds(older_than), "partition": partition}
    _change_subscription(at, "expire", topic, subscription, cluster, body)


@subscriptions.remote("delete", example="persistent://acme/orders/created billing", yes=True, dry_run=True)
def delete(
    at: Center,
    topic: Topic,
    subscription: Subscription,
    force: Annotated[bool, typer.Option("--force", help="Also while consumers are connected.")] = False,
    cluster: Cluster = None,
) -> None:
    """Delete a subscription of a topic with its backlog."""
    _change_subscription(at, "delete", topic, subscription, cluster, {"force": force})


@topics.remote("unload", example="persistent://acme/orders/created", yes=True, dry_run=True)
def unload_topic(at: Center, name: Name, cluster: OnCluster = None) -> None:
    """Let the broker of a topic close it; whoever is asked next loads it."""
    _interrupt(at, "topic", name, "unload", {}, cluster)


@namespaces.remote("unload", example="acme/orders", yes=True, dry_run=True)
def unload(
    at: Center,
    name: Name,
    bundle: Annotated[str | None, typer.Option(help="Only this one: 0x00000000_0x40000000.")] = None,
    cluster: Cluster = None,
) -> None:
    """Take a namespace, or one bundle, from its brokers; the cluster chooses anew who serves it."""
    _interrupt(at, "namespace", name, "unload", {"bundle": bundle}, cluster)


@namespaces.remote("split", example="acme/orders 0x00000000_0x40000000", yes=True, dry_run=True)
def split(
    at: Center,
    name: Name,
    bundle: Annotated[str, typer.Argument(help="0x00000000_0x40000000, as `namespaces bundles` lists it.")],
    unload: Annotated[bool, typer.Option("--unload", help="Let brokers choose anew who serves the halves.")] = False,
    cluster: Cluster = None,
) -> None:
    """Divide a bundle in two, for good."""
    _interrupt(at, "namespace", name, "split", {"bundle": bundle, "unload": unload}, cluster)


def _change_subscription(
    at: Center, what: str, topic: str, subscription: str, cluster: str | None, body: dict[str, Any]
) -> None:
    path = f"/api/v1/topics/{at.find('topic', topic)}/live/subscriptions/{what}"
    whole = {"subscription": subscription, "cluster_id": at.find("cluster", cluster) if cluster else None, **body}
    forecast = _rehearse(at, path, whole)
    for line in forecast_lines(forecast):
        note(line)
    if not at.dry_run:
        at.confirm(f"{what.capitalize()} {subscription}? This cannot be undone.")
        at.change("POST", path, json=without_none({**whole, "confirm": subscription}))


def _interrupt(at: Center, kind: str, name: str, what: str, body: dict[str, Any], cluster: str | None) -> None:
    path = f"/api/v1/{kind}s/{at.find(kind, name)}/live/{what}"
    whole = {**body, "cluster_id": at.find("cluster", cluster) if cluster else None}
    interruption = _rehearse(at, path, whole)
    note(interruption_line(interruption))
    if not at.dry_run:
        at.confirm(f"{what.capitalize()} {body.get('bundle') or name}? Its clients reconnect.")
        at.change("POST", path, json=without_none(whole))


def _rehearse(at: Center, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = at.ask("POST", path, params={"dry_run": "true"}, json=without_none(body))
    rehearsal: dict[str, Any] = answer.json()
    if at.dry_run:
        if at.form is not Form.TABLE:
            at.show(rehearsal, {})
        note("dry run: checked, nothing was changed")
    return rehearsal


def forecast_lines(forecast: dict[str, Any]) -> list[str]:
    """What a change of a subscription will do, in words, with a line for each partition."""
    head = f"{forecast['cluster']}: {forecast['subscription']} has a backlog of {forecast['msg_backlog']:,}"
    lost = "" if forecast["messages"] is None else f"; {forecast['messages']:,} messages will not be delivered"
    consumers = f"; {forecast['consumers']} consumers are connected" if forecast["consumers"] else ""
    return [head + lost + consumers, *(_partition_line(part) for part in forecast["parts"] if part["from_position"])]


def _partition_line(part: dict[str, Any]) -> str:
    where = "" if part["partition"] is None else f"partition {part['partition']} "
    to = f" -> {part['to_position']}" if part["to_position"] else ""
    entries = part["entries"]
    what = "" if entries is None else f": {abs(entries):,} entries {'again' if entries < 0 else 'not delivered'}"
    return f"  {where}{part['from_position']}{to}{what}"


def interruption_line(forecast: dict[str, Any]) -> str:
    """What unloading or splitting will interrupt, in words."""
    parts = [
        f"{forecast[kind]:,} {kind}" for kind in ("topics", "producers", "consumers") if forecast[kind] is not None
    ]
    brokers = ", ".join(forecast["brokers"]) or "no broker"
    return f"{forecast['cluster']}: served by {brokers} now; {', '.join(parts) or 'unknown'} will be interrupted"
