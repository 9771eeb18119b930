"""`usercenter subscriptions`: who alone may use a subscription of a namespace, and how their names must begin."""

from typing import Annotated

import typer

from app.access.subscription_rules import Mode
from app.cli.center import Center, note
from app.cli.command import Group
from app.cli.output import Columns

subscriptions = Group("subscriptions", "Who alone may use a subscription of a namespace.")
Namespace = Annotated[str, typer.Argument(help="TENANT/NAMESPACE.")]
Subscription = Annotated[str, typer.Argument(help="Name of the subscription.")]
User = Annotated[list[str] | None, typer.Option("--user", help="May use it; may be given several times.")]
COLUMNS: Columns = {"subscription": "subscription", "users": "users"}


@subscriptions.remote("list", example="acme/orders")
def list_rules(at: Center, namespace: Namespace) -> None:
    """The rules of a namespace. Whoever is listed still needs the right to read."""
    found = at.get(_path(at, namespace))
    at.show(found, COLUMNS)
    if found["subscription_auth_mode"] == Mode.PREFIX:
        note("subscriptions must begin with the name of the user")


@subscriptions.remote("restrict", example="acme/orders billing --user billing-job", dry_run=True, wait=True)
def restrict(at: Center, namespace: Namespace, subscription: Subscription, users: User = None) -> None:
    """Let only these users use a subscription, by its whole name: audit-* is refused. Without --user: only who
    administers the namespace."""
    path, body = _path(at, namespace), {"subscription": subscription, "users": users or []}
    at.show(at.change("PUT", path, json=body, of=at.get(path)).json(), COLUMNS)


@subscriptions.remote("open", example="acme/orders billing --yes", yes=True, dry_run=True, wait=True)
def open_to_all(at: Center, namespace: Namespace, subscription: Subscription) -> None:
    """Remove the rule of a subscription: whoever may read may use it."""
    path = _path(at, namespace)
    found = at.get(path)
    at.confirm(f"Let everybody who may read {namespace} use {subscription}?")
    at.change("DELETE", path, params={"subscription": subscription}, of=found)


@subscriptions.remote("names", example="acme/orders Prefix", dry_run=True, wait=True)
def names(
    at: Center,
    namespace: Namespace,
    mode: Annotated[Mode, typer.Argument(help="Prefix: they begin with the name of the user.")],
) -> None:
    """What subscriptions of a namespace must be called."""
    path = f"/api/v1/namespaces/{at.find('namespace', namespace)}"
    at.change("PATCH", path, json={"subscription_auth_mode": str(mode)}, of=at.get(path))


def _path(at: Center, namespace: str) -> str:
    return f"/api/v1/namespaces/{at.find('namespace', namespace)}/subscription-permissions"
