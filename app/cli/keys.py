"""`keys`: what tokens are verified with. `enforcement`: how far the brokers are."""

from typing import Annotated, Any

import typer

from app.cli import command
from app.cli.center import Center, say
from app.cli.ending import CommandError
from app.cli.output import Form

keys = command.group("Signing keys.")
_LONGEST_WAIT_SECONDS = 30


def register(program: typer.Typer) -> None:
    """Add them to the program."""
    program.add_typer(keys, name="keys")
    command.command(program, "enforcement", example="usercenter enforcement 42 --wait 10")(enforcement)


@command.command(keys, "list", example="usercenter keys list --output json")
def list_keys(at: Center) -> None:
    """The public keys (JWKS) that brokers and others verify tokens with."""
    found = at.get("/oauth2/jwks")
    if at.form is not Form.TABLE:
        at.show(found, {})
        return
    at.show({"items": found["keys"]}, {"kid": "kid", "algorithm": "alg", "use": "use"})


def enforcement(
    at: Center,
    revision: Annotated[int, typer.Argument(min=0, help="As commands tell it on standard error.")],
    cluster: Annotated[str | None, typer.Option(help="Only on this cluster; else on all you may see.")] = None,
    wait: Annotated[int, typer.Option(min=0, max=_LONGEST_WAIT_SECONDS, help="Seconds to wait for each cluster.")] = 0,
) -> None:
    """Do all brokers enforce this revision? Status 1 when not (yet)."""
    places = _clusters(at, cluster)
    found = {name: _state(at, number, revision, wait) for name, number in places.items()}
    if at.form is not Form.TABLE:
        at.show(found, {})
    else:
        for name, one in found.items():
            silent = f", {one['stale']} silent" if one["stale"] else ""
            say(f"{name}: revision {revision} is enforced on {one['enforced']} of {one['brokers']} brokers{silent}")
    if not all(one["complete"] for one in found.values()):
        raise CommandError(f"revision {revision} is not enforced everywhere")


def _clusters(at: Center, named: str | None) -> dict[str, int]:
    if named:
        return {named: at.find("cluster", named)}
    return {one["name"]: one["id"] for page in at.pages("/api/v1/clusters") for one in page["items"]}


def _state(at: Center, cluster: int, revision: int, wait: int) -> dict[str, Any]:
    path = f"/api/v1/clusters/{cluster}/enforcement"
    found: dict[str, Any] = at.get(path, revision=revision, wait_ms=wait * 1000)
    return found
