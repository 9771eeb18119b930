"""`usercenter groups`: business groups."""

from typing import Annotated

import typer

from app.cli.center import Center
from app.cli.command import Group, Limit, Query, Remark
from app.cli.output import Columns, moment

groups = Group("groups", "Business groups: they sort users and carry no rights.")
Name = Annotated[str, typer.Argument(help="Name of the group.")]
PATH = "/api/v1/groups"
COLUMNS: Columns = {"id": "id", "name": "name", "created": moment("add_time"), "remark": "remark"}


@groups.remote("list")
def list_groups(at: Center, q: Query = None, limit: Limit = None) -> None:
    """All groups."""
    at.listing(PATH, COLUMNS, limit, q=q)


@groups.remote("show", example="payments")
def show(at: Center, name: Name) -> None:
    """One group."""
    at.show(at.get(f"{PATH}/{at.find('group', name)}"), COLUMNS)


@groups.remote("create", example="payments --remark 'cost centre 42'", dry_run=True)
def create(at: Center, name: Name, remark: Remark = None) -> None:
    """Make a group."""
    at.show(at.change("POST", PATH, json={"name": name, "remark": remark}).json(), COLUMNS)


@groups.remote("delete", example="payments --yes", yes=True, dry_run=True)
def delete(at: Center, name: Name) -> None:
    """Delete a group that nobody is in."""
    found = at.get(f"{PATH}/{at.find('group', name)}")
    at.confirm(f"Delete the group {name}?")
    at.change("DELETE", f"{PATH}/{found['id']}", of=found)
