"""Has anything that a plan depends on changed since? Looked up in the audit log; a sign-in or a new key is no
change."""

import json
from collections.abc import Iterator, Set
from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.subscription_rules import namespace_of
from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.audit.trail.past.clusters import tenant_of
from app.desired_state.engine.steps import GrantStep, GroupStep, MemberStep, RoleStep, RuleStep, Step, UserStep
from app.desired_state.policy_file.changes import Plan
from app.desired_state.policy_file.comparison import Managed
from app.platform.errors import Conflict, InvalidInput

_ENTITIES = ("group", "user", "role", "cluster", "tenant", "namespace", "topic", "subscription_rule", "grant")
_OF_CREDENTIALS = ("user.initial_secret", "user.password", "user.secret_create", "user.secret_delete")
_NOTHING_TO_A_PLAN = (*_OF_CREDENTIALS, "user.email", "user.mail", "user.invite")


@dataclass(frozen=True)
class PlanScope:
    """What a plan depends on. `names`: users, roles and groups that it changes, and the user who applies it with its
    roles; `tenants`: those that it changes, and the one that the file is limited to."""

    names: frozenset[str]
    tenants: frozenset[str]
    prune: frozenset[Managed] = frozenset()
    scope: str | None = None


_MANY = 2000
_SECTIONS: dict[str, Managed] = {"user": "users", "role": "roles", "group": "groups", "grant": "grants"}


def find_concerned(plan: Plan, names: Set[str], prune: frozenset[Managed], scope: str | None) -> PlanScope:
    """What the plan depends on. Only what it changes counts: parts of the file that match already may change meanwhile.

    `names`: the user who applies it, and that user's roles.
    """
    steps = [change.step for change in plan.changes]
    named = frozenset(name for step in steps for name in _names(step))
    tenants = frozenset(tenant for step in steps for tenant in _tenants(step))
    return PlanScope(named | names, tenants | ({scope} if scope else set()), prune, scope)


def is_still_true(session: Session, revision: int, about: PlanScope) -> bool:
    """True when nothing that a plan of this revision depends on has changed.

    Frequent changes elsewhere thus do not keep anybody from applying a file. Rights are checked when they are given.
    """
    entries = session.scalars(_entries_after(revision).limit(_MANY)).all()
    return len(entries) < _MANY and not any(_matters(entry, about) for entry in entries)


def _matters(entry: TrailEntry, about: PlanScope) -> bool:
    if entry.entity == "cluster":
        return True
    if entry.entity in ("tenant", "namespace", "topic", "subscription_rule"):
        # The key of a rule ends with the name of a subscription, which may have any characters.
        key = namespace_of(entry.entity_key) if entry.entity == "subscription_rule" else entry.entity_key
        return "resources" in about.prune or tenant_of(key) in about.tenants
    rows = [json.loads(text) for text in (entry.before, entry.after) if text]
    named = {
        entry.entity_key,
        *(row.get(word) for row in rows for word in ("name", "role_name", "group_name")),
    }
    return _SECTIONS[entry.entity] in about.prune or not named.isdisjoint(about.names)


def refuse_stale(session: Session, revision: int) -> None:
    """Raises Conflict `changed_meanwhile_plan` when rights changed after the plan's revision, InvalidInput
    `unknown_revision` for a revision that the center has not reached."""
    now = trail.current_revision(session)
    if not 1 <= revision <= now:
        raise InvalidInput(f"The center is at revision {now}; {revision} is none of its own.", code="unknown_revision")
    # The message does not say what changed: the caller may not be allowed to see it.
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
    """The users, roles and groups that a step is about."""
    if isinstance(step, UserStep | RoleStep | GroupStep):
        yield step.name
        if isinstance(step, UserStep):
            yield from filter(None, (step.main, step.values.get("group")))
    elif isinstance(step, MemberStep):
        yield from (step.role, step.user)
    elif isinstance(step, GrantStep):
        yield step.slot.receiver[1]
    elif isinstance(step, RuleStep):
        yield from step.users or ()


def _tenants(step: Step) -> Iterator[str]:
    """The tenant of the step's place, if it has one."""
    place = step.slot.place if isinstance(step, GrantStep) else getattr(step, "place", None)
    if place is not None and place[0] > ResourceType.CLUSTER:
        yield tenant_of(place[1])
