"""Moving load: unload a namespace, a bundle or a topic, split a bundle. Each tells first what it interrupts."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import Field

from app.access.names import ResourceType
from app.api import idempotency
from app.api.admin.live import cluster_operations
from app.api.admin.live.cluster_operations import Operation, Rehearsal
from app.api.admin.resources.resource_items import ADMINISTER
from app.api.callers import Caller
from app.api.guard import SignedInToChange, SignedInToWait
from app.api.paging import ApiModel, Body, Id, IdValue, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.resources.cluster_views import unloading
from app.resources.cluster_views.recording import Verb

router = ChangingRouter(tags=["live"])
_REFUSALS = responses(409, 429, 502, 504)
# In each route `ready` comes first: it must run before the dependency that opens the session of the change.
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


def _carry_out(
    request: Request,
    caller: Caller,
    key: str | None,
    kind: ResourceType,
    res_id: int,
    body: UnloadTopic | UnloadBundles | SplitBundle,
    verb: Verb,
    **calls: Any,
) -> AbstractAsyncContextManager[Rehearsal]:
    question = "topic:UNLOAD" if kind == ResourceType.TOPIC else ADMINISTER[kind]
    wish = body.model_dump(exclude={"cluster_id"}, exclude_none=True)
    operation = Operation(kind, res_id, body.cluster_id, verb, (question,), wish, **calls)
    return cluster_operations.carry_out(request, caller, operation, key)


async def _before_topic(
    request: Request, caller: SignedInToWait, topic_id: Id, body: UnloadTopic, key: idempotency.Key = None
) -> AsyncIterator[Rehearsal]:
    calls = {"forecast": unloading.interrupted_topic, "perform": unloading.unload_topic}
    async with _carry_out(request, caller, key, ResourceType.TOPIC, topic_id, body, "unload", **calls) as ready:
        yield ready


@router.post("/topics/{topic_id}/live/unload", summary="Unload a topic", responses=_REFUSALS)
def unload_topic(
    ready: Annotated[Rehearsal, Depends(_before_topic, scope="function")], caller: SignedInToChange
) -> InterruptionItem:
    """Its broker closes it, and whoever is asked next loads it. For who administers the topic. With `dry_run` it
    answers what it would interrupt."""
    return InterruptionItem(**cluster_operations.record_operation(caller, ready))


async def _before_bundles(
    request: Request, caller: SignedInToWait, namespace_id: Id, body: UnloadBundles, key: idempotency.Key = None
) -> AsyncIterator[Rehearsal]:
    kind = ResourceType.NAMESPACE
    calls = {
        "forecast": partial(unloading.interrupted_bundles, bundle=body.bundle),
        "perform": partial(unloading.unload_bundles, bundle=body.bundle),
    }
    async with _carry_out(request, caller, key, kind, namespace_id, body, "unload", **calls) as ready:
        yield ready


@router.post("/namespaces/{namespace_id}/live/unload", summary="Unload a namespace or a bundle", responses=_REFUSALS)
def unload_bundles(
    ready: Annotated[Rehearsal, Depends(_before_bundles, scope="function")], caller: SignedInToChange
) -> InterruptionItem:
    """Its brokers give it up, and the cluster chooses anew who serves it. For who administers the namespace. With
    `dry_run` it answers what it would interrupt."""
    return InterruptionItem(**cluster_operations.record_operation(caller, ready))


async def _before_split(
    request: Request, caller: SignedInToWait, namespace_id: Id, body: SplitBundle, key: idempotency.Key = None
) -> AsyncIterator[Rehearsal]:
    kind = ResourceType.NAMESPACE
    calls = {
        "forecast": partial(unloading.interrupted_bundles, bundle=body.bundle),
        "perform": partial(unloading.split_bundle, bundle=body.bundle, unload=body.unload),
    }
    async with _carry_out(request, caller, key, kind, namespace_id, body, "split_bundle", **calls) as ready:
        yield ready


@router.post("/namespaces/{namespace_id}/live/split", summary="Split a bundle", responses=_REFUSALS)
def split_bundle(
    ready: Annotated[Rehearsal, Depends(_before_split, scope="function")], caller: SignedInToChange
) -> InterruptionItem:
    """Divides a bundle in two, for good. For who administers the namespace. With `dry_run` it answers what it would
    interrupt."""
    return InterruptionItem(**cluster_operations.record_operation(caller, ready))
