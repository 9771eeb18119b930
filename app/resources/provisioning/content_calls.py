"""Questions to a cluster for reading what it contains: several at once, counted, limited in number and time.

A cluster that fails to answer again and again is not asked any more: each further question would take its time-out.
"""

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, Self, TypeVar

from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_http import AdminAnswer, AdminHttp, ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.endpoint import Endpoint

LANES = 8
"""Questions at the same time."""
MOST_CALLS = 2_000_000
"""Questions of one reading: 25 for each topic of a cluster with 80,000 topics that have policies of their own."""
MOST_SECONDS = 3600.0
"""Limit of one reading."""
MOST_BYTES = 1024 * 1024 * 1024
"""Of all answers of one reading together: what they say is held in memory."""
_CONNECTION_SECONDS = 30.0
"""A lane signs in anew after so long: tokens for clusters are short. One call takes at most twice as long."""
_NO_OWNER = "Failed to find ownership"
"""A busy broker goes on saying so of a bundle for some time after it listed topics there, before it makes itself the
owner (`NamespaceService.findBrokerServiceUrl` keeps the empty answer of a look-up that only reads)."""
_WAITS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds before such a question is asked again."""
_WAITING_SECONDS = 120.0
"""Of all these waits of one reading together."""
_SILENT_CALLS = 8
_GIVEN_UP = "not asked: the cluster does not answer any more"
FAILURES = (ClusterRefusedError, ClusterUnreachableError, AddressNotAllowedError)
"""What a question may raise."""
T = TypeVar("T")
R = TypeVar("R")


class ContentCalls:
    """GETs at one cluster, by several threads. `token`: makes a short token; called for each connection."""

    def __init__(
        self, endpoint: Endpoint, token: Callable[[], str], *, seconds: float = MOST_SECONDS, limit: int = MOST_CALLS
    ) -> None:
        self._at, self._token = endpoint, token
        self._end = time.monotonic() + seconds
        self._most = limit
        self._lane = threading.local()
        self._lock = threading.Lock()
        self._open: set[AdminHttp] = set()
        self._silent = 0
        self._bytes = 0
        self._waiting = _WAITING_SECONDS
        self.count = 0
        """Calls so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self._open:
            connection.__exit__(None, None, None)

    def get(self, path: AdminPath) -> AdminAnswer:
        """The answer of a path below /admin/v2, whatever its status. Asks again where a bundle has no owner yet.

        Raises ClusterRefusedError (also when a limit is reached), ClusterUnreachableError, AddressNotAllowedError.
        """
        answer = self._call(path)
        for seconds in _WAITS:
            ownerless = answer.status == HTTPStatus.PRECONDITION_FAILED and _NO_OWNER in answer.reason()
            if not ownerless or not self._may_wait(seconds):
                break
            time.sleep(seconds)
            answer = self._call(path)
        return answer

    def _may_wait(self, seconds: float) -> bool:
        with self._lock:
            self._waiting -= seconds
            return self._waiting >= 0

    def _call(self, path: AdminPath) -> AdminAnswer:
        self._admit()
        try:
            answer = self._connection().call("GET", path)
        except ClusterUnreachableError:
            with self._lock:
                self._silent += 1
            raise
        with self._lock:
            self._silent = 0
            self._bytes += len(answer.body)
        return answer

    def members(self, path: AdminPath) -> dict[str, Any]:
        """The object that a path answers. Raises what `get` raises, ClusterRefusedError for anything but 2xx."""
        return self.get(path).require_success().members()

    def names(self, path: AdminPath) -> list[str]:
        """The list of names that a path answers. Raises as `members`."""
        return self.get(path).require_success().names()

    def each(self, work: Callable[[T], R], items: Iterable[T], after_each: Callable[[], None]) -> list[R]:
        """Do `work` for every item, several at once; results in order. `after_each` is called in this thread after
        each."""
        results: list[R] = []
        with ThreadPoolExecutor(LANES, thread_name_prefix="estate") as lanes:
            try:
                for result in lanes.map(work, items):
                    results.append(result)
                    after_each()
            except BaseException:
                lanes.shutdown(wait=True, cancel_futures=True)
                raise
        return results

    def _admit(self) -> None:
        """Counts a question. Raises ClusterRefusedError when one of the reading's limits is reached."""
        with self._lock:
            if self._silent >= _SILENT_CALLS:
                raise ClusterRefusedError(_GIVEN_UP)
            if self.count >= self._most:
                raise ClusterRefusedError(f"not asked: {self._most} questions are the limit of one reading")
            if self._bytes > MOST_BYTES:
                raise ClusterRefusedError(f"not asked: {MOST_BYTES} bytes are the limit of one reading")
            if time.monotonic() > self._end:
                raise ClusterRefusedError("not asked: the time for one reading is over")
            self.count += 1

    def _connection(self) -> AdminHttp:
        now = time.monotonic()
        current: tuple[float, AdminHttp] | None = getattr(self._lane, "kept", None)
        if current is not None and now - current[0] < _CONNECTION_SECONDS:
            return current[1]
        fresh = AdminHttp(self._at, self._token(), seconds=2 * _CONNECTION_SECONDS)
        with self._lock:
            self._open.add(fresh)
        if current is not None:
            self._close(current[1])
        self._lane.kept = (now, fresh)
        return fresh

    def _close(self, connection: AdminHttp) -> None:
        with self._lock:
            self._open.discard(connection)
        connection.__exit__(None, None, None)
