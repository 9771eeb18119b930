"""The list of grants shows what it should: compared, grant by grant, with what the decision says of administering."""

import random

import pytest
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.grants import grants, places, roles
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.platform.calling_address import calling_from
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput
from app.resources.models import Topic
from app.rights import visible_grants
from app.rights.granting import giver_rights
from tests.center import Center
from tests.factories import (
    CLUSTER,
    NAMESPACE,
    ROOT,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
)  # fmt: skip
from tests.seeds import seeds

ADMINISTER = (104, 204, 304)
OTHERS = (102, 203, 302)


def an_estate(session: Session, seed: int) -> list[Person]:
    """Two clusters, some resources below each, and people with rights here and there, in force or not."""
    chance = random.Random(seed)
    people = [a_user(session) for _ in range(5)]
    people.append(a_user(session, parent=people[0]))
    found = [(ROOT, 0)]
    for cluster in (a_cluster(session), a_cluster(session)):
        found.append((CLUSTER, cluster.id))
        for _ in range(2):
            tenant = a_tenant(session, None, cluster)
            namespace = a_namespace(session, tenant)
            found += [(TENANT, tenant.id), (NAMESPACE, namespace.id)]
            found += [(TOPIC, a_topic(session, namespace).id) for _ in range(2)]
    for _ in range(60):
        res_type, res_id = chance.choice(found)
        fitting = set(grants.grantable_on(res_type)) & {4, *ADMINISTER, *OTHERS}
        window = chance.choice([{}, {}, {"valid_from": now_ms() + 10**9}, {"valid_until": now_ms() + 10**9}])
        try:
            limits = chance.choice([None, None, *map(Limits, ("name", "t", "n", "topic", "x"))])
            number = chance.choice(sorted(fitting))
            a_grant(session, chance.choice(people), [number], res_type, res_id, **window, limits=limits)
        except (Conflict, InvalidInput):
            continue
    return people


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_the_list_agrees_with_the_decision(center: Center, seed: int) -> None:
    people = center.make(an_estate, seed)
    with center.database.reading() as session:
        now = now_ms()
        every = list(session.scalars(select(Grant)))
        for person in people:
            user = session.get_one(User, person.id)
            wanted = {grant.id for grant in every if _is_shown(session, user, grant, now)}
            shown = set(session.scalars(select(Grant.id).where(visible_grants.visible_to(session, user, now))))
            assert shown == wanted, user.username
        assert 0 < len(shown) < len(every)


def _is_shown(session: Session, user: User, grant: Grant, now: int) -> bool:
    accounts = {user.id, *session.scalars(select(User.id).where(User.parent == user.id))}
    if set(session.scalars(select(UserRole.user_id).where(UserRole.role_id == grant.role_id))) & accounts:
        return True
    if user.parent is not None:
        return False
    place = places.place_of(session, grant.res_type, grant.res_id)
    return giver_rights.giver(session, user, place, now).administers(grant.limits)


@pytest.mark.parametrize("networks", [None, ("10.0.0.0/8",)])
def test_an_address_adds_nothing_to_the_query_unless_a_grant_counts_from_there(
    center: Center, networks: tuple[str, ...] | None
) -> None:
    limits = Limits(networks=networks) if networks else None

    def make_limited(session: Session) -> Person:
        person, namespace = a_user(session), a_namespace(session)
        a_grant(session, person, [204], NAMESPACE, namespace.id)
        for _ in range(3):
            a_grant(session, person, [304], TOPIC, a_topic(session, namespace).id, limits=limits)
        return person

    person, now = center.make(make_limited), now_ms()
    with center.database.reading() as session:
        user = session.get_one(User, person.id)

        def length_of_query(address: str | None) -> int:
            with calling_from(address):
                return len(str(visible_grants.visible_to(session, user, now)))

        nowhere = length_of_query(None)
        assert (length_of_query("2001:db8::7"), length_of_query("192.0.2.1")) == (nowhere, nowhere)
        assert nowhere <= length_of_query("10.1.2.3") < 3 * nowhere
        assert (length_of_query("10.1.2.3") > nowhere) is (networks is not None)


def test_an_owner_of_a_thousand_topics_still_gets_a_list(center: Center) -> None:
    """A condition for each of them would be more than a database takes."""

    def make_owner_of_many(session: Session) -> Person:
        owner, namespace = a_user(session, "owner"), a_namespace(session)
        role = roles.personal_role_of(session, owner.id)
        topic = {"tenant": namespace.tenant, "namespace": namespace.id, "add_time": 1, "update_time": 1}
        session.execute(insert(Topic), [{**topic, "name": f"t{number}"} for number in range(1100)])
        given = {"role_id": role.id, "res_type": TOPIC, "authorities": "304", "granted_by": "test"}
        ids = session.scalars(select(Topic.id))
        rows = [{**given, "res_id": number, "add_time": 1, "update_time": 1} for number in ids]
        session.execute(insert(Grant), rows)
        return owner

    owner = center.make(make_owner_of_many)
    answer = center.with_token(owner).get("/api/v1/grants", params={"limit": 5})
    assert (answer.status_code, answer.json()["total"]) == (200, 1100)
