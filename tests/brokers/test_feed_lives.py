"""A client that does not read, or asks too much, does not silence others; a feed that cannot go on ends."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.admission.fair_share import QUESTIONS
from app.audit.trail import epochs, trail
from app.brokers import broker_pruning, live_connections
from app.brokers import feed as feeds
from app.brokers.feed import ChangeFeed, KeepAlive
from app.brokers.models import BrokerQuestion, ClusterCredential
from app.platform.clock import now_ms
from app.resources.models import Cluster
from tests.api.estate import problem
from tests.brokers.plugin import Listening, a_plugin
from tests.center import Center
from tests.factories import CLUSTER, a_cluster, a_grant, a_user

MANY = 90
HERE = KeepAlive(0.01, lambda: b"here")


def ask(center: Center, cluster: Cluster, times: int) -> None:
    """So many questions to the brokers of the cluster."""
    for _ in range(times):
        center.make(live_connections.ask, cluster.id, "alice", None, 10, now_ms())


def streams(center: Center, feed: ChangeFeed, *clusters: Cluster) -> list[AsyncIterator[bytes]]:
    """An open stream of each cluster."""
    found: list[AsyncIterator[bytes]] = []
    for cluster in clusters:
        a_plugin(center, cluster)
    state = center.read(epochs.current)
    for cluster in clusters:
        own = select(ClusterCredential.id).where(ClusterCredential.cluster_id == cluster.id)
        credential = center.read(Session.scalar, own) or 0
        found.append(feed.listen(cluster.id, credential, state, HERE))
    return found


async def next_of(stream: AsyncIterator[bytes], kind: bytes) -> bytes:
    """The next event of this kind."""
    async with asyncio.timeout(20):
        async for frame in stream:
            if frame.startswith(b"event: " + kind):
                return frame
    raise AssertionError("the stream has ended")


def test_earlier_questions_do_not_block_new_listeners(center: Center) -> None:
    """Over HTTP, as a person with any right on the cluster could do it."""
    cluster_one, cluster_two = center.make(a_cluster), center.make(a_cluster)
    plugins = [a_plugin(center, cluster_one), a_plugin(center, cluster_two)]
    ask(center, cluster_one, MANY)
    after = center.read(trail.current_revision)
    with Listening(plugins[0].client, after) as first, Listening(plugins[1].client, after) as second:
        assert [feed.hellos.get(timeout=60)["known"] for feed in (first, second)] == [True, True]
        center.make(a_user, "new")
        assert [(feed.next() or ("",))[0] for feed in (first, second)] == ["delta", "delta"]


def test_a_stream_that_is_not_read_ends_alone(center: Center) -> None:
    cluster_one, cluster_two = center.make(a_cluster), center.make(a_cluster)

    async def listen() -> None:
        feed = ChangeFeed(center.database, poll_seconds=0.01)
        deaf, other = streams(center, feed, cluster_one, cluster_two)
        await next_of(deaf, b"hello")
        await next_of(other, b"hello")
        await asyncio.to_thread(ask, center, cluster_one, MANY)
        await asyncio.to_thread(center.make, a_user, "new")
        await next_of(other, b"delta")
        left = [frame async for frame in deaf if frame.startswith(b"event: connections")]
        assert 0 < len(left) < MANY
        await feed.close()

    asyncio.run(listen())


def test_a_feed_that_fails_ends_its_streams_and_serves_the_next(
    center: Center, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = center.make(a_cluster)

    async def listen() -> None:
        feed = ChangeFeed(center.database, poll_seconds=0.01)
        [stream] = streams(center, feed, cluster)
        await next_of(stream, b"hello")
        with monkeypatch.context() as broken:
            broken.setattr(feeds.Listener, "send", lambda *_: 1 / 0)
            await asyncio.to_thread(center.make, a_user, "new")
            async with asyncio.timeout(20):
                assert [frame async for frame in stream if frame != HERE.event()] == []
        [again] = streams(center, feed, center.make(a_cluster))
        await next_of(again, b"hello")
        await feed.close()

    asyncio.run(listen())


def test_no_keep_alive_is_sent_while_the_database_cannot_be_read(
    center: Center, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database hangs: no error and no answer, so that no event may confirm old rights."""
    cluster = center.make(a_cluster)

    async def listen() -> None:
        feed = ChangeFeed(center.database, poll_seconds=0.01, unread_seconds=0.2)
        [stream] = streams(center, feed, cluster)
        await next_of(stream, b"hello")
        assert await anext(stream) == HERE.event()
        hanging = asyncio.Event()

        async def hang() -> None:
            await hanging.wait()

        monkeypatch.setattr(feed, "_push", hang)
        said = 0
        with suppress(TimeoutError):
            while True:
                said += await asyncio.wait_for(anext(stream), 2) == HERE.event()
        assert 0 < said < 2 / HERE.seconds
        hanging.set()
        await feed.close()

    asyncio.run(listen())


def test_one_person_asks_a_few_questions_at_a_time(center: Center, cluster: Cluster) -> None:
    person, other = center.make(a_user, "alice"), center.make(a_user, "bob")
    for owner in (person, other):
        center.make(a_grant, owner, [3], CLUSTER, cluster.id)
    a_plugin(center, cluster).heartbeat(1)
    path = f"/api/v1/clusters/{cluster.id}/connections"
    shares = center.app.state.questions
    with ExitStack() as taken:
        for _ in range(QUESTIONS):
            taken.enter_context(shares.of(person.id))
        asked = center.with_token(person).get(path, params={"principal": "alice"})
        assert (*problem(asked), asked.headers["retry-after"]) == (429, "too_many_questions", "2")
        answer = center.with_token(other).get(path, params={"principal": "bob", "wait_ms": 100})
        assert answer.status_code == 200, answer.text
    assert center.with_token(person).get(path, params={"principal": "alice", "wait_ms": 100}).status_code == 200


def test_old_questions_expire(center: Center) -> None:
    ask(center, center.make(a_cluster), 3)
    later = now_ms() + live_connections.KEPT_MS
    for now, left in ((later - 30_000, 3), (later + 30_000, 0)):
        broker_pruning.run(center.database, center.settings, now)
        assert center.read(lambda session: session.scalar(select(func.count(BrokerQuestion.id)))) == left
