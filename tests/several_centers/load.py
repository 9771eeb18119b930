"""Programs that grant, revoke, sign in and use tokens at the balancer. Each change and its answer are noted."""

import random
import threading
import uuid
from dataclasses import dataclass, field

import httpx

from tests import plain_http
from tests.factories import TOPIC

PRODUCE = 303
_AGAIN = {429, 502, 503}


@dataclass
class World:
    """What the programs use: an administrator's token, a service user's secrets, and who may get what."""

    token: str
    bot: str
    secret: str
    revoked_secret: str
    places: list[tuple[int, int]]
    """(user, topic) pairs; each is granted once."""


@dataclass
class Notes:
    """What was acknowledged. Grants by their mark: the id, and whether it was revoked."""

    granted: dict[str, int] = field(default_factory=dict)
    revoked: set[int] = field(default_factory=set)
    signed_in: int = 0
    wrong: list[str] = field(default_factory=list)


class Load:
    """Used in a `with` block, in which programs work until its end. Then every request has its answer."""

    def __init__(self, url: str, world: World, notes: Notes, seed: int) -> None:
        self._url, self._world, self._notes, self._end = url, world, notes, threading.Event()
        self._threads = [threading.Thread(target=self._work, args=(random.Random(f"{seed}.{n}"),)) for n in range(3)]

    def __enter__(self) -> "Load":
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        for each in self._threads:
            each.join(90)
            if each.is_alive():
                self._notes.wrong.append("a program never got its answer")

    def _work(self, chance: random.Random) -> None:
        while not self._end.is_set():
            try:
                chance.choice((self._grant, self._grant, self._revoke, self._sign_in, self._try_wrong))()
            except Exception as error:
                self._notes.wrong.append(repr(error))
                raise

    def _send(self, method: str, path: str, **options: object) -> httpx.Response:
        """The answer, however often it has to be sent for it. A key makes it count once."""
        headers = {"Authorization": f"Bearer {self._world.token}", "Idempotency-Key": uuid.uuid4().hex}
        if method == "DELETE":
            headers["If-Match"] = "*"
        while True:
            try:
                with plain_http.client(self._url, timeout=10, headers=headers) as client:
                    answer = client.request(method, path, **options)  # type: ignore[arg-type]
            except httpx.TransportError:
                answer = httpx.Response(503)
            if answer.status_code not in _AGAIN:
                return answer
            threading.Event().wait(0.05)

    def _grant(self) -> None:
        mark, (user, topic) = uuid.uuid4().hex, self._world.places.pop()
        body = {"user_id": user, "res_type": TOPIC, "res_id": topic, "authorities": [PRODUCE], "remark": mark}
        answer = self._send("POST", "/api/v1/grants", json=body)
        if answer.status_code == 201:
            self._notes.granted[mark] = answer.json()["id"]
        else:
            self._notes.wrong.append(f"grant: {answer.status_code} {answer.text[:200]}")

    def _revoke(self) -> None:
        for grant in list(self._notes.granted.values())[-20:]:
            if grant not in self._notes.revoked:
                answer = self._send("DELETE", f"/api/v1/grants/{grant}")
                # 404: another program was faster, or the answer to the first sending was lost.
                if answer.status_code in (200, 204, 404):
                    self._notes.revoked.add(grant)
                else:
                    self._notes.wrong.append(f"revoke: {answer.status_code} {answer.text[:200]}")
                return

    def _sign_in(self) -> None:
        answer = self._token(self._world.secret)
        if answer.status_code != 200:
            self._notes.wrong.append(f"sign-in: {answer.status_code} {answer.text[:200]}")
            return
        bearer = {"Authorization": f"Bearer {answer.json()['access_token']}"}
        seen = self._send("GET", "/oauth2/jwks", headers=bearer)
        self._notes.signed_in += seen.status_code == 200

    def _try_wrong(self) -> None:
        if self._token(self._world.revoked_secret).status_code == 200:
            self._notes.wrong.append("let in with a revoked secret")

    def _token(self, secret: str) -> httpx.Response:
        form = {"grant_type": "client_credentials", "client_id": self._world.bot, "client_secret": secret}
        return self._send("POST", "/oauth2/token", data=form)
