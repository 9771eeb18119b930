"""Grants and revocations, what was acknowledged of them, and what is to be asked about each afterwards."""

import random
from collections import deque

from benchmarks.connection import request
from benchmarks.load.ask import Answer, Ask
from benchmarks.load.estate import Estate
from benchmarks.load.truth import Pair, Truth

_READ, _TOPIC = 303, 4


class Changing:
    """A right is given, asked about, taken away once that was answered, and asked about again.

    `held`: pairs with the acknowledged grant of each. `unknown`: pairs whose grant or revocation was refused or got no
    answer. `acknowledged`: revisions, and when each was seen, monotonic ns. `asked_next`: what has just changed, and
    whether the user may read now.
    """

    def __init__(self, estate: Estate, chance: random.Random, most: int) -> None:
        truth = Truth(estate.size)
        self._estate, self._fresh = estate, list({truth.stranger(chance) for _ in range(most)})
        self._answered: deque[Pair] = deque()
        self.held: dict[Pair, int] = {}
        self.unknown: set[Pair] = set()
        self.acknowledged: dict[int, int] = {}
        self.asked_next: deque[tuple[Pair, bool]] = deque()

    def grant(self) -> Ask:
        """Somebody gets a right that nothing else gives."""
        pair = self._fresh.pop()
        self.unknown.add(pair)
        body = {"user_id": pair[0], "res_type": _TOPIC, "res_id": pair[1], "authorities": [_READ]}
        sent = request(self._estate.url, self._estate.administrator, "POST", "/api/v1/grants", body)
        return Ask("grant", sent, 201, lambda answer: self._gave(answer, pair))

    def revoke(self) -> Ask:
        """Revoke such a right, or grant when there is none."""
        if not self._answered:
            return self.grant()
        pair = self._answered.popleft()
        number = self.held.pop(pair)
        self.unknown.add(pair)
        sent = request(self._estate.url, self._estate.administrator, "DELETE", f"/api/v1/grants/{number}")
        sent = sent.replace(b"\r\n", b"\r\nIf-Match: *\r\n", 1)
        return Ask("revoke", sent, 204, lambda answer: self._note_change(answer, pair, False))

    def note_answered(self, pair: Pair) -> None:
        """Whoever asked about a given right has the answer: it may be taken away."""
        self._answered.append(pair)

    def _gave(self, answer: Answer, pair: Pair) -> None:
        self.held[pair] = int(answer.json()["id"])
        self._note_change(answer, pair, True)

    def _note_change(self, answer: Answer, pair: Pair, may: bool) -> None:
        self.unknown.discard(pair)
        self.asked_next.append((pair, may))
        self.acknowledged[int(answer.header("x-revision"))] = answer.at
