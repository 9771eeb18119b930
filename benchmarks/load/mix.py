"""In which mix requests come. Most are of programs; those of people cost more."""

import random
from dataclasses import replace

from benchmarks.load.ask import Ask
from benchmarks.load.changing import Changing
from benchmarks.load.estate import Estate
from benchmarks.load.proving import Proving
from benchmarks.load.reading import Reading
from benchmarks.load.truth import Pair

OF_A_THOUSAND = {
    "token": 400, "check": 280, "page": 120, "keys": 80, "sign-in": 30, "explain": 20, "rights": 20, "wrong secret": 15,
    "grant": 13, "revoke": 12, "wrong password": 10,
}  # fmt: skip


class Mix:
    """Draws requests. A right that was given or taken is asked about right afterwards."""

    def __init__(self, estate: Estate, seed: int, changes: int) -> None:
        self._chance = random.Random(seed)
        self.changing = Changing(estate, self._chance, changes)
        self._reading, proving = Reading(estate, self._chance), Proving(estate, self._chance)
        self._ways = {
            "check": self._check, "token": proving.token, "page": self._reading.page, "grant": self.changing.grant,
            "keys": self._reading.keys, "revoke": self.changing.revoke, "explain": self._reading.explain,
            "rights": self._reading.rights, "sign-in": proving.sign_in, "wrong secret": proving.wrong_secret,
            "wrong password": proving.wrong_password,
        }  # fmt: skip

    def draw(self) -> Ask:
        """The next request."""
        return self._ways[self._chance.choices(list(OF_A_THOUSAND), list(OF_A_THOUSAND.values()))[0]]()

    def _check(self) -> Ask:
        if not self.changing.asked_next:
            return self._reading.check()
        pair, may = self.changing.asked_next.popleft()
        ask = self._reading.check_of(pair, may)
        return replace(ask, judge=lambda answer: self._seen(pair, ask.judge(answer))) if may else ask

    def _seen(self, pair: Pair, wrong: str | None) -> str | None:
        self.changing.note_answered(pair)
        return wrong
