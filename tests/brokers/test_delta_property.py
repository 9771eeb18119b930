"""For any sequence of changes: the snapshot at N with the delta N→M applied equals the snapshot at M."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from app.access.rights import RULED_FORMAT, from_json
from app.brokers.delta import MOST_ENTRIES, changes_after
from app.database import Database
from app.errors import UserCenterError
from app.grants import grants, roles
from app.grants.models import Grant, Role, UserRole
from app.identity import users
from app.identity.models import User
from app.pulsar.names import ResourceType
from app.resources import resource_rows, subscription_rules
from app.resources.models import Cluster, Namespace, SubscriptionRule, Tenant, Topic
from app.rights import snapshots
from app.tokens.models import RevokedToken
from app.trail import trail
from tests.seeds import seeds

NOW = 1_800_000_000_000
Step = Callable[[Session, random.Random], None]


def _cluster(session: Session, name: str) -> None:
    session.add(Cluster(name=name, address="pulsar://x:6650", admin_url="http://x", add_time=1, update_time=1))
    session.flush()
    trail.record(session, "test", "cluster.create", name, after={"name": name})


def _any(session: Session, rng: random.Random, model: Any) -> Any:
    # In one order on every database, so that a seed is the same sequence of changes on each.
    rows = list(session.scalars(select(model).order_by(*inspect(model).primary_key)))
    return rng.choice(rows) if rows else None


def _full_name(session: Session, row: Any) -> str:
    if isinstance(row, Tenant):
        return row.name
    tenant = session.get_one(Tenant, row.tenant).name
    if isinstance(row, Namespace):
        return f"{tenant}/{row.name}"
    return f"{row.domain}://{tenant}/{session.get_one(Namespace, row.namespace).name}/{row.name}"


def _facts(row: Any) -> dict[str, Any]:
    facts = {"is_valid": row.is_valid, "deleting": row.deleting}
    return {**facts, "clusters": row.cluster_ids()} if isinstance(row, Tenant) else facts


def _kind(row: Any) -> str:
    return type(row).__name__.lower()


def add_user(session: Session, rng: random.Random) -> None:
    main = _any(session, rng, User) if rng.random() < 0.4 else None
    parent = main.id if main is not None and main.parent is None else None
    user = users.create(session, "test", f"user{rng.randrange(10**9)}", "service", parent_id=parent)
    roles.create_personal(session, "test", user.id, user.username)


def change_user(session: Session, rng: random.Random) -> None:
    if user := _any(session, rng, User):
        users.change(session, "test", user, status=rng.choice(["active", "disabled", "locked"]))


def remove_user(session: Session, rng: random.Random) -> None:
    user = _any(session, rng, User)
    if user is not None and session.scalars(select(User.id).where(User.parent == user.id)).first() is None:
        roles.remove_personal(session, "test", user.id)
        subscription_rules.forget_user(session, "test", user)
        users.remove(session, "test", user)


def add_role(session: Session, rng: random.Random) -> None:
    roles.create(session, "test", f"role{rng.randrange(10**9)}")


def remove_role(session: Session, rng: random.Random) -> None:
    if role := _any(session, rng, Role):
        roles.remove(session, "test", role, cascade=True)


def join(session: Session, rng: random.Random) -> None:
    role, user = _any(session, rng, Role), _any(session, rng, User)
    if role is not None and user is not None:
        roles.join(session, "test", role.id, user.id)


def leave(session: Session, rng: random.Random) -> None:
    if member := _any(session, rng, UserRole):
        roles.leave(session, "test", member.role_id, member.user_id)


def add_resource(session: Session, rng: random.Random) -> None:
    tenant, namespace = _any(session, rng, Tenant), _any(session, rng, Namespace)
    name, times = f"r{rng.randrange(10**9)}", {"add_time": 1, "update_time": 1}
    row: Any = Tenant(name=name, clusters=rng.choice(["1", "2", "1,2"]), **times)
    if tenant is not None and rng.random() < 0.7:
        row = Namespace(name=name, tenant=tenant.id, **times)
    if namespace is not None and rng.random() < 0.7:
        domain = rng.choice(["persistent", "non-persistent"])
        row = Topic(name=name, tenant=namespace.tenant, namespace=namespace.id, domain=domain, **times)
    session.add(row)
    session.flush()
    trail.record(session, "test", f"{_kind(row)}.create", _full_name(session, row), after=_facts(row))


def change_resource(session: Session, rng: random.Random) -> None:
    if (row := _any(session, rng, rng.choice([Tenant, Namespace, Topic]))) is None:
        return
    before = _facts(row)
    if isinstance(row, Tenant) and rng.random() < 0.5:
        row.clusters = rng.choice(["1", "2", "1,2"])
    elif rng.random() < 0.3:
        row.deleting = 1 - row.deleting
    else:
        row.is_valid = 3 - row.is_valid
    session.flush()
    trail.record(session, "test", f"{_kind(row)}.update", _full_name(session, row), before=before, after=_facts(row))


def remove_topic(session: Session, rng: random.Random) -> None:
    if (row := _any(session, rng, Topic)) is not None:
        grants.revoke_all_on(session, "test", 4, row.id)
        name, before = _full_name(session, row), _facts(row)
        session.delete(row)
        session.flush()
        trail.record(session, "test", "topic.delete", name, before=before)


def add_grant(session: Session, rng: random.Random) -> None:
    role = _any(session, rng, Role)
    res_type = rng.randrange(5)
    row = _any(session, rng, (Cluster, Tenant, Namespace, Topic)[res_type - 1]) if res_type else None
    if role is not None and (res_type == 0 or row is not None):
        some = rng.sample(grants.grantable_on(res_type), 2)
        start = rng.choice([None, NOW])
        grants.grant(session, "test", role.id, res_type, row.id if row else 0, some, valid_from=start)


def change_grant(session: Session, rng: random.Random) -> None:
    if given := _any(session, rng, Grant):
        some = rng.sample(grants.grantable_on(given.res_type), 1)
        grants.change(session, "test", given, authorities=some, valid_until=rng.choice([None, NOW * 2]))


def revoke(session: Session, rng: random.Random) -> None:
    if given := _any(session, rng, Grant):
        grants.revoke(session, "test", given.id)


def revoke_token(session: Session, rng: random.Random) -> None:
    jti = f"token{rng.randrange(10**9)}"
    session.add(RevokedToken(jti=jti, valid_until=NOW + rng.randrange(10**6)))
    trail.record(session, "test", "token.revoke", jti)


def put_rule(session: Session, rng: random.Random) -> None:
    if namespace := _any(session, rng, Namespace):
        listed = [user.username for user in (_any(session, rng, User), _any(session, rng, User)) if user]
        subscription_rules.put(session, "test", namespace, f"s{rng.randrange(3)}", listed)


def remove_rule(session: Session, rng: random.Random) -> None:
    if rule := _any(session, rng, SubscriptionRule):
        subscription_rules.remove(session, "test", session.get_one(Namespace, rule.namespace), rule)


def change_mode(session: Session, rng: random.Random) -> None:
    if row := _any(session, rng, Namespace):
        mode = {"subscription_auth_mode": rng.choice(["None", "Prefix"])}
        resource_rows.change(session, "test", ResourceType.NAMESPACE, row, _full_name(session, row), None, **mode)


STEPS: list[Step] = [
    *(add_user, add_role, join, add_resource, add_grant) * 3,
    *(change_user, remove_user, remove_role, leave, change_resource, remove_topic, change_grant, revoke, revoke_token),
    *(put_rule, remove_rule, change_mode),
]


def _do(database: Database, rng: random.Random) -> None:
    try:
        with database.writing() as session:
            trail.lock_revision(session)
            for step in rng.choices(STEPS, k=rng.choice([1, 1, 1, 4])):  # several changes can be one revision
                step(session, rng)
    except UserCenterError:
        pass  # refused: nothing may have changed, which the comparison shows as well


def _snapshot(database: Database, cluster: int) -> dict[str, Any]:
    with database.reading() as session:
        return snapshots.document(session, cluster, NOW)


@pytest.mark.parametrize("seed", seeds(4, 60))
def test_snapshot_and_delta_give_the_later_snapshot(database: Database, seed: int) -> None:
    rng = random.Random(seed)
    with database.writing() as session:
        for name in ("one", "two"):
            _cluster(session, name)
    seen = [(cluster, _snapshot(database, cluster)) for cluster in (1, 2)]
    while len(seen) < 26 or not any(document["format"] == RULED_FORMAT for _, document in seen):
        for _ in range(10):
            _do(database, rng)
        seen += [(cluster, _snapshot(database, cluster)) for cluster in (1, 2)]
    final = {cluster: _snapshot(database, cluster) for cluster in (1, 2)}
    assert any(document["grants"] for _, document in seen)
    for cluster, earlier in seen:
        with database.reading() as session:
            delta = changes_after(session, cluster, earlier["revision"], NOW)
        assert delta is not None
        later = from_json(earlier).apply_delta(json.loads(json.dumps(delta)))
        assert later.to_json() == final[cluster]


def test_one_revision_of_many_entries_is_one_delta_until_a_snapshot_is_cheaper(database: Database) -> None:
    with database.writing() as session:
        _cluster(session, "one")
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
        for name in ("one", "two"):
            _cluster(session, name)
        tenant = Tenant(name="acme", clusters="1", add_time=1, update_time=1)
        session.add(tenant)
        session.flush()
        trail.record(session, "test", "tenant.create", "acme", after=_facts(tenant))
        role = roles.create(session, "test", "readers")
        grant = grants.grant(session, "test", role.id, 2, tenant.id, [103])
    earlier = _snapshot(database, 1)
    with database.writing() as session:
        tenant = session.get_one(Tenant, tenant.id)
        before, tenant.clusters = _facts(tenant), "2"
        trail.record(session, "test", "tenant.update", "acme", before=before, after=_facts(tenant))
        grants.revoke(session, "test", grant.id)
    with database.reading() as session:
        delta = changes_after(session, 1, earlier["revision"], NOW)
    assert delta is not None
    assert delta["gone"]["grants"] == [grant.id]
