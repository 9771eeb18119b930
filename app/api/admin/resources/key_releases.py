"""Private halves of encryption keys, one at a time, for who may read the topic now. Each release is recorded."""

from typing import Annotated

from fastapi import Request
from pydantic import Field, StringConstraints

from app.access.names import ResourceName
from app.api import idempotency
from app.api.admin.resources.encryption_keys import KeyName
from app.api.admin.resources.key_places import TopicJudge
from app.api.admission import rate_limits
from app.api.app_state import Configured
from app.api.guard import ReauthenticatedToChange
from app.api.paging import ApiModel, Body, OneLine, Printable, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.grants.places import no_such_place
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.resources import encryption_keys, key_fetches
from app.resources.encryption_halves import Algorithm
from app.rights.requests import unusual_fetches

router = ChangingRouter(tags=["encryption"])
_OPENS_MORE = "This key opens more than you may read: its private half needs the right to read all that it is for."
_HIGHEST = 2**31 - 1


class PrivateHalfWanted(Body):
    """Which key in which version, to read which topic, and why; whoever may read the audit log of the topic sees it.
    `subscription`: the one that it is read with, when the right is limited to subscriptions."""

    model_config = examples(
        {
            "topic": "persistent://acme/orders/created",
            "name": "orders",
            "number": 1,
            "reason": "billing starts on host 7",
        }
    )

    topic: Annotated[str, StringConstraints(min_length=1, max_length=512), Printable]
    name: KeyName
    number: Annotated[int, Field(ge=1, le=_HIGHEST)]
    reason: Annotated[str, StringConstraints(min_length=1, max_length=256, strip_whitespace=True), Printable]
    subscription: Annotated[str, StringConstraints(min_length=1, max_length=254), OneLine] | None = None


class PrivateHalf(ApiModel):
    """Keep it in memory, and forget it when it is refused."""

    name: str
    number: int
    algorithm: Algorithm
    private_key: str = Field(repr=False, description="PEM (PKCS #8)")


@router.post(
    "/encryption-keys/private", summary="Get a private half of an encryption key", responses=responses(404, 409, 429)
)
def release_private_half(
    request: Request, caller: ReauthenticatedToChange, settings: Configured, body: PrivateHalfWanted
) -> PrivateHalf:
    """Needs the right to read the topic now, and all of the place that the key belongs to: a key of a namespace opens
    all topics there, so it needs authority 203 on it. On each cluster. Every call is decided and recorded anew, with an
    Idempotency-Key, too. 409 `no_private_half`: the key is a customer's; `key_version_destroyed`: nobody can get it."""
    idempotency.keep_nothing(request)
    name = ResourceName.of_topic(body.topic)
    judge = TopicJudge.of(caller, [name], body.subscription)
    topic = judge.topic(name)
    if topic is None:
        raise no_such_place()
    decision = judge.allowed("topic:CONSUME", topic)
    if not decision.allowed:
        raise NotAllowed("You may see this topic, but not read it.", reason=str(decision.reason))
    found = encryption_keys.readable(caller.session, topic.place, body.name, body.number)
    if not judge.reads_all_of(encryption_keys.owner_of(found.key)):
        raise NotAllowed(_OPENS_MORE, reason="NO_GRANT")
    # Of the main account: who has many accounts has one share. What is not there is not counted: whoever writes
    # messages that name it would use up the readers' share.
    rate_limits.count(request, "key_release", str(caller.parent_id or caller.user_id))
    why = {"reason": body.reason, **({} if body.subscription is None else {"subscription": body.subscription})}
    clusters = topic.place.clusters
    cluster = clusters[0] if len(clusters) == 1 else None
    private = encryption_keys.release(caller.session, settings, caller.username, name.name, found, cluster, **why)
    now = now_ms()
    key_fetches.record(caller.session, key_fetches.PRIVATE, {(found.version.id, caller.user_id): now})
    unusual_fetches.tell(caller.session, caller.user, now)
    return PrivateHalf.of(found.version, name=found.key.name, private_key=private)
