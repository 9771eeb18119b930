"""What the benchmarks read off the wire is the whole answer, however it comes in pieces."""

import pytest

from benchmarks.connection import Answer, Connection, rate, request, serve, whole
from benchmarks.times import medians

LONG = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nhello"
CHUNKED = b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhe\r\n\r\n3\r\nllo\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (LONG, Answer(200, b"hello")),
        (CHUNKED, Answer(201, b"he\r\nllo")),
        (b"HTTP/1.1 204 No Content\r\n\r\n", Answer(204, b"")),
    ],
)
def test_an_answer_is_whole_with_its_last_byte(sent: bytes, answer: Answer) -> None:
    assert whole(sent) == answer
    assert [at for at in range(len(sent)) if whole(sent[:at])] == []


def test_a_connection_talks_to_the_server(server: tuple[object, str], center: object) -> None:
    assert center
    with Connection(server[1]) as connection:
        assert connection.ask("GET", "/health/live") == {"status": "ok"}
        with pytest.raises(RuntimeError, match="401"):
            connection.ask("GET", "/api/v1/users")
    requests = [request(server[1], "", "GET", "/health/live")] * 40
    assert rate(server[1], requests, callers=4) > 0
    assert len([ms for ms in serve(server[1], requests, callers=4).times if ms > 0]) == 40
    with pytest.raises(RuntimeError, match="401"):
        rate(server[1], [*requests, request(server[1], "", "GET", "/api/v1/users")], callers=2)


def test_the_quietest_round_counts() -> None:
    times = iter([9.0, 9.0, 1.0, 2.0, 3.0, 7.0, 8.0, 9.0])
    assert medians({"one": lambda: next(times)}, rounds=2, at_a_time=3, warm_up=2) == {"one": 2.0}


def test_slow_calls_are_timed_fewer_times() -> None:
    times = iter([500.0] * 6)
    assert medians({"one": lambda: next(times)}, rounds=2, at_a_time=50, warm_up=20) == {"one": 500.0}
    assert list(times) == []
