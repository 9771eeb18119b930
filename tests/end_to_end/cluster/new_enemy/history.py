"""Carries out a plan of revocations on the running company, while principals keep writing and reading."""

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pulsar

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.clients import python
from tests.end_to_end.cluster.company import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Company, Topic
from tests.end_to_end.cluster.new_enemy import new_enemy
from tests.end_to_end.cluster.new_enemy.clients import Reader, Stubborn, Writer
from tests.end_to_end.cluster.new_enemy.new_enemy import Deed, Step
from tests.end_to_end.waiting import wait_until


@dataclass
class Enemy:
    """A principal with its client, and the grant it holds now."""

    client: Stubborn
    right: int
    topic: Topic
    grant: int = 0

    @property
    def name(self) -> str:
        """Its user name."""
        return self.client.account.username


class History:
    """Principals on the given topics: as many writers as readers. Use as a context."""

    def __init__(self, company: Company, name: str, topics: Sequence[Topic]) -> None:
        self.deeds: list[Deed] = []
        self._company = company
        self._numbers = iter(range(1, 1_000_000))
        self.enemies = [self._enemy(f"{name}-{kind}-{at}", kind, topic) for at, topic in enumerate(topics)
                        for kind in ("writer", "reader")]  # fmt: skip
        company.confirm()
        for topic in topics:
            company.keep(topic)

    def run(self, steps: dict[str, list[Step]]) -> None:
        """Carry out the steps of all principals in parallel; raises the error of one of them, if any."""
        failures: list[BaseException] = []
        threads = [
            threading.Thread(target=self._all, args=(enemy, steps[enemy.name], failures)) for enemy in self.enemies
        ]
        for enemy in self.enemies:
            enemy.client.start()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for enemy in self.enemies:
            enemy.client.end()
        if failures:
            raise failures[0]

    def wrong(self) -> list[str]:
        """All violations, by the contents of the topics."""
        found = []
        for topic in {enemy.topic for enemy in self.enemies}:
            contents = self._company.contents(topic)
            found += [f"written: {message}" for message in new_enemy.written_against(contents)]
            for enemy in self.enemies:
                if isinstance(enemy.client, Reader) and enemy.topic == topic:
                    reads = new_enemy.read_against(contents, enemy.name, enemy.client.received, self.deeds)
                    found += [f"read by {enemy.name}: {message} at {at}" for message, at in reads]
        return found

    def _enemy(self, name: str, kind: str, topic: Topic) -> Enemy:
        account = self._company.service(name)
        right = WRITE_TOPIC if kind == "writer" else READ_TOPIC
        made = Writer if kind == "writer" else Reader
        grant = self._company.grant(account, topic, right)
        return Enemy(made(self._company.cluster.service_url, account, topic.full), right, topic, grant)

    def _all(self, enemy: Enemy, steps: list[Step], failures: list[BaseException]) -> None:
        center = self._company.session()
        try:
            operator = python.by_token(self._company.operator.token)
            with python.client(self._company.cluster.service_url, operator) as connected:
                trusted = connected.create_producer(enemy.topic.full)
                for step in steps:
                    self._take_step(enemy, step, center, trusted)
        except BaseException as failure:  # handed to the test's own thread
            failures.append(failure)
        finally:
            center.close()

    def _take_step(self, enemy: Enemy, step: Step, center: CenterApi, trusted: pulsar.Producer) -> None:
        number = next(self._numbers)
        before = enemy.client.done
        if step.wait_for_use:
            wait_until(f"{enemy.name} at work", lambda: enemy.client.done > before, 30, pause=0.002)
        time.sleep(step.before)
        begin = time.monotonic()
        _take_away(enemy, step, center)
        self._wait_until_confirmed(center)
        deed = Deed(enemy.name, number, time.monotonic(), confirm_ms=(time.monotonic() - begin) * 1000)
        self.deeds.append(deed)
        _append(trusted, "confirmed", deed)
        time.sleep(step.after)
        _append(trusted, "allowed", deed)
        deed.allowed = time.monotonic()
        _give_back(enemy, step, center)

    def _wait_until_confirmed(self, center: CenterApi) -> None:
        path = f"/api/v1/clusters/{self._company.cluster_id}/enforcement"
        report: dict[str, Any] = {}

        def complete() -> bool:
            report.update(center.get(path, revision=center.revision, wait_ms=10_000))
            return bool(report["complete"])

        wait_until(f"revision {center.revision} confirmed", complete, 90, pause=0.001, last=report)


def _append(trusted: pulsar.Producer, mark: str, deed: Deed) -> None:
    trusted.send(json.dumps({"by": "operator", "mark": mark, "who": deed.who, "n": deed.number}).encode())


def _take_away(enemy: Enemy, step: Step, center: CenterApi) -> None:
    if step.way == "disable":
        center.patch(f"/api/v1/users/{enemy.client.account.id}", status="disabled")
        return
    center.revoke(enemy.grant)
    if step.way == "flip":
        center.revoke(_grant_right(enemy, center))


def _give_back(enemy: Enemy, step: Step, center: CenterApi) -> None:
    if step.way == "disable":
        center.patch(f"/api/v1/users/{enemy.client.account.id}", status="active")
    else:
        enemy.grant = _grant_right(enemy, center)


def _grant_right(enemy: Enemy, center: CenterApi) -> int:
    return center.grant(enemy.client.account.id, TOPIC_TYPE, enemy.topic.id, enemy.right)
