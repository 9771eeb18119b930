"""`usercenter users secret`: a one-time secret of a person, and client secrets of a service."""

from typing import Annotated

import typer

from app.cli.center import Center
from app.cli.command import Group, Networks, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, moment
from app.cli.users import PATH, Name, users

secrets = Group("users secret", "Secrets of users: `users secret NAME` makes one.", short=True)
users.add_typer(secrets)
_COLUMNS: Columns = {
    "id": "id",
    "ends with": "hint",
    "made": moment("add_time"),
    "until": moment("valid_until"),
    "last use": moment("last_use"),
    "only from": "networks",
}


@secrets.remote("create", example="orders-producer", yes=True)
def create(
    at: Center,
    name: Name,
    days: Annotated[int | None, typer.Option(help="A client secret ends after so many days.")] = None,
    network: Networks = None,
) -> None:
    """A new secret, shown only now: a one-time secret for a person, a second client secret for a service."""
    found = at.get(at.path("user", name))
    if found["kind"] == "service":
        body = {"days": days, "networks": several(network)}
        made = at.change("POST", f"{PATH}/{found['id']}/client-secrets", json=body).json()
        shown: Columns = {"client id": "client_id", "client secret": "client_secret", "until": moment("valid_until")}
        at.show(made, shown)
        return
    if network:
        raise wrong_usage(f"A one-time secret is not limited to networks; {name} is: usercenter users limit")
    if days is not None:
        raise wrong_usage(f"--days is for client secrets: {name} is a person, whose one-time secret ends by itself")
    at.confirm(f"The password of {name} stops working, and every session ends. Go on?")
    made = at.change("POST", f"{PATH}/{found['id']}/initial-secret").json()
    at.show(made, {"one-time secret": "initial_secret", "until": moment("valid_until")})


@secrets.remote("list", example="orders-producer")
def list_secrets(at: Center, name: Name) -> None:
    """The client secrets of a service, two at most; only their ends are known."""
    at.show(at.get(f"{at.path('user', name)}/client-secrets"), _COLUMNS)


@secrets.remote("delete", example="orders-producer 7 --yes", yes=True, dry_run=True, wait=True)
def delete(
    at: Center, name: Name, secret: Annotated[int, typer.Argument(help="Id of the secret, as `list` shows it.")]
) -> None:
    """Refuse a client secret from now on, as the last step of a rotation."""
    path = f"{at.path('user', name)}/client-secrets/{secret}"
    at.confirm(f"{name} gets in no more with this secret. Delete it?")
    at.change("DELETE", path)
