"""`usercenter users`: people and services."""

from typing import Annotated, Any, Literal

import typer

from app.cli import command
from app.cli.center import Center, confirm
from app.cli.command import DryRun, Limit, Networks, Query, Remark, Yes, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, moment

users = command.group("users", "People and services.")
Name = Annotated[str, typer.Argument(help="User name.")]
PATH = "/api/v1/users"
COLUMNS: Columns = {
    "id": "id",
    "name": "username",
    "kind": "kind",
    "status": "status",
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


@command.command(users, "list", example="usercenter users list --kind service --output json")
def list_users(
    at: Center, q: Query = None, kind: Kind | None = None, status: UserStatus | None = None, limit: Limit = None
) -> None:
    """The users you may see."""
    at.listing(PATH, COLUMNS, limit, q=q, kind=kind, status=status)


@command.command(users, "show", example="usercenter users show bob")
def show(at: Center, name: Name) -> None:
    """One user."""
    at.show(at.get(at.path("user", name)), _FACTS)


@command.command(users, "create", example="usercenter users create orders-producer --kind service --main alice")
def create(
    at: Center,
    name: Name,
    kind: Annotated[Kind, typer.Option(help="A person signs in, a service connects.")] = "person",
    nick: Annotated[str | None, typer.Option(help="Display name.")] = None,
    group: Annotated[str | None, typer.Option(help="Business group.")] = None,
    main: Annotated[str | None, typer.Option(help="Main account: makes a sub-account.")] = None,
    network: Networks = None,
    remark: Remark = None,
    dry_run: DryRun = False,
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
    made = at.change("POST", PATH, dry_run=dry_run, json=body).json()
    shown: Columns = {"one-time secret": "initial_secret", "until": moment("initial_secret_valid_until")}
    at.show(made, {**COLUMNS, **shown})


@command.command(users, "disable", example="usercenter users disable bob", waits=True)
def disable(at: Center, name: Name, dry_run: DryRun = False) -> None:
    """Shut a user out at once, here and in every broker; its sub-accounts too."""
    _change(at, name, {"status": "disabled"}, dry_run=dry_run)


@command.command(users, "enable", example="usercenter users enable bob", waits=True)
def enable(at: Center, name: Name, dry_run: DryRun = False) -> None:
    """Let a user in again."""
    _change(at, name, {"status": "active"}, dry_run=dry_run)


@command.command(users, "delete", example="usercenter users delete bob --cascade --yes", waits=True)
def delete(
    at: Center,
    name: Name,
    cascade: Annotated[bool, typer.Option(help="With its sub-accounts, grants and places in roles.")] = False,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Delete a user with its secrets and tokens; `--cascade` when something hangs on it."""
    found = at.get(at.path("user", name))
    whole = ", with its sub-accounts, grants and places in roles" if cascade else ""
    confirm(f"Delete the user {name} with its secrets and tokens{whole}?", yes=yes or dry_run)
    query = {"cascade": "true"} if cascade else {}
    at.change("DELETE", f"{PATH}/{found['id']}", dry_run=dry_run, params=query, headers=if_match(found))


@command.command(users, "limit", example="usercenter users limit bob --network 10.1.0.0/16,@office", waits=True)
def limit_to_networks(
    at: Center,
    name: Name,
    network: Networks = None,
    everywhere: Annotated[bool, typer.Option("--everywhere", help="Lift the limit.")] = False,
    dry_run: DryRun = False,
) -> None:
    """Let a user, and its sub-accounts, act only from these networks: sign in, use tokens, connect to brokers."""
    if bool(network) == everywhere:
        raise wrong_usage("Name networks with --network, or lift the limit with --everywhere.")
    _change(at, name, {"networks": several(network)}, dry_run=dry_run)


@command.command(users, "unlock", example="usercenter users unlock bob")
def unlock(at: Center, name: Name) -> None:
    """Forget wrong passwords and their delay."""
    at.show(at.change("POST", f"{at.path('user', name)}/unlock").json(), COLUMNS)


def if_match(item: dict[str, Any]) -> dict[str, str]:
    """The If-Match header, so that only the version that was read is changed."""
    return {"If-Match": f'"{item["version"]}"'}


def _change(at: Center, name: str, values: dict[str, Any], *, dry_run: bool) -> None:
    found = at.get(at.path("user", name))
    path = f"{PATH}/{found['id']}"
    at.show(at.change("PATCH", path, dry_run=dry_run, json=values, headers=if_match(found)).json(), _FACTS)
