"""Changes of what a running cluster has: rehearsed, recorded, then done.

First the cluster is asked what the change will do, without a transaction. Then a transaction records it: with `dry_run`
that is rolled back, and the answer is the rehearsal. After the commit, and before the answer is sent, the cluster is
called. So an Idempotency-Key that is repeated does nothing twice. Decision 0092.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request

from app.access.names import ResourceType
from app.api import authority, dry_run, idempotency, origin
from app.api.admin.live import view_permissions
from app.api.admin.live.view_permissions import PlaceOnClusters
from app.api.admin.resources import resource_items as shared
from app.api.admission import writers
from app.api.app_state import database_of, settings_of
from app.api.callers import Caller
from app.api.guard import signed_in_to_wait
from app.audit.trail import trail
from app.platform.errors import InvalidInput, UserCenterError
from app.resources.cluster_views import recording
from app.resources.cluster_views.cluster_query import ClusterTarget
from app.resources.cluster_views.recording import Verb
from app.resources.models import MODELS


@dataclass(frozen=True)
class Operation:
    """Something to do to a topic or namespace on one cluster.

    `questions`: what the caller needs, all of them. `subscription`: the one that they are
    about. `forecast` and `perform` get the cluster and the full name, in a thread.
    """

    kind: ResourceType
    res_id: int
    cluster_id: int | None
    verb: Verb
    questions: Sequence[str]
    wish: dict[str, Any]
    forecast: Callable[[ClusterTarget, str], Any]
    perform: Callable[[ClusterTarget, str], None]
    subscription: str | None = None


@dataclass(frozen=True)
class Rehearsal:
    """An operation that was rehearsed. `forecast`: what it will do."""

    operation: Operation
    name: str
    target: ClusterTarget
    forecast: Any


def rehearsed(
    find_operation: Callable[..., Awaitable[Operation]], find_caller: Callable[..., Any] = signed_in_to_wait
) -> Any:
    """A dependency: rehearses the operation, lets the route record it, and calls the cluster after the commit. So it
    comes first in the route, before what opens the session of the change. Both arguments are dependencies. Raises
    NotFound, NotAllowed, InvalidInput, ClusterRefused, ClusterUnreachable, NotOnCluster."""

    async def carry_out(
        request: Request,
        caller: Annotated[Caller, Depends(find_caller)],
        operation: Annotated[Operation, Depends(find_operation)],
    ) -> AsyncIterator[Rehearsal]:
        ready = await _rehearse(request, caller, operation)
        yield ready
        if not dry_run.is_asked(request):
            await _perform(request, caller, ready)

    return Depends(carry_out, scope="function")


def record_operation(caller: Caller, ready: Rehearsal) -> dict[str, Any]:
    """Check again in the transaction of the change, and record what is about to be done. Returns the answer's values:
    the place and the forecast. Raises NotFound, NotAllowed."""
    operation = ready.operation
    shared.find_visible(caller, MODELS[operation.kind], operation.res_id)
    _require(caller, operation)
    forecast, cluster = asdict(ready.forecast), ready.target.cluster
    wish = {**operation.wish, "forecast": forecast}
    recording.record(caller.session, caller.username, operation.verb, ready.name, cluster.cluster_id, wish)
    return {"full_name": ready.name, "cluster_id": cluster.cluster_id, "cluster": cluster.cluster, **forecast}


async def _rehearse(request: Request, caller: Caller, operation: Operation) -> Rehearsal:
    memory = view_permissions.memory_of(request)

    async def forecast_there(place: PlaceOnClusters) -> Any:
        [target] = place.targets
        return await memory.ask(target.cluster.cluster_id, partial(operation.forecast, target, place.name))

    find_place = partial(_find_place, request, caller, operation)
    place, forecast = await view_permissions.in_share(request, caller, find_place, forecast_there)
    return Rehearsal(operation, place.name, place.targets[0], forecast)


def _find_place(request: Request, caller: Caller, operation: Operation) -> PlaceOnClusters:
    with caller.session:
        # A request that is repeated must not be rehearsed against its own effect.
        idempotency.refuse_repeated(request, caller)
        row = shared.find_visible(caller, MODELS[operation.kind], operation.res_id)
        _require(caller, operation)
        place = view_permissions.place_of(caller, settings_of(request), row, operation.cluster_id)
        if len(place.targets) > 1:
            names = ", ".join(target.cluster.cluster for target in place.targets)
            raise InvalidInput(f"It lives on several clusters: name one ({names}).", field="cluster_id")
        return place


def _require(caller: Caller, operation: Operation) -> None:
    judge = authority.Judge(caller.session, caller, operation.subscription)
    for question in operation.questions:
        judge.require(question, int(operation.kind), operation.res_id)


async def _perform(request: Request, caller: Caller, ready: Rehearsal) -> None:
    memory, number = view_permissions.memory_of(request), ready.target.cluster.cluster_id
    try:
        await memory.ask(number, partial(ready.operation.perform, ready.target, ready.name))
    except UserCenterError as error:
        await writers.in_turn(request, partial(_record_failure, request, caller, ready, error))
        raise
    finally:
        memory.forget(number)


def _record_failure(request: Request, caller: Caller, ready: Rehearsal, error: UserCenterError) -> None:
    with database_of(request).writing() as session:
        origin.note_origin(request, session, caller.credential)
        trail.lock_revision(session)
        idempotency.forget(request, session)
        number, verb = ready.target.cluster.cluster_id, ready.operation.verb
        recording.record_failure(session, caller.username, verb, ready.name, number, error.stable_code, error.detail)
