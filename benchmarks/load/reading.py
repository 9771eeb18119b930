"""Questions and pages, with what is known to be their right answer."""

import random
from typing import Any

from benchmarks.big_estate.rows import topic_name
from benchmarks.connection import request
from benchmarks.load.ask import Answer, Ask
from benchmarks.load.estate import Estate
from benchmarks.load.truth import Pair, Truth

_PAGES = ("users?sort=name", "grants?user_id={user}", "topics?namespace_id={namespace}", "grants?sort=-id", "topics")
_KNOWN = 300
"""So many users and topics with a right, and as many without, are asked about again and again, as by applications."""


class Reading:
    """Draws questions about rights that the load does not change, and pages."""

    def __init__(self, estate: Estate, chance: random.Random) -> None:
        truth = Truth(estate.size)
        self._estate, self._chance = estate, chance
        self._granted = [truth.holder_of_grant(chance) for _ in range(_KNOWN)]
        self._strangers = [truth.stranger(chance) for _ in range(_KNOWN)]

    def check(self) -> Ask:
        """May somebody read a topic? Half of the answers are yes."""
        may = self._chance.random() < 0.5
        return self.check_of(self._chance.choice(self._granted if may else self._strangers), may)

    def check_of(self, pair: Pair, may: bool) -> Ask:
        """Ask about this pair, for which this answer is right."""

        def judge(answer: Answer) -> str | None:
            return _judge(pair, may, answer.json()["answers"][0]["allowed"])

        return Ask("check", self._send("POST", "access/check", {"questions": [self._question(pair)]}), judge=judge)

    def explain(self) -> Ask:
        """Why may somebody read a topic?"""
        pair = self._chance.choice(self._granted)

        def judge(answer: Answer) -> str | None:
            return _judge(pair, True, answer.json()["allowed"])

        return Ask("explain", self._send("POST", "access/explain", self._question(pair)), judge=judge)

    def page(self) -> Ask:
        """The first page of a list, by an administrator or by an ordinary user."""
        path = self._chance.choice(_PAGES)
        values = {"user": self._user(), "namespace": 1 + self._chance.randrange(self._estate.size.namespaces)}
        sent = self._send("GET", path.format(**values), reader=path == "topics")
        return Ask("page", sent, judge=lambda answer: None if answer.json()["items"] else "an empty page")

    def rights(self) -> Ask:
        """All rights of somebody."""
        return Ask("rights", self._send("GET", f"users/{self._user()}/rights"))

    def keys(self) -> Ask:
        """The keys that tokens are verified with."""
        sent = request(self._estate.url, "", "GET", "/oauth2/jwks")
        return Ask("keys", sent, judge=lambda answer: None if answer.json()["keys"] else "no keys")

    def _user(self) -> int:
        return 2 + self._chance.randrange(self._estate.size.users - 1)

    def _question(self, pair: Pair) -> dict[str, Any]:
        where = {"cluster_id": 1, "resource_type": "topic", "resource": topic_name(self._estate.size, pair[1])}
        return {**where, "principal": f"u{pair[0]}", "question": "topic:CONSUME"}

    def _send(self, method: str, path: str, body: object = None, *, reader: bool = False) -> bytes:
        who = self._estate.reader if reader else self._estate.administrator
        return request(self._estate.url, who, method, f"/api/v1/{path}", body)


def _judge(pair: Pair, may: bool, said: bool) -> str | None:
    return None if said == may else f"u{pair[0]} at t{pair[1]}: {said}"
