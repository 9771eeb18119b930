"""Random worlds for the remedies of explain: rights that were given, passed on and lost."""

import random
from contextlib import suppress
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.names import ResourceType
from app.access.vocabulary import QUESTIONS
from app.grants import grants, roles
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput, NotAllowed, NotFound
from app.resources import subscription_rules
from app.resources.models import Topic
from app.rights.granting import grant_changes
from tests.factories import Person, a_cluster, a_grant, a_namespace, a_tenant, a_topic, a_user, an_administrator

HOUR = 3_600_000
TOPICS = ("created", "created-billing-DLQ", "paid", "closed", "closed-s-DLQ")
ORDERS = "persistent://acme/orders/"
NAMES = {
    ResourceType.CLUSTER: ["one"],
    ResourceType.TENANT: ["acme", "acme", "other", "away"],
    ResourceType.NAMESPACE: ["acme/orders", "acme/orders", "acme/bills", "acme/unknown"],
    ResourceType.TOPIC: [
        *(ORDERS + name for name in TOPICS),
        ORDERS + "created",
        ORDERS + "created-main0-RETRY",
        ORDERS + "created-partition-3",
        ORDERS + "created-partition-01",
        ORDERS + "created-billing-DLQ-partition-0",
        ORDERS + "unknown",
        "non-persistent://acme/bills/quick",
    ],
}
LIMITS = [Limits("created"), Limits("b"), Limits(None, ("billing",))]
SUBSCRIPTIONS = [None, None, "main0", "main0-audit", "main0-audit.x", "main0-x", "sub1:a", "billing"]
_READING: dict[str, Any] = {
    "cluster_id": 1,
    "principal": "third",
    "question": "topic:CONSUME",
    "resource_type": "topic",
    "resource": ORDERS + "created",
    "subscription": "main0-x",
}
RARE = [_READING, {**_READING, "resource": ORDERS + "closed"}]
"""Asked in every world, because rare at random: who may read, but a rule keeps it from the subscription, and a topic
that is switched off."""
_PLACES = [(0, 0), (1, 1), (1, 2), *[(2, 1)] * 3, (2, 2), (2, 3), *[(3, 1)] * 3, (3, 2), *[(4, n) for n in range(1, 6)]]


def estate(session: Session) -> None:
    """Two clusters, three tenants, two namespaces, five topics of which one is switched off."""
    first, second = a_cluster(session, "one"), a_cluster(session, "two")
    acme = a_tenant(session, "acme", first, second)
    a_tenant(session, "other", first)
    a_tenant(session, "away", second)
    orders = a_namespace(session, acme, "orders")
    a_namespace(session, acme, "bills")
    for name in TOPICS:
        a_topic(session, orders, name)
    session.get_one(Topic, 1 + TOPICS.index("closed")).is_valid = 2
    subscription_rules.put(session, "t", orders, "main0-x", [])


def people(session: Session, seed: int) -> list[Person]:
    """Main accounts (one name is a prefix of another), sub-accounts, an administrator; some lost what they gave."""
    rng = random.Random(seed)
    mains = [a_user(session, name) for name in ("main0", "main0-audit", "main1", "main2", "main3")]
    subs = [a_user(session, f"sub{number}", parent=rng.choice(mains)) for number in range(4)]
    everybody = [*mains, *subs, an_administrator(session, "zz")]
    shared = [roles.create(session, "t", f"role{number}") for number in range(3)]
    for role in shared:
        for person in rng.sample(everybody[:-1], 3):
            roles.join(session, "t", role.id, person.id)
    held = [*(roles.personal_role_of(session, person.id) for person in everybody), *shared]
    for _ in range(60):
        _give_by_nobody(session, rng, rng.choice(held))
    for _ in range(120):
        _give_by_somebody(session, rng, rng.choice(mains), rng.choice(held))
    return [*_pass_on(session), *everybody]


def _pass_on(session: Session) -> list[Person]:
    """A first person gives what it has to a second, who gives some of it to a third; then the first loses it."""
    chain = [a_user(session, name) for name in ("first", "second", "third")]
    a_grant(session, chain[0], [302], 4, 1, valid_until=now_ms() - HOUR)
    roles_of = [roles.personal_role_of(session, person.id) for person in chain]
    root = grants.grant(session, "t", roles_of[0].id, 4, 1, [302, 303, 304])
    for giver, role, numbers in ((0, 1, [302, 303, 304]), (1, 2, [303, 304])):
        by = session.get_one(User, chain[giver].id)
        grant_changes.give(session, by, roles_of[role], 4, 1, numbers, now=now_ms())
    grants.revoke(session, "t", root.id)
    return chain


def losses(session: Session, seed: int) -> None:
    """Some lose rights, also rights that they have passed on."""
    rng = random.Random(seed)
    for grant in list(session.scalars(select(Grant).where(Grant.authorities != "4").order_by(Grant.id))):
        if rng.random() < (0.6 if grant.granted_by_id is None else 0.15) and grant.granted_by not in (
            "first",
            "second",
        ):
            grants.revoke(session, "t", grant.id)


def _give_by_nobody(session: Session, rng: random.Random, role: Role) -> None:
    place = rng.choice(_PLACES)
    administer = max(ResourceType(place[0]).level, 0) * 100 + 4
    numbers = _some_authorities(rng, place[0], rng.randint(1, 4))
    numbers += [administer] * (rng.random() < 0.6)
    if place[0] < 2:  # holders of authority 4 need no grant
        numbers = [number for number in numbers if number != 4] or [3]
    start, end = window(rng)
    with suppress(Conflict, InvalidInput):  # it has this already, or it cannot be limited so
        limits = rng.choice([*[None] * 12, *LIMITS])
        grants.grant(session, "t", role.id, *place, numbers, valid_from=start, valid_until=end, limits=limits)


def _give_by_somebody(session: Session, rng: random.Random, giver: Person, role: Role) -> None:
    """A grant, mostly of what the giver holds, so that much is passed on."""
    by = session.get_one(User, giver.id)
    mine = select(UserRole.role_id).where(UserRole.user_id == giver.id)
    own = list(session.scalars(select(Grant).where(Grant.role_id.in_(mine)).order_by(Grant.id)))
    if own and rng.random() < 0.8:
        grant = rng.choice(own)
        place, numbers = (grant.res_type, grant.res_id), grant.authority_ids()
    else:
        place = rng.choice(_PLACES)
        numbers = _some_authorities(rng, place[0], 1)
    with suppress(Conflict, NotAllowed, NotFound):
        grant_changes.give(session, by, role, *place, numbers, now=now_ms())


def _some_authorities(rng: random.Random, kind: int, count: int) -> list[int]:
    """Mostly rights 0 to 6: with all rights equally often, few givers could pass on the same one."""
    known = grants.grantable_on(kind)
    often = [number for number in known if number % 100 <= 6]
    return rng.sample(known if rng.random() < 0.2 else often, count)


def window(rng: random.Random) -> tuple[int | None, int | None]:
    """A random window: often none, else ended, in the future, or ending later."""
    now = now_ms()
    return rng.choice(
        [(None, None)] * 4
        + [
            (None, now - HOUR),
            (now + HOUR, None),
            (None, now + HOUR),
            (None, now + 3 * HOUR),
            (now + 2 * HOUR, now + 4 * HOUR),
        ]
    )


def question(rng: random.Random, somebody: list[Person]) -> dict[str, Any]:
    """A random question, now or at another time; sometimes about somebody who lost what it had passed on."""
    if rng.random() < 0.25:
        what = {"question": rng.choice(["topic:PRODUCE", "topic:CONSUME"]), "resource": ORDERS + "created"}
        return {"cluster_id": 1, "principal": "first", "resource_type": "topic", **what}
    kind = rng.choice(
        [ResourceType.CLUSTER, ResourceType.TENANT, *[ResourceType.NAMESPACE] * 2, *[ResourceType.TOPIC] * 4]
    )
    asked_on = [entry.id for entry in QUESTIONS.values() if kind in entry.asked_on]
    found: dict[str, Any] = {
        "cluster_id": 1,
        "principal": rng.choice(somebody).username,
        "question": rng.choice(asked_on),
        "resource_type": kind.name.lower(),
        "resource": rng.choice(NAMES[kind]),
    }
    if kind == ResourceType.TOPIC:
        found["subscription"] = rng.choice(SUBSCRIPTIONS)
    moment = rng.choice([None, None, -2 * HOUR, HOUR // 2, 2 * HOUR, 5 * HOUR])
    return found if moment is None else {**found, "at": now_ms() + moment}
