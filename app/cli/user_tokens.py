"""`usercenter users token`: API tokens of a user, for all that it may or narrowed to places."""

from typing import Annotated, Any

import typer

from app.cli import grants, resources
from app.cli.center import Center, note
from app.cli.command import Group, Networks, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, fields, moment
from app.cli.users import Name, users

tokens = Group("users token", "API tokens: fixed texts for clients that can hold nothing else.")
users.add_typer(tokens)
_COLUMNS: Columns = {
    **fields("id", "name"),
    "only for": lambda token: [f"{part['name']} {part['authorities']}" for part in token["scope"] or ()],
    "only from": "networks",
    "until": moment("valid_until"),
    "revoked": moment("revoke_time"),
    "last use": moment("last_use"),
}
_AUTHORITIES = "With --on: topic.write or 302, or all; see `usercenter authorities`."


@tokens.remote("list", example="orders-intake")
def list_tokens(at: Center, name: Name) -> None:
    """The tokens of a user, with what each is for and when it was last used."""
    at.show(at.get(f"{at.path('user', name)}/tokens"), _COLUMNS)


@tokens.remote(
    "create",
    example="orders-intake --name billing --days 30 --on persistent://acme/orders/created --authority topic.read",
)
def create(
    at: Center,
    name: Name,
    label: Annotated[str, typer.Option("--name", help="What it is for: a host, a deployment.")],
    days: Annotated[int, typer.Option(help="It ends after so many days.")],
    on: Annotated[list[str] | None, typer.Option("--on", help=f"Only there: {resources.HELP}")] = None,
    authority: Annotated[list[str] | None, typer.Option(help=_AUTHORITIES)] = None,
    cluster: Annotated[list[str] | None, typer.Option(help="With --on: only on these clusters, by name.")] = None,
    network: Networks = None,
) -> None:
    """Make a token; it is shown once. With --on and --authority it is for these rights on these places alone."""
    if bool(on) != bool(authority) or (cluster and not on):
        raise wrong_usage("--on and --authority go together, and --cluster goes with them")
    body: dict[str, Any] = {"name": label, "days": days, "networks": several(network)}
    if on:
        clusters = [resources.name_of("cluster", text) for text in several(cluster) or []] or None
        body["scope"] = [_part(text, authority or [], clusters) for text in on]
    made = at.change("POST", f"{at.path('user', name)}/tokens", json=body).json()
    note("The token is shown only now.")
    at.show(made, {**_COLUMNS, "token": "token"})


@tokens.remote("revoke", example="orders-intake 7 --yes", yes=True, dry_run=True, wait=True)
def revoke(
    at: Center, name: Name, token: Annotated[int, typer.Argument(help="Id of the token, as `list` shows it.")]
) -> None:
    """Refuse a token from now on."""
    at.confirm(f"{name} cannot use this token any more. Revoke it?")
    at.change("DELETE", f"{at.path('user', name)}/tokens/{token}")


def _part(text: str, authority: list[str], clusters: list[str] | None) -> dict[str, Any]:
    place = resources.parse(text)
    numbers = grants.numbers(authority, place.kind)
    return {"place": place.kind, "name": place.name, "authorities": numbers, "clusters": clusters}
