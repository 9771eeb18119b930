"""Why? The decision a broker would make, with the grants that decide, or those that are missing."""

from collections.abc import Iterator
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.access import places
from app.access.decision import Reason
from app.access.explain import Explanation, Shortfall, explain
from app.access.models import Role
from app.access.rights import Grant, Snapshot
from app.access.vocabulary import AUTHORITIES, QUESTIONS
from app.api import problems
from app.api.guard import Caller, SignedIn, changes_nothing
from app.api.paging import Body, IdValue, Printable
from app.brokers import delegation, snapshots
from app.clock import now_ms
from app.errors import InvalidInput, NotAllowed
from app.identity import users
from app.pulsar.names import ResourceName, ResourceType

router = APIRouter(tags=["decisions"])
Text = Annotated[str, StringConstraints(max_length=512), Printable]

_SENTENCES = {
    Reason.UNKNOWN_OPERATION: "Denied: no broker asks this question.",
    Reason.NO_PRINCIPAL: "Denied: there is no user.",
    Reason.MALFORMED_NAME: "Denied: this is no name of such a resource.",
    Reason.UNKNOWN_PRINCIPAL: "Denied: the cluster knows no such user.",
    Reason.USER_DISABLED: "Denied: the user is not active.",
    Reason.MAIN_ACCOUNT_DISABLED: "Denied: the main account is not active.",
    Reason.SUPER_USER: "Allowed: holds authority 4, which includes everything.",
    Reason.SYSTEM_TOPIC: "Denied: system topics are for super users.",
    Reason.RESOURCE_INVALID: "Denied: the resource, or one above it, is switched off.",
    Reason.GRANTED: "Allowed by the grants below; the first one decides.",
    Reason.OWN_SUBSCRIPTION: "Allowed: may read, and the subscription is its own.",
    Reason.MAIN_ACCOUNT_LACKS_RIGHT: "Denied: the sub-account was granted it, but its main account does not hold it.",
    Reason.GRANT_NOT_IN_FORCE: "Denied: the grant is outside its time window.",
    Reason.NO_GRANT: "Denied: no grant allows it; one of those below would.",
}


class Asked(Body):
    """A question as a broker would ask it; `at` in epoch ms, now when left out."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "cluster_id": 1,
                    "principal": "orders-producer",
                    "question": "topic:PRODUCE",
                    "resource_type": "topic",
                    "resource": "persistent://acme/orders/created",
                },
                {
                    "cluster_id": 1,
                    "principal": "billing",
                    "question": "topic:CONSUME",
                    "resource_type": "topic",
                    "resource": "persistent://acme/orders/created",
                    "subscription": "billing-1",
                },
            ]
        }
    )

    cluster_id: IdValue
    principal: Text
    question: Annotated[str, Field(max_length=64, examples=["topic:PRODUCE"])]
    resource_type: Literal["root", "cluster", "tenant", "namespace", "topic"]
    resource: Text
    subscription: Text | None = None
    at: Annotated[int, Field(ge=0, le=2**53)] | None = None


class DecidingGrant(BaseModel):
    """A grant that allows it."""

    id: int
    role: str
    resource: str
    authorities: list[int]


class NearGrant(DecidingGrant):
    """A grant of the user on the resource or above it that does not allow it."""

    shortfall: Shortfall = Field(description="Why it does not count.")


class Missing(BaseModel):
    """An authority that would allow it, if it were granted there to this user."""

    principal: str = Field(description="The user, or its main account where that is the one who lacks the right.")
    authority: int
    text: str
    resource_type: str
    resource: str


class Answer(BaseModel):
    """The decision, at this revision."""

    allowed: bool
    reason: str
    sentence: str
    grants: list[DecidingGrant]
    near: list[NearGrant]
    missing: list[Missing] = Field(description="Each of them would do, the narrowest first.")
    revision: int


@router.post("/decisions", summary="Why is it allowed or denied?", responses=problems.responses(404))
@changes_nothing
def decide(caller: SignedIn, body: Asked) -> Answer:
    """For the user itself, its main account, who administers the resource, and administrators."""
    if body.question not in QUESTIONS:
        raise InvalidInput("There is no such question; GET /api/v1/operations lists them.", code="unknown_question")
    target = ResourceName.of(ResourceType[body.resource_type.upper()], body.resource)
    now = now_ms() if body.at is None else body.at
    _check_asker(caller, body, target)
    snapshot = snapshots.snapshot_of(caller.session, body.cluster_id, [body.principal])
    found = _explained(snapshot, body.principal, body, target, now)
    return Answer(
        allowed=found.decision.allowed,
        reason=found.decision.reason.value,
        sentence=_SENTENCES[found.decision.reason],
        grants=[_deciding(caller, snapshot.grants[number]) for number in found.decision.grants],
        near=[_near(caller, near.grant, near.shortfall) for near in found.near],
        missing=list(_missing(snapshot, found, body, target, now)),
        revision=snapshot.revision,
    )


def _explained(snapshot: Snapshot, principal: str, body: Asked, target: ResourceName, now: int) -> Explanation:
    return explain(snapshot, principal, body.question, target, subscription=body.subscription, now=now)


def _check_asker(caller: Caller, body: Asked, target: ResourceName) -> None:
    me = users.find(caller.session, caller.user_id)
    asked = users.by_name(caller.session, body.principal)
    if caller.is_administrator or (asked is not None and me.id in (asked.id, asked.parent)):
        places.place_of(caller.session, int(ResourceType.CLUSTER), body.cluster_id)
        return
    place = places.Place((int(target.type), 0), target.name, (body.cluster_id,))
    if target.malformed or not delegation.giver(caller.session, me, place, now_ms()).administers():
        raise NotAllowed("You may ask about yourself, your sub-accounts, and what you administer.", reason="NO_GRANT")


def _deciding(caller: Caller, grant: Grant) -> DecidingGrant:
    role = caller.session.get_one(Role, grant.role).role_name
    return DecidingGrant(id=grant.id, role=role, resource=grant.name, authorities=list(grant.authorities))


def _near(caller: Caller, grant: Grant, shortfall: Shortfall) -> NearGrant:
    return NearGrant(**_deciding(caller, grant).model_dump(), shortfall=shortfall)


def _missing(snapshot: Snapshot, found: Explanation, body: Asked, target: ResourceName, now: int) -> Iterator[Missing]:
    """What would help; where only the main account lacks the right, what would help that one."""
    lacking = body.principal
    if found.decision.reason == Reason.MAIN_ACCOUNT_LACKS_RIGHT:
        lacking = snapshot.users[body.principal].main or body.principal
        found = _explained(snapshot, lacking, body, target, now)
    for number, place in found.would_do:
        yield Missing(
            principal=lacking,
            authority=number,
            text=AUTHORITIES[number].text,
            resource_type=place.type.name.lower(),
            resource=place.name,
        )
