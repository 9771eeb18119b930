"""Asks the clusters that a tenant, namespace or topic lives on, at the same time, while the caller waits."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from app.access.names import ResourceType
from app.api.admin.resources import resource_items as shared
from app.api.admission.fair_share import QuestionShare
from app.api.callers import Caller
from app.platform.settings import Settings
from app.resources import deletion
from app.resources.models import MODELS
from app.resources.provisioning import deletion_forecast
from app.resources.provisioning.deletion_forecast import ClusterToAsk
from app.resources.resource_rows import Row
from app.tokens import cluster_tokens

A = TypeVar("A")
Question = Callable[[ClusterToAsk, str, str], A]
"""A cluster, the resource's full name, a token for the call → the answer. It raises nothing."""


Prepared = tuple[str, Question[A], Sequence[tuple[ClusterToAsk, str]]]
"""A resource's full name, what to ask about it, and the clusters, each with a token for the call."""


async def ask_clusters(request: Request, caller: Caller, prepare: Callable[[], Prepared[A]]) -> tuple[str, list[A]]:
    """The full name, and the answer of each cluster. Raises what `prepare` raises, and TooManyAttempts."""
    shares: QuestionShare = request.app.state.questions
    lanes: CapacityLimiter = request.app.state.cluster_lanes
    with shares.of(caller.parent_id or caller.user_id):
        name, ask, targets = await run_in_threadpool(prepare)

        def asking(cluster: ClusterToAsk, token: str) -> A:
            return ask(cluster, name, token)

        answers = await asyncio.gather(*(to_thread.run_sync(asking, *target, limiter=lanes) for target in targets))
        return name, list(answers)


def about(
    caller: Caller,
    settings: Settings,
    kind: ResourceType,
    res_id: int,
    permit: Callable[[Row], None],
    question: Callable[[Row], Question[A]],
) -> Prepared[A]:
    """A question about one resource to all of its clusters. `permit` raises NotAllowed; `question` gets the row. Raises
    NotFound."""
    with caller.session as session:
        row = shared.find_visible(caller, MODELS[kind], res_id)
        permit(row)
        clusters = deletion_forecast.clusters_of(session, settings, row)
        targets = [(cluster, cluster_tokens.issue(session, settings, cluster.username)) for cluster in clusters]
        return deletion.name_of(session, row), question(row), targets
