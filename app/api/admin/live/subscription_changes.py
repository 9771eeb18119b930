"""Changes of a subscription: reset, skip, clear, expire, delete. Each says first what it will do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import Request
from pydantic import Field, StringConstraints

from app.access.names import ResourceType
from app.api import dry_run
from app.api.admin.live.cluster_operations import Operation, Rehearsal, record_operation, rehearsed
from app.api.guard import SignedInToChange, reauthenticated_to_wait
from app.api.paging import ApiModel, Body, Id, IdValue, OneLine, either, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput
from app.resources.cluster_views import subscription_changes
from app.resources.cluster_views.ledgers import parse
from app.resources.cluster_views.recording import Verb
from app.resources.cluster_views.subscription_changes import Kind, SubscriptionChange

_MOST_MS = 253402300799999
Subscription = Annotated[str, StringConstraints(min_length=1, max_length=254), OneLine]
Moment = Annotated[int, Field(ge=0, le=_MOST_MS, description="epoch ms")]
Partition = Annotated[int, Field(ge=0, le=100_000, description="Only there, counted from 0.")]


class OfSubscription(Body):
    """A subscription on one cluster. `confirm`: its name once more, as this cannot be undone; not for a `dry_run`."""

    model_config = examples({"subscription": "billing", "confirm": "billing"})

    subscription: Subscription
    cluster_id: IdValue | None = Field(None, description="Needed when the topic lives on several clusters.")
    partition: Partition | None = None
    confirm: str | None = Field(None, max_length=254)


class Clear(OfSubscription):
    """The whole backlog."""


class Reset(OfSubscription):
    """Where to go on: with messages published from `to_time` on, or at `to_position` (of one partition)."""

    model_config = examples({"subscription": "billing", "to_time": 1795756980000, "confirm": "billing"})

    to_time: Moment | None = None
    to_position: str | None = Field(None, pattern="^[0-9]{1,18}:-?[0-9]{1,18}$", examples=["3:15268"])
    _one_of_both = either("to_time", "to_position")


class Skip(OfSubscription):
    """How many messages of the backlog not to deliver."""

    model_config = examples({"subscription": "billing", "messages": 10, "confirm": "billing"})

    messages: Annotated[int, Field(ge=1, le=2**31 - 1)]


class Expire(OfSubscription):
    """Messages older than so many seconds are not delivered any more."""

    model_config = examples({"subscription": "billing", "older_than_seconds": 3600, "confirm": "billing"})

    older_than_seconds: Annotated[int, Field(ge=1, le=10**9)]


class Delete(OfSubscription):
    """`force`: also while consumers are connected."""

    model_config = examples({"subscription": "billing", "confirm": "billing"})

    force: bool = False


class PartForecastItem(ApiModel):
    """One partition, or the topic without. `entries`: not delivered any more; negative: delivered again; null when it
    is not known. An entry holds one message, or a batch of them."""

    partition: int | None
    msg_backlog: int
    from_position: str | None
    to_position: str | None
    entries: int | None


class SubscriptionForecastItem(ApiModel):
    """What was expected when it was asked for. `messages`: not delivered any more; null when only entries are known.
    `consumers`: connected then."""

    full_name: str
    cluster_id: int
    cluster: str
    subscription: str
    consumers: int
    msg_backlog: int
    messages: int | None
    parts: list[PartForecastItem]


router = ChangingRouter(prefix="/topics", tags=["live"])
_REFUSALS = responses(409, 429, 502, 504)


@dataclass(frozen=True)
class _ChangeMeaning:
    """What a body asks for. `question`: what the caller needs. `amount`: where to or how much, for
    `SubscriptionChange`."""

    kind: Kind
    verb: Verb
    question: str
    amount: Callable[[Any], Mapping[str, Any]]


def _older_than(body: Expire) -> Mapping[str, Any]:
    age = body.older_than_seconds
    return {"moment": now_ms() - age * 1000, "age_seconds": age}


_MEANINGS: Mapping[type[OfSubscription], _ChangeMeaning] = {
    Reset: _ChangeMeaning(
        "reset",
        "reset_subscription",
        "topic:RESET_CURSOR",
        lambda body: {"moment": body.to_time, "position": parse(body.to_position)},
    ),
    Skip: _ChangeMeaning("skip", "skip_messages", "topic:SKIP", lambda body: {"messages": body.messages}),
    Clear: _ChangeMeaning("clear", "clear_backlog", "topic:SKIP", lambda _: {}),
    Expire: _ChangeMeaning("expire", "expire_messages", "topic:EXPIRE_MESSAGES", _older_than),
    Delete: _ChangeMeaning("delete", "delete_subscription", "topic:UNSUBSCRIBE", lambda body: {"force": body.force}),
}


def _rehearsed(kind: type[OfSubscription]) -> Any:
    """The dependency that reads a body of this kind and does what it asks for."""

    async def find_operation(request: Request, topic_id: Id, body: OfSubscription) -> Operation:
        if body.confirm != body.subscription and not dry_run.is_asked(request):
            message = f"This cannot be undone: repeat the name, confirm={body.subscription}"
            raise InvalidInput(message, code="confirmation_needed", field="confirm")
        return _operation(topic_id, body)

    find_operation.__annotations__["body"] = kind  # what FastAPI reads the body as
    return rehearsed(find_operation, reauthenticated_to_wait)


def _operation(topic_id: int, body: OfSubscription) -> Operation:
    meaning = _MEANINGS[type(body)]
    change = SubscriptionChange(meaning.kind, body.subscription, body.partition, **meaning.amount(body))
    return Operation(
        ResourceType.TOPIC,
        topic_id,
        body.cluster_id,
        meaning.verb,
        (meaning.question,),
        body.model_dump(exclude={"cluster_id", "confirm"}, exclude_none=True),
        partial(subscription_changes.forecast, change),
        partial(subscription_changes.perform, change),
        body.subscription,
    )


@router.post("/{topic_id}/live/subscriptions/reset", summary="Reset a subscription", responses=_REFUSALS)
def reset_subscription(
    ready: Annotated[Rehearsal, _rehearsed(Reset)], caller: SignedInToChange
) -> SubscriptionForecastItem:
    """Moves where it goes on, back or forward. Needs authority 306, or the subscription to be the
    caller's own. With `dry_run` it answers what it would do."""
    return SubscriptionForecastItem(**record_operation(caller, ready))


@router.post("/{topic_id}/live/subscriptions/skip", summary="Skip messages of a subscription", responses=_REFUSALS)
def skip_messages(ready: Annotated[Rehearsal, _rehearsed(Skip)], caller: SignedInToChange) -> SubscriptionForecastItem:
    """The oldest messages of its backlog are not delivered. Needs authority 306, or the subscription to be the
    caller's own. With `dry_run` it answers what it would do."""
    return SubscriptionForecastItem(**record_operation(caller, ready))


@router.post("/{topic_id}/live/subscriptions/clear", summary="Clear the backlog of a subscription", responses=_REFUSALS)
def clear_backlog(ready: Annotated[Rehearsal, _rehearsed(Clear)], caller: SignedInToChange) -> SubscriptionForecastItem:
    """No message that is there now is delivered. Needs authority 306, or the subscription to be the
    caller's own. With `dry_run` it answers what it would do."""
    return SubscriptionForecastItem(**record_operation(caller, ready))


@router.post(
    "/{topic_id}/live/subscriptions/expire", summary="Expire old messages of a subscription", responses=_REFUSALS
)
def expire_messages(
    ready: Annotated[Rehearsal, _rehearsed(Expire)], caller: SignedInToChange
) -> SubscriptionForecastItem:
    """Messages of a certain age are not delivered. Needs authority 306, or the subscription to be the
    caller's own. With `dry_run` it answers what it would do."""
    return SubscriptionForecastItem(**record_operation(caller, ready))


@router.post("/{topic_id}/live/subscriptions/delete", summary="Delete a subscription of a cluster", responses=_REFUSALS)
def delete_subscription(
    ready: Annotated[Rehearsal, _rehearsed(Delete)], caller: SignedInToChange
) -> SubscriptionForecastItem:
    """Its backlog is lost; one of that name begins anew. Needs authority 306, or the subscription to be the
    caller's own. With `dry_run` it answers what it would do."""
    return SubscriptionForecastItem(**record_operation(caller, ready))
