"""Revoke, have it confirmed, then append: nothing by that principal comes after it, whoever owns the topic."""

import os
import random
import statistics
import threading
from collections.abc import Callable

import pytest

from tests.end_to_end.cluster.company import Company, Topic
from tests.end_to_end.cluster.new_enemy import new_enemy
from tests.end_to_end.cluster.new_enemy.history import History

pytestmark = pytest.mark.broker


def seed_of(name: str) -> int:
    """PUC_SEED, or one by chance; the test prints it."""
    return int(os.environ.get("PUC_SEED") or random.SystemRandom().randrange(10**9))


def message(by: str, n: int) -> dict[str, object]:
    return {"by": by, "n": n}


def mark(kind: str, who: str, n: int) -> dict[str, object]:
    return {"by": "operator", "mark": kind, "who": who, "n": n}


def test_messages_after_a_confirmation_count_as_wrong() -> None:
    contents = [
        message("eve", 1), mark("confirmed", "eve", 7), message("bob", 1), message("eve", 2),
        mark("allowed", "eve", 7), message("eve", 3),
    ]  # fmt: skip
    assert new_enemy.written_against(contents) == [message("eve", 2)]
    deeds = [new_enemy.Deed("eve", 7, confirmed=10, allowed=20)]
    received = [(contents[0], 15.0), (contents[2], 15.0), (contents[2], 25.0), (contents[2], 9.0)]
    assert new_enemy.read_against(contents, "eve", received, deeds) == [(contents[2], 15.0)]
    assert new_enemy.read_against(contents, "bob", received, deeds) == []


def test_one_seed_is_one_plan() -> None:
    assert new_enemy.plan(1, ["a", "b"], 9) == new_enemy.plan(1, ["a", "b"], 9) != new_enemy.plan(2, ["a", "b"], 9)


def test_nothing_is_written_or_read_after_a_confirmation(
    healthy: Company, record_measurement: Callable[[str], None]
) -> None:
    a_history(healthy, "short", 20, moves=2, record_measurement=record_measurement)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("number", range(5))
def test_nothing_is_written_or_read_after_many_confirmations(
    healthy: Company, number: int, record_measurement: Callable[[str], None]
) -> None:
    a_history(healthy, f"long{number}", 50, moves=10, record_measurement=record_measurement)


def a_history(
    company: Company, name: str, revocations: int, moves: int, record_measurement: Callable[[str], None]
) -> None:
    """One history on a topic of each broker, whose owners change `moves` times meanwhile."""
    seed = seed_of(name)
    print(f"seed {seed}")
    topics = [company.topic(f"enemy{at}", name) for at in range(2)]
    for topic, broker in zip(topics, company.cluster.brokers, strict=True):
        company.move(topic, broker)
    history = History(company, name, topics)
    steps = new_enemy.plan(seed, [enemy.name for enemy in history.enemies], revocations)
    over = threading.Event()
    mover = threading.Thread(target=_move, args=(company, topics, random.Random(seed), moves, over))
    mover.start()
    try:
        history.run(steps)
    finally:
        over.set()
        mover.join()
    assert len(history.deeds) == revocations
    assert history.wrong() == [], f"seed {seed}"
    took = sorted(deed.confirm_ms for deed in history.deeds)
    used = sum(enemy.client.done for enemy in history.enemies)
    record_measurement(
        f"new enemy, seed {seed}: {revocations} revocations, {used} messages written and read, 0 after a confirmation; "
        f"revoke to confirmed {statistics.median(took):.0f} ms in the middle, {took[-1]:.0f} ms at most"
    )


def _move(company: Company, topics: list[Topic], chance: random.Random, moves: int, over: threading.Event) -> None:
    for _ in range(moves):
        if over.wait(chance.uniform(0.3, 1.5)):
            return
        topic = chance.choice(topics)
        company.move(topic, chance.choice(company.cluster.brokers))
