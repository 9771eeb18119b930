"""Rights derived from those before a change equal the rights read after it."""

import random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.rights_snapshot import Snapshot
from app.api.admin.access import proposal
from app.api.callers import Caller
from app.audit.trail import trail
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import UserCenterError
from app.platform.settings import Settings
from app.rights import known_rights
from tests.api import listed_worlds
from tests.center import Center
from tests.factories import an_administrator

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("seed", range(4))
def test_only_what_was_changed_is_read_again(center: Center, seed: int) -> None:
    center.make(_a_world, seed)
    rng = random.Random(seed)
    with center.database.writing() as session:
        trail.lock_revision(session)
        user = session.get_one(User, 1)
        caller = SimpleNamespace(user_id=1, user=user, username="admin", is_administrator=True, session=session)
        done = sum(_compare(session, cast(Caller, caller), center.settings, rng) for _ in range(12))
        session.rollback()
    assert done > 3


def _compare(session: Session, caller: Caller, settings: Settings, rng: random.Random) -> bool:
    """Compare after a random change; False if it was refused."""
    changes = proposal.Proposal.model_validate(_random_changes(session, rng))
    touched = proposal.find_touched(session, changes)
    people, names = touched.people(session), touched.names(session)
    before = known_rights.of(session, people, roles=touched.joined)
    try:
        with session.begin_nested():
            made = proposal.make(caller, settings, changes, now_ms())
    except UserCenterError:
        return False
    after, expected = known_rights.read_changed(session, before, names, made), known_rights.of(session, people)
    for cluster in expected.clusters:
        assert _people_and_grants(after.on(cluster)) == _people_and_grants(expected.on(cluster)), changes
    return True


def _a_world(session: Session, seed: int) -> None:
    assert an_administrator(session).id == 1
    listed_worlds.estate(session)
    listed_worlds.people(session, seed)


def _random_changes(session: Session, rng: random.Random) -> dict[str, Any]:
    held = list(session.scalars(select(Grant.id).where(Grant.res_type != 0)))
    gone, other, *_ = rng.sample(held, 2)
    people = list(session.scalars(select(User.id).where(User.id != 1, User.status == "active")))
    shared = list(session.scalars(select(Role.id).where(Role.personal_of.is_(None))))
    members = session.execute(select(UserRole.user_id, UserRole.role_id).where(UserRole.role_id.in_(shared))).all()
    leaving, joining = rng.choice(members), (rng.choice(people), rng.choice(shared))
    kinds: dict[str, list[Any]] = {
        "revoke": [gone],
        "change": [{"id": other, "valid_until": 2**52}],
        "leave": [{"user_id": leaving[0], "role_id": leaving[1]}],
        "join": [{"user_id": joining[0], "role_id": joining[1]}] if joining not in map(tuple, members) else [],
        "grant": [{"role_id": rng.choice(shared), "res_type": 1, "res_id": 1, "authorities": [2]}],
        "disable": [rng.choice(people)],
    }
    chosen = rng.sample(sorted(kinds), 3)
    return {"revoke": [gone], **{kind: kinds[kind] for kind in chosen}}


def _people_and_grants(rights: Snapshot) -> tuple[Any, Any]:
    roles_of_people = {role for person in rights.users.values() for role in person.roles}
    return rights.users, {number: grant for number, grant in rights.grants.items() if grant.role in roles_of_people}
