"""One request of the load, and the judge of its answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """An answer as it came. `headers`: in lower case; `at`: when it was read, monotonic ns."""

    status: int
    headers: bytes
    body: bytes
    at: int

    def json(self) -> Any:
        """The body."""
        return json.loads(self.body)

    def header(self, name: str) -> str:
        """The value of a header, empty if it is missing."""
        return self.headers.partition(f"\r\n{name}: ".encode())[2].split(b"\r\n", 1)[0].decode()


def _right(_: Answer) -> None:
    return None


@dataclass(frozen=True)
class Ask:
    """A request. With `status` its answer is judged: None if it is right, otherwise what is wrong. Any other status
    is wrong, but for 429 and 503 with a `Retry-After`, by which the center says that it is too busy."""

    kind: str
    sent: bytes
    status: int = 200
    judge: Callable[[Answer], str | None] = _right
