"""The load's brokers have read whole snapshots, all the same; otherwise their seconds would mean nothing."""

import asyncio

import pytest

from benchmarks.load.snapshots import Loaded, load_all

BODY = bytes(range(256)) * 9_000


def test_all_of_it_is_read() -> None:
    assert _load([BODY] * 3).packed == BODY


@pytest.mark.parametrize("bodies", [[BODY, BODY, BODY[:-1]], [BODY, b"!" + BODY[1:]]])
def test_brokers_that_got_different_bytes_are_an_error(bodies: list[bytes]) -> None:
    with pytest.raises(RuntimeError, match="different snapshots"):
        _load(bodies)


def test_an_end_too_early_is_an_error() -> None:
    with pytest.raises(EOFError, match="are missing"):
        _load([BODY] * 3, missing=1)


def test_a_refusal_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="503"):
        _load([BODY] * 3, status="503 Busy")


def _load(bodies: list[bytes], missing: int = 0, status: str = "200 OK") -> Loaded:
    """By as many brokers as there are bodies, each of which gets the next one without its last bytes."""
    waiting = iter(bodies)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = next(waiting)
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body[: len(body) - missing])
        await writer.drain()
        writer.close()

    async def load() -> Loaded:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            return await load_all(str(server.sockets[0].getsockname()[1]), "credential", len(bodies))

    return asyncio.run(load())
