"""Adopting a value: the center wishes what the cluster has, and what it wished before when that is undone."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.drift import answers, missing_places
from app.desired_state.drift.adopting_grants import users_behind
from app.desired_state.drift.models import DriftLine
from app.desired_state.engine import execution
from app.desired_state.engine.mandate import Mandate
from app.desired_state.engine.steps import ResourceStep, RuleStep
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import clusters, policies, subscription_rules
from app.resources.models import Cluster, Namespace, Tenant
from app.resources.resource_rows import Row


def take_over(session: Session, by: User, line: DriftLine, row: Row, now: int) -> dict[str, Any]:
    """Give the row the cluster's value. Returns how `give_back` undoes it. Raises Conflict, what changing raises."""
    value, old = line.actual_value(), _current_value(session, row, line)
    if line.field == "subscription_grant" and value is not None:
        value = sorted({user.username for user in users_behind(session, line, value)})
    if line.field == "allowed_clusters":
        wanted = set(line.actual_value())
        known = set(session.scalars(select(Cluster.name).where(Cluster.name.in_(wanted), Cluster.gone == 0)))
        if missing := sorted(wanted - known):
            raise Conflict(f"The user center knows no cluster {missing[0]}.", code="not_adoptable", cluster=missing[0])
    give(session, by, line, row, value, now)
    return {"value": old, "given": _current_value(session, row, line)}


def give_back(session: Session, by: User, line: DriftLine, row: Row, back: dict[str, Any], now: int) -> None:
    """Give the row its old value, unless somebody gave it another one since. Raises Conflict, and what changing
    raises."""
    current = _current_value(session, row, line)
    answers.refuse_changed(line, changed=current != back.get("given", current))
    give(session, by, line, row, back["value"], now)


def _current_value(session: Session, row: Row, line: DriftLine) -> Any:
    """The row's value of what the line is about; of a rule the names of its users."""
    if line.field == "policy" and not isinstance(row, Tenant):
        return policies.wish_of(row).get(str(line.subject))
    if line.field == "subscription_grant" and isinstance(row, Namespace):
        rule = subscription_rules.find(session, row, str(line.subject))
        return None if rule is None else sorted(subscription_rules.names_of(session, [rule]).values())
    return line.wished_value() if line.field == "allowed_clusters" else getattr(row, line.field)


def give(session: Session, by: User, line: DriftLine, row: Row, value: Any, now: int) -> None:
    """Give the row this value, and nothing to the line's cluster. Raises Conflict, and what changing raises."""
    if line.field == "allowed_clusters" and isinstance(row, Tenant):
        wanted = set(clusters.ids_of(session, value).values())
        if set(row.cluster_ids()) - wanted:
            raise Conflict("A tenant does not leave a cluster this way.", code="not_adoptable")
        missing_places.extend(session, by.username, row, wanted, now)
    else:
        # Other clusters of the tenant get it, too.
        execution.carry_out(Mandate(session, by, now, cluster=line.cluster), [_step(line, row, value)])


def _step(line: DriftLine, row: Row, value: Any) -> ResourceStep | RuleStep:
    place = ResourceType(line.res_type), line.place
    if line.field == "subscription_grant":
        return RuleStep(place, str(line.subject), None if value is None else frozenset(value))
    if line.field == "policy" and not isinstance(row, Tenant):
        wish = {**policies.wish_of(row), str(line.subject): value}
        return ResourceStep(
            place, {"policies": {policy: wished for policy, wished in wish.items() if wished is not None}}
        )
    return ResourceStep(place, {line.field: value})
