"""One question to a cluster: whom to ask, in whose name, and what a failure becomes."""

import asyncio
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from app.platform.errors import UserCenterError
from app.resources.cluster_views.failures import ClusterUnreachable, MissingError, translate_errors
from app.resources.cluster_views.memory import Memory
from app.resources.provisioning import cluster_abandonment
from app.resources.provisioning.deletion_forecast import ClusterToAsk
from app.resources.pulsar.admin_http import AdminAnswer, AdminHttp
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.endpoint import Endpoint

SECONDS = 5.0
"""Limit for all calls of one question to one address."""
BROKERS_SECONDS = 15.0
"""Limit for a question that goes to one broker after the other, for all of them together."""
T = TypeVar("T")


class Deadline:
    """The end of a question that goes to several brokers: slow ones do not add up."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def seconds(self) -> float:
        """How long the next broker may take. Raises ClusterUnreachable when no time is left."""
        left = self._began + BROKERS_SECONDS - time.monotonic()
        if left <= 0:
            raise ClusterUnreachable(f"not asked: others took the {BROKERS_SECONDS:g} seconds for all brokers")
        return min(SECONDS, left)


@dataclass(frozen=True)
class ClusterTarget:
    """A cluster, with the token for calling it."""

    cluster: ClusterToAsk
    token: str

    def __repr__(self) -> str:
        return f"ClusterTarget({self.cluster.cluster!r})"

    def open(self) -> AbstractContextManager["Reader"]:
        """Calls to its admin API. Raises UserCenterError for whatever fails."""
        return self._open(self.cluster.at, SECONDS)

    def open_broker(self, broker: str, until: Deadline) -> AbstractContextManager["Reader"]:
        """Calls to one of its brokers, which brokers name `host:port`. Raises UserCenterError for whatever fails."""
        at = self.cluster.at.at(f"{urlsplit(self.cluster.at.url).scheme}://{broker}")
        return self._open(at, until.seconds())

    @contextmanager
    def _open(self, at: Endpoint, seconds: float) -> Iterator["Reader"]:
        if self.cluster.gone:
            raise ClusterUnreachable(cluster_abandonment.MESSAGE)
        with translate_errors(), Reader(at, self.token, seconds=seconds) as reader:
            yield reader


class Reader(AdminHttp):
    """Calls below /admin/v2; whatever is not a success raises ClusterRefusedError, a 404 MissingError."""

    def get(self, path: AdminPath) -> AdminAnswer:
        """Read."""
        return self.call("GET", path)

    def call(self, method: str, path: AdminPath, body: object | None = None) -> AdminAnswer:
        """Any call. The text of the error is the cluster's own."""
        answer = super().call(method, path, body)
        if answer.status == 404:
            raise MissingError(answer.reason())
        return answer.require_success()


@dataclass(frozen=True)
class ClusterAnswer(Generic[T]):
    """What one cluster said, or the code and message of why it did not."""

    cluster_id: int
    cluster: str
    found: T | None
    code: str | None = None
    message: str | None = None


async def ask_each(
    memory: Memory, targets: Collection[ClusterTarget], question: tuple[str, ...], ask: Callable[[ClusterTarget], T]
) -> list[ClusterAnswer[T]]:
    """Ask every cluster at the same time. Raises nothing: one that fails is part of the result."""

    async def answer_of(target: ClusterTarget) -> ClusterAnswer[T]:
        number, name = target.cluster.cluster_id, target.cluster.cluster
        try:
            found = await memory.recall(number, (target.cluster.at.url, *question), lambda: ask(target))
        except UserCenterError as error:
            return ClusterAnswer(number, name, None, error.stable_code, error.detail)
        return ClusterAnswer(number, name, found)

    return list(await asyncio.gather(*map(answer_of, targets)))
