"""`enforcement`: how far the brokers are with a change. `brokers`: lists them. `connections`: lists open
connections."""

from typing import Annotated, Any
from urllib.parse import quote

import typer

from app.cli import resources
from app.cli.center import Center, note
from app.cli.command import Group, Wait
from app.cli.exit_status import CommandError
from app.cli.output import Columns, fields, moment, utc

commands = Group()
Cluster = Annotated[str, typer.Argument(help="Cluster, by name.")]
brokers = Group("brokers", "Brokers that report to the center.")
_BROKERS: Columns = {
    **fields("broker", "state", "revision", "behind"),
    "history": lambda broker: "known" if broker["known"] else "unknown",
    **fields("service", "observing"),
    "ends what is open": "kicks",
    "denies grants limited to": "unknown_limits",
    "known holes": lambda broker: "unknown" if broker["holes"] is None else [hole["id"] for hole in broker["holes"]],
    "connections": "connections",
    "last heard": moment("last_seen"),
    **fields("pulsar", "plugin"),
}
_CONNECTIONS: Columns = {
    **fields("principal", "kind", "topic", "subscription", "address"),
    "since": moment("since"),
    "broker": "broker",
}


@brokers.remote("list", example="prod")
def list_brokers(at: Center, cluster: Cluster) -> None:
    """Every broker of the cluster: live, vanished (silent), left (stopped) or expired (silent for too long)."""
    at.listing(f"{at.path('cluster', cluster)}/brokers", _BROKERS, sort="broker")


@brokers.remote("forget", example="prod pulsar-broker-7.example:8080", yes=True)
def forget(
    at: Center, cluster: Cluster, broker: Annotated[str, typer.Argument(help="As `brokers list` names it.")]
) -> None:
    """Wait no longer for a broker that is known to be dead. One that still runs, cut off, goes on with old rights."""
    at.confirm(f"Is {broker} switched off for certain?")
    at.change("DELETE", f"{at.path('cluster', cluster)}/brokers/{quote(broker, safe='')}")


@commands.remote("enforcement", example="42 --wait 10")
def enforcement(
    at: Center,
    revision: Annotated[int, typer.Argument(min=0, help="As commands tell it on standard error.")],
    cluster: Annotated[str | None, typer.Option(help="Only on this cluster; else on all you may see.")] = None,
    wait: Wait = 0,
) -> None:
    """Do all brokers enforce this revision, and after which time? Status 1 when not (yet), or no broker is live."""
    found = states(at, revision, wait, cluster)
    at.tell(found, (sentence(cluster, state) for cluster, state in found.items()))
    _require_enforced(found, revision)


@commands.remote("connections", example="prod --principal alice")
def connections(
    at: Center,
    cluster: Cluster,
    principal: Annotated[str | None, typer.Option(help="Only of this user.")] = None,
    on: Annotated[str | None, typer.Option("--on", help=f"Only there. {resources.HELP}")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="List at most so many.")] = 100,
) -> None:
    """What is connected now, asked of the brokers; who did not answer is told on standard error."""
    resource = resources.parse(on).name if on else None
    query = {"principal": principal, "resource": resource, "limit": limit}
    found = at.get(f"{at.path('cluster', cluster)}/connections", **query)
    at.show(found, _CONNECTIONS)
    if len(found["items"]) < found["total"]:
        note(f"{len(found['items'])} of {found['total']} are listed")
    for names, missing in ((found["late"], "did not answer in time"), (found["unfollowed"], "have no interceptor")):
        if names:
            note(f"missing is what is connected to brokers that {missing}: {', '.join(names)}")


def wait_for(at: Center, revision: int, wait: int) -> None:
    """After a change: print on standard error where it is enforced. Raises CommandError unless it is enforced
    everywhere."""
    found = states(at, revision, wait)
    for cluster, state in found.items():
        note(sentence(cluster, state))
    _require_enforced(found, revision)


def states(at: Center, revision: int, wait: int, cluster: str | None = None) -> dict[str, dict[str, Any]]:
    """The center's answer for each cluster, by name."""
    return {
        name: at.get(f"/api/v1/clusters/{number}/enforcement", revision=revision, wait_ms=wait * 1000)
        for name, number in _clusters(at, cluster).items()
    }


def sentence(cluster: str, state: dict[str, Any]) -> str:
    """`prod: revision 42 is enforced on 12 of 12 brokers after 40 ms`, followed by the brokers that do not enforce
    it."""
    if not state["brokers"] and not state["vanished"]:
        return f"{cluster}: no broker is live, so nothing enforces revision {state['revision']}"
    after = "" if state["after_ms"] is None else f" after {state['after_ms']} ms"
    share = f"{state['enforced']} of {state['brokers']} brokers"
    parts = [f"{cluster}: revision {state['revision']} is enforced on {share}{after}"]
    parts += [f"{_name(broker)} {_lag(broker['revision'], state['revision'])}" for broker in state["behind"]]
    parts += [f"{_name(broker)} only observes: its native provider answers" for broker in state["observing"]]
    parts += [f"{_name(broker)} decides by it, but {_what_stays_open(broker)}" for broker in state["unfollowed"]]
    parts += [f"{_name(broker)} has vanished; if it still runs, {_until_when(broker)}" for broker in state["vanished"]]
    return "\n  ".join(parts)


def _until_when(vanished: dict[str, Any]) -> str:
    if vanished["observing"]:
        return "it only observes: its native provider answers"
    stays = "" if vanished["kicks"] else f", and {_what_stays_open(vanished)}"
    return f"it decides on revision {vanished['revision']} until {utc(vanished['serves_until'])}{stays}"


def _what_stays_open(broker: dict[str, Any]) -> str:
    if broker["service"] == "websocket":
        return "sessions that were open go on: restart it if that matters"
    return "connections of revoked tokens and disabled users may stay open there"


def _require_enforced(found: dict[str, dict[str, Any]], revision: int) -> None:
    if not found or not all(state["complete"] for state in found.values()):
        raise CommandError(f"revision {revision} is not enforced everywhere")


def _lag(at: int, wanted: int) -> str:
    # Not enforced, although the number is as high or higher: then it belongs to another history.
    return (
        f"lags at revision {at}" if at < wanted else f"is at revision {at} of a history that the center does not have"
    )


def _name(broker: dict[str, Any]) -> str:
    return str(broker["broker"] or "a broker")


def _clusters(at: Center, named: str | None) -> dict[str, int]:
    if named:
        return {resources.name_of("cluster", named): at.find("cluster", named)}
    return {cluster["name"]: cluster["id"] for page in at.pages("/api/v1/clusters") for cluster in page["items"]}
