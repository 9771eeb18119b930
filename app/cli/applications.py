"""`usercenter applications`: what people sign in to with the center."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from app.cli import command
from app.cli.center import Center, confirm
from app.cli.command import DryRun, Yes, several
from app.cli.ending import CommandError, wrong_usage
from app.cli.output import Columns
from app.cli.users import if_match

applications = command.group("Applications that people sign in to with the center (OpenID Connect).")
PATH = "/api/v1/applications"
_COLUMNS: Columns = {
    "id": "id",
    "name": "name",
    "client id": "client_id",
    "trusted": "trusted",
    "confidential": "confidential",
    "redirects to": "redirect_uris",
    "opens": "audiences",
}


class Opens(StrEnum):
    """What access tokens may open besides userinfo; the names of the API's `audiences`."""

    BROKERS = "brokers"
    API = "api"


def register(program: typer.Typer) -> None:
    """Add the group."""
    program.add_typer(applications, name="applications")


@command.command(applications, "list", example="usercenter applications list")
def list_applications(at: Center) -> None:
    """All applications, with the built-in one of this program."""
    at.show(at.get(PATH), _COLUMNS)


@command.command(
    applications,
    "add",
    example="usercenter applications add 'Order desk' --redirect https://desk.example/callback --trusted",
)
def add(
    at: Center,
    name: Annotated[str, typer.Argument(help="What people read when they sign in.")],
    redirect: Annotated[list[str], typer.Option(help="Where answers may go, letter for letter; several.")],
    logout: Annotated[list[str] | None, typer.Option(help="Where signing out may lead; several.")] = None,
    opens: Annotated[list[Opens] | None, typer.Option(help="What its access tokens may open; several.")] = None,
    service: Annotated[
        str | None, typer.Option(help="The service user whose secret or key it shows; without it, PKCE alone.")
    ] = None,
    trusted: Annotated[bool, typer.Option("--trusted", help="The company's own: nobody is asked for consent.")] = False,
    dry_run: DryRun = False,
) -> None:
    """Register an application. The answer names its client id."""
    body: dict[str, Any] = {"name": name, "trusted": trusted, "redirect_uris": several(redirect)}
    body["logout_uris"] = several(logout) or []
    if opens:
        possible = at.get(PATH)["audiences"]
        body["audiences"] = [possible[one.value] for one in opens]
    if service is not None:
        body["service_id"] = at.find("user", service)
    at.show(at.change("POST", PATH, dry_run=dry_run, json=body).json(), _COLUMNS)


@command.command(applications, "delete", example="usercenter applications delete 'Order desk' --yes")
def delete(
    at: Center,
    name: Annotated[str, typer.Argument(help="Its name, or its client id.")],
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Delete an application. Whoever is signed in to it is so no more, and its access tokens end."""
    found = [one for one in at.get(PATH)["items"] if name in (one["name"], one["client_id"])]
    if not found:
        raise CommandError(f"There is no application {name}")
    if len(found) > 1:
        raise wrong_usage(f"Several applications are called {name}: name one by its client id")
    confirm(f"Delete {name}? Everybody is signed out of it.", yes=yes or dry_run)
    at.change("DELETE", f"{PATH}/{found[0]['id']}", dry_run=dry_run, headers=if_match(found[0]))
