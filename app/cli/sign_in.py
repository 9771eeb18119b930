"""`login`, `logout`, `whoami`: a person approves in a browser (RFC 8628); the token is stored on this machine."""

import time
from typing import Annotated, Any

import typer

from app.cli import center, refreshing, sign_ins
from app.cli.center import Center, note, say
from app.cli.command import Group, Server
from app.cli.connection import CenterConnection
from app.cli.exit_status import CommandError, Status, not_signed_in
from app.cli.output import Columns
from app.cli.refusals import refusal
from app.cli.sign_ins import CLIENT, StoredSignIn

commands = Group()
GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code"
_SLOWER_SECONDS = 5
Browser = Annotated[
    bool, typer.Option("--browser", help="With the browser of this machine; it comes back by itself, without a code.")
]


@commands.add("login")
def login(server: Server = None, browser: Browser = False) -> None:
    """Sign in: open the address that is printed, compare the code, approve. Nothing is opened by itself, except with
    --browser: then sign in there, and come back.

    The tokens are kept in ~/.config/pulsar-user-center for this center only, readable by you only, and renewed by
    themselves until the sign-in ends (the center's PUC_REFRESH_DAYS and PUC_REFRESH_IDLE_DAYS).

    \b
    Example:
      usercenter login --server https://center.example
    """
    address = center.server_of(server)
    from app.cli import browser_sign_in  # here, because it brings an HTTP server

    with CenterConnection(address) as connection:
        answer = browser_sign_in.sign_in(connection) if browser else _by_code(connection)
    sign_in = refreshing.store(address, answer)
    say(f"Signed in at {address} as {sign_in.username}.")


@commands.add("logout")
def logout(server: Server = None) -> None:
    """Revoke the token of the sign-in and forget it. API tokens in files or PUC_TOKEN stay as they are."""
    address = center.server_of(server)
    found = sign_ins.find(address)
    if found is None:
        raise not_signed_in(f"Not signed in at {address}.")
    sign_ins.forget(address)
    try:
        _revoke(found)
    except CommandError as error:
        if error.status is not Status.NOT_SIGNED_IN:  # then it was revoked already, as wanted
            raise CommandError(f"Forgotten here, but not revoked at the center: {error}") from error
    say(f"Signed out of {address}.")


@commands.remote("whoami", example="--output json")
def whoami(at: Center) -> None:
    """Who the center takes you for."""
    found = at.get("/api/v1/session")
    columns: Columns = {
        "server": lambda _: at.server,
        "user": lambda session: session["user"]["username"],
        "kind": lambda session: session["user"]["kind"],
        "administrator": "is_administrator",
    }
    at.show(found, columns)


def _by_code(connection: CenterConnection) -> dict[str, Any]:
    form = {"client_id": CLIENT, "scope": "offline_access"}
    device: dict[str, Any] = connection.ask("POST", "/oauth2/device_authorization", data=form).json()
    note(f"Open {device['verification_uri_complete']}\nand compare the code: {device['user_code']}")
    return _wait(connection, device)


def _wait(connection: CenterConnection, device: dict[str, Any]) -> dict[str, Any]:
    """Poll until somebody has decided. Raises CommandError when the sign-in is denied or expires."""
    form = {"grant_type": GRANT_TYPE, "device_code": device["device_code"], "client_id": CLIENT}
    pause, until = int(device["interval"]), time.monotonic() + int(device["expires_in"])
    while time.monotonic() < until:
        time.sleep(pause)
        answer = connection.send("POST", "/oauth2/token", data=form)
        if answer.is_success:
            found: dict[str, Any] = answer.json()
            return found
        error = refusal(answer)
        if "(slow_down)" in str(error):
            pause += _SLOWER_SECONDS
        elif "(authorization_pending)" not in str(error):
            raise error
    raise CommandError("nobody approved in time: begin anew")


def _revoke(sign_in: StoredSignIn) -> None:
    if sign_in.refresh is not None:
        form = {"token": sign_in.refresh, "client_id": CLIENT}
        with CenterConnection(sign_in.server) as connection:
            connection.ask("POST", "/oauth2/revoke", data=form)
        return
    if sign_in.ends_within(0):
        return
    jti = sign_ins.claims(sign_in.token)["jti"]
    with CenterConnection(sign_in.server, sign_in.token) as connection:
        path = f"/api/v1/users/{connection.get('/api/v1/session')['user']['id']}/tokens"
        for token in connection.get(path)["items"]:
            if token["jti"] == jti:
                connection.ask("DELETE", f"{path}/{token['id']}")
