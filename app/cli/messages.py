"""`usercenter mail` and `usercenter hooks`: what goes out by e-mail and to web hooks."""

from typing import Annotated, Any, Literal

import typer

from app.cli import item_lookup
from app.cli.center import Center, note
from app.cli.command import Group, Limit, several
from app.cli.output import Columns, fields, moment
from app.cli.users import Name, users

mail = Group("mail", "E-mail: does it work, and what could not be sent?")
hooks = Group("hooks", "Web hooks: addresses outside of the center that are told of notices.")
Hook = Annotated[str, typer.Argument(help="Name of the web hook.")]
State = Literal["waiting", "sent", "dead"]
PATH = "/api/v1/web-hooks"
_HOOKS: Columns = {
    **fields("id", "name"),
    "address": "url",
    "notices": "kinds",
    "status": "status",
    "failing since": moment("failing_since"),
}
_SENT: Columns = {
    **fields("id", "kind", "state", "attempts"),
    "added": moment("add_time"),
    "ended": moment("end_time"),
    "problem": "problem",
}


@mail.remote("status")
def status(at: Center) -> None:
    """Is e-mail on, and how many wait, were sent, were given up?"""
    names = ("on", "sender", "waiting", "sent", "dead")
    at.show(at.get("/api/v1/mail"), {name: name for name in names})


@mail.remote("list", example="--state dead")
def list_messages(
    at: Center, state: Annotated[State | None, typer.Option(help="Only these.")] = None, limit: Limit = None
) -> None:
    """E-mails of the last thirty days, the newest first, with what the last attempt failed with."""
    columns = {**_SENT, "user": "username"}
    at.listing("/api/v1/mail/messages", columns, limit, sort="-id", state=state)


@mail.remote("test")
def test_mail(at: Center) -> None:
    """Send a test to your own confirmed address."""
    at.change("POST", "/api/v1/mail/test")
    note("On its way; see: usercenter mail list --limit 1")


@users.remote("invite", example="alice alice@acme.example", dry_run=True)
def invite(at: Center, name: Name, email: Annotated[str, typer.Argument(help="Where the link goes.")]) -> None:
    """Send a link with which a person chooses the first password."""
    body = {"email": email}
    answer = at.change("POST", f"{at.path('user', name)}/invitation", json=body).json()
    at.show(answer, {"the link works until": moment("valid_until")})


@hooks.remote("list")
def list_hooks(at: Center) -> None:
    """All web hooks."""
    at.listing(PATH, _HOOKS)


@hooks.remote("add", example="chat https://hooks.acme.example/in --kind grant_ends", dry_run=True)
def add(
    at: Center,
    name: Hook,
    url: Annotated[str, typer.Argument(help="Where it is: https, on a host of PUC_WEB_HOOK_HOSTS.")],
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Only such notices; several times.")] = None,
) -> None:
    """Add a web hook. Its secret is shown only now."""
    body = {"name": name, "url": url, "kinds": several(kind)}
    at.show(at.change("POST", PATH, json=body).json(), {**_HOOKS, "secret": "secret"})


@hooks.remote("secret", example="chat", dry_run=True)
def renew_secret(at: Center, name: Hook) -> None:
    """A new secret, shown only now. For 24 hours the one before signs, too."""
    path = f"{PATH}/{_find(at, name)}/secret"
    at.show(at.change("POST", path).json(), {"secret": "secret"})


@hooks.remote("on", example="chat", dry_run=True)
def switch_on(at: Center, name: Hook) -> None:
    """Switch it on, also after it was switched off by failures."""
    _switch(at, name, "on")


@hooks.remote("off", example="chat", dry_run=True)
def switch_off(at: Center, name: Hook) -> None:
    """What comes while it is off is not sent later."""
    _switch(at, name, "off")


@hooks.remote("test", example="chat")
def test_hook(at: Center, name: Hook) -> None:
    """Send it a test."""
    at.change("POST", f"{PATH}/{_find(at, name)}/test")
    note(f"On its way; see: usercenter hooks deliveries {name} --limit 1")


@hooks.remote("deliveries", example="chat --limit 5")
def deliveries(at: Center, name: Hook, limit: Limit = None) -> None:
    """What was sent to it, the newest first, and what it answered."""
    at.listing(f"{PATH}/{_find(at, name)}/deliveries", _SENT, limit, sort="-id")


@hooks.remote("send-again", example="chat 7", dry_run=True)
def send_again(at: Center, name: Hook, delivery: Annotated[int, typer.Argument(help="Id of the delivery.")]) -> None:
    """Send a delivery once more, with the same id."""
    path = f"{PATH}/{_find(at, name)}/deliveries/{delivery}/retry"
    at.show(at.change("POST", path).json(), _SENT)


@hooks.remote("remove", example="chat --yes", yes=True, dry_run=True)
def remove(at: Center, name: Hook) -> None:
    """Delete a web hook, with what waits for it."""
    found = _find(at, name)
    at.confirm(f"Delete the web hook {name}?")
    at.change("DELETE", f"{PATH}/{found}")


def _switch(at: Center, name: str, status: str) -> None:
    body: dict[str, Any] = {"status": status}
    at.show(at.change("PATCH", f"{PATH}/{_find(at, name)}", json=body).json(), _HOOKS)


def _find(at: Center, name: str) -> int:
    return int(item_lookup.exactly(at, PATH, "web hook", name)["id"])
