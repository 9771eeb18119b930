"""`usercenter subscriptions`: who alone may use a subscription of a namespace, and how their names must begin."""

from typing import Annotated

import typer

from app.access.subscription_rules import Mode
from app.cli import command
from app.cli.center import Center, confirm, note
from app.cli.command import DryRun, Yes
from app.cli.output import Columns
from app.cli.users import if_match

subscriptions = command.group("subscriptions", "Who alone may use a subscription of a namespace.")
Namespace = Annotated[str, typer.Argument(help="TENANT/NAMESPACE.")]
Subscription = Annotated[str, typer.Argument(help="Name of the subscription.")]
User = Annotated[list[str] | None, typer.Option("--user", help="May use it; may be given several times.")]
COLUMNS: Columns = {"subscription": "subscription", "users": "users"}


@command.command(subscriptions, "list", example="usercenter subscriptions list acme/orders")
def list_rules(at: Center, namespace: Namespace) -> None:
    """The rules of a namespace. Whoever is listed still needs the right to read."""
    found = at.get(_path(at, namespace))
    at.show(found, COLUMNS)
    if found["subscription_auth_mode"] == Mode.PREFIX:
        note("subscriptions must begin with the name of the user")


@command.command(
    subscriptions,
    "restrict",
    example="usercenter subscriptions restrict acme/orders billing --user billing-job",
    waits=True,
)
def restrict(
    at: Center, namespace: Namespace, subscription: Subscription, users: User = None, dry_run: DryRun = False
) -> None:
    """Let only these users use a subscription, by its whole name: audit-* is refused. Without --user: only who
    administers the namespace."""
    path, body = _path(at, namespace), {"subscription": subscription, "users": users or []}
    headers = if_match(at.get(path))
    at.show(at.change("PUT", path, dry_run=dry_run, json=body, headers=headers).json(), COLUMNS)


@command.command(subscriptions, "open", example="usercenter subscriptions open acme/orders billing --yes", waits=True)
def open_to_all(
    at: Center, namespace: Namespace, subscription: Subscription, yes: Yes = False, dry_run: DryRun = False
) -> None:
    """Remove the rule of a subscription: whoever may read may use it."""
    path = _path(at, namespace)
    headers = if_match(at.get(path))
    confirm(f"Let everybody who may read {namespace} use {subscription}?", yes=yes or dry_run)
    at.change("DELETE", path, dry_run=dry_run, params={"subscription": subscription}, headers=headers)


@command.command(subscriptions, "names", example="usercenter subscriptions names acme/orders Prefix", waits=True)
def names(
    at: Center,
    namespace: Namespace,
    mode: Annotated[Mode, typer.Argument(help="Prefix: they begin with the name of the user.")],
    dry_run: DryRun = False,
) -> None:
    """What subscriptions of a namespace must be called."""
    path = f"/api/v1/namespaces/{at.find('namespace', namespace)}"
    body, headers = {"subscription_auth_mode": str(mode)}, if_match(at.get(path))
    at.change("PATCH", path, dry_run=dry_run, json=body, headers=headers)


def _path(at: Center, namespace: str) -> str:
    return f"/api/v1/namespaces/{at.find('namespace', namespace)}/subscription-permissions"
