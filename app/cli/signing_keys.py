"""`keys`: the keys that sign tokens."""

from typing import Annotated

import typer

from app.cli.center import Center, note
from app.cli.command import Group
from app.cli.output import Columns, fields, moment

keys = Group("keys", "Keys that sign tokens.")
Kid = Annotated[str, typer.Argument(help="Id of the key.")]
PATH = "/api/v1/signing-keys"
COLUMNS: Columns = {
    **fields("kid", "algorithm", "state"),
    "published": moment("add_time"),
    "signs since": moment("active_time"),
    "next": moment("next_time"),
    "tokens": "living_tokens",
}


@keys.remote("list", example="--output json")
def list_keys(at: Center) -> None:
    """All keys: their states, when they enter the next one, and how many API tokens hang on each."""
    at.show(at.get(PATH), COLUMNS)


@keys.remote("tokens", example="NzbLsXh8uDCcd")
def list_tokens(at: Center, kid: Kid) -> None:
    """The API tokens that end when the key is revoked, and the services whose clients may have to be restarted."""
    found = at.get(f"{PATH}/{kid}/tokens")
    at.show(found, {"user": "username", "name": "name", "until": moment("valid_until")})
    if found["services"]:
        note(f"Services that got another token lately: {', '.join(found['services'])}")


@keys.remote("rotate", dry_run=True)
def rotate(at: Center) -> None:
    """Let the next key sign; the present one retires, and verifies until its last token has expired."""
    at.show(at.change("POST", PATH).json(), COLUMNS)


@keys.remote("revoke", example='NzbLsXh8uDCcd --reason "a backup was stolen"', yes=True, dry_run=True, wait=True)
def revoke(
    at: Center, kid: Kid, reason: Annotated[str, typer.Option("--reason", help="Why, for the audit log.")]
) -> None:
    """Refuse everything that a key signed, at once and everywhere. It cannot be undone."""
    total = at.get(f"{PATH}/{kid}/tokens")["total"]
    question = f"Revoke {kid}? {total} API tokens end, and every other token that it signed."
    at.confirm(question)
    at.show(at.change("POST", f"{PATH}/{kid}/revoke", json={"reason": reason}).json(), COLUMNS)


@keys.remote("reencrypt", dry_run=True)
def reencrypt(at: Center) -> None:
    """Encrypt stored secrets with the present PUC_KEY_ENCRYPTION_KEY and PUC_SECRET_KEY, which every instance must
    have."""
    while True:
        done = at.change("POST", f"{PATH}/reencrypt").json()
        found = [*done["items"], *([f"{done['secrets']} other secrets"] if done["secrets"] else [])]
        at.show({"items": [{"what": key} for key in found]}, {"encrypted anew": "what"})
        if done["lost"]:
            note(f"No key that is known opens {done['lost']} secrets: their owners set up their second factor anew.")
        if at.dry_run or not done["more"]:
            return
