"""A client that shows its password once more when the center asks for it, as a person does at the console.

Suites run for longer than ten minutes, and dangerous actions need a recent sign-in (decision 0083).
"""

from collections.abc import Generator

import httpx


class Reauthentication(httpx.Auth):
    """Sends a request again after it was refused as `reauthentication_needed`."""

    requires_response_body = True

    def __init__(self, password: str) -> None:
        self._password = password

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
        """The request; if it is refused, the password, and the request with the session's new cookie."""
        answer = yield request
        if answer.status_code != 401 or "reauthentication_needed" not in answer.text:
            return
        headers = {name: request.headers[name] for name in ("Origin", "Cookie")}
        path = request.url.copy_with(raw_path=b"/api/v1/session/reauthentication")
        shown = yield httpx.Request("POST", path, json={"password": self._password}, headers=headers)
        cookies = dict(cookie.split("=", 1) for cookie in headers["Cookie"].split("; ")) | dict(shown.cookies)
        request.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        yield request
