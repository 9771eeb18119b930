"""Who may look at what a cluster knows, and whom to ask about it."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool

from app.access.names import ResourceType
from app.api import authority
from app.api.admin.resources import resource_items as shared
from app.api.admission.fair_share import QuestionShare
from app.api.callers import Caller
from app.api.keyset import MAX_ID
from app.platform.errors import InvalidInput, NotAllowed
from app.platform.settings import Settings
from app.resources import deletion
from app.resources.cluster_views.cluster_query import ClusterAnswer, ClusterTarget, ask_each
from app.resources.cluster_views.memory import Memory
from app.resources.models import MODELS, Cluster
from app.resources.provisioning import deletion_forecast
from app.tokens import cluster_tokens

T = TypeVar("T")
OnCluster = Annotated[int | None, Query(ge=1, le=MAX_ID, description="Only this cluster; else all of its clusters.")]


@dataclass(frozen=True)
class PlaceOnClusters:
    """What is looked at, and its clusters. `answers`: which of the questions are allowed."""

    name: str
    targets: list[ClusterTarget]
    answers: frozenset[str]


def memory_of(request: Request) -> Memory:
    """What clusters said in the last seconds."""
    memory: Memory = request.app.state.cluster_memory
    return memory


def look(
    caller: Caller, settings: Settings, kind: ResourceType, res_id: int, questions: Sequence[str], cluster: int | None
) -> PlaceOnClusters:
    """Check in the caller's session that one of the questions is allowed. Raises NotFound for what the caller may not
    see, NotAllowed with the reason of the first question."""
    with caller.session as session:
        row = shared.find_visible(caller, MODELS[kind], res_id)
        judge = authority.Judge(session, caller)
        decided = {question: judge.allowed(question, int(kind), res_id) for question in questions}
        answers = frozenset(question for question, answer in decided.items() if answer.allowed)
        if not answers:
            reason = str(decided[questions[0]].reason)
            raise NotAllowed("You may see this, but not what the cluster knows about it.", reason=reason)
        return place_of(caller, settings, row, cluster, answers)


def place_of(
    caller: Caller,
    settings: Settings,
    row: Any,
    cluster: int | None,
    answers: Collection[str] = (),
) -> PlaceOnClusters:
    """The place with its clusters, or the one that is asked for. Raises InvalidInput."""
    session = caller.session
    if isinstance(row, Cluster):
        clusters = [deletion_forecast.how_to_ask(session, settings, row)]
    else:
        clusters = [
            cluster_asked
            for cluster_asked in deletion_forecast.clusters_of(session, settings, row)
            if cluster in (None, cluster_asked.cluster_id)
        ]
    if not clusters:
        raise InvalidInput("It does not live on this cluster.", field="cluster_id")
    targets = [
        ClusterTarget(cluster_asked, cluster_tokens.issue(session, settings, cluster_asked.username))
        for cluster_asked in clusters
    ]
    return PlaceOnClusters(deletion.name_of(session, row), targets, frozenset(answers))


async def ask(
    request: Request,
    caller: Caller,
    find_place: Callable[[], PlaceOnClusters],
    what: str,
    read: Callable[[ClusterTarget, str], T],
) -> tuple[PlaceOnClusters, list[ClusterAnswer[T]]]:
    """Ask every cluster of the place. Raises TooManyAttempts, and what `find_place` raises."""

    return await in_share(request, caller, find_place, partial(ask_place, request, what, read))


async def ask_place(
    request: Request, what: str, read: Callable[[ClusterTarget, str], T], place: PlaceOnClusters
) -> list[ClusterAnswer[T]]:
    """The answer of each of its clusters, or what it said in the last seconds. `what`: names the question."""
    return await ask_each(
        memory_of(request), place.targets, (what, place.name), lambda target: read(target, place.name)
    )


async def in_share(
    request: Request,
    caller: Caller,
    find_place: Callable[[], PlaceOnClusters],
    ask_place: Callable[[PlaceOnClusters], Awaitable[T]],
) -> tuple[PlaceOnClusters, T]:
    """Find the place and ask about it, as one of the caller's few questions at a time."""
    shares: QuestionShare = request.app.state.questions
    with shares.of(caller.parent_id or caller.user_id):
        place = await run_in_threadpool(find_place)
        return place, await ask_place(place)
