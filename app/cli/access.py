"""`explain`, `authorities`, `questions`: why somebody may do something or may not."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from app.cli import resources
from app.cli.center import Center
from app.cli.command import Group
from app.cli.exit_status import wrong_usage
from app.cli.grants import limit_words
from app.cli.output import Columns, Item, printable, utc
from app.cli.resources import Resource

commands = Group()
Cluster = Annotated[str | None, typer.Option("--cluster", help="Where; may be left out when there is only one.")]
Address = Annotated[str | None, typer.Option("--address", help="Where the principal connects from: 10.1.2.3.")]
Principal = Annotated[str, typer.Argument(help="User name.")]
Place = Annotated[str, typer.Argument(metavar="RESOURCE", help=resources.HELP)]

_NARROWEST = 3


@commands.remote("explain", example="bob produce persistent://acme/orders/created --as-of 42")
def explain(
    at: Center,
    principal: Principal,
    question: Annotated[str, typer.Argument(help="Such as produce, consume or topic:PRODUCE; see `questions`.")],
    resource: Place,
    cluster: Cluster = None,
    subscription: Annotated[str | None, typer.Option(help="The subscription that is asked about.")] = None,
    address: Address = None,
    as_of: Annotated[int | None, typer.Option(min=1, help="At this revision instead of now.")] = None,
) -> None:
    """Why is it allowed or denied? With every path to the right, or what is missing and who could give it."""
    place = resources.parse(resource)
    body = question_body(principal, question, place, cluster_of(at, place, cluster))
    body |= {"subscription": subscription, "address": address, "as_of": as_of}
    found = at.get_by_post("/api/v1/access/explain", {name: value for name, value in body.items() if value is not None})
    at.tell(found, _explanation_lines(found, principal, body, place))


@commands.remote("authorities")
def authorities(at: Center) -> None:
    """What can be granted, as number and word, and where."""
    found = at.get("/api/v1/authorities")
    from app.access.authority_words import AUTHORITY_WORDS  # here: only few commands need them

    words: Columns = {"id": "id", "word": lambda authority: AUTHORITY_WORDS.get(authority["id"])}
    at.show(found, {**words, "means": "text", "granted on": "where"})


@commands.remote("questions")
def questions(at: Center) -> None:
    """What brokers ask, and what answers it with yes."""
    at.show(at.get("/api/v1/operations"), {"question": "question", "means": "text"})


def question_body(principal: str, question: str, place: Resource, cluster: int) -> dict[str, Any]:
    """The body of a question for the API."""
    return {
        "cluster_id": cluster,
        "principal": principal,
        "question": question if ":" in question else f"{place.kind}:{question.upper()}",
        "resource_type": place.kind,
        "resource": place.name,
    }


def cluster_of(at: Center, place: Resource, named: str | None) -> int:
    """The id of the cluster: the named one, or the only one. Raises CommandError when there are several."""
    if named or place.kind == "cluster":
        return at.find("cluster", named or f"cluster:{place.name}")
    if place.kind == "root":
        candidates = [cluster["id"] for cluster in at.get("/api/v1/clusters", limit=2)["items"]]
    else:
        candidates = at.get(f"/api/v1/tenants/{at.find('tenant', f'tenant:{place.tenant}')}")["cluster_ids"]
    if len(candidates) != 1:
        raise wrong_usage("On which cluster? Name it with --cluster.")
    return int(candidates[0])


def _explanation_lines(found: Item, principal: str, body: Item, place: Resource) -> Iterator[str]:
    verdict = "ALLOWED" if found["allowed"] else "DENIED"
    yield f"{verdict}: {principal} {body['question']} {place.name} (revision {found['revision']}, {utc(found['at'])})"
    yield found["sentence"]
    if cluster := found["named_by_grant_on"]:
        yield printable(f"A grant to an unknown role made this account, on {cluster}.")
    if key := found["encryption_key"]:
        yield f"Producers encrypt for {key['name']}, version {key['number']}, of {printable(key['full_name'])}."
    for had in found["fetched_halves"]:
        which = f"{had['half']} half of {had['name']}, version {had['number']}"
        yield printable(f"{principal} fetched the {which}, last at {utc(had['time'])}.")
    main = found["main_account"] or {"name": "", "grants": []}
    of_main = f"Grants of its main account {main['name']} that allow it"
    listed = {"Grants that allow it": found["grants"], of_main: main["grants"], "Grants that do not": found["near"]}
    for heading, grants in listed.items():
        if grants:
            yield f"{heading}:"
            yield from (f"  {_path_line(grant)}" for grant in grants)
    if rules := found["rules_to_be_listed_in"]:
        would_do = f"Being listed in the rule about subscription {' and '.join(rules)} would do"
        yield printable(f"{would_do} (usercenter subscriptions restrict).")
    if missing := found["missing"]:
        yield "Any one of these would do:"
        yield from (f"  {_missing_line(step)}" for step in missing[:_NARROWEST])
        if len(missing) > _NARROWEST:
            yield f"  or one of {len(missing) - _NARROWEST} wider ones (--output json lists them)"
    if body["address"] is None and found["allowed"] and found["only_from"]:
        where = [f"{', '.join(networks) or 'nowhere'} ({who})" for who, networks in found["only_from"].items()]
        yield printable(f"Only from {' and '.join(where)}: --address asks about one address.")


def _path_line(grant: Item) -> str:
    """`grant 12: bob → role bob → 302, 303 on acme/orders → persistent://acme/orders/created`."""
    path = grant["path"]
    role = "its personal role" if path["role"]["personal"] else f"role {path['role']['name']}"
    steps = [path["user"]["name"], role, f"{', '.join(map(str, grant['authorities']))} on {grant['resource']}"]
    steps.extend(place["resource"] for place in path["inherited_by"])
    until = f", until {utc(path['grant']['valid_until'])}" if path["grant"]["valid_until"] else ""
    limits = limit_words(path["grant"]["limits"])
    only = f", only {limits}" if limits else ""
    short = f" ({grant['shortfall']})" if grant.get("shortfall") else ""
    return printable(f"grant {grant['id']}: {' → '.join(steps)}{until}{only}{short}")


def _missing_line(missing: Item) -> str:
    givers = missing["could_give"]
    names = givers["names"]
    left = (givers["total"] or 0) - len(givers["names"])  # null: hidden, because the caller may not see the place
    more = f" and {left} more" if left > 0 else ""
    you = " (you are one of them)" if givers["you"] else ""
    who = f"; could be given by {', '.join(names)}{more}{you}" if names else ""
    to = " and ".join(missing["principals"])
    return printable(
        f"{missing['authority']} ({missing['text']}) on {missing['resource_type']} {missing['resource']} for {to}{who}"
    )
