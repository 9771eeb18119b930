"""`usercenter encryption`: keys with which producers encrypt and consumers decrypt."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import resources
from app.cli.center import Center, note
from app.cli.command import Group, Limit
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, Form, fields, moment, printable, utc
from app.cli.text_files import read

encryption = Group("encryption", "Keys with which producers encrypt and consumers decrypt.")
Place = Annotated[str, typer.Argument(help="TENANT/NAMESPACE or persistent://TENANT/NAMESPACE/TOPIC.")]
Topic = Annotated[str, typer.Argument(help="persistent://TENANT/NAMESPACE/TOPIC.")]
Name = Annotated[str, typer.Argument(help="Name of the key.")]
Algorithm = Annotated[str | None, typer.Option(help="RSA-3072 (default), or EC-P256: for Java alone.")]
PublicKey = Annotated[
    Path | None, typer.Option("--public-key", help="Customer key: a public key in PEM. The private one stays with you.")
]
PrivateKey = Annotated[
    Path | None,
    typer.Option("--private-key", help="With --public-key: the center takes over this pair."),
]
Number = Annotated[int, typer.Argument(min=1, help="The version.")]
Days = Annotated[int | None, typer.Option("--rotate-days", min=1, help="The center rotates it so often; else by hand.")]
_NO_ESCROW = "The center does not have the private key: whoever loses it loses the messages."
_COLUMNS: Columns = {
    **fields("name", "number", "algorithm", "state"),
    "by": "made_by",
    "since": moment("add_time"),
    "rotated every": "rotated",
    "to be destroyed, asked by": "asked_by",
}
_FETCHES: Columns = {
    "user": "username",
    **fields("number", "half"),
    "last": moment("time"),
    "old version": "old_version",
}
_REPORT: Columns = {
    "place": "full_name",
    "key": "name",
    "nobody fetched": lambda key: ", ".join(str(version["number"]) for version in key["never_fetched"]),
    "produced without one": lambda key: _names(key["without_key"]),
    "fetched, not consumed": lambda key: _names(key["not_consuming"]),
}


@encryption.remote("list", example="persistent://acme/orders/created")
def list_keys(at: Center, place: Place) -> None:
    """The keys of a topic or namespace with their versions."""
    found = at.get(_path(at, place))
    _show(at, found, found["items"])
    if used := found["used"]:
        note(f"Producers use {used['name']}, version {used['number']}, of {used['full_name']}.")


@encryption.remote("create", example="persistent://acme/orders/created orders", dry_run=True)
def create(
    at: Center,
    place: Place,
    name: Name,
    algorithm: Algorithm = None,
    public_key: PublicKey = None,
    private_key: PrivateKey = None,
    rotate_days: Days = None,
) -> None:
    """Make a key. Producers take it from now on, instead of the one before."""
    body = {"name": name, **_halves(algorithm, public_key, private_key), "rotate_days": rotate_days}
    _show_one(at, at.change("POST", _path(at, place), json=body).json())


@encryption.remote("rotate", example="persistent://acme/orders/created orders", dry_run=True)
def rotate(
    at: Center,
    place: Place,
    name: Name,
    algorithm: Algorithm = None,
    public_key: PublicKey = None,
    private_key: PrivateKey = None,
) -> None:
    """Make a version of a key. Producers take it from now on; older messages stay readable."""
    path, key = _find(at, place, name)
    done = at.change("POST", f"{path}/versions", json=_halves(algorithm, public_key, private_key), of=key)
    _show_one(at, done.json())


@encryption.remote("schedule", example="persistent://acme/orders/created orders --rotate-days 90", dry_run=True)
def schedule(at: Center, place: Place, name: Name, rotate_days: Days = None) -> None:
    """Let the center rotate a key, or (without --rotate-days) only people."""
    path, key = _find(at, place, name)
    _show_one(at, at.change("PATCH", path, json={"rotate_days": rotate_days}, of=key).json())


@encryption.remote("fetches", example="persistent://acme/orders/created orders")
def fetches(at: Center, place: Place, name: Name, limit: Limit = None) -> None:
    """Who fetched which version when last, and which producers have an old one."""
    at.listing(f"{_find(at, place, name)[0]}/fetches", _FETCHES, limit)


@encryption.remote("report", example="persistent://acme/orders/created")
def report(at: Center, place: Place, limit: Limit = None) -> None:
    """What the audit says of the keys of a place: producers without one, versions that nobody fetched, accounts that
    fetched one and consumed nothing."""
    found = resources.parse(place)
    where = {"res_type": found.number, "res_id": found.id_at(at)}
    at.listing("/api/v1/encryption-keys/report", _REPORT, limit, **where)


@encryption.remote(
    "destroy", example='acme/orders orders 1 --reason "the customer asked for erasure" --yes', yes=True, dry_run=True
)
def destroy(
    at: Center,
    place: Place,
    name: Name,
    number: Number,
    reason: Annotated[str, typer.Option("--reason", help="Why; it stays in the audit log.")],
) -> None:
    """Ask for the destruction of a version; another person confirms. It says what nobody could read any more."""
    path, key = _find(at, place, name)
    at.confirm(f"Ask for the destruction of {name}, version {number}? Its messages will be lost to everybody.")
    asked = at.change("POST", _destruction(path, number), json={"reason": reason}, of=key).json()
    at.tell(asked, map(printable, _unreadable(asked["unreadable"])))
    note("Another person has to confirm: usercenter encryption confirm-destroy.")


@encryption.remote("confirm-destroy", example="acme/orders orders 1 --yes", yes=True, dry_run=True)
def confirm_destroy(at: Center, place: Place, name: Name, number: Number) -> None:
    """Destroy a version as the second person. Nobody can undo it."""
    path, key = _find(at, place, name)
    found = at.get(_destruction(path, number))
    asked = found["destruction"]
    if asked is None:
        raise wrong_usage(f"nobody has asked to destroy {name}, version {number}")
    for line in _unreadable(found["unreadable"]):
        note(printable(line))
    at.confirm(printable(f"Destroy {name}, version {number}, for good? {asked['asked_by']}: {asked['reason']}"))
    _show_one(at, at.change("POST", f"{_destruction(path, number)}/confirm", of=key).json())


@encryption.remote("withdraw-destroy", example="acme/orders orders 1", dry_run=True)
def withdraw_destroy(at: Center, place: Place, name: Name, number: Number) -> None:
    """Keep a version that somebody wanted destroyed."""
    path, key = _find(at, place, name)
    _show_one(at, at.change("DELETE", _destruction(path, number), of=key).json())


@encryption.remote("public", example="persistent://acme/orders/created")
def public(at: Center, topic: Topic) -> None:
    """The public key for a topic, in PEM; needs the right to write it."""
    name = resources.name_of("topic", topic)
    (half,) = at.ask("POST", "/api/v1/encryption-keys/public", json={"topics": [name]}).json()["items"]
    if half["error"] is not None:
        raise wrong_usage(f"{topic}: {half['error']}")
    note(f"key {half['name']}, version {half['number']}; for Python, C++ and Node: {half['name']}@{half['number']}")
    at.tell(half, [half["public_key"].strip()])


@encryption.remote("fetch", example='persistent://acme/orders/created orders 1 --file orders.pem --reason "new host"')
def fetch(
    at: Center,
    topic: Topic,
    name: Name,
    number: Number,
    file: Annotated[Path, typer.Option("--file", help="Where the private key goes; a new file.")],
    reason: Annotated[str, typer.Option("--reason", help="Why, for the audit log.")],
    subscription: Annotated[str | None, typer.Option(help="When you may read by some subscriptions only.")] = None,
) -> None:
    """Write a private key to a file that only you may read; needs the right to read the topic."""
    from app.platform import private_files  # here: it takes long to load

    body: dict[str, Any] = {"topic": resources.name_of("topic", topic), "name": name, "number": number}
    body |= {"reason": reason, **({} if subscription is None else {"subscription": subscription})}
    try:
        out = private_files.open_new(file)
    except OSError as error:
        raise wrong_usage(f"{file} cannot be made, or is there already: name a new file") from error
    try:
        with out:
            out.write(at.change("POST", "/api/v1/encryption-keys/private", json=body).json()["private_key"])
    except BaseException:
        file.unlink()
        raise
    note(f"The private key is in {file}.")


def _path(at: Center, place: str) -> str:
    found = resources.parse(place)
    if found.kind not in ("namespace", "topic"):
        raise wrong_usage(f"{place!r} names a {found.kind}; encryption keys are of topics and namespaces")
    return f"{at.path(found.kind, found.name)}/encryption-keys"


def _find(at: Center, place: str, name: str) -> tuple[str, dict[str, Any]]:
    """The path of a key, and the key."""
    path = _path(at, place)
    key = next((item for item in at.get(path)["items"] if item["name"] == name), None)
    if key is None:
        raise wrong_usage(f"{place} has no encryption key {name}")
    return f"{path}/{name}", key


def _names(accounts: dict[str, Any] | None) -> str:
    if accounts is None:
        return "not known"
    names = dict.fromkeys(account["username"] for account in accounts["newest"])
    return ", ".join([*names, *(["…"] if accounts["total"] > len(accounts["newest"]) else [])])


def _destruction(path: str, number: int) -> str:
    return f"{path}/versions/{number}/destruction"


def _unreadable(told: dict[str, Any]) -> Iterator[str]:
    until = "now (producers may still use it)" if told["may_still_be_used"] else utc(told["until"])
    yield f"Unreadable: messages of {utc(told['since'])} to {until}, of {told['topic_count']} topics"
    yield from (f"  {topic}" for topic in told["topics"])
    for on in told["stored"]:
        has = f"{on['entries']} entries, {on['size']} bytes, of any time" if on["code"] is None else on["message"]
        yield f"Stored on {on['cluster']} now: {has}"


def _halves(algorithm: str | None, *files: Path | None) -> dict[str, Any]:
    public, private = (None if file is None else read(file) for file in files)
    sent = {"algorithm": algorithm, "public_key": public, "private_key": private}
    return {name: value for name, value in sent.items() if value is not None}


def _show_one(at: Center, key: dict[str, Any]) -> None:
    _show(at, key, [key])
    if "no_escrow" in key["warnings"]:
        note(_NO_ESCROW)


def _show(at: Center, answer: dict[str, Any], keys: list[dict[str, Any]]) -> None:
    versions = [
        {
            **version,
            "name": key["name"],
            "rotated": f"{key['rotate_days']} days" if key["rotate_days"] and version["state"] == "active" else None,
            "asked_by": (version["destruction"] or {}).get("asked_by"),
        }
        for key in keys
        for version in key["versions"]
    ]
    at.show(versions if at.form is Form.TABLE else answer, _COLUMNS)
