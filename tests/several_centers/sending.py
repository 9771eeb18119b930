"""Sends a request until it is answered: a program whose center was lost tries again at another one."""

import threading
import uuid
from dataclasses import dataclass

import httpx

from tests import plain_http

_AGAIN = {429, 502, 503}
_PAUSE_SECONDS = 0.05


@dataclass(frozen=True)
class Sender:
    """`token`: the administrator's."""

    url: str
    token: str

    def change(self, method: str, path: str, **options: object) -> httpx.Response:
        """An administrator's change. The same key each time makes it count once."""
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": uuid.uuid4().hex}
        if method == "DELETE" or path.endswith("/withdraw"):
            headers["If-Match"] = "*"
        return self.send(method, path, headers, **options)

    def send(self, method: str, path: str, headers: dict[str, str] | None = None, **options: object) -> httpx.Response:
        """The answer, however often it has to be sent for it. Each time is a new connection."""
        while True:
            try:
                with plain_http.client(self.url, timeout=10, headers=headers) as client:
                    answer = client.request(method, path, **options)  # type: ignore[arg-type]
            except httpx.TransportError:
                answer = httpx.Response(503)
            if answer.status_code not in _AGAIN and "idempotency_in_progress" not in answer.text:
                return answer
            threading.Event().wait(_PAUSE_SECONDS)
