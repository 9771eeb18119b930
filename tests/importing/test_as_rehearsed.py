"""An import by lot writes what its rehearsal said, opens nothing that the report does not name, and undone leaves every
table as it was. Roles are called alike in many forms; some of it is at the center already. `PUC_WALKS` imports."""

import json
import os
from collections.abc import Collection
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.decision import decide
from app.access.names import ResourceName
from app.desired_state.importing import runs
from app.desired_state.importing.models import Import
from app.desired_state.importing.native_roles import named
from app.desired_state.importing.pulsar_authorization import NativeRules
from app.identity import users
from app.platform.clock import now_ms
from app.platform.database import Base
from app.rights import snapshots
from tests.factories import a_service
from tests.importing.conftest import Migration

_FORMS = ["{}", "{}-a", "{}@corp.example", "oidc:{}", "CN={},OU=x", "{}/x", "{} ", "{}\u200b", "\u0430{}", "{}*", "*{}"]
_ALIKE = [form.format(name) for name in ("alice", "svc") for form in _FORMS] + ["ALICE", "Svc", "*", ""]
_ACTIONS = ("produce", "consume", "functions", "packages")
_TABLES = {kind: f"res_{kind}" for kind in ("tenant", "namespace", "topic", "subscription_rule")}
_TABLES |= {"user": "sys_user_info", "grant": "sys_role_res", "setting": "res_cluster"}
Answers = dict[tuple[str, str, str], bool]


def _rows(session: Session) -> dict[str, list[str]]:
    """All that there is, but for times, the audit log and the imports themselves."""
    left_out = ("imp_", "trail", "revision", "session")
    tables = [table for table in Base.metadata.sorted_tables if not any(word in table.name for word in left_out)]
    columns = {
        table.name: [column for column in table.columns if not column.name.endswith("_time")] for table in tables
    }
    return {name: sorted(repr(tuple(row)) for row in session.execute(select(*some))) for name, some in columns.items()}


def _answers(session: Session, cluster: int, topics: Collection[str]) -> Answers:
    snapshot, now = snapshots.snapshot_of(session, cluster), now_ms()
    asked = [(role, topic, what) for role in _ALIKE for topic in topics for what in ("PRODUCE", "CONSUME", "LOOKUP")]
    names = {topic: ResourceName.of_topic(topic) for topic in topics}
    return {
        question: decide(snapshot, question[0], f"topic:{question[2]}", names[question[1]], now=now).allowed
        for question in asked
    }


def _play(migration: Migration, chance: Random, roles: list[str]) -> None:
    played = migration.played
    for there in (played.tenants, played.namespaces, played.topics, played.topic_policies):
        there.clear()
    played.tenant("acme", *chance.sample(roles, chance.randint(0, 1)))
    for name in ("acme/one", "acme/two"):
        played.namespace(name, {role: chance.sample(_ACTIONS, 2) for role in chance.sample(roles, 2)})
        for topic in (f"persistent://{name}/t{number}" for number in range(3)):
            played.topics[topic] = chance.choice([0, 3])
            played.grant(topic, chance.choice(roles), chance.choice(_ACTIONS))
        played.only(name, "billing", *chance.sample(roles, chance.randint(0, 2)))


def _center_has(migration: Migration, chance: Random, *, disabled: bool) -> None:
    root = migration.root
    tenant = root.post("/api/v1/tenants", json={"name": "acme", "cluster_ids": [migration.cluster]}).json()["id"]
    for name in (chance.choice(["alice", "ALICE", "svc-a", "alice@corp.example"]), "svc"):
        user = migration.center.make(a_service, name).id
        body = {"user_id": user, "res_type": 2, "res_id": tenant, "authorities": [chance.choice([102, 103, 107])]}
        assert root.post("/api/v1/grants", json=body).status_code == 201
    if disabled:
        root.patch(f"/api/v1/users/{user}", json={"status": "disabled"}, headers={"If-Match": "*"}).raise_for_status()


_SHARED, _SUB = "to: shared-role, name: staff", "to: sub-account, name: sub, main: svc"
_BECOME = ("name: svc", "name: new", "to: nothing", _SHARED, _SUB)


def _line(role: str, become: str) -> str:
    exact = ", exact: true" if "*" in role else ""
    become = "to: service" if users.may_be_name(role) and become == _BECOME[0] else become
    return f"  - {{role: {json.dumps(role)}{exact}, {become}, accept_stronger: true}}\n"


@pytest.mark.parametrize("first", [0, 1])
def test_an_import_writes_what_was_rehearsed_and_undo_restores_it(migration: Migration, first: int) -> None:
    _center_has(migration, Random(first), disabled=first == 1)
    for seed in range(first, first + 2 * int(os.environ.get("PUC_WALKS", "3")), 2):
        chance, center = Random(seed), migration.center
        roles = chance.sample(_ALIKE, 6)
        _play(migration, chance, roles)
        topics, before = sorted(migration.played.topics), center.read(_rows)
        could = center.read(_answers, migration.cluster, topics)
        lines = (_line(role, chance.choice(_BECOME)) for role in roles if role)
        run = migration.begin('version: "1"\nroles:\n' + "".join(lines))["id"]
        report = migration.report(run)
        assert (center.read(_rows), report["stronger"]) == (before, []), f"seed {seed}: a rehearsal"
        assert migration.apply(run)["message"] is None
        report_before, after = migration.report(run), center.read(_rows)
        assert (report_before["refused"], report_before["comes"]) == ([], {}), f"seed {seed}"
        new = {name: set(after[name]) - set(before[name]) for name in before}
        changed = [name for name in before if set(before[name]) - set(after[name])]
        assert changed == ["res_cluster"] * report["comes"].get("setting", 0), f"seed {seed}: rows were changed"
        written = {kind: len(new[name]) for kind, name in _TABLES.items() if new[name]}
        assert written == {kind: n for kind, n in report["comes"].items() if kind != "role"}, f"seed {seed}"
        _check_proof(migration, run, report, could, center.read(_answers, migration.cluster, topics))
        assert migration.undo(run)["keeps"] == []
        assert center.read(_rows) == before, f"seed {seed}: undone"
        assert center.read(_answers, migration.cluster, topics) == could


def _check_proof(migration: Migration, run: int, report: dict[str, Any], before: Answers, after: Answers) -> None:
    estate = migration.center.read(lambda session: runs.content_of(session.get_one(Import, run)))
    rules, native = NativeRules(estate), set(named(estate))
    ask = {"PRODUCE": rules.may_produce, "CONSUME": rules.may_consume, "LOOKUP": rules.may_look_up}
    differs = report["proof"]["differences"]
    listed = {
        (difference["role"], topic, difference["operation"])
        for difference in differs
        for topic in (difference["topic"], *difference["others"])
    }
    made = {step["name"].partition(" on ")[0] for step in report["steps"]}
    for asked, allowed in after.items():
        if asked[0] in native:
            assert not allowed or ask[asked[2]](asked[0], ResourceName.of_topic(asked[1])) or asked in listed, asked
        elif asked[0] not in made:
            assert allowed == before[asked], asked
