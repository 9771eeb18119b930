"""`usercenter applications`: what people sign in to with the center."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from app.cli import item_lookup
from app.cli.center import Center
from app.cli.command import Group, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, fields

applications = Group("applications", "Applications that people sign in to with the center (OpenID Connect).")
PATH = "/api/v1/applications"
_COLUMNS: Columns = {
    **fields("id", "name", "client_id", "trusted", "confidential"),
    "redirects to": "redirect_uris",
    "opens": "audiences",
}


class TokenAudience(StrEnum):
    """What access tokens may open besides userinfo; the names of the API's `audiences`."""

    BROKERS = "brokers"
    API = "api"
    NOTHING = "nothing"


class Algorithm(StrEnum):
    """Of ID tokens."""

    RS256 = "RS256"
    ES256 = "ES256"


@applications.remote("list")
def list_applications(at: Center) -> None:
    """All applications, with the built-in one of this program."""
    at.show(at.get(PATH), _COLUMNS)


@applications.remote("add", example="'Order desk' --redirect https://desk.example/callback --trusted", dry_run=True)
def add(
    at: Center,
    name: Annotated[str, typer.Argument(help="What people read when they sign in.")],
    redirect: Annotated[list[str], typer.Option(help="Where answers may go, letter for letter; several.")],
    logout: Annotated[list[str] | None, typer.Option(help="Where signing out may lead; several.")] = None,
    opens: Annotated[list[TokenAudience] | None, typer.Option(help="What its access tokens may open; several.")] = None,
    service: Annotated[
        str | None, typer.Option(help="The service user whose secret or key it shows; without it, PKCE alone.")
    ] = None,
    trusted: Annotated[
        bool, typer.Option("--trusted", help="The company's own: nobody is asked for consent; it may ask for groups.")
    ] = False,
    id_token: Annotated[Algorithm, typer.Option(help="The algorithm of its ID tokens.")] = Algorithm.RS256,
    without_pkce: Annotated[
        bool, typer.Option("--without-pkce", help="A service of foreign make that knows no PKCE.")
    ] = False,
) -> None:
    """Register an application. The answer names its client id."""
    body: dict[str, Any] = {"name": name, "trusted": trusted, "redirect_uris": several(redirect)}
    body["logout_uris"] = several(logout) or []
    body |= {"id_token_algorithm": id_token, "without_pkce": without_pkce}
    if opens:
        body["audiences"] = _audiences(at, opens)
    if service is not None:
        body["service_id"] = at.find("user", service)
    at.show(at.change("POST", PATH, json=body).json(), _COLUMNS)


@applications.remote(
    "change", example="'Order desk' --redirect https://desk.example/callback --no-trusted", dry_run=True
)
def change(
    at: Center,
    name: Annotated[str, typer.Argument(help="Its name, or its client id.")],
    new_name: Annotated[str | None, typer.Option("--name", help="What people read from now on.")] = None,
    redirect: Annotated[list[str] | None, typer.Option(help="Where answers may go; these are all.")] = None,
    logout: Annotated[list[str] | None, typer.Option(help="Where signing out may lead; these are all.")] = None,
    opens: Annotated[
        list[TokenAudience] | None, typer.Option(help="What its access tokens may open; these are all, or `nothing`.")
    ] = None,
    trusted: Annotated[
        bool | None, typer.Option("--trusted/--no-trusted", help="Whether nobody is asked for consent.")
    ] = None,
    id_token: Annotated[Algorithm | None, typer.Option(help="The algorithm of its ID tokens.")] = None,
    without_pkce: Annotated[
        bool | None, typer.Option("--without-pkce/--with-pkce", help="Whether it may leave PKCE out.")
    ] = None,
) -> None:
    """Change an application. What is not named stays. When it opens less than before, everybody signs in anew."""
    found = item_lookup.get(at, PATH, "application", name, "client_id")
    wanted = {"name": new_name, "redirect_uris": several(redirect), "logout_uris": several(logout), "trusted": trusted}
    wanted["audiences"] = _audiences(at, opens) if opens else None
    wanted |= {"id_token_algorithm": id_token, "without_pkce": without_pkce}
    if all(value is None for value in wanted.values()):
        raise wrong_usage("Name at least one thing to change")
    body = {field: found.get(field) if value is None else value for field, value in wanted.items()}
    path = f"{PATH}/{found['id']}"
    at.show(at.change("PUT", path, json=body, of=found).json(), _COLUMNS)


@applications.remote("delete", example="'Order desk' --yes", yes=True, dry_run=True)
def delete(at: Center, name: Annotated[str, typer.Argument(help="Its name, or its client id.")]) -> None:
    """Delete an application. Whoever is signed in to it is so no more, and its access tokens end."""
    found = item_lookup.get(at, PATH, "application", name, "client_id")
    at.confirm(f"Delete {name}? Everybody is signed out of it.")
    at.change("DELETE", f"{PATH}/{found['id']}", of=found)


def _audiences(at: Center, opens: list[TokenAudience]) -> list[str]:
    possible = at.get(PATH)["audiences"]
    return [possible[audience.value] for audience in opens if audience is not TokenAudience.NOTHING]
