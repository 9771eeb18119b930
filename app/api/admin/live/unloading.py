"""Moving load: unload a namespace, a bundle or a topic, split a bundle. Each tells first what it interrupts."""

from functools import partial
from typing import Annotated, Any

from pydantic import Field

from app.access.names import ResourceType
from app.api.admin.live.cluster_operations import Operation, Rehearsal, record_operation, rehearsed
from app.api.admin.resources.resource_items import ADMINISTER
from app.api.guard import SignedInToChange
from app.api.paging import ApiModel, Body, Id, IdValue, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.resources.cluster_views import unloading
from app.resources.cluster_views.recording import Verb

router = ChangingRouter(tags=["live"])
_REFUSALS = responses(409, 429, 502, 504)
Bundle = Annotated[str, Field(pattern="^0x[0-9a-f]{8}_0x[0-9a-f]{8}$", examples=["0x00000000_0x40000000"])]
OnOne = Annotated[IdValue | None, Field(description="Needed when it lives on several clusters.")]


class UnloadTopic(Body):
    """On which cluster."""

    model_config = examples({})

    cluster_id: OnOne = None


class UnloadBundles(Body):
    """One bundle, or all of the namespace."""

    model_config = examples({"bundle": "0x00000000_0x40000000"})

    bundle: Bundle | None = None
    cluster_id: OnOne = None


class SplitBundle(Body):
    """Which bundle to divide in two. `unload`: let the brokers choose anew who serves the halves."""

    model_config = examples({"bundle": "0x00000000_0x40000000", "unload": True})

    bundle: Bundle
    unload: bool = False
    cluster_id: OnOne = None


class InterruptionItem(ApiModel):
    """What was served when it was asked for: clients of it reconnect. `brokers`: those that served it."""

    full_name: str
    cluster_id: int
    cluster: str
    bundles: list[str]
    brokers: list[str]
    topics: int | None
    producers: int | None
    consumers: int | None


def _operation(
    kind: ResourceType, res_id: int, body: UnloadTopic | UnloadBundles | SplitBundle, verb: Verb, **calls: Any
) -> Operation:
    question = "topic:UNLOAD" if kind == ResourceType.TOPIC else ADMINISTER[kind]
    wish = body.model_dump(exclude={"cluster_id"}, exclude_none=True)
    return Operation(kind, res_id, body.cluster_id, verb, (question,), wish, **calls)


async def _unload_topic(topic_id: Id, body: UnloadTopic) -> Operation:
    calls = {"forecast": unloading.interrupted_topic, "perform": unloading.unload_topic}
    return _operation(ResourceType.TOPIC, topic_id, body, "unload", **calls)


async def _unload_bundles(namespace_id: Id, body: UnloadBundles) -> Operation:
    forecast = partial(unloading.interrupted_bundles, bundle=body.bundle)
    perform = partial(unloading.unload_bundles, bundle=body.bundle)
    return _operation(ResourceType.NAMESPACE, namespace_id, body, "unload", forecast=forecast, perform=perform)


async def _split_bundle(namespace_id: Id, body: SplitBundle) -> Operation:
    forecast = partial(unloading.interrupted_bundles, bundle=body.bundle)
    perform = partial(unloading.split_bundle, bundle=body.bundle, unload=body.unload)
    return _operation(ResourceType.NAMESPACE, namespace_id, body, "split_bundle", forecast=forecast, perform=perform)


@router.post("/topics/{topic_id}/live/unload", summary="Unload a topic", responses=_REFUSALS)
def unload_topic(ready: Annotated[Rehearsal, rehearsed(_unload_topic)], caller: SignedInToChange) -> InterruptionItem:
    """Its broker closes it, and whoever is asked next loads it. For who administers the topic. With `dry_run` it
    answers what it would interrupt."""
    return InterruptionItem(**record_operation(caller, ready))


@router.post("/namespaces/{namespace_id}/live/unload", summary="Unload a namespace or a bundle", responses=_REFUSALS)
def unload_bundles(
    ready: Annotated[Rehearsal, rehearsed(_unload_bundles)], caller: SignedInToChange
) -> InterruptionItem:
    """Its brokers give it up, and the cluster chooses anew who serves it. For who administers the namespace. With
    `dry_run` it answers what it would interrupt."""
    return InterruptionItem(**record_operation(caller, ready))


@router.post("/namespaces/{namespace_id}/live/split", summary="Split a bundle", responses=_REFUSALS)
def split_bundle(ready: Annotated[Rehearsal, rehearsed(_split_bundle)], caller: SignedInToChange) -> InterruptionItem:
    """Divides a bundle in two, for good. For who administers the namespace. With `dry_run` it answers what it would
    interrupt."""
    return InterruptionItem(**record_operation(caller, ready))
