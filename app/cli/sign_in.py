"""`login`, `logout`, `whoami`: a person approves in a browser (RFC 8628); the token is stored on this machine."""

import base64
import json
import time
from typing import Any

import typer

from app.cli import center, command, sign_ins
from app.cli.center import Center, note, say
from app.cli.command import Server
from app.cli.connection import Connection, refusal
from app.cli.ending import CommandError, Status, not_signed_in
from app.cli.output import Columns
from app.cli.sign_ins import SignIn

CLIENT = "usercenter-cli"
GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code"
_SLOWER_SECONDS = 5


def register(program: typer.Typer) -> None:
    """Add them to the program."""
    program.command("login")(login)
    program.command("logout")(logout)
    command.command(program, "whoami", example="usercenter whoami --output json")(whoami)


def login(server: Server = None) -> None:
    """Sign in: open the address that is printed, compare the code, approve. Nothing is opened by itself.

    The token is kept in ~/.config/pulsar-user-center for this center only, readable by you only. It ends after hours
    (the center's PUC_DEVICE_TOKEN_HOURS); then sign in again.

    \b
    Example:
      usercenter login --server https://center.example
    """
    address = center.server_of(server)
    with Connection(address) as connection:
        begun = _begin(connection)
        note(f"Open {begun['verification_uri_complete']}\nand compare the code: {begun['user_code']}")
        token = _wait(connection, begun)
    claims = _claims(token)
    sign_in = SignIn(address, claims["sub"], claims["exp"] * 1000, token)
    sign_ins.keep(sign_in)
    say(f"Signed in at {address} as {sign_in.username}.")


def logout(server: Server = None) -> None:
    """Revoke the token of the sign-in and forget it. API tokens in files or PUC_TOKEN stay as they are."""
    address = center.server_of(server)
    found = sign_ins.find(address)
    if found is None:
        raise not_signed_in(f"Not signed in at {address}.")
    sign_ins.forget(address)
    try:
        if not found.expired():
            _revoke(found)
    except CommandError as error:
        if error.status is not Status.NOT_SIGNED_IN:  # then it was revoked already, as wanted
            raise CommandError(f"Forgotten here, but not revoked at the center: {error}") from error
    say(f"Signed out of {address}.")


def whoami(at: Center) -> None:
    """Who the center takes you for."""
    found = at.get("/api/v1/session")
    columns: Columns = {
        "server": lambda _: at.server,
        "user": lambda one: one["user"]["username"],
        "kind": lambda one: one["user"]["kind"],
        "administrator": "is_administrator",
    }
    at.show(found, columns)


def _begin(connection: Connection) -> dict[str, Any]:
    found: dict[str, Any] = connection.ask("POST", "/oauth2/device_authorization", data={"client_id": CLIENT}).json()
    return found


def _wait(connection: Connection, begun: dict[str, Any]) -> str:
    """Poll until somebody has decided. Raises CommandError when the sign-in is denied or expires."""
    form = {"grant_type": GRANT_TYPE, "device_code": begun["device_code"], "client_id": CLIENT}
    pause, until = int(begun["interval"]), time.monotonic() + int(begun["expires_in"])
    while time.monotonic() < until:
        time.sleep(pause)
        answer = connection.send("POST", "/oauth2/token", data=form)
        if answer.is_success:
            return str(answer.json()["access_token"])
        error = refusal(answer)
        if "(slow_down)" in str(error):
            pause += _SLOWER_SECONDS
        elif "(authorization_pending)" not in str(error):
            raise error
    raise CommandError("nobody approved in time: begin anew")


def _revoke(sign_in: SignIn) -> None:
    jti = _claims(sign_in.token)["jti"]
    with Connection(sign_in.server, sign_in.token) as connection:
        path = f"/api/v1/users/{connection.get('/api/v1/session')['user']['id']}/tokens"
        for token in connection.get(path)["items"]:
            if token["jti"] == jti:
                connection.ask("DELETE", f"{path}/{token['id']}")


def _claims(token: str) -> dict[str, Any]:
    """The claims of our own token, without verifying it: that is up to the center."""
    try:
        payload = token.split(".")[1]
        found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, ValueError) as error:
        raise CommandError("the center answered with something that is no token") from error
    return found
