"""For any sequence of changes: the snapshot at N with the delta N→M applied equals the snapshot at M."""

import json
import random
from typing import Any

import pytest

from app.access.names import ResourceType
from app.access.rights_snapshot import RULED_FORMAT, from_json
from app.audit.trail import trail
from app.brokers.snapshot_delta import MOST_ENTRIES, changes_after
from app.grants import grants
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.resources import resource_rows, subscription_rules
from app.resources.models import Tenant
from app.rights import snapshots
from app.tokens import key_life
from tests.brokers import changes_of_accounts as accounts
from tests.brokers import changes_of_resources as resources
from tests.brokers.changes import STEPS, change
from tests.factories import TENANT, a_cluster, a_grant, a_namespace, a_tenant, a_topic, a_user
from tests.seeds import seeds

NOW = now_ms()
_STEPS = [
    *(step for step in STEPS if step is not resources.remove_cluster),
    *(accounts.add_user, accounts.add_token, resources.add_resource, resources.put_rule) * 2,
    *(accounts.revoke_token,) * 3,
]
"""Of a cluster that is gone there is no later snapshot."""


def _snapshot(database: Database, cluster: int) -> dict[str, Any]:
    with database.reading() as session:
        return snapshots.document(session, cluster, NOW)


@pytest.mark.parametrize("seed", seeds(4, 60))
def test_snapshot_and_delta_give_the_later_snapshot(database: Database, settings: Settings, seed: int) -> None:
    rng = random.Random(seed)
    with database.writing() as session:
        key_life.ensure(session, settings)
        tenant = a_tenant(session, None, a_cluster(session), a_cluster(session))
        namespaces = [a_namespace(session, tenant) for _ in range(2)]
        off = a_topic(session, namespaces[0], "off")
        full = f"persistent://{tenant.name}/{namespaces[0].name}/off"
        resource_rows.change(session, "test", ResourceType.TOPIC, off, full, None, is_valid=2)
        listed = [a_user(session, f"user{number}").username for number in range(4)]
        subscription_rules.put(session, "test", namespaces[1], "s0", listed)
    seen = [(cluster, _snapshot(database, cluster)) for cluster in (1, 2)]
    for number in range(120):
        change(database, rng, settings, _STEPS)
        if number % 10 == 9:
            seen += [(cluster, _snapshot(database, cluster)) for cluster in (1, 2)]
    final = {cluster: _snapshot(database, cluster) for cluster in (1, 2)}
    for part in ("grants", "invalid", "revoked"):
        assert any(document[part] for _, document in seen[2:]), part
    assert any(document["format"] == RULED_FORMAT for _, document in seen[2:])
    for cluster, earlier in seen:
        with database.reading() as session:
            delta = changes_after(session, cluster, earlier["revision"], NOW)
        assert delta is not None
        later = from_json(earlier).apply_delta(json.loads(json.dumps(delta)))
        assert later.to_json() == final[cluster]


def test_one_revision_of_many_entries_is_one_delta_until_a_snapshot_is_cheaper(database: Database) -> None:
    with database.writing() as session:
        a_cluster(session)
    start = _snapshot(database, 1)["revision"]
    for count, small in ((30, True), (MOST_ENTRIES, False)):
        with database.writing() as session:
            for number in range(count):
                trail.record(session, "test", "token.revoke", f"{count}-{number}")
        with database.reading() as session:
            delta = changes_after(session, 1, start, NOW)
        assert (delta is not None and delta["revision"] == start + 1) == small


def test_a_grant_revoked_after_its_tenant_left_the_cluster_is_gone(database: Database) -> None:
    with database.writing() as session:
        cluster_one, cluster_two = a_cluster(session), a_cluster(session)
        tenant = a_tenant(session, "acme", cluster_one)
        grant = a_grant(session, a_user(session), [103], TENANT, tenant.id)
    earlier = _snapshot(database, cluster_one.id)
    with database.writing() as session:
        tenant = session.get_one(Tenant, tenant.id)
        resource_rows.change(session, "test", ResourceType.TENANT, tenant, "acme", None, clusters=str(cluster_two.id))
        grants.revoke(session, "test", grant.id)
    with database.reading() as session:
        delta = changes_after(session, cluster_one.id, earlier["revision"], NOW)
    assert delta is not None
    assert delta["gone"]["grants"] == [grant.id]
