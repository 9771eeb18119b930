"""An import that is killed anywhere and continued ends like an undisturbed one."""

import itertools
import random
from collections.abc import Callable, Collection
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.desired_state.importing import applying
from app.desired_state.importing.progress import CLAIM_MS
from app.grants.models import Grant, Role
from app.resources.models import Namespace, SubscriptionRule, Tenant, Topic
from tests.importing.conftest import Migration

_SMALL_BATCH = 4
_KILLS, _STEPS = 6, 24
"""How often the worker is killed, and among how many of its first steps; undisturbed it takes more."""


class Killed(BaseException):
    """As SIGKILL: nothing catches it."""


def state(session: Session) -> dict[str, set[Any]]:
    """What an import makes, by names."""
    roles = {role.id: role.role_name for role in session.scalars(select(Role))}
    return {
        "tenants": set(session.scalars(select(Tenant.name))),
        "namespaces": set(session.execute(select(Namespace.name, Namespace.subscription_auth_mode))),
        "topics": set(session.execute(select(Topic.name, Topic.domain, Topic.partitions))),
        "rules": set(session.scalars(select(SubscriptionRule.subscription))),
        "roles": set(roles.values()),
        "grants": {
            (roles[grant.role_id], grant.res_type, grant.authorities) for grant in session.scalars(select(Grant))
        },
    }


def killing(monkeypatch: pytest.MonkeyPatch, moments: Collection[int]) -> None:
    """The worker is killed at these of its steps, counted through its lives: before, within and after transactions."""
    made: Callable[..., Any] = applying.apply
    whole, steps = applying.make, itertools.count()

    def step() -> None:
        if next(steps) in moments:
            raise Killed

    def apply(*given: Any) -> Any:
        done = made(*given)
        step()
        return done

    def transaction(*given: Any) -> None:
        step()
        whole(*given)
        step()

    monkeypatch.setattr(applying, "apply", apply)
    monkeypatch.setattr(applying, "make", transaction)


@pytest.mark.parametrize("seed", [*range(1, 4), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 54))])
def test_a_killed_import_ends_like_an_undisturbed_one(
    migration: Migration, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    run = migration.begin()
    wanted = migration.report(run["id"])["comes"]
    monkeypatch.setattr(applying, "MOST", _SMALL_BATCH)
    before = migration.center.read(state)
    kills = 0
    with monkeypatch.context() as disturbed:
        killing(disturbed, random.Random(seed).sample(range(_STEPS), _KILLS))
        migration.apply(run["id"], work=False)
        while migration.get(run["id"])["state"] == "applying":
            try:
                migration.work(CLAIM_MS + 1)
            except Killed:
                kills += 1
    assert (kills, migration.get(run["id"])["state"]) == (_KILLS, "done")
    assert migration.report(run["id"])["exists"] == wanted
    assert migration.report(run["id"])["comes"] == {}
    after = migration.center.read(state)
    assert len(after["topics"] - before["topics"]) == wanted["topic"]
    assert len(after["grants"] - before["grants"]) <= wanted["grant"]
