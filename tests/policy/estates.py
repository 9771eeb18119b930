"""Random estates, made through the functions that the service uses; crooked ones too."""

import random

from sqlalchemy.orm import Session

from app.access import grants, roles
from app.access.grants import grantable_on
from app.access.vocabulary import QUESTIONS
from app.accounts import lifecycle
from app.audit import trail
from app.database import Database
from app.errors import UserCenterError
from app.identity import groups, users
from app.identity.models import User
from app.policy import state
from app.resources import clusters, namespaces, standing, tenants, topics
from app.resources.models import Namespace, Tenant, Topic
from tests.policy.center_of import NOW

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
_TIMES = [None, None, None, 0, NOW - 5000, NOW + 1, NOW + 60_000, NOW + 86_400_123, 2**53, NOW + 10**9]


def bare(database: Database) -> None:
    """An administrator `root` and the clusters, as a fresh center has them."""
    with database.writing() as session:
        trail.lock_revision(session)
        root = lifecycle.create(session, "system", "root", "person")
        role = roles.personal_role_of(session, root.id)
        grants.grant(session, "system", role.id, 0, 0, [4])
        for name in CLUSTERS:
            clusters.create(session, "root", root.id, name, "pulsar://x:6650", "http://localhost:8080", ["localhost"])


def furnished(database: Database, seed: int) -> None:
    """A bare center, and then whatever the seed says."""
    bare(database)
    rng = random.Random(seed)
    with database.writing() as session:
        trail.lock_revision(session)
        _people(session, rng)
        _resources(session, rng)
        _grants(session, rng)
        _turns(session, rng)


def _people(session: Session, rng: random.Random) -> None:
    made = [
        groups.create(session, "test", name, rng.choice(_REMARKS)) for name in rng.sample(["Pay", "pay", "no", "42"], 2)
    ]
    for name in rng.sample(_PEOPLE, rng.randint(3, 9)):
        mains = [one for one in _users(session) if one.parent is None and one.kind == "person"]
        main = rng.choice(mains).id if rng.random() < 0.4 else None
        group = rng.choice([None, *(one.id for one in made)])
        kind = rng.choice(["person", "service"])
        lifecycle.create(
            session, "test", name, kind, nick=rng.choice(_REMARKS), group_id=group, parent_id=main, remark=rng.choice(_REMARKS)
        )  # fmt: skip
    for name in rng.sample(["order intake", "on", "订单", "12", "{x}"], rng.randint(0, 4)):
        role = roles.create(session, "test", name, rng.choice(_REMARKS))
        for user in rng.sample(_users(session), 2):
            roles.join(session, "test", role.id, user.id)


def _users(session: Session) -> list[User]:
    """Everybody but the clusters' own."""
    from sqlalchemy import select

    found = session.scalars(select(User).order_by(User.id))
    return [user for user in found if not user.username.startswith(("center.", "broker."))]


def _resources(session: Session, rng: random.Random) -> None:
    ids = list(state.read(session).clusters.values())
    for name in rng.sample(_NAMES, rng.randint(1, 3)):
        owner = rng.choice(_users(session))
        on = rng.sample(ids, rng.randint(1, len(ids)))
        tenant = tenants.create(session, owner.username, owner.id, name, on, remark=rng.choice(_REMARKS))
        for inner in rng.sample(_NAMES, rng.randint(0, 3)):
            bundles = rng.choice([1, 4, 7])
            made = namespaces.create(
                session, owner.username, owner.id, tenant, inner, bundles, remark=rng.choice(_REMARKS)
            )
            for local in rng.sample(_NAMES, rng.randint(0, 3)):
                domain = rng.choice(["persistent", "persistent", "non-persistent"])
                topics.create(
                    session, owner.username, owner.id, made, local, domain=domain, partitions=rng.choice([0, 0, 4]), remark=rng.choice(_REMARKS)
                )  # fmt: skip


def _grants(session: Session, rng: random.Random) -> None:
    """Through the lowest door, which does not ask who may: overlapping ones, and a sub-account's beyond its main's."""
    now = state.read(session)
    places = [(0, 0), *((1, one) for one in now.clusters.values())]
    places += [(int(kind), one.id) for (kind, _), one in now.resources.items()]
    receivers = [roles.personal_role_of(session, user.id).id for user in _users(session)]
    receivers += [one.id for one in now.roles.values()]
    for _ in range(rng.randint(5, 40)):
        kind, number = rng.choice(places)
        on = grantable_on(kind)
        some = rng.sample(on, min(len(on), rng.randint(1, 4)))
        start, until = rng.choice(_TIMES), rng.choice(_TIMES)
        if until is not None and until <= NOW:
            until = None  # what is over is not exported
        try:
            grants.grant(
                session, "test", rng.choice(receivers), kind, number, some, valid_from=start, valid_until=until, remark=rng.choice(_REMARKS)
            )  # fmt: skip
        except UserCenterError:
            continue


def _turns(session: Session, rng: random.Random) -> None:
    """Some are switched off afterwards."""
    for user in _users(session):
        if user.username != "root" and rng.random() < 0.2:
            users.change(session, "test", user, status=rng.choice(["disabled", "locked"]))
    for model in (Tenant, Namespace, Topic):
        for row in session.query(model):
            if rng.random() < 0.15:
                kind = {Tenant: tenants, Namespace: namespaces, Topic: topics}[model].KIND
                standing.change(session, "test", kind, row, "x", None, is_valid=2)


def questions(database: Database, seed: int, many: int) -> list[tuple[str, str, str, int, str | None, str | None, int]]:
    """Everybody about everything there is, at several times; a sample of it."""
    rng = random.Random(seed)
    with database.reading() as session:
        now = state.read(session)
    people = [*now.users, "nobody"]
    places: list[tuple[int, str]] = [(int(kind), name) for kind, name in now.resources]
    places += [(0, "*"), *((1, name) for name in now.clusters), (4, "persistent://a/b/c")]
    asked = []
    for _ in range(many):
        kind, name = rng.choice(places)
        question = rng.choice([one.id for one in QUESTIONS.values() if kind in one.asked_on])
        subscription = rng.choice([None, "s", rng.choice(people) + "-x"])
        time = rng.choice([NOW, NOW + 30_000, NOW + 10**8, NOW + 10**12])
        asked.append((rng.choice(CLUSTERS), rng.choice(people), question, kind, name, subscription, time))
    return asked
