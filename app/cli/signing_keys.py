"""`keys`: the public keys that verify tokens."""

import typer

from app.cli import command
from app.cli.center import Center
from app.cli.output import Form

keys = command.group("Signing keys.")


def register(program: typer.Typer) -> None:
    """Add the group to the program."""
    program.add_typer(keys, name="keys")


@command.command(keys, "list", example="usercenter keys list --output json")
def list_keys(at: Center) -> None:
    """The public keys (JWKS) that brokers and others verify tokens with."""
    found = at.get("/oauth2/jwks")
    if at.form is not Form.TABLE:
        at.show(found, {})
        return
    at.show({"items": found["keys"]}, {"kid": "kid", "algorithm": "alg", "use": "use"})
