"""`usercenter grants`: grant and revoke, using names."""

from typing import Annotated, Any

import typer

from app.cli import resources
from app.cli.center import Center
from app.cli.command import Group, Limit, Networks, Remark, several
from app.cli.exit_status import CommandError, wrong_usage
from app.cli.moments import epoch_ms
from app.cli.output import Columns, fields, moment

grants = Group("grants", "Who may do what.")
To = Annotated[str | None, typer.Option("--to", help="User (its personal role) or shared role, by name.")]
On = Annotated[str | None, typer.Option("--on", help=resources.HELP)]
From = Annotated[str | None, typer.Option("--from", help="Not before: 2027-01-01, 2027-01-01T08:00+08:00, or 12h.")]
Until = Annotated[str | None, typer.Option("--until", help="Until just before then: 2027-01-01 (UTC), or 90d.")]
Prefix = Annotated[str | None, typer.Option("--prefix", help="Only names directly below that begin so: orders-")]
Subscriptions = Annotated[
    list[str] | None, typer.Option("--subscription", help="Only these: billing, or audit-* for all that begin so.")
]
PATH = "/api/v1/grants"
COLUMNS: Columns = {
    "id": "id",
    "role": "role_name",
    "resource": "resource",
    "authorities": lambda grant: [authority["id"] for authority in grant["authorities"]],
    "from": moment("valid_from"),
    "until": moment("valid_until"),
    "limits": lambda grant: limit_words(grant["limits"]),
    **fields("granted_by", "remark"),
}


@grants.remote("list", example="--to bob --on acme/orders --inherited")
def list_grants(
    at: Center,
    to: To = None,
    on: On = None,
    inherited: Annotated[bool, typer.Option(help="With --on: also those of the places above.")] = False,
    limit: Limit = None,
) -> None:
    """The grants you may see."""
    at.listing(PATH, COLUMNS, limit, **_filters(at, to, on), inherited="true" if inherited else None)


@grants.remote(
    "give",
    example="--to bob --on persistent://acme/orders/created --authority topic.write,topic.read --until 2027-01-01",
    dry_run=True,
    wait=True,
)
def give(
    at: Center,
    to: Annotated[str, typer.Option(help="User (its personal role) or shared role, by name.")],
    on: Annotated[str, typer.Option(help=resources.HELP)],
    authority: Annotated[list[str], typer.Option(help="topic.write or 302, or all; see `usercenter authorities`.")],
    begin: From = None,
    until: Until = None,
    prefix: Prefix = None,
    subscription: Subscriptions = None,
    network: Networks = None,
    remark: Remark = None,
) -> None:
    """Grant authorities to a user or a role."""
    place = resources.parse(on)
    limits = _limits(prefix=prefix, subscriptions=several(subscription), networks=several(network))
    authorities = numbers(authority, place.kind, limits)
    body = {
        "role_id": at.find("role", to),
        "res_type": place.number,
        "res_id": place.id_at(at),
        "authorities": authorities,
        "valid_from": epoch_ms(begin) if begin else None,
        "valid_until": epoch_ms(until) if until else None,
        "limits": limits,
        "remark": remark,
    }
    at.show(at.change("POST", PATH, json=body).json(), COLUMNS)


@grants.remote("revoke", example="--to bob --on persistent://acme/orders/created", yes=True, dry_run=True, wait=True)
def revoke(
    at: Center,
    number: Annotated[int | None, typer.Argument(help="Id of the grant; else --to and --on.", min=1)] = None,
    to: To = None,
    on: On = None,
) -> None:
    """Take a grant back, by its id or by who holds it where."""
    found = at.get(f"{PATH}/{number}") if number is not None else _only_one(at, to, on)
    authorities = ", ".join(str(authority["id"]) for authority in found["authorities"])
    at.confirm(f"Revoke {authorities} on {found['resource']} from {found['role_name']}?")
    at.change("DELETE", f"{PATH}/{found['id']}", of=found)


def limit_words(limits: dict[str, Any] | None) -> str:
    """`orders-*, subscriptions billing, audit-*, from 10.0.0.0/8`; empty without limits."""
    found = limits or {}
    prefix, names = found.get("prefix"), found.get("subscriptions")
    parts = [f"{prefix}*"] if prefix else []
    parts += [f"subscriptions {', '.join(names)}"] if names else []
    parts += [f"from {', '.join(found['networks'])}"] if found.get("networks") else []
    return ", ".join(parts)


def _limits(**limits: str | list[str] | None) -> dict[str, Any] | None:
    return limits if any(limits.values()) else None


def _only_one(at: Center, to: str | None, on: str | None) -> dict[str, Any]:
    if not to or not on:
        raise wrong_usage("Name the grant: its id, or --to and --on.")
    items = [grant for page in at.pages(PATH, **_filters(at, to, on)) for grant in page["items"]]
    if not items:
        raise CommandError(f"{to} has no grant on {on} itself that you may see (not_found)")
    if len(items) > 1:
        numbers = ", ".join(str(grant["id"]) for grant in items)
        raise wrong_usage(f"{to} has several grants on {on}, with different windows or limits: revoke one of {numbers}")
    found: dict[str, Any] = items[0]
    return found


def _filters(at: Center, to: str | None, on: str | None) -> dict[str, int | None]:
    found: dict[str, int | None] = {"role_id": at.find("role", to) if to else None}
    if on:
        place = resources.parse(on)
        found |= {"res_type": place.number, "res_id": place.id_at(at)}
    return found


def numbers(texts: list[str], kind: str, limits: dict[str, Any] | None = None) -> list[int]:
    """The values of --authority, on this type of place. Raises CommandError."""
    from app.access import authority_words as words  # here: only few commands need them
    from app.access.limits import Limits

    named = several(texts) or []
    if named == [words.ALL]:
        return words.every_authority(resources.TYPES[kind], Limits(**limits) if limits else None)
    return [number(word) for word in named]


def number(text: str) -> int:
    """302 for `topic.write` or `302`. Raises CommandError."""
    from app.access.authority_words import authority

    try:
        return authority(text)
    except ValueError as error:
        raise wrong_usage(f"{error} (`usercenter authorities` lists them)") from None
