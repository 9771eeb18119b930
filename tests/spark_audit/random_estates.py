"""Random small estates, also unlikely ones: all combinations of decisions, kinds, grants, limits, windows and gaps."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

Line = dict[str, Any]
DAY = 86_400_000
START = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp()) * 1000
SINCE, UNTIL = "2026-11-02", "2026-11-05"
_DAYS = 6
"""Days of an estate, among them one before the window and one after it."""


def estate(seed: int, events: int = 150) -> tuple[list[Line], list[Line]]:
    """Rows of EVENTS and lines of grants. Clusters, users and grants of one seed occur in no other."""
    chance = random.Random(seed)
    grants = [line for number in range(24) for line in _grant(chance, seed, number)]
    return list(_events(chance, seed, events)), grants


def _grant(chance: random.Random, seed: int, number: int) -> Iterator[Line]:
    """One to three periods on one or two clusters; the last may have ended."""
    users = [f"s{seed}-u{chance.randrange(5)}" for _ in range(chance.randrange(4))]
    content = {
        "grant": seed * 1000 + number, "role": number % 4, "role_name": f"r{number % 4}", "type": 3, "res": "x/y/z",
        "authorities": chance.sample([202, 203, 302, 303], 2), "add_time": START + chance.randrange(-30, 5) * DAY,
        "granted_by": chance.choice(["root", "老王"]), "valid_until": None,
        "valid_from": chance.choice([None, None, START - chance.randrange(30) * DAY]),
        "prefix": chance.choice([None, None, "orders-"]), "subscriptions": chance.choice([None, None, ["billing"]]),
        "networks": chance.choice([None, None, None, ["10.0.0.1/32"], ["10.0.0.0/8"], ["10.0.0.0/8", "::/0"]]),
    }  # fmt: skip
    for cluster in chance.sample(["a", "b", "z"], chance.choice([1, 1, 2])):
        revisions = sorted(chance.sample(range(1, 40), chance.randrange(2, 5)))
        for since, until in zip(revisions, [*revisions[1:], None], strict=True):
            closed = until or chance.choice([None, None, 40])
            yield {**content, "cluster": f"s{seed}-{cluster}", "from_rev": since, "until_rev": closed,
                   "from_time": START, "until_time": closed and START + closed % 4 * DAY,
                   "users": users[: chance.randrange(4)]}  # fmt: skip


def _events(chance: random.Random, seed: int, count: int) -> Iterator[Line]:
    seqs = {f"s{seed}-{start}": 0 for start in "abc"}
    times = sorted(START + chance.randrange(_DAYS * DAY) for _ in range(count))
    for time in times:
        boot = chance.choice(list(seqs))
        seqs[boot] += 1 if boot.endswith("c") else chance.choice([1] * 30 + [3])
        yield _event(chance, seed, boot, seqs[boot], time)


def _event(chance: random.Random, seed: int, boot: str, seq: int, time: int) -> Line:
    named = chance.random() > 0.1
    # Starts a and b belong to cluster a, c to b.
    cluster = f"s{seed}-{'b' if boot.endswith('c') else 'a'}" if named else ""
    n = chance.choice([1, 1, 1, 7])
    user = chance.choice(["", *[f"s{seed}-u{number}" for number in range(5)]])
    codes = ["GRANTED", "NO_GRANT", "EXPIRED", *(["BROKER_SUPER_USER"] if user == f"s{seed}-u4" else [])]
    grants = chance.choice([None, [], *[chance.choices(range(20), k=size) for size in (1, 2, 2, 3)]])
    return {
        "date": datetime.fromtimestamp(time / 1000, UTC).date(), "boot": boot, "cluster": cluster,
        "uid": f"{boot}-{seq}", "seq": seq, "time": time, "n": n, "t_end": time + chance.randrange(90_000) * (n > 1),
        "act": chance.randrange(1, 5), "op": chance.choice(["PRODUCE", "CONSUME"]),
        "dec": chance.choice([1, 1, 1, 2, 3]),
        "code": chance.choice(codes), "kind": chance.choice([0, 0, 0, 1, 2]),
        "user": user,
        "cred": chance.choice([None, "t1", "password"]), "ip": chance.choice([None, "10.0.0.1", "10.0.0.2"]),
        "res": f"{cluster}/acme/{chance.choice('xy')}" if named else "", "rtype": "topic",
        "grants": None if grants is None else [seed * 1000 + grant for grant in grants],
        "sub": chance.choice([None, "billing", "audit-eu"]), "rev": 10,
        "source": "plugin",
    }  # fmt: skip
