"""A center with one person, bob, who is in one role; programs that are registered there; and the browser of bob."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from tests import plain_http
from tests.end_to_end.center.api import PASSWORD, CenterApi
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess

ROLE = "order desk"
_MOST_REDIRECTS = 20


@dataclass(frozen=True)
class RegisteredClient:
    """The data of a registered program; a public one has the secret ""."""

    issuer: str
    client_id: str
    secret: str


class Browser:
    """Follows redirects. At the center's page it does what a person does: signs in, and allows what is asked."""

    def __init__(self, center: str) -> None:
        self._center = center
        self.http = plain_http.client("", headers={"Accept": "text/html,*/*"}, timeout=40)
        self.http.event_hooks["response"] = [self._keep]

    def visit(self, url: str, form: dict[str, str] | None = None) -> httpx.Response:
        """The page where it ends up, when it goes there or sends this form there."""
        answer = self.http.post(url, data=form) if form else self.http.get(url)
        for _ in range(_MOST_REDIRECTS):
            if answer.next_request is None:
                return answer
            answer = self.http.get(self._address_after_consent(str(answer.next_request.url)))
        raise AssertionError(f"redirected for ever, to {answer.url}")

    def answer(self, url: str) -> str:
        """Where the center sends it, asked with this address."""
        began = self.http.get(url)
        assert began.status_code == 303, began.text
        return self._address_after_consent(began.headers["location"])

    def _address_after_consent(self, url: str) -> str:
        """What the center's page goes on to; any other address as it is."""
        if not url.startswith(f"{self._center}/authorize?"):
            return url
        sealed = {"request": parse_qs(urlsplit(url).query)["request"][0]}
        if self._post("authorization/waiting", **sealed).status_code == 401:
            assert self._post("session", username="bob", password=PASSWORD).is_success
        decided = self._post("authorization/decision", **sealed, consented=True)
        assert decided.is_success, decided.text
        return str(decided.json()["location"])

    def _keep(self, _: httpx.Response) -> None:
        """Browsers send Secure cookies to loopback, httpx does not."""
        for cookie in self.http.cookies.jar:
            cookie.secure = False

    def _post(self, path: str, **body: object) -> httpx.Response:
        return self.http.post(f"{self._center}/api/v1/{path}", json=body, headers={"Origin": self._center})


@contextmanager
def browser_of_bob(center: "SigningCenter") -> Iterator[Browser]:
    """A fresh one, where nobody is signed in yet."""
    found = Browser(center.url)
    yield found
    found.http.close()


class SigningCenter:
    """The center, seen by its administrator."""

    def __init__(self, url: str, admin: CenterApi) -> None:
        self.url, self._admin, self._numbers = url, admin, count(1)

    def register(self, redirect_uri: str, *, confidential: bool = True, **values: Any) -> RegisteredClient:
        """Register a program that comes back there."""
        secret = ""
        if confidential:
            made = self._admin.post("/api/v1/users", username=f"program-{next(self._numbers)}", kind="service")
            values["service_id"], secret = made["id"], self._admin.client_secret(made["id"])[1]
        body = {"name": "A program of others", "redirect_uris": [redirect_uri], **values}
        return RegisteredClient(self.url, self._admin.post("/api/v1/applications", **body)["client_id"], secret)


@contextmanager
def running(directory: Path) -> Iterator[SigningCenter]:
    """The center, running."""
    process = CenterProcess(directory, **QUICK_HASHES)
    try:
        process.start()
        admin = CenterApi.first_sign_in(process.url, *process.first_administrator())
        bob = admin.post("/api/v1/users", username="bob", kind="person")
        CenterApi.first_sign_in(process.url, "bob", bob["initial_secret"]).close()
        role = admin.post("/api/v1/roles", name=ROLE)["id"]
        admin.call("PUT", f"/api/v1/roles/{role}/members/{bob['id']}")
        yield SigningCenter(process.url, admin)
        admin.close()
    finally:
        process.stop()
