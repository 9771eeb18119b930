"""The broker follows the center over a link; through a proxy that passes no WebSockets it does so as older plugins."""

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_WISH = re.compile(rb"\r\n(?i:upgrade): [^\r]*")


@contextmanager
def stripping_proxy(center_port: int) -> Iterator[str]:
    """The address of a proxy that takes the wish for another protocol out of each request."""
    started: SimpleQueue[tuple[int, Callable[[], object]]] = SimpleQueue()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(65_536):
                writer.write(_WISH.sub(b"", piece))
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", center_port)
        try:
            await asyncio.gather(pump(reader, back), pump(there, writer))
        except asyncio.CancelledError:
            pass  # the proxy ends
        finally:
            writer.transport.abort()
            back.transport.abort()

    async def serve_all() -> None:
        end, loop = asyncio.Event(), asyncio.get_running_loop()
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        started.put((server.sockets[0].getsockname()[1], partial(loop.call_soon_threadsafe, end.set)))
        await end.wait()
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve_all()), daemon=True)
    thread.start()
    port, end = started.get(timeout=10)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        end()
        thread.join(10)


@pytest.fixture
def stripped(estate: Estate) -> Iterator[Estate]:
    """The broker reaches the center through that proxy; afterwards as before."""
    whole = dict(estate.broker.settings)
    with stripping_proxy(estate.center.port) as url:
        estate.broker.settings = {**whole, "userCenterUrl": url}
        estate.broker.restart()
        estate.wait_for_broker()
        yield estate
        estate.broker.settings = whole
        estate.broker.restart()
    estate.wait_for_broker()


def calls(estate: Estate) -> dict[str, int]:
    """How often the center has answered each way of following."""
    log = estate.center.log.read_text()
    return {path: log.count(f'"/api/broker/v1/{path}"') for path in ("link", "heartbeat", "changes")}


def revoke_from_an_open_producer(business: Business) -> None:
    """The producer is refused and the center confirms it."""
    account, grant = business.service("ending", WRITE_TOPIC)
    assert grant is not None
    with Producing(business.url, python.by_token(account.token), business.topic) as producing:
        wait_until("it produces", lambda: producing.accepted, 20, last=producing)
        business.owner.revoke(grant)
        wait_until("the producer to be refused", lambda: producing.error, 20, last=producing)
        business.wait_until_enforced()


def test_a_broker_reports_over_its_link(estate: Estate, business: Business) -> None:
    before = calls(estate)
    revoke_from_an_open_producer(business)
    assert calls(estate) == before, "no request: the link is open"


def test_through_a_proxy_without_websockets_it_follows_as_before(stripped: Estate, business: Business) -> None:
    assert calls(stripped)["link"] > 0, "the link of before has ended"
    before = calls(stripped)
    revoke_from_an_open_producer(business)
    assert calls(stripped)["heartbeat"] > before["heartbeat"]
    said = stripped.broker.log_text()
    assert said.count("opens no WebSocket (404)") == 1
