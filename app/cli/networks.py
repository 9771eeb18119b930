"""`usercenter networks`: named lists of networks, which limits name as @NAME."""

from typing import Annotated, Any

import typer

from app.cli import command, item_lookup
from app.cli.center import Center, confirm
from app.cli.command import DryRun, Limit, Query, Remark, Yes, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, fields, moment
from app.cli.users import if_match

networks = command.group("networks", "Named lists of networks. Limits name them with an @: @office.")
Name = Annotated[str, typer.Argument(help="Name of the list, without the @.")]
Cidrs = Annotated[list[str] | None, typer.Option("--network", help="10.1.0.0/16; several times, or by commas.")]
PATH = "/api/v1/networks"
COLUMNS: Columns = {
    **fields("id", "name", "networks"),
    "updated": moment("update_time"),
    "remark": "remark",
}


@command.command(networks, "list", example="usercenter networks list")
def list_networks(at: Center, q: Query = None, limit: Limit = None) -> None:
    """All lists."""
    at.listing(PATH, COLUMNS, limit, q=q)


@command.command(networks, "add", example="usercenter networks add office --network 10.1.0.0/16,2001:db8::/32")
def add(at: Center, name: Name, network: Cidrs = None, remark: Remark = None, dry_run: DryRun = False) -> None:
    """Make a list. Without --network it lets nobody in."""
    body = {"name": name.removeprefix("@"), "networks": several(network) or [], "remark": remark}
    at.show(at.change("POST", PATH, dry_run=dry_run, json=body).json(), COLUMNS)


@command.command(networks, "set", example="usercenter networks set office --network 10.1.0.0/16", waits=True)
def set_networks(
    at: Center,
    name: Name,
    network: Cidrs = None,
    nobody: Annotated[bool, typer.Option("--nobody", help="Empty the list: it lets nobody in.")] = False,
    remark: Remark = None,
    dry_run: DryRun = False,
) -> None:
    """Let the list be exactly these networks. What is limited to it means them at once, in every broker too."""
    if bool(network) == nobody:
        raise wrong_usage("Name all its networks with --network, or empty it with --nobody.")
    found = _find(at, name)
    body = {"networks": several(network) or [], **({} if remark is None else {"remark": remark})}
    path = f"{PATH}/{found['id']}"
    at.show(at.change("PATCH", path, dry_run=dry_run, json=body, headers=if_match(found)).json(), COLUMNS)


@command.command(networks, "remove", example="usercenter networks remove office --yes")
def remove(at: Center, name: Name, yes: Yes = False, dry_run: DryRun = False) -> None:
    """Delete a list that nothing is limited to."""
    found = _find(at, name)
    confirm(f"Delete the list of networks {found['name']}?", yes=yes or dry_run)
    at.change("DELETE", f"{PATH}/{found['id']}", dry_run=dry_run, headers=if_match(found))


def _find(at: Center, name: str) -> dict[str, Any]:
    return item_lookup.exactly(at, PATH, "list of networks", name.removeprefix("@"))
