"""Has what a plan was made from changed since? Asked of the trail, so that signing in or a new key is no change."""

import json
from collections.abc import Iterator, Set
from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.errors import Conflict, InvalidInput
from app.policy.changes import GrantStep, GroupStep, MemberStep, Plan, RoleStep, Step, UserStep
from app.policy.comparison import Managed
from app.pulsar.names import ResourceType
from app.trail import trail
from app.trail.models import TrailEntry

_ENTITIES = ("group", "user", "role", "cluster", "tenant", "namespace", "topic", "grant")
_NOTHING_TO_A_PLAN = ("user.initial_secret", "user.password", "user.secret_create", "user.secret_delete")


@dataclass(frozen=True)
class Concerned:
    """What a plan was made from. `names`: users, roles and groups of the file, and the one who applies it with its
    roles; `tenants`: those that the file names."""

    names: frozenset[str]
    tenants: frozenset[str]
    prune: frozenset[Managed] = frozenset()
    scope: str | None = None


_MANY = 2000
_SECTIONS: dict[str, Managed] = {"user": "users", "role": "roles", "group": "groups", "grant": "grants"}


def find_concerned(plan: Plan, names: Set[str], prune: frozenset[Managed], scope: str | None) -> Concerned:
    """Only what the plan changes matters: what is as the file says already may change meanwhile.

    `names`: of whoever applies it, and of its roles.
    """
    steps = [change.step for change in plan.changes]
    named = frozenset(name for step in steps for name in _names(step))
    tenants = frozenset(tenant for step in steps for tenant in _tenants(step))
    return Concerned(named | names, tenants | ({scope} if scope else set()), prune, scope)


def is_still_true(session: Session, revision: int, about: Concerned) -> bool:
    """Nothing that a plan of this revision was made from has changed: who changes other things again and again keeps
    nobody from applying a file. What it gives is judged when it is given."""
    entries = session.scalars(_entries_after(revision).limit(_MANY)).all()
    return len(entries) < _MANY and not any(_matters(one, about) for one in entries)


def _matters(entry: TrailEntry, about: Concerned) -> bool:
    if entry.entity == "cluster":
        return True
    if entry.entity in ("tenant", "namespace", "topic"):
        tenant = entry.entity_key.partition("://")[2] or entry.entity_key
        return "resources" in about.prune or tenant.partition("/")[0] in about.tenants
    told = [json.loads(text) for text in (entry.before, entry.after) if text]
    named = {entry.entity_key, *(one.get(word) for one in told for word in ("name", "role_name", "group_name"))}
    return _SECTIONS[entry.entity] in about.prune or not named.isdisjoint(about.names)


def refuse_stale(session: Session, revision: int) -> None:
    """Raises Conflict `changed_meanwhile_plan` when rights changed after the revision of a plan, InvalidInput
    `unknown_revision` for a number that the center has not reached."""
    now = trail.current_revision(session)
    if not 1 <= revision <= now:
        raise InvalidInput(f"The center is at revision {now}; {revision} is none of its own.", code="unknown_revision")
    # Which change it was is not said: it may be about what the caller may not see.
    newer = _entries_after(revision).with_only_columns(TrailEntry.revision).limit(1)
    if (first := session.scalars(newer).first()) is not None:
        raise Conflict(
            f"Rights changed at revision {first}, after this plan of revision {revision}: plan again.",
            code="changed_meanwhile_plan",
            revision=now,
        )


def _entries_after(revision: int) -> Select[TrailEntry]:
    query = select(TrailEntry).where(
        TrailEntry.revision > revision,
        TrailEntry.entity.in_(_ENTITIES),
        TrailEntry.action.not_in(_NOTHING_TO_A_PLAN),
    )
    return query.order_by(TrailEntry.id)


def _names(step: Step) -> Iterator[str]:
    """Users, roles and groups that a step is about."""
    if isinstance(step, UserStep | RoleStep | GroupStep):
        yield step.name
        if isinstance(step, UserStep):
            yield from (one for one in (step.main, step.values.get("group")) if one)
    elif isinstance(step, MemberStep):
        yield from (step.role, step.user)
    elif isinstance(step, GrantStep):
        yield step.pair[1][1]


def _tenants(step: Step) -> Iterator[str]:
    """The tenant of its place."""
    place = step.pair[0] if isinstance(step, GrantStep) else getattr(step, "place", None)
    if place is not None and place[0] > ResourceType.CLUSTER:
        inner = place[1].partition("://")[2] or place[1]
        yield inner.partition("/")[0]
