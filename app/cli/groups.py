"""`usercenter groups`: business groups."""

from typing import Annotated

import typer

from app.cli import command
from app.cli.center import Center, confirm
from app.cli.command import DryRun, Limit, Query, Remark, Yes
from app.cli.output import Columns, moment
from app.cli.users import if_match

groups = command.group("groups", "Business groups: they sort users and carry no rights.")
Name = Annotated[str, typer.Argument(help="Name of the group.")]
PATH = "/api/v1/groups"
COLUMNS: Columns = {"id": "id", "name": "name", "created": moment("add_time"), "remark": "remark"}


@command.command(groups, "list", example="usercenter groups list")
def list_groups(at: Center, q: Query = None, limit: Limit = None) -> None:
    """All groups."""
    at.listing(PATH, COLUMNS, limit, q=q)


@command.command(groups, "show", example="usercenter groups show payments")
def show(at: Center, name: Name) -> None:
    """One group."""
    at.show(at.get(f"{PATH}/{at.find('group', name)}"), COLUMNS)


@command.command(groups, "create", example="usercenter groups create payments --remark 'cost centre 42'")
def create(at: Center, name: Name, remark: Remark = None, dry_run: DryRun = False) -> None:
    """Make a group."""
    at.show(at.change("POST", PATH, dry_run=dry_run, json={"name": name, "remark": remark}).json(), COLUMNS)


@command.command(groups, "delete", example="usercenter groups delete payments --yes")
def delete(at: Center, name: Name, yes: Yes = False, dry_run: DryRun = False) -> None:
    """Delete a group that nobody is in."""
    found = at.get(f"{PATH}/{at.find('group', name)}")
    confirm(f"Delete the group {name}?", yes=yes or dry_run)
    at.change("DELETE", f"{PATH}/{found['id']}", dry_run=dry_run, headers=if_match(found))
