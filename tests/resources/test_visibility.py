"""Lists and single items show exactly what the decision's `any in` allows."""

import contextlib
import random

import pytest
from sqlalchemy import select

from app.access.authority_words import every_authority
from app.access.decision import decide
from app.access.limits import Limits
from app.access.names import ResourceName, ResourceType
from app.audit.trail import trail
from app.grants import places
from app.grants.grants import grantable_on
from app.grants.models import Grant
from app.grants.places import Place
from app.platform.calling_address import calling_from
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Conflict, InvalidInput
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.resources.visibility import visible
from app.rights import snapshots
from tests.factories import Person, a_cluster, a_grant, a_namespace, a_tenant, a_topic, a_user
from tests.seeds import seeds

MODELS: dict[ResourceType, type[Cluster] | type[Tenant] | type[Namespace] | type[Topic]] = {
    ResourceType.CLUSTER: Cluster,
    ResourceType.TENANT: Tenant,
    ResourceType.NAMESPACE: Namespace,
    ResourceType.TOPIC: Topic,
}
NOW = now_ms()
ADDRESSES = (None, "10.1.2.3", "2001:db8::7", "::ffff:10.1.2.3", "192.0.2.1", "testclient")
NETWORKS = (
    Limits(networks=("10.1.0.0/16",)),
    Limits(networks=("0.0.0.0/0",)),
    Limits(networks=("10.1.2.3/32", "2001:db8::/32")),
    Limits("t", networks=("::/0",)),
)


@pytest.fixture
def world(database: Database) -> Database:
    """Two clusters, tenants on one and on both, everything twice below."""
    with database.writing() as session:
        trail.lock_revision(session)
        east, west = a_cluster(session, "east"), a_cluster(session, "west")
        for name, clusters in (("one", (east,)), ("two", (west,)), ("both", (east, west))):
            tenant = a_tenant(session, name, *clusters)
            for below in ("n1", "n2"):
                namespace = a_namespace(session, tenant, below)
                a_topic(session, namespace, "t1")
                a_topic(session, namespace, "t2")
    return database


def some_grants(database: Database, person: Person, chance: random.Random) -> None:
    """Grants at random: up to two, in force or not."""
    with database.writing() as session:
        trail.lock_revision(session)
        for _ in range(chance.choice((1, 1, 2))):
            kind = chance.choice((*MODELS, ResourceType.NAMESPACE, ResourceType.TOPIC))
            res_id = chance.choice(session.scalars(select(MODELS[kind].id)).all())
            window = chance.choice(({}, {}, {}, {"valid_until": NOW - 1}, {"valid_from": NOW + 10**9}))
            limits = chance.choice((None, None, *map(Limits, ("t", "t1", "n1", "x")), *NETWORKS))
            numbers = every_authority(kind, limits) or grantable_on(int(kind))
            with contextlib.suppress(Conflict, InvalidInput):  # the same one twice, or a limit that is not possible
                a_grant(session, person, chance.sample(numbers, 1), int(kind), res_id, **window, limits=limits)


def seen_by_queries(database: Database, person: Person, address: str | None = None) -> set[tuple[int, int]]:
    """By the queries, from this address."""
    with calling_from(address), database.reading() as session:
        return {
            (int(kind), number)
            for kind, model in MODELS.items()
            for number in session.scalars(select(model.id).where(visible(session, person.id, kind, NOW)))
        }


def everywhere(database: Database) -> dict[tuple[int, int], Place]:
    """Every resource there is, and where."""
    with database.reading() as session:
        numbers = [
            (int(kind), number) for kind, model in MODELS.items() for number in session.scalars(select(model.id))
        ]
        return {key: places.place_of(session, *key) for key in numbers}


def seen_by_decision(
    database: Database, person: Person, there: dict[tuple[int, int], Place], address: str | None = None
) -> set[tuple[int, int]]:
    """By the decision, from this address, on any cluster of the resource."""
    with database.reading() as session:
        clusters = {cluster for place in there.values() for cluster in place.clusters}
        known = {number: snapshots.snapshot_of(session, number, [person.username]) for number in clusters}
    return {
        (kind, number)
        for (kind, number), place in there.items()
        if any(
            decide(
                known[cluster],
                person.username,
                "center:SEE",
                ResourceName.of(kind, place.name),
                now=NOW,
                address=address,
            ).allowed
            for cluster in place.clusters
        )
    }


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_lists_agree_with_the_decision(world: Database, seed: int) -> None:
    chance, there = random.Random(seed), everywhere(world)
    rounds = shown = 0
    while rounds < 25 or shown <= 40:
        rounds += 1
        with world.writing() as session:
            trail.lock_revision(session)
            main = a_user(session)
            sub = a_user(session, parent=main)
        some_grants(world, main, chance)
        some_grants(world, sub, chance)
        address = chance.choice(ADDRESSES)
        seen_by_main, seen_by_sub = (seen_by_queries(world, person, address) for person in (main, sub))
        decided_for_sub = seen_by_decision(world, sub, there, address)
        assert seen_by_main == seen_by_decision(world, main, there, address)
        # Both may hold something there, but on different clusters or no right in common (decision 0055): a sub-account
        # then sees the name in lists, and may do nothing.
        assert decided_for_sub <= seen_by_sub <= seen_by_main
        shown += len(seen_by_main) + len(seen_by_sub)


@pytest.mark.parametrize("authority", [4, 100, 101, 200, 201, 300, 301, 2, 303])
def test_rights_on_the_root(world: Database, authority: int) -> None:
    with world.writing() as session:
        trail.lock_revision(session)
        person = a_user(session)
        a_grant(session, person, [authority], 0, 0)
    assert seen_by_queries(world, person) == seen_by_decision(world, person, everywhere(world))


def test_a_misplaced_authority_shows_nothing(world: Database) -> None:
    """Nobody can grant it, but a table may be written by other hands."""
    with world.writing() as session:
        trail.lock_revision(session)
        person = a_user(session)
        number = session.scalars(select(Topic.id)).first()
        assert number is not None
        held = a_grant(session, person, [303], 4, number)
        session.get_one(Grant, held.id).authorities = "103"
    assert seen_by_queries(world, person) == seen_by_decision(world, person, everywhere(world)) == set()
