"""`usercenter networks`: named lists of networks, which limits name as @NAME."""

from typing import Annotated, Any

import typer

from app.cli import item_lookup
from app.cli.center import Center
from app.cli.command import Group, Limit, Query, Remark, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, fields, moment

networks = Group("networks", "Named lists of networks. Limits name them with an @: @office.")
Name = Annotated[str, typer.Argument(help="Name of the list, without the @.")]
Cidrs = Annotated[list[str] | None, typer.Option("--network", help="10.1.0.0/16; several times, or by commas.")]
PATH = "/api/v1/networks"
COLUMNS: Columns = {
    **fields("id", "name", "networks"),
    "updated": moment("update_time"),
    "remark": "remark",
}


@networks.remote("list")
def list_networks(at: Center, q: Query = None, limit: Limit = None) -> None:
    """All lists."""
    at.listing(PATH, COLUMNS, limit, q=q)


@networks.remote("add", example="office --network 10.1.0.0/16,2001:db8::/32", dry_run=True)
def add(at: Center, name: Name, network: Cidrs = None, remark: Remark = None) -> None:
    """Make a list. Without --network it lets nobody in."""
    body = {"name": name.removeprefix("@"), "networks": several(network) or [], "remark": remark}
    at.show(at.change("POST", PATH, json=body).json(), COLUMNS)


@networks.remote("set", example="office --network 10.1.0.0/16", dry_run=True, wait=True)
def set_networks(
    at: Center,
    name: Name,
    network: Cidrs = None,
    nobody: Annotated[bool, typer.Option("--nobody", help="Empty the list: it lets nobody in.")] = False,
    remark: Remark = None,
) -> None:
    """Let the list be exactly these networks. What is limited to it means them at once, in every broker too."""
    if bool(network) == nobody:
        raise wrong_usage("Name all its networks with --network, or empty it with --nobody.")
    found = _find(at, name)
    body = {"networks": several(network) or [], **({} if remark is None else {"remark": remark})}
    path = f"{PATH}/{found['id']}"
    at.show(at.change("PATCH", path, json=body, of=found).json(), COLUMNS)


@networks.remote("remove", example="office --yes", yes=True, dry_run=True)
def remove(at: Center, name: Name) -> None:
    """Delete a list that nothing is limited to."""
    found = _find(at, name)
    at.confirm(f"Delete the list of networks {found['name']}?")
    at.change("DELETE", f"{PATH}/{found['id']}", of=found)


def _find(at: Center, name: str) -> dict[str, Any]:
    return item_lookup.exactly(at, PATH, "list of networks", name.removeprefix("@"))
