"""`who`, `rights`, `check`: who has which rights, and many questions in one request."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from app.access.names import ResourceType
from app.cli import grants, resources, text_files
from app.cli.access import Address, Cluster, Place, cluster_of, question_body
from app.cli.center import Center
from app.cli.command import Group, Limit
from app.cli.exit_status import CommandError, wrong_usage
from app.cli.grants import limit_words
from app.cli.output import Columns, Item, fields

commands = Group()
_MOST = 1000
Authority = Annotated[
    int | None, typer.Option(parser=grants.number, help="Only who holds topic.write or 302, say, or what includes it.")
]
Expected = Annotated[Literal["allowed", "denied"] | None, typer.Option(help="Status 1 when one answer is another.")]
_HOLDINGS: Columns = {
    "type": lambda holding: ResourceType(holding["res_type"]).name.lower(),
    "resource": "resource",
    "authorities": lambda holding: [_number_text(right) for right in holding["rights"]],
    "limits": lambda holding: "; ".join(_limits_text(right) for right in holding["rights"] if _is_limited(right)),
    "by": lambda holding: sorted({grant["role_name"] for right in holding["rights"] for grant in right["grants"]}),
}
_HOLDERS: Columns = {
    "user": "username",
    **fields("status", "main_account"),
    "can do here": lambda holder: [authority["id"] for authority in holder["effective"]] or _why_nothing(holder),
    "by": lambda holder: [_source(grant) for grant in holder["grants"]],
}
_CHECKED: Columns = {field: field for field in ("verdict", "principal", "question", "resource", "reason")}


@commands.remote("who", example="acme/orders --authority 302")
def who(at: Center, resource: Place, authority: Authority = None, limit: Limit = None) -> None:
    """Everybody with rights on a resource; what comes from a place above is named with it."""
    place = resources.parse(resource)
    query = {"res_type": place.number, "res_id": place.id_at(at), "authority": authority}
    at.listing("/api/v1/access/principals", _HOLDERS, limit, **query)


@commands.remote("rights", example="bob")
def rights(
    at: Center,
    user: Annotated[str, typer.Argument(help="User name.")],
    authority: Authority = None,
    limit: Limit = None,
) -> None:
    """What a user was granted, place by place, through all its roles.

    A number in brackets does not count now: its window is not open, or the main account withholds it.
    """
    at.listing(f"/api/v1/users/{at.find('user', user)}/rights", _HOLDINGS, limit, authority=authority)


@commands.remote("check", example="questions.txt --expect allowed")
def check(
    at: Center,
    file: Annotated[Path, typer.Argument(help="A line for each question: PRINCIPAL QUESTION RESOURCE; - is stdin.")],
    cluster: Cluster = None,
    address: Address = None,
    expect: Expected = None,
) -> None:
    """Ask many questions at once: PRINCIPAL QUESTION RESOURCE in each line, # begins a remark.

    Without --address nothing counts that is limited to networks.
    """
    where = {} if address is None else {"address": address}
    questions = [{**question, **where} for question in _questions(at, text_files.read(file), cluster)]
    if not questions:
        raise wrong_usage(f"{file} has no question")
    answers: list[dict[str, Any]] = []
    for begin in range(0, len(questions), _MOST):
        part = questions[begin : begin + _MOST]
        found = at.get_by_post("/api/v1/access/check", {"questions": part})
        answers.extend(_answer(*pair) for pair in zip(part, found["answers"], strict=True))
    at.show({"items": answers}, _CHECKED)
    wrong = [answer for answer in answers if answer["error"] or (expect and answer["verdict"] != expect)]
    if wrong:
        raise CommandError(f"{len(wrong)} of {len(answers)} answers are not as wanted")


def _questions(at: Center, text: str, cluster: str | None) -> Iterator[dict[str, Any]]:
    clusters: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 3:
            raise wrong_usage(f"line {number}: write PRINCIPAL QUESTION RESOURCE")
        place = resources.parse(words[2])
        if place.tenant not in clusters:
            clusters[place.tenant] = cluster_of(at, place, cluster)
        yield question_body(words[0], words[1], place, clusters[place.tenant])


def _answer(question: Item, found: Item) -> dict[str, Any]:
    verdict = found["error"] or ("allowed" if found["allowed"] else "denied")
    return {**question, **found, "verdict": verdict}


def _number_text(right: Item) -> str:
    counts = not right["not_in_force"] and right["limited_by_main"] != "entirely"
    return str(right["id"]) if counts else f"({right['id']})"


def _source(grant: Item) -> str:
    above = f" on {grant['resource']}" if grant["inherited"] else ""
    limits = limit_words(grant["limits"])
    return f"{grant['role_name']}{above}{f' (only {limits})' if limits else ''}"


def _why_nothing(holder: Item) -> str:
    return "only within limits" if any(grant["limits"] for grant in holder["grants"]) else "nothing now"


def _is_limited(right: Item) -> bool:
    """False when a grant that counts now gives it without limits."""
    return all(grant["limits"] for grant in _counting_grants(right))


def _limits_text(right: Item) -> str:
    limits = dict.fromkeys(limit_words(grant["limits"]) for grant in _counting_grants(right))
    return f"{right['id']} only {' or '.join(limits)}"


def _counting_grants(right: Item) -> list[Item]:
    return [grant for grant in right["grants"] if grant["in_force"]] or list(right["grants"])
