"""An answer to one line writes what was answered and nothing else: on its cluster, on others, at the center, in lines.

A walk by lot changes two clusters behind the center's back and answers lines; before and after each answer everything
that the clusters and the center hold is compared.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from app.grants.models import Grant, Role
from app.platform.clock import now_ms
from app.resources import deletion, policies, subscription_rules
from app.resources.models import Namespace, Tenant, Topic
from tests.api.estate import ANY
from tests.center import Center
from tests.drift.conftest import TOPIC, Drifting, create
from tests.drift.obedient_cluster import Fact, ObedientCluster, facts
from tests.factories import a_service, an_administrator

NEW, SPACE = "persistent://acme/orders/new", "acme/orders"
Line = dict[str, Any]
Facts = dict[Fact, Any]
ANSWERS = ("adopt", "adopt", "repair", "repair", "accept", "undo")


@dataclass
class TwoSides:
    """The tenant acme on `prod` and `dr`, each with drift of its own."""

    sides: tuple[Drifting, Drifting]

    @property
    def prod(self) -> Drifting:
        """The first of them."""
        return self.sides[0]

    def compare(self) -> None:
        """Have all jobs done, and both clusters compared."""
        self.prod.provision()
        for side in self.sides:
            assert side.compare()["state"] == "done"

    def world(self) -> tuple[list[Facts], Facts, dict[int, Line]]:
        """What the clusters have, what the center has, and the lines."""
        there = [facts(side.played) for side in self.sides]
        lines = {line["id"]: {**line, "at": side.cluster} for side in self.sides for line in side.lines()}
        return there, self.prod.center.read(_facts), lines


@pytest.fixture
def two(center: Center) -> Iterator[TwoSides]:
    """In step with each other."""
    clusters = ObedientCluster(), ObedientCluster(name="dr")
    with ExitStack() as running:
        root = center.signed_in(center.make(an_administrator))
        ids = []
        for cluster_id in clusters:
            running.enter_context(cluster_id.running())
            at = {"address": "pulsar://127.0.0.1:6650", "admin_url": cluster_id.url}
            ids.append(create(root, "clusters", name=cluster_id.name, **at))
        for name in ("mallory", "trent"):
            center.make(a_service, name)
        tenant = create(root, "tenants", name="acme", cluster_ids=ids)
        wish = {"policies": {"message_ttl": "1h", "deduplication": "on"}}
        namespace = create(root, "namespaces", tenant_id=tenant, name="orders", bundles=4, **wish)
        topic = create(root, "topics", namespace_id=namespace, name="created", partitions=2)
        first = Drifting(center, clusters[0], root, ids[0], tenant, namespace, topic)
        found = TwoSides((first, replace(first, played=clusters[1], cluster=ids[1])))
        found.compare()
        yield found


def _facts(session: Any) -> Facts:
    found: Facts = {}
    rows = [row for model in (Tenant, Namespace, Topic) for row in session.scalars(select(model))]
    names = {row: deletion.name_of(session, row) for row in rows}
    for row, name in names.items():
        found[name, "resource", None] = (row.deleting, row.is_valid)
        for field in ("clusters", "partitions", "subscription_auth_mode", "bundles"):
            if hasattr(row, field):
                found[name, field.replace("clusters", "allowed_clusters"), None] = getattr(row, field)
        if not isinstance(row, Tenant):
            found |= {(name, "policy", policy): value for policy, value in policies.wish_of(row).items()}
        if isinstance(row, Namespace):
            rules = subscription_rules.rules_of(session, row)
            found |= {(name, "subscription_grant", rule.subscription): rule.users for rule in rules}
    held = {(number, row.id): name for row, name in names.items() for number in [_TYPES[type(row)]]}
    for grant, role in session.execute(select(Grant, Role).join(Role, Role.id == Grant.role_id)):
        key = held.get((grant.res_type, grant.res_id), "elsewhere"), "grant", role.role_name
        found[key] = sorted([*found.get(key, []), (grant.id, grant.authorities)])
    return found


_TYPES = {Tenant: 2, Namespace: 3, Topic: 4}


def _drift(side: Drifting, chance: Random) -> bool:
    """A random change on the cluster itself; False if nothing was changed."""
    played, mallory = side.played, chance.choice(["mallory", "trent"])
    if (space := played.namespaces.get(SPACE)) is None or chance.random() < 0.3:
        return False
    grants, tenant = space["auth_policies"], played.tenants["acme"]
    changes: list[tuple[dict[str, Any], str, list[Any]]] = [
        (space, "message_ttl_in_seconds", [60, 3600, 7200, None]),
        (space, "deduplicationEnabled", [True, False, None]),
        (space, "max_producers_per_topic", [5, 6, None]),
        (space, "subscription_auth_mode", ["None", "Prefix"]),
        (grants["namespace_auth"], mallory, [["produce"], ["consume", "produce"]]),
        (grants["subscription_auth_roles"], "billing", [[], ["mallory"], ["mallory", "trent"]]),
        (tenant, "adminRoles", [[], ["mallory"], ["trent"]]),
        (tenant, "allowedClusters", [["prod", "dr"], [played.name]]),
        (played.topics, NEW, [3]),
        (played.topics, TOPIC, [played.topics.get(TOPIC, 1) + 1]),
        (played.topic_policies, NEW, [{"maxProducers": 7}, {"maxProducers": 8}]),
    ]
    if chance.random() < 0.15:
        played.topics.pop(chance.choice([TOPIC, NEW]), None)
        return True
    there, name, values = chance.choice([*changes[:3], *changes])
    there[name] = chance.choice(values)
    return True


def _wish(side: Drifting, chance: Random) -> None:
    """An ordinary change of the center: nothing but this policy reaches the clusters."""
    body = {"policies": {"max_consumers_per_topic": chance.choice(["3", "4", None])}}
    path = f"/api/v1/namespaces/{side.namespace}/policies"
    answer = side.root.patch(path, json=body, headers=ANY)
    assert answer.status_code == 200 or answer.json()["code"] == "not_found", answer.text


def _fits(what: str, line: Line) -> bool:
    if what == "undo":
        return bool(line["may_be_undone"])
    return line["state"] in ("open", "accepted") and (what != "repair" or line["calls"] is not None)


def _answer(side: Drifting, what: str, line: Line) -> bool:
    """Answer the line; False if it is refused."""
    body: Line = {"confirm": line["place"]} if what in ("adopt", "repair") else {}
    if what == "accept":
        body = {"until": now_ms() + 86_400_000, "reason": "load test"}
    answer = side.answer(what, line, **body)
    assert answer.status_code == 200 or 400 < answer.status_code < 500, answer.text
    return answer.status_code == 200


def _changed_kinds(before: dict[Any, Any], after: dict[Any, Any]) -> set[Any]:
    return {key for key in {*before, *after} if before.get(key) != after.get(key)}


def _may(line: Line, fact: Fact, *, at_center: bool = False) -> bool:
    """Whether an answer to the line may change this: itself, or with a place what is in it and what it lies in."""
    place, field, subject = fact
    if line["field"] == "resource":
        short, other = line["place"].partition("://")[2] or line["place"], place.partition("://")[2] or place
        return f"{other}/".startswith(f"{short}/") or (field == "resource" and f"{short}/".startswith(f"{other}/"))
    if at_center and line["field"] in ("grant", "admin_roles"):
        wanted = line["actual"] if line["field"] == "admin_roles" else [line["subject"]]
        return (place, field) == (line["place"], "grant") and subject in wanted
    return fact == (line["place"], line["field"], line["subject"])


def _steps(two: TwoSides, chance: Random, outcomes: dict[str, int]) -> None:
    for side in two.sides:
        if _drift(side, chance):
            side.compare()
    before = two.world()
    if chance.random() < 0.15:
        _wish(two.prod, chance)
        two.compare()
        allowed = {(SPACE, "policy", "max_consumers_per_topic")}
        assert all(_changed_kinds(*worlds) <= allowed for worlds in zip(before[0], two.world()[0], strict=True))
        return
    lines = [(side, line) for side in two.sides for line in (*side.lines(), *side.lines(state="gone"))]
    may = {what: [pair for pair in lines if _fits(what, pair[1])] for what in ANSWERS}
    what = chance.choice([answer for answer in ANSWERS if may[answer]] or ["nothing"])
    if what == "nothing":
        return
    side, line = chance.choice(may[what])
    done = _answer(side, what, line)
    outcomes[what] = outcomes.get(what, 0) + done
    side.compare()  # while jobs wait
    two.compare()
    _nothing_else(two, side, what if done else "accept", line, before, two.world())


def _nothing_else(two: TwoSides, side: Drifting, what: str, line: Line, before: Any, after: Any) -> None:
    said = f"{what} {line['kind']} {line['place']} {line['field']} {line['subject']} at {side.played.name}"
    here, there = two.sides.index(side), 1 - two.sides.index(side)
    on_cluster, elsewhere = (
        _changed_kinds(before[0][here], after[0][here]),
        _changed_kinds(before[0][there], after[0][there]),
    )
    at_center = _changed_kinds(before[1], after[1])
    forgets = (what, line["kind"], line["field"]) == ("adopt", "missing", "resource")
    writes = what == "repair" or what == "undo" or forgets
    assert all(writes and _may(line, place) for place in on_cluster), (said, on_cluster)
    assert all(what in ("adopt", "undo") and _may(line, place) for place in elsewhere), (said, elsewhere)
    assert all(what in ("adopt", "undo") and _may(line, place, at_center=True) for place in at_center), (
        said,
        at_center,
    )
    for number, old in before[2].items():
        fact, new = (old["place"], old["field"], old["subject"]), after[2].get(number)
        whole = old["field"] == "resource" and old["place"] == line["place"]  # holds all values of the place
        if number != line["id"] and not (whole or _may(line, fact)) and old["subject"] != (line["subject"] or ""):
            names = ("state", "wished", "actual", "until", "reason", "since")
            assert {name: (new or {}).get(name) for name in names} == {name: old[name] for name in names}, (said, old)


def test_adopting_a_policy_leaves_the_others_of_its_place(two: TwoSides) -> None:
    """Messages would be lost by a TTL that is written back."""
    there = two.prod.played.namespaces[SPACE]
    there |= {"deduplicationEnabled": False, "message_ttl_in_seconds": 0}
    two.compare()
    lines = {line["subject"]: line for line in two.prod.lines()}
    until = now_ms() + 86_400_000
    two.prod.done("accept", lines["message_ttl"], until=until, reason="load test")
    two.prod.done("adopt", lines["deduplication"])
    two.compare()
    assert [side.played.namespaces[SPACE]["message_ttl_in_seconds"] for side in two.sides] == [0, 3600]
    assert [side.played.namespaces[SPACE]["deduplicationEnabled"] for side in two.sides] == [False, False]
    assert (two.prod.line()["state"], two.prod.line()["until"]) == ("accepted", until)


def test_adopting_does_not_write_back_what_a_cluster_changed_since(two: TwoSides) -> None:
    two.prod.played.topics[NEW], two.prod.played.topic_policies[NEW] = 3, {"maxProducers": 7}
    two.sides[1].played.topics[NEW], two.sides[1].played.topic_policies[NEW] = 3, {"maxProducers": 9}
    two.compare()
    two.prod.played.topic_policies[NEW] = {"maxProducers": 8}
    two.prod.done("adopt", two.prod.line())
    two.compare()
    values = [(side.line()["subject"], side.line()["wished"], side.line()["actual"]) for side in two.sides]
    assert values == [("max_producers_per_topic", 7, 8), ("max_producers_per_topic", 7, 9)]


@pytest.mark.parametrize("first", [0, 2])
def test_an_answer_writes_only_its_own_line(two: TwoSides, first: int) -> None:
    """By lot, so that every answer meets every other line. `PUC_WALKS` walks, each of 15 steps, from two seeds on."""
    outcomes: dict[str, int] = {}
    for seed in range(first, first + int(os.environ.get("PUC_WALKS", "1"))):
        chance = Random(seed)
        for step in range(15):
            try:
                _steps(two, chance, outcomes)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, step {step}: {error}") from error
    assert all(outcomes.get(what) for what in ANSWERS), f"an answer was never possible: {outcomes}"
