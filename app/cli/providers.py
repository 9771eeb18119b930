"""`usercenter providers`: the company's OpenID providers."""

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import item_lookup, text_files
from app.cli.center import Center, note
from app.cli.command import Group, several
from app.cli.connection import without_none
from app.cli.exit_status import CommandError, wrong_usage
from app.cli.output import Columns, fields

providers = Group("providers", "The company's OpenID providers, with which people sign in to the console.")
Name = Annotated[str, typer.Argument(help="What people read on the button.")]
Claim = Annotated[str | None, typer.Option(help="A claim, or its path with dots; `none` reads no groups.")]
PATH = "/api/v1/identity-providers"
COLUMNS: Columns = {
    **fields("id", "name", "issuer", "client_id"),
    "on": "enabled",
    "makes accounts": "creates_users",
    "secret": "with_secret",
    "key": lambda provider: (provider["client_jwk"] or {}).get("kid"),
    "groups": lambda provider: len(provider["groups"]),
}
_STEPS: Columns = {"step": "step", "ok": "ok", "reason": "reason", "explanation": "explanation"}


@providers.remote("list")
def list_providers(at: Center) -> None:
    """All providers. The redirect URI that they must know is `<PUC_ISSUER>/sign-in/company`."""
    at.show(at.get(PATH), COLUMNS)


@providers.remote(
    "set",
    example="Acme --issuer https://login.acme.example/realms/acme --client-id pulsar --secret-file secret"
    " --groups-claim groups --create-users",
    dry_run=True,
)
def set_provider(
    at: Center,
    name: Name,
    issuer: Annotated[str | None, typer.Option(help="Of a new provider; it never changes.")] = None,
    client_id: Annotated[str | None, typer.Option(help="Of the center, at the provider.")] = None,
    secret_file: Annotated[Path | None, typer.Option("--secret-file", help="A file with the client secret.")] = None,
    scopes: Annotated[str | None, typer.Option(help="What is asked for; openid is among them.")] = None,
    name_claim: Annotated[str | None, typer.Option(help="The claim of the user name.")] = None,
    groups_claim: Claim = None,
    domain: Annotated[
        list[str] | None, typer.Option(help="Only verified addresses in it; several, or `any` for all people.")
    ] = None,
    create_users: Annotated[
        bool | None, typer.Option("--create-users/--no-create-users", help="Somebody new gets an account.")
    ] = None,
    on: Annotated[bool | None, typer.Option("--on/--off", help="Whether people may sign in with it.")] = None,
) -> None:
    """Set a provider up, or change it. What is not named stays. Test it before it is on."""
    named = {"client_id": client_id, "scopes": scopes, "name_claim": name_claim, "creates_users": create_users}
    body = {"name": name, **without_none({**named, "enabled": on}), **_emptied(groups_claim, several(domain))}
    if secret_file is not None:
        body["client_secret"] = text_files.read(secret_file).strip()
    found = _find(at, name)
    if found is None:
        if issuer is None or client_id is None:
            raise wrong_usage(f"There is no provider {name} yet: name its --issuer and the --client-id")
        if body.pop("enabled", False):
            note("A new provider is off: test it, then say --on")
        made = at.change("POST", PATH, json={**body, "issuer": issuer})
    elif issuer not in (None, found["issuer"]):
        raise wrong_usage("The issuer of a provider never changes: delete it and set up another one")
    else:
        path = f"{PATH}/{found['id']}"
        made = at.change("PATCH", path, json=body, of=found)
    at.show(made.json(), COLUMNS)


@providers.remote("groups", example="Acme --map orders='order intake'", dry_run=True)
def set_groups(
    at: Center,
    name: Name,
    role: Annotated[list[str] | None, typer.Option("--map", help="GROUP=ROLE; several times. All of them.")] = None,
    nothing: Annotated[bool, typer.Option("--nothing", help="No group gives a role.")] = False,
) -> None:
    """Say which group gives which role, all at once; without options, show it."""
    found = _provider(at, name)
    if role or nothing:
        items = [_pair(at, text) for text in role or []]
        path = f"{PATH}/{found['id']}/groups"
        found = at.change("PUT", path, json={"items": items}, of=found).json()
    named = [{**mapping, "role": at.get(f"/api/v1/roles/{mapping['role_id']}")["name"]} for mapping in found["groups"]]
    at.show({"items": named}, {"group": "group", "role": "role"})


@providers.remote("key", example="Acme --yes", yes=True, dry_run=True)
def renew_key(at: Center, name: Name) -> None:
    """A new key of the center, which signs its requests instead of a secret (private_key_jwt). Prints the public half,
    to be registered at the provider; until then nobody can sign in with it."""
    found = _provider(at, name)
    at.confirm(f"The secret or key at {name} is replaced: nobody signs in until it knows the new one.")
    made = at.change("POST", f"{PATH}/{found['id']}/key").json()
    at.show(made["client_jwk"], {member: member for member in made["client_jwk"]})


@providers.remote("test", example="Acme")
def test(at: Center, name: Name) -> None:
    """Ask the provider now: what it says of itself, its keys, its clock. The console can try a sign-in besides."""
    steps = at.get_by_post(f"{PATH}/{_provider(at, name)['id']}/test", None)
    at.show(steps, _STEPS)
    if not all(step["ok"] for step in steps["items"]):
        raise CommandError(f"{name} cannot be used like this")


@providers.remote("delete", example="Acme --yes", yes=True, dry_run=True)
def delete(at: Center, name: Name) -> None:
    """Delete a provider with its links, and every role that it gave. Accounts stay."""
    found = _provider(at, name)
    at.confirm(f"Delete {name}? Who has no password can no longer sign in.")
    at.change("DELETE", f"{PATH}/{found['id']}", of=found)


def _emptied(groups_claim: str | None, domains: list[str] | None) -> dict[str, Any]:
    """What these options name; a word empties the field."""
    claim = {} if groups_claim is None else {"groups_claim": None if groups_claim == "none" else groups_claim}
    return claim if domains is None else {**claim, "email_domains": None if domains == ["any"] else domains}


def _pair(at: Center, text: str) -> dict[str, Any]:
    group, equals, role = text.rpartition("=")
    if not (group and equals and role):
        raise wrong_usage(f"{text!r} is no GROUP=ROLE")
    return {"group": group, "role_id": at.find("role", role)}


def _find(at: Center, name: str) -> dict[str, Any] | None:
    """The provider of this name, or issuer; None when there is none."""
    return item_lookup.find(at, PATH, "provider", name, "issuer")


def _provider(at: Center, name: str) -> dict[str, Any]:
    return item_lookup.get(at, PATH, "provider", name, "issuer")
