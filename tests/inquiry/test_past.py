"""The state as of any revision, rebuilt from the trail alone, is exactly what was there."""

import json
import random
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.orm import Session

from app.audit.trail import history, trail
from app.audit.trail.chain import Verifier
from app.audit.trail.export import lines
from app.grants import grants, roles
from app.identity.models import User
from app.platform.database import Database
from app.platform.errors import InvalidInput, NotFound
from app.platform.settings import Settings
from app.resources.models import Cluster
from app.rights import snapshots
from app.rights.inquiry import past
from app.tokens import key_life
from tests.brokers.changes import change
from tests.brokers.kept_rows import in_order, rows
from tests.center import Center
from tests.factories import TENANT, Person, a_cluster, a_grant, a_tenant, a_user, an_administrator
from tests.seeds import seeds


@dataclass(frozen=True)
class StateThen:
    """What was there at a revision."""

    revision: int
    rows: dict[str, list[dict[str, Any]]]
    documents: dict[int, dict[str, Any]]
    of_one: tuple[str, dict[str, Any]] | None


def _look(session: Session, rng: random.Random) -> StateThen:
    clusters = list(session.scalars(select(Cluster.id).order_by(Cluster.id)))
    name = rng.choice([*session.scalars(select(User.username).order_by(User.id)), "nobody"])
    limited = snapshots.snapshot_of(session, clusters[0], [name]).to_json() if clusters else None
    return StateThen(
        trail.current_revision(session),
        rows(session),
        {number: snapshots.snapshot_of(session, number).to_json() for number in clusters},
        (name, limited) if limited else None,
    )


def _has_every_part(seen: list[StateThen]) -> bool:
    documents = [document for look in seen for document in look.documents.values()]
    parts = ("grants", "invalid", "subscription_rules")
    return all(any(document.get(part) for document in documents) for part in parts)


def _rebuilt(session: Session, revision: int) -> dict[str, list[dict[str, Any]]]:
    found = defaultdict(list)
    for line in history.state(session, revision):
        found[line["table"]].append(line["row"])
    return {table: in_order(found[table]) for table in history.TABLES.values()}


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_the_trail_rebuilds_every_earlier_state(database: Database, settings: Settings, seed: int) -> None:
    rng = random.Random(seed)
    seen: list[StateThen] = []
    with database.writing() as session:
        key_life.ensure(session, settings)
    while len(seen) < 9 or not _has_every_part(seen):
        assert len(seen) < 50, "these changes lead to no such rights"
        for _ in range(20):
            change(database, rng, settings)
        with database.reading() as session:
            seen.append(_look(session, rng))
    with database.reading() as session:
        for look in seen:
            assert _rebuilt(session, look.revision) == look.rows
            for cluster, document in look.documents.items():
                assert past.snapshot_at(session, cluster, look.revision).to_json() == document
            if look.of_one is not None:
                first = min(look.documents)
                assert past.snapshot_at(session, first, look.revision, [look.of_one[0]]).to_json() == look.of_one[1]
        verifier = Verifier()
        assert [found for line in lines(session, after=0, until=10**9) for found in verifier.feed(line)] == []
        assert verifier.finish(trail.newest(session)) == []


def test_the_past_of_one_user_takes_a_fixed_number_of_statements(center: Center) -> None:
    tenant, alice = center.make(a_tenant, "acme"), center.make(a_user, "alice")
    center.make(a_grant, alice, [103], TENANT, tenant.id)
    then = center.read(trail.current_revision)

    def cost(session: Session) -> int:
        statements: list[str] = []
        event.listen(session.connection(), "after_cursor_execute", lambda *given: statements.append(given[2]))
        assert len(past.snapshot_at(session, int(tenant.clusters), then, ["alice"]).grants) == 1
        return len(statements)

    before = center.read(cost)
    center.make(lambda session: [a_grant(session, a_user(session), [103], TENANT, tenant.id) for _ in range(60)])
    assert center.read(cost) == before


def test_absent_revisions_and_absent_clusters(center: Center) -> None:
    before = center.read(trail.current_revision)
    cluster = center.make(a_cluster, "late")
    newest = center.read(trail.current_revision)
    for unknown in (0, -1, newest + 1, 2**62):
        with pytest.raises(InvalidInput) as refused:
            center.read(past.snapshot_at, cluster.id, unknown)
        assert refused.value.stable_code == "unknown_revision"
    with pytest.raises(NotFound):
        center.read(past.snapshot_at, cluster.id, before)
    assert center.read(past.snapshot_at, cluster.id, newest).cluster == "late"
    assert center.read(past.snapshot_at, None, before).revision == before


def test_administrators_export_the_state_without_secrets(center: Center, alice: Person) -> None:
    center.signed_in(alice)
    then = center.read(trail.current_revision)
    role = center.make(roles.create, "test", "readers")
    tenant = center.make(a_tenant, "acme")
    center.make(grants.grant, "test", role.id, TENANT, tenant.id, [103])
    admin = center.with_token(center.make(an_administrator))
    answer = admin.get("/api/v1/trail/state", params={"revision": then})
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["row"]["username"] for line in found if line["table"] == "sys_user_info"] == ["alice"]
    assert not any(line["table"] in ("res_tenant", "sys_role_res") for line in found)
    assert "passwd" not in answer.text
    assert admin.get("/api/v1/trail/state", params={"revision": 10**6}).json()["code"] == "unknown_revision"
    assert center.with_token(alice).get("/api/v1/trail/state?revision=1").status_code == 403
