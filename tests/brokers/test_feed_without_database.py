"""A center that cannot read its database knows nothing of what others on it take away: it must not speak for them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select, text

from app.audit.trail import epochs
from app.brokers.feed import ChangeFeed
from app.brokers.models import ClusterCredential
from app.resources.models import Cluster
from tests.brokers.plugin import a_plugin
from tests.center import Center


@contextmanager
def _unreadable(center: Center) -> Iterator[None]:
    """The table that every reader asks first is missing."""
    _rename(center, "sys_revision", "sys_revision_away")
    try:
        yield
    finally:
        _rename(center, "sys_revision_away", "sys_revision")


def _rename(center: Center, name: str, to: str) -> None:
    with center.database.engine.begin() as connection:
        connection.execute(text(f"ALTER TABLE {name} RENAME TO {to}"))


def test_streams_end_when_the_database_stays_away(center: Center, cluster: Cluster) -> None:
    a_plugin(center, cluster)
    credential = center.read(lambda session: session.scalars(select(ClusterCredential.id)).one())
    state = center.read(epochs.current)

    async def listen() -> list[bytes]:
        feed, frames = ChangeFeed(center.database, poll_seconds=0.01, unread_seconds=0.1), []
        stream = feed.listen(cluster.id, credential, state)
        frames.append(await anext(stream))
        with _unreadable(center):
            frames += [frame async for frame in stream]
        await feed.close()
        return frames

    [greeting] = asyncio.run(listen())
    assert greeting.startswith(b"event: hello")
