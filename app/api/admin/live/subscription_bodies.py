"""What to do with a subscription, and what that will do."""

from typing import Annotated

from pydantic import Field, StringConstraints

from app.api.paging import ApiModel, Body, IdValue, OneLine, either, examples

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
