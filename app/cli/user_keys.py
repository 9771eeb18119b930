"""`usercenter users key`: keys of services. A private key is made here and never leaves this machine."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.center import Center, note
from app.cli.command import Group, Networks, several
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, fields, moment
from app.cli.users import Name, users

keys = Group("users key", "Keys with which services sign their requests for tokens (private_key_jwt).")
users.add_typer(keys)
Days = Annotated[int | None, typer.Option(help="It ends after so many days; else it is valid until it is removed.")]
Label = Annotated[str | None, typer.Option("--name", help="What it is for: a host, a deployment.")]
_COLUMNS: Columns = {
    **fields("id", "name", "kid"),
    "algorithm": "alg",
    "until": moment("valid_until"),
    "last use": moment("last_use"),
    "only from": "networks",
}


@keys.remote("list", example="orders-producer")
def list_keys(at: Center, name: Name) -> None:
    """The keys of a service."""
    at.show(at.get(f"{at.path('user', name)}/keys"), _COLUMNS)


@keys.remote("create", example="orders-producer --file orders-producer.pem")
def create(
    at: Center,
    name: Name,
    file: Annotated[Path, typer.Option("--file", help="Where the private key goes; a new file.")],
    label: Label = None,
    days: Days = None,
    network: Networks = None,
) -> None:
    """Make a key pair on this machine, keep the private key in a file that only you may read, register the
    public one."""
    from app.cli import client_key  # here: the other commands need no cryptography

    path = f"{at.path('user', name)}/keys"
    public = client_key.make(file)
    try:
        made = _register(at, path, {"pem": public}, label or file.name, days, network)
    except BaseException:
        file.unlink()  # a key that the center does not know is of no use
        raise
    note(f"The private key is in {file}. Nobody else has it: back it up, or make another one when it is lost.")
    at.show(made, _COLUMNS)


@keys.remote("register", example="orders-producer --file public.pem", dry_run=True)
def register_key(
    at: Center,
    name: Name,
    file: Annotated[Path, typer.Option("--file", help="A public key: PEM or JWK.")],
    label: Label = None,
    days: Days = None,
    network: Networks = None,
) -> None:
    """Register a public key that was made elsewhere."""
    path = f"{at.path('user', name)}/keys"
    at.show(_register(at, path, _read(file), label or file.name, days, network), _COLUMNS)


@keys.remote("remove", example="orders-producer 7 --yes", yes=True, dry_run=True, wait=True)
def remove(
    at: Center, name: Name, key: Annotated[int, typer.Argument(help="Id of the key, as `list` shows it.")]
) -> None:
    """Remove a key. What it signs is refused at once."""
    path = f"{at.path('user', name)}/keys/{key}"
    at.confirm(f"{name} gets no more tokens with this key. Remove it?")
    at.change("DELETE", path)


def _register(
    at: Center, path: str, key: dict[str, Any], label: str, days: int | None, network: list[str] | None
) -> dict[str, Any]:
    body = {**key, "name": label, "days": days, "networks": several(network)}
    made: dict[str, Any] = at.change("POST", path, json=body).json()
    return made


def _read(file: Path) -> dict[str, Any]:
    """The body's part with the key. Raises CommandError for a private key, before it leaves this machine."""
    try:
        text = file.read_text(encoding="utf-8")
        jwk = json.loads(text) if text.lstrip().startswith("{") else None
    except (OSError, ValueError) as error:
        raise wrong_usage(f"{file} cannot be read as a public key") from error
    if "PRIVATE KEY" in text or (jwk is not None and {"d", "k"} & jwk.keys()):
        raise wrong_usage(f"{file} holds a private key, which stays where it is: name the file of the public one")
    return {"pem": text} if jwk is None else {"jwk": jwk}
