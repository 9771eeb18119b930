"""`usercenter roles`: shared roles and their members."""

from typing import Annotated

import typer

from app.cli import users
from app.cli.center import Center
from app.cli.command import Group, Limit, Query, Remark
from app.cli.output import Columns, moment

roles = Group("roles", "Shared roles and their members.")
Name = Annotated[str, typer.Argument(help="Name of the role.")]
PATH = "/api/v1/roles"
COLUMNS: Columns = {"id": "id", "name": "name", "personal": "personal", "members": "members", "remark": "remark"}
_MEMBERS: Columns = {"id": "id", "name": "username", "kind": "kind", "status": "status", "since": moment("add_time")}


@roles.remote("list", example="--shared")
def list_roles(
    at: Center,
    q: Query = None,
    shared: Annotated[bool, typer.Option(help="Without the personal roles of users.")] = False,
    limit: Limit = None,
) -> None:
    """The roles you may see."""
    at.listing(PATH, COLUMNS, limit, q=q, personal="false" if shared else None)


@roles.remote("show", example="'order intake'")
def show(at: Center, name: Name) -> None:
    """One role."""
    at.show(at.get(at.path("role", name)), COLUMNS)


@roles.remote("create", example="'order intake'", dry_run=True)
def create(at: Center, name: Name, remark: Remark = None) -> None:
    """Make a shared role."""
    at.show(at.change("POST", PATH, json={"name": name, "remark": remark}).json(), COLUMNS)


@roles.remote("delete", example="'order intake' --cascade --yes", yes=True, dry_run=True, wait=True)
def delete(
    at: Center, name: Name, cascade: Annotated[bool, typer.Option(help="With its members and grants.")] = False
) -> None:
    """Delete a shared role."""
    found = at.get(at.path("role", name))
    at.confirm(f"Delete the role {name}{' with its members and grants' if cascade else ''}?")
    query = {"cascade": "true"} if cascade else {}
    at.change("DELETE", f"{PATH}/{found['id']}", params=query, of=found)


@roles.remote("members", example="'order intake'")
def members(at: Center, name: Name, limit: Limit = None) -> None:
    """Who is in the role."""
    at.listing(f"{at.path('role', name)}/members", _MEMBERS, limit)


@roles.remote("add-member", example="'order intake' bob", dry_run=True, wait=True)
def add_member(at: Center, name: Name, user: users.Name) -> None:
    """Put a user into the role."""
    at.change("PUT", f"{at.path('role', name)}/members/{at.find('user', user)}")


@roles.remote("remove-member", example="'order intake' bob", dry_run=True, wait=True)
def remove_member(at: Center, name: Name, user: users.Name) -> None:
    """Take a user out of the role."""
    at.change("DELETE", f"{at.path('role', name)}/members/{at.find('user', user)}")
