"""Programs that grant, revoke, ask for rights, sign in and use tokens at the balancer. Each change and its answer are
noted."""

import random
import threading
import uuid
from dataclasses import dataclass, field

from tests.several_centers import signing_in
from tests.several_centers.sending import Sender
from tests.several_centers.world import World

PRODUCE, TOPIC = 303, 4
_PROGRAMS = 3


@dataclass
class Notes:
    """What was acknowledged. Grants by their mark: the id, and whether it was revoked. `asked`: requests for rights, by
    their reason."""

    granted: dict[str, int] = field(default_factory=dict)
    revoked: set[int] = field(default_factory=set)
    asked: dict[str, int] = field(default_factory=dict)
    signed_in: int = 0
    wrong: list[str] = field(default_factory=list)


class Load:
    """Used in a `with` block, in which programs work until its end. Then every request has its answer."""

    def __init__(self, url: str, world: World, notes: Notes, seed: int) -> None:
        self._sender, self._world, self._notes = Sender(url, world.token), world, notes
        self._end = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, args=(random.Random(f"{seed}.{n}"),)) for n in range(_PROGRAMS)
        ]

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
                chance.choice((self._grant, self._grant, self._revoke, self._ask, self._sign_in))(chance)
            except Exception as error:
                self._notes.wrong.append(repr(error))
                raise

    def _grant(self, _: random.Random) -> None:
        mark, (user, topic) = uuid.uuid4().hex, self._world.places.pop()
        body = {"user_id": user, "res_type": TOPIC, "res_id": topic, "authorities": [PRODUCE], "remark": mark}
        answer = self._sender.change("POST", "/api/v1/grants", json=body)
        if answer.status_code == 201:
            self._notes.granted[mark] = answer.json()["id"]
        else:
            self._notes.wrong.append(f"grant: {answer.status_code} {answer.text[:200]}")

    def _revoke(self, _: random.Random) -> None:
        for grant in list(self._notes.granted.values())[-20:]:
            if grant not in self._notes.revoked:
                answer = self._sender.change("DELETE", f"/api/v1/grants/{grant}")
                # 404: another program was faster, or the answer to the first sending was lost.
                if answer.status_code in (200, 204, 404):
                    self._notes.revoked.add(grant)
                else:
                    self._notes.wrong.append(f"revoke: {answer.status_code} {answer.text[:200]}")
                return

    def _ask(self, _: random.Random) -> None:
        """Ask for a right, and withdraw the request, as only so many may be open."""
        mark = uuid.uuid4().hex
        body = {
            "resource_type": "topic",
            "resource": f"persistent://a/b/{mark}",
            "authorities": [PRODUCE],
            "reason": mark,
        }
        answer = self._sender.change("POST", "/api/v1/access-requests", json=body)
        if answer.status_code != 201:
            self._notes.wrong.append(f"request: {answer.status_code} {answer.text[:200]}")
            return
        number = self._notes.asked[mark] = answer.json()["id"]
        withdrawal = self._sender.change("POST", f"/api/v1/access-requests/{number}/withdraw")
        if withdrawal.status_code != 200:
            self._notes.wrong.append(f"withdraw: {withdrawal.status_code} {withdrawal.text[:200]}")

    def _sign_in(self, chance: random.Random) -> None:
        ways = (
            signing_in.with_a_secret,
            signing_in.with_a_revoked_secret,
            signing_in.with_a_password,
            signing_in.with_a_wrong_password,
        )
        wrong = chance.choice(ways)(self._sender, self._world)
        self._notes.signed_in += wrong is None
        if wrong:
            self._notes.wrong.append(wrong)
