"""Random estates, also unusual ones, made by the service's own functions."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.authority_words import every_authority
from app.access.limits import Limits
from app.access.names import ResourceType
from app.access.vocabulary import QUESTIONS
from app.audit.trail import trail
from app.desired_state.engine import center_reader
from app.grants import grants, roles
from app.identity import groups, users
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.identity.users import Kind
from app.platform.database import Database
from app.platform.errors import UserCenterError
from app.resources import clusters, creation, deletion, namespaces, resource_rows, subscription_rules, tenants, topics
from app.resources.models import Namespace, Tenant
from app.resources.pulsar import policies
from app.resources.resource_rows import Row
from tests.policy.center_of import NOW, Asked

CLUSTERS = ("prod", "dr")
_NAMES = ["a", "A", "no", "null", "007", "1e3", "a.b", "x=1", "true", "-", "2027-01-01", "acme"]
_PEOPLE = ["ann", "Ann", "no", "null", "007", "bob@example.com", "carl+1", "dora", "e", "f-1", "gus", "true"]
_REMARKS = [
    None,
    None,
    "cost centre 42",
    "yes",
    "# no comment",
    "line\nline",
    "über 订单: {x}",
    "- [a, *b]",
    " ends ",
    "",
]
_NICKS = [remark for remark in _REMARKS if remark is None or "\n" not in remark]
_WISHES: list[dict[str, Any]] = [
    {},
    policies.parse("topic", {"retention": "7d", "deduplication": "off", "message_ttl": "off"}),
    policies.parse("topic", {"backlog_quota": "50GB", "publish_rate": "messages=1,bytes=unlimited"}),
    policies.parse("topic", {"subscription_types_enabled": "Shared,Exclusive", "max_producers_per_topic": 7}),
]
_LIMITS = [
    None,
    None,
    None,
    Limits(networks=("10.0.0.0/8", "::1/128")),
    Limits("a", networks=("10.1.0.0/16",)),
    Limits("a"),
    Limits("n"),
    Limits("a.b"),
    Limits(None, ("ann-*", "s")),
    Limits("a", ("s",)),
]
_TIMES = [None, None, None, 0, NOW - 5000, NOW + 1, NOW + 60_000, NOW + 86_400_123, 2**53, NOW + 10**9]


def make_bare_center(database: Database) -> None:
    """An administrator `root` and the clusters, as a fresh center has them."""
    with database.writing() as session:
        trail.lock_revision(session)
        root = lifecycle.create(session, "system", "root", "person")
        role = roles.personal_role_of(session, root.id)
        grants.grant(session, "system", role.id, 0, 0, [4])
        for name in CLUSTERS:
            clusters.create(session, "root", root.id, name, "pulsar://x:6650", "http://localhost:8080", ["localhost"])


def make_furnished_center(database: Database, seed: int) -> None:
    """A bare center with random content by the seed."""
    make_bare_center(database)
    rng = random.Random(seed)
    with database.writing() as session:
        trail.lock_revision(session)
        _people(session, rng)
        _resources(session, rng)
        _grants(session, rng)
        _turns(session, rng)


def _people(session: Session, rng: random.Random) -> None:
    names = rng.sample(["Pay", "pay", "no", "42"], 2)
    made = [groups.create(session, "test", name, rng.choice(_REMARKS)) for name in names]
    for name in rng.sample(_PEOPLE, rng.randint(3, 7)):
        mains = [user for user in _users(session) if user.parent is None and user.kind == "person"]
        kinds: list[Kind] = ["person", "service"]
        lifecycle.create(
            session,
            "test",
            name,
            rng.choice(kinds),
            nick=rng.choice(_NICKS),
            group_id=rng.choice([None, *(group.id for group in made)]),
            parent_id=rng.choice(mains).id if rng.random() < 0.4 else None,
            remark=rng.choice(_REMARKS),
            networks=random.Random(name).choice([None, None, ["10.0.0.0/8", "::1"]]),
        )
    for name in rng.sample(["order intake", "on", "订单", "12", "{x}"], rng.randint(0, 4)):
        role = roles.create(session, "test", name, rng.choice(_REMARKS))
        for user in rng.sample(_users(session), 2):
            roles.join(session, "test", role.id, user.id)


def _users(session: Session) -> list[User]:
    """All users but those of the clusters."""
    found = session.scalars(select(User).order_by(User.id))
    return [user for user in found if not user.username.startswith(("center.", "broker."))]


def _resources(session: Session, rng: random.Random) -> None:
    ids = list(center_reader.read(session).clusters.values())
    for name in rng.sample(_NAMES, rng.randint(1, 2)):
        owner, on = rng.choice(_users(session)), rng.sample(ids, rng.randint(1, len(ids)))
        tenant = tenants.create(session, owner.username, owner.id, name, on, remark=rng.choice(_REMARKS))
        for inner in rng.sample(_NAMES, rng.randint(0, 2)):
            bundles, remark = rng.choice([1, 4, 7]), rng.choice(_REMARKS)
            wish = random.Random(inner).choice(_WISHES)
            new = namespaces.prepare(session, tenant, inner, bundles, remark, wish=wish)
            made = creation.create(session, owner.username, owner.id, new)
            _rules(session, rng, made)
            for local in rng.sample(_NAMES, rng.randint(0, 3)):
                domain = rng.choice(["persistent", "persistent", "non-persistent", "topic"])
                topic = topics.prepare(
                    session,
                    made,
                    local,
                    domain=domain,
                    partitions=0 if domain == "topic" else rng.choice([0, 0, 4]),
                    remark=rng.choice(_REMARKS),
                    wish=random.Random(local).choice(_WISHES) if domain == "persistent" else {},
                )
                creation.create(session, owner.username, owner.id, topic)


def _rules(session: Session, rng: random.Random, namespace: Namespace) -> None:
    people = [user.username for user in _users(session)]
    for name in rng.sample([*_NAMES, "s", "订单 {x}"], rng.randint(0, 2)):
        some = rng.sample(people, rng.randint(0, min(3, len(people))))
        subscription_rules.put(session, "test", namespace, name, some)
    if rng.random() < 0.2:
        name, mode = deletion.name_of(session, namespace), {"subscription_auth_mode": "Prefix"}
        resource_rows.change(session, "test", ResourceType.NAMESPACE, namespace, name, None, **mode)


def _grants(session: Session, rng: random.Random) -> None:
    """Grants without checks of the giver: overlapping ones, and grants of a sub-account that its main account lacks."""
    now = center_reader.read(session)
    places = [(0, 0), *((1, cluster_id) for cluster_id in now.clusters.values())]
    places += [(int(kind), resource.id) for (kind, _), resource in now.resources.items()]
    receivers = [roles.personal_role_of(session, user.id).id for user in _users(session)]
    receivers += [role.id for role in now.roles.values()]
    for _ in range(rng.randint(5, 25)):
        kind, number = rng.choice(places)
        limits = rng.choice(_LIMITS)
        on = every_authority(ResourceType(kind), limits)
        start, until = rng.choice(_TIMES), rng.choice(_TIMES)
        if until is not None and until <= NOW:
            until = None  # expired grants are not exported
        with suppress(UserCenterError):  # for example, an end before the beginning
            grants.grant(
                session,
                "test",
                rng.choice(receivers),
                kind,
                number,
                rng.sample(on, min(len(on), rng.randint(1, 4))),
                valid_from=start,
                valid_until=until,
                remark=rng.choice(_REMARKS),
                limits=limits,
            )


def _turns(session: Session, rng: random.Random) -> None:
    """Switch some users and resources off."""
    for user in _users(session):
        if user.username != "root" and rng.random() < 0.2:
            users.change(session, "test", user, status=rng.choice(["disabled", "locked"]))
    for kind, row in _rows(session):
        if rng.random() < 0.15:
            resource_rows.change(session, "test", kind, row, deletion.name_of(session, row), None, is_valid=2)


def _rows(session: Session) -> Iterator[tuple[ResourceType, Row]]:
    for tenant in session.scalars(select(Tenant).order_by(Tenant.id)).all():
        yield ResourceType.TENANT, tenant
        yield from deletion.below(session, ResourceType.TENANT, tenant)


def questions(database: Database, seed: int, many: int) -> list[Asked]:
    """A sample of all questions: every user, every resource, several times."""
    rng = random.Random(seed)
    with database.reading() as session:
        now = center_reader.read(session)
    people = [*now.users, "nobody"]
    places: list[tuple[int, str]] = [(int(kind), name) for kind, name in now.resources]
    places += [(0, "*"), *((1, name) for name in now.clusters), (4, "persistent://a/b/c")]
    asked: list[Asked] = []
    for _ in range(many):
        kind, name = rng.choice(places)
        question = rng.choice([known.id for known in QUESTIONS.values() if kind in known.asked_on])
        subscription = rng.choice([None, "s", rng.choice(people) + "-x"])
        time = rng.choice([NOW, NOW + 30_000, NOW + 10**8, NOW + 10**12])
        asked.append((rng.choice(CLUSTERS), rng.choice(people), question, kind, name, subscription, time))
    return asked
