"""`usercenter users`: people and services."""

from typing import Annotated, Any, Literal

import typer

from app.cli.center import Center
from app.cli.command import Group, Limit, Networks, Query, Remark, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, fields, moment

users = Group("users", "People and services.")
Name = Annotated[str, typer.Argument(help="User name.")]
PATH = "/api/v1/users"
COLUMNS: Columns = {
    "id": "id",
    "name": "username",
    **fields("kind", "status"),
    "roles": lambda user: [role["name"] for role in user["roles"] if role["id"] != user["personal_role_id"]],
    "remark": "remark",
}
_FACTS: Columns = {
    **COLUMNS,
    "only from": "networks",
    "display name": "nick",
    "must change secret": "must_change_password",
    "created": moment("add_time"),
    "updated": moment("update_time"),
}


Kind = Literal["person", "service"]
UserStatus = Literal["active", "disabled", "locked"]


@users.remote("list", example="--kind service --output json")
def list_users(
    at: Center, q: Query = None, kind: Kind | None = None, status: UserStatus | None = None, limit: Limit = None
) -> None:
    """The users you may see."""
    at.listing(PATH, COLUMNS, limit, q=q, kind=kind, status=status)


@users.remote("show", example="bob")
def show(at: Center, name: Name) -> None:
    """One user."""
    at.show(at.get(at.path("user", name)), _FACTS)


@users.remote("create", example="orders-producer --kind service --main alice", dry_run=True)
def create(
    at: Center,
    name: Name,
    kind: Annotated[Kind, typer.Option(help="A person signs in, a service connects.")] = "person",
    nick: Annotated[str | None, typer.Option(help="Display name.")] = None,
    group: Annotated[str | None, typer.Option(help="Business group.")] = None,
    main: Annotated[str | None, typer.Option(help="Main account: makes a sub-account.")] = None,
    network: Networks = None,
    remark: Remark = None,
) -> None:
    """Make a user. A person gets a one-time secret, shown only now."""
    body = {
        "username": name,
        "kind": kind,
        "nick": nick,
        "group_id": at.find("group", group) if group else None,
        "parent_id": at.find("user", main) if main else None,
        "networks": several(network),
        "remark": remark,
    }
    made = at.change("POST", PATH, json=body).json()
    shown: Columns = {"one-time secret": "initial_secret", "until": moment("initial_secret_valid_until")}
    at.show(made, {**COLUMNS, **shown})


@users.remote("disable", example="bob", dry_run=True, wait=True)
def disable(at: Center, name: Name) -> None:
    """Shut a user out at once, here and in every broker; its sub-accounts too."""
    _change(at, name, {"status": "disabled"})


@users.remote("enable", example="bob", dry_run=True, wait=True)
def enable(at: Center, name: Name) -> None:
    """Let a user in again."""
    _change(at, name, {"status": "active"})


@users.remote("delete", example="bob --cascade --yes", yes=True, dry_run=True, wait=True)
def delete(
    at: Center,
    name: Name,
    cascade: Annotated[bool, typer.Option(help="With its sub-accounts, grants and places in roles.")] = False,
) -> None:
    """Delete a user with its secrets and tokens; `--cascade` when something hangs on it."""
    found = at.get(at.path("user", name))
    whole = ", with its sub-accounts, grants and places in roles" if cascade else ""
    at.confirm(f"Delete the user {name} with its secrets and tokens{whole}?")
    query = {"cascade": "true"} if cascade else {}
    at.change("DELETE", f"{PATH}/{found['id']}", params=query, of=found)


@users.remote("limit", example="bob --network 10.1.0.0/16,@office", dry_run=True, wait=True)
def limit_to_networks(
    at: Center,
    name: Name,
    network: Networks = None,
    everywhere: Annotated[bool, typer.Option("--everywhere", help="Lift the limit.")] = False,
) -> None:
    """Let a user, and its sub-accounts, act only from these networks: sign in, use tokens, connect to brokers."""
    if bool(network) == everywhere:
        raise wrong_usage("Name networks with --network, or lift the limit with --everywhere.")
    _change(at, name, {"networks": several(network)})


@users.remote("unlock", example="bob")
def unlock(at: Center, name: Name) -> None:
    """Forget wrong passwords and their delay."""
    at.show(at.change("POST", f"{at.path('user', name)}/unlock").json(), COLUMNS)


def _change(at: Center, name: str, values: dict[str, Any]) -> None:
    found = at.get(at.path("user", name))
    path = f"{PATH}/{found['id']}"
    at.show(at.change("PATCH", path, json=values, of=found).json(), _FACTS)
