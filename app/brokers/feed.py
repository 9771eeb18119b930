"""Pushes deltas to the listening brokers. One task per process; a listener needs no thread and no connection.

Commits of this process wake the task; for commits of other instances on the same database it checks the revision every
`poll_seconds`. A delta is read and serialised once for all listeners of a cluster at the same revision. A separate
thread reads, so that the event loop never waits for the database. A process that cannot read the database for
`unread_seconds` ends its streams: another instance may be revoking rights, and brokers deny everything only after they
have heard nothing for long enough.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy.orm import Session

from app.access import rights_snapshot
from app.audit.trail import epochs
from app.audit.trail.epochs import StateVersion
from app.brokers import credentials, live_connections
from app.brokers.feed_events import Form, Values, server_sent_event
from app.brokers.snapshot_delta import changes_after
from app.platform.database import Database
from app.platform.errors import NotFound
from app.rights import snapshots

_log = logging.getLogger(__name__)
_MOST_QUEUED = 64
_PAUSE_SECONDS, _FEW = 0.0005, 20
"""After a push, for each listener beyond a few: 2,000 frames a second at most. The first change after a pause is pushed
at once. The same between two times that reports are stored: what one push causes is stored together."""


class ListenerPosition(NamedTuple):
    """The state that a listener has. Listeners of one cluster at the same position get the same bytes.

    `reads`: the newest format of snapshots that it reads; `form`: how its events are written.
    """

    cluster_id: int
    state: StateVersion
    greeted: bool
    reads: int
    form: Form


@dataclass(frozen=True, slots=True)
class Frame:
    """Events, ready to send, and the state that the listener has afterwards."""

    state: StateVersion
    events: list[bytes]


@dataclass(eq=False)
class Listener:
    """One open stream. None in the queue ends it."""

    cluster_id: int
    credential_id: int
    state: StateVersion
    reads: int
    form: Form
    greeted: bool = False
    ended: bool = False
    queue: "asyncio.Queue[bytes | None]" = field(default_factory=asyncio.Queue)

    @property
    def position(self) -> ListenerPosition:
        """The state that it has now."""
        return ListenerPosition(self.cluster_id, self.state, self.greeted, self.reads, self.form)

    def send(self, event: bytes) -> bool:
        """Queue an event. False when the other side does not read: the stream ends after the queued frames, and the
        broker connects again."""
        if self.queue.qsize() >= _MOST_QUEUED:
            self.end()
        if not self.ended:
            self.queue.put_nowait(event)
        return not self.ended

    def end(self) -> None:
        """End the stream after the queued frames."""
        if not self.ended:
            self.ended = True
            self.queue.put_nowait(None)


@dataclass(frozen=True, slots=True)
class KeepAlive:
    """The event that a stream sends every so many seconds, as long as the center can read the database."""

    seconds: float
    event: Callable[[], bytes]


class ChangeFeed:
    """The listeners of this process and the task that serves them; the task lives while somebody listens."""

    def __init__(self, database: Database, poll_seconds: float = 0.25, unread_seconds: float = 10) -> None:
        """`unread_seconds`: how long streams stay open, with their regular event, while the database cannot be read."""
        self._database = database
        self._poll_seconds = poll_seconds
        self._unread_seconds = unread_seconds
        self._read_at = 0.0
        """When the database was last read, by the clock of the event loop."""
        self._listeners: set[Listener] = set()
        self._asked: int | None = None
        """Id of the newest question that was passed on. None before the first look: older questions are skipped, as
        those who asked them do not wait for brokers that connect later."""
        self._changed = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="change-feed")

    @property
    def listening(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def pause(self) -> float:
        """Seconds to rest after something was done for all listeners."""
        return _PAUSE_SECONDS * max(0, len(self._listeners) - _FEW)

    def wake(self, _revision: int = 0) -> None:
        """Tell that something was committed. Callable from any thread; never blocks."""
        loop = self._loop
        if loop is not None and self._listeners:
            with contextlib.suppress(RuntimeError):  # the loop may have been closed just now
                loop.call_soon_threadsafe(self._changed.set)

    async def listen(
        self,
        cluster_id: int,
        credential_id: int,
        after: StateVersion,
        keep_alive: KeepAlive | None = None,
        reads: int = rights_snapshot.FORMAT,
        form: Form = server_sent_event,
    ) -> AsyncGenerator[bytes]:
        """Yields a greeting, then events for all changes after `after`. Ends when the credential or the feed ends."""
        listener = Listener(cluster_id, credential_id, after, reads, form)
        self._listeners.add(listener)
        self._start()
        try:
            async for frame in self._frames(listener, keep_alive):
                yield frame
        finally:
            self._listeners.discard(listener)

    async def _frames(self, listener: Listener, keep_alive: KeepAlive | None) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        due = None if keep_alive is None else loop.time() + keep_alive.seconds
        while True:
            try:
                async with asyncio.timeout_at(due):
                    frame = await listener.queue.get()
            except TimeoutError:
                if keep_alive is not None:
                    due = loop.time() + keep_alive.seconds
                    # Rights of a broker that hears nothing expire. Only a center that knows of all changes may prevent
                    # that.
                    if self._knows(loop):
                        yield keep_alive.event()
                continue
            if frame is None:
                return
            yield frame

    def _knows(self, loop: asyncio.AbstractEventLoop) -> bool:
        """True when the task runs and has read the database within `unread_seconds`."""
        lives = self._task is not None and not self._task.done()
        return lives and loop.time() - self._read_at <= self._unread_seconds

    async def close(self) -> None:
        """End all streams and the task."""
        for listener in list(self._listeners):
            self._drop(listener)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._reader.shutdown(wait=False)

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed.set()
        if self._task is None or self._task.done():
            self._read_at, self._asked = self._loop.time(), None
            self._task = self._loop.create_task(self._serve())

    async def _serve(self) -> None:
        try:
            while self._listeners:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._poll_seconds):
                        await self._changed.wait()
                self._changed.clear()
                await self._push()
                # Changes in a row reach many listeners as one delta: each frame costs as much as a small request.
                await asyncio.sleep(self.pause())
        except Exception:
            # All streams end. The brokers connect again, and the first of them starts a new task.
            _log.exception("the change feed failed")
        finally:
            for listener in list(self._listeners):
                self._drop(listener)

    async def _push(self) -> None:
        """Sends each listener what it lacks, and ends those whose credential was withdrawn."""
        positions = {listener.position for listener in self._listeners}
        holders = {listener.credential_id for listener in self._listeners}
        loop = asyncio.get_running_loop()
        try:
            questions = await loop.run_in_executor(self._reader, self._questions)
            frames, withdrawn = await loop.run_in_executor(self._reader, self._read, positions, holders)
        except Exception:
            # Without the database brokers keep deciding by what they have, and get the rest when it is back.
            _log.exception("change feed could not read the database")
            if loop.time() - self._read_at > self._unread_seconds:
                for listener in list(self._listeners):
                    self._drop(listener)
            await asyncio.sleep(self._poll_seconds)
            return
        self._read_at = loop.time()
        self._ask(questions)
        for listener in list(self._listeners):
            if listener.credential_id in withdrawn:
                self._drop(listener)
            elif frame := frames.get(listener.position):
                listener.state, listener.greeted = frame.state, True
                if not all(listener.send(event) for event in frame.events):
                    self._listeners.discard(listener)

    def _ask(self, questions: Iterable[tuple[int, Values]]) -> None:
        for cluster_id, question in questions:
            for listener in [other for other in self._listeners if other.cluster_id == cluster_id]:
                if not listener.send(listener.form("connections", question, None)):
                    self._listeners.discard(listener)

    def _drop(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        listener.end()

    def _questions(self) -> list[tuple[int, Values]]:
        """(cluster id, question) of the questions that were not passed on yet."""
        with self._database.reading() as session:
            if self._asked is None:
                self._asked = live_connections.newest(session)
            questions = live_connections.questions_after(session, self._asked)
        self._asked = max((question.id for question in questions), default=self._asked)
        return [(question.cluster_id, live_connections.values(question)) for question in questions]

    def _read(
        self, positions: Iterable[ListenerPosition], holders: set[int]
    ) -> tuple[dict[ListenerPosition, Frame], set[int]]:
        """The frame for each position that is behind, and the credentials of listeners that are no longer valid."""
        with self._database.reading() as session:
            newest = epochs.current(session)
            waiting = [position for position in positions if not (position.greeted and position.state == newest)]
            if not waiting:
                return {}, set()
            frames: dict[ListenerPosition, Frame] = {}
            for position in waiting:
                with contextlib.suppress(NotFound):  # a deleted cluster has no credentials: its listeners end below
                    frames[position] = Frame(newest, list(_events(session, newest, position)))
            return frames, holders - credentials.valid_ids(session, holders)


def _events(session: Session, newest: StateVersion, position: ListenerPosition) -> Iterator[bytes]:
    """The events for a listener at this position. Also one that has its revision from this process is looked up in the
    history: a database that failed over to a replica may have given out the same revision a second time."""
    state, number = position.state, newest.revision
    if not snapshots.is_readable(session, position.cluster_id, position.reads):
        # Without a greeting: who holds the newest revision would take that as a confirmation of its rights.
        yield position.form("reset", {"revision": number}, number)
        return
    known = epochs.knows(session, newest, state)
    if not (position.greeted and known):
        follows = epochs.follows(session, newest, state.epoch)
        greeting = {"epoch": newest.epoch, "revision": number, "known": known, "follows": follows}
        yield position.form("hello", greeting, number)
    delta = changes_after(session, position.cluster_id, state.revision) if known else None
    if delta is None:
        yield position.form("reset", {"revision": number}, number)
    elif state.revision != number:
        yield position.form("delta", {**delta, "epoch": newest.epoch, "mark": newest.mark}, number)
