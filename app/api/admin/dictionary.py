"""The dictionary: authorities, and the questions that brokers ask."""

from typing import Any

from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES, QUESTIONS, Need, asked_level, parts, where_it_may_be_granted
from app.api.guard import SignedIn
from app.api.paging import ApiModel
from app.api.routing import Router

router = Router(tags=["dictionary"])


class AuthorityEntry(ApiModel):
    """An authority. `grantable_on`: the types of resources (0 root … 4 topic) on which it may be granted.
    `asked_level`: who holds the right on this level holds all that the authority gives. `includes`: authorities of the
    same level that it gives too."""

    id: int
    text: str
    fixed: bool
    right: str
    level: int
    asked_level: int
    includes: list[int]
    grantable_on: list[int]
    where: str


class OperationEntry(ApiModel):
    """A question; any one of `needs` allows it."""

    question: str
    text: str
    asked_on: list[str]
    needs: list[dict[str, Any]]
    act: int
    kind: int
    data: bool
    since: str


@router.get("/authorities", summary="List authorities")
def list_authorities(_: SignedIn) -> list[AuthorityEntry]:
    """Every authority, by id."""
    return [
        AuthorityEntry.of(
            authority,
            right=authority.right.name.lower(),
            asked_level=asked_level(authority),
            includes=sorted(parts(authority.id)),
            grantable_on=[int(kind) for kind in ResourceType if authority.may_be_held_on(kind)],
            where=where_it_may_be_granted(authority),
        )
        for authority in AUTHORITIES.values()
    ]


@router.get("/operations", summary="List what brokers ask")
def list_operations(_: SignedIn) -> list[OperationEntry]:
    """Every question of every supported broker."""
    return [
        OperationEntry.of(
            operation,
            question=operation.id,
            asked_on=[kind.name.lower() for kind in sorted(operation.asked_on)],
            needs=[_need(need) for need in operation.needs],
        )
        for operation in QUESTIONS.values()
    ]


def _need(need: Need) -> dict[str, Any]:
    if need.right is None:
        return {"any": need.any, **({"option": need.option} if need.option else {})}
    own = {"when": "own_subscription"} if need.own_subscription else {}
    return {"right": need.right.name.lower(), "level": need.level, **own}
